//! Where a game may be saved while it is played.

use std::path::{Path, PathBuf};

use onplay_sim::{Existing, write_file};

/// Where files may be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Place {
    #[default]
    Anywhere,
    /// Not at all.
    Nowhere,
}

/// What `save` may write.
#[derive(Clone, Debug, Default)]
pub struct Saves {
    /// Files that are there already may be replaced.
    force: bool,
    place: Place,
    /// What this game was read from or has been written to.
    own: Vec<PathBuf>,
}

impl Saves {
    pub fn new(force: bool, place: Place) -> Self {
        Saves { force, place, own: Vec::new() }
    }

    /// The same, and this file is the game's own.
    pub fn and_to(mut self, file: &Path) -> Self {
        self.allow(file);
        self
    }

    /// This file may be replaced from now on.
    pub fn allow(&mut self, file: &Path) {
        self.own.push(file.to_path_buf());
    }

    /// Whether this file may be replaced if it is there.
    pub fn may_replace(&self, file: &Path) -> bool {
        self.force || self.own.iter().any(|own| own == file)
    }

    /// Writes a file.
    ///
    /// # Errors
    /// It may not be written, or cannot.
    pub fn write(&mut self, file: &Path, text: &str) -> Result<(), String> {
        if self.place == Place::Nowhere {
            return Err("nothing can be saved here".into());
        }
        let replace = self.may_replace(file);
        write_file(file, text, if replace { Existing::Replace } else { Existing::Keep })?;
        self.allow(file);
        Ok(())
    }
}
