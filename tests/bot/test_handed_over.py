"""A press that is handed over to a table is answered once and in time, by the screen where that can be."""

from __future__ import annotations

import asyncio

import discord
import pytest
from discord import ui

from bot.answers import answer
from bot.locale import say
from bot.reporter import Reporter
from bot.tables.people import Refusal
from bot.tables.post import Sheet
from tests.bot.fake_press import FakePress, http_error
from tests.bot.manual_clock import ManualClock


async def test_a_press_handed_over_is_answered_by_the_screen(reporter: Reporter, clock: ManualClock) -> None:
    """Also when the screen comes to it after the callback has ended."""
    fake = FakePress()
    view = ui.LayoutView(timeout=None)

    async def work() -> None:
        with reporter.hand_over(fake.press) as carrier:
            asyncio.get_running_loop().call_soon(
                lambda: screens.append(asyncio.ensure_future(carrier.redraw(Sheet(view), None)))
            )

    screens: list[asyncio.Future[None]] = []
    await reporter.run(fake.press, work())
    assert fake.answers == []
    await asyncio.sleep(0)
    await asyncio.gather(*screens)
    await clock.advance(5)
    assert fake.answers == [("update", view)]


async def test_a_press_that_the_screen_never_takes_up_is_acknowledged(
    reporter: Reporter, clock: ManualClock
) -> None:
    """Within the time that Discord gives."""
    fake = FakePress()

    async def work() -> None:
        with reporter.hand_over(fake.press):
            pass

    await reporter.run(fake.press, work())
    await clock.advance(2.1)
    assert fake.answers == [("defer", "")]


async def test_a_screen_at_work_is_not_answered_over(reporter: Reporter, clock: ManualClock) -> None:
    """Its own answer must win: an empty one before it would leave the old picture standing."""
    fake = FakePress()

    async def slow(**how: object) -> None:
        await clock.sleep(2.5)

    fake.response.edit_message = slow  # type: ignore[method-assign]
    with reporter.hand_over(fake.press) as carrier:
        reporter.claim(fake.press)
        drawing = asyncio.create_task(carrier.redraw(Sheet(ui.LayoutView(timeout=None)), None))
    await asyncio.sleep(0)
    await clock.advance(3)
    await drawing
    assert fake.answers == []


async def test_a_screen_does_not_answer_over_a_deferral_under_way(
    reporter: Reporter, clock: ManualClock
) -> None:
    """Discord would refuse its picture, as it does one that has arrived: the screen must edit instead."""
    fake, on_its_way = FakePress(), asyncio.Event()

    async def slow(**how: object) -> None:
        await on_its_way.wait()

    fake.response.defer = slow  # type: ignore[method-assign]
    with reporter.hand_over(fake.press) as carrier:
        reporter.claim(fake.press)
    late = [carrier.is_late]
    await clock.advance(2.1)
    assert [*late, carrier.is_late] == [False, True]
    with pytest.raises(discord.InteractionResponded):
        await carrier.redraw(Sheet(ui.LayoutView(timeout=None)), None)
    on_its_way.set()
    assert fake.answers == []


async def test_a_screen_acknowledges_nothing_that_is_being_deferred(
    reporter: Reporter, clock: ManualClock
) -> None:
    """One answer, not two: what the screen gives up has its own under way."""
    fake, on_its_way, begun = FakePress(), asyncio.Event(), list[str]()

    async def slow(**how: object) -> None:
        begun.append("defer")
        await on_its_way.wait()

    fake.response.defer = slow  # type: ignore[method-assign]
    with reporter.hand_over(fake.press) as carrier:
        reporter.claim(fake.press)
    await clock.advance(2.1)
    await asyncio.sleep(0)
    acknowledging = asyncio.create_task(carrier.acknowledge())
    await asyncio.sleep(0)
    on_its_way.set()
    await acknowledging
    assert begun == ["defer"]


@pytest.mark.parametrize("error", [OSError("disk full"), Refusal(say("Not now."))])
async def test_a_fault_behind_a_slow_screen_is_told_in_time(
    reporter: Reporter, clock: ManualClock, error: Exception
) -> None:
    """The table has the press and does not come to it: it is deferred, and the text stands behind that."""
    fake = FakePress()

    async def work() -> None:
        with reporter.hand_over(fake.press) as carrier:
            carrier.taken = True
            raise error

    running = asyncio.create_task(reporter.run(fake.press, work()))
    await asyncio.sleep(0)
    await clock.advance(2.1)
    await asyncio.wait({running}, timeout=1)
    assert [kind for kind, _ in fake.answers] == ["defer", "followup"]


async def test_a_refusal_after_handing_over_is_the_answer(reporter: Reporter) -> None:
    """A press that the table did not take comes back."""
    fake = FakePress()

    async def work() -> None:
        with reporter.hand_over(fake.press):
            raise Refusal(say("It is Ann's turn."))

    await reporter.run(fake.press, work())
    assert fake.answers == [("message", "It is Ann's turn.")]


async def test_a_fault_after_handing_over_is_told_at_once(reporter: Reporter) -> None:
    """Nobody else would answer it."""
    fake = FakePress()

    async def work() -> None:
        with reporter.hand_over(fake.press):
            raise OSError("disk full")

    await reporter.run(fake.press, work())
    ((kind, text),) = fake.answers
    assert kind == "message" and "Something went wrong" in str(text)


async def test_a_text_behind_a_redrawing_waits_for_it(reporter: Reporter) -> None:
    """Discord takes no follow-up before the first answer."""
    fake = FakePress()
    view = ui.LayoutView(timeout=None)

    async def work() -> None:
        with reporter.hand_over(fake.press) as carrier:
            carrier.taken = True
        drawing = asyncio.create_task(carrier.redraw(Sheet(view), None))
        await answer(fake.press, say("And by the way."))
        await drawing

    await reporter.run(fake.press, work())
    assert fake.answers == [("update", view), ("followup", "And by the way.")]


async def test_a_text_behind_a_redrawing_that_was_refused_waits_for_the_acknowledgement(
    reporter: Reporter,
) -> None:
    """Nothing was answered yet for it to stand behind."""
    fake = FakePress()

    async def work() -> None:
        with reporter.hand_over(fake.press) as carrier:
            carrier.taken = True
        fake.fails_with = http_error(404, 10008)
        telling = asyncio.create_task(answer(fake.press, say("And by the way.")))
        with pytest.raises(discord.HTTPException) as refused:
            await carrier.redraw(Sheet(ui.LayoutView(timeout=None)), None)
        fake.fails_with = None
        await asyncio.sleep(0)
        await carrier.give_up(refused.value)
        await telling

    await reporter.run(fake.press, work())
    assert fake.answers == [("defer", ""), ("followup", "And by the way.")]
