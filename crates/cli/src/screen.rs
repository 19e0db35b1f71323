//! The full screen: board, hand, actions, log, and one line to type in.

use std::io;
use std::time::{Duration, Instant};

use onplay_engine::id::{CardId, Seat, ZoneId};
use onplay_engine::rulebook::Role;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line as ScreenLine;
use ratatui::widgets::{Block, Borders, Clear, Paragraph};
use ratatui::{DefaultTerminal, Frame};

use crate::board::{self, Board, Room};
use crate::command::{self, Reply};
use crate::offer::{self, list_lines};
use crate::people::People;
use crate::session::Session;
use crate::text::{Line, Tone, cut, style, wrap};
use crate::unfinished::Unfinished;

/// What the screen is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Play,
    /// Bots play; one decision after so long, unless it waits for a key.
    Watch {
        pause: Duration,
        stopped: bool,
    },
}

/// The screen and everything on it.
pub struct Screen {
    session: Session,
    mode: Mode,
    input: String,
    say: (Tone, String),
    popup: Option<Popup>,
    action_scroll: usize,
    log_scroll: usize,
    /// The seat that must sit down before its hand is shown.
    curtain: Option<Seat>,
    seated: Option<Seat>,
    colour: bool,
    /// Of the terminal, when it was drawn last.
    width: usize,
    quit: bool,
    /// Whether to leave was asked.
    leaving: bool,
    unfinished: Unfinished,
    /// After how many decisions the game was kept last.
    kept: usize,
}

struct Popup {
    title: String,
    lines: Vec<Line>,
    scroll: usize,
}

/// A bot's decisions are shown one by one, this far apart.
const BEAT: Duration = Duration::from_millis(120);
/// From this width on, the log has a column of its own.
const WIDE: u16 = 120;

/// Plays or watches on the full screen and gives the session back.
///
/// # Errors
/// The terminal fails.
pub fn run(session: Session, mode: Mode, unfinished: Unfinished) -> io::Result<Session> {
    let colour = crate::text::colour();
    let seed = session.told_seed().map_or(String::new(), |seed| format!("seed {seed} · "));
    let shown = session.shown();
    let legend = Board::new(&session.kit, &shown, Seat::ONE, Default::default()).legend();
    let mut screen = Screen {
        session,
        mode,
        input: String::new(),
        say: (Tone::Soft, format!("{seed}{legend}")),
        popup: None,
        action_scroll: 0,
        log_scroll: 0,
        curtain: None,
        seated: None,
        colour,
        width: 80,
        quit: false,
        leaving: false,
        unfinished,
        kept: 0,
    };
    let mut terminal = ratatui::try_init()?;
    let result = screen.live(&mut terminal);
    ratatui::restore();
    result.map(|()| screen.session)
}

impl Screen {
    fn live(&mut self, terminal: &mut DefaultTerminal) -> io::Result<()> {
        let mut last = Instant::now();
        while !self.quit {
            self.seat_players();
            if self.mode == Mode::Play && self.kept != self.session.replay.steps.len() {
                self.kept = self.session.replay.steps.len();
                self.unfinished.keep(&self.session);
            }
            terminal.draw(|frame| self.draw(frame))?;
            let waits = match self.mode {
                Mode::Play => {
                    self.session.waits_for_human()
                        || self.session.game.is_over()
                        || self.popup.is_some()
                }
                Mode::Watch { stopped, .. } => stopped || self.session.game.is_over(),
            };
            if waits {
                self.handle(event::read()?);
                continue;
            }
            let beat = match self.mode {
                Mode::Play => BEAT,
                Mode::Watch { pause, .. } => pause,
            };
            let left = beat.saturating_sub(last.elapsed());
            if event::poll(left)? {
                self.handle(event::read()?);
            } else {
                self.session.step_bot();
                self.log_scroll = 0;
                self.action_scroll = 0;
                last = Instant::now();
            }
        }
        Ok(())
    }

    /// Between two people the table is covered until the next sits down.
    fn seat_players(&mut self) {
        if self.session.humans() < 2 || self.session.game.is_over() {
            return;
        }
        let next = self.session.game.to_decide();
        if next != self.seated {
            self.curtain = next;
        }
    }

