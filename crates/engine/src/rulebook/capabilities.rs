//! What can happen in a game at all, and what an ability asks for that cannot.
//!
//! A sentence that nobody would carry out is refused when it is read. Which those
//! are follows from the game's data: its zones, its damage, its price, and what
//! its turn and actions do, which are the [`Capabilities`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::card::walk::{Node, ability_nodes};
use crate::card::{
    Ability, Condition, Deed, Destination, Duration, Effect, Entering, Filter, Gift, Happening,
    Limit, Pattern, Place, Spot, Static, Timing, Verb, When,
};
use crate::id::{AttributeId, CounterId, KeywordId, PhaseId, TypeId, ZoneKind};
use crate::rulebook::{Role, Rules, Shape};

/// What the turn and the actions of a game do that cards can speak of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Capabilities {
    /// What players or rules do at all.
    pub does: Vec<Doing>,
    /// Phases whose beginning is announced.
    pub begins: Vec<PhaseId>,
    /// Those of them that begin for both players at once.
    pub shared_phases: Vec<PhaseId>,
    /// Phases that a condition can ask about: "during your main phase".
    pub knows: Vec<PhaseId>,
    /// What "until end of …" and "once per …" can wait for.
    pub ends: Vec<Period>,
    /// Phases that "until your next …" can wait for.
    pub waits_for: Vec<PhaseId>,
    /// Phases of which an effect can add one.
    pub adds: Vec<PhaseId>,
    /// Zones besides those in play where abilities can be used.
    pub uses_from: Vec<ZoneKind>,
    /// Zones besides the hand from which cards can be played.
    pub plays_from: Vec<ZoneKind>,
    /// Keywords that mean something on a player.
    pub player_keywords: Vec<KeywordId>,
    /// Counters that a standing rule can raise.
    pub allowances: Vec<CounterId>,
    /// Types and keywords of cards that come into play attached to something.
    pub attached_types: Vec<TypeId>,
    /// The keywords among them.
    pub attached_keywords: Vec<KeywordId>,
    /// Types of cards that come into the game otherwise than by being played.
    pub unplayed_types: Vec<TypeId>,
}

/// Something that players or the rules of a game do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Doing {
    /// Attacking something.
    Attack,
    /// Being done with an attack.
    FinishAttack,
    /// Blocking an attacker.
    Block,
    /// Going from one lane or slot to another.
    Move,
    /// Coming into play by being played.
    Deploy,
    /// Becoming ready by itself, each turn or round.
    Ready,
    /// Acting in answer to somebody.
    Respond,
    /// Making mana, at once.
    MakeMana,
    /// Stopping what waits on the stack.
    Cancel,
    /// Attaching one object to another.
    Attach,
    /// Renewing a deck that ran out.
    Reshuffle,
    /// Acting again in the same turn.
    GoAgain,
    /// Adding a turn.
    ExtraTurn,
}

impl Doing {
    /// All of them, in order.
    pub const ALL: [Doing; 13] = [
        Doing::Attack,
        Doing::FinishAttack,
        Doing::Block,
        Doing::Move,
        Doing::Deploy,
        Doing::Ready,
        Doing::Respond,
        Doing::MakeMana,
        Doing::Cancel,
        Doing::Attach,
        Doing::Reshuffle,
        Doing::GoAgain,
        Doing::ExtraTurn,
    ];
}

/// A stretch of play that ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Period {
    /// From the beginning of one player's turn to its end.
    Turn,
    /// From the beginning of a round to its end, for both players.
    Round,
}

/// What an ability asks for and its game does not have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lack {
    /// Nobody ever does this.
    Doing(Doing),
    /// The beginning of this phase is never announced.
    Begins(PhaseId),
    /// No condition can ask about this phase.
    Knows(PhaseId),
    /// This never ends.
    Ends(Period),
    /// Nothing waits for this phase.
    WaitsFor(PhaseId),
    /// This phase cannot be added.
    Adds(PhaseId),
    /// Nothing can be used from this zone.
    UsesFrom(ZoneKind),
    /// Nothing can be played from this zone.
    PlaysFrom(ZoneKind),
    /// The keyword means nothing on a player.
    PlayerKeyword(KeywordId),
    /// No standing rule can raise this counter.
    Allowance(CounterId),
    /// There is no zone with this role.
    Role(Role),
    /// There are no lanes or slots.
    Places,
    /// Nothing stands in a row with others.
    Rows,
    /// Nothing deals damage.
    Damage,
    /// Players take no damage.
    Life,
    /// Playing a card costs nothing.
    Price,
    /// Slots have no modifiers.
    SlotBonus,
    /// The attribute is only printed.
    Printed(AttributeId),
    /// Nothing can become this type.
    Becomes(TypeId),
}

