//! Texts of types, keywords and statuses, and standing rules.

use onplay_engine::card::walk::{Node, ability_nodes};
use onplay_engine::card::{
    Ability, Activation, Condition, Course, Deed, Effect, Filter, Happening, Place, Quantity,
    Reference, Static, Verb, When, Who, Whose,
};
use onplay_engine::id::{Class, FlagId, KeywordId};
use onplay_engine::rulebook::{Offer, OfferPick, OfferShape, Room, Shape};

use super::builder::{Builder, HeldText, Holder};
use super::masks::{enters_with, is_barring};
use super::outline::{Chapter, Clause};
use super::stack::resolution;
use crate::diagnostic::{Diagnostic, Span, nearest};
use crate::normal;
use crate::parse::{Parser, RuleAction, prepare, refusal};
use crate::print::{print_ability, print_condition, print_cost, print_filter};
use crate::token::{Kind, Token};

impl Builder<'_> {
    /// Reads the chapter about cards.
    pub(super) fn read_texts(&mut self) {
        for (at, clause) in self.clauses_of(Chapter::Cards) {
            let holders = self.holders(at);
            if holders.is_empty() {
                if self.outline.headings[at].level == 2 {
                    let message = "say which cards have this: “### Unit” above it";
                    self.report(Diagnostic::error("no-heading", clause.at, message));
                }
                continue;
            }
            self.read_text(&holders, &clause);
        }
    }

    /// The types, keywords or statuses that a heading names.
    fn holders(&mut self, heading: usize) -> Vec<Holder> {
        let heading = &self.outline.headings[heading];
        let (name, span) = (heading.name.clone(), heading.span);
        if heading.level == 2 {
            return Vec::new();
        }
        let mut types = 0;
        let mut holders = Vec::new();
        for word in name.split(',').flat_map(|part| part.split(" and ")).map(str::trim) {
            let names = &self.vocabulary.names;
            if let Some(kind) = names.find(Class::Type, word) {
                types |= 1 << (kind & 31);
            } else if let Some(keyword) = names.find(Class::Keyword, word) {
                holders.push(Holder::Keyword(KeywordId(keyword)));
            } else if let Some(flag) = names.find(Class::Flag, word) {
                holders.push(Holder::Flag(FlagId(flag)));
            } else {
                let classes = [Class::Type, Class::Keyword, Class::Flag];
                let known: Vec<String> =
                    classes.iter().flat_map(|class| names.all(*class)).cloned().collect();
                let help = match nearest(word, known.iter().map(String::as_str)) {
                    Some(near) => format!("did you mean “{near}”?"),
                    None => format!("this game has: {}", known.join(", ")),
                };
                let message = format!("“{word}” is no type, keyword or status of this game");
                self.report(Diagnostic::error("unknown-name", span, message).help(help));
            }
        }
        if types != 0 {
            holders.insert(0, Holder::Types(types));
        }
        holders
    }

    fn read_text(&mut self, holders: &[Holder], clause: &Clause) {
        let tokens = prepare(self.vocabulary, &clause.text);
        if let Some((name, rest)) = named_action(clause, &tokens) {
            self.read_action(holders, clause, name, rest);
            return;
        }
        if let Some(rest) = resolution(&tokens) {
            self.read_resolution(holders, clause, rest);
            return;
        }
        let mut words = Vec::new();
        let mut abilities = Vec::new();
        let mut parser = Parser::new(self.vocabulary, &tokens, &[]);
        parser.rules = true;
        while parser.peek().is_some() {
            match parser.whole_ability() {
                Some(ability) => abilities.push(ability),
                None => {
                    let error = refusal(&parser);
                    self.report_at(clause, error);
                    return;
                }
            }
        }
        for ability in abilities {
            words.push(print_ability(self.vocabulary, &ability));
            for holder in holders {
                self.hold(*holder, ability.clone(), clause);
            }
        }
        self.read_back(clause, words.join(" "));
    }

    /// Gives a text to whoever has it. A rule about what has a keyword or a
    /// status stands by itself, because those come and go.
    fn hold(&mut self, holder: Holder, mut ability: Ability, clause: &Clause) {
        let filter = match holder {
            Holder::Types(types) => {
                if let Some(enters) = enters_with(types, &ability) {
                    self.built.rulebook.enters.push(enters);
                    return;
                }
                self.check_damage(clause, &ability);
                self.check_free_places(clause, &ability);
                self.built.texts.push(HeldText { holder, ability, offer: None });
                return;
            }
            Holder::Keyword(keyword) => Filter::Keyword(keyword),
            Holder::Flag(flag) => Filter::Flag(flag),
        };
        let has_death = self.vocabulary.rules.death.is_some();
        if let When::Static(rules) = &ability.when
            && ability.condition.is_none()
            && rules.iter().all(|rule| is_barring(rule, has_death))
        {
            let rules = rules.clone();
            self.bar(holder, &rules, clause);
            return;
        }
        if let When::Static(rules) = &mut ability.when {
            if ability.condition.is_some() || !rules.iter_mut().all(|rule| about(rule, &filter)) {
                let message = "what has a keyword or status can have plain rules and triggers only";
                let help = "say it of “this”, without a condition";
                let error = Diagnostic::error("text", Self::whole(clause), message);
                self.report(error.help(help));
                return;
            }
            if let (Holder::Keyword(keyword), [rule]) = (holder, rules.as_slice())
                && matches!(rule, Static::Forbid { deed: Deed::Play, place: Some(Place::Free), .. })
            {
                // Asked for every card and place: it is kept as a mask.
                self.built.rulebook.only_onto |= 1 << keyword.0;
                let words = format!("it {}", clause.first_sentence().trim_start_matches("This "));
                self.built.rulebook.only_onto_citation = self.cite(&words, clause);
                return;
            }
            self.add_static(clause, ability);
            return;
        }
        let here = Condition::Is(Reference::This, filter);
        ability.condition = normal::both(Some(here), ability.condition.take());
        self.built.texts.push(HeldText { holder, ability, offer: None });
    }

    /// Only what a keyword says of free places is asked where cards are played.
    fn check_free_places(&mut self, clause: &Clause, ability: &Ability) {
        let mut found = false;
        ability_nodes(ability, &mut |node| {
            found |= matches!(node, Node::Static(Static::Forbid { place: Some(Place::Free), .. }));
        });
        if found {
            let message = "only a keyword can say that what has it is not played to a free place";
            let help = "write “This cannot be played to a free slot.” under the keyword's heading";
            let error = Diagnostic::error("free-place", Self::whole(clause), message);
            self.report(error.help(help));
        }
    }

    pub(super) fn add_static(&mut self, clause: &Clause, ability: Ability) {
        self.check_damage(clause, &ability);
        self.check_free_places(clause, &ability);
        let each = names_a_side(&ability);
        let number = self.add_ability(clause, ability);
        self.built.rulebook.statics.push((number, each));
    }

    fn read_action(&mut self, holders: &[Holder], clause: &Clause, name: String, rest: &[Token]) {
        let mut parser = Parser::new(self.vocabulary, rest, &[]);
        parser.rules = true;
        let found = parser.rule_action().filter(|_| parser.peek().is_none());
        let Some(action) = found else {
            let error = refusal(&parser);
            self.report_at(clause, error);
            return;
        };
        if let Some(span) = action.second_pick {
            let message = "one thing is chosen before the colon; the second is asked for after it";
            self.report_at(clause, Diagnostic::error("two-chooses", span, message));
        }
        let Some(window) = self.taken_window(&action, clause) else { return };
        let words = self.action_words(&name, &action);
        self.read_back(clause, words);
        for holder in holders {
            self.offer(*holder, clause, &name, window, &action);
        }
    }

    /// The window of an action: some stage must take it.
    fn taken_window(&mut self, action: &RuleAction, clause: &Clause) -> Option<u8> {
        let windows = &self.built.rulebook.windows;
        let (word, span) = &action.window;
        if let Some(known) = windows.iter().position(|known| known == word) {
            return Some(known as u8);
        }
        let known: Vec<String> = windows.iter().map(|known| format!("`{known}`")).collect();
        let message = format!("nobody takes `{word}` actions");
        let help = match known.as_slice() {
            [] => "say in a stage who takes actions: “You take any number of main actions until \
                   you pass.”"
                .to_owned(),
            known => format!("stages take {}", known.join(" and ")),
        };
        self.report_at(clause, Diagnostic::error("no-window", *span, message).help(help));
        None
    }

    fn action_words(&self, name: &str, action: &RuleAction) -> String {
        let mut words = vec![format!("as a {} action", action.window.0)];
        for condition in &action.conditions {
            words.push(format!("if {}", print_condition(self.vocabulary, condition)));
        }
        for cost in &action.cost {
            words.push(print_cost(self.vocabulary, cost));
        }
        words.push(match &action.pick {
            OfferPick::Nothing => String::new(),
            OfferPick::Object(filter) => {
                format!("choose {}", with_article(&print_filter(self.vocabulary, filter)))
            }
            OfferPick::Place { zones, room, .. } => self.place_words(*zones, *room),
        });
        words.retain(|part| !part.is_empty());
        let effects = Ability::new(When::Played, action.effects.clone());
        format!("{name} — {}: {}", words.join(", "), print_ability(self.vocabulary, &effects))
    }

    fn place_words(&self, zones: u64, room: Room) -> String {
        let named = (0..64).filter(|zone| zones >> zone & 1 == 1);
        let names = named.map(|zone| self.place_name(zone)).collect::<Vec<_>>().join(" or ");
        match room {
            Room::Any => format!("choose a {names}"),
            Room::Some => format!("choose a {names} with room"),
            Room::Empty => format!("choose a free {names}"),
            Room::EmptyFirst => format!("choose a free {names}, or any where none is free"),
        }
    }

    fn place_name(&self, zone: u16) -> String {
        let place = self.vocabulary.places.get(usize::from(zone)).cloned().flatten();
        place.unwrap_or_else(|| self.vocabulary.names.word(Class::Zone, zone).to_owned())
    }

    fn offer(
        &mut self,
        holder: Holder,
        clause: &Clause,
        name: &str,
        window: u8,
        action: &RuleAction,
    ) {
        let zones = self.zones_of(action);
        let in_play = self.vocabulary.rules.zones.iter().enumerate();
        let in_play =
            in_play.filter(|(_, zone)| zone.in_play).fold(0, |mask, (at, _)| mask | 1 << at);
        let number = self.built.rulebook.offers.len();
        if number >= 64 {
            let message = "a rulebook has at most 64 actions";
            self.report(Diagnostic::error("too-many", clause.at, message));
            return;
        }
        let shape = match action.pick {
            OfferPick::Object(_) if zones & in_play != 0 && self.attacks(&action.effects) => {
                OfferShape::Attack
            }
            // Where each lies alone in its place, the place says which is meant.
            OfferPick::Object(ref filter) if zones & in_play == 0 && self.lies_alone(filter) => {
                OfferShape::Play
            }
            OfferPick::Object(_) => OfferShape::Special(number as u8),
            _ if zones & in_play == 0 => OfferShape::Play,
            OfferPick::Place { .. } => OfferShape::Move,
            OfferPick::Nothing => OfferShape::Special(number as u8),
        };
        let is_taken =
            self.built.rulebook.offers.iter().any(|offer| offer.shape == OfferShape::Attack);
        let shape = match shape {
            OfferShape::Attack if is_taken => OfferShape::Special(number as u8),
            shape => shape,
        };
        let mut conditions = action.conditions.clone();
        match holder {
            Holder::Types(_) => {}
            Holder::Keyword(one) => {
                conditions.insert(0, Condition::Is(Reference::This, Filter::Keyword(one)));
            }
            Holder::Flag(one) => {
                conditions.insert(0, Condition::Is(Reference::This, Filter::Flag(one)));
            }
        }
        let offer = Offer {
            name: name.to_lowercase(),
            window,
            zones,
            shape,
            pick: action.pick.clone(),
            blocks: says_blocks(&action.effects),
            replaces: replaced(&action.effects),
            conditions: self.cite_conditions(&conditions, clause),
            wrong_windows: self.cite_windows(clause),
            wrong_zone: self.cite_zones(zones, clause),
            wrong_pick: self.cite_pick(&action.pick, clause),
            citation: self.cite(name, clause),
        };
        self.built.rulebook.offers.push(offer);
        let activation = Activation { by_rule: true, ..Activation::default() };
        let mut ability = Ability::new(When::Activated(activation), action.effects.clone());
        ability.name = Some(name.to_owned());
        ability.cost = action.cost.clone();
        ability.condition = match conditions.len() {
            0 => None,
            1 => conditions.pop(),
            _ => Some(Condition::All(conditions)),
        };
        self.built.texts.push(HeldText { holder, ability, offer: Some(number as u8) });
    }

    /// Whether whatever matches lies in a zone whose places hold one object each.
    fn lies_alone(&self, filter: &Filter) -> bool {
        let is_single = |zone: &Filter| match zone {
            Filter::Zone(kind) => self
                .vocabulary
                .rules
                .zones
                .get(kind.index())
                .is_some_and(|zone| zone.capacity == Some(1) || zone.shape == Shape::Slots),
            _ => false,
        };
        match filter {
            Filter::All(parts) => parts.iter().any(|part| is_single(part) || self.lies_alone(part)),
            Filter::OneOf(parts) => parts.iter().all(|part| self.lies_alone(part)),
            one => is_single(one),
        }
    }

    /// Where the object of an action lies: in play if nothing is said.
    fn zones_of(&self, action: &RuleAction) -> u64 {
        if action.zones.is_empty() {
            let zones = self.vocabulary.rules.zones.iter().enumerate();
            return zones.filter(|(_, zone)| zone.in_play).fold(0, |mask, (at, _)| mask | 1 << at);
        }
        action.zones.iter().fold(0, |mask, zone| mask | 1 << zone.index())
    }

    /// Whether effects attack what was chosen, here or in a stage they go through.
    fn attacks(&self, effects: &[Effect]) -> bool {
        let mut found = false;
        let ability = Ability::new(When::Played, effects.to_vec());
        ability_nodes(&ability, &mut |node| {
            found |= match node {
                Node::Effect(Effect::Course(Course::Say { event, .. })) => {
                    *event == Happening::Attacks
                }
                Node::Effect(Effect::Course(Course::Through(phase))) => self.stage_attacks(phase.0),
                _ => false,
            };
        });
        found
    }

    fn stage_attacks(&self, phase: u16) -> bool {
        use onplay_engine::rulebook::Flow;
        let rulebook = &self.built.rulebook;
        let Some(stage) = rulebook.stages.iter().find(|stage| stage.phase.0 == phase) else {
            return false;
        };
        let flow = rulebook.flow[usize::from(stage.start)..].iter();
        let own = flow.take_while(|flow| !matches!(flow, Flow::Leave | Flow::Loop(_)));
        own.filter_map(|flow| match flow {
            Flow::Do { ability, .. } => self.built.abilities.get(usize::from(*ability)),
            _ => None,
        })
        .any(|ability| {
            let mut found = false;
            ability_nodes(ability, &mut |node| {
                found |= matches!(
                    node,
                    Node::Effect(Effect::Course(Course::Say { event: Happening::Attacks, .. }))
                );
            });
            found
        })
    }

    fn cite_conditions(&mut self, conditions: &[Condition], clause: &Clause) -> Vec<u16> {
        let words: Vec<String> = conditions
            .iter()
            .map(|one| format!("only if {}", print_condition(self.vocabulary, one)))
            .map(|words| words.replace("only if this ", "only if it ").replace(['[', ']'], ""))
            .collect();
        words.iter().map(|words| self.cite(words, clause)).collect()
    }

    /// What is said where it is not the time, by the window that a card needs: its own
    /// timing may take the place of the clause's.
    fn cite_windows(&mut self, clause: &Clause) -> Vec<u16> {
        (0..self.built.rulebook.windows.len() as u8)
            .map(|window| self.cite_window(window, clause))
            .collect()
    }

    fn cite_window(&mut self, window: u8, clause: &Clause) -> u16 {
        use onplay_engine::rulebook::Flow;
        let rulebook = &self.built.rulebook;
        let mut stage = String::new();
        let mut taken: Vec<String> = Vec::new();
        for flow in &rulebook.flow {
            match flow {
                Flow::Enter(at) => stage = rulebook.stages[usize::from(*at)].name.clone(),
                Flow::Decide(decision) if decision.windows >> window & 1 == 1 => {
                    taken.push(stage.clone());
                }
                _ => {}
            }
        }
        let word = rulebook.windows[usize::from(window)].clone();
        self.cite(&format!("{word} actions are taken in {}", taken.join(" and ")), clause)
    }

    fn cite_zones(&mut self, zones: u64, clause: &Clause) -> u16 {
        let all = self.vocabulary.rules.zones.len();
        let words: Vec<String> = (0..all)
            .filter(|at| zones >> at & 1 == 1)
            .map(|at| self.vocabulary.names.word(Class::Zone, at as u16).to_owned())
            .collect();
        self.cite(&format!("it is not in your {}", words.join(" or ")), clause)
    }

    fn cite_pick(&mut self, pick: &OfferPick, clause: &Clause) -> u16 {
        let what = match pick {
            OfferPick::Nothing => "nothing".to_owned(),
            OfferPick::Object(filter) => {
                let printed = print_filter(self.vocabulary, filter);
                // Where it must be printed in groups, the clause says it better.
                let own_words = chosen_words(&clause.text).filter(|_| printed.contains('['));
                own_words.unwrap_or_else(|| with_article(&printed))
            }
            OfferPick::Place { zones, near, room, whose } => {
                let words = self.place_words(*zones, *room);
                let words = words.trim_start_matches("choose ");
                let own_words = chosen_words(&clause.text).filter(|_| *room == Room::EmptyFirst);
                match (near, whose) {
                    _ if own_words.is_some() => own_words.unwrap_or_default(),
                    (Some(_), _) => words.replacen("a ", "an adjacent ", 1),
                    (None, Whose::Yours) => format!("{words} of your own"),
                    (None, _) => words.to_owned(),
                }
            }
        };
        self.cite(&format!("only {what} can be chosen"), clause)
    }
}

