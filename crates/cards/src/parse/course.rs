//! Sentences of a rulebook: events said as they happen, stages gone through,
//! places one after the other, and the actions that the rules offer.

use onplay_engine::card::{
    Comparison, Condition, Cost, Course, Effect, Filter, Happening, Manner, Pattern, Pick, Place,
    Quantity, Reference, Selection, Who, Whose,
};
use onplay_engine::id::{CounterId, ZoneKind};
use onplay_engine::rulebook::{OfferPick, Role, Room, Shape};

use super::cursor::{Expected, Parser};
use crate::bind::{Bind, number_effects};
use crate::diagnostic::Span;
use crate::normal;
use crate::vocabulary::Sense;

/// An action that the rules offer, as it was read.
pub struct RuleAction {
    /// The kind of action, and where that word stands.
    pub window: (String, Span),
    /// Where its object lies; nothing means in play.
    pub zones: Vec<ZoneKind>,
    pub conditions: Vec<Condition>,
    pub cost: Vec<Cost>,
    pub pick: OfferPick,
    /// More than one thing is chosen: where the second is.
    pub second_pick: Option<Span>,
    pub effects: Vec<Effect>,
}

impl Parser<'_> {
    /// Effects of a rulebook, sentence by sentence: "Then …", "At once: …".
    pub fn rule_sentence(&mut self) -> Option<Vec<Effect>> {
        let together = self.attempt(|p| {
            let manner = match p.any(&["at once", "silently"])? {
                0 => Manner::AtOnce,
                _ => Manner::Silently,
            };
            p.need_mark(':')?;
            let mut effects = p.effect_sentence()?;
            while let Some(more) = p.attempt(|p| {
                if p.at_end() || p.begins_ability() || p.sees("then") {
                    return None;
                }
                p.effect_sentence()
            }) {
                effects.extend(more);
            }
            Some(Effect::Together { manner, effects })
        });
        if let Some(effect) = together {
            return Some(vec![effect]);
        }
        let waits = self.attempt(|p| {
            p.need("then")?;
            p.mark(',');
            Some(())
        });
        let mut effects = Vec::new();
        if waits.is_some() {
            effects.push(Effect::Course(Course::Then));
            effects.extend(self.rule_sentence()?);
        } else {
            effects.extend(self.effect_sentence()?.into_iter().flat_map(asked_by_choosing));
        }
        Some(effects)
    }

    /// What only rules say.
    pub fn course(&mut self) -> Option<Vec<Effect>> {
        let one = |course| Some(vec![Effect::Course(course)]);
        if self.words("the game is drawn") {
            return one(Course::Draw);
        }
        if !self.rules {
            return None;
        }
        if let Some(stage) = self.attempt(|p| {
            p.need("go through")?;
            p.word("the");
            p.labelled("a stage", |p| p.phase())
        }) {
            return one(Course::Through(stage));
        }
        if let Some(reference) = self.attempt(|p| {
            let reference = p.possessive()?;
            p.need("text happens")?;
            Some(reference)
        }) {
            return one(Course::Text(reference));
        }
        if let Some(reference) = self.attempt(|p| {
            p.need("the attack is against")?;
            let reference = p.reference()?;
            p.need("instead")?;
            Some(reference)
        }) {
            return one(Course::Against(reference));
        }
        if let Some(who) = self.attempt(|p| {
            let who = p.attempt(|p| p.who()).unwrap_or(p.context.who);
            p.one_of(&["become the first player", "becomes the first player"])?;
            Some(who)
        }) {
            return one(Course::First(who));
        }
        if let Some(zone) = self.attempt(|p| {
            p.need("clear all")?;
            p.place_word()
        }) {
            return one(Course::Clear(zone));
        }
        if let Some(effect) = self.attempt(|p| p.player_becomes()) {
            return Some(vec![effect]);
        }
        self.attempt(|p| p.said()).and_then(one)
    }

    /// "you become done".
    fn player_becomes(&mut self) -> Option<Effect> {
        let who = self.attempt(|p| p.who()).unwrap_or(self.context.who);
        self.one_of(&["become", "becomes"])?;
        let (counter, on) = self.player_status()?;
        Some(Effect::CounterBecomes { who, counter, to: Quantity::Number(i16::from(on)) })
    }

    /// What a player is or is not: the game's own word.
    pub fn player_status(&mut self) -> Option<(CounterId, bool)> {
        self.sense("a status of players", |sense| match sense {
            Sense::PlayerStatus(counter, on) => Some((*counter, *on)),
            _ => None,
        })
    }

    /// "the unit in that slot", where one place holds one object.
    pub fn only_one_there(&mut self) -> Option<Selection> {
        self.need("the")?;
        let filter = self.one_there()?;
        Some(Selection::new(Pick::First, filter))
    }

    /// "unit in front of it": a noun with a place that holds one object.
    fn one_there(&mut self) -> Option<Filter> {
        let (filter, _) = self.noun_phrase()?;
        let is_place =
            |part: &Filter| matches!(part, Filter::Place(Place::Chosen | Place::InFront(_)));
        let has_place = match &filter {
            Filter::All(parts) => parts.iter().any(is_place),
            one => is_place(one),
        };
        let mut in_play = self.vocabulary.rules.zones.iter().filter(|zone| zone.role == Role::Play);
        let is_single = in_play.all(|zone| zone.shape == Shape::Slots);
        (has_place && is_single).then_some(filter)
    }

    /// "to a free slot".
    pub fn free_place(&mut self) -> Option<Place> {
        if !self.rules {
            return None;
        }
        self.one_of(&["to a free", "to an empty", "in a free", "in an empty"])?;
        self.place_word()?;
        Some(Place::Free)
    }

    /// An event as a sentence: "This is played", "The round begins".
    fn said(&mut self) -> Option<Course> {
        if let Some(phase) = self.attempt(|p| {
            p.one_of(&["the", "your"])?;
            let phase = p.phase()?;
            p.any(&["phase", "step"]);
            p.need("begins")?;
            Some(phase)
        }) {
            let event = Happening::Began(phase);
            return Some(Course::Say { event, subject: None, other: None, who: Who::You });
        }
        if let Some((subject, other)) = self.attempt(|p| {
            let subject = p.reference()?;
            p.one_of(&["has attacked", "have attacked"])?;
            Some((subject, p.reference()?))
        }) {
            return Some(Course::Say {
                event: Happening::Attacked,
                subject: Some(subject),
                other: Some(other),
                who: Who::You,
            });
        }
        let pattern = self.event_of_nobody(Self::event)?;
        let said = as_said(&pattern);
        if said.is_none() {
            self.expect(Expected::Part("an effect"));
        }
        said
    }

    /// "For each ford, …".
    pub fn each_place(&mut self) -> Option<Effect> {
        let zone = self.attempt(|p| {
            p.need("for each")?;
            let zone = p.place_word()?;
            p.need_mark(',')?;
            Some(zone)
        })?;
        Some(Effect::EachPlace { zone, effects: self.clauses()? })
    }

    /// "the number of fords where …", "the power of the unit in front of it".
    pub fn places_where(&mut self) -> Option<Quantity> {
        if self.rules
            && let Some(found) = self.attempt(|p| {
                p.need("the")?;
                let attribute = p.attribute()?;
                p.need("of the")?;
                Some(Quantity::Total(attribute, Box::new(p.one_there()?)))
            })
        {
            return Some(found);
        }
        self.attempt(|p| {
            p.need("the number of")?;
            let zone = p.place_word()?;
            p.need("where")?;
            Some(Quantity::Places(zone, Box::new(p.condition()?)))
        })
    }

    /// "As a main action, from your hand, if C, 1 supply, choose X: …".
    pub fn rule_action(&mut self) -> Option<RuleAction> {
        self.one_of(&["as a", "as an"])?;
        let start = self.at;
        while !self.sees("action") {
            if self.peek()?.kind != crate::token::Kind::Word || self.at - start > 3 {
                self.expect(Expected::Part("a kind of action"));
                return None;
            }
            self.at += 1;
        }
        if self.at == start {
            self.expect(Expected::Part("a kind of action"));
            return None;
        }
        let words: Vec<&str> =
            self.tokens[start..self.at].iter().map(|t| t.text.as_str()).collect();
        let span = Span::new(self.tokens[start].span.start, self.tokens[self.at - 1].span.end);
        let window = (words.join(" "), span);
        self.need("action")?;
        let mut action = RuleAction {
            window,
            zones: Vec::new(),
            conditions: Vec::new(),
            cost: Vec::new(),
            pick: OfferPick::Nothing,
            second_pick: None,
            effects: Vec::new(),
        };
        while self.mark(',') {
            self.word("and");
            self.action_part(&mut action)?;
        }
        self.need_mark(':')?;
        self.bind = Bind::new(false);
        if let OfferPick::Object(filter) = &action.pick {
            self.bind.chosen_before(Reference::Chosen(0), filter);
        }
        action.effects = self.effects()?;
        (self.bind.problems.is_empty() && number_effects(&mut action.effects)).then_some(action)
    }

    fn action_part(&mut self, action: &mut RuleAction) -> Option<()> {
        if let Some(zones) = self.attempt(|p| p.action_zones()) {
            action.zones.extend(zones);
            return Some(());
        }
        if let Some(condition) = self.attempt(|p| {
            p.need("if")?;
            p.condition()
        }) {
            match condition {
                Condition::All(parts) => action.conditions.extend(parts),
                one => action.conditions.push(one),
            }
            return Some(());
        }
        let at = self.at;
        if let Some(pick) = self.attempt(|p| p.action_pick()) {
            if action.pick != OfferPick::Nothing {
                let span = self.tokens.get(at).map_or(Span::default(), |token| token.span);
                action.second_pick = Some(span);
            }
            action.pick = pick;
            return Some(());
        }
        if self.any(&["pay its cost", "pay this card 's cost", "pay the cost of this"]).is_some() {
            action.cost.push(Cost::Price);
            return Some(());
        }
        let cost = self.labelled("a part of an action", |p| p.cost_or())?;
        action.cost.push(cost);
        Some(())
    }

    /// "from your hand", "in your garden or leader zone", "in a ford", "in play".
    fn action_zones(&mut self) -> Option<Vec<ZoneKind>> {
        self.one_of(&["from", "in"])?;
        if self.word("play") {
            let zones = self.vocabulary.rules.zones.iter().enumerate();
            let in_play = zones.filter(|(_, zone)| zone.in_play);
            return Some(in_play.map(|(at, _)| ZoneKind(at as u16)).collect());
        }
        let mut zones = vec![self.action_zone()?];
        while self.word("or") {
            zones.push(self.action_zone()?);
        }
        Some(zones)
    }

    fn action_zone(&mut self) -> Option<ZoneKind> {
        self.any(&["your", "the", "a", "an"]);
        let zone = match self.attempt(|p| p.zone()) {
            Some(zone) => zone,
            None => self.place_word()?,
        };
        self.any(&["zone", "zones"]);
        Some(zone)
    }

    fn action_pick(&mut self) -> Option<OfferPick> {
        self.need("choose")?;
        if let Some(place) = self.attempt(|p| p.place_pick()) {
            return Some(place);
        }
        let what = self.selection()?;
        match what {
            Selection {
                pick: Pick::Choose { min: Quantity::ONE, max: Quantity::ONE, .. },
                filter,
                ..
            } => Some(OfferPick::Object(filter)),
            _ => {
                self.expect(Expected::Part("one object or place"));
                None
            }
        }
    }

    fn place_pick(&mut self) -> Option<OfferPick> {
        let whose = match self.any(&[
            "one of your opponent 's",
            "one of your",
            "an enemy",
            "another",
            "an",
            "a",
        ])? {
            0 | 2 => Whose::Enemy,
            _ => Whose::Yours,
        };
        let mut room = Room::Any;
        let mut near = None;
        loop {
            match self.any(&["free", "empty", "adjacent", "neighbouring"]) {
                Some(0 | 1) => room = Room::Empty,
                Some(_) => near = Some(Place::Adjacent(Reference::This)),
                None => break,
            }
        }
        let mut zones = 1 << self.place_word()?.index();
        if let Some(named) = self.attempt(|p| {
            p.one_of(&["of your", "in your"])?;
            let mut zones = 0;
            loop {
                zones |= 1 << p.zone()?.index();
                if !p.word("or") {
                    return Some(zones);
                }
                p.word("your");
            }
        }) {
            zones = named;
        }
        loop {
            if room == Room::Empty
                && self
                    .attempt(|p| {
                        p.mark(',');
                        p.need("or any where none is free")
                    })
                    .is_some()
            {
                room = Room::EmptyFirst;
            } else if self.any(&["with room", "that has room"]).is_some() {
                room = Room::Some;
            } else if self.any(&["with nothing in it", "that is free"]).is_some() {
                room = Room::Empty;
            } else if self.words("adjacent to") {
                near = Some(Place::Adjacent(self.reference()?));
            } else {
                break;
            }
        }
        Some(OfferPick::Place { zones, whose, near, room })
    }

    /// "it is the first round", "it is not the first turn".
    pub fn first_of(&mut self) -> Option<Condition> {
        self.attempt(|p| {
            let negative = p.any(&["it is the", "it is not the"])? == 1;
            let nth = p.any(&super::ORDINALS)? as i16 + 1;
            let span = p.repeated_stage()?;
            let left = Quantity::Begun(span);
            let equal = onplay_engine::card::Comparison::Equal;
            let found = Condition::Compare(left, equal, Quantity::Number(nth));
            Some(if negative { Condition::Not(Box::new(found)) } else { found })
        })
    }

    /// "turn", "round", or the name of a stage that repeats.
    fn repeated_stage(&mut self) -> Option<onplay_engine::card::Span> {
        use onplay_engine::card::Span;
        if let Some(found) = self.any(&["turn", "round"]) {
            return Some(if found == 0 { Span::Turn } else { Span::Round });
        }
        let phase = self.phase()?;
        let spans = &self.vocabulary.spans;
        spans.iter().find(|(known, _)| *known == phase).map(|(_, span)| *span)
    }

    /// What only rules ask: "your opponent has passed", "nobody has won", "both
    /// players are done", "it or the unit in front of it has Underdog".
    pub fn rule_condition(&mut self) -> Option<Condition> {
        if self.words("nobody has won") {
            return Some(Condition::Undecided);
        }
        if let Some(found) = self.attempt(|p| p.is_player_status()) {
            return Some(found);
        }
        if let Some(found) = self.attempt(|p| p.either_has()) {
            return Some(found);
        }
        self.attempt(|p| {
            let whose = match p.any(&["you have", "your opponent has", "a player has"])? {
                0 => Whose::Yours,
                1 => Whose::Enemy,
                _ => Whose::Any,
            };
            let negative = p.word("not");
            let found = match p.any(&["passed", "acted this turn"])? {
                0 => Condition::Passed(whose),
                _ => Condition::Acted(whose),
            };
            Some(if negative { Condition::Not(Box::new(found)) } else { found })
        })
    }

    /// "you are done", "both players are done".
    fn is_player_status(&mut self) -> Option<Condition> {
        let players: &[Who] =
            match self.any(&["you are", "your opponent is", "both players are"])? {
                0 => &[Who::You],
                1 => &[Who::Opponent],
                _ => &[Who::You, Who::Opponent],
            };
        let negative = self.word("not");
        let (counter, on) = self.player_status()?;
        let wanted = Quantity::Number(i16::from(on != negative));
        let is_so = |who: &Who| {
            Condition::Compare(Quantity::Counter(*who, counter), Comparison::Equal, wanted.clone())
        };
        let mut all: Vec<Condition> = players.iter().map(is_so).collect();
        Some(if all.len() == 1 { all.swap_remove(0) } else { Condition::All(all) })
    }

    /// "it or the unit in front of it has Underdog", "neither it nor the unit in
    /// front of it has Underdog".
    fn either_has(&mut self) -> Option<Condition> {
        if !self.rules {
            return None;
        }
        let neither = self.word("neither");
        let one = self.reference()?;
        self.need(if neither { "nor the" } else { "or the" })?;
        let other = self.one_there()?;
        let test = self.predicate()?;
        let is_so = Condition::Is(one, test.clone());
        let there = normal::filter(other.and(test));
        let comparison = if neither { Comparison::Equal } else { Comparison::AtLeast };
        let wanted = Quantity::Number(i16::from(!neither));
        let other = Condition::Compare(Quantity::Count(Box::new(there)), comparison, wanted);
        Some(if neither {
            Condition::All(vec![Condition::Not(Box::new(is_so)), other])
        } else {
            Condition::OneOf(vec![is_so, other])
        })
    }

    /// A quantity that the rulebook has given a name.
    pub fn named_quantity(&mut self) -> Option<Quantity> {
        self.sense("a number of this game", |sense| match sense {
            Sense::Quantity(quantity) => Some((**quantity).clone()),
            _ => None,
        })
    }
}

