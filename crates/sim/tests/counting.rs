//! Results do not depend on threads or on how seeds are cut into shards, and
//! files are whole.

use onplay_bots::BotKind;
use onplay_games::kit;
use onplay_sim::{Control, Plan, Shard, diff, report, run};

fn plan() -> Plan {
    let kit = kit::load("lab").expect("the lab has no errors");
    Plan::new(kit, [BotKind::Random; 2])
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
    shard.write(&path).unwrap();
    let first = std::fs::read(&path).unwrap();
    play(10..30, 1).write(&path).unwrap();
    assert_eq!(first, std::fs::read(&path).unwrap());
    assert_eq!(Shard::read(&path), Ok(shard));
    std::fs::write(&path, &first[..first.len() / 2]).unwrap();
    let error = Shard::read(&path).expect_err("half a file");
    assert!(error.contains("no whole shard"), "{error}");
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
}
