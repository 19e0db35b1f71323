//! Whether a card's text fits its type: what stays in play has no bare effect,
//! what does not has no standing rule, and everything that is spoken of has a
//! source.

use onplay_engine::card::walk::{Node, ability_nodes};
use onplay_engine::card::{
    Ability, Condition, Cost, Deed, Effect, Filter, Form, Gift, Happening, Pick, Place, Quantity,
    Reference, Selection, Spot, Static, When, forms,
};
use onplay_engine::id::{Class, ZoneKind};
use onplay_engine::rulebook::{Period, Role};

use super::drafts::Problem;
use crate::card_file::Draft;
use crate::inflect;
use crate::vocabulary::{Label, Vocabulary};

/// Checks the shape of one ability of a card.
pub(super) fn check(
    draft: &Draft,
    ability: &Ability,
    vocabulary: &Vocabulary,
    found: &mut Vec<Problem>,
) {
    if draft.once {
        on_spell(ability, vocabulary, found);
    } else {
        on_permanent(ability, vocabulary, found);
    }
    sources(ability, &draft.card.abilities, found);
    places(ability, &draft.card.abilities, found);
    if speaks_of_host(ability) && !can_be_attached(draft, vocabulary) {
        let can = vocabulary.rules.can.as_ref();
        let types =
            can.map_or_else(Vec::new, |can| {
                let types = can.attached_types.iter();
                let types = types.map(|kind| vocabulary.word(Class::Type, kind.0));
                let keywords = can.attached_keywords.iter();
                types
                    .chain(keywords.map(|keyword| {
                        vocabulary.word(onplay_engine::id::Class::Keyword, keyword.0)
                    }))
                    .map(str::to_owned)
                    .collect()
            });
        let help = if types.is_empty() {
            "nothing in this game is attached to anything".to_owned()
        } else {
            format!("what comes into play attached to something is: {}", types.join(", "))
        };
        found.push(Problem::new("no-host", "this card is never attached to anything", help));
    }
    about_playing(draft, ability, vocabulary, found);
    given(ability, found);
    super::counted::check(ability, found);
    super::nowhere::check(ability, vocabulary, found);
    outlives_host(ability, found);
    fallen_off(ability, found);
    killed_later(ability, vocabulary, found);
    if forms(ability).contains(&Form::OfRulebook) {
        found.push(Problem::new(
            "rulebook",
            "this is said in rulebooks, not on cards",
            "say it in the game's rulebook.md",
        ));
    }
    heard_in_play(ability, vocabulary, found);
}

/// Whether what an ability calls X is said somewhere on its card.
pub(super) fn sources(ability: &Ability, card: &[Ability], found: &mut Vec<Problem>) {
    if uses_chosen_number(ability) && !card.iter().any(chooses_number) {
        found.push(Problem::new(
            "no-source",
            "nothing says what X is",
            "say “where X is …”, “choose a number”, or pay “one or more” of something",
        ));
    }
}

/// Whether "that lane" is one that the card has spoken of.
fn places(ability: &Ability, card: &[Ability], found: &mut Vec<Problem>) {
    let is_chosen = |spot: &Spot| matches!(spot, Spot::Chosen | Spot::AroundChosen);
    let (mut means, mut names) = (false, false);
    ability_nodes(ability, &mut |node| {
        means |= match node {
            Node::Filter(Filter::Place(Place::Chosen | Place::AroundChosen)) => true,
            Node::Effect(Effect::Slot { spot, .. }) => is_chosen(spot),
            Node::Effect(
                Effect::Move { to: Some(to), .. } | Effect::Create { to: Some(to), .. },
            ) => is_chosen(&to.spot),
            _ => false,
        };
    });
    for one in card {
        ability_nodes(one, &mut |node| {
            names |= matches!(
                node,
                Node::Effect(Effect::ChoosePlace { .. } | Effect::EachPlace { .. })
                    | Node::Quantity(Quantity::Places(..))
            );
        });
    }
    if means && !names {
        found.push(Problem::new(
            "no-source",
            "no place has been chosen that this could mean",
            "choose it first: “Choose a lane. …”",
        ));
    }
}

