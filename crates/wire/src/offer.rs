//! From what a seat can decide to an ask.

use onplay_engine::event::{Event, Kind};
use onplay_engine::id::{Class, CounterId, FlagId, Handle, ObjectId, Seat, ZoneId};
use onplay_engine::mask::Bits;
use onplay_engine::play::view;
use onplay_engine::rulebook::{Role, Shape};
use onplay_engine::state::{
    Action, Ask as Asks, Dice, Fact, Game, Prompt as Asked, Reason, Record, Stage,
};
use onplay_games::printed::choice_words;
use onplay_games::words::Words;

use crate::ask::{Ask, Cost, Offer, OptionText, Prompt, PromptKind, Verb};
use crate::eyes::{Eyes, in_order};
use crate::projection::{Projection, is_asked};
use crate::story::{objects, place};

/// Most free actions whose costs are computed for one ask.
const MOST_COSTED: usize = 200;

impl Projection {
    /// What the viewer's seat is asked now; none if it is not its turn to decide.
    pub fn ask(&self, game: &Game, eyes: &Eyes) -> Option<Ask> {
        let seat = eyes.viewer.seat()?;
        if !is_asked(game, eyes.viewer) {
            return None;
        }
        let catalog = &self.table().catalog;
        let known = view(game, catalog, seat);
        let covered = &known.state;
        let actions = self.actions(game, covered, eyes);
        let words = Words::new(self.table().read(covered));
        let mut offers: Vec<Offer> = Vec::with_capacity(actions.len());
        for action in actions {
            let n = offers.len() as u32 + 1;
            offers.push(self.offer(n, action, covered, eyes, &words));
        }
        if covered.pending.prompts().is_empty() {
            // A game that fits what the seat knows has the same costs.
            let sample = known.sample(catalog, &mut Dice::new(0));
            for offer in offers.iter_mut().take(MOST_COSTED) {
                self.add_costs(&sample, covered, eyes, seat, offer);
            }
        }
        let prompt = covered.pending.prompt();
        let prompt = prompt.map(|prompt| self.prompt(prompt, covered, eyes, &words));
        Some(Ask { n: eyes.asks, prompt, actions: offers })
    }

    /// The actions of an ask, in the order of its offers; empty if the seat is not
    /// asked.
    pub fn offered(&self, game: &Game, eyes: &Eyes) -> Vec<Action> {
        match eyes.viewer.seat() {
            Some(seat) if is_asked(game, eyes.viewer) => {
                let covered = view(game, &self.table().catalog, seat).state;
                self.actions(game, &covered, eyes)
            }
            _ => Vec::new(),
        }
    }

    /// What is on offer. Cards that lie hidden come in the order in which they are
    /// shown, which says nothing about where they lie.
    fn actions(&self, game: &Game, covered: &Game, eyes: &Eyes) -> Vec<Action> {
        let mut actions = Vec::new();
        self.table().legal_actions(game, &mut actions);
        if let Some(prompt) = covered.pending.prompt() {
            let order = self.candidates(prompt, covered, eyes);
            let rank = |action: &Action| match action {
                Action::Choose(id) => order.iter().position(|known| known == id),
                _ => None,
            };
            actions.sort_by_key(|action| rank(action).unwrap_or(usize::MAX));
        }
        actions
    }

    /// The candidates of a prompt, in the order in which they are shown.
    fn candidates(&self, prompt: &Asked, covered: &Game, eyes: &Eyes) -> Vec<ObjectId> {
        let catalog = &self.table().catalog;
        let zones = (1..catalog.rules.places() as u8).map(ZoneId);
        zones
            .flat_map(|zone| in_order(covered, catalog, eyes.viewer, zone))
            .filter(|id| prompt.candidates.contains(*id))
            .collect()
    }

