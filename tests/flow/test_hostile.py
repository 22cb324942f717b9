"""Attacks: repeated presses and races; what is left is a sound table."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.cooldowns import Cooldowns
from bot.rehearsal.calls import Fault
from bot.rehearsal.wire import WireDiscord
from bot.show.scene import Phase
from bot.store import Tx, audit, ledger, tables
from bot.tables.people import Person, Refusal
from bot.tables.room import TABLES_PER_SERVER_MOST
from bot.tables.terms import default_terms
from cogs.people import People
from tests.bot.manual_clock import ManualClock
from tests.flow.checks import Recorder
from tests.flow.evening import CHANNEL, Evening

NAMES = ("Ann", "Boris", "Carol")


async def hand_begun(friends: Evening, *names: str, **options: Any) -> None:
    """A table and its first hand."""
    await friends.open_table(**options)
    await friends.sit(*(names or NAMES))
    await friends.deal()


async def stacks_match(friends: Evening) -> None:
    """What the tables believe is what the ledger holds, and the books balance."""

    async def job(tx: Tx) -> list[tuple[str, int, int]]:
        return [
            (one.name, one.stack, await ledger.stack_of(tx, one.sitting_id))
            for table in friends.tables
            for one in table.state.sittings.values()
        ]

    for name, believed, held in await friends.store.read(job):
        assert believed == held, name
    assert (await friends.store.read(audit.check)).clean


def delivered_twice(wire: WireDiscord) -> None:
    """From now on the gateway brings every interaction twice, as after a resume that goes back too far."""

    def again(event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            wire.gateway._publish(event, payload)

    wire.world.backend.subscribers.append(again)


# ---- one interaction, two deliveries


async def test_a_top_up_delivered_twice_brings_its_chips_once(friends: Evening) -> None:
    """Between hands and in one: what stands before the player is what the ledger holds."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    delivered_twice(friends.wire)
    await friends.command("Ann", "table top-up", chips=30)
    await friends.rest()
    assert friends.stacks()["Ann"] == 130
    await stacks_match(friends)
    await friends.deal()
    await friends.command("Ann", "table top-up", chips=7)
    await friends.rest()
    assert friends.sitting("Ann").top_up == 7
    await friends.play_out()
    await stacks_match(friends)


async def test_everything_delivered_twice_is_answered_once(friends: Evening, recorder: Recorder) -> None:
    """Commands, presses, forms: the second delivery does nothing and says nothing."""
    delivered_twice(friends.wire)
    await hand_begun(friends)
    await friends.play_out()
    await friends.press("Boris", "Sit out")
    await friends.command("Carol", "table leave")
    await friends.rest()
    paths = [one.path for one in recorder.requests if one.path.startswith("/interactions/")]
    assert len(paths) == len(set(paths))
    assert not [
        one
        for one in recorder.requests
        if one.path.startswith("/webhooks/") and "earlier time" in str(one.body)
    ]
    await stacks_match(friends)


# ---- races


async def test_top_ups_at_once_stay_within_the_buy_in(friends: Evening) -> None:
    """Each would do alone: together they may not pass the greatest buy-in, between hands or in one."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    most = friends.table.state.terms.buy_in_most
    where = friends.table.state.channel_id

    async def twice(name: str) -> None:
        wish = friends.wire.slash
        await asyncio.gather(*(wish(name, where, "table top-up", chips=most - 100) for _ in range(2)))
        await friends.rest()

    await twice("Ann")
    assert friends.stacks()["Ann"] == most
    await friends.deal()
    await twice("Boris")
    boris = friends.sitting("Boris")
    assert (boris.stack, boris.top_up) == (100, most - 100)


async def test_a_wallet_is_spent_once_at_two_tables(friends: Evening) -> None:
    """Buying in twice at the same instant with chips for one: one seat, and a sentence."""
    await friends.open_table(stake=10)
    await friends.open_table(stake=10)
    wish = friends.wire.slash
    answers = await asyncio.gather(
        *(wish("Boris", CHANNEL, "table join", chips=900, table=number) for number in (1, 2))
    )
    await friends.rest()
    assert sum("You sit" in one.text for one in answers) == 1
    assert sum("need at least" in one.text or "buy-in here" in one.text for one in answers) == 1
    assert await friends.wallet("Boris") == 100


async def test_joining_twice_at_once_takes_one_seat(friends: Evening) -> None:
    """Two commands in flight."""
    await friends.open_table()
    wish = friends.wire.slash
    answers = await asyncio.gather(*(wish("Boris", CHANNEL, "table join", chips=100) for _ in range(2)))
    assert sorted("already" in one.text for one in answers) == [False, True]
    assert friends.stacks() == {"Boris": 100}


async def test_more_time_taken_while_the_clock_asks_counts(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time is over, the bot still asks who is a member: +30 s pressed now is thirty seconds."""
    await hand_begun(friends)
    around, asked = friends.table.desk.around, asyncio.Event()
    name, screen = friends.on_turn, friends.screen

    async def slowly(server_id: int, user_ids: object) -> dict[int, str | None]:
        await asked.wait()
        return {}

    monkeypatch.setattr(around, "names_of", slowly)
    await friends.clock.advance(48)
    answer = await friends.wire.click(name, screen, "+30 s")
    assert answer.kind == "update"
    asked.set()
    await friends.rest()
    assert friends.live.actions == 0 and friends.on_turn == name
    await friends.time_passes(29)
    assert friends.live.actions == 1


