//! What is done to something, said of it: "it is exhausted", "it cannot be returned".

use onplay_engine::card::{
    Ability, Effect, Filter, Happening, Pattern, Quantity, Reference, Selection, Verb, When, Who,
};
use onplay_engine::rulebook::Role;

use super::cursor::Parser;
use super::event::PASSIVES;
use crate::bind::{Deed, is_many};
use crate::normal;
use crate::vocabulary::{Action, Sense};

impl Parser<'_> {
    /// "is exhausted", "is abandoned", "is returned to its owner's hand", behind what.
    pub(super) fn is_done(&mut self, what: &Selection) -> Option<Vec<Effect>> {
        self.one_of(&["is", "are"])?;
        if let Some((flag, on)) = self.attempt(|p| {
            if p.word("readied") {
                return Some((p.vocabulary.rules.exhausted?, false));
            }
            p.sense("a status", |sense| match sense {
                Sense::Flag(flag, on) => Some((*flag, *on)),
                _ => None,
            })
        }) {
            let until = self.until();
            return Some(vec![Effect::Flag { what: what.clone(), flag, on, until }]);
        }
        let verbs = [Verb::Destroy, Verb::Sacrifice, Verb::Exile, Verb::Return];
        let verb = verbs
            .into_iter()
            .find(|verb| self.attempt(|p| p.done(Action::Move(*verb))).is_some())?;
        if verb == Verb::Return {
            self.need("to")?;
            self.one_of(&["its owner 's", "their owner 's", "their owners 's"])?;
            let zone = self.zone()?;
            let hand = self.role(onplay_engine::rulebook::Role::Hand)?;
            (zone == hand).then_some(())?;
        }
        Some(vec![Effect::Move { what: what.clone(), verb, to: None }])
    }

    /// "becomes 0/1 until end of turn".
    pub(super) fn becomes_pair(&mut self, what: &Selection) -> Option<Vec<Effect>> {
        self.one_of(&["becomes", "become"])?;
        self.any(&["a", "an"]);
        let (power, toughness) = self.vocabulary.pair?;
        let first = self.number()?;
        self.need_mark('/')?;
        let values = [(power, first), (toughness, self.number()?)];
        let until = self.until();
        let again = match what.mention {
            Some(slot) if normal::introduces(what) => Selection::the(Reference::Slot(slot)),
            _ => what.clone(),
        };
        let [one, other] = values.map(|(attribute, to)| (attribute, Quantity::Number(to)));
        Some(vec![
            Effect::Become { what: what.clone(), attribute: one.0, to: one.1, until },
            Effect::Become { what: again, attribute: other.0, to: other.1, until },
        ])
    }

    /// "This cannot be returned to its owner's hand": nothing happens instead.
    pub(super) fn cannot_be_moved(&mut self) -> Option<Ability> {
        if self.once {
            return None;
        }
        let subject = match self.attempt(|p| p.reference()) {
            Some(reference) => Filter::Is(reference),
            None => {
                self.any(&["all", "each", "every", "an", "a"]);
                let mine = self.yours();
                normal::filter(self.noun_phrase()?.0.and(mine))
            }
        };
        self.one_of(&["cannot be", "can't be"])?;
        let event = match self.attempt(|p| p.status_refused()) {
            Some(event) => event,
            None => self.move_refused()?,
        };
        let condition = self.attempt(|p| {
            p.one_of(&["while", "as long as"])?;
            p.condition()
        });
        self.stop()?;
        let on = Pattern { subject, ..Pattern::new(event) };
        let mut ability = Ability::new(When::Instead(on), Vec::new());
        ability.condition = condition;
        Some(ability)
    }

    /// "exiled", "returned to its owner's hand", behind "cannot be".
    fn move_refused(&mut self) -> Option<Happening> {
        let (_, event) = PASSIVES.into_iter().find(|(action, event)| {
            let lasting = [Happening::Returned, Happening::Exiled, Happening::Discarded];
            lasting.contains(event) && self.attempt(|p| p.done(*action)).is_some()
        })?;
        if event == Happening::Returned {
            self.attempt(|p| {
                p.need("to")?;
                p.any(&["its owner 's", "their owner 's", "their owners 's", "your", "a", "the"]);
                // Returning is to hands; another zone would be another event.
                let hand = p.vocabulary.rules.role(Role::Hand);
                p.zone().filter(|zone| Some(*zone) == hand)
            });
        }
        Some(event)
    }

    /// "marked", "healed", behind "cannot be". What is exhausted pays with it, so that it
    /// would pay for nothing.
    fn status_refused(&mut self) -> Option<Happening> {
        if self.word("healed") {
            return Some(Happening::Healed);
        }
        let flag = self.sense("a status", |sense| match sense {
            Sense::Flag(flag, true) => Some(*flag),
            _ => None,
        })?;
        // What no text sets is not refused by one either.
        self.vocabulary.flag_verb(flag, true)?;
        (self.vocabulary.rules.exhausted != Some(flag)).then_some(Happening::FlagSet(flag))
    }

    /// "Gain 2 power", on a card that stays in play: it does.
    pub(super) fn own_gain(&mut self) -> Option<Vec<Effect>> {
        if self.once || self.context.who != Who::You {
            return None;
        }
        let gain = self.any(&["gain", "lose"])? == 0;
        let start = self.at;
        self.attribute().or_else(|| {
            self.at = start;
            self.amount_of(|p| p.attribute()).map(|(_, attribute)| attribute)
        })?;
        self.at = start;
        let what = Selection::the(Reference::This);
        if gain { self.gains(what) } else { self.loses(what) }
    }

    /// "Add a Scout to your hand", "put two Scout tokens into free slots".
    pub(super) fn put_from_nowhere(&mut self, who: Who) -> Option<Effect> {
        let add = self.any(&["add", "adds", "put", "puts"])? < 2;
        let created = self.create(who)?;
        let Effect::Create { to, .. } = &created else { return None };
        let is_token = self.tokens[self.at.saturating_sub(8)..self.at]
            .iter()
            .any(|token| token.text.starts_with("token"));
        if let Some(to) = to {
            // A card of that name that is there already would be put "from" somewhere.
            let hand = self.vocabulary.role(to.zone) == onplay_engine::rulebook::Role::Hand;
            return (add && hand || is_token).then_some(created);
        }
        self.one_of(&[
            "into play",
            "onto the battlefield",
            "into free",
            "in free",
            "into any free",
        ])?;
        self.place_word();
        is_token.then_some(created)
    }

    /// "Swap the attack of two units", "an ally and an enemy swap attack": each gets the
    /// other's number.
    pub(super) fn numbers_exchanged(&mut self) -> Option<Vec<Effect>> {
        let behind = !["swap", "exchange", "switch", "swaps"].iter().any(|word| self.sees(word));
        let (attribute, first, second) = if behind {
            let first = self.selection_for(Deed::Done)?;
            self.need("and")?;
            let second = self.selection_for(Deed::Done)?;
            self.one_of(&["swap", "exchange", "switch"])?;
            self.word("their");
            (self.attribute()?, first, second)
        } else {
            self.one_of(&["swap the", "exchange the", "switch the"])?;
            let attribute = self.attribute()?;
            self.need("of")?;
            let (first, second) = self.two_of()?;
            (attribute, first, second)
        };
        let mut effects = Vec::new();
        let mut one = |what: Selection| match (&what.pick, what.mention) {
            (onplay_engine::card::Pick::The(reference), _) => Some(*reference),
            (pick, Some(slot)) if !is_many(pick) => {
                effects.push(Effect::Choose { what });
                Some(Reference::Slot(slot))
            }
            _ => None,
        };
        let [first, second] = [one(first)?, one(second)?];
        let until = self.until();
        let was = Quantity::Attribute(first, attribute);
        effects.push(Effect::ChooseNumber { min: was.clone(), max: was });
        let set = |target: Reference, to: Quantity| Effect::Become {
            what: Selection::the(target),
            attribute,
            to,
            until,
        };
        effects.push(set(first, Quantity::Attribute(second, attribute)));
        effects.push(set(second, Quantity::Chosen));
        Some(effects)
    }

    /// "two allies", "this and an enemy": two single objects.
    fn two_of(&mut self) -> Option<(Selection, Selection)> {
        if let Some(found) = self.attempt(|p| {
            let first = p.selection_for(Deed::Done)?;
            p.need("and")?;
            Some((first, p.selection_for(Deed::Done)?))
        }) {
            return Some(found);
        }
        let start = self.at;
        self.one_of(&["two target", "two"])?;
        let target = self.tokens[self.at - 1].text == "target";
        let mine = self.yours();
        let noun = normal::filter(self.noun_phrase()?.0.and(mine));
        let span = self.span_since(start);
        let one = || onplay_engine::card::Pick::Choose {
            who: self.context.who,
            min: Quantity::ONE,
            max: Quantity::ONE,
            target,
        };
        let mut first = Selection::new(one(), noun.clone());
        let mut second = Selection::new(one(), noun.clone());
        first.mention = self.bind.select(&first, span);
        let other = Filter::Not(Box::new(Filter::Is(Reference::Slot(first.mention?))));
        second.filter = normal::filter(noun.and(other));
        second.mention = self.bind.select(&second, span);
        Some((first, second))
    }
}
