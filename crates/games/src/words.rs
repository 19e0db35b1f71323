//! Words for actions, events, places and refusals: the text form that people
//! type and that scenarios, logs and replays show.

use onplay_engine::card::{Ability, When};
use onplay_engine::event::{Event, Kind};
use onplay_engine::id::{AbilityId, CardId, Class, Handle, ObjectId, Seat, ZoneId};
use onplay_engine::query::Reader;
use onplay_engine::rulebook::Shape;
use onplay_engine::state::{
    Action, Ask, Fact, Game, Mismatch, Outcome, Reason, Record, RecordEntry, Refusal, Task, Why,
    Work,
};

/// What a card is called that may not be seen.
const HIDDEN: &str = "a hidden card";

/// Puts one game into words.
pub struct Words<'a> {
    /// The game that is put into words.
    pub reader: Reader<'a>,
}

impl<'a> Words<'a> {
    /// The words for a game.
    pub fn new(reader: Reader<'a>) -> Self {
        Words { reader }
    }

    fn game(&self) -> &'a Game {
        self.reader.game
    }

    /// The printed name of a card.
    pub fn card(&self, card: CardId) -> &'a str {
        if card == CardId::HIDDEN {
            HIDDEN
        } else {
            self.reader.catalog.names.word(Class::Card, card.0)
        }
    }

    /// The name of an object, as it is now or last was.
    pub fn name(&self, handle: Handle) -> &'a str {
        let game = self.game();
        let Some(object) = game.objects.get(handle.id.index()) else { return "nothing" };
        // A view can be put into words too, so a hidden card is not looked up.
        match game.last_known.find(handle).filter(|_| !game.is_same(handle)) {
            Some(memory) => self.card(memory.card),
            None => self.card(object.card),
        }
    }

    /// The name of an object, with its place if another object in sight has
    /// the same name.
    pub fn label(&self, id: ObjectId) -> String {
        let card = self.game().object(id).card;
        if self.is_ambiguous(id) { self.full_label(id) } else { self.card(card).to_owned() }
    }

    /// Whether another object in sight has the same name.
    pub fn is_ambiguous(&self, id: ObjectId) -> bool {
        let card = self.game().object(id).card;
        let alike = self
            .game()
            .objects
            .iter()
            .filter(|other| {
                other.card == card
                    && other.zone != ZoneId::OUTSIDE
                    && self.is_shared(other.zone, id)
            })
            .count();
        alike > 1
    }

    /// Whether objects of a zone can be mistaken for this one: both in play,
    /// or in the same zone.
    fn is_shared(&self, zone: ZoneId, id: ObjectId) -> bool {
        let rules = &self.reader.catalog.rules;
        let own = self.game().object(id).zone;
        zone == own || (rules.is_in_play(zone) && rules.is_in_play(own))
    }

    /// The name of an object with its place: `Dart@p1.lane2.1`.
    pub fn full_label(&self, id: ObjectId) -> String {
        let object = self.game().object(id);
        let rules = &self.reader.catalog.rules;
        let name = self.card(object.card);
        // Where a covered card lies says nothing to who may not see it.
        if object.card == CardId::HIDDEN {
            return name.to_owned();
        }
        let position = self.game().zones.position(object.zone, id).unwrap_or(0) + 1;
        let place = self.place_code(object.zone);
        let slot = rules.zone_rule(object.zone).is_some_and(|rule| rule.shape == Shape::Slots);
        if slot { format!("{name}@{place}") } else { format!("{name}@{place}.{position}") }
    }

    /// A place in one word: `p1.lane2`, `p2.T0`, `p1.hand`.
    pub fn place_code(&self, zone: ZoneId) -> String {
        // The first blank stands behind the seat, if there is one.
        let place = self.place(zone);
        match place.split_once(' ') {
            Some((seat @ ("p1" | "p2"), rest)) => format!("{seat}.{}", rest.replace(' ', "")),
            _ => place.replace(' ', ""),
        }
    }

    /// A place in words: `p1 lane 2`, `p2 T0`, `p1 hand`.
    pub fn place(&self, zone: ZoneId) -> String {
        let rules = &self.reader.catalog.rules;
        let Some(rule) = rules.zone_rule(zone) else { return "outside the game".into() };
        let kind = rules.kind(zone);
        let word = self.reader.catalog.names.word(Class::Zone, kind.0);
        let seat = if rule.per_seat { format!("{} ", rules.seat(zone)) } else { String::new() };
        if rule.places <= 1 {
            return format!("{seat}{word}");
        }
        match self.reader.frame.place_word(kind) {
            Some((word, base)) => format!("{seat}{word}{}", rules.lane(zone) + base),
            None => format!("{seat}{word} {}", rules.lane(zone) + 1),
        }
    }

    /// A place as an action names it: a lane is the same for both sides.
    pub fn target_place(&self, zone: ZoneId) -> String {
        let rules = &self.reader.catalog.rules;
        let own = rules.seat(zone) == self.game().to_decide().unwrap_or_default();
        let place = self.place(zone);
        let lanes = rules.zone_rule(zone).is_some_and(|rule| rule.shape == Shape::Lanes);
        if own || lanes {
            place.trim_start_matches("p1 ").trim_start_matches("p2 ").to_owned()
        } else {
            place
        }
    }

    /// The text form of an action, unambiguous among those on offer.
    pub fn action(&self, action: Action) -> String {
        self.action_with(action, &|id| self.label(id))
    }

    /// The text form with every object's place.
    pub fn full_action(&self, action: Action) -> String {
        self.action_with(action, &|id| self.full_label(id))
    }

    fn action_with(&self, action: Action, label: &dyn Fn(ObjectId) -> String) -> String {
        if !self.reader.has_named(action) {
            return "something that is not there".into();
        }
        match action {
            Action::Pass => self.reader.frame.pass_words(self.game()).unwrap_or("pass").into(),
            Action::Play { object, place, at } => {
                let named = self.reader.frame.action_words(&self.reader, action);
                let mut text = format!("{} {}", named.unwrap_or("play"), label(object));
                if place != ZoneId::OUTSIDE {
                    text += &format!(" to {}", self.target_place(place));
                    if named.is_none() && at != u8::MAX && self.is_row(place) {
                        text += &format!(" at {}", u16::from(at) + 1);
                    }
                }
                if let Some(manner) = self.reader.frame.manner(at) {
                    text += &format!(" {manner}");
                }
                text
            }
            Action::Activate { object, ability } => {
                let card = self.game().object(object).card;
                let printed = self.reader.catalog.cards.get(card.index());
                let several = printed.is_some_and(|card| {
                    let is_own = |ability: &&Ability| match &ability.when {
                        When::Activated(activation) => !activation.by_rule,
                        _ => false,
                    };
                    card.abilities.iter().filter(is_own).count() > 1
                });
                if several {
                    format!("use {} ability {}", label(object), u16::from(ability) + 1)
                } else {
                    format!("use {}", label(object))
                }
            }
            Action::Attack { attacker, target } => {
                let named = self.reader.frame.action_words(&self.reader, action);
                let verb = named.unwrap_or("attack");
                format!("{verb} {} with {}", label(target), label(attacker))
            }
            Action::Move { object, place, at } => {
                let named = self.reader.frame.action_words(&self.reader, action);
                let verb = named.unwrap_or("move");
                let mut text = format!("{verb} {} to {}", label(object), self.target_place(place));
                if named.is_none() && at != u8::MAX && self.is_row(place) {
                    text += &format!(" at {}", u16::from(at) + 1);
                }
                text
            }
            Action::Special { verb, object, other } => {
                let word = self.reader.frame.verb(usize::from(verb)).unwrap_or("do");
                let mut text = word.to_owned();
                if !object.is_none() {
                    text = if text.contains("{object}") {
                        text.replace("{object}", &label(object))
                    } else {
                        format!("{text} {}", label(object))
                    };
                }
                if !other.is_none() {
                    text = if text.contains("{other}") {
                        text.replace("{other}", &label(other))
                    } else {
                        format!("{text} {}", label(other))
                    };
                }
                text
            }
            Action::Choose(id) => format!("choose {}", label(id)),
            Action::ChoosePlace(place) => format!("choose {}", self.target_place(place)),
            Action::ChooseOption(option) => self.option(option),
            Action::ChooseNumber(number) => format!("choose {number}"),
            Action::Submit => "done".into(),
            Action::Yes => "yes".into(),
            Action::No => "no".into(),
        }
    }

    fn is_row(&self, zone: ZoneId) -> bool {
        self.reader.catalog.rules.zone_rule(zone).is_some_and(|rule| rule.shape == Shape::Lanes)
    }

    /// An option of the prompt being asked: a trigger by its source, anything
    /// else by its number.
    fn option(&self, option: u8) -> String {
        let Some(prompt) = self.game().pending.prompt() else {
            return format!("option {}", u16::from(option) + 1);
        };
        if prompt.reason == Reason::TriggerOrder {
            let at = prompt.low as usize + usize::from(option);
            if let Some(waiting) = self.game().pending.waiting().get(at) {
                let number = u16::from(option) + 1;
                return format!("option {number} ({})", self.name(waiting.listener));
            }
        }
        format!("option {}", u16::from(option) + 1)
    }

    /// What a seat is asked.
    pub fn prompt(&self) -> Option<String> {
        let prompt = self.game().pending.prompt()?;
        let source = match self.name(prompt.source) {
            _ if prompt.source.is_none() => String::new(),
            // Its card went out of sight, but whoever is asked knows what asks.
            HIDDEN if !prompt.ability.is_none() => {
                format!("{}: ", self.card(self.reader.catalog.program.entry(prompt.ability).card))
            }
            name => format!("{name}: "),
        };
        let count = match (prompt.min, prompt.max) {
            (1, 1) => "one".into(),
            (min, max) if min == max => min.to_string(),
            (0, max) => format!("up to {max}"),
            (min, max) => format!("{min} to {max}"),
        };
        let what = match (prompt.ask, prompt.reason) {
            _ if self.reader.frame.question_of(prompt.ability).is_some() => {
                self.reader.frame.question_of(prompt.ability).unwrap_or_default().into()
            }
            (_, Reason::Confirm) => "use this ability?".into(),
            (_, Reason::Pay) => "pay for it?".into(),
            (_, Reason::TriggerOrder) => "which of your triggers comes next?".into(),
            (_, Reason::Mode) => "choose a mode".into(),
            (_, Reason::CostOption) => "choose what to pay".into(),
            (_, Reason::Frame(number)) => self
                .reader
                .frame
                .questions()
                .get(usize::from(number))
                .copied()
                .unwrap_or("decide")
                .into(),
            (Ask::Place, _) => "choose a place".into(),
            (Ask::Number, _) => format!("choose a number from {} to {}", prompt.low, prompt.high),
            (_, Reason::Cost) => format!("choose {count} to pay with"),
            (_, Reason::Take) => format!("choose {count} to take"),
            (_, Reason::Bin) => format!("choose {count} to put away"),
            (_, Reason::Arrange) => "choose the order, from the top down".into(),
            (_, Reason::Reveal) => "look at the cards".into(),
            _ => format!("choose {count}"),
        };
        Some(format!("{source}{what}"))
    }

    /// What happened.
    pub fn event(&self, event: &Event) -> String {
        let names = &self.reader.catalog.names;
        let object = self.name(event.object);
        let other = self.name(event.other);
        let player = event.player;
        let place = |zone| self.place(zone);
        let much = |class| so_many(event.amount, names.word(class, event.what));
        match event.kind {
            Kind::Entered => format!("{object} entered {}", place(event.to)),
            Kind::Deployed => format!("{object} deployed to {}", place(event.to)),
            Kind::Destroyed => format!("{object} destroyed"),
            Kind::Sacrificed => format!("{object} sacrificed"),
            Kind::Discarded => format!("{player} discarded {object}"),
            Kind::Milled => format!("{player} milled {object}"),
            Kind::Exiled => format!("{object} banished"),
            Kind::Returned => format!("{object} returned to hand"),
            Kind::Shifted => format!("{object} moved to {}", place(event.to)),
            Kind::Put => format!("{object} put into {}", place(event.to)),
            Kind::Drew if event.amount == 1 => format!("{player} drew {object}"),
            Kind::Drew => format!("{player} drew {}", event.amount),
            Kind::Reshuffled => format!("{player} renewed the deck"),
            Kind::Played => format!("{player} played {object}"),
            Kind::Passed => format!("{player} passed"),
            Kind::Activated => format!("{player} used {object}"),
            Kind::MovedOut => format!("{object} left {}", place(event.from)),
            Kind::MovedIn => format!("{object} arrived in {}", place(event.to)),
            Kind::Damaged => {
                let shields = if event.shielded > 0 {
                    format!(" and {} on shields", event.shielded)
                } else {
                    String::new()
                };
                format!("{object} damaged by {}{shields}", event.amount)
            }
            Kind::HitPlayer => format!("{player} damaged by {}", event.amount),
            Kind::Healed => format!("{object} healed {}", much(Class::Attribute)),
            Kind::Gained => format!("{object} gained {}", much(Class::Attribute)),
            Kind::Lost => format!("{object} lost {}", much(Class::Attribute)),
            Kind::CounterGained | Kind::CounterLost if self.status(event).is_some() => {
                format!("{player} became {}", self.status(event).unwrap_or_default())
            }
            Kind::CounterGained => format!("{player} gained {}", much(Class::Counter)),
            Kind::CounterLost => format!("{player} lost {}", much(Class::Counter)),
            Kind::FlagSet => format!("{object} became {}", names.word(Class::Flag, event.what)),
            Kind::FlagCleared => {
                format!("{object} no longer {}", names.word(Class::Flag, event.what))
            }
            Kind::Attacks => format!("{object} attacks {other}"),
            Kind::Attacked => format!("{object} attacked {other}"),
            Kind::Blocks => format!("{object} blocks {other}"),
            Kind::Began => format!("{player} {} began", names.word(Class::Phase, event.what)),
            Kind::Created => format!("{object} created"),
            Kind::Targeted => format!("{object} targeted"),
            Kind::Attached => format!("{object} attached to {other}"),
            Kind::Tapped => format!("{object} tapped for mana"),
            Kind::Shuffled => format!("{} shuffled", place(event.to)),
            Kind::Revealed => format!("{object} revealed"),
            Kind::SlotChanged => format!("{} changed by {}", place(event.to), event.amount),
            Kind::Controlled => format!("{player} took {object}"),
            Kind::Cancelled => format!("{object} cancelled"),
            Kind::Searched => format!("{player} searched {}", place(event.to)),
            Kind::Looked => format!("{player} looked at {} of {}", event.amount, place(event.to)),
            Kind::Ended => "the game ended".into(),
            Kind::Occasion => {
                let word = names.word(Class::Occasion, event.what);
                if event.object.is_none() {
                    format!("{player} {word}")
                } else if event.other.is_some() {
                    format!("{object} {word} {other}")
                } else {
                    format!("{object} {word}")
                }
            }
        }
    }

    /// The name of an ability: its own, or its number on the card.
    pub fn ability(&self, ability: AbilityId) -> String {
        if ability.is_none() {
            return "the rules".into();
        }
        if let Some(clause) = self.reader.frame.clause_of(ability) {
            return clause.to_owned();
        }
        let entry = self.reader.catalog.program.entry(ability);
        match &entry.ability.name {
            Some(name) => name.clone(),
            None => format!("{}'s ability", self.card(entry.card)),
        }
    }

    /// What a player has become, where the counter of an event is a status.
    pub fn status(&self, event: &Event) -> Option<&'a str> {
        let catalog = self.reader.catalog;
        let rule = catalog.rules.counters.get(usize::from(event.what))?;
        let opposite = rule.opposite.as_deref()?;
        let is_on = event.kind == Kind::CounterGained;
        Some(if is_on { catalog.names.word(Class::Counter, event.what) } else { opposite })
    }

    /// One item of the pile of work: a named trigger step, a death, a step of
    /// the game's frame.
    pub fn work(&self, work: &Work) -> String {
        match work.task {
            Task::Ability if work.source.is_none() => self.ability(work.ability),
            Task::Ability => format!("{}: {}", self.name(work.source), self.ability(work.ability)),
            Task::Step(number) => {
                let names = self.reader.frame.steps();
                let name = names.get(usize::from(number)).copied().unwrap_or("a step");
                if work.source.is_some() {
                    format!("{name} {}", self.name(work.source))
                } else {
                    name.to_owned()
                }
            }
            Task::Die => format!("death of {}", self.name(work.source)),
            Task::Announce => self.event(&work.event),
            Task::Stage { .. } => self.reader.frame.phase_name(self.game()).to_owned(),
        }
    }

    /// A decision that was made: what passing was called then may not be what it is
    /// called now.
    fn decided(&self, action: Action) -> String {
        match action {
            Action::Pass => self.reader.frame.past_pass_words().unwrap_or("pass").into(),
            action => self.action(action),
        }
    }

    /// One line of the log.
    pub fn fact(&self, fact: &Fact) -> String {
        match fact {
            Fact::Decided { seat, action } => format!("{seat}: {}", self.decided(*action)),
            Fact::Forced { seat, action } => format!("{seat}: {} (forced)", self.decided(*action)),
            Fact::Happened { event, .. } => self.event(event),
            Fact::Fired { source, ability } if source.is_none() => self.ability(*ability),
            Fact::Fired { source, ability } => {
                format!("{} fires: {}", self.name(*source), self.ability(*ability))
            }
            Fact::Reached { ability, stage, .. } => {
                format!("{}: {stage:?}", self.ability(*ability))
            }
            Fact::Asked { seat, .. } => format!("{seat} is asked"),
            Fact::Checked { object } => format!("state check: {} is dead", self.name(*object)),
            Fact::LastKnown { source, .. } => {
                format!("{} has gone: last-known values are used", self.name(*source))
            }
            Fact::Fizzled { source, .. } => {
                format!("{} does nothing: all its targets are illegal", self.name(*source))
            }
            Fact::ConditionFailed { source, .. } => {
                format!("{} does nothing: its condition no longer holds", self.name(*source))
            }
            Fact::Consequence { source, .. } => {
                format!("{}: if you do", self.name(*source))
            }
            Fact::NoRoom { card: Some(card), .. } => {
                format!("there is no room for {}", self.card(*card))
            }
            Fact::NoRoom { object, .. } if object.is_none() => "there is no room".into(),
            Fact::NoRoom { object, .. } => format!("there is no room for {}", self.name(*object)),
            Fact::NotCancelled { object } => {
                format!("{} cannot be cancelled", self.name(*object))
            }
            Fact::OrderIrrelevant { seat, count } => {
                format!("the order of {seat}'s {count} triggers made no difference")
            }
            Fact::Overflowed { steps } => format!("the chain was stopped after {steps} steps"),
            Fact::Replaced { source, ability, .. } if source.is_none() => self.ability(*ability),
            Fact::Replaced { event, source, .. } => {
                format!("{} replaces: {}", self.name(*source), self.event(event))
            }
            Fact::Ruled { clause } => {
                self.reader.frame.clause(usize::from(*clause)).unwrap_or("a rule").into()
            }
            Fact::Finished { outcome } => outcome_words(*outcome),
        }
    }

    /// One line of the log, with what only the whole record knows: which part
    /// of a stopped chain repeats.
    pub fn entry(&self, record: &Record, entry: &RecordEntry) -> String {
        let mut text = self.fact(&entry.fact);
        if matches!(entry.fact, Fact::Overflowed { .. }) {
            let part = record.repeating(entry.ordinal);
            let words: Vec<String> = part.iter().map(|entry| self.fact(&entry.fact)).collect();
            if !words.is_empty() {
                text += &format!(", repeating: {}", words.join(", "));
            }
        }
        text
    }

    /// Why a trigger did not fire.
    pub fn mismatch(&self, miss: Mismatch, by: Handle) -> String {
        match miss {
            Mismatch::Left => "it had left play".into(),
            Mismatch::PairFired if by.is_none() => {
                "it already fired on this action in this chain".into()
            }
            Mismatch::PairFired => format!("it already fired on {} in this chain", self.name(by)),
            Mismatch::LimitUsed => "its limit is used up".into(),
            Mismatch::ConditionFailed => "its condition does not hold".into(),
            Mismatch::NothingToDo => "it comes to nothing".into(),
            Mismatch::CannotPay => "its cost cannot be paid".into(),
            Mismatch::NoTarget => "it has no target".into(),
            Mismatch::Declined => "its player declined".into(),
            Mismatch::Compared { attribute, has, comparison, needs } => {
                let word = self.reader.catalog.names.word(Class::Attribute, attribute.0);
                format!("{word} {has} is not {} {needs}", comparison.sign())
            }
            Mismatch::WrongPlayer => "it is about another player".into(),
            Mismatch::WrongPlace => "it happened in another place".into(),
            Mismatch::WrongObject => "it is about another object".into(),
            Mismatch::WrongKind => "it is about another kind of thing".into(),
            Mismatch::WrongTime => "it is about another time".into(),
            Mismatch::OutOfPhase(phase) => {
                let word = self.reader.catalog.names.word(Class::Phase, phase.0);
                format!("it is heard only in the {word} phase")
            }
        }
    }

    /// Why an action was refused.
    pub fn refusal(&self, refusal: Refusal) -> String {
        match refusal {
            Refusal::NotYourDecision { asked } => format!("{asked} decides now"),
            Refusal::NotOffered => "that is not on offer".into(),
            Refusal::GameOver => "the game is over".into(),
            Refusal::Forbidden(why) => self.why(why),
        }
    }

    fn why(&self, why: Why) -> String {
        match why {
            Why::Rule(clause) => {
                self.reader.frame.clause(usize::from(clause)).unwrap_or("a rule forbids it").into()
            }
            Why::Card(card) if card.is_none() => "a rule forbids it".into(),
            Why::Card(card) => format!("{} forbids it", self.label(card)),
            Why::Cost { needed, has } => format!("it costs {needed} and there is {has}"),
            Why::Unpayable => "it costs more than there is to pay with".into(),
            Why::Status(flag) => {
                format!("it is {}", self.reader.catalog.names.word(Class::Flag, flag.0))
            }
            Why::NoTarget => "there is nothing to choose".into(),
            Why::Mismatch => "it is not among the candidates".into(),
            Why::Silenced => "it has no abilities".into(),
            Why::Limit => "its limit is used up".into(),
            Why::Condition => "its condition does not hold".into(),
            Why::Full => "there is no room".into(),
            Why::Absent => "it is not there".into(),
            Why::WrongPlace => "it does not work from there".into(),
        }
    }
}

