//! From `game.toml` to rules, policies and vocabulary.

use indexmap::IndexMap;
use onplay_engine::card::{Filter, Reference, Verb, Who};
use onplay_engine::id::{
    AttributeId, Class, CounterId, DamageId, FlagId, KeywordId, MeasureId, OccasionId, PhaseId,
    SubtypeId, TypeId, ZoneKind,
};
use onplay_engine::rulebook::{
    AttributeRule, COUNTERS, CounterRule, DamageRule, DeathRule, Entrance, FlagRule, OBJECTS,
    PhaseBound, Policy, Role, Rules, Shape, VALUES, ZoneRule,
};

use crate::diagnostic::{Diagnostic, Span, nearest};
use crate::game_file::{GameFile, LabelEntry, WordsEntry};
use crate::parse::Parser;
use crate::source::SourceFile;
use crate::token;
use crate::vocabulary::{Action, Definition, Label, Occasion, Piece, Sense, Vocabulary};

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
    fn error(&mut self, code: &'static str, near: &str, message: String, help: Option<String>) {
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
        if let Err(message) = rules.lay_out() {
            self.error("too-many", "[zones", message, None);
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

    fn words(&mut self, file: &GameFile) {
        self.symbol_words(file);
        self.verbs(file);
        let common = &crate::parse::synonyms().same;
        // A kind of damage of this game is not left out as in others.
        let is_lost = |word: &str, meaning: &str| {
            let (from, to) = (token::words(word), token::words(meaning));
            from.iter().any(|one| file.damage.contains_key(one) && !to.contains(one))
        };
        let common = common.iter().filter(|(word, meaning)| !is_lost(word, meaning));
        for (word, meaning) in file.words.same.iter().chain(common) {
            self.vocabulary.same.push((token::words(word), token::words(meaning)));
        }
        self.vocabulary.same.sort_by_key(|(from, _)| std::cmp::Reverse(from.len()));
        for (word, meaning) in &file.words.references {
            let reference = match meaning.as_str() {
                "this" => Reference::This,
                "it" => Reference::It,
                "subject" => Reference::Subject,
                "other" => Reference::Other,
                "host" => Reference::Host,
                "attacker" => Reference::Attacker,
                "defender" => Reference::Defender,
                other => {
                    let message = format!("“{other}” is not a word for one object");
                    let help = "one of: this, it, subject, other, host, attacker, defender";
                    self.error("unknown-name", other, message, Some(help.into()));
                    continue;
                }
            };
            self.vocabulary.add(word, Sense::Reference(reference));
        }
        for (word, meaning) in &file.words.nouns {
            if let Some(filter) = self.phrase(meaning, |p| p.noun_phrase().map(|found| found.0)) {
                self.vocabulary.add_noun(word, Sense::Noun(filter));
            }
        }
        for (word, meaning) in &file.words.adjectives {
            if let Some(filter) = self.phrase(meaning, |p| p.predicate()) {
                self.vocabulary.add(word, Sense::Adjective(filter));
            }
        }
        self.definitions(file);
    }

    /// Reads a phrase of the language out of the game's file.
    fn phrase(
        &mut self,
        text: &str,
        rule: impl Fn(&mut Parser<'_>) -> Option<Filter>,
    ) -> Option<Filter> {
        let tokens = token::tokenize(text);
        let mut parser = Parser::new(&self.vocabulary, &tokens, &[]);
        let found = rule(&mut parser).filter(|_| parser.at == tokens.len());
        if found.is_none() {
            let at = parser.furthest.min(tokens.len().saturating_sub(1));
            let word = tokens.get(at).map_or("", |token| token.text.as_str()).to_owned();
            let message = format!("“{text}” is not understood at “{word}”");
            self.error("definition", text, message, None);
        }
        found
    }

    fn symbol_words(&mut self, file: &GameFile) {
        let vocabulary = &mut self.vocabulary;
        for (index, (name, zone)) in file.zones.iter().enumerate() {
            let sense = Sense::Zone(ZoneKind(index as u16));
            vocabulary.add_noun(name, sense.clone());
            zone.words.iter().for_each(|word| vocabulary.add_noun(word, sense.clone()));
            let place = zone.place.clone().or(match zone.shape {
                Shape::Pile => None,
                Shape::Lanes => Some("lane".to_owned()),
                Shape::Slots => Some("slot".to_owned()),
            });
            if let Some(place) = &place {
                vocabulary.add_noun(place, Sense::Place(ZoneKind(index as u16)));
            }
            vocabulary.places.push(place);
        }
        for (index, (name, entry)) in file.attributes.iter().enumerate() {
            let sense = Sense::Attribute(AttributeId(index as u16));
            vocabulary.add_noun(name, sense.clone());
            if let Some(singular) = name.strip_suffix('s') {
                vocabulary.add(singular, sense.clone());
            }
            if name.contains('-') {
                vocabulary.add(&name.replace('-', " "), sense.clone());
            }
            entry.words.iter().for_each(|word| vocabulary.add_noun(word, sense.clone()));
        }
        for (index, (name, entry)) in file.counters.iter().enumerate() {
            let counter = CounterId(index as u16);
            if let Some(opposite) = &entry.opposite {
                vocabulary.add(name, Sense::PlayerStatus(counter, true));
                vocabulary.add(opposite, Sense::PlayerStatus(counter, false));
            }
            let sense = Sense::Counter(counter);
            vocabulary.add_noun(name, sense.clone());
            if let Some(singular) = name.strip_suffix('s') {
                vocabulary.add(singular, sense.clone());
            }
            entry.words.iter().for_each(|word| vocabulary.add_noun(word, sense.clone()));
            vocabulary.symbols.push(entry.symbol.as_ref().map(|symbol| symbol.to_lowercase()));
        }
        for (index, (name, entry)) in file.flags.iter().enumerate() {
            let flag = FlagId(index as u16);
            vocabulary.add(name, Sense::Flag(flag, true));
            entry.words.iter().for_each(|word| vocabulary.add(word, Sense::Flag(flag, true)));
            if let Some(word) = &entry.opposite {
                vocabulary.add(word, Sense::Flag(flag, false));
            }
            if let Some(word) = &entry.set {
                vocabulary.add_flag_verb(flag, true, word);
            }
            if let Some(word) = &entry.clear {
                vocabulary.add_flag_verb(flag, false, word);
            }
        }
        for (index, (name, entry)) in file.damage.iter().enumerate() {
            let sense = Sense::Damage(DamageId(index as u16));
            vocabulary.add(name, sense.clone());
            entry.words.iter().for_each(|word| vocabulary.add(word, sense.clone()));
        }
        for (index, (name, entry)) in file.phases.iter().enumerate() {
            let phase = PhaseId(index as u16);
            vocabulary.add(name, Sense::Phase(phase));
            entry.words.iter().for_each(|word| vocabulary.add(word, Sense::Phase(phase)));
            if let Some(word) = &entry.ends {
                vocabulary.add(word, Sense::EndOf(phase));
            }
            vocabulary.ends.push(entry.ends.clone());
        }
        for (index, entry) in file.occasions.values().enumerate() {
            let sense = Sense::Occasion(OccasionId(index as u16));
            vocabulary.add(&entry.verb, sense.clone());
            if entry.player {
                vocabulary.add(&crate::inflect::third(&entry.verb), sense);
            }
            vocabulary.occasions.push(Occasion {
                verb: entry.verb.clone(),
                other: entry.other.clone(),
                player: entry.player,
            });
        }
        for (index, entry) in file.measures.values().enumerate() {
            let measure = MeasureId(index as u16);
            for (words, who) in [(&entry.yours, Who::You), (&entry.enemy, Who::Opponent)] {
                vocabulary.add(words, Sense::Measure(who, measure));
                // "for each lane you control".
                if let Some((many, rest)) = words.split_once(' ')
                    && let Some(one) = many.strip_suffix('s')
                {
                    vocabulary.add(&format!("{one} {rest}"), Sense::Measure(who, measure));
                }
            }
            vocabulary.measures.push((entry.yours.clone(), entry.enemy.clone()));
        }
        for (index, (name, entry)) in file.types.iter().enumerate() {
            let sense = Sense::Type(TypeId(index as u16));
            // "Token" says how a card came to be, whatever its type.
            if !name.eq_ignore_ascii_case("token") {
                vocabulary.add_noun(name, sense.clone());
            }
            entry.words.iter().for_each(|word| vocabulary.add_noun(word, sense.clone()));
            vocabulary.once |= u32::from(entry.once) << (index & 31);
            vocabulary.needs.push(entry.needs.clone());
            vocabulary.type_timings.push(entry.timing);
        }
        for (index, (name, entry)) in file.keywords.iter().enumerate() {
            let sense = Sense::Keyword(KeywordId(index as u16));
            vocabulary.add(name, sense.clone());
            entry.words.iter().for_each(|word| vocabulary.add(word, sense.clone()));
            vocabulary.reminders.push(entry.reminder.clone());
            vocabulary.timings.push(entry.timing);
        }
        vocabulary.supertypes = file.supertypes.clone();
        vocabulary.activation = file.activation;
        if let Some((first, second)) = &file.pair {
            let first = self.find(Class::Attribute, first);
            let second = self.find(Class::Attribute, second);
            self.vocabulary.pair = first.zip(second).map(|(a, b)| (AttributeId(a), AttributeId(b)));
        }
    }

    fn verbs(&mut self, file: &GameFile) {
        for word in file.words.verbs.keys() {
            if !WordsEntry::VERBS.contains(&word.as_str()) {
                let help = nearest(word, WordsEntry::VERBS).map_or_else(
                    || format!("one of: {}", WordsEntry::VERBS.join(", ")),
                    |near| format!("did you mean “{near}”?"),
                );
                let message = format!("the language has no verb “{word}”");
                self.error("unknown-name", word, message, Some(help));
            }
        }
        let actions = [
            Action::Move(Verb::Destroy),
            Action::Move(Verb::Sacrifice),
            Action::Move(Verb::Discard),
            Action::Move(Verb::Mill),
            Action::Move(Verb::Exile),
            Action::Move(Verb::Return),
            Action::Move(Verb::Enter),
            Action::Move(Verb::Deploy),
            Action::Move(Verb::Shift),
            Action::Cancel,
            Action::Draw,
            Action::Play,
            Action::Create,
            Action::Attach,
            Action::Die,
            Action::Attack,
        ];
        for (name, action) in WordsEntry::VERBS.into_iter().zip(actions) {
            for word in file.words.verbs.get(name).into_iter().flatten() {
                self.vocabulary.add_verb(name, action, word);
            }
            // "Enter" is what cards do by themselves; only a game's own verb
            // makes a player do it.
            if name != "enter" {
                self.vocabulary.add_verb(name, action, name);
            }
        }
    }

    fn definitions(&mut self, file: &GameFile) {
        for (word, entry) in &file.labels {
            let label = match entry {
                LabelEntry::Start(text) => Label::Start(token::tokenize(text)),
                LabelEntry::Timing(entry) => Label::Timing(entry.timing),
            };
            if let Label::Start(body) = &label {
                let mut parser = Parser::new(&self.vocabulary, body, &[]);
                parser.one_of(&["when", "whenever", "at"]);
                if parser.trigger_event().is_none() || parser.at != body.len() {
                    let message = format!("the start of a sentence for “{word}” is not understood");
                    self.error("definition", word, message, None);
                }
            }
            self.vocabulary.labels.push((token::words(word), label));
        }
        self.vocabulary.labels.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
        let read = |(pattern, body): (&String, &String)| Definition {
            pattern: token::words_kept(pattern).into_iter().map(piece).collect(),
            body: token::tokenize(body),
        };
        let list = |entries: &IndexMap<String, String>| {
            let mut list: Vec<Definition> = entries.iter().map(read).collect();
            list.sort_by_key(|definition| std::cmp::Reverse(definition.pattern.len()));
            list
        };
        self.vocabulary.quantities = list(&file.define.quantities);
        self.vocabulary.conditions = list(&file.define.conditions);
        self.vocabulary.effects = list(&file.define.effects);
        self.vocabulary.abilities = list(&file.define.abilities);
        self.check_definitions(file);
    }

    /// Each definition must itself be understood, with plain things in its
    /// holes.
    fn check_definitions(&mut self, file: &GameFile) {
        let mut wrong = Vec::new();
        {
            let vocabulary = &self.vocabulary;
            let mut check = |entries: &IndexMap<String, String>,
                             rule: &dyn Fn(&mut Parser<'_>) -> bool| {
                for (pattern, body) in entries {
                    let filled: String = body
                        .split_inclusive(|c: char| !c.is_alphanumeric())
                        .map(|part| {
                            let word = part.trim_end_matches(|c: char| !c.is_alphanumeric());
                            let rest = &part[word.len()..];
                            match word {
                                "N" => format!("2{rest}"),
                                "T" => format!("card{rest}"),
                                "C" => format!("discard a card{rest}"),
                                _ => part.to_owned(),
                            }
                        })
                        .collect();
                    let tokens = token::tokenize(&filled);
                    let mut parser = Parser::new(vocabulary, &tokens, &[]);
                    if !rule(&mut parser) || parser.at != tokens.len() {
                        let at = parser.furthest.min(tokens.len().saturating_sub(1));
                        let word = tokens.get(at).map_or("", |token| token.text.as_str());
                        wrong.push((
                            body.clone(),
                            format!("the meaning of “{pattern}” is not understood at “{word}”"),
                        ));
                    }
                }
            };
            check(&file.define.quantities, &|p| p.quantity().is_some());
            check(&file.define.conditions, &|p| p.condition().is_some());
            check(&file.define.effects, &|p| p.effects_to_end().is_some());
            check(&file.define.abilities, &|p| {
                p.ability().is_some() && (p.mark('.') || p.peek().is_none())
            });
        }
        for (body, message) in wrong {
            self.error("definition", &body, message, None);
        }
    }
}

fn piece(word: String) -> Piece {
    match word.as_str() {
        "N" => Piece::Number,
        "C" => Piece::Cost,
        "T" => Piece::Thing,
        _ => Piece::Word(word.to_lowercase()),
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