/// "Deploy — As a field action, …": the name, and the words behind the dash.
fn named_action<'a>(clause: &Clause, tokens: &'a [Token]) -> Option<(String, &'a [Token])> {
    let is_dash = |token: &Token| matches!(token.kind, Kind::Mark('—' | '–' | '-'));
    let dash = tokens.iter().take(8).position(is_dash)?;
    let rest = tokens.get(dash + 1..)?;
    let begins = |at: usize, word: &str| rest.get(at).is_some_and(|token| token.text == word);
    if dash == 0 || !begins(0, "as") || !(begins(1, "a") || begins(1, "an")) {
        return None;
    }
    let span = Span::new(tokens[0].span.start, tokens[dash - 1].span.end);
    Some((clause.text.get(span.start..span.end)?.to_owned(), rest))
}

/// Makes a rule about this one about all that match; says whether it was.
fn about(rule: &mut Static, filter: &Filter) -> bool {
    let what = match rule {
        Static::Modify { what, .. }
        | Static::Base { what, .. }
        | Static::Keyword { what, .. }
        | Static::Type { what, .. }
        | Static::Cost { what, .. }
        | Static::Forbid { what, .. }
        | Static::Silence { what }
        | Static::NoDamage { what, .. }
        | Static::Enter { what, .. } => what,
        _ => return false,
    };
    let is_this = *what == Filter::Is(Reference::This);
    if is_this {
        *what = filter.clone();
    }
    is_this
}

