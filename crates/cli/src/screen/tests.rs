//! What the screen shows at 80 columns and 24 rows.

use onplay_bots::BotKind;
use onplay_games::kit::{GAMES, load};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::run::{Mode, Screen};
use crate::session::{Session, Start};
use crate::unfinished::Unfinished;

/// The rows of the screen as text.
fn rows(screen: &mut Screen) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a screen in memory");
    terminal.draw(|frame| screen.draw(frame)).expect("it can be drawn");
    let buffer = terminal.backend().buffer();
    let row = |y: u16| (0..80).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..24).map(row).collect()
}

/// Where an ellipsis stands for something that was cut: not before how many there are.
fn cuts(row: &str) -> usize {
    let counted = |rest: &str| {
        let first = rest.split_whitespace().next();
        first.is_some_and(|number| number.parse::<u32>().is_ok())
    };
    row.match_indices('…').filter(|(at, mark)| !counted(&row[at + mark.len()..])).count()
}

#[test]
fn questions_actions_and_log_are_never_cut() {
    for game in GAMES {
        let kit = load(game).expect("the game has no errors");
        let decks = onplay_sim::decks(&kit);
        for seed in 0..3 {
            let decks = [decks[0].clone(), decks[decks.len() - 1].clone()];
            let bots = [None, Some(BotKind::Random)];
            let start = Start { seed, decks, bots, policy: None, seed_known: true };
            let session = Session::start(kit.clone(), start);
            let mut screen = Screen::new(session, Mode::Play, Unfinished::nowhere());
            for number in 0..80u64 {
                while !screen.session.waits_for_human() && screen.session.step_bot() {}
                let legal = screen.session.legal();
                if legal.is_empty() {
                    break;
                }
                screen.say.1.clear();
                let rows = rows(&mut screen);
                let title = rows.iter().rposition(|row| row.contains(" log ─")).expect("a log");
                for row in &rows[title..] {
                    assert_eq!(cuts(row), 0, "{game}, seed {seed}:\n{}", rows.join("\n"));
                }
                let chosen = (seed * 7 + number * 13) as usize % legal.len();
                screen.session.decide(legal[chosen]);
            }
        }
    }
}
