//! Hands that are looked at or shown, and cards that are chosen from them.

use onplay_engine::card::{Effect, Pick, Quantity, Selection, Who, Whose};
use onplay_engine::rulebook::Role;

use super::cursor::Parser;
use crate::normal;

impl Parser<'_> {
    /// "Look at your opponent's hand and choose a card", "Your opponent reveals their hand.
    /// Choose a unit from it": who chooses sees them all.
    pub(super) fn hand_seen(&mut self) -> Option<Vec<Effect>> {
        let heads =
            ["look at your opponent 's", "your opponent reveals their", "reveal your opponent 's"];
        let shown = self.any(&heads)? > 0;
        let hand = self.zone().filter(|zone| self.vocabulary.role(*zone) == Role::Hand)?;
        if self.sees_mark('.') {
            self.at += 1;
        } else {
            self.mark(',');
            self.any(&["and then", "then", "and"]);
        }
        let filter = normal::filter(self.zone_filter(hand, Some(Whose::Enemy)));
        let chosen = self.attempt(|p| {
            p.one_of(&["you choose", "choose"])?;
            p.one_of(&["a", "an"])?;
            let start = p.at;
            let noun = p.core()?;
            let core = p.span_since(start);
            p.attempt(|p| {
                p.need("with")?;
                p.property()
            })
            .is_none()
            .then_some(())?;
            p.one_of(&["from it", "in it", "from their hand", "in their hand"])
                .or_else(|| p.at_end().then_some(()))?;
            p.bind.state.core = core;
            let pick = Pick::Choose {
                who: Who::You,
                min: Quantity::ONE,
                max: Quantity::ONE,
                target: false,
            };
            let mut what = Selection::new(pick, normal::filter(noun.and(filter.clone())));
            what.mention = p.bind.select(&what, core);
            p.bind.player(Who::Opponent);
            Some(what)
        });
        let show = || Effect::See { what: Selection::all(filter.clone()), everybody: true };
        match chosen {
            Some(what) if shown => Some(vec![show(), Effect::Choose { what }]),
            Some(what) => Some(vec![Effect::Choose { what }]),
            None => None,
        }
    }
}
