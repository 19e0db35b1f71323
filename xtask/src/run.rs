//! Starting other programs.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Why it could not be done, in words.
pub struct Failed(pub String);

/// The folder of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().map_or_else(|| here.to_path_buf(), Path::to_path_buf)
}

/// The cargo that runs this.
pub fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    // The server looks for the page anew when this is set for the first time.
    command.args(args).current_dir(root()).env("ONPLAY_PAGE", "built");
    command
}

/// Runs a program to its end.
///
/// # Errors
/// It cannot be started, or it fails.
pub fn run(command: &mut Command) -> Result<(), Failed> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status =
        command.status().map_err(|error| Failed(format!("`{name}` cannot be started: {error}")))?;
    if status.success() { Ok(()) } else { Err(Failed(format!("`{name}` failed ({status})"))) }
}
