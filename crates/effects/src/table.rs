//! The operation table: one row is code, operands, documentation and behaviour.
//!
//! The enum, the verifier's knowledge, the dispatch and the JSON that the card language reads are generated from it.

use crate::context::Ctx;
use crate::contract::Rules;
use crate::moment::Moment;
use crate::operations::{cards, deeds, fates, flow, grounds, objects, pieces, players, values};
use cardwright_core::Frame;

/// One operation of a card program: 8 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Op {
    pub code: Code,
    pub a: u8,
    pub b: i16,
    pub c: i16,
    pub q: u16,
}

/// What a field of an operation holds; the verifier checks each against the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    Query,
    Pool,
    Ability,
    Def,
    Duration,
    Side,
    Zone,
    Resource,
    Keyword,
    Status,
    Attribute,
    /// None, or a tag counted from 1.
    Tag,
    /// Anywhere, or a place counted from 1.
    Place,
    Forward,
    Int,
    Compare,
    Who,
}

impl Operand {
    /// Its name in the table's JSON.
    pub fn name(self) -> &'static str {
        match self {
            Operand::Query => "query",
            Operand::Pool => "pool",
            Operand::Ability => "ability",
            Operand::Def => "def",
            Operand::Duration => "duration",
            Operand::Side => "side",
            Operand::Zone => "zone",
            Operand::Resource => "resource",
            Operand::Keyword => "keyword",
            Operand::Status => "status",
            Operand::Attribute => "attribute",
            Operand::Tag => "tag",
            Operand::Place => "place",
            Operand::Forward => "forward",
            Operand::Int => "int",
            Operand::Compare => "compare",
            Operand::Who => "who",
        }
    }
}

/// A row of the table as data.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub code: u8,
    pub name: &'static str,
    pub operands: &'static [(char, Operand)],
    pub doc: &'static str,
}

macro_rules! operations {
    ($($name:ident = $code:literal ($($field:literal : $operand:ident),*) $doc:literal => $behaviour:path;)*) => {
        /// The operations, by number.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Code {
            $(#[doc = $doc] $name = $code,)*
        }

        impl Code {
            /// The operation of a number, if there is one.
            pub fn from_number(number: u8) -> Option<Self> {
                match number {
                    $($code => Some(Code::$name),)*
                    _ => None,
                }
            }
        }

        /// All rows, by code.
        pub const ROWS: &[Row] = &[
            $(Row { code: $code, name: stringify!($name), operands: &[$(($field, Operand::$operand)),*], doc: $doc },)*
        ];

        /// Carries out one operation.
        #[inline]
        pub fn execute<R: Rules>(cx: &mut Ctx<'_, R>, frame: &mut Frame, op: Op) {
            match op.code {
                $(Code::$name => $behaviour(cx, frame, op),)*
            }
        }
    };
}

