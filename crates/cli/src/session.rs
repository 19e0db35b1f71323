//! A game being played: its players, log, history and replay, the same for
//! plain lines and the full screen.

use std::path::Path;

use onplay_bots::{BotKind, Limit, Search};
use onplay_engine::event::Kind;
use onplay_engine::frame::DeckList;
use onplay_engine::id::{CardId, Seat};
use onplay_engine::play::{Table, view};
use onplay_engine::state::{Action, Fact, Game, Record};
use onplay_games::kit::Kit;
use onplay_games::replay::{Replay, resampled};
use onplay_games::seat::{Decider, Interactive, Question};
use onplay_games::sight::{before_shuffle, remembered};
use onplay_games::spoken::Spoken;
use onplay_games::words::Words;
use onplay_sim::seat_seed;

use crate::saves::Saves;
use crate::told::{Earlier, Log, Reader, Telling, tell};

/// Who decides for a seat.
pub enum Player {
    Human(Interactive),
    Bot(BotKind, Box<dyn Decider>),
}

/// A game being played.
pub struct Session {
    pub kit: Kit,
    pub game: Game,
    pub players: [Player; 2],
    pub replay: Replay,
    pub log: Log,
    /// The seed was asked for, so that it is no secret.
    pub seed_known: bool,
    pub saves: Saves,
    /// What a person has chosen of an action so far: the card, not the place.
    pub within: Option<crate::offer::Stem>,
    past: Vec<Past>,
}

/// How things stood before a decision.
struct Past {
    game: Game,
    log: (usize, usize),
    steps: usize,
    human: bool,
}

/// How many decisions of the expected line are told, the advised one included.
const LINE: usize = 4;

/// What a search thinks of the actions on offer.
pub struct Advice {
    pub action: Action,
    /// How well the games went that were tried after an action, in percent.
    pub judged: Vec<(Action, u8)>,
    /// How the search expects the game to go on after it: who, and what in words. What
    /// lies hidden is a guess.
    pub line: Vec<(Seat, String)>,
}

/// What a session starts from.
pub struct Start {
    pub seed: u64,
    pub decks: [(String, DeckList); 2],
    /// By seat; none is a human.
    pub bots: [Option<BotKind>; 2],
    pub policy: Option<String>,
    /// The seed was asked for, so that it is no secret.
    pub seed_known: bool,
}

impl Player {
    pub fn new(kind: Option<BotKind>, seed: u64) -> Self {
        match kind {
            Some(kind) => {
                let bot = kind.build(seed);
                Player::Bot(kind, bot)
            }
            None => Player::Human(Interactive::default()),
        }
    }

    pub fn name(&self) -> String {
        match self {
            Player::Human(_) => "human".into(),
            Player::Bot(kind, _) => kind.to_string(),
        }
    }

    pub fn is_human(&self) -> bool {
        matches!(self, Player::Human(_))
    }
}

impl Decider for Player {
    fn decide(&mut self, question: &Question) -> Option<Action> {
        match self {
            Player::Human(person) => person.decide(question),
            Player::Bot(_, bot) => bot.decide(question),
        }
    }

    fn begin(&mut self, seed: u64) {
        match self {
            Player::Human(person) => person.begin(seed),
            Player::Bot(_, bot) => bot.begin(seed),
        }
    }
}

impl Session {
    pub fn start(kit: Kit, start: Start) -> Session {
        let mut record = Record::default();
        let decks = [start.decks[0].1.clone(), start.decks[1].1.clone()];
        let game = kit.table.start(start.seed, &decks, Some(&mut record));
        let [one, two] = start.bots;
        let players = [(one, Seat::ONE), (two, Seat::TWO)]
            .map(|(bot, seat)| Player::new(bot, seat_seed(start.seed, seat)));
        let names =
            [(start.decks[0].0.as_str(), &decks[0]), (start.decks[1].0.as_str(), &decks[1])];
        let seats = [players[0].name(), players[1].name()];
        let mut replay = Replay::new(&kit, start.seed, names, seats, &game);
        replay.header.policy = start.policy;
        let mut session = Session {
            kit,
            game,
            players,
            replay,
            log: Log::default(),
            seed_known: start.seed_known,
            saves: Saves::default(),
            within: None,
            past: Vec::new(),
        };
        session.note(&record, None);
        session
    }

