//! The words of the game's files, found once, and what the frame must know of
//! every card.

use onplay_engine::card::{
    Ability, Cost, Effect, Filter, Happening, Quantity, Reference, Timing, When, Who,
};
use onplay_engine::compile::{Card, Catalog};
use onplay_engine::id::{
    AbilityId, AttributeId, CardId, Class, CounterId, FlagId, KeywordId, OccasionId, PhaseId, Seat,
    SubtypeId, TypeId, ZoneId, ZoneKind,
};
use onplay_engine::rulebook::Role;

/// The kinds of mana, in the order of the pool.
pub const COLOURS: usize = 6;
/// Where colourless mana is in the pool.
pub const COLOURLESS: usize = 5;
const COLOUR_WORDS: [&str; COLOURS] = ["white", "blue", "black", "red", "green", "colorless"];

/// Amounts of mana by kind.
pub type Mana = [i16; COLOURS];

/// The symbols that the frame needs.
pub struct Symbols {
    pub library: [ZoneId; 2],
    pub hand: [ZoneId; 2],
    pub battlefield: [ZoneId; 2],
    pub graveyard: [ZoneId; 2],
    /// Where the objects stand that stand for the players.
    pub players: [ZoneId; 2],
    pub stack: ZoneId,
    pub hand_kind: ZoneKind,
    pub life: CounterId,
    pub pool: [CounterId; COLOURS],
    /// Lands that a player may play in a turn.
    pub land_plays: CounterId,
    pub power: AttributeId,
    pub toughness: AttributeId,
    pub damage: AttributeId,
    /// What a creature blocks: the number of the attacker and one.
    pub blocks: AttributeId,
    pub tapped: FlagId,
    pub attacking: FlagId,
    pub blocking: FlagId,
    pub blocked: FlagId,
    pub sick: FlagId,
    pub creature: TypeId,
    pub creature_keyword: Option<KeywordId>,
    pub land: TypeId,
    pub haste: Option<KeywordId>,
    pub shroud: Option<KeywordId>,
    pub legendary: Option<KeywordId>,
    /// A player whose draw step is skipped.
    pub no_draw: Option<KeywordId>,
    /// A player who is dealt no damage.
    pub safe: Option<KeywordId>,
    /// Protection, by colour.
    pub protection: [Option<KeywordId>; COLOURS],
    /// Landwalk: the keyword and the subtype of the land.
    pub walks: Vec<(KeywordId, SubtypeId)>,
    pub upkeep: Option<PhaseId>,
    pub draw_step: Option<PhaseId>,
    pub combat: Option<PhaseId>,
    pub end_step: Option<PhaseId>,
    pub turn: Option<PhaseId>,
    pub cycled: Option<OccasionId>,
    /// The cards that stand for the players.
    pub player_cards: [CardId; 2],
    /// By [`CardId`].
    pub cards: Vec<Facts>,
    /// By [`CardId`]: what it can be used for, so that listing actions passes
    /// over most cards at a glance.
    pub uses: Vec<u8>,
    /// By [`AbilityId`]: whether it is a mana ability, activated or triggered.
    pub is_mana: Vec<bool>,
    pub taps: Vec<TapAbility>,
}

/// It is a land.
pub const LAND: u8 = 1;
/// It is cast when others cannot be.
pub const INSTANT: u8 = 2;
/// It has abilities that work from the hand.
pub const FROM_HAND: u8 = 4;
/// It has abilities that work on the battlefield, those for mana left out.
pub const ACTIVATED: u8 = 8;
/// It can be tapped for mana.
pub const TAPS: u8 = 16;

/// What the frame knows of one card.
#[derive(Clone, Copy, Debug, Default)]
pub struct Facts {
    pub is_land: bool,
    pub is_instant: bool,
    pub is_legendary: bool,
    pub mana: Mana,
    pub generic: i16,
    /// A mask of its colours.
    pub colours: u8,
    /// The type of what it enchants, for an Aura.
    pub enchants: Option<TypeId>,
    /// The ability that resolves when the spell does.
    pub spell: Option<AbilityId>,
    /// The activated abilities by number, a mask.
    pub activated: u16,
    /// Which of those work from the hand.
    pub from_hand: u16,
    /// Which of those are paid with nothing but being tapped, for mana.
    pub tap_mana: u16,
    /// Which of those cost mana.
    pub paid: u16,
    /// Its abilities that tap it for mana: from, count in [`Symbols::taps`].
    pub taps: (u16, u8),
    /// The only one of them, if it makes one mana of one kind: its number and
    /// the kind.
    pub basic: Option<(u8, u8)>,
    /// Extra mana when the land that it enchants is tapped for mana.
    pub extra: Mana,
}

/// An ability that taps its object for mana and costs nothing else.
#[derive(Clone, Debug)]
pub struct TapAbility {
    pub number: u8,
    pub ability: AbilityId,
    pub gives: Mana,
    /// Some amount depends on the table.
    pub varies: bool,
    /// It hurts its player.
    pub pain: bool,
}