operations! {
    End = 0 () "ends the program" => flow::end;
    Select = 1 ('q': Query) "S := the pieces that match" => pieces::select;
    Const = 2 ('b': Int) "V := a number" => values::constant;
    Count = 3 ('q': Query, 'b': Int) "V := a number times how many match" => values::count;
    Read = 4 ('a': Who, 'b': Attribute) "V := an attribute of a piece" => values::read;
    Amount = 5 () "V := the amount of the event" => values::amount;
    Roll = 6 ('b': Int, 'c': Int) "V := a random whole number from b to c" => values::roll;
    Wealth = 7 ('a': Side, 'b': Resource) "V := a resource of a player" => values::wealth;
    Scale = 8 ('b': Int, 'c': Int) "V := V times b plus c" => values::scale;
    Tally = 9 ('a': Side, 'b': Int) "V := a count of what players did" => values::tally;
    Damage = 10 ('a': Tag) "deals V damage, of a type, to each of S" => pieces::damage;
    Heal = 11 () "restores V health to each of S" => pieces::heal;
    Buff = 12 ('a': Duration, 'b': Int, 'c': Int) "S get V times b attack and V times c health" => pieces::buff;
    Give = 13 ('a': Duration, 'b': Keyword) "S gain a keyword" => pieces::give;
    Lose = 14 ('b': Keyword) "S lose a keyword" => pieces::lose;
    Afflict = 15 ('a': Status) "a status of S goes up by V" => pieces::afflict;
    Destroy = 16 () "destroys S" => pieces::destroy;
    Return = 17 () "returns S to their owners' hands" => pieces::return_to_hand;
    Move = 18 () "moves S to the destination" => pieces::move_to_destination;
    Dispel = 19 () "S lose keywords, statuses, changes and abilities" => pieces::dispel;
    Grant = 20 ('a': Duration, 'q': Ability) "S gain an ability" => pieces::grant;
    Transform = 21 ('q': Def) "S become another card" => pieces::transform;
    Control = 22 ('a': Duration) "the controller takes control of S, for good or for a time" => fates::control;
    Set = 23 ('a': Attribute) "attack or health of S becomes V" => pieces::set;
    Ready = 24 () "S may act again" => pieces::ready;
    GainTag = 25 ('b': Tag) "S are of a type as well" => pieces::gain_tag;
    Swap = 26 () "attack and health of S change places" => fates::swap;
    Multiply = 27 ('a': Attribute, 'b': Int) "attack or health of S is multiplied" => fates::multiply;
    Absorb = 28 ('a': Who) "S get the attack and health of a piece" => fates::absorb;
    Exchange = 29 ('a': Attribute) "the source and the first of S exchange attack or health" => fates::exchange;
    Draw = 30 ('a': Side) "players draw V cards" => players::draw;
    Gain = 31 ('a': Side, 'b': Resource) "a resource of players changes by V" => players::gain;
    Discard = 32 ('a': Side) "players discard V random cards" => players::discard;
    Take = 33 ('b': Resource) "the controller takes V of a resource from the owner of each of S" => players::take;
    DiscardThose = 34 ('q': Query) "matching cards are discarded" => cards::discard_those;
    Shift = 35 ('q': Query, 'a': Zone) "matching cards move to another zone of their player" => cards::shift;
    Cost = 36 ('q': Query) "matching cards cost V more" => cards::cost;
    Create = 37 ('a': Side, 'b': Zone, 'q': Def) "V copies of a card come into a zone" => cards::create;
    CreateRandom = 38 ('a': Side, 'b': Zone, 'q': Pool) "V random cards of a pool come into a zone" => cards::create_random;
    CreateCopy = 39 ('a': Side, 'b': Zone) "a copy of each of S comes into a zone" => cards::create_copy;
    Summon = 40 ('a': Side, 'q': Def) "summons V copies of a card; S := them" => pieces::summon;
    SummonRandom = 41 ('a': Side, 'q': Pool) "summons V random cards of a pool; S := them" => pieces::summon_random;
    Choose = 42 ('b': Int, 'q': Pool) "asks the controller for one of b random cards of a pool" => cards::choose;
    Keep = 43 ('a': Zone) "the card answered at the prompt goes to a zone" => cards::keep;
    Reveal = 44 ('q': Query) "matching cards are shown to all" => cards::reveal;
    Sound = 45 ('b': Int) "plays a sound" => flow::sound;
    Delay = 46 ('a': Duration, 'c': Int, 'q': Ability) "an ability runs when its time, or a duration, is over; with c 1 it keeps the destination" => flow::delay;
    Clone = 47 ('a': Side) "summons a copy of each of S with its values; S := them" => pieces::clone_each;
    SummonCopy = 48 ('a': Side) "summons a new copy of each of S; S := them" => pieces::summon_copy;
    SummonAt = 49 ('a': Side, 'b': Place, 'c': Int, 'q': Def) "summons a copy of a card on every free space at a place, by a relation to the source if c is one; S := them" => pieces::summon_at;
    IfAny = 50 ('q': Query, 'b': Forward) "jumps unless something matches" => flow::if_any;
    IfNone = 51 ('q': Query, 'b': Forward) "jumps if something matches" => flow::if_none;
    IfValue = 52 ('a': Compare, 'c': Int, 'b': Forward) "jumps unless V compares so with c" => flow::if_value;
    Jump = 53 ('b': Forward) "jumps" => flow::jump;
    Chance = 54 ('c': Int, 'b': Forward) "jumps unless a roll of c percent succeeds" => flow::chance;
    Scatter = 55 ('b': Place) "each of S moves to a random free space of its owner, at a place" => pieces::scatter;
    Replace = 56 ('q': Def) "destroys each of S; its owner gets a card in its place" => pieces::replace;
    Raise = 57 ('a': Side, 'q': Query) "matching cards come from their zone into play; S := them" => cards::raise;
    SummonHere = 58 ('q': Def) "summons a card at the destination; S := it" => pieces::summon_here;
    Spend = 59 () "the source is shown and leaves play; ends the program if it is gone" => deeds::spend;
    Strike = 60 () "the source attacks each of S" => pieces::strike;
    Own = 61 ('a': Int, 'b': Int, 'c': Int) "the game's own operation" => flow::own;
    Split = 62 ('q': Query) "deals V damage point by point, each to a random one that matches" => fates::split;
    DamageRolled = 63 ('b': Int, 'c': Int) "each of S takes b to c damage, rolled for each" => fates::rolled;
    Sift = 64 ('c': Int) "each of S stays in S with a chance of c percent" => fates::sift;
    Spare = 65 ('b': Int) "b random ones are taken out of S" => fates::spare;
    Evolve = 66 ('b': Int) "S become random cards of their kind that cost b more" => fates::evolve;
    TransformRandom = 67 ('q': Pool) "each of S becomes a random card of a pool" => fates::transform_random;
    Become = 68 () "the source becomes a copy of the first of S" => fates::become_copy;
    Perish = 69 ('a': Duration) "S are destroyed when a duration is over" => fates::perish;
    Counter = 70 () "the card being played, or the attack declared, is stopped" => deeds::counter;
    Redirect = 71 () "the first of S becomes the target of the card being played or of the attack" => deeds::redirect;
    CopyThose = 72 ('a': Side, 'b': Zone, 'q': Query) "copies of matching cards come into a zone" => objects::copy_those;
    BuffCards = 73 ('q': Query, 'b': Int, 'c': Int) "matching cards of a zone get V times b attack and V times c health" => objects::buff_cards;
    SetCost = 74 ('q': Query) "matching cards cost V" => objects::set_cost;
    ChooseFrom = 75 ('b': Int, 'q': Query) "asks the controller for one of b random matching cards of a zone" => objects::choose_from;
    DrawThose = 76 ('q': Query) "matching cards of a zone are drawn" => objects::draw_those;
    Cast = 77 ('q': Pool) "casts V random cards of a pool at random targets" => deeds::cast;
    Price = 78 ('a': Duration, 'c': Int, 'q': Query) "matching cards cost V more for a time; c is 1 for only the next one played" => objects::price;
    IfCard = 79 ('q': Query, 'b': Forward) "jumps unless the card of the text matches" => objects::if_card;
    CreateIt = 80 ('a': Side, 'b': Zone) "V copies of the card of the text come into a zone" => objects::create_it;
    SummonIt = 81 ('a': Side) "summons V copies of the card of the text; S := them" => objects::summon_it;
    IfAlike = 82 ('q': Query, 'b': Forward) "jumps if two matching cards are copies of one card" => objects::if_alike;
    ReplaceHero = 83 ('q': Def) "the controller's own piece becomes another card" => deeds::replace_hero;
    Learn = 84 ('q': Def) "the controller's own piece knows this card instead" => deeds::learn;
    IfFallen = 85 ('a': Who, 'c': Int, 'b': Forward) "jumps unless that piece is dying or gone; with c 1, unless it is there" => flow::if_fallen;
    Assail = 86 () "each of S attacks a random enemy" => deeds::assail;
    Outstanding = 87 ('b': Attribute, 'c': Int) "S := the one of S with most (c 1) or least (c 0) of a number; of several, one by chance" => fates::outstanding;
    Adjust = 88 ('a': Duration, 'b': Attribute, 'c': Int) "a number of S that is neither attack nor health changes by V or, with c 1, to V" => fates::adjust;
    Loosen = 89 () "S may move again" => pieces::loosen;
    Shield = 92 ('a': Duration) "the next V damage to each of S is prevented" => fates::shield;
    Ground = 93 ('a': Place, 'q': Query) "the ground of matching cells becomes that of a place" => grounds::change;
}

