//! The panels: actions, log, the line to type in, popups.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line as ScreenLine;
use ratatui::widgets::{Block, Clear, Paragraph};

use super::run::{Mode, Screen};
use crate::command;
use crate::offer::{self, list_lines};
use crate::text::{Line, Tone, cut, wrap};

impl Screen {
    pub(super) fn draw_actions(&mut self, frame: &mut Frame, area: Rect) {
        let watching = matches!(self.mode, Mode::Watch { .. });
        let human = self.session.waits_for_human();
        let question = offer::question(&self.session).filter(|_| human || watching);
        let over = self.session.game.is_over();
        let offers = offer::offers(&self.session);
        let within = offer::within_question(&offers, self.session.within).filter(|_| human);
        let asked = question.clone().or(within.clone());
        let title = match &asked {
            Some(_) if over => " the game is over ".into(),
            Some(asked) => title_that_fits(asked, within.is_some(), usize::from(area.width)),
            None if over => " the game is over ".into(),
            None if watching => " on offer ".into(),
            None if human => " what do you do? ".into(),
            None => " ".into(),
        };
        let tone = if question.is_some() { Tone::Warn } else { Tone::Strong };
        let mut unsaid: Vec<String> =
            asked.into_iter().filter(|asked| !title.contains(asked.as_str())).collect();
        let block = self.block(tone, &title);
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let (width, height) = (usize::from(inner.width), usize::from(inner.height));
        let mut lines = Vec::new();
        if over {
            lines = command::ending(&self.session, width);
        } else if !human && !watching {
            lines.push(Line::of(Tone::Soft, "thinking …"));
        } else {
            let list = offer::listed(&self.session, &offers, &self.input);
            let words = question.and_then(|_| offer::question_words(&self.session));
            let words = words.map(|words| format!("“{words}”"));
            let says = words.as_ref().map_or(Vec::new(), |words| wrap(words, width, 0));
            let left = height.saturating_sub(says.len());
            lines = list_lines(&list, width, left);
            // What the card says stands above its question where there is room.
            if lines.len() + says.len() <= height {
                lines.splice(0..0, says.into_iter().map(|line| Line::of(Tone::Soft, line)));
            } else {
                // On the line below there is room for short words; `card` tells the others.
                let room = self.width.saturating_sub(unsaid.join(": ").chars().count() + 2);
                unsaid.extend(words.filter(|words| words.chars().count() <= room));
            }
        }
        self.unsaid = unsaid.join(": ");
        self.action_scroll = self.action_scroll.min(lines.len().saturating_sub(height));
        let hidden = lines.len().saturating_sub(self.action_scroll + height);
        let mut shown: Vec<ScreenLine> = lines
            .iter()
            .skip(self.action_scroll)
            .take(height)
            .map(|line| line.screen(self.colour))
            .collect();
        if let Some(last) = shown.last_mut().filter(|_| hidden > 0) {
            let how = match (over, watching) {
                (_, true) => "",
                (true, _) => ": ↓ scrolls",
                _ => ": ↓ or type to filter",
            };
            let text = format!("    … {} more lines{how}", hidden + 1);
            *last = Line::of(Tone::Soft, text).screen(self.colour);
        }
        frame.render_widget(Paragraph::new(shown), inner);
    }

    pub(super) fn draw_log(&mut self, frame: &mut Frame, area: Rect) {
        let block = self.block(Tone::Strong, " log ");
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let width = usize::from(inner.width);
        let lines: Vec<Line> = command::wrapped(self.session.log.read(0), width);
        let height = usize::from(inner.height);
        self.log_room = (width, height);
        self.log_scroll = self.log_scroll.min(lines.len().saturating_sub(height));
        let to = lines.len() - self.log_scroll;
        let from = to.saturating_sub(height);
        let shown: Vec<ScreenLine> =
            lines[from..to].iter().map(|line| line.screen(self.colour)).collect();
        frame.render_widget(Paragraph::new(shown), inner);
    }

    pub(super) fn draw_lines(&self, frame: &mut Frame, say: Rect, input: Rect, hint: Rect) {
        let (tone, text) = match self.unsaid.is_empty() {
            false if self.say.1.is_empty() => (Tone::Warn, self.unsaid.clone()),
            _ => self.say.clone(),
        };
        let width = usize::from(say.width);
        // What was picked so far is in the log, too; how many must do.
        let text = match text.split_once(" so far: ") {
            Some((head, _)) if text.chars().count() > width => format!("{head} so far)"),
            _ => cut(&text, width),
        };
        frame.render_widget(Line::of(tone, text).screen(self.colour), say);
        let (typed, help) = match self.mode {
            Mode::Play => {
                (format!("> {}", self.input), command::tutorial(&self.session).to_owned())
            }
            Mode::Watch { pause, stopped } => {
                let state = if stopped { "stopped" } else { "running" };
                (
                    format!("{state}, {:.1} s a step", pause.as_secs_f64()),
                    "space stop/go · → one step · + faster · - slower · w why · q quit".to_owned(),
                )
            }
        };
        frame.render_widget(Line::of(Tone::Strong, typed.clone()).screen(self.colour), input);
        if self.mode == Mode::Play && self.popup.is_none() {
            let column = input.x + (typed.chars().count() as u16).min(input.width - 1);
            frame.set_cursor_position((column, input.y));
        }
        let help = cut(&help, usize::from(hint.width));
        frame.render_widget(Line::of(Tone::Soft, help).screen(self.colour), hint);
    }

    pub(super) fn draw_popup(&mut self, frame: &mut Frame) {
        let Some(popup) = &mut self.popup else { return };
        let area = frame.area();
        let widest = popup.lines.iter().map(Line::width).max().unwrap_or(0).max(24);
        let width = (widest as u16 + 4).min(area.width.saturating_sub(2));
        let height = (popup.lines.len() as u16 + 2).min(area.height.saturating_sub(2));
        let place =
            Rect { x: (area.width - width) / 2, y: (area.height - height) / 2, width, height };
        frame.render_widget(Clear, place);
        let more = popup.lines.len() > usize::from(height - 2);
        let foot = if more {
            " ↑ ↓ scroll, Enter closes, or type on "
        } else {
            " Enter closes, or type on "
        };
        let block = Block::bordered()
            .title(format!(" {} ", popup.title))
            .title_bottom(foot)
            .border_style(Style::new().add_modifier(Modifier::BOLD));
        let inner = block.inner(place);
        frame.render_widget(block, place);
        let room = usize::from(inner.height);
        popup.scroll = popup.scroll.min(popup.lines.len().saturating_sub(room));
        let lines: Vec<ScreenLine> = popup
            .lines
            .iter()
            .skip(popup.scroll)
            .take(room)
            .map(|line| line.screen(self.colour))
            .collect();
        frame.render_widget(Paragraph::new(lines), inner);
    }
}

/// What stands above the actions: the question, as much of it as can be read.
fn title_that_fits(asked: &str, within: bool, width: usize) -> String {
    let back = if within { " (Esc: back)" } else { "" };
    let ways = [format!(" {asked}{back} "), format!(" {asked} "), format!(" your answer{back} ")];
    let [.., last] = &ways;
    ways.iter().find(|way| way.chars().count() <= width).unwrap_or(last).clone()
}
