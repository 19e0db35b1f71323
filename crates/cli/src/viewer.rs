//! Stepping through a replay on the full screen.

use std::io;

use onplay_engine::id::Seat;
use onplay_engine::state::Game;
use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::layout::{Constraint, Layout};
use ratatui::text::Line as ScreenLine;
use ratatui::widgets::{Block, Borders, Paragraph};

use crate::board::Board;
use crate::command::wrapped;
use crate::people;
use crate::room::Room;
use crate::session::Session;
use crate::text::{Line, Tone, cut};
use crate::told;

/// Shows a replay until the reader leaves.
///
/// # Errors
/// The terminal fails.
pub fn run(session: &Session, timeline: &[(Game, usize)]) -> io::Result<()> {
    let mut terminal = ratatui::try_init()?;
    let mut at = 0;
    let result = loop {
        if let Err(error) = terminal.draw(|frame| draw(frame, session, timeline, at)) {
            break Err(error);
        }
        let key = match event::read() {
            Ok(Event::Key(key)) if key.kind == KeyEventKind::Press => key,
            Ok(_) => continue,
            Err(error) => break Err(error),
        };
        let last = timeline.len() - 1;
        let turn = timeline[at].0.turn.number;
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => break Ok(()),
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => break Ok(()),
            KeyCode::Right | KeyCode::Char(' ') => at = (at + 1).min(last),
            KeyCode::Left | KeyCode::Backspace => at = at.saturating_sub(1),
            KeyCode::Home => at = 0,
            KeyCode::End => at = last,
            KeyCode::PageDown | KeyCode::Down => {
                at = (at..=last).find(|at| timeline[*at].0.turn.number > turn).unwrap_or(last);
            }
            KeyCode::PageUp | KeyCode::Up => {
                let before = (0..at).rev().find(|at| timeline[*at].0.turn.number < turn);
                let turn = before.map_or(0, |at| timeline[at].0.turn.number);
                at = (0..at).find(|at| timeline[*at].0.turn.number == turn).unwrap_or(0);
            }
            _ => {}
        }
    };
    ratatui::restore();
    result
}

fn draw(frame: &mut Frame, session: &Session, timeline: &[(Game, usize)], at: usize) {
    let colour = crate::text::colour();
    let (game, length) = &timeline[at];
    let [title, main, hint] =
        Layout::vertical([Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)])
            .areas(frame.area());
    let board = Board::new(&session.kit, game, Seat::ONE, people::names(session));
    let place = format!("decision {at} of {} · ", timeline.len() - 1);
    let head = Line::of(Tone::Soft, place).join(board.title());
    frame.render_widget(head.screen(colour), title);
    let width = usize::from(main.width);
    let most = usize::from(main.height).saturating_sub(8);
    let mut lines = Vec::new();
    for room in Room::choices(width) {
        lines = board.lines(room);
        lines.extend(board.hands(width, None));
        if lines.len() <= most {
            break;
        }
    }
    lines.truncate(most.max(4));
    let [top, bottom] =
        Layout::vertical([Constraint::Length(lines.len() as u16), Constraint::Fill(1)]).areas(main);
    let screen: Vec<ScreenLine> = lines.iter().map(|line| line.screen(colour)).collect();
    frame.render_widget(Paragraph::new(screen), top);
    let block = Block::new()
        .borders(Borders::TOP)
        .title(Line::of(Tone::Strong, " what led here ").screen(colour));
    let inner = block.inner(bottom);
    frame.render_widget(block, bottom);
    let before = session.log.lines.get(..*length).unwrap_or(&[]);
    let log = wrapped(told::read(before), usize::from(inner.width));
    let from = log.len().saturating_sub(usize::from(inner.height));
    let screen: Vec<ScreenLine> = log[from..].iter().map(|line| line.screen(colour)).collect();
    frame.render_widget(Paragraph::new(screen), inner);
    let help = "→ ← step · ↓ ↑ turn · home end · q quit · every hash is right";
    let help = cut(help, usize::from(hint.width));
    frame.render_widget(Line::of(Tone::Soft, help).screen(colour), hint);
}
