//! The commands and their options.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use onplay_bots::BotKind;

/// Rules engine for card games: play, watch, explain, replay, simulate.
#[derive(Parser)]
#[command(name = "onplay", version, max_term_width = 100, after_help = EXIT)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
}

pub const EXIT: &str = "\
Exit codes:
  0    all is well
  1    something does not hold: a scenario fails, cards have errors, a replay does not fit
  2    the command line is not understood
  3    a file, game, deck or card cannot be found, read or written
  130  interrupted; what was finished has been reported

Colours are left out when NO_COLOR is set or the output is no terminal.
`onplay` alone is `onplay play`.";

#[derive(Subcommand)]
pub enum Command {
    Play(Play),
    Watch(Watch),
    Replay(Replay),
    Explain(Explain),
    Resolve(Resolve),
    Scenario(Scenarios),
    /// Read game folders and tell every error in rules, cards and decks
    Check(Paths),
    Card(Card),
    Cards(Cards),
    Decks(Decks),
    Schema(Schema),
    Rulebook(Rulebook),
    New(New),
    Sim(Sim),
    Diff(Diff),
    Balance(crate::balance::Balance),
    Bench(Bench),
    Perft(Perft),
    Completions(Completions),
    Serve(crate::serve::Serve),
    /// Help an editor with card, deck, rulebook and scenario files: a language server on
    /// standard input and output. See docs/editors.md
    Lsp,
}

/// The decks and the chance of one game.
#[derive(Args, Clone, Default)]
pub struct Setup {
    /// Seed of the dice; the same seed deals the same game (if not given, it is told at the end)
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Deck of the first seat, by id
    #[arg(long, value_name = "DECK")]
    pub deck: Option<String>,
    /// Deck of the second seat, by id
    #[arg(long, value_name = "DECK")]
    pub deck2: Option<String>,
    /// Play under another policy: one of the game's own, or that of a shipped game
    #[arg(long)]
    pub policy: Option<String>,
}

/// Play against a bot or a second person
///
/// Full screen in a terminal, plain lines with --plain. Without any terminal,
/// a demonstration game between two bots is played and its log explained.
#[derive(Args, Default)]
#[command(after_help = "\
Examples:
  onplay play                              choose game, deck, opponent and seat
  onplay play drones                       against a greedy bot
  onplay play tides --bot search:2000      against a search with 2,000 iterations
  onplay play alley --two                  two people, one keyboard, hands hidden
  onplay play skirmish --seed 7 --seat p2  the same deal every time, from the other side
  onplay play --resume game.jsonl          go on with a saved game
  printf 'pass\\nquit\\n' | onplay play drones --plain --seed 1
  echo '{\"type\":\"decide\",\"id\":\"1\",\"ask\":1,\"action\":1}' | onplay play drones --json

While playing: a number or words take an action; how, rules, card NAME, deck,
board, piles, why, why not, log, hint, undo, save FILE, help, quit.

With --json every line is a message of docs/protocol.md: out come `hello`, `state`,
`ask` with the numbered actions, `steps` and `over`; in go `decide`, `undo`, `why`,
`why-not`, `preview`, `concede`. A bad line gets an `error` with the `nearest` right
thing and changes nothing. With --two every line names its `client`: p1 or p2.")]
pub struct Play {
    /// The game, or a folder with game files; without one a menu is shown
    pub game: Option<String>,
    #[command(flatten)]
    pub setup: Setup,
    /// The opponent: random, greedy (if nothing is said), search:1000 (iterations),
    /// search:200ms (time), policy:FILE (learned; docs/python.md), search:1000+policy:FILE
    #[arg(long, value_parser = crate::load::bot)]
    pub bot: Option<BotKind>,
    /// A second person instead of a bot
    #[arg(long, conflicts_with = "bot")]
    pub two: bool,
    /// Your seat: p1 or p2
    #[arg(long, value_name = "SEAT", default_value = "p1", value_parser = ["p1", "p2"])]
    pub seat: Option<String>,
    /// Plain lines instead of the full screen
    #[arg(long)]
    pub plain: bool,
    /// A program plays: one JSON object per line in and out (docs/protocol.md)
    #[arg(long, conflicts_with = "plain")]
    pub json: bool,
    /// Go on from a saved game
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Write the replay to this file when a program has played
    #[arg(long, value_name = "FILE", requires = "json")]
    pub save: Option<PathBuf>,
    /// Let saving replace files that are there already
    #[arg(long)]
    pub force: bool,
}

