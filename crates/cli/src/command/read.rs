//! What can be read while playing: cards, piles, decks, rules, the board.

use onplay_engine::id::{CardId, Class, Seat, ZoneId, ZoneKind};
use onplay_engine::rulebook::{Role, Sight};

use super::Reply;
use crate::board::Board;
use crate::room::Room;
use crate::session::Session;
use crate::text::{Line, Tone, wrap};
use crate::{card_face, deck_list, markdown, people, rules};

/// Everything that can be typed.
const HELP: &str = "\
NUMBER          take that action, or give that answer; a card with several
                places comes first, then the place (`back` for another card)
WORDS           the same by its words; the beginning or any part will do
how             how this game is played, on one screen
rules [WORDS]   the rules, or the clauses with these words or this number;
                a keyword is explained by its name
card NAME       read a card (also: ? NAME)
deck            your deck with its plan; decks: all decks of the game
board           the whole table, nothing cut short
piles           what lies aside and may be seen, or one pile by its name
why [WORDS]     why the last thing happened, or the last one with these words
why not WORDS   why a trigger stayed silent or an action is not possible
log [N]         the last N lines of the log
hint            what a search would do, and why
undo            take back, as long as nothing hidden was seen and no dice rolled
save FILE       write a replay; `onplay play --resume FILE` goes on from it
                (save FILE --force replaces a file that is there already)
help, quit

In the full screen: ↑ ↓ scroll the actions, PgUp PgDn the log, Tab completes,
Esc clears. While you type, the card you mean is shown.";

pub(super) fn help(session: &Session, width: usize) -> Reply {
    let mut lines: Vec<Line> = HELP.lines().map(Line::plain).collect();
    let shown = session.shown();
    let board = Board::new(&session.kit, &shown, Seat::ONE, people::names(session));
    lines.push(Line::new());
    let mut legend = format!("On the board: {}.", board.legend());
    if board.has_lanes() {
        legend += " In a lane the leftmost card stands nearest to the middle line.";
    }
    lines.extend(wrap(&legend, width, 0).into_iter().map(Line::plain));
    Reply::Text("help".into(), lines)
}

/// The card that a name or the beginning of one means.
pub fn find_card(session: &Session, name: &str) -> Result<CardId, String> {
    if let Some(card) = session.kit.book.card(name) {
        return Ok(card);
    }
    let names = session.kit.table.catalog.names.all(Class::Card);
    let wanted = name.to_lowercase();
    let fits: Vec<usize> =
        (0..names.len()).filter(|at| names[*at].to_lowercase().contains(&wanted)).collect();
    match fits.as_slice() {
        [one] => Ok(CardId(*one as u16)),
        [] => {
            let near = onplay_cards::diagnostic::nearest(name, names.iter().map(String::as_str));
            let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            Err(format!("there is no card `{name}`{near}"))
        }
        many => {
            let some: Vec<&str> = many.iter().take(6).map(|at| names[*at].as_str()).collect();
            Err(format!("which one? {}", some.join(" | ")))
        }
    }
}

/// That there is no card with such a name, with the nearest; none if there is
/// one.
pub fn near_card(session: &Session, words: &str) -> Option<String> {
    let names = session.kit.table.catalog.names.all(Class::Card);
    let wanted = words.to_lowercase();
    // Somebody may have written more than the name, or less.
    let is_meant = |name: &String| {
        let name = name.to_lowercase();
        name.contains(&wanted) || wanted.contains(&name)
    };
    if names.iter().any(is_meant) {
        return None;
    }
    let all = std::iter::once(words).chain(words.split_whitespace());
    let near = |word| onplay_cards::diagnostic::nearest(word, names.iter().map(String::as_str));
    let near = all.into_iter().find_map(near);
    Some(near.map_or("; no card has that name".into(), |near| format!("; did you mean `{near}`?")))
}

pub(super) fn card(session: &Session, name: &str, width: usize) -> Reply {
    if name.is_empty() {
        return Reply::Say(Tone::Warn, "card NAME reads a card".into());
    }
    match find_card(session, name) {
        Ok(card) => Reply::Text("card".into(), card_face::card(&session.kit, card, width)),
        Err(message) => Reply::Say(Tone::Warn, message),
    }
}

/// The table with nothing cut short.
pub(super) fn board(session: &Session, width: usize) -> Reply {
    let shown = session.shown();
    let near = session.viewer().unwrap_or(Seat::ONE);
    let board = Board::new(&session.kit, &shown, near, people::names(session));
    let mut lines = board.lines(Room::whole(width));
    lines.extend(board.hands(width, session.viewer()));
    Reply::Text("board".into(), lines)
}

/// How the game is played.
pub(super) fn how_to_play(session: &Session, width: usize) -> Reply {
    match rules::how_to_play(&session.kit.book.game.id) {
        Some(text) => Reply::Text("how to play".into(), markdown::render(text, width)),
        None => rules(session, "", width),
    }
}

