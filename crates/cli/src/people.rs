//! Words for people: "You" and "Bot" where programs read p1 and p2.

use onplay_engine::id::Seat;

use crate::session::Session;
use crate::text::Line;

/// What the seats are called on the screen; p1 and p2 where there is no better
/// name.
#[derive(Clone, Copy, Debug, Default)]
pub struct People {
    /// The only person at the table.
    you: Option<Seat>,
}

/// Whom a sentence is about.
struct Name {
    subject: &'static str,
    owner: &'static str,
    is_you: bool,
}

/// What players do, as the log says it.
const DONE: [&str; 13] = [
    "drew",
    "played",
    "used",
    "gained",
    "lost",
    "discarded",
    "milled",
    "searched",
    "looked",
    "took",
    "renewed",
    "attacked",
    "passed",
];

impl People {
    pub fn of(session: &Session) -> Self {
        People { you: session.viewer().filter(|_| session.humans() == 1) }
    }

    fn name(self, word: &str) -> Option<Name> {
        let you = self.you?;
        let seat = match word {
            "p1" => Seat::ONE,
            "p2" => Seat::TWO,
            _ => return None,
        };
        Some(match seat == you {
            true => Name { subject: "You", owner: "your", is_you: true },
            false => Name { subject: "Bot", owner: "Bot's", is_you: false },
        })
    }

    /// A line with the names of people in it.
    pub fn line(self, line: &Line) -> Line {
        Line(line.0.iter().map(|(tone, text)| (*tone, self.said(text))).collect())
    }

    /// A sentence of the log with the names of people in it.
    pub fn said(self, text: &str) -> String {
        let mut said = String::with_capacity(text.len());
        let mut words = text.split(' ').peekable();
        let mut first = true;
        while let Some(word) = words.next() {
            if !said.is_empty() || !first {
                said.push(' ');
            }
            let bare = word.strip_suffix(':').unwrap_or(word);
            match self.name(bare) {
                Some(name) if bare != word => said.push_str(&format!("{}:", name.subject)),
                Some(name) => said.push_str(&name.before(&mut words)),
                None => said.push_str(word),
            }
            first = false;
        }
        said
    }
}

impl Name {
    /// The name as it stands before what follows, with the words it takes along.
    fn before<'a>(&self, rest: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>) -> String {
        let next = rest.peek().copied().unwrap_or("");
        let verb = match (next, self.is_you) {
            ("wins", true) => Some("win"),
            ("decides", true) => Some("decide"),
            ("wins" | "decides" | "human", false) | ("human", true) => Some(""),
            ("damaged", true) => Some("were damaged"),
            ("damaged", false) => Some("was damaged"),
            _ => None,
        };
        match verb {
            Some("") if next != "human" => self.subject.to_owned(),
            Some(verb) => {
                rest.next();
                format!("{} {verb}", self.subject).trim_end().to_owned()
            }
            None if DONE.contains(&next) || next.is_empty() => self.subject.to_owned(),
            None if matches!(next, "random" | "greedy") || next.starts_with("search:") => {
                self.subject.to_owned()
            }
            None => self.owner.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_called_by_their_names() {
        let people = People { you: Some(Seat::ONE) };
        for (log, said) in [
            ("p1 drew Martyr", "You drew Martyr"),
            ("  p2 drew a hidden card ×8", "  Bot drew a hidden card ×8"),
            ("▸ p2: play Scout to T0", "▸ Bot: play Scout to T0"),
            ("p1 deck shuffled", "your deck shuffled"),
            ("p2 turn began", "Bot's turn began"),
            ("Ghoul deployed to p1 T0", "Ghoul deployed to your T0"),
            ("p1 damaged by 3", "You were damaged by 3"),
            ("p2 damaged by 1", "Bot was damaged by 1"),
            ("p1 wins", "You win"),
            ("p2 wins", "Bot wins"),
            ("p1 decides", "You decide"),
            ("▶ p1 human", "▶ You"),
            ("  p2 greedy", "  Bot greedy"),
            ("choose Scout@p1.T0", "choose Scout@p1.T0"),
        ] {
            assert_eq!(people.said(log), said);
        }
        assert_eq!(People::default().said("p1 drew Martyr"), "p1 drew Martyr");
    }
}
