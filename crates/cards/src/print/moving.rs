//! Effects that move objects, in words.

use onplay_engine::card::{
    Destination, Effect, End, Filter, Pick, Quantity, Reference, Rest, Selection, Side, Spot, Verb,
    Who, Whose,
};
use onplay_engine::id::Class;
use onplay_engine::rulebook::Role;

use super::Printer;
use super::cost::without;
use crate::inflect;

impl Printer<'_> {
    pub fn moved(&mut self, what: &Selection, verb: Verb, to: Option<Destination>) -> String {
        match verb {
            Verb::Discard => self.discarded(what),
            Verb::Mill => self.milled(what),
            Verb::Sacrifice => self.sacrificed(what),
            Verb::Return => {
                let hand = self.role(Role::Hand).map_or(0, |zone| zone.0);
                let hand = self.vocabulary.word(Class::Zone, hand);
                let whose = match to.map(|to| to.side) {
                    Some(Side::You) => "your",
                    Some(Side::Opponent) => "your opponent's",
                    Some(Side::Owner | Side::Controller) | None => "its owner's",
                };
                format!("{} {} to {whose} {hand}", self.verb(verb), self.selection(what))
            }
            Verb::Enter => match to {
                Some(to) => {
                    let what = self.selection(what);
                    format!("put {what} {}", self.destination(to))
                }
                // "Put a card in your graveyard" would say where to.
                None if self.vocabulary.has_verb("enter") && self.verb(verb) != "put" => {
                    format!("{} {}", self.verb(verb), self.selection(what))
                }
                None => format!("put {} into play", self.selection(what)),
            },
            Verb::Shift => {
                let object = self.selection(what);
                self.introduce(what);
                let spot = to.map_or(Spot::Any, |to| to.spot);
                let zone = to.map(|to| to.zone);
                format!("{} {object} {}", self.verb(verb), self.shift_spot(spot, zone))
            }
            Verb::Put => {
                let object = self.selection(what);
                match to {
                    Some(to) if to.end == End::Shuffled => {
                        format!("shuffle {object} into {}", self.zone_of(to))
                    }
                    Some(to) => format!("put {object} {}", self.destination(to)),
                    None => format!("put {object} somewhere"),
                }
            }
            Verb::Deploy | Verb::Destroy | Verb::Exile => {
                let object = self.selection(what);
                match to {
                    Some(to) => format!("{} {object} {}", self.verb(verb), self.destination(to)),
                    None => format!("{} {object}", self.verb(verb)),
                }
            }
        }
    }

    /// Whoever does it, as the words before a verb.
    fn subject_verb(&self, who: Who, verb: Verb) -> String {
        self.does(who, self.verb(verb))
    }

    fn discarded(&mut self, what: &Selection) -> String {
        let Some(hand) = self.role(Role::Hand) else { return "discard".into() };
        let mine = [Filter::Zone(hand), Filter::Owner(Whose::Yours)];
        let theirs = [Filter::Zone(hand), Filter::Owner(Whose::Enemy)];
        let (who, rest) = match &what.pick {
            Pick::Choose { who: Who::Opponent, .. } | Pick::All | Pick::Random(_)
                if has_all(&what.filter, &theirs) =>
            {
                (Who::Opponent, without(&what.filter, &theirs))
            }
            _ if has_all(&what.filter, &mine) => {
                let side = if self.who == Who::Opponent { Who::You } else { self.who };
                (side, without(&what.filter, &mine))
            }
            _ => (self.who, what.filter.clone()),
        };
        let before = std::mem::replace(&mut self.who, who);
        let object = match (&what.pick, &rest) {
            (Pick::All, Filter::Any)
                if has_all(&what.filter, &mine) || has_all(&what.filter, &theirs) =>
            {
                let word = self.vocabulary.word(Class::Zone, hand.0);
                format!("{} {word}", if who == Who::Opponent { "their" } else { "your" })
            }
            _ => {
                let rest = Selection::new(what.pick.clone(), rest);
                let words = self.selection(&rest);
                // Cards, not objects, are in hands.
                words
                    .replace("an object", "a card")
                    .replace("objects", "cards")
                    .replace("object", "card")
            }
        };
        self.who = before;
        format!("{} {object}", self.subject_verb(who, Verb::Discard))
    }

    fn milled(&mut self, what: &Selection) -> String {
        let Some(deck) = self.role(Role::Deck) else { return "mill".into() };
        let side = |whose| Filter::Zone(deck).and(Filter::Owner(whose));
        let who = match &what.filter {
            filter if *filter == side(Whose::Yours) => Some(Who::You),
            filter if *filter == side(Whose::Enemy) => Some(Who::Opponent),
            _ => None,
        };
        match (&what.pick, who) {
            (Pick::Top(count), Some(who)) => {
                let who = if who == Who::You && self.who != Who::Opponent { self.who } else { who };
                let cards = self.amount(count, "card", "cards");
                format!("{} {cards}", self.subject_verb(who, Verb::Mill))
            }
            _ => format!("{} {}", self.verb(Verb::Mill), self.selection(what)),
        }
    }

    fn sacrificed(&mut self, what: &Selection) -> String {
        let (who, filter) = match &what.pick {
            Pick::The(_) => (self.who, what.filter.clone()),
            Pick::Choose { who: Who::Opponent, .. } => {
                (Who::Opponent, without(&what.filter, &[Filter::Controller(Whose::Enemy)]))
            }
            _ if self.who == Who::You => {
                (self.who, without(&what.filter, &[Filter::Controller(Whose::Yours)]))
            }
            _ => (self.who, what.filter.clone()),
        };
        let before = std::mem::replace(&mut self.who, who);
        let object = self.selection(&Selection::new(what.pick.clone(), filter));
        self.who = before;
        format!("{} {object}", self.subject_verb(who, Verb::Sacrifice))
    }

    fn zone_of(&self, to: Destination) -> String {
        let side = match to.side {
            Side::Owner => "its owner's",
            Side::You => "your",
            Side::Opponent => "your opponent's",
            Side::Controller => "its controller's",
        };
        format!("{side} {}", self.vocabulary.word(Class::Zone, to.zone.0))
    }

    pub fn destination(&self, to: Destination) -> String {
        let start = match to.end {
            End::Bottom => "on the bottom of",
            End::Top if self.vocabulary.role(to.zone) == Role::Deck => "on top of",
            _ => "into",
        };
        let word = self.place_word(Some(to.zone));
        let spot = match to.spot {
            Spot::Any => String::new(),
            Spot::Of(Reference::This) => format!(" in this {word}"),
            Spot::Of(reference) => format!(" in the {word} of {}", self.reference(reference)),
            Spot::InFrontOf(reference) => format!(" in front of {}", self.reference(reference)),
            Spot::Chosen => format!(" in that {word}"),
            Spot::AroundChosen => format!(" in or close to that {word}"),
            Spot::Adjacent => format!(" in an adjacent {word}"),
        };
        format!("{start} {}{spot}", self.zone_of(to))
    }

    fn shift_spot(&self, spot: Spot, zone: Option<onplay_engine::id::ZoneKind>) -> String {
        let word = self.place_word(zone.filter(|_| spot == Spot::Any));
        let parts = |zone: &onplay_engine::id::ZoneKind| {
            let rule = self.vocabulary.rules.zones.get(zone.index());
            rule.is_some_and(|rule| rule.role == Role::Play && rule.places > 1)
        };
        let several = (0..self.vocabulary.rules.zones.len())
            .filter(|zone| parts(&onplay_engine::id::ZoneKind(*zone as u16)))
            .count()
            > 1;
        match spot {
            // Where there are two rows it matters which one is meant.
            Spot::Any if several && let Some(zone) = zone => {
                format!("to its controller's {}", self.vocabulary.word(Class::Zone, zone.0))
            }
            Spot::Any => format!("to another {word}"),
            Spot::Of(Reference::This) => format!("to this {word}"),
            Spot::Of(reference) => format!("to the {word} of {}", self.reference(reference)),
            Spot::InFrontOf(reference) => format!("in front of {}", self.reference(reference)),
            Spot::Chosen | Spot::AroundChosen => format!("to that {word}"),
            Spot::Adjacent => format!("to an adjacent {word}"),
        }
    }

    pub fn created(&mut self, effect: &Effect) -> String {
        let Effect::Create { card, count, who, to, .. } = effect else { return String::new() };
        let name = self.vocabulary.word(Class::Card, card.0).to_owned();
        let verb = self.does(*who, self.vocabulary.verb("create"));
        let tokens = match count {
            onplay_engine::card::Quantity::Number(1) => {
                format!("{} {name} token", inflect::article(&name))
            }
            other => {
                let many = format!("{name} tokens");
                let one = format!("{name} token");
                self.amount(other, &one, &many)
            }
        };
        match to {
            Some(to) => format!("{verb} {tokens} {}", self.destination(*to)),
            None => format!("{verb} {tokens}"),
        }
    }
}

