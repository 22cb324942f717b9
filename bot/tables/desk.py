"""What every table works with: handed over once, by the room."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from discord import ui

from bot.clock import Clock
from bot.pictures import Pictures
from bot.show.cards import CardLook
from bot.show.pictures.sketch import SHOWDOWN, Picture
from bot.show.scene import Scene
from bot.store import Store
from bot.tables.around import Around
from bot.tables.post import Post
from engine.game import Game

T = TypeVar("T")

DRAWN_AT_ONCE: Final = 1024


class Chance(Protocol):
    """Where randomness comes from: the system's in production, a seeded one in tests."""

    def randbytes(self, n: int) -> bytes:
        """``n`` random bytes."""

    def choice(self, seq: Sequence[T]) -> T:
        """One of them, each as likely."""

    def random(self) -> float:
        """A number from 0 up to but not including 1."""


class Dice:
    """Many numbers from 0 up to but not including 1, from one that gives bytes: a thousand at once.

    The system's randomness costs a call each time, which would be half of what a house player thinks.
    """

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._ready: Iterator[int] = iter(())

    def random(self) -> float:
        """The next number, of 53 bits."""
        drawn = next(self._ready, None)
        if drawn is None:
            self._ready = iter(array("Q", self._chance.randbytes(8 * DRAWN_AT_ONCE)))
            drawn = next(self._ready)
        return (drawn >> 11) * 2.0**-53


@dataclass(frozen=True, slots=True)
class Look:
    """How a server wants its cards: ``pictures`` off, at showdown or per street; suits in four colours."""

    pictures: str = SHOWDOWN
    four_colours: bool = False


@dataclass(frozen=True, slots=True)
class Desk:
    """The kit of a table."""

    store: Store
    clock: Clock
    post: Post
    around: Around
    chance: Chance
    secret: bytes
    games: Mapping[str, Game]
    draw: Callable[[Scene, str, Picture | None], ui.LayoutView]  # bot.show.layout.table_message
    pictures: Pictures
    server_name: Callable[[int], str]
    server_locale: Callable[[int], str]
    server_look: Callable[[int], Look]
    card_look: Callable[[int], CardLook]  # in texts of that server
