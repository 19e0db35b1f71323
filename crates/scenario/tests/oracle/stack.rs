//! Deaths in Skirmish: one stack, a check after every effect, deaths as one sequence.

use std::fmt::Write;

use super::boards::{Dice, boards, check};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Dummy,
    /// Gains 2 when a close unit dies.
    Ghoul,
    /// Death: close allies gain 1.
    Martyr,
    /// Death: its slot gains its power.
    Roots,
    /// Death: 1 damage to what stands in front.
    Bombardier,
}

const KINDS: [(Kind, &str, i32); 5] = [
    (Kind::Dummy, "Dummy", 4),
    (Kind::Ghoul, "Ghoul", 1),
    (Kind::Martyr, "Martyr", 2),
    (Kind::Roots, "Roots", 2),
    (Kind::Bombardier, "Bombardier", 2),
];

/// A slot: the terrain and the seat.
type Slot = (usize, usize);

#[derive(Clone, Copy, Debug)]
struct Unit {
    kind: Kind,
    printed: i32,
    gained: i32,
    damage: i32,
    /// It is marked to die, in the check with this number.
    dying: Option<usize>,
    is_gone: bool,
    slot: Slot,
    /// Its power before it was last damaged.
    before: i32,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Die(usize),
    Feast(usize),
    LastWord(usize),
}

struct Model {
    units: Vec<Unit>,
    slots: [[i32; 2]; 5],
    /// The last is done next; each with its level.
    stack: Vec<(Step, usize)>,
    fired: Vec<(usize, usize)>,
    checks: usize,
}

fn is_close(one: Slot, other: Slot) -> bool {
    one != other && (one.0 == other.0 || one.0.abs_diff(other.0) == 1)
}

impl Model {
    fn power(&self, at: usize) -> i32 {
        let unit = &self.units[at];
        unit.printed + unit.gained - unit.damage + self.slots[unit.slot.0][unit.slot.1]
    }

    fn here(&self, at: usize) -> bool {
        !self.units[at].is_gone
    }

    fn damage(&mut self, at: usize, by: i32) {
        // What kills it is the first blow that leaves it nothing.
        if self.units[at].dying.is_none() {
            self.units[at].before = self.power(at);
        }
        self.units[at].damage += by;
    }

    /// Units at 0 or less that are not marked yet die as one sequence: by terrain, player
    /// one's first.
    fn check(&mut self, level: usize) {
        self.checks += 1;
        let mut dead: Vec<usize> = (0..self.units.len())
            .filter(|at| self.here(*at) && self.units[*at].dying.is_none() && self.power(*at) <= 0)
            .collect();
        dead.sort_by_key(|at| self.units[*at].slot);
        for at in dead.iter().rev() {
            self.units[*at].dying = Some(self.checks);
            self.stack.push((Step::Die(*at), level));
        }
    }

    /// A unit dies. Who is there hears it, and who died or dies in the same batch.
    fn die(&mut self, at: usize, level: usize) {
        self.units[at].is_gone = true;
        let (slot, batch) = (self.units[at].slot, self.units[at].dying);
        let mut heard: Vec<(Slot, Step)> = Vec::new();
        for (other, unit) in self.units.iter().enumerate() {
            let listens = !unit.is_gone || unit.dying == batch;
            if unit.kind == Kind::Ghoul && listens && is_close(unit.slot, slot) {
                heard.push((unit.slot, Step::Feast(other)));
            }
        }
        if matches!(self.units[at].kind, Kind::Martyr | Kind::Roots | Kind::Bombardier) {
            heard.push((slot, Step::LastWord(at)));
        }
        // By terrain, the turn player's (player one's) first.
        heard.sort_by_key(|(slot, _)| *slot);
        for (_, step) in heard.iter().rev() {
            self.stack.push((*step, level));
        }
    }

