"""The games by their keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Final

from engine.aces.game import ACES
from engine.errors import InputError
from engine.game import Game
from engine.seka.game import SEKA
from engine.teen_patti.game import TEEN_PATTI

_games: Final = {g.key: g for g in (ACES, SEKA, TEEN_PATTI)}
GAMES: Final[Mapping[str, Game]] = MappingProxyType(_games)


def game(key: str) -> Game:
    """The game of that key; ``InputError`` (``game_unknown``) lists those there are."""
    found = _games.get(key)
    if found is None:
        raise InputError("game_unknown", f"unknown game {key!r}: there are {', '.join(_games)}", game=key)
    return found


@contextmanager
def registered(extra: Game) -> Iterator[Game]:
    """Add a further game for the time of a ``with`` block; its key must be free."""
    assert extra.key not in _games, f"{extra.key} is registered already"
    _games[extra.key] = extra
    try:
        yield extra
    finally:
        del _games[extra.key]
