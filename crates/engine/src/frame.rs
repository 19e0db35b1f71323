//! The frame of a game: phases, actions, combat, win. It is Rust behind this
//! trait; cards never are.

use crate::card::{Cost, Timing, Verb};
use crate::id::{
    AbilityId, AttributeId, CardId, CounterId, Handle, MeasureId, ObjectId, PhaseId, Seat, ZoneId,
    ZoneKind,
};
use crate::mutate::Engine;
use crate::play::ActionSpace;
use crate::query::{Reader, Scope};
use crate::state::{Action, Game, ObjectSnapshot, Origin, Why, Work};

/// What comes after the frame was asked to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// There is something to do.
    Go,
    /// `game.turn.decider` must decide.
    Wait,
}

/// The cards that one seat brings, by section of the deck file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DeckList {
    /// The name of each section, and each card in it with how often the deck has it.
    pub sections: Vec<(String, Vec<(CardId, u16)>)>,
}

impl DeckList {
    /// The cards of a section, each as often as the deck has it.
    pub fn cards<'a>(&'a self, section: &'a str) -> impl Iterator<Item = CardId> + 'a {
        self.sections
            .iter()
            .filter(move |(name, _)| name == section)
            .flat_map(|(_, cards)| cards)
            .flat_map(|(card, count)| std::iter::repeat_n(*card, usize::from(*count)))
    }
}

/// What a game adds to the machine.
pub trait Frame: Sync + Send {
    /// Puts the decks on the table. It is done once for many games: nothing is left
    /// to chance and nothing is announced before [`Frame::begin`].
    fn lay_out(&self, engine: &mut Engine, decks: &[DeckList; 2]);

    /// Shuffles, deals and starts the first turn.
    fn begin(&self, engine: &mut Engine);

    /// Makes a table that was laid out by hand ready for the first decision of
    /// a seat, in its main phase.
    fn stage(&self, engine: &mut Engine, active: Seat);

    /// Offers the free actions of `game.turn.decider`. Never tries anything out.
    fn actions(&self, reader: &Reader, actions: &mut Vec<Action>);

    /// Turns an offered action into work.
    fn act(&self, engine: &mut Engine, action: Action);

    /// Does a step that the frame put on the pile.
    fn step(&self, engine: &mut Engine, work: Work);

    /// Nothing is left to do: goes on with the turn or waits for a decision.
    fn advance(&self, engine: &mut Engine) -> Flow;

    /// The game's own state checks; returns whether anything changed.
    fn check(&self, _engine: &mut Engine) -> bool {
        false
    }

    /// Whether those may find something now that an object has changed. They run
    /// for it then; the machine sees by itself what can have died.
    fn needs_full_check(&self, _reader: &Reader, _object: ObjectId) -> bool {
        false
    }

    /// A chain went over the budget and the policy leaves it to the frame.
    fn overflow(&self, engine: &mut Engine) {
        engine.draw_game();
    }

    /// Why an action is not offered, as far as the frame knows.
    fn refusal(&self, _reader: &Reader, _action: Action) -> Option<Why> {
        None
    }

    /// A number that only this game knows. It may depend on what stands where
    /// and on attributes, not on statuses or players' counters.
    fn measure(&self, _reader: &Reader, _seat: Seat, _measure: MeasureId) -> i16 {
        0
    }

    /// [`Frame::measure`] where it depends on the place of the object that asks:
    /// the section behind it.
    fn measure_at(&self, reader: &Reader, _scope: &Scope, seat: Seat, measure: MeasureId) -> i16 {
        self.measure(reader, seat, measure)
    }

    /// A player's counter as costs and quantities read it.
    fn counter(&self, reader: &Reader, seat: Seat, counter: CounterId) -> i16 {
        reader.game.counter(seat, counter)
    }

    /// Whether an attribute says which object is meant, by its number and one, and 0 for
    /// none: then it is no quantity.
    fn names_object(&self, _attribute: AttributeId) -> bool {
        false
    }

    /// Takes from a player's counter for a cost. Games whose resources are
    /// cards exhaust them here.
    fn spend(&self, engine: &mut Engine, seat: Seat, counter: CounterId, amount: i16) {
        engine.change_counter(seat, counter, -amount);
    }

