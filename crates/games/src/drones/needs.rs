//! What cards and abilities ask before their words can begin. The usual prices
//! and choices are taken apart once, so that legal actions need not read them.

use onplay_engine::card::{
    Ability, Comparison, Condition, Cost, Deed, Effect, Filter, Pick, Quantity, Selection, Static,
    When, Who, Whose,
};
use onplay_engine::compile::{Card, Catalog, selection};
use onplay_engine::id::{CounterId, MeasureId, Seat, TypeId};
use onplay_engine::rulebook::Role;
use onplay_engine::state::Object;

use super::printed::{DRONE, TOKEN};

/// What is asked before words can begin.
#[derive(Clone, Copy)]
pub(super) struct Demand {
    /// The counter that pays first, and how much of it.
    pub price: (CounterId, i16),
    /// The price has other parts, which must be asked.
    pub more: bool,
    /// Its bit among what an object has used up, if it can be.
    pub limit: u8,
    pub needs: Needs,
    /// The energy that it takes at least.
    pub energy: i16,
    /// With so much energy, nothing but these pieces is asked, by number, or
    /// [`ONE_CARD`] and the like.
    pub wanted: u64,
}

/// What must be there for words to begin.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Needs {
    Nothing,
    /// Something on the board to choose, by its number among the pieces.
    Piece(u8),
    /// Another card in one's hand.
    Card,
    /// Lanes controlled, compared with those of the opponent.
    Lanes(Comparison),
    /// Anything else: the words themselves are asked.
    Words,
}

/// Which objects in play can be chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    /// The places to search, seen from each seat.
    pub zones: [u64; 2],
    /// The kinds that are asked for, and what they must be.
    kinds: (u16, u16),
    /// The same for statuses.
    flags: (u16, u16),
    /// Bit 0: one's own; bit 1: the enemy's.
    sides: u8,
    /// Objects may have something against being chosen.
    pub target: bool,
}

/// Most pieces that are told apart; what asks for more is read.
const PIECES: usize = 61;

// What is wanted beside pieces.
/// A card in one's hand, and a second one.
pub(super) const ONE_CARD: u64 = 1 << PIECES;
pub(super) const TWO_CARDS: u64 = ONE_CARD << 1;
/// More than can be seen.
const UNSEEN: u64 = TWO_CARDS << 1;

impl Piece {
    /// Whether an object of a printed kind can be chosen by a seat.
    #[inline]
    pub fn fits(&self, object: &Object, kind: u16, seat: Seat) -> bool {
        (object.flags & self.flags.0 == self.flags.1)
            & (self.sides >> u8::from(object.controller != seat) & 1 == 1)
            & (kind & self.kinds.0 == self.kinds.1)
    }
}

/// Which pieces a drone is, by kind and statuses. A bit is a piece, by its number.
pub(super) struct Sight([[u64; STATES]; KINDS]);

const KINDS: usize = (DRONE | TOKEN) as usize + 1;
/// Statuses that are told apart; what asks for others is looked for.
const STATES: usize = 64;

impl Sight {
    /// Works out what seat one sees in the rows of a controller, given as places.
    /// Both seats see the same of their own and of the other's.
    pub fn new(pieces: &[Piece], rows: u64, controller: Seat) -> Sight {
        let mut sight = Sight([[0; STATES]; KINDS]);
        for (number, piece) in pieces.iter().enumerate() {
            if piece.zones[0] & rows != rows || usize::from(piece.flags.0) >= STATES {
                continue;
            }
            for (kind, seen) in sight.0.iter_mut().enumerate() {
                for (flags, seen) in seen.iter_mut().enumerate() {
                    let drone = Object { flags: flags as u16, controller, ..Object::ABSENT };
                    let fits = piece.fits(&drone, kind as u16, Seat::ONE);
                    *seen |= u64::from(fits) << number;
                }
            }
        }
        sight
    }

    /// The pieces that a drone of a printed kind is.
    #[inline(always)]
    pub fn of(&self, drone: &Object, kind: u16) -> u64 {
        self.0[usize::from(kind) % KINDS][usize::from(drone.flags) % STATES]
    }
}

/// Takes apart what the cards of a catalog ask.
pub(super) struct Needed<'a> {
    pub catalog: &'a Catalog,
    pub drone: TypeId,
    pub energy: CounterId,
    pub lanes: MeasureId,
    /// All that is asked for, each once.
    pub pieces: Vec<Piece>,
}

