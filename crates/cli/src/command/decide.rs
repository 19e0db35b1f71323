//! From typed words to a decision, or to the reason why it is none.

use onplay_engine::id::{CardId, ObjectId};
use onplay_engine::state::{Action, Refusal};
use onplay_games::spoken::Spoken;
use onplay_games::typed::{self, Typed};
use onplay_games::words::Words;

use super::Reply;
use crate::offer::{Offer, entries, matching, objects, offers};
use crate::people;
use crate::session::Session;
use crate::text::Tone;

/// Why something typed is no decision. Nothing has changed.
struct Mistake {
    message: String,
    /// The nearest thing that can be decided.
    nearest: Option<String>,
}

impl Mistake {
    fn new(message: impl Into<String>) -> Self {
        Mistake { message: message.into(), nearest: None }
    }
}

pub(super) fn decide(session: &mut Session, line: &str) -> Reply {
    let action = match line.parse::<usize>() {
        Ok(number) if session.waits_for_human() => match pick(session, number) {
            Ok(Some(action)) => Ok(action),
            Ok(None) => return Reply::Narrowed,
            Err(mistake) => Err(mistake),
        },
        _ => chosen(session, line),
    };
    match action {
        Ok(action) => {
            session.decide(action);
            Reply::Acted
        }
        Err(Mistake { message, nearest: Some(near) }) => {
            Reply::Say(Tone::Warn, format!("{message}; did you mean `{near}`?"))
        }
        Err(Mistake { message, nearest: None }) => Reply::Say(Tone::Warn, message),
    }
}

/// The action with this number in the list of a person; nothing if the number is
/// a card's, whose places are listed next.
fn pick(session: &mut Session, number: usize) -> Result<Option<Action>, Mistake> {
    let offers = offers(session);
    let entries = entries(&offers, session.within);
    let found = number.checked_sub(1).and_then(|at| entries.get(at));
    let Some(entry) = found else {
        return Err(Mistake::new(numbers(entries.len())));
    };
    if let [one] = entry.offers.as_slice() {
        return Ok(Some(offers[*one].action));
    }
    session.within = entry.stem(&offers);
    Ok(None)
}

/// Which numbers can be typed.
fn numbers(count: usize) -> String {
    match count {
        1 => "there is only number 1".into(),
        _ => format!("choose a number from 1 to {count}"),
    }
}

/// The action with this number among all that are on offer.
///
/// # Errors
/// There is none.
fn numbered(session: &Session, number: usize) -> Result<Action, Mistake> {
    let offers = offers(session);
    let found = number.checked_sub(1).and_then(|index| offers.get(index));
    let range = || Mistake::new(numbers(offers.len()));
    found.map(|offer| offer.action).ok_or_else(range)
}

/// The action that some typed words mean.
///
/// # Errors
/// None, several, or one that is not on offer.
fn chosen(session: &Session, line: &str) -> Result<Action, Mistake> {
    if session.game.is_over() {
        return Err(Mistake::new("the game is over: save FILE, why, log or quit"));
    }
    if !session.waits_for_human() {
        return Err(Mistake::new("the other player decides now"));
    }
    if let Ok(number) = line.parse::<usize>() {
        return numbered(session, number);
    }
    let offers = offers(session);
    let fitting = matching(&offers, line);
    let exact = fitting.iter().find(|index| {
        let Offer { text, said, .. } = &offers[**index];
        text.eq_ignore_ascii_case(line) || said.eq_ignore_ascii_case(line)
    });
    if let Some(index) = exact.or(if fitting.len() == 1 { fitting.first() } else { None }) {
        return Ok(offers[*index].action);
    }
    if fitting.len() > 1 {
        let some = fitting.iter().take(4);
        let some: Vec<&str> = some.map(|index| offers[*index].said.as_str()).collect();
        return Err(Mistake::new(format!("which one? {}", some.join(" | "))));
    }
    let lost = || Mistake::new(format!("`{line}` is not understood; try help"));
    match read_typed(session, line) {
        Typed::Legal(action) => Ok(action),
        Typed::Illegal(action) => Err(refusal(session, action)
            .map_or_else(lost, |reason| Mistake::new(format!("not possible: {reason}")))),
        Typed::Ambiguous(several) => {
            Err(Mistake::new(format!("which one? {}", several.join(" | "))))
        }
        Typed::Unknown { nearest: None } => Err(lost()),
        Typed::Unknown { nearest } => {
            Err(Mistake { message: format!("`{line}` is not on offer"), nearest })
        }
    }
}

/// Reads typed words with the eyes of whoever types.
pub(super) fn read_typed(session: &Session, line: &str) -> Typed {
    let offers: Vec<Action> = offers(session).iter().map(|offer| offer.action).collect();
    typed::read_among(session.table(), &session.shown(), line, &offers)
}

/// Why an action is refused, unless the answer would tell of hidden cards.
pub(super) fn refusal(session: &Session, action: Action) -> Option<String> {
    if !session.game.is_over() && !session.waits_for_human() {
        return Some("the other player decides now".into());
    }
    let shown = session.shown();
    let card = |id: ObjectId| shown.objects.get(id.index()).map(|object| object.card);
    let covered = |id: ObjectId| card(id) == Some(CardId::HIDDEN);
    if objects(action).into_iter().any(covered) {
        return None;
    }
    let refusal = session.table().why_refused(&session.game, action);
    if refusal == Refusal::NotOffered && !session.game.pending.prompts().is_empty() {
        return Some("a question must be answered first".into());
    }
    let names = people::names(session);
    let words = Words::new(session.table().read(&session.game));
    Some(Spoken::new(words, &session.kit.book, &names).refusal(refusal))
}

#[cfg(test)]
mod tests {
    use onplay_bots::BotKind;
    use onplay_engine::id::{Seat, ZoneId};
    use onplay_engine::rulebook::Role;
    use onplay_games::kit::load;

    use super::*;
    use crate::session::Start;

    #[test]
    fn nobody_is_told_why_a_card_they_cannot_see_is_not_played() {
        for game in onplay_games::kit::GAMES {
            let kit = load(game).expect("the game has no errors");
            let decks = onplay_sim::decks(&kit);
            let decks = [decks[0].clone(), decks[decks.len() - 1].clone()];
            let bots = [None, Some(BotKind::Random)];
            let start = Start { seed: 4, decks, bots, policy: None, seed_known: true };
            let session = Session::start(kit, start);
            let hand = session.table().catalog.rules.zone_of(Role::Hand, Seat::TWO);
            for held in session.game.zone(hand) {
                let play = Action::Play { object: *held, place: ZoneId::OUTSIDE, at: u8::MAX };
                assert_eq!(refusal(&session, play), None, "{game}");
                let attack = Action::Attack { attacker: ObjectId(0), target: *held };
                assert_eq!(refusal(&session, attack), None, "{game}");
            }
        }
    }
}
