//! The rows of a catalogue become the records that the interpreter reads; every number in them is checked.

use cardwright_core::{DefId, KINDS, MOMENTS, STATUSES};

use crate::catalogue::{Catalogue, Refused, Sizes, index, mask, refuse, within};
use crate::moment::Moment;
use crate::program::{
    Ability, Aura, AuraTraits, Base, CardDef, Compare, Mode, NOTHING, NUMBERS, OWN_SPACE, Party, Query,
    Replaces, Side, Test, printed,
};
use crate::rows::{AbilityRow, AuraRow, DefRow, PoolRow, QueryRow};

/// Most cards that one piece may know.
pub const KNOWN: usize = 8;
/// Most things a player chooses between when a card is played.
pub const MODES: usize = 2;
/// The value of `by` in an ability that means: no piece at all.
const BY_NOBODY: i64 = -2;
/// The longest time until a timer fires: an hour.
const LONGEST_WAIT: i64 = 3_600_000;

impl Catalogue {
    pub(crate) fn ability(&self, row: &AbilityRow, sizes: &Sizes) -> Result<Ability, Refused> {
        let moment = within("moment", row.moment, 0, MOMENTS as i64 - 1)? as u8;
        let comes_again = moment == Moment::Timer as u8 && row.repeats;
        Ok(Ability {
            moment,
            is_about_others: within("scope", row.scope, 0, 1)? == 1,
            side: Side::from_number(within("ability's side", row.side, 0, 2)? as u8),
            query: index("ability's query", row.query, sizes.queries)?,
            op: within("ability's program", row.op, 0, sizes.ops as i64 - 1)? as u16,
            by: match row.by {
                BY_NOBODY => Party::Nobody,
                at => match index("ability's other party", at, sizes.queries)? {
                    NOTHING => Party::Anybody,
                    at => Party::Matching(at),
                },
            },
            least: within("ability's least amount", row.least, 0, 9999)? as i16,
            resource: match index("ability's resource", row.resource, self.vocabulary.resources.len())? {
                NOTHING => None,
                at => Some(at as u8),
            },
            turn: Side::from_number(within("ability's turn", row.turn, 0, 2)? as u8),
            replaces: [Replaces::Nothing, Replaces::Prevents, Replaces::Takes]
                [within("ability's replacement", row.replaces, 0, 2)? as usize],
            is_fatal: row.fatal,
            is_healing: row.healing,
            harms: mask("ability's type of damage", row.harms, self.vocabulary.tags.len())?,
            // A timer that fires again without any wait would stop the clock.
            wait: within("ability's wait", row.wait, comes_again as i64, LONGEST_WAIT)? as u32,
            repeats: row.repeats,
        })
    }

    pub(crate) fn aura(&self, row: &AuraRow, sizes: &Sizes) -> Result<Aura, Refused> {
        let query = within("aura's query", row.query, 0, sizes.queries as i64 - 1)? as u16;
        let chosen = &self.queries[query as usize];
        let is_of_cards = row.cost != 0;
        if chosen.random != 0 || is_of_cards != (chosen.zone != 0) {
            return refuse(
                "an aura reaches pieces on the board, or changes the cost of cards, never of random ones"
                    .into(),
            );
        }
        Ok(Aura {
            query,
            attack: within("aura's attack", row.attack, -99, 99)? as i16,
            health: within("aura's health", row.health, -99, 99)? as i16,
            keywords: mask("aura's keyword", row.keywords, self.vocabulary.keywords.len())?,
            cost: within("aura's cost", row.cost, -99, 99)? as i16,
            per: self.counted("aura's count", row.per, sizes)?,
            given: self.counted("aura's condition", row.given, sizes)?,
            given_least: within("aura's condition", row.given_least, 1, 99)? as i16,
            given_none: row.given_none,
            is_first: row.first,
            floor: within("aura's least cost", row.floor, 0, 99)? as i16,
        })
    }

    /// A query that only counts, so that no random choice is in it.
    fn counted(&self, what: &str, at: i64, sizes: &Sizes) -> Result<u16, Refused> {
        let at = index(what, at, sizes.queries)?;
        if at != NOTHING && self.queries[at as usize].random != 0 {
            return refuse(format!("the {what} is a random choice, which cannot be counted"));
        }
        Ok(at)
    }

    /// What the auras of a card look at and change.
    fn traits(&self, auras: &[u16]) -> AuraTraits {
        let is_picky = |at: &u16| self.queries[self.auras[*at as usize].query as usize].is_picky;
        let queries = || auras.iter().flat_map(|&at| self.auras[at as usize].depends_on());
        let depends = || queries().map(|query| &self.queries[query as usize]);
        AuraTraits::default()
            .with(AuraTraits::PICKY, auras.iter().any(is_picky))
            .with(AuraTraits::COUNTING, depends().next().is_some())
            .with(AuraTraits::DISCERNING, depends().any(|query| query.is_picky))
            .with(AuraTraits::WATCHFUL, depends().any(|query| query.zone != 0 || query.is_ground))
            .with(AuraTraits::PRICING, auras.iter().any(|&at| self.auras[at as usize].cost != 0))
    }

