//! Programs: abilities flattened into one array of operations.
//!
//! A resolving ability is a cursor into this array, so a prompt can stop it
//! anywhere and a clone of the state is a clone of its progress.

use crate::card::walk::{Node, ability_nodes};
use crate::card::{
    Ability, Condition, Effect, Filter, Happening, Limit, Pattern, Quantity, Static, When, Who,
};
use crate::compile::{
    Card, CatalogError, CompiledAbility, FirstChoice, Flattener, ManaProgram, Op, Requirement,
    Seen, StaticDependencies, ToBegin, ToUse, Upcoming, decisive, depends_on_view, dies_on_entry,
    forbidden_deeds, fresh, give_limit_bits, has_card, is_beforehand, is_own_loss, is_target,
    opened_places, printed_cards, selection, tally_head,
};
use crate::event::{KINDS, Kind};
use crate::id::{AbilityId, CardId, Seat};
use crate::mask::Bits;
use crate::rulebook::{Rules, TALLIES, Targets, VALUES};

/// Every ability of a catalog, flattened.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// By [`AbilityId`]; a card's own abilities are consecutive.
    pub abilities: Vec<CompiledAbility>,
    /// The first ability of each card and how many it has.
    pub of_card: Vec<(u16, u8)>,
    /// By card: the events that its triggers listen for, by `Event::listener_bit`.
    pub listens_for: Vec<u64>,
    /// By card: those of them that may happen to another object, if they are its
    /// controller's and if they are the enemy's.
    pub listens_to_others: Vec<[u64; 2]>,
    /// By card and whose they are: those that mean only its own object.
    pub(crate) listens_to_self: Vec<[u64; 2]>,
    /// By kind of event: the counters, attributes, statuses, phases or occasions
    /// that some ability listens for, as a mask over the lowest bits of their
    /// numbers; all where it listens for more than one.
    symbols: ByKind<u64>,
    /// By card: whether it has statics.
    pub has_statics: Vec<bool>,
    /// By card: the sorts of its statics, by [`Static::bit`].
    pub rules: Vec<u16>,
    /// By card: the deeds that its statics forbid, a mask over
    /// [`crate::card::Deed`].
    pub(crate) forbidden_by: Vec<u16>,
    /// The sorts of statics that passing effects can decree, by [`Static::bit`].
    pub(crate) decreed_rules: u16,
    /// The deeds that passing effects can forbid.
    pub(crate) decreed_deeds: u16,
    /// By card: its activated abilities, by their numbers.
    pub activated: Vec<u64>,
    /// By card: those that may work from elsewhere, and those that may work in
    /// play.
    pub(crate) activated_at: Vec<[u64; 2]>,
    /// Some work from elsewhere.
    pub works_elsewhere: bool,
    /// The choices that abilities begin with, by number.
    pub(crate) choices: Vec<FirstChoice>,
    /// By card: whether it listens for others, rules or can be used while in play.
    pub(crate) reaches_out: Vec<bool>,
    /// By card: what it does when it is played.
    pub played: Vec<Option<AbilityId>>,
    /// By card: what playing it asks for.
    pub(crate) to_play: Vec<Requirement>,
    /// By card: when it can be played, or used where it is not in play, a mask over
    /// [`crate::card::Timing`].
    pub(crate) timings: Vec<u8>,
    /// What cards make of mana.
    pub mana: ManaProgram,
    /// The places besides the hands that some words let cards be played from, a
    /// mask.
    pub(crate) opened_places: u64,
    /// By card: the values that a fresh object has.
    pub fresh: Vec<[i16; VALUES]>,
    /// By card: whether a fresh object may fall at once, nothing added to it.
    pub(crate) dies_on_entry: Vec<bool>,
    pub(crate) ops: Vec<Op>,
    /// What each of them is, as far as it is looked at before its turn.
    pub(crate) upcoming: Vec<Upcoming>,
    /// The kinds of event that some card can replace.
    pub replaces: u64,
    /// What is seen of moves that do not lead into play.
    pub(crate) seen: Seen,
    /// By card: what can change what its statics do to objects.
    pub dependencies_of: Vec<StaticDependencies>,
    /// The deeds that some card can forbid, a mask over [`crate::card::Deed`].
    pub forbids: u16,
    /// Whether some card asks what has come this turn to where it is, so that cards
    /// that are drawn remember when.
    pub(crate) asks_what_came: bool,
    /// Whether some card asks what was exiled with something, so that it is kept.
    pub(crate) asks_exiled_with: bool,
    /// The kinds of event of which some card asks who did them, or to whom they were
    /// done, this turn.
    pub(crate) remembered: u64,
    /// Whether some card asks what killed an object.
    pub(crate) asks_killer: bool,
    /// Whether some card makes the next card played cost another price.
    pub(crate) decrees_once: bool,
    /// Events that cards ask about "this turn".
    pub tallies: Vec<Pattern>,
    /// Tallies without what they are about, which is asked separately, and for any
    /// player: "you" is whoever's event it is. None where nothing is left to ask.
    pub(crate) tally_heads: Vec<Option<Pattern>>,
    /// Those that count every event of their kinds, as a mask, and those for which what
    /// is printed on a card settles whether they mean it.
    pub(crate) plain_tallies: u8,
    pub(crate) carded_tallies: u8,
    /// What cards react to about themselves out of play, by `Event::listener_bit`.
    pub(crate) moved_elsewhere: u64,
    /// Those of which each player has a count of their own.
    pub(crate) viewed_tallies: u8,
    /// By card: those of the latter that mean it.
    pub(crate) tally_cards: Vec<u8>,
    /// By kind of event: those that may count it, as a mask.
    pub(crate) tallied: ByKind<u8>,
}