async def test_an_outage_while_the_clock_asks_starts_it_afresh(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Gone and back before the answer: nobody loses a turn to a clock that has just begun."""
    await hand_begun(friends)
    around, asked = friends.table.desk.around, asyncio.Event()

    async def slowly(server_id: int, user_ids: object) -> dict[int, str | None]:
        await asked.wait()
        return {}

    monkeypatch.setattr(around, "names_of", slowly)
    await friends.clock.advance(48)
    friends.room.gateway(up=False, of=lambda _: True)
    friends.room.gateway(up=True, of=lambda _: True)
    asked.set()
    await friends.rest()
    assert friends.live.actions == 0


async def test_cards_played_for_before_the_root_is_shown_wait_for_it(
    friends: Evening, recorder: Recorder
) -> None:
    """The root is slow, people play by command meanwhile: no card before it, then the newest ones."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    channel = friends.table.state.channel_id
    slow = Fault("PATCH", f"/channels/{channel}/messages/*", status=None, delay_seconds=0.4)
    friends.wire.faults.append(slow)
    await friends.press("Ann", "Deal")
    await friends.until(lambda: friends.table.state.phase == "hand")
    root = friends.live.roots[0]
    while friends.live.hand.view(None).round < 4:
        await friends.command(friends.on_turn, "check")
    await friends.drawn()
    await friends.rest()
    sent = [str(one.body) for one in recorder.requests]
    shown = min(n for n, body in enumerate(sent) if root in body)
    dms = [
        n
        for n, one in enumerate(recorder.requests)
        if one.message and "hand 1" in str(one.message.get("content"))
    ]
    assert shown < min(dms)
    for name in ("Ann", "Boris"):
        assert friends.cards_sent(name, 1)[-1].text == (await friends.press(name, "My cards")).text


async def test_a_deal_pressed_late_still_takes_the_former_buttons(friends: Evening) -> None:
    """The press was acknowledged before the deal: the former message is changed by an ordinary edit."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    screen = await friends.drawn()
    async with friends.table.lock:
        pressed = asyncio.create_task(friends.wire.press("Ann", screen, screen.button("Deal").custom_id))
        await friends.until(lambda: friends.bot.reporter._timers)
        await friends.rest()
        await friends.clock.advance(2.1)
        assert (await pressed).kind == "deferred_update"
    await friends.dealt()
    await friends.rest()
    assert [one.id for one in friends.live_messages()] == [friends.table.screen.message_id]


async def test_a_table_shown_anew_while_the_next_hand_is_dealt(friends: Evening) -> None:
    """The store and the screen know the same message, whichever was posted first."""
    await hand_begun(friends)
    await friends.play_out()
    channel = friends.table.state.channel_id
    slow = Fault("POST", f"/channels/{channel}/messages", status=None, delay_seconds=0.3)
    friends.wire.faults.append(slow)
    shown = asyncio.create_task(friends.wire.slash("Ann", channel, "table show"))
    await friends.until(lambda: slow.hits)
    await friends.clock.advance(12)
    await shown
    await friends.until(lambda: friends.table.state.phase == "hand" and friends.live.number == 2)
    await friends.drawn()
    await friends.rest()
    row = await friends.store.read(lambda tx: tables.get(tx, friends.table.id))
    assert row.message_id == friends.table.screen.message_id
    assert [one.id for one in friends.live_messages()] == [row.message_id]


async def test_a_server_has_only_so_many_tables_however_fast_they_open(friends: Evening) -> None:
    """Many panels at once: the last ones are refused."""
    world = friends.wire.world
    host = Person(world.guild.id, world.user("Ann").id, "Ann", "en", manager=True)
    game = friends.room.games["aces"]
    terms = default_terms(game, game.options_type())
    opened = await asyncio.gather(
        *(
            friends.room.open(host, world.channel(CHANNEL).id, terms)
            for _ in range(TABLES_PER_SERVER_MOST + 2)
        ),
        return_exceptions=True,
    )
    assert sum(isinstance(one, Refusal) for one in opened) == 2
    assert len(friends.tables) == TABLES_PER_SERVER_MOST
    await friends.rest()


async def test_a_manager_role_taken_away_meanwhile_is_gone(friends: Evening) -> None:
    """Somebody's press has read the old role when it changes: it is not remembered."""
    server_id = friends.wire.world.guild.id
    read, has_read, go_on = friends.store.read, asyncio.Event(), asyncio.Event()

    async def slowly(job: Any) -> Any:
        found = await read(job)
        has_read.set()
        await go_on.wait()
        return replace(found, manager_role_id=77)

    store: Any = SimpleNamespace(read=slowly)
    people = People(store, Cooldowns(ManualClock()), friends.room)
    asked = asyncio.create_task(people._manager_role(server_id))
    await has_read.wait()
    people.note_role(server_id, None)
    go_on.set()
    assert await asked is None and await people._manager_role(server_id) is None


async def test_a_pause_asked_for_in_a_shuffle_that_fails_is_no_pause(friends: Evening) -> None:
    """The hand is void, so there is no turn to wait for: the store knows the table as open too."""
    await friends.open_table()
    await friends.sit(*NAMES)
    channel = friends.table.state.channel_id
    refused = Fault("POST", f"/channels/{channel}/messages", status=403, code=50013, delay_seconds=0.5)
    friends.wire.faults.append(refused)
    await friends.press("Ann", "Deal")
    await friends.until(lambda: refused.hits)
    await friends.command("Ann", "table pause")
    await friends.until(lambda: friends.table.state.phase is Phase.WAITING)
    row = await friends.store.read(lambda tx: tables.get(tx, friends.table.id))
    assert row.state == "open"
    await friends.time_passes(6)


async def test_who_opened_a_table_leads_it_without_a_seat(friends: Evening) -> None:
    """The table names him as its host: he may close it, others may not."""
    await friends.open_table("Boris")
    assert "Only the table's host" in await friends.command("Carol", "table close")
    await friends.restart()
    assert "is closed" in await friends.command("Boris", "table close")
