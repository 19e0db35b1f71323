//! Running scenarios: moves, refusals and expectations, then once more to see
//! that the same moves give the same hashes.

use onplay_cards::diagnostic::nearest;
use onplay_cards::{Diagnostic, SourceFile};
use onplay_engine::frame::DeckList;
use onplay_engine::id::Seat;
use onplay_engine::mutate::Engine;
use onplay_engine::state::{Action, Game, Record};
use onplay_games::kit::{self, Kit};
use onplay_games::typed::{self, Typed};
use onplay_games::words::{self, Words};
use rayon::prelude::*;
use serde::Serialize;

use crate::check;
use crate::inline_cards;
use crate::layout::{self, Lay};
use crate::moment::{self, Moment};
use crate::page::{Line, Page, Scenario, is_folder};

/// Something that does not hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Failure {
    /// The line of the page.
    pub line: usize,
    /// The statement that fails.
    pub statement: String,
    /// What should be so.
    pub expected: String,
    /// What is so.
    pub actual: String,
}

/// How a scenario went.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outcome {
    /// The heading of the scenario.
    pub title: String,
    /// The line of the heading.
    pub line: usize,
    /// Everything that does not hold.
    pub failures: Vec<Failure>,
    /// Moves made.
    pub moves: usize,
    /// Expectations checked.
    pub checks: usize,
}

impl Outcome {
    /// Whether everything holds.
    pub fn holds(&self) -> bool {
        self.failures.is_empty()
    }
}

/// Runs every scenario of a page, in parallel.
pub fn run_page(page: &Page) -> Vec<Outcome> {
    let mut outcomes: Vec<Outcome> = page
        .errors
        .iter()
        .map(|(line, message)| Outcome {
            title: page.file.clone(),
            line: *line,
            failures: vec![failure(*line, "", "a page of scenarios", message)],
            moves: 0,
            checks: 0,
        })
        .collect();
    let ran: Vec<(Outcome, Vec<Failure>)> =
        page.scenarios.par_iter().map(|scenario| run_one(scenario, None)).collect();
    // A wrong card that no scenario is about is told once, for the page. One that is right
    // in another of the page's games is not wrong.
    let mut unused = ran.first().map(|(_, skipped)| skipped.clone()).unwrap_or_default();
    unused.retain(|wrong| ran.iter().all(|(_, skipped)| skipped.contains(wrong)));
    outcomes.extend(ran.into_iter().map(|(outcome, _)| outcome));
    if let Some(first) = unused.first() {
        let line = first.line;
        let title = page.file.clone();
        outcomes.push(Outcome { title, line, failures: unused, moves: 0, checks: 0 });
    }
    outcomes
}

/// Runs one scenario, under another policy if one is given.
pub fn run_scenario(scenario: &Scenario, policy: Option<&str>) -> Outcome {
    run_one(scenario, policy).0
}

/// Runs one scenario. Cards of the page that are wrong but of no concern to it come with
/// the outcome.
fn run_one(scenario: &Scenario, policy: Option<&str>) -> (Outcome, Vec<Failure>) {
    let mut skipped = Vec::new();
    let mut outcome = Outcome {
        title: scenario.title.clone(),
        line: scenario.line,
        failures: Vec::new(),
        moves: 0,
        checks: 0,
    };
    match Stage::prepare(scenario, policy, &mut skipped) {
        Ok((mut stage, rest)) => {
            for line in rest {
                stage.statement(line, &mut outcome);
            }
            stage.finish(scenario, &mut outcome);
        }
        Err(failure) => outcome.failures.push(failure),
    }
    (outcome, skipped)
}

/// Plays a scenario's moves without checking anything, under another policy if
/// one is given. A move that cannot be made ends it and is returned.
///
/// # Errors
/// The table cannot be laid out.
pub fn play_scenario(
    scenario: &Scenario,
    policy: Option<&str>,
) -> Result<(Stage, Option<Failure>), Failure> {
    let (mut stage, rest) = Stage::prepare(scenario, policy, &mut Vec::new())?;
    let is_move = |line: &&Line| words::seat(&line.keyword).is_some();
    for line in rest.iter().filter(is_move).filter(|line| !line.rest.contains(" refused")) {
        if let Err((expected, actual)) = stage.player(line) {
            let statement = format!("{} {}", line.keyword, line.rest);
            return Ok((stage, Some(failure(line.number, &statement, &expected, &actual))));
        }
    }
    Ok((stage, None))
}

