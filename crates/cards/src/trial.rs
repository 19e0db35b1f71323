//! A card that is tried out: a type, what is printed on it, and its text.

use crate::book::Book;
use crate::card_file::{Draft, read_drafts};
use crate::check;
use crate::diagnostic::Diagnostic;
use crate::inline_token::described_tokens;
use crate::parse::{CardContext, ParsedText, parse_and_teach};
use crate::source::SourceFile;

/// The name of a card that is only tried out.
const NAME: &str = "Untitled";

/// The file of a card that is tried out: a type, fields with their values as in a card
/// file, and its text.
pub fn untitled(kind: &str, fields: &[(String, String)], text: Option<&str>) -> SourceFile {
    let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
    let mut file = format!("[[card]]\nname = {}\ntype = {}\n", quoted(NAME), quoted(kind));
    for (field, value) in fields {
        let is_data = value.parse::<toml::Value>().is_ok();
        let value = if is_data { value.clone() } else { quoted(value) };
        file.push_str(&format!("{} = {value}\n", quoted(field)));
    }
    if let Some(text) = text {
        file.push_str(&format!("text = {}\n", quoted(text)));
    }
    SourceFile::new("cards/untitled.toml", file)
}

impl Book {
    /// Reads a text as the text of a card of this type with these fields, each with
    /// its value as in a card file. What is wrong with the words, with the type, and
    /// what cannot happen in this game is among the diagnostics; their places are in
    /// the text.
    pub fn try_card(&self, kind: &str, fields: &[(String, String)], text: &str) -> ParsedText {
        let source = untitled(kind, fields, None);
        let mut vocabulary = self.vocabulary.clone();
        let mut about_card = Vec::new();
        let drafts = read_drafts(&[&source], &mut vocabulary, &self.cards, &mut about_card);
        about_card.retain(Diagnostic::is_error);
        let nowhere = |one: Diagnostic| Diagnostic { span: Default::default(), ..one };
        let mut problems: Vec<Diagnostic> = about_card.into_iter().map(nowhere).collect();
        let Some(mut draft) = drafts.into_iter().next() else {
            return ParsedText { diagnostics: problems, ..ParsedText::default() };
        };
        let has_new = !described_tokens(text, &mut vocabulary).is_empty();
        let context = CardContext { name: "", once: draft.once };
        let fits = |parsed: &ParsedText| check::fits(&draft, parsed, &vocabulary, &self.game.id);
        let mut parsed = parse_and_teach(&vocabulary, context, text, &fits);
        draft.text.text = text.to_owned();
        draft.take(&parsed);
        problems.append(&mut parsed.diagnostics);
        problems.extend(check::of_card(&draft, &vocabulary, &self.game.id));
        parsed.diagnostics = problems;
        parsed.vocabulary = has_new.then(|| Box::new(vocabulary));
        parsed
    }
}

impl Draft {
    /// The card gets what was read from its text.
    pub(crate) fn take(&mut self, parsed: &ParsedText) {
        for keyword in &parsed.keywords {
            self.card.keywords |= 1 << (keyword.0 & 31);
        }
        if let Some(timing) = parsed.timing {
            self.card.timing = timing;
        }
        self.text.sentences = parsed.sentences;
        self.text.abilities = parsed.spans.clone();
        self.card.abilities = parsed.abilities.clone();
    }
}
