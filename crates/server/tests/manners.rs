//! What a table allows and what it refuses: taking back, giving up, another game,
//! clocks, open seats, and clients that mean no good.

mod support;

use std::time::Duration;

use onplay_server::Database;
use serde_json::{Value, json};
use support::{Client, Made, Running, config, http, make, mixed, start, two_people};

async fn table(wish: Value) -> (Running, Made, [Client; 2]) {
    let server = start(config(Database::Memory)).await;
    let made = make(server.address, wish).await;
    let mut clients =
        [0, 1].map(|at: usize| Client::new(server.address, &made.id, made.tokens[at].as_deref()));
    for client in &mut clients {
        if client.token.is_some() {
            client.join().await;
            client.hear_until("state").await.expect("a view");
        }
    }
    (server, made, clients)
}

async fn asked(client: &mut Client) -> Value {
    while client.ask.is_none() {
        client.hear().await.expect("it is connected");
    }
    client.ask.clone().expect("it is asked")
}

/// Whichever of two clients is asked first.
async fn decider(clients: &mut [Client; 2]) -> usize {
    let seat = clients[0].view.as_ref().expect("a view").decides.expect("somebody decides");
    let at = usize::from(seat == onplay_wire::SeatName::P2);
    asked(&mut clients[at]).await;
    at
}

async fn decide(client: &mut Client, id: &str, action: u64) -> Value {
    let ask = client.ask.take().expect("it is asked");
    client
        .say(json!({ "type": "decide", "id": id, "ask": ask["n"], "action": action }))
        .await
        .expect("it is connected");
    loop {
        let message = client.hear().await.expect("an answer");
        if message["type"] == "decided" || message["type"] == "error" {
            return message;
        }
    }
}

#[tokio::test]
async fn the_same_decision_again_changes_nothing() {
    let (server, _, mut clients) = table(two_people("skirmish")).await;
    let at = decider(&mut clients).await;
    let client = &mut clients[at];
    let ask = client.ask.clone().expect("it is asked");
    assert_eq!(decide(client, "one", 1).await["type"], "decided");
    let seen = client.seen;
    let again = json!({ "type": "decide", "id": "one", "ask": ask["n"], "action": 1 });
    client.say(again).await.expect("it is connected");
    assert_eq!(client.hear_until("decided").await.expect("an answer")["id"], "one");
    assert_eq!(client.seen, seen, "nothing happened twice");
    let other = json!({ "type": "decide", "id": "one", "ask": 999, "action": 1 });
    client.say(other).await.expect("it is connected");
    assert_eq!(client.hear_until("error").await.expect("an answer")["code"], "id-used");
    let stale = json!({ "type": "decide", "id": "two", "ask": ask["n"], "action": 1 });
    client.say(stale).await.expect("it is connected");
    let code = client.hear_until("error").await.expect("an answer")["code"].clone();
    assert!(code == "stale-ask" || code == "not-your-decision", "{code}");
    server.stop().await;
}

#[tokio::test]
async fn who_decides_alone_may_take_back_and_else_the_other_is_asked() {
    let (server, _, mut clients) = table(two_people("skirmish")).await;
    let at = decider(&mut clients).await;
    clients[at].say(json!({ "type": "undo" })).await.expect("it is connected");
    let nothing = clients[at].hear_until("error").await.expect("an answer");
    assert_eq!(nothing["code"], "cannot-undo");
    // Both have decided once: then it takes the other's consent.
    let view = clients[at].view.clone();
    assert_eq!(decide(&mut clients[at], "a", 1).await["type"], "decided");
    let next = loop {
        let mut decides = None;
        for client in &mut clients {
            while let Ok(Some(_)) =
                tokio::time::timeout(Duration::from_millis(300), client.hear()).await
            {}
            decides = client.view.as_ref().and_then(|view| view.decides).or(decides);
        }
        let next = usize::from(decides == Some(onplay_wire::SeatName::P2));
        if next != at {
            break next;
        }
        let id = format!("b{}", clients[at].seen);
        decide(&mut clients[at], &id, 1).await;
    };
    asked(&mut clients[next]).await;
    assert_eq!(decide(&mut clients[next], "c", 1).await["type"], "decided");
    clients[at].say(json!({ "type": "undo" })).await.expect("it is connected");
    let wish = clients[at].hear_until("undo").await.expect("an answer");
    assert_eq!(wish["state"], "asked");
    clients[at].say(json!({ "type": "consent", "yes": true })).await.expect("it is connected");
    let own = clients[at].hear_until("error").await.expect("an answer");
    assert_eq!(own["code"], "wrong-time", "nobody allows it to themselves");
    clients[next].hear_until("undo").await.expect("the wish");
    clients[next].say(json!({ "type": "consent", "yes": true })).await.expect("it is connected");
    let done = clients[at].hear_until("undo").await.expect("an answer");
    assert_eq!(done["state"], "done");
    assert!(clients[at].view.is_some() && view.is_some());
    // A fresh client sees the same as one that followed the steps.
    let mut fresh = Client::new(server.address, &clients[at].id, clients[at].token.as_deref());
    fresh.join().await;
    fresh.hear_until("state").await.expect("a view");
    assert_eq!(fresh.view, clients[at].view);
    assert_eq!(fresh.seen, clients[at].seen);
    server.stop().await;
}

