//! From a decision that was carried out to the steps that one viewer is told.

use onplay_engine::event::{Event, Kind};
use onplay_engine::id::{AbilityId, CardId, Class, Handle, ObjectId, Seat, ZoneId};
use onplay_engine::state::{Action, Fact, Game, RecordEntry};
use onplay_games::printed::choice_words;
use onplay_games::words::Words;

use crate::eyes::{Eyes, is_seen};
use crate::projection::{About, Difference, Projection, is_asked};
use crate::step::{Change, ObjectRef, Step, StepKind};
use crate::trace::Trace;

/// Most steps that one decision is told in.
const MOST_STEPS: usize = 1_000;

/// One stretch between two kept states, as one viewer may know it.
struct Stretch<'a> {
    before: &'a Game,
    after: &'a Game,
    /// What lies before a shuffle and what comes after it cannot be compared.
    shuffled: Option<u32>,
    gone: &'a [(ObjectId, u32)],
    /// The real states, for what is revealed to everybody.
    real: [&'a Game; 2],
}

/// The parts of a step that its event tells.
#[derive(Default)]
struct Told {
    object: Option<ObjectRef>,
    other: Option<ObjectRef>,
    seat: Option<Seat>,
    from: ZoneId,
    to: ZoneId,
    amount: Option<i16>,
    what: Option<String>,
    text: String,
}

impl Projection {
    /// What a decision did, step by step, as one viewer may know it. The eyes are
    /// then those of the state after it.
    pub fn steps(&self, trace: &Trace, eyes: &mut Eyes) -> Vec<Step> {
        let catalog = &self.table().catalog;
        let mut steps: Vec<Step> = Vec::new();
        let mut pending = Vec::new();
        let mut untold = 0;
        let mut before = eyes.viewer.cover(&trace.states[0], catalog);
        for at in 1..trace.states.len() {
            let after = eyes.viewer.cover(&trace.states[at], catalog);
            let Difference { changes, gone } = self.difference(&before, &after, eyes);
            let entries = trace.entries(at);
            let shuffle = |entry: &&RecordEntry| is_shuffle(&entry.fact);
            let stretch = Stretch {
                before: &before,
                after: &after,
                shuffled: entries.iter().rfind(shuffle).map(|entry| entry.ordinal),
                gone: &gone,
                real: [&trace.states[at - 1], &trace.states[at]],
            };
            let mut told = Vec::new();
            for entry in entries {
                let room = steps.len() + told.len() < MOST_STEPS;
                let step = room.then(|| self.step(entry, &stretch, eyes)).flatten();
                untold += usize::from(!room && is_news(&entry.fact));
                let number = match step {
                    Some((step, about)) => {
                        let number = step.n;
                        told.push((step, about));
                        number
                    }
                    // What goes back to this goes back to what it goes back to.
                    None => eyes.cause(entry.cause).unwrap_or(0),
                };
                eyes.remember(entry.ordinal, number);
            }
            place_changes(changes, &mut told, &mut steps, &mut pending);
            steps.extend(told.into_iter().map(|(step, _)| step));
            before = after;
        }
        self.close(untold, pending, &mut steps, eyes);
        eyes.asks += u32::from(is_asked(trace.after(), eyes.viewer));
        eyes.tidy();
        steps
    }

    /// One step that leads from one state to another at once: something was taken
    /// back.
    pub fn jump(
        &self,
        before: &Game,
        after: &Game,
        (seat, text): (Seat, String),
        eyes: &mut Eyes,
    ) -> Step {
        let catalog = &self.table().catalog;
        let (was, is) = (eyes.viewer.cover(before, catalog), eyes.viewer.cover(after, catalog));
        let Difference { changes, .. } = self.difference(&was, &is, eyes);
        if after.clock.ordinal < before.clock.ordinal {
            eyes.rewind(after.clock.ordinal);
        }
        eyes.asks += u32::from(is_asked(after, eyes.viewer));
        let mut step = bare(eyes, StepKind::Undone, text);
        step.seat = Some(seat.into());
        step.changes = changes.into_iter().map(|(_, change)| change).collect();
        step
    }

