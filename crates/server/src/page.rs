//! The page, if it was built: `web/dist` is part of the program then.

use axum::http::{StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};

/// The built page.
#[derive(rust_embed::RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Page;

/// What is said where no page was built.
const MISSING: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
<title>Onplay</title><h1>Onplay</h1>\
<p>This server plays, but the page is not part of it. <code>cargo xtask serve</code> builds \
the page and the program, and starts it. Programs can play without it: see \
<a href=\"/api/openapi.json\">the API</a> and docs/protocol.md.</p></html>";

/// A file of the page. Every path without a file is the page itself, which finds its
/// own way; nothing outside the program is ever read.
pub(crate) async fn serve(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let (name, found) = match Page::get(path) {
        Some(file) => (path, Some(file)),
        None if path.starts_with("api/") || path.contains('.') => {
            return (StatusCode::NOT_FOUND, "there is nothing here").into_response();
        }
        None => ("index.html", Page::get("index.html")),
    };
    let Some(file) = found else { return Html(MISSING).into_response() };
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json" | "map") => "application/json",
        Some("wasm") => "application/wasm",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    };
    // Files with a hash in their names never change.
    let hashed = name.starts_with("assets/");
    let keep = if hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, keep)];
    (headers, file.data.into_owned()).into_response()
}
