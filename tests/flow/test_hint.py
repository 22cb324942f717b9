"""/hint: what a player holds, how often that wins and what staying takes, to him alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.nights import planning
from bot.rehearsal.wire import WireDiscord
from bot.rehearsal.world import World
from bot.show.scene import Terms
from bot.tables.terms import write_settings
from engine.cards import Card
from tests.engine.aces.at_table import deck_of
from tests.flow.checks import Recorder
from tests.flow.decks import stack_decks
from tests.flow.doing import does
from tests.flow.evening import CHANNEL, Evening, evening
from tests.flow.night_time import FRIDAY, next_ref, scheduled, told, until
from tests.flow.practising import practise, presses, until_awaited
from tests.flow.test_hidden_information import NAMES, ONE, sit_and_deal
from tests.flow.test_teen_patti import begin

# As ONE for Ann and what all can see; the closed cards of the others differ.
OTHERS_DIFFER = deck_of("As Ah Kd 7c 4s 2h", "8h 8d 9h 7s 5d 6c", "Ac Kh Td 8c Ts 2d")
OFF = "Hints are off at this table. Its host chooses that when the table is opened."


async def hinted(friends: Evening, name: str = "Ann") -> str:
    """What /hint answers; only that person may read it."""
    seen = len(friends.wire.messages(friends.table.state.channel_id))
    text = await friends.command(name, "hint")
    assert len(friends.wire.messages(friends.table.state.channel_id)) == seen
    return text


async def test_a_hint_names_hand_chance_price_and_pot(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On his turn with nothing to pay, facing a bet, and while he waits."""
    stack_decks(monkeypatch, ONE)
    await sit_and_deal(friends)
    free = await hinted(friends)
    assert free.startswith("Your hand, **three of a kind, aces**, wins about **")
    assert "against 2 hands still in; staying costs nothing now, and the pot is 3." in free
    await friends.act("Bet")
    facing = await hinted(friends, friends.on_turn)
    assert "staying costs 1 into a pot of 4, which needs 20%." in facing
    assert "it is not your turn, and the pot is 4." in await hinted(friends)


async def test_the_same_hint_is_given_again(friends: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody learns more by asking often."""
    stack_decks(monkeypatch, ONE)
    await sit_and_deal(friends)
    assert await hinted(friends) == await hinted(friends)


async def hints_with(monkeypatch: pytest.MonkeyPatch, database: Path, deck: tuple[Card, ...]) -> list[str]:
    """Ann's hint in every round of a hand with that deck, on a Discord of its own."""
    found = []
    async with WireDiscord(World.new(), limits=False) as wire:
        Recorder(wire)
        async with evening(wire, database) as friends:
            stack_decks(monkeypatch, deck)
            await sit_and_deal(friends)
            for number in range(1, 5):
                while friends.live.hand.view(None).round < number:
                    await friends.act("Check")
                found.append(await hinted(friends))
    return found


async def test_a_hint_does_not_depend_on_cards_that_are_hidden(
    monkeypatch: pytest.MonkeyPatch, wire: WireDiscord, tmp_path: Path, database: Path
) -> None:
    """Other closed cards of the others, the same words in every round."""
    one = await hints_with(monkeypatch, database, ONE)
    other = await hints_with(monkeypatch, tmp_path / "other.db", OTHERS_DIFFER)
    assert one == other and len(set(one)) == 4


async def test_who_has_not_seen_his_cards_is_not_told_them(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blind: an even chance whatever he holds; after seeing it is his hand's."""
    await begin(friends, monkeypatch)
    blind = await hinted(friends)
    assert blind.startswith("You have not seen your cards, which win about **")
    assert "staying costs 1 into a pot of 3" in blind
    await does(friends, "Ann", "See my cards")
    seen = await hinted(friends)
    assert seen.startswith("Your hand, **trial of aces**, wins about **100%**")


async def test_who_has_no_hand_is_told_why(friends: Evening) -> None:
    """Before the deal, after folding, and after the end."""
    await friends.open_table()
    await friends.sit(*NAMES)
    assert "No hand is on the table now." in await hinted(friends)
    await friends.deal()
    await friends.act("Bet")
    folds = friends.on_turn
    await friends.act("Fold")
    assert await hinted(friends, folds) == "You are out of this hand, so there is nothing to win."
    assert "You are not dealt into this hand" in await hinted(friends, "Dana")
    await friends.act("Fold")
    await friends.drawn()
    assert "This hand is over." in await hinted(friends, folds)


async def test_a_host_may_open_a_table_without_hints(friends: Evening) -> None:
    """The private panel has a field for it, on by default."""
    answer = await friends.wire.slash("Ann", CHANNEL, "table open")
    (panel,) = answer.messages
    assert "Hints: **on**" in panel.text
    await friends.wire.select("Ann", panel, panel.selects[0].custom_id, ["hints"])
    panel = friends.wire.look(panel)
    await friends.wire.select("Ann", panel, panel.selects[1].custom_id, ["0"])
    panel = friends.wire.look(panel)
    assert "Hints: **off**" in panel.text
    await friends.wire.click("Ann", panel, "Open the table")
    await friends.drawn()
    await friends.sit(*NAMES)
    await friends.deal()
    assert await hinted(friends) == OFF


@pytest.mark.parametrize("allowed", [False, True])
async def test_a_nights_table_has_hints_only_where_its_host_allows_them(
    friends: Evening, *, allowed: bool
) -> None:
    """/night schedule and /night start say so; by default they are off."""
    await scheduled(friends, **({"hints": True} if allowed else {}))
    await told(friends, "Ann", "night start", date=await next_ref(friends))
    assert friends.table.state.terms.hints is allowed
    await friends.drawn()


async def test_a_night_that_was_planned_before_there_were_hints_has_none(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its settings do not say, so its host has not allowed them."""

    def earlier(terms: Terms) -> dict[str, Any]:
        return {name: value for name, value in write_settings(terms).items() if name != "hints"}

    monkeypatch.setattr(planning, "write_settings", earlier)
    await scheduled(friends, hints=True)
    await until(friends, FRIDAY)
    await friends.drawn()
    assert not friends.table.state.terms.hints


async def test_practice_is_with_hints(friends: Evening) -> None:
    """That is where one learns."""
    await practise(friends)
    await presses(friends, "Ann", "Deal")
    await friends.dealt()
    if await until_awaited(friends):
        assert "still in" in await hinted(friends)