    /// Goes on from a replay: all of it, or so many of its steps.
    ///
    /// # Errors
    /// The replay does not fit, with the line.
    pub fn resume(
        kit: Kit,
        mut replay: Replay,
        steps: Option<usize>,
        bots: [Option<BotKind>; 2],
    ) -> Result<Session, String> {
        let count = steps.unwrap_or(replay.steps.len()).min(replay.steps.len());
        let mut record = Record::default();
        let told = |error: onplay_games::replay::ReplayError| error.to_string();
        let game = replay.begin(&kit, Some(&mut record)).map_err(told)?;
        let all = std::mem::take(&mut replay.steps);
        let end = replay.end.take();
        let players = bots.map(|bot| Player::new(bot, replay.header.seed));
        let whole = Replay { header: replay.header.clone(), steps: all, end };
        let mut session = Session {
            kit,
            game,
            players,
            replay,
            log: Log::default(),
            seed_known: false,
            saves: Saves::default(),
            within: None,
            past: Vec::new(),
        };
        session.note(&record, None);
        for index in 0..count {
            session.repeat(&whole, index).map_err(told)?;
        }
        if count == whole.steps.len() {
            whole.check_end(&session.kit, &session.game).map_err(told)?;
        }
        Ok(session)
    }

    /// Makes one step of a replay.
    fn repeat(
        &mut self,
        whole: &Replay,
        index: usize,
    ) -> Result<(), onplay_games::replay::ReplayError> {
        let mut record = Record::default();
        let before = self.game.clone();
        let action = whole.step(&self.kit, &mut self.game, index, Some(&mut record))?;
        let past = self.past_of(before);
        self.replay.steps.push(whole.steps[index].clone());
        let decided = action.map(|action| (past.game.clone(), action));
        self.past.push(past);
        self.note(&record, decided.as_ref().map(|(before, action)| (before, *action)));
        Ok(())
    }

    /// The game and the length of the log before each step, and now.
    pub fn timeline(&self) -> Vec<(Game, usize)> {
        let before = self.past.iter().map(|past| (past.game.clone(), past.log.0));
        before.chain([(self.game.clone(), self.log.lines.len())]).collect()
    }

    /// Deals the hidden cards anew, as far as whoever decides does not know
    /// them: a branch.
    pub fn branch(&mut self, seed: u64) {
        let seat = self.game.to_decide().unwrap_or_default();
        self.replay.header.seats = [self.players[0].name(), self.players[1].name()];
        self.game = resampled(&self.kit.table, &self.game, seat, seed);
        self.replay.push_resample(&self.kit.table, seat, seed, &self.game);
        // What lies before was another game.
        self.past.clear();
    }

    pub fn table(&self) -> &Table {
        &self.kit.table
    }

    pub fn legal(&self) -> Vec<Action> {
        let mut legal = Vec::new();
        self.kit.table.legal_actions(&self.game, &mut legal);
        legal
    }

    /// Whether a person must decide now.
    pub fn waits_for_human(&self) -> bool {
        self.game.to_decide().is_some_and(|seat| self.players[seat.index()].is_human())
    }

    /// How many people play at this keyboard.
    pub fn humans(&self) -> usize {
        self.players.iter().filter(|player| player.is_human()).count()
    }

    /// The seat from which the table is shown: the only person's, or the
    /// deciding person's, or nobody's when bots play.
    pub fn viewer(&self) -> Option<Seat> {
        let human = |seat: &Seat| self.players[seat.index()].is_human();
        match self.humans() {
            0 => None,
            1 => Seat::BOTH.into_iter().find(human),
            _ => Some(self.game.to_decide().unwrap_or(self.game.turn.active)),
        }
    }

