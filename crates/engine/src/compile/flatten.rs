//! Flattening: effects that hold others become operations with jumps.

use crate::card::{Ability, Cost, Course, Effect, Gift, When, Who};
use crate::compile::{CatalogError, CompiledAbility, Loop, Op, Program};
use crate::id::{AbilityId, CardId};

/// Appends the operations of one ability to a program.
pub(crate) struct Flattener<'a> {
    program: &'a mut Program,
    card: CardId,
    /// Loops over objects, players, times and places that are open.
    loops: [bool; 4],
    /// The numbers of effects whose results are asked for.
    results: Vec<u8>,
}

impl<'a> Flattener<'a> {
    pub fn new(program: &'a mut Program, card: CardId, results: Vec<u8>) -> Self {
        Flattener { program, card, loops: [false; 4], results }
    }

    fn here(&self) -> u16 {
        self.program.ops.len() as u16
    }

    fn push(&mut self, op: Op) -> usize {
        self.program.ops.push(op);
        self.program.ops.len() - 1
    }

    /// Appends some effects, in order.
    ///
    /// # Errors
    /// A loop inside a loop of the same kind.
    pub fn block(&mut self, effects: &[Effect]) -> Result<(), CatalogError> {
        effects.iter().try_for_each(|effect| self.effect(effect))
    }

    fn effect(&mut self, effect: &Effect) -> Result<(), CatalogError> {
        match effect {
            Effect::If { condition, then, otherwise } => {
                let test = self.push(Op::Unless(condition.clone(), 0));
                self.block(then)?;
                self.branch(test, otherwise)
            }
            Effect::May { who, cost, then, otherwise } => {
                let ask = self.push(Op::May { who: *who, cost: cost.clone(), otherwise: 0 });
                self.pay(*who, cost);
                self.block(then)?;
                self.branch(ask, otherwise)
            }
            Effect::Modal { who, count, modes } => {
                let who = *who;
                let ask = self.push(Op::Modal { who, modes: Vec::new(), end: 0 });
                let mut starts = Vec::new();
                let mut jumps = Vec::new();
                for mode in modes {
                    starts.push((mode.cost.clone(), self.here()));
                    self.pay(Who::You, &mode.cost);
                    self.block(&mode.effects)?;
                    jumps.push(self.push(Op::Jump(0)));
                }
                let next = self.push(Op::NextMode { start: ask as u16, count: *count }) as u16;
                jumps.into_iter().for_each(|jump| self.program.ops[jump] = Op::Jump(next));
                self.program.ops[ask] = Op::Modal { who, modes: starts, end: next + 1 };
                Ok(())
            }
            Effect::Each { what, effects } => {
                self.open(Loop::Objects)?;
                let start = self.push(Op::Each { what: what.clone(), end: 0, slot: None });
                self.block(effects)?;
                self.push(Op::NextObject { start: start as u16 + 1 });
                let end = self.here();
                self.program.ops[start] = Op::Each { what: what.clone(), end, slot: None };
                self.loops[Loop::Objects as usize] = false;
                Ok(())
            }
            Effect::EachPlayer { who, effects } => {
                self.open(Loop::Players)?;
                let start = self.push(Op::EachPlayer { who: *who });
                self.block(effects)?;
                self.push(Op::NextPlayer { start: start as u16 + 1 });
                self.loops[Loop::Players as usize] = false;
                Ok(())
            }
            Effect::Repeat { times, effects } => {
                self.open(Loop::Times)?;
                let start = self.push(Op::Repeat { times: times.clone(), end: 0 });
                self.block(effects)?;
                self.push(Op::NextTime { start: start as u16 + 1 });
                let end = self.here();
                self.program.ops[start] = Op::Repeat { times: times.clone(), end };
                self.loops[Loop::Times as usize] = false;
                Ok(())
            }
            Effect::EachPlace { zone, effects } => {
                self.open(Loop::Places)?;
                let start = self.push(Op::EachPlace { zone: *zone });
                self.block(effects)?;
                self.push(Op::NextPlace { start: start as u16 + 1 });
                self.loops[Loop::Places as usize] = false;
                Ok(())
            }
            Effect::Together { manner, effects } => {
                let start = self.push(Op::Together { manner: *manner, end: 0 });
                self.block(effects)?;
                let end = self.here();
                self.program.ops[start] = Op::Together { manner: *manner, end };
                Ok(())
            }
            Effect::Course(Course::Then) => {
                self.push(Op::Then);
                Ok(())
            }
            leaf => {
                let linked = self.link(leaf);
                let result = mention(leaf).filter(|slot| self.results.contains(slot));
                self.push(Op::Do { effect: leaf.clone(), linked, slot: None, result });
                Ok(())
            }
        }
    }

    fn pay(&mut self, who: Who, costs: &[Cost]) {
        for cost in costs {
            self.push(Op::Pay { who, cost: cost.clone() });
        }
    }

    /// Closes a test: jumps over the otherwise part, which starts here.
    fn branch(&mut self, test: usize, otherwise: &[Effect]) -> Result<(), CatalogError> {
        let over = (!otherwise.is_empty()).then(|| self.push(Op::Jump(0)));
        let target = self.here();
        match &mut self.program.ops[test] {
            Op::Unless(_, jump) | Op::May { otherwise: jump, .. } => *jump = target,
            _ => {}
        }
        self.block(otherwise)?;
        if let Some(over) = over {
            self.program.ops[over] = Op::Jump(self.here());
        }
        Ok(())
    }

    fn open(&mut self, kind: Loop) -> Result<(), CatalogError> {
        if std::mem::replace(&mut self.loops[kind as usize], true) {
            return Err(CatalogError::Nested(kind));
        }
        Ok(())
    }

    /// The entry of an ability that this effect creates.
    fn link(&mut self, effect: &Effect) -> AbilityId {
        let ability = match effect {
            Effect::Later { on, effects, instead: true, .. } => {
                Ability::new(When::Instead(on.clone()), effects.clone())
            }
            Effect::Later { on, effects, .. } => {
                Ability::new(When::Event(on.clone()), effects.clone())
            }
            Effect::Grant { gift: Gift::Ability(ability), .. } => (**ability).clone(),
            Effect::Decree { rule, .. } => {
                Ability::new(When::Static(vec![rule.clone()]), Vec::new())
            }
            _ => return AbilityId::NONE,
        };
        let id = AbilityId(self.program.abilities.len() as u16);
        self.program.abilities.push(CompiledAbility::new(self.card, u8::MAX, ability));
        id
    }
}

/// The number under which later words mean what an effect brought in.
fn mention(effect: &Effect) -> Option<u8> {
    match effect {
        Effect::Draw { mention, .. }
        | Effect::Create { mention, .. }
        | Effect::Copy { mention, .. }
        | Effect::Search { mention, .. }
        | Effect::Look { mention, .. } => *mention,
        other => crate::compile::selection(other)?.mention,
    }
}
