//! The sentences nearest to a refused one: model sentences that the language
//! understands, with the designer's own words in their holes.

use std::sync::OnceLock;

use onplay_engine::id::Class;
use onplay_engine::rulebook::Role;

use super::chunk::{self, Chunk, Kind, chunks, is_light};
use super::teach::synonyms;
use crate::inflect;
use crate::token::{self, Token};
use crate::vocabulary::Vocabulary;

/// A part of a model sentence.
#[derive(Clone, PartialEq, Debug)]
enum Part {
    Word(String),
    Hole(Hole, String),
}

/// What a hole takes: words of one kind, or a whole clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hole {
    Kind(Kind),
    /// A thing without an article.
    Noun,
    Token,
    Clause,
}

/// A sentence that may be offered, and how far it is from what was written.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Offer {
    pub cost: f32,
    pub sentence: String,
    /// Words were only left out.
    pub is_less: bool,
}

/// The model sentences as a game reads them.
pub(super) struct Models {
    all: Vec<(&'static [Part], Keys)>,
}

/// By part of a model: what its word is compared by.
type Keys = Vec<String>;

impl Models {
    pub(super) fn new(vocabulary: &Vocabulary) -> Models {
        let key = |part: &Part| match part {
            Part::Word(word) => chunk::key(vocabulary, word),
            Part::Hole(..) => String::new(),
        };
        let keyed = |model: &'static Vec<Part>| (&model[..], model.iter().map(key).collect());
        Models { all: models().iter().map(keyed).collect() }
    }

    /// The models that have words of a line, with what the game has in their holes: those
    /// with the most words first.
    pub(super) fn alike(&self, vocabulary: &Vocabulary, tokens: &[Token]) -> Vec<String> {
        let written: Vec<String> = tokens
            .iter()
            .filter(|token| !is_light(&token.text))
            .map(|token| chunk::key(vocabulary, &token.text))
            .collect();
        let says = |word: &str, key: &str| {
            written.iter().any(|one| one == key || is_alike(word, one)) && !is_light(word)
        };
        let mut found: Vec<(usize, usize, String)> = Vec::new();
        for (model, keys) in &self.all {
            let shared = model
                .iter()
                .zip(keys)
                .filter(|(part, key)| matches!(part, Part::Word(word) if says(word, key)));
            let shared = shared.count();
            if shared == 0 {
                continue;
            }
            let fills: Fills = vec![None; model.len()];
            let Some(words) = fill(vocabulary, "", &[], &[], model, &fills, false) else {
                continue;
            };
            found.push((shared, model.len(), format!("{}.", inflect::capital(&words))));
        }
        found.sort_by_key(|(shared, length, _)| (std::cmp::Reverse(*shared), *length));
        found.into_iter().map(|(_, _, sentence)| sentence).collect()
    }
}

/// Most sentences that are offered for one refusal.
const MOST_OFFERED: usize = 32;

/// What it costs to leave out a word or to bring one in.
fn weight(kind: &Kind, words: &str) -> f32 {
    match kind {
        Kind::Word if is_light(words) => 0.4,
        Kind::Word => 1.5,
        Kind::Mark => 0.3,
        Kind::Number => 0.5,
        _ => 0.9,
    }
}

/// What the words of a line weigh together.
pub(super) fn weigh(vocabulary: &Vocabulary, tokens: &[Token]) -> f32 {
    chunks(vocabulary, tokens).iter().map(|chunk| weight(&chunk.kind, &chunk.key)).sum()
}

fn models() -> &'static [Vec<Part>] {
    static MODELS: OnceLock<Vec<Vec<Part>>> = OnceLock::new();
    MODELS.get_or_init(|| {
        let lines = include_str!("../models.txt").lines();
        lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(parts).collect()
    })
}

