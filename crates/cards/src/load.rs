//! Loading: from the texts of a game's files to its book.

use std::borrow::Cow;
use std::sync::Arc;

use onplay_engine::card::{Ability, When};
use onplay_engine::compile::{Card, Catalog};
use onplay_engine::id::{CardId, Class};
use onplay_engine::rulebook::Rulebook;

use crate::book::{Book, CardText, Deck, GameInfo};
use crate::card_file::{Draft, read_drafts, read_texts};
use crate::check;
use crate::deck_file::read_deck;
use crate::diagnostic::{Diagnostic, Span};
use crate::fingerprint;
use crate::game::{Game, read_game};
use crate::inline_token::described_tokens;
use crate::parse::{CardContext, parse_card_text};
use crate::rulebook::{Built, Which, add_stages, build, check_deck, deck_problems, read_outline};
use crate::source::{Loaded, SourceFile};
use crate::vocabulary::Vocabulary;

/// Loads a game: one `game.toml`, and the files of its `cards` and `decks`
/// folders. There is a book whenever the game's own file could be read; cards
/// that could not be are in it with what was understood of them.
pub fn load_game(files: &[SourceFile]) -> Loaded<Book> {
    let mut diagnostics = Vec::new();
    let is_game = |file: &&SourceFile| file.name.rsplit('/').next() == Some("game.toml");
    let Some(source) = files.iter().find(is_game) else {
        let name = files.first().map_or("game.toml", |file| file.name.as_str());
        let error = Diagnostic::error("no-game", Span::default(), "there is no game.toml");
        return Loaded { value: None, diagnostics: vec![error.in_file(name)] };
    };
    let Some(game) = read_game(source, &mut diagnostics) else {
        return Loaded { value: None, diagnostics };
    };
    let Game { file, mut vocabulary, policies } = game;
    let is_rulebook = |file: &&SourceFile| file.name.rsplit('/').next() == Some("rulebook.md");
    let outline = files.iter().find(is_rulebook).map(|source| {
        let outline = read_outline(source, &mut diagnostics);
        add_stages(&outline, &mut vocabulary);
        outline
    });
    let of_folder = |folder: &str| -> Vec<&SourceFile> {
        let mut found: Vec<&SourceFile> =
            files.iter().filter(|file| file.name.rsplit('/').nth(1) == Some(folder)).collect();
        found.sort_by(|a, b| a.name.cmp(&b.name));
        found
    };
    let sources = of_folder("cards");
    let mut drafts = read_drafts(&sources, &mut vocabulary, &[], &mut diagnostics);
    let built =
        outline.map(|outline| Arc::new(build(&outline, &file, &mut vocabulary, &mut diagnostics)));
    read_texts(&mut drafts, &sources, &vocabulary, &mut diagnostics);
    check::drafts(&drafts, &sources, &vocabulary, &file.id, &mut diagnostics);
    check_resolving(&drafts, &sources, built.as_deref(), &mut diagnostics);
    let (cards, texts): (Vec<Card>, Vec<CardText>) = split(drafts);
    let info = GameInfo { id: file.id, title: file.title, tagline: file.tagline };
    let compiled = compile(&vocabulary, &cards, built.as_deref(), &source.name, &mut diagnostics);
    let Some(catalog) = compiled else {
        return Loaded { value: None, diagnostics };
    };
    let mut book = Book {
        game: info,
        catalog: Arc::new(catalog),
        cards: texts,
        decks: Vec::new(),
        policies,
        vocabulary,
        printed: Arc::new(cards),
        built,
    };
    let names: Vec<&str> =
        book.vocabulary.names.all(Class::Card).iter().map(String::as_str).collect();
    let mut decks = Vec::new();
    for source in of_folder("decks") {
        let find = |name: &str| book.card(name);
        let most = book.catalog.rules.capacity / 2;
        let deck = read_deck(source, &find, &names, most, &mut diagnostics);
        if let Some(deck) = &deck {
            check_deck(book.deck_problems(deck), source, &mut diagnostics);
        }
        decks.extend(deck);
    }
    book.decks = decks;
    Loaded { value: Some(book), diagnostics }
}