/// What is said about playing a card that is never played.
fn about_playing(
    draft: &Draft,
    ability: &Ability,
    vocabulary: &Vocabulary,
    found: &mut Vec<Problem>,
) {
    let Some(can) = &vocabulary.rules.can else { return };
    let mut unplayed = None;
    ability_nodes(ability, &mut |node| {
        if let Node::Static(rule) = node {
            unplayed = unplayed.or(about_unplayed(rule, &can.unplayed_types));
        }
    });
    if let Some(kind) = unplayed {
        let kind = vocabulary.word(Class::Type, kind.0);
        found.push(Problem::new(
            "never-happens",
            format!("a {kind} is not played from a hand, so this never matters"),
            "say it of cards that are played",
        ));
    }
    let Some(kind) = can.unplayed_types.iter().find(|kind| draft.card.has_type(**kind)) else {
        return;
    };
    let says = match &ability.when {
        When::Static(rules) => rules.iter().any(is_about_playing),
        When::Event(pattern) | When::Instead(pattern) => {
            pattern.event == Happening::Played && pattern.subject == Filter::Is(Reference::This)
        }
        When::Played | When::Activated(_) => false,
    };
    if says {
        let kind = vocabulary.word(Class::Type, kind.0);
        found.push(Problem::new(
            "never-happens",
            format!("a {kind} is not played from a hand, so this never matters"),
            "say what happens when it enters, or give it another type",
        ));
    }
}

/// The type of cards that are never played, if a rule about playing is about them alone.
fn about_unplayed(
    rule: &Static,
    unplayed: &[onplay_engine::id::TypeId],
) -> Option<onplay_engine::id::TypeId> {
    let what = match rule {
        Static::Cost { what, .. }
        | Static::PlayFrom { what, .. }
        | Static::Forbid { what, deed: Deed::Play, .. } => what,
        _ => return None,
    };
    what.clone().into_parts().into_iter().find_map(|part| match part {
        Filter::Type(kind) if unplayed.contains(&kind) => Some(kind),
        _ => None,
    })
}

/// An ability that is given to an object can trigger; nobody uses it, and it is no
/// standing rule.
fn given(ability: &Ability, found: &mut Vec<Problem>) {
    ability_nodes(ability, &mut |node| {
        let Node::Effect(Effect::Grant { gift: Gift::Ability(given), .. }) = node else { return };
        let is_ban = |rule: &Static| matches!(rule, Static::Forbid { .. });
        let works = match &given.when {
            When::Event(_) => true,
            When::Static(rules) => rules.iter().all(is_ban),
            _ => false,
        };
        if !works {
            found.push(Problem::new(
                "never-happens",
                "only an ability that begins with “when” can be given to something",
                "say “When …” in the quotes, or give attributes and keywords",
            ));
        }
    });
}

/// A card that stays in play does nothing by being played.
fn on_permanent(ability: &Ability, vocabulary: &Vocabulary, found: &mut Vec<Problem>) {
    if ability.when == When::Played {
        found.push(Problem::new(
            "bare-effect",
            "this card stays in play, so a sentence that says no occasion never happens",
            format!("say when: “{} …”", entering_words(vocabulary)),
        ));
    }
}

/// A sentence that cannot work, in other ways that may: for a while, on an occasion,
/// for as long as the game has.
pub(super) fn instead(words: &str, vocabulary: &Vocabulary) -> Vec<String> {
    let entering = entering_words(vocabulary);
    let mut chars = words.chars();
    let first = chars.next().map(|first| first.to_lowercase().to_string()).unwrap_or_default();
    let small = format!("{first}{}", chars.as_str());
    let begun = if entering.ends_with(':') { words } else { small.as_str() };
    let mut all = Vec::new();
    for (from, to) in [("turn", "round"), ("round", "turn")] {
        for frame in ["end of {}", "once per {}", "this {}", "the {}", "your {}", "each {}"] {
            let (from, to) = (frame.replace("{}", from), frame.replace("{}", to));
            if words.contains(&from) {
                all.push(words.replace(&from, &to));
            }
        }
        let your = (format!("your {from}"), format!("the {to}"));
        all.push(words.replace(&your.0, &your.1));
        let ended = words.replace("at the end of", "at the start of");
        all.push(ended.replace("At the end of", "At the start of"));
    }
    all.push(format!("{entering} {begun}"));
    all.push(format!("Until end of turn, {small}"));
    all.push(format!("Until end of round, {small}"));
    all.push(format!("{entering} until end of turn, {small}"));
    for words_before in
        ["If it dies", "If it was destroyed", "If that creature dies", "If that kills it"]
    {
        all.push(words.replace(words_before, "When it dies this turn"));
    }
    for (from, to) in [("next to", "close to"), ("beside", "close to")] {
        all.push(words.replace(from, to));
    }
    if let Some((before, rest)) = words.split_once('"')
        && let Some((_, after)) = rest.split_once('"')
    {
        all.push(format!("{before}\"When this dies, draw a card.\"{after}"));
    }
    for place in vocabulary.places.iter().flatten() {
        let (from, to) =
            (format!("in an adjacent {place}"), format!("in a {place} adjacent to it"));
        all.push(words.replace(&from, &to));
    }
    for (one, many) in [("gets", "get"), ("has", "have")] {
        let (from, to) =
            (format!("Enchanted creature {one}"), format!("Creatures you control {many}"));
        all.push(words.replace(&from, &to).replace("and has", "and have"));
    }
    all.push(words.replacen("X", "1", 9));
    all.extend(super::nowhere::instead(words, vocabulary));
    all.extend(of_other_types(words, vocabulary));
    let behind = |mark: &str| words.split_once(mark).map(|(_, rest)| rest.trim());
    all.extend(behind(", ").map(inflect::capital));
    all.extend(behind(": ").map(inflect::capital));
    all.retain(|one| one != words);
    all
}

