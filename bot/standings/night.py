"""What a night came to: who brought and took what, the hands, the best of them, and what it moved. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bot.standings.best import order, read_best
from bot.standings.ranking import Move, Played, net_by_night, winners
from engine.game import Game, Ranked


class Brought(Protocol):
    """What a player brought to a night's tables, and left with (``bot.store.standings.BroughtRow``)."""

    @property
    def player_id(self) -> int: ...
    @property
    def brought(self) -> int: ...
    @property
    def left(self) -> int: ...


class Ended(Protocol):
    """A hand of a night as it ended (``bot.store.standings.ResultRow``)."""

    @property
    def table_number(self) -> int: ...
    @property
    def number(self) -> int: ...
    @property
    def game(self) -> str: ...
    @property
    def result(self) -> Mapping[str, Any]: ...
    @property
    def players(self) -> Mapping[int, int]: ...


@dataclass(frozen=True, slots=True)
class NightLine:
    """One player of the night, in chips: ``left`` is what he took home or still has on the tables."""

    player_id: int
    brought: int
    left: int
    hands: int
    hands_won: int

    @property
    def net(self) -> int:
        """What play made of it."""
        return self.left - self.brought


@dataclass(frozen=True, slots=True)
class BigPot:
    """The biggest single pot of the night and who shared it."""

    chips: int
    table_number: int
    hand_number: int
    winners: tuple[int, ...]  # player ids


@dataclass(frozen=True, slots=True)
class BestHand:
    """The best hand of one game that was opened."""

    game: str
    player_id: int
    ranked: Ranked
    table_number: int
    hand_number: int


@dataclass(frozen=True, slots=True)
class NightSum:
    """A night as a whole; ``lines`` best first, their nets add up to 0. ``moves``: in the season's standings.

    ``season``: its name, None where the night is in none; the moves are then those of all time.
    """

    night_id: int
    number: int
    name: str
    started_at_ms: int
    ended_at_ms: int | None
    hands: int
    lines: tuple[NightLine, ...]
    winners: tuple[int, ...]
    biggest: BigPot | None
    best: tuple[BestHand, ...]
    season: str | None
    moves: tuple[Move, ...]


def night_lines(brought: Collection[Brought], played: Collection[Played]) -> tuple[NightLine, ...]:
    """Everybody who was dealt in, the highest net first.

    What somebody took away is what he brought and what play made of it, and play moves chips between
    players only: both are asserted.
    """
    hands: dict[int, list[int]] = {}
    for one in played:
        sums = hands.setdefault(one.player_id, [0, 0, 0])
        for place, number in enumerate((one.hands, one.hands_won, one.net)):
            sums[place] += number
    lines = []
    for row in brought:
        dealt, won, net = hands.get(row.player_id, (0, 0, 0))
        assert row.left - row.brought == net, (
            f"player {row.player_id}: the night's books differ from its play"
        )
        if dealt:
            lines.append(NightLine(row.player_id, row.brought, row.left, dealt, won))
    assert {one.player_id for one in lines} == hands.keys()
    assert sum(one.net for one in lines) == 0, "a night's nets add up to nothing"
    return tuple(sorted(lines, key=lambda one: (-one.net, one.player_id)))


def night_winners(night_id: int, played: Collection[Played]) -> tuple[int, ...]:
    """Who won it, by player id; several where the highest net is equal, nobody where all are even."""
    return tuple(sorted(winners(net_by_night(played).get(night_id, {}))))


def biggest_pot(hands: Sequence[Ended]) -> BigPot | None:
    """The first of the biggest. A side pot that nobody else contested is no pot but a bet given back."""
    biggest = None
    for hand in hands:
        pots = hand.result["pots"]
        for pot in pots:
            contested = len(pots) == 1 or len(pot["contestants"]) > 1
            if contested and (biggest is None or pot["amount"] > biggest.chips):
                players = tuple(hand.players[seat] for seat in pot["winners"])
                biggest = BigPot(pot["amount"], hand.table_number, hand.number, players)
    return biggest


def best_hands(hands: Sequence[Ended], games: Mapping[str, Game]) -> tuple[BestHand, ...]:
    """The best opened hand of each game, the first where equals were opened; in the games' own order."""
    found: dict[str, BestHand] = {}
    for hand in hands:
        game, kept = games.get(hand.game), read_best(hand.result.get("best"))
        if game is None or kept is None:
            continue
        seat, ranked = kept
        former = found.get(hand.game)
        if former is None or order(game, ranked) > order(game, former.ranked):
            found[hand.game] = BestHand(hand.game, hand.players[seat], ranked, hand.table_number, hand.number)
    return tuple(found[key] for key in games if key in found)
