//! `onplay check --watch` tells of errors as they come and go.

mod common;

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use common::{folder, good, told};
use serde_json::Value;

/// The program while it watches; it ends with the test.
struct Watching {
    program: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn new(path: &str) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_onplay"))
            .args(["check", path, "--watch", "--json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(program.stdout.take().expect("it has an output"));
        let (send, lines) = channel();
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| send.send(line))
        });
        Watching { program, lines }
    }

    /// How many errors the next check finds.
    fn errors(&self) -> u64 {
        let line = self.lines.recv_timeout(Duration::from_secs(30)).expect("it checks again");
        let told: Value = serde_json::from_str(&line).expect("a line is JSON");
        told["errors"].as_u64().expect("errors are counted")
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

#[test]
fn errors_are_told_whenever_a_file_changes() {
    let place = folder("watch").join("mine");
    let path = place.to_str().expect("a path in words");
    good(&["new", path], "");
    let game = place.join("game.toml");
    let right = fs::read_to_string(&game).expect("there is a game file");
    let watching = Watching::new(path);
    assert_eq!(watching.errors(), 0);
    // A new name is there at once, so that no half of a file is ever read.
    let draft = place.join("draft");
    let save = |text: &str| {
        fs::write(&draft, text).expect("it can be written");
        fs::rename(&draft, &game).expect("it can be renamed");
    };
    save(&format!("flibber = 1\n{right}"));
    assert!(watching.errors() > 0);
    save(&right);
    assert_eq!(watching.errors(), 0);
    assert!(
        watching.lines.recv_timeout(Duration::from_millis(900)).is_err(),
        "nothing changes, nothing is told"
    );
    fs::remove_dir_all(place.parent().expect("it lies in a folder")).expect("it can be removed");
}

#[test]
fn what_is_not_there_is_not_waited_for() {
    told(&["check", "no/such/folder", "--watch"], 3, &["no such file"]);
}
