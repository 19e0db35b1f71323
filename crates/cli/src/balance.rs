//! `balance`: which decks and cards stand out, and what other numbers would change.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use onplay_bots::BotKind;
use onplay_cards::{PrintedNumber, SourceFile};
use onplay_games::kit::{self, Kit};
use onplay_sim::balance::{self, CardLead, Sample, Side, Trial};
use onplay_sim::{Control, Plan};
use serde_json::json;

use crate::args::{games, seed};
use crate::count::{interruptible, last_seed, percent, progress};
use crate::{Failed, load};

/// Name the decks and cards that stand out, and numbers to try
///
/// Bots play all decks against each other. A card is judged by how much more often those
/// win who draw it, compared with the same deck, against the same deck, in the same seat,
/// when it is not drawn. What stands out does so among everything that was looked at: in
/// nineteen of twenty runs not one name is there by chance (Holm). Then the same games are
/// played again with other numbers on these cards, a little less and a little more.
#[derive(Args)]
#[command(after_help = "\
Examples:
  onplay balance skirmish
  onplay balance tides --games 10000 --bots search:100,search:100
  onplay balance mygame --card \"Ember Fox\"        try numbers of this card
  onplay balance alley --games 500 --most 0 --json  names alone, for a program

Drawing a card is not always the cause of winning: long games see more cards. The trials
show causes, because nothing but the number differs.")]
pub struct Balance {
    /// The game, or a folder with game files
    pub game: String,
    /// How many games, from the first seed on; each trial plays as many
    #[arg(long, default_value_t = 2000, value_parser = games())]
    pub games: u64,
    /// Begin with this seed
    #[arg(long, default_value_t = 0, value_parser = seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// The bots of the first and second seat
    #[arg(long, value_delimiter = ',', default_value = "greedy,greedy",
        value_parser = crate::load::bot)]
    pub bots: Vec<BotKind>,
    /// Try numbers of this card, whether it stands out or not; may be given again
    #[arg(long, value_name = "NAME")]
    pub card: Vec<String>,
    /// Try numbers of so many cards that stand out, those that do so most
    #[arg(long, default_value_t = 3, value_name = "N")]
    pub most: usize,
    /// Threads; all cores if not given
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub threads: Option<u64>,
    /// JSON for machines instead of words
    #[arg(long)]
    pub json: bool,
}

/// What came of it.
struct Findings {
    sample: Sample,
    sides: Vec<Side>,
    cards: Vec<CardLead>,
    trials: Vec<Trial>,
}

/// Names what stands out and tries other numbers.
pub fn balance(args: Balance) -> Result<(), Failed> {
    let kit = load::game(&args.game)?;
    let files = match Path::new(&args.game) {
        folder if folder.is_dir() => load::files(folder)?,
        _ => kit::files(&kit.book.game.id),
    };
    let wished = args.card.iter().map(|name| named(&kit, name)).collect::<Result<Vec<_>, _>>()?;
    let bots = load::pair(&kit, &args.bots)?;
    let plan = Plan::new(kit, bots);
    let seeds = args.seed..last_seed(args.seed, args.games)?;
    let threads = args.threads.map(|threads| threads as usize);
    let control = interruptible();
    let sample = watched(&control, args.games, || {
        balance::sample(&plan, seeds, threads, &control).map_err(Failed::Missing)
    })?;
    let (sides, cards) = (sample.sides(), sample.cards(&plan));
    let mut names = wished;
    let more: Vec<String> =
        outstanding(&cards, args.most).filter(|card| !names.contains(card)).collect();
    names.extend(more);
    let numbers = names.iter().flat_map(|card| balance::candidates(&files, card));
    let numbers: Vec<(PrintedNumber, i64)> = numbers.collect();
    let mut trials = Vec::new();
    control.done.store(0, Ordering::Relaxed);
    watched(&control, args.games * numbers.len() as u64, || {
        for number in &numbers {
            if control.stop.load(Ordering::Relaxed) {
                break;
            }
            // A number that the game does not allow is none to try.
            let Some(changed) = changed(&files, number) else { continue };
            let trial = balance::trial(&plan, &sample, changed, number, threads, &control);
            trials.extend(trial.map_err(Failed::Missing)?);
        }
        Ok::<(), Failed>(())
    })?;
    let stopped = control.stop.load(Ordering::Relaxed);
    if stopped {
        // The last one has not played all of its games.
        trials.pop();
    }
    let findings = Findings { sample, sides, cards, trials };
    if args.json {
        findings.print()
    } else {
        findings.say(&names)
    }
    if stopped { Err(Failed::Interrupted) } else { Ok(()) }
}

