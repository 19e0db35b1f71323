//! Mentions: phrases that bring something into the text.

use onplay_engine::card::{
    Effect, Filter, Happening, Pattern, Pick, Quantity, Reference, Selection, Verb, Who,
};
use onplay_engine::id::AttributeId;

use super::number::Number;
use super::player::PlayerMention;
use super::resolve::{Link, Problem};
use crate::diagnostic::Span;
use crate::vocabulary::Action;

/// Where a mentioned object is after the words that brought it in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Where {
    InPlay,
    Hand,
    Elsewhere,
}

/// What the words did with what they brought in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Made {
    /// Chosen, or picked in some other way.
    Chosen,
    /// By this verb: the sacrificed unit, the drawn card.
    By(Action),
    /// Found or shown: the revealed card.
    Revealed,
    /// The doer of an event.
    Doer(Happening),
    /// What an event was done to.
    DoneTo(Happening),
    /// One round of a loop.
    Loop,
}

impl Made {
    /// Whether it is about cards out of play: one that was drawn is no other unit.
    pub fn is_of_cards(self) -> bool {
        match self {
            Made::By(action) => matches!(
                action,
                Action::Draw | Action::Move(Verb::Discard) | Action::Move(Verb::Mill)
            ),
            Made::Doer(event) | Made::DoneTo(event) => {
                matches!(event, Happening::Drew | Happening::Discarded | Happening::Milled)
            }
            Made::Chosen | Made::Revealed | Made::Loop => false,
        }
    }
}

/// A phrase that brings objects into the text.
#[derive(Clone, PartialEq, Debug)]
pub struct Mention {
    pub target: Reference,
    pub many: bool,
    pub noun: Filter,
    pub made: Made,
    pub place: Where,
    /// Mentions of one clause are of one rank.
    pub clause: u32,
    /// How many delayed triggers it is inside of.
    pub level: u8,
    /// It is the other one of an event that *this* does.
    pub of_this: bool,
    /// A noun in a condition: it cannot be meant, but seems to be.
    pub asked: bool,
    /// The whole phrase, and its noun alone.
    pub span: Span,
    pub core: Span,
}

/// What changes from word to word.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct State {
    pub clause: u32,
    pub level: u8,
    /// What "its" is in the rest of a clause: its subject.
    pub subject: Option<Reference>,
    /// The words describe an object by comparing this attribute.
    pub describing: Option<AttributeId>,
    /// The verb in front of a phrase.
    pub verb: Option<Action>,
    /// The text is a spell's, so that "it" cannot be the card.
    pub once: bool,
    /// The noun of the phrase read last.
    pub core: Span,
    /// An event has been told of, which has a player.
    pub has_event: bool,
    /// Nothing is brought in: conditions, counts, descriptions.
    pub quiet: u8,
    next: u8,
}

/// What has been brought in so far. All lists only grow, so that a reading that
/// fails is undone by cutting them.
#[derive(Clone, PartialEq, Debug)]
pub struct Bind {
    pub mentions: Vec<Mention>,
    /// Ranges of mentions that cannot be seen any more.
    pub(super) hidden: Vec<(usize, usize)>,
    /// Where mentioned objects have been put since.
    pub(super) places: Vec<(Reference, Where)>,
    pub(super) players: Vec<PlayerMention>,
    pub(super) numbers: Vec<Number>,
    /// Objects of an earlier event that a delayed trigger keeps, and under which
    /// number.
    pub(super) kept: Vec<(Reference, u8)>,
    pub problems: Vec<Problem>,
    pub links: Vec<Link>,
    pub state: State,
}

/// How far everything was, to go back to.
#[derive(Clone, Copy)]
pub struct Mark {
    lengths: [usize; 8],
    state: State,
}

/// Numbers of phrases in one text; more are refused as too complicated.
const MOST: u8 = 200;