    /// The step that ends a game because a player gave up. The rules know nothing of
    /// it, so the game itself stays as it is.
    pub fn concession(&self, seat: Seat, text: String, eyes: &mut Eyes) -> Step {
        let mut step = bare(eyes, StepKind::Conceded, text);
        step.seat = Some(seat.into());
        let winner = Some(seat.other().into());
        step.changes = vec![Change::Decides { seat: None }, Change::Over { winner }];
        step
    }

    /// What is left when everything was told.
    fn close(&self, untold: usize, pending: Vec<Change>, steps: &mut Vec<Step>, eyes: &mut Eyes) {
        if untold > 0 {
            let text = format!("{untold} more things happened");
            steps.push(bare(eyes, StepKind::Summary, text));
        }
        if pending.is_empty() {
            return;
        }
        match steps.first_mut() {
            Some(first) => {
                first.changes.splice(0..0, pending);
            }
            None => {
                let mut step = bare(eyes, StepKind::Changed, String::new());
                step.changes = pending;
                steps.push(step);
            }
        }
    }

    /// One recorded thing as a step, with the object and player that it is about;
    /// none if the viewer is not told of it.
    fn step(
        &self,
        entry: &RecordEntry,
        stretch: &Stretch,
        eyes: &mut Eyes,
    ) -> Option<(Step, Subject)> {
        if !is_news(&entry.fact) || self.is_secret(&entry.fact, stretch, eyes) {
            return None;
        }
        let game = self.told_game(entry, stretch);
        let words = Words::new(self.table().read(&game));
        let (kind, source, ability) = kind(&entry.fact);
        let told = self.tell(&entry.fact, &words, stretch, eyes);
        let source = source.is_some().then(|| self.object(&game, eyes, source, Some(stretch.gone)));
        // What a covered card says would tell what it is.
        let known = source.as_ref().is_some_and(|source| source.card.is_some());
        let place =
            |zone: ZoneId| (zone != ZoneId::OUTSIDE).then(|| self.places[zone.index()].clone());
        let subject = subject(&entry.fact);
        eyes.steps += 1;
        let step = Step {
            n: eyes.steps,
            cause: eyes.cause(entry.cause),
            depth: entry.depth,
            kind,
            seat: told.seat.map(Into::into),
            ability: known.then(|| self.ability_name(&words, ability)).flatten(),
            words: known.then(|| self.sentence(ability)).flatten(),
            source,
            object: told.object,
            other: told.other,
            from: place(told.from),
            to: place(told.to),
            amount: told.amount,
            what: told.what,
            text: told.text,
            changes: Vec::new(),
        };
        Some((step, subject))
    }

    /// Whether a viewer may not know that this happened: what somebody else picked
    /// among hidden cards, what became of a hidden counter.
    fn is_secret(&self, fact: &Fact, stretch: &Stretch, eyes: &Eyes) -> bool {
        match fact {
            Fact::Decided { seat, action } | Fact::Forced { seat, action }
                if !eyes.viewer.knows_secrets_of(*seat) =>
            {
                let prompt = stretch.real[0].pending.prompt();
                let hidden = || {
                    prompt.is_some_and(|prompt| {
                        prompt.candidates.iter().any(|id| !is_seen(stretch.before, id))
                    })
                };
                matches!(action, Action::Choose(_) | Action::Submit) && hidden()
            }
            Fact::Happened { event, .. } | Fact::Replaced { event, .. } => {
                let counter = matches!(event.kind, Kind::CounterGained | Kind::CounterLost);
                let rules = &self.table().catalog.rules;
                let hidden = rules.counters.get(usize::from(event.what));
                counter
                    && hidden.is_some_and(|rule| rule.hidden)
                    && !eyes.viewer.knows_secrets_of(event.player)
            }
            _ => false,
        }
    }

    /// The game in whose words a recorded thing is told: nothing is named that the
    /// viewer saw neither before nor after it.
    fn told_game(&self, entry: &RecordEntry, stretch: &Stretch) -> Game {
        let decided = matches!(entry.fact, Fact::Decided { .. } | Fact::Forced { .. });
        let (base, other) =
            if decided { (stretch.before, stretch.after) } else { (stretch.after, stretch.before) };
        let mut game = base.clone();
        match stretch.shuffled {
            // Before the shuffle an object was another card than after it.
            Some(shuffle) => {
                let right = if entry.ordinal < shuffle { stretch.before } else { stretch.after };
                for (object, known) in game.objects.iter_mut().zip(&right.objects) {
                    object.card = known.card;
                }
            }
            None => {
                for id in (0..game.objects.len() as u16).map(ObjectId) {
                    if !is_seen(base, id) && is_seen(other, id) {
                        game.object_mut(id).card = other.object(id).card;
                    }
                }
            }
        }
        if let Fact::Happened { event, .. } | Fact::Replaced { event, .. } = &entry.fact {
            self.uncover_event(event, entry, stretch, &mut game);
        }
        game
    }

