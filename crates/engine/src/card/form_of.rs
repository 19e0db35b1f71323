//! The form of every piece of an ability. Each match names every case, so that
//! new data needs a form, and a form needs its row in the table.

use std::collections::BTreeSet;

use super::form::Form;
use super::{
    Condition, Cost, Deed, Destination, Duration, Effect, End, Entering, Filter, Gift, Happening,
    Manner, Pick, Place, Quantity, Rest, Selection, Spot, Static, Timing, Verb,
};

pub(super) fn timing(timing: Timing) -> Form {
    match timing {
        Timing::Main => Form::TimingMain,
        Timing::Response => Form::TimingResponse,
        Timing::Fast => Form::TimingFast,
        Timing::Mana => Form::TimingMana,
    }
}

pub(super) fn happening(event: Happening) -> Form {
    match event {
        Happening::Entered => Form::OnEntered,
        Happening::Deployed => Form::OnDeployed,
        Happening::Left => Form::OnLeft,
        Happening::Died => Form::OnDied,
        Happening::Destroyed => Form::OnDestroyed,
        Happening::Sacrificed => Form::OnSacrificed,
        Happening::Exiled => Form::OnExiled,
        Happening::Returned => Form::OnReturned,
        Happening::Discarded => Form::OnDiscarded,
        Happening::Milled => Form::OnMilled,
        Happening::PutInto(_) => Form::OnPutInto,
        Happening::Drew => Form::OnDrew,
        Happening::Reshuffled => Form::OnReshuffled,
        Happening::Played => Form::OnPlayed,
        Happening::Activated => Form::OnActivated,
        Happening::Moved => Form::OnMoved,
        Happening::MovedOut => Form::OnMovedOut,
        Happening::MovedIn => Form::OnMovedIn,
        Happening::Damaged => Form::OnDamaged,
        Happening::DealtDamage => Form::OnDealtDamage,
        Happening::HitPlayer => Form::OnHitPlayer,
        Happening::Healed => Form::OnHealed,
        Happening::Gained(_) => Form::OnGained,
        Happening::Lost(_) => Form::OnLost,
        Happening::GainedCounter(_) => Form::OnGainedCounter,
        Happening::LostCounter(_) => Form::OnLostCounter,
        Happening::FlagSet(_) => Form::OnFlagSet,
        Happening::FlagCleared(_) => Form::OnFlagCleared,
        Happening::Attacks => Form::OnAttacks,
        Happening::Attacked => Form::OnAttacked,
        Happening::Blocks => Form::OnBlocks,
        Happening::Began(_) => Form::OnBegan,
        Happening::Created => Form::OnCreated,
        Happening::Targeted => Form::OnTargeted,
        Happening::Attached => Form::OnAttached,
        Happening::Occasion(_) => Form::OnOccasion,
        Happening::Tapped(_) => Form::OnTapped,
        Happening::Passed => Form::OfRulebook,
    }
}

pub(super) fn rule(rule: &Static) -> Form {
    match rule {
        Static::Modify { .. } => Form::Modify,
        Static::Base { .. } => Form::Base,
        Static::Keyword { .. } => Form::HasKeyword,
        Static::Type { .. } => Form::AlsoType,
        Static::Cost { .. } => Form::CostChange,
        Static::Forbid { deed, .. } => cannot(*deed),
        Static::PlayOnlyIf => Form::PlayOnlyIf,
        Static::AdditionalCost(_) => Form::AdditionalCost,
        Static::Allowance { .. } => Form::Allowance,
        Static::Player { .. } => Form::PlayerKeyword,
        Static::PlayFrom { .. } => Form::PlayFrom,
        Static::Silence { .. } => Form::Silence,
        Static::NoDamage { .. } => Form::OfRulebook,
        Static::Enter { with: Entering::Status(_), .. } => Form::EntersStatus,
        Static::Enter { with: Entering::More(..), .. } => Form::EntersMore,
    }
}

fn cannot(deed: Deed) -> Form {
    match deed {
        Deed::Attack => Form::CannotAttack,
        Deed::Block => Form::CannotBlock,
        Deed::Move => Form::CannotMove,
        Deed::Deploy => Form::CannotDeploy,
        Deed::Play => Form::CannotBePlayed,
        Deed::Activate => Form::CannotActivate,
        Deed::BeTargeted => Form::CannotBeTargeted,
        Deed::BeAttacked => Form::CannotBeAttacked,
        Deed::BeBlocked => Form::CannotBeBlocked,
        Deed::BeDestroyed => Form::CannotBeDestroyed,
        Deed::Untap => Form::CannotUntap,
        Deed::BeReadied => Form::CannotBeReadied,
        Deed::BeCancelled => Form::CannotBeCancelled,
    }
}

