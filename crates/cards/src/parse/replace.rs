//! What happens otherwise than it would: damage prevented, doubled, dealt to another;
//! what cannot be done for a while; what the next card costs.

use onplay_engine::card::{
    Ability, Comparison, Deed as Forbidden, Duration, Effect, Filter, Gift, Happening, Pattern,
    Pick, Quantity, Reference, Selection, Static, When, Whose,
};

use super::cursor::Parser;
use crate::bind::Deed;
use crate::normal;
use crate::vocabulary::Action;

impl Parser<'_> {
    /// What follows "If … would …," where that goes on to another object, or less of it
    /// does: "prevent 1 of that damage", "this takes it instead".
    pub(super) fn proceeding(&mut self, on: &Pattern) -> Option<Effect> {
        has_amount(on.event).then_some(())?;
        if let Some(amount) = self.attempt(|p| p.prevented_part()) {
            return Some(Effect::Adjust { amount: Some(amount), to: None });
        }
        let to = self.attempt(|p| p.taken_by_another())?;
        Some(Effect::Adjust { amount: None, to: Some(to) })
    }

    /// The same where it goes on by another amount, which words that say a whole effect
    /// of their own do not: "it deals twice that much damage instead".
    pub(super) fn proceeding_by(&mut self, on: &Pattern) -> Option<Effect> {
        has_amount(on.event).then_some(())?;
        let amount = self.attempt(|p| p.other_amount(on))?;
        Some(Effect::Adjust { amount: Some(amount), to: None })
    }

    /// "prevent that damage", "prevent all but 1 of it".
    fn prevented_part(&mut self) -> Option<Quantity> {
        self.need("prevent")?;
        let whole = ["that damage", "all of that damage", "all of it", "all that damage", "it"];
        if self.any(&whole).is_some() || self.word("that") {
            self.word("instead");
            return Some(Quantity::Number(0));
        }
        let but = self.words("all but");
        let number = Box::new(Quantity::Number(self.number()?));
        self.one_of(&["of that damage", "of it", "damage"])?;
        self.word("instead");
        let all = Box::new(Quantity::Amount);
        Some(if but { Quantity::AtMost(all, number) } else { Quantity::Minus(all, number) })
    }

    /// "that damage is dealt to this instead", "this takes it instead".
    fn taken_by_another(&mut self) -> Option<Reference> {
        let said = ["that damage is dealt to", "it is dealt to", "deal that damage to"];
        let found = if self.any(&said).is_some() || self.words("it happens to") {
            self.reference()?
        } else {
            let found = self.reference_for(Deed::Does)?;
            self.one_of(&["takes it", "takes that damage", "is dealt that damage"])?;
            found
        };
        self.need("instead")?;
        Some(found)
    }

    /// "it deals twice that much damage instead", "you gain 1 more instead".
    fn other_amount(&mut self, on: &Pattern) -> Option<Quantity> {
        if self.words("the amount becomes") {
            let amount = self.quantity()?;
            self.need("instead")?;
            return Some(amount);
        }
        self.any(&["you", "it", "they", "this", "that player", "your opponent", "that much"]);
        self.one_of(&[
            "deals", "deal", "takes", "take", "gains", "gain", "loses", "lose", "is dealt",
        ])?;
        let that = || Box::new(Quantity::Amount);
        let amount = if self
            .any(&["twice that much", "double that much", "twice that", "double that"])
            .is_some()
        {
            Quantity::Times(Box::new(Quantity::Number(2)), that())
        } else if self.any(&["that much", "that many"]).is_some() {
            let what = self.attempt(|p| p.named_amount(on));
            let more = self.any(&["plus", "minus"])? == 0;
            let number = Box::new(Quantity::Number(self.number()?));
            if what.is_none() {
                self.attempt(|p| p.named_amount(on));
            }
            self.same_recipient();
            self.need("instead")?;
            return Some(if more {
                Quantity::Plus(that(), number)
            } else {
                Quantity::Minus(that(), number)
            });
        } else {
            let number = self.number()?;
            match self.any(&["more", "additional", "less"]) {
                Some(0 | 1) => Quantity::Plus(that(), Box::new(Quantity::Number(number))),
                Some(_) => Quantity::Minus(that(), Box::new(Quantity::Number(number))),
                None => Quantity::Number(number),
            }
        };
        self.attempt(|p| p.named_amount(on));
        self.same_recipient();
        self.need("instead")?;
        Some(amount)
    }

    /// What the amount of an event is of.
    fn named_amount(&mut self, on: &Pattern) -> Option<()> {
        match on.event {
            Happening::Gained(attribute) | Happening::Lost(attribute) => {
                (self.attribute()? == attribute).then_some(())
            }
            Happening::GainedCounter(counter) | Happening::LostCounter(counter) => {
                (self.counter()? == counter).then_some(())
            }
            _ => self.need("damage"),
        }
    }

    /// "to it", "to that unit": whom it would be done to anyway.
    fn same_recipient(&mut self) {
        self.attempt(|p| {
            p.need("to")?;
            p.one_of(&["it", "them", "that object", "that player"])
        });
    }

    /// "Prevent all damage that would be dealt to this." "Damage dealt to allies is
    /// reduced by 1."
    pub(super) fn prevention(&mut self) -> Option<Ability> {
        if let Some(ability) = self.attempt(|p| p.dealt_to_another()) {
            return Some(ability);
        }
        let (on, amount) = match self.attempt(|p| {
            p.need("damage")?;
            p.one_of(&["that would be dealt to", "dealt to"])?;
            let on = p.damage_to()?;
            p.one_of(&["is reduced by", "is increased by"])?;
            let less = p.tokens[p.at - 2].text == "reduced";
            let number = Box::new(Quantity::Number(p.number()?));
            let all = Box::new(Quantity::Amount);
            Some((
                on,
                if less { Quantity::Minus(all, number) } else { Quantity::Plus(all, number) },
            ))
        }) {
            Some(found) => found,
            None => {
                if self.once {
                    return None;
                }
                let combat = self.words("prevent all combat damage");
                if !combat {
                    self.one_of(&["prevent all damage", "prevent damage"])?;
                }
                self.one_of(&["that would be dealt to", "dealt to", "to"])?;
                (Pattern { combat, ..self.damage_to()? }, Quantity::Number(0))
            }
        };
        let condition = self.attempt(|p| {
            p.one_of(&["while", "as long as"])?;
            p.condition()
        });
        self.stop()?;
        let effect = Effect::Adjust { amount: Some(amount), to: None };
        let mut ability = Ability::new(When::Instead(on), vec![effect]);
        ability.condition = condition;
        Some(ability)
    }

    /// "Damage dealt to allies is dealt to this instead."
    fn dealt_to_another(&mut self) -> Option<Ability> {
        self.one_of(&["all damage", "damage"])?;
        self.one_of(&["that would be dealt to", "dealt to"])?;
        let on = self.damage_to()?;
        self.need("is dealt to")?;
        let to = Some(self.reference()?);
        self.need("instead")?;
        self.stop()?;
        let effect = Effect::Adjust { amount: None, to };
        Some(Ability::new(When::Instead(on), vec![effect]))
    }

    /// What damage is dealt to, and by what.
    fn damage_to(&mut self) -> Option<Pattern> {
        if self.word("you") {
            return Some(Pattern { player: Whose::Yours, ..Pattern::new(Happening::HitPlayer) });
        }
        let subject = match self.attempt(|p| p.reference()) {
            Some(reference) => Filter::Is(reference),
            None => {
                self.any(&["all", "each", "every", "any"]);
                let mine = self.yours();
                normal::filter(self.noun_phrase()?.0.and(mine))
            }
        };
        let other = self.attempt(|p| {
            p.need("by")?;
            p.any(&["a", "an", "any", "all"]);
            Some(p.noun_phrase()?.0)
        });
        Some(Pattern { subject, other, ..Pattern::new(Happening::Damaged) })
    }

    /// "Prevent the next 3 damage to target creature this turn." "Prevent all damage
    /// that would be dealt to allies this turn."
    pub(super) fn prevented(&mut self) -> Option<Vec<Effect>> {
        self.need("prevent")?;
        let dealt = ["that would be dealt", "dealt"];
        if let Some(effects) = self.attempt(|p| p.next_damage_prevented()) {
            return Some(effects);
        }
        if self.words("the next") {
            let amount = self.simple_quantity()?;
            self.need("damage")?;
            self.any(&dealt);
            self.need("to")?;
            let what = self.selection()?;
            let until = self.until();
            return Some(vec![Effect::Grant { what, gift: Gift::Prevent(amount), until }]);
        }
        let combat = self.words("all combat damage");
        if !combat {
            self.need("all damage")?;
        }
        self.any(&dealt);
        let never = || vec![Effect::Adjust { amount: Some(Quantity::Number(0)), to: None }];
        let later = |on: Pattern, until: Duration| Effect::Later {
            on: Pattern { combat, ..on },
            effects: never(),
            until: Some(until),
            once: false,
            instead: true,
        };
        if !self.word("to") {
            let until = self.duration()?;
            let mut effects = vec![later(Pattern::new(Happening::Damaged), until)];
            if self.vocabulary.rules.life.is_some() {
                effects.push(later(Pattern::new(Happening::HitPlayer), until));
            }
            return Some(effects);
        }
        if self.word("you") {
            let until = self.duration()?;
            let on = Pattern { player: Whose::Yours, ..Pattern::new(Happening::HitPlayer) };
            return Some(vec![later(on, until)]);
        }
        let what = self.selection()?;
        let until = self.duration()?;
        let mut effects = Vec::new();
        let subject = match (&what.pick, what.mention) {
            (Pick::All, _) => what.filter,
            (Pick::The(reference), _) => Filter::Is(*reference),
            (_, Some(slot)) => {
                effects.push(Effect::Choose { what });
                Filter::Is(Reference::Slot(slot))
            }
            _ => return None,
        };
        effects.push(later(Pattern { subject, ..Pattern::new(Happening::Damaged) }, until));
        Some(effects)
    }

    /// "Prevent the next damage that would be dealt to an ally this turn": all of it, once.
    fn next_damage_prevented(&mut self) -> Option<Vec<Effect>> {
        self.one_of(&["the next damage that would be dealt to", "the next damage dealt to"])?;
        let what = self.selection()?;
        let until = self.until();
        let mut effects = Vec::new();
        let subject = match (&what.pick, what.mention) {
            (Pick::All, _) => what.filter,
            (Pick::The(reference), _) => Filter::Is(*reference),
            (_, Some(slot)) => {
                effects.push(Effect::Choose { what });
                Filter::Is(Reference::Slot(slot))
            }
            _ => return None,
        };
        effects.push(Effect::Later {
            on: Pattern { subject, ..Pattern::new(Happening::Damaged) },
            effects: vec![Effect::Adjust { amount: Some(Quantity::Number(0)), to: None }],
            until: Some(until),
            once: true,
            instead: true,
        });
        Some(effects)
    }

    /// "The next time an ally would die, exile it instead." "Until end of turn,
    /// if … would …, … instead."
    pub(super) fn later_instead(&mut self) -> Option<Vec<Effect>> {
        let mut until = None;
        let mut once = self.words("the next time");
        let bare = !once && self.word("if");
        if !once && !bare {
            until = Some(self.duration()?);
            self.mark(',');
            once = self.words("the next time");
            if !once {
                self.one_of(&["if", "whenever", "when"])?;
            }
        }
        let (from, kept) = (self.bind.mentions.len(), self.bind.kept_count());
        self.bind.state.level += 1;
        let (on, meanwhile, within) = self.would_happen()?;
        (meanwhile.is_none() && !(until.is_some() && within.is_some())).then_some(())?;
        let until = until.or(within);
        let once = once && until.is_some();
        // Without a time it is a condition, or a rule of the card.
        if bare && until.is_none() {
            return None;
        }
        let effects = match self.attempt(|p| p.proceeding(&on)) {
            Some(effect) => vec![effect],
            None => {
                let plain = self.attempt(|p| {
                    let effects = p.clauses()?;
                    p.need("instead")?;
                    Some(effects)
                });
                match plain {
                    Some(effects) => effects,
                    None => vec![self.proceeding_by(&on)?],
                }
            }
        };
        self.bind.state.level -= 1;
        self.bind.hide_since(from);
        if self.bind.kept_count() > kept {
            return None;
        }
        Some(vec![Effect::Later { on, effects, until, once, instead: true }])
    }

    /// "can't block this turn", behind who.
    pub(super) fn cannot_meanwhile(&mut self, what: &Selection) -> Option<Vec<Effect>> {
        let untap = self.attempt(|p| {
            p.one_of(&["doesn't untap during", "does not untap during", "don't untap during"])?;
            p.one_of(&[
                "its controller 's next untap step",
                "its next untap step",
                "their controllers 's next untap step",
                "their controller 's next untap step",
            ])
        });
        let own = Filter::Is(Reference::This);
        let (rules, until) = if untap.is_some() {
            let (deed, place, by) = (Forbidden::Untap, None, None);
            (vec![Static::Forbid { what: own, deed, place, by }], Duration::ItsNextTurn)
        } else {
            let mut rules = vec![self.forbid(&own)?];
            while let Some(more) = self.attempt(|p| {
                p.one_of(&["or", "and"])?;
                p.any(&["cannot", "can't"]);
                p.forbidden_deed(&own)
            }) {
                rules.push(more);
            }
            (rules, self.duration()?)
        };
        if what.pick == Pick::All {
            // It holds for whoever comes later too.
            let decreed = rules.into_iter().filter_map(|rule| match rule {
                Static::Forbid { deed, place, by, .. } => {
                    let rule = Static::Forbid { what: what.filter.clone(), deed, place, by };
                    Some(Effect::Decree { rule, until, once: false })
                }
                _ => None,
            });
            return Some(decreed.collect());
        }
        let ability = Ability::new(When::Static(rules), Vec::new());
        let gift = Gift::Ability(Box::new(ability));
        Some(vec![Effect::Grant { what: what.clone(), gift, until }])
    }

    /// "by creatures with power 2 or less", "except by tokens"; what it cannot attack.
    pub(super) fn forbidden_by(&mut self, deed: Forbidden) -> Option<Filter> {
        match deed {
            Forbidden::Attack | Forbidden::Block => {
                if let Some(reference) = self.attempt(|p| p.reference()) {
                    return Some(Filter::Is(reference));
                }
                self.any(&["a", "an", "any"]);
                Some(self.noun_phrase()?.0)
            }
            Forbidden::BeAttacked
            | Forbidden::BeBlocked
            | Forbidden::BeTargeted
            | Forbidden::BeDestroyed => {
                let except = self.any(&["except by", "by"])? == 0;
                if self.any(&["your opponent", "an opponent", "opponents"]).is_some() {
                    return Some(Filter::Controller(Whose::Enemy));
                }
                self.any(&["a", "an", "any"]);
                let (noun, _) = self.noun_phrase()?;
                Some(if except { Filter::Not(Box::new(noun)) } else { noun })
            }
            _ => None,
        }
    }

    /// "costs 1 less this turn", of objects that are named.
    pub(super) fn costs_meanwhile(&mut self, what: &Selection) -> Option<Vec<Effect>> {
        let mut effects = Vec::new();
        // What is never played from a hand has no price that matters.
        let unplayed = self.vocabulary.rules.can.as_ref().map(|can| &can.unplayed_types);
        let is_unplayed = |part: &Filter| matches!(part, Filter::Type(kind) if unplayed.is_some_and(|all| all.contains(kind)));
        if what.filter.clone().into_parts().iter().any(is_unplayed) {
            return None;
        }
        let meant = match (&what.pick, what.mention) {
            // A card that can say so has been paid for.
            (Pick::The(Reference::This), _) => return None,
            (Pick::The(reference), _) => *reference,
            (_, Some(slot)) => {
                effects.push(Effect::Choose { what: what.clone() });
                Reference::Slot(slot)
            }
            _ => return None,
        };
        let rule = self.cost_rule(&Filter::Is(meant))?;
        let until = self.until();
        effects.push(Effect::Decree { rule, until, once: false });
        Some(effects)
    }

    /// "You may play it this turn without paying its cost": from the zone where it was
    /// chosen.
    pub(super) fn may_be_played(&mut self) -> Option<Vec<Effect>> {
        self.need("you may")?;
        self.action(Action::Play)?;
        let reference = self.reference_for(Deed::Done)?;
        let zone = match self.attempt(|p| {
            p.need("from")?;
            p.any(&["your", "the"]);
            p.zone()
        }) {
            Some(zone) => zone,
            None => self.bind.zone_of(reference)?,
        };
        let mut until = self.duration();
        let cost = match self.words("without paying its cost") {
            true => Some(Quantity::Number(0)),
            false => self.price()?,
        };
        until = until.or_else(|| self.duration());
        let gift = Gift::PlayFrom { zone, cost, banish: self.banished_afterwards() };
        Some(vec![Effect::Grant { what: Selection::the(reference), gift, until: until? }])
    }

    /// "The next event you play this turn costs 2 less."
    pub(super) fn next_costs(&mut self) -> Option<Effect> {
        if self.words("your next") {
            let (noun, _) = self.noun_phrase()?;
            let until = self.duration()?;
            let what = normal::filter(noun.and(Filter::Controller(Whose::Yours)));
            let rule = self.cost_rule(&what)?;
            return Some(Effect::Decree { rule, until, once: true });
        }
        self.need("the next")?;
        let start = self.at;
        let you = (start..self.tokens.len()).find(|at| self.tokens[*at].text == "you")?;
        let tokens = self.tokens;
        let (found, ended) = self.within(&tokens[..you], |inner| {
            inner.at = start;
            inner.noun_phrase()
        });
        let (noun, _) = found.filter(|_| ended.at == you)?;
        self.at = you;
        self.need("you")?;
        self.action(Action::Play)?;
        let until = self.duration()?;
        let what = normal::filter(noun.and(Filter::Controller(Whose::Yours)));
        let rule = self.cost_rule(&what)?;
        Some(Effect::Decree { rule, until, once: true })
    }

    /// "damaged", "undamaged": by what keeps objects alive.
    pub(super) fn damaged_word(&mut self) -> Option<Filter> {
        let whole = self.any(&["damaged", "wounded", "undamaged", "unhurt"])? > 1;
        let death = self.vocabulary.rules.death.as_ref()?;
        let rule = self.vocabulary.rules.attributes.get(death.attribute.index())?;
        let hurt = match rule.worn_by.or(death.less) {
            Some(damage) => Filter::Compare(damage, Comparison::AtLeast, Box::new(Quantity::ONE)),
            None => {
                let printed = Quantity::Printed(Reference::It, death.attribute);
                Filter::Compare(death.attribute, Comparison::Less, Box::new(printed))
            }
        };
        Some(if whole { Filter::Not(Box::new(hurt)) } else { hurt })
    }

    /// "attacked this turn", "was dealt damage this turn", of an object.
    pub(super) fn did_this_turn(&mut self) -> Option<Filter> {
        let forms = [
            ("attacked this turn", Happening::Attacks, true),
            ("has attacked this turn", Happening::Attacks, true),
            ("blocked this turn", Happening::Blocks, true),
            ("moved this turn", Happening::Moved, true),
            ("was dealt damage this turn", Happening::Damaged, true),
            ("were dealt damage this turn", Happening::Damaged, true),
            ("took damage this turn", Happening::Damaged, true),
            ("did not attack this turn", Happening::Attacks, false),
            ("didn't attack this turn", Happening::Attacks, false),
            ("has not attacked this turn", Happening::Attacks, false),
            ("did not block this turn", Happening::Blocks, false),
            ("did not move this turn", Happening::Moved, false),
            ("was not dealt damage this turn", Happening::Damaged, false),
        ];
        let (_, event, did) = forms.into_iter().find(|(words, ..)| self.words(words))?;
        let filter = Filter::Did(event);
        Some(if did { filter } else { Filter::Not(Box::new(filter)) })
    }
}

/// Whether an event has an amount, so that it can happen by another one.
fn has_amount(event: Happening) -> bool {
    matches!(
        event,
        Happening::Damaged
            | Happening::DealtDamage
            | Happening::HitPlayer
            | Happening::Gained(_)
            | Happening::Lost(_)
            | Happening::GainedCounter(_)
            | Happening::LostCounter(_)
    )
}