    /// What was revealed is known to everybody; what came from a hidden zone into a
    /// hidden zone is not, even if it came to light a moment later.
    fn uncover_event(
        &self,
        event: &Event,
        entry: &RecordEntry,
        stretch: &Stretch,
        game: &mut Game,
    ) {
        let id = event.object.id;
        if event.object.is_none() || id.index() >= game.objects.len() {
            return;
        }
        if event.kind == Kind::Revealed {
            let early = stretch.shuffled.is_some_and(|shuffle| entry.ordinal < shuffle);
            game.object_mut(id).card = stretch.real[usize::from(!early)].object(id).card;
        }
    }

    /// Puts a recorded thing into words.
    fn tell(&self, fact: &Fact, words: &Words, stretch: &Stretch, eyes: &Eyes) -> Told {
        let game = words.reader.game;
        let object = |handle: Handle| {
            handle.is_some().then(|| self.object(game, eyes, handle, Some(stretch.gone)))
        };
        match fact {
            // A decision that the engine took looks like one that was given.
            Fact::Decided { seat, action } | Fact::Forced { seat, action } => {
                let about = match action {
                    Action::ChooseOption(_) => choice_words(&self.kit.book, game, *action),
                    _ => None,
                };
                let about = about.map_or(String::new(), |words| format!(": {words}"));
                let [first, second] = objects(*action).map(|id| object(game.handle(id)));
                Told {
                    seat: Some(*seat),
                    object: first,
                    other: second,
                    to: place(*action),
                    text: format!("{seat}: {}{about}", words.action(*action)),
                    ..Told::default()
                }
            }
            Fact::Happened { event, .. } => self.tell_event(event, words, stretch, eyes),
            Fact::Replaced { event, source, .. } => {
                let told = self.tell_event(event, words, stretch, eyes);
                let text = format!("{} replaces: {}", words.name(*source), told.text);
                Told { text, ..told }
            }
            Fact::Fired { source, .. } => {
                let (text, name) = (words.fact(fact), words.name(*source));
                // An ability without a name of its own says nothing more.
                let short = text.strip_suffix(&format!(": {name}'s ability"));
                Told {
                    object: object(*source),
                    text: short.map_or_else(|| text.clone(), str::to_owned),
                    ..Told::default()
                }
            }
            Fact::Checked { object: it } => {
                Told { object: object(*it), text: words.fact(fact), ..Told::default() }
            }
            fact => Told { text: words.fact(fact), ..Told::default() },
        }
    }

    fn tell_event(&self, event: &Event, words: &Words, stretch: &Stretch, eyes: &Eyes) -> Told {
        let (catalog, viewer) = (&self.table().catalog, eyes.viewer);
        let names = &catalog.names;
        let game = words.reader.game;
        let object = |handle: Handle| {
            handle.is_some().then(|| self.object(game, eyes, handle, Some(stretch.gone)))
        };
        let what = match event.kind {
            Kind::Healed | Kind::Gained | Kind::Lost => Some(Class::Attribute),
            Kind::CounterGained | Kind::CounterLost => Some(Class::Counter),
            Kind::FlagSet | Kind::FlagCleared => Some(Class::Flag),
            Kind::Began => Some(Class::Phase),
            Kind::Occasion => Some(Class::Occasion),
            Kind::Damaged => Some(Class::Damage),
            _ => None,
        };
        let mut told = Told {
            object: object(event.object),
            other: object(event.other),
            seat: Some(event.player),
            amount: (event.amount != 0).then_some(event.amount),
            what: what.map(|class| names.word(class, event.what).to_owned()),
            ..Told::default()
        };
        let moves = event.kind.is_move() || event.kind == Kind::Drew;
        if moves || matches!(event.kind, Kind::MovedIn | Kind::MovedOut) {
            (told.from, told.to) = (event.from, event.to);
        } else if matches!(
            event.kind,
            Kind::Shuffled | Kind::Searched | Kind::Looked | Kind::SlotChanged
        ) {
            told.to = event.to;
        }
        let id = event.object.id;
        let shown = event.object.is_some() && is_seen(stretch.before, id);
        let hides = |zone: ZoneId| !viewer.sees(catalog, zone);
        let covered = event.object.is_some() && game.object(id).card == CardId::HIDDEN;
        let unseen = moves && hides(event.from) && hides(event.to) && !shown;
        if event.object.is_some() && moves && (unseen || covered) {
            told.object = None;
            told.text = unseen_move(event, words);
        } else {
            told.text = words.event(event);
        }
        told
    }
}

