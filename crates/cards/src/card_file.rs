//! Card files: `[[card]]` tables with printed text.

use indexmap::IndexMap;
use onplay_engine::card::{Ability, Cost, Quantity};
use onplay_engine::compile::Card;
use onplay_engine::id::{AttributeId, CardId, Class, CounterId, KeywordId, with_names};
use onplay_engine::rulebook::Rules;
use toml::de::DeTable;

use crate::book::CardText;
use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::game::add_subtype;
use crate::inline_token::{described_tokens, type_line_of};
use crate::parse::{CardContext, Parser, parse_card_text};
use crate::source::SourceFile;
use crate::toml_tree::{Node, node, parse, unknown_field};
use crate::type_line::{self, TypeLine, type_line};
use crate::unified;
use crate::vocabulary::{Sense, Vocabulary};

/// The fields every card may have, besides the game's attributes.
pub const FIELDS: [&str; 10] =
    ["id", "name", "type", "types", "subtypes", "cost", "keywords", "text", "ability", "token"];
/// Fields that are kept for the game's frame.
pub const EXTRA: [&str; 11] = [
    "limit", "rebuild", "rarity", "element", "copies", "flavor", "note", "phase", "charges",
    "subtype", "later",
];

/// Most cards of a game: each has a number, and so has a card that is covered.
const MOST_CARDS: usize = u16::MAX as usize - 1;

/// Most subtypes of a game, and of one card.
const MOST_SUBTYPES: usize = u16::MAX as usize - MOST_SUBTYPES_OF_ONE;
const MOST_SUBTYPES_OF_ONE: usize = 32;

/// Errors in texts after which no more texts are read.
const MOST_ERRORS: usize = 200;

/// The largest number that data of an ability may hold, and the smallest below 0.
const MOST: i64 = 999;

/// A card whose name is known and whose text has not been read yet.
#[derive(Clone)]
pub struct Draft {
    pub id: CardId,
    pub file: usize,
    pub span: Span,
    pub card: Card,
    pub text: CardText,
    pub once: bool,
    text_span: Option<(Span, Option<usize>)>,
    structured: Vec<(serde_json::Value, Span)>,
}

impl Draft {
    fn new(file: usize, span: Span, card: Card) -> Draft {
        Draft {
            id: CardId(u16::MAX),
            file,
            span,
            card,
            text: CardText::default(),
            once: false,
            text_span: None,
            structured: Vec::new(),
        }
    }
}

