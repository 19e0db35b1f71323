//! The `onplay` program; everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    onplay_cli::run_program()
}
