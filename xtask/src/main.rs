//! What cargo cannot do by itself: build the page, put it into the program, start it,
//! and test all of it.

mod page;
mod run;

use std::process::ExitCode;

use run::{Failed, cargo, root, run};

const USAGE: &str = "\
cargo xtask serve [OPTIONS]   build the page and the program, and start it; OPTIONS are
                              those of `onplay serve`
cargo xtask test              everything that is promised, the browser tests included
cargo xtask browser           the browser tests alone
cargo xtask page              build the page into web/dist";

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let command = args.next();
    let rest: Vec<String> = args.collect();
    let done = match command.as_deref() {
        Some("serve") => serve(&rest),
        Some("test") if rest.is_empty() => test(),
        Some("browser") if rest.is_empty() => browser(),
        Some("page") if rest.is_empty() => page::build(),
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

/// Builds the page and the program, and starts it.
fn serve(options: &[String]) -> Result<(), Failed> {
    page::build()?;
    let mut command = cargo(&["run", "--release", "--bin", "onplay", "--", "serve"]);
    run(command.args(options))
}

/// Runs every test.
fn test() -> Result<(), Failed> {
    run(&mut cargo(&["test", "--workspace"]))?;
    browser()
}

/// Runs the tests of the page in a real browser. Where none is installed, they are left
/// out with a word, except in continuous integration, where they must run.
fn browser() -> Result<(), Failed> {
    page::build()?;
    run(&mut cargo(&["build", "--bin", "onplay"]))?;
    let Some(browser) = page::browser() else {
        let missing = "the browser tests need Chromium: install Debian's package `chromium`, \
                       or name one in CHROMIUM";
        return if std::env::var_os("CI").is_some() {
            Err(Failed(missing.into()))
        } else {
            eprintln!("{missing}; they were not run");
            Ok(())
        };
    };
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), Into::into);
    let mut command = page::npm(&["test"])?;
    run(command.env("CHROMIUM", browser).env("ONPLAY", target.join("debug/onplay")))
}
