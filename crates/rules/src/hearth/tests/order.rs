//! The order in which things happen in Hearth, and the mechanisms that cards use.

use cardwright_effects::worth;

use super::*;

/// A minion that logs when a moment comes that is about others.
fn witness(cards: &mut Cards, id: &str, heard: &[(Moment, i64)]) {
    let abilities: Vec<i64> =
        heard.iter().map(|&(moment, number)| cards.ability(moment, 1, &log(number))).collect();
    cards.card(id, OF_MINION, [1, 9], json!({"abilities": abilities}));
}

#[test]
fn a_play_goes_from_the_card_to_what_comes_after_it() {
    let mut table = table(|cards| {
        let heard = [(Moment::Played, 1), (Moment::Entered, 2), (Moment::Died, 4), (Moment::Settled, 6)];
        let heard: Vec<_> = heard.into_iter().chain([(Moment::Resolved, 7)]).collect();
        witness(cards, "witness", &heard);
        let dies = cards.ability(Moment::Died, 0, &log(5));
        cards.card("frail", OF_MINION, [1, 1], json!({"abilities": [dies]}));
        let others = cards.query(json!({"kinds": 1, "other": 1}));
        let cry = cards.program(&[&hit(others, 1)[..], &log(3)].concat());
        cards.card("crier", OF_MINION, [1, 1], json!({"play": cry}));
    });
    put(&mut table, 0, "witness");
    put(&mut table, 0, "frail");
    table.told();
    let told = play(&mut table, "crier", &[(AT, 2)]);
    // The card, the arrival, the battlecry, deaths by arrival of who hears of them, then what comes after.
    assert_eq!(logged(&told), [1, 2, 3, 4, 5, 6, 7]);
    let place = |wanted: fn(&What) -> bool| told.iter().position(wanted).expect("it was told");
    let entered = place(|what| matches!(what, What::Entered { .. }));
    assert!(entered < place(|what| matches!(what, What::Gained { resource: 8, .. })));
}

#[test]
fn an_attack_goes_from_its_declaration_to_what_comes_after_it() {
    let mut table = table(|cards| {
        witness(cards, "witness", &[(Moment::Attacks, 1), (Moment::Dealt, 2), (Moment::Died, 3)]);
        let dies = cards.ability(Moment::Died, 0, &log(4));
        cards.card("frail", OF_MINION, [1, 1], json!({"abilities": [dies]}));
        let fought = cards.ability(Moment::Fought, 0, &log(5));
        cards.card("fighter", OF_MINION, [2, 3], json!({"abilities": [fought]}));
    });
    put(&mut table, 0, "witness");
    let (fighter, frail) = (put(&mut table, 0, "fighter"), put(&mut table, 1, "frail"));
    table.told();
    let told = act(&mut table, attack(fighter, frail));
    // Both blows are heard of; then those who hear of the death speak by arrival, who fell among them; then the
    // attacker.
    assert_eq!(logged(&told), [1, 2, 2, 3, 4, 5]);
}

#[test]
fn an_attacker_that_falls_before_its_blow_does_not_strike() {
    let mut table = table(|cards| {
        let subject = cards.query(json!({"base": 2}));
        let trap = cards.ability(Moment::Attacks, 1, &hit(subject, 9));
        cards.card("mine", OF_MINION, [0, 9], json!({"abilities": [trap]}));
    });
    put(&mut table, 1, "mine");
    let three = put(&mut table, 0, "three");
    act(&mut table, attack(three, THEIRS));
    assert_eq!((health(&table, THEIRS), row_of(&table, 0).len()), (30, 0));
}

/// A secret that logs a number when its player's opponent plays a spell.
fn secret(cards: &mut Cards, id: &str, ops: &[[i64; 5]]) {
    let spells = cards.query(json!({"kinds": 1 << SPELL}));
    let once = [&[op(Spend, [0; 4])][..], ops].concat();
    let heard = cards.ability(Moment::Played, 1, &once);
    for (key, value) in [("side", json!(2)), ("turn", json!(2)), ("query", json!(spells))] {
        cards.set_ability(heard, key, value);
    }
    cards.card(id, SECRET as i64, [0, 1], json!({"abilities": [heard]}));
}

