//! Sessions: the same decisions with other cards, games told again, tables laid out by
//! hand.

use onplay_bots::Greedy;
use onplay_cards::SourceFile;
use onplay_games::kit::{self, Kit};
use onplay_games::replay::DeckText;
use onplay_wire::{Change, Projection, Session, Start, Viewer};

const GIFT: &str =
    "[[card]]\nname = \"Gift\"\ntype = \"Spell\"\ncost = 0\ntext = \"Draw 2 cards.\"\n";

fn gifts(card: &str) -> Session {
    let lab = kit::load("lab").expect("a shipped game");
    let kit = lab.with_cards(&SourceFile::new("gift.toml", card)).expect("a card");
    start(kit, "Gift")
}

fn start(kit: Kit, card: &str) -> Session {
    start_with(kit, &[(card, 20)])
}

fn start_with(kit: Kit, cards: &[(&str, u16)]) -> Session {
    let cards = cards.iter().map(|(card, count)| ((*card).to_owned(), *count)).collect();
    let cards = vec![("main".to_owned(), cards)];
    let deck = DeckText { name: "gifts".into(), sections: cards }.list(&kit).expect("a deck");
    let decks = [("one".to_owned(), deck.clone()), ("two".to_owned(), deck)];
    let start = Start { seed: 3, decks, policy: None };
    Session::new(Projection::new(kit), start).expect("the decks fit")
}

#[test]
fn the_same_decisions_are_taken_with_other_cards_as_far_as_they_are_possible() {
    let mut old = gifts(GIFT);
    for _ in 0..5 {
        old.decide(1).expect("something is on offer");
    }
    let mut same = gifts(GIFT);
    assert_eq!(same.repeat(&old, 3), Ok(()));
    assert_eq!(same.decisions(), 3);
    old.back_to(3).expect("there were more");
    assert_eq!(same.hash(), old.hash());

    let mut more = gifts(&GIFT.replace("Draw 2 cards", "Draw 3 cards"));
    assert_eq!(more.repeat(&old, 3), Ok(()));
    assert_ne!(more.hash(), old.hash());

    let mut dear = gifts(&GIFT.replace("cost = 0", "cost = 7"));
    let stop = dear.repeat(&old, 3).expect_err("nobody can pay for it");
    assert_eq!((stop.after, stop.action.as_str()), (0, "play Gift@p1.hand.1"));
    assert_eq!(dear.decisions(), 0);
}

#[test]
fn a_game_is_told_again_as_it_was_told() {
    let mut session = gifts(GIFT);
    for viewer in [Viewer::Spectator, Viewer::Seat(onplay_engine::id::Seat::ONE)] {
        session.view(viewer);
    }
    for _ in 0..6 {
        session.decide(1).expect("something is on offer");
    }
    for viewer in [Viewer::Spectator, Viewer::Seat(onplay_engine::id::Seat::ONE)] {
        let told = session.told(viewer);
        assert_eq!(told.steps, session.steps(viewer, 0));
        assert_eq!(told.decisions.len(), 6);
        let mut view = told.start;
        told.steps.iter().for_each(|step| view.apply(step));
        assert_eq!(view, session.view(viewer));
    }
}

#[test]
fn a_table_that_was_laid_out_is_played_and_taken_back_but_has_no_replay() {
    let dealt = gifts(GIFT);
    let kit = dealt.projection().kit().clone();
    let decks = [0, 1].map(|_| kit.deck("trials").expect("a shipped deck"));
    let game = kit.table.start(9, &decks, None);
    let mut session = Session::laid_out(Projection::new(kit), game);
    let before = session.hash();
    session.decide(1).expect("something is on offer");
    assert_ne!(session.hash(), before);
    assert!(session.replay().is_none());
    session.back_to(0).expect("one decision");
    assert_eq!(session.hash(), before);
}

#[test]
fn a_preview_names_no_card_that_is_only_likely() {
    let lab = kit::load("lab").expect("a shipped game");
    let kit = lab.with_cards(&SourceFile::new("gift.toml", GIFT)).expect("a card");
    let shown = |cards: &[(&str, u16)]| {
        let mut session = start_with(kit.clone(), cards);
        let (steps, uncertain) = session.preview(1).expect("something is on offer");
        let is_new = |change: &Change| matches!(change, Change::Card { .. });
        (steps.iter().flat_map(|step| &step.changes).any(is_new), uncertain.is_some())
    };
    // Most samples draw what there is most of, and all of them what there is only.
    assert_eq!(shown(&[("Gift", 40), ("Pebble", 1)]), (false, true));
    assert_eq!(shown(&[("Gift", 40)]), (true, false));
}

#[test]
fn a_card_that_takes_the_place_of_another_says_so_before() {
    let kit = kit::load("skirmish").expect("a shipped game");
    let mut session = start_with(kit, &[("Roots", 25)]);
    let mut giving = None;
    for _ in 0..12 {
        let Some(seat) = session.to_decide() else { break };
        let ask = session.ask(seat).expect("the seat is asked");
        let over = ask.actions.iter().find(|offer| !offer.gives_up.is_empty());
        if let Some(offer) = over {
            giving = Some((offer.gives_up.len(), offer.gives_up[0].card.clone()));
            let free = ask.actions.iter().find(|other| {
                other.place.is_some() && other.place != offer.place && other.gives_up.is_empty()
            });
            assert!(free.is_some(), "a free slot costs nothing");
            break;
        }
        let play = ask.actions.iter().find(|offer| offer.place.is_some());
        let n = play.map_or(ask.actions[0].n, |offer| offer.n);
        session.decide(n).expect("it is on offer");
    }
    assert_eq!(giving, Some((1, Some("Roots".to_owned()))));
}

#[test]
fn why_tells_what_changed_a_number_of_a_player() {
    let kit = kit::load("lab").expect("a shipped game");
    let gift = "[[card]]\nname = \"Gift\"\ntype = \"Spell\"\ncost = 0\ntext = \"Gain 1 energy.\"\n";
    let kit = kit.with_cards(&SourceFile::new("gift.toml", gift)).expect("a card");
    let mut session = start(kit, "Gift");
    let seat = session.to_decide().expect("somebody decides");
    let ask = session.ask(seat).expect("the seat is asked");
    let play = ask.actions.iter().find(|offer| offer.text.contains("Gift")).expect("it is free");
    session.decide(play.n).expect("it is on offer");
    let links = session.why_counter(Viewer::Seat(seat), seat, "energy");
    let newest = links.first().expect("it has changed");
    assert!(newest.text.contains("gained 1 energy"), "{newest:?}");
}

#[test]
fn the_end_names_the_clause_that_ended_the_game() {
    for (game, clause) in [("tides", "[tides 1.1c]"), ("fords", "[fords 5.4]")] {
        let kit = kit::load(game).expect("a shipped game");
        let deck = &kit.book.decks[0];
        let decks = [0, 1].map(|_| (deck.id.clone(), kit::deck_list(deck)));
        let start = Start { seed: 5, decks, policy: None };
        let mut session = Session::new(Projection::new(kit), start).expect("the decks fit");
        let mut bot = Greedy::new(1);
        while session.to_decide().is_some() {
            session.choose(&mut bot).map(|n| session.decide(n)).expect("an offer").expect("legal");
        }
        let words = session.last_clause().expect("a clause");
        assert!(words.starts_with("As soon as ") && words.ends_with(clause), "{words}");
    }
}
