"""The page in a window as narrow as a phone."""

import pytest

from bot.rehearsal.wire import WireDiscord

from .browser import Tabs
from .standin import open_table

pytestmark = pytest.mark.browser


async def test_narrow_window_keeps_everything_in_reach(tabs: Tabs, wire: WireDiscord) -> None:
    """At 360 pixels nothing sticks out; the channels open from the menu button."""
    await open_table(wire)
    page = await tabs.open("Ann", width=360, height=640)
    assert await page.evaluate("document.documentElement.scrollWidth") <= 360
    assert not await page.get_by_role("button", name="chat").is_visible()
    await page.get_by_role("button", name="Channels and switches").click()
    await page.locator("#channels").get_by_role("button", name="chat").click()
    await page.locator("#where", has_text="chat").wait_for()
    await page.locator("nav").wait_for(state="hidden")


async def test_a_long_label_is_read_whole_in_a_narrow_window(tabs: Tabs, wire: WireDiscord) -> None:
    """It takes a second line rather than lose its end."""
    await open_table(wire)
    page = await tabs.open("Ann", width=360, height=640)
    label = page.locator("[data-custom-id$=join] span")
    await label.evaluate("span => { span.textContent = 'See my cards at the full price of twenty chips'; }")
    assert await label.evaluate("span => [span.scrollWidth - span.clientWidth, span.scrollHeight > 40]") == [
        0,
        True,
    ]


async def test_an_option_says_what_it_takes_in_a_narrow_window(tabs: Tabs, wire: WireDiscord) -> None:
    """That of the option one is at; where there is no room it is not cut off."""
    page = await tabs.open("Ann", width=390, height=700)
    await page.locator("#text").fill("/say")
    await page.locator("#text").press("Enter")
    about = page.locator("#command .option small")
    await page.locator("#command input").first.wait_for()
    assert await about.count() == 2
    assert [await about.nth(number).is_visible() for number in range(2)] == [True, False]


async def test_the_played_person_is_in_sight_in_a_narrow_window(tabs: Tabs, wire: WireDiscord) -> None:
    """Also the last of them, where not all fit, and after the next message."""
    page = await tabs.open("Dana", width=240, height=640)
    in_sight = """() => {
      const box = document.querySelector("#players [aria-checked=true]")?.getBoundingClientRect();
      return box && box.width > 0 && box.left >= 0 && box.right <= 240;
    }"""
    for text in ("first", "second"):
        await wire.send("Boris", "card-room", text)
        await page.locator("article", has_text=text).wait_for()
        await page.wait_for_function(in_sight)  # the row of players is drawn anew at every change


async def test_tools_cover_no_text_in_a_narrow_window(tabs: Tabs, wire: WireDiscord) -> None:
    """At 390 pixels the reply and delete buttons stand below what was written."""
    await wire.send("Boris", "card-room", "words " * 60)
    page = await tabs.open("Ann", width=390, height=700)
    article = page.locator("article", has_text="words")
    await article.hover()
    body, tools = (
        await article.locator(".body").bounding_box(),
        await article.locator(".tools").bounding_box(),
    )
    assert tools["height"] > 20
    assert tools["y"] >= body["y"] + body["height"]


async def test_tools_move_nothing_in_a_narrow_window(tabs: Tabs, wire: WireDiscord) -> None:
    """A touch on the newest message, which shows them, pushes no line out of sight; they are in sight too."""
    for number in range(40):
        await wire.send("Boris", "card-room", f"line {number}")
    page = await tabs.open("Ann", width=390, height=700)
    log, last = page.locator("#log"), page.locator("article").last
    before = await log.evaluate("log => [log.scrollTop, log.scrollHeight]")
    await last.hover()
    assert await log.evaluate("log => [log.scrollTop, log.scrollHeight]") == before
    tools = await last.locator(".tools").bounding_box()
    bounds = await log.bounding_box()
    assert tools["height"] > 20
    assert tools["y"] + tools["height"] <= bounds["y"] + bounds["height"]
