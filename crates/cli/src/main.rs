//! The `onplay` program: play, watch, explain, replay, simulate.

mod args;
mod board;
mod command;
mod count;
mod load;
mod look;
mod pages;
mod plain;
mod play;
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
}

impl From<std::io::Error> for Failed {
    fn from(error: std::io::Error) -> Self {
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

fn tell(failed: Failed) -> ExitCode {
    let (code, message) = match failed {
        Failed::Wrong(message) => (1, message),
        Failed::Usage(message) => (2, message),
        Failed::Missing(message) => (3, message),
        Failed::Interrupted => return ExitCode::from(130),
    };
    if !message.is_empty() {
        eprintln!("onplay: {}", message.trim_end());
    }
    ExitCode::from(code)
}
