//! What comes next, and how one ability resolves: the loop, the lifecycle,
//! triggers, choices, costs and answers.

mod agenda;
mod answer;
mod collect_triggers;
mod lifecycle;
mod operate;
mod pay;
mod pay_by_rule;
mod pay_for_card;
mod place_triggers;
mod run;
mod select;
mod try_orders;
