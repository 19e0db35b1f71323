//! `scenario`, `resolve`, `check`, `card`, `cards` and `schema`.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use onplay_cards::{Deck, Diagnostic, SourceFile, load_game, print_ability, schemas};
use onplay_engine::id::{CardId, Class, with_names};
use onplay_engine::state::Fact;
use onplay_games::policy::DESIGNS;
use onplay_games::words::Words;
use onplay_scenario::{Page, Scenario, play_scenario, read_page, run_page, run_scenario};
use serde_json::json;

use crate::args::{Card, Cards, Decks, Paths, Resolve, Scenarios, Schema};
use crate::command::wrapped;
use crate::text::{Line, Tone, colour};
use crate::{Failed, card_face, deck_list, load};

/// The Markdown files among paths, folders opened.
fn markdown(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failed> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            found.extend(load::inside(path, "md")?);
        } else {
            found.push(path.clone());
        }
    }
    Ok(found)
}

/// Reads a page of scenarios. It may be about the game that is given, or the one
/// whose folder it lies in.
fn page(path: &Path, game: Option<&Path>) -> Result<Page, Failed> {
    let page = read_page(&path.to_string_lossy(), &load::text(path)?);
    let mut folders = BTreeMap::new();
    for name in page.folders() {
        let folder = path.parent().unwrap_or(Path::new("")).join(name);
        if folder.join("game.toml").is_file() {
            folders.insert(name.to_owned(), load::files(&folder)?);
        }
    }
    let page = page.with_folders(folders);
    let above = path.ancestors().skip(1).find(|folder| folder.join("game.toml").is_file());
    match game.or(above) {
        Some(folder) => Ok(page.about(load::files(folder)?)),
        None => Ok(page),
    }
}

/// Runs scenario pages.
pub fn scenario(args: Scenarios) -> Result<(), Failed> {
    let (mut held, mut failed, mut all) = (0, 0, Vec::new());
    for path in markdown(&args.paths)? {
        let page = page(&path, args.game.as_deref())?;
        for outcome in run_page(&page) {
            if outcome.holds() {
                held += 1;
            } else {
                failed += 1;
            }
            if !args.json {
                for failure in &outcome.failures {
                    let place = format!("{}:{}", path.display(), failure.line);
                    let head = Line::of(Tone::Warn, place)
                        .add(Tone::Strong, format!(" {}", outcome.title));
                    crate::output::put_line(&head);
                    say!("  {}", failure.statement);
                    say!("  expected  {}", failure.expected);
                    say!("  actual    {}", failure.actual);
                }
            }
            all.push(json!({ "file": path.display().to_string(), "outcome": outcome }));
        }
    }
    if args.json {
        say!("{}", json!({ "held": held, "failed": failed, "scenarios": all }));
    } else {
        let holds = if held == 1 { "holds" } else { "hold" };
        let fails = if failed == 1 { "does" } else { "do" };
        say!("{} {holds}, {failed} {fails} not", count(held, "scenario"));
    }
    if held + failed == 0 {
        let paths: Vec<String> = args.paths.iter().map(|path| path.display().to_string()).collect();
        return Err(Failed::Missing(format!(
            "{}: there are no scenarios; a page is Markdown with ```scenario blocks under ## \
             headings",
            paths.join(", ")
        )));
    }
    if failed > 0 { Err(Failed::Wrong(String::new())) } else { Ok(()) }
}

/// What came of a scenario under one policy.
struct Resolution {
    policies: Vec<String>,
    lines: Vec<String>,
    fired: Vec<String>,
    stopped: Option<String>,
    held: (usize, usize),
}

