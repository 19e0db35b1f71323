//! The server as a program: how it is started, asked how it is, and stopped.
#![cfg(unix)]

mod common;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use common::{Machine, bad, folder, good};

/// A server on a port of its own, and its address.
fn serve(set: impl FnOnce(&mut Command)) -> (Child, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_onplay"));
    command.arg("serve").stdout(Stdio::piped()).stderr(Stdio::null());
    set(&mut command);
    let mut child = command.spawn().expect("it starts");
    let mut line = String::new();
    let stdout = child.stdout.take().expect("it writes");
    BufReader::new(stdout).read_line(&mut line).expect("it says where it is");
    let address = line.trim().strip_prefix("http://").expect("an address").to_owned();
    (child, address)
}

/// The status and the text of an answer.
fn get(address: &str, path: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).expect("it listens");
    let request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("it answers");
    let status = text.split(' ').nth(1).and_then(|number| number.parse().ok());
    (status.unwrap_or_else(|| panic!("no status: {text}")), text)
}

#[test]
fn a_server_says_how_it_is_and_ends_in_order() {
    let (mut child, address) = serve(|command| {
        command.args(["--memory", "--listen", "127.0.0.1:0"]);
    });
    for path in ["/healthz", "/readyz", "/api/games", "/api/openapi.json"] {
        assert_eq!(get(&address, path).0, 200, "{path}");
    }
    let (status, metrics) = get(&address, "/metrics");
    assert_eq!(status, 200);
    for name in ["matches", "connections", "decisions", "refused", "write_errors"] {
        let name = format!("onplay_{name} 0\n");
        assert!(metrics.contains(&name), "{name}: {metrics}");
    }
    assert_eq!(get(&address, "/../../etc/passwd").0, 404);
    let killed = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(killed.expect("it can be told").success());
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn what_a_server_is_told_may_stand_in_the_environment() {
    let data = folder("served");
    let (mut child, address) = serve(|command| {
        command.env("ONPLAY_LISTEN", "127.0.0.1:0").env("ONPLAY_DATA", data.join("here"));
    });
    assert_eq!(get(&address, "/readyz").0, 200);
    assert!(data.join("here/onplay.sqlite").is_file());
    let path = data.join("here");
    let (code, message) =
        bad(&["serve", "--listen", "127.0.0.1:0", "--data", path.to_str().expect("a path")]);
    assert_eq!(code, 3, "two servers in one folder: {message}");
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    for arguments in [
        vec!["serve", "--memory", "--database", "postgres://127.0.0.1/x"],
        vec!["serve", "--listen", "nowhere"],
        vec!["serve", "--memory", "--log", "a=b=c"],
    ] {
        assert_eq!(bad(&arguments).0, 2, "{arguments:?}");
    }
    std::fs::remove_dir_all(&data).expect("it can be removed");
}

/// What was promised before the first card was seen can be checked by whoever played.
#[test]
fn the_seed_of_a_match_can_be_verified() {
    let folder = folder("promised");
    let file = folder.join("game.jsonl");
    let path = file.to_str().expect("a path");
    let mut machine = Machine::new(&["play", "lab", "--json", "--bot", "random", "--save", path]);
    let commitment = machine.read()["commitment"].as_str().expect("a commitment").to_owned();
    let mut said = machine.until(&["ask", "over"]);
    while said["type"] == "ask" {
        machine.decide(&said["ask"]["n"], 1);
        said = machine.until(&["ask", "over"]);
    }
    let salt = said["opened"]["salt"].as_str().expect("a salt").to_owned();
    machine.end();
    let check = |commitment: &str, salt: &str| {
        vec!["replay", path, "--verify-seed", commitment, "--salt", salt]
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let run =
        |arguments: Vec<String>| bad(&arguments.iter().map(String::as_str).collect::<Vec<_>>()).0;
    let whole = check(&commitment, &salt);
    let text = good(&whole.iter().map(String::as_str).collect::<Vec<_>>(), "");
    assert!(text.contains("was settled before the first card was seen"), "{text}");
    let other = commitment.replace(['0', '1', '2', '3'], "4");
    assert_ne!(other, commitment);
    assert_eq!(run(check(&other, &salt)), 1, "another seed");
    assert_eq!(run(check(&commitment, "")), 1, "another salt");
    assert_eq!(run(check("promised", &salt)), 2, "no commitment");
    std::fs::remove_dir_all(&folder).expect("it can be removed");
}
