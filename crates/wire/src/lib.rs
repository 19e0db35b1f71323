//! The protocol between a game and whoever plays or watches it.
//!
//! Everything in here is made from what one viewer may know: a seat, or a
//! spectator. A [`Projection`] knows the words of one game; [`Eyes`] are what one
//! viewer has seen so far. From a decision that was played ([`play`]) they make
//! [`Step`]s, each with what changed from what to what, so that a [`View`] can be
//! kept up to date without knowing any rules.
//!
//! There are no sockets, files or clocks in here: the terminal's `play --json`,
//! the server and the engine in a browser share it.
//!
//! ```
//! use onplay_games::kit;
//! use onplay_wire::{Projection, Viewer, play};
//!
//! let kit = kit::load("skirmish").expect("a shipped game");
//! let decks = ["warband", "grave"].map(|id| kit.deck(id).expect("a shipped deck"));
//! let mut game = kit.table.start(7, &decks, None);
//! let projection = Projection::new(kit);
//! let seat = game.to_decide().expect("somebody begins");
//! let mut eyes = projection.eyes(&game, Viewer::Seat(seat));
//! let mut view = projection.view(&game, &eyes);
//! let ask = projection.ask(&game, &eyes).expect("this seat decides");
//! let action = ask.actions[0].action;
//! let trace = play(projection.table(), &mut game, action);
//! for step in projection.steps(&trace, &mut eyes) {
//!     view.apply(&step);
//! }
//! assert_eq!(view, projection.view(&game, &eyes));
//! ```

#![deny(missing_docs)]

mod answer;
mod ask;
mod explain;
mod eyes;
mod info;
mod message;
mod names;
mod offer;
mod projection;
pub mod schema;
mod session;
mod step;
mod story;
mod trace;
mod version;
mod view;

pub use answer::{Given, answered};
pub use ask::{Ask, Cost, Offer, OptionText, Prompt, PromptKind, Verb};
pub use explain::{Link, Reason, Uncertain, WhySubject, why, why_counter, why_number};
pub use eyes::{Eyes, Viewer};
pub use info::{
    AttributeInfo, CardInfo, CounterInfo, DeckCard, DeckInfo, DeckSection, GameInfo, GameSummary,
    KeywordInfo, PlaceInfo, StatusInfo, TypeInfo, ZoneInfo, ZoneRole, ZoneShape, ZoneSight,
};
pub use message::{Fault, FaultCode, FromClient, Opened, PlayerInfo, ToClient, UndoState};
pub use names::{Handle, PlaceName, SeatName};
pub use projection::Projection;
pub use session::{Diverged, Refused, Session, Start, Told};
pub use step::{Change, ObjectRef, Step, StepKind};
pub use trace::{Trace, play};
pub use version::{SUBPROTOCOL, VERSION};
pub use view::{CardView, PlaceView, PlayerView, StackItem, View};
