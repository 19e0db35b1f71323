//! Answers to prompts: what is offered, and where the answer goes.

use crate::id::{Handle, ObjectId, ZoneId};
use crate::mask::{Bits, Mask};
use crate::mutate::Engine;
use crate::state::{Action, Ask, Game, Goes, PICKS, Prompt};

impl Prompt {
    /// Offers every answer.
    pub fn answers(&self, toggle: bool, actions: &mut Vec<Action>) {
        match self.ask {
            Ask::YesNo => {
                actions.push(Action::Yes);
                actions.push(Action::No);
            }
            Ask::Objects | Ask::Order => {
                self.open(toggle).visit(|id| actions.push(Action::Choose(id)));
                if self.ask == Ask::Objects && self.is_enough() {
                    actions.push(Action::Submit);
                }
            }
            Ask::Option => Bits(self.options)
                .for_each(|option| actions.push(Action::ChooseOption(option as u8))),
            Ask::Place => Bits(self.options)
                .for_each(|place| actions.push(Action::ChoosePlace(ZoneId(place as u8)))),
            Ask::Number => {
                (self.low..=self.high).for_each(|number| actions.push(Action::ChooseNumber(number)))
            }
            Ask::Acknowledge => actions.push(Action::Submit),
        }
    }

    /// What can be picked, and what can be unpicked where that is allowed.
    #[inline]
    fn open(&self, toggle: bool) -> Mask {
        if self.picked == 0 && self.max > 0 {
            return self.candidates;
        }
        let left = self.candidates.without(&self.picks().iter().copied().collect());
        match (toggle && self.ask == Ask::Objects, self.picked >= self.max) {
            (true, false) => self.candidates,
            (true, true) => self.candidates.without(&left),
            (false, false) => left,
            (false, true) => Mask::EMPTY,
        }
    }
}

impl Engine<'_> {
    /// Gives an offered answer to the prompt being asked.
    #[inline(never)]
    pub(crate) fn answer(&mut self, action: Action) {
        let Some(prompt) = self.game.pending.prompt_mut() else { return };
        match action {
            Action::Choose(id) => {
                toggle(prompt, id);
                let ready = match prompt.ask {
                    // With one left, the order is known.
                    Ask::Order => {
                        if prompt.picked + 1 == prompt.max {
                            let last = prompt.candidates.iter().find(|id| !prompt.is_picked(*id));
                            last.into_iter().for_each(|id| toggle(prompt, id));
                        }
                        prompt.picked >= prompt.max
                    }
                    _ if prompt.max == 1 => true,
                    _ => prompt.picked >= prompt.max && !self.catalog.rules.policy.toggle,
                };
                if ready {
                    self.submit();
                }
            }
            Action::Submit => self.submit(),
            Action::Yes | Action::No => self.deliver(|work| work.did = action == Action::Yes),
            Action::ChooseOption(option) => {
                let prompt = *prompt;
                if prompt.answers == Goes::Triggers {
                    self.game.pending.remove_prompt();
                    self.order_answered(&prompt, option);
                } else {
                    self.deliver(|work| work.number = i16::from(option));
                }
            }
            Action::ChoosePlace(place) => self.deliver(|work| work.place = place),
            Action::ChooseNumber(number) => self.deliver(|work| work.number = number),
            _ => {}
        }
    }

    #[inline(always)]
    fn submit(&mut self) {
        let Game { pending, objects, .. } = &mut *self.game;
        pending.answer_with_picks(|id| {
            let incarnation = objects.get(id.index())?.incarnation;
            Some(Handle { id, incarnation })
        });
        self.deliver(|_| {});
    }

    /// The work that asked gets its answer and goes on.
    fn deliver(&mut self, set: impl FnOnce(&mut crate::state::Work)) {
        self.game.pending.remove_prompt();
        if let Some(work) = self.game.pending.work.last_mut() {
            set(work);
            work.answered = true;
        }
    }
}

fn toggle(prompt: &mut Prompt, id: ObjectId) {
    let picked = usize::from(prompt.picked);
    match prompt.picks[..picked].iter().position(|pick| *pick == id) {
        Some(at) => {
            prompt.picks.copy_within(at + 1..picked, at);
            prompt.picks[picked - 1] = ObjectId::NONE;
            prompt.picked -= 1;
        }
        None if picked < PICKS => {
            prompt.picks[picked] = id;
            prompt.picked += 1;
        }
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::Seat;
    use crate::state::Reason;

    /// What is offered of the objects 1, 2 and 3, two of which are wanted.
    fn check(ask: Ask, toggle: bool, picks: &[u16], offered: &[u16]) {
        let mut prompt = Prompt::new(Seat::ONE, ask, Reason::Effect);
        prompt.candidates = (1..=3).map(ObjectId).collect();
        (prompt.min, prompt.max) = (3, 2);
        picks.iter().for_each(|id| super::toggle(&mut prompt, ObjectId(*id)));
        let mut actions = Vec::new();
        prompt.answers(toggle, &mut actions);
        let expected = offered.iter().map(|id| Action::Choose(ObjectId(*id)));
        assert_eq!(actions, expected.collect::<Vec<_>>());
    }

    #[test]
    fn picks_are_offered_again_only_where_they_can_be_taken_back() {
        check(Ask::Objects, false, &[], &[1, 2, 3]);
        check(Ask::Objects, false, &[2], &[1, 3]);
        check(Ask::Objects, false, &[2, 1], &[]);
        check(Ask::Objects, true, &[2], &[1, 2, 3]);
        check(Ask::Objects, true, &[2, 1], &[1, 2]);
        check(Ask::Order, true, &[2], &[1, 3]);
    }
}
