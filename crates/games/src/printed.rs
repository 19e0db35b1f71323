//! The words printed on cards, where a choice or an explanation needs them: of
//! an ability, of a mode, of a part of a cost.

use onplay_cards::{Book, print_cost, print_effect};
use onplay_engine::card::walk::Node;
use onplay_engine::card::walk::ability_nodes;
use onplay_engine::card::{Ability, Cost, Effect, Mode, When, Who};
use onplay_engine::compile::CompiledAbility;
use onplay_engine::id::{AbilityId, CardId};
use onplay_engine::state::{Action, Game, Reason};

/// The sentence of an ability as its card prints it; the whole text of the card
/// if the ability was given as data. What a rulebook gives to cards of a type or with a
/// keyword is printed on none.
pub fn ability_words(book: &Book, ability: AbilityId) -> Option<&str> {
    let entry = book.catalog.program.abilities.get(ability.index())?;
    let printed = book.cards.get(entry.card.index())?.abilities.len();
    if book.catalog.rulebook.is_there() && usize::from(entry.number) >= printed {
        return None;
    }
    sentence(book, entry.card, usize::from(entry.number))
}

fn sentence(book: &Book, card: CardId, number: usize) -> Option<&str> {
    let card = book.cards.get(card.index())?;
    let span = card.abilities.get(number);
    let words = span.and_then(|span| card.text.get(span.start..span.end)).map(str::trim);
    words.filter(|words| !words.is_empty()).or(Some(card.text.trim())).filter(|it| !it.is_empty())
}

/// What a card says about a choice whose text form is only a number or a name:
/// a mode, a part of a cost, a trigger to be ordered, an ability to be used.
pub fn choice_words(book: &Book, game: &Game, action: Action) -> Option<String> {
    match action {
        Action::Activate { object, ability } => {
            let card = game.objects.get(object.index())?.card;
            let printed = book.catalog.cards.get(card.index())?;
            // Numbers beyond the printed ones are abilities that were given.
            let own = printed.abilities.get(usize::from(ability))?;
            let activated = matches!(own.when, When::Activated(_));
            activated.then(|| sentence(book, card, usize::from(ability)))?.map(one_line)
        }
        Action::ChooseOption(option) => option_words(book, game, usize::from(option)),
        _ => None,
    }
}

fn option_words(book: &Book, game: &Game, option: usize) -> Option<String> {
    let prompt = game.pending.prompts().first()?;
    let entry = book.catalog.program.abilities.get(prompt.ability.index());
    match prompt.reason {
        Reason::TriggerOrder => {
            let waiting = game.pending.waiting().get(prompt.low as usize + option)?;
            ability_words(book, waiting.ability).map(one_line)
        }
        Reason::Mode => mode(book, entry?, option),
        Reason::CostOption => {
            let parts = only(choices(&entry?.ability), |parts| parts.len() > option)?;
            Some(print_cost(&book.vocabulary, &parts[option]))
        }
        _ => None,
    }
}

/// What a card says about a mode, if only one of its abilities has modes.
pub fn mode_words(book: &Book, card: CardId, option: u8) -> Option<String> {
    let abilities = book.catalog.program.abilities.iter();
    let of_card = abilities.filter(|entry| entry.card == card);
    let words: Vec<String> =
        of_card.filter_map(|entry| mode(book, entry, usize::from(option))).collect();
    match words.as_slice() {
        [words] => Some(words.clone()),
        _ => None,
    }
}

fn mode(book: &Book, entry: &CompiledAbility, option: usize) -> Option<String> {
    let modes = only(modals(&entry.ability), |modes| modes.len() > option)?;
    let words = sentence(book, entry.card, usize::from(entry.number)).unwrap_or("");
    let bullets: Vec<&str> = words.split('•').skip(1).map(str::trim).collect();
    if bullets.len() == modes.len() {
        return Some(one_line(bullets[option]));
    }
    let mode = Effect::Modal { who: Who::You, count: 1, modes: vec![modes[option].clone()] };
    let words = print_effect(&book.vocabulary, &mode);
    words.split_once('•').map(|(_, words)| words.trim().to_owned())
}

/// The one that fits; none if several do, rather than the wrong words.
fn only<T: Copy>(all: Vec<T>, fits: impl Fn(&T) -> bool) -> Option<T> {
    let mut fitting = all.into_iter().filter(fits);
    fitting.next().filter(|_| fitting.next().is_none())
}

fn modals(ability: &Ability) -> Vec<&Vec<Mode>> {
    let mut found = Vec::new();
    ability_nodes(ability, &mut |node| {
        if let Node::Effect(Effect::Modal { modes, .. }) = node {
            found.push(modes);
        }
    });
    found
}

fn choices(ability: &Ability) -> Vec<&Vec<Cost>> {
    let mut found = Vec::new();
    ability_nodes(ability, &mut |node| {
        if let Node::Cost(Cost::OneOf(parts)) = node {
            found.push(parts);
        }
    });
    found
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use onplay_cards::SourceFile;
    use onplay_engine::id::Seat;
    use onplay_engine::state::{Ask, Prompt};

    use super::*;
    use crate::kit;

    /// What the options of a question about the first ability of a card say.
    fn check(text: &str, reason: Reason, expected: &[&str]) {
        let file = format!("[[card]]\nname = \"Trial\"\ntype = \"Unit\"\ntext = '''{text}'''\n");
        let kit = kit::load("lab").expect("the lab loads");
        let kit = kit.with_cards(&SourceFile::new("trial", file)).expect("the card is read");
        let card = kit.book.card("Trial").expect("it is there");
        let program = &kit.table.catalog.program;
        let ability = program.abilities.iter().position(|entry| entry.card == card);
        let mut game = Game::new(&kit.table.catalog, 1);
        let mut prompt = Prompt::new(Seat::ONE, Ask::Option, reason);
        prompt.ability = AbilityId(ability.expect("it has an ability") as u16);
        game.pending.push_prompt(prompt);
        let said: Vec<Option<String>> =
            (0..3).map(|option| option_words(&kit.book, &game, option)).collect();
        let mut wanted: Vec<Option<String>> =
            expected.iter().map(|words| Some((*words).to_owned())).collect();
        wanted.resize(3, None);
        assert_eq!(said, wanted, "{text}");
    }

    #[test]
    fn modes_say_what_is_printed_behind_their_bullets() {
        check(
            "When this moves, choose one:\n• Draw a card.\n• 2 energy: Destroy an enemy.",
            Reason::Mode,
            &["Draw a card.", "2 energy: Destroy an enemy."],
        );
    }

    #[test]
    fn a_question_without_modes_says_nothing() {
        check("When this moves, draw a card.", Reason::Mode, &[]);
    }
}
