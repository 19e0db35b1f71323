//! Damage: who deals it, how much, to whom, and what takes more or less of it.

use onplay_engine::card::{Ability, Effect, Filter, Happening, Pattern, Quantity, Reference, When};

use super::cursor::Parser;
use super::quantity::scaled;
use crate::bind::Deed;
use crate::normal;

impl Parser<'_> {
    /// "deal 2 damage to …".
    pub(super) fn deal(&mut self) -> Option<Vec<Effect>> {
        let named = self.attempt(|p| {
            let reference = p.reference_for(Deed::Does)?;
            p.one_of(&["deals", "deal"])?;
            Some(reference)
        });
        match named {
            Some(Reference::This) => {}
            Some(_) => return None,
            None => self.one_of(&["deal", "deals"])?,
        }
        let mut effects = self.damage_dealt(None)?;
        // "and 1 damage to each other enemy".
        while let Some(more) = self.attempt(|p| {
            p.need("and")?;
            p.damage_dealt(None)
        }) {
            effects.extend(more);
        }
        Some(effects)
    }

    /// What follows "deals".
    pub(super) fn damage_dealt(&mut self, by: Option<Reference>) -> Option<Vec<Effect>> {
        if by.is_none()
            && let Some(effects) = self.attempt(|p| p.damage_to_each())
        {
            return Some(effects);
        }
        let (amount, kind) = self.amount_of(|p| {
            let kind = p.attempt(|p| p.damage_kind());
            p.need("damage")?;
            Some(kind)
        })?;
        let scale = self.attempt(|p| p.scale());
        self.need("to")?;
        let player = self.attempt(|p| {
            let who = p.who()?;
            (!p.sees("'s")).then_some(who)
        });
        if let Some(who) = player
            && self.vocabulary.rules.life.is_some()
        {
            let scale = scale.or_else(|| self.attempt(|p| p.scale()));
            return Some(vec![Effect::DamagePlayer { who, amount: scaled(amount, scale), by }]);
        }
        let what = self.selection()?;
        let scale = scale.or_else(|| self.attempt(|p| p.scale()));
        let amount = self.at_most(scaled(amount, scale));
        Some(self.and_players(Effect::Damage { what, amount, kind, by }))
    }

    /// "damage to an enemy equal to its attack": of what is damaged.
    fn damage_to_each(&mut self) -> Option<Vec<Effect>> {
        let kind = self.attempt(|p| p.damage_kind());
        self.need("damage to")?;
        let what = self.selection()?;
        self.need("equal to")?;
        let before = self.bind.state.subject;
        self.introduce(&what);
        let amount = self.quantity();
        self.bind.state.subject = before;
        Some(vec![Effect::Damage { what, amount: amount?, kind, by: None }])
    }

    /// "This takes no damage from spells", "allies take 1 less damage", "marked enemies
    /// take 1 more damage from drones".
    pub(super) fn taking(&mut self) -> Option<Ability> {
        self.rule_subject = Some(Reference::This);
        let before = self.attempt(|p| {
            if !p.sees("during") {
                p.one_of(&["while", "as long as", "if"])?;
            }
            let condition = p.condition()?;
            p.need_mark(',')?;
            Some(condition)
        });
        self.rule_subject = None;
        let subject = match self.attempt(|p| p.reference()) {
            Some(reference) => Filter::Is(reference),
            None => {
                self.any(&["all", "each", "every"]);
                let mine = self.yours();
                normal::filter(self.noun_phrase()?.0.and(mine))
            }
        };
        let all = || Box::new(Quantity::Amount);
        let amount = if self
            .any(&[
                "takes no damage",
                "take no damage",
                "cannot be dealt damage",
                "can't be dealt damage",
                "cannot be damaged",
                "can't be damaged",
            ])
            .is_some()
        {
            Quantity::Number(0)
        } else {
            self.one_of(&["takes", "take"])?;
            if self.any(&["double damage", "twice as much damage"]).is_some() {
                let two = Box::new(Quantity::Number(2));
                return self.taken_damage(subject, Quantity::Times(two, all()), before);
            }
            let number = Box::new(Quantity::Number(self.number()?));
            let more = self.any(&["more", "additional", "less", "fewer"])? < 2;
            self.need("damage")?;
            if more { Quantity::Plus(all(), number) } else { Quantity::Minus(all(), number) }
        };
        self.taken_damage(subject, amount, before)
    }

    /// "Your spells deal 1 more damage", "this deals 1 more damage to sections".
    pub(super) fn dealing(&mut self) -> Option<Ability> {
        if self.once {
            return None;
        }
        let subject = match self.attempt(|p| p.reference()) {
            Some(reference) => Filter::Is(reference),
            None => {
                self.any(&["all", "each", "every"]);
                let mine = self.yours();
                normal::filter(self.noun_phrase()?.0.and(mine))
            }
        };
        self.one_of(&["deals", "deal"])?;
        let number = Box::new(Quantity::Number(self.number()?));
        let more = self.any(&["more", "additional", "less", "fewer"])? < 2;
        let combat = self.word("combat");
        self.need("damage")?;
        let to = self.word("to");
        let players = ["players", "a player", "your opponent", "an opponent", "opponents"];
        let player = if to { self.any(&players) } else { None };
        let other = if to && player.is_none() { Some(self.event_noun()?) } else { None };
        let condition = self.attempt(|p| {
            p.one_of(&["while", "as long as"])?;
            p.condition()
        });
        self.stop()?;
        let all = Box::new(Quantity::Amount);
        let amount = if more { Quantity::Plus(all, number) } else { Quantity::Minus(all, number) };
        use onplay_engine::card::Whose;
        let event = if player.is_some() { Happening::HitPlayer } else { Happening::DealtDamage };
        let player = if player.is_some_and(|one| one > 1) { Whose::Enemy } else { Whose::Any };
        let on = Pattern { subject, other, combat, player, ..Pattern::new(event) };
        let effect = Effect::Adjust { amount: Some(amount), to: None };
        let mut ability = Ability::new(When::Instead(on), vec![effect]);
        ability.condition = condition;
        Some(ability)
    }

    /// "from spells while this is marked", behind how much is taken.
    fn taken_damage(
        &mut self,
        subject: Filter,
        amount: Quantity,
        before: Option<onplay_engine::card::Condition>,
    ) -> Option<Ability> {
        let other = self.attempt(|p| {
            p.one_of(&["from", "by"])?;
            p.any(&["a", "an", "any", "all"]);
            let mine = p.yours();
            Some(normal::filter(p.noun_phrase()?.0.and(mine)))
        });
        let after = self.attempt(|p| {
            p.one_of(&["while", "as long as"])?;
            p.condition()
        });
        let condition = normal::both(before, after);
        self.stop()?;
        let on = Pattern { subject, other, ..Pattern::new(Happening::Damaged) };
        let effect = Effect::Adjust { amount: Some(amount), to: None };
        let mut ability = Ability::new(When::Instead(on), vec![effect]);
        ability.condition = condition;
        Some(ability)
    }
}
