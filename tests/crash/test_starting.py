"""Starts and ends in mid-hand: a lost secret, a clean stop, a backup, and what runs beside the bot."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import sqlite3
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from tests.crash.books import Books, cards_line, replayed
from tests.crash.club import NAMES, Club, deal_button, plays
from tests.crash.promises import Promises

STOP_SECONDS_MOST: Final = 5.0
OTHER_SECRET: Final = "ab" * 32


async def in_mid_hand(friends: Club) -> Promises:
    """Four sit at a table, one has bet, one has called, a third is to act."""
    friends.start()
    await friends.online()
    await friends.open_table()
    await friends.sit(*NAMES)
    await friends.dealt()
    for verb in ("bet", "call"):
        old = plays(await friends.until_screen(plays))
        await friends.play(verb)
        await friends.until_screen(lambda one, old=old: plays(one) not in ([], old))  # type: ignore[misc]
    return Promises(friends)


async def killed(friends: Club, promises: Promises) -> Books:
    """Kill it now."""
    friends.child.kill()
    await friends.dies()
    return await promises.after_kill()


async def command(friends: Club, *arguments: str) -> tuple[int, str]:
    """``python -m bot`` beside the running one: exit code and what it said."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *arguments),
        env={**os.environ, "DEALER_DATABASE": str(friends.database)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, said.decode()


def refunds(books: Books) -> dict[str, int]:
    """What each player had put into the hand, from the rules: the ante, a bet, a call."""
    bets = dict.fromkeys(books.names, 1)
    for action in books.actions[1]:
        bets[action.seat] += action.amount
    return {books.names[seat]: chips for seat, chips in bets.items()}


@pytest.mark.parametrize("how", ["wrong", "lost"])
async def test_a_wrong_or_lost_secret_refuses_and_void_live_gives_back(friends: Club, how: str) -> None:
    """One line, exit 1, nothing changed; then a void hand with every refund by name, and the next hand."""
    promises = await in_mid_hand(friends)
    before = await killed(friends, promises)
    secret = OTHER_SECRET if how == "wrong" else ""
    if how == "lost":
        friends.key_file.unlink()
    assert "--void-live" in await friends.refuses(secret=secret)
    assert await friends.books() == before
    friends.start("--void-live", secret=secret)
    await friends.online()
    screen = await friends.until_screen(lambda one: "void" in one.text)
    assert "Hand 1 is void: the secret of the shuffle was lost." in screen.text
    assert "Its seed was" not in screen.text
    told = re.search(r"Every bet is back: (.*)\.", screen.text)
    assert told is not None
    named = dict(one.rsplit(" ", 1) for one in told.group(1).split(", "))
    assert {name: int(chips) for name, chips in named.items()} == refunds(before)
    assert all(f"**{name}** · 200" in screen.text for name in NAMES)
    await friends.dealt()
    await friends.play_out()
    books = await promises.after_kill()
    assert [(row.number, row.state) for row in books.past] == [(2, "over"), (1, "void")]


async def test_a_kill_after_voiding_keeps_the_refunds_readable(friends: Club) -> None:
    """The new secret is not accepted yet: the hand stays void, and the second try tells of it."""
    promises = await in_mid_hand(friends)
    await killed(friends, promises)
    friends.key_file.unlink()
    friends.start("--void-live", point="after voiding")
    friends.child.armed.set()
    await friends.dies()
    assert "--void-live" in await friends.refuses()
    friends.start("--void-live")
    await friends.online()
    screen = await friends.until_screen(lambda one: "void" in one.text)
    assert "Hand 1 is void" in screen.text and "Every bet is back: Ann " in screen.text
    books = await promises.after_kill()
    assert books.live is not None and books.live.number == 2


async def test_a_stop_in_mid_hand_is_clean_and_keeps_everything(friends: Club) -> None:
    """SIGTERM: exit 0 within five seconds; the next start goes on with the same hand."""
    promises = await in_mid_hand(friends)
    began = time.monotonic()
    friends.child.terminate()
    assert await friends.child.exit_code() == 0
    assert time.monotonic() - began < STOP_SECONDS_MOST
    before = await promises.after_kill()
    assert [action.verb for action in before.actions[1]] == ["bet", "call"]
    friends.start()
    await friends.online()
    await promises.after_start(before)
    await friends.play_out()
    assert promises.resumed == 1


async def test_a_press_counts_before_the_tables_are_drawn_again(friends: Club) -> None:
    """discord.py waits for servers before it is ready: who presses meanwhile finds his table."""
    promises = await in_mid_hand(friends)
    await killed(friends, promises)
    friends.start(hurried=False)
    await friends.online()
    answer = await friends.play("call")
    assert answer.kind == "update", answer.text
    actions = (await promises.after_kill()).actions[1]
    assert [action.verb for action in actions] == ["bet", "call", "call"]


async def test_commands_are_told_once_and_the_invite_is_printed_each_time(friends: Club) -> None:
    """A second start makes no PUT."""
    promises = await in_mid_hand(friends)
    told = friends.wire.calls.by_route()["PUT /applications/{id}/commands"]
    before = await killed(friends, promises)
    friends.start()
    await friends.online()
    await promises.after_start(before)
    assert told == friends.wire.calls.by_route()["PUT /applications/{id}/commands"] == 1
    assert friends.log.read_text().count("Invite the bot to a server: https://discord.com/oauth2/") == 2


async def test_health_sees_the_kill(friends: Club) -> None:
    """0 while it plays, 1 once it is gone."""
    promises = await in_mid_hand(friends)
    assert await command(friends, "health") == (0, "healthy\n")
    await killed(friends, promises)
    code, said = await command(friends, "health")
    assert code == 1 and "is gone" in said


async def test_audit_and_backup_beside_a_hand_and_the_backup_plays_on(friends: Club, tmp_path: Path) -> None:
    """The copy, with the key beside it, brings back the hand as it stood when it was made."""
    promises = await in_mid_hand(friends)
    code, said = await command(friends, "audit")
    assert code == 0 and "the books balance" in said
    copy = tmp_path / "copy.db"
    code, said = await command(friends, "backup", str(copy))
    assert code == 0 and str(friends.key_file) in said
    at_backup = await friends.books()
    await friends.play("fold")
    await killed(friends, promises)
    copy.with_suffix(".key").write_bytes(friends.key_file.read_bytes())
    copy.with_suffix(".key").chmod(0o600)
    friends.database = copy
    assert await friends.books() == at_backup
    friends.start()
    await friends.online()
    screen = await friends.until_screen(lambda one: "goes on" in one.text)
    assert at_backup.live is not None
    for seat in replayed(at_backup, at_backup.live, friends.key_file).view(None).seats:
        assert cards_line(seat.cards) in screen.text
    assert deal_button(await friends.play_out())
    assert (await friends.books()).report.clean


async def test_a_hand_that_cannot_be_rebuilt_is_void_and_the_table_goes_on(friends: Club) -> None:
    """A root that does not fit: every bet is back by name, no stack is locked in, the seed is opened."""
    promises = await in_mid_hand(friends)
    before = await killed(friends, promises)
    with contextlib.closing(sqlite3.connect(friends.database)) as raw, raw:
        raw.execute("DROP TRIGGER hand_decks_no_update")
        raw.execute("UPDATE hand_decks SET root = zeroblob(32)")
    friends.start()
    await friends.online()
    screen = await friends.until_screen(lambda one: "Hand 1 is void" in one.text)
    assert "could not be put together again" in screen.text and "Its seed was" in screen.text
    assert all(f"{name} {chips}" in screen.text for name, chips in refunds(before).items())
    await friends.dealt()
    await friends.play_out()
    books = await promises.after_kill()
    assert [(row.number, row.state) for row in books.past] == [(2, "over"), (1, "void")]


async def test_two_tables_of_one_channel_keep_their_buttons(friends: Club) -> None:
    """What is put right after a start is each table's own: the other's message is no former one of it."""
    friends.start()
    await friends.online()
    await friends.open_table()
    await friends.open_table()
    await friends.wire.until(lambda: len(friends.alive()) == 2)
    await friends.slash("Ann", "table show", table=1)
    await friends.wire.until(lambda: len(friends.alive()) == 2)
    friends.child.kill()
    await friends.dies()
    friends.start()
    await friends.online()
    looked = "GET /channels/{id}/messages"
    await friends.wire.until(lambda: friends.wire.calls.by_route()[looked] == 2)
    answer = await friends.press("Ann", friends.alive()[0].buttons[0].custom_id, friends.alive()[0])
    assert answer.fields  # Join asks for the buy-in
    assert len(friends.alive()) == 2
