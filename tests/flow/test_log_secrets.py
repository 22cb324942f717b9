"""All that is logged of an evening, at the finest level, in both forms: no card, seed, token or name."""

from __future__ import annotations

import base64
import io
import logging
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest

from bot import logs
from bot.client import DealerBot
from bot.rehearsal.calls import Fault
from bot.store import Tx
from cogs.play import PlayCog
from engine.cards import spell
from engine.shuffle import seed_of
from tests.flow.evening import CHANNEL, SECRET, Evening
from tests.hostile.clubs import typed
from tests.hostile.sending import Sender

TOKEN = "MTIzNDU2Nzg5MA.hidden.not-for-the-log"
NAMES = ("Ann", "Boris", "Carol")
WORDS = ("tangerine", "xylophone", "persimmon")
REASON = "birthdaypresent"
SPELLED = re.compile(r"(?:\b10|\b[2-9JQKA])[♣♦♥♠]|🃏")
ENGLISH_TOO = ("As", "Ad", "Ah")  # words and cards
STEPS = 36


@dataclass
class Written:
    """What was logged, as text and as JSON, and what may be in neither."""

    text: io.StringIO = field(default_factory=io.StringIO)
    json: io.StringIO = field(default_factory=io.StringIO)
    secrets: set[str] = field(default_factory=lambda: {TOKEN, *WORDS, REASON})

    def hide(self, secret: bytes) -> None:
        """It may be written in no way."""
        self.secrets |= {secret.hex(), base64.b64encode(secret).decode().rstrip("="), repr(secret)[2:-1]}

    def hide_deck(self, deck: tuple[int, ...]) -> None:
        """Nor may this deck as numbers or spelled: four cards of it in a row."""
        for first in range(len(deck) - 3):
            four = deck[first : first + 4]
            self.secrets |= {", ".join(map(str, four)), " ".join(spell(card) for card in four)}  # type: ignore[arg-type]

    def check(self) -> int:
        """How many lines there are; none of them tells anything."""
        for written in (self.text.getvalue(), self.json.getvalue()):
            for secret in self.secrets:
                assert secret not in written, secret
            for name in NAMES:
                assert not re.search(rf"\b{name}\b", written, re.IGNORECASE), name
            assert not SPELLED.search(written)
            cards = {spell(card) for card in range(52)} - set(ENGLISH_TOO)  # type: ignore[arg-type]
            assert not cards & set(re.findall(r"\b[2-9TJQKA][cdhs]\b", written))
        return self.text.getvalue().count("\n")


