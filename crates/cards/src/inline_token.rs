//! Tokens that a text describes instead of naming: "two 1/1 red Goblin creature tokens".
//! Each becomes a card of the game when the text is read, unless the game has it already.

use onplay_engine::card::Cost;
use onplay_engine::compile::Card;
use onplay_engine::id::{AttributeId, CardId, Class, CounterId, KeywordId};

use crate::game::add_subtype;
use crate::token::{self, Kind, Token};
use crate::vocabulary::{Sense, Vocabulary};

/// What a text says of a token.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Described {
    pub types: u32,
    pub subtypes: Vec<String>,
    pub attributes: Vec<(AttributeId, i16)>,
    pub keywords: Vec<KeywordId>,
    /// Colours that some card of the game may ask for.
    pub colours: Vec<CounterId>,
}

/// Most words of a description.
const MOST_WORDS: usize = 16;

/// Reads a description that begins at the first of some words; the number is how many
/// words it has. In a text, words that begin with a capital may be new subtypes.
pub fn describe(
    vocabulary: &Vocabulary,
    tokens: &[Token],
    text: Option<&str>,
) -> Option<(Described, usize)> {
    let mut found = Described::default();
    let mut at = 0;
    if let [first, slash, second, ..] = tokens
        && let (Kind::Number(power), Kind::Mark('/'), Kind::Number(toughness)) =
            (first.kind, slash.kind, second.kind)
    {
        let (one, two) = vocabulary.pair?;
        found.attributes = vec![(one, power), (two, toughness)];
        at = 3;
    }
    let mut words = 0;
    loop {
        let token = tokens.get(at).filter(|token| token.kind == Kind::Word)?;
        at += 1;
        words += 1;
        if words > MOST_WORDS {
            return None;
        }
        if token.text == "token" || token.text == "tokens" {
            break;
        }
        if let Some(colour) = colour(vocabulary, &token.text) {
            found.colours.extend(colour);
            continue;
        }
        let sense = vocabulary.senses(&token.text).iter().find_map(|sense| match sense {
            Sense::Type(kind) => Some(Ok(*kind)),
            Sense::Subtype(kind) => Some(Err(*kind)),
            _ => None,
        });
        match sense {
            Some(Ok(kind)) => found.types |= 1 << kind.0,
            Some(Err(kind)) => {
                found.subtypes.push(vocabulary.word(Class::Subtype, kind.0).to_lowercase());
            }
            None => {
                let original = text?.get(token.span.start..token.span.end)?;
                let is_new = vocabulary.senses(&token.text).is_empty()
                    && original.starts_with(char::is_uppercase);
                is_new.then(|| found.subtypes.push(token.text.clone()))?;
            }
        }
    }
    while let Some((length, keyword)) = with_next(vocabulary, &tokens[at..], &mut found) {
        found.keywords.extend(keyword);
        at += length;
    }
    if found.types == 0 {
        found.types = vocabulary.rules.death.as_ref()?.types;
    }
    found.subtypes.sort();
    found.keywords.sort();
    let says_numbers = !found.attributes.is_empty();
    (says_numbers && words > 1 && found.types.count_ones() == 1).then_some((found, at))
}

/// "red": a colour, if any card of the game could ask for it.
fn colour(vocabulary: &Vocabulary, word: &str) -> Option<Option<CounterId>> {
    let counter = vocabulary.names.find(Class::Counter, word)?;
    vocabulary.symbols.get(usize::from(counter))?.as_ref()?;
    let keywords = vocabulary.names.all(Class::Keyword);
    let asked = keywords.iter().any(|keyword| keyword.ends_with(&format!(" {word}")));
    Some(asked.then_some(CounterId(counter)))
}

/// "with haste", "with 2 attack and Guardian": one more thing that it has.
fn with_next(
    vocabulary: &Vocabulary,
    tokens: &[Token],
    found: &mut Described,
) -> Option<(usize, Option<KeywordId>)> {
    let starts = found.attributes.len() + found.keywords.len();
    let first = tokens.first()?.text.as_str();
    let joins = if starts > 0 { ["with", "and"] } else { ["with", "with"] };
    joins.contains(&first).then_some(())?;
    let rest = &tokens[1..];
    let word = |at: usize| rest.get(at).map(|token| token.text.as_str()).unwrap_or_default();
    let attribute = |word: &str| {
        vocabulary.senses(word).iter().find_map(|sense| match sense {
            Sense::Attribute(attribute) => Some(*attribute),
            _ => None,
        })
    };
    if let (Some(Kind::Number(number)), Some(attribute)) =
        (rest.first().map(|token| token.kind), attribute(word(1)))
    {
        found.attributes.push((attribute, number));
        return Some((3, None));
    }
    if let (Some(attribute), Some(Kind::Number(number))) =
        (attribute(word(0)), rest.get(1).map(|token| token.kind))
    {
        found.attributes.push((attribute, number));
        return Some((3, None));
    }
    let keyword = vocabulary.senses(word(0)).iter().find_map(|sense| match sense {
        Sense::Keyword(keyword) => Some(*keyword),
        _ => None,
    })?;
    Some((2, Some(keyword)))
}

