//! Rules about keywords, statuses and entering that are asked all the time: they are
//! kept as masks.

use onplay_engine::card::walk::{Node, ability_nodes};
use onplay_engine::card::{Ability, Condition, Deed, Entering, Filter, Reference, Static, When};
use onplay_engine::id::Class;
use onplay_engine::rulebook::{Bar, Barred, EntersWith};

use super::builder::{Builder, Holder};
use super::outline::Clause;
use crate::diagnostic::Diagnostic;

impl Builder<'_> {
    /// What a keyword or status keeps whoever has it from is kept as masks.
    pub(super) fn bar(&mut self, holder: Holder, rules: &[Static], clause: &Clause) {
        let (flags, keywords, word) = match holder {
            Holder::Flag(flag) => {
                (1 << flag.0, 0, self.vocabulary.names.word(Class::Flag, flag.0).to_owned())
            }
            Holder::Keyword(one) => {
                (0, 1 << one.0, self.vocabulary.names.word(Class::Keyword, one.0).to_owned())
            }
            Holder::Types(_) => return,
        };
        let words = match holder {
            Holder::Flag(_) => format!("it is {word}"),
            _ => format!("it has {word}"),
        };
        let citation = self.cite(&words, clause);
        for rule in rules {
            let what = match rule {
                Static::Forbid { deed, .. } => Bar::Deed(*deed),
                Static::NoDamage { side, kind, .. } => Bar::Damage(*side, *kind),
                _ => continue,
            };
            self.built.rulebook.barred.push(Barred { what, flags, keywords, citation });
        }
    }

    /// Only what a keyword or status says of damage is asked where it is dealt.
    pub(super) fn check_damage(&mut self, clause: &Clause, ability: &Ability) {
        let mut found = false;
        ability_nodes(ability, &mut |node| {
            found |= matches!(node, Node::Static(Static::NoDamage { .. }));
        });
        if found {
            let message = "only a keyword or status can say who deals or is dealt no damage";
            let help = "write “This cannot be dealt damage.” under the heading of a keyword or \
                        status";
            let error = Diagnostic::error("no-damage", Self::whole(clause), message);
            self.report(error.help(help));
        }
    }
}

/// Whether a rule keeps its own object from something that is kept as a mask. What
/// keeps it from being destroyed is asked by state checks too, where anything dies.
pub(super) fn is_barring(rule: &Static, has_death: bool) -> bool {
    let this = Filter::Is(Reference::This);
    match rule {
        Static::Forbid { what, deed: Deed::BeDestroyed, place: None, by: None } => {
            *what == this && !has_death
        }
        Static::Forbid {
            what,
            deed: Deed::Attack | Deed::Activate | Deed::Move,
            place: None,
            by: None,
        } => *what == this,
        Static::NoDamage { what, .. } => *what == this,
        _ => false,
    }
}

/// "This enters the garden on cooldown unless it has Charge", as masks.
pub(super) fn enters_with(types: u32, ability: &Ability) -> Option<EntersWith> {
    let When::Static(rules) = &ability.when else { return None };
    let [Static::Enter { what, with: Entering::Status(flag) }] = rules.as_slice() else {
        return None;
    };
    let this = Filter::Is(Reference::This);
    let zones = match what {
        what if *what == this => u64::MAX,
        Filter::All(parts) => match &parts[..] {
            [one, Filter::Zone(zone)] | [Filter::Zone(zone), one] if *one == this => {
                1 << zone.index()
            }
            _ => return None,
        },
        _ => return None,
    };
    let unless = match &ability.condition {
        None => 0,
        Some(Condition::Not(condition)) => match &**condition {
            Condition::Is(Reference::This, Filter::Keyword(keyword)) => 1 << keyword.0,
            _ => return None,
        },
        Some(_) => return None,
    };
    Some(EntersWith { types, zones, flag: *flag, unless })
}
