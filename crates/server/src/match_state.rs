//! How a match stands, without sockets, clocks or a database: the game, what led
//! there, and what each viewer was told.

use std::collections::VecDeque;
use std::sync::Arc;

use onplay_engine::id::Seat;
use onplay_engine::state::{Action, Game, Outcome};
use onplay_games::replay::{self, Replay, hash_text};
use onplay_wire::{Ask, Eyes, Given, Projection, Reason, Step, Trace, View, Viewer, play};

use crate::setup::Setup;
use crate::store::{DecisionKind, DecisionRow, SeatRow, StoreError, Stored};

/// Most bytes of steps that are kept for one viewer who may come back.
const MOST_KEPT: usize = 48 * 1024;

/// A match.
pub(crate) struct Match {
    pub id: String,
    pub setup: Setup,
    pub seats: [SeatRow; 2],
    pub projection: Arc<Projection>,
    pub game: Game,
    /// Who gave up or stayed away. The rules know nothing of it.
    lost: Option<Seat>,
    /// Everything that happened, in order.
    past: Vec<Past>,
    /// The decisions that were not taken back.
    line: Vec<(Seat, Action)>,
    followers: [Option<Follower>; 3],
    /// By seat: the last decisions that clients gave.
    given: [Given; 2],
    /// Milliseconds that each seat has thought beyond the time of one decision.
    pub overtime: [u64; 2],
    /// Card and deck texts that the table brought.
    pub texts: Vec<(String, String)>,
    /// The clause of the rules that was applied last, until the next decision.
    clause: Option<String>,
}

/// One thing that happened.
#[derive(Clone, Copy)]
struct Past {
    kind: DecisionKind,
    seat: Seat,
    action: Action,
    /// For an undo: how many decisions are left.
    left: u32,
}

/// What one viewer was told.
pub(crate) struct Follower {
    pub eyes: Eyes,
    /// The last steps as they were sent.
    kept: VecDeque<(u32, String)>,
    bytes: usize,
}

/// Something that can happen next, computed but not yet true.
pub(crate) struct Next {
    pub row: DecisionRow,
    past: Past,
    game: Game,
    trace: Option<Trace>,
}

/// The place of a viewer among the followers.
pub(crate) fn place(viewer: Viewer) -> usize {
    match viewer {
        Viewer::Seat(seat) => seat.index(),
        Viewer::Spectator | Viewer::Everything => 2,
    }
}

impl Match {
    /// Makes a match from what was kept of it.
    ///
    /// # Errors
    /// What was kept does not lead where it should.
    pub fn new(
        stored: Stored,
        setup: Setup,
        projection: Arc<Projection>,
    ) -> Result<Match, StoreError> {
        let mut game = start(&projection, &setup).map_err(StoreError::Corrupt)?;
        let mut line = Vec::new();
        let mut past = Vec::new();
        let mut given = [Given::default(), Given::default()];
        let mut overtime = [0, 0];
        let own = u64::from(setup.clock.decision.unwrap_or(0));
        let mut asks = [0, 0];
        let mut lost = None;
        for (at, row) in stored.decisions.iter().enumerate() {
            let corrupt = |why: String| StoreError::Corrupt(format!("decision {}: {why}", row.n));
            if row.n as usize != at + 1 {
                return Err(corrupt(format!("{} was expected", at + 1)));
            }
            if let Some(seat) = game.to_decide() {
                asks[seat.index()] += u32::from(past.is_empty());
            }
            let one = read(&projection, &game, row).map_err(corrupt)?;
            game = match one.kind {
                DecisionKind::Decided | DecisionKind::Late => {
                    line.push((one.seat, one.action));
                    let mut next = game;
                    projection.table().apply_unchecked(&mut next, one.action, None);
                    next
                }
                DecisionKind::Undone => {
                    line.truncate(one.left as usize);
                    replayed(&projection, &setup, &line).map_err(corrupt)?
                }
                DecisionKind::Conceded | DecisionKind::Forfeited => {
                    lost = Some(one.seat);
                    game
                }
            };
            let hash = hash_text(projection.table(), &game);
            if hash != row.hash {
                return Err(corrupt(format!("hash {hash}, {} was kept", row.hash)));
            }
            if let Some(id) = &row.client_id {
                given[row.seat.index()].remember(id, asks[row.seat.index()]);
            }
            if let Some(seat) = game.to_decide().filter(|_| lost.is_none()) {
                asks[seat.index()] += 1;
            }
            overtime[row.seat.index()] += u64::from(row.spent).saturating_sub(own);
            past.push(one);
        }
        let id = stored.row.id;
        let followers = [None, None, None];
        let (seats, texts, clause) = (stored.row.seats, stored.row.texts, None);
        Ok(Match {
            id,
            setup,
            seats,
            projection,
            game,
            lost,
            past,
            line,
            followers,
            given,
            overtime,
            texts,
            clause,
        })
    }

