//! `why` and `why not`.

use onplay_games::typed::Typed;

use super::decide::{read_typed, refusal};
use super::{Reply, ending, near_card, wrapped};
use crate::offer::{matching, offers};
use crate::session::Session;
use crate::text::{Line, Tone};
use crate::told::{Told, Voice, What};

pub(super) fn why(session: &Session, rest: &str, width: usize) -> Reply {
    let (first, words) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    if first == "not" {
        return why_not(session, words.trim(), width);
    }
    let log = &session.log;
    let told = if rest.is_empty() {
        // What a card did is asked for more often than a turn's beginning.
        let lines = log.lines.iter().rev().filter(|told| told.what != What::Inner).take(40);
        let happened = |told: &&Told| {
            matches!(told.what, What::Event | What::Trigger | What::Note | What::End)
        };
        let by_card = |told: &&Told| happened(told) && told.words.is_some();
        lines.clone().find(by_card).or_else(|| lines.clone().find(happened))
    } else {
        log.last_with(rest)
    };
    match told {
        // The end has no single cause.
        Some(told) if told.what == What::End => Reply::Text("why".into(), ending(session, width)),
        Some(told) => Reply::Text("why".into(), wrapped(log.why(told, Voice::People), width)),
        None if rest.is_empty() => Reply::Say(Tone::Warn, "nothing has happened yet".into()),
        None => {
            let near = near_card(session, rest).unwrap_or_default();
            Reply::Say(Tone::Warn, format!("nothing in the log has the words `{rest}`{near}"))
        }
    }
}

fn why_not(session: &Session, words: &str, width: usize) -> Reply {
    if words.is_empty() {
        return Reply::Say(
            Tone::Warn,
            "why not NAME for a trigger, or why not WORDS OF AN ACTION".into(),
        );
    }
    let offered = matching(&offers(session), words);
    let mut lines = session.log.why_not(words, Voice::People);
    if lines.is_empty() && !offered.is_empty() {
        let said = &offers(session)[offered[0]].said;
        return Reply::Say(Tone::Good, format!("it is possible: {said}"));
    }
    if let Typed::Illegal(action) = read_typed(session, words)
        && let Some(reason) = refusal(session, action)
    {
        lines.push(Line::plain(format!("{words}: {reason}")));
    }
    if lines.is_empty() {
        let text = format!("no trigger of `{words}` stayed silent");
        let near =
            near_card(session, words).map(|near| format!(", and there is no such action{near}"));
        let near = near.unwrap_or_else(|| ", and nothing of yours could do that".into());
        return Reply::Say(Tone::Warn, format!("{text}{near}"));
    }
    Reply::Text("why not".into(), wrapped(lines, width))
}