    /// Why an object cannot be exhausted for a cost, although it is ready.
    fn exhaust_obstacle(&self, _reader: &Reader, _object: ObjectId) -> Option<Why> {
        None
    }

    /// Pays a cost in mana that can be paid, with an amount added to its generic
    /// part.
    fn pay_mana(
        &self,
        _engine: &mut Engine,
        _seat: Seat,
        _cost: &Cost,
        _more: i16,
        _source: ObjectId,
    ) {
    }

    /// Whether some objects may not let themselves be targeted. The others are not
    /// asked where it is so of none.
    fn has_guarded(&self) -> bool {
        false
    }

    /// Whether an object lets itself be targeted: shroud, protection.
    fn can_target(&self, _reader: &Reader, _scope: &Scope, _object: ObjectId) -> bool {
        true
    }

    /// Why it is not the time for a seat to do something of this timing;
    /// nothing if it is.
    fn timing_obstacle(&self, _reader: &Reader, _seat: Seat, _timing: Timing) -> Option<Why> {
        None
    }

    /// Whether a seat that draws can get a card; what only draws is of no use
    /// to it otherwise.
    fn can_draw(&self, _reader: &Reader, _seat: Seat) -> bool {
        true
    }

    /// Whether the game is in this phase.
    fn is_phase(&self, _reader: &Reader, _phase: PhaseId) -> bool {
        false
    }

    /// Whether a seat has done anything but pass this turn, where the rules ask.
    fn has_acted(&self, _game: &Game, _seat: Seat) -> bool {
        false
    }

    /// Whether an object can come into play now.
    fn can_enter(&self, _reader: &Reader, _object: ObjectId, _place: ZoneId) -> bool {
        true
    }

    /// A card or token that came into play; combat flags and sickness are set
    /// here.
    fn entered(&self, _engine: &mut Engine, _object: ObjectId) {}

    /// An object left play; what was attached to it is dealt with here.
    fn left(&self, _engine: &mut Engine, _was: Handle) {}

    /// Puts a card that an effect plays or deploys where it belongs; used when
    /// a destination names no place.
    fn default_place(&self, reader: &Reader, object: ObjectId, seat: Seat) -> ZoneId {
        let _ = object;
        reader.catalog.rules.zone_of(crate::rulebook::Role::Play, seat)
    }

    /// Where a new token goes when the words do not say; none if there is no
    /// room.
    fn token_place(&self, reader: &Reader, _card: CardId, seat: Seat) -> Option<ZoneId> {
        Some(reader.catalog.rules.zone_of(crate::rulebook::Role::Play, seat))
    }

    /// Attaches one object to another by an effect.
    fn equip(&self, engine: &mut Engine, attachment: ObjectId, host: ObjectId) {
        engine.attach(attachment, host);
    }

    /// Something on the stack was stopped; its card goes where cards go.
    fn cancelled(&self, engine: &mut Engine, item: Work) {
        if engine.game.is_same(item.source) && item.origin == Origin::Played {
            engine.move_by(item.source.id, Verb::Destroy, None);
        }
    }

    /// Whether an object cannot be destroyed.
    fn cannot_be_destroyed(&self, _reader: &Reader, _snapshot: &ObjectSnapshot) -> bool {
        false
    }

    /// Whether an object can be dealt this kind of damage.
    fn can_damage(&self, _reader: &Reader, _target: ObjectId, _kind: u16) -> bool {
        true
    }

    /// Whether an ability would come to nothing although it can be paid; then
    /// it does not start.
    fn is_idle(&self, _engine: &Engine, _work: &Work) -> bool {
        false
    }

    /// Whether a player can be dealt damage.
    fn can_damage_player(&self, _reader: &Reader, _seat: Seat) -> bool {
        true
    }

    /// The player that an object stands for, where players can be chosen like
    /// objects: damage to it is damage to the player.
    fn stands_for(&self, _reader: &Reader, _object: ObjectId) -> Option<Seat> {
        None
    }

    /// A player would draw from an empty deck.
    fn draw_from_empty(&self, _engine: &mut Engine, _seat: Seat) {}

