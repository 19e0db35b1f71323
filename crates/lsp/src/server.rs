//! The protocol: requests and notifications of an editor.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use onplay_cards::Severity;
use onplay_editing::{self as editing, Finding, Folder, is_scenario, tidy};
use tokio::sync::Mutex;
use tower_lsp_server::jsonrpc::{Error, Result};
use tower_lsp_server::ls_types::*;
use tower_lsp_server::{Client, LanguageServer, LspService, Server};

use crate::disk::{self, game_folder};
use crate::offset::{byte, position, range};

/// Speaks with an editor on standard input and output until it says goodbye.
///
/// # Errors
/// The runtime cannot be started.
pub fn serve() -> std::io::Result<()> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let (service, socket) = LspService::new(Editor::new);
        Server::new(tokio::io::stdin(), tokio::io::stdout(), socket).serve(service).await;
    });
    Ok(())
}

struct Editor {
    client: Client,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    open: HashMap<PathBuf, String>,
    folders: HashMap<PathBuf, Arc<Folder>>,
    /// Files that have something shown at them.
    marked: HashSet<PathBuf>,
}

impl Editor {
    fn new(client: Client) -> Self {
        Editor { client, state: Arc::default() }
    }

    /// Reads the game of a file anew and shows what is wrong with it.
    async fn renew(&self, path: &Path, run_scenarios: bool) {
        let mut state = self.state.lock().await;
        let Some(root) = game_folder(path) else { return };
        let folder = Arc::new(disk::read(&root, &state.open));
        state.folders.insert(root.clone(), Arc::clone(&folder));
        let mut shown: HashMap<PathBuf, Vec<Finding>> = folder.findings.clone();
        if run_scenarios && is_scenario(path) && folder.files.contains_key(path) {
            shown.insert(path.to_owned(), folder.scenario_findings(path));
        }
        if run_scenarios || !is_scenario(path) {
            shown.entry(path.to_owned()).or_default();
        }
        let cleared: Vec<PathBuf> =
            state.marked.iter().filter(|known| known.starts_with(&root)).cloned().collect();
        for path in cleared {
            if !is_scenario(&path) || run_scenarios {
                shown.entry(path).or_default();
            }
        }
        for (path, findings) in shown {
            let Some(text) = folder.files.get(&path) else { continue };
            let Some(uri) = Uri::from_file_path(&path) else { continue };
            match findings.is_empty() {
                true => state.marked.remove(&path),
                false => state.marked.insert(path),
            };
            let all = findings.iter().map(|finding| diagnostic(text, finding)).collect();
            self.client.publish_diagnostics(uri, all, None).await;
        }
    }

    /// The game of a file as it was last read.
    async fn folder(&self, path: &Path) -> Option<Arc<Folder>> {
        let root = game_folder(path)?;
        let mut state = self.state.lock().await;
        if let Some(known) = state.folders.get(&root) {
            return Some(Arc::clone(known));
        }
        let folder = Arc::new(disk::read(&root, &state.open));
        state.folders.insert(root, Arc::clone(&folder));
        Some(folder)
    }

    async fn text(&self, path: &Path) -> Option<String> {
        let open = self.state.lock().await.open.get(path).cloned();
        match open {
            Some(text) => Some(text),
            None => self.folder(path).await?.files.get(path).cloned(),
        }
    }

    /// The name of the card at a place, and the game it is in.
    async fn card_at(&self, place: &TextDocumentPositionParams) -> Option<(Arc<Folder>, String)> {
        let path = path(&place.text_document.uri)?;
        let text = self.text(&path).await?;
        let folder = self.folder(&path).await?;
        let book = folder.book.as_ref()?;
        let name = editing::card_named_at(book, &text, byte(&text, place.position))?.to_owned();
        Some((folder, name))
    }
}

fn path(uri: &Uri) -> Option<PathBuf> {
    uri.to_file_path().map(|path| path.into_owned())
}

fn diagnostic(text: &str, finding: &Finding) -> Diagnostic {
    let message = match &finding.help {
        Some(help) => format!("{}\n{help}", finding.message),
        None => finding.message.clone(),
    };
    Diagnostic {
        range: range(text, finding.from, finding.to),
        severity: Some(match finding.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(finding.code.clone())),
        source: Some("onplay".into()),
        message,
        ..Diagnostic::default()
    }
}

fn location(folder: &Folder, path: &Path, from: usize, length: usize) -> Option<Location> {
    let text = folder.files.get(path)?;
    Some(Location { uri: Uri::from_file_path(path)?, range: range(text, from, from + length) })
}

impl LanguageServer for Editor {
    async fn initialize(&self, _: InitializeParams) -> Result<InitializeResult> {
        let capabilities = ServerCapabilities {
            text_document_sync: Some(TextDocumentSyncCapability::Options(
                TextDocumentSyncOptions {
                    open_close: Some(true),
                    change: Some(TextDocumentSyncKind::FULL),
                    save: Some(TextDocumentSyncSaveOptions::Supported(true)),
                    ..TextDocumentSyncOptions::default()
                },
            )),
            completion_provider: Some(CompletionOptions::default()),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            definition_provider: Some(OneOf::Left(true)),
            references_provider: Some(OneOf::Left(true)),
            rename_provider: Some(OneOf::Left(true)),
            document_formatting_provider: Some(OneOf::Left(true)),
            code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
            ..ServerCapabilities::default()
        };
        let server_info = Some(ServerInfo {
            name: "onplay".into(),
            version: Some(env!("CARGO_PKG_VERSION").into()),
        });
        Ok(InitializeResult { capabilities, server_info, ..InitializeResult::default() })
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        let Some(path) = path(&params.text_document.uri) else { return };
        self.state.lock().await.open.insert(path.clone(), params.text_document.text);
        self.renew(&path, true).await;
    }

