//! The `onplay` program: play, watch, explain, replay, simulate.
//!
//! It is a library so that what reads other people's files can be fuzzed; see
//! [`readers`].

/// Prints a line; ends quietly when nobody reads on.
macro_rules! say {
    ($($text:tt)*) => { crate::put(&crate::text::clean(&format!("{}\n", format_args!($($text)*)))) };
}

/// Prints without a line's end.
macro_rules! say_raw {
    ($($text:tt)*) => { crate::put(&crate::text::clean(&format!($($text)*))) };
}

/// Prints a line to the error output, if anybody reads it.
macro_rules! note {
    ($($text:tt)*) => { crate::put_error(&format!("{}\n", format_args!($($text)*))) };
}

mod args;
mod board;
mod card_face;
mod command;
mod count;
mod deck_list;
mod input;
mod load;
mod look;
mod markdown;
mod menu;
mod new_game;
mod offer;
mod pages;
mod people;
mod plain;
mod play;
mod protocol;
pub mod readers;
mod rulebook;
mod rules;
mod saves;
mod scenario_page;
mod screen;
mod serve;
mod session;
mod text;
mod told;
#[cfg(test)]
mod twins;
mod unfinished;
mod viewer;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};

use args::{Cli, Command};

/// Why a command did not do what it should.
enum Failed {
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
        Failed::Missing(format!("cannot write: {error}"))
    }
}

/// Runs the program with the arguments of the process.
pub fn run_program() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return explain_usage(&error),
    };
    let command = cli.command.unwrap_or_else(|| {
        let all = Cli::parse_from(["onplay", "play"]);
        all.command.unwrap_or(Command::Play(args::Play::default()))
    });
    let code = match run(command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => tell(failed),
    };
    // What is still held back can fail too.
    put("");
    code
}

/// Help, the version, or what is wrong with the command line.
fn explain_usage(error: &clap::Error) -> ExitCode {
    let text = error.render();
    if error.use_stderr() {
        put_error(&text.to_string());
        return ExitCode::from(2);
    }
    if text::colour() {
        put(&text.ansi().to_string())
    } else {
        put(&text.to_string())
    }
    ExitCode::SUCCESS
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
        Command::Decks(args) => pages::decks(args),
        Command::Schema(args) => pages::schema(args),
        Command::Rulebook(args) => rulebook::rulebook(args),
        Command::New(args) => new_game::new(args),
        Command::Sim(args) => count::sim(args),
        Command::Diff(args) => count::diff(args),
        Command::Bench(args) => count::bench(args),
        Command::Serve(args) => serve::serve(args),
        Command::Lsp => onplay_lsp::serve().map_err(|error| Failed::Wrong(error.to_string())),
        Command::Perft(args) => count::perft(args),
        Command::Completions(args) => {
            let mut script = Vec::new();
            clap_complete::generate(args.shell, &mut Cli::command(), "onplay", &mut script);
            put(&String::from_utf8_lossy(&script));
            Ok(())
        }
    }
}

/// Writes to the output. A closed pipe has seen enough; any other failure ends
/// the program, because nobody knows what was not written.
fn put(text: &str) {
    use std::io::Write as _;
    let mut out = std::io::stdout();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    if let Err(error) = written {
        let failed = Failed::from(error);
        let code = if matches!(failed, Failed::Enough) { 0 } else { 3 };
        tell(failed);
        std::process::exit(code);
    }
}

/// Prints a line in its tones.
fn put_line(line: &text::Line) {
    put(&format!("{}\n", line.ansi(text::colour())));
}

/// Writes to the error output; whoever closed it has seen enough.
fn put_error(text: &str) {
    use std::io::Write as _;
    let _ = std::io::stderr().write_all(text::clean(text).as_bytes());
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
        put_error(&format!("onplay: {}\n", message.trim_end()));
    }
    ExitCode::from(code)
}
