//! One game from its start to its end in one process, with all that every viewer was
//! told of it: the engine in a browser, and whoever embeds a game without a server.

use onplay_engine::frame::DeckList;
use onplay_engine::id::Seat;
use onplay_engine::state::{Action, Game, Outcome};
use onplay_games::kit::KitError;
use onplay_games::replay::{self, DeckText, Replay, ReplayError, resampled};
use onplay_games::seat::{Decider, Question};
use onplay_games::words;

use crate::ask::Ask;
use crate::explain::{Link, Reason, Uncertain, why, why_counter, why_number};
use crate::eyes::{Eyes, Viewer};
use crate::names::Handle;
use crate::projection::Projection;
use crate::step::Step;
use crate::trace::{Trace, play};
use crate::view::View;

/// What a game starts from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// The seed of its dice.
    pub seed: u64,
    /// The decks with their names, by seat.
    pub decks: [(String, DeckList); 2],
    /// The policy, where it is not the game's own; the projection's table has it already.
    pub policy: Option<String>,
}

/// Why a decision was not taken. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refused {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// There is no such offer.
    #[error("there is no offer {n}; offers go from 1 to {most}")]
    NoSuchOffer {
        /// The number that was asked for.
        n: u32,
        /// The highest number there is.
        most: u32,
    },
    /// A bot had no answer.
    #[error("the bot has no answer")]
    NoAnswer,
    /// There are not that many decisions to go back to.
    #[error("there are only {decisions} decisions")]
    NoSuchMoment {
        /// How many have been taken.
        decisions: usize,
    },
}

/// One game and what everybody was told of it.
pub struct Session {
    projection: Projection,
    opening: Opening,
    game: Game,
    line: Vec<Past>,
    followers: [Option<Follower>; 3],
}

/// Where a game begins.
enum Opening {
    /// It was dealt.
    Dealt(Start),
    /// Somebody laid out the table.
    LaidOut(Box<Game>),
}

/// A decision of another game that cannot be taken in this one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diverged {
    /// How many decisions were the same before it.
    pub after: usize,
    /// The decision in words.
    pub action: String,
    /// Who took it.
    pub seat: Seat,
}

/// A game from its beginning, as somebody sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// The table before the first step.
    pub start: View,
    /// What happened.
    pub steps: Vec<Step>,
    /// How many steps came before each decision.
    pub decisions: Vec<u32>,
}

/// Something that was done to the game from outside.
#[derive(Clone, Copy)]
enum Past {
    /// A seat decided.
    Decided(Seat, Action),
    /// What a seat does not know was dealt anew with dice of this seed.
    Dealt(Seat, u64),
}

/// One viewer, and every step it was told.
struct Follower {
    eyes: Eyes,
    steps: Vec<Step>,
}

impl Session {
    /// Deals a game.
    ///
    /// # Errors
    /// The decks do not fit on the table.
    pub fn new(projection: Projection, start: Start) -> Result<Self, KitError> {
        let decks = [start.decks[0].1.clone(), start.decks[1].1.clone()];
        projection.kit().check_decks(&decks)?;
        let game = projection.table().start(start.seed, &decks, None);
        let opening = Opening::Dealt(start);
        Ok(Session { projection, opening, game, line: Vec::new(), followers: [const { None }; 3] })
    }

    /// A game that begins as somebody laid out the table.
    pub fn laid_out(projection: Projection, game: Game) -> Self {
        let opening = Opening::LaidOut(Box::new(game.clone()));
        Session { projection, opening, game, line: Vec::new(), followers: [const { None }; 3] }
    }

    /// Takes the first decisions of another game here too, as long as they are on offer
    /// in the same words: the same game with other cards.
    ///
    /// # Errors
    /// The first decision that is not on offer here; those before it are taken.
    pub fn repeat(&mut self, other: &Session, count: usize) -> Result<(), Diverged> {
        let (theirs, mut past) = (other.projection.table(), other.begun());
        for (after, done) in other.line.iter().take(count).enumerate() {
            match *done {
                Past::Dealt(seat, seed) => self.deal_again(seat, seed),
                Past::Decided(seat, action) => {
                    let text = replay::action_text(theirs, &past, action);
                    let here = self.game.to_decide() == Some(seat);
                    let found = replay::find_action(self.projection.table(), &self.game, &text);
                    let Some(action) = found.filter(|_| here) else {
                        return Err(Diverged { after, action: text, seat });
                    };
                    self.apply(action);
                }
            }
            other.redo(&mut past, *done);
        }
        Ok(())
    }

