//! A decision being carried out: the states it went through and their record.

use onplay_engine::event::Kind;
use onplay_engine::id::{CardId, Seat};
use onplay_engine::play::{Table, view};
use onplay_engine::state::{Action, Fact, Game, Record, RecordEntry};

/// Most states that are kept of one decision. What comes later is told from the
/// last of them and the end.
const MOST_STATES: usize = 400;

/// What one decision did, forced decisions after it included.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The state before the decision, states in between, and the state after it.
    /// Never empty.
    pub(crate) states: Vec<Game>,
    pub(crate) record: Record,
}

/// Carries out a decision that is on offer and keeps what it went through.
pub fn play(table: &Table, game: &mut Game, action: Action) -> Trace {
    let mut record = Record::default();
    let mut states = vec![game.clone()];
    let mut known = game.clock.ordinal;
    table.watch(game, action, Some(&mut record), &mut |now| {
        if now.clock.ordinal == known {
            // What nothing tells of belongs to what was told before it, so that a
            // forced decision begins where a given one would.
            if let Some(last) = states.last_mut().filter(|last| last.clock.ordinal == known) {
                last.clone_from(now);
            }
        } else if states.len() < MOST_STATES {
            known = now.clock.ordinal;
            states.push(now.clone());
        }
    });
    if states.last() != Some(&*game) {
        states.push(game.clone());
    }
    Trace { states, record }
}

impl Trace {
    /// The game after the decision.
    pub fn after(&self) -> &Game {
        &self.states[self.states.len() - 1]
    }

    /// The record of what happened.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Whether it showed anybody a card that cannot be unseen: one that the seat itself
    /// did not know, or one of which only others know now. What a seat shows of its own
    /// hand is its own affair.
    pub fn teaches(&self, table: &Table, seat: Seat) -> bool {
        let revealed = |entry: &RecordEntry| matches!(entry.fact, Fact::Happened { event, .. } if event.kind == Kind::Revealed);
        if self.record.entries.iter().any(revealed) {
            return true;
        }
        let seen = |game: &Game, by: Seat| view(game, &table.catalog, by).state;
        let mut before = Seat::BOTH.map(|by| seen(&self.states[0], by));
        for state in &self.states[1..] {
            let after = Seat::BOTH.map(|by| seen(state, by));
            let hidden = |views: &[Game; 2], by: Seat, at: usize| {
                views[by.index()].objects.get(at).is_none_or(|it| it.card == CardId::HIDDEN)
            };
            let learned = |at: usize| {
                hidden(&before, seat, at)
                    && Seat::BOTH
                        .iter()
                        .any(|by| hidden(&before, *by, at) && !hidden(&after, *by, at))
            };
            // Objects that were not there before are nothing that was hidden.
            if (0..before[0].objects.len()).any(learned) {
                return true;
            }
            before = after;
        }
        false
    }

    /// What was recorded between a state and the one before it.
    pub(crate) fn entries(&self, state: usize) -> &[RecordEntry] {
        let at =
            |ordinal: u32| self.record.entries.partition_point(|entry| entry.ordinal <= ordinal);
        let (from, to) =
            (at(self.states[state - 1].clock.ordinal), at(self.states[state].clock.ordinal));
        &self.record.entries[from..to]
    }
}
