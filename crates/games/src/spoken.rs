//! Words for the people at a table: names for the seats, whole sentences, places as
//! one says them, prices before they are paid. What programs, replays and scenario
//! pages read is in [`crate::words`].

use onplay_cards::{Book, participle, print_cost, third};
use onplay_engine::card::Cost;
use onplay_engine::event::{Event, Kind};
use onplay_engine::id::{CardId, Class, CounterId, FlagId, ObjectId, Seat, ZoneId};
use onplay_engine::rulebook::{Role, Shape};
use onplay_engine::state::{Action, Fact, Refusal, Why};

pub use crate::names::Names;
use crate::words::{Words, so_many};

/// Puts one game into words for people.
pub struct Spoken<'a> {
    /// The words that programs read.
    pub words: Words<'a>,
    book: &'a Book,
    names: &'a Names,
}

impl<'a> Spoken<'a> {
    /// The words for a game and the people who play it.
    pub fn new(words: Words<'a>, book: &'a Book, names: &'a Names) -> Self {
        Spoken { words, book, names }
    }

    /// A place: `your lane 2`, `Bot's deck`, `the stack`.
    pub fn place(&self, zone: ZoneId) -> String {
        let place = self.words.place(zone);
        match self.names.owned(&place) {
            Some(place) => place,
            None if zone == ZoneId::OUTSIDE => place,
            None => format!("the {place}"),
        }
    }

    /// A place as an action names it: one's own and lanes need no owner.
    fn target_place(&self, zone: ZoneId) -> String {
        let place = self.words.target_place(zone);
        self.names.owned(&place).unwrap_or(place)
    }

    /// An object by its name, with its place if another in sight has the same.
    pub fn label(&self, id: ObjectId) -> String {
        let reader = &self.words.reader;
        let object = reader.game.object(id);
        let name = self.words.card(object.card);
        if let Some(seat) = self.stands_for(id) {
            return self.names.object(seat).to_owned();
        }
        let rules = &reader.catalog.rules;
        let place = rules.zone_rule(object.zone).map(|rule| rule.role);
        // Copies in a hand or deck are all the same.
        let alike = matches!(place, Some(Role::Hand | Role::Deck | Role::Looking));
        if object.card == CardId::HIDDEN || alike || !self.words.is_ambiguous(id) {
            return name.to_owned();
        }
        format!("{name} ({}{})", self.place(object.zone), self.which(id))
    }

    /// An object of whoever decides: they know whose it is.
    fn own_label(&self, id: ObjectId) -> String {
        let seat = self.words.reader.game.to_decide().unwrap_or_default();
        let owner = format!("({} ", self.names.owner(seat));
        self.label(id).replace(&owner, "(")
    }

    /// Which of several objects of one name in one place an object is.
    fn which(&self, id: ObjectId) -> String {
        let reader = &self.words.reader;
        let object = reader.game.object(id);
        let zone = reader.game.zone(object.zone);
        let same = |other: &ObjectId| reader.game.object(*other).card == object.card;
        let count = zone.iter().filter(|other| same(other)).count();
        let before = zone.iter().take_while(|other| **other != id).filter(|other| same(other));
        match ORDINALS.get(before.count()) {
            Some(which) if count > 1 => format!(", the {which}"),
            _ => String::new(),
        }
    }

    /// The player for whom an object without words of its own stands.
    fn stands_for(&self, id: ObjectId) -> Option<Seat> {
        let reader = &self.words.reader;
        let card = reader.game.object(id).card;
        let plain = self.book.cards.get(card.index()).is_some_and(|card| card.text.is_empty());
        reader.frame.stands_for(reader, id).filter(|_| plain)
    }

    /// An object as an answer: in play with whose it is.
    fn choice(&self, id: ObjectId) -> String {
        let reader = &self.words.reader;
        let object = reader.game.object(id);
        let label = self.label(id);
        let plain = self.words.card(object.card) == label && object.card != CardId::HIDDEN;
        if plain && reader.catalog.rules.is_in_play(object.zone) {
            return format!("{} {label}", self.names.owner(object.controller));
        }
        label
    }

