//! The files made from the types are the types: TypeScript in `bindings/`, JSON
//! Schema in `schemas/`. `ONPLAY_WRITE=1 cargo test -p onplay-wire` writes them.

use std::fs;
use std::path::{Path, PathBuf};

fn check(path: PathBuf, text: &str) {
    if std::env::var_os("ONPLAY_WRITE").is_some() {
        fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("a folder");
        fs::write(&path, text).expect("the file can be written");
    }
    let known = fs::read_to_string(&path).unwrap_or_default();
    assert!(known == text, "{} is old: ONPLAY_WRITE=1 cargo test -p onplay-wire", path.display());
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn typescript_is_current() {
    check(root().join("bindings/onplay.ts"), &onplay_wire::schema::typescript());
}

#[test]
fn schemas_are_current() {
    for (name, schema) in onplay_wire::schema::schemas() {
        let text = serde_json::to_string_pretty(&schema).expect("a schema can be written") + "\n";
        check(root().join(format!("../../schemas/{name}.schema.json")), &text);
    }
}
