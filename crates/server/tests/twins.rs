//! Two matches that differ only in hidden cards look the same over the wire: every
//! message that the other seat and a spectator get is the same, until a rule or their
//! owner shows one of the cards.

mod support;

use onplay_games::kit::GAMES;
use onplay_server::Database;
use serde_json::{Value, json};
use support::child::Folder;
use support::{Client, Made, config, make, mixed, start, two_people};

/// Decisions after which a pair has shown enough.
const MOST: u64 = 60;

/// Keeps the same match once more, under another id: with the same seed, and the cards
/// of one seat's deck in another order. Every card that was dealt by the dice is another.
fn add_twin(folder: &Folder, made: &Made, seat: usize) -> Made {
    let file = rusqlite::Connection::open(folder.0.join("onplay.sqlite")).expect("a file");
    let other_end = if made.id.ends_with("00") { "01" } else { "00" };
    let twin = format!("{}{other_end}", &made.id[..30]);
    let setup: String = file
        .query_row("SELECT setup FROM matches WHERE id = ?1", [&made.id], |row| row.get(0))
        .expect("the match is kept");
    let mut setup: Value = serde_json::from_str(&setup).expect("JSON");
    let sections = setup["decks"][seat]["sections"].as_array_mut().expect("sections");
    let size = |section: &Value| section[1].as_array().map_or(0, Vec::len);
    let longest = sections.iter_mut().max_by_key(|section| size(section)).expect("a section");
    longest[1].as_array_mut().expect("cards").reverse();
    let kept = file.execute(
        "INSERT INTO matches (id, setup, listed) VALUES (?1, ?2, 0)",
        [&twin, &setup.to_string()],
    );
    kept.expect("a match");
    let seats = "INSERT INTO seats SELECT ?1, seat, name, token, bot, deck FROM seats \
                 WHERE match_id = ?2";
    file.execute(seats, [&twin, &made.id]).expect("its seats");
    Made { id: twin, ..made.clone() }
}

/// The same three clients at both matches.
struct Pair {
    clients: Vec<[Client; 2]>,
    /// Which of them must not see a difference: one seat, and who only watches.
    blind: usize,
    asked: u64,
}

/// Everything that happened was told when this is answered.
async fn settle(client: &mut Client, id: &str) -> Vec<Value> {
    client.say(json!({ "type": "why", "id": id, "handle": 0 })).await.expect("it is connected");
    client.hear_until("why").await.expect("an answer");
    std::mem::take(&mut client.heard)
}

/// A message without what stands for the match itself.
fn comparable(message: &Value) -> Value {
    let mut message = message.clone();
    if message["type"] == "hello" {
        message["match"] = Value::Null;
        message["commitment"] = Value::Null;
    }
    if message["type"] == "over" {
        message["replay"] = Value::Null;
    }
    message
}

/// Whether a step shows a card of a seat, or is a decision of it, which may rest on what
/// it holds.
fn reveals(step: &Value, of: &str) -> bool {
    let shows = |change: &Value| change["change"] == "card" && change["card"]["owner"] == of;
    step["kind"] == "revealed"
        || (step["kind"] == "decided" && step["seat"] == of)
        || step["changes"].as_array().is_some_and(|changes| changes.iter().any(shows))
}

fn steps(messages: &[Value]) -> Vec<Value> {
    let steps = messages.iter().filter_map(|message| message["steps"].as_array());
    steps.flatten().cloned().collect()
}

/// Compares what both were told. Returns whether they differ because a card was shown, so
/// that the matches may go apart from here on.
fn compare(one: &[Value], two: &[Value], of: &str, told: &str) -> bool {
    let (left, right) = (steps(one), steps(two));
    for at in 0..left.len().max(right.len()) {
        let (left, right) = (left.get(at), right.get(at));
        if left != right {
            let shown = [left, right].iter().flatten().any(|step| reveals(step, of));
            assert!(shown, "{told}:\n{left:#?}\nis not\n{right:#?}");
            return true;
        }
    }
    for (left, right) in one.iter().zip(two) {
        let (left, right) = (comparable(left), comparable(right));
        assert!(left == right, "{told}:\n{left:#}\nis not\n{right:#}");
    }
    assert_eq!(one.len(), two.len(), "{told}");
    false
}

impl Pair {
    async fn join(&mut self, told: &str) -> bool {
        let mut shown = false;
        for clients in &mut self.clients {
            for client in clients.iter_mut() {
                client.keeps = true;
                client.join().await;
                client.hear_until("hello").await.expect("a greeting");
            }
        }
        shown |= self.is_shown("begin", told).await;
        shown
    }

