//! Players decide the same for the same seed, see only their view, and search
//! without allocating.

use onplay_bots::{BotKind, Guide, Limit, Search};
use onplay_engine::frame::DeckList;
use onplay_engine::id::{CardId, Seat};
use onplay_engine::play::{Table, view};
use onplay_engine::state::{Action, Dice, Game, Outcome};
use onplay_games::kit;
use onplay_games::seat::{self, Decider, Question};

fn lab() -> (Table, [DeckList; 2]) {
    let kit = kit::load("lab").expect("the lab has no errors");
    let cards = &kit.table.catalog.cards;
    let all = (0..cards.len() as u16).map(CardId).filter(|card| !cards[card.index()].token);
    let main = all.map(|card| (card, 2)).collect();
    let deck = DeckList { sections: vec![("main".into(), main)] };
    (kit.table, [deck.clone(), deck])
}

/// A game in the lab with enough energy to do something.
fn start(table: &Table, decks: &[DeckList; 2], seed: u64) -> Game {
    let mut game = table.start(seed, decks, None);
    for player in &mut game.players {
        player.counters[0] = 12;
    }
    game
}

fn play(kinds: [BotKind; 2], seed: u64, most: usize) -> Vec<Action> {
    let (table, decks) = lab();
    let mut game = start(&table, &decks, seed);
    let mut bots = kinds.map(|kind| kind.build(seed));
    let (mut legal, mut made) = (Vec::new(), Vec::new());
    while let Some(seat) = game.to_decide()
        && made.len() < most
    {
        table.legal_actions(&game, &mut legal);
        let question = Question::new(&table, &game, seat, &legal);
        let action = bots[seat.index()].decide(&question).expect("bots always decide");
        assert!(legal.contains(&action), "{action:?}");
        table.apply(&mut game, seat, action, None).expect("a legal action applies");
        made.push(action);
    }
    made
}

#[test]
fn the_same_seed_gives_the_same_decisions() {
    let search = BotKind::Search(Limit::Iterations(60));
    for kinds in [
        [BotKind::Random, BotKind::Random],
        [BotKind::Greedy, BotKind::Greedy],
        [search, BotKind::Random],
    ] {
        let (one, two) = (play(kinds.clone(), 5, 40), play(kinds.clone(), 5, 40));
        assert_eq!(one, two, "{kinds:?}");
        assert!(one.len() > 10);
    }
    assert_ne!(
        play([BotKind::Random, BotKind::Random], 5, 40),
        play([BotKind::Random, BotKind::Random], 6, 40)
    );
}

/// A question that lets one pick and take back must not hold up a player who
/// looks ahead: in these battles players would have taken back what they picked.
#[test]
fn looking_ahead_comes_to_an_end() {
    let kit = kit::load("tides").expect("tides has no errors");
    let decks: Vec<DeckList> = kit.book.decks.iter().map(kit::deck_list).collect();
    for seed in [11, 16] {
        let pair = [decks[seed as usize / 3 % 3].clone(), decks[seed as usize % 3].clone()];
        let mut game = kit.table.start(seed, &pair, None);
        let mut bots = [BotKind::Greedy, BotKind::Greedy].map(|kind| kind.build(seed));
        let (mut legal, mut made) = (Vec::new(), 0);
        while let Some(seat) = game.to_decide() {
            assert!(made < 1_000, "seed {seed} does not end");
            kit.table.legal_actions(&game, &mut legal);
            let question = Question::new(&kit.table, &game, seat, &legal);
            let action = bots[seat.index()].decide(&question).expect("bots always decide");
            if let (Action::Choose(id), Some(prompt)) = (action, game.pending.prompts().first()) {
                assert!(!prompt.is_picked(id), "seed {seed} takes back a pick");
            }
            kit.table.apply_unchecked(&mut game, action, None);
            made += 1;
        }
    }
}

#[test]
fn what_is_hidden_does_not_change_a_decision() {
    let (table, decks) = lab();
    let game = start(&table, &decks, 3);
    let seat = Seat::ONE;
    // Another game that looks the same to the seat.
    let mut other = view(&game, &table.catalog, seat).sample(&table.catalog, &mut Dice::new(99));
    other.dice = game.dice;
    assert_ne!(game, other);
    let mut legal = Vec::new();
    table.legal_actions(&game, &mut legal);
    for kind in [BotKind::Greedy, BotKind::Search(Limit::Iterations(200))] {
        let one = kind.build(7).decide(&Question::new(&table, &game, seat, &legal));
        let two = kind.build(7).decide(&Question::new(&table, &other, seat, &legal));
        assert_eq!(one, two, "{kind}");
    }
}

