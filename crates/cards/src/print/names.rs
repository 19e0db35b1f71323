//! Names for what phrases bring in: "that enemy unit", "the sacrificed unit".

use onplay_engine::card::walk::{Node, ability_nodes};
use onplay_engine::card::{
    Ability, Cost, Effect, Filter, Happening, Pattern, Pick, Selection, Verb, Whose,
};
use onplay_engine::id::Class;

use crate::inflect::{participle, plural};
use crate::parse::ORDINALS;
use crate::vocabulary::Vocabulary;

/// How plainly references are described. What is said more plainly is said at more
/// length, so the first that reads back as the same ability is used.
pub const PLAINEST: u8 = 3;

/// The words for what the phrases of one ability bring in.
#[derive(Clone, Default)]
pub struct Names {
    named: Vec<Named>,
}

/// The words for what one phrase brings in, from short to plain.
#[derive(Clone)]
struct Named {
    slot: u8,
    words: [String; PLAINEST as usize + 1],
}

impl Names {
    /// Gathers what an ability's phrases bring in.
    pub fn of(vocabulary: &Vocabulary, ability: &Ability) -> Names {
        let mut names = Names::default();
        let mut order = 0;
        let mut loops = Vec::new();
        ability_nodes(ability, &mut |node| {
            let (slot, noun, manner, many) = match node {
                Node::Effect(Effect::Each { what, .. }) => {
                    loops.extend(what.mention);
                    return;
                }
                Node::Selection(what) => match brings(what) {
                    Some(many) => {
                        // A loop names its objects one by one.
                        let looped = what.mention.is_some_and(|slot| loops.contains(&slot));
                        (what.mention, what.filter.clone(), None, many && !looped)
                    }
                    None => return,
                },
                Node::Cost(Cost::Move { verb, filter, mention, count }) => {
                    let many = *count != onplay_engine::card::Quantity::ONE;
                    (*mention, filter.clone(), Some(done(vocabulary, *verb)), many)
                }
                Node::Cost(Cost::All { verb, filter, mention }) => {
                    (*mention, filter.clone(), Some(done(vocabulary, *verb)), true)
                }
                Node::Cost(Cost::FlagOther { filter, mention, count, .. }) => {
                    let many = *count != onplay_engine::card::Quantity::ONE;
                    (*mention, filter.clone(), None, many)
                }
                Node::Effect(Effect::Draw { mention, count, .. }) => {
                    let drawn = participle(vocabulary.verb("draw"));
                    let many = *count != onplay_engine::card::Quantity::ONE;
                    (*mention, Filter::Any, Some(drawn), many)
                }
                Node::Effect(Effect::Create { mention, count, .. }) => {
                    let many = *count != onplay_engine::card::Quantity::ONE;
                    (*mention, Filter::Token, None, many)
                }
                Node::Effect(Effect::Copy { mention, what, .. }) => {
                    (*mention, Filter::Token, None, brings(what).unwrap_or(false))
                }
                Node::Effect(Effect::Search { mention, filter, count, .. }) => {
                    let many = *count != onplay_engine::card::Quantity::ONE;
                    (*mention, filter.clone(), Some("found".to_owned()), many)
                }
                Node::Effect(Effect::Look { mention, take, up_to, .. }) => {
                    let many = *up_to != Some(onplay_engine::card::Quantity::ONE);
                    (*mention, take.clone(), Some("found".to_owned()), many)
                }
                _ => return,
            };
            order += 1;
            if let Some(slot) = slot {
                names.add(vocabulary, slot, &noun, manner, many, order - 1);
            }
        });
        names
    }

