//! Sentences for the people at a table.

use onplay_engine::event::{Event, Kind};
use onplay_engine::id::{Class, Seat};
use onplay_engine::state::{Action, Fact};
use onplay_games::kit::load;
use onplay_games::spoken::{Names, Spoken};
use onplay_games::words::Words;

/// What a fact of a new game is called by whoever sits in the first seat.
fn said(game: &str, fact: impl Fn(&dyn Fn(Class, &str) -> u16) -> Fact) -> String {
    let kit = load(game).expect("a shipped game");
    let deck = kit.deck(&kit.book.decks[0].id).expect("a deck");
    let decks = [deck.clone(), deck];
    let state = kit.table.start(1, &decks, None);
    let names = Names::new(["You".into(), "Bot".into()]).with_you(Seat::ONE);
    let spoken = Spoken::new(Words::new(kit.table.read(&state)), &kit.book, &names);
    let number = |class: Class, word: &str| {
        let all = kit.table.catalog.names.all(class);
        all.iter().position(|name| name == word).expect("the game has this word") as u16
    };
    spoken.fact(&fact(&number), false)
}

fn happened(event: Event) -> Fact {
    let (source, ability) = (onplay_engine::id::Handle::NONE, onplay_engine::id::AbilityId::NONE);
    Fact::Happened { event, source, ability, cursor: 0 }
}

#[test]
fn verbs_go_with_who_they_are_about() {
    let again = |seat: Seat| {
        said("drones", |number| {
            let what = number(Class::Occasion, "goes again");
            happened(Event { what, ..Event::new(Kind::Occasion, seat) })
        })
    };
    assert_eq!(again(Seat::ONE), "You go again");
    assert_eq!(again(Seat::TWO), "Bot goes again");
    let done = |seat: Seat, kind: Kind| {
        said("skirmish", |number| {
            let what = number(Class::Counter, "done");
            happened(Event { what, amount: 1, ..Event::new(kind, seat) })
        })
    };
    assert_eq!(done(Seat::ONE, Kind::CounterGained), "You are now done");
    assert_eq!(done(Seat::TWO, Kind::CounterLost), "Bot is now fighting");
}

#[test]
fn answers_are_sentences() {
    let answer = |seat, action| said("lab", |_| Fact::Decided { seat, action });
    assert_eq!(answer(Seat::ONE, Action::Yes), "You say yes");
    assert_eq!(answer(Seat::TWO, Action::No), "Bot says no");
    let order = |seat| said("lab", |_| Fact::OrderIrrelevant { seat, count: 2 });
    assert_eq!(order(Seat::ONE), "The order of your 2 triggers made no difference");
    assert_eq!(order(Seat::TWO), "The order of Bot's 2 triggers made no difference");
}

#[test]
fn places_and_statuses_are_spoken_of_as_players_do() {
    let slot = |amount| {
        said("skirmish", |_| {
            let to = onplay_engine::id::ZoneId(1);
            happened(Event { amount, to, ..Event::new(Kind::SlotChanged, Seat::ONE) })
        })
    };
    assert!(slot(2).ends_with(" gained 2 power"), "{}", slot(2));
    assert!(slot(-1).ends_with(" lost 1 power"), "{}", slot(-1));
    let cooldown = |kind| {
        said("alley", |number| {
            happened(Event { what: number(Class::Flag, "cooldown"), ..Event::new(kind, Seat::ONE) })
        })
    };
    assert!(cooldown(Kind::FlagSet).ends_with(" is now on cooldown"));
    assert!(cooldown(Kind::FlagCleared).ends_with(" is no longer on cooldown"));
}
