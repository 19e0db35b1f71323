//! Plots as inline SVG, drawn here so that a report needs nothing else.

use std::fmt::Write as _;

use crate::tally::Score;

/// Text that is safe inside markup.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A rate to be drawn.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) score: Score,
    /// It stands out from even among all rows.
    pub(crate) stands_out: bool,
}

/// Rates with their intervals, one row each, around an even match.
pub(crate) fn intervals(title: &str, rows: &[Row]) -> String {
    const ROW: usize = 22;
    const LEFT: f64 = 190.0;
    const WIDTH: f64 = 420.0;
    let height = rows.len() * ROW + 30;
    let x = |rate: f64| LEFT + rate * WIDTH;
    let mut svg = open(title, 720, height);
    for tick in 0..=4 {
        let rate = f64::from(tick) / 4.0;
        let class = if tick == 2 { "even" } else { "grid" };
        let _ = write!(
            svg,
            "<line class=\"{class}\" x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"4\" y2=\"{1}\"/>\
             <text class=\"tick\" x=\"{0:.1}\" y=\"{2}\" text-anchor=\"middle\">{3} %</text>",
            x(rate),
            height - 22,
            height - 8,
            tick * 25
        );
    }
    for (index, Row { name, score, stands_out }) in rows.iter().enumerate() {
        let (y, rate) = (index * ROW + 15, score.rate());
        let _ = write!(
            svg,
            "<g><title>{0}: {1:.1} % ({2:.1} to {3:.1}) in {4} games</title>\
             <text x=\"{5:.1}\" y=\"{6}\" text-anchor=\"end\">{0}</text>\
             <line class=\"span\" x1=\"{7:.1}\" x2=\"{8:.1}\" y1=\"{9}\" y2=\"{9}\"/>\
             <circle{12} cx=\"{10:.1}\" cy=\"{9}\" r=\"4\"/>\
             <text class=\"tick\" x=\"{11:.1}\" y=\"{6}\">{1:.1} %{13}</text></g>",
            escape(name),
            rate.rate * 100.0,
            rate.low * 100.0,
            rate.high * 100.0,
            score.games,
            LEFT - 10.0,
            y + 4,
            x(rate.low),
            x(rate.high),
            y,
            x(rate.rate),
            LEFT + WIDTH + 12.0,
            if *stands_out { " class=\"out\"" } else { "" },
            if *stands_out { " ●" } else { "" },
        );
    }
    svg.push_str("</svg>");
    svg
}

/// How often each number occurred; `unit` is what one count stands for.
pub(crate) fn histogram(title: &str, counts: &[u64], unit: usize) -> String {
    const BARS: usize = 40;
    let (width, height) = (720.0, 190.0);
    let per = counts.len().div_ceil(BARS).max(1);
    let bars: Vec<u64> = counts.chunks(per).map(|chunk| chunk.iter().sum()).collect();
    let most = bars.iter().copied().max().unwrap_or(0).max(1);
    let step = (width - 50.0) / bars.len().max(1) as f64;
    let mut svg = open(title, width as usize, height as usize);
    for (index, count) in bars.iter().enumerate() {
        let tall = *count as f64 / most as f64 * (height - 50.0);
        let (from, to) = (index * per * unit, (index + 1) * per * unit - 1);
        let range = if from >= to { from.to_string() } else { format!("{from} to {to}") };
        let _ = write!(
            svg,
            "<g><title>{range}: {count} games</title>\
             <rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"/></g>",
            40.0 + index as f64 * step,
            height - 30.0 - tall,
            (step - 2.0).max(1.0),
            tall
        );
        if index % bars.len().div_ceil(10).max(1) == 0 {
            let _ = write!(
                svg,
                "<text class=\"tick\" x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{from}</text>",
                40.0 + (index as f64 + 0.5) * step,
                height - 12.0
            );
        }
    }
    let _ = write!(svg, "<text class=\"tick\" x=\"0\" y=\"14\">{most} games</text></svg>");
    svg
}

fn open(title: &str, width: usize, height: usize) -> String {
    format!(
        "<svg role=\"img\" viewBox=\"0 0 {width} {height}\" style=\"max-width:{width}px\" \
         aria-label=\"{0}\"><title>{0}</title>",
        escape(title)
    )
}
