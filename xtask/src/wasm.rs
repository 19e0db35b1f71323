//! The engine for browsers and Node: built for wasm, bound to JavaScript, and put into
//! `packages/onplay/dist`.

use crate::page;
use crate::run::{Failed, cargo, root, run};

/// What the engine is compiled for.
const TARGET: &str = "wasm32-unknown-unknown";

/// What the package is made from.
const SOURCES: [&str; 5] =
    ["crates", "games", "Cargo.lock", "packages/onplay/src", "packages/onplay/package.json"];

/// Builds the package, unless what is there is newer than its sources.
///
/// # Errors
/// As [`build`].
pub fn build_if_older() -> Result<(), Failed> {
    let built = page::changed(&root().join("packages/onplay/dist/index.js"));
    let newest = SOURCES.iter().filter_map(|source| page::changed(&root().join(source))).max();
    if built.is_some() && built > newest { Ok(()) } else { build() }
}

/// Builds the package into `packages/onplay/dist`.
///
/// # Errors
/// The target cannot be installed, or a build fails.
pub fn build() -> Result<(), Failed> {
    add_target()?;
    let build = ["build", "--profile", "wasm", "--target", TARGET, "--package", "onplay-wasm"];
    run(&mut cargo(&build))?;
    // The library that binds has the version of the attributes in the code, and is
    // compiled only by those who need it.
    run(&mut cargo(&["run", "--quiet", "--package", "xtask", "--features", "bind", "--", "bind"]))?;
    page::install_in("packages/onplay")?;
    run(&mut page::npm_in("packages/onplay", &["run", "build"])?)
}

/// Runs the package's own tests. So many games of each game must end in the same states
/// as native ones.
///
/// # Errors
/// It cannot be built, or a test fails.
pub fn test(games: u32) -> Result<(), Failed> {
    build()?;
    let count = games.to_string();
    let native =
        ["run", "--quiet", "--package", "onplay-wasm", "--example", "hashes", "--", &count];
    let output = cargo(&native).output();
    let output = output.map_err(|error| Failed(format!("cargo cannot be started: {error}")))?;
    if !output.status.success() {
        return Err(Failed(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let hashes = root().join("packages/onplay/dist/native.txt");
    let written = std::fs::write(&hashes, &output.stdout);
    written.map_err(|error| Failed(format!("{}: {error}", hashes.display())))?;
    let mut tests = page::npm_in("packages/onplay", &["test"])?;
    match page::browser() {
        Some(browser) => tests.env("CHROMIUM", browser),
        None => tests.env_remove("CHROMIUM"),
    };
    run(tests.env("NATIVE_HASHES", &hashes))
}

/// Installs the target where rustup manages the toolchain and it is missing.
fn add_target() -> Result<(), Failed> {
    let add = run(std::process::Command::new("rustup").args(["target", "add", TARGET]));
    add.map_err(|_| {
        let how = format!("the engine for browsers needs the Rust target {TARGET}");
        Failed(format!("{how}; `rustup target add {TARGET}` installs it"))
    })
}

/// Writes the JavaScript side of the compiled engine.
///
/// # Errors
/// It cannot be read or written.
#[cfg(feature = "bind")]
pub fn bind() -> Result<(), Failed> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), Into::into);
    let input = target.join(TARGET).join("wasm/onplay_wasm.wasm");
    let output = root().join("packages/onplay/dist");
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen.input_path(input).out_name("engine").typescript(true).remove_name_section(true);
    let web = bindgen.web(true).map_err(|error| Failed(error.to_string()))?;
    web.generate(output).map_err(|error| Failed(format!("{error:#}")))
}

/// Tells that this build cannot do it.
///
/// # Errors
/// Always.
#[cfg(not(feature = "bind"))]
pub fn bind() -> Result<(), Failed> {
    let _ = root();
    Err(Failed("`cargo xtask wasm` binds; this is a step of it".into()))
}
