"""People come and go: who has left the server, new names, the waiting list, and one player at two tables."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.rehearsal.seen import Seen
from bot.show.scene import Phase
from bot.store import hands, players, tables, waiting
from bot.tables import around
from bot.tables.terms import write_settings
from tests.flow.evening import CHANNEL, Evening

NAMES = ("Ann", "Boris", "Carol")


async def hand_begun(friends: Evening, host: str = "Boris") -> None:
    """A table and its first hand, with somebody other than Ann, who owns the server, on turn."""
    await friends.open_table(host)
    await friends.sit(*NAMES)
    await friends.deal(host)
    if friends.on_turn == "Ann":
        await friends.act("Check")
        await friends.drawn()


def leaves(friends: Evening, name: str, *, banned: bool = False) -> None:
    """Somebody is no member of the server any more."""
    world = friends.wire.world
    if banned:
        world.backend.apply_ban(world.guild.id, world.user(name).id, None)
    else:
        world.backend.remove_member(world.guild.id, world.user(name).id)


def renames(friends: Evening, name: str, nick: str) -> None:
    """Somebody takes another name on this server."""
    world = friends.wire.world
    world.guild.members[world.user(name).id].nick = nick


async def actions(friends: Evening) -> list[hands.ActionRow]:
    """What is stored of the hand on the table."""
    return await friends.store.read(lambda tx: hands.actions(tx, friends.live.hand_id))


# ---- who has left the server


@pytest.mark.parametrize("banned", [False, True])
async def test_who_left_the_server_is_folded_when_his_clock_runs_out(friends: Evening, banned: bool) -> None:
    """His turns pass as silence at once, without a miss; his stack goes to his wallet at the end."""
    await hand_begun(friends)
    gone = friends.on_turn
    leaves(friends, gone, banned=banned)
    await friends.time_passes(47)
    assert friends.on_turn != gone
    assert f"Left the server, and so the table: {gone}" in (await friends.drawn()).text
    sitting = friends.sitting(gone)
    assert (sitting.state, sitting.misses) == ("leaving", 0)
    await friends.act("Bet")
    while friends.table.state.phase is Phase.HAND:
        assert friends.on_turn != gone
        await friends.act("Call", "Check")
    sources = {one.source for one in await actions(friends) if one.seat == sitting.seat}
    assert sources == {"absent"}
    assert gone not in friends.stacks() and await friends.wallet(gone) == 1000 - 1


async def test_who_left_the_server_is_not_dealt_in(friends: Evening) -> None:
    """He is found before the next hand; the table says so while that hand lasts."""
    await hand_begun(friends)
    await friends.play_out()
    stack = friends.stacks()["Carol"]
    leaves(friends, "Carol")
    await friends.time_passes(12)
    await friends.dealt()
    assert [one.name for one in friends.live.dealt] == ["Ann", "Boris"]
    assert await friends.wallet("Carol") == 900 + stack
    assert "Left the server" in friends.screen.text
    await friends.act("Check")
    assert "Left the server" in (await friends.drawn()).text
    await friends.play_out()
    await friends.time_passes(12)
    await friends.dealt()
    assert "Left the server" not in friends.screen.text


async def test_a_hand_that_only_one_is_left_for_is_not_dealt(friends: Evening) -> None:
    """The others have left the server in the pause: the table waits for players."""
    await hand_begun(friends)
    await friends.play_out()
    leaves(friends, "Carol")
    leaves(friends, "Boris")
    await friends.time_passes(12)
    assert friends.table.state.phase is Phase.WAITING and list(friends.stacks()) == ["Ann"]


async def test_who_left_before_the_first_deal(friends: Evening) -> None:
    """Also the Deal button asks first."""
    await friends.open_table()
    await friends.sit(*NAMES)
    leaves(friends, "Boris")
    await friends.deal()
    assert [one.name for one in friends.live.dealt] == ["Ann", "Carol"]
    assert await friends.wallet("Boris") == 1000


async def test_no_answer_counts_as_present(friends: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord is silent: after a bounded time the hand is dealt to all, and a clock counts as it does."""
    monkeypatch.setattr(around, "ASK_SECONDS_MAX", 0.02)
    monkeypatch.setattr(friends.wire.gateway, "_members", lambda _: None)
    await hand_begun(friends)
    gone = friends.on_turn
    leaves(friends, gone)
    await friends.time_passes(47)
    assert friends.sitting(gone).misses == 1
    world = friends.wire.world
    world.backend.add_member(world.guild.id, world.user(gone).id)
    await friends.play_out()
    await friends.time_passes(12)
    await friends.dealt()
    assert [one.name for one in friends.live.dealt] == list(NAMES)


