//! Gains and losses: attributes, keywords and abilities that objects get.

use onplay_engine::card::{Duration, Effect, Filter, Gift, Pick, Quantity, Reference, Selection};
use onplay_engine::id::AttributeId;

use super::cursor::Parser;
use super::quantity::{negative, scaled};
use crate::normal;

impl Parser<'_> {
    /// What follows "gains": attributes, keywords, abilities.
    pub fn gains(&mut self, what: Selection) -> Option<Vec<Effect>> {
        if let Some((first, second)) = self.pair() {
            let (scale, until) = self.scale_and_until();
            let (power, toughness) = self.vocabulary.pair?;
            return Some(changes(
                what,
                vec![
                    (power, scaled(Quantity::Number(first), scale.clone())),
                    (toughness, scaled(Quantity::Number(second), scale)),
                ],
                until,
            ));
        }
        let quoted = self.attempt(|p| {
            p.need_mark('"')?;
            let context = p.context;
            p.context = super::cursor::Context::START;
            let ability = p.ability()?;
            p.context = context;
            p.need_mark('"')?;
            Some(ability)
        });
        if let Some(ability) = quoted {
            let until = self.until();
            let gift = Gift::Ability(Box::new(ability));
            return Some(vec![Effect::Grant { what, gift, until }]);
        }
        let mut list: Vec<(AttributeId, Quantity)> = Vec::new();
        let mut keywords = Vec::new();
        loop {
            if let Some((by, attribute)) = self.amount_of(|p| p.attribute()) {
                list.push((attribute, by));
            } else if let Some(keyword) = self.keyword() {
                keywords.push(keyword);
            } else if list.is_empty() && keywords.is_empty() {
                return None;
            }
            let more = self.attempt(|p| {
                if p.mark(',') {
                    p.word("and");
                } else {
                    p.need("and")?;
                }
                // Another amount must follow, or the words are a new clause.
                let at = p.at;
                (p.amount_of(|p| p.attribute()).is_some() || p.keyword().is_some()).then_some(at)
            });
            match more {
                Some(at) => self.at = at,
                None => break,
            }
        }
        let (scale, until) = self.scale_and_until();
        let list = list.into_iter().map(|(a, by)| (a, scaled(by, scale.clone()))).collect();
        let mut effects = changes(what.clone(), list, until);
        for keyword in keywords {
            let what = if effects.is_empty() || !normal::introduces(&what) {
                what.clone()
            } else {
                again(&what)
            };
            effects.push(Effect::Grant { what, gift: Gift::Keyword(keyword), until });
        }
        Some(effects)
    }

    pub(super) fn loses(&mut self, what: Selection) -> Option<Vec<Effect>> {
        let (by, attribute) = self.amount_of(|p| p.attribute())?;
        let (scale, until) = self.scale_and_until();
        let by = negative(scaled(by, scale));
        Some(vec![Effect::Change { what, attribute, by, until }])
    }

    /// "for each Goblin until end of turn", in either order.
    fn scale_and_until(&mut self) -> (Option<Quantity>, Duration) {
        let mut scale = self.attempt(|p| p.scale());
        let until = self.until();
        if scale.is_none() {
            scale = self.attempt(|p| p.scale());
        }
        (scale, until)
    }

    /// "+1/+1".
    pub fn pair(&mut self) -> Option<(i16, i16)> {
        self.attempt(|p| {
            let first = p.signed()?;
            p.need_mark('/')?;
            let second = p.signed()?;
            Some((first, second))
        })
    }
}

/// Several changes of one selection; what was chosen for the first is "it" for
/// the rest. Changes by nothing are left out.
fn changes(what: Selection, list: Vec<(AttributeId, Quantity)>, until: Duration) -> Vec<Effect> {
    let several = list.len() > 1;
    let mut effects: Vec<Effect> = Vec::new();
    for (attribute, by) in list {
        if several && by == Quantity::Number(0) {
            continue;
        }
        let what = if effects.is_empty() { what.clone() } else { again(&what) };
        effects.push(Effect::Change { what, attribute, by, until });
    }
    effects
}

/// The same objects a second time.
fn again(what: &Selection) -> Selection {
    match what.pick {
        Pick::All | Pick::The(_) => what.clone(),
        _ => Selection { pick: Pick::The(Reference::It), filter: Filter::Any },
    }
}