    fn handle(&mut self, event: Event) {
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
            _ => self.popup = None,
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
                    self.input = offers[*first].text.clone();
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
                let people = People::of(&self.session);
                // Card texts and rules speak of nobody at this table.
                let lines = match title.as_str() {
                    "why" | "why not" | "log" | "board" => {
                        lines.iter().map(|line| people.line(line)).collect()
                    }
                    _ => lines,
                };
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

    fn draw(&mut self, frame: &mut Frame) {
        self.width = usize::from(frame.area().width);
        if let Some(seat) = self.curtain {
            let text = format!("{seat}, your turn. Nobody else looking? Press Enter.");
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
            let longest = offer::entries(&offers, self.session.within.as_deref())
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
        let names = self.session.replay.header.seats.clone();
        let board = Board::new(&self.session.kit, &shown, near, names);
        let people = People::of(&self.session);
        frame.render_widget(people.line(&board.title()).screen(self.colour), title);
        let width = usize::from(area.width);
        let most = usize::from(area.height).saturating_sub(least);
        let draw = |room: Room| {
            let mut lines: Vec<Line> =
                board.lines(room).iter().map(|line| people.line(line)).collect();
            if self.session.viewer().is_some() {
                lines.extend(board.hand(width));
            }
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

    fn block(&self, tone: Tone, title: &str) -> Block<'static> {
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
                let entries = offer::entries(&offers, self.session.within.as_deref());
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
        let lines = cards.iter().flat_map(|card| board::card(&self.session.kit, *card, width));
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

    fn draw_actions(&mut self, frame: &mut Frame, area: Rect) {
        let watching = matches!(self.mode, Mode::Watch { .. });
        let human = self.session.waits_for_human();
        let question = offer::question(&self.session).filter(|_| human || watching);
        let over = self.session.game.is_over();
        let title = match &question {
            Some(question) => format!(" {question} "),
            None if over => " the game is over ".into(),
            None if watching => " on offer ".into(),
            None if self.session.within.is_some() => {
                format!(
                    " {}: where? Esc for another ",
                    self.session.within.as_deref().unwrap_or("")
                )
            }
            None if human => " what do you do? ".into(),
            None => " ".into(),
        };
        let tone = if question.is_some() { Tone::Warn } else { Tone::Strong };
        let title = cut(&title, usize::from(area.width));
        let block = self.block(tone, &title);
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let (width, height) = (usize::from(inner.width), usize::from(inner.height));
        let mut lines = Vec::new();
        if over {
            let people = People::of(&self.session);
            let ending = command::ending(&self.session, width);
            lines = ending.iter().map(|line| people.line(line)).collect();
        } else if !human && !watching {
            lines.push(Line::of(Tone::Soft, "thinking …"));
        } else {
            let offers = offer::offers(&self.session);
            let list = offer::listed(&self.session, &offers, &self.input);
            let says = question.and_then(|_| offer::question_words(&self.session));
            let says = says.map_or(Vec::new(), |words| wrap(&format!("“{words}”"), width, 0));
            let left = height.saturating_sub(says.len());
            lines = list_lines(&list, width, left);
            // What the card says stands above its question where there is room.
            if lines.len() + says.len() <= height {
                lines.splice(0..0, says.into_iter().map(|line| Line::of(Tone::Soft, line)));
            }
        }
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

    fn draw_log(&mut self, frame: &mut Frame, area: Rect) {
        let block = self.block(Tone::Strong, " log ");
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let width = usize::from(inner.width);
        let people = People::of(&self.session);
        let read = self.session.log.read(0).iter().map(|line| people.line(line)).collect();
        let lines: Vec<Line> = command::wrapped(read, width);
        let height = usize::from(inner.height);
        self.log_scroll = self.log_scroll.min(lines.len().saturating_sub(height));
        let to = lines.len() - self.log_scroll;
        let from = to.saturating_sub(height);
        let shown: Vec<ScreenLine> =
            lines[from..to].iter().map(|line| line.screen(self.colour)).collect();
        frame.render_widget(Paragraph::new(shown), inner);
    }

    fn draw_lines(&self, frame: &mut Frame, say: Rect, input: Rect, hint: Rect) {
        let (tone, text) = match offer::question(&self.session) {
            // A question may be too long for the title above its answers.
            Some(prompt) if self.say.1.is_empty() && self.session.waits_for_human() => {
                (Tone::Warn, prompt)
            }
            _ => self.say.clone(),
        };
        let text = cut(&text, usize::from(say.width));
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

    fn draw_popup(&mut self, frame: &mut Frame) {
        let Some(popup) = &mut self.popup else { return };
        let area = frame.area();
        let widest = popup.lines.iter().map(Line::width).max().unwrap_or(0).max(24);
        let width = (widest as u16 + 4).min(area.width.saturating_sub(2));
        let height = (popup.lines.len() as u16 + 2).min(area.height.saturating_sub(2));
        let place =
            Rect { x: (area.width - width) / 2, y: (area.height - height) / 2, width, height };
        frame.render_widget(Clear, place);
        let more = popup.lines.len() > usize::from(height - 2);
        let foot = if more { " ↑ ↓ scroll, any other key closes " } else { " any key closes " };
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