/// A scenario being played.
pub struct Stage {
    /// The game, with the cards that the page defines.
    pub kit: Kit,
    /// How it stands.
    pub game: Game,
    /// Everything that happened.
    pub record: Record,
    /// Where the entries of the last move start.
    pub since: usize,
    /// Where the skipped triggers of the last move start.
    pub skipped_since: usize,
    /// The games before each of the moves that were made.
    pub(crate) before: Vec<Game>,
    start: Setup,
    moves: Vec<(Seat, Action, u64)>,
}

/// How a scenario's table is laid out.
#[derive(Clone, Default)]
struct Setup {
    seed: u64,
    /// The dice have rolled so often since the seed.
    rolls: Option<u32>,
    moment: Option<Moment>,
    dice: Vec<u32>,
    active: Seat,
    /// It begins as a real game does, with these decks, instead of being laid out.
    decks: Option<[DeckList; 2]>,
    lays: Vec<Lay>,
}

pub(crate) fn failure(line: usize, statement: &str, expected: &str, actual: &str) -> Failure {
    Failure { line, statement: statement.into(), expected: expected.into(), actual: actual.into() }
}

impl Stage {
    /// Loads the game and lays out the table; what is left are the moves.
    fn prepare<'a>(
        scenario: &'a Scenario,
        policy: Option<&str>,
        skipped: &mut Vec<Failure>,
    ) -> Result<(Stage, &'a [Line]), Failure> {
        let first = scenario.lines.first();
        let at = first.map_or(scenario.line, |line| line.number);
        let Some(game) = first.filter(|line| line.keyword == "game") else {
            let statement =
                first.map_or(String::new(), |line| format!("{} {}", line.keyword, line.rest));
            return Err(failure(
                at,
                &statement,
                "`game NAME` as the first line",
                first.map_or("nothing", |line| &line.keyword),
            ));
        };
        let kit = load_kit(scenario, game, policy, skipped)?;
        let (stage, used) = Stage::arrange(kit, &scenario.lines[1..])
            .map_err(|wrong| Failure { line: wrong.line.max(at), ..wrong })?;
        Ok((stage, &scenario.lines[used + 1..]))
    }

    /// Lays out the table of a game as the first lines say; returns how many of
    /// them there were.
    ///
    /// # Errors
    /// The table cannot be laid out.
    pub fn arrange(kit: Kit, lines: &[Line]) -> Result<(Stage, usize), Failure> {
        let mut setup = Setup::default();
        let mut used = 0;
        for line in lines {
            let wrong = |actual: String| {
                let statement = format!("{} {}", line.keyword, line.rest);
                failure(line.number, &statement, "a setup that can be laid out", &actual)
            };
            match line.keyword.as_str() {
                "seed" => {
                    let number = |text: &str| format!("`{text}` is not a number");
                    let (seed, rolls) = match line.rest.split_once(" after ") {
                        Some((seed, rolls)) => (seed, Some(rolls)),
                        None => (line.rest.as_str(), None),
                    };
                    setup.seed = seed.trim().parse().map_err(|_| wrong(number(seed)))?;
                    let read = |text: &str| text.parse().map_err(|_| wrong(number(text)));
                    setup.rolls = rolls.map(str::trim).map(read).transpose()?;
                }
                "moment" => setup.moment = Some(moment::read(&line.rest).map_err(wrong)?),
                "dice" => {
                    let rolls: Result<Vec<u32>, _> =
                        line.rest.split_whitespace().map(str::parse).collect();
                    setup.dice = rolls.map_err(|_| {
                        wrong(format!("`{}` is not a list of rolls: write `dice 2 0 1`", line.rest))
                    })?;
                }
                "active" => {
                    setup.active = words::seat(&line.rest)
                        .ok_or_else(|| wrong(format!("`{}` is not a seat: p1 or p2", line.rest)))?
                }
                "decks" => setup.decks = Some(read_decks(&kit, &line.rest).map_err(wrong)?),
                "setup" => setup.lays.extend(layout::read(&kit, &line.rest).map_err(wrong)?),
                _ => break,
            }
            used += 1;
        }
        let mut record = Record::default();
        let game = lay_out(&kit, &setup, Some(&mut record))
            .map_err(|actual| failure(0, "setup", "a setup that can be laid out", &actual))?;
        let (since, skipped_since) = (0, 0);
        let stage = Stage {
            kit,
            game,
            record,
            since,
            skipped_since,
            before: Vec::new(),
            start: setup,
            moves: Vec::new(),
        };
        Ok((stage, used))
    }

    /// Whether a statement that checks something holds now.
    ///
    /// # Errors
    /// What is expected and what is so.
    pub fn check(&self, line: &Line) -> Result<(), (String, String)> {
        check::check(self, line)
    }

    fn statement(&mut self, line: &Line, outcome: &mut Outcome) {
        let result = match line.keyword.as_str() {
            "p1" | "p2" => {
                outcome.moves += 1;
                self.player(line)
            }
            "undo" => self.undo(&line.rest),
            _ => {
                outcome.checks += 1;
                check::check(self, line)
            }
        };
        if let Err((expected, actual)) = result {
            let statement = format!("{} {}", line.keyword, line.rest);
            outcome.failures.push(failure(line.number, &statement, &expected, &actual));
        }
    }

    /// Takes back the last move: the game is what it was before, and so is the log.
    fn undo(&mut self, rest: &str) -> Result<(), (String, String)> {
        if !rest.is_empty() {
            return Err(("`undo` alone on its line".into(), rest.to_owned()));
        }
        let Some(before) = self.before.pop() else {
            return Err(("a move to take back".into(), "no move has been made".into()));
        };
        self.moves.pop();
        self.game = before;
        let ordinal = self.game.clock.ordinal;
        self.record.entries.retain(|entry| entry.ordinal <= ordinal);
        self.record.skipped_triggers.retain(|skipped| skipped.after <= ordinal);
        self.since = self.record.entries.len();
        self.skipped_since = self.record.skipped_triggers.len();
        Ok(())
    }

    /// A move, or one that must be refused: `p1 play X refused: reason`.
    fn player(&mut self, line: &Line) -> Result<(), (String, String)> {
        let seat = words::seat(&line.keyword).unwrap_or_default();
        if let Some((text, reason)) = line.rest.split_once(" refused") {
            return self.refused(seat, text, reason.trim_start_matches(':').trim());
        }
        // Several moves of one seat can stand on a line.
        for text in line.rest.split(';').map(str::trim).filter(|text| !text.is_empty()) {
            self.make_move(seat, text)?;
        }
        Ok(())
    }

    fn make_move(&mut self, seat: Seat, text: &str) -> Result<(), (String, String)> {
        let expected = || format!("{seat} can {text}");
        let asked = self.game.to_decide();
        if asked != Some(seat) {
            let actual = asked.map_or("the game is over".into(), |asked| {
                format!("{asked} decides: {}", self.on_offer())
            });
            return Err((expected(), actual));
        }
        let action = match typed::read(&self.kit.table, &self.game, text) {
            Typed::Legal(action) => action,
            Typed::Illegal(action) => {
                let refusal = self.kit.table.why_refused(&self.game, action);
                let words = Words::new(self.kit.table.read(&self.game));
                return Err((
                    expected(),
                    format!("refused: {}; on offer: {}", words.refusal(refusal), self.on_offer()),
                ));
            }
            Typed::Ambiguous(several) => {
                return Err((expected(), format!("ambiguous: {}", several.join(" | "))));
            }
            Typed::Unknown { nearest } => {
                let near = nearest.map_or(String::new(), |near| format!("nearest: {near}; "));
                return Err((expected(), format!("{near}on offer: {}", self.on_offer())));
            }
        };
        (self.since, self.skipped_since) =
            (self.record.entries.len(), self.record.skipped_triggers.len());
        self.before.push(self.game.clone());
        self.kit.table.apply_unchecked(&mut self.game, action, Some(&mut self.record));
        self.moves.push((seat, action, self.kit.table.hash(&self.game)));
        Ok(())
    }

    fn refused(&mut self, seat: Seat, text: &str, reason: &str) -> Result<(), (String, String)> {
        let expected = format!("refused: {reason}");
        let before = self.game.clone();
        let result = match typed::read(&self.kit.table, &self.game, text.trim()) {
            Typed::Legal(action) | Typed::Illegal(action) => {
                self.kit.table.apply(&mut self.game, seat, action, None)
            }
            Typed::Ambiguous(several) => {
                return Err((expected, format!("ambiguous: {}", several.join(" | "))));
            }
            Typed::Unknown { .. } => return Err((expected, format!("`{text}` is not understood"))),
        };
        let Err(refusal) = result else { return Err((expected, "it was allowed".into())) };
        if self.game != before {
            return Err((expected, "refused, but the game has changed".into()));
        }
        let actual = Words::new(self.kit.table.read(&self.game)).refusal(refusal);
        if actual.to_lowercase().contains(&reason.to_lowercase()) {
            Ok(())
        } else {
            Err((expected, format!("refused: {actual}")))
        }
    }

    /// The table before the first move; none if it cannot be laid out again.
    pub fn beginning(&self) -> Option<Game> {
        lay_out(&self.kit, &self.start, None).ok()
    }

    /// The moves that were made, with who made them.
    pub fn moves(&self) -> impl Iterator<Item = (Seat, Action)> {
        self.moves.iter().map(|(seat, action, _)| (*seat, *action))
    }

    /// What can be decided now, in words.
    pub fn on_offer(&self) -> String {
        let mut actions = Vec::new();
        self.kit.table.legal_actions(&self.game, &mut actions);
        let words = Words::new(self.kit.table.read(&self.game));
        let texts: Vec<String> = actions.iter().map(|action| words.action(*action)).collect();
        texts.join(" | ")
    }

    /// Unused dice fail, and a replay must give the same hashes.
    fn finish(&self, scenario: &Scenario, outcome: &mut Outcome) {
        let left = self.game.dice.scripted_left();
        if left > 0 {
            outcome.failures.push(failure(
                scenario.line,
                "dice",
                "every scripted roll is used",
                &format!("{left} left over"),
            ));
        }
        if let Some(actual) = self.replay_differs() {
            outcome.failures.push(failure(scenario.line, "replay", "equal hashes", &actual));
        }
    }

    fn replay_differs(&self) -> Option<String> {
        let mut game = lay_out(&self.kit, &self.start, None).ok()?;
        for (number, (seat, action, hash)) in self.moves.iter().enumerate() {
            if let Err(refusal) = self.kit.table.apply(&mut game, *seat, *action, None) {
                return Some(format!("move {} is refused: {refusal:?}", number + 1));
            }
            if self.kit.table.hash(&game) != *hash {
                return Some(format!("another hash after move {}", number + 1));
            }
        }
        None
    }
}