    fn last_word(&mut self, at: usize) {
        let unit = self.units[at];
        match unit.kind {
            Kind::Martyr => {
                for other in 0..self.units.len() {
                    let ally = self.units[other].slot.1 == unit.slot.1;
                    if self.here(other) && ally && is_close(unit.slot, self.units[other].slot) {
                        self.units[other].gained += 1;
                    }
                }
            }
            Kind::Roots => self.slots[unit.slot.0][unit.slot.1] += unit.before,
            Kind::Bombardier => {
                let front = (unit.slot.0, 1 - unit.slot.1);
                let target = (0..self.units.len())
                    .find(|at| self.here(*at) && self.units[*at].slot == front);
                if let Some(target) = target {
                    self.damage(target, 1);
                }
            }
            _ => {}
        }
    }

    fn run(&mut self) {
        while let Some((step, level)) = self.stack.pop() {
            match step {
                Step::Die(at) => {
                    self.die(at, level);
                    self.check(level);
                }
                Step::Feast(at) => {
                    self.fired.push((at, level));
                    if self.here(at) {
                        self.units[at].gained += 2;
                    }
                    self.check(level + 1);
                }
                Step::LastWord(at) => {
                    self.fired.push((at, level));
                    self.last_word(at);
                    self.check(level + 1);
                }
            }
        }
    }
}

#[test]
fn deaths_of_skirmish_agree() {
    let mut dice = Dice(16);
    for number in 0..boards() {
        let mut units = Vec::new();
        for terrain in 0..5 {
            for seat in 0..2 {
                if dice.below(4) == 0 {
                    continue;
                }
                let (kind, _, printed) = KINDS[dice.below(5)];
                units.push(Unit {
                    kind,
                    printed,
                    gained: 0,
                    damage: 0,
                    dying: None,
                    is_gone: false,
                    slot: (terrain, seat),
                    before: printed,
                });
            }
        }
        let target = (dice.below(5), dice.below(2));
        let mut model =
            Model { units, slots: [[0; 2]; 5], stack: Vec::new(), fired: Vec::new(), checks: 0 };
        for at in 0..model.units.len() {
            let slot = model.units[at].slot;
            if slot == target || is_close(target, slot) {
                model.damage(at, 2);
            }
        }
        model.check(0);
        model.run();
        check(&format!("board {number}"), &page(&model, target));
    }
}

fn name(model: &Model, at: usize) -> String {
    let kind = model.units[at].kind;
    KINDS.iter().find(|(one, ..)| *one == kind).map_or("", |(_, name, _)| name).to_owned()
}

fn page(model: &Model, target: Slot) -> String {
    let mut setup = String::from("setup p1 hand: Fireball");
    let mut expect = String::from("expect decider p2");
    for (at, unit) in model.units.iter().enumerate() {
        let (terrain, seat) = (unit.slot.0, unit.slot.1 + 1);
        let name = name(model, at);
        write!(setup, "; p{seat} T{terrain}: {name}").unwrap();
        if unit.is_gone {
            write!(expect, "; p{seat} T{terrain}: empty").unwrap();
        } else {
            write!(expect, "; {name}@p{seat}.T{terrain} power {}", model.power(at)).unwrap();
        }
    }
    for (terrain, sides) in model.slots.iter().enumerate() {
        for (seat, value) in sides.iter().enumerate() {
            write!(expect, "; slot p{} T{terrain} {value}", seat + 1).unwrap();
        }
    }
    let fired: Vec<String> =
        model.fired.iter().map(|(at, level)| format!("{} {level}", name(model, *at))).collect();
    let fired = if fired.is_empty() { "nothing".to_owned() } else { fired.join("; ") };
    format!(
        "## board\n```cards\n[[card]]\nname = \"Dummy\"\ntype = \"Unit\"\npower = 4\n```\n```scenario\ngame skirmish\n{setup}\np1 play Fireball; choose p{} T{}\nfired {fired}\n{expect}\n```\n",
        target.1 + 1,
        target.0
    )
}
