//! The outline of a rulebook: headings, numbered clauses and remarks, each with
//! its place in the file. What the clauses say is read later.

use serde::Serialize;

use crate::diagnostic::{Diagnostic, Span};
use crate::source::SourceFile;

/// A rulebook's headings and clauses, as written.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Outline {
    /// The name of the file.
    pub file: String,
    /// The title: the first heading.
    pub title: String,
    /// Every heading below the title, in order.
    pub headings: Vec<Heading>,
}

/// One heading with what stands directly under it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Heading {
    /// Its words.
    pub name: String,
    /// How deep it is: 2 for `##`.
    pub level: usize,
    /// Where it stands.
    pub span: Span,
    /// The part of the file that it belongs to.
    pub chapter: Chapter,
    /// The heading above it.
    pub parent: Option<usize>,
    /// Its clauses, in order.
    pub clauses: Vec<Clause>,
}

/// What the clauses under a heading are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chapter {
    /// What happens in the order of play.
    Stage,
    /// What a deck is.
    Decks,
    /// What cards of a type have.
    Cards,
    /// Stages that are gone through only when a sentence says so.
    Called,
    /// Definitions.
    Words,
    /// Standing rules.
    Always,
}

/// One numbered clause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Clause {
    /// Its number: `1.6c`.
    pub number: String,
    /// Where the number stands.
    pub at: Span,
    /// Its text with every line's end as a space.
    pub text: String,
    /// Where the text begins in the file.
    pub start: usize,
    /// The words of the questions in it: `(Step in?)`.
    pub questions: Vec<String>,
}

/// Most bytes, headings and clauses of one rulebook.
const MOST_BYTES: usize = 1 << 20;
const MOST_HEADINGS: usize = 120;
const MOST_CLAUSES: usize = 240;

impl Outline {
    /// Every clause with its heading.
    pub fn clauses(&self) -> impl Iterator<Item = (&Heading, &Clause)> {
        self.headings
            .iter()
            .flat_map(|heading| heading.clauses.iter().map(move |one| (heading, one)))
    }
}

impl Clause {
    /// Its first sentence, for the log.
    pub fn first_sentence(&self) -> String {
        let plain = without_reminders(&self.text);
        let end = plain.find(". ").unwrap_or(plain.len());
        plain[..end].trim().trim_end_matches('.').to_owned()
    }

    /// The words of its first reminder that is no question, as what comes of
    /// something: without a capital and a stop.
    pub fn reminder(&self) -> Option<String> {
        let inside = self.text.split('(').skip(1).filter_map(|part| part.split_once(')'));
        let mut reminders = inside.map(|(words, _)| words).filter(|words| !words.ends_with('?'));
        let words = reminders.next()?.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut letters = words.trim_end_matches('.').chars();
        let first = letters.next()?;
        Some(first.to_lowercase().chain(letters).collect())
    }
}

