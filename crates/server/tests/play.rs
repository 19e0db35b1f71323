//! Whole games over real sockets: two programs play, one of them is cut off at random
//! moments, a third watches.

mod support;

use onplay_engine::id::Seat;
use onplay_games::kit::{self, GAMES};
use onplay_games::replay::Replay;
use onplay_server::{Config, Database, OwnGame, Server};
use onplay_wire::{Projection, View, Viewer, play};
use serde_json::json;
use support::{Client, config, http, make, mixed, start, two_people};

/// What a viewer sees at the end of a replay, and how many steps led there.
fn local_view(replay: &Replay, viewer: Viewer) -> (View, u32) {
    let projection = Projection::new(kit::load(&replay.header.game).expect("a shipped game"));
    let mut game = replay.begin(projection.kit(), None).expect("it begins");
    let mut eyes = projection.eyes(&game, viewer);
    let mut view = projection.view(&game, &eyes);
    for step in &replay.steps {
        let text = step.action.as_ref().expect("no branches");
        let action = onplay_games::replay::find_action(projection.table(), &game, text);
        let trace = play(projection.table(), &mut game, action.expect("it is on offer"));
        projection.steps(&trace, &mut eyes).iter().for_each(|step| view.apply(step));
    }
    (view, eyes.steps)
}

/// Plays one seat with a random hand until the game is over; cut off now and then.
async fn player(mut client: Client, seed: u64, cuts: bool) -> Client {
    client.join().await;
    for turn in 0.. {
        while client.ask.is_none() && client.over.is_none() {
            if client.hear().await.is_none() {
                client.join().await;
            }
        }
        if client.over.is_some() {
            return client;
        }
        let chance = mixed(seed ^ mixed(turn));
        let ask = client.ask.take().expect("it is asked");
        let offers = ask["actions"].as_array().expect("offers").len() as u64;
        let decide = json!({
            "type": "decide", "id": format!("d{}", ask["n"]), "ask": ask["n"],
            "action": 1 + chance % offers,
        });
        client.say(decide.clone()).await.expect("it is connected");
        if cuts && chance.is_multiple_of(7) {
            // Before anything is answered; the same again does no harm.
            client.cut();
            client.join().await;
            client.say(decide).await.expect("it is connected");
        }
    }
    client
}