fn until(until: Duration) -> Form {
    match until {
        Duration::Forever => Form::UntilForever,
        Duration::EndOfTurn => Form::UntilEndOfTurn,
        Duration::EndOfRound => Form::UntilEndOfRound,
        Duration::YourNextTurn => Form::UntilYourNextTurn,
        Duration::ItsNextTurn => Form::UntilItsNextTurn,
        Duration::Next(_) => Form::UntilNextPhase,
        Duration::WhileHere => Form::UntilGone,
        Duration::Turns(_) => Form::ForTurns,
    }
}

/// The forms of an effect itself; what is inside it is visited apart.
pub(super) fn effect(effect: &Effect, found: &mut BTreeSet<Form>) {
    let (form, what) = match effect {
        Effect::Draw { .. } => (Form::Draw, None),
        Effect::Move { what, verb, to } => {
            found.insert(moved(*verb));
            to.iter().for_each(|to| destination(to, found));
            (Form::Move, Some(what))
        }
        Effect::Create { to, .. } => {
            to.iter().for_each(|to| destination(to, found));
            (Form::Create, None)
        }
        Effect::Copy { what, .. } => (Form::Copy, Some(what)),
        Effect::Damage { what, .. } => (Form::Damage, Some(what)),
        Effect::DamagePlayer { .. } => (Form::DamagePlayer, None),
        Effect::Heal { what, .. } => (Form::Heal, Some(what)),
        Effect::Change { what, until: end, .. } => {
            found.insert(until(*end));
            (Form::Change, Some(what))
        }
        Effect::Become { what, until: end, .. } => {
            found.insert(until(*end));
            (Form::Become, Some(what))
        }
        Effect::Counter { .. } => (Form::ChangeCounter, None),
        Effect::CounterBecomes { .. } => (Form::CounterBecomes, None),
        Effect::Flag { what, until: end, .. } => {
            found.insert(until(*end));
            (Form::SetStatus, Some(what))
        }
        Effect::Grant { what, gift, until: end } => {
            found.insert(until(*end));
            found.insert(given(gift));
            (Form::Grant, Some(what))
        }
        Effect::Decree { until: end, once, .. } => {
            found.insert(until(*end));
            (if *once { Form::DecreeOnce } else { Form::Decree }, None)
        }
        Effect::Attach { what, to } => {
            found.insert(pick(to));
            (Form::Attach, Some(what))
        }
        Effect::Swap { .. } => (Form::Swap, None),
        Effect::EachPlace { .. } => (Form::EachPlace, None),
        Effect::Cancel { what } => (Form::Cancel, Some(what)),
        Effect::Search { to, .. } => {
            destination(to, found);
            (Form::Search, None)
        }
        Effect::Look { to, rest: left, .. } => {
            destination(to, found);
            found.insert(rest(*left));
            (Form::Look, None)
        }
        Effect::Shuffle { .. } => (Form::Shuffle, None),
        Effect::Control { what, until: end, .. } => {
            found.insert(until(*end));
            (Form::Control, Some(what))
        }
        Effect::Adjust { amount, to } => {
            found.extend(amount.as_ref().map(|_| Form::ProceedBy));
            found.extend(to.map(|_| Form::ProceedTo));
            return;
        }
        Effect::See { what, everybody: true } => (Form::Reveal, Some(what)),
        Effect::See { what, everybody: false } => (Form::LookAt, Some(what)),
        Effect::Slot { spot: at, .. } => {
            found.insert(spot(*at));
            (Form::ChangeSlot, None)
        }
        Effect::ChoosePlace { near, .. } => {
            found.extend(near.map(place));
            (Form::ChoosePlace, None)
        }
        Effect::ChooseNumber { .. } => (Form::ChooseNumber, None),
        Effect::Choose { what } => (Form::Choose, Some(what)),
        Effect::If { .. } => (Form::If, None),
        Effect::May { .. } => (Form::May, None),
        Effect::Modal { .. } => (Form::Modal, None),
        Effect::Each { what, .. } => (Form::Each, Some(what)),
        Effect::EachPlayer { .. } => (Form::EachPlayer, None),
        Effect::Repeat { .. } => (Form::Repeat, None),
        Effect::Later { until: end, instead, .. } => {
            found.extend(end.map(until));
            (if *instead { Form::LaterInstead } else { Form::Later }, None)
        }
        Effect::Proceed => (Form::Proceed, None),
        Effect::GoAgain => (Form::GoAgain, None),
        Effect::ExtraTurn { .. } => (Form::ExtraTurn, None),
        Effect::ExtraPhase { .. } => (Form::ExtraPhase, None),
        Effect::Trigger { what, .. } => (Form::Trigger, Some(what)),
        Effect::Together { manner: Manner::AtOnce, .. } => (Form::AtOnce, None),
        Effect::Course(_) | Effect::Together { .. } => (Form::OfRulebook, None),
        Effect::Win { .. } => (Form::Win, None),
        Effect::Lose { .. } => (Form::Lose, None),
    };
    found.insert(form);
    found.extend(what.map(pick));
}