    /// An action as a person would say it.
    pub fn action(&self, action: Action) -> String {
        let reader = &self.words.reader;
        if !reader.has_named(action) {
            return self.words.action(action);
        }
        match action {
            Action::Play { object, place, at } => {
                let mut text = format!("{} {}", self.play_verb(object), self.own_label(object));
                if place != ZoneId::OUTSIDE {
                    text += &self.destination(place, at);
                }
                if let Some(manner) = reader.frame.manner(at) {
                    text += &format!(" {manner}");
                }
                text
            }
            Action::Move { object, place, at } => {
                format!("move {}{}", self.own_label(object), self.destination(place, at))
            }
            Action::Attack { attacker, target } => {
                format!("attack {} with {}", self.label(target), self.own_label(attacker))
            }
            Action::Activate { object, .. } => {
                self.words.action(action).replace(&self.words.label(object), &self.label(object))
            }
            Action::Special { object, other, .. } => {
                let mut text = self.words.full_action(action);
                for id in [object, other].into_iter().filter(|id| !id.is_none()) {
                    text = text.replace(&self.words.full_label(id), &self.label(id));
                }
                text
            }
            Action::Choose(id) => self.choice(id),
            Action::ChoosePlace(place) => self.target_place(place),
            Action::ChooseNumber(number) => number.to_string(),
            Action::Submit => {
                let prompt = reader.game.pending.prompt();
                let none = prompt.is_some_and(|prompt| prompt.picks().is_empty());
                if none { "none".into() } else { "done".into() }
            }
            Action::Pass | Action::ChooseOption(_) | Action::Yes | Action::No => {
                self.words.action(action)
            }
        }
    }

    /// What playing a card is called: some games have a word for cards with a cost.
    fn play_verb(&self, id: ObjectId) -> &str {
        let card = self.words.reader.game.object(id).card;
        let free = self.words.reader.catalog.cards.get(card.index());
        match free.is_none_or(|card| card.cost.is_empty()) {
            true => "play",
            false => self.book.vocabulary.verb("play"),
        }
    }

    /// Where something goes: the place, what it goes beside, what it goes onto.
    fn destination(&self, place: ZoneId, at: u8) -> String {
        let reader = &self.words.reader;
        let mut text = format!(" to {}", self.target_place(place));
        let there = reader.game.zone(place);
        let shape = reader.catalog.rules.zone_rule(place).map(|rule| rule.shape);
        match (shape, there.get(usize::from(at)), there.first()) {
            (Some(Shape::Lanes), Some(beside), _) => {
                let which = self.which(*beside).replace(", ", "");
                let name = format!("{which} {}", self.bare_name(*beside));
                text += &format!(", left of {}", name.trim_start());
            }
            (Some(Shape::Lanes), None, Some(_)) => {
                let last = there[there.len() - 1];
                let which = self.which(last).replace(", ", "");
                let name = format!("{which} {}", self.bare_name(last));
                text += &format!(", right of {}", name.trim_start());
            }
            (Some(Shape::Slots), _, Some(under)) => {
                text += &format!(" onto {}", self.bare_name(*under));
            }
            _ => {}
        }
        text
    }

