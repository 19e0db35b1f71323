//! Lines from a person or a program, none of them longer than it may be.

use std::io::{BufRead, Read as _};

/// What was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    Line(String),
    /// A line that was too long; all of it was skipped.
    TooLong,
    End,
}

/// Reads a line of at most so many bytes. What is no UTF-8 is replaced by marks.
///
/// # Errors
/// The input fails.
pub fn line(input: &mut dyn BufRead, most: usize) -> std::io::Result<Input> {
    let mut bytes = Vec::new();
    if (&mut *input).take(most as u64 + 1).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(Input::End);
    }
    if bytes.len() <= most || bytes.ends_with(b"\n") {
        return Ok(Input::Line(String::from_utf8_lossy(&bytes).into_owned()));
    }
    skip_line(input)?;
    Ok(Input::TooLong)
}

fn skip_line(input: &mut dyn BufRead) -> std::io::Result<()> {
    loop {
        let (used, ends) = match input.fill_buf()? {
            [] => return Ok(()),
            bytes => match bytes.iter().position(|byte| *byte == b'\n') {
                Some(at) => (at + 1, true),
                None => (bytes.len(), false),
            },
        };
        input.consume(used);
        if ends {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_skipped_whole() {
        let text = format!("one\n{}\nthree\n{}", "x".repeat(100), "y".repeat(30));
        let mut input = text.as_bytes();
        let mut read = || line(&mut input, 20).unwrap();
        assert_eq!(read(), Input::Line("one\n".into()));
        assert_eq!(read(), Input::TooLong);
        assert_eq!(read(), Input::Line("three\n".into()));
        assert_eq!(read(), Input::TooLong);
        assert_eq!(read(), Input::End);
        let mut odd: &[u8] = b"a\xffb\n";
        assert_eq!(line(&mut odd, 20).unwrap(), Input::Line("a\u{fffd}b\n".into()));
    }
}
