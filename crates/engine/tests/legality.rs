//! What may be done, with every reason where the answer is no. Listing and
//! refusing are the same answer.

mod small;

use onplay_engine::card::{
    Ability, Activation, Cost, Deed, Effect, Filter, Limit, Static, Timing, Verb, When, Who, Whose,
};
use onplay_engine::compile::Card;
use onplay_engine::id::{ObjectId, Seat};
use onplay_engine::rulebook::Policy;
use onplay_engine::state::{Action, Game, Outcome, Refusal, Why};
use small::*;

/// Checks that an action is refused for this reason and not listed.
fn refused(table: &onplay_engine::play::Table, game: &Game, action: Action, why: Why) {
    let mut actions = Vec::new();
    table.legal_actions(game, &mut actions);
    assert!(!actions.contains(&action), "{action:?} is listed");
    assert_eq!(table.why_refused(game, action), Refusal::Forbidden(why), "{action:?}");
    let mut copy = game.clone();
    assert!(table.apply(&mut copy, Seat::ONE, action, None).is_err());
    assert_eq!(copy, *game, "a refused action changes nothing");
}

fn allowed(table: &onplay_engine::play::Table, game: &Game, action: Action) {
    let mut actions = Vec::new();
    table.legal_actions(game, &mut actions);
    assert!(actions.contains(&action), "{action:?} is not among {actions:?}");
}

/// One card in seat one's hand, and what lies on the board of both.
fn with_hand(
    cards: Vec<Card>,
    own: &[u16],
    enemy: &[u16],
) -> (onplay_engine::play::Table, Game, ObjectId) {
    let table = table(Policy::default(), cards);
    let mut hand = None;
    let game = laid(&table, |engine| {
        hand = Some(put(engine, 0, Seat::ONE, HAND, 0));
        for (seat, cards) in [(Seat::ONE, own), (Seat::TWO, enemy)] {
            for (place, card) in cards.iter().enumerate() {
                put(engine, *card, seat, BOARD, place as u8);
            }
        }
    });
    (table, game, hand.expect("it was put there"))
}

#[test]
fn a_price_must_be_there() {
    let (table, game, id) = with_hand(vec![spell(6, vec![gain(GEMS, 1)])], &[], &[]);
    refused(&table, &game, cast(id), Why::Cost { needed: 6, has: 5 });
    let (table, game, id) = with_hand(vec![spell(5, vec![gain(GEMS, 1)])], &[], &[]);
    allowed(&table, &game, cast(id));
}

#[test]
fn cards_in_play_change_prices() {
    let taxing = |by: i16| {
        unit(1, 1, vec![standing(Static::Cost { what: Filter::Type(SPELL), by: by.into() })])
    };
    let dear = spell(5, vec![gain(GEMS, 1)]);
    let (table, game, id) = with_hand(vec![dear, taxing(1)], &[], &[1]);
    refused(&table, &game, cast(id), Why::Cost { needed: 6, has: 5 });
    let (table, mut game, id) =
        with_hand(vec![spell(6, vec![gain(GEMS, 1)]), taxing(-2)], &[1], &[]);
    play(&table, &mut game, cast(id));
    assert_eq!(game.counter(Seat::ONE, GOLD), 1, "what is paid is the changed price");
}

#[test]
fn a_card_may_change_its_own_price() {
    let mut card = spell(9, vec![gain(GEMS, 1)]);
    card.abilities.push(standing(Static::Cost { what: this(), by: (-6).into() }));
    let (table, game, id) = with_hand(vec![card], &[], &[]);
    allowed(&table, &game, cast(id));
}

#[test]
fn additional_costs_and_conditions_are_asked() {
    let mut costly = spell(0, vec![gain(GEMS, 1)]);
    let sacrifice = Cost::Move {
        verb: Verb::Sacrifice,
        count: 1.into(),
        filter: units(Whose::Yours),
        mention: None,
    };
    costly.abilities.push(standing(Static::AdditionalCost(vec![sacrifice])));
    let (table, game, id) = with_hand(vec![costly.clone(), unit(1, 1, Vec::new())], &[], &[]);
    refused(&table, &game, cast(id), Why::Unpayable);
    let (table, game, id) = with_hand(vec![costly, unit(1, 1, Vec::new())], &[1], &[]);
    allowed(&table, &game, cast(id));

    let mut picky = spell(0, vec![gain(GEMS, 1)]);
    let only = Ability { condition: Some(has_gold(6)), ..standing(Static::PlayOnlyIf) };
    picky.abilities.push(only);
    let (table, game, id) = with_hand(vec![picky], &[], &[]);
    refused(&table, &game, cast(id), Why::Condition);
}

#[test]
fn something_to_choose_must_be_there() {
    let shot = || spell(0, vec![damage(one_of(units(Whose::Enemy)), 1)]);
    let (table, game, id) = with_hand(vec![shot(), unit(1, 1, Vec::new())], &[1], &[]);
    refused(&table, &game, cast(id), Why::NoTarget);
    let (table, game, id) = with_hand(vec![shot(), unit(1, 1, Vec::new())], &[], &[1]);
    allowed(&table, &game, cast(id));
}