    fn bare_name(&self, id: ObjectId) -> &'a str {
        self.words.card(self.words.reader.game.object(id).card)
    }

    /// An action with what it costs and what else comes of it, for whoever has to
    /// decide: `play Scout (2 energy)`, `pass: you are done for this skirmish`.
    pub fn offer(&self, action: Action) -> String {
        let mut text = format!("{}{}", self.action(action), self.price(action));
        if let Some(then) = self.consequence(action) {
            let joint = if then.starts_with("which ") { "," } else { ":" };
            text += &format!("{joint} {then}");
        }
        text
    }

    /// What actions of one card have in common: `play Scout (2 energy)`.
    pub fn offer_stem(&self, action: Action) -> String {
        let price = self.price(action);
        match action {
            Action::Play { object, .. } => {
                format!("{} {}{price}", self.play_verb(object), self.own_label(object))
            }
            Action::Move { object, .. } => format!("move {}", self.own_label(object)),
            Action::Attack { attacker, .. } => format!("attack with {}", self.own_label(attacker)),
            _ => self.offer(action),
        }
    }

    /// What tells actions of one card apart, with what comes of it: `lane 2, left of
    /// Dart`, `T0 onto Archer, which dies`.
    pub fn offer_way(&self, action: Action) -> String {
        let way = self.way(action);
        match self.consequence(action) {
            Some(then) => format!("{way}, {then}"),
            None => way,
        }
    }

    fn way(&self, action: Action) -> String {
        match action {
            Action::Play { place, at, .. } | Action::Move { place, at, .. }
                if place != ZoneId::OUTSIDE =>
            {
                self.destination(place, at).trim_start_matches(" to ").to_owned()
            }
            Action::Attack { target, .. } => self.label(target),
            _ => self.offer(action),
        }
    }

    fn consequence(&self, action: Action) -> Option<&'a str> {
        let reader = &self.words.reader;
        reader.has_named(action).then(|| reader.frame.consequence(reader, action)).flatten()
    }

    /// What a card costs to play, in brackets: ` (3 energy)`; nothing if it is free.
    fn price(&self, action: Action) -> String {
        match action {
            Action::Play { object, .. } if self.words.reader.has_named(action) => {
                match self.play_price(object).join(", ") {
                    none if none.is_empty() => none,
                    price => format!(" ({price})"),
                }
            }
            _ => String::new(),
        }
    }

    fn play_price(&self, object: ObjectId) -> Vec<String> {
        let reader = &self.words.reader;
        if let Some(parts) = reader.frame.play_price(reader, object) {
            let paid = parts.into_iter().filter(|(_, amount)| *amount > 0);
            return paid.map(|(counter, amount)| self.amount(counter, amount)).collect();
        }
        let seat = reader.game.to_decide().unwrap_or_default();
        let card = reader.catalog.card(reader.game.object(object).card);
        let mana = |cost: &&Cost| matches!(cost, Cost::Mana(..));
        let own = reader.catalog.rules.price.filter(|_| !card.cost.iter().any(|it| mana(&it)));
        let price = own.and_then(|(_, counter)| {
            let price = reader.way_to_play(seat, object)?.price;
            (price > 0).then(|| self.amount(counter, price))
        });
        let change = reader.price_change(seat, object);
        let others = card.cost.iter().filter(|cost| {
            !matches!(cost, Cost::Counter(paid, _) if own.is_some_and(|(_, own)| own == *paid))
        });
        let others = others.map(|cost| {
            let words = print_cost(&self.book.vocabulary, cost);
            match change {
                0 => words,
                more if mana(&cost) && more > 0 => format!("{words} and {more} more"),
                less if mana(&cost) => format!("{words}, {} less", -less),
                _ => words,
            }
        });
        price.into_iter().chain(others).collect()
    }

    fn amount(&self, counter: CounterId, amount: i16) -> String {
        so_many(amount, self.words.reader.catalog.names.word(Class::Counter, counter.0))
    }

    /// A decision as a sentence: `You play Scout to T0`, `Bot passes`.
    pub fn decision(&self, seat: Seat, action: Action) -> String {
        self.decision_in_words(seat, action, &self.action(action))
    }

    fn decision_in_words(&self, seat: Seat, action: Action, text: &str) -> String {
        let subject = self.names.subject(seat);
        match action {
            Action::Choose(_) | Action::ChoosePlace(_) | Action::ChooseNumber(_) => {
                format!("{subject} {} {text}", self.names.verb(seat, "choose", "chooses"))
            }
            Action::Yes | Action::No => {
                format!("{subject} {} {text}", self.names.verb(seat, "say", "says"))
            }
            Action::Submit if text == "none" => {
                format!("{subject} {} none", self.names.verb(seat, "choose", "chooses"))
            }
            Action::Submit => format!("{subject} {} done", self.names.verb(seat, "are", "is")),
            Action::ChooseOption(_) => format!("{subject}: {text}"),
            _ if self.names.you == Some(seat) => format!("{subject} {text}"),
            _ => format!("{subject} {}", third(text)),
        }
    }

    /// A decision of whoever reads, in the words in which it was on offer: `You end your
    /// turn`. Only for the game in which it is made.
    pub fn own_decision(&self, seat: Seat, action: Action) -> String {
        self.without_covers(self.decision(seat, action))
    }

    /// A decision that was made: what passing was called then may not be what it is
    /// called now, and whose something was, or where it lay, may be known only now.
    fn past_decision(&self, seat: Seat, action: Action) -> String {
        let pass = self.words.reader.frame.past_pass_words().unwrap_or("pass");
        match action {
            Action::Pass => self.decision_in_words(seat, action, pass),
            Action::Choose(id) if self.words.reader.game.object(id).card != CardId::HIDDEN => {
                self.decision_in_words(seat, action, self.bare_name(id))
            }
            action => self.decision(seat, action),
        }
    }

    /// What happened, as a sentence. What is given as a cost is paid, not lost.
    pub fn event(&self, event: &Event, is_payment: bool) -> String {
        let text = self.told_event(event, is_payment);
        // Some games have objects that stand for the players.
        [event.object, event.other].into_iter().fold(text, |text, handle| {
            let is_there = handle.id.index() < self.words.reader.game.objects.len();
            match is_there.then(|| self.stands_for(handle.id)).flatten() {
                Some(seat) => self.with_player(&text, self.words.name(handle), seat),
                None => text,
            }
        })
    }

    /// A sentence with a player instead of what stands for them.
    fn with_player(&self, text: &str, name: &str, seat: Seat) -> String {
        match text.strip_prefix(name) {
            Some(rest) => format!("{}{rest}", self.names.subject(seat)),
            None => text.replace(name, self.names.object(seat)),
        }
    }

    fn told_event(&self, event: &Event, is_payment: bool) -> String {
        let names = &self.words.reader.catalog.names;
        let (object, other) = (self.words.name(event.object), self.words.name(event.other));
        let who = self.names.subject(event.player);
        let was = self.names.verb(event.player, "were", "was");
        let much = |class| so_many(event.amount, names.word(class, event.what));
        let done = |verb: &'static str| participle(self.book.vocabulary.verb(verb));
        let to = || self.place(event.to);
        let paid = if is_payment { " as payment" } else { "" };
        match event.kind {
            Kind::Deployed => format!("{object} was deployed to {}", to()),
            Kind::Destroyed => format!("{object} was {}", done("destroy")),
            Kind::Sacrificed => format!("{object} was {}{paid}", done("sacrifice")),
            Kind::Discarded => format!("{who} discarded {object}{paid}"),
            Kind::Exiled => format!("{object} was {}{paid}", done("exile")),
            Kind::Returned => {
                format!("{object} returned to {} hand", self.names.owner(event.player))
            }
            Kind::Shifted => format!("{object} moved to {}", to()),
            Kind::Put => format!("{object} was put into {}", to()),
            Kind::Entered => format!("{object} entered {}", to()),
            Kind::Drew if event.amount == 1 && object == self.words.card(CardId::HIDDEN) => {
                format!("{who} drew a card")
            }
            Kind::Drew if event.amount == 1 => format!("{who} drew {object}"),
            Kind::Drew => format!("{who} drew {}", so_many(event.amount, "cards")),
            Kind::Milled => format!("{who} milled {object}"),
            Kind::Reshuffled => {
                format!("{} discard pile became the new deck", self.names.owner(event.player))
            }
            Kind::Played => format!("{who} {} {object}", self.played(event)),
            Kind::Activated => format!("{who} used {object}"),
            Kind::MovedOut => format!("{object} left {}", self.place(event.from)),
            Kind::MovedIn => format!("{object} arrived in {}", to()),
            Kind::Damaged => crate::damage_words::damaged(object, event),
            Kind::HitPlayer => format!("{who} {was} dealt {} damage", event.amount),
            Kind::CounterGained | Kind::CounterLost if self.words.status(event).is_some() => {
                let are = self.names.verb(event.player, "are", "is");
                format!("{who} {are} now {}", self.words.status(event).unwrap_or_default())
            }
            Kind::CounterLost if is_payment => format!("{who} paid {}", much(Class::Counter)),
            Kind::CounterGained => format!("{who} gained {}", much(Class::Counter)),
            Kind::CounterLost => format!("{who} lost {}", much(Class::Counter)),
            Kind::Lost if is_payment => format!("{object} spent {}", much(Class::Attribute)),
            Kind::FlagSet => match self.book.vocabulary.status(FlagId(event.what)) {
                status if status.contains(' ') => format!("{object} is now {status}"),
                status => format!("{object} became {status}"),
            },
            Kind::FlagCleared => {
                let status = self.book.vocabulary.status(FlagId(event.what));
                format!("{object} is no longer {status}")
            }
            Kind::Began => self.began(event),
            Kind::Created => format!("{object} was created"),
            Kind::Targeted => format!("{object} was chosen as a target"),
            Kind::Attached => format!("{object} was attached to {other}"),
            Kind::Tapped => format!("{object} was tapped for mana"),
            Kind::Shuffled => {
                let deck = to();
                format!("{} was shuffled", onplay_cards::capital(&deck))
            }
            Kind::Revealed => format!("{object} was revealed"),
            Kind::SlotChanged => self.slot_changed(event),
            Kind::Controlled => format!("{who} took control of {object}"),
            Kind::Cancelled => format!("{object} was {}", done("cancel")),
            Kind::Searched => format!("{who} searched {}", to()),
            Kind::Looked => {
                let cards = so_many(event.amount, "cards");
                format!("{who} looked at {cards} of {}", to())
            }
            Kind::Occasion if event.object.is_none() => {
                let deed = names.word(Class::Occasion, event.what);
                format!("{who} {}", self.agreeing(event.player, deed))
            }
            Kind::Occasion => match self.book.vocabulary.occasion(event.what) {
                Some((verb, Some(joint))) if event.other.is_some() => {
                    format!("{object} {verb} {joint} {other}").replace("  ", " ")
                }
                Some((verb, _)) => format!("{object} {verb}"),
                None => self.words.event(event),
            },
            Kind::Healed
            | Kind::Gained
            | Kind::Lost
            | Kind::Attacks
            | Kind::Attacked
            | Kind::Blocks
            | Kind::Ended => self.words.event(event),
            Kind::Passed => format!("{who} passed"),
        }
    }

    /// What a place itself adds to whatever stands there: `Your T0 gained 2 power`.
    fn slot_changed(&self, event: &Event) -> String {
        let place = onplay_cards::capital(&self.place(event.to));
        let catalog = self.words.reader.catalog;
        let Some(attribute) = catalog.rules.slot_bonus else {
            return format!("{place} changed by {:+}", event.amount);
        };
        let much = so_many(
            event.amount.saturating_abs(),
            catalog.names.word(Class::Attribute, attribute.0),
        );
        let verb = if event.amount < 0 { "lost" } else { "gained" };
        format!("{place} {verb} {much}")
    }

    /// Words that begin with a verb, as they go with a seat: `goes again`, `go again`.
    fn agreeing(&self, seat: Seat, words: &str) -> String {
        let (verb, rest) = words.split_once(' ').unwrap_or((words, ""));
        let stems = [verb.strip_suffix("es"), verb.strip_suffix('s')];
        let own = stems.into_iter().flatten().find(|stem| third(stem) == verb);
        match own.filter(|_| self.names.you == Some(seat)) {
            Some(own) => format!("{own} {rest}").trim_end().to_owned(),
            None => words.to_owned(),
        }
    }

    fn played(&self, event: &Event) -> String {
        match self.play_verb(event.object.id) {
            "play" => "played".into(),
            verb => participle(verb),
        }
    }

    /// That a turn, a phase or a round began, or ended.
    fn began(&self, event: &Event) -> String {
        let word = self.words.reader.catalog.names.word(Class::Phase, event.what);
        let word = word.replace('-', " ");
        let owner = onplay_cards::capital(&self.names.owner(event.player));
        match word.strip_prefix("end of ") {
            Some("turn") => format!("{owner} turn ends"),
            Some(whole) => format!("The {whole} ends"),
            None if word == "turn" => format!("{owner} turn begins"),
            None if word == "round" || word == self.book.game.id => format!("A new {word} begins"),
            None => format!("{owner} {word}"),
        }
    }

    /// One line of the log.
    pub fn fact(&self, fact: &Fact, is_payment: bool) -> String {
        self.without_covers(self.said(fact, is_payment))
    }

    /// To people a card that they may not see is just a card.
    fn without_covers(&self, said: String) -> String {
        let text = said.replace(self.words.card(CardId::HIDDEN), "a card");
        match text.strip_prefix("a card ") {
            Some(rest) => format!("A card {rest}"),
            None => text,
        }
    }

    fn said(&self, fact: &Fact, is_payment: bool) -> String {
        match fact {
            Fact::Decided { seat, action } => self.past_decision(*seat, *action),
            Fact::Forced { seat, action } => {
                format!("{} (no other choice)", self.past_decision(*seat, *action))
            }
            Fact::Happened { event, .. } => self.event(event, is_payment),
            Fact::Fired { source, ability } if source.is_none() => self.words.ability(*ability),
            Fact::Fired { source, ability } => {
                let name = self.words.name(*source);
                let ability = self.words.ability(*ability);
                if ability.starts_with(name) {
                    format!("{name} triggers")
                } else {
                    format!("{name} triggers: {ability}")
                }
            }
            Fact::Checked { object } => format!("{} cannot survive", self.words.name(*object)),
            Fact::Replaced { source, ability, .. } if source.is_none() => {
                self.words.ability(*ability)
            }
            Fact::Replaced { event, source, .. } => {
                let instead = self.event(event, false);
                format!("{} steps in before: {instead}", self.words.name(*source))
            }
            Fact::LastKnown { source, .. } => {
                format!("{} has gone; what it last was counts", self.words.name(*source))
            }
            Fact::Fizzled { source, .. } => {
                format!("{} does nothing: its targets have gone", self.words.name(*source))
            }
            Fact::Finished { outcome } => self.names.outcome(*outcome),
            Fact::OrderIrrelevant { seat, count } => {
                let owner = self.names.owner(*seat);
                format!("The order of {owner} {count} triggers made no difference")
            }
            Fact::Ruled { .. } => {
                let clause = self.words.fact(fact);
                onplay_cards::capital(clause.strip_prefix("a rule: ").unwrap_or(&clause))
            }
            Fact::Asked { .. }
            | Fact::Reached { .. }
            | Fact::NoRoom { .. }
            | Fact::ConditionFailed { .. }
            | Fact::Consequence { .. }
            | Fact::Overflowed { .. }
            | Fact::NotCancelled { .. } => onplay_cards::capital(&self.words.fact(fact)),
        }
    }

    /// Why an action was refused.
    pub fn refusal(&self, refusal: Refusal) -> String {
        match refusal {
            Refusal::NotYourDecision { asked } => {
                let verb = self.names.verb(asked, "decide", "decides");
                format!("{} {verb} now", self.names.object(asked))
            }
            Refusal::Forbidden(Why::Status(flag)) => {
                format!("it is {}", self.book.vocabulary.status(flag))
            }
            _ => self.words.refusal(refusal),
        }
    }
}

const ORDINALS: [&str; 10] =
    ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