#[tokio::test]
async fn who_gives_up_loses_and_another_game_changes_sides() {
    let (server, made, mut clients) = table(two_people("tides")).await;
    clients[0].say(json!({ "type": "concede" })).await.expect("it is connected");
    for client in &mut clients {
        let over = client.hear_until("over").await.expect("the end");
        assert_eq!(over["winner"], "p2");
        assert!(client.view.as_ref().is_some_and(|view| view.over && view.decides.is_none()));
    }
    let (status, _) =
        http(server.address, "GET", &format!("/api/matches/{}/replay", made.id), "").await;
    assert_eq!(status, 200);
    clients[0].say(json!({ "type": "rematch" })).await.expect("it is connected");
    clients[1].hear_until("rematch").await.expect("the wish");
    clients[1].say(json!({ "type": "rematch" })).await.expect("it is connected");
    for (at, seat) in [(0, "p2"), (1, "p1")] {
        let next = loop {
            let next = clients[at].hear_until("rematch").await.expect("the next match");
            if next["match"].is_string() {
                break next;
            }
        };
        let id = next["match"].as_str().expect("an id");
        let mut again = Client::new(server.address, id, next["token"].as_str());
        again.join().await;
        let hello = again.hear_until("hello").await.expect("a greeting");
        assert_eq!(hello["seat"], seat, "sides change");
    }
    server.stop().await;
}

#[tokio::test]
async fn the_clock_decides_for_who_does_not() {
    let wish = json!({
        "game": "skirmish", "seats": [{}, {}], "clock": { "decision": 150, "bank": 100 },
    });
    let (server, _, mut clients) = table(wish).await;
    let at = decider(&mut clients).await;
    let clock = clients[at].hear_until("clock").await.expect("a clock");
    assert!(clock["decision"].as_u64().is_some_and(|left| left <= 150));
    let steps = clients[at].hear_until("steps").await.expect("the usual thing is done");
    assert!(steps["steps"][0]["text"].as_str().is_some_and(|t| t.contains("the time ran out")));
    server.stop().await;
}

#[tokio::test]
async fn who_stays_away_loses_if_the_table_says_so() {
    let wish = json!({ "game": "skirmish", "seats": [{}, {}], "clock": { "away": 200 } });
    let (server, _, mut clients) = table(wish).await;
    let at = decider(&mut clients).await;
    clients[at].cut();
    let over = clients[1 - at].hear_until("over").await.expect("the end");
    assert_eq!(over["winner"], if at == 0 { "p2" } else { "p1" });
    server.stop().await;
}

#[tokio::test]
async fn an_open_seat_goes_to_who_comes_first() {
    let wish = json!({ "game": "drones", "listed": true, "seats": [{}, { "kind": "open" }] });
    let (server, made, _clients) = table(wish).await;
    let (_, body) = http(server.address, "GET", "/api/matches", "").await;
    let list: Value = serde_json::from_str(&body).expect("JSON");
    assert_eq!(list[0]["match"], json!(made.id));
    assert_eq!(list[0]["open"], json!(["p2"]));
    let path = format!("/api/matches/{}/take", made.id);
    let (status, body) = http(server.address, "POST", &path, "{\"name\":\"Bea\"}").await;
    assert_eq!(status, 200, "{body}");
    let taken: Value = serde_json::from_str(&body).expect("JSON");
    let mut bea = Client::new(server.address, &made.id, taken["token"].as_str());
    bea.join().await;
    let hello = bea.hear_until("hello").await.expect("a greeting");
    assert_eq!((&hello["seat"], &hello["players"][1]["name"]), (&json!("p2"), &json!("Bea")));
    let (status, _) = http(server.address, "POST", &path, "{}").await;
    assert_eq!(status, 409, "only once");
    server.stop().await;
}

