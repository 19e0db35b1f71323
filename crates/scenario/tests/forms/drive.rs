//! Plays the generic scenario of a row in one game: passing, resolving and
//! reaching the right moment are the game's business, not the row's.

use onplay_cards::{CardContext, parse_card_text};
use onplay_engine::card::Ability;
use onplay_engine::id::Seat;
use onplay_engine::rulebook::Period;
use onplay_games::words::Words;
use onplay_games::{Action, Kit, SourceFile};
use onplay_scenario::Stage;
use onplay_scenario::page::Line;

use crate::table::{Game, Outcome, Row, Table};

/// Passes before a moment that never comes is given up.
const MOST_PASSES: usize = 60;

/// What comes of a row in a game.
pub fn try_out(table: &Table, row: &Row, kit: &Kit) -> Outcome {
    let kit = match with_cards(table, row, kit) {
        Ok(kit) => kit,
        Err(outcome) => return outcome,
    };
    let game = &table.games[&kit.book.game.id];
    let ran = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(game, row, kit)));
    match ran {
        Ok(Ok(())) => Outcome::Holds,
        Ok(Err(how)) => Outcome::Fails(how),
        Err(_) => Outcome::Fails("the engine is wrong: it panics".into()),
    }
}

/// The game with the cards of a row.
pub fn with_cards(table: &Table, row: &Row, kit: &Kit) -> Result<Kit, Outcome> {
    let game = &table.games[&kit.book.game.id];
    for word in &row.needs {
        fill(game, &format!("<{word}>")).map_err(Outcome::NoWords)?;
    }
    let form = cards(game, row).map_err(Outcome::NoWords)?;
    let form = SourceFile::new("form", form);
    // Whether the form itself is refused does not depend on what helps to prove it.
    let plain = others(game, None).map_err(Outcome::Fails)?;
    let plain = kit.with_cards(&SourceFile::new("others", plain)).map_err(fails)?;
    plain
        .with_cards(&form)
        .map_err(|errors| {
            let first = errors.first();
            Outcome::Refused(first.map_or(String::new(), |error| match error.code {
                "text" => format!("not understood: {}", error.message),
                _ => error.message.clone(),
            }))
        })
        .map_err(|outcome| match &outcome {
            // What is wrong with the row is no answer of the game.
            Outcome::Refused(why) if why.contains("duplicate key") => Outcome::Fails(why.clone()),
            _ => outcome,
        })?;
    let others = others(game, Some(row))
        .map_err(|word| Outcome::Fails(format!("no word for <{word}> in its other cards")))?;
    let kit = kit.with_cards(&SourceFile::new("others", others)).map_err(fails)?;
    kit.with_cards(&form).map_err(fails)
}

/// What a game understands of the form, refused or not.
pub fn abilities(table: &Table, row: &Row, kit: &Kit) -> Vec<Ability> {
    let game = &table.games[&kit.book.game.id];
    let Some(text) = row.unit.as_ref().or(row.spell.as_ref()) else { return Vec::new() };
    let Ok(text) = fill(game, text) else { return Vec::new() };
    let plain = others(game, None).map(|cards| SourceFile::new("others", cards));
    let Some(kit) = plain.ok().and_then(|cards| kit.with_cards(&cards).ok()) else {
        return Vec::new();
    };
    let card = CardContext { name: "Form", once: row.spell.is_some() };
    parse_card_text(&kit.book.vocabulary, card, &text).abilities
}

/// The text of a row in the words of a game, and whether its card happens once.
pub fn text_in(table: &Table, row: &Row, kit: &Kit) -> Option<(String, bool)> {
    let text = row.unit.as_ref().or(row.spell.as_ref())?;
    let text = fill(&table.games[&kit.book.game.id], text).ok()?;
    Some((text, row.spell.is_some()))
}

