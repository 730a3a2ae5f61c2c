"""Texts of the small duel with a phrase of their own each, by kind of card."""

from __future__ import annotations

TEXTS = """
minion: After you play a spell, this gets +1/+0.
minion: After your opponent plays a minion, deal 1 damage to it.
minion: After you play a minion, give it Taunt.
minion: After you play a card, draw a card.
minion: After this attacks, draw a card.
minion: After this attacks, freeze the target.
weapon: After your hero attacks, draw a card.
minion: After another friendly minion attacks, it gets +1/+0.
minion: After another friendly minion enters play, give it Taunt.
minion: After a friendly beast enters play, draw a card.
minion: When this kills a minion, this gets +1/+1.
minion: When this kills a minion, summon a copy of the target.
minion: When this kills in combat, this gets +1/+1.
minion: Whenever your hero attacks, this gets +1/+0.
minion: Whenever your hero takes damage, draw a card.
weapon: Whenever your hero is attacked, deal 1 damage to the attacker.
secret: When an enemy minion attacks, return it to its owner's hand.
secret: When an enemy minion attacks, return it to its owner's hand. It costs 2 more.
secret: When a friendly minion dies, summon a copy of it.
secret: When a friendly minion dies, add two Wolves to your hand.
secret: When a friendly minion dies, a random friendly minion gets +3/+2.
secret: When your hero is attacked, deal 2 damage to all enemies.
secret: When your hero is attacked by a minion, destroy the attacker.
secret: When your opponent plays a spell, counter it.
secret: When an enemy minion attacks, counter it.
secret: When your opponent plays a spell, add a copy of it to your hand.
secret: When your opponent plays a minion, deal 4 damage to it.
secret: When your opponent plays a minion, summon a copy of it.
secret: When your opponent plays a spell, summon a Bear and it becomes the new target.
secret: When your hero is attacked, a random friendly minion becomes the new target.
secret: When your hero is attacked, if you control no minions, summon a Bear.
secret: When your hero would take damage, prevent it.
secret: When your hero would take fatal damage, prevent it and give your hero Immune until end of turn.
secret: At the end of your opponent's turn, draw two cards.
secret: At the start of your opponent's turn, if you control no minions, summon a Bear.
minion: Whenever your hero would take damage, this takes it instead.
minion: Whenever your hero would take damage from a minion, this takes it instead.
minion: Whenever another friendly minion would take damage, this takes it instead and draw a card.
minion: Whenever another friendly minion would take fatal damage, prevent it.
minion: Whenever an enemy would be healed, prevent it and deal that much damage to it.
spell: Prevent the next 3 damage to a friendly minion.
spell: Prevent the next 5 damage to your hero until end of turn.
spell: At the start of your next turn, draw two cards.
minion: When played, at the start of your next turn, summon a Wolf.
spell: Draw two cards. At the end of this turn, discard a random card.
spell: Deal 2 damage to a minion. If you played another card this turn, deal 4 damage to it instead.
spell: Draw a card. If your hero has 10 or less health, draw three cards instead.
minion: When played, this gets +1/+1. If you hold a beast, this gets +3/+3 instead.
spell: Choose one: deal 3 damage to a minion; or draw two cards.
spell: Choose one: destroy a damaged minion; or restore 5 health to a minion or hero.
minion: When played, choose one: this gets +2/+0; or this gets +0/+2.
minion: When played, draw a card. Choose one: silence a minion; or deal 2 damage to an enemy.
spell: If you played another card this turn, draw two cards.
minion: When played, if you played another card this turn, deal 2 damage to a minion.
minion: When this dies, if you played another card this turn, draw a card.
spell: If a friendly minion died this turn, draw a card.
minion: When played, if you control another beast, this gets +1/+1.
spell: If your opponent's hero has 15 or less health, draw a card.
minion: When played, if you hold a spell costing 5 or more, draw a card.
spell: If there is a damaged enemy minion, draw two cards.
spell: Deal 1 damage to a minion. If it dies, draw a card.
spell: Deal 1 damage to a minion. If it survives, it gets +2/+0.
minion: When this attacks, deal 1 damage to the target. If the target dies, draw a card.
spell: If your deck holds no two copies of a card, draw two cards.
minion: At the end of your turn, if this is damaged, draw a card.
spell: Draw a card. If it is a minion, it costs 2 less.
spell: Draw a card. If it is a lamp spell, draw a card.
minion: Whenever you play a card, if it is a beast, draw a card.
minion: Whenever you draw a card, it costs 1 less.
minion: Whenever you draw a minion, it gets +1/+1.
minion: Whenever you play a spell, add a copy of it to your hand.
minion: Whenever your opponent plays a minion, summon a copy of it.
spell: Destroy all minions but a random one.
spell: Destroy each minion at a chance of 50%.
spell: Deal 3 damage to each enemy minion at a chance of 50%.
spell: Destroy your opponent's weapon.
spell: Your weapon gets +1/+1.
minion: When played, destroy your weapon and draw a card.
spell: Deal damage equal to the number of cards you have played this turn to a minion.
spell: Deal 1 damage to a minion for each spell you have cast this match.
spell: Restore 2 health to your hero for each friendly minion that died this turn.
spell: Draw a card for each friendly minion that died this match.
minion: When played, this gets +1/+1 for each card you have played this turn.
spell: Restore health equal to the damage your hero took this turn to your hero.
spell: Deal damage equal to your weapon's attack to all enemy minions.
spell: Deal damage equal to your hero's attack to a minion.
spell: Swap the attack and health of a minion.
spell: Swap the attack and health of all minions.
minion: When played, freeze a minion and swap its attack and health.
spell: Double the health of a minion.
minion: Whenever another friendly minion enters play, double its attack.
minion: When played, destroy a friendly minion and this gets its attack and health.
minion: When this is attacked, this gets the attacker's attack and health.
minion: When played, swap health with a minion.
spell: Deal 3 damage split at random among all enemies.
spell: Deal 2-4 damage split at random among all enemy minions.
spell: Deal 2-3 damage, rolled for each, to all enemy minions.
spell: Turn your minions into random ones costing 1 more.
spell: Turn an enemy minion into a random one costing 2 less.
spell: Turn a minion into a random beast.
spell: Turn all minions into random minions costing 3.
minion: When played, this becomes a copy of a minion.
spell: Take control of an enemy minion until end of turn.
spell: Summon a copy of a minion. The copy lasts until end of turn.
spell: Summon two Wolves. They last until your next turn.
spell: Let all enemy minions attack random enemies.
spell: Let a minion attack a random enemy.
spell: Summon a Wolf or a Bear at random.
minion: When this dies, your opponent summons two Wolves or a Bear at random.
spell: Equip a Hook.
minion: When this dies, your opponent equips a Hook.
spell: Equip a random weapon.
spell: Equip a random weapon costing 3 or less.
minion: When played, equip a random weapon from your deck.
spell: Your hero becomes Ash Lord.
minion: When played, your power becomes Spark.
minion: Whenever you play a beast, your power may be used again.
spell: Copy a random card in your opponent's hand into your hand.
spell: Copy two random cards in your opponent's deck into your hand.
spell: Copy all minions in your hand into your deck.
spell: Copy a random spell in your opponent's deck into your hand. It costs exactly 0.
minion: When played, minions in your hand get +1/+1.
spell: A random minion in your hand gets +2/+2.
spell: Two random beasts in your deck get +1/+1.
spell: All minions in your deck get +0/+1.
spell: Draw a card. It gets +1/+1.
spell: Your beasts get +1/+1 wherever they are.
spell: Spells in your hand cost exactly 1.
spell: Draw a card. It costs exactly 1.
spell: Add a random spell to your hand. It costs 2 less.
spell: Return a friendly minion to its owner's hand. It costs 2 less.
spell: Choose one of three random spells and add it to your hand. It costs 1 less.
spell: Look at three random spells in your deck and put one into your hand.
spell: Look at three random cards in your opponent's deck and put a copy of one into your hand.
spell: Draw a random minion.
spell: Draw a random minion. It gets +2/+0.
spell: Draw two random spells costing 3 or less.
minion: When this dies, each player draws a random minion.
spell: Cast two random spells, aimed at random.
spell: Cast a random lamp spell, aimed at random.
minion: When played, your next spell costs 2 less.
spell: Your next minion costs 1 less until end of turn.
spell: Your opponent's next spell costs 3 more.
spell: Your spells cost 1 less until end of turn.
minion: When played, your opponent's spells cost 2 more until your next turn.
minion: This has +2/+0 while you control another beast.
minion: This has +3/+0 while this is damaged.
minion: This has +2/+2 while you control no other minions.
minion: Your other minions have +1/+0 while your hero has 15 or less health.
minion: This has +1/+1 while you control three or more minions.
minion: This has Taunt while you hold a beast.
minion: Your beasts have Charge while there is an enemy minion with Taunt.
minion: This has +2/+0 while you control a weapon.
weapon: Your hero has Immune while your hero has 5 or less health.
minion: This has +1/+0 for each other friendly minion.
minion: This has +1/+1 for each card in your hand.
minion: Your other beasts have +1/+0 for each friendly secret.
minion: This costs 1 less for each friendly minion.
spell: This costs 1 less for each minion in your graveyard. Draw two cards.
weapon: This costs 1 more for each card in your opponent's hand.
minion: The first spell you play each turn costs 2 less.
minion: Your minions cost 2 less, but not less than 1.
minion: Your spells cost 1 less.
spell: Overload 2. Deal 3 damage to an enemy.
spell: Freeze an enemy.
spell: Add a random secret to your hand.
spell: Destroy all enemy secrets.
spell: Summon a random minion from your graveyard.
spell: Put a random minion from your deck into your hand. It costs 1 less.
"""


def listed() -> list[tuple[str, str]]:
    """Kind and text of each."""
    return [tuple(line.split(": ", 1)) for line in TEXTS.strip().splitlines()]  # type: ignore[misc]
