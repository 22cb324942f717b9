"""The best hand that was opened: kept with a hand's result, and found again among many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.cards import parse_card, spell
from engine.errors import EngineError
from engine.game import Game, Hand, Ranked


def best_opened(hand: Hand) -> dict[str, Any] | None:
    """The strongest opened hand of one that is over, in JSON's terms; None where nobody showed.

    What was opened everybody has seen: no other card is told.
    """
    assert hand.result is not None
    view = hand.view(None)
    shown = [(ranked, seat) for seat in hand.result.opened if (ranked := view.seat(seat).ranked) is not None]
    if not shown:
        return None
    ranked, seat = max(shown, key=lambda pair: pair[0].strength)
    return {
        "seat": seat,
        "class": ranked.class_key,
        "strength": ranked.strength,
        "cards": [spell(card) for card in ranked.cards],
        "joker_as": [spell(card) for card in ranked.joker_as],
    }


def read_best(kept: object) -> tuple[int, Ranked] | None:
    """(seat, what its cards make) as ``best_opened`` wrote it; None where there is none."""
    if not isinstance(kept, Mapping):
        return None
    try:
        cards, stand_ins = (tuple(map(parse_card, kept[name])) for name in ("cards", "joker_as"))
        return int(kept["seat"]), Ranked(str(kept["class"]), int(kept["strength"]), cards, stand_ins)
    except (EngineError, KeyError, TypeError, ValueError):
        return None


def order(game: Game, ranked: Ranked) -> tuple[int, int]:
    """Compares hands of one game, the greater the better: the class first, since options differ.

    Within a class strengths are compared, which is exact where both hands were played by the same options.
    """
    known = ranked.class_key in game.classes
    return (-game.classes.index(ranked.class_key) if known else -len(game.classes)), ranked.strength
