//! The workshop: a game's texts while somebody writes them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use onplay_cards::{print_ability, reminder};
use onplay_editing::{self as editing, Folder, card_blocks};
use onplay_engine::id::KeywordId;
use onplay_games::{DESIGNS, Kit};
use onplay_wire::{CardInfo, GameInfo};
use serde::Serialize;
use serde_json::json as object;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::board::{self, Wish};
use crate::error::Failure;
use crate::game::Game;
use crate::table::Match;
use crate::text::{File, Problem, byte, json, read, units};

/// A card as it is written in a file.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WrittenCard {
    name: String,
    /// Where it stands in the file.
    from: usize,
    to: usize,
    /// Its face; nothing while too little of it can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    card: Option<CardInfo>,
    /// Each ability that was understood, in the language's own words.
    reads_as: Vec<String>,
    /// Its keywords with what they mean.
    reminders: Vec<Reminder>,
}

#[derive(Serialize)]
struct Reminder {
    keyword: String,
    text: String,
}

/// A game's texts and what was read of them.
#[wasm_bindgen]
pub struct Workshop {
    folder: Folder,
    /// The game as far as it can be read, for faces.
    kit: Option<Kit>,
}

#[wasm_bindgen]
impl Workshop {
    /// Reads the texts of a game, from JSON: `{ name, text }[]`.
    #[wasm_bindgen(constructor)]
    pub fn new(files: &str) -> Result<Workshop, Failure> {
        let files: Vec<File> = read(files, "a list of files")?;
        let files = files.into_iter().map(|file| (PathBuf::from(file.name), file.text)).collect();
        Ok(Workshop::of(files))
    }

    /// Changes the text of a file, or adds one.
    pub fn set(&mut self, name: &str, text: &str) {
        let mut files = std::mem::take(&mut self.folder.files);
        files.insert(PathBuf::from(name), text.to_owned());
        *self = Workshop::of(files);
    }

    /// Takes a file away.
    pub fn remove(&mut self, name: &str) {
        let mut files = std::mem::take(&mut self.folder.files);
        files.remove(Path::new(name));
        *self = Workshop::of(files);
    }

    /// Everything that is wrong with the game, as JSON: `Problem[]`.
    pub fn problems(&self) -> Result<String, Failure> {
        let mut all = Vec::new();
        for (path, text) in &self.folder.files {
            let found = self.folder.findings.get(path).into_iter().flatten();
            let name = path.to_string_lossy();
            all.extend(found.map(|finding| Problem::found(finding, &name, text)));
        }
        json(&all)
    }

    /// What does not hold on a page of scenarios, as JSON: `Problem[]`. It is played.
    #[wasm_bindgen(js_name = pageProblems)]
    pub fn page_problems(&self, name: &str) -> Result<String, Failure> {
        let text = self.text(name)?;
        let found = self.folder.scenario_findings(Path::new(name));
        let found = found.iter().map(|finding| Problem::found(finding, name, text));
        json(&found.collect::<Vec<_>>())
    }

    /// The cards that a file defines, as JSON: `WrittenCard[]`.
    pub fn cards(&self, name: &str) -> Result<String, Failure> {
        let text = self.text(name)?;
        let card = |(from, to, name): (usize, usize, String)| {
            let kit = self.kit.as_ref();
            let known = kit.and_then(|kit| Some((kit, kit.book.card(&name)?)));
            let (mut reads_as, mut reminders) = (Vec::new(), Vec::new());
            if let Some((kit, id)) = known {
                let words = &kit.book.vocabulary;
                let printed = kit.book.printed(id);
                let abilities = printed.abilities.iter();
                reads_as.extend(abilities.map(|ability| print_ability(words, ability)));
                let keywords = (0..31).map(KeywordId).filter(|one| printed.has_keyword(*one));
                reminders.extend(keywords.filter_map(|one| {
                    let names = kit.book.catalog.names.all(onplay_engine::id::Class::Keyword);
                    let keyword = names.get(usize::from(one.0))?.clone();
                    Some(Reminder { keyword, text: reminder(words, one).to_owned() })
                }));
            }
            let card = known.map(|(kit, id)| CardInfo::new(kit, id));
            let (from, to) = (units(text, from), units(text, to));
            WrittenCard { name, from, to, card, reads_as, reminders }
        };
        json(&card_blocks(text).into_iter().map(card).collect::<Vec<_>>())
    }

