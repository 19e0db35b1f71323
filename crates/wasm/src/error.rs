//! What is thrown in JavaScript.

use onplay_cards::{Diagnostic, SourceFile};
use serde::Serialize;
use wasm_bindgen::JsValue;

use crate::text::Problem;

/// Why something could not be done, as JSON: a message, and what is wrong with the
/// texts if that is the reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Failure {
    message: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<Problem>,
}

impl Failure {
    /// A failure that a sentence explains.
    pub fn new(message: impl ToString) -> Self {
        Failure { message: message.to_string(), problems: Vec::new() }
    }

    /// Texts that cannot be used.
    pub fn texts(diagnostics: &[Diagnostic], files: &[SourceFile]) -> Self {
        let problems: Vec<Problem> =
            diagnostics.iter().map(|diagnostic| Problem::new(diagnostic, files)).collect();
        let first = problems.iter().find(|problem| problem.is_error()).or(problems.first());
        let message = first.map_or("the texts cannot be used".to_owned(), Problem::in_one_line);
        Failure { message, problems }
    }
}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> JsValue {
        let text = serde_json::to_string(&failure);
        JsValue::from_str(&text.unwrap_or(failure.message))
    }
}
