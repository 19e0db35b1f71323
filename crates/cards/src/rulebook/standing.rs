//! The chapter of standing rules: what is always so, what happens when something does,
//! and what is checked all the time.

use onplay_engine::card::{Ability, When};
use onplay_engine::rulebook::{CHECKS, Role};

use super::builder::Builder;
use super::check::asked_in;
use super::outline::{Chapter, Clause};
use crate::bind::number_slots;
use crate::diagnostic::Diagnostic;
use crate::inflect::small;
use crate::parse::{Parser, prepare, refusal};
use crate::print::{print_ability, print_condition};

/// A sentence of the chapter.
enum Standing {
    /// "As soon as C, E." "As soon as and as long as C, E."
    Check {
        ability: Ability,
        again: bool,
    },
    /// "If your deck is empty when you need a card from it, E."
    Renewal(Ability),
    Rule(Ability),
}

impl Builder<'_> {
    /// Reads the chapter of standing rules.
    pub(super) fn read_standing_rules(&mut self) {
        for (_, clause) in self.clauses_of(Chapter::Always) {
            let tokens = prepare(self.vocabulary, &clause.text);
            let mut parser = Parser::new(self.vocabulary, &tokens, &[]);
            parser.rules = true;
            let mut found = Vec::new();
            while parser.peek().is_some() {
                match standing(&mut parser) {
                    Some(rule) => found.push(rule),
                    None => break,
                }
            }
            if parser.peek().is_some() {
                let error = refusal(&parser);
                self.report_at(&clause, error);
                continue;
            }
            let mut words = Vec::new();
            for rule in found {
                words.push(match rule {
                    Standing::Check { ability, again } => {
                        self.check_always(&clause, ability, again)
                    }
                    Standing::Renewal(ability) => self.renew(&clause, ability),
                    Standing::Rule(ability) => self.stand(&clause, ability),
                });
            }
            self.read_back(&clause, words.join(" "));
        }
    }

    fn check_always(&mut self, clause: &Clause, ability: Ability, again: bool) -> String {
        let words = print_ability(self.vocabulary, &ability);
        let condition = ability.condition.as_ref();
        let holds = condition.map(|one| print_condition(self.vocabulary, one));
        let number = self.add_cited(clause, ability);
        let rulebook = &mut self.built.rulebook;
        if rulebook.checks.len() < CHECKS {
            rulebook.checks_again |= u64::from(again) << rulebook.checks.len();
            rulebook.checks.push(number);
        } else {
            let message = format!("a rulebook has at most {CHECKS} sentences with “as soon as”");
            self.report(Diagnostic::error("bounds", Self::whole(clause), message));
        }
        let start = if again { "As soon as and as long as" } else { "As soon as" };
        format!("{start} {}, {}", holds.unwrap_or_default(), small(&words))
    }

    /// What an empty deck is made anew with happens while a card is taken from it, so
    /// it asks nothing.
    fn renew(&mut self, clause: &Clause, ability: Ability) -> String {
        let words = print_ability(self.vocabulary, &ability);
        let problem = match asked_in(&ability.effects) {
            Some(what) => Some(format!("{what} cannot be asked while a card is taken")),
            None if self.built.rulebook.renewal.is_some() => {
                Some("another clause says already what an empty deck is made anew with".into())
            }
            None => None,
        };
        if let Some(message) = problem {
            self.report(Diagnostic::error("renewal", Self::whole(clause), message));
            return words;
        }
        let number = self.add_cited(clause, ability);
        let citation = self.built.rulebook.citations.len() - 1;
        self.built.rulebook.renewal = Some((number, citation as u16));
        format!("If your deck is empty when you need a card from it, {}", small(&words))
    }

    fn stand(&mut self, clause: &Clause, ability: Ability) -> String {
        let words = print_ability(self.vocabulary, &ability);
        match &ability.when {
            When::Event(_) | When::Instead(_) => {
                self.add_cited(clause, ability);
            }
            When::Static(_) => self.add_static(clause, ability),
            When::Played | When::Activated(_) => {
                let message = "this does not say when it happens";
                let help = "standing rules begin with “When”, “As soon as”, “If … would …”, or \
                            say what is always so";
                let error = Diagnostic::error("standing", Self::whole(clause), message);
                self.report(error.help(help));
            }
        }
        words
    }

    /// An ability of the rules that the log cites with the clause's first sentence.
    fn add_cited(&mut self, clause: &Clause, ability: Ability) -> u8 {
        let number = self.add_ability(clause, ability);
        let citation = self.cite(&clause.first_sentence(), clause);
        self.built.rulebook.cited.push((number, citation));
        number
    }
}

/// One sentence of the chapter with what hangs on it.
fn standing(parser: &mut Parser<'_>) -> Option<Standing> {
    let check = parser.attempt(|p| {
        p.need("as soon as")?;
        let again = p.words("and as long as");
        let condition = p.condition()?;
        p.mark(',');
        let mut ability = Ability::new(When::Played, p.effects()?);
        ability.condition = Some(condition);
        let whole = p.bind.problems.is_empty() && number_slots(&mut ability);
        whole.then_some(Standing::Check { ability, again })
    });
    if check.is_some() {
        return check;
    }
    let renewal = parser.attempt(|p| {
        p.need("if your")?;
        p.zone().filter(|zone| p.vocabulary.role(*zone) == Role::Deck)?;
        p.need("is empty when you need a card from it")?;
        let condition = match p.word("and") {
            true => Some(p.condition()?),
            false => None,
        };
        p.mark(',');
        let mut ability = Ability::new(When::Played, p.effects()?);
        ability.condition = condition;
        let whole = p.bind.problems.is_empty() && number_slots(&mut ability);
        whole.then_some(Standing::Renewal(ability))
    });
    renewal.or_else(|| parser.whole_ability().map(Standing::Rule))
}
