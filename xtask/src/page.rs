//! The page: its packages, its build, and the browser it is tested in.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use crate::run::{Failed, root, run};
use crate::wasm;

/// The oldest Node.js that builds the page.
const NODE: u32 = 20;

/// What the page is made from, in `web` and beside it.
const SOURCES: [&str; 9] = [
    "packages/onplay/dist/index.js",
    "web/src",
    "web/public",
    "web/index.html",
    "web/package.json",
    "web/package-lock.json",
    "web/tsconfig.json",
    "web/vite.config.ts",
    "crates/wire/bindings",
];

/// Builds the page into `web/dist`, unless what is there is newer than its sources.
///
/// # Errors
/// Node.js is missing or too old, or the build fails.
pub fn build() -> Result<(), Failed> {
    wasm::build_if_older()?;
    let built = changed(&root().join("web/dist/index.html"));
    let newest = SOURCES.iter().filter_map(|source| changed(&root().join(source))).max();
    if built.is_some() && built > newest {
        return Ok(());
    }
    install_in("web")?;
    run(&mut npm(&["run", "build"])?)
}

/// Builds the page that needs no server into `target/site`.
///
/// # Errors
/// As [`build`].
pub fn site() -> Result<PathBuf, Failed> {
    wasm::build_if_older()?;
    install_in("web")?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), Into::into);
    let site = target.join("site");
    let build = |mode, out: &Path| {
        let mut command =
            npm(&["run", "build", "--", "--mode", mode, "--emptyOutDir", "--outDir"])?;
        run(command.arg(out))
    };
    build("site", &site)?;
    // The same page once more, for whoever opens its file: browsers let files load scripts,
    // but neither modules nor the engine.
    build("folder", &site.join("folder"))?;
    Ok(site)
}

/// Installs the packages of a folder in the versions of its lock file.
///
/// # Errors
/// Node.js is missing or too old, or a package cannot be had.
pub fn install_in(folder: &str) -> Result<(), Failed> {
    let folder_path = root().join(folder);
    let installed = changed(&folder_path.join("node_modules/.package-lock.json"));
    if installed.is_some() && installed >= changed(&folder_path.join("package-lock.json")) {
        return Ok(());
    }
    let exact = run(&mut npm_in(folder, &["ci", "--no-audit", "--no-fund"])?);
    if let Err(Failed(why)) = exact {
        // package.json names exact versions, so what is installed then differs at most in
        // what the packages themselves ask for.
        eprintln!("{why}; installing the packages without the lock file");
        run(&mut npm_in(folder, &["install", "--no-audit", "--no-fund", "--no-package-lock"])?)?;
    }
    Ok(())
}

/// npm in the folder of the page.
///
/// # Errors
/// Node.js is missing or too old.
pub fn npm(args: &[&str]) -> Result<Command, Failed> {
    npm_in("web", args)
}

/// npm in a folder.
///
/// # Errors
/// Node.js is missing or too old.
pub fn npm_in(folder: &str, args: &[&str]) -> Result<Command, Failed> {
    let wanted = format!(
        "the page needs Node.js {NODE} or newer with npm (https://nodejs.org, or your system's \
         packages); without it, `cargo run --release` plays in the terminal"
    );
    let found = Command::new("node").arg("--version").output();
    let found = found.map_err(|_| Failed(wanted.clone()))?;
    let version = String::from_utf8_lossy(&found.stdout).trim().to_owned();
    let major = version.trim_start_matches('v').split('.').next().and_then(|it| it.parse().ok());
    if major.is_none_or(|major: u32| major < NODE) {
        return Err(Failed(format!("{wanted}; this one is {version}")));
    }
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(args).current_dir(root().join(folder));
    Ok(command)
}

/// A Chromium for the browser tests.
pub fn browser() -> Option<OsString> {
    let named = std::env::var_os("CHROMIUM").filter(|path| Path::new(path).exists());
    let usual = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
    named.or_else(|| usual.iter().find(|path| Path::new(path).exists()).map(Into::into))
}

/// When a file, or the newest one in a folder, was changed.
pub fn changed(path: &Path) -> Option<SystemTime> {
    let own = path.metadata().ok()?;
    if !own.is_dir() {
        return own.modified().ok();
    }
    let entries = path.read_dir().ok()?;
    entries.filter_map(|entry| changed(&entry.ok()?.path())).max()
}
