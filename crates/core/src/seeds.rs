//! The seeds of agents: each goes through a one-way function with its own salt (`docs/design/dice.md`).

/// The salt of seeds made of a match's seed and a seat.
const OF_SEAT: [u64; 2] = [u64::from_le_bytes(*b"the seat"), u64::from_le_bytes(*b" decides")];
/// The salt of seeds made of what a seat sees.
const OF_SIGHT: [u64; 2] = [u64::from_le_bytes(*b"the view"), u64::from_le_bytes(*b" decides")];

/// The seed of a native agent: different in every seat of every match, and different from the match's own seed.
pub fn of_seat(seed: u64, seat: usize) -> u64 {
    let mut message = [0; 16];
    message[..8].copy_from_slice(&seed.to_le_bytes());
    message[8..].copy_from_slice(&(seat as u64).to_le_bytes());
    sip_hash(OF_SEAT, &message)
}

/// The seed of an agent that must learn nothing from its seed: made of the view, which the agent is given anyway.
///
/// People choose small seeds. A seed made of a small seed and public facts can be found by trying all small seeds,
/// even if the function is one-way. A seed made of the view alone tells nothing that the view does not.
pub fn of_view(view: &[u8]) -> u64 {
    sip_hash(OF_SIGHT, view)
}

/// SipHash-2-4: 64 bits from which neither the message nor any part of it can be computed.
fn sip_hash([first, second]: [u64; 2], message: &[u8]) -> u64 {
    let mut v = [
        first ^ 0x736F_6D65_7073_6575,
        second ^ 0x646F_7261_6E64_6F6D,
        first ^ 0x6C79_6765_6E65_7261,
        second ^ 0x7465_6462_7974_6573,
    ];
    let mut words = message.chunks_exact(8);
    let take = |word: u64, v: &mut [u64; 4]| {
        v[3] ^= word;
        rounds(v, 2);
        v[0] ^= word;
    };
    for word in &mut words {
        take(u64::from_le_bytes(word.try_into().expect("a chunk of eight")), &mut v);
    }
    let mut last = [0; 8];
    last[..words.remainder().len()].copy_from_slice(words.remainder());
    last[7] = message.len() as u8;
    take(u64::from_le_bytes(last), &mut v);
    v[2] ^= 0xFF;
    rounds(&mut v, 4);
    v[0] ^ v[1] ^ v[2] ^ v[3]
}

fn rounds(v: &mut [u64; 4], count: usize) {
    for _ in 0..count {
        v[0] = v[0].wrapping_add(v[1]);
        v[2] = v[2].wrapping_add(v[3]);
        v[1] = v[1].rotate_left(13) ^ v[0];
        v[3] = v[3].rotate_left(16) ^ v[2];
        v[0] = v[0].rotate_left(32);
        v[2] = v[2].wrapping_add(v[1]);
        v[0] = v[0].wrapping_add(v[3]);
        v[1] = v[1].rotate_left(17) ^ v[2];
        v[3] = v[3].rotate_left(21) ^ v[0];
        v[2] = v[2].rotate_left(32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_function_is_the_published_one() {
        let message: Vec<u8> = (0..15).collect();
        let key = [0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908];
        assert_eq!(sip_hash(key, &message), 0xA129_CA61_49BE_45E5);
        assert_eq!(sip_hash(key, &[]), 0x726F_DB47_DD0E_0E31);
    }

    #[test]
    fn seeds_of_seats_and_matches_are_far_from_each_other() {
        let mut seeds: Vec<u64> =
            (0..1000).flat_map(|seed| (0..4).map(move |seat| of_seat(seed, seat))).collect();
        let bits: u32 = seeds.windows(2).map(|pair| (pair[0] ^ pair[1]).count_ones()).sum();
        let mean = bits as f64 / (seeds.len() - 1) as f64;
        assert!((31.0..33.0).contains(&mean), "neighbours differ in {mean} bits of 64");
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 4000);
    }
}
