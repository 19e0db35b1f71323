//! What slots themselves gain and lose.

use onplay_engine::card::{Effect, Reference, Spot};

use super::cursor::Parser;
use super::quantity::{negative, scaled};

impl Parser<'_> {
    /// "that slot gains 1 power".
    pub(super) fn slot(&mut self) -> Option<Vec<Effect>> {
        let spot = self.slot_spot()?;
        let gain = self.any(&["gains", "gain", "gets", "get", "loses", "lose"])?;
        let power = self.vocabulary.rules.death.as_ref().map(|death| death.attribute);
        let by = match self.amount_of(|p| p.attribute()) {
            // Slots modify what keeps units alive, nothing else.
            Some((by, attribute)) if Some(attribute) == power => by,
            Some(_) => {
                self.at -= 1;
                self.expect(super::Expected::Part("the attribute that slots change"));
                return None;
            }
            None => match self.signed() {
                Some(number) => onplay_engine::card::Quantity::Number(number),
                None => self.simple_quantity()?,
            },
        };
        let scale = self.attempt(|p| p.scale());
        let by = scaled(by, scale);
        let by = if gain > 3 { negative(by) } else { by };
        Some(vec![Effect::Slot { spot, by }])
    }

    fn slot_spot(&mut self) -> Option<Spot> {
        // "Choose a slot. It gets +2.": no card gets a bare number.
        if let Some(spot) = self.attempt(|p| {
            p.need("it")?;
            let verb = p.at;
            p.one_of(&["gets", "gains"])?;
            p.signed()?;
            p.at_end().then_some(())?;
            p.at = verb;
            Some(Spot::Chosen)
        }) {
            return Some(spot);
        }
        let spot = self.attempt(|p| {
            if p.word("that") {
                p.place_word()?;
                let around = p.attempt(|p| {
                    p.one_of(&["and the", "and all", "and"])?;
                    p.place_word()?;
                    p.need("close to it")
                });
                return Some(if around.is_some() { Spot::AroundChosen } else { Spot::Chosen });
            }
            if p.word("this") {
                p.place_word()?;
                return Some(Spot::Of(Reference::This));
            }
            p.need("the")?;
            p.place_word()?;
            match p.any(&["in front of", "of"])? {
                0 => Some(Spot::InFrontOf(p.reference()?)),
                _ => Some(Spot::Of(p.reference()?)),
            }
        });
        if spot.is_some() {
            return spot;
        }
        let reference = self.possessive()?;
        self.word("old");
        self.place_word()?;
        Some(Spot::Of(reference))
    }
}
