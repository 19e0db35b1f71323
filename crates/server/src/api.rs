//! The REST interface described for machines: OpenAPI 3.1. The types of the wire are
//! described by their own JSON Schemas, so that there is one description of each.

use onplay_wire::{CardInfo, DeckInfo, GameInfo, GameSummary, PlayerInfo, SeatName, Step, View};
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::Value;
use utoipa::OpenApi;

/// Stands for types of the wire in the descriptions of requests and answers.
pub(crate) mod told {
    use utoipa::openapi::{Ref, RefOr, Schema};

    macro_rules! named {
        ($($name:ident),*) => {$(
            pub(crate) struct $name;

            impl utoipa::PartialSchema for $name {
                fn schema() -> RefOr<Schema> {
                    Ref::from_schema_name(stringify!($name)).into()
                }
            }

            impl utoipa::ToSchema for $name {}
        )*};
    }

    named!(CardInfo, DeckInfo, GameInfo, GameSummary, PlayerInfo, SeatName, Step, View);

    /// What is wrong with a text, and where.
    #[derive(utoipa::ToSchema)]
    #[allow(dead_code, reason = "it only describes what `onplay_cards` writes")]
    pub(crate) struct Diagnostic {
        /// `error` or `warning`.
        severity: String,
        /// A stable short name.
        code: String,
        message: String,
        file: String,
        span: Span,
        labels: Vec<Label>,
        /// What would be right.
        help: Option<String>,
    }

    /// A range of bytes: the first, and the one behind the last.
    #[derive(utoipa::ToSchema)]
    #[allow(dead_code, reason = "it only describes what `onplay_cards` writes")]
    pub(crate) struct Span {
        start: u32,
        end: u32,
    }

    /// A second place that helps to understand the first.
    #[derive(utoipa::ToSchema)]
    #[allow(dead_code, reason = "it only describes what `onplay_cards` writes")]
    pub(crate) struct Label {
        file: String,
        span: Span,
        message: String,
    }
}

/// The requests.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Onplay",
        description = "Games, matches and replays; playing itself is by \
        WebSocket at /api/matches/{id}/socket, see docs/protocol.md"
    ),
    paths(
        crate::rest::games,
        crate::rest::game,
        crate::rest::cards,
        crate::rest::decks,
        crate::rest::check,
        crate::rest::make_match,
        crate::rest::list,
        crate::rest::look,
        crate::rest::take,
        crate::rest::replay,
        crate::story::story,
        crate::story::branch,
        crate::story::demonstrations,
        crate::story::demonstrate
    ),
    components(schemas(crate::story::Gaze))
)]
struct Requests;

/// The whole description.
pub(crate) fn openapi() -> Value {
    let mut document = serde_json::to_value(Requests::openapi()).unwrap_or_default();
    let settings = SchemaSettings::draft2020_12()
        .with(|it| it.definitions_path = "/components/schemas".into());
    let mut generator = SchemaGenerator::new(settings);
    generator.subschema_for::<CardInfo>();
    generator.subschema_for::<DeckInfo>();
    generator.subschema_for::<GameInfo>();
    generator.subschema_for::<GameSummary>();
    generator.subschema_for::<PlayerInfo>();
    generator.subschema_for::<SeatName>();
    generator.subschema_for::<Step>();
    generator.subschema_for::<View>();
    for (name, schema) in generator.take_definitions(true) {
        document["components"]["schemas"][name] = schema;
    }
    document
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Everything in a value that a predicate wants, with the way there.
    fn find(value: &Value, at: &str, see: &mut dyn FnMut(&str, &Value)) {
        see(at, value);
        match value {
            Value::Object(fields) => {
                fields.iter().for_each(|(name, value)| find(value, &format!("{at}/{name}"), see));
            }
            Value::Array(values) => values.iter().for_each(|value| find(value, at, see)),
            _ => {}
        }
    }

    #[test]
    fn every_route_is_described() {
        let routes = include_str!("http.rs").split(".route(\"").skip(1).filter_map(|rest| {
            let (path, rest) = rest.split_once('"')?;
            let handlers = rest.split(".route").next()?;
            Some((path, handlers.contains("get("), handlers.contains("post(")))
        });
        let mut wanted = BTreeSet::new();
        for (path, get, post) in routes.filter(|(path, ..)| path.starts_with("/api/")) {
            if path.ends_with("/socket") || path.ends_with("openapi.json") {
                continue;
            }
            for (method, _) in [("get", get), ("post", post)].iter().filter(|(_, is)| *is) {
                wanted.insert(format!("{method} {path}"));
            }
        }
        let document = openapi();
        let paths = document["paths"].as_object().expect("paths").iter();
        let told = paths.flat_map(|(path, methods)| {
            let methods = methods.as_object().expect("methods").keys();
            methods.map(move |method| format!("{method} {path}"))
        });
        assert_eq!(told.collect::<BTreeSet<_>>(), wanted);
        assert!(wanted.len() >= 14, "{wanted:?}");
    }

    #[test]
    fn everything_that_is_named_is_described() {
        let document = openapi();
        let mut count = 0;
        find(&document, "", &mut |at, value| {
            if let Some(name) = value["$ref"].as_str() {
                let path = name.strip_prefix('#').expect("in this document");
                let known = document.pointer(path).unwrap_or_else(|| panic!("{at}: {name}"));
                assert_ne!(known["$ref"], name, "{name} describes itself by itself");
                count += 1;
            }
            if at.ends_with("/schema") || at.ends_with("/items") {
                let fields = value.as_object().expect("a schema");
                assert!(fields.keys().any(|key| key != "description"), "{at} says nothing");
            }
        });
        assert!(count > 30, "{count}");
    }
}