#[tokio::test]
async fn why_why_not_and_preview_answer() {
    let (server, _, mut clients) = table(two_people("drones")).await;
    let at = decider(&mut clients).await;
    let client = &mut clients[at];
    let ask = client.ask.clone().expect("it is asked");
    let preview = json!({ "type": "preview", "id": "p", "ask": ask["n"], "action": 1 });
    client.say(preview).await.expect("it is connected");
    let preview = client.hear_until("preview").await.expect("a preview");
    assert_eq!(preview["id"], "p");
    assert_eq!(decide(client, "x", 1).await["type"], "decided");
    client.say(json!({ "type": "why", "id": "w", "step": 1 })).await.expect("it is connected");
    let why = client.hear_until("why").await.expect("an answer");
    assert_eq!(why["links"][0]["step"], 1);
    client.say(json!({ "type": "why", "id": "w", "step": 9999 })).await.expect("connected");
    assert_eq!(client.hear_until("error").await.expect("an answer")["code"], "not-found");
    let handle = *client.view.as_ref().expect("a view").cards.keys().next().expect("a card");
    client.say(json!({ "type": "why-not", "id": "n", "handle": handle })).await.expect("connected");
    assert_eq!(client.hear_until("why-not").await.expect("an answer")["id"], "n");
    server.stop().await;
}

#[tokio::test]
async fn own_cards_are_played_and_bad_ones_refused() {
    let server = start(config(Database::Memory)).await;
    let cards = "[[card]]\nname = \"Homebrew\"\ntype = \"Unit\"\npower = 3\n";
    let wish = json!({ "game": "skirmish", "seats": [{}, {}], "cards": cards });
    let made = make(server.address, wish).await;
    // Everybody at the table sees the faces of the cards it brought, and only those.
    let path = format!("/api/matches/{}", made.id);
    let (_, body) = http(server.address, "GET", &path, "").await;
    let told: Value = serde_json::from_str(&body).expect("JSON");
    let names: Vec<&Value> =
        told["cards"].as_array().expect("faces").iter().map(|it| &it["name"]).collect();
    assert_eq!(names, [&json!("Homebrew")], "{body}");
    // Each seat plays the deck it brought, wherever its name stands among the game's.
    let deck = |id: &str| format!("id = \"{id}\"\nname = \"{id}\"\n[main]\nScout = 20\n");
    let seats = [json!({ "deck_text": deck("aaa") }), json!({ "deck_text": deck("zzz") })];
    let made = make(server.address, json!({ "game": "lab", "seats": seats })).await;
    let path = format!("/api/matches/{}", made.id);
    let (_, body) = http(server.address, "GET", &path, "").await;
    let told: Value = serde_json::from_str(&body).expect("JSON");
    let decks = [&told["players"][0]["deck"], &told["players"][1]["deck"]];
    assert_eq!(decks, [&json!("aaa"), &json!("zzz")], "{body}");
    for (wish, field) in [
        (json!({ "game": "skirmish", "seats": [{}, {}], "cards": "[[card]]\nname = 3" }), "cards"),
        (json!({ "game": "skirmsh", "seats": [{}, {}] }), "game"),
        (json!({ "game": "skirmish", "seats": [{ "deck": "warbnd" }, {}] }), "seats.0.deck"),
        (json!({ "game": "skirmish", "policy": "tidez", "seats": [{}, {}] }), "policy"),
        (
            json!({ "game": "skirmish", "seats": [{}, { "kind": "bot", "bot": "clever" }] }),
            "seats.1.bot",
        ),
        (
            json!({ "game": "skirmish", "seats": [{ "deck_text": "id = \"x\"\n[main]\n" }, {}] }),
            "seats.0.deck_text",
        ),
    ] {
        let (status, body) = http(server.address, "POST", "/api/matches", &wish.to_string()).await;
        let told: Value = serde_json::from_str(&body).unwrap_or_default();
        assert_eq!((status, &told["field"]), (422, &json!(field)), "{body}");
    }
    let (status, body) = http(
        server.address,
        "POST",
        "/api/games/skirmish/check",
        &json!({ "cards": "[[card]]\nname = \"X\"\ntype = \"Unit\"\npower = 1\ntext = \"Draw a crad.\"" })
            .to_string(),
    )
    .await;
    assert_eq!(status, 200);
    let checked: Value = serde_json::from_str(&body).expect("JSON");
    assert!(checked["diagnostics"].as_array().is_some_and(|list| !list.is_empty()), "{body}");
    server.stop().await;
}