/// The parts of a line of `models.txt`, without its full stop.
fn parts(line: &str) -> Vec<Part> {
    let mut all = Vec::new();
    let mut rest = line.trim_end_matches('.');
    while let Some(open) = rest.find('<') {
        let close = rest[open..].find('>').map_or(rest.len(), |at| open + at + 1);
        let sign = rest[..open].chars().last().filter(|last| matches!(last, '+' | '-'));
        let before = &rest[..open - sign.map_or(0, char::len_utf8)];
        all.extend(words(before));
        let hole = match &rest[open + 1..close - 1] {
            "thing" => Hole::Kind(Kind::Thing),
            "things" => Hole::Kind(Kind::Things),
            "n" => Hole::Kind(Kind::Number),
            "stat" => Hole::Kind(Kind::Stat),
            "counter" => Hole::Kind(Kind::Counter),
            "zone" => Hole::Kind(Kind::Zone),
            "place" => Hole::Kind(Kind::Place),
            "phase" => Hole::Kind(Kind::Phase),
            "keyword" => Hole::Kind(Kind::Keyword),
            "status" => Hole::Kind(Kind::Status),
            "noun" => Hole::Noun,
            "token" => Hole::Token,
            _ => Hole::Clause,
        };
        all.push(Part::Hole(hole, sign.map(String::from).unwrap_or_default()));
        rest = &rest[close..];
    }
    all.extend(words(rest));
    all
}

fn words(text: &str) -> impl Iterator<Item = Part> {
    token::tokenize(text).into_iter().map(|token| Part::Word(token.text))
}

/// Sentences near a line of which the token at `wrong` was not understood, the
/// nearest first. Only the clause around that token is replaced.
pub(super) fn nearest(
    vocabulary: &Vocabulary,
    models: &Models,
    line: &str,
    tokens: &[Token],
    wrong: usize,
) -> Vec<Offer> {
    let mut offers: Vec<Offer> = Vec::new();
    for (from, to) in clauses_around(tokens, wrong) {
        let clause = &tokens[from..to];
        let chunks = chunks(vocabulary, clause);
        for (model, keys) in &models.all {
            let aligned = align(&chunks, model, keys, wrong - from.min(wrong));
            let Some((cost, fills)) = aligned else { continue };
            for (more, plain) in [(0.0, false), (0.1, true)] {
                let Some(words) = fill(vocabulary, line, clause, &chunks, model, &fills, plain)
                else {
                    continue;
                };
                let sentence = put_in(line, tokens, from, to, &words);
                offers.push(Offer { cost: cost + more, sentence, is_less: false });
            }
        }
    }
    offers.sort_by(|one, other| one.cost.total_cmp(&other.cost));
    offers.dedup_by(|one, other| one.sentence == other.sentence);
    offers.truncate(MOST_OFFERED);
    offers
}

/// The sentence around a token and what of it can be replaced by itself: what follows
/// a label, a comma or a conjunction before the token, to the end of the clause or of
/// the sentence.
fn clauses_around(tokens: &[Token], wrong: usize) -> Vec<(usize, usize)> {
    let wrong = wrong.min(tokens.len().saturating_sub(1));
    let is_mark = |at: usize, marks: &[char]| match tokens[at].kind {
        token::Kind::Mark(mark) => marks.contains(&mark),
        _ => false,
    };
    let ends = ['.', '•', '\n'];
    let begin = (0..wrong).rev().find(|at| is_mark(*at, &ends)).map_or(0, |at| at + 1);
    let end = (wrong..tokens.len()).find(|at| is_mark(*at, &ends)).unwrap_or(tokens.len());
    let mut starts = vec![begin];
    for (at, token) in tokens.iter().enumerate().take(wrong).skip(begin) {
        let joins = ["and", "then"].contains(&token.text.as_str());
        if joins || is_mark(at, &[',', ':', '—', ';']) {
            starts.push(at + 1);
        }
    }
    let comma = (wrong + 1..end).find(|at| is_mark(*at, &[',', ';']));
    let mut all = Vec::new();
    for start in starts {
        all.extend([Some(end), comma].into_iter().flatten().map(|to| (start, to)));
    }
    all.retain(|(from, to)| from < to);
    all.dedup();
    all
}