impl Bind {
    /// The game's own name for one object brings it in: "the wielder". Naming it again
    /// changes nothing.
    pub fn name(&mut self, target: Reference, span: Span) -> Reference {
        let is_known = self.mentions.iter().any(|one| one.target == target);
        if !is_known {
            self.mentions.push(Mention {
                target,
                many: false,
                noun: Filter::Any,
                made: Made::Chosen,
                place: Where::InPlay,
                clause: self.state.clause,
                level: self.state.level,
                of_this: false,
                asked: false,
                span,
                core: span,
            });
        }
        target
    }

    pub fn new(once: bool) -> Self {
        Bind {
            mentions: Vec::new(),
            hidden: Vec::new(),
            places: Vec::new(),
            players: Vec::new(),
            numbers: Vec::new(),
            kept: Vec::new(),
            problems: Vec::new(),
            links: Vec::new(),
            state: State {
                clause: 0,
                level: 0,
                subject: None,
                describing: None,
                verb: None,
                once,
                core: Span::default(),
                has_event: false,
                quiet: 0,
                next: 0,
            },
        }
    }

    pub fn mark(&self) -> Mark {
        let lengths = [
            self.mentions.len(),
            self.hidden.len(),
            self.places.len(),
            self.players.len(),
            self.numbers.len(),
            self.kept.len(),
            self.problems.len(),
            self.links.len(),
        ];
        Mark { lengths, state: self.state }
    }

    pub fn go_back(&mut self, mark: Mark) {
        let [mentions, hidden, places, players, numbers, kept, problems, links] = mark.lengths;
        self.mentions.truncate(mentions);
        self.hidden.truncate(hidden);
        self.places.truncate(places);
        self.players.truncate(players);
        self.numbers.truncate(numbers);
        self.kept.truncate(kept);
        self.problems.truncate(problems);
        self.links.truncate(links);
        self.state = mark.state;
    }

    /// Inside quotes nothing outside is seen, but numbers go on.
    pub fn enter_quotes(&mut self) -> Bind {
        let mut inner = Bind::new(false);
        inner.state.next = self.state.next;
        std::mem::replace(self, inner)
    }

    /// Outside again, nothing inside is seen; what is wrong inside is wrong.
    pub fn leave_quotes(&mut self, outer: Bind) {
        let inner = std::mem::replace(self, outer);
        self.state.next = inner.state.next;
        self.problems.extend(inner.problems);
        self.links.extend(inner.links);
    }

    /// A new clause begins; what it mentions is of one rank.
    pub fn next_clause(&mut self) {
        self.state.clause += 1;
    }

    pub(super) fn next_slot(&mut self) -> u8 {
        let slot = self.state.next;
        self.state.next = slot.saturating_add(1).min(MOST);
        slot
    }

    /// A selection brings in what it picks. Returns its number.
    pub fn select(&mut self, what: &Selection, span: Span) -> Option<u8> {
        if matches!(what.pick, Pick::The(_)) || self.state.quiet > 0 {
            return None;
        }
        let made = match self.state.verb {
            Some(action) => Made::By(action),
            None => Made::Chosen,
        };
        let place = place_after(self.state.verb, &what.filter);
        Some(self.bring(&what.filter, is_many(&what.pick), made, place, span))
    }

    /// Objects that were not picked by a selection are brought in.
    pub fn bring(&mut self, noun: &Filter, many: bool, made: Made, place: Where, span: Span) -> u8 {
        let slot = self.next_slot();
        self.push(Reference::Slot(slot), noun, many, made, place, span);
        slot
    }

    fn push(
        &mut self,
        target: Reference,
        noun: &Filter,
        many: bool,
        made: Made,
        place: Where,
        span: Span,
    ) {
        let State { clause, level, .. } = self.state;
        self.mentions.push(Mention {
            target,
            many,
            noun: noun.clone(),
            made,
            place,
            clause,
            level,
            of_this: false,
            asked: false,
            span,
            core: self.state.core,
        });
    }

