//! The outline as a program: each stage does its clauses, then its parts, then
//! it is left or begins again.

use indexmap::IndexMap;
use onplay_engine::card::{Ability, Condition, Happening, Timing, When};
use onplay_engine::id::{Class, PhaseId};
use onplay_engine::rulebook::{Decision, FLOW, Flow, Overflow, Repetition, Stage};

use super::builder::Builder;
use super::clause::{Kinds, Part};
use super::outline::{Chapter, Clause};
use super::say;
use super::words::key;
use crate::diagnostic::{Diagnostic, Span};
use crate::normal;
use crate::print::{print_ability, print_condition};

/// Most kinds of action of one rulebook.
const WINDOWS: usize = 16;

impl Builder<'_> {
    /// Compiles the stages of the outline.
    pub(super) fn read_stages(&mut self) {
        let root = Stage {
            name: self.outline.title.clone(),
            phase: PhaseId(u16::MAX),
            start: 0,
            is_announced: false,
            break_off: None,
            parent: None,
        };
        self.built.rulebook.stages.push(root);
        let headings = self.outline.headings.len();
        let mut stage_of = vec![None; headings];
        for (at, heading) in self.outline.headings.iter().enumerate() {
            if !heading.is_stage() {
                continue;
            }
            let phase = self.vocabulary.names.find(Class::Phase, &key(&heading.name));
            let parent = match heading.parent {
                Some(parent) => stage_of[parent],
                None => Some(0),
            };
            stage_of[at] = Some(self.built.rulebook.stages.len() as u8);
            self.built.rulebook.stages.push(Stage {
                name: heading.name.clone(),
                phase: PhaseId(phase.unwrap_or(u16::MAX)),
                start: 0,
                is_announced: heading.chapter == Chapter::Stage,
                break_off: None,
                parent,
            });
        }
        self.check_names(&stage_of);
        let calls = self.parts_of(0);
        self.built.rulebook.flow.extend(calls.into_iter().map(Flow::Call));
        self.built.rulebook.flow.push(Flow::Leave);
        for (heading, stage) in stage_of.into_iter().enumerate() {
            if let Some(stage) = stage {
                self.compile_stage(heading, stage);
            }
        }
        if self.built.rulebook.flow.len() > FLOW {
            let message = format!("this rulebook has more than {FLOW} steps");
            self.report(Diagnostic::error("too-many", Span::new(0, 0), message));
        }
    }

    /// Two stages of one name cannot be told apart.
    fn check_names(&mut self, stage_of: &[Option<u8>]) {
        let mut seen: Vec<(String, Span)> = Vec::new();
        let mut twice = Vec::new();
        for (heading, stage) in self.outline.headings.iter().zip(stage_of) {
            let name = key(&heading.name);
            match seen.iter().find(|(known, _)| stage.is_some() && *known == name) {
                Some((_, first)) => twice.push((heading.name.clone(), heading.span, *first)),
                None if stage.is_some() => seen.push((name, heading.span)),
                None => {}
            }
        }
        for (name, again, first) in twice {
            let message = format!("there are two stages called “{name}”");
            let error = Diagnostic::error("stage-twice", again, message);
            let file = self.outline.file.clone();
            self.report(error.label(&file, first, "the first"));
        }
    }

    fn parts_of(&self, parent: u8) -> Vec<u8> {
        let stages = self.built.rulebook.stages.iter().enumerate();
        let own = stages.filter(|(at, stage)| *at > 0 && stage.parent == Some(parent));
        own.map(|(at, _)| at as u8).collect()
    }

    fn compile_stage(&mut self, heading: usize, stage: u8) {
        let at = usize::from(stage);
        self.built.rulebook.stages[at].start = self.built.rulebook.flow.len() as u16;
        self.built.rulebook.flow.push(Flow::Enter(stage));
        let mut repetition = None;
        for clause in self.outline.headings[heading].clauses.clone() {
            let mut words = Vec::new();
            for part in self.parts(&clause) {
                self.compile_part(stage, &clause, part, &mut repetition, &mut words);
            }
            self.read_back(&clause, words.join(" "));
        }
        let calls = self.parts_of(stage);
        self.built.rulebook.flow.extend(calls.into_iter().map(Flow::Call));
        let end = repetition.map_or(Flow::Leave, Flow::Loop);
        self.built.rulebook.flow.push(end);
    }

    fn compile_part(
        &mut self,
        stage: u8,
        clause: &Clause,
        part: Part,
        repetition: &mut Option<Repetition>,
        words: &mut Vec<String>,
    ) {
        match part {
            Part::Effects(effects) => {
                let ability = Ability::new(When::Played, effects);
                words.push(print_ability(self.vocabulary, &ability));
                let citation = self.cite(&clause.first_sentence(), clause);
                let ability = self.add_ability(clause, ability);
                self.built.rulebook.cited.push((ability, citation));
                self.built.rulebook.flow.push(Flow::Do { ability, citation });
            }
            Part::Decide(who, kinds, pass) => {
                words.push(say::decision(who, &kinds, pass.as_deref()));
                let taken: Vec<&str> =
                    kinds.any.iter().chain(&kinds.counted).map(String::as_str).collect();
                let name = self.built.rulebook.stages[usize::from(stage)].name.clone();
                let said = format!("only {} actions are taken in {name}", taken.join(" and "));
                let citation = self.cite(&said, clause);
                if self.has_stack() && self.built.rulebook.stack_is_not_empty.is_none() {
                    let words = "with something on the stack, only responses are taken";
                    let citation = self.cite(words, clause);
                    self.built.rulebook.stack_is_not_empty = Some(citation);
                }
                let (windows, ending) = self.windows_of(&kinds, clause);
                let most = kinds.count;
                let decision = Decision { who, windows, ending, most, pass, citation };
                self.built.rulebook.flow.push(Flow::Decide(decision));
            }
            Part::Repeat(found) => {
                words.push(say::repetition(self.vocabulary, &found));
                if repetition.is_some() {
                    let message = "this stage repeats already";
                    self.report(Diagnostic::error("repeat", Self::whole(clause), message));
                }
                *repetition = Some(found);
            }
            Part::AtMost(most) => {
                words.push(format!("There are at most {most} of them."));
                match repetition {
                    Some(repetition) if repetition.most.is_none() => repetition.most = Some(most),
                    _ => {
                        let message = "nothing that repeats without a limit stands before this";
                        let help = "write it behind “Players take turns.” of the same stage";
                        let error = Diagnostic::error("repeat", Self::whole(clause), message);
                        self.report(error.help(help));
                    }
                }
            }
            Part::Overflow => {
                words.push("An endless chain leads here.".into());
                if self.vocabulary.rules.policy.overflow != Overflow::Frame {
                    let message = "this game's policy does not leave endless chains to its rules";
                    let help = "write `overflow = \"frame\"` under `[policy]` in game.toml";
                    let error = Diagnostic::error("overflow", Self::whole(clause), message);
                    self.report(error.help(help));
                }
                let citation = self.cite(&clause.first_sentence(), clause);
                self.built.rulebook.overflow = Some((stage, citation));
            }
            Part::BreakOff(condition) => {
                let when = print_condition(self.vocabulary, &condition);
                words.push(format!("Break off when {when}."));
                let from = self.built.rulebook.flow.len() as u16 - 1;
                let stage = &mut self.built.rulebook.stages[usize::from(stage)];
                if stage.break_off.is_some() {
                    let message = "this stage is broken off by another sentence already";
                    let help = "say both in one: “Break off when … or ….”";
                    let error = Diagnostic::error("break-off", Self::whole(clause), message);
                    self.report(error.help(help));
                } else {
                    stage.break_off = Some((condition, from));
                }
            }
            Part::Trigger(mut ability) => {
                words.push(print_ability(self.vocabulary, &ability));
                let is_on_passing =
                    matches!(&ability.when, When::Event(on) if on.event == Happening::Passed);
                let comes =
                    clause.reminder().unwrap_or_else(|| self.print_effects(&ability.effects));
                let phase = self.built.rulebook.stages[usize::from(stage)].phase;
                let here = Condition::Phase(phase);
                ability.condition = normal::both(Some(here), ability.condition.take());
                let number = self.add_ability(clause, *ability);
                let citation = self.cite(&clause.first_sentence(), clause);
                self.built.rulebook.cited.push((number, citation));
                if is_on_passing {
                    self.built.rulebook.on_passing.push((number, comes));
                }
            }
        }
    }

    /// The kinds of action that cards of a timing are.
    pub(super) fn name_windows(&mut self, named: &IndexMap<Timing, String>) {
        let windows = self.built.rulebook.windows.clone();
        let find = |word: &str| windows.iter().position(|known| known == word).map(|at| at as u8);
        for timing in Timing::ALL {
            let usual = match timing {
                // The kind of action that comes first in the rulebook.
                Timing::Main => windows.first().map(String::as_str),
                Timing::Response => Some("response"),
                Timing::Fast => Some("fast"),
                Timing::Mana => None,
            };
            let word = named.get(&timing).map(String::as_str).or(usual);
            let found = word.and_then(find);
            if let Some(word) = named.get(&timing).filter(|_| found.is_none()) {
                let message =
                    format!("game.toml calls something `{word}` actions; no stage takes them");
                let known: Vec<String> = windows.iter().map(|known| format!("`{known}`")).collect();
                let help = format!("stages take {}", known.join(" and "));
                self.report(Diagnostic::error("no-window", Span::new(0, 0), message).help(help));
            }
            self.built.rulebook.of_timing[timing as usize] = found;
        }
    }

    fn windows_of(&mut self, kinds: &Kinds, clause: &Clause) -> (u16, u16) {
        let mut mask = |list: &[String]| {
            list.iter().fold(0, |mask, word| mask | 1 << self.window(word, clause))
        };
        let (any, counted) = (mask(&kinds.any), mask(&kinds.counted));
        (any | counted, counted)
    }

    /// The number of a kind of action that a stage takes.
    fn window(&mut self, word: &str, clause: &Clause) -> usize {
        let windows = &mut self.built.rulebook.windows;
        if let Some(known) = windows.iter().position(|known| known == word) {
            return known;
        }
        if windows.len() >= WINDOWS {
            let message = format!("a rulebook has at most {WINDOWS} kinds of action");
            self.report(Diagnostic::error("too-many", Self::whole(clause), message));
            return 0;
        }
        windows.push(word.to_owned());
        windows.len() - 1
    }
}
