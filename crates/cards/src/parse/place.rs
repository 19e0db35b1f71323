//! Where something is: zones and whose they are, lanes and slots.

use onplay_engine::card::{Effect, Filter, Place, Reference, Whose};
use onplay_engine::id::ZoneKind;

use super::cursor::Parser;
use crate::vocabulary::Sense;

impl Parser<'_> {
    /// "in your hand", with one of these prepositions.
    pub fn zone_part(&mut self, prepositions: &[&'static str]) -> Option<Filter> {
        self.one_of(prepositions)?;
        if self.word("play") {
            return None;
        }
        let whose = self.zone_owner();
        let article = self.tokens.get(self.at.wrapping_sub(1)).is_some_and(|t| t.text == "a");
        let zone = self.zone()?;
        // "in a lane" would be a choice that nobody makes: "choose a lane".
        let places = self.vocabulary.places.get(zone.index()).is_some_and(Option::is_some);
        if article && places {
            self.at -= 1;
            self.expect(super::Expected::Part("which lane or slot, as in “choose a lane”"));
            return None;
        }
        Some(self.zone_filter(zone, whose))
    }

    /// Whose zone; none means anybody's.
    pub fn zone_owner(&mut self) -> Option<Whose> {
        match self.any(&[
            "your opponent 's",
            "the opponent 's",
            "the enemy 's",
            "the enemy",
            "enemy",
            "your",
            "their",
            "the",
            "a",
            "any player 's",
            "any",
            "all",
            "all players '",
        ])? {
            0..=4 => Some(Whose::Enemy),
            5 => Some(Whose::Yours),
            6 if self.bind.they() == Some(onplay_engine::card::Who::Opponent) => Some(Whose::Enemy),
            6 => Some(Whose::Yours),
            _ => None,
        }
    }

    pub fn zone_filter(&self, zone: ZoneKind, whose: Option<Whose>) -> Filter {
        let filter = Filter::Zone(zone);
        match whose {
            None => filter,
            // In play, who controls counts; elsewhere, whose zone it is.
            Some(whose) if self.vocabulary.is_in_play(zone) => {
                filter.and(Filter::Controller(whose))
            }
            Some(whose) => filter.and(Filter::Owner(whose)),
        }
    }

    pub fn zone(&mut self) -> Option<ZoneKind> {
        self.sense("a zone", |sense| match sense {
            Sense::Zone(zone) => Some(*zone),
            _ => None,
        })
    }

    /// Where something stands: "in this lane", "close to it".
    pub fn place(&mut self) -> Option<Place> {
        if self.words("close to") {
            return Some(Place::Close(self.reference()?));
        }
        if self.any(&["beside", "next to"]).is_some() {
            return Some(Place::Beside(self.reference()?));
        }
        if self.words("in front of") {
            return Some(Place::InFront(self.reference()?));
        }
        if self.words("in front") {
            return Some(Place::InFront(Reference::This));
        }
        if self.any(&["here"]).is_some() {
            return Some(Place::Lane(Reference::This));
        }
        if self.word("there") {
            return Some(Place::Chosen);
        }
        if let Some(place) = self.attempt(|p| p.each_place_of()) {
            return Some(place);
        }
        if let Some(place) = self.attempt(|p| p.place_of_choice()) {
            return Some(place);
        }
        if self.words("in or close to that") {
            self.place_word()?;
            return Some(Place::AroundChosen);
        }
        if let Some(found) = self.attempt(|p| {
            p.one_of(&["in an adjacent", "in a neighbouring", "in adjacent"])?;
            p.place_word()?;
            Some(Place::Adjacent(Reference::This))
        }) {
            return Some(found);
        }
        if let Some(found) = self.attempt(|p| {
            p.one_of(&["in a", "in the"])?;
            p.place_word()?;
            p.need("adjacent to")?;
            Some(Place::Adjacent(p.reference()?))
        }) {
            return Some(found);
        }
        self.one_of(&["in", "on"])?;
        if self.word("that") {
            self.place_word()?;
            return Some(Place::Chosen);
        }
        if self.word("this") {
            self.place_word()?;
            return Some(Place::Lane(Reference::This));
        }
        let same = self.attempt(|p| {
            p.need("the")?;
            p.word("same");
            p.place_word()?;
            p.one_of(&["as", "of"])?;
            p.reference()
        });
        if let Some(reference) = same {
            return Some(Place::Lane(reference));
        }
        let reference = self.possessive()?;
        self.place_word()?;
        Some(Place::Lane(reference))
    }

    /// "lane", "slot": the zone it is a place of.
    pub fn place_word(&mut self) -> Option<ZoneKind> {
        self.sense("a lane or slot", |sense| match sense {
            Sense::Place(zone) => Some(*zone),
            _ => None,
        })
    }

    /// "in each lane": the words are done for one lane after the other.
    fn each_place_of(&mut self) -> Option<Place> {
        self.one_of(&["in each", "on each"])?;
        let zone = self.place_word()?;
        // A slot is one side's alone.
        let shape = self.vocabulary.rules.zones.get(zone.index())?.shape;
        (shape == onplay_engine::rulebook::Shape::Lanes).then_some(())?;
        if self.bind.state.quiet > 0 || self.in_event {
            return None;
        }
        self.first.push(Effect::EachPlace { zone, effects: Vec::new() });
        Some(Place::Chosen)
    }

    /// "in a lane of your choice": it is chosen before the words are done.
    fn place_of_choice(&mut self) -> Option<Place> {
        if self.any(&["in the same", "on the same"]).is_some() {
            self.of_several.then_some(())?;
        } else {
            self.one_of(&["in a", "in any", "in one", "on a"])?;
        }
        let zone = self.place_word()?;
        let said_on = ["adjacent", "you", "your", "of", "where", "that", "with", "next", "as"];
        let is_said_on = said_on.iter().any(|word| self.sees(word));
        if !self.words("of your choice") && (!self.of_several || is_said_on) {
            return None;
        }
        if self.bind.state.quiet > 0 || self.in_event {
            return None;
        }
        self.first.push(Effect::ChoosePlace { zone, whose: Whose::Any, near: None });
        Some(Place::Chosen)
    }
}