    /// The things a player chooses between when a card is played.
    fn modes(&self, row: &DefRow, sizes: &Sizes) -> Result<Box<[Mode]>, Refused> {
        let what = &row.id;
        within(&format!("count of choices of '{what}'"), row.modes.len() as i64, 0, MODES as i64)?;
        let read = |mode: &crate::rows::ModeRow| {
            let target = self.target(what, mode.target, sizes)?;
            Ok(Mode { play: index(&format!("program of '{what}'"), mode.play, sizes.ops)?, target })
        };
        row.modes.iter().map(read).collect()
    }

    /// The query of a chosen target.
    fn target(&self, what: &str, row: i64, sizes: &Sizes) -> Result<u16, Refused> {
        let target = index(&format!("target of '{what}'"), row, sizes.queries)?;
        if target != NOTHING && self.queries[target as usize].zone != 0 {
            return refuse(format!("the target of '{what}' is not on the board"));
        }
        Ok(target)
    }

    /// The query of the target that is chosen after the first one. An action names it by its cell, where other cards
    /// have their destination.
    fn second(&self, row: &DefRow, sizes: &Sizes) -> Result<u16, Refused> {
        let second = self.target(&row.id, row.second, sizes)?;
        if second != NOTHING && (row.target < 0 || row.destination != 0 || !row.modes.is_empty()) {
            return refuse(format!("'{}' cannot choose a second target", row.id));
        }
        Ok(second)
    }

    /// The auras of a card, by number.
    fn auras_of(&self, row: &DefRow) -> Result<Box<[u16]>, Refused> {
        let what = &row.id;
        row.auras
            .iter()
            .map(|&at| Ok(within(&format!("aura of '{what}'"), at, 0, self.auras.len() as i64 - 1)? as u16))
            .collect()
    }

    pub(crate) fn read_def(
        &self,
        row: &DefRow,
        copies: Option<u8>,
        sizes: &Sizes,
    ) -> Result<CardDef, Refused> {
        let words = &self.vocabulary;
        let kinds = words.kinds.len() as i64;
        let what = &row.id;
        let abilities: Box<[u16]> = row
            .abilities
            .iter()
            .map(|&at| Ok(within(&format!("ability of '{what}'"), at, 0, sizes.abilities as i64 - 1)? as u16))
            .collect::<Result<_, Refused>>()?;
        let (mut hears_itself, mut hears_others) = (0, 0);
        for &at in &abilities {
            let ability = &self.abilities[at as usize];
            let heard = if ability.is_about_others { &mut hears_others } else { &mut hears_itself };
            *heard |= 1 << ability.moment;
        }
        let (numbers, statuses) = printed_numbers(row)?;
        let target = self.target(what, row.target, sizes)?;
        let auras = self.auras_of(row)?;
        let knows: Box<[DefId]> = row
            .knows
            .iter()
            .map(|&at| {
                Ok(DefId(within(&format!("card known to '{what}'"), at, 1, sizes.defs as i64 - 1)? as u16))
            })
            .collect::<Result<_, Refused>>()?;
        within(&format!("count of cards known to '{what}'"), knows.len() as i64, 0, KNOWN as i64)?;
        Ok(CardDef {
            aura_traits: self.traits(&auras).with(AuraTraits::OWN_COST, row.own_cost.is_some()),
            modes: self.modes(row, sizes)?,
            own_cost: match &row.own_cost {
                None => None,
                Some(cost) => Some((
                    self.counted(&format!("cost of '{what}'"), cost.query, sizes)?,
                    within(&format!("cost of '{what}'"), cost.n, -99, 99)? as i16,
                )),
            },
            has_timer: abilities.iter().any(|&at| self.abilities[at as usize].moment == Moment::Timer as u8),
            kind: within(&format!("kind of '{what}'"), row.kind, 0, kinds - 1)? as u8,
            attack: within(&format!("attack of '{what}'"), row.attack, 0, 9999)? as i16,
            health: within(&format!("health of '{what}'"), row.health, 0, 9999)? as i16,
            cost: within(&format!("cost of '{what}'"), row.cost, 0, 9999)? as i16,
            numbers,
            keywords: mask("card's keyword", row.keywords, words.keywords.len())?,
            statuses,
            tags: mask("card's tag", row.tags, words.tags.len())?,
            play: index(&format!("program of '{what}'"), row.play, sizes.ops)?,
            target,
            second: self.second(row, sizes)?,
            destination: self.destination(row)?,
            collectible: row.collectible,
            copies,
            reserved: if row.reserved.is_empty() {
                DefId::NONE
            } else {
                self.find(&row.reserved).ok_or_else(|| {
                    Refused(format!("'{what}' is reserved to '{}', which does not exist", row.reserved))
                })?
            },
            abilities,
            auras,
            knows,
            hears_itself,
            hears_others,
        })
    }

