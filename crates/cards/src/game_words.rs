//! The words of a `game.toml`: what its cards can be about, and in which words.

use indexmap::IndexMap;
use onplay_engine::card::{Filter, Reference, Verb, Who};
use onplay_engine::id::{
    AttributeId, Class, CounterId, DamageId, FlagId, KeywordId, MeasureId, OccasionId, PhaseId,
    TypeId, ZoneKind,
};
use onplay_engine::rulebook::Shape;

use crate::diagnostic::nearest;
use crate::game::Builder;
use crate::game_file::{GameFile, LabelEntry, WordsEntry};
use crate::parse::Parser;
use crate::token;
use crate::vocabulary::{Action, Definition, Label, Occasion, Piece, Sense};

impl Builder<'_> {
    /// Enters all words of the file.
    pub(crate) fn words(&mut self, file: &GameFile) {
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
        let sides = self.sides(file);
        for (word, meaning) in sides.iter().chain(&file.words.nouns) {
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

    /// "ally" and "enemy" in a game that does not say what they are: what can die, or
    /// stays in play.
    fn sides(&self, file: &GameFile) -> IndexMap<String, String> {
        let mortal = file.death.iter().flat_map(|death| &death.types);
        let mut types: Vec<&str> = mortal.map(String::as_str).collect();
        if types.is_empty() {
            let lasting = file.types.iter().filter(|(_, kind)| !kind.once);
            types = lasting.map(|(name, _)| name.as_str()).collect();
        }
        if types.is_empty() {
            return IndexMap::new();
        }
        let types = types.join(" or ");
        let sides = [("ally", "you control"), ("enemy", "your opponent controls")];
        let unsaid = sides.iter().filter(|(word, _)| !file.words.nouns.contains_key(*word));
        unsaid.map(|(word, side)| ((*word).to_owned(), format!("{types} {side}"))).collect()
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
            vocabulary.only_paid.push(entry.only_paid);
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
            vocabulary.out_of_play |= u32::from(entry.out_of_play) << (index & 31);
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