    /// The game as it may be shown: nothing in it that a person at this
    /// keyboard may not know.
    pub fn shown(&self) -> Game {
        match self.viewer() {
            Some(seat) => view(&self.game, &self.kit.table.catalog, seat).state,
            None => self.game.clone(),
        }
    }

    /// Whether the object's card is hidden from a person at this keyboard.
    pub fn is_hidden(&self, game: &Game) -> Vec<bool> {
        let mut hidden = vec![false; game.objects.len()];
        for seat in Seat::BOTH.into_iter().filter(|seat| self.players[seat.index()].is_human()) {
            let seen = view(game, &self.kit.table.catalog, seat).state;
            for (hidden, object) in hidden.iter_mut().zip(&seen.objects) {
                *hidden |= object.card == CardId::HIDDEN;
            }
        }
        hidden
    }

    /// Makes a legal decision: a person's answer, or one that somebody gives in a
    /// bot's place.
    pub fn decide(&mut self, action: Action) {
        let Some(seat) = self.game.to_decide() else { return };
        let action = match &mut self.players[seat.index()] {
            Player::Human(person) => {
                person.submit(action);
                self.ask(seat)
            }
            Player::Bot(..) => Some(action),
        };
        if let Some(action) = action {
            self.apply(seat, action);
        }
    }

    /// What the player of a seat answers now, if there is an answer.
    fn ask(&mut self, seat: Seat) -> Option<Action> {
        let legal = self.legal();
        if legal.is_empty() {
            return None;
        }
        let player = &mut self.players[seat.index()];
        // Its chance depends on the moment alone, so that taking back changes
        // nothing about what it then does.
        let moment = self.replay.header.seed ^ (self.replay.steps.len() as u64).rotate_left(32);
        player.begin(seat_seed(moment, seat));
        player.decide(&Question::new(&self.kit.table, &self.game, seat, &legal))
    }

    fn apply(&mut self, seat: Seat, action: Action) {
        self.within = None;
        let mut record = Record::default();
        let before = self.game.clone();
        self.kit.table.apply_unchecked(&mut self.game, action, Some(&mut record));
        self.replay.push(&self.kit.table, &before, seat, action, &self.game);
        let mut past = self.past_of(before);
        past.steps -= 1;
        let before = past.game.clone();
        self.past.push(past);
        self.note(&record, Some((&before, action)));
    }

    fn past_of(&self, game: Game) -> Past {
        let human = game.to_decide().is_some_and(|seat| self.players[seat.index()].is_human());
        let log = (self.log.lines.len(), self.log.skipped_triggers.len());
        Past { game, log, steps: self.replay.steps.len(), human }
    }

    /// What the bot answers whose turn it is; none if it is a person's.
    pub fn bot_answer(&mut self) -> Option<Action> {
        let seat = self.game.to_decide().filter(|seat| !self.players[seat.index()].is_human())?;
        self.ask(seat)
    }

    /// Lets the bot whose turn it is decide once; tells whether one did.
    pub fn step_bot(&mut self) -> bool {
        let Some(seat) = self.game.to_decide() else { return false };
        let Some(action) = self.ask(seat) else { return false };
        self.apply(seat, action);
        true
    }

