"""A hand of Aces, Straights and Flushes from post to payout, as the players see it."""

from __future__ import annotations

from tests.flow.evening import Evening

NAMES = ("Ann", "Boris", "Carol")


async def test_a_hand_from_post_to_payout(friends: Evening) -> None:
    """Open, sit down, deal, check and call to the showdown: cards go by DM, the pot to the best hand."""
    await friends.open_table("Ann", game="aces")
    await friends.sit(*NAMES)
    await friends.deal("Ann")
    assert all(len(friends.cards_sent(name, 1)) == 1 for name in NAMES)
    assert "pot 3" in friends.screen.text
    await friends.play_out()
    stacks = friends.stacks()
    assert sum(stacks.values()) == 300
    assert sorted(stacks.values()) != [100, 100, 100]
    assert "Won and lost" in friends.screen.text