    /// How many rows are kept.
    pub fn rows(&self) -> u32 {
        self.past.len() as u32
    }

    /// What a viewer was told so far, computed if nobody has looked yet.
    pub fn follow(&mut self, viewer: Viewer) -> &mut Follower {
        let at = place(viewer);
        if self.followers[at].is_none() {
            let follower = self.followed(viewer, &mut |_| {});
            self.followers[at] = Some(follower);
        }
        self.followers[at].as_mut().expect("it was just made")
    }

    /// Plays everything again for the eyes of one viewer.
    fn followed(&self, viewer: Viewer, tell: &mut dyn FnMut(&[Step])) -> Follower {
        let mut game = start(&self.projection, &self.setup).expect("it could be started before");
        let mut line: Vec<(Seat, Action)> = Vec::new();
        let eyes = self.projection.eyes(&game, viewer);
        let mut follower = Follower { eyes, kept: VecDeque::new(), bytes: 0 };
        for past in &self.past {
            let steps = match past.kind {
                DecisionKind::Decided | DecisionKind::Late => {
                    line.push((past.seat, past.action));
                    let trace = play(self.projection.table(), &mut game, past.action);
                    self.told(past, &trace, &mut follower.eyes)
                }
                DecisionKind::Undone => {
                    let before = game;
                    line.truncate(past.left as usize);
                    game = replayed(&self.projection, &self.setup, &line)
                        .expect("it could be played before");
                    vec![self.undone(past, &before, &game, &mut follower.eyes)]
                }
                DecisionKind::Conceded | DecisionKind::Forfeited => {
                    vec![self.given_up(past, &mut follower.eyes)]
                }
            };
            tell(&steps);
            follower.keep(&steps);
        }
        follower
    }

    fn told(&self, past: &Past, trace: &Trace, eyes: &mut Eyes) -> Vec<Step> {
        let mut steps = self.projection.steps(trace, eyes);
        if past.kind == DecisionKind::Late
            && let Some(first) = steps.first_mut()
        {
            first.text += " (the time ran out)";
        }
        steps
    }

    fn undone(&self, past: &Past, before: &Game, after: &Game, eyes: &mut Eyes) -> Step {
        let text = format!("{} takes back a decision", past.seat);
        self.projection.jump(before, after, (past.seat, text), eyes)
    }

    fn given_up(&self, past: &Past, eyes: &mut Eyes) -> Step {
        let seat = past.seat;
        let text = match past.kind {
            DecisionKind::Forfeited => format!("{seat} has been away for too long and loses"),
            _ => format!("{seat} gives up"),
        };
        self.projection.concession(seat, text, eyes)
    }

    /// Whether nothing is left to decide.
    pub fn is_over(&self) -> bool {
        self.lost.is_some() || self.game.is_over()
    }

    /// Who must decide now.
    pub fn to_decide(&self) -> Option<Seat> {
        self.game.to_decide().filter(|_| self.lost.is_none())
    }

    /// How the match stands.
    pub fn outcome(&self) -> Outcome {
        self.lost.map_or(self.game.outcome(), |seat| Outcome::Won(seat.other()))
    }