async def test_members_are_not_asked_for_without_end(friends: Evening) -> None:
    """Discord takes so many frames a minute: beyond that everybody counts as present."""
    server, asked = friends.wire.world.guild.id, friends.wire.world.user("Ann").id
    desk = friends.room.desk.around
    for _ in range(around.ASKS_PER_MINUTE_MOST):
        assert await desk.names_of(server, [asked]) == {asked: "Ann"}
    assert await desk.names_of(server, [asked]) == {}
    await friends.clock.advance(60)
    assert await desk.names_of(server, [asked, 5]) == {asked: "Ann", 5: None}


async def test_a_host_who_left_the_server_is_followed_by_the_next_player(friends: Evening) -> None:
    """Whether he had a seat or not."""
    await hand_begun(friends, "Boris")
    await friends.play_out()
    leaves(friends, "Boris")
    await friends.time_passes(12)
    await friends.dealt()
    assert friends.table.state.host_name() == "Ann"
    await friends.play_out()
    await friends.command("Ann", "table host", player="Carol")
    await friends.command("Ann", "table close")
    await friends.rest()
    await friends.open_table("Dana")
    await friends.sit("Ann", "Carol")
    leaves(friends, "Dana")
    await friends.deal()
    await friends.play_out()
    assert friends.table.state.host_name() == "Ann"
    assert "paused" in await friends.command("Ann", "table pause")


# ---- names and languages


async def test_a_new_name_is_shown_at_the_next_press(friends: Evening) -> None:
    """Also at one that changes nothing; it is remembered."""
    await hand_begun(friends)
    renames(friends, "Carol", "Caroline")
    await friends.press("Carol", "My cards")
    assert "Caroline" in (await friends.drawn()).text
    await friends.rest()
    server, user = friends.wire.world.guild.id, friends.wire.world.user("Carol").id
    row = await friends.store.read(lambda tx: players.by_user(tx, server, user))
    assert row is not None and row.name == "Caroline"


async def test_a_new_name_is_shown_at_the_next_hand(friends: Evening) -> None:
    """Without a press of his."""
    await hand_begun(friends)
    renames(friends, "Carol", "Caroline")
    await friends.play_out("Fold", "Check")
    await friends.time_passes(12)
    await friends.dealt()
    assert "Caroline" in friends.screen.text


# ---- the waiting list


async def full_table(friends: Evening, seats: int = 2) -> None:
    """A table with so many seats, all taken."""
    await friends.open_table()
    await friends.sit(*NAMES[:seats])
    state = friends.table.state
    state.terms = terms = replace(state.terms, seats_most=seats)
    options = terms.options.to_mapping()
    await friends.store.write(
        lambda tx: tables.set_game(tx, state.table_id, state.game.key, options, write_settings(terms))
    )


async def waits(friends: Evening, name: str) -> str:
    """Join, then Wait for a seat; what he reads."""
    panel = await friends.press(name, "Join")
    answer = await friends.wire.click(name, panel.private[0], "Wait for a seat")
    await friends.drawn()
    return answer.text


async def takes_seat(friends: Evening, name: str, line: Seen) -> None:
    """Join on the line that asks him, and the form behind it."""
    form = await friends.wire.click(name, line, "Join")
    answer = await friends.wire.submit(name, form, {form.fields[0].custom_id: "100"})
    await friends.until(lambda: answer.private)
    await friends.rest()


