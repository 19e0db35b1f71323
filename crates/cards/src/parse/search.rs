//! Searching and looking: finding cards in a hidden zone.

use onplay_engine::card::{Destination, Effect, End, Filter, Quantity, Rest, Side, Spot, Who};
use onplay_engine::id::ZoneKind;
use onplay_engine::rulebook::Role;

use super::cursor::Parser;

impl Parser<'_> {
    pub fn searching(&mut self) -> Option<Vec<Effect>> {
        if let Some(found) = self.attempt(|p| p.search()) {
            return Some(vec![found]);
        }
        self.attempt(|p| p.look()).map(|effect| vec![effect])
    }

    /// "Search your deck for a Goblin, reveal it, put it into your hand, then
    /// shuffle."
    fn search(&mut self) -> Option<Effect> {
        self.one_of(&["search", "searches"])?;
        let who = self.zone_player()?;
        let zone = self.zone()?;
        self.need("for")?;
        self.words("up to");
        let count = if self.sees("another") { Quantity::ONE } else { self.simple_quantity()? };
        let (filter, _) = self.noun_phrase()?;
        let reveal = self
            .attempt(|p| {
                p.mark(',');
                p.word("and");
                p.one_of(&["reveal it", "reveal them", "reveal that card", "reveals it"])
            })
            .is_some();
        self.mark(',');
        self.any(&["then", "and"]);
        self.one_of(&["put it", "put them", "put that card", "puts it"])?;
        let to = self.destination_or_play()?;
        self.attempt(|p| {
            p.mark(',');
            p.any(&["then", "and"]);
            p.one_of(&["shuffle", "shuffles"])?;
            p.attempt(|p| {
                p.zone_player()?;
                p.zone()
            });
            Some(())
        })?;
        Some(Effect::Search { who, zone, filter, count, to, reveal })
    }

    fn zone_player(&mut self) -> Option<Who> {
        match self.any(&["your opponent 's", "your", "that player 's", "their"])? {
            0 => Some(Who::Opponent),
            1 => Some(Who::You),
            2 => Some(Who::EventPlayer),
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
        self.look_end();
        if self.one_of(&["put", "puts"]).is_none() {
            self.one_of(&["take", "takes"])?;
            let (take, up_to) = self.taken()?;
            self.attempt(|p| p.one_of(&["from among them", "of them"]));
            let to = Destination { side: Side::You, ..nothing };
            let rest = self.rest(zone)?;
            return Some(Effect::Look { who, zone, count, take, up_to, to, rest, reveal });
        }
        // Nothing is taken: everything is "the rest".
        if let Some(rest) = self.attempt(|p| {
            p.one_of(&["them", "them all", "each", "it"])?;
            p.rest_place(zone)
        }) {
            let (take, up_to) = (Filter::Any, Some(Quantity::Number(0)));
            return Some(Effect::Look { who, zone, count, take, up_to, to: nothing, rest, reveal });
        }
        let (take, up_to) = self.taken()?;
        self.attempt(|p| p.one_of(&["from among them", "of them", "revealed this way"]));
        let to = self.destination_or_play()?;
        let rest = self.rest(zone)?;
        Some(Effect::Look { who, zone, count, take, up_to, to, rest, reveal })
    }

    fn look_end(&mut self) {
        if !self.mark('.') {
            self.mark(',');
            self.any(&["then", "and"]);
        }
        self.words("you may");
    }

    fn taken(&mut self) -> Option<(Filter, Option<Quantity>)> {
        if self.any(&["all", "each"]).is_some() {
            return Some((self.noun_phrase()?.0, None));
        }
        self.words("up to");
        let most = self.simple_quantity()?;
        let filter = match self.attempt(|p| p.noun_phrase()) {
            Some((filter, _)) => filter,
            None => {
                // "one of them".
                Filter::Any
            }
        };
        Some((filter, Some(most)))
    }

    fn rest(&mut self, zone: ZoneKind) -> Option<Rest> {
        if !self.mark('.') {
            self.mark(',');
            self.any(&["then", "and"]);
        }
        self.any(&["put", "puts"]);
        self.need("the rest")?;
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
            p.any(&["your", "the", "that player 's", "your opponent 's"]);
            p.zone().filter(|found| *found == zone)
        });
    }
}