/// A sentence with one type of card in place of another.
fn of_other_types(words: &str, vocabulary: &Vocabulary) -> Vec<String> {
    let types = vocabulary.names.all(Class::Type).iter().map(|name| name.to_lowercase());
    let types: Vec<String> = types.collect();
    let mut all = Vec::new();
    for (from, to) in types.iter().flat_map(|from| types.iter().map(move |to| (from, to))) {
        let forms = [(inflect::plural(from), inflect::plural(to)), (from.clone(), to.clone())];
        let said = forms.into_iter().find(|(form, _)| words.contains(form.as_str()));
        all.extend(said.map(|(from, to)| words.replace(&from, &to)));
    }
    all
}

/// How cards of the game say that they do something when they come into play.
fn entering_words(vocabulary: &Vocabulary) -> String {
    let enters = |label: &Label| match label {
        Label::Start(body) => body
            .iter()
            .any(|token| matches!(token.text.as_str(), "enters" | "deployed" | "materialized")),
        Label::Timing(_) => false,
    };
    let labels = vocabulary.labels.iter().filter(|(_, label)| enters(label));
    match labels.min_by_key(|(words, _)| words.len()) {
        Some((words, _)) => {
            let mut words = words.join(" ");
            if let Some(first) = words.get_mut(0..1) {
                first.make_ascii_uppercase();
            }
            format!("{words}:")
        }
        None => "When this enters,".into(),
    }
}

/// A card that is never in play reacts to nothing and holds no rule, except about
/// its own being played.
fn on_spell(ability: &Ability, vocabulary: &Vocabulary, found: &mut Vec<Problem>) {
    let can = vocabulary.rules.can.as_ref();
    let ends_turns = can.is_none_or(|can| can.ends.contains(&Period::Turn));
    let for_a_while = if ends_turns { "until end of turn, …" } else { "until end of round, …" };
    if ability.when == When::Played && speaks_of_own_place(ability) {
        found.push(Problem::new(
            "no-place",
            "a card of this type stands nowhere, so nothing is near it",
            "choose a place first, and say “that” of it",
        ));
    }
    match &ability.when {
        When::Played => {}
        // On the stack a card reacts to being played.
        When::Event(pattern)
            if pattern.event == Happening::Played
                && pattern.subject == Filter::Is(Reference::This)
                && vocabulary.rules.role(Role::Stack).is_some() => {}
        When::Event(_) | When::Instead(_) => found.push(Problem::new(
            "never-fires",
            "a card of this type is never in play, so this never fires",
            format!("say what it does without “when”, or “{for_a_while}”"),
        )),
        When::Activated(activation) => {
            let is_outside = |zone: ZoneKind| !vocabulary.is_in_play(zone);
            if !activation.zone.is_some_and(is_outside) {
                found.push(Problem::new(
                    "never-fires",
                    "a card of this type is never in play, so this cannot be activated",
                    "put the cost into the card's own cost, or say from where: “From your hand, …”",
                ));
            }
        }
        When::Static(rules) => {
            if !rules.iter().all(is_about_playing) {
                found.push(Problem::new(
                    "never-holds",
                    "a card of this type is never in play, so this rule never holds",
                    format!("say “{for_a_while}”"),
                ));
            }
        }
    }
}