impl Needed<'_> {
    /// What a card is, as far as pieces ask.
    pub fn kind(&self, card: &Card) -> u16 {
        let drone = if card.has_type(self.drone) { DRONE } else { 0 };
        if card.token { drone | TOKEN } else { drone }
    }

    /// What playing a card asks, over all that it does then.
    pub fn play_demand(&mut self, card: &Card) -> Demand {
        let mut all = Needs::Nothing;
        for ability in &card.abilities {
            let needs = match &ability.when {
                When::Played => self.begin_needs(ability),
                When::Static(rules) if rules.contains(&Static::PlayOnlyIf) => {
                    ability.condition.as_ref().map_or(Needs::Nothing, |only| self.only_if(only))
                }
                _ => Needs::Nothing,
            };
            all = match (all, needs) {
                (all, Needs::Nothing) => all,
                (Needs::Nothing, needs) => needs,
                _ => Needs::Words,
            };
        }
        // The card itself is one of those in the hand.
        self.demand(&card.cost, all, TWO_CARDS)
    }

    /// What using an ability asks, by its number on the card.
    pub fn use_demand(&mut self, number: usize, ability: &Ability) -> Demand {
        let needs = self.begin_needs(ability);
        let limit = if ability.limit.is_some() && number < 8 { 1 << number } else { 0 };
        Demand { limit, ..self.demand(&ability.cost, needs, ONE_CARD) }
    }

    fn demand(&self, cost: &[Cost], needs: Needs, cards: u64) -> Demand {
        // Nobody has less of a counter than this.
        let free = (self.energy, i16::MIN);
        let (price, more) = match cost {
            [] => (free, false),
            [Cost::Counter(counter, Quantity::Number(price)), rest @ ..] => {
                ((*counter, *price), !rest.is_empty())
            }
            _ => (free, true),
        };
        let is_plain = price.0 == self.energy;
        let energy = if is_plain { price.1 } else { i16::MIN };
        let wanted = match needs {
            _ if more || !is_plain => UNSEEN,
            Needs::Nothing => 0,
            Needs::Piece(number) => 1 << number,
            Needs::Card => cards,
            Needs::Lanes(_) | Needs::Words => UNSEEN,
        };
        Demand { price, more, limit: 0, needs, energy, wanted }
    }

    fn only_if(&self, condition: &Condition) -> Needs {
        match condition {
            Condition::Compare(
                Quantity::Measure(Who::You, one),
                comparison,
                Quantity::Measure(Who::Opponent, two),
            ) if *one == self.lanes && *two == self.lanes => Needs::Lanes(*comparison),
            _ => Needs::Words,
        }
    }

    fn begin_needs(&mut self, ability: &Ability) -> Needs {
        if ability.condition.is_some() {
            return Needs::Words;
        }
        let Some((what, least, target)) = first_choice(&ability.effects) else {
            return Needs::Nothing;
        };
        let Quantity::Number(least) = least else { return Needs::Words };
        if *least <= 0 {
            return Needs::Nothing;
        }
        let parts = match &what.filter {
            Filter::All(parts) => parts,
            filter => std::slice::from_ref(filter),
        };
        if !target && self.is_own_hand(parts) {
            return Needs::Card;
        }
        let Some(piece) = self.piece(parts, target) else { return Needs::Words };
        let known = self.pieces.iter().position(|one| *one == piece);
        let number = known.unwrap_or(self.pieces.len());
        if number >= PIECES {
            return Needs::Words;
        }
        if known.is_none() {
            self.pieces.push(piece);
        }
        Needs::Piece(number as u8)
    }

    fn is_own_hand(&self, parts: &[Filter]) -> bool {
        let hand = self.catalog.rules.role(Role::Hand).map(Filter::Zone);
        parts.len() == 2
            && hand.is_some_and(|hand| parts.contains(&hand))
            && parts.contains(&Filter::Owner(Whose::Yours))
    }

    fn piece(&self, parts: &[Filter], target: bool) -> Option<Piece> {
        let rules = &self.catalog.rules;
        if target && self.catalog.program.forbids >> Deed::BeTargeted as u32 & 1 == 1 {
            return None;
        }
        // Where no zone is named, words mean what is in play.
        let zones = [rules.in_play(); 2];
        let mut piece = Piece { zones, kinds: (0, 0), flags: (0, 0), sides: 3, target };
        for part in parts {
            let (part, on) = match part {
                Filter::Not(part) => (&**part, false),
                part => (part, true),
            };
            match part {
                Filter::Type(kind)
                    if *kind == self.drone && rules.type_keyword(*kind).is_none() =>
                {
                    ask(&mut piece.kinds, DRONE, on)?;
                }
                Filter::Token => ask(&mut piece.kinds, TOKEN, on)?,
                Filter::Flag(flag) => ask(&mut piece.flags, 1 << flag.0, on)?,
                Filter::Controller(whose) if on => {
                    let (sides, seats) = match whose {
                        Whose::Any => continue,
                        Whose::Yours => (1, Seat::BOTH),
                        Whose::Enemy => (2, Seat::BOTH.map(Seat::other)),
                    };
                    piece.sides &= sides;
                    for (zones, seat) in piece.zones.iter_mut().zip(seats) {
                        *zones &= rules.places_of_seat(seat);
                    }
                }
                _ => return None,
            }
        }
        Some(piece)
    }
}

/// Adds to what is asked for. What is asked twice is left to the words.
fn ask(asked: &mut (u16, u16), bit: u16, on: bool) -> Option<()> {
    if asked.0 & bit != 0 {
        return None;
    }
    asked.0 |= bit;
    asked.1 |= if on { bit } else { 0 };
    Some(())
}

/// The first thing that effects must choose, how many at least, and whether
/// they are targets. What follows the choice of a place depends on it.
pub(super) fn first_choice(effects: &[Effect]) -> Option<(&Selection, &Quantity, bool)> {
    for effect in effects {
        let what = match effect {
            Effect::ChoosePlace { .. } => return None,
            Effect::Each { what, .. } => Some(what),
            effect => selection(effect),
        };
        if let Some(what) = what
            && let Pick::Choose { min, target, .. } = &what.pick
        {
            return Some((what, min, *target));
        }
    }
    None
}