    /// Makes an empty deck anew where the game does so. Returns whether there are cards
    /// in it now.
    fn renew_deck(&self, _engine: &mut Engine, _seat: Seat) -> bool {
        false
    }

    /// How many cards a player can draw before the hand is full.
    fn room_in_hand(&self, _game: &Game, _seat: Seat) -> usize {
        usize::MAX
    }

    /// What happens instead of drawing with a full hand.
    fn draw_into_full(&self, _engine: &mut Engine, _seat: Seat) {}

    /// What a card costs beyond its price has been paid; the work holds what
    /// was chosen for it.
    fn paid(&self, _engine: &mut Engine, _work: &Work) {}

    /// A player's counter has changed: points win at once here.
    fn counted(&self, _engine: &mut Engine, _seat: Seat, _counter: CounterId) {}

    /// An extra phase or turn was granted.
    fn grant(&self, _engine: &mut Engine, _grant: Grant) {}

    /// How good the game looks for a seat, for bots: more is better.
    fn evaluate(&self, reader: &Reader, seat: Seat) -> i32;

    /// The words of special actions, by verb.
    fn verbs(&self) -> &'static [&'static str] {
        &[]
    }

    /// The words of one special action.
    fn verb(&self, number: usize) -> Option<&str> {
        self.verbs().get(number).copied()
    }

    /// How many verbs special actions can have.
    fn special_actions(&self) -> usize {
        self.verbs().len()
    }

    /// What passing is called, if not that.
    fn pass_words(&self, _game: &Game) -> Option<&str> {
        None
    }

    /// What a pass that is over was called, if all are called the same and not that.
    fn past_pass_words(&self) -> Option<&str> {
        None
    }

    /// Whether the engine may pass by itself where nothing else can be done: a pass
    /// that has a name of its own is left to the player.
    fn can_pass_by_itself(&self, game: &Game) -> bool {
        self.pass_words(game).is_none_or(|words| words == "pass")
    }

    /// What a way of playing, moving or attacking is called, if not that.
    fn action_words(&self, _reader: &Reader, _action: Action) -> Option<&str> {
        None
    }

    /// The game's own numbers for learning agents.
    fn action_space(&self) -> Option<&dyn ActionSpace> {
        None
    }

    /// The words for a manner of playing a card, where `at` of
    /// [`Action::Play`] is no position in a row.
    fn manner(&self, _at: u8) -> Option<&str> {
        None
    }

    /// What an action brings with it that its own words do not say and a player
    /// should know before: the end of a turn, a unit that is given up.
    fn consequence(&self, _reader: &Reader, _action: Action) -> Option<&str> {
        None
    }

    /// What playing a card takes from its player's counters, where the frame says
    /// so and not the card's price.
    fn play_price(&self, _reader: &Reader, _object: ObjectId) -> Option<Vec<(CounterId, i16)>> {
        None
    }

    /// The names of the frame's own steps on the pile, by number.
    fn steps(&self) -> &'static [&'static str] {
        &[]
    }

    /// The words of the frame's own questions.
    fn questions(&self) -> &'static [&'static str] {
        &[]
    }

    /// The words of a question that an ability asks, if the rules have some.
    fn question_of(&self, _ability: AbilityId) -> Option<&str> {
        None
    }

    /// The clause that an ability of the rules is, with its citation.
    fn clause_of(&self, _ability: AbilityId) -> Option<&str> {
        None
    }

    /// The name of the frame's present place in the turn.
    fn phase_name(&self, game: &Game) -> &str;

    /// How the places of a zone are called and where their numbers start.
    fn place_word(&self, _kind: ZoneKind) -> Option<(&str, u8)> {
        None
    }

    /// The clauses of the rules that refusals and the log cite.
    fn clauses(&self) -> &'static [&'static str] {
        &[]
    }

    /// One of them, by its number.
    fn clause(&self, number: usize) -> Option<&str> {
        self.clauses().get(number).copied()
    }
}

/// What an effect can grant beyond cards and numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grant {
    /// The acting player acts once more.
    GoAgain,
    /// This player has an extra turn.
    ExtraTurn(Seat),
    /// This player's turn has the phase once more.
    ExtraPhase(Seat, PhaseId),
}
