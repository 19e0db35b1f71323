//! Forms that are made of simpler ones: fights, two groups, numbers doubled.

use onplay_engine::card::walk::{NodeMut, nodes_mut};
use onplay_engine::card::{
    Ability, Condition, Duration, Effect, Filter, Happening, Manner, Pattern, Pick, Quantity,
    Reference, Selection, When, Who,
};
use onplay_engine::id::AttributeId;
use onplay_engine::rulebook::Role;

use super::cursor::Parser;
use super::quantity::negative;
use crate::bind::Deed;
use crate::normal;

impl Parser<'_> {
    /// "and an enemy", behind "exhaust an ally": one more object of the same verb.
    pub fn more_objects(
        &mut self,
        rule: impl Fn(&mut Self) -> Option<Selection>,
    ) -> Vec<Selection> {
        let mut more = Vec::new();
        while let Some(what) = self.attempt(|p| {
            if p.mark(',') {
                p.word("and");
            } else {
                p.need("and")?;
            }
            p.begins_object().then_some(())?;
            rule(p)
        }) {
            more.push(what);
        }
        more
    }

    /// Whether the next word begins another object and not another clause.
    fn begins_object(&self) -> bool {
        ["a", "an", "another", "target", "each", "all", "up", "two", "three", "this", "any"]
            .iter()
            .any(|word| self.sees(word))
    }

    /// "pay 3 energy and draw 2 cards": only if all of it can be paid.
    pub fn paid_effect(&mut self) -> Option<Vec<Effect>> {
        self.one_of(&["pay", "pays"])?;
        let (amount, counter) = self.amount_of(|p| p.counter())?;
        if !self.mark(',') {
            self.one_of(&["and", "to"])?;
        }
        self.any(&["then", "and"]);
        let who = self.context.who;
        let mut then = vec![Effect::Counter { who, counter, by: negative(amount.clone()) }];
        then.extend(self.clauses()?);
        let held = Quantity::Counter(who, counter);
        let condition = Condition::Compare(held, onplay_engine::card::Comparison::AtLeast, amount);
        Some(vec![Effect::If { condition, then, otherwise: Vec::new() }])
    }

    /// "They deal damage equal to their attack to each other": both of one clause.
    fn both_fight(&mut self, strength: AttributeId) -> Option<[Reference; 2]> {
        let start = self.at;
        self.need("they")?;
        if self.word("fight") {
            self.words("each other");
        } else {
            self.need("deal damage equal to their")?;
            (self.attribute()? == strength).then_some(())?;
            self.need("to each other")?;
        }
        let span = self.span_since(start);
        self.bind.both(span)
    }

    /// "Target creature fights another target creature", "They fight".
    pub fn fight(&mut self) -> Option<Vec<Effect>> {
        let strength = self.strength()?;
        if let Some([one, other]) = self.attempt(|p| p.both_fight(strength)) {
            return Some(vec![blows(one, other, strength)]);
        }
        let mut effects = Vec::new();
        let first = self.selection_for(Deed::Does)?;
        let one = self.single(first, &mut effects)?;
        self.one_of(&["fights", "fight"])?;
        let second = self.selection()?;
        let other = self.single(second, &mut effects)?;
        effects.push(blows(one, other, strength));
        Some(effects)
    }

    /// The attribute with which units fight.
    pub(super) fn strength(&self) -> Option<AttributeId> {
        if let Some((power, _)) = self.vocabulary.pair {
            return Some(power);
        }
        let names = ["attack", "power", "strength"];
        names.iter().find_map(|name| {
            self.vocabulary.senses(name).iter().find_map(|sense| match sense {
                crate::vocabulary::Sense::Attribute(attribute) => Some(*attribute),
                _ => None,
            })
        })
    }

    /// One object, chosen first if it is still to be chosen.
    fn single(&mut self, what: Selection, effects: &mut Vec<Effect>) -> Option<Reference> {
        if let Pick::The(reference) = what.pick {
            return Some(reference);
        }
        if crate::bind::is_many(&what.pick) {
            return None;
        }
        let slot = what.mention?;
        effects.push(Effect::Choose { what });
        Some(Reference::Slot(slot))
    }

    /// "An ally deals damage equal to its attack to an enemy": it is the source.
    pub fn dealt_by(&mut self) -> Option<Vec<Effect>> {
        let subject = self.selection_for(Deed::Does)?;
        if subject.pick == Pick::The(Reference::This) {
            return None;
        }
        self.one_of(&["deals", "deal"])?;
        let many = crate::bind::is_many(&subject.pick);
        let slot = subject.mention;
        let by = match subject.pick {
            Pick::The(reference) => reference,
            _ => Reference::Slot(slot?),
        };
        let before = self.bind.state.subject.replace(by);
        let dealt = self.damage_dealt(Some(by));
        self.bind.state.subject = before;
        let dealt = dealt?;
        if many {
            return Some(vec![Effect::Each { what: subject, effects: dealt }]);
        }
        let mut effects = Vec::new();
        if !matches!(subject.pick, Pick::The(_)) {
            effects.push(Effect::Choose { what: subject });
        }
        effects.extend(dealt);
        Some(effects)
    }

    /// "Double your energy", "lose all your energy", "double the attack of an ally".
    pub fn doubled(&mut self) -> Option<Vec<Effect>> {
        if let Some(found) = self.attempt(|p| {
            p.need("double")?;
            let who = p.counter_owner()?;
            let counter = p.counter()?;
            Some(Effect::Counter { who, counter, by: Quantity::Counter(who, counter) })
        }) {
            return Some(vec![found]);
        }
        self.need("double")?;
        let (what, attribute) = match self.attempt(|p| {
            p.need("the")?;
            let attribute = p.attribute()?;
            p.need("of")?;
            Some((p.selection()?, attribute))
        }) {
            Some(found) => found,
            None => match self.attempt(|p| Some((p.possessive()?, p.attribute()?))) {
                Some((reference, attribute)) => (Selection::the(reference), attribute),
                None => {
                    let what = self.selection()?;
                    self.need("'s")?;
                    (what, self.attribute()?)
                }
            },
        };
        let by = Quantity::Attribute(Reference::It, attribute);
        let until = self.until();
        Some(vec![Effect::Change { what, attribute, by, until }])
    }

    /// "Swap the attack and hull of a unit until end of turn": each becomes what the
    /// other was.
    pub fn swapped(&mut self) -> Option<Vec<Effect>> {
        self.one_of(&["swap the", "switch the", "exchange the", "swaps the"])?;
        let one = self.attribute()?;
        self.need("and")?;
        let other = self.attribute()?;
        self.need("of")?;
        let what = self.selection()?;
        let until = self.until();
        let mut effects = Vec::new();
        let target = self.single(what, &mut effects)?;
        let was = Quantity::Attribute(target, one);
        effects.push(Effect::ChooseNumber { min: was.clone(), max: was });
        let set = |attribute: AttributeId, to: Quantity| Effect::Become {
            what: Selection::the(target),
            attribute,
            to,
            until,
        };
        effects.push(set(one, Quantity::Attribute(target, other)));
        effects.push(set(other, Quantity::Chosen));
        Some(effects)
    }

    /// "Swap two allies", "swap this with a close ally", "They swap places": each goes
    /// where the other is.
    pub fn places_swapped(&mut self) -> Option<Vec<Effect>> {
        const PLACES: [&str; 6] = [
            "swap places",
            "swap lanes",
            "swap slots",
            "swap positions",
            "exchange places",
            "trade places",
        ];
        self.vocabulary.place_zone()?;
        if let Some((one, other)) = self.attempt(|p| {
            let start = p.at;
            p.need("they")?;
            if p.one_of(&PLACES).is_none() {
                p.need("swap")?;
                p.place_word()?;
            }
            let span = p.span_since(start);
            if let Some([one, other]) = p.bind.both(span) {
                return Some((one, other));
            }
            let several = p.bind.them(span, "they", false);
            Some((several, several))
        }) {
            return Some(vec![Effect::Swap { one, other }]);
        }
        self.one_of(&["swap", "swaps", "exchange", "switch"])?;
        self.attempt(|p| {
            p.need("the")?;
            p.one_of(&["places of", "positions of", "lanes of", "slots of"])
        });
        let mut effects = Vec::new();
        let first = self.selection()?;
        if crate::bind::is_many(&first.pick) {
            let is_of_two = matches!(
                &first.pick,
                Pick::Choose { min: Quantity::Number(2), max: Quantity::Number(2), .. }
            );
            (is_of_two && super::cost::has_side(&first.filter)).then_some(())?;
            let slot = Reference::Slot(first.mention?);
            effects.push(Effect::Choose { what: first });
            effects.push(Effect::Swap { one: slot, other: slot });
            return Some(effects);
        }
        if let Pick::The(several) = first.pick
            && self.bind.is_several(several)
        {
            return Some(vec![Effect::Swap { one: several, other: several }]);
        }
        let side = |what: &Selection| {
            let parts = what.filter.clone().into_parts();
            parts.into_iter().find_map(|part| match part {
                Filter::Controller(whose) => Some(whose),
                _ => None,
            })
        };
        let mine = side(&first);
        let one = self.single(first, &mut effects)?;
        self.one_of(&["with", "and"])?;
        let second = self.selection()?;
        // Each stays on its side of the table.
        if let (Some(mine), Some(theirs)) = (mine, side(&second))
            && mine != theirs
        {
            self.expect(super::Expected::Part("two of one side, as nobody changes sides"));
            return None;
        }
        let other = self.single(second, &mut effects)?;
        self.any(&["'s places"]);
        effects.push(Effect::Swap { one, other });
        Some(effects)
    }

    /// "your", "your opponent's", "their".
    fn counter_owner(&mut self) -> Option<Who> {
        match self.any(&["your opponent 's", "your", "their", "that player 's"])? {
            0 => Some(Who::Opponent),
            1 => Some(Who::You),
            _ => self.bind.they(),
        }
    }

    /// "all their energy", behind "loses".
    pub fn loses_all(&mut self, who: Who) -> Option<Effect> {
        self.need("all")?;
        self.any(&["of their", "of your", "their", "your", "his or her", "of its", "its"]);
        let counter = self.counter()?;
        let by = negative(Quantity::Counter(who, counter));
        Some(Effect::Counter { who, counter, by })
    }

    /// "Draw cards until you have 5 cards in hand."
    pub fn draw_until(&mut self) -> Option<Quantity> {
        let (wanted, held) = self.cards_until()?;
        Some(Quantity::Minus(Box::new(wanted), Box::new(held)))
    }

    /// "Discard cards until you have 3 cards in hand."
    pub fn discard_until(&mut self) -> Option<Quantity> {
        let (wanted, held) = self.cards_until()?;
        Some(Quantity::Minus(Box::new(held), Box::new(wanted)))
    }

    /// How many cards are wanted in hand, and how many there are.
    fn cards_until(&mut self) -> Option<(Quantity, Quantity)> {
        self.need("cards until")?;
        self.one_of(&["you have", "they have"])?;
        let as_many = self.words("as many");
        let number = if as_many { 0 } else { self.number()? };
        self.one_of(&["cards", "card"])?;
        self.attempt(|p| {
            p.need("in")?;
            p.any(&["your", "their"]);
            p.zone()
        });
        let hand = self.role(Role::Hand)?;
        use onplay_engine::card::Whose;
        let (whose, other) = match self.context.who {
            Who::Opponent => (Whose::Enemy, Whose::Yours),
            _ => (Whose::Yours, Whose::Enemy),
        };
        let cards = |p: &Self, whose| {
            Quantity::Count(Box::new(normal::filter(p.zone_filter(hand, Some(whose)))))
        };
        if as_many {
            self.need(if other == Whose::Enemy { "as your opponent" } else { "as you" })?;
            self.any(&["has", "have", "does", "do"]);
            return Some((cards(self, other), cards(self, whose)));
        }
        Some((Quantity::Number(number), cards(self, whose)))
    }

    /// "Until end of turn, an ally gains 2 attack."
    pub fn lasting_clause(&mut self) -> Option<Vec<Effect>> {
        let until = self.duration()?;
        self.need_mark(',')?;
        let mut effects = self.effect()?;
        effects.iter_mut().all(|effect| last(effect, until)).then_some(effects)
    }

    /// ", where X is the number of allies": X is that in the whole clause.
    pub fn where_x_is(&mut self, effects: Vec<Effect>) -> Vec<Effect> {
        let found = self.attempt(|p| {
            p.mark(',');
            p.need("where x is")?;
            p.quantity()
        });
        let Some(quantity) = found else { return effects };
        let mut ability = Ability::new(When::Played, effects);
        nodes_mut(&mut ability, &mut |node| {
            if let NodeMut::Quantity(one) = node
                && *one == Quantity::Chosen
            {
                *one = quantity.clone();
            }
        });
        ability.effects
    }

    /// "you control more units than your opponent", "you have less life than …".
    pub fn players_compared(&mut self) -> Option<Condition> {
        use onplay_engine::card::{Comparison, Whose};
        let subjects = ["you control", "you have", "your opponent controls", "your opponent has"];
        let yours = self.any(&subjects)? < 2;
        let comparison = match self.any(&["more", "fewer", "less"])? {
            0 => Comparison::More,
            _ => Comparison::Less,
        };
        let (mine, theirs) =
            if yours { (Who::You, Who::Opponent) } else { (Who::Opponent, Who::You) };
        let than = if yours { "than your opponent" } else { "than you" };
        let extra = ["does", "controls", "has", "do", "control", "have"];
        if let Some(found) = self.attempt(|p| {
            let counter = p.counter()?;
            p.need(than)?;
            p.any(&extra);
            let of = |who| Quantity::Counter(who, counter);
            Some(Condition::Compare(of(mine), comparison, of(theirs)))
        }) {
            return Some(found);
        }
        let (filter, _) = self.noun_phrase()?;
        self.need(than)?;
        self.any(&extra);
        let of = |who: Who| {
            let whose = if who == Who::You { Whose::Yours } else { Whose::Enemy };
            let zone = super::has_zone(&filter);
            let side = if zone { Filter::Owner(whose) } else { Filter::Controller(whose) };
            Quantity::Count(Box::new(normal::filter(filter.clone().and(side))))
        };
        Some(Condition::Compare(of(mine), comparison, of(theirs)))
    }

    /// "creatures that died this turn", "allies destroyed this turn": how often.
    pub fn gone_this_turn(&mut self) -> Option<Quantity> {
        let (subject, _) = self.noun_phrase()?;
        if self.word("that") {
            self.any(&["has", "have"]);
            self.any(&["was", "were", "been"]);
        }
        let event = if self.any(&["died", "dies"]).is_some() {
            Happening::Died
        } else {
            self.done(crate::vocabulary::Action::Move(onplay_engine::card::Verb::Destroy))?;
            Happening::Destroyed
        };
        self.need("this turn")?;
        Some(Quantity::ThisTurn(Box::new(Pattern { subject, ..Pattern::new(event) })))
    }

    /// "events you have played this turn": how often.
    pub fn done_this_turn(&mut self) -> Option<Quantity> {
        let (subject, _) = self.noun_phrase()?;
        let player = match self.any(&["you 've", "you have", "your opponent has", "you"])? {
            2 => onplay_engine::card::Whose::Enemy,
            _ => onplay_engine::card::Whose::Yours,
        };
        let action = self.sense("a verb", |sense| match sense {
            crate::vocabulary::Sense::Action(action, crate::vocabulary::Form::Participle) => {
                Some(*action)
            }
            _ => None,
        })?;
        self.need("this turn")?;
        let (_, event) = super::event::PASSIVES.into_iter().find(|(one, _)| *one == action)?;
        let pattern = Pattern { player, subject, ..Pattern::new(event) };
        Some(Quantity::ThisTurn(Box::new(pattern)))
    }
}

/// Whether an event that something may replace can happen after all.
pub fn can_proceed(on: &Pattern) -> bool {
    matches!(
        on.event,
        Happening::Destroyed
            | Happening::Died
            | Happening::Exiled
            | Happening::Discarded
            | Happening::Returned
            | Happening::Sacrificed
            | Happening::Drew
            | Happening::GainedCounter(_)
            | Happening::LostCounter(_)
    )
}

/// Two deal damage to each other at once.
fn blows(one: Reference, other: Reference, strength: AttributeId) -> Effect {
    let blow = |by: Reference, at: Reference| Effect::Damage {
        what: Selection::the(at),
        amount: Quantity::Attribute(by, strength),
        kind: None,
        by: Some(by),
    };
    Effect::Together { manner: Manner::AtOnce, effects: vec![blow(one, other), blow(other, one)] }
}

/// Makes an effect last so long, if it can.
fn last(effect: &mut Effect, for_long: Duration) -> bool {
    match effect {
        Effect::Change { until, .. }
        | Effect::Become { until, .. }
        | Effect::Flag { until, .. }
        | Effect::Grant { until, .. } => {
            *until = for_long;
            true
        }
        Effect::Choose { .. } => true,
        _ => false,
    }
}
