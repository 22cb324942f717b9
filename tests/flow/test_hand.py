"""A hand of Aces, Straights and Flushes from post to payout, as the players see it."""

from __future__ import annotations

from tests.flow.evening import Evening

NAMES = ("Ann", "Boris", "Carol")


async def test_a_hand_from_post_to_payout(friends: Evening) -> None:
    """Open, sit down, deal, check and call to the showdown: cards go by DM, the pot to the best hand."""
    await friends.open_table("Ann", game="aces")
    await friends.sit(*NAMES)
    await friends.deal("Ann")
    for name in NAMES:
        await friends.wire.until(lambda name=name: "hand 1" in friends.wire.dm(name)[-1].text)  # type: ignore[misc]
    assert "pot 3" in friends.screen.text
    await friends.play_out()
    stacks = {one.name: one.stack for one in friends.table.state.sittings.values()}
    assert sum(stacks.values()) == 300
    assert sorted(stacks.values()) != [100, 100, 100]
    assert "Won and lost" in friends.screen.text
