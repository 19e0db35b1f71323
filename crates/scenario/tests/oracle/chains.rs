//! Chains of reactions: depth first with pairs, first in first out, depth first.

use std::collections::{HashSet, VecDeque};
use std::fmt::Write;

use super::boards::{Dice, boards, check};

/// What a reactor hears and what it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Thing {
    Draw,
    Energy,
    Attack,
    Score,
}

#[derive(Clone, Copy, Debug)]
struct Reactor {
    seat: usize,
    lane: usize,
    /// When it entered, which is the order in which the table is laid out.
    entered: usize,
    hears: Thing,
    does: Thing,
}

#[derive(Clone, Copy)]
struct Happening {
    what: Thing,
    seat: usize,
    /// Which reactor gained attack.
    object: Option<usize>,
    /// Which reactor's effect it is.
    source: Option<usize>,
    depth: usize,
}

/// How a design goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Design {
    /// Depth first, the actor's first, each pair of reactor and source once.
    Pairs,
    /// First in, first out, by entry.
    Queue,
    /// Depth first, by place, the turn player's first.
    Stack,
}

#[derive(Default)]
struct Tally {
    fired: Vec<(usize, usize)>,
    attack: Vec<i32>,
    draws: [i32; 2],
    energy: [i32; 2],
    points: [i32; 2],
    pairs: HashSet<(usize, Option<usize>)>,
}

impl Tally {
    fn note(&mut self, event: &Happening) {
        match event.what {
            Thing::Draw => self.draws[event.seat] += 1,
            Thing::Energy => self.energy[event.seat] += 1,
            Thing::Score => self.points[event.seat] += 1,
            Thing::Attack => self.attack[event.object.unwrap()] += 1,
        }
    }
}

fn listeners(design: Design, board: &[Reactor], event: &Happening) -> Vec<usize> {
    let hears = |reactor: &Reactor| {
        reactor.hears == event.what && (event.what == Thing::Attack || reactor.seat == event.seat)
    };
    let mut found: Vec<usize> = (0..board.len()).filter(|at| hears(&board[*at])).collect();
    found.sort_by_key(|at| {
        let reactor = &board[*at];
        match design {
            Design::Pairs if event.object == Some(*at) => (0, 0, 0),
            Design::Pairs => (1 + reactor.seat, reactor.lane, reactor.entered),
            Design::Queue => (0, 0, reactor.entered),
            Design::Stack => (reactor.lane, reactor.seat, reactor.entered),
        }
    });
    found
}

fn effect(board: &[Reactor], at: usize, event: &Happening, tally: &mut Tally) -> Happening {
    let reactor = &board[at];
    tally.fired.push((at, event.depth));
    Happening {
        what: reactor.does,
        seat: reactor.seat,
        object: (reactor.does == Thing::Attack).then_some(at),
        source: Some(at),
        depth: event.depth + 1,
    }
}

/// Depth first: everything that a reaction causes comes before the next reaction.
fn descend(design: Design, board: &[Reactor], event: Happening, tally: &mut Tally) {
    tally.note(&event);
    for at in listeners(design, board, &event) {
        if design == Design::Pairs && !tally.pairs.insert((at, event.source)) {
            continue;
        }
        let caused = effect(board, at, &event, tally);
        descend(design, board, caused, tally);
    }
}

/// First in, first out: what a reaction causes comes behind all that wait.
fn queue(board: &[Reactor], event: Happening, tally: &mut Tally) {
    let mut waiting = VecDeque::new();
    tally.note(&event);
    waiting.extend(listeners(Design::Queue, board, &event).into_iter().map(|at| (at, event)));
    while let Some((at, heard)) = waiting.pop_front() {
        let caused = effect(board, at, &heard, tally);
        tally.note(&caused);
        let heard_by = listeners(Design::Queue, board, &caused);
        waiting.extend(heard_by.into_iter().map(|at| (at, caused)));
    }
}

fn random_board(dice: &mut Dice, may_loop: bool) -> Vec<Reactor> {
    let mut board = Vec::new();
    for seat in 0..2 {
        for lane in 0..3 {
            for _ in 0..dice.below(3) {
                let (hears, does) = if may_loop {
                    let things = [Thing::Draw, Thing::Energy, Thing::Attack];
                    (things[dice.below(3)], things[dice.below(3)])
                } else {
                    // What is done is never heard by those that it came from.
                    [
                        (Thing::Draw, Thing::Energy),
                        (Thing::Draw, Thing::Attack),
                        (Thing::Energy, Thing::Attack),
                        (Thing::Attack, Thing::Score),
                    ][dice.below(4)]
                };
                board.push(Reactor { seat, lane, entered: board.len(), hears, does });
            }
        }
    }
    board
}

