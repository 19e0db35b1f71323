//! Generated abilities print as text that parses back to them, and nothing
//! that is not card text makes the reader fail otherwise than with an error.

mod common;
mod dice;

use std::sync::LazyLock;
use std::time::{Duration as Time, Instant};

use common::{GAMES, book, round_trip};
use dice::Dice;
use onplay_cards::{
    Book, CardContext, SourceFile, load_game, normal, parse_card_text, print_ability,
};
use onplay_engine::card::*;
use onplay_engine::card::{End, Link, Side, links_mut};
use onplay_engine::id::*;
use onplay_engine::rulebook::Role;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

static BOOKS: LazyLock<Vec<Book>> = LazyLock::new(|| GAMES.iter().map(|game| book(game)).collect());

struct Maker<'a> {
    dice: Dice,
    book: &'a Book,
    /// References that make sense at this point.
    event: bool,
    /// The phrase that was named last, if it is of one object.
    named: Option<u8>,
    /// The number of the next phrase.
    next: u8,
}

impl Maker<'_> {
    fn symbol(&mut self, class: Class) -> Option<u16> {
        let words = self.book.catalog.names.all(class);
        let symbol = self.dice.roll(words.len()) as u16;
        // "Token" means any token, also where it is a type.
        match words.get(usize::from(symbol)).map(String::as_str) {
            Some("Token") => Some(0),
            Some(_) => Some(symbol),
            None => None,
        }
    }

    fn number(&mut self) -> i16 {
        self.dice.roll(6) as i16 + 1
    }

    fn reference(&mut self) -> Reference {
        let mut list = vec![Reference::This, Reference::Host];
        list.extend(self.named.map(Reference::Slot));
        if self.event {
            list.extend([Reference::Subject, Reference::Other]);
        }
        self.dice.pick(&list)
    }

    fn lanes(&self) -> bool {
        self.book.vocabulary.place_zone().is_some()
    }

    fn place(&mut self) -> Place {
        let reference = self.reference();
        match self.dice.roll(6) {
            0 => Place::Lane(reference),
            1 => Place::Beside(reference),
            2 => Place::Close(reference),
            3 => Place::InFront(reference),
            4 => Place::Adjacent(reference),
            _ => Place::Chosen,
        }
    }

    fn atom(&mut self, depth: usize) -> Filter {
        let whose = self.dice.pick(&[Whose::Yours, Whose::Enemy]);
        match self.dice.roll(17) {
            0 => Filter::Type(TypeId(self.symbol(Class::Type).unwrap_or(0))),
            1 => match self.symbol(Class::Subtype) {
                Some(kind) => Filter::Subtype(SubtypeId(kind)),
                None => Filter::Token,
            },
            2 => Filter::Token,
            3 => match self.symbol(Class::Flag) {
                Some(flag) => Filter::Flag(FlagId(flag)),
                None => Filter::Token,
            },
            4 => Filter::Controller(whose),
            5 if self.lanes() => Filter::Place(self.place()),
            6 => match self.symbol(Class::Keyword) {
                Some(keyword) => Filter::Keyword(KeywordId(keyword)),
                None => Filter::EnteredThisTurn,
            },
            7 => {
                let comparison = self.dice.pick(&[
                    Comparison::AtLeast,
                    Comparison::AtMost,
                    Comparison::Equal,
                    Comparison::More,
                    Comparison::Less,
                ]);
                let attribute = AttributeId(self.symbol(Class::Attribute).unwrap_or(0));
                Filter::Compare(attribute, comparison, Box::new(self.quantity(depth + 2)))
            }
            8 => Filter::SameName(self.reference()),
            9 => Filter::SharesSubtype(self.reference()),
            10 => Filter::Has(self.dice.pick(&[
                Part::Triggered,
                Part::Activated,
                Part::Static,
                Part::Entering,
            ])),
            11 => Filter::EnteredThisTurn,
            12 => Filter::AttachedTo(self.reference()),
            13 if depth < 2 => Filter::Holds(Box::new(self.filter(depth + 2))),
            14 => Filter::Owner(whose),
            15 => Filter::Named(CardId(self.symbol(Class::Card).unwrap_or(0))),
            16 => Filter::Did(self.dice.pick(&[Happening::Attacks, Happening::Damaged])),
            _ => Filter::other(),
        }
    }

    fn filter(&mut self, depth: usize) -> Filter {
        let mut filter = match self.dice.roll(3) {
            0 => Filter::Any,
            _ => Filter::Type(TypeId(self.symbol(Class::Type).unwrap_or(0))),
        };
        for _ in 0..self.dice.roll(4) {
            let part = self.atom(depth);
            let part = match self.dice.roll(6) {
                0 => Filter::Not(Box::new(part)),
                1 if depth < 2 => Filter::OneOf(vec![part, self.atom(depth + 1)]),
                _ => part,
            };
            filter = filter.and(part);
        }
        if self.dice.chance(5)
            && let Some(hand) = self.book.catalog.rules.role(Role::Hand)
        {
            filter = filter.and(Filter::Zone(hand)).and(Filter::Owner(Whose::Yours));
        }
        normal::filter(filter)
    }

    fn quantity(&mut self, depth: usize) -> Quantity {
        if depth > 2 {
            return Quantity::Number(self.number());
        }
        match self.dice.roll(14) {
            0 => Quantity::Count(Box::new(self.filter(depth + 1))),
            1 => Quantity::Attribute(
                self.reference(),
                AttributeId(self.symbol(Class::Attribute).unwrap_or(0)),
            ),
            2 => Quantity::Total(
                AttributeId(self.symbol(Class::Attribute).unwrap_or(0)),
                Box::new(self.filter(depth + 1)),
            ),
            3 => Quantity::Counter(
                self.dice.pick(&[Who::You, Who::Opponent]),
                CounterId(self.symbol(Class::Counter).unwrap_or(0)),
            ),
            4 if self.event => Quantity::Amount,
            5 => Quantity::Result,
            6 => Quantity::Chosen,
            7 => Quantity::Plus(
                Box::new(self.quantity(depth + 1)),
                Box::new(self.quantity(depth + 1)),
            ),
            8 => Quantity::Per(Box::new(Quantity::Count(Box::new(self.filter(depth + 1)))), 2),
            9 => Quantity::Times(
                Box::new(Quantity::Number(3)),
                Box::new(Quantity::Count(Box::new(self.filter(depth + 1)))),
            ),
            10 => Quantity::AtMost(
                Box::new(self.quantity(depth + 1)),
                Box::new(Quantity::Number(self.number())),
            ),
            11 => Quantity::Highest(self.live_attribute(), Box::new(self.filter(depth + 1))),
            12 => Quantity::Printed(self.reference(), self.live_attribute()),
            _ => Quantity::Number(self.number()),
        }
    }

    fn selection(&mut self) -> Selection {
        let filter = self.filter(0);
        let target = self.dice.chance(3);
        let choose = |min: i16, max: i16| Pick::Choose {
            who: Who::You,
            min: Quantity::Number(min),
            max: Quantity::Number(max),
            target,
        };
        let pick = match self.dice.roll(8) {
            0 => Pick::All,
            1 => Pick::Random(Quantity::Number(self.number())),
            2 => choose(0, self.number()),
            3 => {
                let number = self.number();
                choose(number, number)
            }
            4 => Pick::First,
            5 => return Selection::the(self.reference()),
            _ => choose(1, 1),
        };
        let mention = Some(self.next);
        self.next += 1;
        Selection { pick, filter, mention }
    }

    fn until(&mut self) -> Duration {
        self.dice.pick(&[
            Duration::Forever,
            Duration::EndOfTurn,
            Duration::EndOfRound,
            Duration::YourNextTurn,
            Duration::Turns(2),
        ])
    }

    fn live_attribute(&mut self) -> AttributeId {
        AttributeId(self.symbol(Class::Attribute).unwrap_or(0))
    }

    fn effect(&mut self, depth: usize) -> Effect {
        let who = self.dice.pick(&[Who::You, Who::Opponent]);
        match self.dice.roll(if depth > 1 { 16 } else { 22 }) {
            0 => Effect::Draw { who, count: self.quantity(0), mention: None },
            1 => Effect::Move { what: self.selection(), verb: Verb::Destroy, to: None },
            2 => Effect::Move { what: self.selection(), verb: Verb::Exile, to: None },
            3 => Effect::Move { what: self.selection(), verb: Verb::Return, to: None },
            4 if !self.book.catalog.rules.damage.is_empty() => Effect::Damage {
                what: self.selection(),
                amount: self.quantity(0),
                kind: None,
                by: None,
            },
            5 => {
                let what = self.selection();
                let by = match self.dice.roll(3) {
                    0 => Quantity::Number(-self.number()),
                    _ => self.quantity(0),
                };
                Effect::Change { what, attribute: self.live_attribute(), by, until: self.until() }
            }
            6 => Effect::Become {
                what: self.selection(),
                attribute: self.live_attribute(),
                to: self.quantity(0),
                until: self.until(),
            },
            7 => Effect::Counter {
                who,
                counter: CounterId(self.symbol(Class::Counter).unwrap_or(0)),
                by: self.quantity(0),
            },
            8 => match self.symbol(Class::Flag) {
                Some(flag) => Effect::Flag {
                    what: self.selection(),
                    flag: FlagId(flag),
                    on: true,
                    until: self.until(),
                },
                None => Effect::GoAgain,
            },
            9 => match self.symbol(Class::Keyword) {
                Some(keyword) => Effect::Grant {
                    what: self.selection(),
                    gift: Gift::Keyword(KeywordId(keyword)),
                    until: self.until(),
                },
                None => Effect::GoAgain,
            },
            10 => Effect::Choose { what: self.selection() },
            11 => {
                let deck = self.book.catalog.rules.role(Role::Deck).unwrap();
                let hand = self.book.catalog.rules.role(Role::Hand).unwrap();
                let to =
                    Destination { zone: hand, side: Side::You, spot: Spot::Any, end: End::Top };
                Effect::Search {
                    who: Who::You,
                    zone: deck,
                    filter: self.filter(1),
                    count: Quantity::Number(self.number()),
                    to,
                    reveal: self.dice.chance(2),
                    mention: None,
                }
            }
            12 => Effect::Win { who },
            13 => Effect::Control { what: self.selection(), who, until: self.until() },
            14 => Effect::See { what: self.selection(), everybody: self.dice.chance(2) },
            15 => Effect::GoAgain,
            16 => Effect::If {
                condition: self.condition(0),
                then: self.effects(depth + 1),
                otherwise: if self.dice.chance(2) { self.effects(depth + 1) } else { Vec::new() },
            },
            17 => Effect::May {
                who: Who::You,
                cost: if self.dice.chance(2) { vec![self.cost()] } else { Vec::new() },
                then: self.effects(depth + 1),
                otherwise: if self.dice.chance(3) { self.effects(depth + 1) } else { Vec::new() },
            },
            18 => Effect::Each { what: Selection::all(self.filter(0)), effects: self.effects(2) },
            19 => Effect::EachPlayer { who: Who::Each, effects: self.effects(2) },
            20 => Effect::Repeat { times: Quantity::Number(3), effects: self.effects(2) },
            _ => {
                let event = std::mem::replace(&mut self.event, true);
                let (on, effects) = (self.pattern(), self.effects(2));
                let until = self.dice.chance(2).then_some(Duration::EndOfTurn);
                // "The next time …", with or without an end.
                let is_moment = matches!(on.event, Happening::Began(_));
                let once = until.is_some() && !is_moment && self.dice.chance(2);
                let later = Effect::Later { on, effects, until, once, instead: false };
                self.event = event;
                later
            }
        }
    }

    fn effects(&mut self, depth: usize) -> Vec<Effect> {
        let before = self.named;
        let count = 1 + self.dice.roll(2);
        let mut effects = Vec::new();
        for _ in 0..count {
            let outer = self.named;
            let effect = self.effect(depth);
            self.named = match onplay_engine::compile::selection(&effect) {
                _ if matches!(effect, Effect::See { .. }) => outer,
                Some(what) if !matches!(what.pick, Pick::The(_)) => {
                    what.mention.filter(|_| is_one(&what.pick))
                }
                _ => outer,
            };
            effects.push(effect);
        }
        self.named = before;
        effects
    }

    fn cost(&mut self) -> Cost {
        match self.dice.roll(4) {
            0 => Cost::This(Verb::Sacrifice),
            1 => {
                let hand = self.book.catalog.rules.role(Role::Hand).unwrap();
                let filter = Filter::Zone(hand).and(Filter::Owner(Whose::Yours));
                Cost::Move {
                    verb: Verb::Discard,
                    count: Quantity::Number(self.number()),
                    filter,
                    mention: None,
                }
            }
            2 => Cost::AllOf(CounterId(self.symbol(Class::Counter).unwrap_or(0))),
            _ => Cost::Counter(
                CounterId(self.symbol(Class::Counter).unwrap_or(0)),
                Quantity::Number(self.number()),
            ),
        }
    }

    fn condition(&mut self, depth: usize) -> Condition {
        match self.dice.roll(if depth > 1 { 4 } else { 7 }) {
            0 => Condition::Compare(
                self.quantity(1),
                self.dice.pick(&[Comparison::AtLeast, Comparison::Less, Comparison::Equal]),
                self.quantity(1),
            ),
            1 => Condition::Is(self.reference(), self.atom(1)),
            2 => Condition::Turn(self.dice.pick(&[Whose::Yours, Whose::Enemy])),
            3 => Condition::Gone(self.reference()),
            4 => Condition::Not(Box::new(self.condition(depth + 1))),
            5 => Condition::All(vec![self.condition(depth + 1), self.condition(depth + 1)]),
            _ => Condition::OneOf(vec![self.condition(depth + 1), self.condition(depth + 1)]),
        }
    }

    fn pattern(&mut self) -> Pattern {
        let counter = CounterId(self.symbol(Class::Counter).unwrap_or(0));
        let attribute = self.live_attribute();
        let player = self.dice.pick(&[Whose::Yours, Whose::Enemy, Whose::Any]);
        let subject = match self.dice.roll(3) {
            0 => Filter::Is(Reference::This),
            _ => self.filter(1),
        };
        let mut pattern = match self.dice.roll(14) {
            0 => Pattern { player, ..Pattern::new(Happening::Drew) },
            1 => Pattern { player, ..Pattern::new(Happening::GainedCounter(counter)) },
            2 => Pattern { player, subject: self.filter(1), ..Pattern::new(Happening::Played) },
            3 => Pattern { player, subject: self.filter(1), ..Pattern::new(Happening::Discarded) },
            4 => Pattern { subject, ..Pattern::new(Happening::Entered) },
            5 => Pattern { subject, ..Pattern::new(Happening::Died) },
            6 => Pattern { subject, ..Pattern::new(Happening::Left) },
            7 => Pattern { subject, ..Pattern::new(Happening::Attacks) },
            8 => Pattern { subject, ..Pattern::new(Happening::Attacked) },
            9 => Pattern { subject, ..Pattern::new(Happening::Damaged) },
            10 => Pattern { subject, ..Pattern::new(Happening::Gained(attribute)) },
            11 => Pattern { subject, ..Pattern::new(Happening::Exiled) },
            12 if self.lanes() => Pattern {
                subject,
                place: Some(Place::Lane(Reference::This)),
                ..Pattern::new(Happening::MovedIn)
            },
            _ => {
                let phase = PhaseId(self.symbol(Class::Phase).unwrap_or(0));
                // What begins for both players is nobody's own.
                let can = self.book.catalog.rules.can.as_ref();
                let is_shared = can.is_some_and(|can| can.shared_phases.contains(&phase));
                let player = if is_shared { Whose::Any } else { player };
                return Pattern { player, ..Pattern::new(Happening::Began(phase)) };
            }
        };
        if self.dice.chance(5) {
            pattern.nth = Some(2);
        }
        if self.dice.chance(5) {
            pattern.turn = Whose::Yours;
        }
        pattern
    }

    fn statics(&mut self) -> Vec<Static> {
        let what = match self.dice.roll(2) {
            0 => Filter::Is(Reference::This),
            _ => self.filter(1),
        };
        match self.dice.roll(5) {
            4 => {
                let with = match self.symbol(Class::Flag) {
                    Some(flag) if self.dice.chance(2) => Entering::Status(FlagId(flag)),
                    _ => {
                        let more = Quantity::Number(self.number());
                        Entering::More(self.live_attribute(), more)
                    }
                };
                vec![Static::Enter { what, with }]
            }
            0 => {
                let by = Quantity::Number(self.number());
                vec![Static::Modify { what, attribute: self.live_attribute(), by }]
            }
            1 => vec![Static::Forbid { what, deed: Deed::Attack, place: None, by: None }],
            2 => vec![Static::Cost { what, by: Quantity::Number(-self.number()) }],
            _ => match self.symbol(Class::Keyword) {
                Some(keyword) => vec![Static::Keyword { what, keyword: KeywordId(keyword) }],
                None => vec![Static::Silence { what }],
            },
        }
    }

    fn ability(&mut self) -> Ability {
        let ability = match self.dice.roll(4) {
            0 => {
                self.event = true;
                let mut ability = Ability::new(When::Event(self.pattern()), self.effects(0));
                if self.dice.chance(4) {
                    ability.condition = Some(self.condition(0));
                }
                if self.dice.chance(4) {
                    ability.limit = Some(Limit::OncePerTurn);
                }
                if self.dice.chance(4) {
                    ability.name = Some("Old Song".into());
                }
                ability
            }
            1 => {
                let mut ability =
                    Ability::new(When::Activated(Activation::default()), self.effects(0));
                ability.cost = vec![self.cost()];
                ability
            }
            2 => {
                let mut ability = Ability::new(When::Static(self.statics()), Vec::new());
                if self.dice.chance(3) {
                    ability.condition = Some(self.condition(0));
                }
                ability
            }
            _ => Ability::new(When::Played, self.effects(0)),
        };
        let mut ability = normal::ability(ability);
        number(&mut ability);
        ability
    }
}

