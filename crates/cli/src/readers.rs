//! Everything that reads what somebody else wrote, as functions of bytes: for
//! `cargo fuzz` and for the mutated inputs of the tests. Whatever the bytes are,
//! these return, and say whether they made sense of them.

use std::sync::OnceLock;

use onplay_bots::BotKind;
use onplay_cards::{Diagnostic, SourceFile, print_ability};
use onplay_engine::id::Seat;
use onplay_engine::state::Dice;
use onplay_games::kit::{self, GAMES, Kit};
use onplay_games::promise::action_of;
use onplay_games::replay::Replay;
use onplay_games::words::Words;
use onplay_scenario::{read_page, run_page};
use onplay_sim::Shard;

use crate::load::drawn;
use crate::protocol;
use crate::saves::{Place, Saves};
use crate::session::{Session, Start};

/// One reader: its name, and what tells whether it made sense of some bytes.
pub type Reader = (&'static str, fn(&[u8]) -> bool);

/// All readers, by the names of their fuzz targets.
pub const READERS: [Reader; 10] = [
    ("card_text", card_text),
    ("card_file", card_file),
    ("deck_file", deck_file),
    ("game_file", game_file),
    ("rulebook", rulebook),
    ("scenario", scenario),
    ("replay", replay),
    ("json_line", json_line),
    ("shard", shard),
    ("actions", actions),
];

/// Decisions of a game that is tried with what was read.
const TRIED: usize = 60;

/// The shipped games, loaded once.
fn kits() -> &'static [Kit] {
    static KITS: OnceLock<Vec<Kit>> = OnceLock::new();
    KITS.get_or_init(|| GAMES.iter().filter_map(|game| kit::load(game).ok()).collect())
}

/// The game that a byte stands for, and the other bytes.
fn pick(bytes: &[u8]) -> Option<(&'static Kit, &[u8])> {
    let (first, rest) = bytes.split_first()?;
    Some((kits().get(usize::from(*first) % kits().len())?, rest))
}

/// A card's text: the first byte is the game.
pub fn card_text(bytes: &[u8]) -> bool {
    let Some((kit, rest)) = pick(bytes) else { return false };
    let text = String::from_utf8_lossy(rest);
    let (abilities, diagnostics) = kit.book.read_text(&text);
    for ability in &abilities {
        print_ability(&kit.book.vocabulary, ability);
    }
    drawn(&diagnostics, &[SourceFile::new("text", text)], false);
    diagnostics.is_empty()
}

/// A file of cards that are added to a game: the first byte is the game.
pub fn card_file(bytes: &[u8]) -> bool {
    let Some((kit, rest)) = pick(bytes) else { return false };
    let file = SourceFile::new("new/cards/new.toml", String::from_utf8_lossy(rest));
    match kit.with_cards(&file) {
        Ok(larger) => try_out(&larger, kit.book.cards.len()),
        Err(diagnostics) => refused(&diagnostics, &[file]),
    }
}

/// The only deck of a game: the first byte is the game.
pub fn deck_file(bytes: &[u8]) -> bool {
    with_file(bytes, "decks/only.toml", |name| name.contains("/decks/"))
}

/// The file of a game: the first byte says whose cards and decks it gets.
pub fn game_file(bytes: &[u8]) -> bool {
    with_file(bytes, "game.toml", |name| name.ends_with("game.toml"))
}

/// The rulebook of a game: the first byte says whose cards and decks it gets.
pub fn rulebook(bytes: &[u8]) -> bool {
    with_file(bytes, "rulebook.md", |name| name.ends_with("rulebook.md"))
}

/// Loads a game in which one file stands for some of its own, and plays a little.
fn with_file(bytes: &[u8], name: &str, stands_for: fn(&str) -> bool) -> bool {
    let Some((kit, rest)) = pick(bytes) else { return false };
    let mut files = kit::files(&kit.book.game.id);
    files.retain(|file| !stands_for(&file.name));
    let name = format!("games/{}/{name}", kit.book.game.id);
    files.push(SourceFile::new(name, String::from_utf8_lossy(rest)));
    match kit::load_files(&files) {
        Ok(kit) => try_out(&kit, 0),
        Err(diagnostics) => refused(&diagnostics, &files),
    }
}

