"""The clock: times as milliseconds, timers on the running loop."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from bot.clock import Clock, SystemClock, from_ms, to_ms
from tests.bot.manual_clock import ManualClock


def test_now_is_aware_and_in_utc() -> None:
    """A time without a zone would be compared wrongly."""
    assert SystemClock().now().utcoffset() == timedelta(0)


@given(st.timedeltas(timedelta(0), timedelta(days=80_000)))
def test_milliseconds_round_trip(since_1970: timedelta) -> None:
    """A time keeps its milliseconds and is never rounded up."""
    when = datetime(1970, 1, 1, tzinfo=UTC) + since_1970
    back = from_ms(to_ms(when))
    assert timedelta(0) <= when - back < timedelta(milliseconds=1)
    assert to_ms(back) == to_ms(when)


async def test_a_timer_in_the_past_fires_soon_but_not_at_once() -> None:
    """Whoever sets a timer has finished his own step before it fires."""
    clock = SystemClock()
    fired: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    clock.call_at(clock.now() - timedelta(hours=1), lambda: fired.set_result("fired"))
    assert not fired.done()
    assert await fired == "fired"


async def test_a_cancelled_timer_never_fires() -> None:
    """Its neighbour that was not cancelled does."""
    clock = SystemClock()
    fired: list[str] = []
    over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    clock.call_at(clock.now(), lambda: fired.append("cancelled")).cancel()
    clock.call_at(clock.now(), lambda: over.set_result(None))
    await over
    await clock.sleep(0)
    assert fired == []


async def test_the_manual_clock_fires_in_the_order_of_time() -> None:
    """Timers see the time they were set for."""
    manual = ManualClock()
    clock: Clock = manual
    start = clock.now()
    seen: list[tuple[str, float]] = []

    def note(name: str) -> None:
        seen.append((name, (clock.now() - start).total_seconds()))

    clock.call_at(start + timedelta(seconds=20), lambda: note("late"))
    clock.call_at(start + timedelta(seconds=10), lambda: note("early"))
    never = clock.call_at(start + timedelta(seconds=15), lambda: note("never"))
    never.cancel()
    sleeper = asyncio.create_task(clock.sleep(12))
    await asyncio.sleep(0)
    await manual.advance(19.9)
    assert seen == [("early", 10.0)]
    assert sleeper.done()
    await manual.advance(0.1)
    assert seen == [("early", 10.0), ("late", 20.0)]
