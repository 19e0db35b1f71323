//! The schemas in the repository are those that the code makes. Run with
//! `ONPLAY_WRITE_SCHEMAS=1` to renew them.

use std::fs;
use std::path::Path;

#[test]
fn schemas_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
    for (name, schema) in onplay_cards::schemas() {
        assert_eq!(schema["$schema"], "http://json-schema.org/draft-07/schema#");
        let path = folder.join(format!("{name}.schema.json"));
        let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        if std::env::var_os("ONPLAY_WRITE_SCHEMAS").is_some() {
            fs::write(&path, &text).unwrap();
        }
        assert!(
            fs::read_to_string(&path).unwrap_or_default() == text,
            "{} is out of date; run with ONPLAY_WRITE_SCHEMAS=1",
            path.display()
        );
    }
}