    /// The game from its beginning to now.
    pub fn told(&self, viewer: Viewer) -> Told {
        let mut game = self.begun();
        let eyes = self.projection.eyes(&game, viewer);
        let start = self.projection.view(&game, &eyes);
        let mut follower = Follower { eyes, steps: Vec::new() };
        let mut decisions = Vec::with_capacity(self.line.len());
        for past in &self.line {
            decisions.push(follower.steps.len() as u32);
            self.tell(&mut game, *past, &mut follower);
        }
        Told { start, steps: follower.steps, decisions }
    }

    /// Plays a replay to its end.
    ///
    /// # Errors
    /// The replay does not fit the game: the first line that does not.
    pub fn from_replay(projection: Projection, replay: &Replay) -> Result<Self, ReplayError> {
        let kit = projection.kit();
        let mut game = replay.begin(kit, None)?;
        let mut line = Vec::with_capacity(replay.steps.len());
        for (at, step) in replay.steps.iter().enumerate() {
            let seat = words::seat(&step.seat).unwrap_or_default();
            let action = replay.step(kit, &mut game, at, None)?;
            line.extend(step.resample.map(|seed| Past::Dealt(seat, seed)));
            line.extend(action.map(|action| Past::Decided(seat, action)));
        }
        replay.check_end(kit, &game)?;
        let deck = |deck: &DeckText| {
            let list = deck.list(kit);
            let list = list.map_err(|error| ReplayError { line: 1, message: error.to_string() });
            Ok((deck.name.clone(), list?))
        };
        let [one, two] = &replay.header.decks;
        let start = Start {
            seed: replay.header.seed,
            decks: [deck(one)?, deck(two)?],
            policy: replay.header.policy.clone(),
        };
        let opening = Opening::Dealt(start);
        Ok(Session { projection, opening, game, line, followers: [const { None }; 3] })
    }

    /// The game's words and table.
    pub fn projection(&self) -> &Projection {
        &self.projection
    }

    /// Who must decide; none once the game is over.
    pub fn to_decide(&self) -> Option<Seat> {
        self.game.to_decide()
    }

    /// How the game stands.
    pub fn outcome(&self) -> Outcome {
        self.game.outcome()
    }

    /// How many decisions have been taken.
    pub fn decisions(&self) -> usize {
        self.line.len()
    }

    /// How many decisions came before the last one of a seat.
    pub fn last_decision(&self, seat: Seat) -> Option<usize> {
        self.line.iter().rposition(|past| matches!(past, Past::Decided(by, _) if *by == seat))
    }

    /// The clause of the rules that the last decision led to, in words.
    pub fn last_clause(&self) -> Option<String> {
        self.last_trace().and_then(|trace| self.projection.last_clause(&trace))
    }

    /// The hash of the state, as replays write it.
    pub fn hash(&self) -> String {
        replay::hash_text(self.projection.table(), &self.game)
    }

    /// The whole table as a viewer sees it.
    pub fn view(&mut self, viewer: Viewer) -> View {
        self.follow(viewer);
        self.with_follower(viewer, |session, follower| {
            session.projection.view(&session.game, &follower.eyes)
        })
    }

    /// The steps that a viewer was told after this number.
    pub fn steps(&mut self, viewer: Viewer, after: u32) -> &[Step] {
        let steps = &self.follow(viewer).steps;
        let from = steps.partition_point(|step| step.n <= after);
        &steps[from..]
    }

    /// What a seat is asked; none if another decides.
    pub fn ask(&mut self, seat: Seat) -> Option<Ask> {
        if self.to_decide() != Some(seat) {
            return None;
        }
        self.follow(Viewer::Seat(seat));
        self.with_follower(Viewer::Seat(seat), |session, follower| {
            session.projection.ask(&session.game, &follower.eyes)
        })
    }

    /// Takes the decision with this number of whoever must decide.
    ///
    /// # Errors
    /// There is nothing to decide, or no such offer. Nothing has changed then.
    pub fn decide(&mut self, n: u32) -> Result<(), Refused> {
        let action = self.offer(n)?;
        self.apply(action);
        Ok(())
    }

    /// Carries out an action that is on offer to whoever must decide.
    ///
    /// # Errors
    /// It is not on offer. Nothing has changed then.
    pub fn take(&mut self, action: Action) -> Result<(), Refused> {
        let seat = self.to_decide().ok_or(Refused::Over)?;
        let offers = self.offers(seat);
        let most = offers.len() as u32;
        if !offers.contains(&action) {
            return Err(Refused::NoSuchOffer { n: 0, most });
        }
        self.apply(action);
        Ok(())
    }