impl Facts {
    fn uses(&self) -> u8 {
        let set = |on: bool, bit: u8| if on { bit } else { 0 };
        set(self.is_land, LAND)
            | set(self.is_instant, INSTANT)
            | set(self.from_hand != 0, FROM_HAND)
            | set(self.in_play() != 0, ACTIVATED)
            | set(self.taps.1 != 0, TAPS)
    }

    /// The abilities that are activated on the battlefield and are no tapping
    /// for mana, as a mask.
    pub fn in_play(&self) -> u16 {
        self.activated & !self.tap_mana & !self.from_hand
    }
}

impl TapAbility {
    /// Its number and its kind of mana, if it makes one and does nothing else.
    fn basic(&self) -> Option<(u8, u8)> {
        let plain = !self.varies && !self.pain && self.gives.iter().sum::<i16>() == 1;
        let colour = self.gives.iter().position(|amount| *amount == 1)?;
        plain.then_some((self.number, colour as u8))
    }
}

impl Symbols {
    /// Finds everything in a catalog.
    ///
    /// # Errors
    /// A word that the frame needs and the game's files do not have.
    pub fn new(catalog: &Catalog) -> Result<Self, String> {
        let names = &catalog.names;
        let need = |class: Class, word: &str| {
            names
                .find(class, word)
                .ok_or_else(|| format!("goblins needs the {} “{word}”", class.word()))
        };
        let role = |role: Role| {
            catalog
                .rules
                .role(role)
                .ok_or_else(|| format!("goblins needs a zone with the role {role:?}"))
        };
        let both =
            |kind: ZoneKind| [Seat::ONE, Seat::TWO].map(|seat| catalog.rules.zone(kind, seat, 0));
        let hand_kind = role(Role::Hand)?;
        let keyword = |word: &str| names.find(Class::Keyword, word).map(KeywordId);
        let phase = |word: &str| names.find(Class::Phase, word).map(PhaseId);
        let mut pool = [CounterId(0); COLOURS];
        let mut protection = [None; COLOURS];
        for (colour, word) in COLOUR_WORDS.iter().enumerate() {
            pool[colour] = CounterId(need(Class::Counter, word)?);
            protection[colour] = keyword(&format!("protection from {word}"));
        }
        let creature = TypeId(need(Class::Type, "Creature")?);
        let player = TypeId(need(Class::Type, "Player")?);
        let mut player_cards =
            (0..catalog.cards.len()).filter(|card| catalog.cards[*card].has_type(player));
        let mut player_card = || {
            let found = player_cards.next().map(|card| CardId(card as u16));
            found.ok_or("goblins needs two cards of the type “Player”")
        };
        let player_cards = [player_card()?, player_card()?];
        let mut symbols = Symbols {
            library: both(role(Role::Deck)?),
            hand: both(hand_kind),
            battlefield: both(role(Role::Play)?),
            graveyard: both(role(Role::Discard)?),
            players: both(ZoneKind(need(Class::Zone, "player")?)),
            stack: catalog.rules.zone(role(Role::Stack)?, Seat::ONE, 0),
            hand_kind,
            life: CounterId(need(Class::Counter, "life")?),
            pool,
            land_plays: CounterId(need(Class::Counter, "land plays")?),
            power: AttributeId(need(Class::Attribute, "power")?),
            toughness: AttributeId(need(Class::Attribute, "toughness")?),
            damage: AttributeId(need(Class::Attribute, "damage")?),
            blocks: AttributeId(need(Class::Attribute, "blocks")?),
            tapped: FlagId(need(Class::Flag, "tapped")?),
            attacking: FlagId(need(Class::Flag, "attacking")?),
            blocking: FlagId(need(Class::Flag, "blocking")?),
            blocked: FlagId(need(Class::Flag, "blocked")?),
            sick: FlagId(need(Class::Flag, "summoning sick")?),
            creature,
            creature_keyword: catalog.rules.type_keyword(creature),
            land: TypeId(need(Class::Type, "Land")?),
            haste: keyword("haste"),
            shroud: keyword("shroud"),
            legendary: keyword("legendary"),
            no_draw: keyword("no draw step"),
            safe: keyword("safety"),
            protection,
            walks: walks(catalog),
            upkeep: phase("upkeep"),
            draw_step: phase("draw step"),
            combat: phase("combat"),
            end_step: phase("end step"),
            turn: phase("turn"),
            cycled: names.find(Class::Occasion, "cycled").map(OccasionId),
            player_cards,
            cards: Vec::new(),
            uses: Vec::new(),
            is_mana: Vec::new(),
            taps: Vec::new(),
        };
        symbols.is_mana =
            catalog.program.abilities.iter().map(|e| symbols.is_mana_ability(&e.ability)).collect();
        for card in 0..catalog.cards.len() {
            let facts = symbols.facts(catalog, CardId(card as u16))?;
            symbols.uses.push(facts.uses());
            symbols.cards.push(facts);
        }
        Ok(symbols)
    }

    /// The colour that a counter of the pool is.
    pub fn colour(&self, counter: CounterId) -> Option<usize> {
        self.pool.iter().position(|known| *known == counter)
    }

