//! What the words of a card say about playing it, worked out once: most cards
//! are settled by it before any rule is asked.

use onplay_engine::card::{
    Ability, Comparison, Cost, Deed, Filter, Pick, Quantity, Reference, Selection, Static, Timing,
    When, Whose,
};
use onplay_engine::compile::{Card, Catalog, Op, Program, selection};
use onplay_engine::id::{AttributeId, CardId, CounterId, ObjectId, TypeId, ZoneId, ZoneKind};
use onplay_engine::rulebook::Role;
use onplay_engine::state::Game;

/// The energy that is never there.
pub(super) const NEVER: i16 = i16::MAX;

/// What the words of a card say about playing it.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    pub cost: i16,
    pub is_character: bool,
    /// Its own words can change its price.
    pub reprices: bool,
    /// It asks for nothing but its printed cost and what it needs, whatever it
    /// costs in the end.
    pub plain: bool,
    pub needs: Needs,
    /// What it may add to the price of others while it is in play.
    pub surcharge: Surcharge,
}

/// The least and the most that words add to the price of a card they mean.
#[derive(Clone, Copy, Default)]
pub(super) struct Surcharge {
    pub less: i16,
    pub more: i16,
}

/// The energy below which nothing can be done with cards where they lie; what
/// cards in play take off their prices is not counted.
pub(super) struct Least {
    /// To play them from hand.
    pub hand: Bar,
    /// To play them from the void, by their own words.
    pub void: Bar,
    /// To use their abilities on the battlefield.
    pub play: Bar,
}

/// The energy that cards of one zone ask for at least.
pub(super) struct Bar {
    /// Of any card.
    pub any: i16,
    by_card: Vec<i16>,
}

/// What must be there for the choices that are made on playing a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Needs {
    Nothing,
    /// A character in play with at most so much spark.
    Character {
        whose: Whose,
        most: i16,
    },
    /// An opposing card on the stack, of this type if one is given.
    Stacked(Option<TypeId>),
    /// Something else: its choices are looked at one by one.
    Choices,
}

/// The words that cards are read by.
pub(super) struct Words {
    pub energy: CounterId,
    pub void: ZoneKind,
    pub cost: AttributeId,
    pub spark: AttributeId,
    pub character: TypeId,
}

impl Facts {
    pub fn of(catalog: &Catalog, id: CardId, words: &Words) -> Self {
        let rules = catalog.program.rules[id.index()];
        let card = catalog.card(id);
        let cost = card.attribute(words.cost);
        let more = Static::PLAY_ONLY_IF | Static::ADDITIONAL_COST | Static::COST;
        let needs = needs_of(catalog, id, words);
        let mut surcharge = Surcharge::default();
        card.abilities.iter().for_each(|ability| surcharge.add(Surcharge::of(ability)));
        Facts {
            cost,
            is_character: card.has_type(words.character),
            reprices: reprices(card),
            plain: rules & more == 0 && needs != Needs::Choices,
            needs,
            surcharge,
        }
    }
}

impl Surcharge {
    /// What an ability adds, whether or not its condition holds.
    pub fn of(ability: &Ability) -> Surcharge {
        let mut sum = Surcharge::default();
        let When::Static(rules) = &ability.when else { return sum };
        for rule in rules {
            sum.add(match rule {
                // A card in play says nothing about one that is yet to be played.
                Static::Cost { what, .. } if is_itself(what) => Surcharge::default(),
                Static::Cost { by: Quantity::Number(by), .. } => {
                    Surcharge { less: (*by).min(0), more: (*by).max(0) }
                }
                Static::Cost { .. } => Surcharge { less: i16::MIN, more: i16::MAX },
                _ => Surcharge::default(),
            });
        }
        sum
    }

    #[inline]
    pub fn add(&mut self, other: Surcharge) {
        self.less = self.less.saturating_add(other.less);
        self.more = self.more.saturating_add(other.more);
    }
}

impl Least {
    /// While only what is fast can be done, or while all can; with cards on the stack, or
    /// with none to be chosen there.
    pub fn of(
        catalog: &Catalog,
        words: &Words,
        facts: &[Facts],
        open: bool,
        stacked: bool,
    ) -> Least {
        let is_timely = |timing: Timing| open || timing == Timing::Fast;
        let can_choose = |id: usize| stacked || !matches!(facts[id].needs, Needs::Stacked(_));
        let to_play = |id: usize, card: &Card, cost: i16| {
            if cost == NEVER || !is_timely(card.timing) || !can_choose(id) {
                NEVER
            } else if reprices(card) {
                // Its own words may take any number off.
                i16::MIN
            } else {
                cost
            }
        };
        Least {
            hand: Bar::of(catalog, |id, card| to_play(id, card, card.attribute(words.cost))),
            void: Bar::of(catalog, |id, card| to_play(id, card, reclaim_cost(card, words))),
            play: Bar::of(catalog, |_, card| {
                let costs = card.abilities.iter().map(|ability| match &ability.when {
                    When::Activated(activation) if is_timely(activation.timing) => {
                        energy_in(&ability.cost, words)
                    }
                    _ => NEVER,
                });
                costs.min().unwrap_or(NEVER)
            }),
        }
    }
}

