//! The table: a game's rules and frame together, and the only way to play.

use std::cell::Cell;
use std::sync::Arc;

use crate::compile::Catalog;
use crate::frame::{DeckList, Frame};
use crate::id::Seat;
use crate::mutate::Engine;
use crate::query::Reader;
use crate::state::{Action, Dice, Game, Record, Refusal, Why, state_hash};

/// Everything that is needed to play one game, immutable and shared.
#[derive(Clone)]
pub struct Table {
    /// All cards of the game, with its rules and words.
    pub catalog: Arc<Catalog>,
    /// Boxed, so that finding it does not depend on its size.
    pub frame: Arc<Box<dyn Frame>>,
}

/// The table before a game begins: all cards lie in their places, none is shuffled.
#[derive(Clone)]
pub struct Layout(Game);

impl Table {
    /// A table for these cards, with what the game adds to the machine.
    pub fn new(catalog: Arc<Catalog>, frame: Box<dyn Frame>) -> Self {
        Table { catalog, frame: Arc::new(frame) }
    }

    /// Starts a game: the decks are laid out and the first decision waits.
    pub fn start(&self, seed: u64, decks: &[DeckList; 2], record: Option<&mut Record>) -> Game {
        let Layout(mut game) = self.lay_out(decks);
        self.begin_game(&mut game, seed, record);
        game
    }

    /// Lays out the decks of both seats, for any number of games.
    pub fn lay_out(&self, decks: &[DeckList; 2]) -> Layout {
        let mut game = Game::new(&self.catalog, 0);
        let mut engine = Engine::new(&mut game, &self.catalog, &**self.frame, None);
        self.frame.lay_out(&mut engine, decks);
        Layout(game)
    }

    /// Starts a game in the memory of another one; otherwise [`Table::start`].
    pub fn restart(
        &self,
        game: &mut Game,
        seed: u64,
        layout: &Layout,
        record: Option<&mut Record>,
    ) {
        game.clone_from(&layout.0);
        self.begin_game(game, seed, record);
    }

    fn begin_game(&self, game: &mut Game, seed: u64, mut record: Option<&mut Record>) {
        game.dice = Dice::new(seed);
        let mut engine = Engine::new(game, &self.catalog, &**self.frame, record.as_deref_mut());
        self.frame.begin(&mut engine);
        engine.run();
        self.force(game, record);
    }

    /// Lays out a table by hand: an empty game for `lay` to fill, then the
    /// main phase of the active seat.
    pub fn arrange(
        &self,
        seed: u64,
        active: Seat,
        record: Option<&mut Record>,
        lay: impl FnOnce(&mut Engine),
    ) -> Game {
        let mut game = Game::new(&self.catalog, seed);
        let mut engine = Engine::new(&mut game, &self.catalog, &**self.frame, record);
        lay(&mut engine);
        engine.skip_pending_checks();
        engine.game.derived.stale = true;
        self.frame.stage(&mut engine, active);
        engine.run();
        game
    }

    /// The game, for reading.
    pub fn read<'a>(&'a self, game: &'a Game) -> Reader<'a> {
        Reader { game, catalog: &self.catalog, frame: &**self.frame }
    }

    /// Everything that can be decided now, into the caller's buffer. The only
    /// authority on what is allowed.
    pub fn legal_actions(&self, game: &Game, actions: &mut Vec<Action>) {
        actions.clear();
        if game.is_over() {
            return;
        }
        match game.pending.prompts().first() {
            Some(prompt) => prompt.answers(self.catalog.rules.policy.toggle, actions),
            None => self.frame.actions(&self.read(game), actions),
        }
    }

    /// Runs `work` with everything that can be decided now, for callers
    /// without a buffer of their own.
    pub fn with_actions<T>(&self, game: &Game, work: impl FnOnce(&[Action]) -> T) -> T {
        with_scratch(|actions| {
            self.legal_actions(game, actions);
            work(actions)
        })
    }

    /// Applies a decision of a seat.
    ///
    /// # Errors
    /// The decision is not offered; the game is unchanged.
    pub fn apply(
        &self,
        game: &mut Game,
        seat: Seat,
        action: Action,
        record: Option<&mut Record>,
    ) -> Result<(), Refusal> {
        let Some(asked) = game.to_decide() else { return Err(Refusal::GameOver) };
        if asked != seat {
            return Err(Refusal::NotYourDecision { asked });
        }
        if !self.with_actions(game, |actions| actions.contains(&action)) {
            return Err(self.why_refused(game, action));
        }
        self.apply_unchecked(game, action, record);
        Ok(())
    }

    /// Applies a decision that is known to be offered.
    pub fn apply_unchecked(
        &self,
        game: &mut Game,
        action: Action,
        mut record: Option<&mut Record>,
    ) {
        self.decide(game, action, record.as_deref_mut(), false);
        self.force(game, record);
    }

