//! Who or what is behind an event: a card's own effect, an ability, a rule or a player.

use onplay_engine::card::When;
use onplay_engine::id::Class;
use onplay_engine::state::{Fact, Record, RecordEntry};

use crate::words::Words;

impl Words<'_> {
    /// What is behind an event, in words: "event: Bank", "activated ability: Worker",
    /// "triggered ability: Odin", "player: p1". None where the causes of the event name
    /// it: a rule, or the way in which a card was played.
    pub fn source(&self, record: &Record, entry: &RecordEntry) -> Option<String> {
        let Fact::Happened { event, source, ability, .. } = &entry.fact else { return None };
        if ability.is_none() {
            let chain = record.chain(entry.ordinal);
            let ruled = chain.iter().any(|cause| matches!(cause.fact, Fact::Ruled { .. }));
            return (!ruled).then(|| format!("player: {}", event.player));
        }
        let catalog = self.reader.catalog;
        let entry = catalog.program.entry(*ability);
        if catalog.rulebook.card == Some(entry.card) {
            // A clause is named by the causes. What becomes of a card that resolves is its
            // player's doing.
            let mut resolves = catalog.rulebook.resolves.iter();
            let is_resolving = resolves.any(|one| catalog.clause(one.ability) == Some(*ability));
            return is_resolving.then(|| format!("player: {}", event.player));
        }
        let name = self.card(entry.card);
        match entry.ability.when {
            When::Played => {
                let kind = catalog.card(entry.card).types.trailing_zeros() as u16;
                let kind = catalog.names.word(Class::Type, kind).to_lowercase();
                Some(format!("{kind}: {name}"))
            }
            When::Activated(_) => Some(format!("activated ability: {}", self.name(*source))),
            When::Event(_) => Some(format!("triggered ability: {}", self.name(*source))),
            When::Static(_) | When::Instead(_) => None,
        }
    }
}
