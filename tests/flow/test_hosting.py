"""What host and managers do: close, kick, pause, hand over; and several tables side by side."""

from __future__ import annotations

from datetime import timedelta

from bot.show.scene import Phase
from bot.store import tables
from tests.flow.evening import CHANNEL, Evening

NAMES = ("Ann", "Boris", "Carol")


async def hand_begun(friends: Evening) -> None:
    """A table that Boris, who manages nothing, has opened, and its first hand."""
    await friends.open_table("Boris")
    await friends.sit(*NAMES)
    await friends.deal()


async def test_closing_in_mid_hand_waits_for_its_end(friends: Evening) -> None:
    """The hand is played and paid, then all stacks go to the wallets and the buttons go."""
    await hand_begun(friends)
    table = friends.table
    assert "when this hand is over" in await friends.command("Boris", "table close")
    while table.state.phase is Phase.HAND:
        await friends.act("Bet", "Call")
    screen = table.screen
    await friends.until(lambda: screen.drawn == screen.wanted)
    assert friends.tables == []
    assert sum([await friends.wallet(name) for name in NAMES]) == 3000
    shown = next(one for one in friends.wire.messages(CHANNEL) if one.id == screen.message_id)
    assert shown.buttons == [] and "Won and lost" in shown.text and "closed" in shown.text
    row = await friends.store.read(lambda tx: tables.get(tx, table.id))
    assert row.state == "closed"


async def test_closing_is_remembered_over_a_restart(friends: Evening) -> None:
    """Asked for in mid-hand, done at its end by another process."""
    await hand_begun(friends)
    await friends.command("Boris", "table close")
    await friends.restart()
    await friends.drawn()
    while friends.tables:
        await friends.act("Check", "Call")
        await friends.rest()
    assert sum([await friends.wallet(name) for name in NAMES]) == 3000


async def test_closing_between_hands_is_at_once(friends: Evening) -> None:
    """Also in the pause after a showdown; the promised hand is void."""
    await hand_begun(friends)
    await friends.play_out()
    assert "closed" in await friends.command("Boris", "table close")
    await friends.rest()
    assert friends.tables == []
    assert sum([await friends.wallet(name) for name in NAMES]) == 3000
    await friends.time_passes(60)
    assert friends.tables == []


async def test_who_is_kicked_in_mid_hand_goes_at_its_end(friends: Evening) -> None:
    """He may play the hand to its end, then his stack goes to his wallet; an ordinary player cannot kick."""
    await hand_begun(friends)
    assert "Only the table's host" in await friends.command("Carol", "table kick", player="Ann")
    kicked = "Carol"
    assert "leaves" in await friends.command("Boris", "table kick", player=kicked)
    acted = set()
    while friends.table.state.phase is Phase.HAND:
        acted.add(friends.on_turn)
        await friends.act("Check", "Call")
    assert kicked in acted
    assert kicked not in friends.stacks()
    assert await friends.wallet(kicked) + sum(friends.stacks().values()) == 1000 - 100 + 300


async def test_a_manager_may_lead_without_a_seat(friends: Evening) -> None:
    """Ann owns the server."""
    await friends.open_table("Boris")
    await friends.sit("Boris", "Carol")
    await friends.deal("Boris")
    assert "paused" in await friends.command("Ann", "table pause")
    await friends.act("Check")
    assert friends.table.state.phase is Phase.PAUSED


async def test_a_pause_stops_play_and_clock(friends: Evening) -> None:
    """After the present turn no press counts and no time runs, then there is a fresh decision time."""
    await hand_begun(friends)
    await friends.command("Boris", "table pause")
    assert "paused when this turn is over" in (await friends.drawn()).text
    screen = friends.screen
    await friends.act("Check")
    refused = await friends.wire.press(
        friends.on_turn, screen, next(b.custom_id for b in screen.buttons if b.label == "Check")
    )
    assert "paused" in refused.text
    await friends.time_passes(20 * 60)
    assert friends.live.actions == 1
    await friends.command("Boris", "table resume")
    assert friends.table.state.deadline == friends.clock.now() + timedelta(seconds=45)
    assert (await friends.act("Check")).kind == "update"


async def test_a_pause_ends_by_itself_after_half_an_hour(friends: Evening) -> None:
    """Nobody can hold a hand for ever; the table says when it goes on."""
    await hand_begun(friends)
    await friends.command("Boris", "table pause")
    await friends.act("Check")
    until = int((friends.clock.now() + timedelta(minutes=30)).timestamp())
    assert f"<t:{until}:R>" in (await friends.drawn()).text
    await friends.time_passes(30 * 60)
    assert friends.table.state.phase is Phase.HAND
    assert friends.table.state.deadline == friends.clock.now() + timedelta(seconds=45)


async def test_who_leaves_in_a_pause_is_not_waited_for_after_it(friends: Evening) -> None:
    """He was on turn; when the table goes on his turn passes at once."""
    await hand_begun(friends)
    leaver = friends.on_turn
    host = "Boris" if leaver != "Boris" else "Ann"
    await friends.command(host, "table pause")
    await friends.act("Check")
    await friends.drawn()
    leaver = friends.on_turn
    await friends.command(leaver, "table leave")
    await friends.command("Ann", "table resume")
    await friends.drawn()
    assert friends.on_turn != leaver and friends.live.actions == 2


async def test_a_pause_between_hands(friends: Evening) -> None:
    """The showdown stays, the next hand waits; then the countdown begins anew."""
    await hand_begun(friends)
    await friends.play_out()
    await friends.command("Boris", "table pause")
    await friends.time_passes(60)
    assert friends.live.number == 1
    await friends.command("Boris", "table resume")
    await friends.time_passes(12)
    await friends.dealt()
    assert friends.live.number == 2