/// Whether words say where something stands by where the card itself does. What an
/// ability gives to others means their place, not the card's.
fn speaks_of_own_place(ability: &Ability) -> bool {
    let gives = |node: &Node<'_>| matches!(node, Node::Effect(Effect::Grant { .. }));
    let (mut speaks, mut given) = (false, false);
    ability_nodes(ability, &mut |node| {
        given |= gives(&node);
        speaks |= matches!(
            node,
            Node::Filter(Filter::Place(
                Place::Lane(Reference::This)
                    | Place::Beside(Reference::This)
                    | Place::Close(Reference::This)
                    | Place::InFront(Reference::This)
                    | Place::Adjacent(Reference::This)
            ))
        );
    });
    speaks && !given
}

/// Whether a rule is about the card itself while it is played, and so holds where it lies.
fn is_about_playing(rule: &Static) -> bool {
    let own = |what: &Filter| *what == Filter::Is(Reference::This);
    match rule {
        Static::PlayOnlyIf | Static::AdditionalCost(_) => true,
        Static::Cost { what, .. } | Static::PlayFrom { what, .. } => own(what),
        Static::Forbid { what, deed, .. } => {
            own(what) && matches!(deed, Deed::Play | Deed::BeCancelled)
        }
        Static::Modify { .. }
        | Static::Base { .. }
        | Static::Keyword { .. }
        | Static::Type { .. }
        | Static::Allowance { .. }
        | Static::Player { .. }
        | Static::Silence { .. }
        | Static::NoDamage { .. }
        | Static::Enter { .. } => false,
    }
}

fn uses_chosen_number(ability: &Ability) -> bool {
    let mut uses = false;
    ability_nodes(ability, &mut |node| {
        uses |= matches!(node, Node::Quantity(Quantity::Chosen));
    });
    uses
}

/// Whether something in an ability makes its player choose a number.
fn chooses_number(ability: &Ability) -> bool {
    let mut chooses = false;
    ability_nodes(ability, &mut |node| {
        chooses |= matches!(
            node,
            Node::Cost(Cost::Some(..) | Cost::AllOf(_)) | Node::Effect(Effect::ChooseNumber { .. })
        );
    });
    chooses
}

fn speaks_of_host(ability: &Ability) -> bool {
    let mut speaks = false;
    ability_nodes(ability, &mut |node| {
        speaks |= match node {
            Node::Effect(effect) => picked(effect) == Some(&Pick::The(Reference::Host)),
            Node::Filter(Filter::Is(Reference::Host)) => true,
            Node::Quantity(Quantity::Attribute(Reference::Host, _)) => true,
            Node::Condition(Condition::Is(Reference::Host, _)) => true,
            _ => false,
        };
    });
    speaks
}

fn picked(effect: &Effect) -> Option<&Pick> {
    selection(effect).map(|what| &what.pick)
}

fn selection(effect: &Effect) -> Option<&Selection> {
    match effect {
        Effect::Move { what, .. }
        | Effect::Copy { what, .. }
        | Effect::Damage { what, .. }
        | Effect::Heal { what, .. }
        | Effect::Change { what, .. }
        | Effect::Become { what, .. }
        | Effect::Flag { what, .. }
        | Effect::Grant { what, .. }
        | Effect::Cancel { what }
        | Effect::Control { what, .. }
        | Effect::See { what, .. }
        | Effect::Choose { what }
        | Effect::Each { what, .. }
        | Effect::Trigger { what, .. }
        | Effect::Attach { what, .. } => Some(what),
        _ => None,
    }
}

/// Whether a card can come to be attached to something: by its type, by a
/// keyword, or by its own words.
fn can_be_attached(draft: &Draft, vocabulary: &Vocabulary) -> bool {
    let Some(can) = &vocabulary.rules.can else { return true };
    let attaches_itself = |ability: &Ability| {
        let mut attaches = false;
        ability_nodes(ability, &mut |node| {
            attaches |= matches!(node, Node::Effect(Effect::Attach { .. }));
        });
        attaches
    };
    can.attached_types.iter().any(|kind| draft.card.has_type(*kind))
        || can
            .attached_keywords
            .iter()
            .any(|keyword| draft.card.keywords >> (keyword.0 & 31) & 1 == 1)
        || draft.card.abilities.iter().any(attaches_itself)
}