    /// Lets everybody hear everything, and compares what the blind ones heard.
    async fn is_shown(&mut self, id: &str, told: &str) -> bool {
        let of = if self.blind == 0 { "p2" } else { "p1" };
        let mut shown = false;
        for (at, [one, two]) in self.clients.iter_mut().enumerate() {
            let heard = [settle(one, id).await, settle(two, id).await];
            if at == self.blind || at == 2 {
                shown |= compare(&heard[0], &heard[1], of, &format!("{told}, client {at}"));
            }
        }
        shown
    }

    /// Asks everything that the blind seat can ask, and compares the answers.
    async fn explain(&mut self, told: &str) {
        let [one, two] = &mut self.clients[self.blind];
        let handles: Vec<u32> =
            one.view.as_ref().expect("a view").cards.keys().copied().take(12).collect();
        let mut questions: Vec<Value> = handles
            .iter()
            .map(|handle| json!({ "type": "why-not", "id": "q", "handle": handle }))
            .collect();
        if let Some(ask) = &one.ask {
            let offers = ask["actions"].as_array().map_or(0, Vec::len).min(4);
            questions.extend((1..=offers).map(
                |action| json!({ "type": "preview", "id": "q", "ask": ask["n"], "action": action }),
            ));
        }
        for question in questions {
            let kind = question["type"].as_str().expect("a type").to_owned();
            let mut answers = Vec::new();
            for client in [&mut *one, &mut *two] {
                client.say(question.clone()).await.expect("it is connected");
                answers.push(client.hear_until(&kind).await.expect("an answer"));
            }
            assert_eq!(answers[0], answers[1], "{told}: {question}");
        }
    }

    /// Lets whoever must decide do the same in both; false if it cannot.
    async fn decide(&mut self) -> bool {
        self.asked += 1;
        let Some(at) = (0..2).find(|at| self.clients[*at][0].ask.is_some()) else { return false };
        let asks = [0, 1].map(|of: usize| self.clients[at][of].ask.clone());
        let [Some(one), Some(two)] = asks else { return false };
        let offers = |ask: &Value| ask["actions"].as_array().expect("offers").clone();
        let chosen = if at == self.blind {
            let count = offers(&one).len() as u64;
            let action = 1 + mixed(self.asked) % count;
            [action, action]
        } else {
            // What says nothing about the cards in hand.
            let quiet = |ask: &Value| {
                let offers = offers(ask).into_iter().enumerate();
                let mut quiet = offers.filter(|(_, offer)| {
                    ["pass", "no", "submit"].iter().any(|verb| offer["verb"] == *verb)
                });
                quiet.next().map(|(at, offer)| (at as u64 + 1, offer["verb"].clone()))
            };
            match (quiet(&one), quiet(&two)) {
                (Some((left, verb)), Some((right, other))) if verb == other => [left, right],
                _ => return false,
            }
        };
        for (of, (ask, action)) in [one, two].iter().zip(chosen).enumerate() {
            let id = format!("d{}", ask["n"]);
            let decide = json!({ "type": "decide", "id": id, "ask": ask["n"], "action": action });
            let client = &mut self.clients[at][of];
            client.ask = None;
            client.say(decide).await.expect("it is connected");
            client.hear_until("decided").await.expect("it is kept");
        }
        true
    }
}

/// Plays a pair until a card is shown. Returns how many decisions were compared.
async fn pair(game: &str, blind: usize) -> u64 {
    let folder = Folder::new(&format!("twins-{game}-{blind}"));
    let server = start(config(Database::Folder(folder.0.clone()))).await;
    let made = make(server.address, two_people(game)).await;
    let twin = add_twin(&folder, &made, 1 - blind);
    let client = |token: Option<&str>| {
        [&made, &twin].map(|made| Client::new(server.address, &made.id, token))
    };
    let tokens = [made.tokens[0].as_deref(), made.tokens[1].as_deref(), None];
    let mut pair = Pair { clients: tokens.map(client).into(), blind, asked: 0 };
    let mut told = format!("{game}, p{} looks", blind + 1);
    let mut compared = 0;
    if !pair.join(&told).await {
        while compared < MOST {
            pair.explain(&told).await;
            if !pair.decide().await {
                break;
            }
            told = format!("{game}, p{} looks, decision {}", blind + 1, compared + 1);
            if pair.is_shown(&format!("s{compared}"), &told).await {
                break;
            }
            compared += 1;
        }
    }
    server.stop().await;
    compared
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twin_matches_look_the_same_over_the_wire() {
    let mut compared = [0; GAMES.len()];
    for (game, compared) in GAMES.iter().zip(&mut compared) {
        for blind in 0..2 {
            *compared += pair(game, blind).await;
        }
    }
    println!("decisions compared: {compared:?}");
    let enough = compared.iter().filter(|count| **count > 2).count();
    assert!(enough >= 5, "too little was compared: {compared:?}");
}