    /// Lets a bot decide for whoever must decide, and tells which offer it took.
    ///
    /// # Errors
    /// There is nothing to decide, or the bot has no answer.
    pub fn choose(&mut self, bot: &mut dyn Decider) -> Result<u32, Refused> {
        let seat = self.to_decide().ok_or(Refused::Over)?;
        let offers = self.offers(seat);
        let mut legal = Vec::new();
        self.projection.table().legal_actions(&self.game, &mut legal);
        let question = Question::new(self.projection.table(), &self.game, seat, &legal);
        let action = bot.decide(&question).ok_or(Refused::NoAnswer)?;
        let at = offers.iter().position(|known| *known == action).ok_or(Refused::NoAnswer)?;
        Ok(at as u32 + 1)
    }

    /// The causes of a step, nearest first.
    pub fn why(&mut self, viewer: Viewer, step: u32) -> Vec<Link> {
        why(&self.follow(viewer).steps, step)
    }

    /// The steps that changed a number or status of a card, newest first.
    pub fn why_number(&mut self, viewer: Viewer, handle: Handle, name: Option<&str>) -> Vec<Link> {
        why_number(&self.follow(viewer).steps, handle, name)
    }

    /// What changed a number of a player, newest first.
    pub fn why_counter(&mut self, viewer: Viewer, seat: Seat, name: &str) -> Vec<Link> {
        why_counter(&self.follow(viewer).steps, seat.into(), name)
    }

    /// Tells a viewer that a player gave up, which ends the game though its rules know
    /// nothing of it.
    pub fn concede(&mut self, viewer: Viewer, seat: Seat) {
        self.follow(viewer);
        let follower = self.followers[place(viewer)].as_mut().expect("the viewer follows the game");
        let text = format!("{seat} gives up");
        let step = self.projection.concession(seat, text, &mut follower.eyes);
        follower.steps.push(step);
    }

    /// Why a card can not be played or used now, and why its triggers stayed silent
    /// after the last decision.
    pub fn why_not(&mut self, seat: Seat, handle: Handle) -> Vec<Reason> {
        let viewer = Viewer::Seat(seat);
        self.follow(viewer);
        let last = self.last_trace();
        self.with_follower(viewer, |session, follower| {
            let projection = &session.projection;
            let mut reasons = projection.why_not(&session.game, &follower.eyes, handle);
            if let Some(trace) = last {
                let record = trace.record();
                let more =
                    projection.skipped_triggers(record, &session.game, &follower.eyes, handle);
                reasons.extend(more);
            }
            reasons
        })
    }

    /// What an offer would do, as far as whoever must decide can know.
    ///
    /// # Errors
    /// There is nothing to decide, or no such offer.
    pub fn preview(&mut self, n: u32) -> Result<(Vec<Step>, Option<Uncertain>), Refused> {
        let action = self.offer(n)?;
        let seat = self.to_decide().ok_or(Refused::Over)?;
        Ok(self.with_follower(Viewer::Seat(seat), |session, follower| {
            session.projection.preview(&session.game, &follower.eyes, action)
        }))
    }

    /// Goes back to the moment after this many decisions.
    ///
    /// # Errors
    /// There were not that many.
    pub fn back_to(&mut self, decisions: usize) -> Result<(), Refused> {
        if decisions > self.line.len() {
            return Err(Refused::NoSuchMoment { decisions: self.line.len() });
        }
        self.line.truncate(decisions);
        self.game = self.replayed(self.line.len());
        self.followers = [const { None }; 3];
        Ok(())
    }

    /// Deals what a seat does not know anew, so that the game can go another way without
    /// anybody having looked.
    pub fn deal_again(&mut self, seat: Seat, seed: u64) {
        let past = Past::Dealt(seat, seed);
        let mut followers = std::mem::take(&mut self.followers);
        let mut game = self.game.clone();
        for follower in followers.iter_mut().flatten() {
            game = self.game.clone();
            self.tell(&mut game, past, follower);
        }
        if followers.iter().all(Option::is_none) {
            self.redo(&mut game, past);
        }
        self.game = game;
        self.followers = followers;
        self.line.push(past);
    }

