//! Chance that nobody can guess: ids, tokens, seeds and their commitments.

/// The name under which salts and seeds are committed to, so that the hash can be
/// mistaken for no other.
const CONTEXT: &[u8] = b"onplay seed 1\n";

/// 128 random bits in hexadecimal digits.
pub(crate) fn random_id() -> String {
    hex(&random_bytes::<16>())
}

/// 64 random bits.
pub(crate) fn random_seed() -> u64 {
    u64::from_le_bytes(random_bytes())
}

fn random_bytes<const COUNT: usize>() -> [u8; COUNT] {
    let mut bytes = [0; COUNT];
    getrandom::fill(&mut bytes).expect("the system has randomness");
    bytes
}

/// What is kept of a token: enough to recognise it, not enough to use it.
pub(crate) fn token_hash(token: &str) -> String {
    blake3::hash(token.as_bytes()).to_hex().to_string()
}

/// What is shown of a seed at the start of a match.
pub fn commitment(seed: u64, salt: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(CONTEXT);
    hasher.update(seed.to_string().as_bytes());
    hasher.update(b"\n");
    hasher.update(salt.as_bytes());
    hasher.finalize().to_hex().to_string()
}

/// Whether a text has the form of a commitment.
pub fn is_commitment(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commitment_stands_for_one_seed_and_salt() {
        let known = commitment(7, "00ff");
        assert!(is_commitment(&known));
        assert_eq!(known, commitment(7, "00ff"));
        for other in [commitment(8, "00ff"), commitment(7, "00fe"), commitment(70, "0ff")] {
            assert_ne!(known, other);
        }
        assert_ne!(random_id(), random_id());
    }
}
