//! Moving objects: destroy, discard, return, put, create, attach, cancel.

use onplay_engine::card::walk::{Node, selection_nodes};
use onplay_engine::card::{
    Destination, Effect, End, Filter, Pick, Reference, Selection, Side, Spot, Verb, Who, Whose,
};
use onplay_engine::rulebook::Role;

use super::cost::{has_side, has_zone};
use super::cursor::Parser;
use crate::bind::Deed;
use crate::normal;
use crate::vocabulary::Action;

impl Parser<'_> {
    /// A clause that moves objects. A player who is neither you nor your opponent is
    /// put in charge of it.
    pub fn moving(&mut self) -> Option<Vec<Effect>> {
        let who = self.context.who;
        if self.rules || matches!(who, Who::You | Who::Opponent | Who::Each) {
            return self.moves();
        }
        let effects = self.loop_of_players(who, |p| p.moves())?;
        Some(vec![Effect::EachPlayer { who, effects }])
    }

    fn moves(&mut self) -> Option<Vec<Effect>> {
        let who = self.context.who;
        for verb in [Verb::Destroy, Verb::Sacrifice, Verb::Exile] {
            if let Some(found) = self.attempt(|p| {
                p.action(Action::Move(verb))?;
                let mut all = vec![match verb {
                    Verb::Exile => p.zone_or_selection(verb)?,
                    _ => p.moved_selection(verb)?,
                }];
                all.extend(p.more_objects(|p| p.moved_selection(verb)));
                for what in &mut all {
                    if verb == Verb::Sacrifice && !matches!(what.pick, Pick::The(_)) {
                        let filter = std::mem::take(&mut what.filter);
                        what.filter = p.of_player(filter, who);
                    }
                }
                if verb == Verb::Exile && all.len() == 1 && p.until_this_leaves() {
                    return p.exiled_meanwhile(all.swap_remove(0));
                }
                let moved = |what| Effect::Move { what, verb, to: None };
                Some(all.into_iter().map(moved).collect::<Vec<_>>())
            }) {
                return Some(found);
            }
        }
        if let Some(found) = self.attempt(|p| p.discarding(who)) {
            return Some(vec![found]);
        }
        if let Some(found) = self.attempt(|p| p.milling(who)) {
            return Some(vec![found]);
        }
        if let Some(found) = self.attempt(|p| p.returning()) {
            return Some(vec![found]);
        }
        if let Some(found) = self.attempt(|p| p.putting()) {
            return Some(self.with_status(found));
        }
        for verb in [Verb::Enter, Verb::Deploy] {
            if let Some(found) = self.attempt(|p| {
                p.action(Action::Move(verb))?;
                let what = p.moved_selection(verb)?;
                let to = p.attempt(|p| p.destination()).or_else(|| p.attempt(|p| p.place_to_go()));
                Some(Effect::Move { what, verb, to })
            }) {
                return Some(vec![found]);
            }
        }
        if let Some(found) = self.attempt(|p| {
            p.action(Action::Move(Verb::Shift))?;
            let what = p.moved_selection(Verb::Shift)?;
            p.shift(what)
        }) {
            return Some(found);
        }
        if let Some(found) = self.attempt(|p| {
            p.action(Action::Attach)?;
            let what = p.selection_for(Deed::Done)?;
            p.need("to")?;
            Some(Effect::Attach { what, to: p.selection()? })
        }) {
            return Some(vec![found]);
        }
        self.attempt(|p| {
            p.action(Action::Cancel)?;
            let mut what = p.selection_for(Deed::Done)?;
            if let Some(stack) = p.role(Role::Stack)
                && !matches!(what.pick, Pick::The(_))
                && !has_zone(&what.filter)
            {
                what.filter = normal::filter(what.filter.and(Filter::Zone(stack)));
            }
            Some(vec![Effect::Cancel { what }])
        })
    }

    /// Objects of the player who does it, where the text does not say whose.
    fn of_player(&self, filter: Filter, who: Who) -> Filter {
        if has_side(&filter) {
            return filter;
        }
        normal::filter(match who {
            Who::You | Who::Each => filter.and(Filter::Controller(Whose::Yours)),
            Who::Opponent => filter.and(Filter::Controller(Whose::Enemy)),
            _ => filter,
        })
    }

    fn discarding(&mut self, who: Who) -> Option<Effect> {
        self.action(Action::Move(Verb::Discard))?;
        let hand = self.role(Role::Hand)?;
        let side = side_of(who);
        // "discard cards until you have 3 cards in your hand".
        if let Some(count) = self.attempt(|p| p.discard_until()) {
            let pick = Pick::Choose { who, min: count.clone(), max: count, target: false };
            let filter = normal::filter(self.zone_filter(hand, side));
            let what = Selection::new(pick, filter);
            return Some(Effect::Move { what, verb: Verb::Discard, to: None });
        }
        if let Some(filter) = self.attempt(|p| {
            p.one_of(&["your", "their"])?;
            let zone = p.zone()?;
            Some(p.zone_filter(zone, side))
        }) {
            let what = Selection::all(normal::filter(filter));
            return Some(Effect::Move { what, verb: Verb::Discard, to: None });
        }
        let mut what = match self.attempt(|p| p.moved_selection(Verb::Discard)) {
            Some(what) => what,
            None => {
                // "discard 2" means cards.
                let count = self.simple_quantity()?;
                let pick = Pick::Choose { who, min: count.clone(), max: count, target: false };
                let mut what = Selection::new(pick, Filter::Any);
                let before = self.bind.state.verb.replace(Action::Move(Verb::Discard));
                let span = self.span_since(self.at.saturating_sub(1));
                what.mention = self.bind.select(&what, span);
                self.bind.state.verb = before;
                what
            }
        };
        if !matches!(what.pick, Pick::The(_)) && !has_zone(&what.filter) {
            let filter = std::mem::take(&mut what.filter);
            what.filter = normal::filter(filter.and(self.zone_filter(hand, side)));
        }
        Some(Effect::Move { what, verb: Verb::Discard, to: None })
    }

    fn milling(&mut self, who: Who) -> Option<Effect> {
        self.action(Action::Move(Verb::Mill))?;
        let deck = self.role(Role::Deck)?;
        if let Some(what) = self.attempt(|p| {
            let what = p.moved_selection(Verb::Mill)?;
            matches!(
                what.pick,
                Pick::Top(_) | Pick::Random(_) | Pick::Choose { .. } | Pick::Bottom(_)
            )
            .then_some(what)
            .filter(|what| has_zone(&what.filter))
        }) {
            return Some(Effect::Move { what, verb: Verb::Mill, to: None });
        }
        let (count, _) = match self.amount_of(|p| p.one_of(&["cards", "card"])) {
            Some(found) => found,
            None => (self.simple_quantity()?, ()),
        };
        let scale = self.attempt(|p| p.scale());
        let count = super::quantity::scaled(count, scale);
        let filter = normal::filter(self.zone_filter(deck, side_of(who)));
        let mut what = Selection::new(Pick::Top(count), filter);
        let before = self.bind.state.verb.replace(Action::Move(Verb::Mill));
        let span = self.span_since(self.at.saturating_sub(2));
        what.mention = self.bind.select(&what, span);
        self.bind.state.verb = before;
        Some(Effect::Move { what, verb: Verb::Mill, to: None })
    }

    fn returning(&mut self) -> Option<Effect> {
        self.action(Action::Move(Verb::Return))?;
        let what = self.moved_selection(Verb::Return)?;
        self.attempt(|p| {
            p.need("to")?;
            if p.word("play") {
                return Some(());
            }
            p.word("the");
            let zone = p.zone()?;
            p.vocabulary.is_in_play(zone).then_some(())
        })
        .map(|()| {
            let play = self.role(Role::Play);
            let under = self.attempt(|p| p.under_control()).zip(play);
            // It enters under its owner's control unless something else is said.
            let to = under.filter(|(side, _)| *side != Side::Owner);
            let to = to.map(|(side, zone)| Destination { side, ..Destination::plain(zone) });
            Effect::Move { what: what.clone(), verb: Verb::Enter, to }
        })
        .or_else(|| {
            // "to its owner's hangar".
            self.attempt(|p| {
                let to = p.destination()?;
                (p.vocabulary.role(to.zone) != Role::Hand).then_some(to)
            })
            .map(|to| Effect::Move {
                what: what.clone(),
                verb: Verb::Put,
                to: Some(to),
            })
        })
        .or_else(|| {
            self.attempt(|p| {
                p.need("to")?;
                let side = match p.any(&[
                    "its owner 's",
                    "their owner 's",
                    "their owners 's",
                    "your",
                    "the",
                    "your opponent 's",
                    "their",
                ]) {
                    Some(3) => Side::You,
                    Some(5) => Side::Opponent,
                    _ => Side::Owner,
                };
                let zone = p.zone()?;
                (p.vocabulary.role(zone) == Role::Hand).then_some((zone, side))
            })
            .map_or(Some((what.clone(), None)), |(zone, side)| {
                let to = Destination { side, ..Destination::plain(zone) };
                Some((what.clone(), (!is_owners(&what, side)).then_some(to)))
            })
            .map(|(what, to)| Effect::Move { what, verb: Verb::Return, to })
        })
    }

    fn putting(&mut self) -> Option<Effect> {
        if let Some(found) = self.attempt(|p| {
            let another_does = p.any(&["shuffle", "shuffles"])? == 1;
            (!(another_does && p.sees("your"))).then_some(())?;
            let what = p.zone_or_selection(Verb::Put)?;
            p.need("into")?;
            let side = p.side();
            let zone = p.zone()?;
            let to = Destination { zone, side, spot: Spot::Any, end: End::Shuffled };
            Some(Effect::Move { what, verb: Verb::Put, to: Some(to) })
        }) {
            return Some(found);
        }
        self.one_of(&["put", "puts"])?;
        let what = self.moved_selection(Verb::Put)?;
        if self.any(&["into play", "onto the battlefield"]).is_some() {
            let under = self.attempt(|p| p.under_control());
            // Where is asked anyway.
            self.attempt(|p| {
                p.need("in a")?;
                p.place_word()?;
                p.need("of your choice")
            });
            let play = self.role(Role::Play)?;
            let to =
                under.map(|side| Destination { zone: play, side, spot: Spot::Any, end: End::Top });
            return Some(Effect::Move { what, verb: Verb::Enter, to });
        }
        let to = self.destination()?;
        let from_deck = matches!(what.pick, Pick::Top(_));
        let whole = Destination { side: to.side, ..Destination::plain(to.zone) };
        match self.vocabulary.role(to.zone) {
            // The top of a deck into the discard zone is milling.
            Role::Discard if from_deck && to == whole => {
                Some(Effect::Move { what, verb: Verb::Mill, to: None })
            }
            _ if self.vocabulary.is_in_play(to.zone) => {
                Some(Effect::Move { what, verb: Verb::Enter, to: Some(to) })
            }
            _ => Some(Effect::Move { what, verb: Verb::Put, to: Some(to) }),
        }
    }

    /// "your hand": all cards of a zone; or cards as elsewhere.
    fn zone_or_selection(&mut self, verb: Verb) -> Option<Selection> {
        let whole = self.attempt(|p| {
            let whose = match p.any(&["your opponent 's", "your", "their"])? {
                0 => Whose::Enemy,
                2 if p.bind.they() == Some(Who::Opponent) => Whose::Enemy,
                _ => Whose::Yours,
            };
            let zone = p.zone()?;
            (!p.vocabulary.is_in_play(zone) && p.vocabulary.role(zone) != Role::Deck)
                .then_some(())?;
            Some(Selection::all(normal::filter(p.zone_filter(zone, Some(whose)))))
        });
        whole.or_else(|| self.moved_selection(verb))
    }

    fn under_control(&mut self) -> Option<Side> {
        match self.any(&[
            "under your control",
            "under its owner 's control",
            "under their owner 's control",
            "under their owners 's control",
            "under your opponent 's control",
        ])? {
            0 => Some(Side::You),
            1..=3 => Some(Side::Owner),
            _ => Some(Side::Opponent),
        }
    }

    /// Whose zone a move ends in.
    pub fn side(&mut self) -> Side {
        match self.any(&[
            "your opponent 's",
            "the opponent 's",
            "the enemy",
            "your",
            "its owner 's",
            "their owner 's",
            "their owners 's",
            "its controller 's",
            "their controller 's",
            "the",
        ]) {
            Some(0..=2) => Side::Opponent,
            Some(3) => Side::You,
            Some(7 | 8) => Side::Controller,
            None if self.word("their") => match self.bind.they() {
                Some(Who::Opponent) => Side::Opponent,
                _ if self.for_players => Side::You,
                _ => Side::Owner,
            },
            _ => Side::Owner,
        }
    }

    /// "into your hand", "on the bottom of your deck".
    pub fn destination(&mut self) -> Option<Destination> {
        self.labelled("where to", |p| {
            let end = match p.any(&[
                "on top of",
                "on the top of",
                "on the bottom of",
                "to the bottom of",
                "into",
                "onto",
                "to",
                "in",
            ])? {
                2 | 3 => End::Bottom,
                _ => End::Top,
            };
            let side = p.side();
            let zone = p.zone()?;
            let spot = p.attempt(|p| p.spot()).unwrap_or_default();
            Some(Destination { zone, side, spot, end })
        })
    }

    /// "to that lane", of the player who moves it.
    fn place_to_go(&mut self) -> Option<Destination> {
        self.one_of(&["to", "into", "in"])?;
        let spot = self.spot_noun()?;
        let zone = self.vocabulary.place_zone()?;
        Some(Destination { zone, side: Side::You, spot, end: End::Top })
    }

    /// Which lane or slot: "in this lane", "in front of it".
    pub fn spot(&mut self) -> Option<Spot> {
        if self.words("in front of") {
            return Some(Spot::InFrontOf(self.reference()?));
        }
        if self.any(&["in or close to that"]).is_some() {
            self.place_word()?;
            return Some(Spot::AroundChosen);
        }
        self.one_of(&["in", "on", "to"])?;
        self.spot_noun()
    }

    /// "this lane", "an adjacent lane", "that lane".
    fn spot_noun(&mut self) -> Option<Spot> {
        if self.word("this") {
            self.place_word()?;
            return Some(Spot::Of(Reference::This));
        }
        if self.word("that") {
            self.place_word()?;
            return Some(Spot::Chosen);
        }
        if self.any(&["an adjacent", "a neighbouring"]).is_some() {
            self.any(&["free", "empty"]);
            self.place_word()?;
            return Some(Spot::Adjacent);
        }
        if self.any(&["a free adjacent", "an empty adjacent"]).is_some() {
            self.place_word()?;
            return Some(Spot::Adjacent);
        }
        if self.any(&["another", "any", "an empty", "a free", "another free", "any free"]).is_some()
        {
            self.any(&["free", "empty"]);
            self.place_word()?;
            self.words("of your choice");
            return Some(Spot::Any);
        }
        if let Some(spot) = self.attempt(|p| {
            p.need("a")?;
            p.place_word()?;
            p.need("of your choice")?;
            Some(Spot::Any)
        }) {
            return Some(spot);
        }
        if let Some(spot) = self.attempt(|p| {
            p.need("the")?;
            p.word("same");
            p.place_word()?;
            match p.any(&["in front of", "as", "of"])? {
                0 => Some(Spot::InFrontOf(p.reference()?)),
                _ => Some(Spot::Of(p.reference()?)),
            }
        }) {
            return Some(spot);
        }
        let reference = self.possessive()?;
        self.place_word()?;
        Some(Spot::Of(reference))
    }

    /// What follows "move it".
    pub fn shift(&mut self, what: Selection) -> Option<Vec<Effect>> {
        self.introduce(&what);
        let zone = self.vocabulary.place_zone()?;
        let (zone, spot) = if self.words("in front of") {
            (zone, Spot::InFrontOf(self.reference()?))
        } else {
            self.one_of(&["to", "into"])?;
            match self.attempt(|p| p.zone_in_play()) {
                Some(zone) => (zone, Spot::Any),
                None => {
                    let start = self.at;
                    let spot = self.spot_noun()?;
                    // "another space" is one of the zone that has spaces.
                    let end = std::mem::replace(&mut self.at, start);
                    let named = (start..end).find_map(|at| {
                        self.at = at;
                        self.attempt(|p| p.place_word())
                    });
                    self.at = end;
                    (named.filter(|_| spot == Spot::Any).unwrap_or(zone), spot)
                }
            }
        };
        let to = Destination { zone, side: Side::Controller, spot, end: End::Top };
        Some(vec![Effect::Move { what, verb: Verb::Shift, to: Some(to) }])
    }

    /// "your garden", "their alley": a zone in play that has several places.
    fn zone_in_play(&mut self) -> Option<onplay_engine::id::ZoneKind> {
        self.one_of(&[
            "your opponent 's",
            "your",
            "their",
            "its owner 's",
            "its controller 's",
            "its",
            "the",
        ])?;
        let zone = self.zone()?;
        let rule = self.vocabulary.rules.zones.get(zone.index())?;
        (rule.role == Role::Play && rule.places > 1).then_some(zone)
    }

    /// Where created tokens go: "in this lane", "in your opponent's field".
    pub fn created_at(&mut self) -> Option<Destination> {
        if let Some(to) = self.attempt(|p| p.destination()) {
            return Some(to);
        }
        let zone = self.vocabulary.place_zone()?;
        let spot = self.spot()?;
        let side =
            match self.any(&["on your opponent 's side", "on the enemy side", "on your side"]) {
                Some(0 | 1) => Side::Opponent,
                Some(_) => Side::You,
                None => Side::Owner,
            };
        Some(Destination { zone, side, spot, end: End::Top })
    }
}

/// A destination with nothing but its zone.
pub trait Plain {
    fn plain(zone: onplay_engine::id::ZoneKind) -> Self;
}

impl Plain for Destination {
    fn plain(zone: onplay_engine::id::ZoneKind) -> Self {
        Destination { zone, side: Side::Owner, spot: Spot::Any, end: End::Top }
    }
}

/// Whose cards a player means by their own.
fn side_of(who: Who) -> Option<Whose> {
    match who {
        Who::Opponent => Some(Whose::Enemy),
        _ => Some(Whose::Yours),
    }
}

/// Whether a hand is that of the owners of what returns to it, as far as words can say.
fn is_owners(what: &Selection, side: Side) -> bool {
    let says = |wanted: Whose| {
        let mut says = false;
        selection_nodes(what, &mut |node| {
            says |= matches!(
                node,
                Node::Filter(Filter::Controller(whose) | Filter::Owner(whose)) if *whose == wanted
            );
        });
        says
    };
    match side {
        Side::Owner | Side::Controller => true,
        Side::You => what.pick == Pick::The(Reference::This) || says(Whose::Yours),
        Side::Opponent => says(Whose::Enemy),
    }
}