/// By part of the model: the chunks that it takes.
type Fills = Vec<Option<(usize, usize)>>;

/// The cheapest way to make a model of a clause, if all its clauses are there. What was
/// not understood cannot go into it as it is.
fn align(chunks: &[Chunk], model: &[Part], keys: &[String], wrong: usize) -> Option<(f32, Fills)> {
    let (rows, columns) = (chunks.len() + 1, model.len() + 1);
    let mut best = vec![f32::INFINITY; rows * columns];
    let mut from = vec![(0usize, 0usize); rows * columns];
    best[0] = 0.0;
    for at in 0..rows {
        for part in 0..columns {
            let here = best[at * columns + part];
            if here.is_infinite() {
                continue;
            }
            let mut reach = |to: usize, next: usize, cost: f32| {
                let cell = to * columns + next;
                if here + cost < best[cell] {
                    best[cell] = here + cost;
                    from[cell] = (at, part);
                }
            };
            if let Some(chunk) = chunks.get(at) {
                reach(at + 1, part, weight(&chunk.kind, &chunk.key));
            }
            match model.get(part) {
                Some(Part::Hole(Hole::Clause, _)) => {
                    let is_stop = |chunk: &Chunk| {
                        let is_wrong = chunk.from <= wrong && wrong < chunk.to;
                        is_wrong || (chunk.kind == Kind::Mark && chunk.key == ".")
                    };
                    let ends = chunks[at..].iter().take_while(|chunk| !is_stop(chunk)).count();
                    (1..=ends).for_each(|length| reach(at + length, part + 1, 0.0));
                }
                Some(other) => {
                    reach(at, part + 1, absent(other));
                    if let Some(cost) = chunks.get(at).and_then(|one| fits(one, other, &keys[part]))
                    {
                        reach(at + 1, part + 1, cost);
                    }
                }
                None => {}
            }
        }
    }
    let cost = best[rows * columns - 1];
    if cost.is_infinite() {
        return None;
    }
    let mut fills = vec![None; model.len()];
    let (mut at, mut part) = (rows - 1, columns - 1);
    while (at, part) != (0, 0) {
        let (before, earlier) = from[at * columns + part];
        if earlier < part && before < at {
            fills[earlier] = Some((before, at));
        }
        (at, part) = (before, earlier);
    }
    Some((cost, fills))
}

/// What it costs that a part of the model was not written.
fn absent(part: &Part) -> f32 {
    match part {
        Part::Word(word) if word.chars().all(|c| !c.is_alphanumeric()) => 0.3,
        Part::Word(word) if is_light(word) => 0.4,
        Part::Word(_) => 1.5,
        Part::Hole(Hole::Kind(Kind::Number), _) => 0.5,
        Part::Hole(..) => 0.9,
    }
}

/// What it costs to read a chunk as a part of the model.
fn fits(chunk: &Chunk, part: &Part, key: &str) -> Option<f32> {
    match part {
        Part::Word(word) => {
            if !matches!(chunk.kind, Kind::Word | Kind::Mark) {
                return None;
            }
            let same = chunk.key == *word || chunk.key == key;
            same.then_some(0.0).or_else(|| is_alike(word, &chunk.key).then_some(0.4))
        }
        Part::Hole(Hole::Kind(kind), _) => match (kind, chunk.kind) {
            (one, other) if *one == other => Some(0.0),
            (Kind::Thing, Kind::Things) | (Kind::Things, Kind::Thing) => Some(0.3),
            (Kind::Thing, Kind::Word) if ["this", "it"].contains(&chunk.key.as_str()) => Some(0.6),
            (Kind::Stat, Kind::Counter) | (Kind::Counter, Kind::Stat) => Some(0.7),
            _ => None,
        },
        Part::Hole(Hole::Noun, _) => match chunk.kind {
            Kind::Thing => Some(0.0),
            Kind::Things => Some(0.3),
            _ => None,
        },
        Part::Hole(Hole::Token, _) => (chunk.kind == Kind::Thing).then_some(1.2),
        Part::Hole(Hole::Clause, _) => None,
    }
}

