//! A small game made in Rust: two seats, a few zones, one attribute that kills,
//! and whatever cards a test brings.

// Every test uses a part of it.
#![allow(dead_code)]

use std::sync::Arc;

use onplay_engine::card::{
    Ability, Activation, Condition, Cost, Effect, Filter, Happening, Pattern, Quantity, Reference,
    Selection, Static, Timing, Verb, When, Who, Whose,
};
use onplay_engine::compile::{Card, Catalog};
use onplay_engine::event::{Event, Kind};
use onplay_engine::frame::{DeckList, Flow, Frame};
use onplay_engine::id::{
    AttributeId, CardId, Class, CounterId, FlagId, Names, ObjectId, Seat, TypeId, ZoneId, ZoneKind,
};
use onplay_engine::mask::Bits;
use onplay_engine::mutate::{END, Engine};
use onplay_engine::play::Table;
use onplay_engine::query::Reader;
use onplay_engine::rulebook::{
    AttributeRule, CounterRule, DamageRule, DeathRule, FlagRule, Policy, Role, Rules, Shape, Sight,
    ZoneRule,
};
use onplay_engine::state::{Action, Fact, Game, Record, Why, Work};

pub const LIFE: AttributeId = AttributeId(0);
pub const POWER: AttributeId = AttributeId(1);
pub const PRICE: AttributeId = AttributeId(2);
pub const GOLD: CounterId = CounterId(0);
pub const GEMS: CounterId = CounterId(1);
pub const TIRED: FlagId = FlagId(0);
pub const UNIT: TypeId = TypeId(0);
pub const SPELL: TypeId = TypeId(1);
pub const DECK: ZoneKind = ZoneKind(0);
pub const HAND: ZoneKind = ZoneKind(1);
pub const BOARD: ZoneKind = ZoneKind(2);
pub const GRAVE: ZoneKind = ZoneKind(3);
pub const EXILE: ZoneKind = ZoneKind(4);

/// Places on each seat's board.
pub const SLOTS: u8 = 3;

fn zone(role: Role, sight: Sight) -> ZoneRule {
    ZoneRule {
        role,
        sight,
        shape: Shape::Pile,
        per_seat: true,
        places: 1,
        capacity: None,
        in_play: false,
        label: None,
    }
}

/// The rules with a policy.
pub fn rules(policy: Policy) -> Rules {
    let live = |place| AttributeRule { live: Some(place), ..AttributeRule::default() };
    let mut rules = Rules::default();
    rules.zones = vec![
        zone(Role::Deck, Sight::Nobody),
        zone(Role::Hand, Sight::Owner),
        ZoneRule {
            shape: Shape::Slots,
            places: SLOTS,
            capacity: Some(1),
            in_play: true,
            ..zone(Role::Play, Sight::Everyone)
        },
        zone(Role::Discard, Sight::Everyone),
        zone(Role::Exile, Sight::Everyone),
    ];
    rules.attributes = vec![live(0), live(1), AttributeRule::default()];
    rules.counters = vec![
        CounterRule { start: 5, min: Some(0), ..CounterRule::default() },
        CounterRule { min: Some(0), max: Some(9), ..CounterRule::default() },
    ];
    rules.flags = vec![FlagRule::default()];
    rules.damage = vec![DamageRule {
        target: LIFE,
        wears: false,
        shield: None,
        per_shield: 0,
        shield_only: false,
        stopped_by_shield: false,
    }];
    rules.death = Some(DeathRule { attribute: LIFE, less: None, types: 0 });
    rules.exhausted = Some(TIRED);
    rules.price = Some((PRICE, GOLD));
    rules.capacity = 40;
    rules.policy = policy;
    rules.lay_out().expect("the zones fit");
    rules
}

/// A unit with this life and power and these abilities.
pub fn unit(life: i16, power: i16, abilities: Vec<Ability>) -> Card {
    Card { types: 1 << UNIT.0, attributes: vec![life, power, 0], abilities, ..Card::default() }
}

