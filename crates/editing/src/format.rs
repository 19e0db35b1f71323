//! Formatting of TOML files: no spaces at the ends of lines, one space around `=`, one
//! empty line before each table, none at the beginning or end. Texts of several lines
//! stay as they are.

/// A text, tidied.
pub fn tidy(text: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut quote: Option<&str> = None;
    for line in text.lines() {
        if quote.is_some() {
            quote = still_open(line, quote);
            out.push(line.to_owned());
            continue;
        }
        let line = line.trim_end();
        let is_empty = line.is_empty();
        let after_empty = out.last().is_none_or(String::is_empty);
        if is_empty && after_empty {
            continue;
        }
        let is_table = line.starts_with('[') && line.ends_with(']');
        let after_remark = out.last().is_some_and(|last| last.starts_with('#'));
        if is_table && !after_empty && !after_remark {
            out.push(String::new());
        }
        quote = still_open(line, None);
        out.push(spaced(line));
    }
    while out.last().is_some_and(String::is_empty) {
        out.pop();
    }
    let mut text = out.join("\n");
    text.push('\n');
    text
}

/// The quote that a line leaves open.
fn still_open<'a>(line: &str, open: Option<&'a str>) -> Option<&'a str> {
    let mut open: Option<&'a str> = open;
    let mut rest = line;
    loop {
        let next = match open {
            Some(quote) => rest.find(quote).map(|at| (at, quote)),
            None => {
                let found = ["\"\"\"", "'''"].map(|quote| rest.find(quote).map(|at| (at, quote)));
                found.into_iter().flatten().min()
            }
        };
        let Some((at, quote)) = next else { return open };
        open = if open.is_some() { None } else { Some(quote) };
        rest = &rest[at + quote.len()..];
    }
}

/// A line with one space around the `=` after its key.
fn spaced(line: &str) -> String {
    let Some((key, value)) = line.split_once('=') else { return line.to_owned() };
    let plain = |letter: char| letter.is_alphanumeric() || "-_. \t\"".contains(letter);
    if key.trim().is_empty() || !key.chars().all(plain) || key.matches('"').count() % 2 == 1 {
        return line.to_owned();
    }
    format!("{} = {}", key.trim_end(), value.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_stand_apart_and_texts_stay() {
        let text = "\n\n[[card]]\nname=\"A  b\"   \ntext = \"\"\"\nOne.  \n\n\nkey=1\n\"\"\"\n[[card]]\nname   =   \"B = c\"\n\n\n";
        let tidied = tidy(text);
        assert_eq!(
            tidied,
            "[[card]]\nname = \"A  b\"\ntext = \"\"\"\nOne.  \n\n\nkey=1\n\"\"\"\n\n[[card]]\nname = \"B = c\"\n"
        );
        assert_eq!(tidy(&tidied), tidied);
    }
}
