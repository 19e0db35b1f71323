//! The catalog: all cards of one game, immutable and shared.

use crate::card::walk::{
    Node, ability_nodes, condition_filters_mut, filters_within_mut, quantity_filters_mut,
};
use crate::card::{Ability, Cost, Effect, Filter, Gift, Static, Timing, When};
use crate::compile::{
    CardOffers, CatalogError, CompiledFilter, Program, Wakes, compile_filter, compile_filters,
    forbidden_deeds,
};
use crate::id::{AbilityId, AttributeId, CardId, KeywordId, Names, SubtypeId, TypeId};
use crate::rulebook::{Bar, Flow, OfferPick, Repetition, Rulebook, Rules, Stage};

/// A printed card, without its prose.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Card {
    /// A mask over [`TypeId`].
    pub types: u32,
    /// In the order in which they are printed.
    pub subtypes: Vec<SubtypeId>,
    /// A mask over [`KeywordId`].
    pub keywords: u32,
    /// Printed values by [`AttributeId`].
    pub attributes: Vec<i16>,
    /// What it costs to play.
    pub cost: Vec<Cost>,
    /// When it can be played.
    pub timing: Timing,
    /// It is in no deck: effects create it.
    pub token: bool,
    /// Everything it can do, in the order of its text.
    pub abilities: Vec<Ability>,
}

/// All cards of one game with its rules and words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Catalog {
    /// What the game is made of.
    pub rules: Rules,
    /// The words of all symbols.
    pub names: Names,
    /// By [`CardId`].
    pub cards: Vec<Card>,
    /// The abilities of all cards as operations.
    pub program: Program,
    /// The course of the game, where it is written as text.
    pub rulebook: Rulebook,
    /// What the rulebook offers, by card.
    pub offers: CardOffers,
    /// By stage of the rulebook: how it repeats, and the operation that does it.
    repetitions: Vec<(Repeats, u16)>,
    /// By [`crate::id::FilterId`].
    pub(crate) filters: Vec<CompiledFilter>,
    /// When the rulebook's checks are asked again.
    pub wakes: Wakes,
    /// Identifies exactly these rules and cards; replays carry it.
    pub fingerprint: [u8; 32],
}

impl Card {
    /// Whether the type is printed on it.
    #[inline]
    pub fn has_type(&self, kind: TypeId) -> bool {
        self.types >> kind.0 & 1 == 1
    }

    /// Whether the keyword is printed on it.
    #[inline]
    pub fn has_keyword(&self, keyword: KeywordId) -> bool {
        self.keywords >> keyword.0 & 1 == 1
    }

    /// The printed value, 0 if the card has none.
    #[inline]
    pub fn attribute(&self, attribute: AttributeId) -> i16 {
        self.attributes.get(attribute.index()).copied().unwrap_or(0)
    }
}

impl Catalog {
    /// Puts rules, words and cards together and flattens every ability.
    ///
    /// # Errors
    /// What does not fit the machine's bounds.
    pub fn new(rules: Rules, names: Names, mut cards: Vec<Card>) -> Result<Self, CatalogError> {
        let filters = compile_filters(&rules, &mut cards)?;
        let program = Program::compile(&rules, &cards)?;
        Ok(Catalog {
            rules,
            names,
            cards,
            program,
            rulebook: Rulebook::default(),
            offers: CardOffers::default(),
            repetitions: Vec::new(),
            filters,
            wakes: Wakes::default(),
            fingerprint: [0; 32],
        })
    }

    /// Gives the catalog the course of its game. Its clauses are the abilities
    /// of the catalog's last card.
    pub fn set_rulebook(&mut self, mut rulebook: Rulebook) {
        rulebook.replacements.clear();
        if let Some(card) = rulebook.card {
            let (mut rules, mut deeds) = (0, 0);
            for ability in self.program.of(card) {
                let entry = self.program.entry(ability);
                rulebook.listens_for |= entry.listens_for;
                if entry.listens_for != 0 {
                    rulebook.listeners.push(ability);
                }
                if let When::Instead(pattern) = &entry.ability.when {
                    rulebook.replaces |= pattern.event.kinds();
                    rulebook.replacements.push(ability);
                }
                rules |= entry.rules;
                deeds |= forbidden_deeds(&entry.ability);
            }
            // Standing rules lie on no object: they are in force as decrees are.
            self.program.decreed_rules |= rules;
            self.program.decreed_deeds |= deeds;
        }
        let (first, _) = rulebook.card.map_or((0, 0), |card| self.program.of_card[card.index()]);
        let conditions = rulebook
            .checks
            .iter()
            .map(|check| self.ability(AbilityId(first + u16::from(*check))).condition.as_ref());
        self.wakes = Wakes::of((&self.rules, &self.cards), &rulebook, conditions);
        rulebook.barred_deeds = rulebook.barred.iter().fold(0, |deeds, barred| match barred.what {
            Bar::Deed(deed) => deeds | 1 << deed as u16,
            Bar::Damage(..) => deeds,
        });
        rulebook.can_break_off = rulebook.stages.iter().any(|stage| stage.break_off.is_some());
        self.compile_filters_of(&mut rulebook);
        self.repetitions =
            rulebook.stages.iter().map(|stage| repetition(&rulebook, stage)).collect();
        self.offers = CardOffers::of_rulebook(&self.rules, &self.cards, &self.program, &rulebook);
        self.rulebook = rulebook;
    }