/// A spell at this price that does this.
pub fn spell(price: i16, effects: Vec<Effect>) -> Card {
    Card {
        types: 1 << SPELL.0,
        attributes: vec![0, 0, price],
        cost: vec![Cost::Counter(GOLD, price.into())],
        abilities: vec![Ability::new(When::Played, effects)],
        ..Card::default()
    }
}

/// The table of the small game with some cards.
pub fn table(policy: Policy, cards: Vec<Card>) -> Table {
    let mut names = Names::default();
    for number in 0..cards.len() {
        names.intern(Class::Card, &format!("card {number}"));
    }
    let catalog = Catalog::new(rules(policy), names, cards).expect("the cards fit");
    Table::new(Arc::new(catalog), Box::new(Small))
}

/// A table laid out by hand: seat one decides.
pub fn laid(table: &Table, lay: impl FnOnce(&mut Engine)) -> Game {
    table.arrange(1, Seat::ONE, None, lay)
}

/// Puts a card into a zone of a seat and says which object it is.
pub fn put(engine: &mut Engine, card: u16, seat: Seat, zone: ZoneKind, place: u8) -> ObjectId {
    let to = engine.catalog.rules.zone(zone, seat, place);
    engine.create_object(CardId(card), seat, to).expect("there is room")
}

/// Plays an action with everything recorded, and returns the events.
pub fn play(table: &Table, game: &mut Game, action: Action) -> Vec<Event> {
    let mut record = Record::default();
    let seat = game.to_decide().expect("somebody decides");
    table.apply(game, seat, action, Some(&mut record)).expect("the action is legal");
    events(&record)
}

/// The events of a record, in order.
pub fn events(record: &Record) -> Vec<Event> {
    let happened = |fact: &Fact| match fact {
        Fact::Happened { event, .. } => Some(*event),
        _ => None,
    };
    record.entries.iter().filter_map(|entry| happened(&entry.fact)).collect()
}

/// Plays a spell or unit from hand.
pub fn cast(object: ObjectId) -> Action {
    Action::Play { object, place: ZoneId::OUTSIDE, at: 0 }
}

/// A trigger.
pub fn when(event: Happening, subject: Filter, effects: Vec<Effect>) -> Ability {
    Ability::new(When::Event(Pattern { subject, ..Pattern::new(event) }), effects)
}

/// An ability that is used for a cost.
pub fn activated(cost: Vec<Cost>, effects: Vec<Effect>) -> Ability {
    Ability { cost, ..Ability::new(When::Activated(Activation::default()), effects) }
}

/// A standing rule.
pub fn standing(rule: Static) -> Ability {
    Ability::new(When::Static(vec![rule]), Vec::new())
}

pub fn this() -> Filter {
    Filter::Is(Reference::This)
}

pub fn units(whose: Whose) -> Filter {
    Filter::Type(UNIT).and(Filter::Controller(whose))
}

pub fn gain(counter: CounterId, by: i16) -> Effect {
    Effect::Counter { who: Who::You, counter, by: by.into() }
}

pub fn damage(what: Selection, amount: i16) -> Effect {
    Effect::Damage { what, amount: amount.into(), kind: None, by: None }
}

/// A player chooses one of these.
pub fn one_of(filter: Filter) -> Selection {
    Selection::one(filter)
}

pub fn has_gold(least: i16) -> Condition {
    Condition::Compare(
        Quantity::Counter(Who::You, GOLD),
        onplay_engine::card::Comparison::AtLeast,
        Quantity::Number(least),
    )
}

/// In its turn a player plays, uses abilities, attacks what stands opposite,
/// and passes.
struct Small;

impl Frame for Small {
    fn lay_out(&self, engine: &mut Engine, decks: &[DeckList; 2]) {
        for seat in Seat::BOTH {
            let deck = engine.catalog.rules.zone_of(Role::Deck, seat);
            engine.lay(decks[seat.index()].cards("main"), seat, deck);
        }
    }

    fn begin(&self, engine: &mut Engine) {
        for seat in Seat::BOTH {
            engine.shuffle(engine.catalog.rules.zone_of(Role::Deck, seat));
            engine.draw_cards(seat, 3);
        }
        self.stage(engine, Seat::ONE);
    }

    fn stage(&self, engine: &mut Engine, active: Seat) {
        engine.begin_turn(active);
        engine.game.turn.decider = active;
    }

