//! What can be decided, as it is shown: numbered texts with what the cards say
//! about them, and the question they answer.

use onplay_engine::id::{CardId, ObjectId};
use onplay_engine::rulebook::Role;
use onplay_engine::state::{Action, Game, Reason};
use onplay_games::printed::{ability_words, choice_words};
use onplay_games::spoken::Spoken;
use onplay_games::words::Words;

use crate::session::Session;
use crate::text::{Line, Tone, wrap};

/// Something that can be decided, as it is shown.
pub struct Offer {
    pub action: Action,
    /// Its text form, which programs send and people can type.
    pub text: String,
    /// As people read it, with what it costs.
    pub said: String,
    /// The same in two parts: the card, then the place or target.
    parts: [String; 2],
    /// What the card says about it, where the text form does not.
    pub about: Option<String>,
}

/// The action texts that a person chooses from, in the order of their numbers.
pub fn offers(session: &Session) -> Vec<Offer> {
    // What a bot could do is for nobody to see but those who watch two bots.
    if session.humans() > 0 && !session.waits_for_human() {
        return Vec::new();
    }
    let shown = session.shown();
    let names = crate::people::names(session);
    let spoken = Spoken::new(Words::new(session.table().read(&shown)), &session.kit.book, &names);
    let mut offers: Vec<Offer> = Vec::new();
    for action in session.legal() {
        let words = &spoken.words;
        let mut text = words.action(action);
        let mut said = [spoken.offer(action), spoken.offer_stem(action), spoken.offer_way(action)];
        for id in objects(action) {
            // Copies of a card in a hand or deck are one choice, by its name.
            if is_copy(&shown, words, id) {
                let name = words.card(shown.object(id).card);
                text = text.replace(&words.full_label(id), name);
                said = said.map(|said| said.replace(&spoken.label(id), name));
            }
        }
        if !offers.iter().any(|known| known.text == text) {
            let about = choice_words(&session.kit.book, &shown, action);
            let [said, first, second] = said;
            offers.push(Offer { action, text, said, parts: [first, second], about });
        }
    }
    offers
}

/// Whether an object lies in a hand or deck beside another that is just the
/// same.
fn is_copy(game: &Game, words: &Words, id: ObjectId) -> bool {
    let Some(object) = game.objects.get(id.index()) else { return false };
    let rule = words.reader.catalog.rules.zone_rule(object.zone);
    let same = |other: &ObjectId| {
        let other = game.object(*other);
        (other.card, other.flags, other.values, other.granted)
            == (object.card, object.flags, object.values, object.granted)
    };
    rule.is_some_and(|rule| matches!(rule.role, Role::Hand | Role::Deck))
        && game.zone(object.zone).iter().filter(|other| same(other)).count() > 1
}

/// The cards that an action names, as far as they may be seen.
pub fn cards(session: &Session, action: Action) -> Vec<CardId> {
    let shown = session.shown();
    let card = |id: ObjectId| shown.objects.get(id.index()).map(|object| object.card);
    let mut cards: Vec<CardId> = objects(action).into_iter().filter_map(card).collect();
    cards.retain(|card| *card != CardId::HIDDEN);
    cards.dedup();
    cards
}