    /// Words that can stand at a place, as JSON: `{ word, kind, about }[]`.
    pub fn complete(&self, name: &str, at: usize) -> Result<String, Failure> {
        let text = self.text(name)?;
        let Some(book) = &self.folder.book else { return json::<[(); 0]>(&[]) };
        let found = editing::suggestions(book, Path::new(name), text, byte(text, at));
        let word = |one: &editing::Suggestion| object!({ "word": one.word, "kind": one.kind, "about": one.about });
        json(&found.iter().map(word).collect::<Vec<_>>())
    }

    /// What is to be said about a place, in Markdown.
    pub fn hover(&self, name: &str, at: usize) -> Result<Option<String>, Failure> {
        let text = self.text(name)?;
        let book = self.folder.book.as_ref();
        Ok(book.and_then(|book| editing::hover(book, text, byte(text, at))))
    }

    /// Fixes that help with what is wrong between two places, as JSON:
    /// `{ from, to, words }[]`.
    pub fn fixes(&self, name: &str, from: usize, to: usize) -> Result<String, Failure> {
        let text = self.text(name)?;
        let (first, last) = (byte(text, from), byte(text, to));
        let found = self.folder.findings.get(Path::new(name)).into_iter().flatten();
        let near = found.filter(|finding| finding.from <= last && first <= finding.to);
        let fixes = near.filter_map(|one| editing::fix(&self.folder, Path::new(name), one));
        let written = fixes.map(|fix| {
            let (from, to) = (units(text, fix.from), units(text, fix.to));
            object!({ "from": from, "to": to, "words": fix.words })
        });
        json(&written.collect::<Vec<_>>())
    }

    /// The text of a file, tidied; pages stay as they are.
    pub fn tidy(&self, name: &str) -> Result<String, Failure> {
        let text = self.text(name)?;
        Ok(if name.ends_with(".toml") { editing::tidy(text) } else { text.to_owned() })
    }

    /// Everything needed to draw the game, as JSON: `GameInfo`; nothing while too little
    /// of it can be read.
    pub fn info(&self) -> Result<Option<String>, Failure> {
        self.kit.as_ref().map(|kit| json(&GameInfo::new(kit))).transpose()
    }

    /// The faces of all cards as far as they can be read, as JSON: `CardInfo[]`.
    pub fn faces(&self) -> Result<String, Failure> {
        json(&self.kit.as_ref().map(CardInfo::all).unwrap_or_default())
    }

    /// The game, if nothing is wrong with it.
    pub fn game(&self) -> Result<Game, Failure> {
        match &self.kit {
            Some(kit) if self.folder.errors() == 0 => Ok(Game::new(kit.clone())),
            _ => {
                let count = self.folder.errors();
                Err(Failure::new(format!("{count} errors are left")))
            }
        }
    }

    /// The boards of a page of scenarios, as JSON: `{ title, setup, moves }[]`.
    pub fn boards(page: &str) -> Result<String, Failure> {
        json(&board::boards(page))
    }

    /// A match that begins on a board, from JSON: `{ page, index, card, place, moves }`.
    #[wasm_bindgen(js_name = onBoard)]
    pub fn on_board(&self, wish: &str) -> Result<Match, Failure> {
        let wish: Wish = read(wish, "a board")?;
        board::session(&wish, &self.folder.sources(), &self.card_names()).map(Match::new)
    }

    /// A board with its moves under several policies, those of the published designs if
    /// none are named, as JSON: `Resolution[]`.
    pub fn policies(&self, wish: &str, names: Option<Vec<String>>) -> Result<String, Failure> {
        let wish: Wish = read(wish, "a board")?;
        let names = names.unwrap_or_else(|| DESIGNS.map(str::to_owned).to_vec());
        let (files, own) = (self.folder.sources(), self.card_names());
        json(&board::under_policies(&wish, &files, &own, &names)?)
    }
}

impl Workshop {
    fn of(files: BTreeMap<PathBuf, String>) -> Self {
        let folder = Folder::of(files);
        let kit = folder.book.clone().and_then(|book| Kit::new(book).ok());
        Workshop { folder, kit }
    }

    fn text(&self, name: &str) -> Result<&str, Failure> {
        let text = self.folder.files.get(Path::new(name)).map(String::as_str);
        text.ok_or_else(|| Failure::new(format!("there is no file `{name}`")))
    }

    fn card_names(&self) -> Vec<String> {
        let cards = self.folder.book.iter().flat_map(|book| &book.cards);
        cards.map(|card| card.name.clone()).collect()
    }
}