#[test]
fn a_place_must_have_room() {
    let (table, game, id) = with_hand(vec![unit(1, 1, Vec::new())], &[0], &[]);
    let place = |at| table.catalog.rules.zone(BOARD, Seat::ONE, at);
    let to = |at| Action::Play { object: id, place: place(at), at: u8::MAX };
    refused(&table, &game, to(0), Why::Full);
    allowed(&table, &game, to(1));
}

/// A unit of the enemy that forbids this.
fn forbidding(what: Filter, deed: Deed) -> Card {
    unit(1, 1, vec![standing(Static::Forbid { what, deed, place: None, by: None })])
}

fn enemy_object(table: &onplay_engine::play::Table, game: &Game, place: u8) -> ObjectId {
    game.zone(table.catalog.rules.zone(BOARD, Seat::TWO, place))[0]
}

fn own_object(table: &onplay_engine::play::Table, game: &Game, place: u8) -> ObjectId {
    game.zone(table.catalog.rules.zone(BOARD, Seat::ONE, place))[0]
}

#[test]
fn cards_forbid_playing_and_deploying() {
    let cards = vec![spell(0, vec![gain(GEMS, 1)]), forbidding(Filter::Type(SPELL), Deed::Play)];
    let (table, game, id) = with_hand(cards, &[], &[1]);
    refused(&table, &game, cast(id), Why::Card(enemy_object(&table, &game, 0)));

    let cards = vec![unit(1, 1, Vec::new()), forbidding(Filter::Type(UNIT), Deed::Deploy)];
    let (table, game, id) = with_hand(cards, &[], &[1]);
    let place = table.catalog.rules.zone(BOARD, Seat::ONE, 0);
    let deploy = Action::Play { object: id, place, at: u8::MAX };
    refused(&table, &game, deploy, Why::Card(enemy_object(&table, &game, 0)));
}

#[test]
fn cards_forbid_attacking_and_being_attacked() {
    let fighter = unit(2, 1, Vec::new());
    for (what, deed) in [(Filter::Type(UNIT), Deed::Attack), (this(), Deed::BeAttacked)] {
        let cards = vec![spell(0, Vec::new()), fighter.clone(), forbidding(what, deed)];
        let (table, game, _) = with_hand(cards, &[1], &[2]);
        let attack = Action::Attack {
            attacker: own_object(&table, &game, 0),
            target: enemy_object(&table, &game, 0),
        };
        refused(&table, &game, attack, Why::Card(enemy_object(&table, &game, 0)));
    }
    let (table, game, _) = with_hand(vec![spell(0, Vec::new()), fighter], &[1], &[1]);
    let attack = Action::Attack {
        attacker: own_object(&table, &game, 0),
        target: enemy_object(&table, &game, 0),
    };
    allowed(&table, &game, attack);
}

/// A table with one object of seat one that has this ability.
fn user(ability: Ability, enemy: &[Card]) -> (onplay_engine::play::Table, Game, Action) {
    let mut cards = vec![spell(0, Vec::new()), unit(2, 1, vec![ability])];
    cards.extend(enemy.iter().cloned());
    let numbers: Vec<u16> = (0..enemy.len() as u16).map(|number| number + 2).collect();
    let (table, game, _) = with_hand(cards, &[1], &numbers);
    let object = own_object(&table, &game, 0);
    (table, game, Action::Activate { object, ability: 0 })
}

#[test]
fn abilities_ask_for_status_cost_condition_limit_and_time() {
    let exhaust = activated(vec![Cost::Flag(TIRED)], vec![gain(GEMS, 1)]);
    let (table, mut game, use_it) = user(exhaust, &[]);
    play(&table, &mut game, use_it);
    refused(&table, &game, use_it, Why::Status(TIRED));

    let dear = activated(vec![Cost::Counter(GOLD, 6.into())], vec![gain(GEMS, 1)]);
    let (table, game, use_it) = user(dear, &[]);
    refused(&table, &game, use_it, Why::Cost { needed: 6, has: 5 });

    let rich =
        Ability { condition: Some(has_gold(6)), ..activated(Vec::new(), vec![gain(GEMS, 1)]) };
    let (table, game, use_it) = user(rich, &[]);
    refused(&table, &game, use_it, Why::Condition);

    let once =
        Ability { limit: Some(Limit::OncePerTurn), ..activated(Vec::new(), vec![gain(GEMS, 1)]) };
    let (table, mut game, use_it) = user(once, &[]);
    play(&table, &mut game, use_it);
    refused(&table, &game, use_it, Why::Limit);

    let late = When::Activated(Activation { timing: Timing::Response, ..Activation::default() });
    let (table, game, use_it) = user(Ability::new(late, vec![gain(GEMS, 1)]), &[]);
    refused(&table, &game, use_it, Why::Rule(0));

    let buried = When::Activated(Activation { zone: Some(GRAVE), ..Activation::default() });
    let (table, game, use_it) = user(Ability::new(buried, vec![gain(GEMS, 1)]), &[]);
    refused(&table, &game, use_it, Why::WrongPlace);

    let free = activated(Vec::new(), vec![gain(GEMS, 1)]);
    let (table, game, use_it) = user(free, &[forbidding(Filter::Type(UNIT), Deed::Activate)]);
    refused(&table, &game, use_it, Why::Card(enemy_object(&table, &game, 0)));
}