/// Whether a designer's word is near a model's.
fn is_alike(word: &str, written: &str) -> bool {
    synonyms().alike.get(word).is_some_and(|all| all.iter().any(|one| one == written))
}

/// The words of a model with its holes filled; `plain` says each thing in its
/// shortest form.
fn fill(
    vocabulary: &Vocabulary,
    line: &str,
    tokens: &[Token],
    chunks: &[Chunk],
    model: &[Part],
    fills: &Fills,
    plain: bool,
) -> Option<String> {
    let mut out = String::new();
    for (part, taken) in model.iter().zip(fills) {
        let written = taken.map(|(first, last)| {
            let from = tokens[chunks[first].from].span.start;
            let to = tokens[chunks[last - 1].to - 1].span.end;
            (line[from..to].to_owned(), &chunks[first])
        });
        let (words, sign) = match (part, written) {
            (Part::Word(word), Some((_, chunk))) if is_alike(word, &chunk.key) => {
                (word.clone(), "")
            }
            (Part::Word(_), Some((written, _))) => (written, ""),
            (Part::Word(word), None) => (word.clone(), ""),
            (Part::Hole(hole, sign), written) => {
                (hole_words(vocabulary, *hole, written, plain)?, sign.as_str())
            }
        };
        let tight = words.starts_with(['.', ',', ':', '\'', '’']);
        if !out.is_empty() && !tight && !out.ends_with('"') {
            out.push(' ');
        }
        let words = words.trim_start_matches(['+', '-', '−', '–']);
        out.push_str(sign);
        out.push_str(words);
    }
    Some(out)
}

/// The words that go into a hole: the designer's, or what the game has.
fn hole_words(
    vocabulary: &Vocabulary,
    hole: Hole,
    written: Option<(String, &Chunk)>,
    plain: bool,
) -> Option<String> {
    let kind = match hole {
        Hole::Clause if written.is_none() => return Some("draw a card".to_owned()),
        Hole::Clause => return written.map(|(words, _)| words),
        Hole::Token => return vocabulary.token_names.first().cloned(),
        Hole::Noun => {
            return match written {
                Some((_, chunk)) => Some(chunk.singular.clone()),
                None => unit(vocabulary),
            };
        }
        Hole::Kind(kind) => kind,
    };
    let Some((words, chunk)) = written else { return default_words(vocabulary, kind) };
    match (kind, chunk.kind) {
        (Kind::Thing, Kind::Word) => Some(words),
        (Kind::Thing, Kind::Thing) | (Kind::Things, Kind::Things) if !plain => Some(words),
        (Kind::Thing, _) => Some(indefinite(&chunk.singular)),
        (Kind::Things, _) => Some(inflect::plural(&chunk.singular)),
        (one, other) if one == other => Some(words),
        (kind, _) => default_words(vocabulary, kind),
    }
}

fn indefinite(noun: &str) -> String {
    format!("{} {noun}", inflect::article(noun))
}

/// The first type of which cards stay in play with numbers on them.
fn unit(vocabulary: &Vocabulary) -> Option<String> {
    let types = vocabulary.names.all(Class::Type).iter().enumerate();
    let mut lasting = types.filter(|(at, _)| vocabulary.once >> at & 1 == 0);
    let printed = |at: &usize| vocabulary.needs.get(*at).is_some_and(|list| !list.is_empty());
    let first = lasting.clone().find(|(at, _)| printed(at)).or_else(|| lasting.next());
    first.map(|(_, name)| name.to_lowercase())
}

/// What several things are called, if nothing is said of them.
pub(super) fn things(vocabulary: &Vocabulary) -> Option<String> {
    default_words(vocabulary, Kind::Things)
}

