//! Moves in Drones: the drone itself, the lane it leaves, the lane it enters, and in each
//! of them the acting player's before the opponent's, left to right.

use std::fmt::Write;

use super::boards::{Dice, boards, check};

/// What stands in a lane and listens for moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Watcher {
    /// Another drone moves in: anybody's, of its own side, of the other side.
    In,
    InOwn,
    InEnemy,
    /// Another drone moves out.
    Out,
    OutEnemy,
    /// Goes off under the first drone of its own side that moves in.
    Mine,
}

const WATCHERS: [Watcher; 6] =
    [Watcher::In, Watcher::InOwn, Watcher::InEnemy, Watcher::Out, Watcher::OutEnemy, Watcher::Mine];

impl Watcher {
    fn text(self) -> &'static str {
        match self {
            Watcher::In => "When another drone moves into this lane, you gain 1 threat.",
            Watcher::InOwn => "When another ally moves into this lane, you gain 1 threat.",
            Watcher::InEnemy => "When an enemy moves into this lane, you gain 1 threat.",
            Watcher::Out => "When another drone moves out of this lane, you gain 1 threat.",
            Watcher::OutEnemy => "When an enemy moves out of this lane, you gain 1 threat.",
            Watcher::Mine => {
                "When another ally moves into this lane, deal 2 damage to it. Destroy this."
            }
        }
    }

    fn hears_in(self, is_own: bool) -> bool {
        match self {
            Watcher::In => true,
            Watcher::InOwn | Watcher::Mine => is_own,
            Watcher::InEnemy => !is_own,
            Watcher::Out | Watcher::OutEnemy => false,
        }
    }

    fn hears_out(self, is_own: bool) -> bool {
        self == Watcher::Out || self == Watcher::OutEnemy && !is_own
    }
}

/// The rows: by seat and lane, the numbers of the watchers there.
type Rows = [[Vec<usize>; 3]; 2];

struct Board {
    watchers: Vec<Watcher>,
    rows: Rows,
}

fn random_board(dice: &mut Dice) -> Board {
    let mut board = Board { watchers: Vec::new(), rows: Rows::default() };
    for seat in 0..2 {
        for lane in 0..3 {
            for _ in 0..dice.below(4) {
                board.rows[seat][lane].push(board.watchers.len());
                board.watchers.push(WATCHERS[dice.below(6)]);
            }
        }
    }
    board
}

/// Everything that fires when a drone of `owner` goes from lane to lane while `actor` acts.
fn fired(board: &Board, owner: usize, actor: usize, from: usize, to: usize) -> Vec<usize> {
    let mut fired = Vec::new();
    for seat in [actor, 1 - actor] {
        let hears = |at: &&usize| board.watchers[**at].hears_out(seat == owner);
        fired.extend(board.rows[seat][from].iter().filter(hears));
    }
    for seat in [actor, 1 - actor] {
        let hears = |at: &&usize| board.watchers[**at].hears_in(seat == owner);
        fired.extend(board.rows[seat][to].iter().filter(hears));
    }
    fired
}

#[test]
fn moves_of_drones_agree() {
    let mut dice = Dice(15);
    for number in 0..boards() {
        let board = random_board(&mut dice);
        // The actor moves a drone of its own, or one of the opponent's by a card.
        let is_forced = dice.below(2) == 0;
        let owner = usize::from(is_forced);
        let (from, to) = [(0, 1), (1, 0), (1, 2), (2, 1)][dice.below(4)];
        let fired = fired(&board, owner, 0, from, to);
        let mut threat = [0, 0];
        let mut hull: usize = 99;
        let mut gone = Vec::new();
        for at in &fired {
            if board.watchers[*at] == Watcher::Mine {
                hull -= 2;
                gone.push(*at);
            } else {
                let seat = usize::from(!board.rows[0].iter().any(|row| row.contains(at)));
                threat[seat] += 1;
            }
        }
        threat[owner] += 1;
        check(
            &format!("board {number}"),
            &page(&board, (owner, from, to), &fired, (threat, hull, &gone)),
        );
    }
}

fn page(
    board: &Board,
    (owner, from, to): (usize, usize, usize),
    fired: &[usize],
    (threat, hull, gone): ([i32; 2], usize, &[usize]),
) -> String {
    let mut cards = String::from(
        "[[card]]\nname = \"Mover\"\ntype = \"Drone\"\nclass = 1\nhull = 99\nspeed = 1\ntext = \"When this moves, you gain 1 threat.\"\n[[card]]\nname = \"Push\"\ntype = \"Tactic\"\ncost = 0\ntext = \"Move target enemy named Mover to an adjacent lane.\"\n",
    );
    for (at, watcher) in board.watchers.iter().enumerate() {
        writeln!(
            cards,
            "[[card]]\nname = \"W{at}x\"\ntype = \"Drone\"\nclass = 1\nhull = 9\ntext = \"{}\"",
            watcher.text()
        )
        .unwrap();
    }
    let mut setup = String::from("setup p1 hand: Push");
    for seat in 0..2 {
        for lane in 0..3 {
            let mut row: Vec<String> =
                board.rows[seat][lane].iter().map(|at| format!("W{at}x")).collect();
            if (seat, lane) == (owner, from) {
                row.insert(0, "Mover".into());
            }
            if !row.is_empty() {
                write!(setup, "; p{} lane {}: {}", seat + 1, lane + 1, row.join(", ")).unwrap();
            }
        }
    }
    let moved = if owner == 0 {
        format!("p1 move Mover to lane {}", to + 1)
    } else {
        let lane = if from == 1 { format!("; choose lane {}", to + 1) } else { String::new() };
        format!("p1 play Push; choose Mover{lane}")
    };
    let names: Vec<String> = std::iter::once("Mover 0".to_owned())
        .chain(fired.iter().map(|at| format!("W{at}x 0")))
        .collect();
    let mut expect =
        format!("expect p1 threat {}; p2 threat {}; Mover hull {hull}", threat[0], threat[1]);
    for at in gone {
        write!(expect, "; W{at}x nowhere").unwrap();
    }
    format!(
        "## board\n```cards\n{cards}```\n```scenario\ngame drones\n{setup}\n{moved}\nfired {}\n{expect}\n```\n",
        names.join("; ")
    )
}
