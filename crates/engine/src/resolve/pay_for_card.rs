//! Paying for a card that is played: its price, the rest of its cost, and what
//! it costs besides.

use crate::card::{Cost, Static};
use crate::id::{ObjectId, Seat};
use crate::mutate::Engine;
use crate::query::{Scope, WayToPlay};
use crate::state::{Fact, Origin, Task, Work};

impl Engine<'_> {
    /// Pays a card's cost, where its price has become this. Additional costs
    /// are [started](Engine::start_additional_costs) apart: they may ask.
    pub fn pay_for_card(&mut self, seat: Seat, id: ObjectId, price: i16) {
        let catalog = self.catalog;
        let costs = &catalog.card(self.game.object(id).card).cost;
        let mana = costs.iter().find(|cost| matches!(cost, Cost::Mana(..)));
        match (mana, catalog.rules.price) {
            (Some(mana), _) => {
                let more = price.saturating_sub(self.reader().base_price(id));
                self.frame.pay_mana(self, seat, mana, more, id);
            }
            (None, Some((_, counter))) if price > 0 => {
                self.frame.spend(self, seat, counter, price);
            }
            _ => {}
        }
        self.pay_rest_of_cost(seat, id);
    }

    /// Pays what a card's cost asks for besides its price.
    pub fn pay_rest_of_cost(&mut self, seat: Seat, id: ObjectId) {
        let catalog = self.catalog;
        let price = catalog.rules.price.map(|(_, counter)| counter);
        for cost in &catalog.card(self.game.object(id).card).cost {
            match cost {
                Cost::Counter(counter, _) if Some(*counter) == price => {}
                Cost::Counter(counter, amount) => {
                    let scope = Scope::of(self.game.handle(id), seat);
                    let amount = self.reader().amount(amount, &scope);
                    if amount > 0 {
                        self.frame.spend(self, seat, *counter, amount);
                    }
                }
                // Card files state costs in counters and mana only.
                _ => {}
            }
        }
    }

    /// Whether a card costs more than is printed as its cost.
    pub fn has_additional_costs(&self, id: ObjectId) -> bool {
        let card = self.game.object(id).card;
        self.catalog.program.rules[card.index()] & Static::ADDITIONAL_COST != 0
    }

    /// Starts paying what a card costs besides its price: it comes before all
    /// other work.
    pub fn start_additional_costs(&mut self, seat: Seat, id: ObjectId) {
        if !self.has_additional_costs(id) {
            return;
        }
        let source = self.game.handle(id);
        let work = Work { origin: Origin::Rule, ..Work::new(Task::Ability, seat).source(source) };
        for ability in self.catalog.program.of(self.game.object(id).card).rev() {
            if self.catalog.program.entry(ability).rules & Static::ADDITIONAL_COST != 0 {
                self.start(ability, work);
            }
        }
    }

    /// Starts what happens because a card was played in some way, if anything
    /// does.
    pub fn start_consequence(&mut self, seat: Seat, way: &WayToPlay) {
        if let Some((ability, source)) = way.then {
            let cause = self.note_with(|| Fact::Consequence { source, ability });
            let work = Work { origin: Origin::Rule, cause, ..Work::new(Task::Ability, seat) };
            self.start(ability, work.source(source));
        }
    }
}
