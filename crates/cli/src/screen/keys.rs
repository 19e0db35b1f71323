//! What keys do.

use std::time::Duration;

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::run::{BEAT, Mode, Popup, Screen};
use crate::command::{self, Reply};
use crate::offer;
use crate::text::{Line, Tone, wrap};

impl Screen {
    pub(super) fn handle(&mut self, event: Event) {
        let Event::Key(key) = event else { return };
        if key.kind != KeyEventKind::Press {
            return;
        }
        let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
        if ctrl && matches!(key.code, KeyCode::Char('c' | 'd')) {
            self.leave();
            return;
        }
        if std::mem::take(&mut self.leaving) {
            self.say = (Tone::Soft, String::new());
            // Any other key goes on, and means nothing else.
            self.quit = matches!(key.code, KeyCode::Enter | KeyCode::Char('y' | 'q'));
            return;
        }
        if let Some(seat) = self.curtain {
            if key.code == KeyCode::Enter {
                self.curtain = None;
                self.seated = Some(seat);
            }
            return;
        }
        if self.popup.is_some() {
            self.handle_popup(key);
            return;
        }
        match self.mode {
            Mode::Watch { pause, stopped } => self.handle_watch(key, pause, stopped),
            Mode::Play => self.handle_line(key),
        }
    }

    /// Ctrl-C asks once before a game that goes on is left.
    fn leave(&mut self) {
        if self.leaving || self.mode != Mode::Play || self.session.game.is_over() {
            self.quit = true;
            return;
        }
        self.leaving = true;
        let text = "Leave? The game is kept. Enter or Ctrl-C leaves, any other key goes on.";
        self.say = (Tone::Warn, text.into());
    }

    fn handle_popup(&mut self, key: KeyEvent) {
        let Some(popup) = &mut self.popup else { return };
        let last = popup.lines.len().saturating_sub(1);
        match key.code {
            KeyCode::Up => popup.scroll = popup.scroll.saturating_sub(1),
            KeyCode::Down => popup.scroll = (popup.scroll + 1).min(last),
            KeyCode::PageUp => popup.scroll = popup.scroll.saturating_sub(10),
            KeyCode::PageDown => popup.scroll = (popup.scroll + 10).min(last),
            KeyCode::Enter | KeyCode::Esc | KeyCode::Char(' ') => self.popup = None,
            // A popup takes no key from the line below it.
            _ => {
                self.popup = None;
                match self.mode {
                    Mode::Watch { pause, stopped } => self.handle_watch(key, pause, stopped),
                    Mode::Play => self.handle_line(key),
                }
            }
        }
    }

    fn handle_watch(&mut self, key: KeyEvent, pause: Duration, stopped: bool) {
        let mode = |pause, stopped| Mode::Watch { pause, stopped };
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => self.quit = true,
            KeyCode::Char(' ') => self.mode = mode(pause, !stopped),
            KeyCode::Char('+') => self.mode = mode(pause / 2, stopped),
            KeyCode::Char('-') => {
                self.mode = mode((pause * 2).clamp(BEAT / 2, Duration::from_secs(8)), stopped);
            }
            KeyCode::Right | KeyCode::Enter => {
                self.mode = mode(pause, true);
                self.session.step_bot();
                self.log_scroll = 0;
            }
            KeyCode::PageUp => self.log_scroll += 10,
            KeyCode::PageDown => self.log_scroll = self.log_scroll.saturating_sub(10),
            KeyCode::Char('w') => self.obey("why"),
            _ => {}
        }
    }

    fn handle_line(&mut self, key: KeyEvent) {
        match key.code {
            KeyCode::Enter => {
                let line = std::mem::take(&mut self.input);
                self.obey(&line);
            }
            KeyCode::Char(letter) => {
                // What was said last has been read; the question comes back.
                self.say.1.clear();
                self.input.push(letter);
                self.action_scroll = 0;
            }
            KeyCode::Backspace => {
                self.input.pop();
            }
            KeyCode::Esc => {
                self.input.clear();
                self.session.within = None;
            }
            KeyCode::Tab => {
                let offers = offer::offers(&self.session);
                if let Some(first) = offer::matching(&offers, &self.input).first() {
                    self.input = offers[*first].said.clone();
                }
            }
            KeyCode::Up => self.action_scroll = self.action_scroll.saturating_sub(1),
            KeyCode::Down => self.action_scroll += 1,
            KeyCode::PageUp => self.log_scroll += 10,
            KeyCode::PageDown => self.log_scroll = self.log_scroll.saturating_sub(10),
            _ => {}
        }
    }

    fn obey(&mut self, line: &str) {
        match command::obey(&mut self.session, line, self.width.saturating_sub(4).min(110)) {
            Reply::Acted => {
                self.say = (Tone::Soft, String::new());
                self.action_scroll = 0;
                self.log_scroll = 0;
            }
            Reply::Narrowed => {
                self.say = (Tone::Soft, String::new());
                self.action_scroll = 0;
            }
            Reply::Changed(text) => self.say = (Tone::Good, text),
            Reply::Text(title, lines) => {
                self.popup = Some(Popup { title, lines, scroll: 0 });
            }
            Reply::Say(tone, text) if text.chars().count() < self.width => self.say = (tone, text),
            Reply::Say(tone, text) => {
                let lines = wrap(&text, self.width.saturating_sub(8).min(72), 0).into_iter();
                let lines = lines.map(|line| Line::of(tone, line)).collect();
                self.popup = Some(Popup { title: "onplay".into(), lines, scroll: 0 });
            }
            Reply::Quit => self.quit = true,
        }
    }
}