async def test_the_host_hands_the_table_over(friends: Evening) -> None:
    """From then on the other one leads; a host who leaves is followed by the lowest seat."""
    await friends.open_table("Boris")
    await friends.sit("Boris", "Carol", "Dana")
    assert "Dana is the host" in await friends.command("Boris", "table host", player="Dana")
    assert "host Dana" in (await friends.drawn()).text
    assert "Only the table's host" in await friends.command("Boris", "table pause")
    await friends.command("Dana", "table leave")
    assert "host Boris" in (await friends.drawn()).text


async def test_several_tables_stand_side_by_side(friends: Evening) -> None:
    """In one channel, in another and in a thread: each has its number, message and hand."""
    await friends.open_table("Ann")
    await friends.open_table("Boris")
    world = friends.wire.world
    world.backend.create_thread(world.channel("chat").id, "game night", world.user("Carol").id)
    await friends.open_table("Carol", "chat")
    await friends.open_table("Carol", "game night")
    assert [one.state.number for one in friends.tables] == [1, 2, 3, 4]
    first, second, third, fourth = friends.tables
    assert fourth.state.channel_id == world.channel("game night").id
    assert "You sit" in (await friends.wire.slash("Dana", "game night", "table join", chips=50)).text
    assert [one.name for one in fourth.state.sittings.values()] == ["Dana"]
    answer = await friends.wire.slash("Ann", CHANNEL, "table join", chips=100)
    assert "several tables here: 1 and 2" in answer.text
    for name in ("Ann", "Boris"):
        for table in (1, 2):
            text = await friends.command(name, "table join", chips=100, table=table)
            assert "You sit" in text
    assert [len(one.state.sittings) for one in (first, second, third)] == [2, 2, 0]
    assert await friends.wallet("Ann") == 800
    message = next(one for one in friends.wire.messages(CHANNEL) if one.id == second.screen.message_id)
    await friends.wire.click("Boris", message, "Deal")
    await friends.until(lambda: second.state.phase is Phase.HAND)
    await friends.rest()
    assert first.state.phase is Phase.WAITING
    assert "table 2" in friends.cards_sent("Ann", 1)[0].text
    await friends.restart()
    await friends.until(lambda: len(friends.tables) == 4)
    await friends.until(lambda: all(one.screen.drawn == one.screen.wanted for one in friends.tables))
    waits = Phase.WAITING
    assert [one.state.phase for one in friends.tables] == [waits, Phase.HAND, waits, waits]


async def test_a_pause_that_was_asked_for_can_be_taken_back(friends: Evening) -> None:
    """Before the present turn is over nothing has stood still yet; a second wish for it is refused."""
    await hand_begun(friends)
    await friends.command("Boris", "table pause")
    assert "paused already" in await friends.command("Ann", "table pause")
    assert "goes on" in await friends.command("Ann", "table resume")
    await friends.act("Check")
    assert friends.table.state.phase is Phase.HAND
    assert "not paused" in await friends.command("Boris", "table resume")


async def test_the_time_of_the_present_turn_runs_on_before_a_pause(friends: Evening) -> None:
    """Who does not use it is silent, and then the table stands."""
    await hand_begun(friends)
    await friends.command("Boris", "table pause")
    await friends.time_passes(47)
    assert friends.table.state.phase is Phase.PAUSED and friends.live.actions == 1


async def test_a_pause_asked_for_in_the_last_turn_holds_the_next_hand(friends: Evening) -> None:
    """The hand ends by that turn: the showdown stays, no hand is dealt."""
    await hand_begun(friends)
    await friends.act("Bet")
    await friends.act("Fold")
    await friends.command("Boris", "table pause")
    await friends.act("Fold")
    assert friends.table.state.phase is Phase.PAUSED
    await friends.time_passes(60)
    assert friends.live.number == 1 and "Won and lost" in (await friends.drawn()).text
    await friends.command("Boris", "table resume")
    await friends.time_passes(12)
    await friends.dealt()
    assert friends.live.number == 2


async def test_a_pause_lasts_half_an_hour_over_a_restart_too(friends: Evening) -> None:
    """Its time is not begun anew by another process."""
    await hand_begun(friends)
    await friends.command("Boris", "table pause")
    await friends.act("Check")
    await friends.time_passes(20 * 60)
    await friends.restart()
    await friends.drawn()
    await friends.time_passes(9 * 60)
    assert "Paused" in (await friends.drawn()).text
    await friends.time_passes(60)
    assert friends.turn.seats and friends.live.actions == 1
    assert "Paused" not in (await friends.drawn()).text


async def test_a_kick_is_remembered_over_a_restart(friends: Evening) -> None:
    """He plays the hand on, cannot take the kick back, and goes at its end."""
    await hand_begun(friends)
    await friends.command("Boris", "table kick", player="Carol")
    assert "already" in await friends.command("Boris", "table kick", player="Carol")
    await friends.restart()
    assert "leaves after the hand" in (await friends.drawn()).text
    await friends.command("Carol", "table sit-out")
    assert "sent away" in await friends.command("Carol", "table back")
    await friends.play_out()
    assert "Carol" not in friends.stacks()


async def test_a_host_who_is_kicked_is_followed(friends: Evening) -> None:
    """By a manager, between hands: at once."""
    await friends.open_table("Boris")
    await friends.sit("Boris", "Carol")
    await friends.command("Ann", "table kick", player="Boris")
    assert "host Carol" in (await friends.drawn()).text
    assert await friends.wallet("Boris") == 1000