    /// A mana ability: it adds mana, has no target, and needs no stack.
    /// [goblins 4.1]
    fn is_mana_ability(&self, ability: &Ability) -> bool {
        let occasion = match &ability.when {
            When::Activated(activation) => activation.zone.is_none(),
            When::Event(pattern) => matches!(pattern.event, Happening::Tapped(_)),
            _ => false,
        };
        occasion
            && ability.effects.iter().any(|effect| self.adds(effect).is_some())
            && ability.effects.iter().all(|effect| {
                self.adds(effect).is_some() || matches!(effect, Effect::DamagePlayer { .. })
            })
    }

    /// The colour and quantity of an effect that adds mana.
    pub fn adds<'a>(&self, effect: &'a Effect) -> Option<(usize, &'a Quantity)> {
        match effect {
            Effect::Counter { counter, by, .. } => Some((self.colour(*counter)?, by)),
            _ => None,
        }
    }

    fn facts(&mut self, catalog: &Catalog, id: CardId) -> Result<Facts, String> {
        let card = catalog.card(id);
        let names = &catalog.names;
        let is = |word: &str| {
            names.find(Class::Type, word).is_some_and(|kind| card.has_type(TypeId(kind)))
        };
        let mut facts = Facts {
            is_land: card.has_type(self.land),
            is_instant: is("Instant") || card.timing == Timing::Fast,
            is_legendary: self.legendary.is_some_and(|keyword| card.has_keyword(keyword)),
            enchants: enchants(catalog, card),
            ..Facts::default()
        };
        for cost in &card.cost {
            let Cost::Mana(coloured, generic) = cost else { continue };
            facts.generic += generic;
            for (counter, count) in coloured {
                if let Some(colour) = self.colour(*counter) {
                    facts.mana[colour] += count;
                    facts.colours |= 1 << colour;
                }
            }
        }
        facts.taps.0 = self.taps.len() as u16;
        for (number, ability) in catalog.program.of(id).enumerate().take(16) {
            self.note_ability(catalog, &mut facts, number as u8, ability);
        }
        facts.taps.1 = (self.taps.len() as u16 - facts.taps.0) as u8;
        facts.basic = match &self.taps[usize::from(facts.taps.0)..] {
            [tap] => tap.basic(),
            _ => None,
        };
        let played = card.abilities.iter().filter(|ability| ability.when == When::Played).count();
        if played > 1 {
            let name = names.word(Class::Card, id.0);
            return Err(format!("“{name}” has {played} texts that happen when it is played"));
        }
        Ok(facts)
    }

    fn note_ability(&mut self, catalog: &Catalog, facts: &mut Facts, number: u8, id: AbilityId) {
        let ability = catalog.ability(id);
        let is_mana = self.is_mana[id.index()];
        match &ability.when {
            When::Played => facts.spell = Some(id),
            When::Activated(activation) => {
                let bit = 1 << number;
                facts.activated |= bit;
                if activation.zone == Some(self.hand_kind) {
                    facts.from_hand |= bit;
                }
                if ability.cost.iter().any(|cost| matches!(cost, Cost::Mana(..))) {
                    facts.paid |= bit;
                }
                if is_mana && ability.cost == [Cost::Flag(self.tapped)] {
                    facts.tap_mana |= bit;
                    let tap = self.tap_ability(ability, number, id);
                    self.taps.push(tap);
                }
            }
            When::Event(pattern) if is_mana && pattern.subject == Filter::Is(Reference::Host) => {
                for effect in &ability.effects {
                    if let Some((colour, Quantity::Number(count))) = self.adds(effect) {
                        facts.extra[colour] += count;
                    }
                }
            }
            _ => {}
        }
    }

    fn tap_ability(&self, ability: &Ability, number: u8, id: AbilityId) -> TapAbility {
        let mut tap =
            TapAbility { number, ability: id, gives: [0; COLOURS], varies: false, pain: false };
        for effect in &ability.effects {
            match self.adds(effect) {
                Some((colour, Quantity::Number(count))) => tap.gives[colour] += count,
                Some(_) => tap.varies = true,
                None => tap.pain |= matches!(effect, Effect::DamagePlayer { who: Who::You, .. }),
            }
        }
        tap
    }
}

/// "Mountainwalk" and its like.
fn walks(catalog: &Catalog) -> Vec<(KeywordId, SubtypeId)> {
    let keywords = catalog.names.all(Class::Keyword).iter().enumerate();
    keywords
        .filter_map(|(number, word)| {
            let lower = word.to_lowercase();
            let land = lower.strip_suffix("walk")?;
            let subtype = catalog.names.find(Class::Subtype, land)?;
            Some((KeywordId(number as u16), SubtypeId(subtype)))
        })
        .collect()
}

/// The type in "Enchant land", for a card with that keyword.
fn enchants(catalog: &Catalog, card: &Card) -> Option<TypeId> {
    let keywords = catalog.names.all(Class::Keyword).iter().enumerate();
    keywords.filter(|(number, _)| card.has_keyword(KeywordId(*number as u16))).find_map(
        |(_, word)| {
            let lower = word.to_lowercase();
            let kind = lower.strip_prefix("enchant ")?;
            catalog.names.find(Class::Type, kind).map(TypeId)
        },
    )
}