async fn whole_game(game: &'static str, seed: u64) {
    let server = start(config(Database::Memory)).await;
    let made = make(server.address, two_people(game)).await;
    let seat = |at: usize| Client::new(server.address, &made.id, made.tokens[at].as_deref());
    let one = tokio::spawn(player(seat(0), seed, false));
    let two = tokio::spawn(player(seat(1), seed + 1, true));
    let mut third = Client::new(server.address, &made.id, None);
    third.join().await;
    while third.over.is_none() {
        assert!(third.hear().await.is_some(), "{game}: the watcher is cut off");
    }
    let (one, two) = (one.await.expect("it plays"), two.await.expect("it plays"));
    let (status, body) =
        http(server.address, "GET", &format!("/api/matches/{}/replay", made.id), "").await;
    assert_eq!(status, 200, "{body}");
    let replay = Replay::read(&body).expect("a replay");
    let viewers = [Viewer::Seat(Seat::ONE), Viewer::Seat(Seat::TWO), Viewer::Spectator];
    for (client, viewer) in [one, two, third].iter().zip(viewers) {
        let (view, steps) = local_view(&replay, viewer);
        assert_eq!(client.view.as_ref(), Some(&view), "{game}: {viewer:?}");
        assert_eq!(client.seen, steps, "{game}: {viewer:?}");
        let opened = &client.over.as_ref().expect("it is over")["opened"];
        let told: u64 = opened["seed"].as_str().and_then(|seed| seed.parse().ok()).expect("a seed");
        assert_eq!(told, replay.header.seed);
        let salt = opened["salt"].as_str().expect("a salt");
        assert_eq!(onplay_server::commitment(told, salt), made.commitment);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_play_and_one_watches_every_game() {
    for (seed, game) in GAMES.into_iter().enumerate() {
        whole_game(game, seed as u64 * 100).await;
    }
}

/// A game that is not part of the program.
fn own_game() -> OwnGame {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pebbles");
    let names = ["game.toml", "rulebook.md", "cards/stones.toml", "decks/gravel.toml"];
    let file = |name: &str| {
        let text = std::fs::read_to_string(format!("{folder}/{name}")).expect("a file");
        onplay_cards::SourceFile::new(format!("pebbles/{name}"), text)
    };
    let rules = Some("# Pebbles".into());
    OwnGame { files: names.map(file).to_vec(), rules, how_to_play: None }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_from_files_is_offered_and_played() {
    let config = Config { games: vec![own_game()], ..config(Database::Memory) };
    // Two games of one name would be told apart by nobody.
    let twice = Config { games: vec![own_game(), own_game()], ..config.clone() };
    let refused = Server::start(twice, None).await.map(|_| ()).expect_err("one of them");
    assert_eq!(refused.to_string(), "there is a game `pebbles` already");
    let server = start(config).await;
    let (_, games) = http(server.address, "GET", "/api/games", "").await;
    assert!(games.contains("\"pebbles\""), "{games}");
    let (_, info) = http(server.address, "GET", "/api/games/pebbles", "").await;
    assert!(info.contains("# Pebbles"), "{info}");
    let made = make(server.address, two_people("pebbles")).await;
    let seat = |at: usize| Client::new(server.address, &made.id, made.tokens[at].as_deref());
    let (one, two) = tokio::join!(player(seat(0), 1, false), player(seat(1), 2, true));
    assert!(one.over.is_some() && two.over.is_some());
    server.stop().await;
}

#[tokio::test]
async fn games_cards_and_decks_are_told() {
    let server = start(config(Database::Memory)).await;
    let get = async |path: &str| {
        let (status, body) = http(server.address, "GET", path, "").await;
        let value: serde_json::Value = serde_json::from_str(&body).unwrap_or_default();
        (status, value)
    };
    let (status, games) = get("/api/games").await;
    assert_eq!((status, games.as_array().map(Vec::len)), (200, Some(GAMES.len())));
    for game in GAMES {
        let (status, info) = get(&format!("/api/games/{game}")).await;
        assert_eq!(status, 200);
        assert!(info["zones"].as_array().is_some_and(|zones| zones.len() > 3));
        // The lab has no rules of its own, but says how it is used.
        let page = if game == "lab" { "how_to_play" } else { "rules" };
        assert!(info[page].as_str().is_some_and(|text| text.len() > 500), "{game}: {page}");
        let (_, cards) = get(&format!("/api/games/{game}/cards")).await;
        assert!(cards.as_array().is_some_and(|cards| cards.len() > 10));
    }
    let (status, refused) = get("/api/games/drone").await;
    assert_eq!(status, 404);
    assert!(refused["error"].as_str().is_some_and(|text| text.contains("did you mean `drones`")));
    let (status, api) = get("/api/openapi.json").await;
    assert_eq!(status, 200);
    assert!(api["paths"]["/api/matches"]["post"].is_object());
    for path in ["/healthz", "/readyz"] {
        assert_eq!(get(path).await.0, 200, "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_bot_takes_a_seat() {
    let server = start(config(Database::Memory)).await;
    let wish = json!({
        "game": "drones", "seats": [{ "name": "Ada" }, { "kind": "bot", "bot": "random" }],
    });
    let made = make(server.address, wish).await;
    assert!(made.tokens[1].is_none());
    let client = Client::new(server.address, &made.id, made.tokens[0].as_deref());
    let client = player(client, 3, false).await;
    assert!(client.over.is_some());
    server.stop().await;
}
