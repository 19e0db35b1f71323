//! The unified ability format of Drones, field by field, as an `Ability`.

use onplay_engine::card::{
    Ability, Comparison, Condition, Destination, Duration, Effect, End, Filter, Happening, Pattern,
    Pick, Place, Quantity, Reference, Selection, Side, Spot, Verb, When, Who, Whose,
};
use onplay_engine::id::{
    AttributeId, CardId, Class, CounterId, FlagId, PhaseId, SubtypeId, TypeId,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::normal;
use crate::vocabulary::{Sense, Vocabulary};

/// One ability in the unified format.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct UnifiedAbility {
    pub name: Option<String>,
    /// For people; the other fields say what happens.
    pub description: Option<String>,
    /// TRIGGERED.
    #[serde(rename = "type")]
    pub kind: String,
    /// ON_MOVE, ON_DEPLOY, ON_ROUND_START, ON_ATTACK, ON_CARD_DRAWN,
    /// ON_ENERGY_GAINED, ON_CARD_PLAY, ON_POWER_GAIN, ON_LANE_MOVEMENT_IN,
    /// ON_LANE_MOVEMENT_OUT, ON_LANE_DEPLOYMENT, ON_LANE_ATTACK.
    pub trigger: String,
    /// CONTROLLER, OPPONENT, LANE_OWNER, LANE_ENEMY or ANY; CONTROLLER if it is
    /// missing. Abilities about the drone itself need none.
    pub trigger_owner: Option<String>,
    /// SAME_LANE, ANY_LANE or SELF.
    pub trigger_scope: Option<String>,
    pub trigger_filter: Option<TriggerFilter>,
    #[serde(default)]
    pub effects: Vec<UnifiedEffect>,
    #[serde(default)]
    pub destroy_after_trigger: bool,
    pub scaling_divisor: Option<i16>,
    #[serde(default)]
    pub grants_go_again: bool,
    #[serde(default)]
    pub conditional_effects: Vec<ConditionalEffect>,
}

/// Which cards or drones trigger it.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub struct TriggerFilter {
    pub card_type: Option<String>,
    pub card_sub_type: Option<String>,
    pub drone_stat_filter: Option<StatFilter>,
}

/// A comparison of the triggering drone's attribute.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatFilter {
    /// attack, hull, shields, speed or cpu.
    pub stat: String,
    /// `>=`, `<=` or `==`.
    pub comparator: String,
    pub value: i16,
}

/// One effect.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct UnifiedEffect {
    /// DRAW, GAIN_ENERGY, DAMAGE, HEAL_HULL, HEAL_SHIELDS, DESTROY,
    /// PERMANENT_STAT_MOD, MODIFY_STAT, EXHAUST_DRONE, READY_DRONE,
    /// MARK_RANDOM_ENEMY, INCREASE_THREAT, CREATE_TOKENS, DISCARD, GO_AGAIN.
    #[serde(rename = "type")]
    pub kind: String,
    pub value: Option<i16>,
    /// SELF, TRIGGERING_DRONE, SAME_LANE, ALL.
    pub scope: Option<String>,
    #[serde(rename = "mod")]
    pub change: Option<StatChange>,
    pub token_name: Option<String>,
    pub damage_type: Option<String>,
}

/// A change of an attribute.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatChange {
    pub stat: String,
    pub value: i16,
    /// `permanent`, or anything else for until the end of the round.
    #[serde(rename = "type")]
    pub kind: Option<String>,
}

/// Effects that happen only on a condition.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ConditionalEffect {
    pub condition: UnifiedCondition,
    pub effect: UnifiedEffect,
}

/// When a conditional effect happens.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct UnifiedCondition {
    /// ON_SECTION_DAMAGE (a section's hull was damaged), ON_DAMAGE.
    #[serde(rename = "type")]
    pub kind: String,
}

/// Reads one ability in the unified format.
///
/// # Errors
/// The field that is not understood, in words.
pub fn ability(vocabulary: &Vocabulary, data: &Value) -> Result<Ability, String> {
    let unified: UnifiedAbility =
        serde_json::from_value(data.clone()).map_err(|error| error.to_string())?;
    Reader { vocabulary, divisor: unified.scaling_divisor, own: false }.ability(unified)
}

struct Reader<'a> {
    vocabulary: &'a Vocabulary,
    divisor: Option<i16>,
    /// The drone itself is the subject of the event.
    own: bool,
}

