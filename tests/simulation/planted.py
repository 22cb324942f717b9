"""Faults planted in the bot, one after the other: does the simulation find each?

``python -m tests.simulation.planted`` prints for every fault in which seed and at which step it was found,
and by what. The exit code is 1 where one was not.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import random
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from unittest import mock

import discord

from bot.buttons import Play
from bot.show.cards import card_text
from bot.show.pictures import sketch
from bot.show.scene import Scene
from bot.store import Store, Tx, ledger
from bot.tables import album as albums
from bot.tables import timing
from bot.tables.album import Album, Page
from bot.tables.hidden import Mailbox
from bot.tables.people import Person
from bot.tables.post import Sheet
from bot.tables.room import Room
from bot.tables.screen import Carrier, Screen
from bot.tables.table import Table
from cogs.taps import Taps
from engine import payments, pots
from engine.game import Seat, SeatView
from engine.pots import Claim, Payment, Stake
from engine.seka import svara
from tests.simulation.evening import CLUB, QUIET_EVERY, Outcome, play
from tests.simulation.planted_around import PLANTED_AROUND, Patches

SEEDS_MOST: Final = 30
# Evenings of every kind but the quiet ones and those that are given to what goes on around the tables.
BUSY = [seed for seed in range(2 * SEEDS_MOST) if seed % QUIET_EVERY not in (0, CLUB)]
CLUBS = range(CLUB, QUIET_EVERY * SEEDS_MOST, QUIET_EVERY)
QUIET = range(16, 16 + QUIET_EVERY * SEEDS_MOST, QUIET_EVERY)  # for what only many hands bring about


def a_lost_commit() -> Patches:
    """Now and then a job is done, and its result handed out, but nothing of it is kept."""
    write, dice = Store.write, random.Random(1)

    class Undone(Exception):
        pass

    async def lossy(store: Store, job: Callable[[Tx], Awaitable[Any]]) -> Any:
        if dice.random() > 0.1:
            return await write(store, job)
        found: list[Any] = []

        async def undone(tx: Tx) -> None:
            found.append(await job(tx))
            raise Undone

        with contextlib.suppress(Undone):
            await write(store, undone)
        return found[0]

    yield Store, "write", lossy


def a_double_press_counted_twice() -> Patches:
    """A press counts on whatever turn the player has when it is looked at, as often as it comes."""
    act = Table.act

    async def at_any_turn(table: Table, person: Person, play: Play, *rest: Any, **named: Any) -> None:
        live = table.state.live
        turn = live.hand.turn if live is not None else None
        await act(table, person, replace(play, turn=turn.number) if turn else play, *rest, **named)

    async def always(taps: Taps, interaction: object, work: Callable[[], Awaitable[None]]) -> None:
        await work()

    yield Table, "act", at_any_turn
    yield Taps, "once", always


def an_odd_chip_dropped() -> Patches:
    """Who shares a pot gets equal shares, and nobody gets the rest."""

    def even(amount: int, winners: Sequence[Seat]) -> tuple[tuple[Seat, int], ...]:
        return tuple((seat, amount // len(winners)) for seat in winners)

    yield pots, "split", even
    yield svara, "split", even


def an_odd_chip_to_the_wrong_one() -> Patches:
    """The odd chip goes to the last of the winners instead of the first."""
    split = pots.split

    def reversed_(amount: int, winners: Sequence[Seat]) -> tuple[tuple[Seat, int], ...]:
        return tuple(reversed(split(amount, tuple(reversed(winners)))))

    yield pots, "split", reversed_
    yield svara, "split", reversed_


def a_side_pot_with_a_wrong_claimant() -> Patches:
    """Every hand that is still in contests every pot."""
    stakes = pots.stakes

    def everybody(payments: Sequence[Payment], claims: Sequence[Claim]) -> tuple[Stake, ...]:
        seats = tuple(claim.seat for claim in claims)
        return tuple(Stake(one.amount, seats) for one in stakes(payments, claims))

    yield payments, "stakes", everybody


def a_card_leaked_in_alt_text() -> Patches:
    """A picture beside the table whose description, in words, names a card that nobody has seen."""
    sheet = Album.sheet

    def leaky(album: Album, *scene: Any) -> Sheet:
        made, live = sheet(album, *scene), album._table.state.live
        if live is not None and live.hand.decks:
            gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery(id=999)
            gallery.add_item(
                media="https://example.org/hand.png", description=_in_words(live.hand.decks[0][0])
            )
            made.view.add_item(gallery)
        return made

    yield Album, "sheet", leaky


def a_card_drawn_in_a_picture() -> Patches:
    """Pictures of a table show the first hidden card of each seat, and their words do not tell."""
    page, told = Album._page, sketch.alt_text

    def leaky(album: Album, scene: Scene) -> Page | None:
        live = album._table.state.live
        if live is None or scene.view is None or live.hand.result is not None:
            return page(album, scene)

        def opened(one: SeatView) -> SeatView:
            assert live is not None
            known = live.hand.view(one.seat).seat(one.seat).cards
            return replace(one, cards=(*known[:1], *one.cards[1:]))

        def untold(drawn: sketch.Sketch, locale: str) -> str:
            if isinstance(drawn, sketch.TableSketch):
                drawn = replace(drawn, seats=tuple(replace(one, cards=()) for one in drawn.seats))
            return told(drawn, locale)

        view = replace(scene.view, seats=tuple(map(opened, scene.view.seats)))
        with mock.patch.object(albums, "alt_text", untold):
            return page(album, replace(scene, view=view))

    yield Album, "_page", leaky


def _in_words(card: int) -> str:
    return f"dealt: rank {card_text(card)[:-1]} of suit number {'♣♦♥♠'.index(card_text(card)[-1])}"  # type: ignore[arg-type]


def a_card_sent_to_the_wrong_player() -> Patches:
    """Now and then a direct message goes to who got one before."""
    channel, dice = Mailbox.channel, random.Random(2)

    async def mixed_up(mailbox: Mailbox, player_id: int, user_id: int) -> int:
        others = [one for player, one in mailbox._channels.items() if player != player_id]
        found = await channel(mailbox, player_id, user_id)
        return dice.choice(others) if others and dice.random() < 0.3 else found

    yield Mailbox, "channel", mixed_up


def a_timer_lost_at_restart() -> Patches:
    """After a restart a table goes on, but its clock does not."""
    bring_back, start = Room._bring_back, timing.TurnClock.start

    async def without_clock(room: Room, found: Any) -> int:
        with mock.patch.object(timing.TurnClock, "start", lambda clock: None):
            return await bring_back(room, found)

    assert start is timing.TurnClock.start
    yield Room, "_bring_back", without_clock


def a_clock_that_never_goes_on() -> Patches:
    """Clocks stand still while the gateway is away, and ever after."""
    gateway = timing.TurnClock.gateway

    def down_only(clock: timing.TurnClock, *, up: bool) -> None:
        if not up:
            gateway(clock, up=False)

    yield timing.TurnClock, "gateway", down_only


def an_answer_out_of_order() -> Patches:
    """Whatever has been drawn, an older state too, is taken for the newest."""
    drawn = Screen._drawn

    def newest(screen: Screen, version: int) -> None:
        drawn(screen, screen.wanted)

    yield Screen, "_drawn", newest


def a_kick_that_loses_the_stack() -> Patches:
    """Who gets up leaves his chips to the house."""

    async def lost(tx: Tx, sitting_id: int, key: str) -> None:
        chips = await ledger.stack_of(tx, sitting_id)
        stack = await ledger.stack_account(tx, sitting_id)
        server_id = await tx.value("SELECT server_id FROM sittings WHERE sitting_id = ?", sitting_id)
        house = await ledger.house_of(tx, server_id)
        if chips:
            await ledger.transfer(
                tx, debit=stack, credit=house, amount=chips, reason=ledger.CASH_OUT, key=key
            )

    yield ledger, "cash_out", lost


def a_press_never_answered() -> Patches:
    """A press that another one has overtaken is forgotten."""

    async def forgotten(carrier: Carrier) -> None:
        return

    yield Carrier, "acknowledge", forgotten


def a_task_left_behind() -> Patches:
    """The end of a process forgets what its tables are at."""

    async def stop(table: Table) -> None:
        table.clock.stop()
        table.spawn(_for_ever())

    yield Table, "stop", stop


async def _for_ever() -> None:
    await asyncio.Event().wait()


PLANTED: Final[dict[Callable[[], Patches], Sequence[int]]] = {
    a_lost_commit: BUSY,
    a_double_press_counted_twice: BUSY,
    an_odd_chip_dropped: QUIET,
    an_odd_chip_to_the_wrong_one: QUIET,
    a_side_pot_with_a_wrong_claimant: QUIET,
    a_card_leaked_in_alt_text: BUSY,
    a_card_drawn_in_a_picture: CLUBS,
    a_card_sent_to_the_wrong_player: BUSY,
    a_timer_lost_at_restart: BUSY,
    a_clock_that_never_goes_on: BUSY,
    an_answer_out_of_order: BUSY,
    a_kick_that_loses_the_stack: BUSY,
    a_press_never_answered: BUSY,
    a_task_left_behind: BUSY,
    **dict.fromkeys(PLANTED_AROUND, CLUBS),
}


@dataclass(frozen=True, slots=True)
class Found:
    """How a planted fault was found, after how many evenings."""

    evenings: int
    outcome: Outcome


def find(fault: Callable[[], Patches]) -> Found | None:
    """Play evenings with that fault until one goes wrong; None where none does."""
    with contextlib.ExitStack() as patches:
        for owner, name, instead in fault():
            patches.enter_context(mock.patch.object(owner, name, instead))
        for number, seed in enumerate(PLANTED[fault], 1):
            with contextlib.redirect_stdout(io.StringIO()):  # what the bot tells who has started it
                outcome = play(seed)
            if outcome.problem is not None:
                return Found(number, outcome)
    return None


def main() -> int:
    """All of them, or those that are named."""
    wanted = sys.argv[1:]
    missed = 0
    for fault in PLANTED:
        name = fault.__name__.replace("_", " ")
        if wanted and fault.__name__ not in wanted:
            continue
        found = find(fault)
        if found is None:
            missed += 1
            print(f"{name}: NOT FOUND in {SEEDS_MOST} seeds", flush=True)
        else:
            outcome = found.outcome
            problem = (outcome.problem or "").split("\n")[0]
            print(
                f"{name}: in evening {found.evenings}, seed {outcome.seed}, step {outcome.steps}: {problem}",
                flush=True,
            )
    return min(missed, 1)


if __name__ == "__main__":
    sys.exit(main())
