//! Text with tones, for plain lines and for the full screen alike.

use std::io::IsTerminal as _;

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line as ScreenLine, Span as ScreenSpan};

/// How a piece of text is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    Plain,
    Strong,
    Soft,
    /// The first seat's.
    One,
    /// The second seat's.
    Two,
    Warn,
    Good,
    Red,
    Green,
    Blue,
}

/// One line in pieces.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line(pub Vec<(Tone, String)>);

impl Line {
    pub fn new() -> Self {
        Line::default()
    }

    pub fn of(tone: Tone, text: impl Into<String>) -> Self {
        Line(vec![(tone, text.into())])
    }

    pub fn plain(text: impl Into<String>) -> Self {
        Line::of(Tone::Plain, text)
    }

    pub fn add(mut self, tone: Tone, text: impl Into<String>) -> Self {
        self.0.push((tone, text.into()));
        self
    }

    pub fn width(&self) -> usize {
        self.0.iter().map(|(_, text)| text.chars().count()).sum()
    }

    /// Cut or filled up to a width.
    pub fn fit(self, width: usize) -> Line {
        let mut left = width;
        let mut fitted = Vec::new();
        for (tone, text) in self.0 {
            let length = text.chars().count();
            if length <= left {
                left -= length;
                fitted.push((tone, text));
            } else {
                fitted.push((tone, cut(&text, left)));
                left = 0;
            }
            if left == 0 {
                break;
            }
        }
        if left > 0 {
            fitted.push((Tone::Plain, " ".repeat(left)));
        }
        Line(fitted)
    }

    pub fn join(mut self, other: Line) -> Line {
        self.0.extend(other.0);
        self
    }

    pub fn text(&self) -> String {
        self.0.iter().map(|(_, text)| text.as_str()).collect()
    }

    /// The line with its tones as escape codes, or without any.
    pub fn ansi(&self, colour: bool) -> String {
        if !colour {
            return clean(self.text().trim_end());
        }
        let piece = |(tone, text): &(Tone, String)| match code(*tone) {
            "" => clean(text),
            code => format!("\x1b[{code}m{}\x1b[0m", clean(text)),
        };
        self.0.iter().map(piece).collect()
    }

    /// The line for the full screen.
    pub fn screen(&self, colour: bool) -> ScreenLine<'static> {
        let span =
            |(tone, text): &(Tone, String)| ScreenSpan::styled(clean(text), style(*tone, colour));
        ScreenLine::from(self.0.iter().map(span).collect::<Vec<_>>())
    }
}

fn code(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "",
        Tone::Strong => "1",
        Tone::Soft => "2",
        Tone::One => "36",
        Tone::Two => "35",
        Tone::Warn => "33",
        Tone::Good | Tone::Green => "32",
        Tone::Red => "31",
        Tone::Blue => "34",
    }
}

/// The style of a tone; without colour only strength is left.
pub fn style(tone: Tone, colour: bool) -> Style {
    let plain = Style::new();
    let coloured = |shade| if colour { plain.fg(shade) } else { plain };
    match tone {
        Tone::Plain => plain,
        Tone::Strong => plain.add_modifier(Modifier::BOLD),
        Tone::Soft => plain.add_modifier(Modifier::DIM),
        Tone::One => coloured(Color::Cyan),
        Tone::Two => coloured(Color::Magenta),
        Tone::Warn => coloured(Color::Yellow).add_modifier(Modifier::BOLD),
        Tone::Good => coloured(Color::Green).add_modifier(Modifier::BOLD),
        Tone::Red => coloured(Color::Red),
        Tone::Green => coloured(Color::Green),
        Tone::Blue => coloured(Color::Blue),
    }
}

/// A text that does nothing to a terminal but show letters: what would move,
/// erase, colour or turn around stands there by its number. The form is that of
/// JSON, which it leaves valid.
pub fn clean(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_active(letter) {
            shown.push_str(&format!("\\u{:04x}", u32::from(letter)));
        } else {
            shown.push(letter);
        }
    }
    shown
}

/// Whether a terminal does something at this letter instead of showing it.
fn is_active(letter: char) -> bool {
    let turns_around = matches!(
        letter,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    turns_around || (letter.is_control() && !matches!(letter, '\n' | '\t'))
}

/// The first letters of a text, with a mark if some are missing.
pub fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    match width {
        0 => String::new(),
        1 => "…".into(),
        _ => text.chars().take(width - 1).chain(std::iter::once('…')).collect(),
    }
}

/// A text in lines no longer than a width, later ones indented.
pub fn wrap(text: &str, width: usize, indent: usize) -> Vec<String> {
    let width = width.max(indent + 8);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let lead = paragraph.len() - paragraph.trim_start().len();
        let mut line = " ".repeat(lead);
        let mut empty = true;
        for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
            let gap = usize::from(!empty);
            if !empty && line.chars().count() + gap + word.chars().count() > width {
                lines.push(std::mem::replace(&mut line, " ".repeat(lead + indent)));
                empty = true;
            }
            if !empty {
                line.push(' ');
            }
            line.push_str(word);
            empty = false;
        }
        lines.push(line);
    }
    lines
}

/// Whether colour is wanted: a terminal, and nobody said `NO_COLOR`.
pub fn colour() -> bool {
    std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|no| no.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_reaches_the_terminal_as_a_command() {
        assert_eq!(
            clean("a\u{1b}[31mb\u{0}c\u{202e}d\u{9b}\u{7f}"),
            "a\\u001b[31mb\\u0000c\\u202ed\\u009b\\u007f"
        );
        assert_eq!(clean("Ärger — “fein”\tund\n…"), "Ärger — “fein”\tund\n…");
        let line = Line::of(Tone::One, "x\u{1b}]0;y\u{7}");
        assert_eq!(line.ansi(true), "\u{1b}[36mx\\u001b]0;y\\u0007\u{1b}[0m");
        assert_eq!(line.ansi(false), "x\\u001b]0;y\\u0007");
    }
}
