//! Why a server does not start.

use std::fmt;

/// Why a server cannot run.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServerError {
    /// The address cannot be listened to.
    Listen(std::net::SocketAddr, std::io::Error),
    /// The database cannot be opened.
    Store(crate::store::StoreError),
    /// A game cannot be offered, in words.
    Game(String),
    /// Something of the operating system.
    System(std::io::Error),
}

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServerError::Listen(address, error) => {
                write!(f, "cannot listen at {address}: {error}")
            }
            ServerError::Store(error) => write!(f, "the database cannot be used: {error}"),
            ServerError::Game(text) => f.write_str(text),
            ServerError::System(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ServerError {}