    /// Compiles the filters that are in the course and the offers.
    fn compile_filters_of(&mut self, rulebook: &mut Rulebook) {
        let Catalog { rules, cards, filters, .. } = self;
        let mut compile = |filter: &mut Filter| compile_filter(filter, filters, (rules, cards));
        for stage in &mut rulebook.stages {
            if let Some((condition, _)) = &mut stage.break_off {
                condition_filters_mut(condition, &mut compile);
            }
        }
        for flow in &mut rulebook.flow {
            if let Flow::Loop(Repetition { until: Some(until), .. }) = flow {
                condition_filters_mut(until, &mut compile);
            }
        }
        for offer in &mut rulebook.offers {
            if let OfferPick::Object(filter) = &mut offer.pick {
                filters_within_mut(filter, &mut compile);
            }
        }
        if let Some(worth) = &mut rulebook.worth {
            quantity_filters_mut(worth, &mut compile);
        }
    }

    /// The ability of a clause, by its number on the rulebook's card.
    #[inline]
    pub fn clause(&self, number: u8) -> Option<AbilityId> {
        let (first, count) = *self.program.of_card.get(self.rulebook.card?.index())?;
        (number < count).then(|| AbilityId(first + u16::from(number)))
    }

    /// Whether a stage of the rulebook repeats, and what each time is.
    #[inline]
    pub fn repeats(&self, stage: u8) -> Repeats {
        self.repetitions.get(usize::from(stage)).map_or(Repeats::Never, |(repeats, _)| *repeats)
    }

    /// How a stage of the rulebook repeats, if it does.
    pub fn repetition_of(&self, stage: u8) -> Option<&Repetition> {
        let (_, at) = *self.repetitions.get(usize::from(stage))?;
        match self.rulebook.flow.get(usize::from(at))? {
            Flow::Loop(repetition) => Some(repetition),
            _ => None,
        }
    }

    /// The printed card of an id that this catalog has given out.
    #[inline]
    pub fn card(&self, id: CardId) -> &Card {
        &self.cards[id.index()]
    }

    /// The ability's data.
    #[inline]
    pub fn ability(&self, id: AbilityId) -> &Ability {
        &self.program.abilities[id.index()].ability
    }

    /// Whether an ability is an action that a rulebook offers.
    pub(crate) fn is_by_rule(&self, id: AbilityId) -> bool {
        let when = &self.ability(id).when;
        matches!(when, When::Activated(activation) if activation.by_rule)
    }

    /// Whether an object can have a keyword: some card has it or gives it.
    pub fn has_keyword_anywhere(&self, keyword: KeywordId) -> bool {
        let mut is_given = false;
        for entry in &self.program.abilities {
            ability_nodes(&entry.ability, &mut |node| {
                is_given |= match node {
                    Node::Static(Static::Keyword { keyword: one, .. }) => *one == keyword,
                    Node::Effect(Effect::Grant { gift: Gift::Keyword(one), .. }) => *one == keyword,
                    _ => false,
                }
            });
        }
        is_given || self.cards.iter().any(|card| card.has_keyword(keyword))
    }
}

/// Whether a stage repeats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repeats {
    /// It is gone through once.
    Never,
    /// Each time is the next player's turn.
    ByTurns,
    /// Each time is a round.
    ByRounds,
}

/// How a stage repeats, and the operation at its end.
fn repetition(rulebook: &Rulebook, stage: &Stage) -> (Repeats, u16) {
    let ends = |flow: &&Flow| matches!(flow, Flow::Loop(_) | Flow::Leave);
    let flow = rulebook.flow.iter().enumerate().skip(usize::from(stage.start));
    match { flow }.find(|(_, flow)| ends(flow)) {
        Some((at, Flow::Loop(Repetition { is_turn: true, .. }))) => (Repeats::ByTurns, at as u16),
        Some((at, Flow::Loop(_))) => (Repeats::ByRounds, at as u16),
        _ => (Repeats::Never, u16::MAX),
    }
}
