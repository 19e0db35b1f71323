//! Files are written whole or not at all, where they should be and nowhere
//! else; what could not be written is never called a success.
#![cfg(unix)]

mod common;

use std::fs;
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use common::{bad, err, folder, good, onplay, told};

const WATCH: [&str; 6] = ["watch", "lab", "--bots", "random", "--seed", "4"];

/// Watches a game that is saved, with more options.
fn save_to(path: &str, more: &[&str]) -> (i32, String) {
    bad(&[&WATCH[..], &["--plain", "--save", path], more].concat())
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn links_are_followed_and_modes_are_kept() {
    let folder = folder("links");
    let at = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    fs::create_dir(at("deep")).unwrap();
    fs::write(at("deep/real"), "old").unwrap();
    fs::set_permissions(at("deep/real"), fs::Permissions::from_mode(0o604)).unwrap();
    symlink("deep/real", at("link")).unwrap();
    symlink("link", at("again")).unwrap();
    assert_eq!(save_to(&at("again"), &["--force"]).0, 0);
    assert!(fs::symlink_metadata(at("again")).unwrap().is_symlink());
    assert!(fs::symlink_metadata(at("link")).unwrap().is_symlink());
    assert!(fs::read_to_string(at("deep/real")).unwrap().starts_with("{\"onplay\":1"));
    assert_eq!(fs::metadata(at("deep/real")).unwrap().permissions().mode() & 0o777, 0o604);
    // A link to nothing yet: the file is made where it points.
    symlink("deep/new", at("ahead")).unwrap();
    assert_eq!(save_to(&at("ahead"), &[]).0, 0);
    assert!(fs::symlink_metadata(at("ahead")).unwrap().is_symlink());
    assert!(fs::read_to_string(at("deep/new")).unwrap().starts_with("{\"onplay\":1"));
    symlink("round", at("round")).unwrap();
    let (code, message) = save_to(&at("round"), &[]);
    assert_eq!(code, 3, "{message}");
    assert_eq!(names(&folder.join("deep")), ["new", "real"]);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_pipe_is_written_through() {
    let folder = folder("pipe");
    let pipe = folder.join("pipe");
    let path = pipe.to_str().unwrap();
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || fs::read_to_string(pipe).unwrap())
    };
    let (code, message) = save_to(path, &[]);
    assert_eq!(code, 0, "{message}");
    assert!(fs::symlink_metadata(path).unwrap().file_type().is_fifo(), "the pipe was replaced");
    assert!(reader.join().unwrap().starts_with("{\"onplay\":1"));
    assert_eq!(names(&folder), ["pipe"]);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn nothing_is_replaced_unasked() {
    let folder = folder("asked");
    let at = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let file = at("kept");
    fs::write(&file, "mine").unwrap();
    let there = "this file is there already; --force replaces it";
    told(&[&WATCH[..], &["--plain", "--save", &file]].concat(), 3, &[there]);
    told(&["sim", "lab", "--games", "2", "--out", &file], 3, &[there]);
    told(&["sim", "lab", "--games", "2", "--report", &file], 3, &[there]);
    let replay = at("replay.jsonl");
    assert_eq!(save_to(&replay, &[]).0, 0);
    told(&["replay", &replay, "--to-scenario", &file], 3, &[there]);
    let text = good(&["play", "lab", "--plain", "--seed", "3"], &format!("save {file}\nquit\n"));
    assert!(text.contains("is there already; `save "), "{text}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
    let (code, message) = save_to(&file, &["--force"]);
    assert_eq!((code, message.contains("read-only")), (3, true), "{message}");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    // Asked for, and again without asking: by then it is the game's own.
    let lines = format!("save {file} --force\npass\nsave {file}\nquit\n");
    let text = good(&["play", "lab", "--plain", "--seed", "3"], &lines);
    assert_eq!(text.matches("saved; go on with").count(), 2, "{text}");
    assert_eq!(names(&folder), ["kept", "replay.jsonl"]);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_full_disk_leaves_what_was_there() {
    let folder = folder("full");
    let file = folder.join("kept");
    fs::write(&file, "mine").unwrap();
    // No file may grow: writing fails in the middle.
    let script = format!(
        "trap '' XFSZ; ulimit -f 1; exec {} sim skirmish --games 4000 --out {} --force",
        env!("CARGO_BIN_EXE_onplay"),
        file.display()
    );
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", err(&output));
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    assert_eq!(names(&folder), ["kept"]);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_cannot_be_printed_is_no_success() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let check = format!("{root}/lab");
    for arguments in [
        vec!["check", &check],
        vec!["card", "Draw a card.", "--game", "lab"],
        vec!["watch", "lab", "--seed", "1", "--plain"],
        vec!["watch", "lab", "--seed", "1", "--json"],
        vec!["sim", "lab", "--games", "2"],
        vec!["completions", "bash"],
        vec!["--help"],
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let ended = Command::new(env!("CARGO_BIN_EXE_onplay"))
            .args(&arguments)
            .stdout(Stdio::from(full))
            .output()
            .unwrap();
        assert_eq!(ended.status.code(), Some(3), "{arguments:?}: {}", err(&ended));
        assert!(err(&ended).contains("cannot write: "), "{arguments:?}: {}", err(&ended));
        // Whoever closes the pipe has seen enough.
        let command = format!("{} \"$@\" | true", env!("CARGO_BIN_EXE_onplay"));
        let ended = Command::new("bash")
            .args(["-o", "pipefail", "-c", &command, "onplay"])
            .args(&arguments)
            .output()
            .unwrap();
        assert!(ended.status.success() && err(&ended).is_empty(), "{arguments:?}: {}", err(&ended));
    }
    // The error output may be full as well.
    let script = format!("exec {} play chess 2>/dev/full", env!("CARGO_BIN_EXE_onplay"));
    let ended = Command::new("sh").args(["-c", &script]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(ended.status.code(), Some(3));
    let broken = onplay(&["sim", "lab", "--games", "0"], "");
    assert_eq!(broken.status.code(), Some(2));
}