/// Watch two bots play
#[derive(Args)]
#[command(after_help = "\
Examples:
  onplay watch drones
  onplay watch goblins --bots search:500,greedy --pause 1500
  onplay watch skirmish --seed 3 --plain | less
  onplay watch tides --seed 3 --save game.jsonl --plain > /dev/null

Keys: space stops and goes, → makes one step, + and - change the speed,
w asks why, q quits.")]
pub struct Watch {
    /// The game, or a folder with game files
    pub game: String,
    #[command(flatten)]
    pub setup: Setup,
    /// The bots of the first and second seat
    #[arg(long, value_delimiter = ',', default_value = "greedy,greedy",
        value_parser = crate::load::bot)]
    pub bots: Vec<BotKind>,
    /// Milliseconds between decisions
    #[arg(long, default_value_t = 700, value_name = "MS",
        value_parser = clap::value_parser!(u64).range(..=60_000))]
    pub pause: u64,
    /// Plain lines instead of the full screen
    #[arg(long)]
    pub plain: bool,
    /// Write the replay when the game is over
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Replace the file if it is there already
    #[arg(long, requires = "save")]
    pub force: bool,
    /// One JSON object per line of the log
    #[arg(long, conflicts_with = "plain")]
    pub json: bool,
}

/// Check a replay and step through it
///
/// Every hash is verified; the first line that does not fit is told.
#[derive(Args)]
#[command(after_help = "\
Examples:
  onplay replay game.jsonl                       step through it: → ← home end q
  onplay replay game.jsonl --plain               the whole log
  onplay replay game.jsonl --turn 5              the table when turn 5 begins
  onplay replay game.jsonl --at 12 --json        the table after 12 decisions
  onplay replay game.jsonl --branch 12 --seed 4  play on from there, hidden cards dealt anew
  onplay replay game.jsonl --to-scenario bug.md  a scenario page from its last moves

Exit code 1 if a line does not fit.")]
pub struct Replay {
    pub file: PathBuf,
    /// The game or folder it was made with, if it is not the shipped one
    #[arg(long)]
    pub game: Option<String>,
    /// Show the table after so many decisions
    #[arg(long, value_name = "N")]
    pub at: Option<usize>,
    /// Show the table when this turn begins
    #[arg(long, value_name = "N", conflicts_with = "at")]
    pub turn: Option<u16>,
    /// Play on after so many decisions, with the hidden cards dealt anew
    #[arg(long, value_name = "N")]
    pub branch: Option<usize>,
    /// The opponent when branching
    #[arg(long, default_value = "greedy", value_parser = crate::load::bot)]
    pub bot: Option<BotKind>,
    /// Let bots play the branch to its end
    #[arg(long, requires = "branch")]
    pub auto: bool,
    /// Seed for dealing anew
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Check that the seed is the one that was committed to when the match began
    #[arg(long, value_name = "COMMITMENT", requires = "salt")]
    pub verify_seed: Option<String>,
    /// The salt of the commitment, from the end of the match
    #[arg(long, value_name = "SALT", requires = "verify_seed")]
    pub salt: Option<String>,
    /// Write a scenario page
    #[arg(long, value_name = "FILE")]
    pub to_scenario: Option<PathBuf>,
    /// The first decision of the scenario page, counted from 1
    #[arg(long, value_name = "N", requires = "to_scenario")]
    pub from: Option<usize>,
    /// Replace the page if it is there already
    #[arg(long, requires = "to_scenario")]
    pub force: bool,
    /// Plain lines instead of the full screen
    #[arg(long)]
    pub plain: bool,
    /// JSON for machines instead of words
    #[arg(long)]
    pub json: bool,
}

