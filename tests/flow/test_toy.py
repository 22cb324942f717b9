"""The tests' small game through table, store and screen: all that a game may need and Aces does not."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from bot.rehearsal.wire import WireDiscord
from bot.show.scene import Phase, Terms
from bot.store import hands
from bot.tables.people import Person
from engine.cards import PACK_52, Card, parse_cards
from engine.games import GAMES
from tests.engine.toy import TOY, ToyOptions
from tests.flow.checks import Recorder
from tests.flow.decks import stack_decks
from tests.flow.doing import again_after_restart, chooses, does, sent
from tests.flow.evening import CHANNEL, Evening, evening

NAMES = ("Ann", "Boris", "Carol")


@pytest.fixture
async def players(wire: WireDiscord, database: Path, recorder: Recorder) -> AsyncIterator[Evening]:
    """An evening at which the small game is known too."""
    async with evening(wire, database, games={**GAMES, "toy": TOY}) as made:
        yield made


def deck(cards: str) -> tuple[Card, ...]:
    """A deck that begins so."""
    first = parse_cards(cards)
    return (*first, *(card for card in PACK_52 if card not in first))


async def open_toy(
    players: Evening, chips: Sequence[int], monkeypatch: pytest.MonkeyPatch, *decks: str
) -> None:
    """A table of the small game with these stacks; Ann will be first in play order, the last one deals."""
    stack_decks(monkeypatch, *(deck(one) for one in decks))
    world = players.wire.world
    host = Person(world.guild.id, world.user("Ann").id, "Ann", "en", manager=True)
    await players.room.open(host, world.channel(CHANNEL).id, Terms("toy", ToyOptions(), 6, 2, 1000))
    for name, stack in zip((*NAMES, "Dana"), chips, strict=False):
        await players.sit(name, chips=stack)
    players.table.state.last_dealer = len(chips) - 1


async def begin(players: Evening, chips: Sequence[int], monkeypatch: pytest.MonkeyPatch, *decks: str) -> None:
    """The first hand of such a table, with these decks."""
    await open_toy(players, chips, monkeypatch, *decks)
    await players.deal()
    assert players.live.hand.view(None).order[0] == players.sitting("Ann").seat


async def test_who_plays_dark_gets_no_card_until_he_sees(
    players: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a message nor My cards nor the table tells; See my cards is an action of his turn."""
    await begin(players, (50, 50, 50), monkeypatch, "As Kh Qd")
    assert [sent(players, name) for name in NAMES] == [[], [], []]
    assert "not seen your cards" in (await players.press("Ann", "My cards")).text
    refused = await does(players, "Boris", "See my cards")
    assert "'s turn" in refused.text
    await does(players, "Ann", "See my cards")
    assert "A" in sent(players, "Ann")[0] and "♠" in sent(players, "Ann")[0]
    assert players.on_turn == "Ann" and "has seen" in (await players.drawn()).text
    assert [sent(players, name) for name in NAMES[1:]] == [[], []]
    await again_after_restart(players)
    assert len(sent(players, "Ann")) == 1 and sent(players, "Boris") == []