pub(super) fn rules(session: &Session, rest: &str, width: usize) -> Reply {
    let game = session.kit.book.game.id.as_str();
    if rest.is_empty() {
        return match rules::text(game).or_else(|| rules::how_to_play(game)) {
            Some(text) => Reply::Text("rules".into(), markdown::render(text, width)),
            None => Reply::Say(Tone::Warn, "this game brings no rules to read".into()),
        };
    }
    let found = rules::find(&session.kit, rest);
    if found.is_empty() {
        return Reply::Say(Tone::Warn, format!("no clause of the rules has the words `{rest}`"));
    }
    let mut lines = Vec::new();
    for clause in found {
        let is_keyword = clause.number.starts_with(char::is_alphabetic);
        let joint = if is_keyword { ":" } else { "" };
        let text = format!("{}{joint} {}", clause.number, clause.text);
        lines.extend(wrap(&text, width, 2).into_iter().map(Line::plain));
    }
    Reply::Text("rules".into(), lines)
}

/// One's own deck, or one by its name, or all of the game.
pub(super) fn deck(session: &Session, rest: &str, width: usize) -> Reply {
    let header = &session.replay.header;
    let wanted = match (session.viewer(), rest) {
        (Some(seat), "") => header.decks[seat.index()].name.as_str(),
        (_, rest) => rest,
    };
    let kit = &session.kit;
    let lines = match kit.book.deck(wanted) {
        Some(deck) => deck_list::whole(kit, deck, width),
        None if rest.is_empty() || rest == "all" => deck_list::all(kit, width),
        None => {
            return Reply::Say(Tone::Warn, format!("there is no deck `{rest}`: try `deck all`"));
        }
    };
    Reply::Text("deck".into(), lines)
}

/// The kinds of zones that lie aside and that everybody may look through.
fn open_piles(session: &Session) -> Vec<ZoneKind> {
    let rules = &session.kit.table.catalog.rules;
    let open = |kind: &ZoneKind| {
        let zone = &rules.zones[kind.index()];
        let aside = matches!(zone.role, Role::Discard | Role::Exile | Role::Other);
        aside && zone.sight == Sight::Everyone
    };
    (0..rules.zones.len() as u16).map(ZoneKind).filter(open).collect()
}

/// Whether a word names such a pile.
pub(super) fn is_pile(session: &Session, word: &str) -> bool {
    open_piles(session).into_iter().any(|kind| pile_word(session, kind).eq_ignore_ascii_case(word))
}

fn pile_word(session: &Session, kind: ZoneKind) -> &str {
    session.kit.table.catalog.names.word(Class::Zone, kind.0)
}

/// What lies in the piles with this name, or in all that are not empty, on both
/// sides.
pub(super) fn piles(session: &Session, word: &str, width: usize) -> Reply {
    let rules = &session.kit.table.catalog.rules;
    let names = people::names(session);
    let near = session.viewer().unwrap_or(Seat::ONE);
    let mut lines = Vec::new();
    for kind in open_piles(session) {
        let (name, zone) = (pile_word(session, kind), &rules.zones[kind.index()]);
        if !word.is_empty() && !name.eq_ignore_ascii_case(word) {
            continue;
        }
        let seats: &[Seat] = if zone.per_seat { &[near, near.other()] } else { &[Seat::ONE] };
        for seat in seats {
            let places = (0..zone.places.max(1)).map(|at| rules.zone(kind, *seat, at));
            let list = listed(session, &places.collect::<Vec<_>>());
            if list.is_empty() && word.is_empty() {
                continue;
            }
            let owner = if zone.per_seat { names.owner(*seat) } else { "the".into() };
            let list = if list.is_empty() { "empty".into() } else { list };
            let text = format!("{}: {list}", onplay_cards::capital(&format!("{owner} {name}")));
            lines.extend(wrap(&text, width, 2).into_iter().map(Line::plain));
        }
    }
    if lines.is_empty() {
        return Reply::Say(Tone::Soft, "nothing lies aside yet".into());
    }
    let title = if word.is_empty() { "piles" } else { word };
    Reply::Text(title.into(), lines)
}

/// The cards of some places, the last first, each name once with its count.
fn listed(session: &Session, zones: &[ZoneId]) -> String {
    let shown = session.shown();
    let mut counted: Vec<(String, usize)> = Vec::new();
    let objects = zones.iter().flat_map(|zone| shown.zone(*zone).iter().rev());
    for card in objects.map(|id| shown.object(*id).card) {
        let name = match card {
            CardId::HIDDEN => "face down".to_owned(),
            card => session.kit.book.text(card).name.clone(),
        };
        match counted.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => counted.push((name, 1)),
        }
    }
    let each = |(name, count): (String, usize)| match count {
        1 => name,
        _ => format!("{name} ×{count}"),
    };
    counted.into_iter().map(each).collect::<Vec<_>>().join(", ")
}