/// The game of the page's own folder, if that is the one that is named.
fn own_kit(scenario: &Scenario, game: &str) -> Option<Result<Kit, Vec<Diagnostic>>> {
    let is_game = |file: &&SourceFile| file.name.ends_with("game.toml");
    let named = scenario.files.iter().find(is_game).is_some_and(|file| {
        let id = file.text.lines().filter_map(|line| line.trim().strip_prefix("id"));
        let mut ids = id.filter_map(|rest| rest.trim().strip_prefix('='));
        ids.next().is_some_and(|id| id.trim().trim_matches('"') == game)
    });
    named.then(|| kit::load_files(&scenario.files))
}

fn load_kit(
    scenario: &Scenario,
    line: &Line,
    policy: Option<&str>,
    skipped: &mut Vec<Failure>,
) -> Result<Kit, Failure> {
    let mut words = line.rest.split_whitespace();
    let game = words.next().unwrap_or("");
    let named = match (words.next(), words.next()) {
        (Some("policy"), Some(name)) => Some(name),
        (None, _) => None,
        _ => {
            return Err(failure(
                line.number,
                &line.rest,
                "`game NAME` or `game NAME policy POLICY`",
                &line.rest,
            ));
        }
    };
    let mut kit = if let Some(own) = own_kit(scenario, game) {
        own.map_err(|diagnostics| refused(line, &diagnostics))?
    } else if is_folder(game) {
        load_folder(scenario, line, game)?
    } else if kit::GAMES.contains(&game) {
        kit::load(game).map_err(|diagnostics| refused(line, &diagnostics))?
    } else {
        let near = nearest(game, kit::GAMES);
        let near = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
        let actual = format!(
            "there is no game `{game}`; {near}games: {}; a game of your own is named by its \
             folder: `game ./mine`",
            kit::GAMES.join(", ")
        );
        return Err(failure(line.number, &format!("game {}", line.rest), "a game", &actual));
    };
    kit = inline_cards::add(kit, scenario, skipped)?;
    if let Some(policy) = policy.or(named) {
        kit = kit
            .with_policy(policy)
            .map_err(|error| failure(line.number, &line.rest, "a policy", &error.to_string()))?;
    }
    Ok(kit)
}

