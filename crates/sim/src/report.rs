//! The report: one page with everything in it.

use std::fmt::Write as _;

use crate::shard::Shard;
use crate::stats::{Rate, standing};
use crate::svg::{Row, escape, histogram, intervals};
use crate::tally::Score;

const STYLE: &str = "
:root{color-scheme:light dark;--ink:#1d1d1f;--soft:#6b6b70;--line:#d9d9de;--mark:#2456c8;--bar:#8fb0ee;--back:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#ececf0;--soft:#a0a0a8;--line:#3a3a40;--mark:#8fb0ee;--bar:#35528f;--back:#17171a}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--back);max-width:760px;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem;margin-bottom:.2rem}h2{font-size:1.15rem;margin-top:2.2rem}p.soft,small{color:var(--soft)}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(140px,1fr));gap:.8rem}dt{color:var(--soft);font-size:.85rem}dd{margin:0;font-size:1.35rem;font-variant-numeric:tabular-nums}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;width:100%}th,td{padding:.25rem .5rem;border-bottom:1px solid var(--line);text-align:right}th:first-child,td:first-child{text-align:left}
div.wide{overflow-x:auto}svg{width:100%;height:auto}svg text{font-size:12px;fill:var(--ink)}svg .tick{fill:var(--soft);font-size:11px}svg .grid{stroke:var(--line)}svg .even{stroke:var(--soft);stroke-dasharray:3 3}svg .span{stroke:var(--mark);stroke-width:3;stroke-linecap:round}svg circle{fill:var(--back);stroke:var(--mark);stroke-width:2}svg circle.out{fill:var(--mark)}svg rect{fill:var(--bar)}
";

/// Cards seen in fewer games are not listed: nothing can be said about them.
const FEW: u64 = 20;

/// A self-contained page about a shard.
pub fn report(shard: &Shard) -> String {
    let tally = &shard.tally;
    let title = format!("{}: {} games", shard.game, tally.games);
    let mut page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{0}</title><style>{STYLE}</style><h1>{0}</h1>",
        escape(&title)
    );
    let _ = write!(
        page,
        "<p class=\"soft\">{} against {} · seeds {} · catalog {} · checksum {:016x}</p>",
        escape(&shard.bots[0]),
        escape(&shard.bots[1]),
        escape(&shard.seeds()),
        escape(shard.catalog.get(..12).unwrap_or("")),
        tally.checksum
    );
    summary(&mut page, shard);
    decks(&mut page, shard);
    matrix(&mut page, shard);
    page.push_str("<h2>Length</h2>");
    page.push_str(&histogram("games by number of turns", &tally.turns_of, 1));
    page.push_str("<p class=\"soft\">turns</p>");
    page.push_str(&histogram("games by number of decisions", &tally.decisions_of, 10));
    page.push_str("<p class=\"soft\">decisions</p><h2>Deepest chain of triggers</h2>");
    page.push_str(&histogram("games by deepest chain", &tally.depth_of, 1));
    cards(&mut page, shard);
    page.push_str("<p class=\"soft\">A draw counts as half a win. Intervals are Wilson's, 95 %.");
    page.push_str(" ● stands out from an even match among all rows of its plot: in nineteen of");
    page.push_str(" twenty reports not one such mark is there by chance (Holm).");
    page.push_str(" Being drawn or played by the winner is no proof of cause.</p></html>\n");
    page
}

fn summary(page: &mut String, shard: &Shard) {
    let tally = &shard.tally;
    let games = tally.games.max(1) as f64;
    let first = tally.first_seat();
    let bots = if shard.bots[0] == shard.bots[1] {
        String::new()
    } else {
        let rate = percent(tally.first_bot.rate());
        format!("<div><dt>{} wins</dt><dd>{rate}</dd></div>", escape(&shard.bots[0]))
    };
    let _ = write!(
        page,
        "<dl>{bots}<div><dt>first seat wins</dt><dd>{}</dd></div>\
         <div><dt>draws</dt><dd>{:.1} %</dd></div>\
         <div><dt>turns per game</dt><dd>{:.1}</dd></div>\
         <div><dt>decisions per game</dt><dd>{:.1}</dd></div>\
         <div><dt>not finished</dt><dd>{}</dd></div></dl>",
        percent(first.rate()),
        first.drawn as f64 * 100.0 / games,
        tally.turns as f64 / games,
        tally.decisions as f64 / games,
        tally.unfinished
    );
}

fn percent(rate: Rate) -> String {
    let (rate, low, high) = (rate.rate * 100.0, rate.low * 100.0, rate.high * 100.0);
    format!("{rate:.1} % <small>{low:.1} to {high:.1}</small>")
}

fn decks(page: &mut String, shard: &Shard) {
    if shard.decks.len() < 2 {
        return;
    }
    let decks = shard.decks.iter().enumerate();
    let rows = ranked(decks.map(|(at, deck)| (deck.clone(), shard.tally.deck(at))).collect());
    page.push_str("<h2>Decks</h2><p class=\"soft\">against all others, in both seats</p>");
    page.push_str(&intervals("win rate by deck", &rows));
}

fn matrix(page: &mut String, shard: &Shard) {
    page.push_str("<h2>Match-ups</h2><p class=\"soft\">the row in the first seat</p>");
    page.push_str("<div class=\"wide\"><table><tr><th></th>");
    for deck in &shard.decks {
        let _ = write!(page, "<th>{}</th>", escape(deck));
    }
    for (one, deck) in shard.decks.iter().enumerate() {
        let _ = write!(page, "<tr><td>{}</td>", escape(deck));
        for two in 0..shard.decks.len() {
            let score = &shard.tally.pairs[one * shard.decks.len() + two];
            let text = if score.games == 0 { "–".into() } else { percent(score.rate()) };
            let _ = write!(page, "<td>{text}</td>");
        }
        page.push_str("</tr>");
    }
    page.push_str("</table></div>");
}

fn cards(page: &mut String, shard: &Shard) {
    for (title, of) in [
        ("Cards when played", (|card| card.played) as fn(&crate::tally::CardScore) -> Score),
        ("Cards when drawn", |card| card.drawn),
    ] {
        let cards = shard.cards.iter().zip(&shard.tally.cards);
        let scores = cards.map(|(name, card)| (name.clone(), of(card)));
        let rows = ranked(scores.filter(|(_, score)| score.games >= FEW).collect());
        if !rows.is_empty() {
            let _ = write!(page, "<h2>{title}</h2>");
            page.push_str(&intervals(title, &rows));
        }
    }
}

/// The highest rates first, and which of them stand out.
fn ranked(mut scores: Vec<(String, Score)>) -> Vec<Row> {
    scores.sort_by(|left, right| right.1.rate().rate.total_cmp(&left.1.rate().rate));
    let chances: Vec<f64> = scores.iter().map(|(_, score)| score.even_chance()).collect();
    let rows = scores.into_iter().zip(standing(&chances));
    rows.map(|((name, score), stands_out)| Row { name, score, stands_out }).collect()
}