    /// The replay of the game so far; none if its table was laid out by hand, which no
    /// seed and no decks bring about.
    pub fn replay(&self) -> Option<Replay> {
        let Opening::Dealt(start) = &self.opening else { return None };
        let kit = self.projection.kit();
        let mut game = self.begun();
        let decks = start.decks.each_ref().map(|(name, list)| (name.as_str(), list));
        let names = ["human".to_owned(), "human".to_owned()];
        let mut replay = Replay::new(kit, start.seed, decks, names, &game);
        replay.header.policy.clone_from(&start.policy);
        for past in &self.line {
            let before = game.clone();
            self.redo(&mut game, *past);
            match *past {
                Past::Decided(seat, action) => {
                    replay.push(&kit.table, &before, seat, action, &game);
                }
                Past::Dealt(seat, seed) => replay.push_resample(&kit.table, seat, seed, &game),
            }
        }
        replay.finish(&kit.table, &game);
        Some(replay)
    }

    /// The game before anything was decided.
    fn begun(&self) -> Game {
        match &self.opening {
            Opening::LaidOut(game) => (**game).clone(),
            Opening::Dealt(start) => {
                let decks = start.decks.each_ref().map(|(_, list)| list.clone());
                self.projection.table().start(start.seed, &decks, None)
            }
        }
    }

    /// The game after this many of the things that were done to it.
    fn replayed(&self, count: usize) -> Game {
        let mut game = self.begun();
        for past in &self.line[..count] {
            self.redo(&mut game, *past);
        }
        game
    }

    fn redo(&self, game: &mut Game, past: Past) {
        let table = self.projection.table();
        match past {
            Past::Decided(_, action) => table.apply_unchecked(game, action, None),
            Past::Dealt(seat, seed) => *game = resampled(table, game, seat, seed),
        }
    }

    /// Does it again and tells one viewer of it.
    fn tell(&self, game: &mut Game, past: Past, follower: &mut Follower) {
        match past {
            Past::Decided(_, action) => {
                let trace = play(self.projection.table(), game, action);
                follower.steps.extend(self.projection.steps(&trace, &mut follower.eyes));
            }
            Past::Dealt(seat, _) => {
                let before = game.clone();
                self.redo(game, past);
                let text = format!("what {seat} does not know is dealt anew");
                let eyes = &mut follower.eyes;
                follower.steps.push(self.projection.jump(&before, game, (seat, text), eyes));
            }
        }
    }

    fn offers(&mut self, seat: Seat) -> Vec<Action> {
        let viewer = Viewer::Seat(seat);
        self.follow(viewer);
        self.with_follower(viewer, |session, follower| {
            session.projection.offered(&session.game, &follower.eyes)
        })
    }

    fn offer(&mut self, n: u32) -> Result<Action, Refused> {
        let seat = self.to_decide().ok_or(Refused::Over)?;
        let offers = self.offers(seat);
        let at = (n as usize).checked_sub(1);
        let found = at.and_then(|at| offers.get(at)).copied();
        found.ok_or(Refused::NoSuchOffer { n, most: offers.len() as u32 })
    }

    fn apply(&mut self, action: Action) {
        let Some(seat) = self.game.to_decide() else { return };
        let trace = play(self.projection.table(), &mut self.game, action);
        self.line.push(Past::Decided(seat, action));
        for follower in self.followers.iter_mut().flatten() {
            let told = self.projection.steps(&trace, &mut follower.eyes);
            follower.steps.extend(told);
        }
    }

    /// What the last decision did; none where it is not the last thing that was done.
    fn last_trace(&self) -> Option<Trace> {
        let Some(Past::Decided(_, last)) = self.line.last().copied() else { return None };
        let mut game = self.replayed(self.line.len() - 1);
        Some(play(self.projection.table(), &mut game, last))
    }

    /// A viewer who comes late is told everything from the beginning.
    fn follow(&mut self, viewer: Viewer) -> &mut Follower {
        let at = place(viewer);
        if self.followers[at].is_none() {
            let mut game = self.begun();
            let eyes = self.projection.eyes(&game, viewer);
            let mut follower = Follower { eyes, steps: Vec::new() };
            for past in &self.line {
                self.tell(&mut game, *past, &mut follower);
            }
            self.followers[at] = Some(follower);
        }
        self.followers[at].as_mut().expect("it was just made")
    }

    /// Reads the session through the eyes of a viewer who follows it.
    fn with_follower<T>(&self, viewer: Viewer, read: impl FnOnce(&Self, &Follower) -> T) -> T {
        let follower = self.followers[place(viewer)].as_ref();
        read(self, follower.expect("the viewer follows the game"))
    }
}

fn place(viewer: Viewer) -> usize {
    viewer.seat().map_or(2, Seat::index)
}