fn is_one(pick: &Pick) -> bool {
    match pick {
        Pick::First => true,
        Pick::Choose { max, .. } | Pick::Random(max) => *max == Quantity::ONE,
        _ => false,
    }
}

/// Only phrases that some words mean have a number, in their order.
fn number(ability: &mut Ability) {
    let (mut meant, mut brought) = (Vec::new(), Vec::new());
    links_mut(ability, &mut |link| match link {
        Link::Reference(Reference::Slot(slot)) | Link::Done(slot) => meant.push(*slot),
        Link::Reference(_) => {}
        Link::Mention(slot) => brought.extend(*slot),
    });
    brought.retain(|slot| meant.contains(slot));
    brought.sort_unstable();
    let number = |slot: u8| brought.iter().position(|known| *known == slot).map(|at| at as u8);
    links_mut(ability, &mut |link| match link {
        Link::Reference(Reference::Slot(slot)) | Link::Done(slot) => {
            *slot = number(*slot).expect("what is meant was brought in");
        }
        Link::Reference(_) => {}
        Link::Mention(slot) => *slot = slot.and_then(number),
    });
}

fn generated(seed: u64, book: &Book) -> Ability {
    let mut maker = Maker { dice: Dice(seed | 1), book, event: false, named: None, next: 0 };
    maker.dice.roll(2);
    maker.ability()
}

