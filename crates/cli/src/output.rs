//! What the program prints, and how a command fails.

use std::io::Write as _;
use std::process::ExitCode;

use crate::text;

/// Prints a line; ends quietly when nobody reads on.
macro_rules! say {
    ($($text:tt)*) => { crate::output::put(&crate::text::clean(&format!("{}\n", format_args!($($text)*)))) };
}

/// Prints without a line's end.
macro_rules! say_raw {
    ($($text:tt)*) => { crate::output::put(&crate::text::clean(&format!($($text)*))) };
}

/// Prints a line to the error output, if anybody reads it.
macro_rules! note {
    ($($text:tt)*) => { crate::output::put_error(&format!("{}\n", format_args!($($text)*))) };
}

/// Why a command did not do what it should.
pub enum Failed {
    /// Something does not hold: exit code 1.
    Wrong(String),
    /// The command line: exit code 2.
    Usage(String),
    /// Something cannot be found or read: exit code 3.
    Missing(String),
    /// Ended from outside: exit code 130.
    Interrupted,
    /// Nobody reads on: exit code 0.
    Enough,
}

impl From<std::io::Error> for Failed {
    fn from(error: std::io::Error) -> Self {
        // Whoever read the output has seen enough.
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            return Failed::Enough;
        }
        Failed::Missing(format!("cannot write: {error}"))
    }
}

/// Writes to the output. A closed pipe has seen enough; any other failure ends
/// the program, because nobody knows what was not written.
pub fn put(text: &str) {
    let mut out = std::io::stdout();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    if let Err(error) = written {
        let failed = Failed::from(error);
        let code = if matches!(failed, Failed::Enough) { 0 } else { 3 };
        tell(failed);
        std::process::exit(code);
    }
}

/// Prints a line in its tones.
pub fn put_line(line: &text::Line) {
    put(&format!("{}\n", line.ansi(text::colour())));
}

/// Writes to the error output; whoever closed it has seen enough.
pub fn put_error(text: &str) {
    let _ = std::io::stderr().write_all(text::clean(text).as_bytes());
}

/// Says how a command failed; gives the exit code.
pub fn tell(failed: Failed) -> ExitCode {
    let (code, message) = match failed {
        Failed::Wrong(message) => (1, message),
        Failed::Usage(message) => (2, message),
        Failed::Missing(message) => (3, message),
        Failed::Interrupted => return ExitCode::from(130),
        Failed::Enough => return ExitCode::SUCCESS,
    };
    if !message.is_empty() {
        put_error(&format!("onplay: {}\n", message.trim_end()));
    }
    ExitCode::from(code)
}
