//! One game from start to end.

use onplay_engine::event::Kind;
use onplay_engine::id::{ObjectId, Seat, ZoneId};
use onplay_engine::play::{Layout, Table};
use onplay_engine::rulebook::Role;
use onplay_engine::state::{Action, Fact, Game, Outcome, Record};
use onplay_games::seat::{Decider, Question};

/// How a game went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// How it ended.
    pub outcome: Outcome,
    /// How many decisions were made.
    pub decisions: u32,
    /// How many turns it had.
    pub turns: u16,
    /// The deepest chain of causes.
    pub depth: u16,
    /// The hash of the final state.
    pub hash: u64,
}

/// What was seen in a game, for statistics by card. The room is kept from game
/// to game.
#[derive(Default)]
pub struct Notes {
    record: Record,
    /// Whether the card was drawn, by card and seat.
    pub drawn: Vec<[bool; 2]>,
    /// Whether the card was played, by card and seat.
    pub played: Vec<[bool; 2]>,
    /// The deepest chain of causes.
    pub depth: u16,
}

/// A game that is longer than this is stopped and counted as not finished.
pub const DECISIONS: u32 = 20_000;

/// The seed of a player's own chance in the game of a seed.
pub fn seat_seed(seed: u64, seat: Seat) -> u64 {
    (seed ^ (u64::from(seat.0) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
        .wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// The memory that games played one after the other share.
pub struct Room {
    game: Game,
    legal: Vec<Action>,
}

impl Room {
    /// Room for games on a table.
    pub fn new(table: &Table) -> Self {
        Room { game: Game::new(&table.catalog, 0), legal: Vec::new() }
    }
}

/// Plays one game.
pub fn playout(
    table: &Table,
    layout: &Layout,
    seed: u64,
    bots: &mut [Box<dyn Decider>; 2],
    room: &mut Room,
    mut notes: Option<&mut Notes>,
) -> Played {
    for seat in Seat::BOTH {
        bots[seat.index()].begin(seat_seed(seed, seat));
    }
    if let Some(notes) = notes.as_deref_mut() {
        notes.begin(table.catalog.cards.len());
    }
    let Room { game, legal } = room;
    table.restart(game, seed, layout, notes.as_deref_mut().map(|notes| &mut notes.record));
    let mut decisions = 0;
    table.legal_actions(game, legal);
    while let Some(seat) = game.to_decide() {
        if legal.is_empty() || decisions >= DECISIONS {
            break;
        }
        let question = Question::new(table, game, seat, legal);
        let Some(action) = bots[seat.index()].decide(&question) else { break };
        let record = notes.as_deref_mut().map(|notes| {
            notes.take(table, game);
            &mut notes.record
        });
        table.play(game, action, record, legal);
        decisions += 1;
    }
    let depth = notes.map_or(0, |notes| {
        notes.take(table, game);
        notes.depth
    });
    Played {
        outcome: game.outcome(),
        decisions,
        turns: game.turn.number,
        depth,
        hash: table.hash(game),
    }
}

impl Notes {
    fn begin(&mut self, cards: usize) {
        for list in [&mut self.drawn, &mut self.played] {
            list.clear();
            list.resize(cards, [false; 2]);
        }
        self.depth = 0;
        self.record.entries.clear();
        self.record.skipped_triggers.clear();
    }

    /// Takes what was recorded since the last time.
    fn take(&mut self, table: &Table, game: &Game) {
        for entry in &self.record.entries {
            self.depth = self.depth.max(entry.depth);
            match entry.fact {
                Fact::Happened { event, .. } if event.kind == Kind::Played => {
                    note(&mut self.played, game, event.object.id, event.player);
                }
                Fact::Decided { seat, action: Action::Play { object, .. } } => {
                    note(&mut self.played, game, object, seat);
                }
                _ => {}
            }
        }
        self.record.entries.clear();
        self.record.skipped_triggers.clear();
        // Opening hands and cards drawn together are no events of their own.
        for seat in Seat::BOTH {
            let hand = table.catalog.rules.zone_of(Role::Hand, seat);
            if hand != ZoneId::OUTSIDE {
                game.zone(hand).iter().for_each(|id| note(&mut self.drawn, game, *id, seat));
            }
        }
    }
}

fn note(list: &mut [[bool; 2]], game: &Game, id: ObjectId, seat: Seat) {
    let Some(object) = game.objects.get(id.index()) else { return };
    if let Some(seen) = list.get_mut(object.card.index()) {
        seen[seat.index()] = true;
    }
}