    /// Applies a decision that is known to be offered and leaves what can be
    /// decided next in `actions`. The same as [`Table::apply_unchecked`] and
    /// [`Table::legal_actions`], which look for forced decisions twice. Returns
    /// how many decisions were forced.
    pub fn play(
        &self,
        game: &mut Game,
        action: Action,
        mut record: Option<&mut Record>,
        actions: &mut Vec<Action>,
    ) -> usize {
        self.decide(game, action, record.as_deref_mut(), false);
        self.force_into(game, record, actions)
    }

    fn decide(&self, game: &mut Game, action: Action, record: Option<&mut Record>, forced: bool) {
        if let Some(seat) = game.to_decide() {
            let mut engine = Engine::new(game, &self.catalog, &**self.frame, record);
            engine.begin(seat, action, forced);
            engine.run();
        }
    }

    /// Applies a decision that is known to be offered and shows the game after
    /// every step, for lessons and debuggers; the steps of forced decisions too.
    pub fn watch(
        &self,
        game: &mut Game,
        action: Action,
        mut record: Option<&mut Record>,
        watch: &mut dyn FnMut(&Game),
    ) {
        let mut next = Some((action, false));
        // As many forced decisions as elsewhere.
        for _ in 0..=FORCED {
            let (Some((action, forced)), Some(seat)) = (next, game.to_decide()) else { return };
            let record = record.as_deref_mut();
            let mut engine = Engine::new(game, &self.catalog, &**self.frame, record);
            engine.begin(seat, action, forced);
            watch(engine.game);
            let mut more = true;
            while more {
                more = engine.tick();
                watch(engine.game);
            }
            next = self
                .with_actions(game, |actions| self.forced(game, actions))
                .map(|one| (one, true));
        }
    }

    /// The only decision there is, where the policy takes it.
    #[inline(always)]
    fn forced(&self, game: &Game, actions: &[Action]) -> Option<Action> {
        let auto = self.catalog.rules.policy.auto;
        let [action] = *actions else { return None };
        let wanted = match action {
            Action::Pass => auto.pass && self.frame.can_pass_by_itself(game),
            Action::Choose(_)
            | Action::ChooseOption(_)
            | Action::ChoosePlace(_)
            | Action::Submit => auto.single,
            _ => false,
        };
        wanted.then_some(action)
    }

    /// Takes forced decisions where the policy says so, and logs them.
    fn force(&self, game: &mut Game, record: Option<&mut Record>) {
        let auto = self.catalog.rules.policy.auto;
        if auto.pass || auto.single {
            with_scratch(|actions| {
                self.force_into(game, record, actions);
            });
        }
    }

    /// Takes forced decisions and leaves what can be decided then in `actions`.
    /// Returns how many it took.
    #[inline(always)]
    fn force_into(
        &self,
        game: &mut Game,
        mut record: Option<&mut Record>,
        actions: &mut Vec<Action>,
    ) -> usize {
        self.legal_actions(game, actions);
        // A forced decision uses no budget of its own, so this is bounded by
        // the game's own end; the bound is for games that never end.
        for taken in 0..FORCED {
            let Some(action) = self.forced(game, actions) else { return taken };
            self.decide(game, action, record.as_deref_mut(), true);
            self.legal_actions(game, actions);
        }
        FORCED
    }

    /// The reason why an action is not offered.
    pub fn why_refused(&self, game: &Game, action: Action) -> Refusal {
        if game.is_over() {
            return Refusal::GameOver;
        }
        if let Some(prompt) = game.pending.prompts().first() {
            if let Action::Choose(id) = action
                && prompt.is_picked(id)
            {
                return Refusal::Forbidden(Why::Limit);
            }
            let mismatch = matches!(action, Action::Choose(_) | Action::ChoosePlace(_));
            return if mismatch { Refusal::Forbidden(Why::Mismatch) } else { Refusal::NotOffered };
        }
        let reader = self.read(game);
        if !reader.has_named(action) {
            return Refusal::Forbidden(Why::Absent);
        }
        self.frame.refusal(&reader, action).map_or(Refusal::NotOffered, Refusal::Forbidden)
    }

    /// The canonical hash of a state: equal games have equal ones on every machine.
    pub fn hash(&self, game: &Game) -> u64 {
        state_hash(game)
    }
}

/// Most forced decisions in a row.
const FORCED: usize = 10_000;

thread_local! {
    static SCRATCH: Cell<Vec<Action>> = const { Cell::new(Vec::new()) };
}

/// Passes a buffer that keeps its memory from call to call.
fn with_scratch<T>(work: impl FnOnce(&mut Vec<Action>) -> T) -> T {
    let mut actions = SCRATCH.take();
    let result = work(&mut actions);
    SCRATCH.set(actions);
    result
}