    /// The whole table as a viewer sees it, with the number of the last step in it.
    pub fn view(&mut self, viewer: Viewer) -> (u32, View) {
        self.follow(viewer);
        let eyes = &self.followers[place(viewer)].as_ref().expect("it follows").eyes;
        let view = self.projection.view(&self.game, eyes);
        let view = match self.lost {
            Some(seat) => view.conceded(seat.into()),
            None => view,
        };
        (eyes.steps, view)
    }

    /// Every step that a viewer was ever told, and why triggers of a card stayed
    /// silent, if one is asked about.
    pub fn all_steps(&self, viewer: Viewer) -> Vec<Step> {
        let mut all = Vec::new();
        self.followed(viewer, &mut |steps| all.extend_from_slice(steps));
        all
    }

    /// Tells everything again, for the eyes of one viewer, decision by decision.
    pub fn tell_again(&self, viewer: Viewer, tell: &mut dyn FnMut(&[Step])) {
        self.followed(viewer, tell);
    }

    /// The whole table before the first decision, as a viewer sees it.
    pub fn beginning(&self, viewer: Viewer) -> View {
        let game = start(&self.projection, &self.setup).expect("it could be started before");
        let eyes = self.projection.eyes(&game, viewer);
        self.projection.view(&game, &eyes)
    }

    /// How many rows came before the one that ended the match.
    pub fn rows_before_the_end(&self) -> u32 {
        self.rows().saturating_sub(u32::from(self.is_over()))
    }

    /// How the match ended, in words.
    pub fn result_words(&self) -> String {
        match self.outcome() {
            Outcome::Won(seat) => format!("{seat} wins"),
            Outcome::Drawn => "a draw".into(),
            Outcome::Playing => "not over".into(),
        }
    }

    /// Which triggers of a card stayed silent since the seat last decided.
    pub fn skipped_triggers(&mut self, viewer: Viewer, handle: u32) -> Vec<Reason> {
        let undone = self.past.iter().any(|past| past.kind == DecisionKind::Undone);
        let Some(last) = self.line.len().checked_sub(1).filter(|_| !undone) else {
            return Vec::new();
        };
        let projection = self.projection.clone();
        let Ok(mut game) = replayed(&projection, &self.setup, &self.line[..last]) else {
            return Vec::new();
        };
        let trace = play(projection.table(), &mut game, self.line[last].1);
        let eyes = &self.follow(viewer).eyes;
        projection.skipped_triggers(trace.record(), &game, eyes, handle)
    }

    /// What a seat is asked; none if another decides.
    pub fn ask(&mut self, seat: Seat) -> Option<Ask> {
        if self.to_decide() != Some(seat) {
            return None;
        }
        self.follow(Viewer::Seat(seat));
        let eyes = &self.followers[seat.index()].as_ref()?.eyes;
        self.projection.ask(&self.game, eyes)
    }

    /// What a seat can decide, in the order of the offers.
    pub fn offers(&mut self, seat: Seat) -> Vec<Action> {
        self.follow(Viewer::Seat(seat));
        let eyes = self.followers[seat.index()].as_ref().map(|follower| &follower.eyes);
        eyes.map_or(Vec::new(), |eyes| self.projection.offered(&self.game, eyes))
    }

    /// The clause of the rules that the last decision led to, if the game is over.
    pub fn last_clause(&self) -> Option<String> {
        self.clause.clone().filter(|_| self.is_over())
    }

    /// The last decisions that clients of a seat gave.
    pub fn given(&mut self, seat: Seat) -> &mut Given {
        &mut self.given[seat.index()]
    }

    /// The number of the ask that a seat has before it.
    pub fn asked(&mut self, seat: Seat) -> u32 {
        self.follow(Viewer::Seat(seat)).eyes.asks
    }