/// Something for each kind of event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ByKind<T>(pub [T; KINDS]);

impl<T: Copy + Default> Default for ByKind<T> {
    fn default() -> Self {
        ByKind([T::default(); KINDS])
    }
}

impl Program {
    /// Flattens the abilities of all cards.
    ///
    /// # Errors
    /// More abilities, operations or tallies than the machine has room for, or
    /// a loop inside a loop of the same kind.
    pub(crate) fn compile(rules: &Rules, cards: &[Card]) -> Result<Program, CatalogError> {
        let mut program = Program::default();
        for (number, card) in cards.iter().enumerate() {
            program.take_up(rules, CardId(number as u16), card)?;
        }
        // Abilities that others create are appended while these are flattened.
        let mut next = 0;
        while next < program.abilities.len() {
            program.flatten(rules, next)?;
            next += 1;
        }
        if program.ops.len() > usize::from(u16::MAX)
            || program.abilities.len() >= usize::from(u16::MAX)
        {
            return Err(CatalogError::TooManyAbilities);
        }
        for entry in &mut program.abilities {
            entry.to_begin = ToBegin::of(rules, entry);
            entry.choice =
                FirstChoice::number((rules, cards), entry, &program.ops, &mut program.choices);
            entry.to_use = ToUse::of(rules, &entry.ability);
            program.opened_places |= opened_places(rules, &entry.ability);
        }
        for (card, (first, count)) in cards.iter().zip(&program.of_card) {
            let first = usize::from(*first);
            let entries = &program.abilities[first..first + usize::from(*count)];
            program.to_play.push(Requirement::of(rules, card, first, entries));
            let elsewhere = entries.iter().filter(|entry| entry.to_use.zone.is_some());
            program.timings.push(elsewhere.fold(1 << card.timing as u8, |timings, entry| {
                timings | 1 << entry.to_use.timing as u8
            }));
        }
        program.mana = ManaProgram::of(rules, cards, &program.of_card, &program.abilities);
        program.upcoming = program.ops.iter().map(Upcoming::of).collect();
        program.note_dependencies(rules, cards);
        program.note_events(rules);
        program.note_tallies(rules, cards)?;
        Ok(program)
    }

