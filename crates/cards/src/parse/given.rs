//! Abilities that a card gives to others for as long as it is there: "Other allies have
//! "When this dies, draw a card."" is the same as "When another ally dies, draw a card."

use onplay_engine::card::walk::{NodeMut, nodes_mut};
use onplay_engine::card::{Ability, Effect, Filter, Link, Reference, When, Whose, links_mut};

use super::cursor::{Expected, Parser};
use crate::normal;
use crate::vocabulary::Sense;

impl Parser<'_> {
    /// A trigger that each of some objects of yours has, as a trigger about any of them.
    pub(super) fn given_trigger(&mut self) -> Option<Ability> {
        if self.once {
            return None;
        }
        let host = self.attempt(|p| {
            p.need("the")?;
            p.sense("an object", |sense| match sense {
                Sense::Reference(Reference::Host) => Some(Reference::Host),
                _ => None,
            })
        });
        let what = match host {
            Some(host) => Filter::Is(host),
            None => {
                self.any(&["all", "each", "every"]);
                let mine = self.yours();
                normal::filter(self.noun_phrase()?.0.and(mine))
            }
        };
        self.one_of(&["have", "has", "gain", "gains"])?;
        self.need_mark('"')?;
        let given = self.quoted_ability()?;
        self.need_mark('"')?;
        self.stop()?;
        let found = as_own(given, what);
        if found.is_none() {
            self.expect(Expected::Part("an ability that begins with “When this …”"));
        }
        found
    }
}

/// The trigger of each of these as one of the card that gives it. "You" must be the same
/// player, and what it is about must be the one that has it.
fn as_own(mut given: Ability, what: Filter) -> Option<Ability> {
    let yours = Filter::Controller(Whose::Yours);
    // What something is attached to is its player's own.
    let is_mine = what == Filter::Is(Reference::Host) || what.clone().into_parts().contains(&yours);
    let When::Event(on) = &mut given.when else { return None };
    let is_own = on.subject == Filter::Is(Reference::This) && given.limit.is_none();
    if !is_mine || !is_own {
        return None;
    }
    on.subject = what.clone();
    links_mut(&mut given, &mut |link| {
        if let Link::Reference(reference) = link
            && *reference == Reference::This
        {
            *reference = Reference::Subject;
        }
    });
    // What the one that has it deals, it deals itself.
    nodes_mut(&mut given, &mut |node| {
        if let NodeMut::Effect(Effect::Damage { by, .. } | Effect::DamagePlayer { by, .. }) = node {
            by.get_or_insert(Reference::Subject);
        }
    });
    // "Another" in the rule's own words is another than this card.
    if let When::Event(on) = &mut given.when {
        on.subject = what;
    }
    Some(normal::ability(given))
}
