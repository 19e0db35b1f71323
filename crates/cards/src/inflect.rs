//! English endings: plurals of nouns, forms of verbs.

/// The plural of a noun; only the last word of a phrase changes.
pub fn plural(noun: &str) -> String {
    let irregular = match noun.rsplit(' ').next().unwrap_or(noun) {
        "elf" | "Elf" => Some("elves"),
        "dwarf" | "Dwarf" => Some("dwarves"),
        "wolf" | "Wolf" => Some("wolves"),
        "merfolk" | "Merfolk" => Some("merfolk"),
        _ => None,
    };
    if let Some(form) = irregular {
        let cut = noun.len() - noun.rsplit(' ').next().map_or(0, str::len);
        let mut form = form.to_owned();
        if noun[cut..].starts_with(char::is_uppercase) {
            form = capital(&form);
        }
        return format!("{}{form}", &noun[..cut]);
    }
    format!("{}{}", stem(noun), if takes_es(noun) { "es" } else { "s" })
}

/// Whether a word is a plural: "points".
pub fn is_plural(noun: &str) -> bool {
    noun.ends_with('s') && !noun.ends_with("ss") && !noun.ends_with("us")
}

/// One of what a plural means: "point".
pub fn singular(noun: &str) -> &str {
    if is_plural(noun) { &noun[..noun.len() - 1] } else { noun }
}

/// "she moves": the form after a third person.
pub fn third(verb: &str) -> String {
    split(verb, |first| match first {
        "have" => "has".into(),
        "do" => "does".into(),
        "be" => "is".into(),
        _ => format!("{}{}", stem(first), if takes_es(first) { "es" } else { "s" }),
    })
}

/// "it would move": the form after "would", of one after a third person.
pub fn base(verb: &str) -> String {
    split(verb, |first| match first {
        "has" => "have".into(),
        "does" => "do".into(),
        "is" | "are" => "be".into(),
        "dies" | "ties" | "lies" => first[..first.len() - 1].into(),
        _ if first.ends_with("ies") => format!("{}y", &first[..first.len() - 3]),
        _ if ["sses", "shes", "ches", "xes", "zes", "oes"]
            .iter()
            .any(|end| first.ends_with(end)) =>
        {
            first[..first.len() - 2].into()
        }
        _ if first.ends_with('s') && !first.ends_with("ss") => first[..first.len() - 1].into(),
        _ => first.into(),
    })
}

/// "it was moved": the form after "is".
pub fn participle(verb: &str) -> String {
    split(verb, |first| match first {
        "draw" => "drawn".into(),
        "put" | "cast" => first.into(),
        "deal" => "dealt".into(),
        "strike" => "struck".into(),
        "give" => "given".into(),
        "freeze" => "frozen".into(),
        "tap" | "untap" | "equip" => format!("{first}ped"),
        "cancel" => "cancelled".into(),
        _ if first.ends_with('e') => format!("{first}d"),
        _ if is_y(first) => format!("{}ed", stem(first)),
        _ => format!("{first}ed"),
    })
}

/// With a first capital letter.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// A text in the middle of a sentence.
pub fn small(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// "a" or "an", as the next word wants.
pub fn article(next: &str) -> &'static str {
    let first = next.chars().find(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase());
    if next.to_lowercase().starts_with("uni") {
        return "a";
    }
    if matches!(first, Some('a' | 'e' | 'i' | 'o' | 'u')) { "an" } else { "a" }
}

fn split(verb: &str, inflect: impl Fn(&str) -> String) -> String {
    match verb.split_once(' ') {
        Some((first, rest)) => format!("{} {rest}", inflect(first)),
        None => inflect(verb),
    }
}

fn takes_es(word: &str) -> bool {
    let word = word.to_lowercase();
    ["s", "x", "z", "ch", "sh", "o"].iter().any(|end| word.ends_with(end)) || is_y(&word)
}

fn is_y(word: &str) -> bool {
    let before = word.chars().rev().nth(1);
    word.ends_with('y') && !matches!(before, Some('a' | 'e' | 'i' | 'o' | 'u') | None)
}

fn stem(word: &str) -> String {
    if is_y(word) { format!("{}i", &word[..word.len() - 1]) } else { word.to_owned() }
}
