//! Searching and looking: finding cards in a hidden zone.

use onplay_engine::card::{
    Destination, Duration, Effect, End, Filter, Quantity, Reference, Rest, Selection, Side, Spot,
    Verb, Who,
};
use onplay_engine::id::ZoneKind;
use onplay_engine::rulebook::Role;

use super::cursor::Parser;
use crate::bind::{Made, Where};
use crate::vocabulary::Action;

impl Parser<'_> {
    pub fn searching(&mut self) -> Option<Vec<Effect>> {
        if let Some(found) = self.attempt(|p| p.scry()) {
            return Some(vec![found]);
        }
        if let Some(found) = self.attempt(|p| p.search()) {
            return Some(found);
        }
        if let Some(found) = self.attempt(|p| p.revealed_until()) {
            return Some(vec![found]);
        }
        if let Some(found) = self.attempt(|p| p.look()) {
            return Some(vec![found]);
        }
        self.attempt(|p| p.see()).map(|effect| vec![effect])
    }

    /// "Reveal the top card of your deck", "Look at your opponent's hand".
    fn see(&mut self) -> Option<Effect> {
        let everybody = self.any(&["look at", "looks at", "reveal", "reveals"])? > 1;
        let hand = self.attempt(|p| {
            let whose = p.zone_owner();
            let zone = p.zone()?;
            (p.vocabulary.role(zone) == Role::Hand).then_some(())?;
            Some(crate::normal::filter(p.zone_filter(zone, whose)))
        });
        let what = match hand {
            Some(filter) => Selection::all(filter),
            None => self.selection_for(crate::bind::Deed::Done)?,
        };
        Some(Effect::See { what, everybody })
    }

    /// "Scry 2": look at the top, put any number on the bottom and the rest back.
    fn scry(&mut self) -> Option<Effect> {
        self.one_of(&["scry", "scries"])?;
        let count = self.simple_quantity()?;
        let zone = self.role(Role::Deck)?;
        let to = Destination { zone, side: Side::Owner, spot: Spot::Any, end: End::Bottom };
        Some(Effect::Look {
            who: self.context.who,
            zone,
            up_to: Some(count.clone()),
            count,
            take: Filter::Any,
            must: false,
            to,
            rest: Rest::Top,
            reveal: false,
            mention: None,
        })
    }

    /// "Search your deck for a Goblin, reveal it, put it into your hand, then
    /// shuffle."
    fn search(&mut self) -> Option<Vec<Effect>> {
        self.one_of(&["search", "searches"])?;
        let who = self.zone_player()?;
        let zone = self.zone()?;
        self.need("for")?;
        self.words("up to");
        let count = if self.sees("another") { Quantity::ONE } else { self.simple_quantity()? };
        let start = self.at;
        let (filter, _) = self.noun_phrase()?;
        let span = self.span_since(start);
        let core = self.bind.state.core;
        let reveal = self
            .attempt(|p| {
                p.mark(',');
                p.word("and");
                p.one_of(&["reveal it", "reveal them", "reveal that card", "reveals it"])
            })
            .is_some();
        self.mark(',');
        self.any(&["then", "and"]);
        self.one_of(&["put it", "put them", "put that card", "puts it", "add it", "add them"])?;
        let to = self.destination_or_play()?;
        let flag = match self.vocabulary.is_in_play(to.zone) {
            true => self.attempt(|p| p.status_word()),
            false => None,
        };
        self.attempt(|p| {
            if !p.mark(',') && p.sees_mark('.') {
                p.at += 1;
            }
            p.any(&["then", "and"]);
            p.one_of(&["shuffle", "shuffles"])?;
            p.attempt(|p| {
                p.zone_player()?;
                p.zone()
            });
            Some(())
        })?;
        self.bind.state.core = core;
        let mention = self.found(&filter, count != Quantity::ONE, to, span);
        let mut effects = vec![Effect::Search { who, zone, filter, count, to, reveal, mention }];
        if let (Some(flag), Some(slot)) = (flag, mention) {
            let what = Selection::the(Reference::Slot(slot));
            let until = Duration::Forever;
            effects.push(Effect::Flag { what, flag, on: true, until });
        }
        Some(effects)
    }

    /// What was found or taken can be meant.
    fn found(
        &mut self,
        filter: &Filter,
        many: bool,
        to: Destination,
        span: crate::diagnostic::Span,
    ) -> Option<u8> {
        let place = if self.vocabulary.is_in_play(to.zone) {
            Where::InPlay
        } else if self.vocabulary.role(to.zone) == Role::Hand {
            Where::Hand
        } else {
            Where::Elsewhere
        };
        Some(self.bind.bring(filter, many, Made::Revealed, place, span))
    }

    fn zone_player(&mut self) -> Option<Who> {
        if let Some(who) = self.attempt(|p| {
            let reference = p.possessive()?;
            Some(match p.any(&["controller 's", "owner 's"])? {
                0 => Who::Controller(reference),
                _ => Who::Owner(reference),
            })
        }) {
            return Some(who);
        }
        match self.any(&["your opponent 's", "your", "that player 's", "their"])? {
            0 => Some(Who::Opponent),
            1 => Some(Who::You),
            2 => Some(self.bind.that_player().unwrap_or(Who::EventPlayer)),
            _ if self.context.who == Who::You => Some(self.bind.they().unwrap_or(Who::You)),
            _ => Some(self.context.who),
        }
    }

    fn destination_or_play(&mut self) -> Option<Destination> {
        if self.any(&["into play", "onto the battlefield"]).is_some() {
            let zone = self.role(Role::Play)?;
            return Some(Destination { zone, side: Side::Owner, spot: Spot::Any, end: End::Top });
        }
        self.destination()
    }

    /// "Look at the top 5 cards of your deck. Put up to 1 weapon from among
    /// them into your hand and the rest on the bottom in any order."
    fn look(&mut self) -> Option<Effect> {
        let reveal = self.any(&["look at", "looks at", "reveal", "reveals"])? > 1;
        self.need("the top")?;
        let count = match self.any(&["card"]) {
            Some(_) => Quantity::ONE,
            None => {
                let count = self.simple_quantity()?;
                self.one_of(&["cards", "card"])?;
                count
            }
        };
        self.need("of")?;
        let who = self.zone_player()?;
        let zone = self.zone()?;
        let hand = self.role(Role::Hand)?;
        let nothing = Destination { zone: hand, side: Side::Owner, spot: Spot::Any, end: End::Top };
        let may = self.look_end();
        let span = self.span_since(self.at.saturating_sub(1));
        if count == Quantity::ONE
            && let Some(found) = self.attempt(|p| p.if_top_is(who, zone, reveal, span))
        {
            return Some(found);
        }
        if self.one_of(&["put", "puts", "add"]).is_none() {
            self.one_of(&["take", "takes"])?;
            let (take, up_to, exactly) = self.taken()?;
            let must = exactly && !may;
            self.attempt(|p| p.one_of(&["from among them", "of them"]));
            let to = Destination { side: Side::You, ..nothing };
            let rest = self.rest(zone)?;
            let mention = self.found(&take, up_to != Some(Quantity::ONE), to, span);
            return Some(Effect::Look {
                who,
                zone,
                count,
                take,
                up_to,
                must,
                to,
                rest,
                reveal,
                mention,
            });
        }
        // Nothing is taken: everything is "the rest".
        if let Some(rest) = self.attempt(|p| {
            p.one_of(&["them", "them all", "each", "it"])?;
            (!may).then_some(())?;
            p.rest_place(zone)
        }) {
            let (take, up_to) = (Filter::Any, Some(Quantity::Number(0)));
            let (must, to, mention) = (false, nothing, None);
            return Some(Effect::Look {
                who,
                zone,
                count,
                take,
                up_to,
                must,
                to,
                rest,
                reveal,
                mention,
            });
        }
        if may
            && count == Quantity::ONE
            && let Some(to) = self.attempt(|p| {
                p.one_of(&["it", "that card"])?;
                p.destination_or_play()
            })
        {
            let (take, up_to, must) = (Filter::Any, Some(Quantity::ONE), false);
            let (rest, mention) = (Rest::Top, self.found(&Filter::Any, false, to, span));
            return Some(Effect::Look {
                who,
                zone,
                count,
                take,
                up_to,
                must,
                to,
                rest,
                reveal,
                mention,
            });
        }
        let (take, up_to, exactly) = self.taken()?;
        let must = exactly && !may;
        self.attempt(|p| {
            p.one_of(&["from among them", "among them", "of them", "revealed this way"])
        });
        let to = match self.attempt(|p| p.back_where_it_was(zone)) {
            Some(to) => to,
            None => self.destination_or_play()?,
        };
        let rest = self.rest(zone)?;
        let mention = self.found(&take, up_to != Some(Quantity::ONE), to, span);
        Some(Effect::Look { who, zone, count, take, up_to, must, to, rest, reveal, mention })
    }

    /// "If it is a unit, put it into your hand. Otherwise, put it on the bottom."
    fn if_top_is(
        &mut self,
        who: Who,
        zone: ZoneKind,
        reveal: bool,
        span: crate::diagnostic::Span,
    ) -> Option<Effect> {
        self.one_of(&["if it", "if that card"])?;
        let take = self.predicate()?;
        self.mark(',');
        if self.words("you may") {
            return None;
        }
        self.one_of(&["put it", "put that card"])?;
        let to = self.destination_or_play()?;
        let rest = self
            .attempt(|p| {
                p.need_mark('.')?;
                p.need("otherwise")?;
                p.mark(',');
                p.one_of(&["put it", "put that card"])?;
                p.rest_place(zone)
            })
            .or_else(|| {
                // Anything else that is done otherwise is a sentence of its own.
                let next = self.tokens.get(self.at + 1).map(|token| token.text.as_str());
                (next != Some("otherwise")).then_some(Rest::Top)
            })?;
        let mention = self.found(&take, false, to, span);
        let (count, up_to, must) = (Quantity::ONE, None, false);
        Some(Effect::Look { who, zone, count, take, up_to, must, to, rest, reveal, mention })
    }

    /// "Reveal cards from the top of your deck until you reveal a unit. Put it into your
    /// hand and the rest on the bottom."
    fn revealed_until(&mut self) -> Option<Effect> {
        self.need("reveal cards from the top of your")?;
        let zone = self.zone()?;
        (self.vocabulary.role(zone) == Role::Deck).then_some(())?;
        self.need("until you reveal")?;
        self.one_of(&["a", "an"])?;
        let start = self.at;
        let (take, _) = self.noun_phrase()?;
        let span = self.span_since(start);
        self.look_end().eq(&false).then_some(())?;
        let to = if self.attempt(|p| p.action(Action::Move(Verb::Enter))).is_some() {
            self.one_of(&["it", "that card"]).or_else(|| self.attempt(|p| p.that_noun()))?;
            let zone = self.role(Role::Play)?;
            Destination { zone, side: Side::Owner, spot: Spot::Any, end: End::Top }
        } else {
            self.one_of(&["put", "add"])?;
            self.one_of(&["it", "that card"]).or_else(|| self.attempt(|p| p.that_noun()))?;
            self.destination_or_play()?
        };
        let rest = self.rest(zone)?;
        let mention = self.found(&take, false, to, span);
        let count = Quantity::TopUntil(zone, Box::new(take.clone()));
        let (who, up_to, must, reveal) = (self.context.who, None, false, true);
        (who == Who::You).then_some(())?;
        Some(Effect::Look { who, zone, count, take, up_to, must, to, rest, reveal, mention })
    }

    /// "that unit", of the card that was just spoken of.
    fn that_noun(&mut self) -> Option<()> {
        self.need("that")?;
        self.core().map(|_| ())
    }

    /// Reads to the clause that takes cards; returns whether it may be left out.
    fn look_end(&mut self) -> bool {
        if !self.mark('.') {
            self.mark(',');
            self.any(&["then", "and"]);
        }
        self.words("you may")
    }

    /// What may be taken, how many at most, and whether exactly that many.
    fn taken(&mut self) -> Option<(Filter, Option<Quantity>, bool)> {
        if self.any(&["all", "each"]).is_some() {
            return Some((self.noun_phrase()?.0, None, false));
        }
        if self.words("any number of") {
            let filter = match self.words("them") {
                true => Filter::Any,
                false => self.noun_phrase()?.0,
            };
            return Some((filter, Some(super::selection::ANY_NUMBER), false));
        }
        let exactly = !self.words("up to");
        let most = self.simple_quantity()?;
        let filter = match self.attempt(|p| p.noun_phrase()) {
            Some((filter, _)) => filter,
            None => {
                // "one of them".
                Filter::Any
            }
        };
        Some((filter, Some(most), exactly))
    }

    /// "back on top", "on the bottom", behind what is taken of some cards.
    fn back_where_it_was(&mut self, zone: ZoneKind) -> Option<Destination> {
        let end = match self.any(&["back on top", "on top", "on the bottom"])? {
            2 => End::Bottom,
            _ => End::Top,
        };
        self.of_zone(zone);
        Some(Destination { zone, side: Side::Owner, spot: Spot::Any, end })
    }

    fn rest(&mut self, zone: ZoneKind) -> Option<Rest> {
        if !self.mark('.') {
            self.mark(',');
            self.any(&["then", "and"]);
        }
        if self.attempt(|p| p.action(Action::Move(Verb::Discard))).is_some() {
            self.need("the rest")?;
            return Some(Rest::Discard);
        }
        self.any(&["put", "puts"]);
        self.one_of(&["the rest", "the others", "the other cards", "the other"])?;
        self.rest_place(zone)
    }

    fn rest_place(&mut self, zone: ZoneKind) -> Option<Rest> {
        if self
            .any(&["back on top or into", "on top or into", "on top of your deck or into"])
            .is_some()
        {
            self.any(&["your", "the"]);
            let discard = self.zone()?;
            self.words("in any order");
            return (self.vocabulary.role(discard) == Role::Discard).then_some(Rest::TopOrDiscard);
        }
        if self.any(&["back on top", "on top"]).is_some() {
            self.of_zone(zone);
            self.words("in any order");
            return Some(Rest::Top);
        }
        if self.any(&["on the bottom", "at the bottom", "to the bottom"]).is_some() {
            self.of_zone(zone);
            if self.words("in a random order") {
                return Some(Rest::BottomRandom);
            }
            self.words("in any order");
            return Some(Rest::Bottom);
        }
        if self.words("back and shuffle") {
            return Some(Rest::Shuffle);
        }
        self.one_of(&["into", "in"])?;
        self.any(&["your", "the"]);
        let discard = self.zone()?;
        (self.vocabulary.role(discard) == Role::Discard).then_some(Rest::Discard)
    }

    fn of_zone(&mut self, zone: ZoneKind) {
        self.attempt(|p| {
            p.need("of")?;
            p.any(&["your", "the", "its owner 's", "that player 's", "your opponent 's"]);
            p.zone().filter(|found| *found == zone)
        });
    }
}
