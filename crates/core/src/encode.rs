//! One encoding for hashes and for bytes: a sequence of 64-bit words over the live parts of a state.

/// Receives the words of an encoding.
pub trait Words {
    /// Takes one word.
    fn word(&mut self, word: u64);
}

/// Something that writes its live parts, in a fixed order, as words.
pub trait Encode {
    /// Writes it.
    fn encode(&self, out: &mut impl Words);
}

impl Encode for () {
    fn encode(&self, _: &mut impl Words) {}
}

/// A 64-bit hash of an encoding: multiply and rotate, the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(pub u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0x243F_6A88_85A3_08D3)
    }
}

impl Words for Digest {
    #[inline]
    fn word(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    }
}

impl Words for Vec<u8> {
    fn word(&mut self, word: u64) {
        self.extend_from_slice(&word.to_le_bytes());
    }
}

/// The hash of a value.
pub fn digest(value: &impl Encode) -> u64 {
    let mut digest = Digest::default();
    value.encode(&mut digest);
    // One more round, so that the last word reaches all bits.
    digest.word(0);
    digest.0
}

/// The bytes of a value.
pub fn bytes(value: &impl Encode) -> Vec<u8> {
    let mut out = Vec::new();
    value.encode(&mut out);
    out
}