    fn add(
        &mut self,
        vocabulary: &Vocabulary,
        slot: u8,
        noun: &Filter,
        manner: Option<String>,
        many: bool,
        order: usize,
    ) {
        let plain = head(vocabulary, noun, many);
        let side = format!("{}{plain}", side(noun));
        let nth = ORDINALS[order.min(ORDINALS.len() - 1)];
        let ordinal = format!("the {nth} named {}", if many { "ones" } else { "one" });
        let words = match manner {
            Some(manner) if many => [
                format!("the {manner} {plain}"),
                format!("the {manner} {side}"),
                "them".into(),
                ordinal,
            ],
            Some(manner) => [
                format!("the {manner} {plain}"),
                format!("the {manner} {side}"),
                format!("that {side}"),
                ordinal,
            ],
            None if many => {
                [format!("those {plain}"), format!("those {side}"), "them".into(), ordinal]
            }
            None => [
                format!("that {}{plain}", enemy(noun)),
                format!("that {side}"),
                format!("the chosen {side}"),
                ordinal,
            ],
        };
        self.named.push(Named { slot, words });
    }

    /// The words for what the phrase with this number brings in.
    pub fn words(&self, slot: u8, level: u8) -> Option<&str> {
        let named = self.named.iter().find(|named| named.slot == slot)?;
        Some(&named.words[usize::from(level.min(PLAINEST))])
    }
}

/// The words for the doer of an event and for what it is done to.
pub fn event_names(vocabulary: &Vocabulary, pattern: &Pattern, level: u8) -> [Option<String>; 2] {
    let one = |filter: &Filter| match filter {
        Filter::Is(_) => None,
        Filter::Any if pattern.event == Happening::Drew => {
            Some(format!("the {} card", participle(vocabulary.verb("draw"))))
        }
        Filter::Any => None,
        noun if level == 0 => {
            Some(format!("that {}{}", enemy(noun), head(vocabulary, noun, false)))
        }
        noun => Some(format!("that {}{}", side(noun), head(vocabulary, noun, false))),
    };
    let (subject, other) = (one(&pattern.subject), pattern.other.as_ref().and_then(one));
    if pattern.event == Happening::DealtDamage { [other, subject] } else { [subject, other] }
}

/// Whether a selection brings something in, and whether that is several.
fn brings(what: &Selection) -> Option<bool> {
    (!matches!(what.pick, Pick::The(_)) || what.mention.is_some())
        .then(|| crate::bind::is_many(&what.pick))
}

fn done(vocabulary: &Vocabulary, verb: Verb) -> String {
    participle(vocabulary.verb(match verb {
        Verb::Destroy => "destroy",
        Verb::Sacrifice => "sacrifice",
        Verb::Discard => "discard",
        Verb::Mill => "mill",
        Verb::Exile => "exile",
        Verb::Return => "return",
        Verb::Enter => "enter",
        Verb::Deploy => "deploy",
        Verb::Shift => "move",
        Verb::Put => "put",
    }))
}

/// The noun of a filter: its subtype or type, or card.
pub fn head(vocabulary: &Vocabulary, noun: &Filter, many: bool) -> String {
    let parts = noun.clone().into_parts();
    let subtype = parts.iter().find_map(|part| match part {
        Filter::Subtype(kind) => Some(vocabulary.word(Class::Subtype, kind.0).to_owned()),
        _ => None,
    });
    let kind = parts.iter().find_map(|part| match part {
        Filter::Type(kind) => Some(vocabulary.word(Class::Type, kind.0).to_lowercase()),
        Filter::Token => Some("token".to_owned()),
        _ => None,
    });
    let word = subtype.or(kind).unwrap_or_else(|| "card".to_owned());
    if many { plural(&word) } else { word }
}

fn side(noun: &Filter) -> &'static str {
    let parts = noun.clone().into_parts();
    if parts.contains(&Filter::Controller(Whose::Enemy)) {
        "enemy "
    } else if parts.contains(&Filter::Controller(Whose::Yours)) {
        "friendly "
    } else {
        ""
    }
}

fn enemy(noun: &Filter) -> &'static str {
    if side(noun) == "enemy " { "enemy " } else { "" }
}

/// The noun of a filter, as a card would say it.
pub fn head_noun(vocabulary: &Vocabulary, noun: &Filter) -> String {
    format!("{}{}", enemy(noun), head(vocabulary, noun, false))
}
