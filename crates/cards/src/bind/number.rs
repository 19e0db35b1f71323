//! Numbers: *that much*, *the damage dealt this way*.

use onplay_engine::card::{Effect, Filter, Happening, Quantity, Reference, Verb};

use super::Bind;
use super::resolve::is_kind_of;
use crate::vocabulary::Action;

/// What a number counts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Counted {
    /// The amount of the event.
    Event(Happening),
    Damage,
    /// Objects that this verb was done to.
    Objects(Action),
    Healed,
    /// The number that is chosen while paying: X.
    Chosen,
    /// Anything else that an effect did.
    Other,
}

/// A number that the text has brought in.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Number {
    pub counted: Counted,
    /// The number of the phrase whose effect did it, if it has one.
    slot: Option<u8>,
    /// It is in the register of the last result until another effect comes.
    level: u8,
    /// It is no number that "that much" could mean, but it overwrites the register.
    mute: bool,
}

impl Bind {
    /// An event of this sort has a number.
    pub fn event_number(&mut self, happening: Happening) {
        let level = self.state.level;
        let has = matches!(
            happening,
            Happening::Drew
                | Happening::Damaged
                | Happening::DealtDamage
                | Happening::HitPlayer
                | Happening::Healed
                | Happening::Gained(_)
                | Happening::Lost(_)
                | Happening::GainedCounter(_)
                | Happening::LostCounter(_)
                | Happening::Attacked
                | Happening::Occasion(_)
        );
        if has {
            let counted = Counted::Event(happening);
            self.numbers.push(Number { counted, slot: None, level, mute: false });
        }
    }

    pub(super) fn effect_number(&mut self, effect: &Effect) {
        let (counted, slot, mute) = match effect {
            Effect::Damage { what, .. } => (Counted::Damage, what.mention, false),
            Effect::DamagePlayer { .. } => (Counted::Damage, None, false),
            Effect::Heal { what, .. } => (Counted::Healed, what.mention, false),
            Effect::Move { what, verb, .. } => {
                (Counted::Objects(Action::Move(*verb)), what.mention, false)
            }
            Effect::Draw { mention, .. } => (Counted::Objects(Action::Draw), *mention, false),
            Effect::Create { mention, .. } => (Counted::Objects(Action::Create), *mention, false),
            Effect::Search { mention, .. } => {
                (Counted::Objects(Action::Move(Verb::Put)), *mention, false)
            }
            Effect::Look { mention, .. } => {
                (Counted::Objects(Action::Move(Verb::Put)), *mention, false)
            }
            Effect::Counter { .. } => (Counted::Other, None, false),
            Effect::Change { what, .. } | Effect::Become { what, .. } => {
                (Counted::Other, what.mention, false)
            }
            Effect::Flag { what, .. } => {
                let many = what.mention.is_some() && super::mention::is_many(&what.pick);
                (Counted::Other, what.mention, !many)
            }
            _ => return,
        };
        let level = self.state.level;
        self.numbers.push(Number { counted, slot, level, mute });
    }

    /// A cost that was paid leaves a number.
    pub fn paid(&mut self, verb: Option<Verb>, slot: Option<u8>) {
        let counted = verb.map_or(Counted::Other, |verb| Counted::Objects(Action::Move(verb)));
        let level = self.state.level;
        self.numbers.push(Number { counted, slot, level, mute: false });
    }

    /// As much is paid as one likes, or as there is.
    pub fn number_chosen(&mut self) {
        let level = self.state.level;
        self.numbers.push(Number { counted: Counted::Chosen, slot: None, level, mute: false });
    }

    /// Whether an event with a number is what the text is about.
    pub fn has_event_number(&self) -> bool {
        let level = self.state.level;
        self.numbers
            .iter()
            .any(|one| matches!(one.counted, Counted::Event(_)) && one.level == level)
    }

    /// "That much": the number of the last phrase that has one.
    pub fn that_much(&self) -> Option<Quantity> {
        let at = self.numbers.iter().rposition(|one| !one.mute)?;
        self.number_at(at)
    }

    /// "… this way": what the last clause with this verb really did.
    pub fn this_way(&self, wanted: impl Fn(Counted) -> bool) -> Option<Quantity> {
        let at = self.numbers.iter().rposition(|one| !one.mute && wanted(one.counted))?;
        self.number_at(at)
    }

    /// "units destroyed this way": how many the last clause with this verb did it to,
    /// if all of them were of the kind.
    pub fn objects_this_way(&self, action: Action, noun: &Filter) -> Option<Quantity> {
        let wanted = |number: &Number| !number.mute && number.counted == Counted::Objects(action);
        let Some(at) = self.numbers.iter().rposition(wanted) else {
            return self.killed_this_way(action, noun);
        };
        let slot = self.numbers[at].slot.map(Reference::Slot);
        let mention = self.mentions.iter().rfind(|one| Some(one.target) == slot)?;
        is_kind_of(&mention.noun, noun).then(|| self.number_at(at))?
    }

    /// "units destroyed this way", where they were dealt damage: those that are gone.
    fn killed_this_way(&self, action: Action, noun: &Filter) -> Option<Quantity> {
        (action == Action::Move(Verb::Destroy)).then_some(())?;
        let damaged = |number: &&Number| {
            !number.mute && number.counted == Counted::Damage && number.level == self.state.level
        };
        let slot = self.numbers.iter().rev().find(damaged)?.slot?;
        let target = Reference::Slot(slot);
        let mention = self.mentions.iter().rfind(|one| one.target == target)?;
        is_kind_of(&mention.noun, noun).then_some(Quantity::Gone(target))
    }

    fn number_at(&self, at: usize) -> Option<Quantity> {
        let number = self.numbers[at];
        if number.counted == Counted::Chosen {
            return (number.level == self.state.level).then_some(Quantity::Chosen);
        }
        if let Counted::Event(_) = number.counted {
            return (number.level == self.state.level).then_some(Quantity::Amount);
        }
        // A later effect has the register; a delayed trigger has none of it.
        let last = self.numbers[at + 1..].is_empty() && number.level == self.state.level;
        match number.slot {
            _ if last => Some(Quantity::Result),
            Some(slot) => Some(Quantity::Done(slot)),
            None => None,
        }
    }
}