/// What a step is about.
#[derive(Clone, Copy)]
struct Subject {
    objects: [ObjectId; 2],
    seat: Option<(Seat, u16)>,
    moves: bool,
}

fn subject(fact: &Fact) -> Subject {
    let none = Subject { objects: [ObjectId::NONE; 2], seat: None, moves: false };
    match fact {
        Fact::Happened { event, .. } => Subject {
            objects: [event.object.id, event.other.id],
            seat: matches!(event.kind, Kind::CounterGained | Kind::CounterLost | Kind::HitPlayer)
                .then_some((event.player, event.what)),
            moves: event.kind.is_move()
                || matches!(
                    event.kind,
                    Kind::Drew | Kind::Created | Kind::Reshuffled | Kind::Shuffled | Kind::Revealed
                ),
        },
        _ => none,
    }
}

/// Gives every change to the step that made it: where cards lie to the first step
/// that moves one, numbers to the last step about their object, everything else to
/// the last step. Changes that nothing tells of belong to the step before.
fn place_changes(
    changes: Vec<(About, Change)>,
    told: &mut [(Step, Subject)],
    steps: &mut [Step],
    pending: &mut Vec<Change>,
) {
    for (about, change) in changes {
        let at = match about {
            About::Table => told.iter().position(|(_, subject)| subject.moves),
            About::Object(id) => {
                told.iter().rposition(|(_, subject)| subject.objects.contains(&id))
            }
            About::Counter(seat, counter) => {
                told.iter().rposition(|(_, subject)| subject.seat == Some((seat, counter)))
            }
            About::Other => None,
        };
        match (at, told.last_mut(), steps.last_mut()) {
            (Some(at), ..) => told[at].0.changes.push(change),
            (None, Some((last, _)), _) | (None, None, Some(last)) => last.changes.push(change),
            (None, None, None) => pending.push(change),
        }
    }
}

/// A step that tells nothing but its text.
fn bare(eyes: &mut Eyes, kind: StepKind, text: String) -> Step {
    eyes.steps += 1;
    Step {
        n: eyes.steps,
        cause: None,
        depth: 0,
        kind,
        seat: None,
        source: None,
        object: None,
        other: None,
        ability: None,
        words: None,
        from: None,
        to: None,
        amount: None,
        what: None,
        text,
        changes: Vec::new(),
    }
}

/// A card that nobody but its owner saw went somewhere.
fn unseen_move(event: &Event, words: &Words) -> String {
    let (player, place) = (event.player, words.place(event.to));
    match event.kind {
        Kind::Drew if event.amount == 1 => format!("{player} drew a card"),
        Kind::Drew => format!("{player} drew {} cards", event.amount),
        _ => format!("a card went to {place}"),
    }
}

/// Whether a recorded thing is told at all.
fn is_news(fact: &Fact) -> bool {
    !matches!(fact, Fact::Reached { .. } | Fact::Asked { .. })
}

fn is_shuffle(fact: &Fact) -> bool {
    matches!(fact, Fact::Happened { event, .. } if event.kind == Kind::Shuffled)
}

/// The objects that an action names.
pub(crate) fn objects(action: Action) -> [ObjectId; 2] {
    match action {
        Action::Play { object, .. }
        | Action::Activate { object, .. }
        | Action::Move { object, .. }
        | Action::Choose(object) => [object, ObjectId::NONE],
        Action::Attack { attacker, target } => [attacker, target],
        Action::Special { object, other, .. } => [object, other],
        _ => [ObjectId::NONE; 2],
    }
}

