"""A deal that the game's own rules do not allow."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.people import Person
from bot.tables.terms import default_terms
from engine.games import game
from tests.flow.evening import Evening


async def test_c1_3_blinds_that_nobody_can_post_are_refused_and_the_table_waits(friends: Evening) -> None:
    """Two players with one boot each cannot post one and two; bigger stacks can."""
    teen_patti = game("teen_patti")
    options = teen_patti.options_type.from_mapping({"ante": "blinds"})
    terms = replace(default_terms(teen_patti, options), buy_in_least=1)
    world = friends.wire.world
    host = Person(world.guild.id, world.user("Ann").id, "Ann")
    await friends.room.open(host, world.channel("card-room").id, terms)
    await friends.sit("Ann", "Boris", chips=1)
    answer = await friends.press("Ann", "Deal")
    assert "A hand needs 2 who do not sit out" in answer.text
    assert friends.table.state.phase == "waiting"
    await friends.sit("Carol", "Dana", chips=50)
    await friends.deal("Carol")
    assert friends.table.state.phase == "hand"