fn moved(verb: Verb) -> Form {
    match verb {
        Verb::Destroy => Form::Destroy,
        Verb::Sacrifice => Form::Sacrifice,
        Verb::Discard => Form::Discard,
        Verb::Mill => Form::Mill,
        Verb::Exile => Form::Exile,
        Verb::Return => Form::Return,
        Verb::Enter => Form::Enter,
        Verb::Deploy => Form::Deploy,
        Verb::Shift => Form::Shift,
        Verb::Put => Form::Put,
    }
}

fn given(gift: &Gift) -> Form {
    match gift {
        Gift::Keyword(_) => Form::GiveKeyword,
        Gift::Ability(_) => Form::GiveAbility,
        Gift::PlayFrom { .. } => Form::GivePlayFrom,
        Gift::Prevent(_) => Form::GivePrevention,
    }
}

fn pick(what: &Selection) -> Form {
    match what.pick {
        Pick::All => Form::PickAll,
        Pick::The(_) => Form::PickThe,
        Pick::Choose { target: true, .. } => Form::PickTarget,
        Pick::Choose { target: false, .. } => Form::PickChoose,
        Pick::Random(_) => Form::PickRandom,
        Pick::Top(_) => Form::PickTop,
        Pick::Bottom(_) => Form::PickBottom,
        Pick::Most(_) => Form::PickMost,
        Pick::Least(_) | Pick::Lowest(_) => Form::PickLeast,
        Pick::First => Form::PickFirst,
    }
}

fn destination(to: &Destination, found: &mut BTreeSet<Form>) {
    found.insert(spot(to.spot));
    found.insert(match to.end {
        End::Top => Form::EndTop,
        End::Bottom => Form::EndBottom,
        End::Shuffled => Form::EndShuffled,
    });
}

fn spot(spot: Spot) -> Form {
    match spot {
        Spot::Any => Form::SpotAny,
        Spot::Of(_) => Form::SpotOf,
        Spot::InFrontOf(_) => Form::SpotInFront,
        Spot::Chosen => Form::SpotChosen,
        Spot::AroundChosen => Form::SpotAroundChosen,
        Spot::Adjacent => Form::SpotAdjacent,
    }
}

fn rest(rest: Rest) -> Form {
    match rest {
        Rest::Bottom => Form::RestBottom,
        Rest::BottomRandom => Form::RestBottomRandom,
        Rest::Top => Form::RestTop,
        Rest::TopOrDiscard => Form::RestTopOrDiscard,
        Rest::Discard => Form::RestDiscard,
        Rest::Shuffle => Form::RestShuffle,
    }
}

pub(super) fn cost(cost: &Cost) -> Form {
    match cost {
        Cost::Counter(..) => Form::PayCounter,
        Cost::Some(..) => Form::PaySome,
        Cost::AllOf(_) => Form::PayAllOf,
        Cost::Mana(..) => Form::PayMana,
        Cost::Flag(_) => Form::PayStatus,
        Cost::Attribute(..) => Form::PayAttribute,
        Cost::Move { .. } => Form::PayMove,
        Cost::This(_) => Form::PayThis,
        Cost::All { .. } => Form::PayAll,
        Cost::FlagOther { .. } => Form::PayStatusOfOther,
        Cost::OneOf(_) => Form::PayOneOf,
        Cost::Price => Form::OfRulebook,
    }
}

