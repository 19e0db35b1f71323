//! Cards on a stack that players respond to: what becomes of them when they resolve.

use onplay_engine::card::walk::{Node, ability_nodes};
use onplay_engine::card::{Ability, Course, Effect, When};
use onplay_engine::id::Class;
use onplay_engine::rulebook::{Resolves, Responses, Role};

use super::builder::{Builder, Holder};
use super::outline::{Chapter, Clause};
use crate::bind::number_effects;
use crate::diagnostic::{Diagnostic, Span};
use crate::parse::{Parser, refusal};
use crate::print::print_ability;
use crate::token::{Kind, Token};

/// "Resolve: …": what the words behind the colon are.
pub(super) fn resolution(tokens: &[Token]) -> Option<&[Token]> {
    let [first, colon, rest @ ..] = tokens else { return None };
    (first.text == "resolve" && colon.kind == Kind::Mark(':')).then_some(rest)
}

impl Builder<'_> {
    /// Whether the game has a stack that players respond to.
    pub(super) fn has_stack(&self) -> bool {
        let responses = self.vocabulary.rules.policy.responses;
        matches!(responses, Responses::OnePass | Responses::AllPass)
    }

    /// "Resolve: Its text happens. Put this into its owner's void."
    pub(super) fn read_resolution(&mut self, holders: &[Holder], clause: &Clause, rest: &[Token]) {
        let [Holder::Types(types)] = *holders else {
            let message = "only cards of a type resolve";
            let help = "write it under the heading of a type: “### Event”";
            self.report(Diagnostic::error("resolve", Self::whole(clause), message).help(help));
            return;
        };
        if !self.has_stack() {
            let message = "nothing resolves: this game has no stack that players respond to";
            let help = "write `responses = \"one-pass\"` under `[policy]` in game.toml";
            self.report(Diagnostic::error("resolve", Self::whole(clause), message).help(help));
            return;
        }
        if self.built.rulebook.resolves(types).is_some() {
            let message = "another clause says already what becomes of it";
            self.report(Diagnostic::error("resolve", Self::whole(clause), message));
            return;
        }
        let mut parser = Parser::new(self.vocabulary, rest, &[]);
        parser.rules = true;
        let with_text = parser.attempt(|p| {
            p.need("its text happens")?;
            p.stop()
        });
        let mut effects = Vec::new();
        let is_read = parser.peek().is_none()
            || parser.effects().is_some_and(|found| {
                effects = found;
                parser.peek().is_none() && parser.bind.problems.is_empty()
            });
        if !is_read || !number_effects(&mut effects) {
            let error = refusal(&parser);
            self.report_at(clause, error);
            return;
        }
        let ability = Ability::new(When::Played, effects);
        if says_text(&ability) {
            let message = "“Its text happens” comes first in what resolves";
            self.report(Diagnostic::error("resolve", Self::whole(clause), message));
            return;
        }
        let text = if with_text.is_some() { "its text happens. " } else { "" };
        let words = format!("resolve: {text}{}", print_ability(self.vocabulary, &ability));
        self.read_back(clause, words);
        let citation = self.cite(&clause.first_sentence(), clause);
        let ability = self.add_ability(clause, ability);
        let with_text = with_text.is_some();
        self.built.rulebook.resolves.push(Resolves { types, ability, with_text, citation });
    }

    /// What is put on the stack must resolve.
    pub(super) fn check_stack(&mut self) {
        if !self.has_stack() {
            return;
        }
        let mut found = Vec::new();
        for text in self.built.texts.iter().filter(|text| text.offer.is_some()) {
            let Holder::Types(types) = text.holder else { continue };
            let names = self.vocabulary.names.all(Class::Type).iter().enumerate();
            let open = names.filter(|(kind, _)| {
                types >> kind & 1 == 1 && self.built.rulebook.resolves(1 << kind).is_none()
            });
            if self.goes_on_stack(&text.ability) {
                found.extend(open.map(|(_, name)| name.clone()));
            }
        }
        let cards = self.outline.headings.iter().find(|heading| heading.chapter == Chapter::Cards);
        let span = cards.map_or(Span::default(), |heading| heading.span);
        for name in found {
            let message = format!("no clause says what becomes of a `{name}` that resolves");
            let help = format!("write under “### {name}”: “Resolve: Its text happens. …”");
            self.report(Diagnostic::error("resolve", span, message).help(help));
        }
    }

    /// Whether an action puts its card on the stack.
    fn goes_on_stack(&self, ability: &Ability) -> bool {
        let zones = &self.vocabulary.rules.zones;
        let mut found = false;
        ability_nodes(ability, &mut |node| {
            if let Node::Effect(Effect::Move { to: Some(to), .. }) = node {
                let zone = zones.get(to.zone.index());
                found |= zone.is_some_and(|zone| zone.role == Role::Stack);
            }
        });
        found
    }
}

/// Whether the text of a card happens somewhere in an ability.
fn says_text(ability: &Ability) -> bool {
    let mut found = false;
    ability_nodes(ability, &mut |node| {
        found |= matches!(node, Node::Effect(Effect::Course(Course::Text(_))));
    });
    found
}