#[test]
fn secrets_come_to_light_once_in_order_and_only_in_the_opponents_turn() {
    let mut table = table(|cards| {
        secret(cards, "first", &log(1));
        secret(cards, "second", &log(2));
    });
    for id in ["second", "first"] {
        bring(&mut table, 1, id, Cell::NONE).expect("there is room");
        bring(&mut table, 0, id, Cell::NONE).expect("there is room");
    }
    table.told();
    let told = play(&mut table, "bolt", &[(TARGET, THEIRS.0)]);
    assert_eq!(logged(&told), [2, 1], "by arrival, and only those of the opponent");
    assert_eq!(told.iter().filter(|what| matches!(what, What::Unveiled { .. })).count(), 2);
    assert_eq!(table.state.kind[SECRET] & table.state.side[1], PieceSet::EMPTY);
    assert_eq!((table.state.kind[SECRET] & table.state.side[0]).len(), 2);
    assert_eq!(logged(&play(&mut table, "bolt", &[(TARGET, THEIRS.0)])), [0i16; 0]);
}

#[test]
fn a_spell_that_is_countered_is_spent() {
    let mut table = table(|cards| {
        secret(cards, "ward", &[op(Counter, [0; 4])]);
        witness(cards, "witness", &[(Moment::Resolved, 1)]);
    });
    put(&mut table, 0, "witness");
    bring(&mut table, 1, "ward", Cell::NONE).expect("there is room");
    table.told();
    let told = play(&mut table, "bolt", &[(TARGET, THEIRS.0)]);
    assert_eq!((health(&table, THEIRS), logged(&told)), (30, vec![]));
    assert_eq!((table.state.resource(Seat(0), MANA), table.state.zone_len(Seat(0), GRAVEYARD)), (9, 1));
    let told = play(&mut table, "bolt", &[(TARGET, THEIRS.0)]);
    assert_eq!((health(&table, THEIRS), logged(&told)), (27, vec![1]));
}

#[test]
fn the_opponent_sees_that_there_is_a_secret_but_not_which() {
    let mut table = plain();
    play(&mut table, "trap", &[]);
    let view = |seat| *play::view(&table.game, &table.state, Seat(seat)).state();
    let secret = table.state.kind[SECRET].first();
    assert_eq!(view(0).piece(secret).def, table.def("trap"));
    assert_eq!((view(1).kind[SECRET].len(), view(1).piece(secret).def), (1, DefId::HIDDEN));
    let weighed = worth::evaluate(&table.game, &view(1), Seat(0));
    assert_eq!(
        weighed,
        worth::evaluate(&table.game, &table.state, Seat(0)),
        "a secret is worth the same face down"
    );
}

#[test]
fn fatal_damage_is_what_armour_and_health_cannot_bear() {
    let mut table = table(|cards| {
        let heroes = cards.query(json!({"kinds": 2, "side": 1}));
        let saves = cards.ability(Moment::Struck, 1, &[op(Spend, [0; 4])]);
        for (key, value) in
            [("query", json!(heroes)), ("turn", json!(2)), ("replaces", json!(1)), ("fatal", json!(true))]
        {
            cards.set_ability(saves, key, value);
        }
        cards.card("block", SECRET as i64, [0, 1], json!({"abilities": [saves]}));
    });
    bring(&mut table, 1, "block", Cell::NONE).expect("there is room");
    table.state.piece_mut(THEIRS).damage = 28;
    *table.state.resource_mut(Seat(1), ARMOUR) = 2;
    play(&mut table, "bolt", &[(TARGET, THEIRS.0)]);
    assert_eq!(
        (health(&table, THEIRS), table.state.kind[SECRET].len()),
        (1, 1),
        "2 armour and 1 health are lost"
    );
    play(&mut table, "bolt", &[(TARGET, THEIRS.0)]);
    assert_eq!((health(&table, THEIRS), table.state.kind[SECRET].len()), (1, 0));
    play(&mut table, "bolt", &[(TARGET, THEIRS.0)]);
    assert_eq!(Hearth::outcome(&table.state, Seat(0)), Some(Outcome::Won));
}