    /// Takes up the abilities of a card and what its tables say of them.
    fn take_up(&mut self, rules: &Rules, id: CardId, card: &Card) -> Result<(), CatalogError> {
        let first = self.abilities.len();
        for (index, ability) in card.abilities.iter().enumerate() {
            self.abilities.push(CompiledAbility::new(id, index as u8, ability.clone()));
        }
        give_limit_bits(&mut self.abilities[first..])?;
        let entries = &self.abilities[first..];
        self.of_card.push((first as u16, entries.len() as u8));
        let heard_by = |listens: &dyn Fn(&CompiledAbility) -> bool| {
            entries
                .iter()
                .filter(|entry| listens(entry))
                .fold(0, |all, entry| all | entry.listens_for)
        };
        let listens_to_others =
            Seat::BOTH.map(|seat| heard_by(&|entry| entry.listens_to_others(seat)));
        let own = heard_by(&|entry| entry.own);
        self.moved_elsewhere |= heard_by(&|entry| entry.is_heard_elsewhere());
        self.listens_for.push(heard_by(&|_| true));
        self.listens_to_self
            .push(listens_to_others.map(|listens_to_others| own & !listens_to_others));
        self.listens_to_others.push(listens_to_others);
        let is_static =
            |ability: &Ability| matches!(ability.when, When::Static(_) | When::Instead(_));
        let has_statics = card.abilities.iter().any(is_static);
        self.has_statics.push(has_statics);
        self.rules.push(entries.iter().fold(0, |all, entry| all | entry.rules));
        let (mut activated, mut elsewhere) = (0u64, 0u64);
        for (number, ability) in card.abilities.iter().take(64).enumerate() {
            if let When::Activated(activation) = &ability.when
                && !activation.by_rule
            {
                activated |= 1 << number;
                elsewhere |= u64::from(activation.zone.is_some()) << number;
            }
        }
        self.activated.push(activated);
        self.activated_at.push([elsewhere, activated]);
        self.works_elsewhere |= elsewhere != 0;
        self.reaches_out.push(listens_to_others != [0; 2] || has_statics || activated != 0);
        let played = card.abilities.iter().position(|ability| ability.when == When::Played);
        self.played.push(played.map(|number| AbilityId((first + number) as u16)));
        let values = fresh(rules, card);
        self.dies_on_entry.push(dies_on_entry(rules, card, &values));
        self.fresh.push(values);
        Ok(())
    }

    /// What statics need and forbid.
    fn note_dependencies(&mut self, rules: &Rules, cards: &[Card]) {
        self.dependencies_of = vec![StaticDependencies::default(); cards.len()];
        self.forbidden_by = vec![0; cards.len()];
        for (at, entry) in self.abilities.iter_mut().enumerate() {
            entry.needs = StaticDependencies::of(rules, entry);
            let (first, count) = self.of_card[entry.card.index()];
            let is_printed = (first..first + u16::from(count)).contains(&(at as u16));
            let deeds = forbidden_deeds(&entry.ability);
            self.forbids |= deeds;
            ability_nodes(&entry.ability, &mut |node| match node {
                Node::Filter(Filter::EnteredThisTurn) => self.asks_what_came = true,
                Node::Filter(Filter::ExiledWith(_)) => self.asks_exiled_with = true,
                Node::Filter(Filter::Did(event)) => self.remembered |= event.kinds(),
                // What this did itself is told from what another did.
                Node::Quantity(Quantity::ThisTurn(pattern)) if pattern.subject.excludes_this() => {
                    self.remembered |= pattern.event.kinds();
                }
                Node::Effect(Effect::Decree { once: true, .. }) => self.decrees_once = true,
                Node::Pattern(pattern) => {
                    self.asks_killer |= pattern.other.is_some()
                        && matches!(pattern.event, Happening::Died | Happening::Destroyed);
                }
                _ => {}
            });
            if is_printed {
                self.dependencies_of[entry.card.index()].add(&entry.needs);
                self.forbidden_by[entry.card.index()] |= deeds;
            } else {
                self.decreed_rules |= entry.rules;
                self.decreed_deeds |= deeds;
            }
        }
        for card in 0..cards.len() {
            let decisive = decisive(rules, self, CardId(card as u16));
            self.dependencies_of[card].decisive = decisive;
        }
    }

    /// Which events abilities replace, and which they mean.
    fn note_events(&mut self, rules: &Rules) {
        for entry in &self.abilities {
            let pattern = match &entry.ability.when {
                When::Event(pattern) => pattern,
                When::Instead(pattern) => {
                    self.replaces |= pattern.event.kinds();
                    self.seen.note(rules, pattern.event);
                    continue;
                }
                _ => continue,
            };
            self.seen.note(rules, pattern.event);
            let what = pattern.event.named().map_or(u64::MAX, |what| 1 << (what & 63));
            for kind in Bits(pattern.event.kinds()) {
                self.symbols.0[usize::from(kind)] |= what;
            }
        }
    }