    /// Works out a decision of whoever must decide.
    pub fn decide(
        &self,
        action: Action,
        kind: DecisionKind,
        client_id: Option<String>,
        spent: u32,
    ) -> Option<Next> {
        let seat = self.to_decide()?;
        let table = self.projection.table();
        let text = replay::action_text(table, &self.game, action);
        let mut game = self.game.clone();
        let trace = play(table, &mut game, action);
        let row = DecisionRow {
            n: self.rows() + 1,
            seat,
            kind,
            action: text,
            hash: hash_text(table, &game),
            client_id,
            spent,
            over: game.is_over(),
        };
        let past = Past { kind, seat, action, left: 0 };
        Some(Next { row, past, game, trace: Some(trace) })
    }

    /// Works out that a seat gives up or is away for too long.
    pub fn lose(&self, seat: Seat, kind: DecisionKind) -> Option<Next> {
        if self.is_over() {
            return None;
        }
        let past = Past { kind, seat, action: Action::Pass, left: 0 };
        let mut next = self.other(past, String::new(), self.game.clone());
        next.row.over = true;
        Some(next)
    }

    /// Works out that a seat's last decision is taken back, with all that followed.
    pub fn undo(&self, seat: Seat) -> Option<Next> {
        let left = self.last_of(seat)?;
        let game = replayed(&self.projection, &self.setup, &self.line[..left]).ok()?;
        let past =
            Past { kind: DecisionKind::Undone, seat, action: Action::Pass, left: left as u32 };
        Some(self.other(past, left.to_string(), game))
    }

    fn other(&self, past: Past, action: String, game: Game) -> Next {
        let row = DecisionRow {
            n: self.rows() + 1,
            seat: past.seat,
            kind: past.kind,
            action,
            hash: hash_text(self.projection.table(), &game),
            client_id: None,
            spent: 0,
            over: game.is_over(),
        };
        Next { row, past, game, trace: None }
    }

    /// The place of a seat's last decision.
    fn last_of(&self, seat: Seat) -> Option<usize> {
        self.line.iter().rposition(|(by, _)| *by == seat)
    }

    /// Whether a seat may take back its last decision without asking: nobody else
    /// has decided since, no dice were rolled and nobody has seen a hidden card, but
    /// for what the seat itself has shown.
    ///
    /// # Errors
    /// Why not, in words; none of it if there is nothing to take back.
    pub fn may_undo(&self, seat: Seat) -> Result<(), Option<&'static str>> {
        let at = self.last_of(seat).ok_or(None)?;
        if self.line[at + 1..].iter().any(|(by, _)| *by != seat) {
            return Err(Some("the other seat has decided since"));
        }
        let table = self.projection.table();
        let mut game =
            replayed(&self.projection, &self.setup, &self.line[..at]).map_err(|_| None)?;
        for (_, action) in &self.line[at..] {
            let dice = game.dice;
            let trace = play(table, &mut game, *action);
            if game.dice != dice {
                return Err(Some("dice were rolled since"));
            }
            if trace.teaches(table, seat) {
                return Err(Some("a hidden card was seen since"));
            }
        }
        Ok(())
    }

    /// Makes it true. Returns the number of the last step that each viewer knew.
    pub fn commit(&mut self, next: Next) -> [u32; 3] {
        let Next { row, past, game, trace } = next;
        let before = std::mem::replace(&mut self.game, game);
        let mut followers = std::mem::take(&mut self.followers);
        let mut known = [0; 3];
        for (follower, known) in followers.iter_mut().zip(&mut known) {
            let Some(follower) = follower else { continue };
            *known = follower.eyes.steps;
            let steps = match &trace {
                Some(trace) => self.told(&past, trace, &mut follower.eyes),
                None if past.kind == DecisionKind::Undone => {
                    vec![self.undone(&past, &before, &self.game, &mut follower.eyes)]
                }
                None => vec![self.given_up(&past, &mut follower.eyes)],
            };
            follower.keep(&steps);
        }
        self.followers = followers;
        match past.kind {
            DecisionKind::Undone => self.line.truncate(past.left as usize),
            DecisionKind::Decided | DecisionKind::Late => self.line.push((past.seat, past.action)),
            DecisionKind::Conceded | DecisionKind::Forfeited => self.lost = Some(past.seat),
        }
        self.past.push(past);
        let own = u64::from(self.setup.clock.decision.unwrap_or(0));
        self.overtime[row.seat.index()] += u64::from(row.spent).saturating_sub(own);
        self.clause = trace.and_then(|trace| self.projection.last_clause(&trace));
        known
    }

    /// Whether a viewer has been told anything yet.
    pub fn follower(&self, viewer: Viewer) -> Option<&Follower> {
        self.followers[place(viewer)].as_ref()
    }

    /// The replay of everything that was not taken back.
    pub fn replay(&self) -> Option<Replay> {
        let kit = self.projection.kit();
        let [one, two] = &self.setup.decks;
        let lists = [one.list(kit).ok()?, two.list(kit).ok()?];
        let mut game = kit.table.start(self.setup.seed(), &lists, None);
        let decks = [(one.name.as_str(), &lists[0]), (two.name.as_str(), &lists[1])];
        let names = [0, 1]
            .map(|seat: usize| self.seats[seat].bot.clone().unwrap_or_else(|| "human".to_owned()));
        let mut replay = Replay::new(kit, self.setup.seed(), decks, names, &game);
        replay.header.policy.clone_from(&self.setup.policy);
        for (seat, action) in &self.line {
            let before = game.clone();
            kit.table.apply_unchecked(&mut game, *action, None);
            replay.push(&kit.table, &before, *seat, *action, &game);
        }
        replay.finish(&kit.table, &game);
        Some(replay)
    }
}