#[test]
fn who_goes_over_to_a_full_row_is_destroyed() {
    let mut table = table(|cards| {
        let chosen = cards.query(json!({"base": 3}));
        let minions = cards.query(json!({"kinds": 1}));
        let take = cards.program(&[op(Select, [0, 0, 0, chosen]), op(Control, [0; 4])]);
        cards.card("charm", OF_SPELL, [0, 0], json!({"play": take, "target": minions}));
    });
    let (two, three) = (put(&mut table, 1, "two"), put(&mut table, 1, "three"));
    for _ in 0..6 {
        put(&mut table, 0, "one");
    }
    play(&mut table, "charm", &[(TARGET, two.0)]);
    assert_eq!((row_of(&table, 0).last(), row_of(&table, 1)), (Some(&"two"), vec!["three"]));
    let charm = holding(&mut table, "charm", &[(TARGET, three.0)]);
    assert_eq!(refused(&table, charm), "you have seven minions");
    table.cast(0, "charm", three);
    assert_eq!((row_of(&table, 0).len(), row_of(&table, 1).len()), (7, 0));
    assert_eq!(table.state.zone_len(Seat(1), GRAVEYARD), 1);
}

#[test]
fn a_card_with_options_is_listed_with_the_targets_of_each() {
    let mut table = table(|cards| {
        let chosen = cards.query(json!({"base": 3}));
        let minions = cards.query(json!({"kinds": 1, "side": 2}));
        let (sting, gain) = (cards.program(&hit(chosen, 2)), cards.program(&log(7)));
        let modes = json!([
            {"play": sting, "target": minions, "destination": 0},
            {"play": gain, "target": -1, "destination": 0},
        ]);
        cards.card("druid", OF_MINION, [1, 1], json!({"modes": modes}));
        cards.card("paths", OF_SPELL, [0, 0], json!({"modes": modes}));
    });
    let mode = play::MODE;
    let count = |table: &Table, action: Action| {
        let legal = Legal::of(&table.game, &table.state, Seat(0));
        let mut found = Vec::new();
        legal.each(&table.game, &table.state, |listed| {
            if (listed.verb, listed.source) == (PLAY, action.source) {
                found.push((listed.choices[mode as usize], listed.choices[TARGET as usize]));
            }
        });
        found
    };
    let spell = holding(&mut table, "paths", &[]);
    assert_eq!(
        count(&table, spell),
        [(1, NO_CHOICE)],
        "without a target an option of a spell cannot be chosen"
    );
    let minion = holding(&mut table, "druid", &[]);
    assert_eq!(count(&table, minion), [(0, NO_CHOICE), (1, NO_CHOICE)], "a minion's option is lost");
    let (two, three) = (put(&mut table, 1, "two"), put(&mut table, 1, "three"));
    put(&mut table, 0, "one");
    assert_eq!(count(&table, spell), [(0, two.0), (0, three.0), (1, NO_CHOICE)]);
    let all = [(0, two.0), (0, three.0), (0, two.0), (0, three.0), (1, NO_CHOICE), (1, NO_CHOICE)];
    assert_eq!(count(&table, minion), all, "left or right of the other minion");
    assert_eq!(refused(&table, spell), "it has options: say which one");
    let legal = Legal::of(&table.game, &table.state, Seat(0));
    assert!((0..legal.len()).all(|n| legal.nth(&table.game, &table.state, n).is_some()));
    assert_eq!(logged(&act(&mut table, spell.with(mode, 1))), [7]);
    let minion = Action { source: minion.source - 1, ..minion };
    act(&mut table, minion.with(AT, 0).with(mode, 0).with(TARGET, two.0));
    assert_eq!((row_of(&table, 0), row_of(&table, 1)), (vec!["druid", "one"], vec!["three"]));
}

#[test]
fn the_old_weapon_breaks_after_the_text_of_the_new_one() {
    let mut table = table(|cards| {
        let dies = cards.ability(Moment::Died, 0, &log(2));
        cards.card("old", WEAPON as i64, [1, 1], json!({"abilities": [dies]}));
        let cry = cards.program(&log(1));
        cards.card("new", WEAPON as i64, [2, 2], json!({"play": cry}));
    });
    play(&mut table, "old", &[]);
    assert_eq!(logged(&play(&mut table, "new", &[])), [1, 2]);
    assert_eq!(table.state.piece(MINE).attack_now(), 2);
}