/// The place that an action names.
pub(crate) fn place(action: Action) -> ZoneId {
    match action {
        Action::Play { place, .. } | Action::Move { place, .. } | Action::ChoosePlace(place) => {
            place
        }
        _ => ZoneId::OUTSIDE,
    }
}

/// The kind of step, with the source and ability behind it.
fn kind(fact: &Fact) -> (StepKind, Handle, AbilityId) {
    let none = (Handle::NONE, AbilityId::NONE);
    let with = |kind, (source, ability)| (kind, source, ability);
    match fact {
        Fact::Decided { .. } | Fact::Forced { .. } => with(StepKind::Decided, none),
        Fact::Happened { event, source, ability, .. } => {
            with(event_kind(event.kind), (*source, *ability))
        }
        Fact::Fired { source, ability } => with(StepKind::Triggered, (*source, *ability)),
        Fact::Replaced { source, ability, .. } => with(StepKind::Replaced, (*source, *ability)),
        Fact::Fizzled { source, ability } | Fact::ConditionFailed { source, ability } => {
            with(StepKind::Fizzled, (*source, *ability))
        }
        Fact::Consequence { source, ability } => with(StepKind::Triggered, (*source, *ability)),
        Fact::LastKnown { source, ability } => with(StepKind::LastKnown, (*source, *ability)),
        Fact::NoRoom { object, .. } => with(StepKind::Fizzled, (*object, AbilityId::NONE)),
        Fact::NotCancelled { object } => with(StepKind::Fizzled, (*object, AbilityId::NONE)),
        Fact::Checked { .. } => with(StepKind::Checked, none),
        Fact::Overflowed { .. } => with(StepKind::Overflowed, none),
        Fact::Ruled { .. } | Fact::OrderIrrelevant { .. } => with(StepKind::Ruled, none),
        Fact::Finished { .. } => with(StepKind::Finished, none),
        Fact::Reached { .. } | Fact::Asked { .. } => with(StepKind::Changed, none),
    }
}

fn event_kind(kind: Kind) -> StepKind {
    match kind {
        Kind::Entered => StepKind::Entered,
        Kind::Deployed => StepKind::Deployed,
        Kind::Destroyed => StepKind::Destroyed,
        Kind::Sacrificed => StepKind::Sacrificed,
        Kind::Discarded => StepKind::Discarded,
        Kind::Milled => StepKind::Milled,
        Kind::Exiled => StepKind::Exiled,
        Kind::Returned => StepKind::Returned,
        Kind::Shifted => StepKind::Moved,
        Kind::Put => StepKind::Put,
        Kind::Drew => StepKind::Drew,
        Kind::Reshuffled => StepKind::Reshuffled,
        Kind::Played => StepKind::Played,
        Kind::Activated => StepKind::Activated,
        Kind::MovedOut => StepKind::MovedOut,
        Kind::MovedIn => StepKind::MovedIn,
        Kind::Damaged => StepKind::Damaged,
        Kind::HitPlayer => StepKind::HitPlayer,
        Kind::Healed => StepKind::Healed,
        Kind::Gained => StepKind::Gained,
        Kind::Lost => StepKind::Lost,
        Kind::CounterGained => StepKind::CounterGained,
        Kind::CounterLost => StepKind::CounterLost,
        Kind::FlagSet => StepKind::StatusSet,
        Kind::FlagCleared => StepKind::StatusCleared,
        Kind::Attacks => StepKind::Attacks,
        Kind::Attacked => StepKind::Attacked,
        Kind::Blocks => StepKind::Blocks,
        Kind::Began => StepKind::Began,
        Kind::Created => StepKind::Created,
        Kind::Targeted => StepKind::Targeted,
        Kind::Attached => StepKind::Attached,
        Kind::Tapped => StepKind::Tapped,
        Kind::Shuffled => StepKind::Shuffled,
        Kind::Revealed => StepKind::Revealed,
        Kind::SlotChanged => StepKind::SlotChanged,
        Kind::Controlled => StepKind::Controlled,
        Kind::Cancelled => StepKind::Cancelled,
        Kind::Searched => StepKind::Searched,
        Kind::Looked => StepKind::Looked,
        Kind::Ended => StepKind::Ended,
        Kind::Occasion | Kind::Passed => StepKind::Occasion,
    }
}