impl Bar {
    fn of(catalog: &Catalog, least: impl Fn(usize, &Card) -> i16) -> Bar {
        let cards = catalog.cards.iter().enumerate();
        let by_card: Vec<_> = cards.map(|(id, card)| least(id, card)).collect();
        Bar { any: by_card.iter().copied().min().unwrap_or(NEVER), by_card }
    }

    /// The cards of a zone that ask for no more. Most are too slow or too dear:
    /// that is seen before anything is worked out.
    #[inline(always)]
    pub fn within<'a>(
        &'a self,
        game: &'a Game,
        zone: ZoneId,
        energy: i16,
    ) -> impl Iterator<Item = ObjectId> + 'a {
        let (objects, least) = (&game.objects[..], &self.by_card[..]);
        let can = move |id: &ObjectId| least[objects[id.index()].card.index()] <= energy;
        game.zone(zone).iter().copied().filter(can)
    }
}

/// What a card's own words say that it costs from the void.
fn reclaim_cost(card: &Card, words: &Words) -> i16 {
    let mut least = NEVER;
    for ability in &card.abilities {
        let When::Static(rules) = &ability.when else { continue };
        for rule in rules {
            let Static::PlayFrom { what, zone, cost, .. } = rule else { continue };
            if is_itself(what) && *zone == words.void {
                least = least.min(match cost {
                    None => card.attribute(words.cost),
                    Some(Quantity::Number(number)) => *number,
                    Some(_) => i16::MIN,
                });
            }
        }
    }
    least
}

/// The energy that a cost asks for at least.
fn energy_in(costs: &[Cost], words: &Words) -> i16 {
    costs.iter().fold(0, |sum: i16, cost| match cost {
        Cost::Counter(counter, Quantity::Number(number)) if *counter == words.energy => {
            sum.saturating_add((*number).max(0))
        }
        Cost::Some(counter, least) if *counter == words.energy => {
            sum.saturating_add((*least).max(0))
        }
        _ => sum,
    })
}

/// Whether a card's own words can change its price.
fn reprices(card: &Card) -> bool {
    let is_cost = |rule: &Static| rule.bit() == Static::COST;
    card.abilities.iter().any(|ability| match &ability.when {
        When::Static(rules) => rules.iter().any(is_cost),
        _ => false,
    })
}

/// Whether a rule is about the card it is printed on.
pub(super) fn is_itself(what: &Filter) -> bool {
    *what == Filter::Is(Reference::This)
}

/// What the choices of a card need. The usual filters are taken apart here, so
/// that legal actions need not search by them.
fn needs_of(catalog: &Catalog, card: CardId, words: &Words) -> Needs {
    let program = &catalog.program;
    let Some(text) = program.played[card.index()] else { return Needs::Nothing };
    let entry = program.entry(text);
    // What cards may forbid to choose is asked for each candidate.
    let guarded = program.forbids >> Deed::BeTargeted as u32 & 1 == 1;
    match entry.targets[..] {
        [] if entry.modal.is_none() => Needs::Nothing,
        [op] if entry.modal.is_none() && !guarded => match chosen(program, op) {
            Some(what) => needs_for(catalog, what, words),
            None => Needs::Nothing,
        },
        _ => Needs::Choices,
    }
}

/// What an operation chooses.
pub(super) fn chosen(program: &Program, op: u16) -> Option<&Selection> {
    match &program.ops[usize::from(op)] {
        Op::Do { effect, .. } => selection(effect),
        Op::Each { what, .. } => Some(what),
        _ => None,
    }
}

fn needs_for(catalog: &Catalog, what: &Selection, words: &Words) -> Needs {
    let rules = &catalog.rules;
    match &what.pick {
        Pick::Choose { min: Quantity::Number(least), .. } if *least <= 0 => return Needs::Nothing,
        Pick::Choose { min: Quantity::Number(_), .. } => {}
        Pick::Choose { .. } => return Needs::Choices,
        _ => return Needs::Nothing,
    }
    let Filter::All(parts) = &what.filter else { return Needs::Choices };
    let (mut whose, mut kind, mut zone, mut most) = (Whose::Any, None, None::<ZoneKind>, NEVER);
    for part in parts.iter() {
        match part {
            Filter::Controller(of) if whose == Whose::Any => whose = *of,
            Filter::Type(of) if kind.is_none() && rules.type_keyword(*of).is_none() => {
                kind = Some(*of);
            }
            Filter::Zone(of) if zone.is_none() => zone = Some(*of),
            Filter::Compare(attribute, Comparison::AtMost, number)
                if *attribute == words.spark && most == NEVER =>
            {
                let Quantity::Number(number) = **number else { return Needs::Choices };
                most = number;
            }
            _ => return Needs::Choices,
        }
    }
    // Without a zone, what is in play is meant.
    let battlefields = rules.role(Role::Play).map_or(0, |kind| rules.places_of(kind));
    match zone {
        None if kind == Some(words.character) && rules.in_play() == battlefields => {
            Needs::Character { whose, most }
        }
        Some(zone)
            if Some(zone) == rules.role(Role::Stack) && whose == Whose::Enemy && most == NEVER =>
        {
            Needs::Stacked(kind)
        }
        _ => Needs::Choices,
    }
}