#[test]
fn a_hero_strikes_with_what_its_weapon_has_now() {
    let mut table = table(|cards| {
        let weapons = cards.query(json!({"kinds": 1 << WEAPON, "side": 1}));
        let aura = cards.aura(weapons, 2, 0);
        cards.card("smith", OF_MINION, [1, 3], json!({"auras": [aura]}));
        let hone = [op(Select, [0, 0, 0, weapons]), op(Const, [0, 1, 0, 0]), op(Buff, [0, 1, 1, 0])];
        let hone = cards.program(&hone);
        cards.card("whetstone", OF_SPELL, [0, 0], json!({"play": hone}));
    });
    play(&mut table, "axe", &[]);
    play(&mut table, "whetstone", &[]);
    let axe = weapon(&table.state, Seat(0));
    assert_eq!((table.state.piece(MINE).attack_now(), health(&table, axe)), (4, 3));
    play(&mut table, "smith", &[(AT, 0)]);
    assert_eq!(table.state.piece(MINE).attack_now(), 6);
    let smith = table.state.on(Cell(0)).first();
    table.act(|cx| cx.doom(smith));
    assert_eq!(table.state.piece(MINE).attack_now(), 4);
    table.act(|cx| cx.doom(axe));
    assert_eq!(table.state.piece(MINE).attack_now(), 0);
}

#[test]
fn a_new_hero_brings_its_power_and_a_new_power_can_be_used_at_once() {
    let mut table = table(|cards| {
        let gain = cards.program(&log(4));
        let pray = cards.card("pray", POWER_CARD as i64, [0, 0], json!({"cost": 1, "play": gain}));
        let giant =
            cards.card("giant", HERO as i64, [0, 15], json!({"knows": [pray.0], "collectible": false}));
        let become_giant = cards.program(&[op(ReplaceHero, [0, 0, 0, giant.0 as i64])]);
        cards.card("rite", OF_SPELL, [0, 0], json!({"play": become_giant}));
        let learn = cards.program(&[op(Learn, [0, 0, 0, pray.0 as i64])]);
        cards.card("book", OF_SPELL, [0, 0], json!({"play": learn}));
        let again = cards.program(&[op(Own, [1, 0, 0, 0])]);
        cards.card("zeal", OF_SPELL, [0, 0], json!({"play": again}));
    });
    let power = Action::new(Seat(0), USE_POWER, 0);
    play(&mut table, "axe", &[]);
    act(&mut table, power.with(TARGET, THEIRS.0));
    table.state.piece_mut(MINE).damage = 20;
    table.state.piece_mut(MINE).statuses[FROZEN] = 1;
    play(&mut table, "rite", &[]);
    assert_eq!((health(&table, MINE), table.state.piece(MINE).attack_now()), (15, 3));
    assert_eq!(logged(&act(&mut table, power)), [4]);
    act(&mut table, attack(MINE, THEIRS));
    assert_eq!(refused(&table, power), "the hero power was used this turn");
    play(&mut table, "zeal", &[]);
    act(&mut table, power);
    end(&mut table);
    table.give(1, HAND, &["book"]);
    let place = table.state.zone_len(Seat(1), HAND) as u8 - 1;
    let theirs = Action::new(Seat(1), USE_POWER, 0);
    act(&mut table, theirs.with(TARGET, MINE.0));
    act(&mut table, Action::new(Seat(1), PLAY, place));
    assert_eq!(logged(&act(&mut table, theirs)), [4]);
}

#[test]
fn a_transformed_minion_keeps_its_place_and_is_new() {
    let mut table = plain();
    put(&mut table, 0, "one");
    let two = put(&mut table, 0, "two");
    put(&mut table, 0, "three");
    table.state.piece_mut(two).damage = 1;
    let wall = table.def("wall");
    table.act(|cx| cx.transform(two, wall));
    assert_eq!((row_of(&table, 0), health(&table, two)), (vec!["one", "wall", "three"], 6));
    assert_eq!(refused(&table, attack(two, THEIRS)), "it arrived this turn");
}

