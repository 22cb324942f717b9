"""A real Chromium that opens the rehearsal's page."""

import contextlib
import os
import shutil
from collections.abc import AsyncIterator
from typing import Any, NoReturn

import pytest

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def not_run(reason: str) -> NoReturn:
    """Say that nothing was tried; in CI that is a failure."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"NOT RUN: {reason}")
    pytest.skip(f"NOT RUN: {reason}")


@contextlib.asynccontextmanager
async def chromium_browser() -> AsyncIterator[Any]:
    """A headless Chromium, or NOT RUN."""
    executable = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if executable is None:
        not_run("no Chromium: none of " + ", ".join(CHROMIUM_NAMES) + " is on the PATH")
    try:
        from playwright.async_api import async_playwright
    except ImportError:
        not_run("no Playwright: pip install playwright")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        yield browser
        await browser.close()


class Tabs:
    """Opens the page as a player; every fault of its scripts fails the test."""

    def __init__(self, browser: Any, address: str) -> None:
        self.faults: list[str] = []
        self._browser = browser
        self._address = address

    async def open(self, player: str, *, width: int = 1100, height: int = 760) -> Any:
        """A tab of its own (storage too), once the channel is drawn."""
        context = await self._browser.new_context(viewport={"width": width, "height": height})
        page = await context.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda line: self.faults.append(line.text) if line.type == "error" else None)
        await page.goto(f"{self._address}&as={player}")
        await page.locator("#where", has_text="card-room").wait_for()
        return page