    fn actions(&self, reader: &Reader, actions: &mut Vec<Action>) {
        let seat = reader.game.turn.decider;
        let listing = reader.listing(seat);
        let rules = &reader.catalog.rules;
        for id in reader.game.zone(rules.zone_of(Role::Hand, seat)).iter().copied() {
            if !listing.can_play(id) {
                continue;
            }
            if is_spell(reader, id) {
                actions.push(cast(id));
                continue;
            }
            for place in 0..SLOTS {
                let place = rules.zone(BOARD, seat, place);
                if reader.place_obstacle(id, place).is_none() {
                    actions.push(Action::Play { object: id, place, at: u8::MAX });
                }
            }
        }
        for place in 0..SLOTS {
            for id in reader.game.zone(rules.zone(BOARD, seat, place)).iter().copied() {
                for ability in Bits(listing.usable(id)) {
                    actions.push(Action::Activate { object: id, ability: ability as u8 });
                }
                let opposite = rules.zone(BOARD, seat.other(), place);
                for target in reader.game.zone(opposite).iter().copied() {
                    if reader.attack_obstacle(id, target).is_none() {
                        actions.push(Action::Attack { attacker: id, target });
                    }
                }
            }
        }
        actions.push(Action::Pass);
    }

    fn act(&self, engine: &mut Engine, action: Action) {
        let seat = engine.game.turn.decider;
        match action {
            Action::Play { object, place, .. } => {
                let way = engine.reader().way_to_play(seat, object).expect("it was offered");
                engine.change_counter(seat, GOLD, -way.price);
                if is_spell(&engine.reader(), object) {
                    let grave = engine.catalog.rules.zone_of(Role::Discard, seat);
                    engine.move_to(object, Verb::Put, grave, END);
                    engine.start_played(seat, object);
                } else {
                    engine.move_to(object, Verb::Deploy, place, END);
                }
            }
            Action::Activate { object, ability } => engine.start_activated(seat, object, ability),
            Action::Attack { attacker, target } => {
                let power = engine.reader().value(attacker, POWER);
                engine.damage(target, power, 0, engine.game.handle(attacker));
            }
            _ => {
                engine.expire(onplay_engine::mutate::Expiry::TurnEnd(seat));
                self.stage(engine, seat.other());
                engine.expire(onplay_engine::mutate::Expiry::TurnStart(seat.other()));
                engine.reset_limits(onplay_engine::card::Limit::OncePerTurn);
            }
        }
    }

    fn step(&self, _engine: &mut Engine, _work: Work) {}

    fn advance(&self, engine: &mut Engine) -> Flow {
        let is_more = engine.stack_triggers()
            || (!engine.game.pending.stack.is_empty() && engine.resolve_top());
        if is_more { Flow::Go } else { Flow::Wait }
    }

    fn refusal(&self, reader: &Reader, action: Action) -> Option<Why> {
        let seat = reader.game.turn.decider;
        match action {
            Action::Play { object, place, .. } => reader.play_obstacle(seat, object, place),
            Action::Activate { object, ability } => reader.activate_obstacle(seat, object, ability),
            Action::Attack { attacker, target } => reader.attack_obstacle(attacker, target),
            _ => None,
        }
    }

    /// Nobody responds here.
    fn timing_obstacle(&self, _reader: &Reader, _seat: Seat, timing: Timing) -> Option<Why> {
        (timing == Timing::Response).then_some(Why::Rule(0))
    }

    fn evaluate(&self, reader: &Reader, seat: Seat) -> i32 {
        i32::from(reader.game.counter(seat, GOLD))
    }

    fn phase_name(&self, _game: &Game) -> &'static str {
        "main"
    }

    fn clauses(&self) -> &'static [&'static str] {
        &["nobody responds here"]
    }
}

fn is_spell(reader: &Reader, id: ObjectId) -> bool {
    reader.catalog.card(reader.game.object(id).card).has_type(SPELL)
}

/// Whether an event of this kind is among some.
pub fn has(events: &[Event], kind: Kind) -> bool {
    events.iter().any(|event| event.kind == kind)
}
