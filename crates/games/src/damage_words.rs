//! Damage in words, with what shields took of it.

use onplay_engine::event::Event;

/// What was dealt to an object.
pub(crate) fn damaged(object: &str, event: &Event) -> String {
    let hit = event.amount;
    match event.shielded {
        0 => format!("{object} took {hit} damage"),
        shielded if hit == 0 => format!("{object}'s shields took {shielded} damage"),
        shielded => format!("{object} took {hit} damage, its shields {shielded}"),
    }
}
