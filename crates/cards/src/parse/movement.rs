//! Events of moving from one lane or slot to another.

use onplay_engine::card::{
    Comparison, Condition, Filter, Happening, Pattern, Place, Quantity, Reference,
};

use super::cursor::Parser;
use crate::normal;

impl Parser<'_> {
    pub(super) fn moved(&mut self, subject: Filter) -> Option<Pattern> {
        let with = |event: Happening| Pattern { subject: subject.clone(), ..Pattern::new(event) };
        let out = self.attempt(|p| {
            p.one_of(&["out of", "from"])?;
            p.lane_reference()
        });
        if let Some(place) = out {
            return Some(Pattern { place: Some(place), ..with(Happening::MovedOut) });
        }
        if subject == Filter::Is(Reference::This)
            && self
                .attempt(|p| {
                    p.one_of(&["into", "to"])?;
                    p.lane_with()
                })
                .is_some()
        {
            return Some(with(Happening::Moved));
        }
        let into = self.attempt(|p| {
            p.one_of(&["into", "to"])?;
            p.lane_reference()
        });
        if let Some(place) = into {
            return Some(Pattern { place: Some(place), ..with(Happening::MovedIn) });
        }
        if self.words("out") {
            return Some(with(Happening::MovedOut));
        }
        let stays = self.attempt(|p| {
            let at = p.at;
            p.place()?;
            p.at = at;
            Some(())
        });
        if stays.is_none() && self.word("in") {
            return Some(with(Happening::MovedIn));
        }
        Some(with(Happening::Moved))
    }

    /// "into a lane with an enemy", "into a lane with no enemies": what must be so there.
    fn lane_with(&mut self) -> Option<()> {
        self.need("a")?;
        self.place_word()?;
        self.one_of(&["with", "that has"])?;
        let none = self.word("no");
        if !none {
            self.any(&["a", "an"]);
        }
        let there = Filter::Place(Place::Lane(Reference::This));
        let filter = normal::filter(self.noun_phrase()?.0.and(there));
        let comparison = if none { Comparison::Equal } else { Comparison::AtLeast };
        let number = Quantity::Number(i16::from(!none));
        let count = Quantity::Count(Box::new(filter));
        self.event_condition = Some(Condition::Compare(count, comparison, number));
        Some(())
    }

    fn lane_reference(&mut self) -> Option<Place> {
        if self.word("this") {
            self.place_word()?;
            return Some(Place::Lane(Reference::This));
        }
        if let Some(place) = self.attempt(|p| {
            p.one_of(&["a", "the"])?;
            p.place_word()?;
            match p.any(&["adjacent to", "of"])? {
                0 => Some(Place::Adjacent(p.reference()?)),
                _ => Some(Place::Lane(p.reference()?)),
            }
        }) {
            return Some(place);
        }
        let reference = self.possessive()?;
        self.place_word()?;
        Some(Place::Lane(reference))
    }
}
