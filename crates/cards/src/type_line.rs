//! Type lines: "Legendary Creature — Goblin Warrior". [goblins 3]

use onplay_engine::id::{Class, TypeId};

use crate::diagnostic::{Diagnostic, Span, nearest};
use crate::vocabulary::Vocabulary;

/// A type line, taken apart.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TypeLine {
    /// Words before the types: Legendary, Basic.
    pub supertypes: Vec<String>,
    /// Types: Artifact, Creature.
    pub types: Vec<String>,
    /// Words behind the dash: Goblin, Warrior.
    pub subtypes: Vec<String>,
    /// What is probably not meant.
    pub warnings: Vec<String>,
}

/// Words that come before types in any game.
const SUPERTYPES: [&str; 5] = ["Legendary", "Basic", "Snow", "World", "Token"];

/// Takes a type line apart at the em dash. What the game knows as types is not
/// asked here; see `check`.
pub fn type_line(text: &str) -> TypeLine {
    let mut line = TypeLine::default();
    let (left, right) = match text.split_once('—') {
        Some((left, right)) => (left, right),
        None => (text, ""),
    };
    let mut words = left.split_whitespace().peekable();
    while let Some(word) = words.next() {
        if matches!(word, "-" | "–" | "--") {
            line.warnings.push(format!(
                "“{word}” does not separate types from subtypes; write an em dash (—)"
            ));
            continue;
        }
        let supertype = SUPERTYPES.iter().any(|known| known.eq_ignore_ascii_case(word));
        // A supertype on its own is a type: "Token".
        if supertype && words.peek().is_some() && line.types.is_empty() {
            line.supertypes.push(word.to_owned());
        } else {
            line.types.push(word.to_owned());
        }
    }
    line.subtypes = right.split_whitespace().map(str::to_owned).collect();
    if right.contains('—') {
        line.warnings.push("more than one em dash".to_owned());
        line.subtypes.retain(|word| word != "—");
    }
    line
}

/// The types of a line as a mask, with an error for every word that is none.
pub fn check(
    vocabulary: &Vocabulary,
    line: &mut TypeLine,
    span: Span,
    diagnostics: &mut Vec<Diagnostic>,
) -> u32 {
    let mut mask = 0;
    let known: Vec<&str> = vocabulary.names.all(Class::Type).iter().map(String::as_str).collect();
    let mut types = Vec::new();
    for word in std::mem::take(&mut line.types) {
        if vocabulary.supertypes.iter().any(|known| known.eq_ignore_ascii_case(&word)) {
            line.supertypes.push(word);
            continue;
        }
        match vocabulary.names.find(Class::Type, &word) {
            Some(kind) => {
                mask |= 1 << (TypeId(kind).0 & 31);
                types.push(word);
            }
            None => diagnostics.push(
                Diagnostic::error(
                    "type-line",
                    span,
                    format!("“{word}” is not a type of this game"),
                )
                .help(match nearest(&word, known.iter().copied()) {
                    Some(near) => format!("did you mean “{near}”?"),
                    None => format!("this game's types: {}", known.join(", ")),
                }),
            ),
        }
    }
    line.types = types;
    for warning in &line.warnings {
        diagnostics.push(Diagnostic::warning("type-line", span, warning.clone()));
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, supertypes: &[&str], types: &[&str], subtypes: &[&str], warnings: usize) {
        let line = type_line(text);
        assert_eq!(line.supertypes, supertypes, "{text}");
        assert_eq!(line.types, types, "{text}");
        assert_eq!(line.subtypes, subtypes, "{text}");
        assert_eq!(line.warnings.len(), warnings, "{text}");
    }

    #[test]
    fn lines_of_the_rules() {
        check("Creature — Goblin", &[], &["Creature"], &["Goblin"], 0);
        check(
            "Legendary Creature — Goblin Warrior",
            &["Legendary"],
            &["Creature"],
            &["Goblin", "Warrior"],
            0,
        );
        check("Artifact Creature — Golem", &[], &["Artifact", "Creature"], &["Golem"], 0);
        check("Basic Land — Hill", &["Basic"], &["Land"], &["Hill"], 0);
        check("Instant", &[], &["Instant"], &[], 0);
        check("", &[], &[], &[], 0);
        check("Creature - Goblin", &[], &["Creature", "Goblin"], &[], 1);
        check("Creature – Goblin", &[], &["Creature", "Goblin"], &[], 1);
        check("Creature —", &[], &["Creature"], &[], 0);
        check("  Creature \t —  Goblin  ", &[], &["Creature"], &["Goblin"], 0);
        check("Land — Urza's Power-Plant", &[], &["Land"], &["Urza's", "Power-Plant"], 0);
        check("Islander", &[], &["Islander"], &[], 0);
    }
}
