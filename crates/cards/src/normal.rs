//! Normal forms: one meaning, one shape of data, so that abilities can be
//! compared and printed text parses back to exactly what was printed.

use onplay_engine::card::{
    Ability, Condition, Cost, Effect, Filter, Happening, Pattern, Pick, Quantity, Reference,
    Selection, Verb, When, Who, Whose,
};

/// The parts of a conjunction in the order in which noun phrases say them.
pub fn filter(filter: Filter) -> Filter {
    match filter {
        Filter::All(parts) => {
            let mut flat = Vec::new();
            for part in parts {
                match self::filter(part) {
                    Filter::All(inner) => flat.extend(inner),
                    Filter::Any => {}
                    other => flat.push(other),
                }
            }
            let mut unique: Vec<Filter> = Vec::with_capacity(flat.len());
            for part in flat {
                if !unique.contains(&part) {
                    unique.push(part);
                }
            }
            unique.sort_by_key(|part| (rank(part), status(part)));
            match unique.len() {
                0 => Filter::Any,
                1 => unique.swap_remove(0),
                _ => Filter::All(unique.into()),
            }
        }
        Filter::OneOf(parts) => {
            let mut flat = Vec::new();
            for part in parts {
                match self::filter(part) {
                    Filter::OneOf(inner) => flat.extend(inner),
                    other => flat.push(other),
                }
            }
            match flat.len() {
                1 => flat.swap_remove(0),
                _ => Filter::OneOf(flat),
            }
        }
        Filter::Not(inner) => match self::filter(*inner) {
            Filter::Not(inner) => *inner,
            other => Filter::Not(Box::new(other)),
        },
        Filter::Holds(inner) => Filter::Holds(Box::new(self::filter(*inner))),
        other => other,
    }
}

/// Statuses stand in the order in which the game lists them.
fn status(filter: &Filter) -> u16 {
    match filter {
        Filter::Flag(flag) => flag.0,
        Filter::Not(inner) => status(inner),
        _ => 0,
    }
}

fn rank(filter: &Filter) -> u8 {
    match filter {
        Filter::Not(inner) if **inner == Filter::Is(onplay_engine::card::Reference::This) => 0,
        Filter::Flag(_) => 1,
        Filter::Not(inner) if matches!(**inner, Filter::Flag(_)) => 2,
        Filter::Not(inner)
            if matches!(**inner, Filter::Type(_) | Filter::Subtype(_) | Filter::Token) =>
        {
            3
        }
        Filter::Subtype(_) => 4,
        Filter::Type(_) => 5,
        Filter::Token => 6,
        Filter::OneOf(parts) if parts.iter().all(is_head) => 7,
        Filter::OneOf(_) => 20,
        Filter::Compare(_, _, amount) if !matches!(**amount, Quantity::Number(_)) => 20,
        Filter::Controller(Whose::Enemy) => 8,
        Filter::Controller(_) => 9,
        Filter::Zone(_) => 10,
        Filter::Owner(_) => 11,
        Filter::Place(_) => 12,
        Filter::Keyword(_) => 13,
        Filter::Compare(..) => 14,
        Filter::Named(_) => 15,
        Filter::SameName(_) => 16,
        Filter::Has(_) => 17,
        Filter::Holds(_) => 18,
        Filter::AttachedTo(_) | Filter::Attached | Filter::ExiledWith(_) => 19,
        _ => 21,
    }
}

fn is_head(filter: &Filter) -> bool {
    matches!(filter, Filter::Type(_) | Filter::Subtype(_) | Filter::Token)
}

/// An ability in normal form.
pub fn ability(mut ability: Ability) -> Ability {
    if let When::Event(on) | When::Instead(on) = &mut ability.when {
        pattern(on);
    }
    ability.effects = ability.effects.into_iter().map(effect).collect();
    // Whether something is gone is known when the ability's turn comes.
    if matches!(ability.when, When::Event(_))
        && let Some(condition) = ability.condition.take_if(|condition| asks_gone(condition))
    {
        let then = std::mem::take(&mut ability.effects);
        ability.effects = vec![Effect::If { condition, then, otherwise: Vec::new() }];
    }
    if matches!(ability.when, When::Event(_)) && !ability.optional && ability.cost.is_empty() {
        // "When X, you may pay C: E" is the ability's own option and cost.
        let lift = matches!(
            ability.effects.as_slice(),
            [Effect::May { who: Who::You, otherwise, .. }] if otherwise.is_empty()
        );
        if lift && let Some(Effect::May { cost, then, .. }) = ability.effects.pop() {
            ability.optional = true;
            ability.cost = cost;
            ability.effects = then;
        }
    }
    ability
}