/// The same board under several policies.
pub fn resolve(args: Resolve) -> Result<(), Failed> {
    let page = page(&args.scenario, args.game.as_deref())?;
    let policies: Vec<String> = if args.policy == "all" {
        DESIGNS.map(str::to_owned).to_vec()
    } else {
        args.policy.split(',').map(|name| name.trim().to_owned()).collect()
    };
    let wanted = args.only.as_deref().unwrap_or("").to_lowercase();
    let chosen: Vec<&Scenario> = page
        .scenarios
        .iter()
        .filter(|scenario| scenario.title.to_lowercase().contains(&wanted))
        .collect();
    if chosen.is_empty() {
        let titles: Vec<&str> = page.scenarios.iter().map(|one| one.title.as_str()).collect();
        return Err(Failed::Missing(format!(
            "{}: no scenario has the words `{wanted}` in its heading; the page has: {}",
            args.scenario.display(),
            titles.join(" | ")
        )));
    }
    let mut all = Vec::new();
    for scenario in chosen {
        let mut groups: Vec<Resolution> = Vec::new();
        for policy in &policies {
            let one = resolve_one(&args.scenario, scenario, policy)?;
            match groups
                .iter_mut()
                .find(|group| group.lines == one.lines && group.stopped == one.stopped)
            {
                Some(group) => group.policies.extend(one.policies),
                None => groups.push(one),
            }
        }
        if !args.json {
            print_groups(scenario, &groups);
        }
        let groups: Vec<_> = groups
            .iter()
            .map(|group| {
                json!({
                    "policies": group.policies,
                    "events": group.lines,
                    "fired": group.fired,
                    "stopped": group.stopped,
                    "expectations_held": group.held.0,
                    "expectations": group.held.1,
                })
            })
            .collect();
        all.push(json!({ "title": scenario.title, "line": scenario.line, "results": groups }));
    }
    if args.json {
        say!("{}", json!(all));
    }
    Ok(())
}

fn resolve_one(file: &Path, scenario: &Scenario, policy: &str) -> Result<Resolution, Failed> {
    let (stage, stopped) = play_scenario(scenario, Some(policy)).map_err(|failure| {
        if failure.expected == "a policy" {
            return Failed::Missing(format!("--policy {policy}: {}", failure.actual));
        }
        let place = format!("{}:{}", file.display(), failure.line);
        Failed::Wrong(format!("{place}: {}: {}", failure.statement, failure.actual))
    })?;
    let words = Words::new(stage.kit.table.read(&stage.game));
    let (mut lines, mut fired) = (Vec::new(), Vec::new());
    let first = stage
        .record
        .entries
        .iter()
        .position(|entry| matches!(entry.fact, Fact::Decided { .. }))
        .unwrap_or(stage.record.entries.len());
    for entry in &stage.record.entries[first..] {
        let inset = "  ".repeat(usize::from(entry.depth.min(10)) + 1);
        match &entry.fact {
            Fact::Reached { .. } | Fact::Asked { .. } => {}
            Fact::Decided { .. } => lines.push(format!("▸ {}", words.fact(&entry.fact))),
            Fact::Fired { source, .. } => {
                let name = words.name(*source);
                fired.push(name.to_owned());
                lines.push(format!("{inset}» {name} fires"));
            }
            Fact::Happened { ability, .. } if !ability.is_none() => {
                lines.push(format!("{inset}  {}", words.fact(&entry.fact)));
            }
            fact => lines.push(format!("{inset}{}", words.fact(fact))),
        }
    }
    let outcome = run_scenario(scenario, Some(policy));
    Ok(Resolution {
        policies: vec![policy.to_owned()],
        lines,
        fired,
        stopped: stopped.map(|failure| format!("{}: {}", failure.statement, failure.actual)),
        held: (outcome.checks.saturating_sub(outcome.failures.len()), outcome.checks),
    })
}

/// Groups side by side, as many as the screen has room for.
fn print_groups(scenario: &Scenario, groups: &[Resolution]) {
    let wide = ratatui::crossterm::terminal::size().map_or(100, |(width, _)| usize::from(width));
    crate::output::put_line(&Line::of(Tone::Strong, format!("## {}", scenario.title)));
    let beside = (wide.max(80) / NARROWEST).clamp(1, groups.len().max(1));
    // Rows of equal length look better than a full one and a rest.
    let beside = groups.len().div_ceil(groups.len().div_ceil(beside).max(1)).max(1);
    let cell = wide.max(80) / beside;
    for row in groups.chunks(beside) {
        let columns: Vec<Vec<Line>> = row.iter().map(|group| column(group, cell - 2)).collect();
        let tall = columns.iter().map(Vec::len).max().unwrap_or(0);
        for at in 0..tall {
            let pieces = columns.iter().map(|column| {
                column.get(at).cloned().unwrap_or_default().fit(cell - 2).add(Tone::Plain, "  ")
            });
            crate::output::put_line(&pieces.fold(Line::new(), Line::join));
        }
        say!("");
    }
}

/// The narrowest column in which a chain can be read.
const NARROWEST: usize = 38;