/// The objects that an action names.
pub fn objects(action: Action) -> [ObjectId; 2] {
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

/// The offers that have all typed words in their text form, or else in what
/// their cards say.
pub fn matching(offers: &[Offer], typed: &str) -> Vec<usize> {
    let wanted: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
    let fits = |text: &str| {
        let text = text.to_lowercase();
        wanted.iter().all(|word| text.contains(word.as_str()))
    };
    let all = 0..offers.len();
    let named = |index: &usize| fits(&offers[*index].text) || fits(&offers[*index].said);
    let named: Vec<usize> = all.clone().filter(named).collect();
    if !named.is_empty() {
        return named;
    }
    let about = |index: &usize| offers[*index].about.as_deref().is_some_and(fits);
    all.filter(about).collect()
}

/// What is asked, with what was picked so far; none if nothing is.
pub fn question(session: &Session) -> Option<String> {
    let shown = session.shown();
    let words = Words::new(session.table().read(&shown));
    let prompt = shown.pending.prompt()?;
    let mut text = words.prompt()?;
    if !prompt.picks().is_empty() {
        let picks: Vec<&str> =
            prompt.picks().iter().map(|id| words.card(shown.object(*id).card)).collect();
        text += &format!(" ({} so far: {})", picks.len(), picks.join(", "));
    }
    Some(text)
}

/// What the card behind the question says; modes say it themselves.
pub fn question_words(session: &Session) -> Option<String> {
    let prompt =
        session.game.pending.prompts().first().filter(|prompt| prompt.reason != Reason::Mode)?;
    let words = ability_words(&session.kit.book, prompt.ability)?;
    Some(words.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// An action's text with the bare names of cards.
pub fn cards_only(words: &Words, action: Action) -> String {
    let game = words.reader.game;
    let mut text = words.full_action(action);
    for id in objects(action).into_iter().filter(|id| id.index() < game.objects.len()) {
        text = text.replace(&words.full_label(id), words.card(game.object(id).card));
    }
    text
}

/// A card that is played, moved or attacks, before it is said where or what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stem {
    Play(ObjectId),
    Move(ObjectId),
    Attack(ObjectId),
}

impl Stem {
    fn of(action: Action) -> Option<Stem> {
        match action {
            Action::Play { object, .. } => Some(Stem::Play(object)),
            Action::Move { object, .. } => Some(Stem::Move(object)),
            Action::Attack { attacker, .. } => Some(Stem::Attack(attacker)),
            _ => None,
        }
    }

    /// What is asked once the card is chosen.
    fn question(self) -> &'static str {
        match self {
            Stem::Play(_) | Stem::Move(_) => "where?",
            Stem::Attack(_) => "what?",
        }
    }
}

/// One line of the list that a person chooses from: an action, or a card with
/// several places to go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    pub text: String,
    pub about: Option<String>,
    /// The offers behind it, by their places in the list of offers.
    pub offers: Vec<usize>,
}

impl Entry {
    fn alone(offers: &[Offer], index: usize) -> Entry {
        let Offer { said, about, .. } = &offers[index];
        // What a card says about an option is better than its number.
        let (text, about) = match (offers[index].action, about) {
            (Action::ChooseOption(_), Some(about)) => (about.clone(), None),
            _ => (said.clone(), about.clone()),
        };
        Entry { text, about, offers: vec![index] }
    }

    /// The card that is chosen with this line, if its place is asked for next.
    pub fn stem(&self, offers: &[Offer]) -> Option<Stem> {
        let first = self.offers.first().filter(|_| self.offers.len() > 1)?;
        Stem::of(offers[*first].action)
    }
}

/// Lists with no more actions than this need no second step.
const FEW: usize = 9;

/// The list of a person: where there are many actions, the card comes first and
/// then the place. `within` is what was chosen so far.
pub fn entries(offers: &[Offer], within: Option<Stem>) -> Vec<Entry> {
    let alone = |index: usize| Entry::alone(offers, index);
    let all = 0..offers.len();
    if within.is_some() {
        let inside = all.filter(|at| Stem::of(offers[*at].action) == within);
        let way = |at: usize| Entry { text: offers[at].parts[1].clone(), ..alone(at) };
        return inside.map(way).collect();
    }
    if offers.len() <= FEW {
        return all.map(alone).collect();
    }
    let mut entries: Vec<(Option<Stem>, Entry)> = Vec::new();
    for index in all {
        let own = Stem::of(offers[index].action);
        match entries.iter_mut().find(|(stem, _)| own.is_some() && *stem == own) {
            Some((_, entry)) => entry.offers.push(index),
            None => entries.push((own, alone(index))),
        }
    }
    let mut entries: Vec<Entry> = entries.into_iter().map(|(_, entry)| entry).collect();
    for entry in entries.iter_mut().filter(|entry| entry.offers.len() > 1) {
        let first = &offers[entry.offers[0]];
        entry.text = format!("{}{}", first.parts[0], ways(offers, entry));
        entry.about = None;
    }
    entries
}

/// What is asked about a card that was chosen.
pub fn within_question(offers: &[Offer], within: Option<Stem>) -> Option<String> {
    let stem = within?;
    let offer = offers.iter().find(|offer| Stem::of(offer.action) == within)?;
    Some(format!("{}: {}", offer.parts[0], stem.question()))
}

