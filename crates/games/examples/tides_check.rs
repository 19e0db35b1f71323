fn main() {
    let loaded = onplay_cards::load_game(&onplay_games::kit::files("tides"));
    for d in &loaded.diagnostics {
        println!("{:?} {} {}", d.span, d.message, d.help.clone().unwrap_or_default());
    }
    let files = onplay_games::kit::files("tides");
    for d in &loaded.diagnostics {
        if let Some(file) = files.iter().find(|f| f.name == d.file) {
            let s: usize = d.span.start; let e = d.span.end;
            let a = file.text[..s].rfind('\n').map_or(0, |x| x+1);
            let b = file.text[s..].find('\n').map_or(file.text.len(), |x| s + x);
            println!("{}: {}  <<{}>>\n", file.name, &file.text[a..b], &file.text[s..e.max(s)]);
        }
    }
    if let Some(book) = &loaded.value { if let Err(e) = onplay_games::kit::Kit::new(book.clone()) { println!("{e}"); } 
      if let Some(n) = std::env::args().nth(1) { if let Some(c) = book.card(&n) { println!("{:#?}", book.catalog.card(c).abilities); } } }
}