/// The name of a card as it is printed.
fn named(kit: &Kit, name: &str) -> Result<String, Failed> {
    let known: Vec<&str> = kit.book.cards.iter().map(|card| card.name.as_str()).collect();
    match kit.book.card(name) {
        Some(card) => Ok(kit.book.text(card).name.clone()),
        None => Err(load::unknown("card", "cards", name, &known)),
    }
}

/// The cards that stand out, those that do so most first.
fn outstanding(cards: &[CardLead], most: usize) -> impl Iterator<Item = String> {
    let mut found: Vec<&CardLead> = cards.iter().filter(|card| card.stands_out).collect();
    found.sort_by(|left, right| left.lead.chance.total_cmp(&right.lead.chance));
    let names: Vec<String> = found.into_iter().take(most).map(|card| card.card.clone()).collect();
    names.into_iter()
}

/// The game with another number, if it is one.
fn changed(files: &[SourceFile], (number, value): &(PrintedNumber, i64)) -> Option<Kit> {
    kit::load_files(&number.replaced(files, *value)).ok()
}

/// Works with a bar that shows how far it is.
fn watched<T>(control: &Control, total: u64, work: impl FnOnce() -> T) -> T {
    let finished = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| progress(control, total, &finished));
        let done = work();
        finished.store(true, Ordering::Relaxed);
        done
    })
}

impl Findings {
    fn print(&self) {
        let shard = &self.sample.shard;
        let value = json!({
            "game": shard.game,
            "catalog": shard.catalog,
            "bots": shard.bots,
            "seeds": shard.seeds(),
            "games": shard.tally.games,
            "sides": self.sides,
            "cards": self.cards,
            "trials": self.trials,
        });
        say!("{value}");
    }

    fn say(&self, tried: &[String]) {
        let shard = &self.sample.shard;
        let (games, seeds) = (shard.tally.games, shard.seeds());
        let [one, two] = &shard.bots;
        say!("{}: {games} games · {one} against {two} · seeds {seeds}", shard.game);
        for side in &self.sides {
            let mark = if side.stands_out { "  stands out" } else { "" };
            say!("  {:24} {}{mark}", side.name, percent(side.rate));
        }
        let count = self.cards.iter().filter(|card| card.stands_out).count();
        say!("cards: {count} of {} stand out; points more when drawn:", self.cards.len());
        let ends = 3.min(self.cards.len().div_ceil(2));
        let last = self.cards.len() - ends;
        for (at, card) in self.cards.iter().enumerate() {
            if card.stands_out || at < ends || at >= last {
                let mark = if card.stands_out { "  stands out" } else { "" };
                say!("  {:24} {} in {}{mark}", card.card, points(card), card.decks.join(", "));
            }
        }
        for card in tried {
            self.say_trials(card);
        }
    }

    fn say_trials(&self, card: &str) {
        let trials: Vec<&Trial> = self.trials.iter().filter(|trial| trial.card == card).collect();
        let Some(lead) = self.cards.iter().find(|known| known.card == card) else {
            say!("{card}: it is never drawn, or always");
            return trials.into_iter().for_each(|trial| say_trial(trial, ""));
        };
        let is_now = lead.lead.rate.rate;
        say!("{card}, {:+.1} points when drawn; with another number:", is_now * 100.0);
        if trials.is_empty() {
            say!("  it has no number that the game lets one change");
        }
        let after = |trial: &Trial| trial.lead.map_or(f64::MAX, |lead| lead.rate.rate.abs());
        let best = trials.iter().map(|trial| after(trial)).fold(is_now.abs(), f64::min);
        for trial in trials {
            let is_best = after(trial) == best && best < is_now.abs();
            say_trial(trial, if is_best { "  try this" } else { "" });
        }
    }
}

/// One number that was tried: what drawing the card changes then, and how its decks do.
fn say_trial(trial: &Trial, mark: &str) {
    let what = if trial.place.contains(' ') {
        format!("“{}” {} → {}", trial.place, trial.old, trial.new)
    } else {
        format!("{} {} → {}", trial.place, trial.old, trial.new)
    };
    let lead = trial.lead.map(|lead| format!("{:+5.1}", lead.rate.rate * 100.0));
    let lead = lead.unwrap_or_else(|| "    –".into());
    let decks = trial.decks.iter().map(|(deck, change)| {
        let [rate, by, low, high] =
            [change.new, change.change, change.low, change.high].map(|share| share * 100.0);
        format!("{deck} {rate:.1} %, {by:+.1} ({low:+.1} to {high:+.1})")
    });
    let decks: Vec<String> = decks.collect();
    say!("  {what:36} {lead} · {}{mark}", decks.join("; "));
}

fn points(card: &CardLead) -> String {
    let rate = card.lead.rate;
    let [by, low, high] = [rate.rate, rate.low, rate.high].map(|share| share * 100.0);
    format!("{by:+5.1} ({low:+.1} to {high:+.1})")
}