impl Follower {
    fn keep(&mut self, steps: &[Step]) {
        for step in steps {
            let text = serde_json::to_string(step).expect("a step can be written");
            self.bytes += text.len();
            self.kept.push_back((step.n, text));
        }
        while self.bytes > MOST_KEPT
            && let Some((_, text)) = self.kept.pop_front()
        {
            self.bytes -= text.len();
        }
    }

    /// The steps after this number as one message; none if some are not kept any
    /// more, an empty text if there are none.
    pub fn since(&self, seen: u32) -> Option<String> {
        if seen == self.eyes.steps {
            return Some(String::new());
        }
        let first = self.kept.front()?.0;
        if seen > self.eyes.steps || seen + 1 < first {
            return None;
        }
        let from = (seen + 1 - first) as usize;
        let mut text = String::from("{\"type\":\"steps\",\"steps\":[");
        for (at, (_, step)) in self.kept.iter().skip(from).enumerate() {
            if at > 0 {
                text.push(',');
            }
            text.push_str(step);
        }
        text.push_str("]}");
        Some(text)
    }
}

/// The game before the first decision.
fn start(projection: &Projection, setup: &Setup) -> Result<Game, String> {
    let kit = projection.kit();
    let [one, two] = &setup.decks;
    let [one, two] = [one.list(kit), two.list(kit)];
    let decks = [one.map_err(|error| error.to_string())?, two.map_err(|error| error.to_string())?];
    Ok(kit.table.start(setup.seed(), &decks, None))
}

/// The game after some decisions.
fn replayed(
    projection: &Projection,
    setup: &Setup,
    line: &[(Seat, Action)],
) -> Result<Game, String> {
    let mut game = start(projection, setup)?;
    for (_, action) in line {
        projection.table().apply_unchecked(&mut game, *action, None);
    }
    Ok(game)
}

/// What a kept row means in a game.
fn read(projection: &Projection, game: &Game, row: &DecisionRow) -> Result<Past, String> {
    let mut past = Past { kind: row.kind, seat: row.seat, action: Action::Pass, left: 0 };
    match row.kind {
        DecisionKind::Decided | DecisionKind::Late => {
            if game.to_decide() != Some(row.seat) {
                return Err(format!("{} does not decide here", row.seat));
            }
            past.action = replay::find_action(projection.table(), game, &row.action)
                .ok_or_else(|| format!("`{}` is not on offer", row.action))?;
        }
        DecisionKind::Undone => {
            past.left = row.action.parse().map_err(|_| "it is no number".to_owned())?;
        }
        DecisionKind::Conceded | DecisionKind::Forfeited => {}
    }
    Ok(past)
}