    async fn did_change(&self, mut params: DidChangeTextDocumentParams) {
        let Some(path) = path(&params.text_document.uri) else { return };
        let Some(last) = params.content_changes.pop() else { return };
        self.state.lock().await.open.insert(path.clone(), last.text);
        self.renew(&path, false).await;
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        if let Some(path) = path(&params.text_document.uri) {
            self.renew(&path, true).await;
        }
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        let Some(path) = path(&params.text_document.uri) else { return };
        self.state.lock().await.open.remove(&path);
        self.renew(&path, false).await;
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        let place = params.text_document_position;
        let Some(path) = path(&place.text_document.uri) else { return Ok(None) };
        let (Some(text), Some(folder)) = (self.text(&path).await, self.folder(&path).await) else {
            return Ok(None);
        };
        let Some(book) = &folder.book else { return Ok(None) };
        let found = editing::suggestions(book, &path, &text, byte(&text, place.position));
        let items = found.into_iter().map(|suggestion| CompletionItem {
            label: suggestion.word,
            kind: Some(match suggestion.kind {
                "field" => CompletionItemKind::FIELD,
                "card" => CompletionItemKind::CLASS,
                "keyword" => CompletionItemKind::KEYWORD,
                _ => CompletionItemKind::VALUE,
            }),
            detail: Some(suggestion.kind.to_owned()),
            documentation: suggestion.about.map(Documentation::String),
            ..CompletionItem::default()
        });
        Ok(Some(CompletionResponse::Array(items.collect())))
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let place = params.text_document_position_params;
        let Some(path) = path(&place.text_document.uri) else { return Ok(None) };
        let (Some(text), Some(folder)) = (self.text(&path).await, self.folder(&path).await) else {
            return Ok(None);
        };
        let at = byte(&text, place.position);
        let said = folder.book.as_ref().and_then(|book| editing::hover(book, &text, at));
        Ok(said.map(|value| Hover {
            contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value }),
            range: None,
        }))
    }

    async fn goto_definition(
        &self,
        params: GotoDefinitionParams,
    ) -> Result<Option<GotoDefinitionResponse>> {
        let found = self.card_at(&params.text_document_position_params).await;
        let Some((folder, name)) = found else { return Ok(None) };
        let place = editing::definition(&folder, &name)
            .and_then(|(path, from)| location(&folder, &path, from, name.len()));
        Ok(place.map(GotoDefinitionResponse::Scalar))
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        let found = self.card_at(&params.text_document_position).await;
        let Some((folder, name)) = found else { return Ok(None) };
        let places = editing::references(&folder, &name);
        let places =
            places.iter().filter_map(|(path, from)| location(&folder, path, *from, name.len()));
        Ok(Some(places.collect()))
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        let found = self.card_at(&params.text_document_position).await;
        let Some((folder, name)) = found else { return Ok(None) };
        let new = params.new_name.trim().to_owned();
        let known = folder.book.as_ref().is_some_and(|book| book.card(&new).is_some());
        if new.is_empty() || new.contains(['"', '\n', '\\']) {
            return Err(Error::invalid_params("a name is one line without quotes"));
        }
        if known && new != name {
            return Err(Error::invalid_params(format!("there is a card `{new}` already")));
        }
        let mut files = folder.files.clone();
        let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
        // From the end of each file, so that places stay right while it changes.
        for (path, from) in editing::references(&folder, &name).into_iter().rev() {
            let (Some(uri), Some(text)) = (Uri::from_file_path(&path), folder.files.get(&path))
            else {
                continue;
            };
            let edit = TextEdit::new(range(text, from, from + name.len()), new.clone());
            changes.entry(uri).or_default().push(edit);
            if let Some(text) = files.get_mut(&path) {
                text.replace_range(from..from + name.len(), &new);
            }
        }
        if Folder::of(files).errors() > folder.errors() {
            let message = format!("with the name `{new}` the game cannot be read any more");
            return Err(Error::invalid_params(message));
        }
        Ok(Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }))
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        let Some(path) = path(&params.text_document.uri) else { return Ok(None) };
        let is_toml = path.extension().is_some_and(|ending| ending == "toml");
        let Some(text) = self.text(&path).await.filter(|_| is_toml) else { return Ok(None) };
        let tidied = tidy(&text);
        if tidied == text {
            return Ok(Some(Vec::new()));
        }
        let whole = Range::new(Position::new(0, 0), position(&text, text.len()));
        Ok(Some(vec![TextEdit::new(whole, tidied)]))
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let uri = params.text_document.uri;
        let Some(path) = path(&uri) else { return Ok(None) };
        let Some(folder) = self.folder(&path).await else { return Ok(None) };
        let Some(text) = folder.files.get(&path) else { return Ok(None) };
        let (from, to) = (byte(text, params.range.start), byte(text, params.range.end));
        let empty = Vec::new();
        let findings = folder.findings.get(&path).unwrap_or(&empty);
        let near = findings.iter().filter(|finding| finding.from <= to && from <= finding.to);
        let mut actions = CodeActionResponse::new();
        for finding in near {
            let Some(fix) = editing::fix(&folder, &path, finding) else { continue };
            let edit = TextEdit::new(range(text, fix.from, fix.to), fix.words.clone());
            let changes = HashMap::from([(uri.clone(), vec![edit])]);
            actions.push(CodeActionOrCommand::CodeAction(CodeAction {
                title: format!("write “{}”", fix.words),
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![diagnostic(text, finding)]),
                edit: Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
                is_preferred: Some(true),
                ..CodeAction::default()
            }));
        }
        Ok(Some(actions))
    }
}