/// Where a card can go: all places if they are few, else how many.
fn ways(offers: &[Offer], entry: &Entry) -> String {
    let ways: Vec<&str> = entry.offers.iter().map(|at| offers[*at].parts[1].as_str()).collect();
    let list = ways.join(", ");
    let joint = if matches!(entry.stem(offers), Some(Stem::Attack(_))) { ": " } else { " to " };
    let named = offers[entry.offers[0]].parts[0].chars().count();
    if list.chars().count() <= 24 && named + list.chars().count() <= 40 {
        format!("{joint}{list}")
    } else {
        format!(" … {} ways", ways.len())
    }
}

/// What is shown of the list: numbered, or without numbers what fits the typed
/// words.
pub fn listed(session: &Session, offers: &[Offer], typed: &str) -> Vec<(Option<usize>, Entry)> {
    let typed = typed.trim();
    let fitting = match typed.is_empty() || typed.parse::<usize>().is_ok() {
        true => Vec::new(),
        false => matching(offers, typed),
    };
    if fitting.is_empty() {
        let entries = entries(offers, session.within);
        return entries.into_iter().enumerate().map(|(at, entry)| (Some(at + 1), entry)).collect();
    }
    fitting.into_iter().map(|index| (None, Entry::alone(offers, index))).collect()
}

/// The list in columns; one below the other if lines are long or cards say
/// something about them, on further lines if those fit.
pub fn list_lines(list: &[(Option<usize>, Entry)], width: usize, height: usize) -> Vec<Line> {
    let length = |entry: &Entry| entry.text.chars().count() + 6;
    let told = |(_, entry): &(_, Entry)| entry.about.is_some() || length(entry) > width + 2;
    if list.iter().any(told) {
        let lines: Vec<Line> =
            list.iter().flat_map(|(number, entry)| entry_block(*number, entry, width)).collect();
        if lines.len() <= height {
            return lines;
        }
    }
    if list.iter().any(|(_, entry)| length(entry) > width + 2) {
        // Whole words, even if they have to be scrolled to.
        let bare = |entry: &Entry| Entry { about: None, ..entry.clone() };
        let blocks = list.iter().map(|(number, entry)| (*number, bare(entry)));
        return blocks.flat_map(|(number, entry)| entry_block(number, &entry, width)).collect();
    }
    let longest = list.iter().map(|(_, entry)| length(entry)).max().unwrap_or(0);
    let columns = (width / longest.max(20)).max(1);
    let rows = list.len().div_ceil(columns);
    let mut lines = Vec::new();
    for row in 0..rows {
        let mut line = Line::new();
        // Column by column, as one reads a list.
        for column in 0..columns {
            if let Some((number, entry)) = list.get(column * rows + row) {
                let mut piece = lead(*number).add(Tone::Plain, entry.text.clone());
                let room = width.saturating_sub(piece.width());
                if let Some(about) = entry.about.as_ref().filter(|_| columns == 1) {
                    piece = piece.add(Tone::Soft, shortened(about, room));
                }
                line = line.join(piece.fit(width / columns));
            }
        }
        lines.push(line);
    }
    lines
}

/// What a card says about an entry, as far as there is room: all of it, the name of
/// the ability, or nothing.
fn shortened(about: &str, room: usize) -> String {
    let name = about.split(" — ").next().filter(|name| *name != about);
    let ways = [Some(about), name].into_iter().flatten().map(|words| format!(": {words}"));
    { ways }.find(|text| text.chars().count() <= room).unwrap_or_default()
}

fn lead(number: Option<usize>) -> Line {
    Line::of(Tone::Strong, number.map_or("    ".into(), |number| format!("{number:>3} ")))
}

/// One line of the list with what its card says.
fn entry_block(number: Option<usize>, entry: &Entry, width: usize) -> Vec<Line> {
    let about = entry.about.as_ref().map_or(String::new(), |about| format!(": {about}"));
    let text = format!("{}{about}", entry.text);
    let mut lines = wrap(&text, width.saturating_sub(4), 0).into_iter();
    let first = lead(number).add(Tone::Plain, lines.next().unwrap_or_default());
    let rest = lines.map(|line| Line::of(Tone::Soft, format!("    {line}")));
    std::iter::once(first).chain(rest).collect()
}
