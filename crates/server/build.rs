//! Builds again when the page was built: it is part of the program.

fn main() {
    let page = std::path::Path::new("../../web/dist");
    if page.exists() {
        println!("cargo::rerun-if-changed={}", page.display());
    } else {
        // A path that is missing would be built again every time.
        println!("cargo::rerun-if-changed=build.rs");
        println!("cargo::rerun-if-env-changed=ONPLAY_PAGE");
    }
}
