//! Other wordings of what the language can do already: they become the same data.

use onplay_engine::card::{
    Ability, Condition, Deed as Forbidden, Effect, Filter, Happening, Pattern, Pick, Quantity,
    Reference, Selection, Static, Verb, When, Who, Whose,
};

use super::cursor::Parser;
use super::quantity::negative;
use crate::bind::Deed;
use crate::normal;
use crate::vocabulary::{Action, Sense};

impl Parser<'_> {
    /// "Your opponent chooses a card in your hand."
    pub fn player_chooses(&mut self) -> Option<Vec<Effect>> {
        let who = self.who().filter(|who| !matches!(who, Who::You | Who::Each))?;
        self.one_of(&["chooses", "choose"])?;
        self.bind.player(who);
        let what = self.as_player(who, |p| p.selection_for(Deed::Done))?;
        Some(vec![Effect::Choose { what }])
    }

    /// "Remove all shields from an enemy", "remove all its shields".
    pub(super) fn removed_all(&mut self) -> Option<Vec<Effect>> {
        self.one_of(&["remove all", "removes all"])?;
        self.word("of");
        let (what, attribute) = match self.attempt(|p| Some((p.possessive()?, p.attribute()?))) {
            Some((reference, attribute)) => (Selection::the(reference), attribute),
            None => {
                let attribute = self.attribute()?;
                self.any(&["counters"]);
                self.need("from")?;
                (self.selection()?, attribute)
            }
        };
        let by = negative(Quantity::Attribute(Reference::It, attribute));
        let until = onplay_engine::card::Duration::Forever;
        Some(vec![Effect::Change { what, attribute, by, until }])
    }

    /// "Put two +1/+1 counters on target creature", "remove a fade counter from it".
    pub fn counters_on(&mut self) -> Option<Vec<Effect>> {
        let put = self.any(&["put", "puts", "remove", "removes"])? < 2;
        let count = self.simple_quantity()?;
        let start = self.at;
        let pair = self.pair().and_then(|pair| Some((pair, self.vocabulary.pair?)));
        let attributes = match pair {
            Some(((first, second), (power, toughness))) => {
                vec![(power, first), (toughness, second)]
            }
            None => {
                // "a +1 attack counter".
                let each = self.signed().unwrap_or(1);
                vec![(self.attribute()?, each)]
            }
        };
        self.any(&["counters", "counter"]);
        if !self.tokens[start..self.at].iter().any(|token| token.text.starts_with("counter")) {
            return None;
        }
        if put {
            self.need("on")?;
        } else {
            self.need("from")?;
        }
        let mut what = self.selection()?;
        let mut effects = Vec::new();
        for (attribute, each) in attributes.into_iter().filter(|(_, each)| *each != 0) {
            let by = super::quantity::times(each, count.clone());
            let by = if put { by } else { negative(by) };
            let until = onplay_engine::card::Duration::Forever;
            effects.push(Effect::Change { what: what.clone(), attribute, by, until });
            if let Some(slot) = what.mention.filter(|_| what.pick != Pick::All) {
                what = Selection::the(Reference::Slot(slot));
            }
        }
        Some(effects)
    }

    /// "takes 2 damage", behind what takes it.
    pub fn damage_taken(&mut self, what: Selection) -> Option<Vec<Effect>> {
        let (amount, kind) = self.amount_of(|p| {
            let kind = p.attempt(|p| p.damage_kind());
            p.need("damage")?;
            Some(kind)
        })?;
        let scale = self.attempt(|p| p.scale());
        let amount = super::quantity::scaled(amount, scale);
        Some(vec![Effect::Damage { what, amount, kind, by: None }])
    }

    /// ", up to 5": a number that is never more.
    pub fn at_most(&mut self, amount: Quantity) -> Quantity {
        let most = self.attempt(|p| {
            p.need_mark(',')?;
            p.need("up to")?;
            p.words("a maximum of");
            let most = p.number()?;
            p.at_end().then_some(most)
        });
        match most {
            Some(most) => Quantity::AtMost(Box::new(amount), Box::new(Quantity::Number(most))),
            None => amount,
        }
    }

    /// "and each player", behind "deal 2 damage to each creature".
    pub fn and_players(&mut self, damage: Effect) -> Vec<Effect> {
        let mut effects = vec![damage];
        let Effect::Damage { amount: Quantity::Number(number), by: None, .. } = effects[0] else {
            return effects;
        };
        if self.vocabulary.rules.life.is_none() {
            return effects;
        }
        while let Some(who) = self.attempt(|p| {
            p.need("and")?;
            let who = p.who()?;
            p.at_end().then_some(who)
        }) {
            let amount = Quantity::Number(number);
            effects.push(Effect::DamagePlayer { who, amount, by: None });
        }
        effects
    }

    /// "exhausted", "tapped".
    pub fn status_word(&mut self) -> Option<onplay_engine::id::FlagId> {
        self.sense("a status", |sense| match sense {
            Sense::Flag(flag, true) => Some(*flag),
            _ => None,
        })
    }

    /// "exhausted", behind "into play": what was put there is so at once.
    pub fn with_status(&mut self, moved: Effect) -> Vec<Effect> {
        let Effect::Move { what, verb: Verb::Enter, .. } = &moved else { return vec![moved] };
        let target = match (&what.pick, what.mention) {
            (Pick::The(reference), _) => *reference,
            (_, Some(slot)) => Reference::Slot(slot),
            _ => return vec![moved],
        };
        let Some(flag) = self.attempt(|p| p.status_word()) else { return vec![moved] };
        let until = onplay_engine::card::Duration::Forever;
        vec![moved, Effect::Flag { what: Selection::the(target), flag, on: true, until }]
    }

    /// "until this leaves play".
    pub fn until_this_leaves(&mut self) -> bool {
        let found = self.attempt(|p| {
            let until = p.duration()?;
            (until == onplay_engine::card::Duration::WhileHere && !p.once).then_some(())
        });
        found.is_some()
    }

    /// Exiled as long as this is there; at once back if it is there no more.
    pub fn exiled_meanwhile(&mut self, what: Selection) -> Option<Vec<Effect>> {
        let back = match (&what.pick, what.mention) {
            (Pick::The(reference), _) => *reference,
            (_, Some(slot)) => Reference::Slot(slot),
            _ => return None,
        };
        let back = Effect::Move { what: Selection::the(back), verb: Verb::Enter, to: None };
        let subject = Filter::Is(Reference::This);
        let on = Pattern { subject, ..Pattern::new(Happening::Left) };
        let later = Effect::Later {
            on,
            effects: vec![back.clone()],
            until: None,
            once: false,
            instead: false,
        };
        Some(vec![
            Effect::Move { what, verb: Verb::Exile, to: None },
            Effect::If {
                condition: Condition::Gone(Reference::This),
                then: vec![back],
                otherwise: vec![later],
            },
        ])
    }

    /// "the attack of target ally", "target ally's attack": it is chosen first.
    pub fn of_chosen(&mut self) -> Option<Quantity> {
        let attribute = if self.word("the") {
            let attribute = self.attribute()?;
            self.need("of")?;
            Some(attribute)
        } else {
            None
        };
        let begins = ["target", "a", "an", "another"].iter().any(|word| self.sees(word));
        if !begins || self.bind.state.quiet > 0 {
            return None;
        }
        let what = self.selection_for(Deed::Done)?;
        let attribute = match attribute {
            Some(attribute) => attribute,
            None => {
                self.need("'s")?;
                self.attribute()?
            }
        };
        if !matches!(what.pick, Pick::Choose { .. }) || crate::bind::is_many(&what.pick) {
            return None;
        }
        let slot = what.mention?;
        self.first.push(Effect::Choose { what });
        Some(Quantity::Attribute(Reference::Slot(slot), attribute))
    }

    /// "Your opponent cannot draw cards", "players can't gain energy": nothing happens
    /// instead. "Your opponent cannot play events" forbids it.
    pub fn player_cannot(&mut self) -> Option<Ability> {
        let players =
            ["your opponent", "an opponent", "opponents", "your opponents", "you", "players"];
        let player = match self.any(&players)? {
            0..=3 => Whose::Enemy,
            4 => Whose::Yours,
            _ => Whose::Any,
        };
        self.one_of(&["cannot", "can't", "may not"])?;
        let when = if self.attempt(|p| p.action(Action::Draw)).is_some() {
            self.one_of(&["cards", "a card", "any cards"]);
            When::Instead(Pattern { player, ..Pattern::new(Happening::Drew) })
        } else if self.word("gain") {
            self.word("any");
            let event = Happening::GainedCounter(self.counter()?);
            When::Instead(Pattern { player, ..Pattern::new(event) })
        } else {
            self.action(Action::Play)?;
            let (noun, _) = self.noun_phrase()?;
            let side = match player {
                Whose::Any => Filter::Any,
                whose => Filter::Controller(whose),
            };
            let what = normal::filter(noun.and(side));
            When::Static(vec![Static::Forbid {
                what,
                deed: Forbidden::Play,
                place: None,
                by: None,
            }])
        };
        let condition = self.attempt(|p| {
            if !p.sees("during") {
                p.one_of(&["while", "as long as"])?;
            }
            p.condition()
        });
        self.stop()?;
        let mut ability = Ability::new(when, Vec::new());
        ability.condition = condition;
        Some(ability)
    }

    /// "Your opponent can't play events until your next turn."
    pub(super) fn player_cannot_meanwhile(&mut self) -> Option<Vec<Effect>> {
        let whose = match self.any(&["your opponent", "opponents", "players", "you"])? {
            0 | 1 => Filter::Controller(Whose::Enemy),
            2 => Filter::Any,
            _ => Filter::Controller(Whose::Yours),
        };
        self.one_of(&["cannot", "can't", "may not"])?;
        self.action(Action::Play)?;
        let (noun, _) = self.noun_phrase()?;
        let until = self.duration()?;
        let (deed, place, by) = (Forbidden::Play, None, None);
        let rule = Static::Forbid { what: normal::filter(noun.and(whose)), deed, place, by };
        Some(vec![Effect::Decree { rule, until, once: false }])
    }

    /// "its attack becomes 3", "the power of an ally becomes 0", "set its attack to 0".
    pub(super) fn becomes_possessive(&mut self) -> Option<Vec<Effect>> {
        let set = self.word("set");
        let (what, attribute) = match self.attempt(|p| {
            p.need("the")?;
            let attribute = p.attribute()?;
            p.need("of")?;
            Some((p.selection_for(Deed::Its(None))?, attribute))
        }) {
            Some(found) => found,
            None => match self.attempt(|p| Some((p.possessive()?, p.attribute()?))) {
                Some((reference, attribute)) => (Selection::the(reference), attribute),
                None => {
                    let what = self.selection_for(Deed::Its(None))?;
                    self.need("'s")?;
                    (what, self.attribute()?)
                }
            },
        };
        if set {
            self.need("to")?;
        } else {
            self.one_of(&["becomes equal to", "becomes", "become equal to", "become"])?;
        }
        self.introduce(&what);
        let to = self.quantity()?;
        let until = self.until();
        Some(vec![Effect::Become { what, attribute, to, until }])
    }
}
