//! poke-engine: six against six, both sides choosing at random, the outcome
//! drawn by its likelihood.

use poke_engine::choices::Choices;
use poke_engine::engine::abilities::Abilities;
use poke_engine::engine::generate_instructions::generate_instructions_from_move_pair;
use poke_engine::engine::items::Items;
use poke_engine::engine::state::MoveChoice;
use poke_engine::instruction::StateInstructions;
use poke_engine::pokemon::PokemonName;
use poke_engine::state::{Pokemon, PokemonMoveIndex, PokemonType, Side, State};

use crate::dice::Dice;

/// A battle that lasts longer is given up; random ones end far sooner.
const TURNS: usize = 2000;

/// The battle before its first turn.
pub fn start() -> State {
    let mut state = State::default();
    fill(&mut state.side_one, 0);
    fill(&mut state.side_two, 3);
    state.set_conditional_mechanics();
    state
}

/// Plays a random battle to its end; returns the choices that the sides made.
/// A side that has nothing to choose (the other one replaces) does not count.
pub fn play(start: &State, dice: &mut Dice) -> u64 {
    let mut state = start.clone();
    let mut decisions = 0;
    for _ in 0..TURNS {
        if state.battle_is_over() != 0.0 {
            break;
        }
        let (ones, twos) = state.get_all_options();
        let (one, two) = (ones[dice.below(ones.len())], twos[dice.below(twos.len())]);
        decisions += u64::from(one != MoveChoice::None) + u64::from(two != MoveChoice::None);
        let outcomes = generate_instructions_from_move_pair(&mut state, &one, &two, true);
        if let Some(outcome) = draw(&outcomes, dice) {
            state.apply_instructions(&outcome.instruction_list);
        }
    }
    decisions
}

/// One outcome by its percentage.
fn draw<'a>(outcomes: &'a [StateInstructions], dice: &mut Dice) -> Option<&'a StateInstructions> {
    let mut left = dice.unit() * 100.0;
    for outcome in outcomes {
        left -= outcome.percentage;
        if left <= 0.0 {
            return Some(outcome);
        }
    }
    outcomes.last()
}

/// A team of six with ordinary moves, abilities and items; `shift` makes the two
/// teams differ.
fn fill(side: &mut Side, shift: usize) {
    use PokemonType::{DRAGON, ELECTRIC, FIRE, FLYING, GRASS, GROUND, POISON, STEEL, WATER};
    type Member = (PokemonName, (PokemonType, PokemonType), [Choices; 4], Abilities, Items);
    let team: [Member; 6] = [
        (
            PokemonName::CHARIZARD,
            (FIRE, FLYING),
            [Choices::FLAMETHROWER, Choices::AIRSLASH, Choices::WILLOWISP, Choices::ROOST],
            Abilities::BLAZE,
            Items::LEFTOVERS,
        ),
        (
            PokemonName::BLASTOISE,
            (WATER, PokemonType::TYPELESS),
            [Choices::SURF, Choices::ICEBEAM, Choices::RAPIDSPIN, Choices::PROTECT],
            Abilities::TORRENT,
            Items::LEFTOVERS,
        ),
        (
            PokemonName::VENUSAUR,
            (GRASS, POISON),
            [Choices::GIGADRAIN, Choices::SLUDGEBOMB, Choices::LEECHSEED, Choices::SLEEPPOWDER],
            Abilities::OVERGROW,
            Items::LIFEORB,
        ),
        (
            PokemonName::GARCHOMP,
            (DRAGON, GROUND),
            [Choices::EARTHQUAKE, Choices::DRAGONCLAW, Choices::STEALTHROCK, Choices::SWORDSDANCE],
            Abilities::ROUGHSKIN,
            Items::LIFEORB,
        ),
        (
            PokemonName::SKARMORY,
            (STEEL, FLYING),
            [Choices::BRAVEBIRD, Choices::SPIKES, Choices::WHIRLWIND, Choices::ROOST],
            Abilities::STURDY,
            Items::LEFTOVERS,
        ),
        (
            PokemonName::JOLTEON,
            (ELECTRIC, PokemonType::TYPELESS),
            [Choices::THUNDERBOLT, Choices::VOLTSWITCH, Choices::SHADOWBALL, Choices::THUNDERWAVE],
            Abilities::VOLTABSORB,
            Items::LIFEORB,
        ),
    ];
    for (slot, pokemon) in side.pokemon.pkmn.iter_mut().enumerate() {
        let (id, types, moves, ability, item) = team[(slot + shift) % team.len()].clone();
        *pokemon = Pokemon {
            id,
            types,
            base_types: types,
            hp: 300,
            maxhp: 300,
            ability,
            base_ability: ability,
            item,
            attack: 220,
            defense: 200,
            special_attack: 220,
            special_defense: 200,
            speed: 150 + 20 * ((slot + shift) % team.len()) as i16,
            weight_kg: 60.0,
            tera_type: types.0,
            ..Pokemon::default()
        };
        let slots = [
            PokemonMoveIndex::M0,
            PokemonMoveIndex::M1,
            PokemonMoveIndex::M2,
            PokemonMoveIndex::M3,
        ];
        for (slot, choice) in slots.into_iter().zip(moves) {
            pokemon.replace_move(slot, choice);
        }
    }
}
