//! Results do not depend on threads or on how seeds are cut into shards, and
//! files are whole.

use onplay_bots::BotKind;
use onplay_games::kit;
use onplay_sim::{Control, Existing, Plan, Shard, diff, main_rate, report, run, run_until};

fn plan() -> Plan {
    let kit = kit::load("lab").expect("the lab has no errors");
    Plan::new(kit, [BotKind::Random, BotKind::Random])
}

fn play(seeds: std::ops::Range<u64>, threads: usize) -> Shard {
    run(&plan(), seeds, Some(threads), &Control::default()).expect("threads start")
}

#[test]
fn threads_do_not_matter() {
    let (one, three) = (play(0..60, 1), play(0..60, 3));
    assert_eq!(one, three);
    assert_eq!(one.tally.games, 60);
}

#[test]
fn shards_add_up_in_any_order() {
    let whole = play(0..50, 2);
    let parts = [play(0..7, 1), play(7..30, 2), play(30..50, 1)];
    let mut left = parts[0].clone();
    left.merge(&parts[1]).expect("they fit");
    left.merge(&parts[2]).expect("they fit");
    let mut right = parts[1].clone();
    right.merge(&parts[2]).expect("they fit");
    let mut back = parts[0].clone();
    back.merge(&right).expect("they fit");
    let mut turned = right.clone();
    turned.merge(&parts[0]).expect("they fit");
    assert_eq!(left, whole);
    assert_eq!(back, whole);
    assert_eq!(turned, whole);
    let error = left.merge(&parts[1]).expect_err("seeds are in it twice");
    assert_eq!(error, "seeds 7..30 are in both");
}

#[test]
fn shard_files_are_whole_and_the_same_every_time() {
    let folder = std::env::temp_dir().join(format!("onplay-shard-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("a.json");
    let shard = play(10..30, 2);
    shard.write(&path, Existing::Keep).unwrap();
    let first = std::fs::read(&path).unwrap();
    assert!(shard.write(&path, Existing::Keep).is_err(), "it is there already");
    play(10..30, 1).write(&path, Existing::Replace).unwrap();
    assert_eq!(first, std::fs::read(&path).unwrap());
    assert_eq!(Shard::read(&path), Ok(shard));
    std::fs::write(&path, &first[..first.len() / 2]).unwrap();
    let error = Shard::read(&path).expect_err("half a file");
    assert!(error.contains("not a whole shard"), "{error}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing is left beside it");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_run_can_be_stopped() {
    let control = Control::default();
    control.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let shard = run(&plan(), 0..1000, None, &control).expect("threads start");
    assert_eq!((shard.tally.games, shard.seeds()), (0, String::new()));
}

#[test]
fn a_report_needs_nothing_else() {
    let page = report(&play(0..40, 2));
    assert!(page.contains("<svg") && page.ends_with("</html>\n"));
    for outside in ["http:", "https:", "src=", "href=", "<script"] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn the_same_cards_make_no_difference() {
    let (diff, _) = diff::plans(&plan(), &plan(), 0..10).expect("the same decks");
    assert_eq!((diff.games, diff.changed, diff.parted, diff.parting), (10, 0, 0, None));
    let shard = play(0..60, 2);
    let diff = diff::shards(&shard, &shard).expect("the same seeds");
    let changes = diff.decks.iter().map(|(_, change)| change).chain([&diff.first_seat]);
    for change in changes {
        assert_eq!((change.change, change.low, change.high), (0.0, 0.0, 0.0), "{change:?}");
        assert_eq!(change.old, change.new);
    }
}

#[test]
fn decks_are_compared_game_by_game() {
    let kit = kit::load("skirmish").expect("the game has no errors");
    let plan = Plan::new(kit, [BotKind::Random, BotKind::Random]);
    let old = run(&plan, 0..200, Some(2), &Control::default()).expect("threads start");
    let mut new = old.clone();
    // One game of the first deck against another is won instead of lost.
    let count = old.decks.len() as u64;
    let at = (0..200u64).find(|seed| {
        let [one, two] = [seed / count % count, seed % count];
        one == 0 && two == 1 && old.parts[0].results.as_bytes()[*seed as usize] == b'2'
    });
    let at = at.expect("such a game") as usize;
    new.parts[0].results.replace_range(at..=at, "1");
    let diff = diff::shards(&old, &new).expect("the same seeds");
    let [first, second] = [&diff.decks[0].1, &diff.decks[1].1];
    let games = (0..200u64).filter(|seed| {
        let [one, two] = [seed / count % count, seed % count];
        (one == 0) != (two == 0)
    });
    let share = 1.0 / games.count() as f64;
    assert!((first.change - share).abs() < 1e-9, "{first:?}");
    assert!((second.change + share).abs() < 1e-9, "{second:?}");
    // All other games are equal, which two rates by themselves would not know.
    assert!(first.high - first.low < 0.06, "{first:?}");
    // One game can be chance; half of those that were lost cannot.
    assert!(!first.stands_out && !diff.first_seat.stands_out, "{first:?}");
    new.parts[0].results = old.parts[0].results.replacen('2', "1", 40);
    let diff = diff::shards(&old, &new).expect("the same seeds");
    assert!(diff.first_seat.stands_out, "{:?}", diff.first_seat);
}

#[test]
fn a_report_marks_what_stands_out() {
    let mut shard = play(0..40, 2);
    assert!(!report(&shard).contains("class=\"out\""), "chance is not marked");
    let card = shard.tally.cards.iter_mut().find(|card| card.drawn.games >= 40);
    let drawn = &mut card.expect("a card that is drawn often").drawn;
    (drawn.won, drawn.drawn) = (drawn.games, 0);
    assert_eq!(report(&shard).matches("class=\"out\"").count(), 1);
}

#[test]
fn a_run_ends_when_the_interval_is_narrow_enough() {
    let control = Control::default();
    let until = |margin, most| {
        run_until(&plan(), 5, most, margin, Some(2), &control).expect("threads start")
    };
    let wide = until(0.06, 100_000);
    let rate = main_rate(&wide);
    assert!(rate.high - rate.low <= 0.12, "{rate:?}");
    // Not far more games than that takes.
    assert!((200..500).contains(&wide.tally.games), "{}", wide.tally.games);
    assert_eq!(wide, play(5..5 + wide.tally.games, 1), "the same as a run of these seeds");
    let narrow = until(0.04, 100_000);
    assert!(narrow.tally.games > wide.tally.games);
    assert_eq!(until(0.001, 150).tally.games, 150, "no more than asked for");
}
