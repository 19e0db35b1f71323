//! Bots that think beside the matches: never more at once than there is room for.

use std::sync::Arc;

use onplay_bots::BotKind;
use onplay_engine::id::Seat;
use onplay_engine::state::{Action, Game};
use onplay_games::seat::{Decider, Question};
use onplay_wire::Projection;
use tokio::sync::Semaphore;

use crate::secret::random_seed;

/// A bounded number of thoughts at once.
#[derive(Clone)]
pub(crate) struct BotPool {
    room: Arc<Semaphore>,
}

/// A bot at a seat. It is away while it thinks.
pub(crate) struct Player {
    bot: Option<Box<dyn Decider>>,
}

/// What a bot came to, with the bot itself.
pub(crate) struct Thought {
    pub seat: Seat,
    /// After how many rows it began to think.
    pub rows: u32,
    pub action: Action,
    bot: Box<dyn Decider>,
}

impl Player {
    pub fn new(kind: BotKind) -> Self {
        // Its chance is its own: the match's seed would tell it what is hidden.
        Player { bot: Some(kind.build(random_seed())) }
    }

    /// The bot, if it does not think already.
    pub fn leave(&mut self) -> Option<Box<dyn Decider>> {
        self.bot.take()
    }

    /// Whether it thinks.
    pub fn is_away(&self) -> bool {
        self.bot.is_none()
    }

    pub fn come_back(&mut self, thought: Thought) -> Action {
        self.bot = Some(thought.bot);
        thought.action
    }
}

impl BotPool {
    pub fn new(threads: usize) -> Self {
        BotPool { room: Arc::new(Semaphore::new(threads.max(1))) }
    }

    /// Lets a bot decide from what its seat may know.
    pub async fn think(
        self,
        mut bot: Box<dyn Decider>,
        projection: Arc<Projection>,
        game: Game,
        (seat, rows): (Seat, u32),
    ) -> Option<Thought> {
        let _place = self.room.acquire().await.ok()?;
        let thinking = tokio::task::spawn_blocking(move || {
            let legal = projection.table().with_actions(&game, <[Action]>::to_vec);
            if legal.is_empty() {
                return None;
            }
            let question = Question::new(projection.table(), &game, seat, &legal);
            let action = bot.decide(&question)?;
            Some(Thought { seat, rows, action, bot })
        });
        thinking.await.ok().flatten()
    }
}
