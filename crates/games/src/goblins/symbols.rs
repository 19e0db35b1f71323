//! The words of the game's files, found once, and what the frame must know of
//! every card.

use onplay_engine::card::When;
use onplay_engine::compile::{Card, Catalog, ManaPrice};
use onplay_engine::id::{
    AttributeId, CardId, Class, CounterId, FlagId, KeywordId, OccasionId, PhaseId, Seat, SubtypeId,
    TypeId, ZoneId, ZoneKind,
};
use onplay_engine::rulebook::Role;

/// The kinds of mana, in the order of the pool.
pub const COLOURS: usize = 6;
/// Where colourless mana is in the pool.
pub const COLOURLESS: usize = 5;
const COLOUR_WORDS: [&str; COLOURS] = ["white", "blue", "black", "red", "green", "colorless"];

/// The symbols that the frame needs.
pub struct Symbols {
    pub library: [ZoneId; 2],
    pub hand: [ZoneId; 2],
    pub battlefield: [ZoneId; 2],
    pub graveyard: [ZoneId; 2],
    /// Where the objects stand that stand for the players.
    pub players: [ZoneId; 2],
    pub stack: ZoneId,
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
}

/// What the frame knows of one card.
#[derive(Clone, Copy, Debug, Default)]
pub struct Facts {
    pub is_land: bool,
    pub is_legendary: bool,
    /// A mask of its colours.
    pub colours: u8,
    /// The type of what it enchants, for an Aura.
    pub enchants: Option<TypeId>,
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
        };
        for card in 0..catalog.cards.len() {
            let facts = symbols.facts(catalog, CardId(card as u16))?;
            symbols.cards.push(facts);
        }
        Ok(symbols)
    }

    fn facts(&self, catalog: &Catalog, id: CardId) -> Result<Facts, String> {
        let card = catalog.card(id);
        let mana = card.cost.iter().filter_map(ManaPrice::of);
        let colours = mana.fold(0, |colours, price| {
            let is_of = |colour: &usize| price.coloured[self.pool[*colour].index()] > 0;
            (0..COLOURS).filter(is_of).fold(colours, |colours, colour| colours | 1 << colour)
        });
        let played = card.abilities.iter().filter(|ability| ability.when == When::Played).count();
        if played > 1 {
            let name = catalog.names.word(Class::Card, id.0);
            return Err(format!("“{name}” has {played} texts that happen when it is played"));
        }
        Ok(Facts {
            is_land: card.has_type(self.land),
            is_legendary: self.legendary.is_some_and(|keyword| card.has_keyword(keyword)),
            colours,
            enchants: enchants(catalog, card),
        })
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