/// What is wrong with a game's files.
fn refused(line: &Line, diagnostics: &[Diagnostic]) -> Failure {
    let texts: Vec<String> = diagnostics.iter().map(told).collect();
    failure(line.number, &line.rest, "a game without errors", &texts.join("; "))
}

pub(crate) fn told(diagnostic: &Diagnostic) -> String {
    match &diagnostic.help {
        Some(help) => format!("{} ({help})", diagnostic.message),
        None => diagnostic.message.clone(),
    }
}

/// A game in a folder whose files were given with the page.
fn load_folder(scenario: &Scenario, line: &Line, folder: &str) -> Result<Kit, Failure> {
    let files = scenario.folders.get(folder).ok_or_else(|| {
        let actual = format!("there is no game in the folder `{folder}`, seen from the page");
        failure(line.number, &line.rest, "a game's folder", &actual)
    })?;
    kit::load_files(files).map_err(|diagnostics| refused(line, &diagnostics))
}

/// `raizan, shao`: the decks of both seats.
fn read_decks(kit: &Kit, text: &str) -> Result<[DeckList; 2], String> {
    let Some((one, other)) = text.split_once(',') else {
        return Err(format!("`{text}` is not two decks: write `decks {text}, {text}`"));
    };
    let deck = |id: &str| {
        kit.deck(id.trim()).ok_or_else(|| {
            let known: Vec<&str> = kit.book.decks.iter().map(|deck| deck.id.as_str()).collect();
            format!("there is no deck `{}`; decks: {}", id.trim(), known.join(", "))
        })
    };
    Ok([deck(one)?, deck(other)?])
}

