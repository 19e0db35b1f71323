//! Forms: the kinds of sentence that the language has, each with a name. The
//! table of forms proves every one of them in every game.

use std::collections::BTreeSet;

use super::form_of::{condition, cost, effect, filter, happening, quantity, rule, timing};
use super::walk::{Node, ability_nodes};
use super::{Ability, Effect, Gift, Limit, When};

/// Declares the forms with their names.
macro_rules! forms {
    ($($form:ident = $name:literal,)*) => {
        /// One form of sentence.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Form {
            $(
                #[doc = concat!("The form `", $name, "`.")]
                $form,
            )*
        }

        impl Form {
            /// All of them, in order.
            pub const ALL: &[Form] = &[$(Form::$form,)*];

            /// What the table of forms calls it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Form::$form => $name,)*
                }
            }
        }
    };
}

forms! {
    OfRulebook = "said in rulebooks only",
    WhenPlayed = "played",
    WhenTriggered = "triggered",
    WhenActivated = "activated",
    WhenInstead = "instead",
    Optional = "optional",
    ActivatedElsewhere = "activated elsewhere",
    TimingMain = "timing: main",
    TimingResponse = "timing: response",
    TimingFast = "timing: fast",
    TimingMana = "timing: mana",
    OncePerTurn = "once per turn",
    OncePerRound = "once per round",
    OncePerGame = "once per game",

    OnEntered = "when: entered",
    OnDeployed = "when: deployed",
    OnLeft = "when: left",
    OnDied = "when: died",
    OnDestroyed = "when: destroyed",
    OnSacrificed = "when: sacrificed",
    OnExiled = "when: exiled",
    OnReturned = "when: returned",
    OnDiscarded = "when: discarded",
    OnMilled = "when: milled",
    OnPutInto = "when: put into",
    OnDrew = "when: drew",
    OnReshuffled = "when: reshuffled",
    OnPlayed = "when: played",
    OnActivated = "when: activated",
    OnMoved = "when: moved",
    OnMovedOut = "when: moved out",
    OnMovedIn = "when: moved in",
    OnDamaged = "when: damaged",
    OnDealtDamage = "when: dealt damage",
    OnHitPlayer = "when: hit player",
    OnHealed = "when: healed",
    OnGained = "when: gained",
    OnLost = "when: lost",
    OnGainedCounter = "when: gained counter",
    OnLostCounter = "when: lost counter",
    OnFlagSet = "when: status set",
    OnFlagCleared = "when: status cleared",
    OnAttacks = "when: attacks",
    OnAttacked = "when: attacked",
    OnBlocks = "when: blocks",
    OnBegan = "when: began",
    OnCreated = "when: created",
    OnTargeted = "when: targeted",
    OnAttached = "when: attached",
    OnOccasion = "when: occasion",
    OnTapped = "when: tapped for mana",

    Modify = "rule: modify",
    Base = "rule: base",
    HasKeyword = "rule: keyword",
    AlsoType = "rule: type",
    CostChange = "rule: cost",
    PlayOnlyIf = "rule: play only if",
    AdditionalCost = "rule: additional cost",
    Allowance = "rule: allowance",
    PlayerKeyword = "rule: player keyword",
    PlayFrom = "rule: play from",
    Silence = "rule: no abilities",
    EntersStatus = "rule: enters with status",
    EntersMore = "rule: enters with more",
    CannotAttack = "cannot: attack",
    CannotBlock = "cannot: block",
    CannotMove = "cannot: move",
    CannotDeploy = "cannot: deploy",
    CannotBePlayed = "cannot: be played",
    CannotActivate = "cannot: activate",
    CannotBeTargeted = "cannot: be targeted",
    CannotBeAttacked = "cannot: be attacked",
    CannotBeBlocked = "cannot: be blocked",
    CannotBeDestroyed = "cannot: be destroyed",
    CannotUntap = "cannot: untap",
    CannotBeReadied = "cannot: be readied",
    CannotBeCancelled = "cannot: be cancelled",

    UntilForever = "until: for ever",
    UntilEndOfTurn = "until: end of turn",
    UntilEndOfRound = "until: end of round",
    UntilYourNextTurn = "until: your next turn",
    UntilItsNextTurn = "until: end of its next turn",
    UntilNextPhase = "until: next phase",
    UntilGone = "until: this leaves",
    ForTurns = "until: some turns",

    Draw = "effect: draw",
    Move = "effect: move",
    Create = "effect: create",
    Copy = "effect: copy",
    Damage = "effect: damage",
    DamagePlayer = "effect: damage player",
    Heal = "effect: heal",
    Change = "effect: change",
    Become = "effect: become",
    ChangeCounter = "effect: counter",
    CounterBecomes = "effect: counter becomes",
    SetStatus = "effect: status",
    Grant = "effect: grant",
    Decree = "effect: decree",
    DecreeOnce = "effect: decree for the next",
    Attach = "effect: attach",
    Swap = "effect: swap places",
    EachPlace = "effect: each place",
    Cancel = "effect: cancel",
    Search = "effect: search",
    Look = "effect: look",
    Shuffle = "effect: shuffle",
    Control = "effect: control",
    ProceedBy = "effect: proceed by another amount",
    ProceedTo = "effect: proceed to another object",
    Reveal = "effect: reveal",
    LookAt = "effect: look at",
    ChangeSlot = "effect: slot",
    ChoosePlace = "effect: choose place",
    ChooseNumber = "effect: choose number",
    Choose = "effect: choose",
    If = "effect: if",
    May = "effect: may",
    Modal = "effect: modal",
    Each = "effect: each",
    AtOnce = "effect: at once",
    EachPlayer = "effect: each player",
    Repeat = "effect: repeat",
    Later = "effect: later",
    Proceed = "effect: let it happen",
    LaterInstead = "effect: instead of the next",
    GoAgain = "effect: go again",
    ExtraTurn = "effect: extra turn",
    ExtraPhase = "effect: extra phase",
    Trigger = "effect: trigger",
    Win = "effect: win",
    Lose = "effect: lose",

    Destroy = "move: destroy",
    Sacrifice = "move: sacrifice",
    Discard = "move: discard",
    Mill = "move: mill",
    Exile = "move: exile",
    Return = "move: return",
    Enter = "move: enter",
    Deploy = "move: deploy",
    Shift = "move: shift",
    Put = "move: put",

    GiveKeyword = "give: keyword",
    GiveAbility = "give: ability",
    GivePlayFrom = "give: play from",
    GivePrevention = "give: prevention",

    PickAll = "pick: all",
    PickThe = "pick: the",
    PickChoose = "pick: choose",
    PickTarget = "pick: target",
    PickRandom = "pick: random",
    PickTop = "pick: top",
    PickBottom = "pick: bottom",
    PickMost = "pick: most",
    PickLeast = "pick: least",
    PickFirst = "pick: first",

    SpotAny = "to: any place",
    SpotOf = "to: its place",
    SpotInFront = "to: in front of it",
    SpotChosen = "to: the chosen place",
    SpotAroundChosen = "to: around the chosen place",
    SpotAdjacent = "to: an adjacent place",
    EndTop = "to: top",
    EndBottom = "to: bottom",
    EndShuffled = "to: shuffled",
    RestBottom = "rest: bottom",
    RestBottomRandom = "rest: bottom at random",
    RestTop = "rest: top",
    RestTopOrDiscard = "rest: top or discard",
    RestDiscard = "rest: discard",
    RestShuffle = "rest: shuffle",

    PayCounter = "pay: counter",
    PaySome = "pay: some",
    PayAllOf = "pay: all of",
    PayMana = "pay: mana",
    PayStatus = "pay: status",
    PayAttribute = "pay: attribute",
    PayMove = "pay: move",
    PayThis = "pay: this",
    PayAll = "pay: all",
    PayStatusOfOther = "pay: status of other",
    PayOneOf = "pay: one of",

    IfCompare = "if: compare",
    IfIs = "if: is",
    IfDid = "if: did",
    IfGone = "if: gone",
    IfTurn = "if: turn",
    IfPhase = "if: phase",
    IfHappened = "if: happened",
    IfNot = "if: not",
    IfAll = "if: all",
    IfOneOf = "if: one of",

    NumberFixed = "number: fixed",
    NumberCount = "number: count",
    NumberAttribute = "number: attribute",
    NumberTotal = "number: total",
    NumberHighest = "number: highest",
    NumberLowest = "number: lowest",
    NumberPrinted = "number: printed",
    NumberCounter = "number: counter",
    NumberAmount = "number: that much",
    NumberResult = "number: result",
    NumberChosen = "number: x",
    NumberMeasure = "number: measure",
    NumberThisTurn = "number: this turn",
    NumberPlus = "number: plus",
    NumberMinus = "number: minus",
    NumberTimes = "number: times",
    NumberPer = "number: per",
    NumberAtMost = "number: at most",
    NumberGone = "number: how many are gone",
    NumberTopUntil = "number: cards until one matches",

    WhichAny = "which: any",
    WhichAll = "which: and",
    WhichOneOf = "which: or",
    WhichNot = "which: not",
    WhichIs = "which: is",
    WhichController = "which: controller",
    WhichOwner = "which: owner",
    WhichZone = "which: zone",
    WhichType = "which: type",
    WhichSubtype = "which: subtype",
    WhichNamed = "which: named",
    WhichSameName = "which: same name",
    WhichSharesSubtype = "which: shares subtype",
    WhichToken = "which: token",
    WhichKeyword = "which: keyword",
    WhichStatus = "which: status",
    WhichCompare = "which: compare",
    WhichHolds = "which: holds",
    WhichAttachedTo = "which: attached to",
    WhichExiledWith = "which: exiled with",
    WhichHas = "which: has ability",
    WhichEnteredThisTurn = "which: entered this turn",
    WhichDid = "which: did this turn",
    InLane = "where: lane",
    Beside = "where: beside",
    CloseTo = "where: close",
    InFrontOf = "where: in front",
    AdjacentTo = "where: adjacent",
    InChosen = "where: chosen",
    AroundChosen = "where: around chosen",
}

