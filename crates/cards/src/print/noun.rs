//! Noun phrases and selections.

use onplay_engine::card::{
    Comparison, Filter, Part, Pick, Place, Quantity, Reference, Selection, Whose,
};
use onplay_engine::id::{AttributeId, Class, ZoneKind};

use super::Printer;
use crate::inflect::{article, participle, plural};
use crate::parse::NUMBERS;

impl Printer<'_> {
    /// Objects without an article.
    pub fn noun(&self, filter: &Filter, many: bool) -> String {
        let parts = parts_of(filter);
        let mut before: Vec<String> = Vec::new();
        let mut heads: Vec<String> = Vec::new();
        let mut after: Vec<&Filter> = Vec::new();
        let plain_heads = parts.iter().filter(|part| is_head(part)).count();
        for part in &parts {
            match part {
                Filter::Not(inner) if self.level < 2 && matches!(**inner, Filter::Is(_)) => {
                    if before.first().is_none_or(|word| word != "other") {
                        before.insert(0, "other".into());
                    }
                }
                Filter::Flag(flag) => {
                    before.push(self.vocabulary.word(Class::Flag, flag.0).to_owned());
                }
                Filter::Not(inner) => match &**inner {
                    Filter::Flag(flag) if self.opposite(flag.index()).is_some() => {
                        before.push(self.opposite(flag.index()).unwrap_or_default());
                    }
                    Filter::Type(kind) if !self.type_word(kind.0).contains(' ') => {
                        before.push(format!("non{}", self.type_word(kind.0)));
                    }
                    Filter::Subtype(kind)
                        if !self.vocabulary.word(Class::Subtype, kind.0).contains([' ', '\'']) =>
                    {
                        let word = self.vocabulary.word(Class::Subtype, kind.0);
                        before.push(format!("non-{word}"));
                    }
                    Filter::Token => before.push("nontoken".into()),
                    _ => after.push(part),
                },
                Filter::Controller(Whose::Enemy)
                    if !parts.iter().any(|part| matches!(part, Filter::Zone(zone) if self.vocabulary.is_in_play(*zone))) =>
                {
                    before.push("enemy".into());
                }
                Filter::Subtype(_) | Filter::Type(_) | Filter::Token => {
                    heads.push(self.head(part));
                }
                Filter::OneOf(list) if plain_heads == 0 && list.iter().all(is_head) => {
                    let last = list.len() - 1;
                    let words: Vec<String> = list
                        .iter()
                        .enumerate()
                        .map(|(at, part)| {
                            let word = self.head(part);
                            // The last is made plural with the whole phrase.
                            if many && at != last { plural(&word) } else { word }
                        })
                        .collect();
                    heads.push(words.join(" or "));
                }
                _ => after.push(part),
            }
        }
        let hidden = after
            .iter()
            .any(|part| matches!(part, Filter::Zone(zone) if !self.vocabulary.is_in_play(*zone)));
        if heads.is_empty() {
            heads.push(if hidden { "card".into() } else { "object".into() });
        } else if hidden && plain_heads > 0 {
            heads.push("card".into());
        }
        let core = heads.join(" ");
        let core = if many { plural(&core) } else { core };
        let mut out = before;
        out.push(core);
        let are = |words: String| match words.strip_prefix("that is ") {
            Some(rest) if many => format!("that are {rest}"),
            _ => words,
        };
        out.extend(self.after_noun(&after).into_iter().map(are));
        out.join(" ")
    }

    fn head(&self, part: &Filter) -> String {
        match part {
            Filter::Subtype(kind) => self.vocabulary.word(Class::Subtype, kind.0).to_owned(),
            Filter::Type(kind) => self.type_word(kind.0),
            _ => "token".into(),
        }
    }

    fn type_word(&self, kind: u16) -> String {
        self.vocabulary.word(Class::Type, kind).to_lowercase()
    }

    fn opposite(&self, flag: usize) -> Option<String> {
        self.vocabulary.rules.flags.get(flag)?.opposite.clone()
    }

    fn after_noun(&self, after: &[&Filter]) -> Vec<String> {
        let mut out = Vec::new();
        let mut skip = None;
        let mut predicates: Vec<&Filter> = Vec::new();
        let last = after.len();
        for (at, part) in after.iter().enumerate() {
            if skip == Some(at) {
                continue;
            }
            let open = is_open(part) && last > 1;
            match part {
                Filter::Controller(whose) => {
                    let zone = after[at + 1..].first();
                    if let Some(Filter::Zone(zone)) = zone
                        && self.vocabulary.is_in_play(*zone)
                    {
                        skip = Some(at + 1);
                        out.push(self.in_zone(*zone, Some(*whose)));
                    } else {
                        out.push(match whose {
                            Whose::Enemy => "your opponent controls".into(),
                            _ => "you control".to_owned(),
                        });
                    }
                }
                // "Exiled with" says where.
                Filter::Zone(_)
                    if after.iter().any(|part| matches!(part, Filter::ExiledWith(_))) => {}
                Filter::ExiledWith(reference) => {
                    let exiled = participle(self.vocabulary.verb("exile"));
                    out.push(format!("{exiled} with {}", self.reference(*reference)));
                }
                Filter::Zone(zone) => match after.get(at + 1) {
                    Some(Filter::Owner(whose)) if !self.vocabulary.is_in_play(*zone) => {
                        skip = Some(at + 1);
                        out.push(self.in_zone(*zone, Some(*whose)));
                    }
                    _ => out.push(self.in_zone(*zone, None)),
                },
                Filter::Owner(Whose::Enemy) => out.push("your opponent owns".into()),
                Filter::Owner(_) => out.push("you own".into()),
                Filter::Place(place) => out.push(self.place(*place)),
                Filter::Keyword(_) | Filter::SameName(_) | Filter::Has(_) => {
                    out.push(format!("with {}", self.property(part)));
                }
                Filter::Compare(..) if !open => out.push(format!("with {}", self.property(part))),
                Filter::Named(card) => {
                    out.push(format!("named {}", self.vocabulary.word(Class::Card, card.0)));
                }
                Filter::Holds(inner) if !open => out.push(format!("holding {}", self.one(inner))),
                Filter::AttachedTo(reference) => {
                    out.push(format!("attached to {}", self.reference(*reference)));
                }
                Filter::Not(inner) if **inner == Filter::Newest => {
                    out.push("but the newest".to_owned());
                }
                _ => predicates.push(part),
            }
        }
        for predicate in predicates {
            let inner = self.predicate(predicate);
            let group =
                is_open(predicate) || matches!(predicate, Filter::OneOf(_) | Filter::All(_));
            out.push(if group { format!("that [{inner}]") } else { format!("that {inner}") });
        }
        out
    }

    pub fn in_zone(&self, zone: ZoneKind, whose: Option<Whose>) -> String {
        let word = self.vocabulary.word(Class::Zone, zone.0);
        match whose {
            Some(Whose::Yours) => format!("in your {word}"),
            Some(Whose::Enemy) => format!("in your opponent's {word}"),
            _ => format!("in any {word}"),
        }
    }

    pub fn place_word(&self, zone: Option<ZoneKind>) -> String {
        let zone = zone.or_else(|| self.vocabulary.place_zone());
        zone.and_then(|zone| self.vocabulary.places.get(zone.index())?.clone())
            .unwrap_or_else(|| "lane".into())
    }

    pub fn place(&self, place: Place) -> String {
        let word = self.place_word(None);
        match place {
            Place::Lane(Reference::This) => format!("in this {word}"),
            Place::Lane(Reference::It) => format!("in its own {word}"),
            Place::Lane(reference) => format!("in the {word} of {}", self.reference(reference)),
            Place::Beside(reference) => format!("beside {}", self.reference(reference)),
            Place::Close(reference) => format!("close to {}", self.reference(reference)),
            Place::InFront(reference) => format!("in front of {}", self.reference(reference)),
            Place::Adjacent(reference) => {
                format!("in a {word} adjacent to {}", self.reference(reference))
            }
            Place::Chosen => format!("in that {word}"),
            Place::AroundChosen => format!("in or close to that {word}"),
            Place::Free => format!("to a free {word}"),
        }
    }

    /// What stands after "with" or "has".
    fn property(&self, part: &Filter) -> String {
        match part {
            Filter::Keyword(keyword) => self.vocabulary.word(Class::Keyword, keyword.0).to_owned(),
            Filter::SameName(reference) => {
                format!("the same name as {}", self.reference(*reference))
            }
            Filter::Has(part) => match part {
                Part::Triggered => "a triggered ability".into(),
                Part::Activated => "an activated ability".into(),
                Part::Static => "a static ability".into(),
                Part::Entering => "an entering ability".into(),
                Part::On(event) => {
                    let label = self.vocabulary.label_on(*event).unwrap_or_default();
                    format!("{} {label} ability", article(&label))
                }
            },
            Filter::Compare(attribute, comparison, quantity) => {
                let word = self.vocabulary.word(Class::Attribute, attribute.0);
                let plain = Printer { each: None, ..self.clone() };
                format!("{} {}", word.replace('-', " "), plain.compared(*comparison, quantity))
            }
            _ => String::new(),
        }
    }

    pub fn compared(&self, comparison: Comparison, quantity: &Quantity) -> String {
        let amount = self.quantity(quantity);
        match (comparison, quantity) {
            (Comparison::AtLeast, Quantity::Number(_)) => format!("{amount} or more"),
            (Comparison::AtMost, Quantity::Number(_)) => format!("{amount} or less"),
            (Comparison::AtLeast, _) => format!("at least {amount}"),
            (Comparison::AtMost, _) => format!("at most {amount}"),
            (Comparison::Equal, _) => format!("equal to {amount}"),
            (Comparison::More, _) => format!("more than {amount}"),
            (Comparison::Less, _) => format!("less than {amount}"),
        }
    }

    /// What is said of an object: "is marked and has Guardian".
    pub fn predicate(&self, filter: &Filter) -> String {
        match filter {
            Filter::All(parts) => {
                let inner = |part: &Filter| match part {
                    Filter::OneOf(_) | Filter::All(_) => format!("[{}]", self.predicate(part)),
                    _ if is_open(part) => format!("[{}]", self.predicate(part)),
                    other => self.predicate(other),
                };
                parts.iter().map(inner).collect::<Vec<_>>().join(" and ")
            }
            Filter::OneOf(parts) => {
                let inner = |part: &Filter| match part {
                    Filter::OneOf(_) => format!("[{}]", self.predicate(part)),
                    _ if is_open(part) => format!("[{}]", self.predicate(part)),
                    other => self.predicate(other),
                };
                parts.iter().map(inner).collect::<Vec<_>>().join(" or ")
            }
            Filter::Not(inner) => self.negated(inner),
            Filter::EnteredThisTurn => "entered this turn".into(),
            Filter::Did(event) => did(*event, true).into(),
            Filter::SharesSubtype(reference) => {
                format!("shares a subtype with {}", self.reference(*reference))
            }
            Filter::Keyword(_) | Filter::SameName(_) | Filter::Has(_) | Filter::Compare(..) => {
                format!("has {}", self.property(filter))
            }
            _ => format!("is {}", self.state(filter)),
        }
    }

    fn negated(&self, inner: &Filter) -> String {
        match inner {
            Filter::EnteredThisTurn => "did not enter this turn".into(),
            Filter::Did(event) => did(*event, false).into(),
            Filter::SharesSubtype(reference) => {
                format!("does not share a subtype with {}", self.reference(*reference))
            }
            Filter::Keyword(_) | Filter::SameName(_) | Filter::Has(_) | Filter::Compare(..) => {
                format!("does not have {}", self.property(inner))
            }
            Filter::All(_) | Filter::OneOf(_) | Filter::Not(_) => {
                format!("not [{}]", self.predicate(inner))
            }
            _ => format!("is not {}", self.state(inner)),
        }
    }

    /// What stands after "is".
    fn state(&self, filter: &Filter) -> String {
        match filter {
            Filter::Is(reference) => self.reference(*reference),
            Filter::Controller(Whose::Enemy) => "under your opponent's control".into(),
            Filter::Controller(_) => "under your control".into(),
            Filter::Owner(Whose::Enemy) => "owned by your opponent".into(),
            Filter::Owner(_) => "owned by you".into(),
            Filter::Zone(zone) => self.in_zone(*zone, None),
            Filter::Type(_) | Filter::Subtype(_) | Filter::Token => {
                let word = self.head(filter);
                format!("{} {word}", article(&word))
            }
            Filter::Named(card) => format!("named {}", self.vocabulary.word(Class::Card, card.0)),
            Filter::Flag(flag) => self.vocabulary.status(*flag),
            Filter::Defined(_) => self.vocabulary.defined_word(filter).unwrap_or_default(),
            Filter::Place(place) => self.place(*place),
            Filter::Holds(inner) => format!("holding {}", self.one(inner)),
            Filter::AttachedTo(reference) => format!("attached to {}", self.reference(*reference)),
            Filter::Attached => "attached to something".into(),
            _ => "an object".into(),
        }
    }

    /// One object with its article: "a unit", "another Goblin".
    pub fn one(&self, filter: &Filter) -> String {
        let noun = self.noun(filter, false);
        match noun.strip_prefix("other ") {
            Some(rest) => format!("another {rest}"),
            None => format!("{} {noun}", article(&noun)),
        }
    }

    /// Objects that an effect is about.
    pub fn selection(&self, what: &Selection) -> String {
        match &what.pick {
            Pick::All => format!("all {}", self.noun(&what.filter, true)),
            Pick::The(reference) => {
                let from = self.after_noun(&parts_of(&what.filter)).join(" ");
                let from = from.replacen("in ", " from ", 1);
                format!("{}{from}", self.reference(*reference))
            }
            Pick::Choose { who, min, max, target } => {
                let noun = self.chosen(&what.filter, min, max, *target);
                if *who == self.who {
                    return noun;
                }
                format!("{noun} of {} choice", self.whose(*who))
            }
            Pick::Random(Quantity::Number(1)) => {
                format!("a random {}", self.noun(&what.filter, false))
            }
            Pick::Random(count) => {
                format!("{} random {}", self.simple(count), self.noun(&what.filter, true))
            }
            Pick::Top(count) => self.end_of_zone("top", count, &what.filter),
            Pick::Bottom(count) => self.end_of_zone("bottom", count, &what.filter),
            Pick::Most(attribute) => self.extreme("highest", attribute.0, &what.filter),
            Pick::Least(attribute) => self.extreme("lowest", attribute.0, &what.filter),
            Pick::Lowest(attributes) => {
                let word = |id: &AttributeId| self.vocabulary.word(Class::Attribute, id.0);
                let lowest: Vec<String> =
                    attributes.iter().map(|id| format!("the lowest {}", word(id))).collect();
                let noun = self.noun(&what.filter, false);
                format!("the {noun} with {}, then leftmost", lowest.join(", then "))
            }
            Pick::First => {
                let one_there = |part: &Filter| {
                    matches!(part, Filter::Place(Place::InFront(_) | Place::Chosen))
                };
                let parts = what.filter.clone().into_parts();
                let noun = self.noun(&what.filter, false);
                // Where one place holds one object, it is the only one.
                if parts.iter().any(one_there) && self.holds_one() {
                    format!("the {noun}")
                } else {
                    format!("the leftmost {noun}")
                }
            }
        }
    }

    fn extreme(&self, word: &str, attribute: u16, filter: &Filter) -> String {
        let attribute = self.vocabulary.word(Class::Attribute, attribute);
        format!("the {} with the {word} {attribute}", self.noun(filter, false))
    }

    fn end_of_zone(&self, end: &str, count: &Quantity, filter: &Filter) -> String {
        let zone = match filter {
            Filter::Zone(zone) => self.in_zone(*zone, None),
            Filter::All(parts) => match &parts[..] {
                [Filter::Zone(zone), Filter::Owner(whose)]
                | [Filter::Controller(whose), Filter::Zone(zone)] => {
                    self.in_zone(*zone, Some(*whose))
                }
                _ => "in the deck".into(),
            },
            _ => "in the deck".into(),
        };
        let zone = zone.trim_start_matches("in ");
        match count {
            Quantity::Number(1) => format!("the {end} card of {zone}"),
            count => format!("the {end} {} cards of {zone}", self.simple(count)),
        }
    }

    fn chosen(&self, filter: &Filter, min: &Quantity, max: &Quantity, target: bool) -> String {
        let target = if target { "target " } else { "" };
        if min == max && *max == Quantity::ONE {
            let noun = self.noun(filter, false);
            return match (noun.strip_prefix("other "), target) {
                (Some(rest), _) => format!("another {target}{rest}"),
                (None, "") => format!("{} {noun}", article(&noun)),
                (None, _) => format!("target {noun}"),
            };
        }
        let up_to = if min == max { "" } else { "up to " };
        if *max == crate::parse::ANY_NUMBER && *min == Quantity::Number(0) {
            let noun = self.noun(filter, true);
            return match noun.strip_prefix("other ") {
                Some(rest) => format!("any number of other {target}{rest}"),
                None => format!("any number of {target}{noun}"),
            };
        }
        let noun = self.noun(filter, *max != Quantity::ONE);
        if !is_simple(max) {
            return format!("{up_to}a number of {target}{noun} equal to {}", self.quantity(max));
        }
        match noun.strip_prefix("other ") {
            Some(rest) => format!("{up_to}{} other {target}{rest}", self.simple(max)),
            None => format!("{up_to}{} {target}{noun}", self.simple(max)),
        }
    }

    /// A quantity before a noun.
    pub fn simple(&self, quantity: &Quantity) -> String {
        match quantity {
            Quantity::Number(number @ 0..=10) => NUMBERS[*number as usize].to_owned(),
            other => self.quantity(other),
        }
    }
}