/// Ten thousand bad messages, foreign tokens, other seats' asks, floods: all refused,
/// and two others play on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hostile_client_is_refused_and_disturbs_nobody() {
    let mut quick = config(Database::Memory);
    quick.messages_per_second = 1_000_000;
    let server = start(quick).await;
    let made = make(server.address, two_people("skirmish")).await;
    let other = make(server.address, two_people("skirmish")).await;
    let mut clients =
        [0, 1].map(|at: usize| Client::new(server.address, &made.id, made.tokens[at].as_deref()));
    for client in &mut clients {
        client.join().await;
        client.hear_until("state").await.expect("a view");
    }
    for token in [other.tokens[0].as_deref(), Some(""), Some("0"), Some("../../etc/passwd")] {
        let mut foreign = Client::new(server.address, &made.id, token);
        foreign.join().await;
        let refused = foreign.hear().await.expect("an answer");
        assert_eq!(refused["code"], "bad-token");
        assert!(foreign.hear().await.is_none(), "it is cut off");
    }
    let decides = decider(&mut clients).await;
    let token = made.tokens[1 - decides].clone();
    let mut count = 0;
    while count < 10_000 {
        // The seat that must not decide now.
        let mut hostile = Client::new(server.address, &made.id, token.as_deref());
        hostile.join().await;
        hostile.hear_until("state").await.expect("a view");
        while hostile.is_connected() && count < 10_000 {
            count += 1;
            let text = bad_message(count);
            if hostile.say_text(text).await.is_err() {
                break;
            }
            if count % 20 == 0 {
                while let Ok(Some(message)) =
                    tokio::time::timeout(Duration::from_millis(2), hostile.hear()).await
                {
                    assert_ne!(message["type"], "decided", "{message}");
                    assert_ne!(message["type"], "steps", "{message}");
                }
            }
        }
    }
    let before = clients[decides].seen;
    assert_eq!(decide(&mut clients[decides], "fair", 1).await["type"], "decided");
    assert!(clients[decides].seen > before, "the others play on");
    let (status, _) = http(server.address, "GET", "/healthz", "").await;
    assert_eq!(status, 200);
    server.stop().await;
}

fn bad_message(number: u64) -> String {
    let chance = mixed(number);
    match chance % 12 {
        0 => String::new(),
        1 => "{".repeat((chance % 500) as usize),
        2 => "[".repeat(20_000),
        3 => {
            json!({ "type": "decide", "id": "x", "ask": chance % 9, "action": chance }).to_string()
        }
        4 => json!({ "type": "decide", "id": "", "ask": 1, "action": 1 }).to_string(),
        5 => json!({ "type": "decide", "id": "y".repeat(400), "ask": 1, "action": 1 }).to_string(),
        6 => json!({ "type": "preview", "id": "x", "ask": 1, "action": 0 }).to_string(),
        7 => json!({ "type": "consent", "yes": true }).to_string(),
        8 => json!({ "type": "rematch" }).to_string(),
        9 => json!({ "type": "undo", "extra": chance }).to_string(),
        10 => json!({ "type": "join", "token": "again" }).to_string(),
        _ => format!("\u{0}\u{202e}{chance}"),
    }
}

#[tokio::test]
async fn messages_that_are_too_long_or_too_many_end_a_connection() {
    let mut slow = config(Database::Memory);
    slow.messages_per_second = 5;
    slow.connections_per_address = Some(3);
    slow.matches_per_address = Some(2);
    let server = start(slow).await;
    let made = make(server.address, two_people("skirmish")).await;
    let mut client = Client::new(server.address, &made.id, made.tokens[0].as_deref());
    client.join().await;
    client.hear_until("state").await.expect("a view");
    client.say_text("x".repeat(70_000)).await.ok();
    while client.hear().await.is_some() {}
    client.join().await;
    for _ in 0..40 {
        let _ = client.say(json!({ "type": "pong" })).await;
    }
    assert_eq!(client.hear_until("error").await.expect("an answer")["code"], "too-fast");
    let mut others: Vec<Client> = Vec::new();
    for _ in 0..2 {
        let mut other = Client::new(server.address, &made.id, None);
        other.join().await;
        others.push(other);
    }
    assert!(Client::new(server.address, &made.id, None).try_join().await.is_err(), "a fourth");
    make(server.address, two_people("skirmish")).await;
    let wish = two_people("skirmish").to_string();
    let (status, _) = http(server.address, "POST", "/api/matches", &wish).await;
    assert_eq!(status, 429);
    server.stop().await;
}
