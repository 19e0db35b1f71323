//! Thousands of broken inputs for everything that reads: each returns, soon and
//! without much memory. It is Linux that counts both. The same every time;
//! `ONPLAY_INPUTS` tries more, `ONPLAY_WRITE_SEEDS` writes what is broken into
//! `fuzz/corpus`.

mod common;
mod seeds;

use std::fs;
use std::time::Duration;

use onplay_cli::readers::READERS;
use onplay_engine::state::Dice;

/// No input may take longer, and all of them together no more memory.
const LONGEST: Duration = Duration::from_secs(2);
const MOST_KIBIBYTES: u64 = 200 << 10;

/// What mutations put in: what has broken readers before.
const PIECES: [&[u8]; 24] = [
    b"\"",
    b"[",
    b"]",
    b"{",
    b"}",
    b"\n",
    b"\0",
    b"\x1b",
    b"\xff\xfe",
    "—".as_bytes(),
    "•".as_bytes(),
    "\u{202e}".as_bytes(),
    b"-1",
    b"32767",
    b"65536",
    b"18446744073709551615",
    b"999999999999999999999999",
    b"a hidden card",
    b"search:4000000000",
    b"((((((((",
    b" for each ",
    b"when ",
    b"p1 ",
    b"../../etc/passwd",
];

fn below(dice: &mut Dice, count: usize) -> usize {
    dice.below(count.max(1) as u32) as usize
}

/// An input with a few things broken.
fn mutate(input: &[u8], others: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..1 + dice.below(4) {
        let at = below(dice, bytes.len() + 1);
        let to = (at + below(dice, 40)).min(bytes.len());
        match dice.below(8) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..to)),
            2 => {
                let piece = PIECES[below(dice, PIECES.len())];
                bytes.splice(at..at, piece.iter().copied());
            }
            3 => {
                let piece = PIECES[below(dice, PIECES.len())];
                bytes.splice(at..to, piece.iter().copied());
            }
            4 => {
                let again = bytes[at..to].to_vec();
                let times = 1 + below(dice, 200);
                bytes.splice(at..at, again.repeat(times));
            }
            5 => {
                let other = &others[below(dice, others.len())];
                let from = below(dice, other.len());
                let end = (from + below(dice, 200)).min(other.len());
                bytes.splice(at..at, other[from..end].iter().copied());
            }
            6 => {
                for byte in bytes.iter_mut().skip(at).take(3) {
                    *byte = dice.below(256) as u8;
                }
            }
            _ => {
                let mut lines: Vec<Vec<u8>> =
                    bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
                let (one, two) = (below(dice, lines.len()), below(dice, lines.len()));
                lines.swap(one, two);
                bytes = lines.join(&b'\n');
            }
        }
        bytes.truncate(40_000);
    }
    bytes
}

/// How long this thread has worked; other programs do not count.
fn busy() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|number| number.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// The most memory that this process has had.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.unwrap_or(0)
}

/// What is broken must be right to begin with, or nothing behind the first refusal is
/// ever reached.
#[test]
fn every_reader_makes_sense_of_its_seeds() {
    for (name, read) in READERS {
        if std::env::var_os("ONPLAY_WRITE_SEEDS").is_some() {
            seeds::write(name);
        }
        for (seed, bytes) in seeds::seeds(name) {
            let text = String::from_utf8_lossy(&bytes);
            assert!(read(&bytes), "{name} makes no sense of {seed}: {text}");
        }
    }
}

#[test]
fn broken_inputs_end_no_reader() {
    println!("at first: {} KiB", peak());
    let wanted = std::env::var("ONPLAY_INPUTS").ok().and_then(|count| count.parse().ok());
    let each = wanted.unwrap_or(800usize).div_ceil(READERS.len());
    for (name, read) in READERS {
        let made = seeds::seeds(name);
        assert!(made.len() >= 2, "{name}: there is nothing to break");
        let inputs = made.into_iter().chain(seeds::on_file(name)).map(|(_, bytes)| bytes);
        let inputs: Vec<Vec<u8>> = inputs.collect();
        let mut dice = Dice::new(0xf022);
        let mut slowest = Duration::ZERO;
        for number in 0..each {
            let input = &inputs[number % inputs.len()];
            // Each as it is first: what is on file was found by breaking.
            let input = match number < inputs.len() {
                true => input.clone(),
                false => mutate(input, &inputs, &mut dice),
            };
            let (began, before) = (busy(), peak());
            let ended = std::panic::catch_unwind(|| read(&input));
            let text = String::from_utf8_lossy(&input);
            assert!(ended.is_ok(), "{name}, input {number}: {text:?}");
            let time = busy() - began;
            assert!(time < LONGEST, "{name}, input {number} takes {time:?}: {text:?}");
            slowest = slowest.max(time);
            if peak() > before + MOST_KIBIBYTES / 8 {
                println!("{name}, input {number} takes {} KiB more", peak() - before);
            }
        }
        println!("{name}: {each} inputs, the slowest {slowest:?}, memory {} KiB", peak());
    }
    assert!(peak() < MOST_KIBIBYTES, "{} KiB", peak());
}