    /// What a search would do here, for a person who asks, and how well the games
    /// went that it tried after each of some actions, in percent.
    pub fn advice(&self) -> Option<Advice> {
        let seat = self.game.to_decide()?;
        let legal = self.legal();
        if legal.is_empty() {
            return None;
        }
        let seed = seat_seed(self.replay.header.seed, seat);
        let mut search = Search::new(seed, Limit::Iterations(400));
        let action = search.decide(&Question::new(&self.kit.table, &self.game, seat, &legal))?;
        let seen = view(&self.game, &self.kit.table.catalog, seat);
        let percent = |action: Action| {
            let judged = search.judged(&self.kit.table, &seen, action)?;
            Some((action, (judged * 100.0).round().clamp(0.0, 100.0) as u8))
        };
        let judged = legal.iter().filter_map(|it| percent(*it)).collect();
        let names = crate::people::names(self);
        let mut line = Vec::new();
        search.expected(&self.kit.table, &seen, action, LINE, &mut |game, mover, action| {
            let words = Words::new(self.kit.table.read(game));
            line.push((mover, Spoken::new(words, &self.kit.book, &names).offer(action)));
        });
        line = line.split_off(line.len().min(1));
        Some(Advice { action, judged, line })
    }

    /// Takes back to the last decision of a person.
    ///
    /// # Errors
    /// There is none, or something was learned since that cannot be unlearned.
    pub fn undo(&mut self) -> Result<(), String> {
        let Some(at) = self.past.iter().rposition(|past| past.human) else {
            return Err("there is nothing to take back".into());
        };
        let past = &self.past[at];
        if past.game.dice != self.game.dice {
            return Err("dice were rolled since: that cannot be taken back".into());
        }
        let (before, after) = (self.is_hidden(&past.game), self.is_hidden(&self.game));
        let learned = before.iter().zip(&after).any(|(before, after)| *before && !*after);
        let lines = self.log.lines.get(past.log.0..).unwrap_or(&[]);
        if learned || lines.iter().any(|told| told.shows) {
            return Err("a hidden card was seen since: that cannot be taken back".into());
        }
        self.within = None;
        self.past.truncate(at + 1);
        if let Some(past) = self.past.pop() {
            self.game = past.game;
            self.log.lines.truncate(past.log.0);
            self.log.skipped_triggers.truncate(past.log.1);
            self.replay.steps.truncate(past.steps);
        }
        Ok(())
    }

    /// How many decisions were taken, as everybody at the table counts them:
    /// forced ones are decisions too.
    pub fn decisions(&self) -> usize {
        self.log.decisions()
    }

    /// The seed, once it tells nothing that is still hidden.
    pub fn told_seed(&self) -> Option<u64> {
        (self.seed_known || self.game.is_over()).then_some(self.replay.header.seed)
    }

    /// The replay of what was played so far, as a file's text.
    pub fn save(&self) -> String {
        let mut replay = self.replay.clone();
        replay.finish(&self.kit.table, &self.game);
        replay.write()
    }

    /// Writes the replay of what was played so far to a file.
    ///
    /// # Errors
    /// It may not be written there, or cannot.
    pub fn keep(&mut self, file: &Path) -> Result<(), String> {
        let text = self.save();
        self.saves.write(file, &text)
    }

    /// Puts what was recorded into words while they are still right.
    fn note(&mut self, record: &Record, decided: Option<(&Game, Action)>) {
        let after = self.is_hidden(&self.game);
        let before = decided.map(|(before, action)| {
            let hidden = self.is_hidden(before);
            let both = hidden.iter().zip(&after).map(|(before, after)| *before && *after);
            (masked(before, &both.collect::<Vec<_>>()), action)
        });
        let past = decided.map(|(before, _)| before);
        let now = self.told(past, record);
        let shuffled = record.entries.iter().find(|entry| {
            matches!(entry.fact, Fact::Happened { event, .. } if event.kind == Kind::Shuffled)
        });
        let earlier = past.zip(shuffled).map(|(past, shuffled)| Earlier {
            until: shuffled.ordinal,
            now: before_shuffle(&now, &self.covered(past)),
            real: before_shuffle(&self.game, past),
        });
        let reader = match self.humans() {
            0 => Reader::Onlooker,
            1 => self.viewer().map_or(Reader::Onlooker, Reader::Player),
            _ => Reader::Players,
        };
        let names = crate::people::names(self);
        let telling = Telling {
            kit: &self.kit,
            reader,
            names: &names,
            decided: before.as_ref(),
            now: &now,
            real: &self.game,
            earlier: earlier.as_ref(),
            decisions: self.log.decisions(),
        };
        tell(&mut self.log, record, &telling);
    }

