"""A hand on the page with the production bot, as somebody without a Discord token meets it."""

import asyncio
import contextlib
import re
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import TimeoutError as PageTimeoutError

from bot.rehearsal.run import rehearse

from .browser import Tabs

pytestmark = pytest.mark.browser
TURNS_MOST = 40
START_SECONDS_MOST = 30.0
MINUTE_SECONDS = 60.0
THINKING_MS_MOST = 30_000  # of three house players, on a busy machine
CHEAP = re.compile(r":(check|call):")
# What the player on turn may do by its custom ids, his name, and whether the hand is over.
OFFERED = """() => {
  const ids = [...document.querySelectorAll("[data-custom-id^='p:']")].map((one) => one.dataset.customId);
  const text = [...document.querySelectorAll("article")].map((one) => one.innerText).join("\\n");
  const line = text.split("\\n").findLast((one) => one.trim().startsWith("▶")) ?? "";
  const over = [...document.querySelectorAll("button")].some((one) => one.innerText.startsWith("Deal now"));
  return [ids, ["Ann", "Boris"].find((name) => line.includes(name)) ?? "", over];
}"""

AWAITED = "([ids, name, over], before) => over || (name && ids.length && ids.join() !== before)"


@pytest.fixture
async def address(tmp_path: Path) -> AsyncIterator[str]:
    """A rehearsal that has just opened; stopped as Ctrl+C stops it."""
    said: asyncio.Queue[str] = asyncio.Queue()
    running = asyncio.create_task(rehearse(data_dir=tmp_path, port=0, fresh=True, say=said.put_nowait))
    line = await asyncio.wait_for(said.get(), START_SECONDS_MOST)
    yield line.removeprefix("The rehearsal is open: ")
    signal.raise_signal(signal.SIGINT)
    assert await asyncio.wait_for(running, 15) == 0


def table(page: Any) -> Any:
    """The newest message with the table's buttons."""
    return page.locator("article", has=page.get_by_role("button", name="My cards")).last


async def sit(page: Any) -> None:
    """Join with the buy-in that the form proposes, by Enter alone."""
    await page.get_by_role("button", name="Join", exact=True).last.click()
    await page.locator("dialog[open] input:focus").wait_for()
    await page.keyboard.press("Enter")
    await page.locator("dialog[open]").wait_for(state="hidden")


async def deal(ann: Any) -> None:
    """Ann deals at the practice table that stands there; somebody is on turn."""
    await ann.get_by_role("button", name="Deal", exact=True).last.click()
    await ann.locator("article", has_text="▶").last.wait_for()


async def hurry(ann: Any) -> None:
    """The house players think for no longer than they must: nobody has to wait for them here."""
    await table(ann).get_by_role("button", name="More…").click()
    await ann.get_by_role("button", name="Hurry", exact=True).click()
    await ann.get_by_text("The house players hurry now.").wait_for()


async def person_awaited(ann: Any, before: str) -> None:
    """Wait out the house players; ``before``: the buttons of the turn that is answered."""
    await ann.wait_for_function(
        f"before => ({AWAITED})(({OFFERED})(), before)", arg=before, timeout=THINKING_MS_MOST
    )


async def turn(tabs: dict[str, Any], before: str = "") -> str | None:
    """Let the person who is awaited next check or call; None once the hand is over.

    ``before`` and what is returned: the buttons that were pressed at.
    """
    await person_awaited(tabs["Ann"], before)
    ids, name, over = await tabs["Ann"].evaluate(OFFERED)
    if over:
        return None
    cheap = next(one for one in ids if CHEAP.search(one))
    await tabs[name].locator(f'[data-custom-id="{cheap}"]').last.click()
    return ",".join(ids)


async def play_out(tabs: dict[str, Any]) -> None:
    """Everybody checks and calls until the hand is over."""
    pressed: str | None = ""
    for _ in range(TURNS_MOST):
        pressed = await turn(tabs, pressed or "")
        if pressed is None:
            return
    raise AssertionError("the hand does not end")


async def test_a_newcomer_has_played_a_hand_within_a_minute(address: str, chromium: Any) -> None:
    """Three house players sit at a practice table already: Ann only deals, checks and calls."""
    begun = time.monotonic()
    tabs = Tabs(chromium, address)
    ann = await tabs.open("Ann")
    text = await table(ann).inner_text()
    assert "practice table 1" in text and text.count("🤖") == 3
    await deal(ann)
    await play_out({"Ann": ann})
    assert re.search(r"Pot \d+: ", await ann.locator("#log").inner_text())
    assert time.monotonic() - begun < MINUTE_SECONDS
    assert tabs.faults == []


async def test_a_hand_from_deal_to_showdown(address: str, chromium: Any) -> None:
    """Cards come by DM, or under My cards where DMs are closed; the winner is named at the end."""
    tabs = Tabs(chromium, address)
    ann, boris = await tabs.open("Ann"), await tabs.open("Boris", width=380)
    await boris.get_by_role("button", name="Channels and switches").click()
    await boris.get_by_label("Boris takes no DMs").check()
    await boris.get_by_role("button", name="Channels and switches").click()
    await sit(boris)
    await hurry(ann)
    await deal(ann)
    await table(boris).get_by_role("button", name="My cards").click()
    await boris.locator("article.private", has_text="Your cards").wait_for()
    await play_out({"Ann": ann, "Boris": boris})
    assert re.search(r"Pot \d+: ", await ann.locator("#log").inner_text())
    await ann.locator("#channels").get_by_role("button", name=re.compile("Dealer")).click()
    await ann.get_by_text("Your cards").wait_for()
    assert await boris.locator("#channels").get_by_role("button", name=re.compile("Dealer")).count() == 0
    assert tabs.faults == []


async def test_bot_killed_and_started_in_mid_hand(address: str, chromium: Any) -> None:
    """The same hand goes on: the table says so, the same cards are there, the buttons live."""
    tabs = Tabs(chromium, address)
    ann, boris = await tabs.open("Ann"), await tabs.open("Boris")
    await sit(boris)
    await hurry(ann)
    await deal(ann)
    pressed = await turn({"Ann": ann, "Boris": boris})
    await person_awaited(ann, pressed or "")  # so that nothing happens until somebody acts
    await table(ann).get_by_role("button", name="My cards").click()
    private = ann.locator("article.private", has_text="Your cards")
    await private.wait_for()
    cards = re.search(r"Your cards: .*", await private.last.inner_text())
    await ann.get_by_role("button", name="Kill").click()
    await ann.get_by_text("The bot is stopped: start it").wait_for()
    await ann.get_by_role("button", name="Start").click()
    await ann.locator("#notice").wait_for(state="hidden", timeout=30_000)
    await table(ann).get_by_text("The bot was restarted").wait_for()
    for _ in range(3):  # the page may draw the table anew between the two halves of a press
        await table(ann).get_by_role("button", name="My cards").click()
        with contextlib.suppress(PageTimeoutError):
            await private.nth(1).wait_for(timeout=5000)
            break
    await private.nth(1).wait_for()
    assert cards is not None
    assert cards[0] in await private.last.inner_text()
    await play_out({"Ann": ann, "Boris": boris})
    assert tabs.faults == []