impl Book {
    /// Everything that the rulebook says is wrong with a deck: what it is about in
    /// the deck's file, and why. Empty if it may be played.
    pub fn deck_problems(&self, deck: &Deck) -> Vec<(String, String)> {
        let Some(built) = &self.built else { return Vec::new() };
        let name_of = |card: CardId| self.vocabulary.word(Class::Card, card.0).to_owned();
        let is = |card: CardId, which: &Which| match which {
            Which::All => true,
            Which::Trait { field, word } => {
                let value = self.text(card).extra.get(field).and_then(|value| value.as_str());
                value.is_some_and(|value| value.eq_ignore_ascii_case(word))
            }
            Which::Type { kind, .. } => self.catalog.card(card).has_type(*kind),
        };
        let rules = (built.rulebook.decks.as_slice(), built.decks.as_slice());
        deck_problems(deck, rules, &self.game.id, &name_of, &is)
    }

    /// Reads text that is on no card in particular: the abilities, and what is
    /// wrong with the words or cannot happen in this game.
    pub fn read_text(&self, text: &str) -> (Vec<Ability>, Vec<Diagnostic>) {
        let mut vocabulary = Cow::Borrowed(&self.vocabulary);
        if text.contains("token") {
            described_tokens(text, vocabulary.to_mut());
        }
        let parsed = parse_card_text(&vocabulary, CardContext::default(), text);
        let mut diagnostics = parsed.diagnostics;
        let game = &self.game.id;
        diagnostics.extend(check::abilities(&parsed.abilities, &parsed.spans, &vocabulary, game));
        (parsed.abilities, diagnostics)
    }

    /// The book with more cards, as a scenario gives them: the same TOML as in
    /// card files. They are numbered after the book's own.
    pub fn with_cards(&self, extra: &SourceFile) -> Loaded<Book> {
        let mut diagnostics = Vec::new();
        let mut vocabulary = self.vocabulary.clone();
        let sources = [extra];
        let mut drafts = read_drafts(&sources, &mut vocabulary, &self.cards, &mut diagnostics);
        read_texts(&mut drafts, &sources, &vocabulary, &mut diagnostics);
        check::drafts(&drafts, &sources, &vocabulary, &self.game.id, &mut diagnostics);
        check_resolving(&drafts, &sources, self.built.as_deref(), &mut diagnostics);
        let (more, texts) = split(drafts);
        let mut cards = (*self.printed).clone();
        cards.extend(more);
        let built = self.built.as_deref();
        let compiled = compile(&vocabulary, &cards, built, &extra.name, &mut diagnostics);
        let Some(catalog) = compiled else {
            return Loaded { value: None, diagnostics };
        };
        let mut book = self.clone();
        book.cards.extend(texts);
        book.printed = Arc::new(cards);
        book.catalog = Arc::new(catalog);
        book.vocabulary = vocabulary;
        Loaded { value: Some(book), diagnostics }
    }
}

/// The text of a card that waits on a stack must be one that its type says happens.
fn check_resolving(
    drafts: &[Draft],
    sources: &[&SourceFile],
    built: Option<&Built>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(built) = built else { return };
    for draft in drafts {
        let texts = draft.card.abilities.iter().filter(|ability| ability.when == When::Played);
        let (count, resolves) = (texts.count(), built.rulebook.resolves(draft.card.types));
        let message = match resolves {
            Some(resolves) if count > 0 && !resolves.with_text => {
                "no clause says that the text of such a card happens when it resolves"
            }
            Some(_) if count > 1 => "a card resolves once, so it has one text to resolve",
            _ => continue,
        };
        let help = "say when it happens: “When this is played, …”";
        let error = Diagnostic::error("resolve", draft.place(Span::default()), message).help(help);
        diagnostics.push(error.in_file(&sources[draft.file].name));
    }
}

fn split(drafts: Vec<Draft>) -> (Vec<Card>, Vec<CardText>) {
    drafts.into_iter().map(|draft| (draft.card, draft.text)).unzip()
}

fn compile(
    vocabulary: &Vocabulary,
    cards: &[Card],
    built: Option<&Built>,
    file: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Catalog> {
    debug_assert!(cards.len() <= usize::from(CardId(u16::MAX).0));
    let (cards, rulebook) = match built {
        Some(built) => built.apply(cards),
        None => (cards.to_vec(), Rulebook::default()),
    };
    match Catalog::new(vocabulary.rules.clone(), vocabulary.names.clone(), cards) {
        Ok(mut catalog) => {
            catalog.set_rulebook(rulebook);
            catalog.fingerprint = fingerprint::of(&catalog);
            Some(catalog)
        }
        Err(error) => {
            let error = Diagnostic::error("too-many", Span::default(), error.to_string());
            diagnostics.push(error.in_file(file));
            None
        }
    }
}
