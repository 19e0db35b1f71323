//! Copies of a state: every field by hand, so that the last_known of an old copy serves a
//! new one.

use crate::state::Game;

impl Clone for Game {
    fn clone(&self) -> Self {
        let mut copy = Game::bare(self.players, self.dice);
        copy.clone_from(self);
        copy
    }

    /// Reuses the last_known that is there: searching and simulating copy a state
    /// for every game they try.
    fn clone_from(&mut self, source: &Self) {
        let Game {
            objects,
            zones,
            players,
            dice,
            outcome,
            active,
            decider,
            actor,
            phase,
            turn,
            round,
            memo,
            slots,
            attacker,
            defender,
            work,
            waiting,
            placed,
            stack,
            prompts,
            answer,
            modifiers,
            delayed,
            hosts,
            last_known,
            listened_by_departed,
            fired,
            moment,
            pool,
            listeners,
            listened,
            listened_stale,
            static_counts,
            activatable,
            spent,
            statics,
            continuous_sources,
            affected,
            dependencies,
            to_check,
            dying,
            stale,
            interrupt_pending,
            batch,
            clock,
            turn_began,
            ordinal,
            steps,
        } = source;
        self.objects.clone_from(objects);
        self.zones.clone_from(zones);
        self.waiting.clone_from(waiting);
        copy_list(&mut self.work, work);
        copy_list(&mut self.stack, stack);
        copy_list(&mut self.prompts, prompts);
        copy_list(&mut self.answer, answer);
        copy_list(&mut self.modifiers, modifiers);
        copy_list(&mut self.delayed, delayed);
        copy_list(&mut self.hosts, hosts);
        copy_list(&mut self.last_known, last_known);
        copy_list(&mut self.fired, fired);
        copy_list(&mut self.moment, moment);
        copy_list(&mut self.pool, pool);
        self.players = *players;
        self.dice = *dice;
        self.outcome = *outcome;
        self.active = *active;
        self.decider = *decider;
        self.actor = *actor;
        self.phase = *phase;
        self.turn = *turn;
        self.round = *round;
        self.memo = *memo;
        self.slots = *slots;
        self.attacker = *attacker;
        self.defender = *defender;
        self.placed = *placed;
        self.listened_by_departed = *listened_by_departed;
        self.listeners = *listeners;
        self.listened = *listened;
        self.listened_stale = *listened_stale;
        self.static_counts = *static_counts;
        self.activatable = *activatable;
        self.spent = *spent;
        self.statics = *statics;
        self.continuous_sources = *continuous_sources;
        self.affected = *affected;
        self.dependencies = *dependencies;
        self.to_check = *to_check;
        self.dying = *dying;
        self.stale = *stale;
        self.interrupt_pending = *interrupt_pending;
        self.batch = *batch;
        self.clock = *clock;
        self.turn_began = *turn_began;
        self.ordinal = *ordinal;
        self.steps = *steps;
    }
}

/// Makes a list like another one. Most are empty most of the time, and copying
/// nothing costs a call all the same.
#[inline(always)]
fn copy_list<T: Clone>(list: &mut Vec<T>, source: &Vec<T>) {
    if source.is_empty() {
        list.clear();
    } else {
        list.clone_from(source);
    }
}
