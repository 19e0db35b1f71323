//! The questions before a game, for whoever named none: which game, which deck,
//! against whom, who begins.

use std::io::{self, Write as _};

use onplay_bots::{BotKind, Limit};
use onplay_games::kit::{self, GAMES, Kit};

use crate::args::Play;
use crate::input::{self, Input};
use crate::text::{Line, Tone, wrap};
use crate::unfinished::Unfinished;
use crate::{Failed, load, markdown, play, rules};

/// What was answered.
enum Answer {
    Number(usize),
    Leave,
}

/// Lets a person choose the game; nothing if they leave.
pub fn choose_game(unfinished: &Unfinished) -> Result<Option<String>, Failed> {
    let waiting = unfinished.all();
    let about = |game: &&str| {
        let tagline = kit::load(game).map_or_else(|_| String::new(), |kit| kit.book.game.tagline);
        match waiting.iter().find(|(known, ..)| known == game) {
            Some((.., decided)) => {
                format!("{tagline} (an unfinished game waits, {} long)", play::decisions(*decided))
            }
            None => tagline,
        }
    };
    let options: Vec<(String, String)> =
        GAMES.iter().map(|game| ((*game).to_owned(), about(game))).collect();
    Ok(match ask("Onplay: which game?", &options)? {
        Answer::Number(at) => Some(GAMES[at].to_owned()),
        Answer::Leave => None,
    })
}

/// Shows how a game is played and lets a person choose what the command line left
/// open; nothing if they leave.
pub fn choose_rest(mut args: Play, kit: &Kit) -> Result<Option<Play>, Failed> {
    if let Some(page) = rules::how_to_play(&kit.book.game.id) {
        say!("");
        markdown::render(page, 78).iter().for_each(crate::output::put_line);
        say!("");
        if read("Press Enter to go on (q leaves).")?.is_none() {
            return Ok(None);
        }
    }
    let seat = args.seat.as_deref() == Some("p2");
    if kit.book.decks.len() > 1 && args.setup.deck.is_none() && args.setup.deck2.is_none() {
        let decks = kit.book.decks.iter().map(|deck| (deck.name.clone(), deck.plan.clone()));
        let Answer::Number(own) = ask("Which deck do you play?", &decks.collect::<Vec<_>>())?
        else {
            return Ok(None);
        };
        let other = (own + 1) % kit.book.decks.len();
        let id = |at: usize| Some(kit.book.decks[at].id.clone());
        (args.setup.deck, args.setup.deck2) =
            if seat { (id(other), id(own)) } else { (id(own), id(other)) };
    }
    if args.bot.is_none() && !args.two {
        let options = OPPONENTS.map(|(name, about)| (name.to_owned(), about.to_owned()));
        let Answer::Number(which) = ask("Whom do you play against?", &options)? else {
            return Ok(None);
        };
        match which {
            0 => args.bot = Some(BotKind::Greedy),
            1 => args.bot = Some(BotKind::Search(Limit::Iterations(1000))),
            2 => args.bot = Some(BotKind::Random),
            _ => args.two = true,
        }
    }
    if !args.two && !seat {
        let options = [
            ("you".to_owned(), "you have the first turn".to_owned()),
            ("the bot".to_owned(), "you answer what it does".to_owned()),
        ];
        let Answer::Number(which) = ask("Who sits first?", &options)? else { return Ok(None) };
        if which == 1 {
            args.seat = Some("p2".into());
            std::mem::swap(&mut args.setup.deck, &mut args.setup.deck2);
        }
    }
    load::decks(kit, &args.setup)?;
    Ok(Some(args))
}

const OPPONENTS: [(&str, &str); 4] = [
    ("quick", "a bot that looks one move ahead"),
    ("strong", "a bot that searches through a thousand games before each move"),
    ("random", "a bot that does anything the rules allow"),
    ("person", "a second person at this keyboard; hands stay hidden"),
];

/// Asks for one of some options; Enter takes the first.
fn ask(question: &str, options: &[(String, String)]) -> Result<Answer, Failed> {
    let head = Line::of(Tone::Strong, question).add(Tone::Soft, "  (Enter takes 1, q leaves)");
    crate::output::put_line(&head);
    let names = options.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (at, (name, about)) in options.iter().enumerate() {
        let gap = " ".repeat(names - name.chars().count());
        let lead = format!("{:3} {name}{gap}  ", at + 1);
        let inset = " ".repeat(lead.chars().count());
        for (row, line) in wrap(about, 78 - inset.len().min(60), 0).iter().enumerate() {
            say!("{}{line}", if row == 0 { &lead } else { &inset });
        }
    }
    loop {
        let Some(line) = read("")? else { return Ok(Answer::Leave) };
        let line = line.to_lowercase();
        if line.is_empty() {
            return Ok(Answer::Number(0));
        }
        let number = line.parse::<usize>().ok().and_then(|it| it.checked_sub(1));
        let number = number.filter(|at| *at < options.len());
        let named = options.iter().position(|(name, _)| name.to_lowercase().starts_with(&line));
        match number.or(named) {
            Some(at) => return Ok(Answer::Number(at)),
            None => say!("type a number from 1 to {}, a name, or q", options.len()),
        }
    }
}

/// A line from the person; nothing if they leave.
fn read(prompt: &str) -> Result<Option<String>, Failed> {
    if prompt.is_empty() {
        say_raw!("> ");
    } else {
        say_raw!("{prompt} ");
    }
    io::stdout().flush()?;
    Ok(match input::line(&mut io::stdin().lock(), 1 << 10)? {
        Input::Line(line) => {
            let line = line.trim();
            (!matches!(line, "q" | "quit" | "exit")).then(|| line.to_owned())
        }
        Input::TooLong => Some("?".into()),
        Input::End => None,
    })
}