/// What a pattern says when it is not waited for but said.
fn as_said(pattern: &Pattern) -> Option<Course> {
    let plain =
        Pattern { subject: Filter::Any, other: None, player: Whose::Any, ..pattern.clone() };
    let can_be_said = matches!(
        pattern.event,
        Happening::Played
            | Happening::Occasion(_)
            | Happening::Attacks
            | Happening::Attacked
            | Happening::Blocks
            | Happening::Reshuffled
    );
    if plain != Pattern::new(pattern.event) || !can_be_said {
        return None;
    }
    let one = |filter: &Filter| match filter {
        Filter::Is(reference) => Some(Some(*reference)),
        Filter::Any => Some(None),
        _ => None,
    };
    let other = match &pattern.other {
        Some(filter) => one(filter)?,
        None => None,
    };
    let who = match pattern.player {
        Whose::Enemy => Who::Opponent,
        _ => Who::You,
    };
    Some(Course::Say { event: pattern.event, subject: one(&pattern.subject)?, other, who })
}

/// "Your opponent may choose X. If they do, …" asks once: for the choice.
fn asked_by_choosing(effect: Effect) -> Vec<Effect> {
    match effect {
        Effect::May { who, cost, mut then, otherwise }
            if cost.is_empty() && matches!(then.first(), Some(Effect::Choose { .. })) =>
        {
            let rest = then.split_off(1);
            let Some(Effect::Choose { what }) = then.pop() else { return Vec::new() };
            let Pick::Choose { max, target, .. } = what.pick else {
                let then = std::iter::once(Effect::Choose { what }).chain(rest).collect();
                return vec![Effect::May { who, cost, then, otherwise }];
            };
            let pick = Pick::Choose { who, min: Quantity::Number(0), max, target };
            let filter = normal::filter(what.filter);
            let what = Selection { pick, filter, mention: what.mention };
            vec![
                Effect::Choose { what },
                Effect::If { condition: Condition::Did, then: rest, otherwise },
            ]
        }
        other => vec![other],
    }
}
