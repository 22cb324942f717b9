"""Every button and command by everybody in every state of a table, generated from what there is."""

from __future__ import annotations

import pytest

from bot.rehearsal.seen import Seen
from bot.show.scene import Phase
from tests.flow.checks import Recorder
from tests.flow.evening import Evening
from tests.flow.matrix import Matrix, nothing_is_kept

HOST, FOLDS, OUT, GONE, ONLOOKER, MANAGER = "Boris", "Eve", "Fay", "Gus", "Hal", "Ann"
OTHERS = ("Carol", "Dana")
SEATED = (HOST, *OTHERS, FOLDS, OUT, GONE)


def people(friends: Evening) -> tuple[str, ...]:
    """Who is on turn, the host or else another player, and one of each other kind."""
    players = [HOST, *OTHERS]
    if friends.tables and friends.table.state.phase is Phase.HAND and friends.on_turn in players:
        players.remove(friends.on_turn)
        players.insert(0, friends.on_turn)
    return (*players[:2], FOLDS, OUT, GONE, ONLOOKER, MANAGER)


async def evening_begun(friends: Evening) -> None:
    """Six at a table, one of whom sits out; nobody is new to the bot."""
    backend, guild = friends.wire.world.backend, friends.wire.world.guild
    for name in (FOLDS, OUT, GONE, ONLOOKER):
        backend.add_member(guild.id, backend.make_user(name.lower(), global_name=name).id)
    await friends.open_table(HOST)
    for name in (ONLOOKER, MANAGER):
        await friends.sit(name)
        await friends.command(name, "table leave")
    await friends.sit(*SEATED)
    await friends.command(OUT, "table sit-out")
    await friends.drawn()
    await friends.rest()
    friends.wire.world.backend.clock.advance(5)


async def next_state(friends: Evening, *labels: str) -> None:
    """One action of who is on turn, for real."""
    before = friends.live.actions
    await friends.act(*labels)
    await friends.drawn()
    await friends.rest()
    assert friends.live.actions == before + 1


async def round_begins(friends: Evening, number: int) -> None:
    """Play on until that betting round."""
    while friends.live.hand.view(None).round < number:
        await next_state(friends, "Check", "Call")


async def test_every_press_in_every_state(
    friends: Evening, recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Answered exactly once, with the right effect or a private sentence; a double tap counts once."""
    await evening_begun(friends)
    matrix = Matrix(friends, recorder, frozenset({MANAGER}))

    async def state(name: str, message: Seen | None = None, **which: bool) -> None:
        with nothing_is_kept(monkeypatch):
            await matrix.run(name, people(friends), message or friends.screen, **which)

    first = friends.screen
    await state("waiting")
    await friends.deal(HOST)
    await friend_leaves_and_another_folds(friends)
    for number in (1, 2, 3, 4):
        await round_begins(friends, number)
        await state(f"round {number}", hand=number in (2, 3))  # the table's own buttons know no round
    await friends.play_out()
    await friends.rest()
    await state("showdown")
    await friends.time_passes(12)
    await friends.dealt()
    await state("an older message", first, commands=False)
    await friends.command(MANAGER, "table pause")
    await next_state(friends, "Check")
    assert "Paused" in friends.screen.text
    await state("paused")
    await friends.command(MANAGER, "table resume")
    await friends.drawn()
    await friends.restart()
    await friends.drawn()
    await friends.rest()
    await state("after a restart")
    await next_state(friends, "Bet")
    while friends.table.state.phase is Phase.HAND:
        await next_state(friends, "Fold")
    await state("won without a showdown", commands=False)
    last = friends.screen
    await friends.command(MANAGER, "table close")
    await friends.rest()
    await state("closed", last)
    assert matrix.cells["changes"] > 250 and matrix.cells["private"] > 1500 and matrix.cells["form"] > 50
    assert matrix.cells["double taps"] > 100


async def friend_leaves_and_another_folds(friends: Evening) -> None:
    """In the first round: one leaves the server and is found out, another folds."""
    world = friends.wire.world
    await next_state(friends, "Bet")
    while (
        friends.sitting(GONE).state != "leaving"
        or friends.live.hand.view(None).seat(friends.sitting(FOLDS).seat).status != "folded"
    ):
        if friends.on_turn == GONE:
            world.backend.remove_member(world.guild.id, world.user(GONE).id)
            await friends.time_passes(47)
            await friends.drawn()
        else:
            await next_state(friends, "Fold" if friends.on_turn == FOLDS else "Raise")
