//! Twin games: two games that differ only in what a seat may not know look the
//! same to that seat, step for step, in everything it gets, until a rule shows
//! it a card that differs. `ONPLAY_GAMES` plays more of them.

use onplay_bots::BotKind;
use onplay_engine::id::{CardId, Class, ObjectId, Seat, ZoneId};
use onplay_engine::mutate::fresh_values;
use onplay_engine::play::{sees, view};
use onplay_engine::state::{Action, Dice, Game};
use onplay_games::kit::{Kit, load};
use onplay_games::words::Words;

use crate::command::{self, Reply};
use crate::offer::objects;
use crate::protocol;
use crate::session::{Session, Start};
use crate::text::Line;
use crate::told::What;

/// Decisions after which a pair has shown enough.
const MOST: usize = 150;

/// Pairs that are played unless `ONPLAY_GAMES` says how many.
const FEW: u64 = 12;

/// In alley an ability that only one of a pair can pay for comes up less often.
const ALLEY: u64 = 48;

/// How a pair of games went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Went {
    /// Decisions of the seat that were compared.
    compared: usize,
    /// A rule showed a card that differs, so that the games may go apart.
    revealed: bool,
    /// The other seat moved another of its covered cards in one than in the
    /// other; that alone is seen.
    apart: bool,
    /// A forced decision of one was a given one of the other.
    forced_once: usize,
}

/// Two games and the seat that looks at them.
struct Twins {
    games: [Session; 2],
    seat: Seat,
    dice: Dice,
    went: Went,
    /// How much of the log was compared.
    told: [usize; 2],
}

fn session(kit: &Kit, seed: u64, seat: Seat) -> Session {
    let decks = onplay_sim::decks(kit);
    let at = |offset: u64| decks[((seed / 2 + offset) % decks.len() as u64) as usize].clone();
    let mut bots = [Some(BotKind::Random), Some(BotKind::Random)];
    bots[seat.index()] = None;
    let decks = [at(0), at(1)];
    Session::start(kit.clone(), Start { seed, decks, bots, policy: None, seed_known: false })
}

/// Exchanges some cards of the other seat that this one cannot see.
fn exchange(session: &mut Session, seat: Seat, dice: &mut Dice) {
    let catalog = session.table().catalog.clone();
    let seen = view(&session.game, &catalog, seat).state;
    let other = seat.other();
    let is_hidden = |id: &ObjectId| {
        let zone = session.game.object(*id).zone;
        let own = catalog.rules.zone_rule(zone).is_some_and(|rule| rule.per_seat);
        seen.object(*id).card == CardId::HIDDEN && session.game.object(*id).owner == other && own
    };
    let hidden: Vec<ObjectId> =
        (0..seen.objects.len() as u16).map(ObjectId).filter(is_hidden).collect();
    if hidden.len() < 2 {
        return;
    }
    for _ in 0..1 + dice.below(8) {
        let [one, two] = [(); 2].map(|()| hidden[dice.below(hidden.len() as u32) as usize]);
        let card = session.game.object(one).card;
        session.game.object_mut(one).card = session.game.object(two).card;
        session.game.object_mut(two).card = card;
        fresh_values(&mut session.game, &catalog, one);
        fresh_values(&mut session.game, &catalog, two);
    }
}

impl Twins {
    /// Two games that were one until some decision.
    fn new(kit: &Kit, seed: u64) -> Twins {
        let seat = if seed.is_multiple_of(2) { Seat::ONE } else { Seat::TWO };
        let mut dice = Dice::new(seed ^ 0x7717);
        let mut games = [session(kit, seed, seat), session(kit, seed, seat)];
        let least = dice.below(30);
        // A question to the other seat says what it holds: that something can be paid. The
        // cards change places where none waits.
        let is_asked = |session: &Session| {
            session.game.pending.prompt().is_some_and(|prompt| prompt.seat != seat)
        };
        let mut decided = 0;
        while decided < least || is_asked(&games[0]) {
            decided += 1;
            let legal = games[0].legal();
            if legal.is_empty() {
                break;
            }
            let action = legal[dice.below(legal.len() as u32) as usize];
            games.iter_mut().for_each(|game| game.decide(action));
        }
        exchange(&mut games[1], seat, &mut dice);
        Twins { games, seat, dice, went: Went::default(), told: [0; 2] }
    }

