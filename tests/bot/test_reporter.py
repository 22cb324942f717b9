"""Every interaction is answered exactly once and in time, whatever happens in its callback."""

from __future__ import annotations

import asyncio
import logging

import discord
import pytest

from bot.answers import OwnForm, answer, open_form
from bot.locale import say
from bot.reporter import Reporter
from bot.tables.people import Refusal
from tests.bot.fake_press import FakePress, http_error
from tests.bot.manual_clock import ManualClock

COMMAND = discord.InteractionType.application_command
FORM = discord.InteractionType.modal_submit
CHOICES = discord.InteractionType.autocomplete


async def test_what_the_work_answers_is_the_one_answer(reporter: Reporter, clock: ManualClock) -> None:
    """Nothing is added, then or later."""
    fake = FakePress()
    await reporter.run(fake.press, answer(fake.press, say("Fine.")))
    reporter.seen(fake.press)
    await clock.advance(5)
    assert fake.answers == [("message", "Fine.")]
    assert fake.ephemeral == [True]


async def test_a_refusal_is_told_privately(reporter: Reporter) -> None:
    """In the words of whoever refused."""
    fake = FakePress()

    async def work() -> None:
        raise Refusal(say("Not now."))

    await reporter.run(fake.press, work())
    assert fake.answers == [("message", "Not now.")]
    assert fake.ephemeral == [True]


async def test_a_fault_is_logged_under_the_id_that_the_person_is_told(
    reporter: Reporter, caplog: pytest.LogCaptureFixture
) -> None:
    """Never a trace for the person, always one for the log."""
    fake = FakePress()

    async def work() -> None:
        raise ZeroDivisionError("by nothing")

    await reporter.run(fake.press, work())
    ((kind, text),) = fake.answers
    (record,) = [r for r in caplog.records if r.levelno == logging.ERROR]
    error_id = record.__dict__["fields"]["error_id"]
    assert kind == "message" and isinstance(text, str) and error_id in text
    assert "nothing" not in text
    assert record.exc_info is not None and record.exc_info[0] is ZeroDivisionError


async def test_nobody_claims_it_so_it_is_answered_after_1500_ms(
    reporter: Reporter, clock: ManualClock
) -> None:
    """Old forms and menus: a private sentence instead of "This interaction failed"."""
    fake = FakePress(FORM)
    reporter.seen(fake.press)
    await clock.advance(1.4)
    assert fake.answers == []
    await clock.advance(0.2)
    ((kind, text),) = fake.answers
    assert kind == "message" and "earlier time" in str(text)


async def test_the_log_names_a_button_without_what_people_wrote(
    reporter: Reporter, clock: ManualClock, caplog: pytest.LogCaptureFixture
) -> None:
    """The only button that carries words of theirs confirms a season of that name."""
    caplog.set_level(logging.INFO)
    for custom_id in ("z:start:17:Ann\nloves Boris", "z:end:17"):
        reporter.seen(FakePress(custom_id=custom_id).press)
    await clock.advance(2)
    found = [record.fields["what"] for record in caplog.records if hasattr(record, "fields")]
    assert found == ["z:start:17:", "z:end:17"]


async def test_an_autocomplete_that_nobody_claims_gets_no_choices(
    reporter: Reporter, clock: ManualClock
) -> None:
    """It cannot be answered with a message."""
    fake = FakePress(CHOICES)
    reporter.seen(fake.press)
    await clock.advance(2)
    assert fake.answers == [("autocomplete", [])]


