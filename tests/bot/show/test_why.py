"""The words of Why?: every reason has a sentence, in every game, within Discord's limits."""

from __future__ import annotations

from random import Random

import pytest
from discord import ui

from bot.history.openings import openings_of
from bot.history.past import Past, Stored
from bot.locale import LOCALES
from bot.locale.commands import command
from bot.show.scene import Phase, Scene, SeatScene, Terms
from bot.show.why import why_view
from bot.store.hands import ActionRow, HandRow
from bot.store.players import PlayerRow
from bot.store.tables import TableRow
from bot.tables.play import SILENCE
from engine.game import Hand
from engine.games import GAMES, game
from engine.record import steps
from tests.bot.discord_limits import NEW_COMPONENTS_FLAG, check_message
from tests.engine.random_exports import random_hand

WORST_NAME = "W" * 32
HANDS = 60


def past_of(hand: Hand) -> Past:
    """A stored hand, put together again."""
    row = HandRow(
        *(1, 1, 1, 1, "over", b"", b"", hand.setup.game, None, None, (), 1, 1, 0, 0, 0, 0, None, None)
    )
    table = TableRow(1, 1, 1, 1, hand.setup.game, {}, {}, 1, "open", None, None, None, 0, None, None, None)
    people = {
        one.seat: PlayerRow(one.seat, 1, one.seat, WORST_NAME, "en", None, 0) for one in hand.setup.seats
    }
    actions = tuple(
        ActionRow(1, number, one.seat, one.verb, one.amount, one.target, SILENCE, None, 0)
        for number, one in enumerate(hand.actions, 1)
    )
    _start, *played = steps(hand.setup, hand.decks, hand.actions)
    return Past(Stored(row, table, people, (), (), actions), tuple(played))


def scene_of(hand: Hand) -> Scene:
    """Its table, with the longest names."""
    seats = tuple(SeatScene(one.seat, one.seat, WORST_NAME, one.stack) for one in hand.setup.seats)
    terms = Terms(hand.setup.game, hand.setup.options, 10, 1, 1)
    return Scene(1, 1, Phase.CLOSED, terms, "", seats, hand_id=1, hand_number=1)


@pytest.mark.parametrize("key", list(GAMES))
def test_any_hand_is_explained_in_every_language(key: str) -> None:
    """Every opened hand has its line and every beaten one its reason; the message fits."""
    random, explained = Random(1), 0
    for _ in range(HANDS):
        hand, _shuffle = random_hand(game(key), random)
        openings = openings_of(past_of(hand), GAMES)
        if not openings:
            continue
        explained += 1
        last = openings[-1]
        for contest in last.contests:
            told = {seat for better, other, _ in contest.reasons for seat in (better, other)}
            assert told == set(contest.seats) or len(contest.seats) == 1
        for locale in LOCALES:
            view = why_view(scene_of(hand), openings, locale)
            components = view.to_components()  # type: ignore[no-untyped-call]
            assert check_message({"components": components, "flags": NEW_COMPONENTS_FLAG}) == []
            (text,) = [one.content for one in view.walk_children() if isinstance(one, ui.TextDisplay)]
            assert command("rules", locale) in text.splitlines()[-1] and "RULES.md" not in text
    assert explained > HANDS // 6


@pytest.mark.parametrize("key", list(GAMES))
def test_who_won_a_pot_is_who_is_named_best(key: str) -> None:
    """What is explained is what happened: the best of a contest are the pot's winners."""
    random, compared = Random(2), 0
    for _ in range(HANDS * 3):
        hand, _shuffle = random_hand(game(key), random)
        openings = openings_of(past_of(hand), GAMES)
        assert hand.result is not None
        if len(openings) != 1 or openings[0].followed not in ("", "split"):
            continue
        by_seats = {frozenset(one.seats): one for one in openings[0].contests}
        for pot in hand.result.pots:
            contest = by_seats.get(frozenset(pot.contestants))
            if contest is not None:
                compared += 1
                assert set(pot.winners) <= set(contest.best)
                assert (
                    len(pot.winners) == len(contest.best)
                    or getattr(hand.setup.options, "tie_show", "") == "asker_loses"
                )
    assert compared > 10