    /// What was chosen before the text begins.
    pub fn chosen_before(&mut self, target: Reference, noun: &Filter) {
        self.push(target, noun, false, Made::Chosen, Where::InPlay, Span::default());
        self.next_clause();
    }

    /// A noun in a condition, which is no mention but looks like one.
    pub fn ask_about(&mut self, noun: &Filter, span: Span) {
        self.push(Reference::It, noun, false, Made::Chosen, Where::InPlay, span);
        if let Some(last) = self.mentions.last_mut() {
            last.asked = true;
        }
    }

    /// An event brings in who does it and whom it is done to.
    pub fn event(&mut self, pattern: &Pattern, span: Span, nouns: &[Span]) {
        self.next_clause();
        self.state.has_event = true;
        let happening = pattern.event;
        // Of damage dealt, the record's first object is the one that took it.
        let (doer, done_to) = match happening {
            Happening::DealtDamage => (Reference::Other, Reference::Subject),
            _ => (Reference::Subject, Reference::Other),
        };
        let passive = is_passive(happening);
        let place = place_after_event(happening);
        let mut brought = false;
        if let Some(noun) = event_noun(pattern) {
            let made = if passive { Made::DoneTo(happening) } else { Made::Doer(happening) };
            self.state.core = nouns.first().copied().unwrap_or_default();
            self.push(doer, noun, false, made, place, span);
            brought = true;
            // "When this kills a unit, it …": which of the two?
            let by_this = pattern.other == Some(Filter::Is(Reference::This));
            if let Some(last) = self.mentions.last_mut() {
                last.of_this = by_this && happening == Happening::Died;
            }
        }
        if let Some(other) = &pattern.other
            && !matches!(other, Filter::Is(_))
        {
            let made = if passive { Made::Doer(happening) } else { Made::DoneTo(happening) };
            self.state.core = nouns.last().copied().unwrap_or_default();
            self.push(done_to, other, false, made, Where::InPlay, span);
            let of_this = pattern.subject == Filter::Is(Reference::This) && !brought;
            if let Some(last) = self.mentions.last_mut() {
                last.of_this = of_this && !passive;
            }
        }
        self.event_player(pattern);
        self.event_number(happening);
        self.next_clause();
    }

    /// What is seen from here on was brought in before `from` or is brought in now.
    pub fn hide_since(&mut self, from: usize) {
        if self.mentions.len() > from {
            self.hidden.push((from, self.mentions.len()));
        }
    }

    /// Hides some mentions.
    pub fn hide_range(&mut self, from: usize, to: usize) {
        if from < to {
            self.hidden.push((from, to));
        }
    }

    /// Whether a phrase brought in several.
    pub fn is_several(&self, target: Reference) -> bool {
        self.mentions.iter().any(|one| one.target == target && one.many)
    }

    /// The zone in which a phrase found what it chose there.
    pub fn zone_of(&self, target: Reference) -> Option<onplay_engine::id::ZoneKind> {
        let mention = self.mentions.iter().rfind(|one| one.target == target)?;
        if mention.made != Made::Chosen || self.place_of_target(target).is_some() {
            return None;
        }
        mention.noun.clone().into_parts().into_iter().find_map(|part| match part {
            Filter::Zone(zone) => Some(zone),
            _ => None,
        })
    }

    fn place_of_target(&self, target: Reference) -> Option<Where> {
        self.places.iter().rev().find(|(moved, _)| *moved == target).map(|(_, place)| *place)
    }

    /// What the last phrase was about, whoever's it is.
    pub fn last_noun(&self) -> Option<Filter> {
        let open = |at: &usize| !self.is_hidden(*at) && !self.mentions[*at].asked;
        let last = (0..self.mentions.len()).rev().find(open)?;
        let parts = self.mentions[last].noun.clone().into_parts();
        let kind = parts.into_iter().filter(|part| {
            matches!(part, Filter::Type(_) | Filter::Subtype(_) | Filter::OneOf(_) | Filter::Token)
        });
        Some(crate::normal::filter(Filter::All(kind.collect())))
    }

