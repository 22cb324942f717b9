"""What house players know, and what people can learn of their cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.rehearsal.wire import WireDiscord
from bot.rehearsal.world import World
from bot.tables.house_players import PAUSE_SECONDS_MOST
from engine.cards import HIDDEN, Card
from engine.game import Action, View
from tests.flow.checks import Recorder
from tests.flow.decks import stack_decks
from tests.flow.evening import evening
from tests.flow.practising import practise, presses, until_awaited
from tests.flow.test_hidden_information import ONE, OTHER, bodies


class Simple:
    """A house player that checks or calls, whatever it holds; it keeps the Views it was asked with."""

    def __init__(self) -> None:
        self.views: list[View] = []

    def __call__(self, view: View, *_: object) -> Action:
        assert view.viewer is not None
        self.views.append(view)
        choice = next(one for one in view.choices_of(view.viewer) if one.verb in ("check", "call"))
        return Action(view.viewer, choice.verb, choice.least)


async def practised(
    monkeypatch: pytest.MonkeyPatch, database: Path, deck: tuple[Card, ...]
) -> tuple[list[str], list[View]]:
    """A hand with that deck on a Discord of its own: public bodies, the Views asked with."""
    simple = Simple()
    monkeypatch.setattr("bot.tables.hidden.decide", simple)
    async with WireDiscord(World.new(), limits=False) as wire:
        recorder = Recorder(wire)
        async with evening(wire, database) as friends:
            stack_decks(monkeypatch, deck)
            await practise(friends, house_players=2)
            friends.table.state.last_dealer = 3
            await presses(friends, "Ann", "Deal")
            await friends.dealt()
            for _ in range(4):
                await until_awaited(friends)
                await presses(friends, "Ann", "Check")
                await friends.time_passes(PAUSE_SECONDS_MOST)
            assert friends.live.hand.view(None).round == 4
            return bodies(recorder, friends, private=False), simple.views


async def test_what_people_read_does_not_depend_on_house_players_cards(
    monkeypatch: pytest.MonkeyPatch, wire: WireDiscord, tmp_path: Path, database: Path
) -> None:
    """Two deals that differ in closed cards only: the same bodies; a house player sees its own alone."""
    one, views = await practised(monkeypatch, database, ONE)
    other, _ = await practised(monkeypatch, tmp_path / "other.db", OTHER)
    assert one == other and len(one) > 10
    assert views
    for view in views:
        for seat in view.seats:
            assert (HIDDEN in seat.cards) is (seat.seat != view.viewer)
