//! Running the program in tests.
#![allow(dead_code)]

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

use serde_json::{Value, json};

/// Runs the program with some input.
pub fn onplay(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_onplay"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it reads");
    // A program that does not read its input may be gone already.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

pub fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The output of a run that must go well.
pub fn good(arguments: &[&str], input: &str) -> String {
    let output = onplay(arguments, input);
    assert!(output.status.success(), "{arguments:?}: {}", err(&output));
    out(&output)
}

/// The exit code and the error message of a run that must not.
pub fn bad(arguments: &[&str]) -> (i32, String) {
    let output = onplay(arguments, "");
    (output.status.code().unwrap_or(-1), err(&output))
}

pub fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("onplay-{name}-{}", std::process::id()));
    fs::create_dir_all(&path).unwrap();
    path
}

/// A mistake must end with a code and say all of these words.
pub fn told(arguments: &[&str], code: i32, words: &[&str]) {
    let (ended, message) = bad(arguments);
    assert_eq!(ended, code, "{arguments:?}: {message}");
    for word in words {
        assert!(message.contains(word), "{arguments:?}: `{word}` is not in: {message}");
    }
}

/// A program that plays by JSON Lines.
pub struct Machine {
    pub child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Machine {
    pub fn new(arguments: &[&str]) -> Self {
        Machine::in_folder(Path::new("."), arguments)
    }

    /// The same, with a folder to work in.
    pub fn in_folder(folder: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_onplay"))
            .args(arguments)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let to = child.stdin.take().expect("it reads");
        let from = BufReader::new(child.stdout.take().expect("it writes"));
        Machine { child, to, from }
    }

    pub fn read(&mut self) -> Value {
        let mut line = String::new();
        self.from.read_line(&mut line).expect("it answers");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    /// The next message of one of these types.
    pub fn until(&mut self, kinds: &[&str]) -> Value {
        loop {
            let said = self.read();
            if kinds.iter().any(|kind| said["type"] == *kind) {
                return said;
            }
        }
    }

    /// Says nothing more and waits until the program has ended.
    pub fn end(self) {
        let Machine { mut child, to, from } = self;
        drop(to);
        for line in from.lines() {
            line.expect("it writes");
        }
        assert!(child.wait().expect("it ends").success());
    }

    /// Answers an ask.
    pub fn decide(&mut self, ask: &Value, action: usize) {
        let id = format!("d{ask}");
        let line = json!({ "type": "decide", "id": id, "ask": ask, "action": action });
        writeln!(self.to, "{line}").expect("it listens");
    }

    pub fn send(&mut self, line: &str) -> Value {
        writeln!(self.to, "{line}").expect("it listens");
        self.read()
    }
}