impl Rules {
    /// What an ability asks for and this game does not have; nothing where the
    /// game does not say what it does.
    pub fn lacks(&self, ability: &Ability) -> Vec<Lack> {
        let mut lacks = Lacks { rules: self, found: Vec::new() };
        lacks.head(ability);
        ability_nodes(ability, &mut |node| match node {
            Node::Effect(effect) => lacks.effect(effect),
            Node::Condition(condition) => lacks.condition(condition),
            Node::Pattern(pattern) => lacks.pattern(pattern),
            Node::Static(rule) => lacks.rule(rule),
            Node::Filter(Filter::Place(place)) => lacks.place(*place),
            Node::Filter(Filter::Did(event)) => {
                lacks.can(Lack::Ends(Period::Turn));
                lacks.pattern(&Pattern::new(*event));
            }
            Node::Filter(_) | Node::Quantity(_) | Node::Cost(_) | Node::Selection(_) => {}
        });
        lacks.found
    }

    /// What playing a card at this time asks for and this game does not have.
    pub fn lacks_timing(&self, timing: Timing) -> Option<Lack> {
        let mut lacks = Lacks { rules: self, found: Vec::new() };
        lacks.timing(timing);
        lacks.found.pop()
    }
}

struct Lacks<'a> {
    rules: &'a Rules,
    found: Vec<Lack>,
}

