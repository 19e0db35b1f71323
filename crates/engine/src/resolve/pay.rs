//! Paying costs. Whether they can be paid is asked in [`crate::query`].

use crate::card::{Cost, Filter, Quantity, Verb};
use crate::id::Seat;
use crate::mask::Mask;
use crate::mutate::Engine;
use crate::query::Scope;
use crate::state::{Ask, Origin, Progress, Reason};

impl<'a> Engine<'a> {
    /// Pays one part of a cost for the work on top. Returns whether it is
    /// paid; otherwise somebody is being asked.
    pub(crate) fn pay(&mut self, at: usize, cost: &'a Cost) -> bool {
        let work = self.game.pending.work[at];
        let scope = Scope::work(&work);
        let seat = work.controller;
        match cost {
            Cost::Counter(counter, amount) => {
                let amount = self.reader().amount(amount, &scope).max(0);
                self.spend(at, seat, *counter, amount);
            }
            Cost::Some(counter, least) => {
                if !work.answered {
                    let mut prompt = self.prompt(at, seat, Ask::Number, Reason::Amount);
                    prompt.low = *least;
                    prompt.high = self.frame.counter(&self.reader(), seat, *counter);
                    self.ask(prompt);
                    return false;
                }
                self.spend(at, seat, *counter, work.number);
            }
            Cost::AllOf(counter) => {
                let all = self.frame.counter(&self.reader(), seat, *counter).max(0);
                self.game.pending.work[at].number = all;
                self.spend(at, seat, *counter, all);
            }
            Cost::Price => {
                let way = self.reader().way_to_play(seat, work.source.id);
                let price = way.map_or(0, |way| way.price);
                let counter = self.catalog.rules.price.map(|(_, counter)| counter);
                if counter.is_some_and(|counter| self.pay_in_way(seat, counter, price, work.way)) {
                    self.pay_rest_of_cost(seat, work.source.id);
                } else {
                    self.pay_for_card(seat, work.source.id, price);
                }
            }
            Cost::Mana(..) => self.frame.pay_mana(self, seat, cost, 0, work.source.id),
            Cost::Flag(flag) => {
                if self.game.is_same(work.source) {
                    self.set_flag(work.source.id, *flag, true);
                }
            }
            Cost::Attribute(attribute, amount) => {
                if self.game.is_same(work.source) {
                    self.gain(work.source.id, *attribute, -amount);
                }
            }
            Cost::Move { verb, count, filter, mention } => {
                return self.pay_with(at, *verb, count, filter, *mention);
            }
            Cost::This(verb) => {
                if self.game.is_same(work.source) {
                    self.move_by(work.source.id, *verb, None);
                }
            }
            Cost::All { verb, filter, mention } => {
                let all = self.reader().matching(filter, &scope);
                self.begin_batch();
                for id in all.iter() {
                    if let Some(slot) = mention {
                        let handle = self.game.handle(id);
                        self.game.pending.mention(at, *slot, handle);
                    }
                    self.move_by(id, *verb, None);
                }
                self.end_batch();
                self.game.pending.work[at].result = all.len() as i16;
            }
            Cost::FlagOther { flag, count, filter, mention } => {
                if !work.answered {
                    let mut payers = Mask::EMPTY;
                    let reader = self.reader();
                    reader.gather(filter, &scope, |id| {
                        if !reader.game.object(id).has(*flag) {
                            payers.insert(id);
                        }
                    });
                    let count = reader.quantity(count, &scope);
                    self.game.pending.answer.clear();
                    // An action of the rules asks only where there is a choice.
                    if self.catalog.is_by_rule(work.ability) && payers.len() as i32 == count {
                        for id in payers.iter() {
                            let handle = self.game.handle(id);
                            self.game.pending.answer.push(handle);
                        }
                    } else if !self.choose(at, seat, &payers, count, count, Reason::Cost) {
                        return false;
                    }
                }
                if let Some(slot) = mention {
                    self.mention_answer(at, *slot);
                }
                while let Some(handle) = self.game.pending.answer.pop() {
                    self.set_flag(handle.id, *flag, true);
                }
            }
            Cost::OneOf(parts) => return self.pay_one_of(at, parts),
        }
        true
    }

    fn spend(&mut self, at: usize, seat: Seat, counter: crate::id::CounterId, amount: i16) {
        if amount > 0 {
            self.frame.spend(self, seat, counter, amount);
        }
        if let Some(work) = self.game.pending.work.get_mut(at) {
            work.result = amount;
        }
    }

    fn pay_with(
        &mut self,
        at: usize,
        verb: Verb,
        count: &Quantity,
        filter: &Filter,
        mention: Option<u8>,
    ) -> bool {
        let work = self.game.pending.work[at];
        if !work.answered {
            let scope = Scope::work(&work);
            let count = self.reader().quantity(count, &scope);
            let mut payers = self.reader().matching(filter, &scope);
            // A card that is being played cannot pay for itself.
            if work.origin == Origin::Rule {
                payers.remove(work.source.id);
            }
            self.game.pending.answer.clear();
            if !self.choose(at, work.controller, &payers, count, count, Reason::Cost) {
                return false;
            }
        }
        self.game.pending.work[at].result = self.game.pending.answer.len() as i16;
        if let Some(slot) = mention {
            self.mention_answer(at, slot);
        }
        self.begin_batch();
        for index in 0..self.game.pending.answer.len() {
            let handle = self.game.pending.answer[index];
            self.move_by(handle.id, verb, None);
            let moved = self.game.handle(handle.id);
            self.game.pending.follow(at, handle, moved);
        }
        self.end_batch();
        self.game.pending.answer.clear();
        true
    }

    /// The player says which of the alternatives, and that one is paid.
    fn pay_one_of(&mut self, at: usize, parts: &'a [Cost]) -> bool {
        let work = self.game.pending.work[at];
        let option = match work.progress {
            Progress::PayingOption(option) => option,
            _ if work.answered => {
                let option = work.number as u8;
                let work = &mut self.game.pending.work[at];
                work.answered = false;
                work.progress = Progress::PayingOption(option);
                option
            }
            _ => {
                let (reader, scope) = (self.reader(), Scope::work(&work));
                let mut prompt = self.prompt(at, work.controller, Ask::Option, Reason::CostOption);
                for (number, part) in parts.iter().enumerate() {
                    let can = reader.can_pay(std::slice::from_ref(part), &scope);
                    prompt.options |= u64::from(can) << number;
                }
                self.ask(prompt);
                return false;
            }
        };
        let paid = parts.get(usize::from(option)).is_none_or(|part| self.pay(at, part));
        if paid {
            self.game.pending.work[at].progress = Progress::Start;
        }
        paid
    }
}
