//! The table, the cards and how they share the room.

use onplay_engine::id::{CardId, Seat, ZoneId};
use onplay_engine::rulebook::Role;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line as ScreenLine;
use ratatui::widgets::{Block, Borders, Paragraph};

use super::run::{Mode, Screen, WIDE};
use crate::board::Board;
use crate::card_face;
use crate::command;
use crate::offer::{self, list_lines};
use crate::people;
use crate::room::Room;
use crate::text::{Line, Tone, style, wrap};

impl Screen {
    pub(super) fn draw(&mut self, frame: &mut Frame) {
        self.width = usize::from(frame.area().width);
        if let Some(seat) = self.curtain {
            let names = people::names(&self.session);
            let text =
                format!("{}, your turn. Nobody else looking? Press Enter.", names.subject(seat));
            let [_, middle, _] =
                Layout::vertical([Constraint::Fill(1), Constraint::Length(1), Constraint::Fill(1)])
                    .areas(frame.area());
            frame.render_widget(Paragraph::new(text).centered(), middle);
            return;
        }
        let [title, main, say, input, hint] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Min(3),
            Constraint::Length(1),
            Constraint::Length(1),
            Constraint::Length(1),
        ])
        .areas(frame.area());
        if frame.area().width >= WIDE {
            let [left, right] =
                Layout::horizontal([Constraint::Percentage(64), Constraint::Fill(1)])
                    .spacing(1)
                    .areas(main);
            let bottom = self.draw_table(frame, title, left, 10);
            // Under the actions there is room to read the cards.
            let rows = self.action_rows(usize::from(bottom.width)) as u16 + 1;
            let tall = rows.clamp(4, bottom.height.saturating_sub(4).max(4));
            let [actions, cards] =
                Layout::vertical([Constraint::Length(tall), Constraint::Fill(1)]).areas(bottom);
            self.draw_actions(frame, actions);
            self.draw_cards(frame, cards);
            self.draw_log(frame, right);
        } else {
            let bottom = self.draw_table(frame, title, main, 7);
            // Long actions take room from the log, but not all of it.
            let offers = offer::offers(&self.session);
            let longest = offer::entries(&offers, self.session.within)
                .iter()
                .map(|entry| entry.text.chars().count() as u16 + 5)
                .max()
                .unwrap_or(0);
            let half = bottom.width / 2;
            let over = self.session.game.is_over();
            let most = if over { bottom.width } else { bottom.width * 2 / 3 };
            let wide = if over { most } else { longest.clamp(half, most) };
            let [left, right] = Layout::horizontal([Constraint::Length(wide), Constraint::Fill(1)])
                .spacing(1)
                .areas(bottom);
            self.draw_actions(frame, left);
            let meant = self.meant();
            if over {
                // How it ended is worth the whole width; `log` has the rest.
            } else if meant.is_empty() {
                self.draw_log(frame, right);
            } else {
                self.draw_meant(frame, right, &meant);
            }
        }
        self.draw_lines(frame, say, input, hint);
        self.draw_popup(frame);
    }

    /// The board and the hand; gives the rest of the room.
    fn draw_table(&self, frame: &mut Frame, title: Rect, area: Rect, least: usize) -> Rect {
        let shown = self.session.shown();
        let near = self.session.viewer().unwrap_or(Seat::ONE);
        let names = people::names(&self.session);
        let board = Board::new(&self.session.kit, &shown, near, names);
        frame.render_widget(board.title().screen(self.colour), title);
        let width = usize::from(area.width);
        let most = usize::from(area.height).saturating_sub(least);
        let draw = |room: Room| {
            let mut lines = board.lines(room);
            lines.extend(board.hands(width, self.session.viewer()));
            lines
        };
        let mut lines = Vec::new();
        for room in Room::choices(width) {
            lines = draw(room);
            if lines.len() <= most {
                break;
            }
        }
        let room = usize::from(area.height).saturating_sub(4).max(4);
        if lines.len() > room {
            lines.truncate(room - 1);
            lines.push(Line::of(Tone::Soft, "… no room for the rest: `board` shows it"));
        }
        let [top, bottom] =
            Layout::vertical([Constraint::Length(lines.len() as u16), Constraint::Fill(1)])
                .areas(area);
        let screen: Vec<ScreenLine> = lines.iter().map(|line| line.screen(self.colour)).collect();
        frame.render_widget(Paragraph::new(screen), top);
        bottom
    }

    pub(super) fn block(&self, tone: Tone, title: &str) -> Block<'static> {
        Block::new()
            .borders(Borders::TOP)
            .border_style(style(Tone::Soft, self.colour))
            .title(Line::of(tone, title).screen(self.colour))
    }

    /// The cards with texts that matter now, each once: those on offer, then
    /// the hand, then the board.
    fn draw_cards(&self, frame: &mut Frame, area: Rect) {
        let (session, kit) = (&self.session, &self.session.kit);
        let shown = session.shown();
        let rules = &kit.table.catalog.rules;
        let mut cards: Vec<CardId> = Vec::new();
        if !shown.pending.prompts().is_empty() && session.waits_for_human() {
            cards.extend(session.legal().iter().flat_map(|one| offer::cards(session, *one)));
        }
        let hand = session.viewer().map_or(ZoneId::OUTSIDE, |seat| rules.zone_of(Role::Hand, seat));
        let held = if hand == ZoneId::OUTSIDE { &[] } else { shown.zone(hand) };
        cards.extend(held.iter().map(|id| shown.object(*id).card));
        let places = (1..rules.places() as u8).map(ZoneId).filter(|zone| rules.is_in_play(*zone));
        cards.extend(places.flat_map(|zone| shown.zone(zone)).map(|id| shown.object(*id).card));
        let mut lines = Vec::new();
        let mut seen = Vec::new();
        for card in cards {
            if card == CardId::HIDDEN || seen.contains(&card) {
                continue;
            }
            seen.push(card);
            let text = kit.book.text(card);
            if !text.text.is_empty() {
                let whole = format!("{}: {}", text.name, text.text.replace('\n', " "));
                lines.extend(wrap(&whole, usize::from(area.width), 2).into_iter().map(Line::plain));
            }
        }
        if lines.is_empty() {
            return;
        }
        let block = self.block(Tone::Strong, " what the cards say ");
        let inner = block.inner(area);
        if lines.len() > usize::from(inner.height) {
            lines.truncate(usize::from(inner.height).saturating_sub(1));
            lines.push(Line::of(Tone::Soft, "… `card NAME` reads any card"));
        }
        let lines: Vec<ScreenLine> = lines.iter().map(|line| line.screen(self.colour)).collect();
        frame.render_widget(Paragraph::new(lines).block(block), area);
    }

    /// The cards that what is being typed means, if it means one action or
    /// actions of one card.
    fn meant(&self) -> Vec<CardId> {
        let typed = self.input.trim();
        if typed.is_empty() || self.mode != Mode::Play || !self.session.waits_for_human() {
            return Vec::new();
        }
        let offers = offer::offers(&self.session);
        let fitting = match typed.parse::<usize>() {
            Ok(number) => {
                let entries = offer::entries(&offers, self.session.within);
                number.checked_sub(1).and_then(|at| Some(entries.get(at)?.offers.clone()))
            }
            Err(_) => Some(offer::matching(&offers, typed)),
        };
        let cards = |index: &usize| offer::cards(&self.session, offers[*index].action);
        let all: Vec<Vec<CardId>> = fitting.unwrap_or_default().iter().map(cards).collect();
        match all.as_slice() {
            [only] => only.clone(),
            [first, rest @ ..] if rest.iter().all(|other| other.first() == first.first()) => {
                first.first().copied().into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    fn draw_meant(&self, frame: &mut Frame, area: Rect, cards: &[CardId]) {
        let block = self.block(Tone::Strong, " what it says ");
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let width = usize::from(inner.width);
        let lines = cards.iter().flat_map(|card| card_face::card(&self.session.kit, *card, width));
        let lines = command::wrapped(lines.collect(), width);
        let lines: Vec<ScreenLine> = lines.iter().map(|line| line.screen(self.colour)).collect();
        frame.render_widget(Paragraph::new(lines), inner);
    }

    /// How many lines the actions take at a width.
    fn action_rows(&self, width: usize) -> usize {
        if self.session.game.is_over() {
            return command::ending(&self.session, width).len();
        }
        let offers = offer::offers(&self.session);
        let question = usize::from(offer::question_words(&self.session).is_some()) * 2;
        let list = offer::listed(&self.session, &offers, &self.input);
        question + list_lines(&list, width, usize::MAX).len()
    }
}
