//! One encoding for hashes and for bytes: a sequence of 64-bit words over the live parts of a state.

use crate::ids::CellSet;

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

/// Why bytes are not an encoding, as a clause without a subject: "ends too soon".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable(pub &'static str);

/// Reads back the words of an encoding. Anybody may have written them.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Reads from the beginning.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// The next word.
    pub fn word(&mut self) -> Result<u64, Unreadable> {
        let (word, rest) = self.rest.split_first_chunk().ok_or(Unreadable("ends too soon"))?;
        self.rest = rest;
        Ok(u64::from_le_bytes(*word))
    }

    /// How many bytes are left.
    pub fn len(&self) -> usize {
        self.rest.len()
    }

    /// Whether all was read.
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }
}

/// Something that can be read back from the words it wrote. The words may be forged, so every number that is later
/// used as an index is checked here.
pub trait Decode: Sized {
    /// Reads it.
    fn decode(from: &mut Reader<'_>) -> Result<Self, Unreadable>;
}

impl Decode for () {
    fn decode(_: &mut Reader<'_>) -> Result<Self, Unreadable> {
        Ok(())
    }
}

impl Encode for CellSet {
    fn encode(&self, out: &mut impl Words) {
        out.word(self.0 as u64);
        out.word((self.0 >> 64) as u64);
    }
}

impl Decode for CellSet {
    fn decode(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        Ok(Self(from.word()? as u128 | (from.word()? as u128) << 64))
    }
}

impl<T: Encode, const N: usize> Encode for [T; N] {
    fn encode(&self, out: &mut impl Words) {
        self.iter().for_each(|one| one.encode(out));
    }
}

impl<T: Decode + Copy + Default, const N: usize> Decode for [T; N] {
    fn decode(from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let mut all = [T::default(); N];
        for one in &mut all {
            *one = T::decode(from)?;
        }
        Ok(all)
    }
}

/// An error with this text unless the condition holds.
pub fn ensure(holds: bool, otherwise: &'static str) -> Result<(), Unreadable> {
    if holds { Ok(()) } else { Err(Unreadable(otherwise)) }
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

/// The seal of an encoding: a hash that shows whether the bytes were damaged. `bytes` are whole words.
pub fn seal(bytes: &[u8]) -> u64 {
    let mut digest = Digest::default();
    for word in bytes.chunks_exact(8) {
        digest.word(u64::from_le_bytes(word.try_into().expect("a chunk of eight")));
    }
    digest.word(bytes.len() as u64);
    digest.0
}