/// Both conditions.
pub fn both(left: Option<Condition>, right: Option<Condition>) -> Option<Condition> {
    match (left, right) {
        (None, other) | (other, None) => other,
        (Some(Condition::All(mut list)), Some(Condition::All(more))) => {
            list.extend(more);
            Some(Condition::All(list))
        }
        (Some(Condition::All(mut list)), Some(other)) => {
            list.push(other);
            Some(Condition::All(list))
        }
        (Some(left), Some(right)) => Some(Condition::All(vec![left, right])),
    }
}

/// Whether a selection leaves behind something that "it" can mean.
pub fn introduces(what: &Selection) -> bool {
    !matches!(what.pick, Pick::The(_))
}

/// Whether a quantity takes away.
pub fn is_negative(quantity: &Quantity) -> bool {
    match quantity {
        Quantity::Number(number) => *number < 0,
        Quantity::Times(left, _) => matches!(**left, Quantity::Number(number) if number < 0),
        _ => false,
    }
}

/// An effect in normal form: what is optional and decides what else happens
/// is a price.
pub fn effect(one: Effect) -> Effect {
    let all = |list: Vec<Effect>| list.into_iter().map(effect).collect::<Vec<_>>();
    match one {
        Effect::May { who, cost, then, otherwise } => {
            let (mut cost, mut then, otherwise) = (cost, all(then), all(otherwise));
            if cost.is_empty()
                && !otherwise.is_empty()
                && let Some(price) = as_cost(&then)
            {
                cost = vec![price];
                then.clear();
            }
            Effect::May { who, cost, then, otherwise }
        }
        Effect::If { condition, then, otherwise } => {
            Effect::If { condition, then: all(then), otherwise: all(otherwise) }
        }
        Effect::Each { what, effects } => Effect::Each { what, effects: all(effects) },
        Effect::EachPlace { zone, effects } => Effect::EachPlace { zone, effects: all(effects) },
        Effect::Together { manner, effects } => Effect::Together { manner, effects: all(effects) },
        Effect::EachPlayer { who, effects } => Effect::EachPlayer { who, effects: all(effects) },
        Effect::Repeat { times, effects } => Effect::Repeat { times, effects: all(effects) },
        Effect::Later { mut on, effects, until, once, instead } => {
            pattern(&mut on);
            Effect::Later { on, effects: all(effects), until, once, instead }
        }
        other => other,
    }
}

/// A single optional deed that is really a price.
pub fn as_cost(then: &[Effect]) -> Option<Cost> {
    let [Effect::Move { what, verb, to: None }] = then else { return None };
    if !matches!(verb, Verb::Sacrifice | Verb::Discard | Verb::Exile | Verb::Return | Verb::Destroy)
    {
        return None;
    }
    match &what.pick {
        Pick::The(Reference::This) => Some(Cost::This(*verb)),
        Pick::Choose { who: Who::You, min, max, target: false } if min == max => Some(Cost::Move {
            verb: *verb,
            count: min.clone(),
            filter: what.filter.clone(),
            mention: what.mention,
        }),
        Pick::All => {
            Some(Cost::All { verb: *verb, filter: what.filter.clone(), mention: what.mention })
        }
        _ => None,
    }
}

/// Where a player does something is where it happens, not which card it is:
/// "you play a Mine card in this lane".
pub fn pattern(pattern: &mut Pattern) {
    let active = matches!(
        pattern.event,
        Happening::Destroyed
            | Happening::Sacrificed
            | Happening::Discarded
            | Happening::Milled
            | Happening::Exiled
            | Happening::Deployed
            | Happening::Entered
            | Happening::Returned
            | Happening::Played
    );
    if !active || pattern.player == Whose::Any || pattern.place.is_some() {
        return;
    }
    let mut parts = std::mem::take(&mut pattern.subject).into_parts();
    if let Some(at) = parts.iter().rposition(|part| matches!(part, Filter::Place(_)))
        && let Filter::Place(place) = parts[at]
    {
        pattern.place = Some(place);
        parts.remove(at);
    }
    pattern.subject = filter(Filter::All(parts.into()));
}

/// Whether a condition asks whether something was destroyed.
fn asks_gone(condition: &Condition) -> bool {
    match condition {
        Condition::Gone(_) => true,
        Condition::Not(part) => asks_gone(part),
        Condition::All(parts) | Condition::OneOf(parts) => parts.iter().any(asks_gone),
        _ => false,
    }
}