/// Triggers and rules work in play: one that asks for its own card to lie
/// elsewhere never holds.
fn heard_in_play(ability: &Ability, vocabulary: &Vocabulary, found: &mut Vec<Problem>) {
    let leaves = match &ability.when {
        When::Event(pattern) => {
            pattern.subject == Filter::Is(Reference::This) && takes_away(pattern.event)
        }
        When::Static(_) => false,
        When::Played | When::Activated(_) | When::Instead(_) => return,
    };
    if leaves {
        return;
    }
    let lies_elsewhere = |filter: &Filter| match filter {
        Filter::Zone(zone) => !vocabulary.is_in_play(*zone),
        Filter::All(parts) => parts
            .iter()
            .any(|part| matches!(part, Filter::Zone(zone) if !vocabulary.is_in_play(*zone))),
        _ => false,
    };
    let asked = ability.condition.iter().any(|condition| {
        matches!(condition, Condition::Is(Reference::This, filter) if lies_elsewhere(filter))
    });
    let taken = ability.effects.iter().any(|effect| {
        selection(effect).is_some_and(|what| {
            what.pick == Pick::The(Reference::This) && lies_elsewhere(&what.filter)
        })
    });
    if asked || taken {
        found.push(Problem::new(
            "never-fires",
            "abilities work while their card is in play, so this never finds it elsewhere",
            "say “When this dies, …”, or give the card an ability to use from there",
        ));
    }
}

/// What is attached falls off before its host is gone, so it never reacts to that.
fn outlives_host(ability: &Ability, found: &mut Vec<Problem>) {
    if let When::Event(pattern) = &ability.when
        && pattern.subject == Filter::Is(Reference::Host)
        && takes_away(pattern.event)
    {
        found.push(Problem::new(
            "never-fires",
            "this is attached to nothing any more when its host has left play, so it never hears it",
            "say “When this leaves play, …”, or “If … would be destroyed, … instead”",
        ));
    }
}

/// When a card has left, nothing is attached to it any more.
fn fallen_off(ability: &Ability, found: &mut Vec<Problem>) {
    let When::Event(pattern) = &ability.when else { return };
    if pattern.subject != Filter::Is(Reference::This) || !takes_away(pattern.event) {
        return;
    }
    let mut asks = false;
    ability_nodes(ability, &mut |node| {
        asks |= matches!(node, Node::Filter(Filter::AttachedTo(Reference::This)));
    });
    if asks {
        found.push(Problem::new(
            "never-holds",
            "when this has left play, nothing is attached to it any more",
            "say it on what is attached: “When this leaves play, …”",
        ));
    }
}

/// Where objects die only when an ability is over, none has died of its damage yet.
fn killed_later(ability: &Ability, vocabulary: &Vocabulary, found: &mut Vec<Problem>) {
    use onplay_engine::rulebook::Checks;
    if vocabulary.rules.policy.checks == Checks::Effect {
        return;
    }
    let (mut damaged, mut moved, mut asked) = (Vec::new(), Vec::new(), Vec::new());
    ability_nodes(ability, &mut |node| match node {
        Node::Effect(Effect::Damage { what, .. } | Effect::Change { what, .. }) => {
            damaged.extend(what.mention.map(Reference::Slot));
            if let Pick::The(reference) = what.pick {
                damaged.push(reference);
            }
        }
        Node::Effect(Effect::Move { what, .. }) => {
            moved.extend(what.mention.map(Reference::Slot));
            if let Pick::The(reference) = what.pick {
                moved.push(reference);
            }
        }
        Node::Condition(Condition::Gone(reference)) | Node::Quantity(Quantity::Gone(reference)) => {
            asked.push(*reference);
        }
        _ => {}
    });
    if asked.iter().any(|one| damaged.contains(one) && !moved.contains(one)) {
        found.push(Problem::new(
            "never-holds",
            "in this game what is dealt damage dies only when the ability is over",
            "say “When it dies this turn, …”",
        ));
    }
}

/// Whether it takes its object out of play.
fn takes_away(event: Happening) -> bool {
    matches!(
        event,
        Happening::Left
            | Happening::Died
            | Happening::Destroyed
            | Happening::Sacrificed
            | Happening::Exiled
            | Happening::Returned
            | Happening::PutInto(_)
    )
}
