"""What people get does not depend on cards that are hidden from them (invariant 3)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bot.rehearsal.wire import WireDiscord
from bot.rehearsal.world import World
from bot.show.cards import cards_text
from bot.show.scene import Phase
from engine.cards import Card
from engine.game import Seat
from tests.engine.aces.at_table import deck_of
from tests.flow.checks import Recorder, is_private, reader_of
from tests.flow.decks import stack_decks
from tests.flow.evening import Evening, evening

NAMES = ("Ann", "Boris", "Carol")
# The same open cards (the third to the fifth) with other closed ones.
ONE = deck_of("As Ah Kd 7c 4s 2h", "Qd Qc 9h 7s 5d 2c", "3s 5h Td 8c Ts Jh")
OTHER = deck_of("3c 6d Kd 7c 4s Jd", "8h 8d 9h 7s 5d 6c", "Ac Kh Td 8c Ts 2d")
CLOSED = (0, 1, 5)
_MASKS = (
    (re.compile(r"[0-9a-f]{64}"), "<root or promise>"),
    (re.compile(r"<t:\d+"), "<t:0"),
    (re.compile(r"\b\d{17,20}\b"), "<id>"),
    (re.compile(r'"nonce": "[^"]*"'), '"nonce": "0"'),
)


def masked(body: object) -> str:
    """A body without what differs between any two evenings: ids, times, root and promise."""
    text = json.dumps(body, ensure_ascii=False, sort_keys=True)
    for pattern, instead in _MASKS:
        text = pattern.sub(instead, text)
    return text


def bodies(recorder: Recorder, friends: Evening, *, private: bool) -> list[str]:
    """All messages that the bot sent in private or in public, without direct repetitions."""
    found: list[str] = []
    for one in recorder.requests:
        if one.message is not None and is_private(one, friends) is private:
            text = masked(one.body)
            if found[-1:] != [text]:
                found.append(text)
    return found


async def sit_and_deal(friends: Evening) -> None:
    """Three at a table, Ann first in play order."""
    await friends.open_table()
    await friends.sit(*NAMES)
    friends.table.state.last_dealer = len(NAMES) - 1
    await friends.deal()


async def played(
    monkeypatch: pytest.MonkeyPatch, database: Path, deck: tuple[Card, ...], *, showdown: bool
) -> tuple[list[str], list[str], list[str]]:
    """A hand with that deck on a Discord of its own: public bodies before and at its end, private ones."""
    async with WireDiscord(World.new(), limits=False) as wire:
        recorder = Recorder(wire)
        async with evening(wire, database) as friends:
            stack_decks(monkeypatch, deck)
            await sit_and_deal(friends)
            while friends.live.hand.view(None).round < 4:
                await friends.act("Check")
            await friends.act("Bet")
            await friends.act("Call" if showdown else "Fold")
            await friends.drawn()
            await friends.rest()
            before = bodies(recorder, friends, private=False)
            await friends.act("Call" if showdown else "Fold")
            await friends.drawn()
            await friends.rest()
            assert friends.table.state.phase is Phase.PAUSE
            after = bodies(recorder, friends, private=False)
            return before, after, bodies(recorder, friends, private=True)


@pytest.mark.parametrize("showdown", [True, False])
async def test_public_messages_do_not_depend_on_hidden_cards(
    monkeypatch: pytest.MonkeyPatch, wire: WireDiscord, tmp_path: Path, database: Path, showdown: bool
) -> None:
    """Two deals that differ in closed cards only: the same bodies until they are opened, or for ever."""
    one = await played(monkeypatch, database, ONE, showdown=showdown)
    other = await played(monkeypatch, tmp_path / "other.db", OTHER, showdown=showdown)
    assert one[0] == other[0] and len(one[0]) > 10
    assert (one[1] == other[1]) is not showdown
    assert one[2] != other[2]


async def test_nobody_gets_another_players_closed_card(
    friends: Evening, recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither by message, nor by My cards, nor on the table; who folds keeps his cards to himself."""
    stack_decks(monkeypatch, ONE)
    await sit_and_deal(friends)
    cards: dict[Seat, tuple[Card, ...]] = {}
    while friends.live.hand.view(None).round < 4:
        await friends.act("Check")
    await friends.act("Bet")
    await friends.act("Fold")
    for one in friends.live.dealt:
        cards[one.seat] = friends.live.hand.view(one.seat).seat(one.seat).cards
        await friends.press(one.name, "My cards")
    await friends.act("Fold")
    await friends.drawn()
    await friends.rest()
    looked_at = 0
    for request in recorder.requests:
        if request.message is None:
            continue
        owner = reader_of(request, friends)
        told = re.sub(r"🃏 as \S+", "", json.dumps(request.body, ensure_ascii=False))
        for seat, held in cards.items():
            if seat != owner:
                looked_at += 1
                assert not [held[i] for i in CLOSED if cards_text((held[i],)) in told]
    assert looked_at > 50


async def test_the_log_holds_no_cards_seeds_or_keys(
    friends: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever is logged of a hand with trouble in it, nothing in it helps to know a card."""
    caplog.set_level("DEBUG", "bot")
    friends.wire.close_dms("Boris")
    await sit_and_deal(friends)
    await friends.play_out()
    logged = caplog.text
    hand = friends.live
    assert hand.key.hex() not in logged and repr(hand.key) not in logged
    for card in hand.hand.decks[0]:
        assert cards_text((card,)) not in logged