async def test_payments_are_not_equalised(players: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each pays his own price, dark half of it; who wins gets exactly what was paid."""
    await begin(players, (50, 50, 50), monkeypatch, "As Kh Qd")
    await does(players, "Ann", "See my cards")
    await does(players, "Ann", "Pay 4")
    await does(players, "Boris", "Pay 2 (dark)")
    await does(players, "Carol", "Pass")
    await again_after_restart(players)
    await does(players, "Ann", "Open")
    assert players.table.state.phase is Phase.PAUSE
    assert players.stacks() == {"Ann": 50 + 2 + 2 + 2, "Boris": 46, "Carol": 48}


async def test_a_question_is_answered_by_another_and_revealed_to_two(
    players: Evening, monkeypatch: pytest.MonkeyPatch, recorder: Recorder
) -> None:
    """A side show: who was asked answers, both see both cards, nobody else does, and the lower one drops."""
    await begin(players, (50, 50, 50), monkeypatch, "As Kh Qd")
    await does(players, "Ann", "See my cards")
    await does(players, "Ann", "Pay 2")
    await does(players, "Boris", "See my cards")
    await chooses(players, "Boris", "Ann")
    assert players.on_turn == "Ann" and "Accept" in players.labels()
    refused = await does(players, "Boris", "Accept")
    assert refused.private
    await again_after_restart(players)
    await does(players, "Ann", "Accept")
    await players.drawn()
    cards = {name: (await players.press(name, "My cards")).text for name in NAMES}
    assert "Boris showed you" in cards["Ann"] and "K" in cards["Ann"]
    assert "Ann showed you" in cards["Boris"] and "A" in cards["Boris"]
    assert "showed you" not in cards["Carol"]
    assert "Boris showed you" in sent(players, "Ann")[-1]
    for name in ("Ann", "Boris"):
        assert len(sent(players, name)) == 1  # one message, which changed
    public = [str(one.message) for one in recorder.requests if one.message and "components" in one.message]
    assert not any("showed you" in text for text in public if "t:" in text)
    await again_after_restart(players)
    assert "Boris showed you" in (await players.press("Ann", "My cards")).text
    assert players.on_turn == "Carol"


async def test_silence_to_a_question_is_no(players: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule P3: who does not answer has refused, and has missed a turn."""
    await begin(players, (50, 50, 50), monkeypatch, "As Kh Qd")
    await does(players, "Ann", "Pay 1")
    await does(players, "Boris", "See my cards")
    await chooses(players, "Boris", "Ann")
    await players.time_passes(47)
    assert players.sitting("Ann").misses == 1
    assert players.on_turn == "Carol"


async def offered(players: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four play, two tie with kings, the two others may join for half of the pot."""
    await begin(players, (50, 50, 50, 50), monkeypatch, "Ks 2h Kd 3d", "5s 9h 7d 8c")
    for _ in range(3):
        for name in (*NAMES, "Dana"):
            await does(players, name, "Pay 1 (dark)")
    assert players.turn.kind == "offer"
    assert len(players.turn.seats) == 2


async def test_an_offer_to_several_is_answered_in_any_order(
    players: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both buttons serve both; an answer twice is refused; a restart in between keeps the first answer."""
    await offered(players, monkeypatch)
    await again_after_restart(players)
    screen = await players.drawn()
    yes = next(button for button in screen.buttons if button.label.startswith("Play for the pot"))
    no = screen.button("No, thanks")
    await players.wire.press("Dana", screen, yes.custom_id)
    await players.rest()
    assert players.turn.kind == "offer" and len(players.turn.seats) == 1
    assert (await players.wire.press("Dana", screen, no.custom_id)).private
    await again_after_restart(players)
    await does(players, "Boris", "No, thanks")
    assert players.turn.kind == "bet" and len(players.live.roots) == 2


async def test_a_second_deck_has_its_root_stored_and_shown_before_its_cards(
    players: Evening, monkeypatch: pytest.MonkeyPatch, recorder: Recorder
) -> None:
    """A further deal within the hand; who joined gets a new card, from the new deck."""
    await offered(players, monkeypatch)
    await does(players, "Boris", "Play for the pot")
    mark = len(recorder.requests)
    await does(players, "Dana", "No, thanks")
    roots = await players.store.read(lambda tx: hands.roots(tx, players.live.hand_id))
    assert [root.hex() for root in roots] == list(players.live.roots) and len(roots) == 2
    assert players.live.roots[1] in (await players.drawn()).text
    while players.on_turn != "Boris":
        await does(players, players.on_turn, "Pay 1 (dark)")
    await does(players, "Boris", "See my cards")
    after = recorder.requests[mark:]
    shown = min(i for i, one in enumerate(after) if players.live.roots[1] in str(one.body))
    card = next(i for i, one in enumerate(after) if one.message and "9" in str(one.message.get("content")))
    assert shown < card
    await again_after_restart(players)
    while players.table.state.phase is Phase.HAND:
        await does(players, players.on_turn, "Pay")
    assert players.stacks()["Boris"] > 50 and sum(players.stacks().values()) == 200


async def test_an_offer_that_nobody_answers_closes(players: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """One decision time for all; both have declined."""
    await offered(players, monkeypatch)
    await players.time_passes(47)
    assert players.turn.kind == "bet"
    rows = await players.store.read(lambda tx: hands.actions(tx, players.live.hand_id))
    assert [(row.verb, row.source) for row in rows[-2:]] == [("decline", "silence")] * 2


async def test_all_in_pots_pay_each_only_what_he_played_for(
    players: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The poorest has the best card: he wins what all put in against him, the rest goes to the next."""
    await begin(players, (3, 50, 50), monkeypatch, "As Kh Qd")
    await does(players, "Ann", "Pay 1 (dark)")
    assert "all-in" in (await players.drawn()).text
    await again_after_restart(players)
    for _ in range(3):
        for name in ("Boris", "Carol"):
            if players.table.state.phase is Phase.HAND:
                await does(players, name, "Pay 2 (dark)")
    await players.drawn()
    assert players.table.state.phase is Phase.PAUSE
    assert sum(players.stacks().values()) == 103
    assert players.stacks()["Ann"] == 9
    assert "Pot 1 of 2" in players.screen.text


async def test_a_hand_that_is_over_at_the_deal(players: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """All but one are all-in by the ante: opened and paid at once, the next hand is promised."""
    await open_toy(players, (2, 2, 50), monkeypatch, "As Kh Qd")
    await players.press("Ann", "Deal")
    await players.until(lambda: players.table.state.phase is Phase.PAUSE)
    await players.drawn()
    await players.rest()
    assert players.table.state.phase is Phase.PAUSE
    assert players.stacks() == {"Ann": 6, "Boris": 0, "Carol": 48}
    assert players.table.state.next_hand is not None
    await players.restart()
    assert "Won and lost" in (await players.drawn()).text
    assert players.stacks() == {"Ann": 6, "Boris": 0, "Carol": 48}
