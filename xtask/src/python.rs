//! The engine for Python: its wheel, and its tests in an environment of their own.

use std::path::PathBuf;
use std::process::Command;

use crate::run::{Failed, root, run};

/// What the tests need besides the wheel.
const PACKAGES: [&str; 8] = [
    "maturin>=1.9,<2",
    "numpy>=1.24",
    "scipy>=1.10",
    "pytest>=8",
    "pettingzoo>=1.24",
    "gymnasium>=1.0",
    "mypy>=1.8",
    "ray>=2.9",
];

/// Builds the wheel into `target/wheels`.
///
/// # Errors
/// Python is missing, or the build fails.
pub fn wheel() -> Result<(), Failed> {
    environment()?;
    build(&["--release"])
}

/// Builds a wheel without the last optimisations, installs it and runs its tests.
///
/// # Errors
/// Python is missing, or the build or a test fails.
pub fn test() -> Result<(), Failed> {
    environment()?;
    build(&["--profile", "dev"])?;
    let install = ["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps"];
    let folder = wheels().read_dir().map_err(|error| Failed(error.to_string()))?;
    let wheels = folder.filter_map(|entry| Some(entry.ok()?.path()));
    let newest = wheels
        .filter(|path| path.extension().is_some_and(|ending| ending == "whl"))
        .max_by_key(|path| path.metadata().and_then(|about| about.modified()).ok());
    let newest = newest.ok_or_else(|| Failed("there is no wheel in target/wheels".into()))?;
    run(Command::new(python()).args(install).arg(newest))?;
    let tests = root().join("python/tests");
    run(Command::new(python()).args(["-m", "pytest", "-q"]).arg(tests).current_dir(target()))
}

fn build(profile: &[&str]) -> Result<(), Failed> {
    let mut command = Command::new(python());
    command.args(["-m", "maturin", "build", "--quiet", "--manifest-path"]);
    command.arg(root().join("python/Cargo.toml")).arg("--out").arg(wheels()).args(profile);
    run(command.env("CARGO_TARGET_DIR", target()))
}

/// Makes the environment once.
fn environment() -> Result<(), Failed> {
    let wanted = "the engine for Python needs Python 3.10 or newer with venv and pip (Debian's \
                  packages `python3` and `python3-venv`)";
    let place = target().join("python");
    if !python().exists() {
        let made = run(Command::new("python3").args(["-m", "venv"]).arg(&place));
        made.map_err(|Failed(why)| Failed(format!("{wanted}: {why}")))?;
    }
    let mut install = Command::new(python());
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    run(install.args(PACKAGES))
}

fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), Into::into)
}

fn wheels() -> PathBuf {
    target().join("wheels")
}

fn python() -> PathBuf {
    let folder = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
    target().join("python").join(folder)
}