/// A game with the cards that rows speak of.
pub fn with_plain_cards(table: &Table, kit: &Kit) -> Kit {
    let cards = others(&table.games[&kit.book.game.id], None).expect("the game has the words");
    kit.with_cards(&SourceFile::new("others", cards)).expect("plain cards are understood")
}

fn fails(errors: Vec<onplay_games::Diagnostic>) -> Outcome {
    let said: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
    Outcome::Fails(format!("its other cards are refused: {}", said.join("; ")))
}

/// Puts the words of a game's cards into the placeholders.
fn fill(game: &Game, text: &str) -> Result<String, String> {
    fill_from(text, |name| game.words.get(name))
}

/// Puts the words of a game's scenarios into the placeholders.
fn fill_state(game: &Game, text: &str) -> Result<String, String> {
    fill_from(text, |name| game.state.get(name).or(game.words.get(name)))
}

fn fill_from<'a>(text: &str, word: impl Fn(&str) -> Option<&'a String>) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        let (name, after) = after.split_once('>').ok_or("a placeholder is not closed")?;
        out += before;
        out += word(name).ok_or_else(|| name.to_owned())?;
        rest = after;
    }
    Ok(out + rest)
}

/// The card of the form itself.
fn cards(game: &Game, row: &Row) -> Result<String, String> {
    let (body, text) = match (&row.unit, &row.spell) {
        (Some(text), None) => (unit(game, "Form", 1)?, text),
        (None, Some(text)) => (spell(game, "Form", &fill(game, &row.fields)?), text),
        _ => return Err("a row has either a unit or a spell".into()),
    };
    Ok(format!("{body}\ntext = '''{}'''\n", fill(game, text)?))
}

/// A spell; what its own fields say of its cost counts.
fn spell(game: &Game, name: &str, fields: &str) -> String {
    let says =
        |line: &&str| line.split_whitespace().next().is_some_and(|word| fields.starts_with(word));
    let plain: Vec<&str> = game.spell_card.lines().filter(|line| !says(line)).collect();
    format!("[[card]]\nname = \"{name}\"\n{}\n{fields}\n", plain.join("\n"))
}

fn unit(game: &Game, name: &str, stat: i16) -> Result<String, String> {
    let stat = fill(game, &format!("<stat> = {stat}"))?;
    Ok(format!("[[card]]\nname = \"{name}\"\n{}\n{stat}\n", game.unit_card))
}

/// The cards that are there for the form to do something with; without a row
/// they say nothing.
fn others(game: &Game, row: Option<&Row>) -> Result<String, String> {
    let mut cards = String::new();
    let mate = row.and_then(|row| row.mate.as_ref());
    let foe = row.and_then(|row| row.foe.as_ref());
    let extra = row.and_then(|row| row.extra.as_ref());
    for (name, stat, text) in [("Mate", 3, mate), ("Foe", 2, foe), ("Extra", 5, extra)] {
        cards += &unit(game, name, stat)?;
        if let Some(text) = text {
            cards += &format!("text = '''{}'''\n", fill(game, text)?);
        }
    }
    cards += &format!("{}token = true\n", unit(game, "Chip", 1)?);
    let help = row.and_then(|row| row.help.as_ref());
    for name in ["Ash", "Birch", "Cedar", "Dill", "Elm", "Fern", "Ivy", "Help"] {
        let fields = row.filter(|_| name == "Help").map_or("", |row| &row.help_fields);
        cards += &spell(game, name, &fill(game, fields)?);
        if let ("Help", Some(text)) = (name, help) {
            cards += &format!("text = '''{}'''\n", fill(game, text)?);
        }
    }
    Ok(cards)
}

