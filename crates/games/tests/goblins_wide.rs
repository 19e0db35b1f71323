//! Wide boards stay fast: sixty tokens die under sixty watchers.

use std::time::{Duration, Instant};

use onplay_cards::SourceFile;
use onplay_engine::id::Seat;
use onplay_engine::state::{Action, Fact, Game, Record};
use onplay_games::kit::{self, Kit};

const CARDS: &str = r#"
[[card]]
name = "Watcher"
type = "Enchantment"
cost = "{W}"
text = "Whenever a creature dies, you gain 1 life."

[[card]]
name = "Sweep"
type = "Sorcery"
cost = "{B}"
text = "Deal 1 damage to all creatures."
"#;

fn kit(profile: Option<&str>) -> Kit {
    let kit = kit::load("goblins").unwrap_or_else(|errors| panic!("{errors:?}"));
    let kit = match profile {
        Some(profile) => kit.with_policy(profile).expect("a preset of the game"),
        None => kit,
    };
    kit.with_cards(&SourceFile::new("wide.toml", CARDS))
        .unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn table(kit: &Kit, count: usize, record: Option<&mut Record>) -> Game {
    let card = |name: &str| kit.book.card(name).expect("the card is there");
    let names = &kit.book.catalog.names;
    let zone = |word: &str, seat| {
        let kind = names.find(onplay_engine::id::Class::Zone, word).expect("the zone is there");
        kit.book.catalog.rules.zone(onplay_engine::id::ZoneKind(kind), seat, 0)
    };
    kit.table.arrange(1, Seat::ONE, record, |engine| {
        for _ in 0..count {
            engine.create_object(card("Watcher"), Seat::ONE, zone("battlefield", Seat::ONE));
        }
        for _ in 0..count {
            engine.create_object(card("Goblin Token"), Seat::TWO, zone("battlefield", Seat::TWO));
        }
        engine.create_object(card("Sweep"), Seat::ONE, zone("hand", Seat::ONE));
        // Both keep something to do, so that the turn stops when all is done.
        for seat in Seat::BOTH {
            engine.create_object(card("Forest"), seat, zone("library", seat));
            let black = names.find(onplay_engine::id::Class::Counter, "black").expect("a colour");
            engine.set_counter(seat, onplay_engine::id::CounterId(black), 1);
        }
    })
}

/// Casts the sweep and passes until the stack is empty again.
fn sweep(kit: &Kit, game: &mut Game, mut record: Option<&mut Record>) -> usize {
    let mut actions = Vec::new();
    kit.table.legal_actions(game, &mut actions);
    let play = *actions
        .iter()
        .find(|action| matches!(action, Action::Play { .. }))
        .expect("it can be cast");
    kit.table.apply_unchecked(game, play, record.as_deref_mut());
    let mut passes = 0;
    while !game.pending.stack.is_empty() && !game.is_over() {
        kit.table.apply_unchecked(game, Action::Pass, record.as_deref_mut());
        passes += 1;
    }
    passes
}

fn life(kit: &Kit, game: &Game) -> i16 {
    let life = kit.book.catalog.rules.life.expect("players have life");
    game.counter(Seat::ONE, life)
}

#[test]
fn every_trigger_resolves_and_says_why() {
    for profile in [Some("stack"), Some("immediate")] {
        let kit = kit(profile);
        let mut record = Record::default();
        let mut game = table(&kit, 20, Some(&mut record));
        sweep(&kit, &mut game, Some(&mut record));
        assert_eq!(life(&kit, &game), 20 + 400);
        let fired: Vec<_> = record
            .entries
            .iter()
            .filter(|entry| matches!(entry.fact, Fact::Fired { .. }))
            .collect();
        assert_eq!(fired.len(), 400);
        for entry in fired {
            let chain = record.chain(entry.ordinal);
            assert!(
                chain.iter().any(|entry| matches!(entry.fact, Fact::Checked { .. }))
                    && matches!(
                        chain.last().map(|entry| &entry.fact),
                        Some(Fact::Decided { .. } | Fact::Forced { .. })
                    ),
                "{chain:?}"
            );
        }
    }
}

/// Four times the triggers may take about four times as long: twice as wide a
/// board has four times the triggers. A busy machine spoils single timings, so
/// both boards take turns and the best of each counts, until it is good enough.
#[test]
fn sixty_watchers_take_no_longer_than_their_triggers() {
    const ROUNDS: usize = 100;
    let limit = Duration::from_millis(if cfg!(debug_assertions) { 2_000 } else { 20 });
    for profile in [Some("stack"), Some("immediate")] {
        let kit = kit(profile);
        let time = |start: &Game, count: usize| {
            let mut game = start.clone();
            let begin = Instant::now();
            sweep(&kit, &mut game, None);
            let spent = begin.elapsed();
            assert_eq!(usize::from(life(&kit, &game) as u16), 20 + count * count);
            spent
        };
        let (narrow, wide) = (table(&kit, 30, None), table(&kit, 60, None));
        let (mut small, mut large) = (Duration::MAX, Duration::MAX);
        let is_quick = (0..ROUNDS).any(|_| {
            small = small.min(time(&narrow, 30));
            large = large.min(time(&wide, 60));
            large <= limit && large < small * 10
        });
        println!("{profile:?}: 30x30 {small:?}, 60x60 {large:?}");
        assert!(is_quick, "{profile:?}: {small:?} to {large:?}, at most {limit:?}");
    }
}