    /// The object of a loop's round can be meant once more.
    pub fn loop_goes_on(&mut self, slot: u8, noun: &Filter) {
        self.push(Reference::Slot(slot), noun, false, Made::Loop, Where::InPlay, Span::default());
        self.next_clause();
    }

    pub(super) fn is_hidden(&self, at: usize) -> bool {
        self.hidden.iter().any(|(from, to)| (*from..*to).contains(&at))
    }

    pub(super) fn place_of(&self, at: usize) -> Where {
        let mention = &self.mentions[at];
        let moved = self.places.iter().rev().find(|(target, _)| *target == mention.target);
        moved.map_or(mention.place, |(_, place)| *place)
    }

    /// An effect was read: what it moved lies elsewhere now.
    pub fn after(
        &mut self,
        effect: &Effect,
        in_play: impl Fn(onplay_engine::id::ZoneKind) -> bool,
    ) {
        self.effect_number(effect);
        let Effect::Move { what, verb, to } = effect else { return };
        let Pick::The(target) = what.pick else { return };
        let place = match (verb, to) {
            (Verb::Enter | Verb::Deploy | Verb::Shift, _) => Where::InPlay,
            (Verb::Return, _) => Where::Hand,
            (Verb::Put, Some(to)) if in_play(to.zone) => Where::InPlay,
            _ => Where::Elsewhere,
        };
        self.places.push((target, place));
    }

    /// The doer of a clause is a player.
    pub fn player(&mut self, who: Who) {
        self.players.push(PlayerMention { who, of_loop: false });
    }
}

/// Whether a pick is of several.
pub fn is_many(pick: &Pick) -> bool {
    match pick {
        Pick::All => true,
        Pick::The(_) | Pick::Most(_) | Pick::Least(_) | Pick::Lowest(_) | Pick::First => false,
        Pick::Choose { max: count, .. }
        | Pick::Random(count)
        | Pick::Top(count)
        | Pick::Bottom(count) => *count != Quantity::ONE,
    }
}

/// The object of an event that its words bring in.
fn event_noun(pattern: &Pattern) -> Option<&Filter> {
    match (&pattern.subject, pattern.event) {
        (Filter::Is(_), _) => None,
        (
            Filter::Any,
            Happening::Reshuffled
            | Happening::Began(_)
            | Happening::GainedCounter(_)
            | Happening::LostCounter(_)
            | Happening::Activated,
        ) => None,
        (Filter::Any, _) if pattern.other.is_some() => None,
        (Filter::Any, Happening::Occasion(_)) => None,
        (noun, _) => Some(noun),
    }
}

/// Events that are done to their first object.
fn is_passive(happening: Happening) -> bool {
    !matches!(
        happening,
        Happening::Attacks
            | Happening::Attacked
            | Happening::Blocks
            | Happening::DealtDamage
            | Happening::HitPlayer
            | Happening::Moved
            | Happening::MovedIn
            | Happening::MovedOut
            | Happening::Occasion(_)
    )
}

fn place_after_event(happening: Happening) -> Where {
    match happening {
        Happening::Left
        | Happening::Died
        | Happening::Destroyed
        | Happening::Sacrificed
        | Happening::Exiled
        | Happening::Discarded
        | Happening::Milled
        | Happening::PutInto(_)
        | Happening::Played => Where::Elsewhere,
        Happening::Returned | Happening::Drew => Where::Hand,
        _ => Where::InPlay,
    }
}

fn place_after(verb: Option<Action>, filter: &Filter) -> Where {
    match verb {
        Some(Action::Move(verb)) => match verb {
            Verb::Enter | Verb::Deploy | Verb::Shift => Where::InPlay,
            Verb::Return => Where::Hand,
            _ => Where::Elsewhere,
        },
        Some(Action::Draw) => Where::Hand,
        _ if crate::parse::has_zone(filter) => Where::Elsewhere,
        _ => Where::InPlay,
    }
}
