//! From `game.toml` to rules, policies and vocabulary.

use indexmap::IndexMap;
use onplay_engine::id::{
    AttributeId, Class, CounterId, FlagId, KeywordId, PhaseId, SubtypeId, TypeId, ZoneKind,
};
use onplay_engine::rulebook::{
    AttributeRule, COUNTERS, CounterRule, DamageRule, DeathRule, Entrance, FlagRule, OBJECTS,
    PhaseBound, Policy, Role, Rules, Shape, VALUES, ZoneRule,
};

use crate::diagnostic::{Diagnostic, Span, nearest};
use crate::game_file::GameFile;
use crate::source::SourceFile;
use crate::vocabulary::{Sense, Vocabulary};

/// A game's own file, read.
pub struct Game {
    pub file: GameFile,
    pub vocabulary: Vocabulary,
    pub policies: IndexMap<String, Policy>,
}

/// Reads a `game.toml`.
pub fn read_game(source: &SourceFile, diagnostics: &mut Vec<Diagnostic>) -> Option<Game> {
    let file: GameFile = match toml::from_str(&source.text) {
        Ok(file) => file,
        Err(error) => {
            let span = error.span().map_or(Span::default(), Span::from);
            let message = error.message().replace('`', "“").replace("“,", "”,");
            diagnostics.push(Diagnostic::error("game-file", span, message).in_file(&source.name));
            return None;
        }
    };
    let mut builder = Builder { source, diagnostics, vocabulary: Vocabulary::default() };
    builder.names(&file);
    builder.rules(&file);
    builder.words(&file);
    let policies = builder.policies(&file);
    let vocabulary = builder.vocabulary;
    Some(Game { file, vocabulary, policies })
}

/// The policies that a `game.toml` defines, by name; the game's own has the
/// game's id. Empty if the file cannot be read.
pub fn read_policies(source: &SourceFile) -> IndexMap<String, Policy> {
    read_game(source, &mut Vec::new()).map(|game| game.policies).unwrap_or_default()
}

pub(crate) struct Builder<'a> {
    source: &'a SourceFile,
    diagnostics: &'a mut Vec<Diagnostic>,
    pub(crate) vocabulary: Vocabulary,
}

/// The letters and the number of a label: `T0`. Without a number it begins with 1.
fn numbered(label: &str) -> (String, u8) {
    let letters = label.trim_end_matches(|letter: char| letter.is_ascii_digit());
    (letters.to_owned(), label[letters.len()..].parse().unwrap_or(1))
}

