//! Every form of sentence in every game: the game refuses it when it is read, or
//! it does what it says. The table is in `crates/scenario/forms`, what came of it
//! in `docs/coverage.md`; run with `ONPLAY_WRITE_COVERAGE=1` to renew that page.

mod coverage;
mod drive;
mod table;
mod words;

use std::collections::BTreeSet;

use onplay_engine::card::{Form, forms};
use rayon::prelude::*;

use table::{Outcome, Table};

#[test]
fn every_form_is_refused_or_holds_in_every_game() {
    let table = Table::read();
    let kits = table::kits(&table);
    let only = std::env::var("ONPLAY_FORM").ok();
    let rows: Vec<_> = table
        .rows
        .iter()
        .filter(|row| only.as_ref().is_none_or(|name| row.name.contains(name)))
        .collect();
    let outcomes: Vec<Vec<Outcome>> = rows
        .par_iter()
        .map(|row| kits.iter().map(|kit| drive::try_out(&table, row, kit)).collect())
        .collect();
    let mut wrong = String::new();
    for (row, outcomes) in rows.iter().zip(&outcomes) {
        for (game, outcome) in table::games(&table).iter().zip(outcomes) {
            if let Outcome::Fails(how) = outcome {
                wrong += &format!("{} in {game}: {how}\n", row.name);
            }
        }
        if let Some(words) = &row.refused {
            let says = |one: &Outcome| matches!(one, Outcome::Refused(why) if why.contains(words));
            if !outcomes.iter().all(|one| says(one) || matches!(one, Outcome::NoWords(_))) {
                wrong += &format!("{}: not refused everywhere: {outcomes:?}\n", row.name);
            }
        } else if !outcomes.contains(&Outcome::Holds) {
            wrong += &format!("{}: no game carries it out: {outcomes:?}\n", row.name);
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    if only.is_none() {
        coverage::check(&table, &outcomes);
    }
}

#[test]
fn the_table_and_the_language_have_the_same_forms() {
    let table = Table::read();
    let kits = table::kits(&table);
    let mut wrong = String::new();
    let mut covered = BTreeSet::new();
    for row in &table.rows {
        let mut found: BTreeSet<Form> = BTreeSet::new();
        for kit in &kits {
            found.extend(drive::abilities(&table, row, kit).iter().flat_map(forms));
        }
        for name in &row.covers {
            match Form::ALL.iter().find(|form| form.name() == name) {
                None => wrong += &format!("{}: there is no form “{name}”\n", row.name),
                Some(form) if !found.contains(form) => {
                    let has: Vec<&str> = found.iter().map(|form| form.name()).collect();
                    wrong += &format!("{}: is no “{name}”, but {}\n", row.name, has.join(", "));
                }
                Some(form) => {
                    covered.insert(*form);
                }
            }
        }
    }
    for form in Form::ALL {
        // Cards that say what only rulebooks say are refused.
        if !covered.contains(form) && *form != Form::OfRulebook {
            wrong += &format!("no row of the table covers “{}”\n", form.name());
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
