//! Sentences in place of the sentence before: "If C, deal 3 instead."

use onplay_engine::card::{
    Ability, Effect, Link, Pick, Quantity, Reference, Selection, When, links_mut,
};

use super::cursor::Parser;
use super::sentence::selection_mut;
use crate::normal;

impl Parser<'_> {
    /// "If C, B instead.": in place of the sentence before. What it means of that
    /// sentence is chosen before either is done.
    pub(super) fn upgraded(&mut self, effects: &mut Vec<Effect>, from: usize) {
        let found = self.attempt(|p| {
            p.need("if")?;
            let condition = p.condition()?;
            p.mark(',');
            let to = p.bind.mentions.len();
            let before = effects.last();
            let then = match before.and_then(|before| p.attempt(|p| p.same_by(before))) {
                Some(effect) => vec![effect],
                None => {
                    let then = p.branch(|p| p.clauses())?;
                    p.need("instead")?;
                    then
                }
            };
            p.stop()?;
            let mut otherwise = effects.clone();
            let mut result = Vec::new();
            let test = Effect::If { condition, then, otherwise: Vec::new() };
            for effect in &mut otherwise {
                let Some(slot) = introduced(effect).filter(|slot| refers_to(&test, *slot)) else {
                    continue;
                };
                result.push(chosen_first(effect, slot)?);
            }
            if result.is_empty() {
                p.bind.hide_range(from, to);
            }
            let Effect::If { condition, then, .. } = test else { return None };
            result.push(Effect::If { condition, then, otherwise });
            Some(result)
        });
        if let Some(result) = found {
            *effects = result;
        }
    }

    /// "deal 3 instead": the effect before, by another amount.
    fn same_by(&mut self, before: &Effect) -> Option<Effect> {
        let mut effect = before.clone();
        let what = selection_mut(&mut effect);
        if let Some(what) = what
            && let (Pick::Choose { .. } | Pick::Random(_), Some(slot)) = (&what.pick, what.mention)
        {
            *what = Selection::the(Reference::Slot(slot));
        }
        self.any(&["you", "it", "they", "this", "that player"]);
        let (verbs, amount): (&[&'static str], _) = match &mut effect {
            Effect::Damage { amount, .. } | Effect::DamagePlayer { amount, .. } => {
                (&["deal", "deals"], amount)
            }
            Effect::Heal { amount, .. } => (&["heal", "heals"], amount),
            Effect::Draw { count, .. } => (&["draw", "draws"], count),
            Effect::Change { by, .. } | Effect::Counter { by, .. } => {
                if normal::is_negative(by) {
                    (&["lose", "loses"], by)
                } else {
                    (&["gain", "gains", "get", "gets"], by)
                }
            }
            _ => return None,
        };
        self.one_of(verbs)?;
        let minus = normal::is_negative(amount);
        let mut new = match self.signed() {
            Some(number) => Quantity::Number(number),
            None => self.simple_quantity()?,
        };
        if minus {
            new = super::quantity::negative(new);
        }
        *amount = new;
        // What it is an amount of may be said again, if it is the same.
        let same = self.attempt(|p| match before {
            Effect::Damage { kind, .. } => {
                let found = p.attempt(|p| p.damage_kind());
                p.need("damage")?;
                (found.is_none() || found == *kind).then_some(())
            }
            Effect::DamagePlayer { .. } => p.need("damage"),
            Effect::Draw { .. } => p.one_of(&["cards", "card"]),
            Effect::Heal { attribute, .. } | Effect::Change { attribute, .. } => {
                (p.attribute()? == *attribute).then_some(())
            }
            Effect::Counter { counter, .. } => (p.counter()? == *counter).then_some(()),
            _ => None,
        });
        let _ = same;
        self.need("instead")?;
        Some(effect)
    }
}

/// The number of what an effect chooses, if it does.
fn introduced(effect: &mut Effect) -> Option<u8> {
    if let Effect::Choose { .. } = effect {
        return None;
    }
    selection_mut(effect)?.mention
}

/// The choice of an effect as an effect of its own, which the effect then means.
fn chosen_first(effect: &mut Effect, slot: u8) -> Option<Effect> {
    let what = selection_mut(effect)?;
    matches!(what.pick, Pick::Choose { .. } | Pick::Random(_)).then_some(())?;
    let chosen = std::mem::replace(what, Selection::the(Reference::Slot(slot)));
    Some(Effect::Choose { what: chosen })
}

/// Whether an effect means what a phrase with this number brought in.
pub(crate) fn refers_to(effect: &Effect, slot: u8) -> bool {
    let mut ability = Ability::new(When::Played, vec![effect.clone()]);
    let mut found = false;
    links_mut(&mut ability, &mut |link| {
        if let Link::Reference(Reference::Slot(used)) = link {
            found |= *used == slot;
        }
    });
    found
}