/// What a game has of a kind.
fn default_words(vocabulary: &Vocabulary, kind: Kind) -> Option<String> {
    let names = |class: Class| vocabulary.names.all(class);
    match kind {
        Kind::Thing => unit(vocabulary).map(|noun| indefinite(&noun)),
        Kind::Things => unit(vocabulary).map(|noun| inflect::plural(&noun)),
        Kind::Number => Some("2".to_owned()),
        Kind::Stat => {
            let health = vocabulary.rules.death.as_ref().map(|death| death.attribute);
            health.map(|one| vocabulary.word(Class::Attribute, one.0).to_owned())
        }
        Kind::Counter => names(Class::Counter).first().cloned(),
        Kind::Zone => {
            let zones = vocabulary.rules.zones.iter();
            let discard = { zones }.position(|zone| zone.role == Role::Discard)?;
            names(Class::Zone).get(discard).cloned()
        }
        Kind::Place => vocabulary.places.iter().flatten().next().cloned(),
        Kind::Phase => names(Class::Phase).first().cloned(),
        Kind::Keyword => names(Class::Keyword).first().cloned(),
        Kind::Status => names(Class::Flag).first().cloned(),
        Kind::Word | Kind::Mark => None,
    }
}

/// The line with other words in place of some tokens.
fn put_in(line: &str, tokens: &[Token], from: usize, to: usize, words: &str) -> String {
    let starts = from == 0
        || matches!(tokens[from - 1].kind, token::Kind::Mark('.' | '•' | '—' | ':' | '\n'));
    let words = if starts { inflect::capital(words) } else { inflect::small(words) };
    let before = line[..tokens[from].span.start].trim_end();
    let after = &line[tokens[to - 1].span.end..];
    let space = if before.is_empty() { "" } else { " " };
    let stop = if after.is_empty() && !words.ends_with(['.', '"']) { "." } else { "" };
    format!("{before}{space}{words}{stop}{after}")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::{Book, SourceFile, load_game};

    #[test]
    fn a_model_has_words_and_holes() {
        let found = parts("Other <things> you control have +<n> <stat>.");
        let hole = |kind, sign: &str| Part::Hole(Hole::Kind(kind), sign.to_owned());
        let word = |text: &str| Part::Word(text.to_owned());
        assert_eq!(
            found,
            [
                word("other"),
                hole(Kind::Things, ""),
                word("you"),
                word("control"),
                word("have"),
                hole(Kind::Number, "+"),
                hole(Kind::Stat, ""),
            ]
        );
    }

    fn book(game: &str) -> Book {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(game);
        let mut files = Vec::new();
        for part in ["", "cards", "decks"] {
            for entry in fs::read_dir(folder.join(part)).unwrap().flatten() {
                let path = entry.path();
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                if name.ends_with(".toml") || name == "rulebook.md" {
                    let name = format!("games/{game}/{part}/{name}").replace("//", "/");
                    files.push(SourceFile::new(name, fs::read_to_string(&path).unwrap()));
                }
            }
        }
        load_game(&files).value.expect("the game is right")
    }

    /// A model with what a game has in all its holes.
    fn example(book: &Book, line: &str) -> Option<String> {
        let line = line.replace("<do>", "draw a card").replace("<if>", "you control <thing>");
        let model = parts(&line);
        let fills = vec![None; model.len()];
        let words = fill(&book.vocabulary, "", &[], &[], &model, &fills, false)?;
        Some(inflect::capital(&words) + ".")
    }

    #[test]
    fn every_model_is_understood_in_some_game() {
        let games = ["lab", "goblins", "drones", "tides", "skirmish", "alley", "fords"];
        let books = games.map(book);
        let works = |line: &&str| {
            books.iter().any(|book| {
                let types = book.vocabulary.names.all(Class::Type);
                let example = example(book, line);
                example.is_some_and(|text| {
                    types.iter().any(|kind| book.try_card(kind, &[], &text).diagnostics.is_empty())
                })
            })
        };
        let lines = include_str!("../models.txt").lines();
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let wrong: Vec<&str> = lines.filter(|line| !works(line)).collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
