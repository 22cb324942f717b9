"""Structured logs, and the net that catches secrets."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import aiohttp
import pytest

from bot import logs


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """What is written, with the logging of the test run put back afterwards."""
    root = logging.getLogger()
    kept, level = root.handlers[:], root.level
    quiet = {name: logging.getLogger(name).level for name in ("discord", "aiosqlite", "asyncio")}
    yield io.StringIO()
    root.handlers[:] = kept
    root.setLevel(level)
    for name, former in quiet.items():
        logging.getLogger(name).setLevel(former)


def test_text_is_one_line_with_fields(stream: io.StringIO) -> None:
    """key=value, quoted where a value has spaces."""
    logs.configure("info", "text", stream=stream)
    logging.getLogger("bot.x").info("table opened", extra={"fields": {"table": 3, "name": "two words"}})
    line = stream.getvalue()
    assert line.endswith('INFO bot.x: table opened table=3 name="two words"\n')
    assert line.split(" ")[0].endswith("Z")


def test_json_is_one_object_a_line(stream: io.StringIO) -> None:
    """With the traceback as a field."""
    logs.configure("info", "json", stream=stream)
    try:
        raise ValueError("broken")
    except ValueError:
        logging.getLogger("bot.x").exception("failed", extra={"fields": {"error_id": "ab"}})
    (line,) = stream.getvalue().splitlines()
    found = json.loads(line)
    assert (found["level"], found["logger"], found["message"], found["error_id"]) == (
        "error",
        "bot.x",
        "failed",
        "ab",
    )
    assert "ValueError: broken" in found["trace"]


@pytest.mark.parametrize("style", ["text", "json"])
def test_secrets_are_redacted_wherever_they_stand(stream: io.StringIO, style: str) -> None:
    """In the message, in a field, in a traceback and in the source lines that it quotes."""
    logs.configure("info", "json" if style == "json" else "text", ["tok.en-1"], stream)
    try:
        raise ValueError("bad tok.en-1")
    except ValueError:
        logging.getLogger("discord.http").exception("sent tok.en-1", extra={"fields": {"to": "tok.en-1"}})
    assert "tok.en-1" not in stream.getvalue()
    assert stream.getvalue().count(logs.REDACTED) == 4


@pytest.mark.parametrize("style", ["text", "json"])
@pytest.mark.parametrize(
    "path", ["interactions/12/aW50.e-_r/callback", "webhooks/34/aW50.e-_r/messages/@original"]
)
def test_an_address_is_told_without_the_token_in_it(stream: io.StringIO, style: str, path: str) -> None:
    """The network library names the whole address of an answer that found no connection."""
    logs.configure("info", "json" if style == "json" else "text", stream=stream)
    told = aiohttp.ConnectionTimeoutError(f"Connection timeout to host https://discord.com/api/v10/{path}")
    log = logging.getLogger("bot.reporter")
    log.warning("not taken error=%r", told, extra={"fields": {"why": str(told)}})
    log.error("failed", exc_info=told)
    written = stream.getvalue()
    assert "aW50" not in written and written.count(logs.REDACTED) == 3
    assert written.count("/12/" if "12" in path else "/34/") == 3


def test_levels_hold_and_libraries_are_heard_from_warning_on(stream: io.StringIO) -> None:
    """Below the level nothing is written; the Discord library's chatter is left out."""
    logs.configure("info", "text", stream=stream)
    logging.getLogger("bot.x").debug("small")
    logging.getLogger("discord.gateway").info("chatter")
    logging.getLogger("discord.gateway").warning("trouble")
    assert [line.split(": ", 1)[1] for line in stream.getvalue().splitlines()] == ["trouble"]


def test_statements_of_the_database_are_never_logged(stream: io.StringIO) -> None:
    """At debug the library would write every value, seeds' nonces among them."""
    logs.configure("debug", "text", stream=stream)
    logging.getLogger("aiosqlite").debug("executing")
    assert stream.getvalue() == ""