    fn play(&mut self) -> Result<(), String> {
        for _ in 0..MOST {
            let decided = [0, 1].map(|at: usize| self.games[at].decisions());
            let asked = [0, 1].map(|at: usize| self.games[at].game.to_decide());
            if decided[0] != decided[1] {
                // One was forced to what the other must decide.
                let late = usize::from(decided[1] < decided[0]);
                if asked[late] == Some(self.seat) {
                    return Err(format!("{} is asked in only one of them", self.seat));
                }
                if !self.catch_up(late, decided[late]) {
                    return Ok(());
                }
                self.went.forced_once += 1;
                continue;
            }
            if self.shows_difference()? {
                self.went.revealed = true;
                return Ok(());
            }
            if asked[0] != asked[1] && asked.contains(&Some(self.seat)) && self.say_enough() {
                continue;
            }
            if asked[0] != asked[1] {
                return Err(format!("{:?} decides in one, {:?} in the other", asked[0], asked[1]));
            }
            self.compare()?;
            if self.went.apart {
                return Ok(());
            }
            let action = match asked[0] {
                None => return Ok(()),
                Some(seat) if seat == self.seat => {
                    let legal = self.games[0].legal();
                    self.pick(&legal)
                }
                Some(_) => self.common(),
            };
            if action.is_none() && asked[0] == Some(self.seat.other()) && self.say_enough() {
                continue;
            }
            let Some(action) = action else { return Ok(()) };
            self.games.iter_mut().for_each(|game| game.decide(action));
        }
        Ok(())
    }

    fn pick(&mut self, actions: &[Action]) -> Option<Action> {
        let count = actions.len() as u32;
        (count > 0).then(|| actions[self.dice.below(count) as usize])
    }

    /// Something that the other seat can do in both, with a card that is the
    /// same in both.
    fn common(&mut self) -> Option<Action> {
        let [one, two] = [0, 1].map(|at: usize| self.games[at].legal());
        let card = |game: &Game, id: ObjectId| game.objects.get(id.index()).map(|it| it.card);
        let same = |action: &Action| {
            let named = objects(*action);
            let [one, two] = [0, 1].map(|at: usize| &self.games[at].game);
            named.into_iter().all(|id| card(one, id) == card(two, id))
        };
        let both: Vec<Action> =
            one.into_iter().filter(|action| two.contains(action) && same(action)).collect();
        self.pick(&both)
    }

    /// Lets the game that is behind decide what the other was forced to.
    fn catch_up(&mut self, late: usize, decided: usize) -> bool {
        let told = |session: &Session| {
            let line = session.log.lines.iter().find(|told| {
                told.decision == decided + 1
                    && matches!(told.what, What::Decision(_) | What::Forced)
            });
            line.map(|told| told.text.clone())
        };
        let Some(wanted) = told(&self.games[1 - late]) else { return false };
        let session = &self.games[late];
        let seat = session.game.to_decide().unwrap_or_default();
        let shown = session.shown();
        let words = Words::new(session.table().read(&shown));
        let same = |action: &&Action| {
            let text = format!("{seat}: {}", words.action(**action));
            wanted == text || wanted.starts_with(&format!("{text}: "))
        };
        let Some(action) = session.legal().iter().find(same).copied() else { return false };
        self.games[late].decide(action);
        true
    }

    /// Lets the other seat say that it has chosen enough in the game that waits
    /// for that; nobody is told.
    fn say_enough(&mut self) -> bool {
        let waits = |session: &&mut Session| session.legal().contains(&Action::Submit);
        let other = self.seat.other();
        let behind = self.games.iter_mut().filter(|game| game.game.to_decide() == Some(other));
        match { behind }.find(waits) {
            Some(session) => {
                session.decide(Action::Submit);
                true
            }
            None => false,
        }
    }

