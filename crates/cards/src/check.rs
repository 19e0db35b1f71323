//! Checks of meaning: texts that can be read and still cannot work.

use onplay_engine::card::walk::Node;
use onplay_engine::card::walk::ability_nodes;
use onplay_engine::card::{Effect, Filter, Happening, Quantity, When};
use onplay_engine::rulebook::{Role, Shape};

use crate::card_file::Draft;
use crate::diagnostic::{Diagnostic, Span};
use crate::source::SourceFile;
use crate::vocabulary::Vocabulary;

/// Checks every card's abilities against the game.
pub fn drafts(
    drafts: &[Draft],
    sources: &[&SourceFile],
    vocabulary: &Vocabulary,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for draft in drafts {
        for (number, ability) in draft.card.abilities.iter().enumerate() {
            let mut found: Vec<(&'static str, String, &str)> = Vec::new();
            match &ability.when {
                When::Event(pattern) | When::Instead(pattern) => {
                    never(pattern.event, vocabulary, &mut found);
                    if draft.once && pattern.from.is_none() && in_play_only(pattern.event) {
                        found.push((
                            "never-fires",
                            "a card of this type is never in play, so this never fires".into(),
                            "say what it does without “when”",
                        ));
                    }
                }
                When::Activated(_) if draft.once => found.push((
                    "never-fires",
                    "a card of this type is never in play, so this cannot be activated".into(),
                    "put the cost into the card's own cost",
                )),
                _ => {}
            }
            ability_nodes(ability, &mut |node| nodes(node, vocabulary, &mut found));
            for (code, message, help) in found {
                let file = sources[draft.file];
                let words = draft.text.abilities.get(number).copied().unwrap_or_default();
                let span = draft.place(words);
                diagnostics
                    .push(Diagnostic::error(code, span, message).help(help).in_file(&file.name));
            }
        }
    }
}

fn never(event: Happening, vocabulary: &Vocabulary, found: &mut Vec<(&'static str, String, &str)>) {
    let lanes = vocabulary.rules.zones.iter().any(|zone| zone.shape != Shape::Pile);
    if matches!(event, Happening::Moved | Happening::MovedIn | Happening::MovedOut) && !lanes {
        found.push((
            "no-lanes",
            "nothing moves between lanes in a game without lanes".into(),
            "give a zone the shape `lanes` or `slots` in game.toml",
        ));
    }
    if event == Happening::HitPlayer && vocabulary.rules.life.is_none() {
        found.push((
            "never-fires",
            "players take no damage in this game, so this never fires".into(),
            "give the game a `life` counter in game.toml",
        ));
    }
    if matches!(event, Happening::Damaged | Happening::DealtDamage)
        && vocabulary.rules.damage.is_empty()
    {
        found.push((
            "never-fires",
            "there is no damage in this game, so this never fires".into(),
            "describe a kind of damage in game.toml",
        ));
    }
}

fn in_play_only(event: Happening) -> bool {
    matches!(
        event,
        Happening::Entered
            | Happening::Deployed
            | Happening::Died
            | Happening::Left
            | Happening::Attacks
            | Happening::Attacked
            | Happening::Moved
    )
}

fn nodes(
    node: Node<'_>,
    vocabulary: &Vocabulary,
    found: &mut Vec<(&'static str, String, &'static str)>,
) {
    let lacks = |role: Role| vocabulary.rules.role(role).is_none();
    match node {
        Node::Effect(Effect::Draw { .. }) if lacks(Role::Deck) => found.push((
            "no-zone",
            "this game has no deck to draw from".into(),
            "give a zone the role `deck` in game.toml",
        )),
        Node::Effect(Effect::Damage { .. }) if vocabulary.rules.damage.is_empty() => found.push((
            "no-damage",
            "this game has no damage".into(),
            "describe a kind of damage in game.toml",
        )),
        Node::Effect(
            Effect::Change { attribute, .. }
            | Effect::Become { attribute, .. }
            | Effect::Heal { attribute, .. },
        ) if vocabulary.rules.live(*attribute).is_none() => found.push((
            "printed-only",
            format!(
                "“{}” is only printed and cannot change in play",
                vocabulary.names.word(onplay_engine::id::Class::Attribute, attribute.0)
            ),
            "remove `printed-only` from it in game.toml, or change something else",
        )),
        Node::Filter(Filter::All(parts)) => {
            let zones = parts.iter().filter(|part| matches!(part, Filter::Zone(_))).count();
            let sides = |part: &&Filter| matches!(part, Filter::Controller(_));
            if zones > 1 || parts.iter().filter(sides).count() > 1 {
                found.push((
                    "impossible",
                    "nothing can be all of this at once".into(),
                    "name one zone and one side only",
                ));
            }
        }
        Node::Quantity(Quantity::Number(number)) if number.unsigned_abs() > 999 => found.push((
            "number",
            format!("{number} is beyond what the game counts to"),
            "numbers in card text go to 999",
        )),
        _ => {}
    }
}

impl Draft {
    /// A place in the text as a place in the file.
    fn place(&self, words: Span) -> Span {
        match self.text_place() {
            Some(offset) if words.end > 0 => words.shifted(offset),
            _ => self.span,
        }
    }
}