/// Tell why something happened in a replay, or why not
#[derive(Args)]
#[command(after_help = "\
Examples:
  onplay explain game.jsonl --event 118
  onplay explain game.jsonl --why \"Odin attack\"   the last event with these words
  onplay explain game.jsonl --why-not Thor        triggers of Thor that stayed silent
  onplay explain game.jsonl --tree 12             the chain behind decision 12
  onplay explain game.jsonl                       all events with their numbers")]
pub struct Explain {
    pub file: PathBuf,
    /// The game or folder it was made with, if it is not the shipped one
    #[arg(long)]
    pub game: Option<String>,
    /// The event with this number
    #[arg(long, value_name = "N")]
    pub event: Option<u32>,
    /// The last event with these words
    #[arg(long, value_name = "WORDS")]
    pub why: Option<String>,
    /// A card whose trigger stayed silent
    #[arg(long, value_name = "NAME")]
    pub why_not: Option<String>,
    /// The chain behind a decision, with everything that heard it
    #[arg(long, value_name = "DECISION", conflicts_with_all = ["event", "why", "why_not"])]
    pub tree: Option<usize>,
    /// JSON for machines instead of words
    #[arg(long)]
    pub json: bool,
}

/// Resolve the same board under several policies, side by side
#[derive(Args)]
#[command(after_help = "\
Examples:
  onplay resolve games/lab/scenarios/chains.md
  onplay resolve games/lab/scenarios/chains.md --only cascade --policy drones,tides")]
pub struct Resolve {
    /// A scenario page
    pub scenario: PathBuf,
    /// Policies, separated by commas, or all: those of the published designs
    #[arg(long, default_value = "all")]
    pub policy: String,
    /// Only scenarios with these words in their heading
    #[arg(long, value_name = "WORDS")]
    pub only: Option<String>,
    /// The folder of the game that the page is about, if it does not lie in it
    #[arg(long, value_name = "FOLDER")]
    pub game: Option<PathBuf>,
    /// JSON for machines instead of words
    #[arg(long)]
    pub json: bool,
}

/// Run scenario pages and tell what does not hold
#[derive(Args)]
#[command(after_help = "\
Examples:
  onplay scenario games/drones/scenarios
  onplay scenario bug.md --json
  onplay scenario idea.md --game mygame

Exit code 1 if anything does not hold.")]
pub struct Scenarios {
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// The folder of the game that the pages are about, if they do not lie in it
    #[arg(long, value_name = "FOLDER")]
    pub game: Option<PathBuf>,
    /// JSON for machines instead of words
    #[arg(long)]
    pub json: bool,
}

/// Show a game's rulebook as it is read
///
/// The outline with every clause read back, who takes which actions, and the beginning
/// of a game with the clauses that act in it.
#[derive(Args)]
#[command(after_help = "\
Examples:
  onplay rulebook fords
  onplay rulebook mygame --uncited
  onplay rulebook mygame --json")]
pub struct Rulebook {
    /// The game, or a folder with game files
    pub game: String,
    /// Only the clauses that no scenario page of the folder cites
    #[arg(long)]
    pub uncited: bool,
    /// Seed of the game whose beginning is shown
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// JSON for machines instead of words
    #[arg(long)]
    pub json: bool,
}

/// Begin a game of your own: a small one that plays, in a new folder
#[derive(Args)]
#[command(after_help = "\
Examples:
  onplay new mygame
  onplay check mygame && onplay play mygame")]
pub struct New {
    /// The folder, whose name is the game's: small letters, digits and hyphens
    pub name: PathBuf,
}

