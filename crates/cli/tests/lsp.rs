//! `onplay lsp` as an editor speaks with it: a real session over its pipes.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// An editor with one server.
struct Editor {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next: u64,
    /// What was shown last, by file.
    shown: Vec<(String, Vec<Value>)>,
}

impl Editor {
    fn start() -> Self {
        let mut server = Command::new(env!("CARGO_BIN_EXE_onplay"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = server.stdin.take().expect("it has an input");
        let output = BufReader::new(server.stdout.take().expect("it has an output"));
        let mut editor = Editor { server, input, output, next: 0, shown: Vec::new() };
        let told = editor.ask("initialize", json!({ "capabilities": {} }));
        assert_eq!(told["serverInfo"]["name"], "onplay");
        editor.tell("initialized", json!({}));
        editor
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it listens");
        self.input.flush().expect("it listens");
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Asks something and takes in everything that comes before the answer.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.answer(method, params).expect("an answer")
    }

    fn answer(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.read();
            if message["id"] == id {
                return match message.get("error") {
                    Some(error) => Err(error.clone()),
                    None => Ok(message["result"].clone()),
                };
            }
        }
    }

    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).expect("it speaks"), 0, "it has gone");
            match line.trim() {
                "" => break,
                header => {
                    if let Some(count) = header.strip_prefix("Content-Length: ") {
                        length = count.parse().expect("a number");
                    }
                }
            }
        }
        let mut text = vec![0; length];
        self.output.read_exact(&mut text).expect("the whole message");
        let message: Value = serde_json::from_slice(&text).expect("JSON");
        if message["method"] == "textDocument/publishDiagnostics" {
            let uri = message["params"]["uri"].as_str().expect("a file").to_owned();
            let all = message["params"]["diagnostics"].as_array().expect("a list").clone();
            self.shown.retain(|(known, _)| *known != uri);
            self.shown.push((uri, all));
        }
        message
    }

    /// What is shown at a file after it was opened or changed last.
    fn shown(&mut self, path: &Path) -> Vec<Value> {
        loop {
            let known = self.shown.iter().find(|(known, _)| *known == uri(path));
            if let Some((_, all)) = known {
                return all.clone();
            }
            self.read();
        }
    }

    fn open(&mut self, path: &Path, text: &str) {
        self.shown.retain(|(known, _)| *known != uri(path));
        let document =
            json!({ "uri": uri(path), "languageId": "toml", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn change(&mut self, path: &Path, text: &str) {
        self.shown.retain(|(known, _)| *known != uri(path));
        let document = json!({ "uri": uri(path), "version": 2 });
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [{ "text": text }] }),
        );
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// A copy of the lab that a test may change.
fn lab(name: &str) -> PathBuf {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/lab");
    let to = std::env::temp_dir().join(format!("onplay-lsp-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&to);
    copy(&from, &to);
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

const RIGHT: &str = r#"[[card]]
name = "Lantern Moth"
type = "Unit"
cost = 0
hull = 2
text = "When this dies, draw a card."
"#;

fn place(path: &Path, text: &str, words: &str) -> Value {
    let at = text.find(words).expect("the words are there");
    let line = text[..at].matches('\n').count();
    let column = at - text[..at].rfind('\n').map_or(0, |at| at + 1);
    json!({
        "textDocument": { "uri": uri(path) },
        "position": { "line": line, "character": column + 1 },
    })
}

#[test]
fn errors_come_and_go_while_one_types() {
    let folder = lab("types");
    let file = folder.join("cards/moths.toml");
    let mut editor = Editor::start();
    editor.open(&file, RIGHT);
    assert!(editor.shown(&file).is_empty());
    editor.change(&file, &RIGHT.replace("draw a card", "draw a crad"));
    let shown = editor.shown(&file);
    assert_eq!(shown.len(), 1, "{shown:?}");
    assert_eq!(shown[0]["range"]["start"]["line"], 5);
    assert_eq!(shown[0]["source"], "onplay");
    editor.change(&file, RIGHT);
    assert!(editor.shown(&file).is_empty());
}

#[test]
fn a_card_is_read_back_and_found() {
    let folder = lab("found");
    let file = folder.join("cards/moths.toml");
    let deck = folder.join("decks/moths.toml");
    let list =
        "id = \"moths\"\nname = \"Moths\"\nplan = \"Light.\"\n\n[main]\n\"Lantern Moth\" = 20\n";
    fs::write(&file, RIGHT).expect("a file");
    fs::write(&deck, list).expect("a file");
    let mut editor = Editor::start();
    editor.open(&file, RIGHT);
    let said = editor.ask("textDocument/hover", place(&file, RIGHT, "draw"));
    let said = said["contents"]["value"].as_str().expect("words").to_owned();
    assert!(said.contains("Lantern Moth") && said.contains("reads as: When this"), "{said}");

    editor.open(&deck, list);
    let there = editor.ask("textDocument/definition", place(&deck, list, "Lantern"));
    assert_eq!(there["uri"], uri(&file));
    assert_eq!(there["range"]["start"]["line"], 1);

    let mut asked = place(&file, RIGHT, "Lantern");
    asked["context"] = json!({ "includeDeclaration": true });
    let places = editor.ask("textDocument/references", asked);
    assert_eq!(places.as_array().map(Vec::len), Some(2), "{places}");

    let mut asked = place(&file, RIGHT, "Lantern");
    asked["newName"] = json!("Candle Moth");
    let edit = editor.ask("textDocument/rename", asked.clone());
    assert_eq!(edit["changes"].as_object().map(serde_json::Map::len), Some(2), "{edit}");
    asked["newName"] = json!("Pebble");
    assert!(editor.answer("textDocument/rename", asked).is_err(), "there is a Pebble already");
}

#[test]
fn words_are_completed_and_files_tidied() {
    let folder = lab("words");
    let file = folder.join("cards/moths.toml");
    let untidy = RIGHT.replace("cost = 0", "cost=0   ");
    let mut editor = Editor::start();
    editor.open(&file, &untidy);
    let offered = editor.ask("textDocument/completion", place(&file, &untidy, "this dies"));
    let labels: Vec<&str> = offered
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| one["label"].as_str())
        .collect();
    assert!(labels.contains(&"Pebble") && labels.contains(&"hull"), "{labels:?}");
    let document = json!({ "uri": uri(&file) });
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let asked = json!({ "textDocument": document, "options": options });
    let edits = editor.ask("textDocument/formatting", asked);
    assert_eq!(edits[0]["newText"], RIGHT);
}

#[test]
fn a_fix_is_offered_only_if_it_helps() {
    let folder = lab("fix");
    let file = folder.join("cards/moths.toml");
    let wrong = RIGHT.replace("type = \"Unit\"", "type = \"Unti\"");
    let mut editor = Editor::start();
    editor.open(&file, &wrong);
    let shown = editor.shown(&file);
    assert!(!shown.is_empty());
    let range = shown[0]["range"].clone();
    let asked = json!({
        "textDocument": { "uri": uri(&file) },
        "range": range,
        "context": { "diagnostics": shown },
    });
    let actions = editor.ask("textDocument/codeAction", asked);
    let words = actions[0]["edit"]["changes"][uri(&file)][0]["newText"].clone();
    assert_eq!(words, "Unit", "{actions}");
}

#[test]
fn a_page_that_does_not_hold_says_so_at_its_line() {
    let folder = lab("page");
    let page = folder.join("scenarios/moths.md");
    let text = "# Moths\n\n## A pebble lies in the hand\n\n```scenario\ngame lab\nsetup p1 hand: Pebble\nexpect p1 hand: empty\n```\n";
    fs::write(&page, text).expect("a file");
    let mut editor = Editor::start();
    editor.open(&page, text);
    let shown = editor.shown(&page);
    assert_eq!(shown.len(), 1, "{shown:?}");
    assert_eq!(shown[0]["range"]["start"]["line"], 7);
}