#[test]
fn silence_takes_keywords_statuses_and_charge() {
    let mut table = plain();
    let sage = put(&mut table, 0, "sage");
    table.state.piece_mut(sage).statuses[FROZEN] = 1;
    play(&mut table, "racer", &[(AT, 1)]);
    let racer = table.state.on(Cell(1)).first();
    table.act(|cx| cx.dispel(sage));
    table.act(|cx| cx.dispel(racer));
    assert_eq!(refused(&table, attack(racer, THEIRS)), "it arrived this turn");
    act(&mut table, attack(sage, THEIRS));
    play(&mut table, "bolt", &[(TARGET, THEIRS.0)]);
    assert_eq!(health(&table, THEIRS), 30 - 1 - 3);
}

#[test]
fn a_spell_lies_in_the_graveyard_when_it_is_done() {
    let mut table = table(|cards| {
        let grave = cards.query(json!({"zone": 3, "side": 1}));
        let count = [op(Count, [0, 1, 0, grave]), op(Scale, [0, 1, 10, 0]), op(Gain, [1, 8, 0, 0])];
        let count = cards.program(&count);
        cards.card("elegy", OF_SPELL, [0, 0], json!({"play": count}));
    });
    assert_eq!(logged(&play(&mut table, "elegy", &[])), [10], "it does not count itself");
    assert_eq!(logged(&play(&mut table, "elegy", &[])), [11]);
}

#[test]
fn the_worth_of_a_position_is_the_same_from_both_sides() {
    let mut table = plain();
    for (seat, id) in [(0, "wall"), (0, "storm"), (1, "sage"), (1, "leech")] {
        put(&mut table, seat, id);
    }
    play(&mut table, "axe", &[]);
    let worth = |seat| worth::evaluate(&table.game, &table.state, Seat(seat));
    assert_eq!(worth(0), -worth(1));
    assert_ne!(worth(0), 0);
}

#[test]
fn value_weighs_every_feature() {
    let weights: Vec<f64> = Hearth::WEIGHTS.iter().map(|(_, weight)| *weight).collect();
    let appraise = |table: &Table| Hearth::appraise(&table.game, &table.state, Seat(0), &weights);
    let base = appraise(&plain());
    let after = |change: &dyn Fn(&mut Table)| {
        let mut table = plain();
        change(&mut table);
        appraise(&table) - base
    };
    let with = |seat: u8, id: &'static str| {
        after(&move |table| {
            put(table, seat, id);
        })
    };
    assert_eq!(with(0, "three"), 7.0);
    assert_eq!(with(1, "three"), -7.0);
    for (id, more) in [("wall", 2.0), ("shade", 1.0), ("knight", 1.5), ("sprite", 1.5), ("storm", 1.5)] {
        let printed = plain();
        let def = printed.game.def(printed.def(id));
        assert_eq!(with(0, id), (1 + def.attack + def.health) as f64 + more, "{id}");
    }
    assert_eq!(with(0, "sage"), 5.0 + 2.0);
    assert_eq!(after(&|table| table.state.piece_mut(THEIRS).damage = 5), 5.0);
    assert_eq!(after(&|table| *table.state.resource_mut(Seat(0), ARMOUR) = 4), 4.0);
    assert_eq!(after(&|table| table.give(0, HAND, &["one"])), 3.0);
    for (id, worth) in [("axe", 3.0), ("trap", 4.0)] {
        assert_eq!(after(&|table| assert!(bring(table, 0, id, Cell::NONE).is_some())), worth);
    }
    assert_eq!(after(&|table| table.state.piece_mut(MINE).damage = 16), -16.0 - 10.0, "threatened");
    let near_death = |table: &mut Table| {
        table.state.piece_mut(MINE).damage = 27;
        put(table, 1, "three");
    };
    assert_eq!(after(&near_death), -27.0 - 7.0 - 40.0, "in danger");
    assert!(after(&|table| table.state.piece_mut(THEIRS).damage = 30) > 1e5);
    assert!(after(&|table| table.state.piece_mut(MINE).damage = 30) < -1e5);
}