    /// Which events are counted.
    fn note_tallies(&mut self, rules: &Rules, cards: &[Card]) -> Result<(), CatalogError> {
        if self.tallies.len() > TALLIES {
            return Err(CatalogError::TooManyTallies { asked: self.tallies.len() });
        }
        self.tally_cards = vec![0; cards.len()];
        for (tally, pattern) in self.tallies.iter().enumerate() {
            let is_viewed = depends_on_view(pattern);
            self.viewed_tallies |= u8::from(is_viewed) << tally;
            if is_viewed {
                for kind in Bits(pattern.event.kinds()) {
                    self.tallied.0[usize::from(kind)] |= 1 << tally;
                }
                self.seen.note(rules, pattern.event);
                self.tally_heads.push(Some(Pattern { nth: None, ..pattern.clone() }));
                continue;
            }
            let head = tally_head(pattern);
            for kind in Bits(head.event.kinds()) {
                self.tallied.0[usize::from(kind)] |= 1 << tally;
            }
            self.seen.note(rules, head.event);
            let plain = head.event.is_plain() && head == Pattern::new(head.event);
            self.plain_tallies |= u8::from(plain && pattern.subject == Filter::Any) << tally;
            let printed = printed_cards(&pattern.subject, rules, cards);
            if let (true, Some(card_set)) = (plain, printed) {
                self.carded_tallies |= 1 << tally;
                for (card, tallies) in self.tally_cards.iter_mut().enumerate() {
                    *tallies |= u8::from(has_card(&card_set, CardId(card as u16))) << tally;
                }
            }
            self.tally_heads.push((!plain).then_some(head));
        }
        Ok(())
    }

    /// Whether some ability may listen for such an event, by its kind and its
    /// symbol.
    #[inline]
    pub(crate) fn can_be_listened_for(&self, kind: Kind, what: u16) -> bool {
        self.any_can_be_listened_for(kind, 1 << (what & 63))
    }

    /// [`Program::can_be_listened_for`] for several symbols, as a mask.
    #[inline]
    pub(crate) fn any_can_be_listened_for(&self, kind: Kind, symbols: u64) -> bool {
        self.symbols.0[kind as usize] & symbols != 0
    }

    /// The abilities of a card, in printed order.
    #[inline]
    pub fn of(&self, card: CardId) -> impl DoubleEndedIterator<Item = AbilityId> + use<> {
        let (first, count) = self.of_card[card.index()];
        (first..first + u16::from(count)).map(AbilityId)
    }

    /// The abilities of a card with a limit, as a mask of their bits.
    pub(crate) fn limited(&self, card: CardId, limit: Limit) -> u8 {
        let entries = self.of(card).map(|ability| self.entry(ability));
        entries
            .filter(|entry| entry.ability.limit == Some(limit))
            .fold(0, |mask, entry| mask | entry.limit_bit)
    }

    /// What is known of an ability; its id must be of this catalog.
    #[inline]
    pub fn entry(&self, ability: AbilityId) -> &CompiledAbility {
        &self.abilities[ability.index()]
    }

    /// Where the number of such events this turn is kept, whichever of them
    /// the pattern asks for.
    pub fn tally(&self, pattern: &Pattern) -> Option<usize> {
        self.tallies.iter().position(|known| {
            known.event == pattern.event
                && known.player == pattern.player
                && known.subject == pattern.subject
                && known.other == pattern.other
                && known.place == pattern.place
                && known.from == pattern.from
                && known.turn == pattern.turn
                && known.together == pattern.together
        })
    }

    fn flatten(&mut self, rules: &Rules, index: usize) -> Result<(), CatalogError> {
        let entry = &self.abilities[index];
        let (card, ability) = (entry.card, entry.ability.clone());
        let start = self.ops.len() as u16;
        self.remember_tallies(&ability);
        let mut results = Vec::new();
        crate::card::walk::quantities(&ability, &mut |quantity| {
            if let Quantity::Done(slot) = quantity {
                results.push(*slot);
            }
        });
        let mut flattener = Flattener::new(self, card, results);
        flattener.block(&ability.effects)?;
        if let When::Static(statics) = &ability.when {
            for rule in statics {
                if let Static::PlayFrom { then, .. } = rule
                    && !then.is_empty()
                {
                    flattener.block(then)?;
                }
            }
        }
        self.ops.push(Op::End);
        let targets = self.hoist(rules, start);
        let modal = self.only_modal(rules, start);
        let entry = &mut self.abilities[index];
        entry.start = start;
        entry.targets = targets;
        entry.modal = modal;
        let ability = &entry.ability;
        entry.is_direct = ability.cost.is_empty()
            && ability.limit.is_none()
            && !ability.optional
            && !matches!(ability.when, When::Static(_))
            && modal.is_none();
        Ok(())
    }

