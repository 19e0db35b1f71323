//! The machine: one loop that does the work on top of the pile, places
//! triggers where the policy says, and stops at every question.

use crate::card::When;
use crate::compile::Catalog;
use crate::event::{Event, Kind};
use crate::frame::Frame;
use crate::id::{AbilityId, Handle, ObjectId, Seat};
use crate::query::Reader;
use crate::rulebook::Policy;
use crate::state::{Fact, Game, Origin, Outcome, Prompt, Record, RecordEntry, Task, Work};

/// A game being played: the state, what it is played by, and who listens.
pub struct Engine<'a> {
    /// The state that is changed.
    pub game: &'a mut Game,
    /// The cards that it is played with.
    pub catalog: &'a Catalog,
    /// What the game adds to the machine.
    pub frame: &'a dyn Frame,
    /// Where events are written down; none if nobody listens.
    pub record: Option<&'a mut Record>,
    /// What the present happening goes back to.
    pub(crate) cause: u32,
    /// The work being done, by its place on the pile.
    pub(crate) doing: usize,
    /// Several changes are being made at one moment.
    pub(crate) batching: bool,
    /// Everything is of one moment until the sentence that says so is over.
    pub(crate) in_moment: bool,
    /// What is happening triggers nothing.
    pub(crate) silent: bool,
    /// An order of triggers is being tried on a copy of the game.
    pub(crate) is_trial: bool,
    /// Who is behind an event that is announced later than it happened.
    pub(crate) announced: Option<(Handle, u16)>,
    /// Where in its row the last listener stood whose place was asked for.
    pub(crate) last_position: usize,
}

impl<'a> Engine<'a> {
    /// A machine at rest over this state: nothing is run before it is asked to.
    pub fn new(
        game: &'a mut Game,
        catalog: &'a Catalog,
        frame: &'a dyn Frame,
        record: Option<&'a mut Record>,
    ) -> Self {
        Engine {
            game,
            catalog,
            frame,
            record,
            cause: 0,
            doing: usize::MAX,
            batching: false,
            in_moment: false,
            silent: false,
            is_trial: false,
            announced: None,
            last_position: 0,
        }
    }

    /// How this game decides what comes next.
    #[inline]
    pub fn policy(&self) -> &'a Policy {
        &self.catalog.rules.policy
    }

    /// The game, for reading.
    #[inline]
    pub fn reader(&self) -> Reader<'_> {
        Reader { game: self.game, catalog: self.catalog, frame: self.frame }
    }

    /// Puts a step on top of the pile: it is done next.
    pub fn interrupt(&mut self, mut work: Work) {
        if work.cause == 0 {
            work.cause = self.cause;
        }
        if let Some(top) = self.game.pending.work.last() {
            work.depth = work.depth.max(top.depth);
        }
        self.game.pending.work.push(work);
    }

    /// Puts steps on top of the pile so that the first is done first.
    pub fn sequence(&mut self, steps: &[Work]) {
        for step in steps.iter().rev() {
            self.interrupt(*step);
        }
    }

    /// Asks a seat.
    pub fn ask(&mut self, prompt: Prompt) {
        self.note_with(|| Fact::Asked {
            seat: prompt.seat,
            ask: prompt.ask,
            reason: prompt.reason,
            source: prompt.source,
        });
        self.game.pending.push_prompt(prompt);
    }

    /// Records something that is not an event and returns its number.
    #[inline]
    pub fn note(&mut self, fact: Fact) -> u32 {
        self.note_with(|| fact)
    }

    /// [`Engine::note`] for a fact that is built only if somebody records.
    #[inline(always)]
    pub(crate) fn note_with(&mut self, fact: impl FnOnce() -> Fact) -> u32 {
        self.game.clock.ordinal += 1;
        if self.record.is_some() {
            self.record_fact(fact());
        }
        self.game.clock.ordinal
    }

    #[cold]
    fn record_fact(&mut self, fact: Fact) {
        let (ordinal, cause) = (self.game.clock.ordinal, self.cause);
        let depth = self.game.pending.work.last().map_or(0, |work| work.depth);
        if let Some(record) = &mut self.record {
            let cause = match fact {
                // A check that runs when nothing is being done goes back to
                // what last changed the object.
                Fact::Checked { object } if cause == 0 => record.last_change(object),
                _ => cause,
            };
            record.entries.push(RecordEntry { ordinal, cause, depth, fact });
        }
    }

    /// Records that a clause of the frame's rules was applied.
    pub fn rule(&mut self, clause: u16) -> u32 {
        self.note_with(|| Fact::Ruled { clause })
    }

    /// Drops all work.
    pub(crate) fn clear(&mut self) {
        self.game.pending.clear();
        self.game.last_known.clear();
    }

    /// Drops what a drawn part of the game was still doing.
    pub fn drop_work(&mut self) {
        self.clear();
    }

    /// Ends the game for this winner, unless it is over already.
    pub fn win_game(&mut self, seat: Seat) {
        self.finish(Outcome::Won(seat));
    }

    /// Ends the game without a winner, unless it is over already.
    pub fn draw_game(&mut self) {
        self.finish(Outcome::Drawn);
    }

    fn finish(&mut self, outcome: Outcome) {
        if self.game.is_over() {
            return;
        }
        self.game.set_outcome(outcome);
        let seat = if let Outcome::Won(seat) = outcome { seat } else { self.game.turn.active };
        self.emit(Event::new(Kind::Ended, seat));
        self.note(Fact::Finished { outcome });
    }

    /// Starts what a card does when it is played, in printed order.
    pub fn start_played(&mut self, seat: Seat, id: ObjectId) {
        self.start_text(seat, id, Origin::Played);
    }

    /// Starts what happens when an object's card is played, whatever the reason.
    pub(crate) fn start_text(&mut self, seat: Seat, id: ObjectId, origin: Origin) {
        let source = self.game.handle(id);
        let work = Work { origin, ..Work::new(Task::Ability, seat).source(source) };
        // The last is pushed first, so that the first is done first.
        for ability in self.catalog.program.of(self.game.object(id).card).rev() {
            if self.catalog.ability(ability).when == When::Played {
                self.start(ability, work);
            }
        }
    }

    /// Starts an activated ability of an object, by its number on the card.
    pub fn start_activated(&mut self, seat: Seat, id: ObjectId, number: u8) {
        let card = self.game.object(id).card;
        if let Some(ability) = self.reader().ability_of(card, number) {
            let work = Work { origin: Origin::Activated, ..Work::new(Task::Ability, seat) };
            self.start(ability, work.source(self.game.handle(id)));
        }
    }

    /// Starts an ability now: it goes on top of the pile.
    pub fn start(&mut self, ability: AbilityId, work: Work) {
        let cause = if work.cause == 0 { self.cause } else { work.cause };
        self.game.pending.work.push(Work { ability, cause, ..work });
    }
}