impl Builder<'_> {
    /// An error at the first place where the words stand in the file.
    pub(crate) fn error(
        &mut self,
        code: &'static str,
        near: &str,
        message: String,
        help: Option<String>,
    ) {
        let start = self.source.text.find(near).unwrap_or(0);
        let end = if near.is_empty() { start } else { start + near.len() };
        let end = end.min(self.source.text.len());
        self.diagnostics.push(
            Diagnostic::error(code, Span::new(start, end), message)
                .maybe_help(help)
                .in_file(&self.source.name),
        );
    }

    fn names(&mut self, file: &GameFile) {
        let names = &mut self.vocabulary.names;
        let mut enter = |class: Class, words: Vec<&String>| {
            for word in words {
                names.intern(class, word);
            }
        };
        enter(Class::Zone, file.zones.keys().collect());
        enter(Class::Attribute, file.attributes.keys().collect());
        enter(Class::Counter, file.counters.keys().collect());
        enter(Class::Flag, file.flags.keys().collect());
        enter(Class::Damage, file.damage.keys().collect());
        enter(Class::Phase, file.phases.keys().collect());
        enter(Class::Occasion, file.occasions.keys().collect());
        enter(Class::Measure, file.measures.keys().collect());
        enter(Class::Type, file.types.keys().collect());
        enter(Class::Keyword, file.keywords.keys().collect());
        let limits = [
            ("counters", file.counters.len(), COUNTERS),
            ("statuses", file.flags.len(), 16),
            ("types", file.types.len(), 32),
            ("keywords", file.keywords.len(), 31),
        ];
        for (what, count, most) in limits {
            if count > most {
                let message = format!("{count} {what}; there is room for {most}");
                self.error("too-many", what, message, None);
            }
        }
        let live = file.attributes.values().filter(|entry| !entry.printed_only).count();
        if live > VALUES {
            let message = format!("{live} attributes that can change; there is room for {VALUES}");
            let help = "mark attributes that never change in play as `printed-only = true`";
            self.error("too-many", "[attributes", message, Some(help.into()));
        }
    }

    pub(crate) fn find(&mut self, class: Class, word: &str) -> Option<u16> {
        let found = self.vocabulary.names.find(class, word);
        if found.is_none() {
            let known = self.vocabulary.names.all(class).to_vec();
            let help = nearest(word, known.iter().map(String::as_str))
                .map(|near| format!("did you mean “{near}”?"))
                .or_else(|| Some(format!("this game has: {}", known.join(", "))));
            let message = format!("there is no {} “{word}” in this game", class.word());
            self.error("unknown-name", word, message, help);
        }
        found
    }

    fn rules(&mut self, file: &GameFile) {
        let mut rules = Rules::default();
        rules.policy = file.policy;
        rules.capacity = file.capacity.min(OBJECTS);
        for zone in file.zones.values() {
            let places = zone.places.unwrap_or(if zone.shape == Shape::Pile { 1 } else { 5 });
            let slot = (zone.shape == Shape::Slots).then_some(1);
            rules.zones.push(ZoneRule {
                role: zone.role,
                sight: zone.sight,
                shape: zone.shape,
                per_seat: !zone.shared,
                places,
                capacity: zone.capacity.or(slot),
                in_play: zone.in_play.unwrap_or(zone.role == Role::Play),
                label: zone.label.as_deref().map(numbered),
            });
        }
        let mut live = 0;
        for attribute in file.attributes.values() {
            let index = (!attribute.printed_only && live < VALUES as u8).then_some(live);
            live += u8::from(index.is_some());
            let worn = attribute.worn_by.as_ref();
            let worn_by = worn.and_then(|word| self.find(Class::Attribute, word)).map(AttributeId);
            rules.attributes.push(AttributeRule {
                live: index,
                worn_by,
                floor: attribute.floor,
                unprinted: attribute.unprinted,
            });
        }
        for counter in file.counters.values() {
            rules.counters.push(CounterRule {
                start: counter.start,
                min: counter.min.or(counter.opposite.as_ref().map(|_| 0)),
                max: counter.max.or(counter.opposite.as_ref().map(|_| 1)),
                hidden: counter.hidden,
                opposite: counter.opposite.clone(),
            });
        }
        for flag in file.flags.values() {
            rules.flags.push(FlagRule { opposite: flag.opposite.clone() });
        }
        for damage in file.damage.values() {
            let Some(target) = self.find(Class::Attribute, &damage.target) else { continue };
            let shield = damage.shield.as_ref();
            let shield = shield.and_then(|word| self.find(Class::Attribute, word)).map(AttributeId);
            rules.damage.push(DamageRule {
                target: AttributeId(target),
                wears: damage.wears,
                shield,
                per_shield: damage.per_shield,
                shield_only: damage.shield_only,
                stopped_by_shield: damage.stopped_by_shield,
            });
        }
        if let Some(death) = &file.death
            && let Some(attribute) = self.find(Class::Attribute, &death.attribute)
        {
            let less = death.less.as_ref();
            let less = less.and_then(|word| self.find(Class::Attribute, word)).map(AttributeId);
            let mut types = 0;
            for word in &death.types {
                types |= self.find(Class::Type, word).map_or(0, |kind| 1 << (kind & 31));
            }
            rules.death = Some(DeathRule { attribute: AttributeId(attribute), less, types });
        }
        for kind in file.types.values() {
            let mut zone = |word: &Option<String>| {
                word.as_ref().and_then(|word| self.find(Class::Zone, word)).map(ZoneKind)
            };
            let cards = zone(&kind.enters);
            let tokens = zone(&kind.tokens).or(cards);
            rules.entrances.push(Entrance { cards, tokens });
        }
        let flag = file.exhausted.as_ref();
        rules.exhausted = flag.and_then(|word| self.find(Class::Flag, word)).map(FlagId);
        let flag = file.banished.as_ref();
        rules.exiled_on_leaving = flag.and_then(|word| self.find(Class::Flag, word)).map(FlagId);
        let bonus = file.slot_bonus.as_ref();
        rules.slot_bonus =
            bonus.and_then(|word| self.find(Class::Attribute, word)).map(AttributeId);
        let slots = file.attachment_slots.as_ref();
        rules.attachment_slots =
            slots.and_then(|word| self.find(Class::Attribute, word)).map(AttributeId);
        for (index, entry) in file.phases.values().enumerate() {
            for word in &entry.hears_alone {
                let bound = if word == "draw" {
                    Some(PhaseBound::Draw)
                } else {
                    self.find(Class::Counter, word).map(CounterId).map(PhaseBound::Counter)
                };
                rules.phase_bound.extend(bound.map(|bound| (PhaseId(index as u16), bound)));
            }
        }
        let life = file.life.as_ref();
        rules.life = life.and_then(|word| self.find(Class::Counter, word)).map(CounterId);
        for (index, entry) in file.keywords.values().enumerate() {
            let kind = entry.gives_type.as_ref().and_then(|word| self.find(Class::Type, word));
            if let Some(kind) = kind {
                rules.type_keywords.push((TypeId(kind), KeywordId(index as u16)));
            }
        }
        rules.price = file.price.as_ref().and_then(|price| {
            let attribute = self.find(Class::Attribute, &price.attribute)?;
            let counter = self.find(Class::Counter, &price.counter)?;
            Some((AttributeId(attribute), CounterId(counter)))
        });
        rules.can = file.can.as_ref().map(|can| self.capabilities(can));
        if let Err(error) = rules.lay_out() {
            self.error("too-many", "[zones", error.to_string(), None);
        }
        self.vocabulary.rules = rules;
    }

    fn policies(&mut self, file: &GameFile) -> IndexMap<String, Policy> {
        let mut policies = IndexMap::from([(file.id.clone(), file.policy)]);
        let base = toml::Table::try_from(file.policy).unwrap_or_default();
        for (name, changes) in &file.policies {
            if *name == file.id {
                let message = format!("`{name}` is the game's own policy");
                let help = "write it as [policy], or give this one another name".to_owned();
                self.error("game-file", &format!("[policies.{name}"), message, Some(help));
                continue;
            }
            let mut table = base.clone();
            for (key, value) in changes {
                table.insert(key.clone(), value.clone());
            }
            match table.try_into::<Policy>() {
                Ok(policy) => {
                    policies.insert(name.clone(), policy);
                }
                Err(error) => {
                    self.error("game-file", name, error.message().to_owned(), None);
                }
            }
        }
        policies
    }
}

/// Subtypes are known from the cards that have them.
pub fn add_subtype(vocabulary: &mut Vocabulary, word: &str) -> SubtypeId {
    let known = vocabulary.names.all(Class::Subtype).len();
    let id = SubtypeId(vocabulary.names.intern(Class::Subtype, word));
    if id.index() == known {
        vocabulary.add_noun(word, Sense::Subtype(id));
    }
    id
}
