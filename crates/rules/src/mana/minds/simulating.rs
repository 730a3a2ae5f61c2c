use super::*;
pub const MIND: Mind<Mana> = Mind { name: "simulating", about: "", weights: &[], choose: |_| None };
