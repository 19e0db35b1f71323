//! Playing in plain lines, for pipes, scripts and screen readers.

use std::io::{BufRead, Write};

use onplay_engine::id::Seat;

use crate::board::Board;
use crate::command::{self, Reply};
use crate::input::{self, Input};
use crate::offer;
use crate::people;
use crate::room::Room;
use crate::session::Session;
use crate::text::{Line, Tone};
use crate::unfinished::Unfinished;

/// Where plain lines go.
pub struct Out<'a> {
    pub out: &'a mut dyn Write,
    pub colour: bool,
    pub width: usize,
}

impl Out<'_> {
    pub fn line(&mut self, line: &Line) -> std::io::Result<()> {
        writeln!(self.out, "{}", line.ansi(self.colour))
    }

    pub fn lines(&mut self, lines: &[Line]) -> std::io::Result<()> {
        lines.iter().try_for_each(|line| self.line(line))
    }
}

/// Plays until the game is over, the input ends or the player quits.
///
/// # Errors
/// The output cannot be written or the input cannot be read.
pub fn play(
    session: &mut Session,
    input: &mut dyn BufRead,
    out: &mut Out,
    unfinished: &Unfinished,
) -> std::io::Result<()> {
    let mut told = 0;
    let mut asked: Option<Seat> = None;
    loop {
        while !session.waits_for_human() && session.step_bot() {}
        unfinished.keep(session);
        let fresh: Vec<Line> = session.log.read(told);
        out.lines(&fresh)?;
        told = session.log.lines.len();
        if session.game.is_over() {
            out.lines(&table(session, out.width))?;
            out.lines(&command::ending(session, out.width))?;
            return Ok(());
        }
        if session.humans() > 1 && asked != session.game.to_decide() {
            // The hand stays hidden until its owner is at the keyboard.
            asked = session.game.to_decide();
            let seat = asked.unwrap_or_default();
            let names = people::names(session);
            out.line(&Line::of(
                Tone::Warn,
                format!("{}, your turn: press Enter", names.subject(seat)),
            ))?;
            if read(input)?.is_none() {
                return Ok(());
            }
        }
        out.lines(&table(session, out.width))?;
        out.lines(&choices(session))?;
        loop {
            write!(out.out, "> ")?;
            out.out.flush()?;
            let Some(line) = read(input)? else {
                writeln!(out.out)?;
                return Ok(());
            };
            match command::obey(session, &line, out.width) {
                Reply::Acted => break,
                Reply::Narrowed => out.lines(&choices(session))?,
                Reply::Changed(text) => {
                    out.line(&Line::of(Tone::Good, text))?;
                    told = session.log.lines.len();
                    break;
                }
                Reply::Text(_, lines) => out.lines(&lines)?,
                Reply::Say(tone, text) => out.line(&Line::of(tone, text))?,
                Reply::Quit => return Ok(()),
            }
        }
    }
}

/// The next line; a line that is too long counts as an empty one.
fn read(input: &mut dyn BufRead) -> std::io::Result<Option<String>> {
    Ok(match input::line(input, LONGEST)? {
        Input::Line(line) => Some(line),
        Input::TooLong => Some(String::new()),
        Input::End => None,
    })
}

/// The longest line that is read.
const LONGEST: usize = 1 << 16;

/// The table and the hand.
pub fn table(session: &Session, width: usize) -> Vec<Line> {
    let shown = session.shown();
    let near = session.viewer().unwrap_or(Seat::ONE);
    let board = Board::new(&session.kit, &shown, near, people::names(session));
    let mut lines = vec![Line::new(), board.title()];
    lines.extend(board.lines(Room::whole(width)));
    lines.extend(board.hands(width, session.viewer()));
    lines
}

/// The question and the numbered actions.
fn choices(session: &Session) -> Vec<Line> {
    let mut lines = Vec::new();
    if let Some(question) = offer::question(session) {
        lines.push(Line::of(Tone::Warn, question));
    }
    if let Some(words) = offer::question_words(session) {
        lines.push(Line::of(Tone::Soft, format!("“{words}”")));
    }
    let offers = offer::offers(session);
    if let Some(asked) = offer::within_question(&offers, session.within) {
        lines.push(Line::of(Tone::Warn, format!("{asked} (`back` for another)")));
    }
    for (number, entry) in offer::listed(session, &offers, "") {
        let line = Line::plain(format!("{:3} {}", number.unwrap_or(0), entry.text));
        let about = entry.about.iter().map(|words| (Tone::Soft, format!(": {words}")));
        lines.push(about.fold(line, |line, (tone, words)| line.add(tone, words)));
    }
    lines.push(Line::of(Tone::Soft, command::tutorial(session)));
    lines
}