impl Lacks<'_> {
    fn unless(&mut self, has: bool, lack: Lack) {
        if !has && !self.found.contains(&lack) {
            self.found.push(lack);
        }
    }

    /// A lack unless the game says that it does this.
    fn can(&mut self, lack: Lack) {
        let Some(can) = &self.rules.can else { return };
        let has = match lack {
            Lack::Doing(doing) => can.does.contains(&doing),
            Lack::Begins(phase) => can.begins.contains(&phase),
            Lack::Knows(phase) => can.knows.contains(&phase),
            Lack::Ends(period) => can.ends.contains(&period),
            Lack::WaitsFor(phase) => can.waits_for.contains(&phase),
            Lack::Adds(phase) => can.adds.contains(&phase),
            Lack::UsesFrom(zone) => {
                can.uses_from.contains(&zone)
                    || self.rules.zones.get(zone.index()).is_some_and(|rule| rule.in_play)
            }
            Lack::PlaysFrom(zone) => can.plays_from.contains(&zone),
            Lack::PlayerKeyword(keyword) => can.player_keywords.contains(&keyword),
            Lack::Allowance(counter) => can.allowances.contains(&counter),
            _ => true,
        };
        self.unless(has, lack);
    }

    fn role(&mut self, role: Role) {
        self.unless(self.rules.role(role).is_some(), Lack::Role(role));
    }

    fn live(&mut self, attribute: AttributeId) {
        self.unless(self.rules.live(attribute).is_some(), Lack::Printed(attribute));
    }

    fn places(&mut self) {
        let has = self.rules.zones.iter().any(|zone| zone.shape != Shape::Pile);
        self.unless(has, Lack::Places);
    }

    /// What stands before the effects.
    fn head(&mut self, ability: &Ability) {
        match &ability.when {
            When::Played | When::Event(_) | When::Static(_) | When::Instead(_) => {}
            When::Activated(activation) => {
                self.timing(activation.timing);
                if let Some(zone) = activation.zone {
                    self.can(Lack::UsesFrom(zone));
                }
            }
        }
        match ability.limit {
            Some(Limit::OncePerTurn) => self.can(Lack::Ends(Period::Turn)),
            Some(Limit::OncePerRound) => self.can(Lack::Ends(Period::Round)),
            Some(Limit::OncePerGame) | None => {}
        }
    }

    fn timing(&mut self, timing: Timing) {
        match timing {
            Timing::Main | Timing::Fast => {}
            Timing::Response => self.can(Lack::Doing(Doing::Respond)),
            Timing::Mana => self.can(Lack::Doing(Doing::MakeMana)),
        }
    }

    fn pattern(&mut self, pattern: &Pattern) {
        self.happening(pattern.event);
        if pattern.combat {
            self.can(Lack::Doing(Doing::Attack));
        }
        pattern.place.iter().for_each(|place| self.place(*place));
    }

    fn place(&mut self, place: Place) {
        match place {
            Place::Beside(_) => {
                let mut zones = self.rules.zones.iter().filter(|zone| zone.role == Role::Play);
                let has = zones.any(|zone| zone.shape != Shape::Slots);
                self.unless(has, Lack::Rows);
            }
            Place::Lane(_)
            | Place::Close(_)
            | Place::InFront(_)
            | Place::Adjacent(_)
            | Place::Chosen
            | Place::AroundChosen
            | Place::Free => self.places(),
        }
    }

    fn happening(&mut self, event: Happening) {
        match event {
            Happening::Entered
            | Happening::Left
            | Happening::Died
            | Happening::Destroyed
            | Happening::Sacrificed
            | Happening::Returned
            | Happening::PutInto(_)
            | Happening::Played
            | Happening::Activated
            | Happening::GainedCounter(_)
            | Happening::LostCounter(_)
            | Happening::FlagSet(_)
            | Happening::FlagCleared(_)
            | Happening::Created
            | Happening::Targeted
            | Happening::Passed
            | Happening::Occasion(_) => {}
            Happening::Deployed => self.can(Lack::Doing(Doing::Deploy)),
            Happening::Exiled => self.role(Role::Exile),
            Happening::Discarded => self.role(Role::Discard),
            Happening::Milled | Happening::Drew => self.role(Role::Deck),
            Happening::Reshuffled => self.can(Lack::Doing(Doing::Reshuffle)),
            Happening::Moved | Happening::MovedOut | Happening::MovedIn => self.places(),
            Happening::Damaged | Happening::DealtDamage => {
                self.unless(!self.rules.damage.is_empty(), Lack::Damage);
            }
            Happening::HitPlayer => self.unless(self.rules.life.is_some(), Lack::Life),
            Happening::Healed => self.unless(!self.rules.damage.is_empty(), Lack::Damage),
            Happening::Gained(attribute) | Happening::Lost(attribute) => self.live(attribute),
            Happening::Attacks => self.can(Lack::Doing(Doing::Attack)),
            Happening::Attacked => self.can(Lack::Doing(Doing::FinishAttack)),
            Happening::Blocks => self.can(Lack::Doing(Doing::Block)),
            Happening::Began(phase) => self.can(Lack::Begins(phase)),
            Happening::Attached => self.can(Lack::Doing(Doing::Attach)),
            Happening::Tapped(_) => self.can(Lack::Doing(Doing::MakeMana)),
        }
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Phase(phase) => self.can(Lack::Knows(*phase)),
            Condition::Happened(event, _) => self.happening(*event),
            Condition::Compare(..)
            | Condition::Is(..)
            | Condition::Did
            | Condition::Gone(_)
            | Condition::Turn(_)
            | Condition::Passed(_)
            | Condition::Undecided
            | Condition::Acted(_)
            | Condition::Not(_)
            | Condition::All(_)
            | Condition::OneOf(_) => {}
        }
    }

    fn until(&mut self, until: Duration) {
        match until {
            Duration::Forever | Duration::WhileHere => {}
            Duration::EndOfTurn
            | Duration::YourNextTurn
            | Duration::ItsNextTurn
            | Duration::Turns(_) => self.can(Lack::Ends(Period::Turn)),
            Duration::EndOfRound => self.can(Lack::Ends(Period::Round)),
            Duration::Next(phase) => self.can(Lack::WaitsFor(phase)),
        }
    }

    fn rule(&mut self, rule: &Static) {
        match rule {
            Static::Modify { attribute, .. } | Static::Base { attribute, .. } => {
                self.live(*attribute);
            }
            Static::Type { add, .. } => {
                self.unless(self.rules.type_keyword(*add).is_some(), Lack::Becomes(*add));
            }
            Static::Cost { .. } => self.unless(self.rules.price.is_some(), Lack::Price),
            Static::Forbid { deed, place, .. } => {
                self.deed(*deed);
                if place.is_some() {
                    self.places();
                }
            }
            Static::Allowance { counter, .. } => self.can(Lack::Allowance(*counter)),
            Static::Player { keyword, .. } => self.can(Lack::PlayerKeyword(*keyword)),
            Static::PlayFrom { zone, .. } => self.can(Lack::PlaysFrom(*zone)),
            Static::Enter { with: Entering::More(attribute, _), .. } => self.live(*attribute),
            Static::Enter { with: Entering::Status(_), .. }
            | Static::Keyword { .. }
            | Static::PlayOnlyIf
            | Static::AdditionalCost(_)
            | Static::NoDamage { .. }
            | Static::Silence { .. } => {}
        }
    }

    fn deed(&mut self, deed: Deed) {
        match deed {
            Deed::Attack | Deed::BeAttacked => self.can(Lack::Doing(Doing::Attack)),
            Deed::Block | Deed::BeBlocked => self.can(Lack::Doing(Doing::Block)),
            Deed::Move => self.can(Lack::Doing(Doing::Move)),
            Deed::Deploy => self.can(Lack::Doing(Doing::Deploy)),
            Deed::BeCancelled => self.can(Lack::Doing(Doing::Cancel)),
            Deed::Untap | Deed::BeReadied => self.can(Lack::Doing(Doing::Ready)),
            Deed::Play | Deed::Activate | Deed::BeTargeted | Deed::BeDestroyed => {}
        }
    }

    fn effect(&mut self, effect: &Effect) {
        match effect {
            Effect::Draw { .. } => self.role(Role::Deck),
            Effect::Move { verb, to, .. } => {
                self.verb(*verb);
                to.iter().for_each(|to| self.destination(to));
            }
            Effect::Create { to, .. } => to.iter().for_each(|to| self.destination(to)),
            Effect::Damage { .. } => self.unless(!self.rules.damage.is_empty(), Lack::Damage),
            Effect::DamagePlayer { .. } => self.unless(self.rules.life.is_some(), Lack::Life),
            Effect::Heal { attribute, .. } => self.live(*attribute),
            Effect::Change { attribute, until, .. } | Effect::Become { attribute, until, .. } => {
                self.live(*attribute);
                self.until(*until);
            }
            Effect::Flag { until, .. } => self.until(*until),
            Effect::Grant { gift, until, .. } => {
                self.until(*until);
                self.gift(gift);
            }
            Effect::Decree { until, .. } => self.until(*until),
            Effect::Attach { .. } => self.can(Lack::Doing(Doing::Attach)),
            Effect::Cancel { .. } => self.can(Lack::Doing(Doing::Cancel)),
            Effect::Search { to, .. } | Effect::Look { to, .. } => self.destination(to),
            Effect::Slot { .. } => {
                self.unless(self.rules.slot_bonus.is_some(), Lack::SlotBonus);
            }
            Effect::EachPlace { .. } | Effect::Swap { .. } => self.places(),
            Effect::ChoosePlace { near, .. } => {
                self.places();
                near.iter().for_each(|place| self.place(*place));
            }
            Effect::Control { until, .. } => self.until(*until),
            Effect::Later { until, .. } => until.iter().for_each(|until| self.until(*until)),
            Effect::GoAgain => self.can(Lack::Doing(Doing::GoAgain)),
            Effect::ExtraTurn { .. } => self.can(Lack::Doing(Doing::ExtraTurn)),
            Effect::ExtraPhase { phase } => self.can(Lack::Adds(*phase)),
            Effect::Copy { .. }
            | Effect::Counter { .. }
            | Effect::CounterBecomes { .. }
            | Effect::Shuffle { .. }
            | Effect::Adjust { .. }
            | Effect::See { .. }
            | Effect::ChooseNumber { .. }
            | Effect::Choose { .. }
            | Effect::If { .. }
            | Effect::May { .. }
            | Effect::Modal { .. }
            | Effect::Each { .. }
            | Effect::EachPlayer { .. }
            | Effect::Repeat { .. }
            | Effect::Trigger { .. }
            | Effect::Course(_)
            | Effect::Proceed
            | Effect::Together { .. }
            | Effect::Win { .. }
            | Effect::Lose { .. } => {}
        }
    }

    fn gift(&mut self, gift: &Gift) {
        match gift {
            Gift::Keyword(_) => {}
            // What it does is visited with everything else.
            Gift::Ability(given) => self.head(given),
            Gift::PlayFrom { zone, .. } => self.can(Lack::PlaysFrom(*zone)),
            Gift::Prevent(_) => self.unless(!self.rules.damage.is_empty(), Lack::Damage),
        }
    }

    fn verb(&mut self, verb: Verb) {
        match verb {
            Verb::Destroy | Verb::Sacrifice | Verb::Discard | Verb::Mill => {
                self.role(Role::Discard);
            }
            Verb::Exile => self.role(Role::Exile),
            Verb::Return => self.role(Role::Hand),
            Verb::Enter | Verb::Deploy => self.role(Role::Play),
            Verb::Shift => self.places(),
            Verb::Put => {}
        }
    }

    fn destination(&mut self, to: &Destination) {
        match to.spot {
            Spot::Any => {}
            Spot::Of(_)
            | Spot::InFrontOf(_)
            | Spot::Chosen
            | Spot::AroundChosen
            | Spot::Adjacent => self.places(),
        }
    }
}
