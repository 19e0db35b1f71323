//! Events: what follows "when".

use onplay_engine::card::{Filter, Happening, Pattern, Place, Verb, Whose};
use onplay_engine::id::{OccasionId, PhaseId};

use super::cursor::Parser;
use crate::normal;
use crate::vocabulary::{Action, Sense};

/// What passive verbs say happened.
pub const PASSIVES: [(Action, Happening); 9] = [
    (Action::Move(Verb::Destroy), Happening::Destroyed),
    (Action::Move(Verb::Sacrifice), Happening::Sacrificed),
    (Action::Move(Verb::Discard), Happening::Discarded),
    (Action::Move(Verb::Mill), Happening::Milled),
    (Action::Move(Verb::Exile), Happening::Exiled),
    (Action::Move(Verb::Return), Happening::Returned),
    (Action::Move(Verb::Enter), Happening::Entered),
    (Action::Move(Verb::Deploy), Happening::Deployed),
    (Action::Play, Happening::Played),
];

/// Ordinals for "for the second time each turn".
pub const ORDINALS: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];

/// Takes the place out of a noun phrase: "a Mine card in this lane".
fn split_place(filter: Filter) -> (Filter, Option<Place>) {
    match filter {
        Filter::Place(place) => (Filter::Any, Some(place)),
        Filter::All(parts) => {
            let mut parts = Vec::from(parts);
            let found = parts.iter().position(|part| matches!(part, Filter::Place(_)));
            let place = found.map(|at| parts.remove(at)).and_then(|part| match part {
                Filter::Place(place) => Some(place),
                _ => None,
            });
            (normal::filter(Filter::All(parts.into())), place)
        }
        other => (other, None),
    }
}