    /// The game after a move with every card covered that somebody who plays here did not
    /// see in it.
    fn told(&self, past: Option<&Game>, record: &Record) -> Game {
        let mut told = self.game.clone();
        for seat in self.people() {
            let seen = remembered(&self.kit.table, past, &self.game, &record.entries, seat);
            cover_as(&mut told, &seen);
        }
        told
    }

    /// A game with every card covered that somebody who plays here may not see.
    fn covered(&self, game: &Game) -> Game {
        let mut covered = game.clone();
        for seat in self.people() {
            cover_as(&mut covered, &view(game, &self.kit.table.catalog, seat).state);
        }
        covered
    }

    /// The seats of the people at this keyboard.
    fn people(&self) -> impl Iterator<Item = Seat> {
        Seat::BOTH.into_iter().filter(|seat| self.players[seat.index()].is_human())
    }
}

/// Covers the cards that are covered in another view of the game, and takes what it knows
/// of the others.
fn cover_as(game: &mut Game, seen: &Game) {
    for (object, seen) in game.objects.iter_mut().zip(&seen.objects) {
        if object.card != CardId::HIDDEN {
            object.card = seen.card;
        }
    }
}

/// The game with some objects' cards covered.
fn masked(game: &Game, hidden: &[bool]) -> Game {
    let mut game = game.clone();
    for (object, hidden) in game.objects.iter_mut().zip(hidden) {
        if *hidden {
            object.card = CardId::HIDDEN;
        }
    }
    game
}

#[cfg(test)]
mod tests {
    use onplay_games::kit::load;

    use super::*;

    fn session(game: &str, seed: u64, bots: [Option<BotKind>; 2]) -> Session {
        let kit = load(game).expect("the game has no errors");
        let decks = onplay_sim::decks(&kit);
        let decks = [decks[0].clone(), decks[decks.len() - 1].clone()];
        Session::start(kit, Start { seed, decks, bots, policy: None, seed_known: true })
    }

    #[test]
    fn nothing_is_taken_back_after_dice_were_rolled() {
        let mut session = session("lab", 3, [None, None]);
        let start = session.game.clone();
        session.decide(Action::Pass);
        assert_eq!(session.undo(), Ok(()));
        assert!(session.game == start);
        session.decide(Action::Pass);
        session.game.dice.below(6);
        let refused = session.undo().expect_err("a roll cannot be taken back");
        assert!(refused.contains("dice"), "{refused}");
    }

    #[test]
    fn nothing_is_taken_back_after_a_card_was_shown() {
        let mut session = session("lab", 3, [None, None]);
        session.decide(Action::Pass);
        let last = session.log.lines.last_mut().expect("something was told");
        last.shows = true;
        let refused = session.undo().expect_err("what was seen cannot be taken back");
        assert!(refused.contains("hidden card was seen"), "{refused}");
    }

    #[test]
    fn taking_back_does_not_change_what_a_bot_does() {
        let mut compared = 0;
        for (game, seed) in [("lab", 1), ("lab", 2), ("skirmish", 3), ("alley", 5), ("drones", 8)] {
            let mut session = session(game, seed, [None, Some(BotKind::Random)]);
            for _ in 0..20 {
                while !session.waits_for_human() && session.step_bot() {}
                let legal = session.legal();
                let Some(action) = legal.get(seed as usize % legal.len().max(1)) else { break };
                let play = |session: &mut Session| {
                    session.decide(*action);
                    while !session.waits_for_human() && session.step_bot() {}
                    session.replay.steps.clone()
                };
                let first = play(&mut session);
                if session.undo().is_ok() {
                    compared += 1;
                    assert_eq!(play(&mut session), first, "{game}");
                }
            }
        }
        assert!(compared > 5, "only {compared} decisions could be taken back");
    }
}
