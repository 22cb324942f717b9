"""What a night came to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from bot.standings.best import best_opened, order, read_best
from bot.standings.night import best_hands, biggest_pot, night_lines, night_winners
from bot.store.standings import BroughtRow, PlayedRow, ResultRow
from engine.cards import parse_cards
from engine.game import Action, Ranked, SeatStart, Setup
from engine.games import GAMES, game


@dataclass
class _Pot:
    amount: int
    contestants: list[int]
    winners: list[int]


def _hand(number: int, *pots: _Pot, best: Any = None, game_key: str = "aces") -> ResultRow:
    written = {"pots": [vars(pot) for pot in pots], **({"best": best} if best else {})}
    return ResultRow(number, 1, number, game_key, written, {1: 11, 2: 12, 3: 13})


def _played(player_id: int, net: int, game_key: str = "aces") -> PlayedRow:
    return PlayedRow(player_id, 1, game_key, 4, 1, net)


def test_nets_add_up_to_nothing_and_stand_in_their_order() -> None:
    """Who sat without playing is left out."""
    brought = [BroughtRow(1, 100, 90), BroughtRow(2, 100, 110), BroughtRow(3, 50, 50)]
    lines = night_lines(brought, [_played(1, -15), _played(1, 5, "seka"), _played(2, 10)])
    assert [(one.player_id, one.net, one.hands) for one in lines] == [(2, 10, 4), (1, -10, 8)]


@pytest.mark.parametrize(
    ("brought", "played"),
    [
        ([BroughtRow(1, 100, 90), BroughtRow(2, 100, 110)], [_played(1, -10), _played(2, 9)]),
        ([BroughtRow(1, 100, 110)], [_played(1, 10)]),
        ([], [_played(1, 0)]),
    ],
)
def test_a_night_whose_books_do_not_fit_is_not_told(
    brought: list[BroughtRow], played: list[PlayedRow]
) -> None:
    """Rather nothing than a wrong sum."""
    with pytest.raises(AssertionError):
        night_lines(brought, played)


def test_a_night_may_have_two_winners_or_none() -> None:
    """The highest net over all games."""
    assert night_winners(1, [_played(1, 5), _played(2, 2), _played(2, 3, "seka"), _played(3, -10)]) == (1, 2)
    assert night_winners(1, [_played(1, 0), _played(2, 0)]) == ()


def test_the_biggest_pot_is_one_that_was_played_for() -> None:
    """A bet that came back is none; the first of equals counts."""
    hands = [
        _hand(1, _Pot(30, [1, 2], [1])),
        _hand(2, _Pot(40, [1, 2], [1, 2]), _Pot(90, [3], [3])),
        _hand(3, _Pot(40, [2], [2])),
    ]
    found = biggest_pot(hands)
    assert found is not None
    assert (found.chips, found.hand_number, found.winners) == (40, 2, (11, 12))
    assert biggest_pot([]) is None


def _kept(seat: int, key: str, strength: int) -> dict[str, Any]:
    return {"seat": seat, "class": key, "strength": strength, "cards": ["As", "Jk"], "joker_as": ["Ad"]}


def test_the_best_hand_of_each_game_is_found() -> None:
    """By class and then by strength; hands that were kept without it are passed over."""
    hands = [
        _hand(1, best=_kept(1, "pair", 900)),
        _hand(2, best=_kept(2, "flush", 500)),
        _hand(3, best=_kept(3, "flush", 600)),
        _hand(4, best=_kept(1, "flush", 600)),
        _hand(5),
        _hand(6, best={"seat": "?"}),
        _hand(7, best=_kept(1, "trial", 3), game_key="teen_patti"),
    ]
    found = best_hands(hands, GAMES)
    assert [(one.game, one.player_id, one.hand_number) for one in found] == [
        ("aces", 13, 3),
        ("teen_patti", 11, 7),
    ]


def test_what_is_kept_of_a_hand_is_what_was_opened() -> None:
    """The strongest of the opened hands, read as it was written; nothing where nobody showed."""
    aces = game("aces")
    setup = Setup("aces", aces.options_type(), (SeatStart(1, 100), SeatStart(2, 100)), 1)
    pack = aces.pack(setup.options)
    hand = aces.start(setup).deal(pack).hand
    while (turn := hand.turn) is not None:
        choice = next(one for one in hand.options(turn.seats[0]) if one.verb in ("check", "call"))
        hand = hand.act(Action(turn.seats[0], choice.verb, choice.least)).hand
    kept = best_opened(hand)
    read = read_best(kept)
    assert kept is not None and read is not None
    shown = [hand.view(None).seat(seat).ranked for seat in (1, 2)]
    best = max((one for one in shown if one is not None), key=lambda one: one.strength)
    assert read == (kept["seat"], hand.view(None).seat(kept["seat"]).ranked)
    assert read[1].strength == best.strength
    folded, wish = aces.start(setup).deal(pack).hand, {"fold": 0, "bet": 1}
    while (turn := folded.turn) is not None:
        choice = min(folded.options(turn.seats[0]), key=lambda one: wish.get(one.verb, 2))
        folded = folded.act(Action(turn.seats[0], choice.verb, choice.least)).hand
    assert best_opened(folded) is None


def test_a_better_class_beats_a_greater_strength() -> None:
    """Strengths of hands by different options are not of one scale."""
    aces, cards = game("aces"), parse_cards("As Ks")
    assert order(aces, Ranked("flush", 1, cards)) > order(aces, Ranked("straight", 10**9, cards))
