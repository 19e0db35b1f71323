//! What is on the screen, and how a game goes on behind it.

use std::io;
use std::time::{Duration, Instant};

use onplay_engine::id::Seat;
use onplay_engine::state::Action;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event;

use crate::board::Board;
use crate::people;
use crate::session::Session;
use crate::text::{Line, Tone};
use crate::told::{self, What};
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
    pub(super) session: Session,
    pub(super) mode: Mode,
    pub(super) input: String,
    pub(super) say: (Tone, String),
    pub(super) popup: Option<Popup>,
    pub(super) action_scroll: usize,
    pub(super) log_scroll: usize,
    /// The seat that must sit down before its hand is shown.
    pub(super) curtain: Option<Seat>,
    pub(super) seated: Option<Seat>,
    pub(super) colour: bool,
    /// Of the terminal, when it was drawn last.
    pub(super) width: usize,
    pub(super) quit: bool,
    /// Whether to leave was asked.
    pub(super) leaving: bool,
    pub(super) unfinished: Unfinished,
    /// After how many decisions the game was kept last.
    pub(super) kept: usize,
    /// From which line of the log on the last story has not been told.
    pub(super) untold: usize,
    /// The question, or the words behind it, where the actions have no room for them.
    pub(super) unsaid: String,
    /// How many lines the log has room for, and how wide they are.
    pub(super) log_room: (usize, usize),
}

pub(super) struct Popup {
    pub(super) title: String,
    pub(super) lines: Vec<Line>,
    pub(super) scroll: usize,
}

/// A bot's decisions are shown one by one, this far apart.
pub(super) const BEAT: Duration = Duration::from_millis(250);
/// From this width on, the log has a column of its own.
pub(super) const WIDE: u16 = 120;

/// Plays or watches on the full screen and gives the session back.
///
/// # Errors
/// The terminal fails.
pub fn run(session: Session, mode: Mode, unfinished: Unfinished) -> io::Result<Session> {
    let mut screen = Screen::new(session, mode, unfinished);
    let mut terminal = ratatui::try_init()?;
    let result = screen.live(&mut terminal);
    ratatui::restore();
    result.map(|()| screen.session)
}

impl Screen {
    pub(super) fn new(session: Session, mode: Mode, unfinished: Unfinished) -> Screen {
        let seed = session.told_seed().map_or(String::new(), |seed| format!("seed {seed} · "));
        let shown = session.shown();
        let names = people::names(&session);
        let legend = Board::new(&session.kit, &shown, Seat::ONE, names).legend();
        let mut said = format!("{seed}on the board {legend}");
        if said.chars().count() > 80 {
            said = format!("{seed}`help` says what the letters on the board stand for");
        }
        Screen {
            session,
            mode,
            input: String::new(),
            say: (Tone::Soft, said),
            popup: None,
            action_scroll: 0,
            log_scroll: 0,
            curtain: None,
            seated: None,
            colour: crate::text::colour(),
            width: 80,
            quit: false,
            leaving: false,
            unfinished,
            kept: 0,
            untold: 0,
            unsaid: String::new(),
            log_room: (36, 8),
        }
    }

    fn live(&mut self, terminal: &mut DefaultTerminal) -> io::Result<()> {
        let mut last = Instant::now();
        while !self.quit {
            self.seat_players();
            if self.mode == Mode::Play && self.kept != self.session.replay.steps.len() {
                self.kept = self.session.replay.steps.len();
                self.unfinished.keep(&self.session);
            }
            self.tell_story();
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

    /// Shows what happened since the person decided last: if there was a fight, if a
    /// round ended, or if the log has no room for it.
    fn tell_story(&mut self) {
        let now = self.session.log.lines.len();
        if self.mode != Mode::Play || self.popup.is_some() || self.untold >= now {
            return;
        }
        if !self.session.waits_for_human() || self.session.humans() > 1 {
            return;
        }
        let lines = &self.session.log.lines[self.untold..];
        self.untold = now;
        let seat = self.session.viewer();
        let others = |told: &told::Told| {
            matches!(told.what, What::Decision(by) if Some(by) != seat)
                && told.decided != Some(Action::Pass)
        };
        let story = told::story(lines);
        let (width, height) = self.log_room;
        let long = crate::command::wrapped(told::read(lines), width).len() > height;
        let pauses = lines.iter().any(|told| told.pauses);
        if story.len() > 1 && (pauses || (long && lines.iter().any(others))) {
            let lines = crate::command::wrapped(story, self.width.saturating_sub(6).min(100));
            self.popup = Some(Popup { title: "What happened".into(), lines, scroll: 0 });
        }
    }
}