#[test]
fn random_matches_keep_rows_closed_and_end() {
    let mut ended = 0;
    for seed in 0..60 {
        let mut table = plain();
        table.dice = Dice::sampled(seed, "match");
        let cards = ["one", "three", "wall", "shade", "knight", "snake", "leech", "sprite", "storm", "racer"];
        let more = ["guest", "ogre", "stone", "sage", "eel", "axe", "fang", "trap", "snare", "bolt"];
        let deck: Vec<DefId> = cards.iter().chain(&more).map(|id| table.def(id)).collect();
        let setup = Setup {
            decks: vec![vec![deck.clone()], vec![deck]],
            heroes: vec![table.def("hero"); 2],
            ..Setup::default()
        };
        table.state = play::begin(&table.game, &setup, &mut table.dice, None);
        let mut dice = Dice::sampled(seed, "player");
        for _ in 0..2000 {
            let Some(seat) = Hearth::to_act(&table.state).next() else { break };
            let legal = Legal::of(&table.game, &table.state, seat);
            let action = legal.nth(&table.game, &table.state, dice.below(legal.len())).expect("it is listed");
            assert!(legal.contains(&table.game, &table.state, &action));
            table.apply(action);
            for seat in 0..2 {
                row_of(&table, seat);
                let held = &table.state.seats[seat as usize].resources;
                assert!(held[MANA] >= 0 && held[POWER] >= 0 && held[ARMOUR] >= 0);
                assert!((table.state.kind[WEAPON] & table.state.side[seat as usize]).len() <= 1);
            }
            for id in table.state.kind[MINION] {
                assert!(table.state.on(table.state.piece(id).cell).has(id));
            }
        }
        assert!(table.state.is_over, "seed {seed}");
        ended += table.state.lost.any() as u32;
    }
    assert!(ended < 60, "eight turns are seldom enough");
}

#[test]
fn a_random_position_has_the_card_in_hand() {
    let table = plain();
    let mut dice = Dice::sampled(1, "position");
    for id in ["bolt", "three", "axe", "trap"] {
        let state = (0..20).find_map(|_| Hearth::random_position(&table.game, table.def(id), &mut dice));
        let state = state.expect("a position can be made");
        let seat = state.active.first();
        assert_eq!(state.card(state.zone(seat, HAND)[0]).def, table.def(id));
        Hearth::check_position(&table.game, &state).expect("the position is sound");
    }
}

#[test]
fn a_text_that_brings_minions_needs_a_free_place() {
    let mut table = table(|cards| {
        let token = cards.card("token", OF_MINION, [1, 1], json!({}));
        let call = [op(Const, [0, 1, 0, 0]), op(Summon, [1, 0, 0, token.0 as i64])];
        let call = cards.program(&call);
        cards.card("horn", OF_SPELL, [0, 0], json!({"play": call}));
        let muster = cards.card("muster", POWER_CARD as i64, [0, 0], json!({"cost": 0, "play": call}));
        cards.card("marshal", HERO as i64, [0, 30], json!({"knows": [muster.0]}));
    });
    table.state.extra.powers[0] = table.def("muster");
    for _ in 0..6 {
        put(&mut table, 0, "one");
    }
    play(&mut table, "horn", &[]);
    let horn = holding(&mut table, "horn", &[]);
    assert_eq!(refused(&table, horn), "you have seven minions");
    assert_eq!(refused(&table, Action::new(Seat(0), USE_POWER, 0)), "you have seven minions");
}

#[test]
fn a_text_with_lifesteal_heals_whose_text_it_is() {
    let mut table = table(|cards| {
        cards.card("leech", OF_SPELL, [0, 0], json!({"keywords": LIFESTEAL}));
    });
    let foe = Seat(1);
    table.state.piece_mut(hero(foe)).damage = 5;
    let leech = table.def("leech");
    // It is the turn of the other player.
    assert!(!table.state.active.has(foe));
    table.act(|cx| {
        let frame = Frame::program(0, foe, PieceId::NONE);
        cx.caused_by(Cause { card: leech, ..Cause::NONE }, |cx| {
            cx.deal(Hit::by_text(&frame, hero(Seat(0)), 3));
        });
    });
    assert_eq!(table.state.piece(hero(foe)).damage, 2);
    assert_eq!(table.state.piece(hero(Seat(0))).damage, 3);
}
