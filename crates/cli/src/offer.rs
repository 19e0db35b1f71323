//! What can be decided, as it is shown: numbered texts with what the cards say
//! about them, and the question they answer.

use onplay_engine::id::{CardId, ObjectId};
use onplay_engine::rulebook::Role;
use onplay_engine::state::{Action, Game, Reason};
use onplay_games::printed::{ability_words, choice_words};
use onplay_games::words::Words;

use crate::session::Session;
use crate::text::{Line, Tone, wrap};

/// Something that can be decided, as it is shown.
pub struct Offer {
    pub action: Action,
    /// Its text form, which can be typed.
    pub text: String,
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
    let words = Words::new(session.table().read(&shown));
    let mut offers: Vec<Offer> = Vec::new();
    for action in session.legal() {
        let mut text = words.action(action);
        for id in objects(action) {
            // Copies of a card in a hand or deck are one choice, by its name.
            if is_copy(&shown, &words, id) {
                text = text.replace(&words.full_label(id), words.card(shown.object(id).card));
            }
        }
        if !offers.iter().any(|known| known.text == text) {
            let about = choice_words(&session.kit.book, &shown, action);
            offers.push(Offer { action, text, about });
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
    let named: Vec<usize> = all.clone().filter(|index| fits(&offers[*index].text)).collect();
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

/// The numbered offers in columns; one below the other if they are long or
/// cards say something about them, on further lines if those fit.
pub fn offer_lines(offers: &[Offer], fitting: &[usize], width: usize, height: usize) -> Vec<Line> {
    let length = |index: &usize| offers[*index].text.chars().count() + 6;
    let told = |index: &usize| offers[*index].about.is_some() || length(index) > width + 2;
    if fitting.iter().any(told) {
        let lines: Vec<Line> =
            fitting.iter().flat_map(|index| offer_block(*index, &offers[*index], width)).collect();
        if lines.len() <= height {
            return lines;
        }
    }
    let longest = fitting.iter().map(length).max().unwrap_or(0);
    let columns = (width / longest.max(20)).max(1);
    let rows = fitting.len().div_ceil(columns);
    let mut lines = Vec::new();
    for row in 0..rows {
        let mut line = Line::new();
        // Column by column, as one reads a list.
        for column in 0..columns {
            if let Some(index) = fitting.get(column * rows + row) {
                let number = Line::of(Tone::Strong, format!("{:>3} ", index + 1));
                let mut piece = number.add(Tone::Plain, offers[*index].text.clone());
                if let Some(about) = offers[*index].about.as_ref().filter(|_| columns == 1) {
                    piece = piece.add(Tone::Soft, format!(": {about}"));
                }
                line = line.join(piece.fit(width / columns));
            }
        }
        lines.push(line);
    }
    lines
}

/// One offer with what its card says.
fn offer_block(index: usize, offer: &Offer, width: usize) -> Vec<Line> {
    let number = Line::of(Tone::Strong, format!("{:>3} ", index + 1));
    let about = offer.about.as_ref().map_or(String::new(), |about| format!(": {about}"));
    let text = format!("{}{about}", offer.text);
    let mut lines = wrap(&text, width.saturating_sub(4), 0).into_iter();
    let first = number.add(Tone::Plain, lines.next().unwrap_or_default());
    let rest = lines.map(|line| Line::of(Tone::Soft, format!("    {line}")));
    std::iter::once(first).chain(rest).collect()
}