#[test]
fn a_search_does_not_allocate_after_warming_up() {
    let (table, decks) = lab();
    let game = start(&table, &decks, 3);
    let mut legal = Vec::new();
    table.legal_actions(&game, &mut legal);
    let count = |iterations| {
        let mut search = Search::new(1, Limit::Iterations(iterations));
        let question = Question::new(&table, &game, Seat::ONE, &legal);
        // Once for the room, once to count.
        search.decide(&question);
        search.begin(1);
        allocation_counter::measure(|| {
            search.decide(&question);
        })
        .count_total
    };
    let (few, many) = (count(100), count(1000));
    // The view is built anew for each decision; iterations add nothing.
    assert_eq!(few, many);
}

/// A bot that looks ahead beats one that does not.
#[test]
fn looking_ahead_wins() {
    let kit = kit::load("goblins").expect("goblins has no errors");
    let decks = ["goblins", "enchantress"].map(|deck| kit.deck(deck).expect("a shipped deck"));
    let mut wins = 0;
    for seed in 0..6 {
        let mut game = kit.table.start(seed, &decks, None);
        let (mut one, mut two) = (BotKind::Greedy.build(seed), BotKind::Random.build(seed + 50));
        let end = seat::play(&kit.table, &mut game, [&mut *one, &mut *two], 20_000, None);
        wins += u32::from(end == Ok(Outcome::Won(Seat::ONE)));
    }
    assert!(wins >= 4, "{wins} of 6");
}

/// Knows nothing of the game and likes passing.
struct Passing;

impl Guide for Passing {
    fn begin(&mut self) {}

    fn sound(&mut self, _: &Table, _: &Game, _: Seat) {}

    fn value(&mut self, _: &Table, _: &Game, _: Seat) -> f64 {
        0.5
    }

    fn values(
        &mut self,
        _: &Table,
        _: &Game,
        actions: &[Action],
        _: &mut Dice,
        values: &mut Vec<f64>,
    ) {
        values.clear();
        let value = |action: &Action| if *action == Action::Pass { 0.9 } else { 0.1 };
        values.extend(actions.iter().map(value));
    }
}

#[test]
fn another_guide_leads_elsewhere() {
    let (table, decks) = lab();
    let game = start(&table, &decks, 3);
    let mut legal = Vec::new();
    table.legal_actions(&game, &mut legal);
    assert!(legal.contains(&Action::Pass) && legal.len() > 2);
    let question = Question::new(&table, &game, Seat::ONE, &legal);
    let limit = Limit::Iterations(100);
    let own = Search::new(1, limit).decide(&question);
    assert_ne!(own, Some(Action::Pass));
    let mut guided = Search::new(1, limit).with_guide(Box::new(Passing)).with_rollout(0);
    assert_eq!(guided.decide(&question), Some(Action::Pass));
}

#[test]
fn the_expected_line_can_be_played() {
    let (table, decks) = lab();
    let game = start(&table, &decks, 3);
    let mut legal = Vec::new();
    table.legal_actions(&game, &mut legal);
    let mut search = Search::new(1, Limit::Iterations(400));
    let chosen = search.decide(&Question::new(&table, &game, Seat::ONE, &legal));
    let chosen = chosen.expect("bots always decide");
    let seen = view(&game, &table.catalog, Seat::ONE);
    let mut line = Vec::new();
    search.expected(&table, &seen, chosen, 3, &mut |game, seat, action| {
        assert_eq!(game.to_decide(), Some(seat));
        let mut legal = Vec::new();
        table.legal_actions(game, &mut legal);
        assert!(legal.contains(&action), "{action:?}");
        line.push(action);
    });
    assert_eq!(line.first(), Some(&chosen));
    assert!(line.len() > 1, "{line:?}");
}

/// What a search is asked about before it has searched, or where there was nothing to
/// search for, it does not know.
#[test]
fn a_search_knows_nothing_of_what_it_did_not_try() {
    let (table, decks) = lab();
    let game = start(&table, &decks, 1);
    let seat = game.to_decide().expect("somebody decides");
    let seen = view(&game, &table.catalog, seat);
    let mut legal = Vec::new();
    table.legal_actions(&game, &mut legal);
    assert!(legal.len() > 1);
    let mut search = Search::new(1, Limit::Iterations(50));
    assert_eq!(search.judged(&table, &seen, legal[0]), None);
    let chosen = search.decide(&Question::new(&table, &game, seat, &legal));
    let chosen = chosen.expect("it decides");
    assert!(search.judged(&table, &seen, chosen).is_some());
    search.decide(&Question::new(&table, &game, seat, &legal[..1]));
    assert_eq!(search.judged(&table, &seen, chosen), None, "that was another question");
}
