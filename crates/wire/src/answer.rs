//! Decisions that clients give: which offer they mean, and which were given before.

use std::collections::VecDeque;

use onplay_engine::id::Seat;
use onplay_engine::state::Action;

use crate::message::{Fault, FaultCode, FromClient};

/// Most ids of decisions that are remembered for one seat.
const MOST_IDS: usize = 32;

/// Most letters of an id.
const LONGEST_ID: usize = 64;

/// The last decisions of one seat, by the ids that clients gave them.
#[derive(Clone, Debug, Default)]
pub struct Given {
    last: VecDeque<(String, u32)>,
}

impl Given {
    /// Whether this very decision was given before; then saying it again changes
    /// nothing.
    ///
    /// # Errors
    /// The id is not one, or was used for another decision.
    pub fn is_repeated(&self, id: &str, ask: u32) -> Result<bool, Fault> {
        if id.is_empty() || id.len() > LONGEST_ID {
            let text = format!("the id of a decision has 1 to {LONGEST_ID} letters");
            return Err(Fault::new(FaultCode::BadMessage, text));
        }
        match self.last.iter().find(|(known, _)| known == id) {
            None => Ok(false),
            Some((_, known)) if *known == ask => Ok(true),
            Some(_) => {
                let text = "this id was used for another decision";
                Err(Fault::new(FaultCode::IdUsed, text).about(id))
            }
        }
    }

    /// Remembers a decision that was taken.
    pub fn remember(&mut self, id: &str, ask: u32) {
        self.last.push_back((id.to_owned(), ask));
        if self.last.len() > MOST_IDS {
            self.last.pop_front();
        }
    }
}

/// The action that an answer of a seat means: `asked` are the seat that decides, the
/// number of its ask and what it offers.
///
/// # Errors
/// The answer does not fit the ask.
pub fn answered(
    asked: Option<(Seat, u32, &[Action])>,
    seat: Seat,
    ask: u32,
    action: u32,
) -> Result<Action, Fault> {
    let Some((decides, number, offered)) = asked else {
        return Err(Fault::new(FaultCode::WrongTime, "the game is over"));
    };
    if decides != seat {
        return Err(Fault::new(FaultCode::NotYourDecision, format!("{decides} decides now")));
    }
    if number != ask {
        let text = format!("ask {ask} is not before you");
        return Err(Fault::new(FaultCode::StaleAsk, text).nearest(number.to_string()));
    }
    let at = (action as usize).checked_sub(1);
    at.and_then(|at| offered.get(at)).copied().ok_or_else(|| {
        let text = format!("there are offers 1 to {}", offered.len());
        let near = (action as usize).clamp(1, offered.len().max(1));
        Fault::new(FaultCode::NoSuchAction, text).nearest(near.to_string())
    })
}

impl FromClient {
    /// All types of messages that clients send.
    pub const TYPES: [&str; 11] = [
        "join",
        "decide",
        "undo",
        "consent",
        "concede",
        "substitute",
        "rematch",
        "why",
        "why-not",
        "preview",
        "pong",
    ];

    /// Reads a message.
    ///
    /// # Errors
    /// It cannot be read; with a message that could.
    pub fn read(text: &str) -> Result<FromClient, Fault> {
        serde_json::from_str(text).map_err(|error| {
            let said: Option<serde_json::Value> = serde_json::from_str(text).ok();
            let kind = said.as_ref().and_then(|said| said["type"].as_str()).unwrap_or_default();
            let near = onplay_cards::diagnostic::nearest(kind, FromClient::TYPES);
            let near = FromClient::TYPES.into_iter().find(|known| *known == kind).or(near);
            Fault::new(FaultCode::BadMessage, format!("this cannot be read: {error}"))
                .nearest(example(near.unwrap_or("decide")))
        })
    }
}

/// A message of a type that can be read.
fn example(kind: &str) -> String {
    let rest = match kind {
        "decide" => r#","id":"d1","ask":1,"action":1"#,
        "consent" => r#","yes":true"#,
        "why" => r#","id":"q1","step":1"#,
        "why-not" => r#","id":"q1","handle":1"#,
        "preview" => r#","id":"q1","ask":1,"action":1"#,
        _ => "",
    };
    format!(r#"{{"type":"{kind}"{rest}}}"#)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_of_message_has_an_example_that_can_be_read() {
        for kind in FromClient::TYPES {
            let read = FromClient::read(&example(kind)).expect(kind);
            let written = serde_json::to_value(&read).expect("it can be written");
            assert_eq!(written["type"], kind);
        }
        let known: std::collections::BTreeSet<String> = schemars::schema_for!(FromClient)
            .to_value()["oneOf"]
            .as_array()
            .expect("one of several")
            .iter()
            .filter_map(|one| one["properties"]["type"]["const"].as_str().map(str::to_owned))
            .collect();
        assert_eq!(known, FromClient::TYPES.map(str::to_owned).into(), "a type is missing");
    }

    #[test]
    fn what_cannot_be_read_is_answered_by_what_could() {
        let check = |text: &str, nearest: &str| {
            let fault = FromClient::read(text).expect_err(text);
            assert_eq!(fault.code, FaultCode::BadMessage);
            assert_eq!(fault.nearest.as_deref(), Some(nearest), "{text}");
        };
        check("hello", r#"{"type":"decide","id":"d1","ask":1,"action":1}"#);
        check(r#"{"type":"conced"}"#, r#"{"type":"concede"}"#);
        check(r#"{"type":"consent"}"#, r#"{"type":"consent","yes":true}"#);
        check(r#"{"type":"undo","now":1}"#, r#"{"type":"undo"}"#);
    }

    #[test]
    fn an_answer_must_fit_the_ask() {
        let offered = [Action::Pass, Action::Yes];
        let asked = Some((Seat::ONE, 3, &offered[..]));
        let code =
            |seat, ask, action| answered(asked, seat, ask, action).map_err(|fault| fault.code);
        assert_eq!(code(Seat::ONE, 3, 2), Ok(Action::Yes));
        assert_eq!(code(Seat::TWO, 3, 2), Err(FaultCode::NotYourDecision));
        assert_eq!(code(Seat::ONE, 2, 2), Err(FaultCode::StaleAsk));
        for action in [0, 3, u32::MAX] {
            assert_eq!(code(Seat::ONE, 3, action), Err(FaultCode::NoSuchAction));
        }
        let over = answered(None, Seat::ONE, 3, 1).map_err(|fault| fault.code);
        assert_eq!(over, Err(FaultCode::WrongTime));
    }

    #[test]
    fn a_decision_is_known_again_by_its_id() {
        let mut given = Given::default();
        assert_eq!(given.is_repeated("a", 1), Ok(false));
        given.remember("a", 1);
        assert_eq!(given.is_repeated("a", 1), Ok(true));
        assert_eq!(given.is_repeated("a", 2).map_err(|fault| fault.code), Err(FaultCode::IdUsed));
        assert!(
            given.is_repeated("", 1).is_err() && given.is_repeated(&"x".repeat(65), 1).is_err()
        );
        for ask in 2..=MOST_IDS as u32 + 1 {
            given.remember(&ask.to_string(), ask);
        }
        assert_eq!(given.is_repeated("a", 1), Ok(false), "only the last ones are remembered");
    }
}