pub(super) fn condition(condition: &Condition) -> Form {
    match condition {
        Condition::Compare(..) => Form::IfCompare,
        Condition::Is(..) => Form::IfIs,
        Condition::Did => Form::IfDid,
        Condition::Gone(_) => Form::IfGone,
        Condition::Turn(_) => Form::IfTurn,
        Condition::Phase(_) => Form::IfPhase,
        Condition::Happened(..) => Form::IfHappened,
        Condition::Not(_) => Form::IfNot,
        Condition::All(_) => Form::IfAll,
        Condition::OneOf(_) => Form::IfOneOf,
        Condition::Passed(_) | Condition::Undecided | Condition::Acted(_) => Form::OfRulebook,
    }
}

pub(super) fn quantity(quantity: &Quantity) -> Form {
    match quantity {
        Quantity::Number(_) => Form::NumberFixed,
        Quantity::Count(_) => Form::NumberCount,
        Quantity::Attribute(..) => Form::NumberAttribute,
        Quantity::Total(..) => Form::NumberTotal,
        Quantity::Highest(..) => Form::NumberHighest,
        Quantity::Lowest(..) => Form::NumberLowest,
        Quantity::Printed(..) => Form::NumberPrinted,
        Quantity::Counter(..) => Form::NumberCounter,
        Quantity::Amount => Form::NumberAmount,
        Quantity::Result | Quantity::Done(_) => Form::NumberResult,
        Quantity::Chosen => Form::NumberChosen,
        Quantity::Measure(..) => Form::NumberMeasure,
        Quantity::ThisTurn(_) => Form::NumberThisTurn,
        Quantity::Plus(..) => Form::NumberPlus,
        Quantity::Minus(..) => Form::NumberMinus,
        Quantity::Times(..) => Form::NumberTimes,
        Quantity::Per(..) => Form::NumberPer,
        Quantity::AtMost(..) => Form::NumberAtMost,
        Quantity::Gone(_) => Form::NumberGone,
        Quantity::TopUntil(..) => Form::NumberTopUntil,
        Quantity::Begun(_) | Quantity::Places(..) => Form::OfRulebook,
    }
}

pub(super) fn filter(filter: &Filter) -> Form {
    match filter {
        Filter::Any => Form::WhichAny,
        Filter::All(_) => Form::WhichAll,
        Filter::OneOf(_) => Form::WhichOneOf,
        Filter::Not(_) => Form::WhichNot,
        Filter::Is(_) => Form::WhichIs,
        Filter::Controller(_) => Form::WhichController,
        Filter::Owner(_) => Form::WhichOwner,
        Filter::Zone(_) => Form::WhichZone,
        Filter::Type(_) => Form::WhichType,
        Filter::Subtype(_) => Form::WhichSubtype,
        Filter::Named(_) => Form::WhichNamed,
        Filter::SameName(_) => Form::WhichSameName,
        Filter::SharesSubtype(_) => Form::WhichSharesSubtype,
        Filter::Token => Form::WhichToken,
        Filter::Keyword(_) => Form::WhichKeyword,
        Filter::Flag(_) => Form::WhichStatus,
        Filter::Compare(..) => Form::WhichCompare,
        Filter::Place(at) => place(*at),
        Filter::Holds(_) => Form::WhichHolds,
        Filter::AttachedTo(_) => Form::WhichAttachedTo,
        Filter::ExiledWith(_) => Form::WhichExiledWith,
        Filter::Has(_) => Form::WhichHas,
        Filter::EnteredThisTurn => Form::WhichEnteredThisTurn,
        Filter::Newest => Form::OfRulebook,
        Filter::Did(_) => Form::WhichDid,
        Filter::Attached | Filter::Defined(_) => Form::OfRulebook,
    }
}

fn place(place: Place) -> Form {
    match place {
        Place::Lane(_) => Form::InLane,
        Place::Beside(_) => Form::Beside,
        Place::Close(_) => Form::CloseTo,
        Place::InFront(_) => Form::InFrontOf,
        Place::Adjacent(_) => Form::AdjacentTo,
        Place::Chosen => Form::InChosen,
        Place::AroundChosen => Form::AroundChosen,
        Place::Free => Form::OfRulebook,
    }
}
