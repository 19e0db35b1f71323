//! Definitions: "Your load is …", "To press there, …", "A unit is wounded if …".

use onplay_engine::card::{Ability, Filter, Quantity, Reference, When};
use onplay_engine::id::Class;

use super::builder::Builder;
use super::outline::{Chapter, Clause};
use super::swap;
use crate::diagnostic::{Diagnostic, Span};
use crate::parse::{Parser, prepare, refusal};
use crate::print::print_condition;
use crate::token::{self, Kind, Token};
use crate::vocabulary::{Definition, Piece, Sense};

/// One definition, as far as its shape tells.
enum Shape {
    Quantity,
    Payment,
    Effect,
    Adjective,
}

impl Builder<'_> {
    /// Takes up every definition, so that cards and clauses can use it. One may
    /// use those before it.
    pub(super) fn define(&mut self) {
        for (heading, clause) in self.clauses_of(Chapter::Words) {
            let _ = heading;
            let tokens = prepare(self.vocabulary, &clause.text);
            match shape(&tokens) {
                Some(Shape::Quantity) => self.define_quantity(&clause, &tokens),
                Some(Shape::Payment) => self.define_payment(&clause, &tokens),
                Some(Shape::Effect) => self.define_effect(&clause, &tokens),
                Some(Shape::Adjective) => self.define_adjective(&clause, &tokens),
                None => {
                    let span = Span::new(clause.start, clause.start + clause.text.len());
                    let help = "definitions are “Your X is …”, “To X, …” and “A unit is X if …”";
                    let message = "this is no definition";
                    self.report(Diagnostic::error("definition", span, message).help(help));
                }
            }
        }
    }

    fn define_quantity(&mut self, clause: &Clause, tokens: &[Token]) {
        let Some(is) = tokens.iter().position(|token| token.text == "is") else { return };
        let name: Vec<&str> = tokens[1..is].iter().map(|token| token.text.as_str()).collect();
        let name = name.join(" ");
        let Some(quantity) = self.quantity(clause, &tokens[is + 1..]) else { return };
        self.read_back(clause, format!("your {name} is {}", self.print_quantity(&quantity)));
        if name == "worth" {
            self.built.rulebook.worth = Some(quantity);
            return;
        }
        let other = swap::quantity(&quantity);
        self.vocabulary.add(&format!("your {name}"), Sense::Quantity(Box::new(quantity)));
        for owner in ["your opponent 's", "the opponent 's"] {
            let sense = Sense::Quantity(Box::new(other.clone()));
            self.vocabulary.add(&format!("{owner} {name}"), sense);
        }
    }

    fn quantity(&mut self, clause: &Clause, tokens: &[Token]) -> Option<Quantity> {
        let mut parser = Parser::new(self.vocabulary, tokens, &[]);
        parser.rules = true;
        let found =
            parser.quantity().filter(|_| parser.stop().is_some() && parser.peek().is_none());
        if found.is_none() {
            let error = refusal(&parser);
            self.report_at(clause, error);
        }
        found
    }

    /// The body is read wherever the words are used; here it is tried once.
    fn define_effect(&mut self, clause: &Clause, tokens: &[Token]) {
        let Some(comma) = tokens.iter().position(|token| token.kind == Kind::Mark(',')) else {
            return;
        };
        let pattern: Vec<Piece> = tokens[1..comma]
            .iter()
            .map(|token| match &clause.text[token.span.start..token.span.end] {
                "N" => Piece::Number,
                "T" => Piece::Thing,
                _ => Piece::Word(token.text.clone()),
            })
            .collect();
        let mut body = tokens[comma + 1..].to_vec();
        let thing = self.vocabulary.names.all(Class::Type).first().map(|word| word.to_lowercase());
        let tried: Vec<Token> = body
            .iter()
            .map(|token| match (token.text.as_str(), &thing) {
                ("n", _) if token.kind == Kind::Word => {
                    Token { kind: Kind::Number(2), text: "2".into(), span: token.span }
                }
                // A type of the game stands for whatever the words are used of.
                ("t", Some(word)) if token.kind == Kind::Word => {
                    Token { text: word.clone(), ..token.clone() }
                }
                _ => token.clone(),
            })
            .collect();
        let mut parser = Parser::new(self.vocabulary, &tried, &[]);
        parser.rules = true;
        parser.bind.chosen_before(Reference::It, &Filter::Any);
        let read = parser.effects_to_end().filter(|_| parser.bind.problems.is_empty());
        let Some(effects) = read else {
            let error = refusal(&parser);
            self.report_at(clause, error);
            return;
        };
        let name = &clause.text[tokens[1].span.start..tokens[comma].span.start];
        // What stands for a number or a thing was tried as one of them.
        let takes_any = pattern.iter().any(|piece| !matches!(piece, Piece::Word(_)));
        let says = match takes_any {
            true => clause.text[tokens[comma].span.end..].trim().to_owned(),
            false => self.print_effects(&effects) + ".",
        };
        self.read_back(clause, format!("To {name}, {says}"));
        while body.last().is_some_and(|token| token.kind == Kind::Mark('.')) {
            body.pop();
        }
        self.vocabulary.effects.push(Definition { pattern, body });
        self.vocabulary.effects.sort_by_key(|one| std::cmp::Reverse(one.pattern.len()));
    }

    fn define_adjective(&mut self, clause: &Clause, tokens: &[Token]) {
        let found = (|| {
            let is = tokens.iter().position(|token| token.text == "is")?;
            let condition = tokens.iter().position(|token| token.text == "if")?;
            let word = tokens.get(is + 1).filter(|_| condition == is + 2)?;
            Some((word.text.clone(), tokens.get(condition + 1..)?))
        })();
        let Some((word, rest)) = found else { return };
        let mut parser = Parser::new(self.vocabulary, rest, &[]);
        parser.rules = true;
        parser.bind.chosen_before(Reference::It, &Filter::Any);
        parser.bind.state.subject = Some(Reference::It);
        let condition = parser
            .condition()
            .filter(|_| parser.stop().is_some() && parser.peek().is_none())
            .filter(|_| parser.bind.problems.is_empty());
        match condition {
            Some(condition) => {
                let words = print_condition(self.vocabulary, &condition);
                self.read_back(clause, format!("A thing is {word} if {words}."));
                let mut ability = Ability::new(When::Played, Vec::new());
                ability.condition = Some(condition);
                let number = self.add_ability(clause, ability);
                self.vocabulary.add(&word, Sense::Adjective(Filter::Defined(number)));
            }
            None => {
                let error = refusal(&parser);
                self.report_at(clause, error);
            }
        }
    }
}

fn shape(tokens: &[Token]) -> Option<Shape> {
    let word = |at: usize| tokens.get(at).map(|token| token.text.as_str());
    match word(0)? {
        "your" => {
            let is = tokens.iter().position(|token| token.text == "is")?;
            (2..8).contains(&is).then_some(Shape::Quantity)
        }
        "to" if word(1)? == "pay" => Some(Shape::Payment),
        "to" => {
            let comma = tokens.iter().position(|token| token.kind == Kind::Mark(','))?;
            (2..10).contains(&comma).then_some(Shape::Effect)
        }
        "a" | "an" => {
            let is = tokens.iter().position(|token| token.text == "is")?;
            (word(is + 2)? == "if").then_some(Shape::Adjective)
        }
        _ => None,
    }
}

/// The words of a heading, in small letters.
pub(super) fn key(name: &str) -> String {
    token::words(name).join(" ")
}
