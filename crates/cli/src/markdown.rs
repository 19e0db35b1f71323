//! Markdown for a terminal: as much of it as the rules of games are written in.

use crate::text::{Line, Tone, cut, wrap};

/// A page in lines no longer than a width.
pub fn render(text: &str, width: usize) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    // Remarks of a rulebook are read as its other paragraphs are.
    let mut rest: Vec<&str> =
        text.lines().map(|line| line.strip_prefix('>').unwrap_or(line)).collect();
    rest.reverse();
    while let Some(line) = rest.pop() {
        if line.trim().is_empty() {
            if lines.last().is_some_and(|last| last.width() > 0) {
                lines.push(Line::new());
            }
        } else if let Some(heading) = line.strip_prefix('#') {
            lines.push(Line::of(Tone::Strong, plain(heading.trim_start_matches('#').trim())));
        } else if line.starts_with("```") {
            while let Some(code) = rest.pop().filter(|code| !code.starts_with("```")) {
                lines.push(Line::plain(format!("  {}", cut(code, width.saturating_sub(2)))));
            }
        } else if line.starts_with('|') {
            let mut rows = vec![cells(line)];
            while let Some(row) = rest.pop_if(|row| row.starts_with('|')) {
                rows.push(cells(row));
            }
            lines.extend(table(&rows, width));
        } else {
            let mut paragraph = line.trim().to_owned();
            while let Some(more) = rest.pop_if(|line| goes_on(line)) {
                paragraph.push(' ');
                paragraph.push_str(more.trim());
            }
            lines.extend(paragraph_lines(&paragraph, width));
        }
    }
    while lines.last().is_some_and(|last| last.width() == 0) {
        lines.pop();
    }
    lines
}

/// Whether a line belongs to the paragraph before it.
fn goes_on(line: &str) -> bool {
    let text = line.trim_start();
    let begins = ["- ", "#", "|", "```"].iter().any(|mark| text.starts_with(mark));
    !text.is_empty() && !begins && !is_clause(text)
}

/// Whether a paragraph begins with the number of a clause.
fn is_clause(text: &str) -> bool {
    let bare = text.trim_start_matches('*');
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = bare.split([' ', '*']).next().unwrap_or("");
    number
        .split_once('.')
        .is_some_and(|(one, two)| digits(one) && digits(two.trim_end_matches(char::is_alphabetic)))
}

fn paragraph_lines(paragraph: &str, width: usize) -> Vec<Line> {
    let item = paragraph.strip_prefix("- ").map(|item| format!("• {}", plain(item)));
    let clause = is_clause(paragraph);
    let inset = if item.is_some() || clause { 2 } else { 0 };
    let text = item.unwrap_or_else(|| plain(paragraph));
    let mut lines = wrap(&text, width, inset).into_iter();
    let first = lines.next().unwrap_or_default();
    // The number of a clause is what one looks for.
    let first = match first.split_once(' ').filter(|_| clause) {
        Some((number, rest)) => Line::of(Tone::Strong, number).add(Tone::Plain, format!(" {rest}")),
        None => Line::plain(first),
    };
    std::iter::once(first).chain(lines.map(Line::plain)).collect()
}

/// A text without the marks of emphasis, code and links.
pub fn plain(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text.replace("**", "").replace('`', "");
    while let Some((before, link)) = rest.split_once("](") {
        let Some((open, name)) = before.rsplit_once('[') else { break };
        let Some((_, after)) = link.split_once(')') else { break };
        shown.push_str(open);
        shown.push_str(name);
        rest = after.to_owned();
    }
    shown.push_str(&rest);
    // A star between two blanks is no emphasis.
    let letters: Vec<char> = shown.chars().collect();
    let is_blank = |at: Option<usize>| {
        at.and_then(|at| letters.get(at)).is_none_or(|letter| letter.is_whitespace())
    };
    let is_mark =
        |at: usize| letters[at] == '*' && !(is_blank(at.checked_sub(1)) && is_blank(Some(at + 1)));
    (0..letters.len()).filter(|at| !is_mark(*at)).map(|at| letters[at]).collect()
}

fn cells(row: &str) -> Vec<String> {
    row.trim().trim_matches('|').split('|').map(|cell| plain(cell.trim())).collect()
}

/// A table in columns, its head above the rest.
fn table(rows: &[Vec<String>], width: usize) -> Vec<Line> {
    let is_rule = |row: &Vec<String>| {
        row.iter().all(|cell| cell.trim_matches(':').chars().all(|it| it == '-'))
    };
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let wide = |at: usize| {
        let cells = rows.iter().filter(|row| !is_rule(row)).filter_map(|row| row.get(at));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(wide).collect();
    let line = |(number, row): (usize, &Vec<String>)| {
        let mut text = String::from("  ");
        for (cell, wide) in row.iter().zip(&widths) {
            text.push_str(cell);
            text.push_str(&" ".repeat(wide + 2 - cell.chars().count()));
        }
        let tone = if number == 0 { Tone::Soft } else { Tone::Plain };
        let wrapped = wrap(text.trim_end(), width, 4);
        if text.trim_end().chars().count() <= width {
            vec![Line::of(tone, text.trim_end())]
        } else {
            wrapped.into_iter().map(|text| Line::of(tone, text)).collect()
        }
    };
    rows.iter().filter(|row| !is_rule(row)).enumerate().flat_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_read_without_their_marks() {
        let page = "# Title\n\nA *word*, `code` and\n**bold** [link](there).\n\n\
                    **1.1** First\nclause.\n1.2 *Second.* 2 * 3\n- item\n  goes on\n\n\
                    | a | bb |\n|---|---|\n| ccc | d |\n";
        let lines: Vec<String> = render(page, 40).iter().map(Line::text).collect();
        assert_eq!(
            lines,
            [
                "Title",
                "",
                "A word, code and bold link.",
                "",
                "1.1 First clause.",
                "1.2 Second. 2 * 3",
                "• item goes on",
                "",
                "  a    bb",
                "  ccc  d",
            ]
        );
    }

    #[test]
    fn no_page_of_a_game_is_wider_than_the_screen() {
        for game in onplay_games::GAMES {
            for page in ["rules.md", "rulebook.md", "how-to-play.md"] {
                let Some(text) = onplay_games::kit::page(game, page) else { continue };
                for line in render(text, 76) {
                    assert!(line.width() <= 76, "{game}/{page}: {}", line.text());
                    assert!(!line.text().contains("**"), "{game}/{page}: {}", line.text());
                }
                let rows = render(text, 76).len();
                assert!(page != "how-to-play.md" || rows <= 20, "{game}: {rows} lines");
            }
        }
    }
}
