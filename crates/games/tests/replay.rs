//! Replays read back, and tell the first line that does not fit.

use onplay_engine::frame::DeckList;
use onplay_engine::id::CardId;
use onplay_engine::state::Dice;
use onplay_games::kit::{self, Kit};
use onplay_games::replay::{Replay, resampled};

fn played(branch: bool) -> (Kit, Replay) {
    let kit = kit::load("lab").expect("the lab has no errors");
    let cards = &kit.table.catalog.cards;
    let all = (0..cards.len() as u16).map(CardId).filter(|card| !cards[card.index()].token);
    let deck = DeckList { sections: vec![("main".into(), all.map(|card| (card, 2)).collect())] };
    let decks = [deck.clone(), deck];
    let mut game = kit.table.start(11, &decks, None);
    let seats = ["random".to_owned(), "random".to_owned()];
    let mut replay = Replay::new(&kit, 11, [("all", &decks[0]), ("all", &decks[1])], seats, &game);
    let (mut dice, mut legal) = (Dice::new(1), Vec::new());
    while let Some(seat) = game.to_decide() {
        if branch && replay.steps.len() == 5 {
            game = resampled(&kit.table, &game, seat, 77);
            replay.push_resample(&kit.table, seat, 77, &game);
        }
        kit.table.legal_actions(&game, &mut legal);
        let action = legal[dice.below(legal.len() as u32) as usize];
        let before = game.clone();
        kit.table.apply_unchecked(&mut game, action, None);
        replay.push(&kit.table, &before, seat, action, &game);
    }
    replay.finish(&kit.table, &game);
    (kit, replay)
}

#[test]
fn a_replay_reads_back_and_plays() {
    for branch in [false, true] {
        let (kit, replay) = played(branch);
        let text = replay.write();
        let read = Replay::read(&text).expect("what was written can be read");
        assert_eq!(read, replay);
        read.play(&kit, None).expect("every hash is right");
    }
}

/// The error after the text was changed.
fn error(change: impl FnOnce(String) -> String) -> String {
    let (kit, replay) = played(false);
    let text = change(replay.write());
    let result = Replay::read(&text).and_then(|replay| replay.play(&kit, None).map(|_| ()));
    result.expect_err("the change is seen").to_string()
}

fn change_line(text: &str, number: usize, change: impl Fn(&str) -> String) -> String {
    let lines: Vec<String> = text
        .lines()
        .enumerate()
        .map(|(at, line)| if at + 1 == number { change(line) } else { line.to_owned() })
        .collect();
    lines.join("\n") + "\n"
}

#[test]
fn what_does_not_fit_is_told_with_its_line() {
    let cut = error(|text| {
        let at = text.rmatch_indices('\n').nth(1).map_or(0, |(at, _)| at + 1);
        text[..at].to_owned()
    });
    assert!(cut.contains("cut off"), "{cut}");
    let half = error(|text| {
        let lines: Vec<&str> = text.lines().take(4).collect();
        let text = lines.join("\n");
        text[..text.len() - 20].to_owned()
    });
    assert!(half.starts_with("line 4: the file was cut off in this line"), "{half}");
    let hash = error(|text| {
        change_line(&text, 4, |line| {
            let at = line.len() - 18;
            format!("{}0000000000000000\"}}", &line[..at])
        })
    });
    assert!(hash.starts_with("line 4: after `p"), "{hash}");
    assert!(hash.contains("the file says 0000000000000000"), "{hash}");
    let action = error(|text| {
        change_line(&text, 3, |line| line.replacen("\"do\":\"", "\"do\":\"surely ", 1))
    });
    assert!(action.starts_with("line 3: `surely "), "{action}");
    assert!(action.contains("is not on offer; did you mean `"), "{action}");
    assert!(action.contains("`? on offer: "), "{action}");
    let seat = error(|text| {
        change_line(&text, 2, |line| line.replace("\"seat\":\"p1\"", "\"seat\":\"p2\""))
    });
    assert_eq!(seat, "line 2: p1 decides here, not p2");
    let seed =
        error(|text| change_line(&text, 1, |line| line.replace("\"seed\":11", "\"seed\":12")));
    assert!(seed.starts_with("line 1: the game starts differently"), "{seed}");
    let version =
        error(|text| change_line(&text, 1, |line| line.replace("\"onplay\":1", "\"onplay\":9")));
    assert_eq!(version, "line 1: format version 9; this program reads version 1");
    let missing = error(|text| {
        let lines: Vec<&str> = text.lines().collect();
        [&lines[..3], &lines[4..]].concat().join("\n")
    });
    assert_eq!(missing, "line 4: decision 4 where 3 should be");
    assert!(error(|_| "hello\n".into()).starts_with("line 1: this is not a replay"));
    assert_eq!(error(|_| String::new()), "line 1: the file is empty");
}
