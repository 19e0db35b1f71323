//! What cargo cannot do by itself: build the page, put it into the program, start it,
//! and test all of it.

mod page;
mod python;
mod run;
mod wasm;

use std::process::ExitCode;

use run::{Failed, cargo, root, run};

const USAGE: &str = "\
cargo xtask serve [OPTIONS]   build the page and the program, and start it; OPTIONS are
                              those of `onplay serve`
cargo xtask test              everything that is promised, the browser tests included
cargo xtask browser           the browser tests alone
cargo xtask page              build the page into web/dist
cargo xtask site              build a page that needs no server into target/site: bots,
                              replays and the workshop, with the engine in the browser
cargo xtask wasm              build the engine for browsers and Node into
                              packages/onplay/dist
cargo xtask package [GAMES]   the same, and its tests: as many games of each game as
                              said (20) end as native ones do
cargo xtask wheel             build the engine for Python into target/wheels
cargo xtask python            the same, quickly, and its tests, in an environment of
                              their own under target";

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let command = args.next();
    let rest: Vec<String> = args.collect();
    let done = match command.as_deref() {
        Some("serve") => serve(&rest),
        Some("test") if rest.is_empty() => test(),
        Some("browser") if rest.is_empty() => browser(),
        Some("page") if rest.is_empty() => page::build(),
        Some("site") if rest.is_empty() => site(),
        Some("pictures") if rest.is_empty() => pictures(),
        Some("wasm") if rest.is_empty() => wasm::build(),
        Some("package") if rest.len() < 2 => package(rest.first()),
        Some("wheel") if rest.is_empty() => python::wheel(),
        Some("python") if rest.is_empty() => python::test(),
        Some("bind") if rest.is_empty() => wasm::bind(),
        Some("help" | "--help" | "-h") => {
            println!("{USAGE}");
            Ok(())
        }
        Some(other) => Err(Failed(format!("`{other}` cannot be done like this\n\n{USAGE}"))),
        None => Err(Failed(USAGE.into())),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failed(why)) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Builds and tests the engine for browsers and Node.
fn package(games: Option<&String>) -> Result<(), Failed> {
    let games = games.map_or(Ok(20), |games| games.parse());
    wasm::test(games.map_err(|_| Failed("how many games? `cargo xtask package 1000`".into()))?)
}

/// Builds the page that needs no server, and says where it is.
fn site() -> Result<(), Failed> {
    let site = page::site()?;
    println!("{} can be put on any web server", site.display());
    Ok(())
}

/// Builds the page and the program, and starts it.
fn serve(options: &[String]) -> Result<(), Failed> {
    page::build()?;
    let mut command = cargo(&["run", "--release", "--bin", "onplay", "--", "serve"]);
    run(command.args(options))
}

/// Runs every test.
fn test() -> Result<(), Failed> {
    run(&mut cargo(&["test", "--workspace"]))?;
    package(None)?;
    python::test()?;
    browser()
}

/// Runs the tests of the page in a real browser. Where none is installed, they are left
/// out with a word, except in continuous integration, where they must run.
fn browser() -> Result<(), Failed> {
    page::build()?;
    let Some(browser) = page::browser() else {
        return if std::env::var_os("CI").is_some() {
            Err(Failed(NO_BROWSER.into()))
        } else {
            eprintln!("{NO_BROWSER}; the browser tests were not run");
            Ok(())
        };
    };
    let (program, site) = (program()?, page::site()?);
    let test = || {
        let mut test = page::npm(&["test"])?;
        run(test.env("CHROMIUM", &browser).env("ONPLAY", &program).env("ONPLAY_SITE", &site))
    };
    // Two windows play games that differ from run to run, against the clock: what fails once
    // is tried again, and the second run decides.
    test().or_else(|Failed(why)| {
        eprintln!("{why}\nthe browser tests are run once more");
        test()
    })
}

/// Takes the pictures of the README.
fn pictures() -> Result<(), Failed> {
    let browser = page::browser().ok_or_else(|| Failed(NO_BROWSER.into()))?;
    let program = program()?;
    let mut node = std::process::Command::new("node");
    node.arg("xtask/pictures.mjs").current_dir(root());
    run(node.env("CHROMIUM", browser).env("ONPLAY", program))
}

const NO_BROWSER: &str = "a browser is missing: install Chromium (Debian's package `chromium`), \
                          or name one in CHROMIUM";

/// Builds the page and the program that serves it.
fn program() -> Result<std::path::PathBuf, Failed> {
    page::build()?;
    run(&mut cargo(&["build", "--bin", "onplay"]))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), Into::into);
    Ok(target.join("debug/onplay"))
}
