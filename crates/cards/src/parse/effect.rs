//! Effects: what one clause does.

use onplay_engine::card::{
    Effect, Filter, Pattern, Pick, Place, Quantity, Reference, Selection, Verb, Who, Whose,
};

use super::cursor::Parser;
use super::quantity::{negative, scaled};
use crate::bind::{Deed, Made, Where};
use crate::vocabulary::{Action, Sense};

/// One way to read a clause.
type Rule<P> = fn(&mut P) -> Option<Vec<Effect>>;

impl Parser<'_> {
    /// One clause that is not a block.
    pub fn effect(&mut self) -> Option<Vec<Effect>> {
        let rules: [Rule<Self>; 24] = [
            Self::course,
            Self::game_effect,
            Self::either_player,
            Self::player_chooses,
            Self::hand_seen,
            Self::counters_on,
            Self::player_cannot_meanwhile,
            Self::player_effect,
            Self::deal,
            Self::dealt_by,
            Self::fight,
            Self::paid_effect,
            Self::swapped,
            Self::numbers_exchanged,
            Self::places_swapped,
            Self::doubled,
            Self::moving,
            Self::searching,
            Self::status,
            Self::choose,
            Self::slot,
            Self::give,
            Self::subject_effect,
            Self::own_gain,
        ];
        self.bind.next_clause();
        for rule in rules {
            let before = self.bind.state;
            if let Some(effects) = self.attempt(rule) {
                self.bind.state.subject = before.subject;
                self.bind.state.verb = before.verb;
                self.after_effects(&effects);
                return Some(effects);
            }
        }
        None
    }

    /// Effects were read: what they did can be meant.
    fn after_effects(&mut self, effects: &[Effect]) {
        let vocabulary = self.vocabulary;
        for effect in effects {
            self.bind.after(effect, |zone| vocabulary.is_in_play(zone));
        }
        self.bind.next_clause();
    }

    /// "Its" in the rest of the clause is the subject's, each its own.
    pub(super) fn introduce(&mut self, what: &Selection) {
        if what.pick != Pick::The(Reference::This) {
            self.bind.state.subject = Some(Reference::It);
        }
    }

    /// Effects about the game itself.
    fn game_effect(&mut self) -> Option<Vec<Effect>> {
        let one = |effect| Some(vec![effect]);
        if self.any(&["go again", "you may act again"]).is_some() {
            return one(Effect::GoAgain);
        }
        if self.any(&["take an extra turn after this one", "take an extra turn"]).is_some() {
            return one(Effect::ExtraTurn { who: Who::You });
        }
        if let Some(phase) = self.attempt(|p| {
            p.one_of(&["take an extra", "there is an extra"])?;
            let phase = p.phase()?;
            p.need("phase")?;
            Some(phase)
        }) {
            return one(Effect::ExtraPhase { phase });
        }
        if let Some(found) = self.attempt(|p| {
            p.need("shuffle")?;
            let (who, shared) =
                match p.any(&["your opponent 's", "your", "that player 's", "the"])? {
                    0 => (Who::Opponent, false),
                    1 => (Who::You, false),
                    2 => (Who::EventPlayer, false),
                    _ => (Who::You, true),
                };
            let zone = p.zone()?;
            // "The" deck is nobody's: what both share.
            let rule = p.vocabulary.rules.zones.get(zone.index())?;
            (rule.per_seat != shared).then_some(())?;
            // Only what has an order is shuffled: "shuffle your discard into …" is another.
            (!p.sees("into")).then_some(())?;
            let by = p.attempt(|p| {
                p.need("by")?;
                p.attribute()
            });
            Some(Effect::Shuffle { who, zone, by })
        }) {
            return one(found);
        }
        if let Some(found) = self.attempt(|p| {
            p.need("trigger")?;
            let what = p.selection()?;
            p.need("as if")?;
            let on = p.event_of_nobody(Self::trigger_event)?;
            Some(Effect::Trigger { what, on })
        }) {
            return one(found);
        }
        if let Some(found) = self.attempt(|p| {
            p.need("trigger the")?;
            let on = p.labelled_event()?;
            p.one_of(&["abilities of", "ability of"])?;
            let what = p.selection()?;
            Some(Effect::Trigger { what, on })
        }) {
            return one(found);
        }
        if let Some(found) = self.attempt(|p| {
            let until = p.duration()?;
            p.need_mark(',')?;
            let rules = p.static_rules()?;
            let once = false;
            Some(rules.into_iter().map(|rule| Effect::Decree { rule, until, once }).collect())
        }) {
            return Some(found);
        }
        if let Some(found) = self.attempt(|p| p.next_costs()) {
            return Some(vec![found]);
        }
        self.attempt(|p| p.prevented())
    }

    pub(super) fn labelled_event(&mut self) -> Option<Pattern> {
        let vocabulary = self.vocabulary;
        for (words, label) in &vocabulary.labels {
            let rest = self.tokens.get(self.at..self.at + words.len());
            let here = rest.is_some_and(|rest| {
                rest.iter().zip(words).all(|(token, word)| token.text == *word)
            });
            if here && let crate::vocabulary::Label::Start(body) = label {
                let mut inner = Parser::new(vocabulary, body, self.own);
                inner.one_of(&["when", "whenever", "at"]);
                let pattern = inner.trigger_event()?;
                self.at += words.len();
                return Some(pattern);
            }
        }
        None
    }

    /// An event that only says which: nothing of it can be meant.
    pub fn event_of_nobody(
        &mut self,
        rule: impl FnOnce(&mut Self) -> Option<Pattern>,
    ) -> Option<Pattern> {
        let (mark, context) = (self.bind.mark(), self.context);
        let found = rule(self);
        self.bind.go_back(mark);
        self.context = context;
        found
    }

    /// An event or a moment.
    pub fn trigger_event(&mut self) -> Option<Pattern> {
        if let Some(pattern) = self.moment() {
            return Some(pattern);
        }
        self.event()
    }

    /// What players do: draw, gain, lose, win.
    pub(super) fn player_effect(&mut self) -> Option<Vec<Effect>> {
        let named = self.attempt(|p| {
            let who = p.who()?;
            (!p.sees("may")).then_some(who)
        });
        let who = named.unwrap_or(self.context.who);
        if let Some(who) = named {
            self.bind.player(who);
            self.doer = (who != Who::You).then_some(who);
        }
        if self.attempt(|p| p.action(Action::Draw)).is_some() {
            return self.draw(who);
        }
        if let Some(found) =
            self.any(&["win the game", "wins the game", "lose the game", "loses the game"])
        {
            let effect = if found < 2 { Effect::Win { who } } else { Effect::Lose { who } };
            return Some(vec![effect]);
        }
        if self.any(&["takes an extra turn"]).is_some() {
            return Some(vec![Effect::ExtraTurn { who }]);
        }
        if let Some(effect) = self.attempt(|p| p.put_from_nowhere(who)) {
            return Some(vec![effect]);
        }
        if let Some(effect) = self.attempt(|p| {
            p.one_of(&["spend", "spends", "pay", "pays"])?;
            p.loses_all(who)
        }) {
            return Some(vec![effect]);
        }
        if let Some(gain) = self.any(&["gain", "gains", "lose", "loses", "add", "adds"]) {
            if self.words("control of") {
                let what = self.selection()?;
                let until = self.until();
                return Some(vec![Effect::Control { what, who, until }]);
            }
            if gain >= 4
                && let Some(onplay_engine::card::Cost::Mana(coloured, 0)) = self.mana()
            {
                let scale = self.attempt(|p| p.scale());
                let counter = |(counter, count): (_, i16)| Effect::Counter {
                    who,
                    counter,
                    by: scaled(Quantity::Number(count), scale.clone()),
                };
                return Some(coloured.into_iter().map(counter).collect());
            }
            if matches!(gain, 2 | 3)
                && let Some(effect) = self.attempt(|p| p.loses_all(who))
            {
                return Some(vec![effect]);
            }
            let (by, counter) = self.amount_of(|p| p.counter())?;
            let scale = self.attempt(|p| p.scale());
            let by = scaled(by, scale);
            let by = if matches!(gain, 2 | 3) { negative(by) } else { by };
            return Some(vec![Effect::Counter { who, counter, by }]);
        }
        if let Some(found) = self.attempt(|p| {
            p.action(Action::Create)?;
            let mut all = vec![p.create(who)?];
            while let Some(more) = p.attempt(|p| {
                p.need("and")?;
                p.create(who)
            }) {
                all.push(more);
            }
            Some(all)
        }) {
            return Some(found);
        }
        if let Some(found) = self.attempt(|p| p.token_entering(who)) {
            return Some(vec![found]);
        }
        if let Some(found) = self.attempt(|p| {
            // "Create a copy of", "materialize a copy of".
            if p.attempt(|p| p.action(Action::Create)).is_none() {
                p.action(Action::Move(Verb::Enter))?;
            }
            let silent = p.sees("a silent copy of") || p.sees("silent copies of");
            let what = p.copies()?;
            // Where is asked anyway.
            p.attempt(|p| {
                p.one_of(&["in a free", "in an empty", "into a free", "into an empty"])?;
                p.place_word()
            });
            // The copy is named by the whole phrase, the original inside it.
            p.bind.next_clause();
            p.bind.state.core = crate::diagnostic::Span::default();
            let noun = what.filter.clone().and(Filter::Token);
            let many = crate::bind::is_many(&what.pick);
            let span = p.span_since(p.at.saturating_sub(1));
            let made = Made::By(Action::Create);
            let mention = Some(p.bind.bring(&noun, many, made, Where::InPlay, span));
            Some(Effect::Copy { what, who, silent, mention })
        }) {
            return Some(vec![found]);
        }
        if named.is_none() {
            let set = self.attempt(|p| {
                let who = match p.any(&["your opponent 's", "your", "that player 's"])? {
                    0 => Who::Opponent,
                    1 => Who::You,
                    _ => Who::EventPlayer,
                };
                let counter = p.counter()?;
                p.one_of(&["becomes", "become"])?;
                Some(Effect::CounterBecomes { who, counter, to: p.quantity()? })
            });
            return set.map(|effect| vec![effect]);
        }
        self.as_player(who, |p| p.moving())
    }

    /// "Materialize a Figment": tokens come from nowhere.
    fn token_entering(&mut self, who: Who) -> Option<Effect> {
        if self.attempt(|p| p.action(Action::Move(Verb::Enter))).is_none() {
            self.action(Action::Move(Verb::Deploy))?;
        }
        let created = self.create(who)?;
        let Effect::Create { card, .. } = &created else { return None };
        let name = self.vocabulary.word(onplay_engine::id::Class::Card, card.0);
        let is_token = self.vocabulary.token_names.iter().any(|token| token == name);
        is_token.then_some(created)
    }

    fn copies(&mut self) -> Option<Selection> {
        self.one_of(&[
            "a copy of",
            "a token copy of",
            "a silent copy of",
            "copies of",
            "token copies of",
            "silent copies of",
        ])?;
        self.selection()
    }

    fn draw(&mut self, who: Who) -> Option<Vec<Effect>> {
        let until = self.attempt(|p| p.draw_until());
        let count = match until {
            Some(count) => count,
            None => match self.amount_of(|p| p.one_of(&["cards", "card"])) {
                Some((count, ())) => count,
                None => {
                    let count = self.simple_quantity()?;
                    // "Draw a" what?
                    let said =
                        self.tokens.get(self.at.wrapping_sub(1)).map(|token| token.text.as_str());
                    (!matches!(said, Some("a" | "an"))).then_some(count)?
                }
            },
        };
        let count = match self.attempt(|p| {
            p.need("plus")?;
            p.number()
        }) {
            Some(more) => Quantity::Plus(Box::new(count), Box::new(Quantity::Number(more))),
            None => count,
        };
        let span = self.span_since(self.at.saturating_sub(2));
        let core = self.span_since(self.at.saturating_sub(1));
        // What says how many does not mean what is drawn.
        let scale = self.attempt(|p| p.scale());
        self.bind.state.core = core;
        let many = count != Quantity::ONE;
        let drawn = Made::By(Action::Draw);
        let mention = Some(self.bind.bring(&Filter::Any, many, drawn, Where::Hand, span));
        Some(vec![Effect::Draw { who, count: scaled(count, scale), mention }])
    }

    /// "1/1 red Goblin creature tokens with haste".
    fn described_token(&mut self) -> Option<onplay_engine::id::CardId> {
        let here = &self.tokens[self.at.min(self.tokens.len())..];
        let (described, length) = crate::inline_token::describe(self.vocabulary, here, None)?;
        let card = self.vocabulary.described(&described)?;
        self.at += length;
        Some(card)
    }

    pub(super) fn create(&mut self, who: Who) -> Option<Effect> {
        let start = self.at;
        let count = self.simple_quantity()?;
        let noun = self.at;
        let card = self.described_token().or_else(|| self.card_name()).or_else(|| {
            // The plural of a token's name.
            self.sense("the name of a token", |sense| match sense {
                Sense::Card(card) => Some(*card),
                _ => None,
            })
        })?;
        self.any(&["tokens", "token"]);
        let scale = self.attempt(|p| p.scale());
        let to = self.attempt(|p| p.created_at());
        let count = scaled(count, scale);
        let in_play = to.is_none_or(|to| self.vocabulary.is_in_play(to.zone));
        let place = if in_play { Where::InPlay } else { Where::Elsewhere };
        self.bind.state.core = self.span_since(noun);
        let span = self.span_since(start);
        let created = Made::By(Action::Create);
        let noun = Filter::Token.and(Filter::Named(card));
        let many = count != Quantity::ONE;
        let mention = Some(self.bind.bring(&noun, many, created, place, span));
        Some(Effect::Create { card, count, who, to, mention })
    }

    /// "exhaust an enemy", "freeze it until the end of its next turn".
    fn status(&mut self) -> Option<Vec<Effect>> {
        if let Some(found) = self.attempt(|p| p.removed_all()) {
            return Some(found);
        }
        if let Some(found) = self.attempt(|p| {
            p.one_of(&["heal", "heals", "remove", "removes"])?;
            let healed = p.tokens[p.at - 1].text.starts_with("heal");
            let damage = p.attempt(|p| {
                let amount = p.simple_quantity()?;
                p.need("damage")?;
                Some((amount, p.vocabulary.rules.death.as_ref()?.attribute))
            });
            let (amount, attribute) = match damage {
                Some(found) => found,
                None if healed => p.amount_of(|p| p.attribute())?,
                None => return None,
            };
            p.one_of(&["on", "of", "to", "from"])?;
            let what = p.selection()?;
            Some(Effect::Heal { what, attribute, amount })
        }) {
            return Some(vec![found]);
        }
        if let Some(found) = self.attempt(|p| {
            p.one_of(&[
                "fully heal",
                "heal all damage from",
                "heal all damage on",
                "heal",
                "heals",
            ])?;
            let what = p.selection()?;
            p.any(&["fully", "completely"]);
            let attribute = p.vocabulary.rules.death.as_ref()?.attribute;
            Some(Effect::Heal { what, attribute, amount: super::selection::ANY_NUMBER })
        }) {
            return Some(vec![found]);
        }
        let (flag, on) = self.flag_verb()?;
        let mut all = vec![self.selection()?];
        all.extend(self.more_objects(|p| p.selection()));
        let until = self.until();
        Some(all.into_iter().map(|what| Effect::Flag { what, flag, on, until }).collect())
    }

    /// "choose a lane", "choose a number from 1 to 3", "choose an ally".
    fn choose(&mut self) -> Option<Vec<Effect>> {
        if !self.for_players || !self.word("chooses") {
            self.need("choose")?;
        }
        let number = self.attempt(|p| {
            p.need("a number from")?;
            let min = p.quantity()?;
            p.need("to")?;
            Some(Effect::ChooseNumber { min, max: p.quantity()? })
        });
        if let Some(effect) = number {
            return Some(vec![effect]);
        }
        let place = self.attempt(|p| {
            let whose = match p.any(&[
                "an enemy",
                "one of your opponent 's",
                "one of your",
                "your",
                "a",
                "an",
            ])? {
                0 | 1 => Whose::Enemy,
                2 | 3 => Whose::Yours,
                _ => Whose::Any,
            };
            let adjacent = p.word("adjacent");
            let zone = match p.attempt(|p| {
                let zone = p.zone()?;
                p.place_word()?;
                Some(zone)
            }) {
                Some(zone) => zone,
                None => p.place_word()?,
            };
            let near = if adjacent {
                Some(Place::Adjacent(Reference::This))
            } else {
                p.attempt(|p| {
                    if p.words("adjacent to") {
                        return Some(Place::Adjacent(p.reference()?));
                    }
                    p.place()
                })
            };
            Some(Effect::ChoosePlace { zone, whose, near })
        });
        if let Some(effect) = place {
            return Some(vec![effect]);
        }
        let mut all = vec![self.selection_for(Deed::Done)?];
        all.extend(self.more_objects(|p| p.selection_for(Deed::Done)));
        Some(all.into_iter().map(|what| Effect::Choose { what }).collect())
    }

    /// "give an ally +1 attack".
    fn give(&mut self) -> Option<Vec<Effect>> {
        self.one_of(&["give", "gives"])?;
        let what = self.selection()?;
        self.introduce(&what);
        self.gains(what)
    }

    pub(super) fn flag_word(&mut self) -> Option<onplay_engine::id::FlagId> {
        self.sense("a status", |sense| match sense {
            Sense::Flag(flag, true) => Some(*flag),
            _ => None,
        })
    }

    /// "for 2 energy", "for its cost": what a card can be played for.
    pub fn price(&mut self) -> Option<Option<Quantity>> {
        if !self.word("for") {
            return Some(None);
        }
        if self.words("its cost") {
            return Some(None);
        }
        let quantity = self.quantity()?;
        self.attempt(|p| p.counter());
        Some(Some(quantity))
    }
}