@pytest.fixture
def written(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> Iterator[Written]:
    """The log as the bot sets it up at its finest level, without the net that leaves secrets out."""
    root, made = logging.getLogger(), Written()
    before = (root.level, root.handlers[:], {name: logging.getLogger(name).level for name in LIBRARIES})
    logs.configure("debug", "text", (), made.text)
    as_json = logging.StreamHandler(made.json)
    as_json.setFormatter(logs.JsonLine(()))
    root.addHandler(as_json)
    root.addHandler(caplog.handler)
    start = DealerBot.start

    async def with_token(self: DealerBot, token: str, **more: Any) -> None:
        await start(self, TOKEN, **more)

    monkeypatch.setattr(DealerBot, "start", with_token)
    yield made
    root.setLevel(before[0])
    root.handlers[:] = before[1]
    for name, level in before[2].items():
        logging.getLogger(name).setLevel(level)


LIBRARIES = ("discord", "aiosqlite", "asyncio")


async def collect(friends: Evening, written: Written) -> None:
    """All secrets of the evening so far."""
    written.hide(SECRET)

    async def job(tx: Tx) -> list[bytes]:
        return [row["nonce"] for row in await tx.rows("SELECT nonce FROM hands")]

    for nonce in await friends.store.read(job):
        written.hide(nonce)
        written.hide(seed_of(SECRET, nonce))
    for table in friends.tables:
        if (live := table.state.live) is not None:
            written.hide(live.key)
            for deck in live.hand.decks:
                written.hide_deck(deck)
    backend = friends.wire.world.backend
    written.secrets |= {interaction.token for interaction in backend.interactions.values()}


def trouble(dice: random.Random, friends: Evening) -> Fault:
    """One of the things that go wrong on the way to Discord."""
    channel = friends.wire.world.channel(CHANNEL).id
    if dice.random() < 0.4:
        return Fault("*", dice.choice(("/interactions/*", "/webhooks/*")), status=429)
    status, code = dice.choice(((429, 0), (500, 0), (403, 50013), (404, 10008), (400, 50035)))
    when: Literal["before", "after"] = "after" if status == 500 else "before"
    return Fault("*", f"/channels/{channel}/messages*", status=status, code=code, when=when)


async def step(friends: Evening, dice: random.Random) -> None:
    """Somebody on turn does something that he may; a word is given, a card looked at."""
    await friends.rest()
    screens = [one.screen for one in friends.tables]
    if not screens or screens[0].drawn != screens[0].wanted:  # a fault keeps it from being shown
        friends.wire.faults.clear()
        await friends.time_passes(61)  # it is tried again
        return
    message = await friends.drawn()
    mine = [one.custom_id for one in message.buttons if one.custom_id.startswith(("p:", "h:", "t:"))]
    who = friends.on_turn if friends.table.state.phase == "hand" else dice.choice(NAMES)
    usual = [one for one in mine if not one.endswith((":leave", ":join", ":rules", ":more", ":sit_out"))]
    pressed = await typed(friends, friends.wire.press(who, message, dice.choice(usual or mine)))
    if pressed.modal is not None:
        value = dice.choice(WORDS)
        fields = {one.custom_id: one.value or value for one in pressed.fields}
        await typed(friends, friends.wire.submit(who, pressed, fields))
    await friends.rest()


async def looks_back(friends: Evening) -> None:
    """Every command about hands and oneself that makes a file or a check; charts are not drawn."""
    friends.charts_become(None)
    for command, options in (
        *(("hand show", {}), ("hand verify", {}), ("hand export", {"names": True}), ("hand list", {})),
        *(("trust", {}), ("hint", {}), ("me", {}), ("standings", {}), ("privacy", {}), ("bank check", {})),
        *(("export standings", {}), ("export ledger", {}), ("bank statement", {}), ("cards", {})),
    ):
        await typed(friends, friends.wire.slash("Ann", CHANNEL, command, **options))


@pytest.mark.parametrize("game", ["aces", "seka", "teen_patti"])
async def test_a_log_tells_nothing(
    written: Written, friends: Evening, caplog: pytest.LogCaptureFixture, game: str
) -> None:
    """Hands with words, restarts, faults, looks back; the log names ids and what went wrong alone."""
    dice = random.Random(7)
    await friends.open_table(game=game)
    await friends.command("Ann", "bank grant", member="Boris", chips=5, reason=REASON)
    await friends.sit(*NAMES)
    friends.wire.close_dms("Carol")
    await friends.deal()
    for number in range(STEPS):
        if number % 3 == 2:
            friends.wire.faults.append(trouble(dice, friends))
        if number % 20 == 10:
            friends.wire.faults.clear()
            await friends.restart()
        await step(friends, dice)
        await friends.time_passes(dice.choice((0, 3, 13, 50)))
        for one in list(friends.table.state.sittings.values()) if friends.tables else []:
            if one.state == "out" and not one.is_house:
                await typed(friends, friends.wire.slash(one.name, CHANNEL, "table back"))
        await collect(friends, written)
    friends.wire.faults.clear()
    await looks_back(friends)
    await collect(friends, written)
    assert written.check() > 10
    caplog.clear()  # some faults are errors, rightly


async def test_a_fault_of_the_bot_tells_nothing(
    written: Written, friends: Evening, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error that quotes the table and its hand, a payload that cannot be read: still nothing."""

    async def fails(self: PlayCog, press: Any, *_: object) -> None:
        live = friends.table.state.live
        raise RuntimeError(f"{live!r} {live and live.hand!r} {friends.table.state!r}")

    await friends.open_table()
    await friends.sit(*NAMES)
    await friends.deal()
    monkeypatch.setattr(PlayCog, "_about_table", fails)
    answer = await friends.press("Ann", "My cards")
    assert "Something went wrong" in answer.text
    held_up = Fault("POST", "/interactions/*", status=429)
    friends.wire.faults.append(held_up)
    not_a_text: Any = 1
    await Sender(friends, "Boris", CHANNEL).form("x", {"field": not_a_text})
    assert held_up.hits and "was not understood" in written.text.getvalue()
    await collect(friends, written)
    assert "RuntimeError" in written.text.getvalue() and written.check() > 10
    caplog.clear()
