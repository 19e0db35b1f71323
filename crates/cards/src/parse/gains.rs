//! Gains and losses: attributes, keywords and abilities that objects get.

use onplay_engine::card::{
    Ability, Duration, Effect, Filter, Gift, Pick, Quantity, Reference, Selection, Static, When,
};
use onplay_engine::id::AttributeId;

use super::cursor::Parser;
use super::quantity::{negative, scaled};
use crate::normal;

impl Parser<'_> {
    /// What follows "gains": attributes, keywords, abilities.
    pub fn gains(&mut self, what: Selection) -> Option<Vec<Effect>> {
        if let Some((first, second)) = self.pair_of() {
            let keywords = self.attempt(|p| {
                p.need("and")?;
                p.any(&["gain", "gains", "have", "has"]);
                let mut keywords = vec![p.keyword()?];
                while let Some(more) = p.attempt(|p| {
                    p.need("and")?;
                    p.keyword()
                }) {
                    keywords.push(more);
                }
                Some(keywords)
            });
            let (scale, until) = self.scale_and_until();
            let (power, toughness) = self.vocabulary.pair?;
            let list =
                vec![(power, scaled(first, scale.clone())), (toughness, scaled(second, scale))];
            let mut effects = changes(what.clone(), list, until);
            for keyword in keywords.unwrap_or_default() {
                let what = if effects.is_empty() { what.clone() } else { again(&what) };
                effects.push(Effect::Grant { what, gift: Gift::Keyword(keyword), until });
            }
            return Some(effects);
        }
        let quoted = self.attempt(|p| {
            p.need_mark('"')?;
            let ability = p.quoted_ability()?;
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
        // "gains haste and gets +1/+0".
        if let Some((first, second)) = self.attempt(|p| {
            p.need("and")?;
            p.one_of(&["gets", "get", "gains", "gain"])?;
            p.pair()
        }) {
            let (power, toughness) = self.vocabulary.pair?;
            list.push((power, Quantity::Number(first)));
            list.push((toughness, Quantity::Number(second)));
        }
        // "gains haste and can't be blocked this turn".
        let own = Filter::Is(Reference::This);
        let mut rules = Vec::new();
        while let Some(rule) = self.attempt(|p| {
            p.need("and")?;
            p.forbid(&own)
        }) {
            rules.push(rule);
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
        if !rules.is_empty() {
            let what = match effects.is_empty() || !normal::introduces(&what) {
                true => what.clone(),
                false => again(&what),
            };
            let ability = Ability::new(When::Static(rules), Vec::new());
            effects.push(Effect::Grant { what, gift: Gift::Ability(Box::new(ability)), until });
        }
        Some(effects)
    }

    /// An ability in quotes: nothing outside is seen inside.
    pub fn quoted_ability(&mut self) -> Option<onplay_engine::card::Ability> {
        let context = std::mem::replace(&mut self.context, super::cursor::Context::START);
        let once = std::mem::replace(&mut self.once, false);
        let outer = self.bind.enter_quotes();
        let found = self.ability();
        self.bind.leave_quotes(outer);
        (self.context, self.once) = (context, once);
        found
    }

    pub(super) fn loses(&mut self, what: Selection) -> Option<Vec<Effect>> {
        if self
            .any(&[
                "all abilities",
                "all its abilities",
                "its abilities",
                "all of its abilities",
                "all their abilities",
                "their abilities",
            ])
            .is_some()
        {
            return self.silenced(what);
        }
        // "all its shields".
        if let Some(attribute) = self.attempt(|p| {
            p.need("all")?;
            p.any(&["of its", "of their", "its", "their"]);
            p.attribute()
        }) {
            let by = negative(Quantity::Attribute(Reference::It, attribute));
            let until = self.until();
            return Some(vec![Effect::Change { what, attribute, by, until }]);
        }
        // "half its power".
        if let Some((by, attribute)) = self.attempt(|p| {
            p.sees("half").then_some(())?;
            let by = p.quantity()?;
            let inner = match &by {
                Quantity::Per(inner, _) => inner,
                _ => return None,
            };
            let inner = match &**inner {
                Quantity::Plus(inner, _) => inner,
                _ => inner,
            };
            match **inner {
                Quantity::Attribute(Reference::It, attribute) => Some((by, attribute)),
                _ => None,
            }
        }) {
            let until = self.until();
            return Some(vec![Effect::Change { what, attribute, by: negative(by), until }]);
        }
        let (by, attribute) = self.amount_of(|p| p.attribute())?;
        let (scale, until) = self.scale_and_until();
        let by = negative(scaled(by, scale));
        Some(vec![Effect::Change { what, attribute, by, until }])
    }

    /// "loses all abilities": those that are meant now have none for a while.
    fn silenced(&mut self, what: Selection) -> Option<Vec<Effect>> {
        let until = self.until();
        let mut effects = Vec::new();
        let silent = match (&what.pick, what.mention) {
            (Pick::The(reference), _) => *reference,
            (_, Some(slot)) => {
                effects.push(Effect::Choose { what });
                Reference::Slot(slot)
            }
            _ => return None,
        };
        let rule = Static::Silence { what: Filter::Is(silent) };
        effects.push(Effect::Decree { rule, until, once: false });
        Some(effects)
    }

    /// "heals 2 damage", "recovers 2 hull", behind what does.
    pub(super) fn healing(&mut self, what: Selection) -> Option<Effect> {
        self.one_of(&["heals", "heal", "recovers", "recover", "regains", "regain"])?;
        let death = self.vocabulary.rules.death.as_ref()?.attribute;
        if let Some(amount) = self.attempt(|p| {
            let amount = p.simple_quantity()?;
            p.need("damage")?;
            Some(amount)
        }) {
            return Some(Effect::Heal { what, attribute: death, amount });
        }
        let (amount, attribute) = self.amount_of(|p| p.attribute())?;
        Some(Effect::Heal { what, attribute, amount })
    }

    /// "for each Goblin until end of turn", in either order.
    fn scale_and_until(&mut self) -> (Option<Quantity>, Duration) {
        // "Two allies gain 1 power each".
        self.attempt(|p| {
            p.need("each")?;
            (p.at_end() || p.sees("until") || p.sees("this")).then_some(())
        });
        let mut scale = self.attempt(|p| p.scale());
        let until = self.until();
        if scale.is_none() {
            scale = self.attempt(|p| p.scale());
        }
        (scale, until)
    }

    /// "+1/+1", "+X/+0".
    fn pair_of(&mut self) -> Option<(Quantity, Quantity)> {
        self.attempt(|p| {
            let first = p.signed_or_x()?;
            p.need_mark('/')?;
            Some((first, p.signed_or_x()?))
        })
    }

    fn signed_or_x(&mut self) -> Option<Quantity> {
        if let Some(number) = self.signed() {
            return Some(Quantity::Number(number));
        }
        let plus = self.mark('+');
        if !plus && !self.mark('-') && !self.mark('−') {
            return None;
        }
        self.need("x")?;
        Some(if plus { Quantity::Chosen } else { negative(Quantity::Chosen) })
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

/// Several changes of one selection; what was chosen for the first is meant
/// by the rest. Changes by nothing are left out.
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
pub(super) fn again(what: &Selection) -> Selection {
    match what.pick {
        Pick::All | Pick::The(_) => what.clone(),
        _ => Selection::the(Reference::Slot(what.mention.unwrap_or(u8::MAX))),
    }
}
