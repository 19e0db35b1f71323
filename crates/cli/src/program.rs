//! From the command line to a command and its exit code.

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};

use crate::args::{self, Cli, Command};
use crate::output::{Failed, put, put_error, tell};
use crate::{balance, count, look, new_game, pages, play, rulebook, serve, text};

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
        Command::Balance(args) => balance::balance(args),
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