    /// Whether a card that differs lies where the seat may see it.
    fn shows_difference(&self) -> Result<bool, String> {
        let catalog = &self.games[0].table().catalog;
        let [one, two] =
            [0, 1].map(|at: usize| view(&self.games[at].game, catalog, self.seat).state);
        let mut shown = false;
        for (index, (left, right)) in one.objects.iter().zip(&two.objects).enumerate() {
            if left.card == right.card {
                continue;
            }
            let id = ObjectId(index as u16);
            let asked = self.games.iter().any(|session| {
                let prompt = session.game.pending.prompt();
                prompt.is_some_and(|prompt| {
                    prompt.seat == self.seat && prompt.candidates.contains(id)
                })
            });
            let open = [left, right].iter().any(|object| {
                object.card != CardId::HIDDEN && sees(catalog, self.seat, object.zone)
            });
            if !open && !asked {
                let place = Words::new(self.games[0].table().read(&one)).place(left.zone);
                let ids = [left.card, right.card];
                return Err(format!(
                    "{} sees a card in {place}: {ids:?} {left:?} {right:?}",
                    self.seat
                ));
            }
            shown = true;
        }
        Ok(shown)
    }

    /// Everything that the seat gets, of both.
    fn compare(&mut self) -> Result<(), String> {
        self.went.compared += 1;
        let (seat, told) = (self.seat, self.told);
        let look = |session: &Session, told: usize| {
            let asked = session.waits_for_human();
            let decision = asked.then(|| {
                let offers = crate::offer::offers(session);
                let offers = offers.iter().map(|offer| format!("{} {:?}", offer.said, offer.about));
                let question = crate::offer::question(session).unwrap_or_default();
                let offers = offers.collect::<Vec<_>>().join(" | ");
                format!("{} {question} {offers}", protocol::shown(session, seat))
            });
            let log = session.log.lines.get(told..).unwrap_or(&[]).iter();
            let log: Vec<String> = log
                .filter(|told| told.what != What::Inner)
                .map(|told| crate::play::told_json(told).to_string())
                .collect();
            let read = crate::told::read(session.log.lines.get(told..).unwrap_or(&[]));
            let read: Vec<String> = read.iter().map(Line::text).collect();
            let seed = session.told_seed().filter(|_| !session.game.is_over());
            // While the other seat chooses, its questions are its own affair.
            let settled = session.game.to_decide() != Some(seat.other());
            [
                if settled { seen(session, seat) } else { String::new() },
                format!("{seed:?} {}", decision.unwrap_or_default()),
                read.join("\n"),
                format!("{log:?}"),
            ]
        };
        let [one, two] = [0, 1].map(|at: usize| look(&self.games[at], told[at]));
        let read = [&one[2], &two[2]].map(Clone::clone);
        let zones = [0, 1].map(|at: usize| &self.games[at].game.zones);
        self.went.apart = zones[0] != zones[1];
        for (one, two) in one.into_iter().zip(two) {
            if one != two && is_reveal(&read[0], &read[1]) {
                self.went.revealed = true;
                self.went.apart = true;
                return Ok(());
            }
            if one != two {
                return Err(first_difference(&[one, two]));
            }
        }
        let [one, two] = [0, 1].map(|at: usize| {
            let mut numbers = Vec::new();
            self.games[at].table().observe(&self.games[at].game, seat, &mut numbers);
            format!("{numbers:?}")
        });
        // An observation has a row for every object, covered ones included.
        if one != two && !self.went.apart {
            return Err(first_difference(&[one, two]));
        }
        self.told = [0, 1].map(|at: usize| self.games[at].log.lines.len());
        if self.dice.below(24) == 0 { self.ask() } else { Ok(()) }
    }

    /// The same questions to both.
    fn ask(&mut self) -> Result<(), String> {
        let names = self.games[0].table().catalog.names.all(Class::Card).to_vec();
        let mut questions = vec!["why".to_owned(), "board".to_owned(), "log".to_owned()];
        for _ in 0..12 {
            let name = &names[self.dice.below(names.len() as u32) as usize];
            questions.push(format!("why not {name}"));
            questions.push(format!("why not play {name}"));
            questions.push(format!("why not use {name}"));
            questions.push(format!("why not play {name}@{}.hand.1", self.seat.other()));
        }
        for question in questions {
            let [one, two] = self.games.each_mut().map(|session| answer(session, &question));
            if one != two {
                return Err(format!("`{question}`: {}", first_difference(&[one, two])));
            }
        }
        Ok(())
    }
}