def asked(friends: Evening) -> Seen | None:
    """The line that offers a seat."""
    lines = [one for one in friends.wire.messages(CHANNEL) if "is free for you" in one.text]
    assert len(lines) <= 1
    return lines[0] if lines else None


async def test_a_full_table_offers_its_list(friends: Evening) -> None:
    """Privately, with a button; the names stand on the table in order, and one can leave the list."""
    await full_table(friends)
    assert "place 1" in await waits(friends, "Carol")
    assert "place 2" in await waits(friends, "Dana")
    assert "Waiting for a seat: Carol and Dana" in (await friends.drawn()).text
    again = await friends.press("Dana", "Join")
    assert "at place 2" in again.text
    left = await friends.wire.click("Dana", again.private[0], "Stop waiting")
    assert "not wait" in left.text and "Waiting for a seat: Carol" in (await friends.drawn()).text
    assert "not wait" in await friends.command("Carol", "table leave")
    assert "Waiting" not in (await friends.drawn()).text
    assert asked(friends) is None


async def test_who_has_too_few_chips_cannot_wait(friends: Evening) -> None:
    """He is told at once what he needs, not when the seat is free."""
    await full_table(friends)
    await friends.command("Ann", "bank correct", member="Carol", chips=-980, reason="for a test")
    panel = await friends.press("Carol", "Join")
    refused = await friends.wire.click("Carol", panel.private[0], "Wait for a seat")
    assert "need at least 50" in refused.text and not friends.table.state.waiting


async def test_a_free_seat_is_offered_to_the_first_who_waits(friends: Evening) -> None:
    """One line that mentions him alone; nobody else can take the seat; the line goes when he sits down."""
    await full_table(friends)
    await waits(friends, "Carol")
    await waits(friends, "Dana")
    await friends.command("Boris", "table leave")
    line = await friends.until(lambda: asked(friends))
    assert line.pinged_user_ids == (friends.wire.world.user("Carol").id,)
    assert "kept for Carol" in (await friends.press("Boris", "Join")).text
    assert "at place 2" in (await friends.press("Dana", "Join")).text
    await takes_seat(friends, "Carol", line)
    assert asked(friends) is None and set(friends.stacks()) == {"Ann", "Carol"}
    assert "Waiting for a seat: Dana" in (await friends.drawn()).text


async def test_who_does_not_answer_loses_his_place(friends: Evening) -> None:
    """After a minute the next one is asked; who says that he waits no more is passed over at once."""
    backend, guild = friends.wire.world.backend, friends.wire.world.guild
    backend.add_member(guild.id, backend.make_user("emil", global_name="Emil").id)
    await full_table(friends)
    for name in ("Carol", "Dana", "Emil"):
        await waits(friends, name)
    await friends.command("Boris", "table leave")
    await friends.until(lambda: asked(friends))
    await friends.rest()
    await friends.time_passes(60)
    line = await friends.until(lambda: asked(friends))
    assert line.pinged_user_ids == (friends.wire.world.user("Dana").id,)
    await friends.rest()
    await friends.wire.click("Dana", line, "Stop waiting")
    await friends.rest()
    line = await friends.until(lambda: asked(friends))
    assert line.pinged_user_ids == (friends.wire.world.user("Emil").id,)
    assert [one.name for one in friends.table.state.waiting] == ["Emil"]


async def test_a_seat_that_is_free_after_a_hand_is_offered(friends: Evening) -> None:
    """Somebody leaves in mid-hand: the one who waits is dealt into a later hand."""
    await full_table(friends, 3)
    await waits(friends, "Dana")
    await friends.deal()
    await friends.command("Carol", "table leave")
    await friends.play_out()
    await friends.time_passes(12)
    await friends.dealt()
    line = await friends.until(lambda: asked(friends))
    await takes_seat(friends, "Dana", line)
    await friends.play_out()
    await friends.time_passes(12)
    await friends.dealt()
    assert [one.name for one in friends.live.dealt] == ["Ann", "Boris", "Dana"]