/// The same cases every time; `PROPTEST_RNG_SEED` looks for others.
fn cases() -> ProptestConfig {
    let mut config = ProptestConfig { cases: 1500, ..ProptestConfig::default() };
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(1);
    }
    config
}

/// A busy machine gets three tries.
fn is_read_within(limit: Time, book: &Book, text: &str) -> bool {
    (0..3).any(|_| {
        let started = Instant::now();
        parse_card_text(&book.vocabulary, CardContext::default(), text);
        started.elapsed() < limit
    })
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn generated_abilities_round_trip(seed: u64, game in 0..GAMES.len()) {
        let book = &BOOKS[game];
        let ability = generated(seed, book);
        if let Err(message) = round_trip(book, &ability, false) {
            return Err(TestCaseError::fail(format!("{} {message}", GAMES[game])));
        }
    }

    #[test]
    fn mutated_text_never_panics(seed: u64, game in 0..GAMES.len(), at: usize, cut in 0usize..12, with in ".{0,6}") {
        let book = &BOOKS[game];
        let mut text = print_ability(&book.vocabulary, &generated(seed, book));
        let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let from = starts[at % starts.len()];
        let to = starts.iter().copied().find(|to| *to >= from + cut).unwrap_or(text.len());
        text.replace_range(from..to, &with);
        prop_assert!(is_read_within(Time::from_secs(2), book, &text), "{text}");
    }

    #[test]
    fn any_text_never_panics(text in "\\PC{0,200}") {
        parse_card_text(&BOOKS[0].vocabulary, CardContext::default(), &text);
        load_game(&[SourceFile::new("x/game.toml", text.clone())]);
        BOOKS[0].with_cards(&SourceFile::new("x/cards/a.toml", text));
    }
}

#[test]
fn deep_nesting_is_bounded() {
    let book = &BOOKS[0];
    for open in ["[", "if not [", "twice ", "destroy a unit that [is ", "\"", "for each unit, "] {
        let text = open.repeat(400);
        let parsed = parse_card_text(&book.vocabulary, CardContext::default(), &text);
        assert!(!parsed.diagnostics.is_empty(), "{open}");
        assert!(is_read_within(Time::from_secs(3), book, &text), "{open}");
    }
}

/// The same seeds every time, all failures at once.
#[test]
fn fixed_seeds_round_trip() {
    let mut wrong = Vec::new();
    for seed in 0..1000u64 {
        let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for (game, book) in GAMES.iter().zip(BOOKS.iter()) {
            if let Err(message) = round_trip(book, &generated(seed, book), false) {
                wrong.push(format!("{game}: {message}"));
                break;
            }
        }
    }
    wrong.sort_by_key(String::len);
    let shown = &wrong[..wrong.len().min(10)];
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), shown.join("\n\n"));
}
