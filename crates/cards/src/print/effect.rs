//! Effects in words.

use onplay_engine::card::{
    Duration, Effect, Filter, Gift, Happening, Manner, Pick, Quantity, Reference, Selection,
    Static, Who, Whose,
};
use onplay_engine::id::Class;
use onplay_engine::rulebook::Role;

use super::Printer;
use super::cost::without;
use super::course::THEN;
use super::names::head;
use crate::inflect::{capital, singular};
use crate::normal;
use crate::parse::{negative, refers_to};

impl Printer<'_> {
    /// Effects as sentences, the first without a capital letter. Behind an
    /// event an "if" would be read as the ability's condition: it is put in
    /// brackets there, with an "otherwise" only if there is a condition too.
    pub fn sentences(&mut self, effects: &[Effect], after_event: Option<bool>) -> String {
        let mut out: Vec<String> = Vec::new();
        for (at, effect) in effects.iter().enumerate() {
            let guarded = after_event.filter(|_| at == 0);
            let sentence = match effect {
                Effect::If { otherwise, .. }
                    if guarded.is_some_and(|condition| condition || otherwise.is_empty()) =>
                {
                    format!("[{}]", self.effect(effect))
                }
                // What follows its last mode is not a part of that.
                Effect::Modal { .. } if at + 1 < effects.len() => {
                    format!("[{}]", self.effect(effect))
                }
                _ => self.effect(effect),
            };
            self.after_may = matches!(effect, Effect::May { .. });
            // "Then" belongs to the sentence behind it.
            let waits = out.last().is_some_and(|before| before == THEN);
            if waits {
                out.pop();
            }
            out.push(if waits { format!("{THEN} {sentence}") } else { sentence });
        }
        self.after_may = false;
        let mut text = String::new();
        for (at, sentence) in out.iter().enumerate() {
            if at > 0 {
                text.push(' ');
                text.push_str(&capital(sentence));
            } else {
                text.push_str(sentence);
            }
            // A modal ends with its last mode's full stop.
            if !sentence.ends_with('.') {
                text.push('.');
            }
        }
        text
    }

    /// Effects of a block, in one sentence.
    pub(super) fn block(&mut self, effects: &[Effect]) -> String {
        let mut out = Vec::new();
        for effect in effects {
            let words = self.effect(effect);
            let nested = matches!(
                effect,
                Effect::If { .. }
                    | Effect::May { .. }
                    | Effect::Each { .. }
                    | Effect::EachPlayer { .. }
                    | Effect::EachPlace { .. }
                    | Effect::Repeat { .. }
                    | Effect::Later { .. }
            );
            self.after_may = matches!(effect, Effect::May { .. });
            out.push(if nested { format!("[{words}]") } else { words });
        }
        self.after_may = false;
        out.join(", then ")
    }

    /// The words for each of those that a clause is about, in its own amounts.
    pub fn introduce(&mut self, what: &Selection) {
        self.each = match &what.pick {
            Pick::The(Reference::This) => None,
            Pick::The(reference) => Some(self.reference(*reference)),
            pick => {
                let noun = head(self.vocabulary, &what.filter, false);
                let each = if crate::bind::is_many(pick) { "each" } else { "that" };
                Some(format!("{each} {noun}"))
            }
        };
    }

    pub fn until(&self, until: Duration) -> String {
        match until {
            Duration::Forever => String::new(),
            other => format!(" {}", self.duration(other)),
        }
    }

    pub(super) fn duration(&self, until: Duration) -> String {
        match until {
            Duration::Forever => "permanently".into(),
            Duration::EndOfTurn => "until end of turn".into(),
            Duration::EndOfRound => "until end of round".into(),
            Duration::YourNextTurn => "until your next turn".into(),
            Duration::ItsNextTurn => "until the end of its next turn".into(),
            Duration::Next(phase) => {
                format!("until your next {}", self.vocabulary.word(Class::Phase, phase.0))
            }
            Duration::WhileHere => "while this is in play".into(),
            Duration::Turns(turns) => format!("for {turns} turns"),
        }
    }

    /// One effect, without a full stop.
    pub fn effect(&mut self, effect: &Effect) -> String {
        let words = self.effect_words(effect);
        self.each = None;
        words
    }

    fn effect_words(&mut self, effect: &Effect) -> String {
        let word = |class: Class, id: u16| match class {
            Class::Attribute => self.vocabulary.word(class, id).replace('-', " "),
            _ => self.vocabulary.word(class, id).to_owned(),
        };
        match effect {
            Effect::Draw { who, count, .. } => {
                let verb = self.does(*who, self.vocabulary.verb("draw"));
                match count {
                    Quantity::Number(1) => format!("{verb} a card"),
                    other => format!("{verb} {}", self.amount(other, "card", "cards")),
                }
            }
            Effect::Move { what, verb, to } => self.moved(what, *verb, *to),
            Effect::Create { .. } => self.created(effect),
            Effect::Copy { what, who, silent, .. } => {
                let verb = self.does(*who, self.vocabulary.verb("create"));
                let copy = if *silent { "silent copy" } else { "copy" };
                format!("{verb} a {copy} of {}", self.selection(what))
            }
            Effect::Damage { what, amount, kind, by } => {
                let deal = match by {
                    Some(by) => format!("{} deals", self.reference(*by)),
                    None => "deal".into(),
                };
                let kind = kind.map_or(String::new(), |kind| {
                    format!("{} ", self.vocabulary.word(Class::Damage, kind.0))
                });
                let noun = format!("{kind}damage");
                let counts = Effect::ChooseNumber { min: amount.clone(), max: Quantity::ONE };
                let is_own = what.mention.is_some_and(|slot| refers_to(&counts, slot));
                if is_each(amount) || is_own && by.is_none() {
                    self.introduce(what);
                    let object = self.selection(what);
                    return format!("{deal} {noun} to {object} equal to {}", self.quantity(amount));
                }
                format!("{deal} {} to {}", self.plain_amount(amount, &noun), self.selection(what))
            }
            Effect::DamagePlayer { who, amount, by } => {
                let deal = match by {
                    Some(by) => format!("{} deals", self.reference(*by)),
                    None => "deal".into(),
                };
                format!("{deal} {} to {}", self.plain_amount(amount, "damage"), self.who(*who))
            }
            Effect::Heal { what, attribute, amount: Quantity::Number(99) }
                if self.vocabulary.rules.death.as_ref().map(|it| it.attribute)
                    == Some(*attribute) =>
            {
                format!("fully heal {}", self.selection(what))
            }
            Effect::Heal { what, attribute, amount } => {
                let attribute = word(Class::Attribute, attribute.0);
                format!(
                    "heal {} on {}",
                    self.plain_amount(amount, &attribute),
                    self.selection(what)
                )
            }
            Effect::Change { what, attribute, by, until } => {
                let attribute = word(Class::Attribute, attribute.0);
                let (subject, plural) = self.subject_of(what);
                let (verb, by) = if normal::is_negative(by) {
                    (if plural { "lose" } else { "loses" }, negative(by.clone()))
                } else {
                    (if plural { "gain" } else { "gains" }, by.clone())
                };
                let amount = self.amount(&by, &attribute, &attribute);
                format!("{subject} {verb} {amount}{}", self.until(*until))
            }
            Effect::Become { what, attribute, to, until } => {
                let attribute = word(Class::Attribute, attribute.0);
                let subject = match what.pick {
                    Pick::The(reference) => format!("{} {attribute}", self.possessive(reference)),
                    _ => format!("the {attribute} of {}", self.selection(what)),
                };
                self.introduce(what);
                format!("{subject} becomes {}{}", self.quantity(to), self.until(*until))
            }
            Effect::Counter { who, counter, by }
                if self.symbol_of(counter.index()).is_some() && !normal::is_negative(by) =>
            {
                let symbol = self.symbol_of(counter.index()).unwrap_or_default();
                let verb = match who {
                    Who::You => "add".to_owned(),
                    other => format!("{} adds", self.who(*other)),
                };
                match by {
                    Quantity::Number(number @ 1..=5) => {
                        format!("{verb} {}", symbol.repeat(*number as usize))
                    }
                    other => match self.scale(other) {
                        Some(scale) => format!("{verb} {symbol} {scale}"),
                        None => {
                            let word = self.vocabulary.word(Class::Counter, counter.0);
                            format!("{verb} {}", self.amount(other, word, word))
                        }
                    },
                }
            }
            Effect::Counter { who, counter, by } => {
                let counter = self.vocabulary.word(Class::Counter, counter.0).to_owned();
                let (verb, by) = if normal::is_negative(by) {
                    ("lose", negative(by.clone()))
                } else {
                    ("gain", by.clone())
                };
                let subject = match who {
                    Who::You => self.you(verb),
                    other => format!("{} {verb}s", self.who(*other)),
                };
                format!("{subject} {}", self.amount(&by, singular(&counter), &counter))
            }
            Effect::CounterBecomes { who, counter, to } => self.counter_becomes(*who, *counter, to),
            Effect::Flag { what, flag, on, until } => {
                let words = match self.vocabulary.flag_verb(*flag, *on) {
                    Some(verb) => format!("{verb} {}", self.selection(what)),
                    None => {
                        let (subject, plural) = self.subject_of(what);
                        let flag = self.vocabulary.word(Class::Flag, flag.0);
                        let be = if plural { "are" } else { "is" };
                        match on {
                            true => {
                                format!("{subject} become{} {flag}", if plural { "" } else { "s" })
                            }
                            false => format!("{subject} {be} no longer {flag}"),
                        }
                    }
                };
                format!("{words}{}", self.until(*until))
            }
            Effect::Grant { what, gift, until } => {
                let (subject, plural) = self.subject_of(what);
                let gain = if plural { "gain" } else { "gains" };
                let words = match gift {
                    Gift::Keyword(keyword) => {
                        format!("{subject} {gain} {}", word(Class::Keyword, keyword.0))
                    }
                    Gift::Ability(ability) => {
                        let mut plain = Printer {
                            names: self.names.clone(),
                            level: self.level,
                            ..Printer::new(self.vocabulary)
                        };
                        let inner = plain.ability(ability);
                        format!("{subject} {gain} \"{inner}\"")
                    }
                    Gift::PlayFrom { zone, cost, banish } => {
                        let zone = word(Class::Zone, zone.0);
                        let price = match cost {
                            Some(price) => format!(" for {}", self.quantity(price)),
                            None => String::new(),
                        };
                        let until = self.until(*until);
                        let banished = match banish {
                            true => ", and it is banished when it leaves play",
                            false => "",
                        };
                        return format!(
                            "{subject} can be played from the {zone}{price}{until}{banished}"
                        );
                    }
                    Gift::Prevent(amount) => {
                        let amount = self.simple(amount);
                        format!("prevent the next {amount} damage to {subject}")
                    }
                };
                format!("{words}{}", self.until(*until))
            }
            Effect::Decree { rule: Static::Cost { what, by }, once: true, until } => {
                let noun = without(what, &[Filter::Controller(Whose::Yours)]);
                let rule = Static::Cost { what: Filter::Is(Reference::This), by: by.clone() };
                let words = self.rules(std::slice::from_ref(&rule));
                let costs = words.split_once(' ').map_or("", |(_, rest)| rest);
                let verb = self.vocabulary.verb("play");
                let noun = self.noun(&noun, false).replace("object", "card");
                let within = self.duration(*until);
                format!("the next {noun} you {verb} {within} {costs}")
            }
            Effect::Decree { rule, until, .. } => {
                let rule = self.rules(std::slice::from_ref(rule));
                format!("{}, {rule}", self.duration(*until))
            }
            Effect::Swap { one, other } if one == other => {
                format!("swap the places of {}", self.reference(*one))
            }
            Effect::Swap { one, other } => {
                format!("swap {} with {}", self.reference(*one), self.reference(*other))
            }
            Effect::Attach { what, to } => {
                let first = self.selection(what);
                let verb = self.vocabulary.verb("attach").to_owned();
                format!("{verb} {first} to {}", self.selection(to))
            }
            Effect::Cancel { what } => {
                let filter = match self.role(Role::Stack) {
                    Some(stack) => without(&what.filter, &[Filter::Zone(stack)]),
                    None => what.filter.clone(),
                };
                let rest = Selection::new(what.pick.clone(), filter);
                format!("{} {}", self.vocabulary.verb("cancel"), self.selection(&rest))
            }
            Effect::Search { who, zone, filter, count, to, reveal, .. } => {
                let zone = format!("{} {}", self.whose(*who), word(Class::Zone, zone.0));
                let many = *count != Quantity::ONE;
                let found = if many {
                    format!("{} {}", self.simple(count), self.noun(filter, true))
                } else {
                    self.one(filter)
                };
                let (it, show) =
                    if many { ("them", "reveal them, ") } else { ("it", "reveal it, ") };
                let show = if *reveal { show } else { "" };
                let to = self.destination(*to);
                format!("search {zone} for {found}, {show}put {it} {to}, then shuffle")
            }
            Effect::Look { .. } => self.look(effect),
            Effect::Shuffle { who, zone, by } => {
                let rule = self.vocabulary.rules.zones.get(zone.index());
                let is_shared = rule.is_some_and(|rule| !rule.per_seat);
                let whose = if is_shared { "the".to_owned() } else { self.whose(*who) };
                let by =
                    by.map_or(String::new(), |by| format!(" by {}", word(Class::Attribute, by.0)));
                format!("shuffle {whose} {}{by}", word(Class::Zone, zone.0))
            }
            Effect::Control { what, who, until } => {
                let verb = match who {
                    Who::You => self.you("gain"),
                    other => format!("{} gains", self.who(*other)),
                };
                format!("{verb} control of {}{}", self.selection(what), self.until(*until))
            }
            Effect::Adjust { amount, to } => match (amount, to) {
                (Some(Quantity::Number(0)), _) => "prevent that".into(),
                (Some(amount), _) => format!("the amount becomes {}", self.quantity(amount)),
                (None, Some(to)) => format!("it happens to {}", self.reference(*to)),
                (None, None) => "it happens".into(),
            },
            Effect::See { what, everybody } => {
                let verb = if *everybody { "reveal" } else { "look at" };
                let hand = self.role(Role::Hand).map(Filter::Zone);
                let whose = match &what.filter {
                    Filter::All(parts) if what.pick == Pick::All && parts.len() == 2 => {
                        match (hand.is_some_and(|hand| parts.contains(&hand)), &parts[..]) {
                            (true, parts) if parts.contains(&Filter::Owner(Whose::Yours)) => {
                                Some("your")
                            }
                            (true, parts) if parts.contains(&Filter::Owner(Whose::Enemy)) => {
                                Some("your opponent's")
                            }
                            _ => None,
                        }
                    }
                    _ => None,
                };
                match (whose, self.role(Role::Hand)) {
                    (Some(whose), Some(hand)) => {
                        format!("{verb} {whose} {}", word(Class::Zone, hand.0))
                    }
                    _ => format!("{verb} {}", self.selection(what)),
                }
            }
            Effect::Slot { spot, by } => self.slot(*spot, by),
            Effect::ChoosePlace { zone, whose, near } => {
                let place = self.place_word(Some(*zone));
                let place = if Some(*zone) == self.first_zone_of(&place) {
                    place
                } else {
                    format!("{} {place}", word(Class::Zone, zone.0))
                };
                let article = match whose {
                    Whose::Any => crate::inflect::article(&place).to_owned(),
                    Whose::Enemy => "an enemy".into(),
                    Whose::Yours => "one of your".into(),
                };
                // "one of your slots".
                let place =
                    if *whose == Whose::Yours { crate::inflect::plural(&place) } else { place };
                let near = match near {
                    Some(onplay_engine::card::Place::Adjacent(reference)) => {
                        format!(" adjacent to {}", self.reference(*reference))
                    }
                    Some(near) => format!(" {}", self.place(*near)),
                    None => String::new(),
                };
                format!("choose {article} {place}{near}")
            }
            Effect::ChooseNumber { min, max } => {
                format!("choose a number from {} to {}", self.quantity(min), self.quantity(max))
            }
            Effect::Choose { what } => format!("choose {}", self.selection(what)),
            Effect::If { condition, then, otherwise } => {
                let condition = self.condition(condition);
                let then = self.block(then);
                let mut words = format!("if {condition}, {then}");
                if !otherwise.is_empty() {
                    words.push_str(&format!(". Otherwise, {}", self.block(otherwise)));
                }
                words
            }
            Effect::May { who, cost, then, otherwise } => self.may(*who, cost, then, otherwise),
            Effect::Modal { who, count, modes } => {
                let number = crate::parse::NUMBERS[usize::from(*count).min(10)];
                let mut words = match who {
                    Who::You => format!("choose {number}:"),
                    other => format!("{} chooses {number}:", self.who(*other)),
                };
                for mode in modes {
                    words.push_str(" • ");
                    if !mode.cost.is_empty() {
                        words.push_str(&format!("{}: ", capital(&self.costs(&mode.cost))));
                    }
                    words.push_str(&capital(&self.sentences(&mode.effects, None)));
                }
                words
            }
            Effect::Each { what, effects } => {
                let header = match what.pick {
                    // Where players are objects, "each player" is still a person.
                    Pick::All if self.noun(&what.filter, false) != "player" => {
                        format!("for each {}", self.noun(&what.filter, false))
                    }
                    _ => format!("for each of {}", self.selection(what)),
                };
                format!("{header}, {}", self.block(effects))
            }
            Effect::EachPlayer { who, effects } => {
                let who = match who {
                    Who::Each => "each player".to_owned(),
                    other => self.who(*other),
                };
                let before = std::mem::replace(&mut self.for_players, true);
                let words = self.block(effects).replace("you control", "the player controls");
                self.for_players = before;
                format!("for {who}, {words}")
            }
            Effect::Course(course) => self.course(course),
            Effect::Together { manner, effects } => {
                if let Some((one, other)) = fighters(effects) {
                    return format!("{} fights {}", self.reference(one), self.reference(other));
                }
                let manner = match manner {
                    Manner::AtOnce => "at once",
                    Manner::Silently => "silently",
                };
                format!("{manner}: {}", self.sentences(effects, None))
            }
            Effect::EachPlace { zone, effects } => {
                let place = self.place_word(Some(*zone));
                format!("for each {place}, {}", self.block(effects))
            }
            Effect::Repeat { times, effects } => {
                let header = match times {
                    Quantity::Number(1) => "do the following 1 time".into(),
                    Quantity::Number(_) | Quantity::Chosen => {
                        format!("do the following {} times", self.quantity(times))
                    }
                    other => format!("do this a number of times equal to {}", self.quantity(other)),
                };
                format!("{header}: {}", self.block(effects))
            }
            Effect::Proceed => "let it happen".into(),
            Effect::Later { on, effects, until, once, instead: true } => {
                self.later_instead(on, effects, *until, *once)
            }
            Effect::Later { on, effects, until, once, .. } => {
                self.later(on, effects, *until, *once)
            }
            Effect::GoAgain => "go again".into(),
            Effect::ExtraTurn { who: Who::You } => "take an extra turn".into(),
            Effect::ExtraTurn { who } => format!("{} takes an extra turn", self.who(*who)),
            Effect::ExtraPhase { phase } => {
                format!("take an extra {} phase", self.vocabulary.word(Class::Phase, phase.0))
            }
            Effect::Trigger { what, on } => {
                let object = self.selection(what);
                let event = match on.event {
                    Happening::Began(_) => self.moment(on),
                    _ => self.event(on),
                };
                format!("trigger {object} as if {event}")
            }
            Effect::Win { who } => self.outcome(*who, "win"),
            Effect::Lose { who } => self.outcome(*who, "lose"),
        }
    }

    /// What you do, or whoever is in charge where players are gone through.
    pub(super) fn you(&self, verb: &str) -> String {
        match self.for_players {
            true => format!("the player {}", crate::inflect::third(verb)),
            false => format!("you {verb}"),
        }
    }

    /// A counter's mana symbol, if it has one.
    fn symbol_of(&self, counter: usize) -> Option<String> {
        let symbol = self.vocabulary.symbols.get(counter)?.as_ref()?;
        Some(format!("{{{}}}", symbol.to_uppercase()))
    }

    fn outcome(&self, who: Who, verb: &str) -> String {
        match who {
            Who::You => format!("{} the game", self.you(verb)),
            other => format!("{} {verb}s the game", self.who(other)),
        }
    }

    /// "2 damage", "damage equal to its attack".
    fn plain_amount(&self, quantity: &Quantity, noun: &str) -> String {
        match quantity {
            Quantity::Number(_) | Quantity::Chosen => {
                format!("{} {noun}", self.quantity(quantity))
            }
            other => format!("{noun} equal to {}", self.quantity(other)),
        }
    }

    /// The subject of a clause, and whether it is plural. What it chooses is
    /// "it" in the rest of the clause.
    fn subject_of(&mut self, what: &Selection) -> (String, bool) {
        let words = self.selection(what);
        let plural = match &what.pick {
            Pick::All => true,
            Pick::Choose { max, .. } | Pick::Random(max) => *max != Quantity::ONE,
            Pick::Top(count) | Pick::Bottom(count) => *count != Quantity::ONE,
            Pick::The(_) => words.starts_with("those "),
            _ => false,
        };
        self.introduce(what);
        (words, plural)
    }

    fn first_zone_of(&self, place: &str) -> Option<onplay_engine::id::ZoneKind> {
        let at = self.vocabulary.places.iter().position(|word| word.as_deref() == Some(place))?;
        Some(onplay_engine::id::ZoneKind(at as u16))
    }
}

/// Whether an amount is computed for each of those that it is done to.
fn is_each(quantity: &Quantity) -> bool {
    match quantity {
        Quantity::Attribute(Reference::It, _) => true,
        Quantity::Plus(left, right)
        | Quantity::Minus(left, right)
        | Quantity::Times(left, right)
        | Quantity::AtMost(left, right) => is_each(left) || is_each(right),
        Quantity::Per(of, _) => is_each(of),
        _ => false,
    }
}

/// Two that deal damage to each other: they fight.
fn fighters(effects: &[Effect]) -> Option<(Reference, Reference)> {
    match effects {
        [
            Effect::Damage { what, by: Some(one), .. },
            Effect::Damage { what: back, by: Some(other), .. },
        ] if what.pick == Pick::The(*other) && back.pick == Pick::The(*one) => Some((*one, *other)),
        _ => None,
    }
}