fn has_all(filter: &Filter, parts: &[Filter]) -> bool {
    match filter {
        Filter::All(list) => parts.iter().all(|part| list.contains(part)),
        _ => false,
    }
}

impl Printer<'_> {
    /// Looking at the top of a zone, taking some and putting the rest somewhere.
    pub(super) fn look(&mut self, effect: &Effect) -> String {
        let Effect::Look { who, zone, count, take, up_to, must, to, rest, reveal, .. } = effect
        else {
            return String::new();
        };
        let verb = if *reveal { "reveal" } else { "look at" };
        let zone = format!("{} {}", self.whose(*who), self.vocabulary.word(Class::Zone, zone.0));
        let top = match count {
            Quantity::Number(1) => format!("the top card of {zone}"),
            other => format!("the top {} cards of {zone}", self.simple(other)),
        };
        let discard =
            self.role(Role::Discard).map_or("", |it| self.vocabulary.word(Class::Zone, it.0));
        let rest = match rest {
            Rest::Bottom => "on the bottom in any order".to_owned(),
            Rest::BottomRandom => "on the bottom in a random order".into(),
            Rest::Top => "back on top in any order".into(),
            Rest::TopOrDiscard => format!("back on top or into the {discard} in any order"),
            Rest::Discard => format!("into the {discard}"),
            Rest::Shuffle => "back and shuffle".into(),
        };
        let card = |words: String| words.replace("object", "card");
        if let Quantity::TopUntil(..) = count {
            let noun = card(self.one(take));
            let to = self.destination(*to);
            return format!(
                "reveal cards from the top of {zone} until you reveal {noun}. Put it {to} and the rest {rest}"
            );
        }
        match up_to {
            Some(Quantity::Number(0)) => format!("{verb} {top}. Put them {rest}"),
            Some(most) => {
                let noun = card(self.noun(take, *most != Quantity::ONE));
                let to = self.destination(*to);
                let most =
                    if *must { self.simple(most) } else { format!("up to {}", self.simple(most)) };
                format!("{verb} {top}. Put {most} {noun} from among them {to} and the rest {rest}")
            }
            None => {
                let noun = card(self.noun(take, true));
                let to = self.destination(*to);
                format!("{verb} {top}. Put all {noun} from among them {to} and the rest {rest}")
            }
        }
    }
}