fn column(group: &Resolution, width: usize) -> Vec<Line> {
    let mut lines = vec![Line::of(Tone::Warn, group.policies.join(", "))];
    lines.push(Line::of(Tone::Soft, format!("fired: {}", group.fired.join(", "))));
    lines.extend(group.lines.iter().map(Line::plain));
    if let Some(stopped) = &group.stopped {
        lines.push(Line::of(Tone::Warn, format!("stopped: {stopped}")));
    }
    let (held, all) = group.held;
    lines.push(Line::of(Tone::Soft, format!("{held} of {all} expectations of the page hold")));
    wrapped(lines, width)
}

/// Reads game folders and tells every error, once or whenever a file changes.
pub fn check(args: Paths) -> Result<(), Failed> {
    if !args.watch {
        return check_once(&args);
    }
    let mut before = None;
    loop {
        // While a file is being saved it may be missing for a moment.
        let now = watched(&args.paths);
        if before.as_ref() != Some(&now) {
            match check_once(&args) {
                Ok(()) => {}
                // Nothing was there from the beginning: a wrong path, not a change.
                Err(failed) if before.is_none() && matches!(failed, Failed::Missing(_)) => {
                    return Err(failed);
                }
                Err(failed) => {
                    crate::output::tell(failed);
                }
            }
            if !args.json {
                say!("watching; Ctrl-C ends");
            }
            before = Some(now);
        }
        std::thread::sleep(WATCH_EVERY);
    }
}

/// How often `check --watch` looks for changes.
const WATCH_EVERY: Duration = Duration::from_millis(200);

/// The files that a check reads as they are now; what cannot be read has none.
fn watched(paths: &[PathBuf]) -> Vec<SourceFile> {
    let folders = paths.iter().filter_map(|path| game_folders(path).ok()).flatten();
    folders.filter_map(|folder| load::files(&folder).ok()).flatten().collect()
}

fn check_once(args: &Paths) -> Result<(), Failed> {
    let (mut errors, mut all) = (0, Vec::new());
    let mut folders = Vec::new();
    for path in &args.paths {
        folders.extend(game_folders(path)?);
    }
    for folder in folders {
        let files = load::files(&folder)?;
        let loaded = load_game(&files);
        errors += loaded.diagnostics.iter().filter(|one| one.is_error()).count();
        if !args.json {
            crate::output::put(&load::drawn(&loaded.diagnostics, &files, colour()));
            if let Some(book) = &loaded.value {
                let abilities: usize =
                    book.catalog.cards.iter().map(|card| card.abilities.len()).sum();
                let sentences: usize = book.cards.iter().map(|card| card.sentences).sum();
                let wrong = loaded.diagnostics.iter().filter(|one| one.is_error()).count();
                say!(
                    "{}: {}, {}, {}, {}; {}, {}",
                    book.game.title,
                    count(book.cards.len(), "card"),
                    match abilities {
                        1 => "1 ability".to_owned(),
                        _ => format!("{abilities} abilities"),
                    },
                    count(sentences, "sentence"),
                    count(book.decks.len(), "deck"),
                    count(wrong, "error"),
                    count(loaded.diagnostics.len() - wrong, "warning")
                );
                if let Some(rulebook) = book.rulebook() {
                    crate::rulebook::summarize(rulebook, &folder);
                }
            }
        }
        let told = if args.json { problems(&loaded.diagnostics, &files) } else { Vec::new() };
        all.push(json!({ "folder": folder.display().to_string(), "problems": told }));
    }
    if args.json {
        say!("{}", json!({ "errors": errors, "folders": all }));
    }
    if errors > 0 { Err(Failed::Wrong(count(errors, "error"))) } else { Ok(()) }
}