/// Reads all cards of some files up to their names and types, so that texts
/// can name any card and subtype in any order.
pub fn read_drafts(
    sources: &[&SourceFile],
    vocabulary: &mut Vocabulary,
    known: &[CardText],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Draft> {
    let mut drafts: Vec<Draft> = Vec::new();
    let mut ids: IndexMap<String, (String, Span)> =
        known.iter().map(|card| (card.id.clone(), (card.file.clone(), Span::default()))).collect();
    for (file, source) in sources.iter().enumerate() {
        let tree = parse(source, diagnostics);
        for (key, value) in tree.get_ref().iter() {
            let entries = node(value);
            let span = Span::from(key.span());
            if key.get_ref() != "card" {
                let error = unknown_field(key.get_ref(), span, "a card file", ["card"]);
                diagnostics.push(error.in_file(&source.name));
                continue;
            }
            let Some(list) = entries.list() else {
                let message = "cards are a list: write [[card]]";
                diagnostics.push(Diagnostic::error("card", span, message).in_file(&source.name));
                continue;
            };
            for entry in list {
                let Some(table) = entry.table() else { continue };
                if known.len() + drafts.len() >= MOST_CARDS {
                    let message = format!("a game holds at most {MOST_CARDS} cards");
                    let error = Diagnostic::error("too-many", entry.span, message);
                    diagnostics.push(error.in_file(&source.name));
                    return drafts;
                }
                let mut reader =
                    Reader { source, vocabulary, diagnostics: Vec::new(), span: entry.span };
                let draft = reader.draft(table, file);
                let found = std::mem::take(&mut reader.diagnostics);
                diagnostics.extend(found.into_iter().map(|d| d.in_file(&source.name)));
                let Some(mut draft) = draft else { continue };
                let name_at = field_span(table, "id").unwrap_or(entry.span);
                if is_card(vocabulary, &draft.text.name) {
                    let at = field_span(table, "name").unwrap_or(entry.span);
                    let message = format!("there is already a card named “{}”", draft.text.name);
                    diagnostics.push(
                        Diagnostic::error("duplicate-name", at, message).in_file(&source.name),
                    );
                    continue;
                }
                if let Some((other, place)) = ids.get(&draft.text.id) {
                    let message =
                        format!("there is already a card with the id “{}”", draft.text.id);
                    let error =
                        Diagnostic::error("duplicate-id", name_at, message).in_file(&source.name);
                    diagnostics.push(match place.end {
                        0 => error,
                        _ => error.label(other, *place, "the first one"),
                    });
                    continue;
                }
                ids.insert(draft.text.id.clone(), (source.name.clone(), name_at));
                let id = CardId(vocabulary.names.intern(Class::Card, &draft.text.name));
                vocabulary.add_noun(&draft.text.name, Sense::Card(id));
                if draft.card.token {
                    vocabulary.token_names.push(draft.text.name.clone());
                    if draft.text.text.is_empty() && draft.structured.is_empty() {
                        vocabulary.add_token(id, &draft.card);
                    }
                }
                draft.id = id;
                draft.text.file = source.name.clone();
                drafts.push(draft);
            }
        }
    }
    for at in 0..drafts.len() {
        let (file, span) = (drafts[at].file, drafts[at].span);
        let text = drafts[at].text.text.clone();
        for (id, name, card) in described_tokens(&text, vocabulary) {
            let mut draft = Draft::new(file, span, card);
            draft.id = id;
            draft.text.id = slug(&name);
            draft.text.name = name;
            draft.text.file = sources[file].name.clone();
            draft.text.type_line = type_line_of(&draft.card, vocabulary);
            drafts.push(draft);
        }
    }
    drafts
}

/// Reads the texts and structured abilities of the drafts.
pub fn read_texts(
    drafts: &mut [Draft],
    sources: &[&SourceFile],
    vocabulary: &Vocabulary,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let count = drafts.len();
    let before = diagnostics.len();
    for (at, draft) in drafts.iter_mut().enumerate() {
        let source = sources[draft.file];
        if diagnostics.len() - before >= MOST_ERRORS {
            let message = format!(
                "the texts of this card and {} more were not read: there are too many errors",
                count - at - 1
            );
            let error = Diagnostic::error("too-many", draft.span, message);
            diagnostics.push(error.in_file(&source.name));
            break;
        }
        let context = CardContext { name: &draft.text.name, once: draft.once };
        let mut parsed = parse_card_text(vocabulary, context, &draft.text.text);
        let (whole, offset) = draft.text_span.unwrap_or((draft.span, None));
        for mut diagnostic in std::mem::take(&mut parsed.diagnostics) {
            match offset {
                Some(offset) => diagnostic.span = diagnostic.span.shifted(offset),
                None => diagnostic.span = whole,
            }
            // The designer knows that it is not understood yet.
            if draft.text.extra.get("later") == Some(&serde_json::Value::Bool(true)) {
                diagnostic.severity = Severity::Warning;
            }
            diagnostics.push(diagnostic.in_file(&source.name));
        }
        draft.take(&parsed);
    }
    // Structured abilities share one entry into the game's names.
    if drafts.iter().all(|draft| draft.structured.is_empty()) {
        return;
    }
    with_names(&vocabulary.names, || {
        for draft in drafts.iter_mut() {
            for (data, span) in std::mem::take(&mut draft.structured) {
                match structured(vocabulary, data) {
                    Ok(ability) => {
                        draft.card.abilities.push(ability);
                        draft.text.abilities.push(Span::default());
                    }
                    Err(message) => diagnostics.push(
                        Diagnostic::error("ability", span, message)
                            .in_file(&sources[draft.file].name),
                    ),
                }
            }
        }
    });
}

fn structured(vocabulary: &Vocabulary, data: serde_json::Value) -> Result<Ability, String> {
    if let Some(number) = beyond(&data) {
        return Err(format!("{number} is too large; numbers on cards go from -{MOST} to {MOST}"));
    }
    if data.get("type").is_some() || data.get("trigger").is_some() {
        return unified::ability(vocabulary, &data);
    }
    serde_json::from_value::<Ability>(data)
        .map(crate::normal::ability)
        .map_err(|error| error.to_string())
}

/// A number in some data that no card may have.
fn beyond(data: &serde_json::Value) -> Option<&serde_json::Number> {
    match data {
        serde_json::Value::Number(number) => {
            let small = number.as_i64().map(|number| (-MOST..=MOST).contains(&number));
            (!small.unwrap_or(number.is_f64())).then_some(number)
        }
        serde_json::Value::Array(list) => list.iter().find_map(beyond),
        serde_json::Value::Object(fields) => fields.values().find_map(beyond),
        _ => None,
    }
}

fn field_span(table: &DeTable<'_>, name: &str) -> Option<Span> {
    table.iter().find(|(key, _)| key.get_ref() == name).map(|(_, value)| value.span().into())
}

struct Reader<'a> {
    source: &'a SourceFile,
    vocabulary: &'a mut Vocabulary,
    diagnostics: Vec<Diagnostic>,
    span: Span,
}

