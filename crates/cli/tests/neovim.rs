//! `onplay lsp` with a real client: Neovim's, in a headless editor. Where no Neovim is
//! installed the session is left out with a word, except in continuous integration.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

/// A copy of the lab that a test may change.
fn lab() -> PathBuf {
    let to = env::temp_dir().join(format!("onplay-neovim-{}", std::process::id()));
    let _ = fs::remove_dir_all(&to);
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/lab"), &to);
    to
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a file");
        }
    }
}

#[test]
fn neovim_shows_errors_mends_completes_tidies_and_renames() {
    let installed = Command::new("nvim").arg("--version").stdout(Stdio::null()).status().is_ok();
    if !installed {
        assert!(env::var_os("CI").is_none(), "Neovim is missing: install Debian's `neovim`");
        eprintln!("Neovim is missing; its session was not run");
        return;
    }
    let folder = lab();
    let session = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/neovim/session.lua");
    let output = Command::new("nvim")
        .args(["--headless", "-n", "-u", "NONE", "-i", "NONE", "-S"])
        .arg(session)
        .env("ONPLAY", env!("CARGO_BIN_EXE_onplay"))
        .env("PLACE", &folder)
        .output()
        .expect("the editor starts");
    let said =
        [output.stdout, output.stderr].map(|said| String::from_utf8_lossy(&said).into_owned());
    assert!(output.status.success(), "{said:?}");
    assert!(said.concat().contains("the session is over"), "{said:?}");
    fs::remove_dir_all(folder).expect("its folder is removed");
}