/// Text without what stands in parentheses.
fn without_reminders(text: &str) -> String {
    let mut out = String::new();
    let mut depth = 0usize;
    for letter in text.chars() {
        match letter {
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            _ if depth == 0 => out.push(letter),
            _ => {}
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reads the outline of a rulebook.
pub fn read_outline(source: &SourceFile, diagnostics: &mut Vec<Diagnostic>) -> Outline {
    let mut reader = Reader {
        source,
        diagnostics,
        outline: Outline { file: source.name.clone(), ..Outline::default() },
        open: None,
    };
    if source.text.len() > MOST_BYTES {
        reader.error("too-long", Span::new(0, 0), "this rulebook is too long", None);
        return reader.outline;
    }
    let mut start = 0;
    for line in source.text.split_inclusive('\n') {
        reader.line(line.trim_end_matches(['\n', '\r']), start);
        start += line.len();
    }
    reader.close();
    reader.check_numbers();
    reader.outline
}

struct Reader<'a> {
    source: &'a SourceFile,
    diagnostics: &'a mut Vec<Diagnostic>,
    outline: Outline,
    /// The clause that the next line may go on with, and where it ends.
    open: Option<(Clause, usize)>,
}

impl Reader<'_> {
    fn error(&mut self, code: &'static str, span: Span, message: &str, help: Option<&str>) {
        let error = Diagnostic::error(code, span, message).maybe_help(help.map(str::to_owned));
        self.diagnostics.push(error.in_file(&self.source.name));
    }

    fn line(&mut self, line: &str, start: usize) {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with('>') {
            self.close();
        } else if trimmed.starts_with('#') {
            self.close();
            self.heading(line, start);
        } else if let Some(number) = number_of(trimmed) {
            self.close();
            let at = start + line.find(trimmed).unwrap_or(0);
            let text = at + number.len();
            let at = Span::new(at, text);
            let clause = Clause {
                number: number.to_owned(),
                at,
                text: String::new(),
                start: text,
                questions: Vec::new(),
            };
            self.open = Some((clause, start + line.len()));
        } else if let Some((_, end)) = &mut self.open {
            *end = start + line.len();
        } else {
            let span = Span::new(start, start + line.len());
            let help = "number it, or begin the line with “>” if it is a remark";
            self.error("no-number", span, "a line outside a clause", Some(help));
        }
    }

    fn close(&mut self) {
        let Some((mut clause, end)) = self.open.take() else { return };
        let raw = &self.source.text[clause.start..end];
        clause.text = raw.replace(['\n', '\r'], " ");
        clause.questions = questions(raw);
        if clause.text.trim().is_empty() {
            self.error("empty", clause.at, "this clause says nothing", None);
            return;
        }
        let count = self.outline.clauses().count();
        if count >= MOST_CLAUSES {
            if count == MOST_CLAUSES {
                let message = format!("a rulebook has at most {MOST_CLAUSES} clauses");
                self.error("too-many", clause.at, &message, None);
            }
            return;
        }
        match self.outline.headings.last_mut() {
            Some(heading) => heading.clauses.push(clause),
            None => {
                let help = "write “## Setup” above what happens first";
                self.error(
                    "no-heading",
                    clause.at,
                    "this clause stands under no heading",
                    Some(help),
                );
            }
        }
    }

    fn heading(&mut self, line: &str, start: usize) {
        let level = line.trim_start().chars().take_while(|letter| *letter == '#').count();
        let name = line.trim().trim_start_matches('#').trim().to_owned();
        let span = Span::new(start, start + line.len());
        if level == 1 {
            if !self.outline.title.is_empty() || !self.outline.headings.is_empty() {
                let help = "stages begin with “##”";
                self.error("heading", span, "a rulebook has one title", Some(help));
            }
            self.outline.title = name;
            return;
        }
        if name.is_empty() {
            self.error("heading", span, "this heading has no words", None);
            return;
        }
        if self.outline.headings.len() >= MOST_HEADINGS {
            self.error("too-many", span, "this rulebook has too many headings", None);
            return;
        }
        let parent = self.outline.headings.iter().rposition(|above| above.level < level);
        let skips = match parent {
            Some(parent) => self.outline.headings[parent].level + 1 != level,
            None => level != 2,
        };
        if skips {
            let help = "use one “#” more than the heading it belongs to";
            self.error("heading", span, "this heading skips a level", Some(help));
        }
        let chapter = match parent {
            Some(parent) => self.outline.headings[parent].chapter,
            None => chapter_of(&name),
        };
        let clauses = Vec::new();
        self.outline.headings.push(Heading { name, level, span, chapter, parent, clauses });
    }

    /// Each number stands once.
    fn check_numbers(&mut self) {
        let mut seen: Vec<(String, Span)> = Vec::new();
        let mut twice = Vec::new();
        for (_, clause) in self.outline.clauses() {
            match seen.iter().find(|(number, _)| *number == clause.number) {
                Some((_, first)) => twice.push((clause.number.clone(), clause.at, *first)),
                None => seen.push((clause.number.clone(), clause.at)),
            }
        }
        for (number, again, first) in twice {
            let line = self.source.text[..first.start].matches('\n').count() + 1;
            let message = format!("{number} stands twice (line {line})");
            let error = Diagnostic::error("clause-twice", again, message);
            let file = self.source.name.clone();
            self.diagnostics.push(error.label(&file, first, "the first").in_file(&file));
        }
    }
}

fn chapter_of(name: &str) -> Chapter {
    match name.to_lowercase().as_str() {
        "decks" => Chapter::Decks,
        "cards" => Chapter::Cards,
        "called" => Chapter::Called,
        "words" => Chapter::Words,
        "always" => Chapter::Always,
        _ => Chapter::Stage,
    }
}

/// The clause number that a line begins with: `2`, `1.6`, `1.6c`.
fn number_of(line: &str) -> Option<&str> {
    let end = line.find(char::is_whitespace)?;
    let (digits, letter) = match line[..end].char_indices().last() {
        Some((at, last)) if last.is_ascii_lowercase() => (&line[..at], true),
        _ => (&line[..end], false),
    };
    let is_number = |part: &str| {
        !part.is_empty() && part.len() < 4 && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let dotted = digits.contains('.');
    let fits = digits.split('.').all(is_number) && (dotted || letter || digits.len() < 4);
    (fits && dotted).then_some(&line[..end])
}

/// Reminders that end in a question mark are the words of a question.
fn questions(text: &str) -> Vec<String> {
    text.split('(')
        .skip(1)
        .filter_map(|part| part.split_once(')'))
        .map(|(inside, _)| inside.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|inside| inside.ends_with('?'))
        .collect()
}