/// Files and folders.
#[derive(Args)]
#[command(after_help = "\
Examples:
  onplay check games/drones
  onplay check games/* --json
  onplay check mygame --watch

Exit code 1 if anything does not hold.")]
pub struct Paths {
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// JSON for machines instead of words; with --watch, one line for each check
    #[arg(long)]
    pub json: bool,
    /// Check again whenever a file changes, until Ctrl-C
    #[arg(long)]
    pub watch: bool,
}

/// Read one card text and show what it means
#[derive(Args)]
#[command(after_help = "\
Examples:
  onplay card \"When you draw a card, this gains 1 attack.\" --game lab
  onplay card \"Draw 2 cards.\" --game ./games/skirmish --json")]
pub struct Card {
    pub text: String,
    /// A game, or the folder of one
    #[arg(long)]
    pub game: String,
    /// The type line of the card that the text is on
    #[arg(long = "type")]
    pub kind: Option<String>,
    /// What else is printed on the card, as `attack=2`
    #[arg(long = "field", value_name = "NAME=VALUE")]
    pub fields: Vec<String>,
    /// Also list everything that would have been understood where the text fails
    #[arg(long, short)]
    pub verbose: bool,
    /// JSON for machines instead of words
    #[arg(long)]
    pub json: bool,
}

/// List the cards of a game, or read one
#[derive(Args)]
#[command(after_help = "\
Examples:
  onplay cards drones
  onplay cards drones Odin
  onplay cards tides --json")]
pub struct Cards {
    pub game: String,
    /// A card, or words in its name
    pub card: Option<String>,
    /// JSON for machines instead of words
    #[arg(long)]
    pub json: bool,
}

/// List the decks of a game with their plans, or show one
#[derive(Args)]
#[command(after_help = "\
Examples:
  onplay decks drones
  onplay decks drones web
  onplay decks tides --json")]
pub struct Decks {
    /// The game, or a folder with game files
    pub game: String,
    /// A deck, by id or name
    pub deck: Option<String>,
    /// JSON for machines instead of words
    #[arg(long)]
    pub json: bool,
}

/// Print the JSON Schema of card, deck and game files
#[derive(Args)]
#[command(after_help = "\
Examples:
  onplay schema            the names of the schemas
  onplay schema card > card.schema.json")]
pub struct Schema {
    pub name: Option<String>,
    /// The names as JSON too; a schema is JSON in any case
    #[arg(long)]
    pub json: bool,
}

/// Play many games between bots and count
///
/// All decks meet each other in both seats. Results depend on the seeds only,
/// not on threads. Ctrl-C ends with the result so far, which --out keeps.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
Examples:
  onplay sim drones --games 20000
  onplay sim tides --bots search:1000,greedy --games 200
  onplay sim alley --games 5000 --report alley.html
  onplay sim skirmish --bots search:200,greedy --until ±2%
  onplay sim goblins --seeds 0..5000 --out a.json        one shard
  onplay sim merge a.json b.json --out all.json --report all.html"
)]
pub struct Sim {
    #[command(subcommand)]
    pub merge: Option<SimCommand>,
    /// The game, or a folder with game files
    #[arg(required = true)]
    pub game: Option<String>,
    /// How many games, from seed 0 on
    #[arg(long, default_value_t = 1000, conflicts_with = "seeds", value_parser = games(),
        default_value_if("until", clap::builder::ArgPredicate::IsPresent, "100000000"))]
    pub games: u64,
    /// A range of seeds: A..B, B left out
    #[arg(long, value_name = "A..B", value_parser = seeds)]
    pub seeds: Option<(u64, u64)>,
    /// Play until the rate is known this well, ±1%, or --games (100000000 if not given)
    #[arg(long, value_name = "MARGIN", value_parser = crate::count::margin, conflicts_with = "seeds")]
    pub until: Option<f64>,
    /// Begin with this seed
    #[arg(long, default_value_t = 0, conflicts_with = "seeds", value_parser = seed,
        allow_negative_numbers = true)]
    pub seed: u64,
    /// The bots of the first and second seat
    #[arg(long, value_delimiter = ',', default_value = "random,random",
        value_parser = crate::load::bot)]
    pub bots: Vec<BotKind>,
    /// Only these decks, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "DECKS")]
    pub decks: Vec<String>,
    #[arg(long)]
    pub policy: Option<String>,
    /// Threads; all cores if not given
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub threads: Option<u64>,
    #[command(flatten)]
    pub output: Output,
}

#[derive(Subcommand)]
pub enum SimCommand {
    /// Join shards of the same plan
    Merge {
        #[arg(required = true)]
        shards: Vec<PathBuf>,
        #[command(flatten)]
        output: Output,
    },
}

/// Where results go.
#[derive(Args, Clone)]
pub struct Output {
    /// Write the shard, whole or not at all
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write a page with plots that needs nothing else
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Replace these files if they are there already
    #[arg(long)]
    pub force: bool,
    /// JSON for machines instead of words
    #[arg(long)]
    pub json: bool,
}

/// Compare the same seeds with changed cards
///
/// OLD and NEW are two folders with game files (both are played) or two shards.
#[derive(Args)]
#[command(after_help = "\
Examples:
  onplay diff old/games/drones games/drones --games 2000
  onplay diff old.json new.json")]
pub struct Diff {
    pub old: PathBuf,
    pub new: PathBuf,
    /// How many seeds, when folders are compared
    #[arg(long, default_value_t = 1000, value_parser = games())]
    pub games: u64,
    /// Begin with this seed
    #[arg(long, default_value_t = 0, value_parser = seed, allow_negative_numbers = true)]
    pub seed: u64,
    #[arg(long, value_delimiter = ',', default_value = "random,random",
        value_parser = crate::load::bot)]
    pub bots: Vec<BotKind>,
    /// JSON for machines instead of words
    #[arg(long)]
    pub json: bool,
}

/// Measure speed, with a checksum of what was played
#[derive(Args)]
#[command(after_help = "\
Examples:
  onplay bench
  onplay bench drones tides --games 5000 --json")]
pub struct Bench {
    /// Games; all if not given
    pub games_named: Vec<String>,
    /// Random games per game
    #[arg(long, default_value_t = 2000, value_parser = games())]
    pub games: u64,
    /// JSON for machines instead of words
    #[arg(long)]
    pub json: bool,
}

/// Count every line of play to a depth
#[derive(Args)]
#[command(after_help = "\
Examples:
  onplay perft drones --depth 3
  onplay perft skirmish --depth 4 --seed 2 --json")]
pub struct Perft {
    pub game: String,
    #[arg(long, default_value_t = 3)]
    pub depth: u32,
    #[command(flatten)]
    pub setup: Setup,
    /// JSON for machines instead of words
    #[arg(long)]
    pub json: bool,
}

/// Write completions for a shell
#[derive(Args)]
#[command(after_help = "\
Examples:
  onplay completions bash > /etc/bash_completion.d/onplay
  onplay completions fish > ~/.config/fish/completions/onplay.fish")]
pub struct Completions {
    pub shell: clap_complete::Shell,
}

/// How many games: at least one, and no more than one run plays.
pub fn games() -> clap::builder::RangedU64ValueParser {
    clap::builder::RangedU64ValueParser::new().range(1..=onplay_sim::MOST_GAMES)
}

pub fn seed(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("`{text}` is no seed; write a whole number from 0 to {}", u64::MAX))
}

fn seeds(text: &str) -> Result<(u64, u64), String> {
    let wrong = || format!("`{text}` is no range of seeds; write 0..1000");
    let (from, to) = text.split_once("..").ok_or_else(wrong)?;
    let (from, to) =
        (from.trim().parse().map_err(|_| wrong())?, to.trim().parse().map_err(|_| wrong())?);
    if from < to { Ok((from, to)) } else { Err(format!("`{text}` holds no seed")) }
}