/// The table as JSON, for the card language.
pub fn to_json() -> String {
    let rows: Vec<_> = ROWS
        .iter()
        .map(|row| {
            let operands: Vec<_> =
                row.operands.iter().map(|(field, operand)| (field.to_string(), operand.name())).collect();
            serde_json::json!({"code": row.code, "name": row.name, "operands": operands, "doc": row.doc})
        })
        .collect();
    serde_json::json!({"hash": hash(), "operations": rows, "moments": Moment::NAMES}).to_string()
}

/// The hash of codes, names and operands: a catalogue compiled for another table is refused by it.
pub fn hash() -> String {
    let mut hash = 0xCBF2_9CE4_8422_2325u64;
    let mut add = |byte: u8| hash = (hash ^ byte as u64).wrapping_mul(0x100_0000_01B3);
    for row in ROWS {
        add(row.code);
        row.name.bytes().for_each(&mut add);
        for (field, operand) in row.operands {
            add(*field as u8);
            operand.name().bytes().for_each(&mut add);
        }
    }
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_in_order_and_found_again() {
        for pair in ROWS.windows(2) {
            assert!(pair[0].code < pair[1].code, "{} and {}", pair[0].name, pair[1].name);
        }
        for row in ROWS {
            assert_eq!(Code::from_number(row.code).map(|code| code as u8), Some(row.code));
        }
        assert_eq!(size_of::<Op>(), 8);
    }
}