async def test_the_list_is_kept_over_a_restart(friends: Evening) -> None:
    """Who was asked is asked anew, by one line; his time is fresh."""
    await full_table(friends)
    await waits(friends, "Dana")
    await waits(friends, "Carol")
    await friends.command("Boris", "table leave")
    before = await friends.until(lambda: asked(friends))
    await friends.rest()
    await friends.clock.advance(50)
    await friends.restart()
    await friends.until(lambda: (line := asked(friends)) is not None and line.id != before.id)
    await friends.rest()
    await friends.time_passes(50)
    line = asked(friends)
    assert line is not None and line.pinged_user_ids == (friends.wire.world.user("Dana").id,)
    assert [one.name for one in friends.table.state.waiting] == ["Dana", "Carol"]


async def test_the_list_goes_with_its_table(friends: Evening) -> None:
    """Closing empties it, the line included."""
    await full_table(friends)
    await waits(friends, "Carol")
    await friends.command("Boris", "table leave")
    await friends.until(lambda: asked(friends))
    await friends.rest()
    table_id = friends.table.id
    await friends.command("Ann", "table close")
    await friends.rest()
    assert asked(friends) is None
    assert await friends.store.read(lambda tx: waiting.of_table(tx, table_id)) == []


async def test_the_list_waits_while_the_gateway_is_down(friends: Evening) -> None:
    """His press could not arrive: his time begins anew."""
    await full_table(friends)
    await waits(friends, "Carol")
    await friends.command("Boris", "table leave")
    await friends.until(lambda: asked(friends))
    await friends.rest()
    await friends.wire.gateway.cut()
    await friends.until(lambda: friends.table.clock.stands)
    await friends.time_passes(70)
    friends.wire.gateway.restore()
    await friends.wire.until(lambda: friends.wire.gateway.connected)
    assert [one.name for one in friends.table.state.waiting] == ["Carol"]


# ---- two tables and one player


@pytest.mark.parametrize("other", [CHANNEL, "chat"])
async def test_one_player_at_two_tables(friends: Evening, other: str) -> None:
    """Two hands at once, in one channel or in two: each press counts at its own table."""
    await friends.open_table("Ann")
    await friends.open_table("Boris", other)
    first, second = friends.tables
    for table in (first, second):
        for name in ("Ann", "Boris"):
            where, number = table.state.channel_id, table.state.number
            typed = asyncio.create_task(
                friends.wire.slash(name, where, "table join", chips=100, table=number)
            )
            await friends.until(typed.done)
            await friends.until(lambda typed=typed: typed.result().text)  # type: ignore[misc]
    for table in (first, second):
        await friends.until(lambda table=table: table.screen.drawn == table.screen.wanted)  # type: ignore[misc]
        shown = next(
            m for m in friends.wire.messages(table.state.channel_id) if m.id == table.screen.message_id
        )
        await friends.wire.click("Ann", shown, "Deal")
        await friends.until(lambda table=table: table.state.phase is Phase.HAND)  # type: ignore[misc]
    await friends.rest()
    assert await friends.wallet("Ann") == 800
    for table in (first, second):
        live = table.state.live
        assert live is not None and live.hand.turn is not None
        sitting = live.sitting(live.hand.turn.seats[0])
        assert sitting is not None
        shown = next(
            m for m in friends.wire.messages(table.state.channel_id) if m.id == table.screen.message_id
        )
        await friends.wire.click(sitting.name, shown, "Check")
        await friends.rest()
        assert table.state.live is not None and table.state.live.actions == 1
    sent = [one.text for one in friends.wire.dm("Ann") if "hand 1" in one.text]
    assert len(sent) == 2 and any("table 1" in t for t in sent) and any("table 2" in t for t in sent)
