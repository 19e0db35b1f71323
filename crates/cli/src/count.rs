//! `sim`, `diff`, `bench` and `perft`.

use std::io::{IsTerminal as _, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use onplay_games::kit::GAMES;
use onplay_sim::stats::{Rate, standing};
use onplay_sim::{
    Control, MOST_GAMES, Plan, Shard, bench as speed, diff as compare, report, write_file,
};
use serde_json::json;

use crate::args::{Bench, Diff, Output, Perft, Sim, SimCommand};
use crate::{Failed, load};

/// Plays many games, or joins shards.
pub fn sim(args: Sim) -> Result<(), Failed> {
    if let Some(SimCommand::Merge { shards, output }) = args.merge {
        return merge(&shards, &output);
    }
    let Some(game) = &args.game else { return Err(Failed::Usage("which game?".into())) };
    let kit = load::with_policy(load::game(game)?, args.policy.as_deref())?;
    let bots = load::pair(&kit, &args.bots)?;
    let mut plan = Plan::new(kit, bots);
    if !args.decks.is_empty() {
        let known: Vec<String> = plan.decks.iter().map(|(id, _)| id.clone()).collect();
        if let Some(wrong) = args.decks.iter().find(|deck| !known.contains(deck)) {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            return Err(load::unknown("deck", "decks", wrong, &known));
        }
        plan.decks.retain(|(id, _)| args.decks.contains(id));
    }
    if args.output.out.is_some() && !plan.bots.iter().all(|bot| bot.is_deterministic()) {
        return Err(Failed::Usage(
            "a shard needs bots that decide the same every time: search:1000, not search:200ms"
                .into(),
        ));
    }
    let files = args.output.out.iter().chain(&args.output.report);
    files.into_iter().try_for_each(|file| load::writable(file, args.output.force))?;
    let (from, to) = match args.seeds {
        Some(seeds) => seeds,
        None => (args.seed, last_seed(args.seed, args.games)?),
    };
    if to - from > MOST_GAMES {
        return Err(Failed::Usage(format!("one run plays at most {MOST_GAMES} games")));
    }
    let control = interruptible();
    let began = Instant::now();
    let finished = AtomicBool::new(false);
    let shard = std::thread::scope(|scope| {
        scope.spawn(|| progress(&control, to - from, &finished));
        let threads = args.threads.map(|threads| threads as usize);
        let shard = match args.until {
            Some(margin) => {
                onplay_sim::run_until(&plan, from, to - from, margin, threads, &control)
            }
            None => onplay_sim::run(&plan, from..to, threads, &control),
        };
        finished.store(true, Ordering::Relaxed);
        shard
    });
    let shard = shard.map_err(Failed::Missing)?;
    let stopped = control.stop.load(Ordering::Relaxed);
    let time = began.elapsed().as_secs_f64();
    if stopped {
        // A shard names its seeds, so what was finished is worth keeping.
        show(&shard, &args.output, Some(time))?;
        note!("interrupted: {} of {} games", shard.tally.games, to - from);
        return Err(Failed::Interrupted);
    }
    show(&shard, &args.output, Some(time))
}

/// Control over a run that Ctrl-C ends early; the second time, at once.
pub fn interruptible() -> Arc<Control> {
    let control = Arc::new(Control::default());
    let stop = control.clone();
    let _ = ctrlc::set_handler(move || {
        if stop.stop.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    control
}

/// The seed after the last of so many.
pub fn last_seed(first: u64, games: u64) -> Result<u64, Failed> {
    first.checked_add(games).ok_or_else(|| {
        Failed::Usage(format!("{games} games from seed {first} on: there are no such seeds"))
    })
}

fn merge(paths: &[std::path::PathBuf], output: &Output) -> Result<(), Failed> {
    let files = output.out.iter().chain(&output.report);
    files.into_iter().try_for_each(|file| load::writable(file, output.force))?;
    let mut joined: Option<Shard> = None;
    for path in paths {
        let shard = load::shard(path)?;
        match &mut joined {
            None => joined = Some(shard),
            Some(joined) => joined
                .merge(&shard)
                .map_err(|message| Failed::Wrong(format!("{}: {message}", path.display())))?,
        }
    }
    match joined {
        Some(shard) => show(&shard, output, None),
        None => Err(Failed::Usage("no shards given".into())),
    }
}

/// A bar on the error output while games are played, if someone can see it.
pub fn progress(control: &Control, total: u64, finished: &AtomicBool) {
    if !std::io::stderr().is_terminal() {
        return;
    }
    let began = Instant::now();
    let mut drawn = false;
    while !finished.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(100));
        if began.elapsed() < Duration::from_millis(400) {
            continue;
        }
        let done = control.done.load(Ordering::Relaxed);
        let rate = done as f64 / began.elapsed().as_secs_f64();
        let left = if rate > 0.0 { (total - done) as f64 / rate } else { 0.0 };
        let filled = (done * 30 / total.max(1)) as usize;
        let _ = write!(
            std::io::stderr(),
            "\r{}{} {done}/{total} · {rate:.0} games/s · {} left   ",
            "█".repeat(filled),
            "░".repeat(30 - filled),
            clock(left)
        );
        let _ = std::io::stderr().flush();
        drawn = true;
    }
    if drawn {
        let _ = write!(std::io::stderr(), "\r{}\r", " ".repeat(78));
    }
}

fn clock(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    if seconds < 60 {
        format!("{seconds} s")
    } else {
        format!("{}:{:02} min", seconds / 60, seconds % 60)
    }
}

pub fn percent(rate: Rate) -> String {
    format!("{:5.1} % ({:.1} to {:.1})", rate.rate * 100.0, rate.low * 100.0, rate.high * 100.0)
}

/// Writes what was asked for and prints the rest.
fn show(shard: &Shard, output: &Output, time: Option<f64>) -> Result<(), Failed> {
    if let Some(path) = &output.out {
        shard.write(path, load::existing(output.force)).map_err(Failed::Missing)?;
    }
    if let Some(path) = &output.report {
        write_file(path, &report(shard), load::existing(output.force)).map_err(Failed::Missing)?;
    }
    if output.json {
        say!("{}", summary(shard, time));
        return Ok(());
    }
    let tally = &shard.tally;
    let games = tally.games.max(1) as f64;
    say!(
        "{}: {} games · {} against {} · seeds {}",
        shard.game,
        tally.games,
        shard.bots[0],
        shard.bots[1],
        shard.seeds()
    );
    let first = tally.first_seat();
    if shard.bots[0] != shard.bots[1] {
        say!("  {:12} {} in both seats", shard.bots[0], percent(tally.first_bot.rate()));
    }
    say!("  first seat   {}", percent(first.rate()));
    say!("  draws        {:5.1} %", first.drawn as f64 * 100.0 / games);
    say!(
        "  length       {:.1} turns, {:.1} decisions",
        tally.turns as f64 / games,
        tally.decisions as f64 / games
    );
    say!("  chain depth  {:.2} on average, {} at most", depth(shard), deepest(shard));
    if tally.unfinished > 0 {
        say!("  not finished {}", tally.unfinished);
    }
    if shard.decks.len() > 1 {
        say!("decks, against all others in both seats:");
        let chances: Vec<f64> =
            (0..shard.decks.len()).map(|deck| tally.deck(deck).even_chance()).collect();
        for ((deck, name), stands_out) in shard.decks.iter().enumerate().zip(standing(&chances)) {
            let mark = if stands_out { "  stands out" } else { "" };
            say!("  {name:12} {}{mark}", percent(tally.deck(deck).rate()));
        }
    }
    let mut cards: Vec<(&String, Rate, u64)> = shard
        .cards
        .iter()
        .zip(&tally.cards)
        .map(|(name, card)| (name, card.played.rate(), card.played.games))
        .filter(|(_, _, games)| *games >= 20)
        .collect();
    cards.sort_by(|left, right| right.1.rate.total_cmp(&left.1.rate));
    if !cards.is_empty() {
        say!("cards when played, best and worst:");
        let few = 5.min(cards.len().div_ceil(2));
        for (name, rate, count) in cards
            .iter()
            .take(few)
            .chain(cards.iter().skip(few.max(cards.len().saturating_sub(few))))
        {
            say!("  {name:24} {} in {count} games", percent(*rate));
        }
    }
    if let Some(time) = time {
        say!(
            "{:.0} games/s · {:.2} million decisions/s · {time:.1} s",
            games / time,
            tally.decisions as f64 / time / 1e6
        );
    }
    say!("checksum {:016x}", tally.checksum);
    Ok(())
}

fn depth(shard: &Shard) -> f64 {
    let counts = &shard.tally.depth_of;
    let sum: u64 = counts.iter().enumerate().map(|(depth, count)| depth as u64 * count).sum();
    sum as f64 / shard.tally.games.max(1) as f64
}

fn deepest(shard: &Shard) -> usize {
    shard.tally.depth_of.len().saturating_sub(1)
}

fn rate_json(rate: Rate, games: u64) -> serde_json::Value {
    json!({ "rate": rate.rate, "low": rate.low, "high": rate.high, "games": games })
}

pub fn summary(shard: &Shard, time: Option<f64>) -> serde_json::Value {
    let tally = &shard.tally;
    let games = tally.games.max(1) as f64;
    let first = tally.first_seat();
    let decks: serde_json::Map<String, serde_json::Value> = shard
        .decks
        .iter()
        .enumerate()
        .map(|(deck, name)| {
            let score = tally.deck(deck);
            (name.clone(), rate_json(score.rate(), score.games))
        })
        .collect();
    let cards: serde_json::Map<String, serde_json::Value> = shard
        .cards
        .iter()
        .zip(&tally.cards)
        .filter(|(_, card)| card.drawn.games + card.played.games > 0)
        .map(|(name, card)| {
            let (drawn, played) = (&card.drawn, &card.played);
            let value = json!({
                "drawn": rate_json(drawn.rate(), drawn.games),
                "played": rate_json(played.rate(), played.games),
            });
            (name.clone(), value)
        })
        .collect();
    json!({
        "game": shard.game,
        "catalog": shard.catalog,
        "bots": shard.bots,
        "seeds": shard.seeds(),
        "games": tally.games,
        "unfinished": tally.unfinished,
        "first_seat": rate_json(first.rate(), first.games),
        "first_bot": rate_json(tally.first_bot.rate(), tally.games),
        "draws": first.drawn,
        "turns": tally.turns as f64 / games,
        "decisions": tally.decisions as f64 / games,
        "depth": depth(shard),
        "deepest": deepest(shard),
        "decks": decks,
        "cards": cards,
        "seconds": time,
        "games_per_second": time.map(|time| games / time),
        "checksum": format!("{:016x}", tally.checksum),
    })
}

/// Compares two versions of a game, or two shards.
pub fn diff(args: Diff) -> Result<(), Failed> {
    let diff = if args.old.is_dir() && args.new.is_dir() {
        let plan = |folder: &Path| {
            let kit = load::folder(folder)?;
            let bots = load::pair(&kit, &args.bots)?;
            Ok::<Plan, Failed>(Plan::new(kit, bots))
        };
        let (old, new) = (plan(&args.old)?, plan(&args.new)?);
        let ids = [&old, &new].map(|plan| plan.kit.book.game.id.as_str());
        if ids[0] != ids[1] {
            let (old, new) = (args.old.display(), args.new.display());
            return Err(Failed::Wrong(format!(
                "these are different games: {old} is {}, {new} is {}",
                ids[0], ids[1]
            )));
        }
        let seeds = args.seed..last_seed(args.seed, args.games)?;
        compare::plans(&old, &new, seeds).map_err(Failed::Wrong)?.0
    } else if args.old.is_dir() || args.new.is_dir() {
        return Err(Failed::Usage(format!(
            "compare two folders with game files or two shards, not one of each: {} and {}",
            args.old.display(),
            args.new.display()
        )));
    } else {
        let (old, new) = (load::shard(&args.old)?, load::shard(&args.new)?);
        compare::shards(&old, &new).map_err(Failed::Wrong)?
    };
    if args.json {
        say!("{}", json!(diff));
        return Ok(());
    }
    say!(
        "{} games: {} go differently, {} have another result",
        diff.games,
        diff.parted,
        diff.changed
    );
    let row = |name: &str, change: &compare::Change| {
        say!(
            "  {name:12} {:5.1} % → {:5.1} %   {:+.1} ({:+.1} to {:+.1}){}",
            change.old * 100.0,
            change.new * 100.0,
            change.change * 100.0,
            change.low * 100.0,
            change.high * 100.0,
            if change.stands_out { "  stands out" } else { "" }
        );
    };
    row("first seat", &diff.first_seat);
    diff.decks.iter().for_each(|(name, change)| row(name, change));
    match &diff.parting {
        Some(parting) if parting.decision > 0 => {
            say!(
                "first difference: seed {}, decision {}, turn {}",
                parting.seed,
                parting.decision,
                parting.turn
            );
            say!("  old {}", parting.old);
            say!("  new {}", parting.new);
        }
        Some(parting) => {
            say!("first difference: seed {}: {} → {}", parting.seed, parting.old, parting.new);
        }
        None => say!("no game goes differently"),
    }
    Ok(())
}

/// Measures the speed of games.
pub fn bench(args: Bench) -> Result<(), Failed> {
    let names: Vec<String> = if args.games_named.is_empty() {
        GAMES.iter().filter(|game| **game != "lab").map(|game| (*game).to_owned()).collect()
    } else {
        args.games_named
    };
    let mut all = Vec::new();
    let kits = names.iter().map(|name| load::game(name)).collect::<Result<Vec<_>, _>>()?;
    if !args.json {
        say!(
            "{:10} {:>11} {:>9} {:>8} {:>11} {:>7} {:>7} {:>7} {:>7} {:>9} {:>11} {:>6}  checksum",
            "game",
            "decisions/s",
            "games/s",
            "ns/dec.",
            "all threads",
            "legal",
            "state",
            "clone",
            "copy",
            "search/s",
            "its dec./s",
            "share"
        );
    }
    for kit in kits {
        let figures = speed::game(&kit, args.games);
        if !args.json {
            say!(
                "{:10} {:>11.0} {:>9.0} {:>8.0} {:>11.0} {:>4.0} ns {:>5} B {:>4.0} ns {:>4.0} ns {:>9.0} {:>11.0} {:>6.2}  {}",
                figures.game,
                figures.decisions_per_second,
                figures.games_per_second,
                figures.ns_per_decision,
                figures.decisions_per_second_all,
                figures.ns_per_legal_actions,
                figures.state_bytes,
                figures.clone_ns,
                figures.copy_ns,
                figures.search_iterations_per_second,
                figures.search_decisions_per_second,
                figures.search_share,
                figures.checksum
            );
        }
        all.push(figures);
    }
    let cascade = speed::cascade();
    if args.json {
        let cascade = cascade.map(|(rate, fired)| json!({ "per_second": rate, "fired": fired }));
        say!("{}", json!({ "games": all, "cascade": cascade }));
    } else if let Some((rate, fired)) = cascade {
        say!("cascade of six levels: {rate:.0} per second, {fired} triggers each");
    }
    Ok(())
}

/// Counts lines of play.
pub fn perft(args: Perft) -> Result<(), Failed> {
    let kit = load::with_policy(load::game(&args.game)?, args.setup.policy.as_deref())?;
    let decks = load::decks(&kit, &args.setup)?.map(|(_, deck)| deck);
    let seed = args.setup.seed.unwrap_or(1);
    let game = kit.table.start(seed, &decks, None);
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = stop.clone();
    let _ = ctrlc::set_handler(move || {
        if stopped.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    if !args.json {
        say!("{}, seed {seed}", args.game);
    }
    let mut counts = Vec::new();
    // Each depth is told as soon as it is known: the next may take days.
    for depth in 0..=args.depth {
        let Some(count) = onplay_sim::perft::count(&kit.table, &game, depth, &stop) else { break };
        if !args.json {
            say!("  depth {}  {:>12} lines  {:016x}", count.depth, count.lines, count.checksum);
        }
        counts.push(count);
    }
    if args.json {
        say!("{}", json!({ "game": args.game, "seed": seed, "counts": counts }));
    }
    if stop.load(Ordering::Relaxed) { Err(Failed::Interrupted) } else { Ok(()) }
}

/// How far an interval may reach to either side: `±1%`, `0.5 %`.
pub fn margin(text: &str) -> Result<f64, String> {
    let number = text.trim().trim_start_matches('±').trim_end_matches('%').trim();
    let percent: Option<f64> = number.parse().ok();
    let known = percent.filter(|percent| (0.01..50.0).contains(percent));
    known.map(|percent| percent / 100.0).ok_or_else(|| {
        format!("`{text}` is no margin; write ±1%, with a number from 0.01 to below 50")
    })
}
