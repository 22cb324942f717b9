"""A hand on the page with the production bot, as somebody without a Discord token meets it."""

import asyncio
import re
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.rehearsal.run import rehearse

from .browser import Tabs

pytestmark = pytest.mark.browser
TURNS_MOST = 40
START_SECONDS_MOST = 30.0
CHEAP = re.compile(r":(check|call):")
# The custom ids of what the player on turn may do, and his name.
OFFERED = """() => {
  const ids = [...document.querySelectorAll("[data-custom-id^='p:']")].map((one) => one.dataset.customId);
  const text = [...document.querySelectorAll("article")].map((one) => one.innerText).join("\\n");
  const line = text.split("\\n").findLast((one) => one.trim().startsWith("▶")) ?? "";
  return [ids, ["Ann", "Boris", "House"].find((name) => line.includes(name)) ?? ""];
}"""


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


async def command(page: Any, text: str) -> None:
    """A slash command without options, sent off with Enter."""
    await page.locator("#text").fill(text)
    await page.locator(".suggestion").first.wait_for()
    await page.keyboard.press("Enter")
    await page.locator("#command").wait_for()
    await page.locator("#send").click()


async def sit(page: Any) -> None:
    """Join with the buy-in that the form proposes, by Enter alone."""
    await page.get_by_role("button", name="Join", exact=True).last.click()
    await page.locator("dialog[open] input:focus").wait_for()
    await page.keyboard.press("Enter")
    await page.locator("dialog[open]").wait_for(state="hidden")


async def open_and_deal(ann: Any, boris: Any) -> None:
    """Ann opens a table, both sit down, the house joins by itself, Ann deals."""
    await command(ann, "/table open")
    await ann.get_by_role("button", name="Open the table").click()
    await sit(ann)
    await sit(boris)
    await ann.locator("article", has_text=re.compile("House")).last.wait_for()
    await ann.get_by_role("button", name="Deal", exact=True).last.click()
    await ann.locator("article", has_text="▶").last.wait_for()


async def turn(tabs: dict[str, Any]) -> bool:
    """Let who is on turn check or call, or wait for the house; False once the hand is over."""
    ids, name = await tabs["Ann"].evaluate(OFFERED)
    if not ids:
        return False
    if name in tabs:
        cheap = next(one for one in ids if CHEAP.search(one))
        await tabs[name].locator(f'[data-custom-id="{cheap}"]').click()
    await tabs["Ann"].wait_for_function(f"before => ({OFFERED})()[0].join() !== before", arg=",".join(ids))
    return True


async def test_a_hand_from_open_to_showdown(address: str, chromium: Any) -> None:
    """Cards come by DM, or under My cards where DMs are closed; the winner is named at the end."""
    tabs = Tabs(chromium, address)
    ann, boris = await tabs.open("Ann"), await tabs.open("Boris", width=380)
    await boris.get_by_role("button", name="Channels and switches").click()
    await boris.get_by_label("Boris takes no DMs").check()
    await boris.get_by_role("button", name="Channels and switches").click()
    await open_and_deal(ann, boris)
    await table(boris).get_by_role("button", name="My cards").click()
    await boris.locator("article.private", has_text="Your cards").wait_for()
    for _ in range(TURNS_MOST):
        if not await turn({"Ann": ann, "Boris": boris}):
            break
    await ann.get_by_role("button", name="Deal now").last.wait_for()
    assert re.search(r"Pot \d+: ", await ann.locator("#log").inner_text())
    await ann.locator("#channels").get_by_role("button", name=re.compile("Dealer")).click()
    await ann.get_by_text("Your cards").wait_for()
    assert await boris.locator("#channels").get_by_role("button", name=re.compile("Dealer")).count() == 0
    assert tabs.faults == []


async def test_bot_killed_and_started_in_mid_hand(address: str, chromium: Any) -> None:
    """The same hand goes on: the table says so, the same cards are there, the buttons live."""
    tabs = Tabs(chromium, address)
    ann, boris = await tabs.open("Ann"), await tabs.open("Boris")
    await open_and_deal(ann, boris)
    await turn({"Ann": ann, "Boris": boris})
    await table(ann).get_by_role("button", name="My cards").click()
    private = ann.locator("article.private", has_text="Your cards")
    await private.wait_for()
    cards = re.search(r"Your cards: .*", await private.last.inner_text())
    await ann.get_by_role("button", name="Kill").click()
    await ann.get_by_text("The bot is stopped.").wait_for()
    await ann.get_by_role("button", name="Start").click()
    await ann.locator("#notice").wait_for(state="hidden", timeout=30_000)
    await table(ann).get_by_text("The bot was restarted").wait_for()
    await table(ann).get_by_role("button", name="My cards").click()
    await private.nth(1).wait_for()
    assert cards is not None
    assert cards[0] in await private.last.inner_text()
    for _ in range(TURNS_MOST):
        if not await turn({"Ann": ann, "Boris": boris}):
            break
    await ann.get_by_role("button", name="Deal now").last.wait_for()
    assert tabs.faults == []