/// What a seat knows, without the numbers of objects that it cannot see: which
/// of the covered cards went from one hidden place to another is not told here.
fn seen(session: &Session, seat: Seat) -> String {
    let (game, catalog) = (&session.game, &session.table().catalog);
    let known = view(game, catalog, seat);
    let state = &known.state;
    let name = |id: ObjectId| match state.objects.get(id.index()) {
        Some(object) if object.card == CardId::HIDDEN => None,
        _ => Some(id),
    };
    let mut text = format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        known.unseen,
        known.shared,
        state.outcome(),
        state.turn.active,
        state.to_decide(),
        state.turn.phase,
        state.turn.number,
        state.turn.round,
        state.players,
        state.pending.prompt().filter(|prompt| prompt.seat == seat),
    );
    for zone in (0..catalog.rules.places() as u8).map(ZoneId) {
        let objects: Vec<_> = state.zone(zone).iter().map(|id| name(*id)).collect();
        text += &format!(" {zone:?}: {objects:?} {}", state.slots[zone.index()]);
    }
    for object in state.objects.iter().filter(|object| object.card != CardId::HIDDEN) {
        text += &format!(" {object:?}");
    }
    for work in state.pending.work.iter().chain(state.pending.stack.iter()) {
        text += &format!(
            " {:?} {:?} {:?} {:?}",
            work.task,
            work.stage,
            work.ability,
            name(work.source.id)
        );
    }
    text
}

fn answer(session: &mut Session, question: &str) -> String {
    match command::obey(session, question, 200) {
        Reply::Text(_, lines) => lines.iter().map(Line::text).collect::<Vec<_>>().join("\n"),
        Reply::Say(_, text) | Reply::Changed(text) => text,
        Reply::Acted | Reply::Narrowed | Reply::Quit => "a question decided something".into(),
    }
}

/// Whether two logs go apart where a card is shown to everyone.
fn is_reveal(one: &str, two: &str) -> bool {
    let differs = one.lines().zip(two.lines()).find(|(one, two)| one != two);
    // Equal cards that are shown one after the other share a line.
    let shows = |line: &str| line.split(" ×").next().unwrap_or("").ends_with(" revealed");
    differs.is_some_and(|(one, two)| shows(one) && shows(two))
}

fn first_difference([one, two]: &[String; 2]) -> String {
    let at = one.bytes().zip(two.bytes()).take_while(|(one, two)| one == two).count();
    let around = |text: &String| {
        let bytes = &text.as_bytes()[at.saturating_sub(160).min(text.len())..];
        String::from_utf8_lossy(&bytes[..bytes.len().min(260)]).into_owned()
    };
    format!("\n  one   {}\n  other {}", around(one), around(two))
}

/// Plays pairs of one game; gives how many moments were compared and how many
/// decisions were forced in one game alone.
fn play_pairs(game: &str, few: u64) -> (usize, usize) {
    let count = std::env::var("ONPLAY_GAMES").ok().and_then(|count| count.parse().ok());
    let kit = load(game).unwrap_or_else(|errors| panic!("{game}: {errors:?}"));
    let (mut compared, mut forced) = (0, 0);
    for seed in 0..count.unwrap_or(few) {
        let mut twins = Twins::new(&kit, seed);
        if let Err(difference) = twins.play() {
            panic!("{game}, seed {seed}, {:?}: {difference}", twins.went);
        }
        compared += twins.went.compared;
        forced += twins.went.forced_once;
        if (seed + 1).is_multiple_of(500) {
            println!("{game}: {} pairs, {compared} moments compared", seed + 1);
        }
    }
    println!("{game}: {compared} moments compared, {forced} forced in one game alone");
    assert!(compared > 100, "{game}: only {compared} moments were compared");
    (compared, forced)
}

#[test]
fn skirmish_shows_a_seat_nothing_that_it_may_not_know() {
    play_pairs("skirmish", FEW);
}

#[test]
fn drones_shows_a_seat_nothing_that_it_may_not_know() {
    play_pairs("drones", FEW);
}

#[test]
fn tides_shows_a_seat_nothing_that_it_may_not_know() {
    play_pairs("tides", FEW);
}

#[test]
fn alley_shows_a_seat_nothing_that_it_may_not_know() {
    play_pairs("alley", ALLEY);
}

#[test]
fn goblins_shows_a_seat_nothing_that_it_may_not_know() {
    play_pairs("goblins", FEW);
}

#[test]
fn lab_shows_a_seat_nothing_that_it_may_not_know() {
    play_pairs("lab", FEW);
}

#[test]
fn fords_shows_a_seat_nothing_that_it_may_not_know() {
    play_pairs("fords", FEW);
}
