//! Places in a text: bytes here, lines and UTF-16 units in the protocol.

use tower_lsp_server::ls_types::{Position, Range};

/// The position of a byte; one inside a letter is that of the letter.
pub fn position(text: &str, byte: usize) -> Position {
    let byte = (0..=byte.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let before = &text[..byte];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.matches('\n').count() as u32;
    Position::new(line, before[start..].encode_utf16().count() as u32)
}

/// The byte of a position; past the end of a line it is the end of the line.
pub fn byte(text: &str, position: Position) -> usize {
    let mut start = 0;
    for _ in 0..position.line {
        match text[start..].find('\n') {
            Some(at) => start += at + 1,
            None => return text.len(),
        }
    }
    let line = text[start..].split('\n').next().unwrap_or("").trim_end_matches('\r');
    let mut units = 0;
    for (at, letter) in line.char_indices() {
        if units >= position.character {
            return start + at;
        }
        units += letter.len_utf16() as u32;
    }
    start + line.len()
}

/// The range between two bytes.
pub fn range(text: &str, from: usize, to: usize) -> Range {
    Range::new(position(text, from), position(text, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_read_back() {
        let text = "a — b\n“ü”\n\nlast 🂡 card";
        for (at, _) in text.char_indices() {
            assert_eq!(byte(text, position(text, at)), at);
        }
        assert_eq!(byte(text, Position::new(9, 9)), text.len());
        assert_eq!(byte(text, Position::new(0, 99)), "a — b".len());
    }
}