impl Parser<'_> {
    /// An event in the present tense: "an enemy dies", "you draw a card". What
    /// "it" means afterwards is set.
    pub fn event(&mut self) -> Option<Pattern> {
        self.labelled("an event", |p| {
            let start = p.at;
            p.event_nouns.clear();
            p.event_condition = None;
            p.survived = false;
            let before = std::mem::replace(&mut p.in_event, true);
            let found = p.attempt(|p| {
                let mut pattern = match p.attempt(|p| p.player_event()) {
                    Some(pattern) => pattern,
                    None => {
                        let together = p.words("one or more");
                        Pattern { together, ..p.object_event()? }
                    }
                };
                normal::pattern(&mut pattern);
                p.event_details(&mut pattern)?;
                Some(pattern)
            });
            p.in_event = before;
            let pattern = found?;
            let span = p.span_since(start);
            p.bind.event(&pattern, span, &p.event_nouns);
            Some(pattern)
        })
    }

    fn event_details(&mut self, pattern: &mut Pattern) -> Option<()> {
        loop {
            if pattern.from.is_none()
                && comes_from_somewhere(pattern.event)
                && let Some(zone) = self.attempt(|p| {
                    p.need("from")?;
                    p.any(&["your", "the", "a", "their", "its owner 's"]);
                    p.zone()
                })
            {
                pattern.from = Some(zone);
            } else if pattern.place.is_none()
                && let Some(place) = self.attempt(|p| p.place())
            {
                pattern.place = Some(place);
            } else if pattern.turn == Whose::Any && self.words("during your turn") {
                pattern.turn = Whose::Yours;
            } else if pattern.turn == Whose::Any && self.words("during your opponent 's turn") {
                pattern.turn = Whose::Enemy;
            } else if pattern.nth.is_none()
                && let Some(nth) = self.attempt(|p| {
                    p.need("for the")?;
                    let nth = p.any(&ORDINALS)? as u8 + 1;
                    p.one_of(&["time each turn", "time in a turn", "time this turn"])?;
                    Some(nth)
                })
            {
                pattern.nth = Some(nth);
            } else {
                return Some(());
            }
        }
    }

    /// "one or more cards", where cards are drawn together; nothing at all elsewhere.
    fn several_cards(&mut self) -> Option<()> {
        if self.vocabulary.rules.policy.draw_together {
            self.words("one or more cards");
        } else if self.sees("one") {
            self.expect(super::Expected::Part("“a card”, as cards are drawn one at a time"));
            return None;
        }
        Some(())
    }

    /// What players do.
    fn player_event(&mut self) -> Option<Pattern> {
        let player = self.doer()?;
        let done = |event: Happening, subject: Filter| Pattern {
            player,
            subject: normal::filter(subject),
            ..Pattern::new(event)
        };
        if self.attempt(|p| p.action(Action::Draw)).is_some() || self.word("drew") {
            let nth = self.attempt(|p| {
                p.need("your")?;
                let nth = p.any(&ORDINALS)? as u8 + 1;
                if p.vocabulary.rules.policy.draw_together && nth > 1 {
                    p.expect(super::Expected::Part("“a card”, as cards are drawn together"));
                    return None;
                }
                p.one_of(&["card each turn", "card in a turn"])?;
                Some(nth)
            });
            if nth.is_none() && self.any(&["a card", "cards"]).is_none() {
                self.several_cards()?;
            }
            return Some(Pattern { nth, ..done(Happening::Drew, Filter::Any) });
        }
        if self.any(&["pass", "passes"]).is_some() {
            return Some(done(Happening::Passed, Filter::Any));
        }
        if self.any(&["run out of cards", "runs out of cards", "reshuffle", "reshuffles"]).is_some()
        {
            return Some(done(Happening::Reshuffled, Filter::Any));
        }
        if let Some(gain) = self.any(&["gain", "gains", "lose", "loses"]) {
            self.any(&["any", "one or more"]);
            let counter = self.counter()?;
            let event = if gain < 2 {
                Happening::GainedCounter(counter)
            } else {
                Happening::LostCounter(counter)
            };
            return Some(done(event, Filter::Any));
        }
        if self.any(&["activate an ability", "activates an ability"]).is_some() {
            let subject = self
                .attempt(|p| {
                    p.need("of")?;
                    p.event_noun()
                })
                .unwrap_or_default();
            return Some(done(Happening::Activated, subject));
        }
        if self.attempt(|p| p.action(Action::Create)).is_some() {
            let subject = self.event_noun()?;
            return Some(done(Happening::Created, subject));
        }
        // "You attacked this turn": something of yours did.
        if self.past && self.attempt(|p| p.action(Action::Attack)).is_some() {
            return Some(done(Happening::Attacks, Filter::Any));
        }
        if let Some((subject, other)) = self.attempt(|p| {
            p.action(Action::Attach)?;
            let subject = p.event_noun()?;
            p.need("to")?;
            Some((subject, p.event_noun()?))
        }) {
            return Some(Pattern { other: Some(other), ..done(Happening::Attached, subject) });
        }
        let vocabulary = self.vocabulary;
        if let Some(occasion) = self.occasion(true) {
            let subject = match vocabulary.occasions[occasion.index()].other {
                Some(_) => self.attempt(|p| p.event_noun()).unwrap_or_default(),
                None => Filter::Any,
            };
            return Some(done(Happening::Occasion(occasion), subject));
        }
        for (action, event) in PASSIVES {
            if self.attempt(|p| p.action(action)).is_some() {
                let nth = self.attempt(|p| {
                    p.need("your")?;
                    Some(p.any(&ORDINALS)? as u8 + 1)
                });
                let start = self.at;
                let subject = match nth {
                    Some(_) => self.noun_phrase()?.0,
                    None => self.event_noun()?,
                };
                let said = self.tokens[start..self.at].iter().any(|token| token.text == "from");
                if nth.is_some() {
                    self.one_of(&["each turn", "in a turn"])?;
                }
                let (subject, place, from) = match event {
                    // A card is played somewhere and from somewhere; it does
                    // not stand there.
                    Happening::Played => {
                        let (subject, from) =
                            if said { played_from(subject) } else { (subject, None) };
                        let (subject, place) = split_place(subject);
                        (subject, place, from)
                    }
                    _ => (subject, None, None),
                };
                return Some(Pattern { nth, place, from, ..done(event, subject) });
            }
        }
        None
    }

    fn occasion(&mut self, player: bool) -> Option<OccasionId> {
        let vocabulary = self.vocabulary;
        self.sense("an event of this game", |sense| match sense {
            Sense::Occasion(occasion)
                if vocabulary
                    .occasions
                    .get(occasion.index())
                    .is_some_and(|o| o.player == player) =>
            {
                Some(*occasion)
            }
            _ => None,
        })
    }

    /// The object of an event: "this", "a unit", "another Goblin you control".
    pub fn event_noun(&mut self) -> Option<Filter> {
        self.attempt(|p| {
            if let Some(reference) = p.attempt(|p| p.reference()) {
                return Some(Filter::Is(reference));
            }
            if p.sees("another") {
                let noun = p.noun_phrase()?.0;
                p.event_nouns.push(p.bind.state.core);
                return Some(noun);
            }
            p.any(&["a", "an", "any", "one of", "each"]);
            let mine = p.yours();
            let (filter, _) = p.noun_phrase()?;
            p.event_nouns.push(p.bind.state.core);
            Some(normal::filter(filter.and(mine)))
        })
    }

    /// What objects do, or have done to them.
    fn object_event(&mut self) -> Option<Pattern> {
        let subject = self.event_noun()?;
        let with = |event: Happening| Pattern { subject: subject.clone(), ..Pattern::new(event) };
        if let Some(pattern) = self.attempt(|p| p.passive_event(&subject)) {
            return Some(pattern);
        }
        if let Some(occasion) = self.occasion(false) {
            let mut pattern = with(Happening::Occasion(occasion));
            if let Some(preposition) = &self.vocabulary.occasions[occasion.index()].other {
                pattern.other = self.attempt(|p| {
                    if !preposition.is_empty() {
                        if p.peek()?.text != *preposition {
                            return None;
                        }
                        p.at += 1;
                    }
                    p.event_noun()
                });
            }
            return Some(pattern);
        }
        if self.attempt(|p| p.action(Action::Die)).is_some() || self.word("died") {
            return Some(with(Happening::Died));
        }
        if self.attempt(|p| p.action(Action::Attack)).is_some() {
            let other = self.attempt(|p| p.event_noun());
            return Some(Pattern { other, ..with(Happening::Attacks) });
        }
        if self.any(&["finishes attacking", "finish attacking"]).is_some() {
            let other = self.attempt(|p| p.event_noun());
            return Some(Pattern { other, ..with(Happening::Attacked) });
        }
        if self.any(&["blocks", "block"]).is_some() {
            let other = self.attempt(|p| p.event_noun());
            return Some(Pattern { other, ..with(Happening::Blocks) });
        }
        if self.any(&["kills", "kill", "destroys", "destroy"]).is_some()
            || self.attempt(|p| p.action(Action::Move(Verb::Destroy))).is_some()
        {
            let killed = self.event_noun()?;
            return Some(Pattern {
                subject: killed,
                other: Some(subject.clone()),
                ..Pattern::new(Happening::Died)
            });
        }
        if self.any(&["leaves play", "leave play", "leaves the battlefield"]).is_some() {
            return Some(with(Happening::Left));
        }
        if self
            .any(&["enters play", "enters the battlefield", "enters", "enter", "entered"])
            .is_some()
        {
            let whose = match self.any(&["under your control", "under your opponent 's control"]) {
                Some(0) => Filter::Controller(Whose::Yours),
                Some(_) => Filter::Controller(Whose::Enemy),
                None => Filter::Any,
            };
            // "enters your garden": where it comes into play.
            let there = self.attempt(|p| {
                let side = match p.any(&["your opponent 's", "your", "the", "its"])? {
                    0 => Filter::Controller(Whose::Enemy),
                    1 => Filter::Controller(Whose::Yours),
                    _ => Filter::Any,
                };
                let zone = p.zone().filter(|zone| p.vocabulary.is_in_play(*zone))?;
                Some(Filter::Zone(zone).and(side))
            });
            let mut pattern = with(Happening::Entered);
            pattern.subject = pattern.subject.and(whose).and(there.unwrap_or_default());
            pattern.subject = normal::filter(pattern.subject);
            return Some(pattern);
        }
        if self.attempt(|p| p.action(Action::Move(Verb::Return))).is_some() {
            let subject = self.returned_to(&subject);
            return Some(Pattern { subject, ..Pattern::new(Happening::Returned) });
        }
        if self.attempt(|p| p.action(Action::Move(Verb::Shift))).is_some() {
            return self.moved(subject);
        }
        if self.any(&["deals", "deal"]).is_some() {
            let combat = self.word("combat");
            self.need("damage")?;
            if self.word("to") {
                if let Some(found) = self.any(&["a player", "an opponent", "your opponent", "you"])
                {
                    let player = match found {
                        0 => Whose::Any,
                        3 => Whose::Yours,
                        _ => Whose::Enemy,
                    };
                    return Some(Pattern { combat, player, ..with(Happening::HitPlayer) });
                }
                let other = Some(self.event_noun()?);
                return Some(Pattern { other, combat, ..with(Happening::DealtDamage) });
            }
            return Some(Pattern { combat, ..with(Happening::DealtDamage) });
        }
        if self.any(&["survives combat damage", "takes combat damage and survives"]).is_some() {
            self.survived = true;
            return Some(Pattern { combat: true, ..with(Happening::Damaged) });
        }
        if self.any(&["survives damage", "takes damage and survives"]).is_some() {
            self.survived = true;
            return Some(with(Happening::Damaged));
        }
        if self.any(&["takes combat damage", "take combat damage"]).is_some() {
            return Some(Pattern { combat: true, ..with(Happening::Damaged) });
        }
        if self.any(&["takes damage", "take damage"]).is_some() {
            let other = self.attempt(|p| {
                p.one_of(&["from", "by"])?;
                p.event_noun()
            });
            return Some(Pattern { other, ..with(Happening::Damaged) });
        }
        if let Some(gain) = self.any(&["gains", "gain", "loses", "lose"]) {
            self.any(&["a", "an", "any"]);
            let attribute = self.attribute()?;
            return Some(with(if gain < 2 {
                Happening::Gained(attribute)
            } else {
                Happening::Lost(attribute)
            }));
        }
        self.one_of(&["becomes", "become"])?;
        if self.words("the target of a spell or ability") || self.words("a target") {
            return Some(with(Happening::Targeted));
        }
        let (flag, on) = self.sense("a status", |sense| match sense {
            Sense::Flag(flag, on) => Some((*flag, *on)),
            _ => None,
        })?;
        Some(with(if on { Happening::FlagSet(flag) } else { Happening::FlagCleared(flag) }))
    }

    /// "to your hand", behind what returns: only what is yours returns there.
    fn returned_to(&mut self, subject: &Filter) -> Filter {
        let side = self.attempt(|p| {
            p.need("to")?;
            let owner =
                p.any(&["your opponent 's", "an opponent 's", "your", "its owner 's", "the"]);
            p.zone()?;
            Some(match owner {
                Some(0 | 1) => Filter::Owner(Whose::Enemy),
                Some(2) => Filter::Owner(Whose::Yours),
                _ => Filter::Any,
            })
        });
        normal::filter(subject.clone().and(side.unwrap_or_default()))
    }

    fn passive_event(&mut self, subject: &Filter) -> Option<Pattern> {
        let with = |event: Happening| Pattern { subject: subject.clone(), ..Pattern::new(event) };
        if self.any(&["finishes being attacked"]).is_some() {
            return Some(Pattern {
                other: Some(subject.clone()),
                ..Pattern::new(Happening::Attacked)
            });
        }
        self.one_of(&["is", "are", "was"])?;
        if let Some((comparison, number)) = self.attempt(|p| {
            p.need("dealt")?;
            let found = p.comparison()?;
            p.need("damage")?;
            Some(found)
        }) {
            let amount = onplay_engine::card::Quantity::Amount;
            let asked = onplay_engine::card::Condition::Compare(amount, comparison, number);
            self.event_condition = Some(asked);
            return Some(with(Happening::Damaged));
        }
        if self.any(&["dealt damage and survives", "dealt damage and is not destroyed"]).is_some() {
            self.survived = true;
            return Some(with(Happening::Damaged));
        }
        if self.words("dealt combat damage") {
            return Some(Pattern { combat: true, ..with(Happening::Damaged) });
        }
        if self.words("dealt damage") {
            let by = self.attempt(|p| {
                p.one_of(&["by", "from"])?;
                p.event_noun()
            });
            return Some(Pattern { other: by, ..with(Happening::Damaged) });
        }
        if self.words("killed by") {
            return Some(Pattern { other: Some(self.event_noun()?), ..with(Happening::Died) });
        }
        if self.word("healed") {
            return Some(with(Happening::Healed));
        }
        if self.word("targeted") {
            return Some(with(Happening::Targeted));
        }
        if self.word("created") {
            return Some(with(Happening::Created));
        }
        if self.word("attacked") || self.attempt(|p| p.done(Action::Attack)).is_some() {
            return Some(Pattern {
                other: Some(subject.clone()),
                ..Pattern::new(Happening::Attacks)
            });
        }
        if self.words("attached to") {
            return Some(Pattern { other: Some(self.event_noun()?), ..with(Happening::Attached) });
        }
        if self.word("attached") {
            return Some(with(Happening::Attached));
        }
        if self.words("tapped for mana") {
            // The type that is tapped is part of the happening.
            return match subject {
                Filter::Type(kind) => Some(Pattern::new(Happening::Tapped(*kind))),
                Filter::All(parts) => {
                    let kind = parts.iter().find_map(|part| match part {
                        Filter::Type(kind) => Some(*kind),
                        _ => None,
                    })?;
                    let rest = parts.iter().filter(|part| !matches!(part, Filter::Type(_)));
                    let subject = normal::filter(Filter::All(rest.cloned().collect()));
                    Some(Pattern { subject, ..Pattern::new(Happening::Tapped(kind)) })
                }
                _ => None,
            };
        }
        if self.any(&["put into", "put in"]).is_some() {
            let owners = ["your opponent 's", "an opponent 's", "your", "the", "a", "its owner 's"];
            let side = match self.any(&owners) {
                Some(0 | 1) => Filter::Owner(Whose::Enemy),
                Some(2) => Filter::Owner(Whose::Yours),
                _ => Filter::Any,
            };
            let zone = self.zone()?;
            let subject = normal::filter(subject.clone().and(side));
            return Some(Pattern { subject, ..Pattern::new(Happening::PutInto(zone)) });
        }
        if self.word("readied")
            && let Some(flag) = self.vocabulary.rules.exhausted
        {
            return Some(with(Happening::FlagCleared(flag)));
        }
        let (flag, on) = match self.attempt(|p| {
            p.sense("a status", |sense| match sense {
                Sense::Flag(flag, on) => Some((*flag, *on)),
                _ => None,
            })
        }) {
            Some(found) => found,
            None => {
                if self.attempt(|p| p.done(Action::Die)).is_some() {
                    return Some(with(Happening::Died));
                }
                for (action, event) in PASSIVES {
                    if self.attempt(|p| p.done(action)).is_some() {
                        if event == Happening::Destroyed && self.word("by") {
                            let other = Some(self.event_noun()?);
                            return Some(Pattern { other, ..with(Happening::Died) });
                        }
                        if event == Happening::Returned {
                            let subject = self.returned_to(subject);
                            return Some(Pattern { subject, ..with(event) });
                        }
                        return Some(with(event));
                    }
                }
                return None;
            }
        };
        Some(with(if on { Happening::FlagSet(flag) } else { Happening::FlagCleared(flag) }))
    }

    /// Whose phase is meant: one that begins for both players is nobody's own.
    pub fn whose_phase(&self, phase: PhaseId, player: Whose) -> Whose {
        let can = self.vocabulary.rules.can.as_ref();
        let is_shared = can.is_some_and(|can| can.shared_phases.contains(&phase));
        if is_shared { Whose::Any } else { player }
    }

    /// "the start of your turn", "the end of each turn".
    pub fn moment(&mut self) -> Option<Pattern> {
        self.attempt(|p| {
            let moments = ["the start of", "the beginning of", "start of", "the end of", "end of"];
            let end = p.any(&moments)? > 2;
            let player = p.whose()?;
            let phase = if end {
                p.sense("a phase", |sense| match sense {
                    Sense::EndOf(phase) => Some(*phase),
                    _ => None,
                })?
            } else {
                let phase = p.phase()?;
                p.any(&["phase", "step"]);
                phase
            };
            let player = p.whose_phase(phase, player);
            let pattern = Pattern { player, ..Pattern::new(Happening::Began(phase)) };
            p.bind.event(&pattern, crate::diagnostic::Span::default(), &[]);
            Some(pattern)
        })
    }
}

/// Whether an event brings its object from one zone to another.
fn comes_from_somewhere(event: Happening) -> bool {
    !matches!(
        event,
        Happening::Damaged
            | Happening::DealtDamage
            | Happening::HitPlayer
            | Happening::Healed
            | Happening::Gained(_)
            | Happening::Lost(_)
            | Happening::GainedCounter(_)
            | Happening::LostCounter(_)
            | Happening::FlagSet(_)
            | Happening::FlagCleared(_)
            | Happening::Attacks
            | Happening::Attacked
            | Happening::Blocks
            | Happening::Began(_)
            | Happening::Targeted
            | Happening::Attached
    )
}

/// "a card from your hand" was there before it was played.
fn played_from(subject: Filter) -> (Filter, Option<onplay_engine::id::ZoneKind>) {
    let parts = subject.into_parts();
    let from = parts.iter().find_map(|part| match part {
        Filter::Zone(zone) => Some(*zone),
        _ => None,
    });
    let rest = parts
        .into_iter()
        .filter(|part| from.is_none() || !matches!(part, Filter::Zone(_) | Filter::Owner(_)));
    (normal::filter(Filter::All(rest.collect())), from)
}