fn text(reactor: &Reactor, unit: &str) -> String {
    let hears = match reactor.hears {
        Thing::Draw => "you draw a card".to_owned(),
        Thing::Energy => "you gain energy".to_owned(),
        _ => format!("a {unit} gains attack"),
    };
    let does = match reactor.does {
        Thing::Draw => "draw a card",
        Thing::Energy => "you gain 1 energy",
        Thing::Attack => "this gains 1 attack",
        Thing::Score => "you gain 1 point",
    };
    format!("When {hears}, {does}.")
}

/// The page that plays a board and says what the model found.
fn page(design: Design, board: &[Reactor], begins: Thing, tally: &Tally) -> String {
    let (game, unit, spell, field) = match design {
        Design::Pairs => ("drones", "drone", "Support", "class = 1\n"),
        Design::Queue => ("lab policy tides", "unit", "Spell", "cost = 0\n"),
        Design::Stack => ("lab policy skirmish", "unit", "Spell", "cost = 0\n"),
    };
    let kind = if design == Design::Pairs { "Drone" } else { "Unit" };
    let mut cards = String::new();
    for (at, reactor) in board.iter().enumerate() {
        writeln!(
            cards,
            "[[card]]\nname = \"R{at}x\"\ntype = \"{kind}\"\n{field}attack = 0\nhull = 9\ntext = \"{}\"",
            text(reactor, unit)
        )
        .unwrap();
    }
    let begin = if begins == Thing::Draw { "Draw a card." } else { "You gain 1 energy." };
    writeln!(cards, "[[card]]\nname = \"Begin\"\ntype = \"{spell}\"\ncost = 0\ntext = \"{begin}\"")
        .unwrap();
    writeln!(
        cards,
        "[[card]]\nname = \"Blank\"\ntype = \"{spell}\"\ncost = 9\ntext = \"Draw a card.\""
    )
    .unwrap();
    let mut setup = String::from("setup p1 hand: Begin; p1 deck: Blank x50; p2 deck: Blank x50");
    for seat in 0..2 {
        for lane in 0..3 {
            let here: Vec<String> = board
                .iter()
                .enumerate()
                .filter(|(_, reactor)| reactor.seat == seat && reactor.lane == lane)
                .map(|(at, _)| format!("R{at}x"))
                .collect();
            if !here.is_empty() {
                write!(setup, "; p{} lane {}: {}", seat + 1, lane + 1, here.join(", ")).unwrap();
            }
        }
    }
    let fired: Vec<String> =
        tally.fired.iter().map(|(at, depth)| format!("R{at}x {depth}")).collect();
    let fired = if fired.is_empty() { "nothing".to_owned() } else { fired.join("; ") };
    let mut expect = format!(
        "expect p1 hand: {} cards; p2 hand: {} cards; p1 energy {}; p2 energy {}",
        tally.draws[0], tally.draws[1], tally.energy[0], tally.energy[1]
    );
    if design != Design::Pairs {
        write!(expect, "; p1 points {}; p2 points {}", tally.points[0], tally.points[1]).unwrap();
    }
    for (at, attack) in tally.attack.iter().enumerate() {
        write!(expect, "; R{at}x attack {attack}").unwrap();
    }
    format!(
        "## board\n```cards\n{cards}```\n```scenario\ngame {game}\n{setup}\np1 play Begin\nfired {fired}\n{expect}\n```\n"
    )
}

fn compare(design: Design, seed: u64) {
    let mut dice = Dice(seed);
    for number in 0..boards() {
        let board = random_board(&mut dice, design == Design::Pairs);
        let begins = if dice.below(2) == 0 { Thing::Draw } else { Thing::Energy };
        let event = Happening { what: begins, seat: 0, object: None, source: None, depth: 0 };
        let mut tally = Tally { attack: vec![0; board.len()], ..Tally::default() };
        match design {
            Design::Queue => queue(&board, event, &mut tally),
            _ => descend(design, &board, event, &mut tally),
        }
        let text = page(design, &board, begins, &tally);
        check(&format!("{design:?} board {number}"), &text);
    }
}

#[test]
fn chains_of_drones_agree() {
    compare(Design::Pairs, 11);
}

#[test]
fn queues_of_tides_agree() {
    compare(Design::Queue, 12);
}

#[test]
fn stacks_of_skirmish_agree() {
    compare(Design::Stack, 13);
}
