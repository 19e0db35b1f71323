//! Why something happened, why something cannot be done, and what an action would
//! do: all from what one viewer was told or may know.

use onplay_engine::card::Effect;
use onplay_engine::id::{AbilityId, ObjectId, Seat, ZoneId};
use onplay_engine::play::{View as Known, view};
use onplay_engine::state::{Action, Dice, Fact, Game, Mismatch, Record, Refusal};
use onplay_games::words::Words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::eyes::{Eyes, is_seen};
use crate::message::{Fault, FaultCode};
use crate::names::{Handle, SeatName};
use crate::projection::{Projection, is_asked};
use crate::step::{Change, Step};
use crate::trace::{Trace, play};

/// How many games that fit what a seat knows are tried for a preview.
const SAMPLES: u64 = 4;

/// One link of a chain of causes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct Link {
    /// The number of the step.
    pub step: u32,
    /// How deep in a chain of triggers.
    pub depth: u16,
    /// The line of the log.
    pub text: String,
    /// The words on the card behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub words: Option<String>,
}

/// Why something is not possible or did not happen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct Reason {
    /// What it is about: `play Warden`, or what a trigger heard.
    pub about: String,
    /// The reason, in words.
    pub text: String,
    /// The words on the card behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub words: Option<String>,
    /// The step that a trigger heard and stayed silent at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub step: Option<u32>,
}

/// What a preview cannot know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct Uncertain {
    /// The first step that depends on hidden cards or dice.
    pub from: u32,
    /// What it depends on, in words.
    pub text: String,
}

/// The causes of a step, nearest first, from all steps that a viewer was told.
/// Empty if there is no such step.
pub fn why(steps: &[Step], number: u32) -> Vec<Link> {
    let mut links = Vec::new();
    let mut next = find(steps, number);
    while let Some(step) = next {
        links.push(link(step));
        // A cause is always older, so this ends.
        next = step.cause.filter(|cause| *cause < step.n).and_then(|cause| find(steps, cause));
    }
    links
}

/// The steps that changed a number or status of a card, newest first; everything that
/// happened to it if no name is given.
pub fn why_number(steps: &[Step], handle: Handle, name: Option<&str>) -> Vec<Link> {
    let named = |known: &str| name.is_none_or(|name| name == known);
    let changes = |change: &Change| match change {
        Change::Number { handle: of, name, .. }
        | Change::Status { handle: of, name, .. }
        | Change::Keyword { handle: of, name, .. } => *of == handle && named(name),
        Change::Card { card } => card.handle == handle,
        _ => false,
    };
    let about = |step: &&Step| {
        let object = step.object.as_ref().and_then(|object| object.handle);
        (name.is_none() && object == Some(handle)) || step.changes.iter().any(changes)
    };
    steps.iter().rev().filter(about).map(link).collect()
}

/// The steps that changed a number of a player, newest first.
pub fn why_counter(steps: &[Step], seat: SeatName, name: &str) -> Vec<Link> {
    let about = |change: &Change| matches!(change, Change::Counter { seat: of, name: known, .. } if *of == seat && known == name);
    steps.iter().rev().filter(|step| step.changes.iter().any(about)).map(link).collect()
}

/// What a `why` is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WhySubject {
    /// A step.
    Step(u32),
    /// A number or status of a card, or all of them.
    Card {
        /// The card.
        handle: Handle,
        /// One of its numbers or statuses; all if none is given.
        name: Option<String>,
    },
    /// A number of a player.
    Counter {
        /// Whose it is.
        seat: SeatName,
        /// What it is called.
        name: String,
    },
}

impl WhySubject {
    /// What a client's `why` names, which must be one thing.
    ///
    /// # Errors
    /// It names nothing, or more than one thing.
    pub fn new(
        step: Option<u32>,
        handle: Option<Handle>,
        seat: Option<SeatName>,
        name: Option<String>,
    ) -> Result<Self, Fault> {
        match (step, handle, seat, name) {
            (Some(step), None, None, None) => Ok(WhySubject::Step(step)),
            (None, Some(handle), None, name) => Ok(WhySubject::Card { handle, name }),
            (None, None, Some(seat), Some(name)) => Ok(WhySubject::Counter { seat, name }),
            _ => {
                let text = "`why` asks about a step, a handle, or a seat and a name";
                Err(Fault::new(FaultCode::BadMessage, text))
            }
        }
    }