    fn offer(&self, n: u32, action: Action, covered: &Game, eyes: &Eyes, words: &Words) -> Offer {
        let [object, target] = objects(action).map(|id| eyes.handle(id));
        let to = place(action);
        let frame = &self.table().frame;
        let row = self.table().catalog.rules.zone_rule(to);
        let row = row.is_some_and(|rule| rule.shape == Shape::Lanes);
        let at = match action {
            Action::Play { at, .. } | Action::Move { at, .. } if at != u8::MAX && row => {
                Some(at + 1)
            }
            _ => None,
        };
        Offer {
            n,
            verb: verb(action),
            word: match action {
                Action::Special { verb, .. } => {
                    let word = frame.verb(usize::from(verb));
                    word.and_then(|word| word.split_whitespace().next()).map(str::to_owned)
                }
                _ => None,
            },
            object,
            target,
            place: (to != ZoneId::OUTSIDE).then(|| self.places[to.index()].clone()),
            at,
            manner: match action {
                Action::Play { at, .. } => frame.manner(at).map(str::to_owned),
                _ => None,
            },
            ability: match action {
                Action::Activate { ability, .. } => Some(ability + 1),
                _ => None,
            },
            option: match action {
                Action::ChooseOption(option) => Some(option),
                _ => None,
            },
            number: match action {
                Action::ChooseNumber(number) => Some(number),
                _ => None,
            },
            cost: Vec::new(),
            gives_up: Vec::new(),
            text: self.plain_action(action, covered, words),
            about: choice_words(&self.kit.book, covered, action),
            action,
        }
    }

    /// The text form of an action; a card in a hand goes by its name, because its
    /// handle says which one it is.
    fn plain_action(&self, action: Action, covered: &Game, words: &Words) -> String {
        let mut text = words.action(action);
        for id in objects(action).into_iter().filter(|id| id.index() < covered.objects.len()) {
            let rule = self.table().catalog.rules.zone_rule(covered.object(id).zone);
            if rule.is_some_and(|rule| matches!(rule.role, Role::Hand | Role::Deck)) {
                text = text.replace(&words.full_label(id), words.card(covered.object(id).card));
            }
        }
        text
    }

    /// What a free action pays at once, and what has to go before a card can arrive at its
    /// place, found by trying it on a game that fits what the seat knows.
    fn add_costs(&self, sample: &Game, covered: &Game, eyes: &Eyes, seat: Seat, offer: &mut Offer) {
        if matches!(offer.action, Action::Pass) {
            return;
        }
        let mut trial = sample.clone();
        let mut record = Record::default();
        self.table().apply_unchecked(&mut trial, offer.action, Some(&mut record));
        // A rulebook says itself what happens between playing a card and its arrival.
        let comes = matches!(offer.action, Action::Play { .. }) && offer.place.is_some();
        let card = objects(offer.action).first().copied();
        let arrives = |event: &Event| {
            Some(event.object.id) == card
                && matches!(event.kind, Kind::Deployed | Kind::Entered | Kind::Put)
        };
        let paid = record.entries.iter().skip(1).take_while(|entry| match &entry.fact {
            Fact::Happened { event, .. } => event.kind != Kind::Began && !arrives(event),
            Fact::Reached { stage, .. } => comes || *stage != Stage::Resolving,
            Fact::Ruled { .. } => comes,
            Fact::Decided { .. } | Fact::Checked { .. } | Fact::LastKnown { .. } => true,
            _ => false,
        });
        for entry in paid {
            let Fact::Happened { event, .. } = &entry.fact else { continue };
            self.add_cost(event, covered, eyes, seat, offer);
        }
    }