/// The lines that lay out the table.
fn setup(game: &Game, row: &Row) -> Result<Vec<Line>, String> {
    let mut parts: Vec<String> = vec![fill_state(game, &game.setup)?];
    for (places, cards) in [(&game.mine, &row.mine), (&game.theirs, &row.theirs)] {
        let cards = fill_state(game, cards)?;
        let names: Vec<&str> = cards.split(',').map(str::trim).filter(|s| !s.is_empty()).collect();
        match places.as_slice() {
            [one] if !names.is_empty() => parts.push(format!("{one}: {}", names.join(", "))),
            _ => {
                for (place, name) in places.iter().zip(names) {
                    parts.push(format!("{place}: {name}"));
                }
            }
        }
    }
    let mut hand: Vec<&str> =
        row.hand.split(',').map(str::trim).filter(|s| !s.is_empty()).collect();
    let is_unit = |name: &str| matches!(name, "Mate" | "Extra" | "Foe");
    let (mut units, mut spells): (Vec<&str>, Vec<&str>) =
        hand.drain(..).partition(|name| is_unit(name));
    if row.help.is_some() {
        spells.push("Help");
    }
    if row.spell.is_some() {
        spells.push("Form");
    } else if !row.mine.contains("Form") && !row.setup.contains("Form") {
        units.push("Form");
    }
    if game.from == "p1 hand" {
        spells.append(&mut units);
    }
    if !units.is_empty() {
        parts.push(format!("{}: {}", game.from, units.join(", ")));
    }
    if !spells.is_empty() {
        parts.push(format!("p1 hand: {}", spells.join(", ")));
    }
    if !row.setup.contains("p1 deck") && !row.setup.contains("p1 <deck>") {
        parts.push(fill_state(game, "p1 <deck>: Ash, Birch, Cedar, Dill, Elm, Fern")?);
    }
    if !row.setup.contains("p2 deck") {
        parts.push(fill_state(game, "p2 <deck>: Ivy x6")?);
    }
    parts.push(fill_state(game, &row.setup)?);
    let lines = parts.iter().flat_map(|part| part.split(';')).map(str::trim);
    let lines = lines.filter(|part| !part.is_empty());
    let mut lines: Vec<Line> = lines
        .map(|part| match part.strip_prefix("active ") {
            Some(_) => line(part),
            None => line(&format!("setup {part}")),
        })
        .collect();
    lines.sort_by_key(|line| line.keyword == "setup");
    Ok(lines)
}

fn line(text: &str) -> Line {
    let (keyword, rest) = text.split_once(' ').unwrap_or((text, ""));
    Line { number: 0, keyword: keyword.to_owned(), rest: rest.to_owned() }
}

fn run(game: &Game, row: &Row, kit: Kit) -> Result<(), String> {
    let steps = row.run_in.get(&kit.book.game.id).unwrap_or(&row.run);
    let steps =
        fill_state(game, steps).map_err(|word| format!("no word for <{word}> in its steps"))?;
    let lines = setup(game, row).map_err(|word| format!("no word for <{word}> in its setup"))?;
    let (stage, _) =
        Stage::arrange(kit, &lines).map_err(|wrong| format!("setup: {}", wrong.actual))?;
    let mut drive = Drive { stage, game };
    let steps: Vec<&str> = steps.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    for (at, step) in steps.iter().enumerate() {
        let next = steps.get(at + 1).copied().unwrap_or("");
        drive.step(step, next).map_err(|how| format!("{step}: {how}"))?;
    }
    Ok(())
}

struct Drive<'a> {
    stage: Stage,
    game: &'a Game,
}

