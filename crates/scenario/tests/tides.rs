//! The pages of Tides hold.

use std::fs;
use std::path::Path;

use onplay_scenario::page::read_page;
use onplay_scenario::run::run_page;

#[test]
fn pages_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/tides/scenarios");
    let mut scenarios = 0;
    let mut wrong = Vec::new();
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for path in files {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let page = read_page(&name, &fs::read_to_string(&path).unwrap());
        for outcome in run_page(&page) {
            scenarios += 1;
            for failure in &outcome.failures {
                wrong.push(format!(
                    "{name}:{} {}\n  {}\n  expected {}\n  actual   {}",
                    failure.line, outcome.title, failure.statement, failure.expected, failure.actual
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {scenarios} scenarios:\n{}", wrong.len(), wrong.join("\n"));
    println!("{scenarios} scenarios hold");
}
