//! The policies of the shipped games, by name: `tides` is the policy of that
//! game, `goblins-immediate` the one that goblins' file calls `immediate`.

use onplay_cards::{SourceFile, read_policies};
use onplay_engine::rulebook::Policy;

use crate::kit::{GAMES, files};

/// The published designs, one policy each and two for goblins, whose design
/// resolves triggers at once or by a stack.
pub const DESIGNS: [&str; 6] =
    ["tides", "skirmish", "goblins-stack", "goblins-immediate", "alley", "drones"];

/// The policy of a shipped game by its name, if there is one.
pub fn policy_named(name: &str) -> Option<Policy> {
    let game = GAMES.iter().find(|game| names_policy_of(name, game))?;
    let policies = policies_of(game);
    policies.into_iter().find(|(known, _)| known == name).map(|(_, policy)| policy)
}

/// The names of all policies of the shipped games.
pub fn policy_names() -> Vec<String> {
    GAMES.iter().flat_map(|game| policies_of(game)).map(|(name, _)| name).collect()
}

fn names_policy_of(name: &str, game: &str) -> bool {
    name.strip_prefix(game).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// The policies that a shipped game's file defines, its own first.
fn policies_of(game: &str) -> Vec<(String, Policy)> {
    let is_game = |file: &SourceFile| file.name.ends_with("/game.toml");
    let Some(source) = files(game).into_iter().find(is_game) else { return Vec::new() };
    let named = |(name, policy): (String, Policy)| {
        if name == game { (name, policy) } else { (format!("{game}-{name}"), policy) }
    };
    read_policies(&source).into_iter().map(named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_design_is_a_policy_of_a_shipped_game() {
        let names = policy_names();
        for design in DESIGNS {
            assert!(names.iter().any(|name| name == design), "{design} is not among {names:?}");
            assert!(policy_named(design).is_some(), "{design}");
        }
    }

    #[test]
    fn a_game_gives_its_own_policy_under_its_name() {
        for game in GAMES {
            let kit = crate::kit::load(game).expect("shipped games load");
            assert_eq!(policy_named(game), Some(kit.table.catalog.rules.policy), "{game}");
        }
    }

    #[test]
    fn unknown_names_have_no_policy() {
        for name in ["", "tide", "tides-", "tides-stack", "goblinsimmediate", "-"] {
            assert_eq!(policy_named(name), None, "{name}");
        }
    }
}
