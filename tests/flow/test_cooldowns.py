"""What costs can be asked for so often: then the answer says when to try again, and nothing happens."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.cooldowns import EXPORT, LEAFING, OPENING, PICTURE, PROOF, REASONING, Cooldowns, Limit
from bot.rehearsal.seen import Answer
from tests.flow.evening import CHANNEL, Evening
from tests.flow.test_servers_apart import GENERAL, leaves
from tests.hostile.sending import Sender

AGAIN = re.compile(r"^That was often in a short time\. Try again <t:\d+:R>\.$")
COSTLY: dict[str, Limit] = {
    "standings": PICTURE,
    "me": PICTURE,
    "flow": PICTURE,
    "night show": PICTURE,
    "rules": PICTURE,
    "odds": PICTURE,
    "hint": REASONING,
    "export standings": EXPORT,
    "export night": EXPORT,
    "export ledger": EXPORT,
    "hand export": PROOF,
    "hand verify": PROOF,
    "trust": PROOF,
    "bank check": PROOF,
    "hand show": LEAFING,
    "hand list": LEAFING,
    "table practice": OPENING,
    "table show": PICTURE,
    "night start": OPENING,
}
PRESSED: dict[str, Limit] = {
    "s:s0:net:-:1:1": PICTURE,
    "r:aces:0:1": PICTURE,
    "z:end:1": PICTURE,
    "y:1:1:f": LEAFING,
    "w:1": LEAFING,
    "j:n:0:0:0:1": LEAFING,
    "n:open:aces": OPENING,
    "n:practice:aces": OPENING,
    "t:1:show": PICTURE,
    "v:export:{server}": EXPORT,
}


@pytest.fixture
async def asked(friends: Evening, monkeypatch: pytest.MonkeyPatch) -> list[Limit]:
    """The limits that were asked for; nothing is left of any of them."""
    await friends.open_table()
    await friends.sit("Ann")
    found: list[Limit] = []
    spend, exhausted = Cooldowns.spend, Limit(person=1, server=1, seconds=60)

    def spent(self: Cooldowns, limit: Limit, person: Any) -> None:
        found.append(limit)
        for _ in range(2):
            spend(self, exhausted, person)

    monkeypatch.setattr(Cooldowns, "spend", spent)
    return found


async def nothing_happens(friends: Evening, ask: Callable[[], Awaitable[Answer]]) -> None:
    """A private sentence with when to try again, no other message, nothing stored."""
    before = (len(friends.wire.messages(CHANNEL)), len(friends.tables), await friends.wallet("Ann"))
    answer = await ask()
    await friends.rest()
    assert answer.private and AGAIN.match(answer.text), answer.text
    assert not answer.messages[0].attachments
    assert before == (len(friends.wire.messages(CHANNEL)), len(friends.tables), await friends.wallet("Ann"))


@pytest.mark.parametrize("command", COSTLY)
async def test_a_costly_command_waits(friends: Evening, asked: list[Limit], command: str) -> None:
    """Whoever asks for it too often is told when to try again."""
    options = {"number": 1} if command in ("night show", "export night") else {}
    await nothing_happens(friends, lambda: friends.wire.slash("Ann", CHANNEL, command, **options))
    assert asked == [COSTLY[command]]


@pytest.mark.parametrize("custom_id", PRESSED)
async def test_a_costly_press_waits(friends: Evening, asked: list[Limit], custom_id: str) -> None:
    """The buttons behind these commands cost as much."""
    sender = Sender(friends, "Ann", CHANNEL)
    wanted = custom_id.format(server=friends.wire.world.guild.id)
    await nothing_happens(friends, lambda: sender.press(wanted))
    assert asked == [PRESSED[custom_id]]


async def test_a_limit_counts_and_time_gives_it_back(friends: Evening) -> None:
    """As often as it says, then no more, for everybody by himself; a minute later again."""
    for _ in range(PROOF.person):
        assert not AGAIN.match((await friends.wire.slash("Ann", CHANNEL, "bank check")).text)
    assert AGAIN.match((await friends.wire.slash("Ann", CHANNEL, "bank check")).text)
    assert not AGAIN.match((await friends.wire.slash("Boris", CHANNEL, "bank check")).text)
    await friends.time_passes(PROOF.seconds + 1)
    assert not AGAIN.match((await friends.wire.slash("Ann", CHANNEL, "bank check")).text)


async def test_my_data_is_packed_so_often_in_direct_messages_too(friends: Evening) -> None:
    """Where there is no server a person counts alone."""
    await friends.open_table("Boris")
    await friends.sit("Ann", "Boris")
    for name in ("Ann", "Boris"):
        panel = (await friends.wire.slash(name, "dm", "privacy")).messages[-1]
        told = [
            (await friends.wire.click(name, panel, "Export my data")).text for _ in range(EXPORT.person + 1)
        ]
        assert [bool(AGAIN.match(one)) for one in told] == [False] * EXPORT.person + [True]


async def test_no_other_command_makes_a_picture_a_file_or_a_table(friends: Evening) -> None:
    """A command that comes to cost something belongs into the list above."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    await friends.deal()
    await friends.play_out()
    sender, made = Sender(friends, "Ann", CHANNEL), len(friends.tables)
    others = [(path, declared) for path, declared in leaves(friends) if path not in COSTLY]
    for path, declared in others:
        needed = [
            (one["type"], one["name"], GENERAL.get(one["name"], "x"))
            for one in declared
            if one.get("required")
        ]
        answer = await sender.command(path, needed)
        await friends.rest()
        assert not [file for one in answer.messages for file in one.attachments], path
        assert len(friends.tables) <= made, path
    assert len(others) > 30