    fn add_cost(&self, event: &Event, covered: &Game, eyes: &Eyes, seat: Seat, offer: &mut Offer) {
        let catalog = &self.table().catalog;
        let id = event.object.id;
        let own = event.object.is_some()
            && covered.objects.get(id.index()).is_some_and(|object| object.controller == seat);
        let object = || self.object(covered, eyes, covered.handle(id), None);
        match event.kind {
            Kind::CounterLost if event.player == seat => {
                let name = catalog.names.word(Class::Counter, CounterId(event.what).0).to_owned();
                offer.cost.push(Cost::Counter { name, amount: event.amount });
            }
            Kind::FlagSet if own && catalog.rules.exhausted == Some(FlagId(event.what)) => {
                let name = catalog.names.word(Class::Flag, event.what).to_owned();
                offer.cost.push(Cost::Status { name, object: object() });
            }
            Kind::Destroyed | Kind::Sacrificed | Kind::Discarded | Kind::Exiled
                if own && Some(id) != objects(offer.action).first().copied() =>
            {
                offer.gives_up.push(object());
            }
            _ => {}
        }
    }

    fn prompt(&self, prompt: &Asked, covered: &Game, eyes: &Eyes, words: &Words) -> Prompt {
        let handles = |ids: &[ObjectId]| -> Vec<u32> {
            ids.iter().filter_map(|id| eyes.handle(*id)).collect()
        };
        let candidates = self.candidates(prompt, covered, eyes);
        let bits = || Bits(prompt.options);
        let places = match prompt.ask {
            Asks::Place => bits().map(|place| self.places[place as usize].clone()).collect(),
            _ => Vec::new(),
        };
        let option = |option: u8| {
            let action = Action::ChooseOption(option);
            let about = choice_words(&self.kit.book, covered, action);
            OptionText { option, text: about.unwrap_or_else(|| words.action(action)) }
        };
        let options = match prompt.ask {
            Asks::Option => bits().map(|bit| option(bit as u8)).collect(),
            _ => Vec::new(),
        };
        let source = prompt.source;
        Prompt {
            kind: kind(prompt.ask),
            reason: reason(prompt.reason).to_owned(),
            text: words.prompt().unwrap_or_default(),
            source: Handle::is_some(source).then(|| self.object(covered, eyes, source, None)),
            words: self.sentence(prompt.ability),
            candidates: handles(&candidates),
            places,
            options,
            min: prompt.min,
            max: prompt.max,
            low: if prompt.ask == Asks::Number { prompt.low } else { 0 },
            high: if prompt.ask == Asks::Number { prompt.high } else { 0 },
            picked: handles(prompt.picks()),
        }
    }
}

fn verb(action: Action) -> Verb {
    match action {
        Action::Pass => Verb::Pass,
        Action::Play { .. } => Verb::Play,
        Action::Activate { .. } => Verb::Use,
        Action::Attack { .. } => Verb::Attack,
        Action::Move { .. } => Verb::Move,
        Action::Special { .. } => Verb::Special,
        Action::Choose(_) => Verb::Choose,
        Action::ChoosePlace(_) => Verb::ChoosePlace,
        Action::ChooseOption(_) => Verb::ChooseOption,
        Action::ChooseNumber(_) => Verb::ChooseNumber,
        Action::Submit => Verb::Submit,
        Action::Yes => Verb::Yes,
        Action::No => Verb::No,
    }
}

fn kind(ask: Asks) -> PromptKind {
    match ask {
        Asks::YesNo => PromptKind::YesNo,
        Asks::Objects => PromptKind::Objects,
        Asks::Option => PromptKind::Option,
        Asks::Place => PromptKind::Place,
        Asks::Number => PromptKind::Number,
        Asks::Order => PromptKind::Order,
        Asks::Acknowledge => PromptKind::Acknowledge,
    }
}

fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Confirm => "confirm",
        Reason::Pay => "pay",
        Reason::Cost => "cost",
        Reason::Effect => "effect",
        Reason::Target => "target",
        Reason::Mode => "mode",
        Reason::CostOption => "cost-option",
        Reason::Amount => "amount",
        Reason::Where => "where",
        Reason::Take => "take",
        Reason::Arrange => "arrange",
        Reason::Bin => "bin",
        Reason::TriggerOrder => "trigger-order",
        Reason::Reveal => "reveal",
        Reason::Frame(_) => "rule",
    }
}