impl Reader<'_> {
    fn ability(mut self, unified: UnifiedAbility) -> Result<Ability, String> {
        if !unified.kind.eq_ignore_ascii_case("TRIGGERED") {
            return Err(format!(
                "type “{}”: only TRIGGERED abilities have a trigger",
                unified.kind
            ));
        }
        let pattern = self.pattern(&unified)?;
        self.own = pattern.subject == Filter::Is(Reference::This);
        let mut effects = Vec::new();
        for effect in &unified.effects {
            effects.push(self.effect(effect, &pattern)?);
        }
        if unified.grants_go_again {
            effects.push(Effect::GoAgain);
        }
        let mut condition = None;
        for one in &unified.conditional_effects {
            let test = self.condition(&one.condition)?;
            let then = self.effect(&one.effect, &pattern)?;
            if effects.is_empty() && unified.conditional_effects.len() == 1 {
                condition = Some(test);
                effects.push(then);
            } else {
                effects.push(Effect::If {
                    condition: test,
                    then: vec![then],
                    otherwise: Vec::new(),
                });
            }
        }
        if unified.destroy_after_trigger {
            effects.push(Effect::Move {
                what: Selection::the(Reference::This),
                verb: Verb::Destroy,
                to: None,
            });
        }
        let mut ability = Ability::new(When::Event(pattern), effects);
        ability.name = unified.name;
        ability.condition = condition;
        Ok(normal::ability(ability))
    }

    fn pattern(&self, unified: &UnifiedAbility) -> Result<Pattern, String> {
        let owner = unified.trigger_owner.as_deref();
        let player = match owner {
            Some("ANY") => Whose::Any,
            None | Some("CONTROLLER" | "LANE_OWNER") => Whose::Yours,
            Some("OPPONENT" | "LANE_ENEMY") => Whose::Enemy,
            Some(other) => {
                return Err(format!(
                    "triggerOwner “{other}” is none of CONTROLLER, OPPONENT, LANE_OWNER, LANE_ENEMY, ANY"
                ));
            }
        };
        let same_lane = match unified.trigger_scope.as_deref() {
            None | Some("ANY_LANE" | "SELF") => false,
            Some("SAME_LANE") => true,
            Some(other) => {
                return Err(format!("triggerScope “{other}” is none of SAME_LANE, ANY_LANE, SELF"));
            }
        };
        let here = Some(Place::Lane(Reference::This));
        let own = |event| Pattern { subject: Filter::Is(Reference::This), ..Pattern::new(event) };
        let lane = |event| -> Result<Pattern, String> {
            let subject = self.drones()?.and(match player {
                Whose::Any => Filter::Any,
                whose => Filter::Controller(whose),
            });
            let subject = normal::filter(Filter::other().and(subject).and(self.stats(unified)?));
            Ok(Pattern { subject, place: here, ..Pattern::new(event) })
        };
        match unified.trigger.as_str() {
            "ON_MOVE" => Ok(own(Happening::Moved)),
            "ON_DEPLOY" => Ok(own(Happening::Deployed)),
            "ON_ATTACK" => Ok(own(Happening::Attacked)),
            "ON_ROUND_START" => {
                let round = PhaseId(self.find(Class::Phase, "round")?);
                Ok(Pattern::new(Happening::Began(round)))
            }
            "ON_CARD_DRAWN" => Ok(Pattern { player, ..Pattern::new(Happening::Drew) }),
            "ON_ENERGY_GAINED" => {
                let energy = CounterId(self.find(Class::Counter, "energy")?);
                Ok(Pattern { player, ..Pattern::new(Happening::GainedCounter(energy)) })
            }
            "ON_POWER_GAIN" => {
                let owner = match player {
                    Whose::Any => Filter::Any,
                    whose => Filter::Controller(whose),
                };
                let subject = normal::filter(self.drones()?.and(owner).and(self.stats(unified)?));
                let event = Happening::Gained(self.stat("attack")?);
                Ok(Pattern { subject, ..Pattern::new(event) })
            }
            "ON_CARD_PLAY" => {
                let subject = normal::filter(self.cards(unified)?);
                let place = same_lane.then_some(Place::Lane(Reference::This));
                Ok(Pattern { player, subject, place, ..Pattern::new(Happening::Played) })
            }
            "ON_LANE_MOVEMENT_IN" => lane(Happening::MovedIn),
            "ON_LANE_MOVEMENT_OUT" => lane(Happening::MovedOut),
            "ON_LANE_DEPLOYMENT" => lane(Happening::Deployed),
            "ON_LANE_ATTACK" => lane(Happening::Attacks),
            other => Err(format!("there is no trigger “{other}”")),
        }
    }

    /// The type that a game's lanes hold.
    fn drones(&self) -> Result<Filter, String> {
        for word in ["Drone", "Unit"] {
            if let Some(kind) = self.vocabulary.names.find(Class::Type, word) {
                return Ok(Filter::Type(TypeId(kind)));
            }
        }
        Err("this game has no drones".into())
    }

    fn cards(&self, unified: &UnifiedAbility) -> Result<Filter, String> {
        let mut filter = Filter::Any;
        if let Some(wanted) = &unified.trigger_filter {
            if let Some(word) = &wanted.card_sub_type {
                filter = filter.and(Filter::Subtype(SubtypeId(self.find(Class::Subtype, word)?)));
            }
            if let Some(word) = &wanted.card_type {
                filter = filter.and(Filter::Type(TypeId(self.find(Class::Type, word)?)));
            }
        }
        Ok(filter)
    }

    fn stats(&self, unified: &UnifiedAbility) -> Result<Filter, String> {
        let wanted = unified.trigger_filter.as_ref().and_then(|f| f.drone_stat_filter.as_ref());
        let Some(wanted) = wanted else { return Ok(Filter::Any) };
        let comparison = match wanted.comparator.as_str() {
            ">=" => Comparison::AtLeast,
            "<=" => Comparison::AtMost,
            "==" => Comparison::Equal,
            other => return Err(format!("comparator “{other}” is none of >=, <=, ==")),
        };
        let value = Box::new(Quantity::Number(wanted.value));
        Ok(Filter::Compare(self.stat(&wanted.stat)?, comparison, value))
    }

    fn find(&self, class: Class, word: &str) -> Result<u16, String> {
        self.vocabulary.names.find(class, word).ok_or_else(|| {
            let known = self.vocabulary.names.all(class).join(", ");
            format!("there is no {} “{word}”; this game has: {known}", class.word())
        })
    }

    /// An attribute by its name or another word for it; `cpu` is the class.
    fn stat(&self, word: &str) -> Result<AttributeId, String> {
        let senses = self.vocabulary.senses(&word.to_lowercase());
        let known = senses.iter().find_map(|sense| match sense {
            Sense::Attribute(attribute) => Some(*attribute),
            _ => None,
        });
        match known {
            Some(attribute) => Ok(attribute),
            None => self.find(Class::Attribute, word).map(AttributeId),
        }
    }

    /// The value, scaled by the event's amount where the format does so.
    fn amount(&self, value: i16, pattern: &Pattern) -> Quantity {
        let per = |divisor: i16| {
            let base = Box::new(Quantity::Amount);
            crate::parse::times(value, Quantity::Per(base, divisor))
        };
        match (self.divisor, pattern.event) {
            (Some(divisor), _) if divisor > 1 => per(divisor),
            (Some(_), _) => crate::parse::times(value, Quantity::Amount),
            _ => Quantity::Number(value),
        }
    }

    fn affected(&self, scope: Option<&str>) -> Result<Selection, String> {
        match scope {
            None if self.own => Ok(Selection::the(Reference::This)),
            Some("SELF") => Ok(Selection::the(Reference::This)),
            None | Some("TRIGGERING_DRONE") => {
                let subject = if self.own { Reference::This } else { Reference::Subject };
                Ok(Selection::the(subject))
            }
            Some("SAME_LANE") => {
                let place = Filter::Place(Place::Lane(Reference::This));
                let enemies = self.drones()?.and(Filter::Controller(Whose::Enemy)).and(place);
                Ok(Selection::all(normal::filter(enemies)))
            }
            Some("ALL") => Ok(Selection::all(self.drones()?)),
            Some(other) => {
                Err(format!("scope “{other}” is none of SELF, TRIGGERING_DRONE, SAME_LANE, ALL"))
            }
        }
    }

    fn effect(&self, effect: &UnifiedEffect, pattern: &Pattern) -> Result<Effect, String> {
        let value = effect.value.unwrap_or(1);
        let scope = effect.scope.as_deref();
        let this = || Selection::the(Reference::This);
        match effect.kind.as_str() {
            "DRAW" => Ok(Effect::Draw {
                who: Who::You,
                count: self.amount(value, pattern),
                mention: None,
            }),
            "GAIN_ENERGY" => self.counter("energy", self.amount(value, pattern)),
            "INCREASE_THREAT" => self.counter("threat", self.amount(value, pattern)),
            "GO_AGAIN" => Ok(Effect::GoAgain),
            "DAMAGE" => {
                let kind = effect.damage_type.as_deref();
                let kind = match kind {
                    None => None,
                    Some(word) => {
                        let word = word.to_lowercase().replace('_', "-");
                        Some(onplay_engine::id::DamageId(self.find(Class::Damage, &word)?))
                    }
                };
                Ok(Effect::Damage {
                    what: self.affected(scope)?,
                    amount: self.amount(value, pattern),
                    kind,
                    by: None,
                })
            }
            "HEAL_HULL" | "HEAL_SHIELDS" => {
                let word = if effect.kind == "HEAL_HULL" { "hull" } else { "shields" };
                let what = if scope.is_none() { this() } else { self.affected(scope)? };
                let amount = self.amount(value, pattern);
                Ok(Effect::Heal { what, attribute: self.stat(word)?, amount })
            }
            "DESTROY" => {
                Ok(Effect::Move { what: self.affected(scope)?, verb: Verb::Destroy, to: None })
            }
            "DISCARD" => {
                let hand = self.vocabulary.rules.role(onplay_engine::rulebook::Role::Hand);
                let hand = hand.ok_or("this game has no hand")?;
                let filter = Filter::Zone(hand).and(Filter::Owner(Whose::Yours));
                let count = Quantity::Number(value);
                let pick =
                    Pick::Choose { who: Who::You, min: count.clone(), max: count, target: false };
                let what = Selection::new(pick, filter);
                Ok(Effect::Move { what, verb: Verb::Discard, to: None })
            }
            "PERMANENT_STAT_MOD" | "MODIFY_STAT" => {
                let change =
                    effect.change.as_ref().ok_or("a change of an attribute needs “mod”")?;
                let permanent = effect.kind == "PERMANENT_STAT_MOD"
                    || change.kind.as_deref() == Some("permanent");
                let until = if permanent { Duration::Forever } else { Duration::EndOfRound };
                let what = if scope.is_none() { this() } else { self.affected(scope)? };
                let by = self.amount(change.value, pattern);
                Ok(Effect::Change { what, attribute: self.stat(&change.stat)?, by, until })
            }
            "EXHAUST_DRONE" | "READY_DRONE" => {
                let flag =
                    self.vocabulary.rules.exhausted.ok_or("nothing exhausts in this game")?;
                Ok(Effect::Flag {
                    what: self.affected(scope)?,
                    flag,
                    on: effect.kind == "EXHAUST_DRONE",
                    until: Duration::Forever,
                })
            }
            "MARK_RANDOM_ENEMY" => {
                let flag = FlagId(self.find(Class::Flag, "marked")?);
                let filter = Filter::Not(Box::new(Filter::Flag(flag)))
                    .and(self.drones()?)
                    .and(Filter::Controller(Whose::Enemy))
                    .and(Filter::Place(Place::Lane(Reference::This)));
                let pick = Pick::Random(Quantity::Number(value));
                let what = Selection::new(pick, normal::filter(filter));
                Ok(Effect::Flag { what, flag, on: true, until: Duration::Forever })
            }
            "CREATE_TOKENS" => {
                let name = effect.token_name.as_deref().ok_or("CREATE_TOKENS needs “tokenName”")?;
                let card = CardId(self.find(Class::Card, name)?);
                let zone = self.vocabulary.place_zone().ok_or("this game has no lanes")?;
                let to = Destination {
                    zone,
                    side: Side::You,
                    spot: Spot::Of(Reference::This),
                    end: End::Top,
                };
                let count = Quantity::Number(value);
                Ok(Effect::Create { card, count, who: Who::You, to: Some(to), mention: None })
            }
            other => Err(format!("there is no effect “{other}”")),
        }
    }

    fn counter(&self, word: &str, by: Quantity) -> Result<Effect, String> {
        let counter = CounterId(self.find(Class::Counter, word)?);
        Ok(Effect::Counter { who: Who::You, counter, by })
    }

    fn condition(&self, condition: &UnifiedCondition) -> Result<Condition, String> {
        match condition.kind.as_str() {
            "ON_SECTION_DAMAGE" | "ON_SHIP_SECTION_HULL_DAMAGE" => {
                let section = TypeId(self.find(Class::Type, "Section")?);
                let hit = Condition::Is(Reference::Other, Filter::Type(section));
                let hurt = Condition::Compare(Quantity::Amount, Comparison::AtLeast, Quantity::ONE);
                Ok(Condition::All(vec![hit, hurt]))
            }
            "ON_DAMAGE" => {
                Ok(Condition::Compare(Quantity::Amount, Comparison::AtLeast, Quantity::ONE))
            }
            other => Err(format!("there is no condition “{other}”")),
        }
    }
}
