//! Clauses with an object as their subject: "it gains 2 attack and is readied".

use onplay_engine::card::{Duration, Effect, Gift, Selection, Verb};

use super::cursor::Parser;
use super::gains::again;
use crate::bind::Deed;
use crate::vocabulary::{Action, Sense};

impl Parser<'_> {
    /// What an object does or becomes: "it gains 2 attack".
    pub(super) fn subject_effect(&mut self) -> Option<Vec<Effect>> {
        if let Some(effects) = self.attempt(|p| p.becomes_possessive()) {
            return Some(effects);
        }
        let what = self.selection_for(Deed::Does)?;
        if let Some(effects) = self.attempt(|p| p.two_subjects(&what)) {
            return Some(effects);
        }
        self.introduce(&what);
        if crate::bind::is_many(&what.pick) {
            self.word("each");
        }
        self.word("also");
        let mut effects = self.verb_of(what.clone())?;
        // "loses all abilities and becomes 0/1 until end of turn": the same subject, and the
        // same time.
        while let Some(more) = self.attempt(|p| {
            p.need("and")?;
            p.verb_of(again(&what))
        }) {
            if let Some(until) = more.last().and_then(lasts) {
                effects.iter_mut().for_each(|effect| last_until(effect, until));
            }
            effects.extend(more);
        }
        Some(effects)
    }

    /// What is said of objects behind the words for them.
    fn verb_of(&mut self, what: Selection) -> Option<Vec<Effect>> {
        if let Some(effects) = self.attempt(|p| p.gains_or_loses(what.clone())) {
            return Some(effects);
        }
        if let Some(found) = self.attempt(|p| p.healing(what.clone())) {
            return Some(vec![found]);
        }
        if let Some(found) = self.attempt(|p| {
            p.one_of(&["can be played from", "may be played from"])?;
            p.any(&["your", "the"]);
            let zone = p.zone()?;
            Some((zone, p.price()?))
        }) {
            let until = self.until();
            let (zone, cost) = found;
            let gift = Gift::PlayFrom { zone, cost, banish: self.banished_afterwards() };
            return Some(vec![Effect::Grant { what, gift, until }]);
        }
        if let Some(effects) = self.attempt(|p| p.costs_meanwhile(&what)) {
            return Some(effects);
        }
        if self.attempt(|p| p.action(Action::Move(Verb::Shift))).is_some() {
            return self.shift(what);
        }
        if self.any(&["takes", "take"]).is_some() {
            return self.damage_taken(what);
        }
        if let Some(effects) = self.attempt(|p| p.cannot_meanwhile(&what)) {
            return Some(effects);
        }
        if self.any(&["is no longer", "are no longer"]).is_some() {
            let flag = self.flag_word()?;
            let until = self.until();
            return Some(vec![Effect::Flag { what, flag, on: false, until }]);
        }
        if self.attempt(|p| p.action(Action::Die)).is_some() {
            return Some(vec![Effect::Move { what, verb: Verb::Destroy, to: None }]);
        }
        if let Some(effects) = self.attempt(|p| p.is_done(&what)) {
            return Some(effects);
        }
        if let Some(effects) = self.attempt(|p| p.becomes_pair(&what)) {
            return Some(effects);
        }
        self.one_of(&["becomes", "become"])?;
        let (flag, on) = self.sense("a status", |sense| match sense {
            Sense::Flag(flag, on) => Some((*flag, *on)),
            _ => None,
        })?;
        let until = self.until();
        Some(vec![Effect::Flag { what, flag, on, until }])
    }

    /// "gains 2 attack", "loses all abilities".
    fn gains_or_loses(&mut self, what: Selection) -> Option<Vec<Effect>> {
        let verbs = ["gains", "gain", "gets", "get", "has", "have", "loses", "lose"];
        match self.any(&verbs)? {
            0..=5 => self.gains(what),
            _ => self.loses(what),
        }
    }

    /// "An ally and an enemy each lose 2 attack": the same of both.
    fn two_subjects(&mut self, first: &Selection) -> Option<Vec<Effect>> {
        self.need("and")?;
        let second = self.selection_for(Deed::Does)?;
        self.word("each");
        let verb = self.at;
        let mut effects = self.gains_or_loses(first.clone())?;
        let end = std::mem::replace(&mut self.at, verb);
        effects.extend(self.gains_or_loses(second)?);
        (self.at == end).then_some(effects)
    }
}

/// For how long an effect lasts, if it ends.
fn lasts(effect: &Effect) -> Option<Duration> {
    match effect {
        Effect::Change { until, .. }
        | Effect::Become { until, .. }
        | Effect::Grant { until, .. }
        | Effect::Decree { until, .. } => Some(*until).filter(|until| !until.is_forever()),
        _ => None,
    }
}

/// Makes an effect without a time of its own end with another of the same sentence.
fn last_until(effect: &mut Effect, end: Duration) {
    if let Effect::Change { until, .. }
    | Effect::Become { until, .. }
    | Effect::Grant { until, .. }
    | Effect::Decree { until, .. } = effect
        && until.is_forever()
    {
        *until = end;
    }
}
