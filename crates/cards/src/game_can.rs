//! From `[can]` of a `game.toml` to what the game can do.

use onplay_engine::id::{Class, CounterId, KeywordId, PhaseId, TypeId, ZoneKind};
use onplay_engine::rulebook::Capabilities;

use crate::game::Builder;
use crate::game_file::CanEntry;

impl Builder<'_> {
    /// What the game says that it does, with its words found.
    pub(crate) fn capabilities(&mut self, can: &CanEntry) -> Capabilities {
        let (mut types, mut keywords) = (Vec::new(), Vec::new());
        for word in &can.attach {
            match self.vocabulary.names.find(Class::Type, word) {
                Some(kind) => types.push(TypeId(kind)),
                None => keywords.extend(self.find(Class::Keyword, word).map(KeywordId)),
            }
        }
        Capabilities {
            does: can.does.clone(),
            begins: self.all(Class::Phase, &can.begin, PhaseId),
            shared_phases: self.all(Class::Phase, &can.begin_for_both, PhaseId),
            knows: self.all(Class::Phase, &can.know, PhaseId),
            ends: can.end.clone(),
            waits_for: self.all(Class::Phase, &can.wait_for, PhaseId),
            adds: self.all(Class::Phase, &can.add, PhaseId),
            uses_from: self.all(Class::Zone, &can.use_from, ZoneKind),
            plays_from: self.all(Class::Zone, &can.play_from, ZoneKind),
            player_keywords: self.all(Class::Keyword, &can.give_players, KeywordId),
            allowances: self.all(Class::Counter, &can.allow, CounterId),
            attached_types: types,
            attached_keywords: keywords,
            unplayed_types: self.all(Class::Type, &can.unplayed, TypeId),
        }
    }

    fn all<T>(&mut self, class: Class, words: &[String], id: fn(u16) -> T) -> Vec<T> {
        words.iter().filter_map(|word| self.find(class, word).map(id)).collect()
    }
}
