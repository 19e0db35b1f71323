//! Selections: which objects an effect is about, and how they are picked.

use onplay_engine::card::{Filter, Pick, Quantity, Selection, Verb, Who, Whose};
use onplay_engine::id::AttributeId;

use super::cursor::Parser;
use crate::bind::{Deed, OTHER};
use crate::normal;
use crate::vocabulary::Action;

/// As many as one likes.
pub const ANY_NUMBER: Quantity = Quantity::Number(99);

impl Parser<'_> {
    /// Objects that an effect is about: "all enemies", "this", "up to two
    /// target units", "the top card of your deck".
    pub fn selection(&mut self) -> Option<Selection> {
        self.selection_for(Deed::DoneInPlay)
    }

    /// Objects that the words do this with. What they pick can be meant from here on.
    pub fn selection_for(&mut self, deed: Deed) -> Option<Selection> {
        self.labelled("which cards or units", |p| {
            let start = p.at;
            let mut what = p.selection_inner(deed)?;
            let span = p.span_since(start);
            what.mention = p.bind.select(&what, span);
            Some(what)
        })
    }

    /// Objects behind a verb that moves them.
    pub fn moved_selection(&mut self, verb: Verb) -> Option<Selection> {
        let deed = match verb {
            Verb::Destroy | Verb::Sacrifice | Verb::Shift => Deed::DoneInPlay,
            Verb::Discard => Deed::DoneInHand,
            _ => Deed::Done,
        };
        let before = self.bind.state.verb.replace(Action::Move(verb));
        let found = self.selection_for(deed);
        self.bind.state.verb = before;
        found
    }

    fn selection_inner(&mut self, deed: Deed) -> Option<Selection> {
        if let Some(found) = self.attempt(|p| p.top_selection()) {
            return Some(found);
        }
        if let Some(found) = self.attempt(|p| p.extreme_selection()) {
            return Some(found);
        }
        if let Some(found) = self.attempt(|p| {
            let reference = p.reference_for(deed)?;
            // "this lane's units" and the like are not the object itself.
            if p.sees("'s") {
                return None;
            }
            // "return this from your void": only if it is there.
            let filter = p.attempt(|p| p.zone_part(&["from"])).unwrap_or_default();
            Some(Selection { filter: normal::filter(filter), ..Selection::the(reference) })
        }) {
            return Some(found);
        }
        if let Some(found) = self.attempt(|p| {
            let start = p.at;
            p.need("both")?;
            if !p.words("of them") {
                p.attempt(|p| p.core());
            }
            let span = p.span_since(start);
            let [one, other] = p.bind.both(span)?;
            let either = Filter::OneOf(vec![Filter::Is(one), Filter::Is(other)]);
            Some(Selection::all(either))
        }) {
            return Some(found);
        }
        if let Some(found) = self.attempt(|p| p.only_one_there()) {
            return Some(found);
        }
        if let Some(found) = self.attempt(|p| p.all_others()) {
            return Some(found);
        }
        if self.any(&["all", "each", "every"]).is_some() {
            self.word("of");
            let mine = self.yours();
            let before = std::mem::replace(&mut self.of_several, true);
            let noun = self.noun_phrase();
            self.of_several = before;
            let (filter, _) = noun?;
            return Some(Selection::all(normal::filter(filter.and(mine))));
        }
        if let Some(found) = self.attempt(|p| p.chosen_selection()) {
            return Some(found);
        }
        // A bare plural means all of them: "enemies in that lane".
        self.attempt(|p| {
            let start = p.at;
            let mine = p.yours();
            let (filter, _) = p.noun_phrase()?;
            let plural = mine != Filter::Any
                || p.tokens[start..p.at].iter().any(|token| token.text.ends_with('s'));
            plural.then(|| Selection::all(normal::filter(filter.and(mine))))
        })
    }

    /// "the other units", "the rest", "the others": all such things that were not named.
    fn all_others(&mut self) -> Option<Selection> {
        let start = self.at;
        if self.any(&["the rest", "the others", "all others", "each other one"]).is_some() {
            let span = self.span_since(start);
            let noun = self.bind.last_noun()?;
            let mut filter = noun.clone();
            for other in self.bind.others(&noun, span) {
                filter = filter.and(Filter::Not(Box::new(Filter::Is(other))));
            }
            return Some(Selection::all(normal::filter(filter)));
        }
        self.need("the other")?;
        let filter = self.other_noun(Filter::Any)?;
        Some(Selection::all(normal::filter(filter)))
    }

    /// "your", said before a noun.
    pub fn yours(&mut self) -> Filter {
        match self.any(&[
            "your opponent 's",
            "your opponents 's",
            "opponents 's",
            "the enemy 's",
            "the enemy",
            "your",
        ]) {
            Some(0..=4) => Filter::Controller(Whose::Enemy),
            Some(_) => Filter::Controller(Whose::Yours),
            None => Filter::Any,
        }
    }

    fn top_selection(&mut self) -> Option<Selection> {
        self.word("the");
        let top = self.any(&["top", "bottom"])? == 0;
        let count = if self.any(&["card"]).is_some() {
            Quantity::ONE
        } else {
            let count = self.simple_quantity()?;
            self.one_of(&["cards", "card"])?;
            count
        };
        self.need("of")?;
        let whose = self.zone_owner();
        let zone = self.zone()?;
        let filter = self.zone_filter(zone, whose);
        let pick = if top { Pick::Top(count) } else { Pick::Bottom(count) };
        Some(Selection::new(pick, normal::filter(filter)))
    }

    fn extreme_selection(&mut self) -> Option<Selection> {
        let leftmost = self.attempt(|p| {
            p.word("the");
            let mine = p.yours();
            p.need("leftmost")?;
            let (filter, _) = p.noun_phrase()?;
            Some(Selection::new(Pick::First, normal::filter(filter.and(mine))))
        });
        if leftmost.is_some() {
            return leftmost;
        }
        if let Some(found) = self.attempt(|p| {
            let mine = if p.for_players && p.word("their") {
                Filter::Controller(Whose::Yours)
            } else {
                p.word("the");
                p.yours()
            };
            let most = p.any(&["strongest", "weakest"])? == 0;
            let strength = p.strength()?;
            let (filter, _) = p.noun_phrase()?;
            let pick = if most { Pick::Most(strength) } else { Pick::Least(strength) };
            Some(Selection::new(pick, normal::filter(filter.and(mine))))
        }) {
            return Some(found);
        }
        self.need("the")?;
        let (filter, _) = self.noun_phrase()?;
        self.need("with the")?;
        let most = self.any(&["highest", "most", "greatest", "lowest", "least"])? < 3;
        let attribute = self.attribute()?;
        // More may follow about which objects are compared.
        let mut filter = filter;
        while let Some((part, _)) = self.post_modifier() {
            filter = filter.and(part);
        }
        let pick = if most {
            Pick::Most(attribute)
        } else {
            let lowest = self.attempt(|p| p.lowest_then(attribute));
            lowest.map_or(Pick::Least(attribute), Pick::Lowest)
        };
        Some(Selection::new(pick, normal::filter(filter)))
    }

    /// ", then the lowest cost, then leftmost", behind the lowest of something.
    fn lowest_then(&mut self, first: AttributeId) -> Option<Vec<AttributeId>> {
        let mut found = vec![first];
        loop {
            self.mark(',');
            self.need("then")?;
            if self.word("leftmost") {
                return Some(found);
            }
            self.need("the lowest")?;
            found.push(self.attribute()?);
        }
    }

    fn chosen_selection(&mut self) -> Option<Selection> {
        let mut who = self.context.who;
        if let Some(found) = self.attempt(|p| p.numbered_selection()) {
            return Some(found);
        }
        // "any target": a noun of the game that says both.
        if self.sees("any target")
            && let Some(filter) = self.attempt(|p| p.head())
        {
            let pick = Pick::Choose { who, min: Quantity::ONE, max: Quantity::ONE, target: true };
            return Some(Selection::new(pick, normal::filter(filter)));
        }
        let (min, max) = if self.words("any number of") {
            (Quantity::Number(0), ANY_NUMBER)
        } else if self.words("up to") {
            (Quantity::Number(0), self.simple_quantity()?)
        } else if self.sees("target") {
            (Quantity::ONE, Quantity::ONE)
        } else if self.words("another random") {
            let mine = self.yours();
            let filter = self.other_noun(mine)?;
            return Some(Selection::new(Pick::Random(Quantity::ONE), normal::filter(filter)));
        } else if self.words("another target") {
            let mine = self.yours();
            let filter = self.other_noun(mine)?;
            let pick = Pick::Choose { who, min: Quantity::ONE, max: Quantity::ONE, target: true };
            return Some(Selection::new(pick, normal::filter(filter)));
        } else if self.sees("another") {
            (Quantity::ONE, Quantity::ONE)
        } else if self.words("one of") {
            let mine = match self.word("their") {
                true if self.for_players => Filter::Controller(Whose::Yours),
                true => match self.bind.they()? {
                    Who::Opponent => Filter::Controller(Whose::Enemy),
                    _ => return None,
                },
                false => self.yours(),
            };
            let (filter, _) = self.noun_phrase()?;
            let pick = Pick::Choose { who, min: Quantity::ONE, max: Quantity::ONE, target: false };
            return Some(Selection::new(pick, normal::filter(filter.and(mine))));
        } else {
            let count = self.simple_quantity()?;
            (count.clone(), count)
        };
        if self.word("random") {
            self.word("of");
            let mine = self.yours();
            let (filter, _) = self.noun_phrase()?;
            return Some(Selection::new(Pick::Random(max), normal::filter(filter.and(mine))));
        }
        let another = self.word("other");
        let mut target = self.word("target");
        if another {
            target |= self.word("target");
        }
        self.word("of");
        let mine = self.yours();
        let before = std::mem::replace(&mut self.of_several, max != Quantity::ONE);
        let noun = match another {
            true => self.other_noun(Filter::Any),
            false => self.noun_phrase().map(|(noun, _)| noun),
        };
        self.of_several = before;
        let filter = noun?;
        // "an enemy with the highest spark": ties are a choice.
        if let Some(pick) = self.attempt(|p| {
            if target || another || min != Quantity::ONE || max != Quantity::ONE {
                return None;
            }
            p.need("with the")?;
            let most = p.any(&["highest", "most", "greatest", "lowest", "least"])? < 3;
            let attribute = p.attribute()?;
            Some(if most { Pick::Most(attribute) } else { Pick::Least(attribute) })
        }) {
            return Some(Selection::new(pick, normal::filter(filter.and(mine))));
        }
        if self.any(&["at random"]).is_some() {
            return Some(Selection::new(Pick::Random(max), normal::filter(filter.and(mine))));
        }
        if let Some(chooser) = self.attempt(|p| {
            p.need("of")?;
            let who = match p.any(&[
                "your opponent 's",
                "your",
                "that player 's",
                "each player 's",
                "the acting player 's",
                "the active player 's",
            ]) {
                Some(0) => Who::Opponent,
                Some(1) => Who::You,
                Some(2) => Who::EventPlayer,
                Some(3) => Who::Each,
                Some(4) => Who::Actor,
                Some(_) => Who::Active,
                None => {
                    let reference = p.possessive()?;
                    match p.any(&["controller 's", "owner 's"])? {
                        0 => Who::Controller(reference),
                        _ => Who::Owner(reference),
                    }
                }
            };
            p.need("choice")?;
            Some(who)
        }) {
            who = chooser;
        }
        let pick = Pick::Choose { who, min, max, target };
        Some(Selection::new(pick, normal::filter(filter.and(mine))))
    }

    /// A noun behind "other" or "another".
    fn other_noun(&mut self, mine: Filter) -> Option<Filter> {
        let start = self.at;
        let (filter, _) = self.noun_phrase()?;
        let other = Filter::Not(Box::new(Filter::Is(OTHER)));
        Some(self.settle_other(normal::filter(filter.and(mine).and(other)), start))
    }

    /// "up to a number of units equal to its attack".
    fn numbered_selection(&mut self) -> Option<Selection> {
        let up_to = self.words("up to");
        self.need("a number of")?;
        let target = self.word("target");
        let mine = self.yours();
        let (filter, _) = self.noun_phrase()?;
        self.need("equal to")?;
        let max = self.quantity()?;
        let min = if up_to { Quantity::Number(0) } else { max.clone() };
        let pick = Pick::Choose { who: self.context.who, min, max, target };
        Some(Selection::new(pick, normal::filter(filter.and(mine))))
    }
}
