//! Payment: "To pay N IKZ, …" and "To pay the cost of a card, …".

use onplay_engine::card::{Filter, Whose};
use onplay_engine::id::CounterId;
use onplay_engine::rulebook::{PaySource, PayWay, Payment, WAYS};

use super::builder::Builder;
use super::outline::Clause;
use crate::diagnostic::Diagnostic;
use crate::parse::{Parser, refusal};
use crate::token::Token;

/// What is said of payment where it is not understood.
const HELP: &str = "payment is “To pay N mana, tap N untapped lands in your field.”, then if wanted \
                    “, and lose 1 token for each that is missing”; and “To pay the cost of a card, \
                    tap untapped lands in your field equal to it, or lose 1 token and tap untapped \
                    lands in your field equal to it minus 1.”";

impl Builder<'_> {
    /// "To pay N IKZ, …": what pays for a counter. "To pay the cost of a card, …":
    /// the ways to pay for one.
    pub(super) fn define_payment(&mut self, clause: &Clause, tokens: &[Token]) {
        let mut parser = Parser::new(self.vocabulary, tokens, &[]);
        parser.rules = true;
        let is_card = parser.attempt(|p| p.need("to pay the cost of a card"));
        let read = match is_card {
            Some(()) => parser.attempt(ways).map(|ways| (None, Vec::new(), ways)),
            None => parser.attempt(|p| {
                p.need("to pay n")?;
                let counter = p.counter()?;
                Some((Some(counter), sources(p)?, Vec::new()))
            }),
        };
        let read = read.filter(|_| parser.stop().is_some() && parser.peek().is_none());
        let Some((counter, sources, ways)) = read else {
            let error = refusal(&parser).help(HELP);
            self.report_at(clause, error);
            return;
        };
        self.read_back(clause, clause.text.trim().to_owned());
        match counter {
            Some(counter) => self.pay_counter(clause, counter, sources),
            None => self.pay_for_cards(clause, ways),
        }
    }

    fn pay_counter(&mut self, clause: &Clause, counter: CounterId, sources: Vec<PaySource>) {
        let payments = &mut self.built.rulebook.payments;
        if payments.iter().any(|known| known.counter == counter) {
            let message = "another clause says already how this is paid";
            self.report(Diagnostic::error("payment", Self::whole(clause), message));
            return;
        }
        if sources.contains(&PaySource::Counter(counter)) {
            let message = "this is paid with itself";
            self.report(Diagnostic::error("payment", Self::whole(clause), message).help(HELP));
            return;
        }
        payments.push(Payment { counter, sources, ways: Vec::new() });
    }

    fn pay_for_cards(&mut self, clause: &Clause, mut ways: Vec<PayWay>) {
        if let Some(words) = manner_in(&clause.text)
            && let Some(last) = ways.last_mut()
        {
            last.words = Some(words);
        }
        let price = self.vocabulary.rules.price.map(|(_, counter)| counter);
        let mut payments = self.built.rulebook.payments.iter_mut();
        let payment = payments.find(|payment| Some(payment.counter) == price);
        let problem = match payment {
            None => Some("no clause before this says how what cards cost is paid"),
            Some(payment) if !payment.ways.is_empty() => Some("another clause says this already"),
            Some(_) if ways.len() > usize::from(WAYS) => Some("there are too many ways to pay"),
            Some(payment) => {
                payment.ways = ways;
                None
            }
        };
        if let Some(message) = problem {
            let error = Diagnostic::error("payment", Self::whole(clause), message);
            self.report(error.help(HELP));
        }
    }
}

/// "tap N untapped IKZ in your area, and lose 1 token for each that is missing".
fn sources(parser: &mut Parser<'_>) -> Option<Vec<PaySource>> {
    let mut found = Vec::new();
    loop {
        parser.mark(',');
        parser.word("and");
        let source = match parser.attempt(|p| {
            let flag = p.flag_verb().filter(|(_, on)| *on)?.0;
            p.words("up to");
            p.need("n")?;
            cards(p, flag)
        }) {
            Some(source) => source,
            None => {
                parser.need("lose")?;
                (parser.number()? == 1).then_some(())?;
                let counter = parser.counter()?;
                parser.need("for each that is missing")?;
                PaySource::Counter(counter)
            }
        };
        found.push(source);
        if parser.at_end() {
            return Some(found);
        }
    }
}

/// "tap untapped IKZ in your area equal to it, or lose 1 token and tap untapped IKZ
/// in your area equal to it minus 1".
fn ways(parser: &mut Parser<'_>) -> Option<Vec<PayWay>> {
    let mut found = Vec::new();
    loop {
        parser.mark(',');
        parser.word("or");
        let fixed = parser.attempt(|p| {
            p.need("lose")?;
            let amount = p.number()?;
            let counter = p.counter()?;
            p.need("and")?;
            Some((counter, amount))
        });
        let flag = parser.flag_verb().filter(|(_, on)| *on)?.0;
        let rest = cards(parser, flag)?;
        parser.need("equal to it")?;
        if let Some((_, amount)) = fixed {
            parser.need("minus")?;
            (parser.number()? == amount).then_some(())?;
        }
        found.push(PayWay { fixed, rest, words: None });
        if parser.at_end() {
            return Some(found);
        }
    }
}

/// "untapped IKZ in your area": cards of types in one zone of the player's.
fn cards(parser: &mut Parser<'_>, flag: onplay_engine::id::FlagId) -> Option<PaySource> {
    let (filter, _) = parser.noun_phrase()?;
    let (mut zone, mut types) = (None, 0);
    for part in filter.into_parts() {
        match part {
            Filter::Zone(kind) if zone.is_none() => zone = Some(kind),
            Filter::Type(kind) => types |= 1 << (kind.0 & 31),
            Filter::Owner(Whose::Yours) | Filter::Controller(Whose::Yours) => {}
            Filter::Not(inner) if *inner == Filter::Flag(flag) => {}
            _ => {
                parser.expect(crate::parse::Expected::Part("cards of a type in one zone"));
                return None;
            }
        }
    }
    let single = |kind: &onplay_engine::id::ZoneKind| {
        parser.vocabulary.rules.zones.get(kind.index()).is_some_and(|zone| zone.places <= 1)
    };
    let zone = zone.filter(single);
    if zone.is_none() || types == 0 {
        parser.expect(crate::parse::Expected::Part("cards of a type in one zone"));
        return None;
    }
    Some(PaySource::Status { flag, zone: zone?, types })
}

/// The words of the last way, in parentheses: "(with the token)".
fn manner_in(text: &str) -> Option<String> {
    let (_, rest) = text.rsplit_once('(')?;
    let (words, _) = rest.split_once(')')?;
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    words.starts_with("with ").then_some(words)
}
