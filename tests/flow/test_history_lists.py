"""Lists of hands, what they offer to choose from, and who may see a hand at all."""

from __future__ import annotations

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.history.archive import Archive
from bot.tables.people import Person, Refusal
from tests.flow.evening import CHANNEL, Evening
from tests.flow.test_history import asked

ELSEWHERE = "chat"


async def two_hands(friends: Evening) -> None:
    """Ann and Boris play two hands, the second without a bet."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    await friends.deal()
    await friends.play_out("Bet", "Call")
    await friends.press("Ann", "Deal now")
    if friends.table.state.phase == "pause":
        await friends.press("Boris", "Deal now")
    await friends.dealt()
    await friends.play_out("Check")
    await friends.rest()


async def test_hands_are_listed_newest_or_biggest_first(friends: Evening) -> None:
    """With table, number, game and pot; narrowed to a table or a player, as the title says."""
    await two_hands(friends)
    newest = (await asked(friends, "Carol", "hand list")).text
    assert newest.index("**hand 2**") < newest.index("**hand 1**") and "pot 2" in newest
    biggest = (await asked(friends, "Carol", "hand list", biggest=True)).text
    assert biggest.index("**hand 1**") < biggest.index("**hand 2**")
    of_ann = (await asked(friends, "Carol", "hand list", player="ann", table=1)).text
    assert "**The last hands · table 1 · Ann**" in of_ann and "**hand 2**" in of_ann
    assert "/hand show number:2 table:1" in of_ann
    await friends.command("Carol", "me")
    nobody = (await asked(friends, "Carol", "hand list", player="Dana")).text
    assert "Choose a player from the list" in nobody
    assert "There was no night 3 here." in (await asked(friends, "Ann", "hand list", night=3)).text


async def test_tables_and_players_are_offered_while_typing(friends: Evening) -> None:
    """Those that there are, by number and name."""
    await two_hands(friends)
    offered = await friends.wire.autocomplete("Carol", CHANNEL, "hand list", "table", "")
    assert [(one["name"], one["value"]) for one in offered] == [("table 1 · Aces, Straights and Flushes", 1)]
    offered = await friends.wire.autocomplete("Carol", CHANNEL, "hand list", "player", "bo")
    assert [one["name"] for one in offered] == ["Boris"]
    assert await friends.wire.autocomplete("Carol", CHANNEL, "hand list", "night", "") == []
    listed = await asked(friends, "Carol", "hand list", player=offered[0]["value"])
    assert "**The last hands · Boris**" in listed.text


async def test_no_hand_of_another_server_can_be_read(friends: Evening) -> None:
    """Neither by its id nor by numbers, nor in a list or in the counts."""
    await two_hands(friends)
    archive = Archive(friends.room.desk)
    guild = friends.wire.world.guild.id
    stranger = Person(guild + 1, friends.wire.world.user("Ann").id, "Ann", "en", manager=True)
    channel = friends.wire.world.channel(CHANNEL).id
    hand_id = friends.live.hand_id
    with pytest.raises(Refusal, match="no such hand"):
        await archive.open(stranger, hand_id)
    with pytest.raises(Refusal, match="No table was ever"):
        await archive.find(stranger, channel, 1, None)
    with pytest.raises(Refusal, match="There was no table"):
        await archive.find(stranger, channel, 1, 1)
    own = await archive.wanted(Person(guild, 1, "Ann", "en", manager=False), 1, None, "Ann", False)
    listed = await archive.page(stranger, own, 1)
    assert not listed.rows and listed.table_number is None and listed.player_name is None
    assert (await archive.trust(stranger)).counts.played == 0


async def test_hands_of_a_channel_that_somebody_cannot_see_are_not_his(friends: Evening) -> None:
    """Unless he played in them; whoever sees the channel sees them from anywhere."""
    await two_hands(friends)
    shown = await asked(friends, "Carol", "hand show", where=ELSEWHERE, table=1)
    assert "step 1 of" in shown.text
    await hide(friends)
    refused = await asked(friends, "Carol", "hand show", where=ELSEWHERE, table=1)
    assert "a channel that you cannot see" in refused.text
    shown = await asked(friends, "Boris", "hand show", where=ELSEWHERE, table=1)
    assert "step 1 of" in shown.text


async def hide(friends: Evening) -> None:
    """Nobody but managers sees the table's channel any more."""
    world = friends.wire.world
    view = discord.Permissions(view_channel=True).value
    nobody = Overwrite(world.guild.id, OverwriteType.ROLE, deny=view)
    the_bot = Overwrite(world.backend.bot_user.id, OverwriteType.MEMBER, allow=view)
    world.backend.edit_channel(friends.table.state.channel_id, {}, overwrites=[nobody, the_bot])
    await friends.rest()
