"""Double taps count once and are quiet."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.locale import say
from bot.tables.people import Refusal
from cogs.taps import Taps
from tests.bot.fake_press import FakePress
from tests.bot.manual_clock import ManualClock

NOW = ManualClock().now()


class Work:
    """Counts how often it is done; refuses while ``refuses``."""

    def __init__(self) -> None:
        self.done = 0
        self.refuses = False

    async def __call__(self) -> None:
        if self.refuses:
            raise Refusal(say("No."))
        self.done += 1


async def _tap(taps: Taps, work: Work, after_seconds: float, **press: object) -> FakePress:
    fake = FakePress(at=NOW + timedelta(seconds=after_seconds), **press)  # type: ignore[arg-type]
    await taps.once(fake.press, work)
    return fake


async def test_the_second_tap_within_two_seconds_is_acknowledged_empty() -> None:
    """By the times at which they were made, not at which they arrived."""
    taps, work = Taps(), Work()
    await _tap(taps, work, 0)
    second = await _tap(taps, work, 2)
    assert work.done == 1
    assert second.answers == [("defer", "")]


async def test_a_later_press_is_a_new_wish() -> None:
    """Its table may refuse it, with a sentence."""
    taps, work = Taps(), Work()
    await _tap(taps, work, 0)
    await _tap(taps, work, 2.1)
    assert work.done == 2


async def test_other_people_and_other_buttons_are_no_double_taps() -> None:
    """Only the same person's same button is."""
    taps, work = Taps(), Work()
    await _tap(taps, work, 0)
    await _tap(taps, work, 0.1, user_id=8)
    await _tap(taps, work, 0.2, custom_id="p:1:1:1:call:2")
    assert work.done == 3


async def test_a_refused_press_does_not_count() -> None:
    """Whoever was too early may press again at once."""
    taps, work = Taps(), Work()
    work.refuses = True
    with pytest.raises(Refusal):
        await _tap(taps, work, 0)
    work.refuses = False
    await _tap(taps, work, 0.5)
    assert work.done == 1


async def test_another_choice_of_a_menu_is_no_double_tap() -> None:
    """The same one is."""
    taps, work = Taps(), Work()
    for value in ("2", "3", "3"):
        fake = FakePress(at=NOW)
        assert fake.press.data is not None
        fake.press.data["values"] = [value]  # type: ignore[typeddict-unknown-key]
        await taps.once(fake.press, work)
    assert work.done == 2