impl Drive<'_> {
    fn legal(&self) -> Vec<(Action, String)> {
        let table = &self.stage.kit.table;
        let mut actions = Vec::new();
        table.legal_actions(&self.stage.game, &mut actions);
        let words = Words::new(table.read(&self.stage.game));
        actions.into_iter().map(|action| (action, words.action(action))).collect()
    }

    fn has_turns(&self) -> bool {
        let can = &self.stage.kit.book.catalog.rules.can;
        can.as_ref().is_none_or(|can| can.ends.contains(&Period::Turn))
    }

    fn decider(&self) -> Option<Seat> {
        self.stage.game.to_decide()
    }

    fn apply(&mut self, action: Action) -> Result<(), String> {
        let seat = self.decider().ok_or("the game is over")?;
        let Stage { kit, game, record, .. } = &mut self.stage;
        let result = kit.table.apply(game, seat, action, Some(record));
        result.map_err(|refusal| format!("refused: {refusal:?}"))
    }

    fn is_asked(&self) -> bool {
        !self.stage.game.pending.prompts().is_empty()
    }

    /// An action that goes on without doing anything.
    fn idle(&self) -> Option<Action> {
        let legal = self.legal();
        // Passing may have a name of its own: ending the turn.
        let passes = legal.iter().find(|(action, _)| *action == Action::Pass);
        let plain = ["end turn", "done", "no"].iter();
        let found = passes
            .or_else(|| { plain }.find_map(|wanted| legal.iter().find(|(_, text)| text == wanted)));
        found.or(legal.first()).map(|(action, _)| *action)
    }

    /// One step of a row; what follows it in the game is passed through.
    fn step(&mut self, step: &str, next: &str) -> Result<(), String> {
        let (verb, rest) = step.split_once(' ').unwrap_or((step, ""));
        match verb {
            "expect" | "prompt" | "log" => {
                return self
                    .stage
                    .check(&line(step))
                    .map_err(|(_, actual)| format!("but {actual}"));
            }
            "play" | "use" | "move" | "attack" | "block" => self.act(verb, rest)?,
            "cannot" => return self.cannot(rest),
            "pass" => self.pass()?,
            // Where the game asks for a place, the first will do.
            "anywhere" => {
                while self.is_asked() {
                    self.pass()?;
                }
            }
            "show" => {
                let offered: Vec<String> = self.legal().into_iter().map(|(_, text)| text).collect();
                return Err(format!("on offer: {}", offered.join(" | ")));
            }
            "choose" | "option" | "yes" | "no" | "done" => {
                if !self.is_asked() {
                    return Ok(());
                }
                self.answer(step)?;
            }
            "p2" => {
                if let Some(rest) = rest.strip_prefix("cannot ") {
                    if !rest.contains(" but ") && self.decider() != Some(Seat::TWO) {
                        return Err("p2 is not asked".into());
                    }
                    return self.cannot(rest);
                }
                self.reach(Seat::TWO, rest)?;
                self.answer(rest)?;
            }
            "end" if rest == "turn" => self.pass_until(|game, start| {
                game.turn.active != start.turn.active || game.turn.number != start.turn.number
            })?,
            // Where no turn ends, the next round is as good.
            "next" if rest == "turn" && !self.has_turns() => {
                self.pass_until(|game, start| game.turn.round > start.turn.round)?;
            }
            "next" if rest == "turn" => self.pass_until(|game, start| {
                game.turn.number > start.turn.number && game.turn.active == Seat::ONE
            })?,
            "next" if rest == "round" => {
                self.pass_until(|game, start| game.turn.round > start.turn.round)?;
            }
            _ => return Err("this step is not understood".into()),
        }
        // What the other has begun can be answered first.
        let is_answered = verb == "p2" && !next.starts_with("expect");
        if !next.starts_with("p2") && !is_answered {
            self.settle()?;
        }
        Ok(())
    }

    /// Whether an action in words is what a step asks for.
    fn is_meant(&self, verb: &str, rest: &str, text: &str) -> bool {
        let own = self.game.verbs.get(verb).filter(|own| text.starts_with(own.as_str()));
        let called = own.map_or(verb, String::as_str);
        match verb {
            "attack" | "block" | "defend" => {
                text.starts_with(called)
                    && match rest.split_once(" at ") {
                        Some((name, target)) => {
                            text.ends_with(&format!("with {name}")) && text.contains(target)
                        }
                        None => text.ends_with(&format!("with {rest}")),
                    }
            }
            _ => {
                let begin = format!("{called} {rest}");
                text == begin
                    || text.starts_with(&format!("{begin} "))
                    || text.starts_with(&format!("{begin}:"))
            }
        }
    }

    /// Takes an action, passing until it is on offer.
    fn act(&mut self, verb: &str, rest: &str) -> Result<(), String> {
        let before = self.legal();
        for _ in 0..MOST_PASSES {
            let legal = self.legal();
            let found = legal.iter().find(|(_, text)| self.is_meant(verb, rest, text));
            if let Some((action, _)) = found {
                return self.apply(*action);
            }
            self.pass()?;
        }
        let offered: Vec<String> = before.into_iter().map(|(_, text)| text).collect();
        Err(format!("never offered; on offer: {}", offered.join(" | ")))
    }

    /// Passes until a player is offered something that begins like this.
    fn reach(&mut self, seat: Seat, text: &str) -> Result<(), String> {
        for _ in 0..MOST_PASSES {
            let is_offered = |(_, offered): &(Action, String)| {
                offered.to_lowercase().starts_with(&text.to_lowercase())
            };
            if self.decider() == Some(seat) && self.legal().iter().any(is_offered) {
                return Ok(());
            }
            self.pass()?;
        }
        Err("never offered".into())
    }

    /// Something that Mate can do and Form cannot, or that cannot be done now.
    fn cannot(&mut self, rest: &str) -> Result<(), String> {
        let (verb, who) = rest.split_once(' ').unwrap_or((rest, ""));
        if let Some((who, control)) = who.split_once(" but ") {
            for _ in 0..MOST_PASSES {
                let legal = self.legal();
                if legal.iter().any(|(_, text)| self.is_meant(verb, control, text)) {
                    return match legal.iter().find(|(_, text)| self.is_meant(verb, who, text)) {
                        Some((_, text)) => Err(format!("it can {text}")),
                        None => Ok(()),
                    };
                }
                self.pass()?;
            }
            return Err(format!("{control} cannot either"));
        }
        match self.legal().iter().find(|(_, text)| self.is_meant(verb, who, text)) {
            Some((_, text)) => Err(format!("it can {text}")),
            None => Ok(()),
        }
    }

    fn answer(&mut self, text: &str) -> Result<(), String> {
        let legal = self.legal();
        let found =
            legal.iter().find(|(_, offered)| offered.eq_ignore_ascii_case(text)).or_else(|| {
                legal
                    .iter()
                    .find(|(_, offered)| offered.to_lowercase().starts_with(&text.to_lowercase()))
            });
        let Some((action, _)) = found else {
            let offered: Vec<&str> = legal.iter().map(|(_, text)| text.as_str()).collect();
            return Err(format!("on offer: {}", offered.join(" | ")));
        };
        self.apply(*action)
    }

    fn pass(&mut self) -> Result<(), String> {
        let action = self.idle().ok_or("nothing can be decided")?;
        self.apply(action)
    }

    fn pass_until(
        &mut self,
        is_there: impl Fn(&onplay_games::Game, &onplay_games::Game) -> bool,
    ) -> Result<(), String> {
        let start = self.stage.game.clone();
        for _ in 0..MOST_PASSES {
            if is_there(&self.stage.game, &start) {
                return Ok(());
            }
            self.pass()?;
        }
        Err("the moment never comes".into())
    }

    /// Lets what is waiting happen: the other player does nothing, and what is
    /// on the stack resolves.
    fn settle(&mut self) -> Result<(), String> {
        for _ in 0..MOST_PASSES {
            let game = &self.stage.game;
            if game.is_over() {
                return Ok(());
            }
            let is_theirs = self.decider() == Some(Seat::TWO) && game.turn.active == Seat::ONE;
            let waits = !self.is_asked() && !game.pending.stack.is_empty();
            if !is_theirs && !waits {
                return Ok(());
            }
            self.pass()?;
        }
        Ok(())
    }
}
