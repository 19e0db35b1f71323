//! What the words of a card say about playing it, worked out once: most cards
//! are settled by it before any rule is asked.

use onplay_engine::ability::{
    Comparison, Deed, Filter, Pick, Quantity, Selection, Static, Timing, Whose,
};
use onplay_engine::catalog::Catalog;
use onplay_engine::id::{AttributeId, CardId, TypeId, ZoneKind};
use onplay_engine::program::{Op, Program, selection};
use onplay_engine::rules::Role;

/// The energy that is never there.
pub(super) const NEVER: i16 = i16::MAX;

/// What the words of a card say about playing it.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    /// The energy below which it cannot be played from hand, while only fast
    /// cards can be played and while all can; rules in play not counted.
    pub least: [i16; 2],
    pub cost: i16,
    pub is_character: bool,
    /// Its own words can change its price.
    pub reprices: bool,
    /// Its own words let it be played from the void.
    pub reclaims: bool,
    /// It asks for nothing but its printed cost and what it needs, whatever it
    /// costs in the end.
    pub plain: bool,
    /// It has activated abilities.
    pub activates: bool,
    pub needs: Needs,
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
    pub cost: AttributeId,
    pub spark: AttributeId,
    pub character: TypeId,
}

impl Facts {
    pub fn of(catalog: &Catalog, id: CardId, words: &Words) -> Self {
        let rules = catalog.program.rules[id.index()];
        let card = catalog.card(id);
        let cost = card.attribute(words.cost);
        let reprices = rules & Static::COST != 0;
        let least = if reprices { i16::MIN } else { cost };
        let slow = card.timing != Timing::Fast;
        let more = Static::PLAY_ONLY_IF | Static::ADDITIONAL_COST | Static::COST;
        let needs = needs_of(catalog, id, words);
        Facts {
            least: [if slow { NEVER } else { least }, least],
            cost,
            is_character: card.has_type(words.character),
            reprices,
            reclaims: rules & Static::PLAY_FROM != 0,
            plain: rules & more == 0 && needs != Needs::Choices,
            activates: catalog.program.activated[id.index()] != 0,
            needs,
        }
    }
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