    /// Which cell, or which line of a relation, its player chooses.
    fn destination(&self, row: &DefRow) -> Result<u8, Refused> {
        let most = OWN_SPACE as i64 + self.vocabulary.relations.len() as i64;
        Ok(within(&format!("destination of '{}'", row.id), row.destination, 0, most)? as u8)
    }

    pub(crate) fn query(&self, row: &QueryRow, defs: usize) -> Result<Query, Refused> {
        let words = &self.vocabulary;
        let base = [Base::Board, Base::Source, Base::Subject, Base::Chosen, Base::It, Base::Destination]
            [within("query's base", row.base, 0, 5)? as usize];
        let kinds = within("query's kinds", row.kinds, 0, (1 << words.kinds.len().min(KINDS)) - 1)? as u8;
        let other = within("query's exclusion", row.other, 0, 3)?;
        let test = self.test(row.attribute, row.compare, row.n)?;
        let damaged = within("query's damage filter", row.damaged, 0, 2)? as u8;
        let query = Query {
            base,
            relation: within("query's relation", row.relation, 0, words.relations.len() as i64)? as u8,
            steps: within("query's steps", row.steps, 0, 99)? as u8,
            place: within("query's place", row.place, 0, words.places.len() as i64)? as u8,
            zone: within("query's zone", row.zone, 0, words.zones.len() as i64)? as u8,
            side: Side::from_number(within("query's side", row.side, 0, 2)? as u8),
            kinds,
            not_source: other & 1 != 0,
            not_chosen: other & 2 != 0,
            damaged,
            test,
            keywords: mask("query's keyword", row.keywords, words.keywords.len())?,
            without: mask("query's keyword", row.without, words.keywords.len())?,
            tags: mask("query's tag", row.tags, words.tags.len())?,
            not_tags: mask("query's tag", row.not_tags, words.tags.len())?,
            any_tags: mask("query's tag", row.any_tags, words.tags.len())?,
            status: within("query's status", row.status, 0, words.statuses.len() as i64)? as u8,
            is_top: within("query's top", row.top, 0, 1)? == 1,
            card: DefId(within("query's card", row.card, 0, defs as i64 - 1)? as u16),
            random: within("query's random number", row.random, 0, 60)? as u8,
            is_picky: damaged != 0
                || test.is_some()
                || row.card != 0
                || row.any_tags != 0
                || row.status != 0
                || row.keywords | row.without | row.tags | row.not_tags != 0,
            is_ground: within("query's ground", row.ground, 0, 1)? == 1,
            area: within("query's area", row.area, 0, words.places.len() as i64)? as u8,
        };
        if query.is_ground && query.base == Base::Board && query.place == 0 && query.area == 0 {
            return refuse("a query for ground names no place".into());
        }
        Ok(query)
    }

    fn test(&self, attribute: i64, compare: i64, n: i64) -> Result<Option<Test>, Refused> {
        let attribute = index("attribute", attribute, self.vocabulary.attributes.len())?;
        let compare = Compare::from_number(within("comparison", compare, 0, 2)? as u8);
        let n = within("compared number", n, -9999, 9999)? as i16;
        Ok((attribute != NOTHING).then_some(Test { attribute: attribute as u8, compare, n }))
    }

    pub(crate) fn pool(&self, row: &PoolRow) -> Result<Vec<DefId>, Refused> {
        let words = &self.vocabulary;
        within("pool's kinds", row.kinds, 0, (1 << words.kinds.len()) - 1)?;
        let test = self.test(row.attribute, row.compare, row.n)?;
        mask("pool's keyword", row.keywords, words.keywords.len())?;
        mask("pool's tag", row.tags | row.not_tags, words.tags.len())?;
        let fits = |def: &CardDef| {
            (row.kinds == 0 || row.kinds >> def.kind & 1 == 1)
                && (def.collectible || !row.collectible)
                && def.keywords & row.keywords == row.keywords
                && def.tags & row.tags == row.tags
                && def.tags & row.not_tags == 0
                && test.is_none_or(|test| test.compare.holds(printed(def, test.attribute), test.n))
        };
        // Definition 0 is the hidden card and belongs to no pool.
        Ok((1..self.defs.len()).filter(|&at| fits(&self.defs[at])).map(|at| DefId(at as u16)).collect())
    }
}

/// The numbers and statuses that a card begins with.
fn printed_numbers(row: &DefRow) -> Result<([i16; NUMBERS], [u8; STATUSES]), Refused> {
    let what = &row.id;
    let mut numbers = [0; NUMBERS];
    within(&format!("count of numbers of '{what}'"), row.numbers.len() as i64, 0, NUMBERS as i64)?;
    for (to, from) in numbers.iter_mut().zip(&row.numbers) {
        *to = within(&format!("number of '{what}'"), *from, -9999, 9999)? as i16;
    }
    let mut statuses = [0; STATUSES];
    within(&format!("count of statuses of '{what}'"), row.statuses.len() as i64, 0, STATUSES as i64)?;
    for (to, from) in statuses.iter_mut().zip(&row.statuses) {
        *to = within(&format!("status of '{what}'"), *from, 0, 99)? as u8;
    }
    Ok((numbers, statuses))
}