@pytest.mark.parametrize(
    ("kind", "on_message", "first"),
    [
        (discord.InteractionType.component, True, ("defer", "")),
        (FORM, True, ("defer", "")),
        (COMMAND, False, ("defer", "thinking")),
    ],
)
async def test_slow_work_is_deferred_after_2_s_and_answers_later(
    reporter: Reporter,
    clock: ManualClock,
    kind: discord.InteractionType,
    on_message: bool,
    first: tuple[str, str],
) -> None:
    """Discord waits three seconds; then the answer comes behind."""
    fake = FakePress(kind, on_message=on_message)

    async def work() -> None:
        await clock.sleep(4)
        await answer(fake.press, say("At last."))

    running = asyncio.create_task(reporter.run(fake.press, work()))
    await asyncio.sleep(0)
    await clock.advance(1.9)
    assert fake.answers == []
    await clock.advance(0.2)
    assert fake.answers == [first]
    await clock.advance(2)
    await running
    assert fake.answers == [first, ("followup", "At last.")]


async def test_a_form_cannot_follow_a_deferral(reporter: Reporter, clock: ManualClock) -> None:
    """The person is asked to press once more."""
    fake = FakePress()

    async def work() -> None:
        await clock.sleep(3)
        await open_form(fake.press, OwnForm(title="x"))

    running = asyncio.create_task(reporter.run(fake.press, work()))
    await asyncio.sleep(0)
    await clock.advance(3)
    await running
    assert fake.answers == [("defer", ""), ("followup", "That took too long. Please press once more.")]


@pytest.mark.parametrize(
    ("kind", "on_message", "told"),
    [(discord.InteractionType.component, True, ("defer", "")), (COMMAND, False, ("message", "Done."))],
)
async def test_work_without_an_answer_is_answered_all_the_same(
    reporter: Reporter, kind: discord.InteractionType, on_message: bool, told: tuple[str, str]
) -> None:
    """A fault of ours, which the person must not notice."""
    fake = FakePress(kind, on_message=on_message)
    await reporter.run(fake.press, asyncio.sleep(0))
    assert fake.answers == [told]


@pytest.mark.parametrize("code", [40060, 10062, 10003, 10008])
async def test_double_answers_expired_tokens_and_lost_channels_and_messages_are_no_faults(
    reporter: Reporter, caplog: pytest.LogCaptureFixture, code: int
) -> None:
    """Noted at info, told to nobody."""
    caplog.set_level(logging.INFO)
    fake = FakePress()
    fake.fails_with = http_error(400, code)
    await reporter.run(fake.press, answer(fake.press, "x"))
    assert [record.levelname for record in caplog.records] == ["INFO"]
    assert fake.answers == []


@pytest.mark.parametrize("code", [10062, 10003, 10008])
async def test_another_request_that_finds_nothing_is_a_fault_that_the_person_is_told(
    reporter: Reporter, caplog: pytest.LogCaptureFixture, code: int
) -> None:
    """No answer was tried: by the code alone it looks like one that was not taken."""
    fake = FakePress()

    async def work() -> None:
        raise http_error(404, code)

    await reporter.run(fake.press, work())
    ((kind, text),) = fake.answers
    assert kind == "message" and "Something went wrong" in str(text)
    assert [record.levelname for record in caplog.records] == ["ERROR"]


async def test_a_long_text_is_cut_to_what_discord_takes(reporter: Reporter) -> None:
    """2 000 characters."""
    fake = FakePress(COMMAND, on_message=False)
    await reporter.run(fake.press, answer(fake.press, "x" * 3000))
    ((_, text),) = fake.answers
    assert len(str(text)) == 2000


async def test_closing_stops_the_timers(reporter: Reporter, clock: ManualClock) -> None:
    """A process that ends starts no more requests."""
    fake = FakePress(FORM)
    reporter.seen(fake.press)
    await reporter.close()
    await clock.advance(5)
    assert fake.answers == []


async def test_a_press_that_comes_while_the_process_ends_begins_nothing(reporter: Reporter) -> None:
    """Its work could not be answered any more: who presses again finds the next process."""
    await reporter.close()
    fake, begun = FakePress(), list[str]()

    async def work() -> None:
        begun.append("work")

    await reporter.run(fake.press, work())
    reporter.seen(fake.press)
    assert not begun and not fake.answers and not reporter._timers