/// Two parts of a cost that draw on one counter are added up.
#[test]
fn costs_on_one_counter_are_added() {
    let twice = vec![Cost::Counter(GOLD, 3.into()), Cost::Counter(GOLD, 3.into())];
    let (table, game, use_it) = user(activated(twice, vec![gain(GEMS, 1)]), &[]);
    refused(&table, &game, use_it, Why::Cost { needed: 6, has: 5 });
}

/// A limit works for the ninth ability of an object as for the first.
#[test]
fn a_limit_works_for_any_number_of_abilities() {
    let free = activated(Vec::new(), vec![gain(GEMS, 1)]);
    let mut abilities = vec![free.clone(); 9];
    abilities[8].limit = Some(Limit::OncePerTurn);
    let cards = vec![spell(0, Vec::new()), unit(2, 1, abilities)];
    let (table, mut game, _) = with_hand(cards, &[1], &[]);
    let object = own_object(&table, &game, 0);
    let use_it = Action::Activate { object, ability: 8 };
    play(&table, &mut game, use_it);
    refused(&table, &game, use_it, Why::Limit);
}

#[test]
fn a_card_is_played_from_elsewhere_only_by_permission() {
    let mut card = spell(2, vec![gain(GEMS, 1)]);
    let table_without = table(Policy::default(), vec![card.clone()]);
    let mut buried = None;
    let game = laid(&table_without, |engine| buried = Some(put(engine, 0, Seat::ONE, GRAVE, 0)));
    let id = buried.unwrap();
    assert_eq!(
        table_without.read(&game).play_obstacle(Seat::ONE, id, onplay_engine::id::ZoneId::OUTSIDE),
        Some(Why::Absent)
    );
    card.abilities.push(standing(Static::PlayFrom {
        what: this(),
        zone: GRAVE,
        cost: Some(1.into()),
        banish: true,
        then: Vec::new(),
    }));
    let table = table(Policy::default(), vec![card]);
    let game = laid(&table, |engine| buried = Some(put(engine, 0, Seat::ONE, GRAVE, 0)));
    let way = table.read(&game).way_to_play(Seat::ONE, buried.unwrap()).expect("it says so");
    assert_eq!((way.price, way.exiled_on_leaving), (1, true));
}

/// Objects, abilities and places that do not exist are refused, not looked up.
#[test]
fn nonsense_is_refused() {
    let (table, game, _) = with_hand(vec![unit(1, 1, Vec::new())], &[0], &[0]);
    let far = ObjectId(9_999);
    for action in [
        cast(far),
        Action::Activate { object: far, ability: 200 },
        Action::Attack { attacker: far, target: far },
        Action::Choose(far),
        Action::ChooseNumber(i16::MIN),
        Action::Submit,
    ] {
        let mut copy = game.clone();
        assert!(table.apply(&mut copy, Seat::ONE, action, None).is_err(), "{action:?}");
        assert_eq!(copy, game);
    }
}

/// What is picked must be on offer, and only whoever is asked may answer.
#[test]
fn questions_are_answered_by_whoever_is_asked_with_what_is_offered() {
    let shot = spell(0, vec![damage(one_of(units(Whose::Enemy)), 1)]);
    let (table, mut game, id) = with_hand(vec![shot, unit(2, 1, Vec::new())], &[1], &[1]);
    let pass = table.apply(&mut game, Seat::TWO, Action::Pass, None);
    assert_eq!(pass, Err(Refusal::NotYourDecision { asked: Seat::ONE }));
    play(&table, &mut game, cast(id));
    refused(&table, &game, Action::Choose(own_object(&table, &game, 0)), Why::Mismatch);
    for action in [Action::Pass, Action::Yes, Action::ChooseNumber(1)] {
        assert_eq!(table.why_refused(&game, action), Refusal::NotOffered, "{action:?}");
    }
    allowed(&table, &game, Action::Choose(enemy_object(&table, &game, 0)));
}

#[test]
fn nothing_is_decided_once_the_game_is_over() {
    let victory = spell(0, vec![Effect::Win { who: Who::You }]);
    let (table, mut game, id) = with_hand(vec![victory], &[], &[]);
    play(&table, &mut game, cast(id));
    assert_eq!(game.outcome(), Outcome::Won(Seat::ONE));
    let mut actions = Vec::new();
    table.legal_actions(&game, &mut actions);
    assert_eq!(actions, []);
    assert_eq!(table.apply(&mut game, Seat::ONE, Action::Pass, None), Err(Refusal::GameOver));
}