/// The forms that an ability is made of.
pub fn forms(ability: &Ability) -> BTreeSet<Form> {
    let mut found = BTreeSet::new();
    head(ability, &mut found);
    ability_nodes(ability, &mut |node| match node {
        Node::Effect(one) => {
            effect(one, &mut found);
            if let Effect::Grant { gift: Gift::Ability(given), .. } = one {
                head(given, &mut found);
            }
        }
        Node::Filter(one) => {
            found.insert(filter(one));
        }
        Node::Quantity(one) => {
            found.insert(quantity(one));
        }
        Node::Condition(one) => {
            found.insert(condition(one));
        }
        Node::Pattern(one) => {
            found.insert(happening(one.event));
        }
        Node::Cost(one) => {
            found.insert(cost(one));
        }
        Node::Static(one) => {
            found.insert(rule(one));
        }
        // How it picks is told with the effect that it is in.
        Node::Selection(_) => {}
    });
    found
}

fn head(ability: &Ability, found: &mut BTreeSet<Form>) {
    match &ability.when {
        When::Played => {
            found.insert(Form::WhenPlayed);
        }
        When::Event(_) => {
            found.insert(Form::WhenTriggered);
        }
        When::Instead(_) => {
            found.insert(Form::WhenInstead);
        }
        When::Static(_) => {}
        When::Activated(activation) => {
            found.insert(Form::WhenActivated);
            found.insert(timing(activation.timing));
            if activation.zone.is_some() {
                found.insert(Form::ActivatedElsewhere);
            }
        }
    }
    if ability.optional {
        found.insert(Form::Optional);
    }
    match ability.limit {
        None => {}
        Some(Limit::OncePerTurn) => {
            found.insert(Form::OncePerTurn);
        }
        Some(Limit::OncePerRound) => {
            found.insert(Form::OncePerRound);
        }
        Some(Limit::OncePerGame) => {
            found.insert(Form::OncePerGame);
        }
    }
}
