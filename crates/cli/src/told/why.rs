//! Why something happened, and why a trigger did not fire.

use onplay_engine::id::ObjectId;
use onplay_engine::state::Action;

use super::{Log, Quiet, Told, Voice, What};
use crate::text::{Line, Tone};

impl Log {
    /// The decision behind something that goes back to no decision by itself,
    /// because the rules went on: the one that chose what did it, the attack that it
    /// belongs to, or the last.
    fn behind(&self, first: &Told, asked: &Told) -> Option<&Told> {
        let is_decision = |told: &Told| matches!(told.what, What::Decision(_) | What::Forced);
        if is_decision(first) {
            return None;
        }
        let before = self.lines.partition_point(|told| told.ordinal < first.ordinal);
        let decided = || self.lines[..before].iter().rev().filter(|told| is_decision(told));
        let source = first.names[0];
        let chose = |told: &&Told| !source.is_none() && told.names.contains(&source);
        let attack = || self.attack_before(before, asked.names);
        decided().find(chose).or_else(attack).or_else(|| decided().next())
    }

    /// The attack that goes on at a place in the log and is about one of some objects.
    fn attack_before(&self, at: usize, about: [ObjectId; 2]) -> Option<&Told> {
        let since = self.lines[..at].iter().rev().take_while(|told| !told.begins);
        let attacks = |told: &&Told| matches!(told.decided, Some(Action::Attack { .. }));
        let last = { since }.find(attacks)?;
        let is_about = |id: &ObjectId| !id.is_none() && last.names.contains(id);
        about.iter().any(is_about).then_some(last)
    }

    /// The causes of something, from a player's choice down to it.
    pub fn why(&self, asked: &Told, voice: Voice) -> Vec<Line> {
        let mut chain: Vec<&Told> = Vec::new();
        let mut next = self.lines.iter().find(|told| std::ptr::eq(*told, asked));
        while let Some(told) = next {
            chain.push(told);
            // A cause is always older, so this ends.
            next = if told.cause < told.ordinal { self.find(told.cause) } else { None };
        }
        let began = chain.last().and_then(|first| self.behind(first, asked));
        let mut lines = Vec::new();
        let mut cited: Option<&str> = None;
        let mut inset = 0;
        let links = chain.iter().rev().copied().filter(|told| told.what != What::Inner);
        for (at, told) in began.into_iter().chain(links).enumerate() {
            let arrow = match at {
                0 => "",
                1 if began.is_some() => "└ then the rules: ",
                _ => "└ ",
            };
            let pad = "  ".repeat(inset);
            lines
                .push(Line::of(told.what.tone(), format!("{pad}{arrow}{}", told.words_for(voice))));
            inset += 1;
            if told.words.as_deref() != cited
                && let Some(words) = &told.words
            {
                lines.push(Line::of(Tone::Soft, format!("{}{words}", "  ".repeat(inset))));
            }
            cited = told.words.as_deref();
        }
        lines
    }

    /// The reasons why triggers of a card stayed silent, newest first: those
    /// that were about to fire, or else those that heard something else.
    pub fn why_not(&self, name: &str, voice: Voice) -> Vec<Line> {
        let wanted = name.to_lowercase();
        let named = |quiet: &&Quiet| quiet.name.to_lowercase().contains(&wanted);
        let near: Vec<&Quiet> = self
            .skipped_triggers
            .iter()
            .rev()
            .filter(named)
            .filter(|one| !one.far)
            .take(8)
            .collect();
        let far = self.skipped_triggers.iter().rev().filter(named).take(3).collect();
        let chosen: Vec<&Quiet> = if near.is_empty() { far } else { near };
        let mut lines = Vec::new();
        for quiet in chosen {
            let heard = self.find(quiet.heard);
            // One that fired and was not used heard what made it fire.
            let fired = heard.filter(|told| told.what == What::Trigger);
            let heard = fired.and_then(|told| self.find(told.cause)).or(heard);
            let heard = heard.map_or("", |told| told.words_for(voice));
            lines.push(Line::plain(format!("{} heard: {heard}", quiet.name)));
            lines.push(Line::plain(format!("  and stayed silent: {}", quiet.reason)));
            if let Some(words) = &quiet.words {
                lines.push(Line::of(Tone::Soft, format!("  {words}")));
            }
        }
        lines
    }
}