/// A count with its noun: `1 card`, `2 cards`.
fn count(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// Diagnostics with their lines and columns.
fn problems(diagnostics: &[Diagnostic], files: &[SourceFile]) -> Vec<serde_json::Value> {
    // Where lines begin is looked for once for each file.
    let starts: HashMap<&str, Vec<usize>> = files
        .iter()
        .map(|file| {
            let ends = file.text.match_indices('\n').map(|(at, _)| at + 1);
            (file.name.as_str(), std::iter::once(0).chain(ends).collect())
        })
        .collect();
    let place = |one: &Diagnostic| {
        let file = files.iter().find(|file| file.name == one.file)?;
        let starts = starts.get(one.file.as_str())?;
        let line = starts.partition_point(|start| *start <= one.span.start);
        let begins = *starts.get(line.checked_sub(1)?)?;
        Some((line, file.text.get(begins..one.span.start)?.chars().count() + 1))
    };
    let told = |one: &Diagnostic| {
        let (line, column) = place(one).unwrap_or((1, 1));
        json!({ "line": line, "column": column, "diagnostic": one })
    };
    diagnostics.iter().map(told).collect()
}

/// The folders of the games that a path holds or belongs to.
fn game_folders(path: &Path) -> Result<Vec<PathBuf>, Failed> {
    if path.is_dir() && !path.join("game.toml").is_file() {
        let entries = fs::read_dir(path)
            .map_err(|error| Failed::Missing(format!("{}: {error}", path.display())))?;
        let mut inside: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        inside.retain(|folder| folder.join("game.toml").is_file());
        inside.sort();
        if !inside.is_empty() {
            return Ok(inside);
        }
    }
    if !path.exists() {
        return Err(Failed::Missing(format!("{}: there is no such file", path.display())));
    }
    let above = path.ancestors().find(|folder| folder.join("game.toml").is_file());
    above.map(|folder| vec![folder.to_path_buf()]).ok_or_else(|| {
        Failed::Missing(format!("{}: there is no game.toml in or above it", path.display()))
    })
}

/// Reads one card text.
pub fn card(args: Card) -> Result<(), Failed> {
    let kit = load::game(&args.game)?;
    if args.text.trim().is_empty() {
        return Err(Failed::Usage("there is no text to read; write it in quotes".into()));
    }
    let mut face = Vec::new();
    let mut vocabulary = kit.book.vocabulary.clone();
    let (abilities, keywords, diagnostics, links) = match &args.kind {
        Some(kind) => {
            let fields = args.fields.iter().map(|field| match field.split_once('=') {
                Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
                None => Err(Failed::Usage(format!("`{field}` is not NAME=VALUE, as `attack=2`"))),
            });
            let fields = fields.collect::<Result<Vec<_>, Failed>>()?;
            let parsed = kit.book.try_card(kind, &fields, &args.text);
            let source = onplay_cards::untitled(kind, &fields, Some(&args.text));
            if parsed.diagnostics.is_empty()
                && let Ok(with_it) = kit.with_cards(&source)
                && let Some(card) = with_it.book.card("Untitled")
            {
                face = card_face::card(&with_it, card, 96);
                vocabulary = with_it.book.vocabulary;
            }
            (parsed.abilities, parsed.keywords, parsed.diagnostics, parsed.links)
        }
        None if !args.fields.is_empty() => {
            return Err(Failed::Usage("fields are printed on a card of some --type".into()));
        }
        None => {
            let (abilities, diagnostics) = kit.book.read_text(&args.text);
            (abilities, Vec::new(), diagnostics, Vec::new())
        }
    };
    let keywords: Vec<&str> =
        keywords.iter().map(|it| vocabulary.names().word(Class::Keyword, it.0)).collect();
    let data = with_names(vocabulary.names(), || serde_json::to_value(&abilities))
        .map_err(|error| Failed::Wrong(error.to_string()))?;
    let failed = diagnostics.iter().any(onplay_cards::Diagnostic::is_error);
    let printed: Vec<String> =
        abilities.iter().map(|ability| print_ability(&vocabulary, ability)).collect();
    if args.json {
        let place = |span: onplay_cards::Span| json!({ "start": span.start, "end": span.end });
        let references: Vec<serde_json::Value> = links
            .iter()
            .map(|link| json!({ "from": place(link.from), "to": link.to.map(place) }))
            .collect();
        say!(
            "{}",
            json!({
                "face": face.iter().map(Line::text).collect::<Vec<_>>(),
                "reads": printed,
                "keywords": keywords,
                "abilities": data,
                "references": references,
                "problems": diagnostics,
            })
        );
    } else {
        let diagnostics: Vec<_> =
            diagnostics.into_iter().map(|one| one.in_file("card text")).collect();
        let source = SourceFile::new("card text", args.text.clone());
        crate::output::put(&load::drawn(&diagnostics, &[source], colour()));
        for one in diagnostics.iter().filter(|one| args.verbose && !one.expected.is_empty()) {
            say!("understood there: {}", one.expected.join(", "));
        }
        if !failed {
            face.iter().for_each(crate::output::put_line);
            if !face.is_empty() {
                say!("");
            }
            if !keywords.is_empty() {
                say!("keywords: {}", keywords.join(", "));
            }
            printed.iter().for_each(|text| say!("reads as: {text}"));
            let words = |span: onplay_cards::Span| args.text.get(span.start..span.end);
            for link in &links {
                let to = link.to.and_then(words).unwrap_or("this card");
                say!("   {} → “{to}”", words(link.from).unwrap_or_default());
            }
            let text = serde_json::to_string_pretty(&data)
                .map_err(|error| Failed::Wrong(error.to_string()))?;
            say!("{text}");
        }
    }
    if failed { Err(Failed::Wrong("the text is not understood".into())) } else { Ok(()) }
}

/// Lists or reads cards.
pub fn cards(args: Cards) -> Result<(), Failed> {
    let kit = load::game(&args.game)?;
    let wanted = args.card.as_deref().unwrap_or("").to_lowercase();
    let exact = args.card.as_deref().and_then(|name| kit.book.card(name));
    let chosen: Vec<CardId> = (0..kit.book.cards.len() as u16)
        .map(CardId)
        .filter(|card| match exact {
            Some(exact) => *card == exact,
            None => kit.book.text(*card).name.to_lowercase().contains(&wanted),
        })
        .collect();
    if chosen.is_empty() {
        let names = kit.table.catalog.names.all(Class::Card);
        let near = onplay_cards::diagnostic::nearest(&wanted, names.iter().map(String::as_str));
        let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        let name = args.card.unwrap_or_default();
        return Err(Failed::Missing(format!("there is no card `{name}`{near}")));
    }
    if args.json {
        let all: Vec<serde_json::Value> = chosen
            .iter()
            .map(|card| {
                let printed = kit.book.printed(*card);
                let abilities = with_names(&kit.table.catalog.names, || {
                    serde_json::to_value(&printed.abilities)
                });
                let attributes: serde_json::Map<String, serde_json::Value> = printed
                    .attributes
                    .iter()
                    .enumerate()
                    .map(|(id, value)| {
                        let word = kit.table.catalog.names.word(Class::Attribute, id as u16);
                        (word.to_owned(), json!(value))
                    })
                    .collect();
                json!({
                    "card": kit.book.text(*card),
                    "attributes": attributes,
                    "abilities": abilities.unwrap_or_default(),
                })
            })
            .collect();
        say!("{}", json!(all));
        return Ok(());
    }
    for card in chosen {
        for line in card_face::card(&kit, card, 96) {
            crate::output::put_line(&line);
        }
        say!("");
    }
    Ok(())
}

/// Lists or shows decks.
pub fn decks(args: Decks) -> Result<(), Failed> {
    let kit = load::game(&args.game)?;
    let book = &kit.book;
    let chosen: Vec<&Deck> = match &args.deck {
        None => book.decks.iter().collect(),
        Some(name) => vec![book.deck(name).ok_or_else(|| {
            let ids: Vec<&str> = book.decks.iter().map(|deck| deck.id.as_str()).collect();
            load::unknown("deck", "decks", name, &ids)
        })?],
    };
    if args.json {
        let all = chosen.iter().map(|deck| {
            let cards = |cards: &[(CardId, u16)]| -> serde_json::Map<_, _> {
                let each =
                    |(card, count): &(CardId, u16)| (book.text(*card).name.clone(), json!(count));
                cards.iter().map(each).collect()
            };
            let sections =
                deck.sections.iter().map(|(name, list)| (name.clone(), cards(list).into()));
            let sections: serde_json::Map<String, serde_json::Value> = sections.collect();
            json!({ "id": deck.id, "name": deck.name, "plan": deck.plan, "sections": sections })
        });
        say!("{}", json!(all.collect::<Vec<_>>()));
        return Ok(());
    }
    let lines = match (&args.deck, chosen.as_slice()) {
        (Some(_), [deck]) => deck_list::whole(&kit, deck, 80),
        _ => deck_list::all(&kit, 80),
    };
    lines.iter().for_each(crate::output::put_line);
    Ok(())
}

/// Prints a schema.
pub fn schema(args: Schema) -> Result<(), Failed> {
    let schemas = schemas();
    match args.name {
        None if args.json => {
            let names: Vec<&str> = schemas.iter().map(|(name, _)| *name).collect();
            say!("{}", json!(names));
        }
        None => schemas.iter().for_each(|(name, _)| say!("{name}")),
        Some(name) => {
            let found = schemas.iter().find(|(known, _)| *known == name);
            let Some((_, schema)) = found else {
                let names: Vec<&str> = schemas.iter().map(|(name, _)| *name).collect();
                return Err(load::unknown("schema", "schemas", &name, &names));
            };
            let text = serde_json::to_string_pretty(schema)
                .map_err(|error| Failed::Wrong(error.to_string()))?;
            say!("{text}");
        }
    }
    Ok(())
}