    /// The answer, from all steps that a viewer was told.
    pub fn links(&self, steps: &[Step]) -> Vec<Link> {
        match self {
            WhySubject::Step(step) => why(steps, *step),
            WhySubject::Card { handle, name } => why_number(steps, *handle, name.as_deref()),
            WhySubject::Counter { seat, name } => why_counter(steps, *seat, name),
        }
    }
}

fn find(steps: &[Step], number: u32) -> Option<&Step> {
    let at = steps.binary_search_by_key(&number, |step| step.n).ok()?;
    steps.get(at)
}

fn link(step: &Step) -> Link {
    Link { step: step.n, depth: step.depth, text: step.text.clone(), words: step.words.clone() }
}

impl Projection {
    /// Why a card can not be played or used by the viewer's seat now.
    pub fn why_not(&self, game: &Game, eyes: &Eyes, handle: Handle) -> Vec<Reason> {
        let (Some(seat), Some(id)) = (eyes.viewer.seat(), eyes.object(handle)) else {
            return Vec::new();
        };
        let known = view(game, &self.table().catalog, seat);
        // Nothing that hidden cards decide is told: this is only a game that fits.
        let sample = known.sample(&self.table().catalog, &mut Dice::new(0));
        let words = Words::new(self.table().read(&known.state));
        let name = words.card(known.state.object(id).card);
        let reason = |about: String, text: String| Reason { about, text, words: None, step: None };
        if !is_asked(game, eyes.viewer) {
            let text = match game.to_decide() {
                Some(other) => words.refusal(Refusal::NotYourDecision { asked: other }),
                None => words.refusal(Refusal::GameOver),
            };
            return vec![reason(name.to_owned(), text)];
        }
        let legal = self.table().with_actions(&sample, <[Action]>::to_vec);
        if legal.iter().any(|action| crate::story::objects(*action).contains(&id)) {
            return vec![reason(name.to_owned(), "it is possible".into())];
        }
        let mut reasons: Vec<Reason> = Vec::new();
        for action in self.imaginable(&sample, id) {
            let refusal = self.table().why_refused(&sample, action);
            let text = match refusal {
                Refusal::NotOffered if !sample.pending.prompts().is_empty() => {
                    "a question must be answered first".into()
                }
                refusal => words.refusal(refusal),
            };
            let about = verb_words(action, name);
            if !reasons.iter().any(|known| known.about == about && known.text == text) {
                reasons.push(reason(about, text));
            }
        }
        // That nothing is on offer says nothing where a better reason is known.
        let vague = words.refusal(Refusal::NotOffered);
        if reasons.iter().any(|reason| reason.text != vague) {
            reasons.retain(|reason| reason.text != vague);
        }
        reasons
    }

    /// What somebody might want to do with a card.
    fn imaginable(&self, game: &Game, id: ObjectId) -> Vec<Action> {
        let rules = &self.table().catalog.rules;
        let object = game.object(id);
        if rules.is_in_play(object.zone) {
            let abilities = self.table().catalog.card(object.card).abilities.len() as u8;
            let uses = (0..abilities).map(|ability| Action::Activate { object: id, ability });
            return uses.collect();
        }
        let places = (0..rules.places() as u8).map(ZoneId);
        places.map(|place| Action::Play { object: id, place, at: u8::MAX }).collect()
    }

    /// Which triggers of a card heard something in a record and stayed silent.
    pub fn skipped_triggers(
        &self,
        record: &Record,
        after: &Game,
        eyes: &Eyes,
        handle: Handle,
    ) -> Vec<Reason> {
        let covered = eyes.viewer.cover(after, &self.table().catalog);
        let words = Words::new(self.table().read(&covered));
        let Some(id) = eyes.object(handle).filter(|id| is_seen(&covered, *id)) else {
            return Vec::new();
        };
        let near = record.skipped_triggers.iter().filter(|skipped| {
            skipped.listener.id == id
                && !matches!(
                    skipped.reason,
                    Mismatch::WrongPlayer
                        | Mismatch::WrongKind
                        | Mismatch::WrongObject
                        | Mismatch::WrongTime
                )
        });
        near.filter_map(|skipped| {
            let step = eyes.cause(skipped.ordinal)?;
            Some(Reason {
                about: format!("step {step}"),
                text: words.mismatch(skipped.reason, skipped.by),
                words: self.sentence(skipped.ability),
                step: Some(step),
            })
        })
        .collect()
    }

