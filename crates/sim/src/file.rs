//! Files: written whole or not at all, read up to a bound.
//!
//! A regular file is written beside its place and then renamed, so that nobody
//! ever finds half of it. What is not a regular file (a device, a pipe) is written
//! through, and a link is followed to what it points at.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

/// What becomes of a file that is there already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// Nothing is written.
    Keep,
    /// It is replaced; its mode stays.
    Replace,
}

/// Links that are followed before it is called a circle.
const LINKS: usize = 40;

/// Names tried for the file beside; with 64 random bits one is enough.
const TRIES: usize = 4;

/// Writes a file so that it is whole or as it was.
///
/// # Errors
/// The file is there and is to be kept, or it cannot be written.
pub fn write_file(path: &Path, text: &str, existing: Existing) -> Result<(), String> {
    let told = |error: io::Error| format!("{}: {error}", path.display());
    let target = followed(path).map_err(told)?;
    let metadata = match fs::metadata(&target) {
        Ok(metadata) => Some(metadata),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(told(error)),
    };
    match &metadata {
        Some(metadata) if metadata.is_dir() => {
            return Err(format!("{}: this is a folder, not a file", path.display()));
        }
        Some(metadata) if !metadata.is_file() => {
            let mut file = OpenOptions::new().write(true).open(&target).map_err(told)?;
            return file.write_all(text.as_bytes()).map_err(told);
        }
        Some(_) if existing == Existing::Keep => {
            return Err(format!("{}: this file is there already", path.display()));
        }
        Some(metadata) if metadata.permissions().readonly() => {
            return Err(format!("{}: this file is read-only", path.display()));
        }
        _ => {}
    }
    let (beside, file) = open_beside(&target).map_err(told)?;
    let mode = metadata.map(|metadata| metadata.permissions());
    let written = fill(file, text, mode).and_then(|()| match existing {
        Existing::Replace => fs::rename(&beside, &target),
        Existing::Keep => place_new(&beside, &target),
    });
    written.and_then(|()| sync_folder(&target)).map_err(|error| {
        // What is left of a failed try is of no use to anyone.
        let _ = fs::remove_file(&beside);
        told(error)
    })
}

/// Gives a file its name unless somebody has made one of that name meanwhile.
fn place_new(beside: &Path, target: &Path) -> io::Result<()> {
    match fs::hard_link(beside, target) {
        Ok(()) => fs::remove_file(beside),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // Not every file system has links.
        Err(_) => fs::rename(beside, target),
    }
}

/// Where a path leads when every link is followed, also where nothing is yet.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = path.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links follow one another"))
}

/// A new file in the same folder with a name that nobody else has.
fn open_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().ok_or_else(|| io::Error::other("this is not a file name"))?;
    let mut last = io::Error::other("no name is free");
    for _ in 0..TRIES {
        let number = getrandom::u64().map_err(io::Error::other)?;
        let mut beside = std::ffi::OsString::from(".");
        beside.push(name);
        beside.push(format!(".{number:016x}.part"));
        let beside = path.with_file_name(beside);
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            Ok(file) => return Ok((beside, file)),
            Err(error) => last = error,
        }
        if last.kind() != io::ErrorKind::AlreadyExists {
            break;
        }
    }
    Err(last)
}

fn fill(mut file: File, text: &str, mode: Option<fs::Permissions>) -> io::Result<()> {
    if let Some(mode) = mode {
        file.set_permissions(mode)?;
    }
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Makes sure that a renamed file keeps its name when the power goes.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = File::open(folder.unwrap_or(Path::new(".")))?;
    match folder.sync_all() {
        // Some file systems cannot; the file itself is safe.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        done => done,
    }
}

/// Reads a text of at most `most` bytes.
///
/// # Errors
/// It cannot be read, is longer or is no UTF-8.
pub fn read_file(path: &Path, most: u64) -> io::Result<String> {
    let mut text = String::new();
    let mut file = File::open(path)?.take(most + 1);
    file.read_to_string(&mut text)?;
    if text.len() as u64 > most {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("it is longer than {} MiB", most >> 20),
        ));
    }
    Ok(text)
}