/// The parts of a conjunction.
fn parts_of(filter: &Filter) -> Vec<&Filter> {
    match filter {
        Filter::All(parts) => parts.iter().collect(),
        Filter::Any => Vec::new(),
        other => vec![other],
    }
}

/// Whether a quantity can stand before its noun.
fn is_simple(quantity: &Quantity) -> bool {
    matches!(quantity, Quantity::Number(_) | Quantity::Chosen)
}

fn is_head(filter: &Filter) -> bool {
    matches!(filter, Filter::Type(_) | Filter::Subtype(_) | Filter::Token)
}

/// Whether the words of a part end in a noun phrase that what follows would
/// join.
fn is_open(filter: &Filter) -> bool {
    match filter {
        Filter::Compare(_, _, quantity) => !matches!(**quantity, Quantity::Number(_)),
        Filter::Holds(_) => true,
        Filter::Not(inner) => is_open(inner) || is_head(inner),
        Filter::Type(_) | Filter::Subtype(_) | Filter::Token => true,
        Filter::All(_) | Filter::OneOf(_) => true,
        _ => false,
    }
}

impl Printer<'_> {
    /// Whether every place in play holds one object.
    fn holds_one(&self) -> bool {
        use onplay_engine::rulebook::{Role, Shape};
        let mut zones = self.vocabulary.rules.zones.iter().filter(|zone| zone.role == Role::Play);
        zones.all(|zone| zone.shape == Shape::Slots)
    }
}

/// What an object did this turn, or did not do.
fn did(event: onplay_engine::card::Happening, did: bool) -> &'static str {
    use onplay_engine::card::Happening;
    match (event, did) {
        (Happening::Blocks, true) => "blocked this turn",
        (Happening::Blocks, false) => "did not block this turn",
        (Happening::Moved, true) => "moved this turn",
        (Happening::Moved, false) => "did not move this turn",
        (Happening::Damaged, true) => "was dealt damage this turn",
        (Happening::Damaged, false) => "was not dealt damage this turn",
        (_, true) => "attacked this turn",
        (_, false) => "did not attack this turn",
    }
}