    /// The clause of the rules that a decision led to last, in words: at the end of the game
    /// the one that ended it.
    pub fn last_clause(&self, trace: &Trace) -> Option<String> {
        let ending = self.ending_check(trace.after());
        if let Some(clause) = ending.and_then(|ability| self.table().frame.clause_of(ability)) {
            return Some(clause.to_owned());
        }
        let words = Words::new(self.table().read(trace.after()));
        let entries = trace.record.entries.iter().rev();
        let ruled = entries.map(|entry| entry.fact).find(|fact| matches!(fact, Fact::Ruled { .. }));
        ruled.map(|fact| words.fact(&fact))
    }

    /// What the rulebook ends a game with as soon as something is so, if that ended this one.
    fn ending_check(&self, game: &Game) -> Option<AbilityId> {
        let catalog = &self.table().catalog;
        let is_end = |effect: &Effect| matches!(effect, Effect::Win { .. } | Effect::Lose { .. });
        let mut checks = (0..).zip(&catalog.rulebook.checks).filter_map(|(number, check)| {
            let held = game.pending.checks_held >> (number * 2) & 0b11 != 0;
            catalog.clause(*check).filter(|_| held)
        });
        let ends = |ability: &AbilityId| catalog.ability(*ability).effects.iter().any(is_end);
        game.is_over().then(|| checks.find(ends)).flatten()
    }

    /// What an action would do as far as the viewer's seat can know, and from which
    /// step on that depends on hidden cards or dice.
    pub fn preview(
        &self,
        game: &Game,
        eyes: &Eyes,
        action: Action,
    ) -> (Vec<Step>, Option<Uncertain>) {
        let Some(seat) = eyes.viewer.seat() else { return (Vec::new(), None) };
        let known = view(game, &self.table().catalog, seat);
        let mut tried = (0..SAMPLES).map(|seed| {
            let mut sample = known.sample(&self.table().catalog, &mut Dice::new(seed));
            let trace = play(self.table(), &mut sample, action);
            self.steps(&trace, &mut eyes.clone())
        });
        let mut first = tried.next().unwrap_or_default();
        let mut sure = first.len();
        for other in tried {
            let same = first.iter().zip(&other).take_while(|(one, two)| one == two).count();
            let whole = same == first.len() && same == other.len();
            sure = sure.min(if whole { sure } else { same });
        }
        // That some samples agree on a hidden card does not make it known.
        let learns = |step: &Step| step.changes.iter().any(|one| self.teaches(one, eyes, &known));
        sure = sure.min(first.iter().position(learns).unwrap_or(sure));
        let uncertain = (sure < first.len() || first.is_empty()).then(|| Uncertain {
            from: first.get(sure).map_or(eyes.steps + 1, |step| step.n),
            text: "from here on it depends on hidden cards or dice".into(),
        });
        // Names and numbers of a game that only fits would look like knowledge.
        first.truncate(sure);
        (first, uncertain)
    }

    /// Whether a change of a sampled game shows a card that its seat cannot know: one that
    /// was out of sight and could be another.
    fn teaches(&self, change: &Change, eyes: &Eyes, known: &Known) -> bool {
        let Change::Card { card } = change else { return false };
        if eyes.has_met(card.handle) {
            return false;
        }
        let book = &self.kit().book;
        let is_token = book.card(&card.card).is_some_and(|id| book.printed(id).token);
        let unseen = &known.unseen[Seat::from(card.owner).index()];
        let mut others = unseen.iter().chain(&known.shared);
        let one = others.next();
        !is_token && others.any(|other| Some(other) != one)
    }
}

fn verb_words(action: Action, name: &str) -> String {
    match action {
        Action::Activate { .. } => format!("use {name}"),
        _ => format!("play {name}"),
    }
}
