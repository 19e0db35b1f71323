//! Which protocol this is.

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// The name of the WebSocket subprotocol.
pub const SUBPROTOCOL: &str = "onplay.v1.json";