/// What an action does to what stands in the place that was chosen for it.
fn replaced(effects: &[Effect]) -> Option<&'static str> {
    effects.iter().find_map(|effect| match effect {
        Effect::Move { what, verb, .. } if is_at_chosen(&what.filter) => match verb {
            Verb::Sacrifice | Verb::Destroy => Some("which dies"),
            Verb::Discard => Some("which is discarded"),
            Verb::Return => Some("which is returned"),
            Verb::Exile => Some("which is exiled"),
            _ => None,
        },
        _ => None,
    })
}

/// What an action chooses, in the words of its clause.
fn chosen_words(text: &str) -> Option<String> {
    let (before, _) = text.split_once(':')?;
    let (_, chosen) = before.rsplit_once("choose ")?;
    let chosen = chosen.split(", if ").next()?;
    Some(chosen.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Whether an action blocks what attacks.
fn says_blocks(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| {
        matches!(effect, Effect::Course(Course::Say { event: Happening::Blocks, .. }))
    })
}

fn is_at_chosen(filter: &Filter) -> bool {
    match filter {
        Filter::Place(Place::Chosen) => true,
        Filter::All(parts) => parts.iter().any(is_at_chosen),
        _ => false,
    }
}

/// Whether a rule means something else for each player.
fn names_a_side(ability: &Ability) -> bool {
    let mut found = false;
    ability_nodes(ability, &mut |node| {
        found |= match node {
            Node::Filter(Filter::Controller(whose) | Filter::Owner(whose)) => *whose != Whose::Any,
            Node::Quantity(Quantity::Counter(who, _)) => matches!(who, Who::You | Who::Opponent),
            Node::Static(Static::Player { whose, .. } | Static::Allowance { whose, .. }) => {
                *whose != Whose::Any
            }
            Node::Condition(Condition::Turn(_)) => true,
            _ => false,
        };
    });
    found
}

fn with_article(words: &str) -> String {
    format!("{} {words}", crate::inflect::article(words))
}
