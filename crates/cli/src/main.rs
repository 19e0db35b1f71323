//! The `onplay` program; everything is in the library.

use std::process::ExitCode;

/// A server of thousands of matches makes and drops pieces of text all the time; the
/// system's allocator spends a third of its time on that.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    onplay_cli::run_program()
}
