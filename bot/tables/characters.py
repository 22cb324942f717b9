"""Who the house players are: machines with short names, each of which plays in every temperament.

A house player is kept as a player with a user id below zero, which says both: -(10 · temperament + name).
Ids stand in the books, so names and temperaments may be added at the end but never moved.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from engine.house import Temperament

NAMES: Final = ("Bolt", "Dot", "Gizmo", "Pixel", "Rivet", "Spark", "Tinker", "Turbo", "Widget")
HOUSE_PLAYERS_MOST: Final = len(NAMES)  # at one table, so that all names differ
_TEMPERAMENTS: Final = tuple(Temperament)

assert HOUSE_PLAYERS_MOST < 10


@dataclass(frozen=True, slots=True)
class Character:
    """A house player by what the books keep of it; ``user_id`` is below zero."""

    user_id: int
    name: str


def temperament_of(user_id: int) -> Temperament:
    """How the house player of that user id plays."""
    return _TEMPERAMENTS[-user_id // 10]


def character(user_ids: Collection[int], temperament: str) -> Character:
    """The next house player for a table where those of ``user_ids`` sit, fewer than ``HOUSE_PLAYERS_MOST``.

    ``temperament``: its value, or "" for the one that fewest of them have.
    """
    taken = {-user_id % 10 for user_id in user_ids}
    number = next(n for n in range(1, HOUSE_PLAYERS_MOST + 1) if n not in taken)
    place = _rarest([-user_id // 10 for user_id in user_ids])
    if temperament:
        place = _TEMPERAMENTS.index(Temperament(temperament))
    return Character(-(10 * place + number), NAMES[number - 1])


def _rarest(places: Sequence[int]) -> int:
    return min(range(len(_TEMPERAMENTS)), key=places.count)