    /// Gives a slot to every choice that is made before the ability resolves.
    fn hoist(&mut self, rules: &Rules, start: u16) -> Vec<u16> {
        let mut targets = Vec::new();
        if rules.policy.targets == Targets::Resolution {
            return targets;
        }
        let all = rules.policy.targets.are_all_first();
        // Where everything is chosen on playing, what comes round again or may
        // not happen at all is still chosen when it happens.
        let mut later = usize::from(start);
        for at in usize::from(start)..self.ops.len() {
            let what = match &self.ops[at] {
                Op::Do { effect, .. } => selection(effect).filter(|_| !is_own_loss(effect)),
                Op::Each { what, .. } => Some(what),
                _ => None,
            };
            let wanted = what.is_some_and(|what| {
                if all { at >= later && is_beforehand(rules, what) } else { is_target(&what.pick) }
            });
            later = later.max(self.closes(at));
            if wanted {
                let number = targets.len() as u8;
                match &mut self.ops[at] {
                    Op::Do { slot, .. } | Op::Each { slot, .. } => *slot = Some(number),
                    _ => {}
                }
                targets.push(at as u16);
            }
        }
        targets
    }

    /// Where a loop, an optional part or a choice of several modes that starts
    /// here ends.
    fn closes(&self, at: usize) -> usize {
        let behind = |wanted: fn(&Op) -> bool| {
            let rest = self.ops[at..].iter().position(wanted);
            rest.map_or(self.ops.len(), |length| at + length)
        };
        match &self.ops[at] {
            Op::Each { end, .. } | Op::Repeat { end, .. } => usize::from(*end),
            Op::May { otherwise, .. } => usize::from(*otherwise),
            Op::EachPlayer { .. } => behind(|op| matches!(op, Op::NextPlayer { .. })),
            Op::Modal { end, .. } if self.mode_count(*end) > 1 => usize::from(*end),
            _ => 0,
        }
    }

    fn mode_count(&self, end: u16) -> u8 {
        match self.ops.get(usize::from(end) - 1) {
            Some(Op::NextMode { count, .. }) => *count,
            _ => 1,
        }
    }

    /// The one choice of one mode, where modes are chosen on playing.
    fn only_modal(&self, rules: &Rules, start: u16) -> Option<u16> {
        if !rules.policy.targets.are_all_first() {
            return None;
        }
        let is_modal = |at: &usize| matches!(self.ops[*at], Op::Modal { .. });
        let mut found = (usize::from(start)..self.ops.len()).filter(is_modal);
        let (first, second) = (found.next()?, found.next());
        match &self.ops[first] {
            Op::Modal { who: Who::You, end, .. }
                if second.is_none() && self.mode_count(*end) == 1 =>
            {
                Some(first as u16)
            }
            _ => None,
        }
    }

    /// The operations of one mode.
    pub fn mode(&self, modal: u16, mode: usize) -> std::ops::Range<u16> {
        let Op::Modal { modes, end, .. } = &self.ops[usize::from(modal)] else { return 0..0 };
        let Some((_, first)) = modes.get(mode) else { return 0..0 };
        *first..modes.get(mode + 1).map_or(*end, |(_, next)| *next)
    }

    fn remember_tallies(&mut self, ability: &Ability) {
        let mut found = Vec::new();
        ability_nodes(ability, &mut |node| match node {
            Node::Quantity(Quantity::ThisTurn(pattern)) => found.push((**pattern).clone()),
            Node::Pattern(pattern) if pattern.nth.is_some() => {
                found.push(Pattern { nth: None, ..pattern.clone() });
            }
            Node::Condition(Condition::Happened(event, player)) => {
                found.push(Pattern { player: *player, ..Pattern::new(*event) });
            }
            _ => {}
        });
        for pattern in found {
            if self.tally(&pattern).is_none() {
                self.tallies.push(pattern);
            }
        }
    }
}
