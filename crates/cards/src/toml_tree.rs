//! A TOML file as a tree with spans, so that every wrong field can be
//! underlined and all of them reported at once.

use serde_json::Value as Json;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Diagnostic, Span, nearest};
use crate::source::SourceFile;

/// A value and where it stands.
pub struct Node<'a> {
    pub value: &'a DeValue<'a>,
    pub span: Span,
}

/// Reads a file, reporting all syntax errors.
pub fn parse<'a>(
    source: &'a SourceFile,
    diagnostics: &mut Vec<Diagnostic>,
) -> Spanned<DeTable<'a>> {
    let (table, errors) = DeTable::parse_recoverable(&source.text);
    for error in errors {
        let span = error.span().map_or(Span::default(), Span::from);
        diagnostics.push(Diagnostic::error("toml", span, error.message()).in_file(&source.name));
    }
    table
}

pub fn node<'a>(value: &'a Spanned<DeValue<'a>>) -> Node<'a> {
    Node { value: value.get_ref(), span: value.span().into() }
}

impl<'a> Node<'a> {
    pub fn string(&self) -> Option<&'a str> {
        match self.value {
            DeValue::String(text) => Some(text),
            _ => None,
        }
    }

    pub fn integer(&self) -> Option<i64> {
        match self.value {
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        }
    }

    pub fn boolean(&self) -> Option<bool> {
        match self.value {
            DeValue::Boolean(value) => Some(*value),
            _ => None,
        }
    }

    pub fn float(&self) -> Option<f64> {
        match self.value {
            DeValue::Float(number) => number.as_str().parse().ok(),
            _ => self.integer().map(|number| number as f64),
        }
    }

    pub fn list(&self) -> Option<Vec<Node<'a>>> {
        match self.value {
            DeValue::Array(items) => Some(items.iter().map(node).collect()),
            _ => None,
        }
    }

    pub fn table(&self) -> Option<&'a DeTable<'a>> {
        match self.value {
            DeValue::Table(table) => Some(table),
            _ => None,
        }
    }

    /// What it is, for messages.
    pub fn kind(&self) -> &'static str {
        match self.value {
            DeValue::String(_) => "a string",
            DeValue::Integer(_) => "a number",
            DeValue::Float(_) => "a fraction",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        }
    }

    /// The same data without spans.
    pub fn json(&self) -> Json {
        match self.value {
            DeValue::String(text) => Json::String(text.to_string()),
            DeValue::Integer(_) => self.integer().map_or(Json::Null, Json::from),
            DeValue::Float(_) => self.float().map_or(Json::Null, Json::from),
            DeValue::Boolean(value) => Json::Bool(*value),
            DeValue::Datetime(date) => Json::String(date.to_string()),
            DeValue::Array(items) => items.iter().map(|item| node(item).json()).collect(),
            DeValue::Table(table) => Json::Object(
                table
                    .iter()
                    .map(|(key, value)| (key.get_ref().to_string(), node(value).json()))
                    .collect(),
            ),
        }
    }

    /// Where a string's own characters start in the file, if they stand there
    /// as they are (without escapes).
    pub fn text_offset(&self, source: &SourceFile) -> Option<usize> {
        let text = self.string()?;
        let raw = source.text.get(self.span.start..self.span.end)?;
        raw.find(text).map(|at| self.span.start + at)
    }
}

/// An error about a field that this kind of entry does not have.
pub fn unknown_field<'k>(
    key: &str,
    span: Span,
    what: &str,
    known: impl IntoIterator<Item = &'k str>,
) -> Diagnostic {
    let known: Vec<&str> = known.into_iter().collect();
    let help = match nearest(key, known.iter().copied()) {
        Some(near) => format!("did you mean “{near}”?"),
        None => format!("{what} can have: {}", known.join(", ")),
    };
    Diagnostic::error("unknown-field", span, format!("{what} has no field “{key}”")).help(help)
}
