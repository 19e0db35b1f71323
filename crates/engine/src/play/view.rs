//! Views: what one seat may know, and sampling a full game that fits it.

use crate::compile::Catalog;
use crate::id::{CardId, ObjectId, Seat};
use crate::mask::Mask;
pub use crate::query::sees;
use crate::state::{Dice, Game, Object, Prompt};

/// What one seat knows of a game.
///
/// The state inside holds nothing that the seat may not know: hidden cards are
/// [`CardId::HIDDEN`], the dice are not the real ones, and questions to the
/// other seat do not say what was offered.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Who sees this.
    pub seat: Seat,
    /// The state with everything hidden that the seat may not know.
    pub state: Game,
    /// Cards of each owner that the seat has not located, sorted: what the
    /// hidden objects are, in no order. Deck lists are open.
    pub unseen: [Vec<CardId>; 2],
    /// Unseen cards of shared zones, which are nobody's.
    pub shared: Vec<CardId>,
}

impl CardId {
    /// A card whose face is not known.
    pub const HIDDEN: CardId = CardId(u16::MAX);
}

/// Builds the view of a seat.
pub fn view(game: &Game, catalog: &Catalog, seat: Seat) -> View {
    let shown = shown(game, seat);
    let mut unseen = [Vec::new(), Vec::new()];
    let mut shared = Vec::new();
    let mut objects = Vec::with_capacity(game.objects.len());
    for index in 0..game.objects.len() {
        let id = ObjectId(index as u16);
        let object = game.object(id);
        if sees(catalog, seat, object.zone) || shown.contains(id) {
            objects.push(*object);
        } else {
            match group(catalog, object) {
                SHARED => shared.push(object.card),
                owner => unseen[owner].push(object.card),
            }
            // Who owns it and where it lies can be seen from the outside.
            objects.push(Object {
                card: CardId::HIDDEN,
                incarnation: object.incarnation,
                zone: object.zone,
                owner: object.owner,
                controller: object.controller,
                ..Object::ABSENT
            });
        }
    }
    unseen.iter_mut().for_each(|cards| cards.sort_unstable());
    shared.sort_unstable();
    let prompts = game.pending.prompts().iter().map(|prompt| known_prompt(prompt, seat));
    let mut players = game.players;
    for (counter, rule) in catalog.rules.counters.iter().enumerate() {
        if rule.hidden {
            players[seat.other().index()].counters[counter] = 0;
        }
    }
    let state = game.with_known(objects, players, prompts);
    View { seat, state, unseen, shared }
}

/// The group of hidden cards that shared zones have.
const SHARED: usize = 2;

/// Which hidden cards an object is one of: its owner's, or a shared zone's.
fn group(catalog: &Catalog, object: &Object) -> usize {
    match catalog.rules.zone_rule(object.zone) {
        Some(rule) if !rule.per_seat => SHARED,
        _ => object.owner.index(),
    }
}

/// Cards that are being shown to a seat although they lie hidden.
pub(crate) fn shown(game: &Game, seat: Seat) -> Mask {
    let mut mask = Mask::EMPTY;
    if let Some(prompt) = game.pending.prompt()
        && prompt.seat == seat
    {
        prompt.candidates.iter().for_each(|id| mask.insert(id));
    }
    mask
}

fn known_prompt(prompt: &Prompt, seat: Seat) -> Prompt {
    if prompt.seat == seat {
        return *prompt;
    }
    let mut known = Prompt::new(prompt.seat, prompt.ask, prompt.reason);
    known.source = prompt.source;
    known.ability = prompt.ability;
    known.min = prompt.min;
    known.max = prompt.max;
    known
}

impl View {
    /// A full game that could be the real one, as far as the seat knows. The
    /// hidden cards are dealt again and the dice are these.
    pub fn sample(&self, catalog: &Catalog, dice: &mut Dice) -> Game {
        let mut game = self.state.clone();
        self.sample_into(catalog, dice, &mut game);
        game
    }

    /// [`View::sample`] into an existing game, whose memory is reused.
    pub fn sample_into(&self, catalog: &Catalog, dice: &mut Dice, game: &mut Game) {
        game.clone_from(&self.state);
        let lists = [&self.unseen[0], &self.unseen[1], &self.shared];
        // Deal by drawing from what is left, so that no list is copied: the
        // n-th hidden object of an owner gets a card that is then crossed out
        // by swapping among the objects themselves.
        let mut next = [0; 3];
        for index in 0..game.objects.len() {
            let object = &mut game.objects[index];
            if object.card == CardId::HIDDEN {
                let list = group(catalog, object);
                object.card = lists[list][next[list]];
                next[list] += 1;
            }
        }
        for (list, cards) in lists.iter().enumerate() {
            self.mix(catalog, game, list, cards.len(), dice);
        }
        for index in 0..game.objects.len() {
            if self.state.objects[index].card == CardId::HIDDEN {
                crate::mutate::fresh_values(game, catalog, ObjectId(index as u16));
            }
        }
        game.dice =
            Dice::new(u64::from(dice.below(u32::MAX)) << 32 | u64::from(dice.below(u32::MAX)));
    }

    /// Shuffles the hidden cards of a group among its hidden objects.
    fn mix(&self, catalog: &Catalog, game: &mut Game, list: usize, count: usize, dice: &mut Dice) {
        let is_hidden = |index: usize| {
            let object = &self.state.objects[index];
            object.card == CardId::HIDDEN && group(catalog, object) == list
        };
        let mut left = count;
        for index in 0..game.objects.len() {
            if !is_hidden(index) || left < 2 {
                continue;
            }
            // Exchange with one of the hidden objects from here on.
            let mut skip = dice.below(left as u32);
            let other = (index..game.objects.len()).filter(|other| is_hidden(*other)).find(|_| {
                let found = skip == 0;
                skip = skip.saturating_sub(1);
                found
            });
            if let Some(other) = other {
                let card = game.objects[index].card;
                game.objects[index].card = game.objects[other].card;
                game.objects[other].card = card;
            }
            left -= 1;
        }
    }
}
