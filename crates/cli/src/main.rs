//! The `onplay` program: play, watch, explain, replay, simulate.

/// Prints a line; ends quietly when nobody reads on.
macro_rules! say {
    ($($text:tt)*) => { crate::put(format_args!("{}\n", format_args!($($text)*))) };
}

/// Prints without a line's end.
macro_rules! say_raw {
    ($($text:tt)*) => { crate::put(format_args!($($text)*)) };
}

mod args;
mod board;
mod command;
mod count;
mod load;
mod look;
mod offer;
mod pages;
mod plain;
mod play;
mod protocol;
mod rules;
mod scenario_page;
mod screen;
mod session;
mod text;
mod told;
mod viewer;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};

use args::{Cli, Command};

/// Why a command did not do what it should.
pub enum Failed {
    /// Something does not hold: exit code 1.
    Wrong(String),
    /// The command line: exit code 2.
    Usage(String),
    /// Something cannot be found or read: exit code 3.
    Missing(String),
    /// Ended from outside: exit code 130.
    Interrupted,
    /// Nobody reads on: exit code 0.
    Enough,
}

impl From<std::io::Error> for Failed {
    fn from(error: std::io::Error) -> Self {
        // Whoever read the output has seen enough.
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            return Failed::Enough;
        }
        Failed::Missing(error.to_string())
    }
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let command = cli.command.unwrap_or_else(|| {
        let all = Cli::parse_from(["onplay", "play"]);
        all.command.unwrap_or(Command::Play(args::Play::default()))
    });
    match run(command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => tell(failed),
    }
}

fn run(command: Command) -> Result<(), Failed> {
    match command {
        Command::Play(args) => play::play(args),
        Command::Watch(args) => play::watch(args),
        Command::Replay(args) => look::replay(args),
        Command::Explain(args) => look::explain(args),
        Command::Resolve(args) => pages::resolve(args),
        Command::Scenario(args) => pages::scenario(args),
        Command::Check(args) => pages::check(args),
        Command::Card(args) => pages::card(args),
        Command::Cards(args) => pages::cards(args),
        Command::Schema(args) => pages::schema(args),
        Command::Sim(args) => count::sim(args),
        Command::Diff(args) => count::diff(args),
        Command::Bench(args) => count::bench(args),
        Command::Perft(args) => count::perft(args),
        Command::Completions(args) => {
            clap_complete::generate(
                args.shell,
                &mut Cli::command(),
                "onplay",
                &mut std::io::stdout(),
            );
            Ok(())
        }
    }
}

/// Writes to the output; a closed pipe is no error.
fn put(text: std::fmt::Arguments) {
    use std::io::Write as _;
    if std::io::stdout().write_fmt(text).is_err() {
        std::process::exit(0);
    }
}

fn tell(failed: Failed) -> ExitCode {
    let (code, message) = match failed {
        Failed::Wrong(message) => (1, message),
        Failed::Usage(message) => (2, message),
        Failed::Missing(message) => (3, message),
        Failed::Interrupted => return ExitCode::from(130),
        Failed::Enough => return ExitCode::SUCCESS,
    };
    if !message.is_empty() {
        use std::io::Write as _;
        // Whoever closed the error output has seen enough.
        let _ = writeln!(std::io::stderr(), "onplay: {}", message.trim_end());
    }
    ExitCode::from(code)
}