/// Draws what is wrong, as the program would.
fn refused(diagnostics: &[Diagnostic], files: &[SourceFile]) -> bool {
    drawn(diagnostics, files, false);
    false
}

/// A page of scenarios.
pub fn scenario(bytes: &[u8]) -> bool {
    let page = read_page("page.md", &String::from_utf8_lossy(bytes));
    let results = run_page(&page);
    !results.is_empty() && results.iter().all(|result| result.holds())
}

/// A replay.
pub fn replay(bytes: &[u8]) -> bool {
    let Ok(replay) = Replay::read(&String::from_utf8_lossy(bytes)) else { return false };
    let Some(kit) = kits().iter().find(|kit| kit.book.game.id == replay.header.game) else {
        return false;
    };
    let bots = [Some(BotKind::Random), Some(BotKind::Random)];
    // Each way of reading it must come to an end of its own.
    let played = replay.play(kit, None).is_ok();
    Session::resume(kit.clone(), replay, None, bots).is_ok() && played
}

/// Lines of a program that plays: the first byte is the game.
pub fn json_line(bytes: &[u8]) -> bool {
    let Some((kit, mut rest)) = pick(bytes) else { return false };
    let decks = onplay_sim::decks(kit);
    let decks = [decks[0].clone(), decks[decks.len() - 1].clone()];
    let bots = [None, Some(BotKind::Random)];
    let start = Start { seed: 1, decks, bots, policy: None, seed_known: true };
    let mut session = Session::start(kit.clone(), start);
    session.saves = Saves::new(false, Place::Nowhere);
    let mut said = Vec::new();
    let _ = protocol::play(&mut session, "00", &mut rest, &mut said);
    !String::from_utf8_lossy(&said).contains("\"type\":\"error\"")
}

/// The file of a simulation.
pub fn shard(bytes: &[u8]) -> bool {
    let Ok(shard) = Shard::parse(&String::from_utf8_lossy(bytes)) else { return false };
    let _ = onplay_sim::diff::shards(&shard, &shard);
    let _ = shard.clone().merge(&shard);
    onplay_sim::report(&shard);
    crate::count::summary(&shard, None);
    true
}

/// Actions sent to a game, six bytes each: the first byte is the game.
pub fn actions(bytes: &[u8]) -> bool {
    let Some((kit, rest)) = pick(bytes) else { return false };
    let decks = onplay_sim::decks(kit);
    let decks = [decks[0].1.clone(), decks[decks.len() - 1].1.clone()];
    let mut game = kit.table.start(1, &decks, None);
    for bytes in rest.chunks_exact(6).take(400) {
        let action = action_of([bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5]]);
        Words::new(kit.table.read(&game)).action(action);
        for seat in Seat::BOTH {
            let before = game.clone();
            if kit.table.apply(&mut game, seat, action, None).is_err() {
                assert!(game == before, "the refused {action:?} changed the game");
            }
        }
        // Somebody decides something now and then, so that the game goes on.
        let mut legal = Vec::new();
        kit.table.legal_actions(&game, &mut legal);
        if let Some(action) = legal.get(usize::from(bytes[5]) % legal.len().max(1)) {
            kit.table.apply_unchecked(&mut game, *action, None);
        }
    }
    true
}

/// Plays some decisions with the cards from a number on, or with a deck; false if there
/// is no deck that fits on the table.
fn try_out(kit: &Kit, from: usize) -> bool {
    let decks = onplay_sim::decks(kit);
    let Some((_, deck)) = decks.first() else { return false };
    let mut deck = deck.clone();
    let new = from..kit.book.cards.len();
    if from > 0
        && let Some((_, cards)) = deck.sections.first_mut()
    {
        let card = |card: usize| (onplay_engine::id::CardId(card as u16), 2);
        cards.splice(0..0, new.take(20).map(card));
    }
    let decks = [deck.clone(), deck];
    if kit.check_decks(&decks).is_err() {
        return false;
    }
    let mut game = kit.table.start(1, &decks, None);
    let (mut dice, mut legal) = (Dice::new(1), Vec::new());
    for _ in 0..TRIED {
        kit.table.legal_actions(&game, &mut legal);
        if legal.is_empty() {
            break;
        }
        let action = legal[dice.below(legal.len() as u32) as usize];
        kit.table.apply_unchecked(&mut game, action, None);
    }
    true
}