impl Reader<'_> {
    fn error(&mut self, code: &'static str, span: Span, message: String) {
        self.diagnostics.push(Diagnostic::error(code, span, message));
    }

    fn draft(&mut self, table: &DeTable<'_>, file: usize) -> Option<Draft> {
        let rules = self.vocabulary.rules.clone();
        let blank = Card { attributes: vec![0; rules.attributes.len()], ..Card::default() };
        let mut draft = Draft::new(file, self.span, blank);
        let mut line = TypeLine::default();
        let mut line_span = self.span;
        for (key, value) in table.iter() {
            let (name, at) = (key.get_ref().as_ref(), Span::from(key.span()));
            let value = node(value);
            match name {
                "id" => draft.text.id = self.text(&value, name)?,
                "name" => draft.text.name = self.text(&value, name)?,
                "type" => {
                    draft.text.type_line = self.text(&value, name)?;
                    line = type_line(&draft.text.type_line);
                    line_span = value.span;
                }
                "types" => line.types = self.texts(&value, name),
                "subtypes" | "subtype" => line.subtypes.extend(self.texts(&value, name)),
                "token" => draft.card.token = value.boolean().unwrap_or(false),
                "keywords" => {
                    for word in self.texts(&value, name) {
                        self.keyword(&word, value.span, &mut draft.card);
                    }
                }
                "cost" => self.cost(&value, &rules, &mut draft.card),
                "text" => {
                    draft.text.text = self.text(&value, name)?;
                    draft.text_span = Some((value.span, value.text_offset(self.source)));
                }
                "ability" => match value.list() {
                    Some(list) => {
                        draft.structured.extend(list.iter().map(|entry| (entry.json(), entry.span)))
                    }
                    None => draft.structured.push((value.json(), value.span)),
                },
                // What the game itself knows under this name comes first.
                _ if EXTRA.contains(&name)
                    && self.vocabulary.names.find(Class::Attribute, name).is_none() =>
                {
                    draft.text.extra.insert(name.to_owned(), value.json());
                }
                _ => self.attribute(name, at, &value, &rules, &mut draft.card),
            }
        }
        if draft.text.name.trim().is_empty() {
            self.error("card", self.span, "this card has no name".into());
            return None;
        }
        if draft.text.id.is_empty() {
            draft.text.id = slug(&draft.text.name);
        }
        let mut found = Vec::new();
        draft.card.types = type_line::check(self.vocabulary, &mut line, line_span, &mut found);
        let wrong_type = found.iter().any(Diagnostic::is_error);
        self.diagnostics.extend(found);
        if !wrong_type
            && draft.card.types == 0
            && !self.vocabulary.names.all(Class::Type).is_empty()
        {
            let known = self.vocabulary.names.all(Class::Type).join(", ");
            self.diagnostics.push(
                Diagnostic::error(
                    "type-line",
                    line_span,
                    format!("“{}” has no type", draft.text.name),
                )
                .help(format!("give it a type line, such as type = \"Unit\"; types: {known}")),
            );
        }
        draft.once = draft.card.types & self.vocabulary.once != 0;
        let timings = self.vocabulary.type_timings.iter().enumerate();
        let is_of = |kind: usize| draft.card.types >> kind & 1 == 1;
        if let Some(timing) =
            timings.filter(|(kind, _)| is_of(*kind)).find_map(|(_, timing)| *timing)
        {
            draft.card.timing = timing;
        }
        // What stands before the types can be asked for like a subtype:
        // "nonbasic land".
        let before = line.supertypes.iter().filter(|word| {
            self.vocabulary.supertypes.iter().any(|known| known.eq_ignore_ascii_case(word))
        });
        let subtypes: Vec<String> = before.chain(&line.subtypes).cloned().collect();
        if subtypes.len() > MOST_SUBTYPES_OF_ONE
            || self.vocabulary.names.all(Class::Subtype).len() >= MOST_SUBTYPES
        {
            let message = format!(
                "“{}” has too many subtypes: a card has at most {MOST_SUBTYPES_OF_ONE}, \
                 a game {MOST_SUBTYPES}",
                draft.text.name
            );
            self.error("too-many", line_span, message);
            return None;
        }
        for word in subtypes {
            draft.card.subtypes.push(add_subtype(self.vocabulary, &word));
        }
        draft.card.token |= line
            .supertypes
            .iter()
            .chain(&line.types)
            .any(|word| word.eq_ignore_ascii_case("token"));
        self.needs(table, &draft);
        if draft.text.type_line.is_empty() {
            draft.text.type_line = match line.subtypes.is_empty() {
                true => line.types.join(" "),
                false => format!("{} — {}", line.types.join(" "), line.subtypes.join(" ")),
            };
        }
        draft.text.supertypes = line.supertypes;
        Some(draft)
    }

    /// Attributes that the card's types must have printed. Tokens are what
    /// their creators say.
    fn needs(&mut self, table: &DeTable<'_>, draft: &Draft) {
        let needs = self.vocabulary.needs.iter().enumerate();
        let missing: Vec<String> = needs
            .filter(|(kind, _)| draft.card.types >> (kind & 31) & 1 == 1)
            .flat_map(|(_, words)| words.iter())
            .filter(|word| !table.iter().any(|(key, _)| key.get_ref() == word.as_str()))
            .cloned()
            .collect();
        if !draft.card.token && !missing.is_empty() {
            let message = format!("“{}” has no {}", draft.text.name, missing.join(", "));
            self.diagnostics.push(
                Diagnostic::warning("missing-field", self.span, message)
                    .help("what is not printed counts as 0"),
            );
        }
    }

    fn text(&mut self, value: &Node<'_>, name: &str) -> Option<String> {
        match value.string() {
            Some(text) => Some(text.to_owned()),
            None => {
                let message = format!("“{name}” must be a string, not {}", value.kind());
                self.error("field", value.span, message);
                Some(String::new())
            }
        }
    }

    fn texts(&mut self, value: &Node<'_>, name: &str) -> Vec<String> {
        if let Some(text) = value.string() {
            return text.split_whitespace().map(str::to_owned).collect();
        }
        let Some(list) = value.list() else {
            let message = format!("“{name}” must be a list of strings, not {}", value.kind());
            self.error("field", value.span, message);
            return Vec::new();
        };
        list.iter().filter_map(|item| item.string().map(str::to_owned)).collect()
    }

    fn keyword(&mut self, word: &str, span: Span, card: &mut Card) {
        match self.vocabulary.names.find(Class::Keyword, word) {
            Some(keyword) => {
                card.keywords |= 1 << (KeywordId(keyword).0 & 31);
                if let Some(timing) = self.vocabulary.timings[usize::from(keyword)] {
                    card.timing = timing;
                }
            }
            None => {
                let known = self.vocabulary.names.all(Class::Keyword).to_vec();
                let error =
                    unknown_field(word, span, "this game", known.iter().map(String::as_str));
                self.diagnostics.push(Diagnostic {
                    code: "unknown-keyword",
                    message: format!("this game has no keyword “{word}”"),
                    ..error
                });
            }
        }
    }

    /// A number, mana symbols, or a table of counters.
    fn cost(&mut self, value: &Node<'_>, rules: &Rules, card: &mut Card) {
        if let Some(number) = value.integer() {
            let Some((attribute, counter)) = rules.price else {
                // A game without a price keeps `cost` as an attribute, if any.
                self.attribute("cost", value.span, value, rules, card);
                return;
            };
            let number = self.fit(number, value.span, "a cost");
            card.attributes[attribute.index()] = number;
            card.cost = vec![Cost::Counter(counter, Quantity::Number(number))];
            return;
        }
        if let Some(text) = value.string() {
            let tokens = crate::token::tokenize(text);
            let mut parser = Parser::new(self.vocabulary, &tokens, &[]);
            let mana = parser.mana().filter(|_| parser.at == tokens.len());
            match mana {
                Some(Cost::Mana(coloured, generic)) => {
                    let total = coloured.iter().fold(generic, |sum, (_, count)| sum + count);
                    if let Some((attribute, _)) = rules.price {
                        card.attributes[attribute.index()] = total;
                    }
                    card.cost = vec![Cost::Mana(coloured, generic)];
                }
                _ if text.is_empty() => {}
                _ => self.error("cost", value.span, format!("“{text}” is not a cost of this game")),
            }
            return;
        }
        let Some(table) = value.table() else {
            let message = format!("a cost is a number or a table, not {}", value.kind());
            self.error("cost", value.span, message);
            return;
        };
        for (key, amount) in table.iter() {
            let amount = node(amount);
            let span = Span::from(key.span());
            let Some(counter) = self.vocabulary.names.find(Class::Counter, key.get_ref()) else {
                let known = self.vocabulary.names.all(Class::Counter).to_vec();
                let known = known.iter().map(String::as_str);
                self.diagnostics.push(unknown_field(key.get_ref(), span, "a cost", known));
                continue;
            };
            let number = self.fit(amount.integer().unwrap_or(-1), amount.span, "a cost");
            let counter = CounterId(counter);
            card.cost.push(Cost::Counter(counter, Quantity::Number(number)));
            if let Some((attribute, price)) = rules.price
                && price == counter
            {
                card.attributes[attribute.index()] = number;
            }
        }
    }

    /// A number in the range of cards.
    fn fit(&mut self, number: i64, span: Span, what: &str) -> i16 {
        match i16::try_from(number) {
            Ok(number) if (0..=999).contains(&number) => number,
            _ => {
                self.diagnostics.push(
                    Diagnostic::error("number", span, format!("{what} cannot be {number}"))
                        .help("numbers on cards go from 0 to 999"),
                );
                0
            }
        }
    }

    fn attribute(
        &mut self,
        name: &str,
        at: Span,
        value: &Node<'_>,
        rules: &Rules,
        card: &mut Card,
    ) {
        let found =
            self.vocabulary.names.find(Class::Attribute, name).map(AttributeId).or_else(|| {
                self.vocabulary.senses(&name.to_lowercase()).iter().find_map(|sense| match sense {
                    Sense::Attribute(attribute) => Some(*attribute),
                    _ => None,
                })
            });
        let Some(attribute) = found else {
            let mut known: Vec<String> = FIELDS.iter().map(|field| (*field).to_owned()).collect();
            known.extend(self.vocabulary.names.all(Class::Attribute).iter().cloned());
            known.extend(EXTRA.iter().map(|field| (*field).to_owned()));
            let known = known.iter().map(String::as_str);
            self.diagnostics.push(unknown_field(name, at, "a card of this game", known));
            return;
        };
        if rules.attributes[attribute.index()].unprinted {
            let message = format!("“{name}” is not printed on cards; it starts at 0");
            self.error("field", at, message);
            return;
        }
        match value.integer() {
            Some(number) => {
                let number = self.fit(number, value.span, name);
                card.attributes[attribute.index()] = number;
            }
            None => {
                let message = format!("“{name}” must be a number, not {}", value.kind());
                self.error("field", value.span, message);
            }
        }
    }
}

/// Whether a card of this name is known. Asked of the vocabulary, because the
/// list of names is searched from its start.
fn is_card(vocabulary: &Vocabulary, name: &str) -> bool {
    let phrase = crate::token::words(name).join(" ");
    vocabulary.senses(&phrase).iter().any(|sense| match sense {
        Sense::Card(card) => vocabulary.names.word(Class::Card, card.0).eq_ignore_ascii_case(name),
        _ => false,
    })
}

/// "Ember Fox" → ember-fox.
pub fn slug(name: &str) -> String {
    let mut out = String::new();
    for char in name.chars() {
        if char.is_alphanumeric() {
            out.extend(char.to_lowercase());
        } else if !out.ends_with('-') && !out.is_empty() && char != '\'' && char != '’' {
            out.push('-');
        }
    }
    out.trim_end_matches('-').to_owned()
}

impl Draft {
    /// Where the text starts in its file, if it stands there as it is.
    pub fn text_place(&self) -> Option<usize> {
        self.text_span.and_then(|(_, offset)| offset)
    }
}