/// A number of something that is named in the plural, as counters mostly are: one
/// point, two points.
pub fn so_many(count: i16, things: &str) -> String {
    let one = match things.strip_suffix('s') {
        _ if count != 1 => None,
        Some(stem) if stem.ends_with(['s', 'u']) => None,
        Some(stem) => Some(stem.strip_suffix("ie").map_or(stem.into(), |stem| format!("{stem}y"))),
        None => None,
    };
    format!("{count} {}", one.as_deref().unwrap_or(things))
}

/// How a game ended.
pub fn outcome_words(outcome: Outcome) -> String {
    match outcome {
        Outcome::Playing => "the game goes on".into(),
        Outcome::Won(seat) => format!("{seat} wins"),
        Outcome::Drawn => "a draw".into(),
    }
}

/// The seat that a word names.
pub fn seat(word: &str) -> Option<Seat> {
    match word {
        "p1" => Some(Seat::ONE),
        "p2" => Some(Seat::TWO),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::so_many;

    #[test]
    fn one_thing_is_not_many() {
        for (count, things, words) in [
            (1, "points", "1 point"),
            (2, "points", "2 points"),
            (1, "copies", "1 copy"),
            (1, "energy", "1 energy"),
            (1, "progress", "1 progress"),
            (1, "focus", "1 focus"),
        ] {
            assert_eq!(so_many(count, things), words);
        }
    }
}
