//! Rules that can be read and still make no game.

use onplay_engine::card::walk::{Node, ability_nodes};
use onplay_engine::card::{Ability, Course, Effect, Filter, Manner, Pick, When};
use onplay_engine::id::{Class, TypeId};
use onplay_engine::rulebook::{Flow, Repetition, Sight};

use super::builder::{Builder, Holder};
use super::outline::Chapter;
use crate::diagnostic::{Diagnostic, Span};

impl Builder<'_> {
    /// Looks for what cannot work.
    pub(super) fn check(&mut self) {
        self.check_windows();
        self.check_loops();
        self.check_end();
        self.check_moments();
        self.check_types();
        self.check_decks();
        self.check_stack();
        self.check_hidden();
    }

    fn heading_span(&self, name: &str) -> Span {
        let heading = self.outline.headings.iter().find(|heading| heading.name == name);
        heading.map_or(Span::default(), |heading| heading.span)
    }

    /// Every kind of action that a stage takes must exist.
    fn check_windows(&mut self) {
        let rulebook = &self.built.rulebook;
        let mut found = Vec::new();
        let mut stage = String::new();
        for flow in &rulebook.flow {
            match flow {
                Flow::Enter(at) => stage = rulebook.stages[usize::from(*at)].name.clone(),
                Flow::Decide(decision) => {
                    for (at, word) in rulebook.windows.iter().enumerate() {
                        // Card abilities name these by their labels.
                        let by_cards = rulebook.of_timing[1..].contains(&Some(at as u8));
                        let is_taken = decision.windows >> at & 1 == 1;
                        let is_offered =
                            rulebook.offers.iter().any(|offer| usize::from(offer.window) == at);
                        if is_taken && !is_offered && !by_cards {
                            found.push((stage.clone(), word.clone()));
                        }
                    }
                }
                _ => {}
            }
        }
        for (stage, word) in found {
            let message = format!("{stage} takes `{word}` actions, but no card or clause has one");
            let help =
                format!("write one under Cards: “Play — As a {word} action, from your hand: …”");
            let span = self.heading_span(&stage);
            self.report(Diagnostic::error("no-action", span, message).help(help));
        }
    }

    /// A stage that repeats needs a decision or an end, and what comes behind
    /// one that never ends is never reached.
    fn check_loops(&mut self) {
        let rulebook = &self.built.rulebook;
        let endless: Vec<u8> = (1..rulebook.stages.len() as u8)
            .filter(|stage| {
                self.repetition(*stage).is_some_and(|one| one.most.is_none() && one.until.is_none())
            })
            .collect();
        let mut found = Vec::new();
        for stage in endless {
            let name = rulebook.stages[usize::from(stage)].name.clone();
            if !self.decides(stage) {
                found.push((
                    "loop",
                    name.clone(),
                    format!("{name} repeats without a decision and without an end"),
                ));
            }
            let parent = rulebook.stages[usize::from(stage)].parent;
            let after = (stage + 1..rulebook.stages.len() as u8)
                .find(|next| rulebook.stages[usize::from(*next)].parent == parent);
            if let (Some(next), Some(_)) = (after, parent) {
                let next = rulebook.stages[usize::from(next)].name.clone();
                found.push((
                    "unreachable",
                    next.clone(),
                    format!("{next} comes after {name}, which never ends; say “at most …”"),
                ));
            }
        }
        for (code, stage, message) in found {
            let span = self.heading_span(&stage);
            let help =
                "say “Repeat, at most 8 times.”, “until …” or “There are at most 50 of them.”";
            self.report(Diagnostic::error(code, span, message).help(help));
        }
    }

    fn repetition(&self, stage: u8) -> Option<&Repetition> {
        let rulebook = &self.built.rulebook;
        let start = usize::from(rulebook.stages[usize::from(stage)].start);
        let end =
            rulebook.flow[start..].iter().find(|flow| matches!(flow, Flow::Loop(_) | Flow::Leave));
        match end {
            Some(Flow::Loop(repetition)) => Some(repetition),
            _ => None,
        }
    }

    fn decides(&self, stage: u8) -> bool {
        let rulebook = &self.built.rulebook;
        let start = usize::from(rulebook.stages[usize::from(stage)].start);
        let own = rulebook.flow[start..]
            .iter()
            .take_while(|flow| !matches!(flow, Flow::Loop(_) | Flow::Leave));
        own.into_iter().any(|flow| match flow {
            Flow::Decide(_) => true,
            Flow::Call(part) => *part > stage && self.decides(*part),
            _ => false,
        })
    }

    /// Somebody must be able to win, lose or draw.
    fn check_end(&mut self) {
        let mut ends = false;
        let held = self.built.texts.iter().map(|text| &text.ability);
        for ability in self.built.abilities.iter().chain(held) {
            ability_nodes(ability, &mut |node| {
                ends |= matches!(
                    node,
                    Node::Effect(
                        Effect::Win { .. } | Effect::Lose { .. } | Effect::Course(Course::Draw)
                    )
                );
            });
        }
        if !ends {
            let message = "no sentence wins, loses or draws the game";
            let help = "write under “## Always”: “As soon as your points are at least 20, you win \
                        the game.”";
            self.report(Diagnostic::error("no-end", Span::new(0, 0), message).help(help));
        }
    }

    /// Nothing can be asked in a moment, and a boundary has no place in it.
    fn check_moments(&mut self) {
        let mut found = Vec::new();
        for (number, ability) in self.built.abilities.iter().enumerate() {
            ability_nodes(ability, &mut |node| {
                if let Node::Effect(Effect::Together { manner, effects }) = node
                    && let Some(what) = asked_in(effects)
                {
                    let manner = match manner {
                        Manner::AtOnce => "At once:",
                        Manner::Silently => "Silently:",
                    };
                    found.push((number, format!("{what} cannot be asked within “{manner}”")));
                }
            });
        }
        for (number, message) in found {
            let span = self.span_of_ability(number);
            self.report(Diagnostic::error("question-in-moment", span, message));
        }
    }

    /// Where the clause of an ability stands, as far as that is known.
    fn span_of_ability(&self, number: usize) -> Span {
        let flow = self.built.rulebook.flow.iter();
        let mut citation = flow.filter_map(|flow| match flow {
            Flow::Do { ability, citation } if usize::from(*ability) == number => Some(*citation),
            _ => None,
        });
        citation.next_back().map_or(Span::default(), |citation| self.span_of_citation(citation))
    }

    /// Where the clause of a citation stands.
    fn span_of_citation(&self, citation: u16) -> Span {
        let words = self.built.rulebook.citations.get(usize::from(citation));
        let number =
            words.and_then(|words| words.rsplit(' ').next()).map(|end| end.trim_end_matches(']'));
        let mut clauses = self.outline.clauses();
        let clause = clauses.find(|(_, clause)| Some(clause.number.as_str()) == number);
        clause.map_or(Span::default(), |(_, clause)| Self::whole(clause))
    }

    /// Cards of a type that nothing plays can only come by effects, unless the game's
    /// file says that they are not played.
    fn check_types(&mut self) {
        let names = self.vocabulary.names.all(Class::Type).to_vec();
        let mut found = Vec::new();
        for (kind, name) in names.iter().enumerate() {
            let is_played = self.built.texts.iter().any(|text| {
                text.offer.is_some()
                    && matches!(text.holder, Holder::Types(types) if types >> kind & 1 == 1)
            });
            let unplayed = self.vocabulary.rules.can.as_ref().map(|can| &can.unplayed_types);
            let is_meant = unplayed.is_some_and(|all| all.contains(&TypeId(kind as u16)));
            if !is_played && !is_meant {
                found
                    .push(format!("no clause plays a `{name}`; it can only be in play by effects"));
            }
        }
        let cards = self.outline.headings.iter().find(|heading| heading.chapter == Chapter::Cards);
        let span = cards.map_or(Span::default(), |heading| heading.span);
        for message in found {
            self.report(Diagnostic::warning("no-play", span, message));
        }
    }

    /// What is looked up in hidden cards all the time tells players of them.
    fn check_hidden(&mut self) {
        let mut found = Vec::new();
        for number in &self.built.rulebook.checks {
            let Some(ability) = self.built.abilities.get(usize::from(*number)) else { continue };
            let mut asked = Ability::new(When::Played, Vec::new());
            asked.condition = ability.condition.clone();
            ability_nodes(&asked, &mut |node| {
                if let Node::Filter(Filter::All(parts)) = node
                    && let Some(zone) = parts.iter().find_map(|part| self.hidden_zone(part))
                    && parts.iter().any(reads_cards)
                {
                    found.push((*number, zone));
                }
            });
        }
        for (number, zone) in found {
            let message = format!("“As soon as” reads a zone that its player cannot see: {zone}");
            let cited = &self.built.rulebook.cited;
            let citation = cited.iter().find(|(known, _)| *known == number).map(|(_, at)| *at);
            let span = citation.map_or(Span::default(), |citation| self.span_of_citation(citation));
            self.report(Diagnostic::warning("hidden", span, message));
        }
    }

    /// The name of a zone that not both players see into.
    fn hidden_zone(&self, filter: &Filter) -> Option<String> {
        let Filter::Zone(kind) = filter else { return None };
        let zone = self.vocabulary.rules.zones.get(kind.index())?;
        let is_hidden = zone.sight != Sight::Everyone;
        is_hidden.then(|| self.vocabulary.names.word(Class::Zone, kind.0).to_owned())
    }

    /// Without decks nobody has cards.
    fn check_decks(&mut self) {
        if self.built.rulebook.decks.is_empty() {
            let message = "no sentence says where the cards of a deck go";
            let help = "write under “## Decks”: “Main goes to your deck.”";
            self.report(Diagnostic::error("no-decks", Span::new(0, 0), message).help(help));
        }
    }
}

/// Whether a part of a filter is about what a card is, and not only where it lies.
fn reads_cards(part: &Filter) -> bool {
    !matches!(part, Filter::Zone(_) | Filter::Owner(_) | Filter::Controller(_) | Filter::Any)
}

/// What effects ask, if they ask anything.
pub(super) fn asked_in(effects: &[Effect]) -> Option<&'static str> {
    let ability = Ability::new(onplay_engine::card::When::Played, effects.to_vec());
    let mut found = None;
    ability_nodes(&ability, &mut |node| {
        let Node::Effect(effect) = node else { return };
        let what = match effect {
            Effect::May { .. } => Some("“you may”"),
            Effect::Modal { .. } => Some("a mode"),
            Effect::ChoosePlace { .. } | Effect::ChooseNumber { .. } => Some("a choice"),
            Effect::Course(Course::Then) => Some("“Then”"),
            Effect::Course(Course::Through(_)) => Some("a stage"),
            Effect::Look { .. } | Effect::Search { .. } => Some("a choice"),
            other => onplay_engine::compile::selection(other)
                .filter(|what| matches!(what.pick, Pick::Choose { .. }))
                .map(|_| "a choice"),
        };
        found = found.or(what);
    });
    found
}