/// The tokens that a text describes and the game does not have.
pub fn new_tokens(vocabulary: &Vocabulary, text: &str) -> Vec<Described> {
    if !text.contains("token") {
        return Vec::new();
    }
    let tokens = token::tokenize(text);
    let mut new: Vec<Described> = Vec::new();
    for at in 1..tokens.len() {
        // A count stands before it: "two 1/1 …", "a 2/2 …".
        let before = &tokens[at - 1];
        let counts = matches!(before.kind, Kind::Number(_))
            || ["a", "an", "x"].contains(&before.text.as_str())
            || crate::parse::NUMBERS.contains(&before.text.as_str());
        if !counts {
            continue;
        }
        if let Some((one, _)) = describe(vocabulary, &tokens[at..], Some(text))
            && !new.contains(&one)
            && vocabulary.described(&one).is_none()
        {
            new.push(one);
        }
    }
    new
}

/// The tokens that a text describes and the game does not have yet: now it has them.
pub fn described_tokens(text: &str, vocabulary: &mut Vocabulary) -> Vec<(CardId, String, Card)> {
    let mut new = Vec::new();
    for described in new_tokens(vocabulary, text) {
        let (name, card) = card_of(&described, vocabulary);
        if vocabulary.names.find(Class::Card, &name).is_some() {
            continue;
        }
        let id = CardId(vocabulary.names.intern(Class::Card, &name));
        vocabulary.add_noun(&name, Sense::Card(id));
        vocabulary.tokens.push((described, id));
        new.push((id, name, card));
    }
    new
}

/// "Creature — Goblin", of a card that nobody has written a line for.
pub fn type_line_of(card: &Card, vocabulary: &Vocabulary) -> String {
    let types = vocabulary.names.all(Class::Type).iter().enumerate();
    let types: Vec<&str> =
        types.filter(|(at, _)| card.types >> at & 1 == 1).map(|(_, word)| word.as_str()).collect();
    let subtypes: Vec<&str> =
        card.subtypes.iter().map(|kind| vocabulary.word(Class::Subtype, kind.0)).collect();
    match subtypes.is_empty() {
        true => types.join(" "),
        false => format!("{} — {}", types.join(" "), subtypes.join(" ")),
    }
}

/// A token that the game gets, with a name of its own.
pub fn card_of(one: &Described, vocabulary: &mut Vocabulary) -> (String, Card) {
    let kinds: Vec<String> = match one.subtypes.as_slice() {
        [] => {
            let types = vocabulary.names.all(Class::Type).iter().enumerate();
            types.filter(|(at, _)| one.types >> at & 1 == 1).map(|(_, word)| word.clone()).collect()
        }
        subtypes => subtypes.iter().map(|word| crate::inflect::capital(word)).collect(),
    };
    let is_known =
        |name: &str, vocabulary: &Vocabulary| vocabulary.names.find(Class::Card, name).is_some();
    let mut name = format!("{} Token", kinds.join(" "));
    if is_known(&name, vocabulary) {
        let numbers: Vec<String> =
            one.attributes.iter().map(|(_, number)| number.to_string()).collect();
        let mut parts = vec![name, numbers.join("/")];
        let words = one.keywords.iter();
        parts.extend(words.map(|it| vocabulary.word(Class::Keyword, it.0).to_owned()));
        name = parts.join(" ");
    }
    let mut attributes = vec![0; vocabulary.rules.attributes.len()];
    for (attribute, number) in &one.attributes {
        if let Some(value) = attributes.get_mut(attribute.index()) {
            *value = *number;
        }
    }
    let subtypes = one.subtypes.iter();
    let subtypes =
        subtypes.map(|word| add_subtype(vocabulary, &crate::inflect::capital(word))).collect();
    // What is blue has blue in its cost, and costs nothing.
    let cost = match one.colours.as_slice() {
        [] => Vec::new(),
        colours => vec![Cost::Mana(colours.iter().map(|colour| (*colour, 1)).collect(), 0)],
    };
    let keywords = one.keywords.iter().fold(0, |all, keyword| all | 1 << (keyword.0 & 31));
    let types = one.types;
    (name, Card { types, subtypes, attributes, keywords, cost, token: true, ..Card::default() })
}

impl Vocabulary {
    /// The token of the game that a text describes.
    pub(crate) fn described(&self, one: &Described) -> Option<CardId> {
        self.tokens.iter().find(|(known, _)| known == one).map(|(_, card)| *card)
    }

    /// Notes a token that texts can describe, if it has nothing but what they can say.
    pub(crate) fn add_token(&mut self, id: CardId, card: &Card) {
        let printed = card.attributes.iter().enumerate().filter(|(_, value)| **value != 0);
        let mut attributes: Vec<(AttributeId, i16)> =
            printed.map(|(at, value)| (AttributeId(at as u16), *value)).collect();
        if let Some((one, two)) = self.pair {
            attributes.retain(|(attribute, _)| *attribute != one && *attribute != two);
            let value = |it: AttributeId| card.attributes.get(it.index()).copied().unwrap_or(0);
            attributes.splice(0..0, [(one, value(one)), (two, value(two))]);
        }
        let mut subtypes: Vec<String> =
            card.subtypes.iter().map(|it| self.word(Class::Subtype, it.0).to_lowercase()).collect();
        subtypes.sort();
        let keywords = (0..32).filter(|bit| card.keywords >> bit & 1 == 1);
        let keywords = keywords.map(KeywordId).collect();
        let colours = card.cost.iter().flat_map(|cost| match cost {
            Cost::Mana(coloured, _) => coloured.iter().map(|(colour, _)| *colour).collect(),
            _ => Vec::new(),
        });
        let colours = colours.collect();
        let types = card.types;
        self.tokens.push((Described { types, subtypes, attributes, keywords, colours }, id));
    }
}
