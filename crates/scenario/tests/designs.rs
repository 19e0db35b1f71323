//! The table of the designs names only scenarios that exist.

use std::fs;
use std::path::Path;

use onplay_scenario::read_page;

#[test]
fn every_statement_has_its_scenario() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let table = fs::read_to_string(root.join("docs/designs.md")).expect("the table is there");
    let rows = table.lines().filter(|line| line.starts_with("| ") && line.contains("]("));
    let (mut count, mut missing) = (0, Vec::new());
    for row in rows {
        count += 1;
        let (left, heading) = row.trim_end_matches(" |").rsplit_once(" | ").expect("three columns");
        let link = left.rsplit_once("](").expect("a link to a page").1.trim_end_matches(')');
        let file = root.join("docs").join(link);
        let text = fs::read_to_string(&file).unwrap_or_default();
        let page = read_page(link, &text);
        if !page.scenarios.iter().any(|scenario| scenario.title == heading) {
            missing.push(format!("{link}: {heading}"));
        }
    }
    assert!(count > 100, "the table has {count} rows");
    assert!(missing.is_empty(), "no such scenarios: {missing:#?}");
}