fn lay_out(kit: &Kit, setup: &Setup, mut record: Option<&mut Record>) -> Result<Game, String> {
    if let Some(decks) = &setup.decks {
        let is_laid_out = !setup.lays.is_empty() || setup.moment.is_some();
        if is_laid_out || !setup.dice.is_empty() || setup.rolls.is_some() {
            return Err("a game that begins with `decks` has a `seed` and nothing else".into());
        }
        return Ok(kit.table.start(setup.seed, decks, record));
    }
    let table = &kit.table;
    let mut result = Ok(Vec::new());
    let mut game = table.arrange(setup.seed, setup.active, record.as_deref_mut(), |engine| {
        if !setup.dice.is_empty()
            && let Err(error) = engine.game.dice.script(&setup.dice)
        {
            result = Err(error.to_string());
            return;
        }
        result = layout::lay(engine, &setup.lays);
    });
    let laid = result?;
    if setup.moment.is_some() || laid.iter().any(|(_, card)| card.is_passing()) {
        let mut engine = Engine::new(&mut game, &table.catalog, &**table.frame, record);
        layout::settle(&mut engine, &setup.lays, &laid, setup.moment.as_ref())?;
        engine.run();
    }
    if let Some(rolls) = setup.rolls {
        game.dice = moment::dice_after(setup.seed, rolls);
    }
    Ok(game)
}
