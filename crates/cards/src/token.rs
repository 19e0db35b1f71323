//! Tokens: the words, numbers and marks of card text.

use crate::diagnostic::Span;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A word, in small letters; `'s` is a word of its own.
    Word,
    Number(i16),
    /// A number with a sign: +2, −1.
    Signed(i16),
    /// The letter or number between braces: {R}, {2}, {T}.
    Symbol,
    /// A mark: . , : ; — / " [ ] • and the end of a line.
    Mark(char),
}

/// One token with its place in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    pub kind: Kind,
    pub text: String,
    pub span: Span,
}

/// Most tokens of one card's text that are read.
pub const MOST: usize = 2_000;

/// Splits text into tokens. Reminder text in parentheses is left out. Anything
/// that is not part of the language becomes a mark that no sentence accepts.
pub fn tokenize(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let end_of = |index: usize| chars.get(index).map_or(text.len(), |(offset, _)| *offset);
    let mut at = 0;
    while at < chars.len() && tokens.len() < MOST {
        let (start, char) = chars[at];
        let from = at;
        at += 1;
        match char {
            '\n' => push(&mut tokens, Kind::Mark('\n'), "\n", start, end_of(at)),
            '(' => {
                if let Some(close) = chars[at..].iter().position(|(_, c)| *c == ')') {
                    at += close + 1;
                } else {
                    push(&mut tokens, Kind::Mark('('), "(", start, end_of(at));
                }
            }
            c if c.is_whitespace() => {}
            '{' => {
                let close = chars[at..].iter().take(12).position(|(_, c)| *c == '}');
                match close {
                    Some(length) => {
                        let inner = text[end_of(at)..end_of(at + length)].to_lowercase();
                        at += length + 1;
                        push(&mut tokens, Kind::Symbol, &inner, start, end_of(at));
                    }
                    None => push(&mut tokens, Kind::Mark('{'), "{", start, end_of(at)),
                }
            }
            '0'..='9' => {
                while at < chars.len() && chars[at].1.is_ascii_digit() {
                    at += 1;
                }
                let digits = &text[start..end_of(at)];
                match digits.parse() {
                    Ok(number) => {
                        push(&mut tokens, Kind::Number(number), digits, start, end_of(at))
                    }
                    Err(_) => push(&mut tokens, Kind::Mark('#'), digits, start, end_of(at)),
                }
            }
            '+' | '-' | '−' | '–' if chars.get(at).is_some_and(|(_, c)| c.is_ascii_digit()) => {
                let digits = at;
                while at < chars.len() && chars[at].1.is_ascii_digit() {
                    at += 1;
                }
                let sign = if char == '+' { 1 } else { -1 };
                let shown = &text[start..end_of(at)];
                match text[end_of(digits)..end_of(at)].parse::<i16>() {
                    Ok(number) => {
                        push(&mut tokens, Kind::Signed(sign * number), shown, start, end_of(at));
                    }
                    Err(_) => push(&mut tokens, Kind::Mark('#'), shown, start, end_of(at)),
                }
            }
            '\'' | '’' if chars.get(at).is_some_and(|(_, c)| matches!(c, 's' | 'S')) => {
                at += 1;
                push(&mut tokens, Kind::Word, "'s", start, end_of(at));
            }
            '\'' | '’' => push(&mut tokens, Kind::Word, "'s", start, end_of(at)),
            '“' | '”' | '"' => push(&mut tokens, Kind::Mark('"'), "\"", start, end_of(at)),
            c if c.is_alphabetic() => {
                at = end_of_word(&chars, at);
                let word = text[start..end_of(at)].to_lowercase();
                let word = if word.contains('’') { word.replace('’', "'") } else { word };
                push(&mut tokens, Kind::Word, &word, start, end_of(at));
            }
            c => {
                push(&mut tokens, Kind::Mark(c), &text[start..end_of(from + 1)], start, end_of(at))
            }
        }
    }
    tokens
}

/// Hyphens stay inside a word, and so do apostrophes except a final 's.
fn end_of_word(chars: &[(usize, char)], mut at: usize) -> usize {
    while let Some((_, c)) = chars.get(at) {
        let next = chars.get(at + 1).map(|(_, c)| *c);
        let inside = match c {
            c if c.is_alphanumeric() => true,
            '-' => next.is_some_and(char::is_alphabetic),
            '\'' | '’' => {
                let after = chars.get(at + 2).map(|(_, c)| *c);
                let possessive =
                    matches!(next, Some('s' | 'S')) && !after.is_some_and(|c| c.is_alphanumeric());
                !possessive && next.is_some_and(char::is_alphabetic)
            }
            _ => false,
        };
        if !inside {
            break;
        }
        at += 1;
    }
    at
}

fn push(tokens: &mut Vec<Token>, kind: Kind, text: &str, start: usize, end: usize) {
    tokens.push(Token { kind, text: text.to_owned(), span: Span::new(start, end) });
}

/// The words of a phrase, as the text's own words are split.
pub fn words(phrase: &str) -> Vec<String> {
    tokenize(phrase).into_iter().map(|token| token.text).collect()
}

/// The words of a phrase with their capital letters.
pub fn words_kept(phrase: &str) -> Vec<String> {
    tokenize(phrase)
        .into_iter()
        .map(|token| match token.kind {
            Kind::Word => phrase[token.span.start..token.span.end].to_owned(),
            _ => token.text,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_words_and_marks() {
        let seen: Vec<String> =
            words("Siege-Gang's +1/+0 (reminder) {2}{R}: don’t, opponents' −3 “x”.");
        assert_eq!(seen.join(" "), "siege-gang 's +1 / +0 2 r : don't , opponents 's −3 \" x \" .");
    }
}
