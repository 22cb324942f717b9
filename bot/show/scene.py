"""The scene: everything that a table's public message shows, as plain data.

A table makes scenes, ``bot.show.layout`` turns them into messages. A scene holds the public View only,
so a message cannot tell more than the public may know.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from bot.locale import Text
from bot.show.cards import LETTERS, CardLook
from engine.game import Event, Seat, View
from engine.options import Options


class Phase(StrEnum):
    """What a table is doing."""

    WAITING = "waiting"  # no hand; people sit down
    DEALING = "dealing"  # the hand is closed for words and waits for its message
    HAND = "hand"  # a hand is being played
    PAUSE = "pause"  # a hand is over, the next one comes by itself
    PAUSED = "paused"  # a manager or the host stopped the clock
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Rules:
    """A game with its house rules; ``name`` and ``rules_id`` where the server keeps them under a name."""

    game: str
    options: Options
    name: str = ""
    rules_id: int = 0


@dataclass(frozen=True, slots=True)
class Practice:
    """What only practice tables have.

    ``temperament`` of the house players that sit down (a value of ``engine.house.Temperament``), "" for all
    in turn · ``hurry``: they act without a pause to think.
    """

    temperament: str = ""
    hurry: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """What a table is opened with. Chips, seconds, and the game's own options.

    A table of several games has ``mixed`` (``choice``: the dealer picks, or ``rotation``) and its ``games``,
    the host's first one first; ``game`` and ``options`` are then those of the hand on the table (rule D1).
    """

    game: str
    options: Options
    seats_most: int
    buy_in_least: int
    buy_in_most: int
    turn_seconds: int = 45
    pause_seconds: int = 12
    nudge_seconds: int = 10  # 0: nobody is nudged
    house_rules: str = ""
    rules_id: int = 0  # of those house rules, 0: none that are kept
    mixed: str = ""
    games: tuple[Rules, ...] = ()
    hints: bool = True  # players may ask for their chance to win
    guests: str = ""  # who may sit: everybody, "answers" of its night, or "role:" and the role's id
    practice: Practice | None = None  # a practice table: its chips count nowhere


@dataclass(frozen=True, slots=True)
class SeatScene:
    """One player at the table. ``state``: in, out (sits out), leaving, short (below the reserve).

    A house player has a ``user_id`` below zero.
    """

    seat: Seat
    user_id: int
    name: str = field(repr=False)  # as the person wrote it: escape before showing
    stack: int
    state: str = "in"
    cut: bool = False  # has added a word to the next shuffle
    missed: bool = False  # sits out because he has missed too many turns

    @property
    def is_house(self) -> bool:
        """True for a house player."""
        return self.user_id < 0


@dataclass(frozen=True, slots=True)
class NextGame:
    """What comes next at a table of several games (rule D1).

    ``dealer`` None: not drawn yet · ``rules`` of the next hand as things stand · ``picks``: for each of
    ``Terms.games`` whether the dealer may pick it; empty where nobody picks · ``picked``: the place of his.
    """

    dealer: Seat | None
    rules: Rules | None
    picks: tuple[bool, ...] = ()
    picked: int | None = None
    awaited: bool = False  # he has a choice and has not made it


@dataclass(frozen=True, slots=True)
class Scene:
    """A table as everybody may see it."""

    table_id: int
    number: int  # of the table within its server
    phase: Phase
    terms: Terms
    host_name: str
    seats: tuple[SeatScene, ...]
    hand_id: int = 0  # the hand shown: being played, or just over
    hand_number: int = 0
    view: View | None = None  # the public View of that hand
    events: tuple[Event, ...] = ()  # its public events so far, oldest first
    timed_out: frozenset[int] = frozenset()  # the places of those that came because somebody's time ran out
    deadline_s: int | None = None  # Unix seconds: end of the turn, or the next deal; None on a mere record
    extended: bool = False  # +30 s was used in this hand
    root: str = ""  # hex, of the deck in play
    next_hand_id: int = 0  # the hand whose commitment stands below
    next_commitment: str = ""  # hex
    note: Text | None = None  # what everybody should know: goes on after a restart, a voided hand …
    word: Text | None = None  # who has left the server, or what the bot lacks: while the hand lasts
    waiting: tuple[str, ...] = ()  # the names of who waits for a seat, in order, as people wrote them
    pausing: bool = False  # is paused when the present turn is over
    next_game: NextGame | None = None  # between the hands of a table of several games
    live: bool = True  # carries buttons
    look: CardLook = LETTERS

    def name_of(self, seat: Seat) -> str:
        """The name at that seat; empty where nobody sits."""
        return next((one.name for one in self.seats if one.seat == seat), "")
