"""Who stands where: sums of play by player, ranked by one measure. Pure; equal stays equal (1, 2, 2, 4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import accumulate
from typing import Protocol

Night = int


class Measure(StrEnum):
    """What standings are ordered by."""

    NET = "net"
    PER_NIGHT = "per_night"
    NIGHTS_WON = "nights_won"
    HANDS_WON = "hands_won"
    HANDS = "hands"


class Played(Protocol):
    """What one player moved in one game of one night (``bot.store.standings.PlayedRow``)."""

    @property
    def player_id(self) -> int: ...
    @property
    def night_id(self) -> Night | None: ...
    @property
    def game(self) -> str: ...
    @property
    def hands(self) -> int: ...
    @property
    def hands_won(self) -> int: ...
    @property
    def net(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Tally:
    """A player's sums. ``night_net`` is the part of ``net`` that was made in nights."""

    player_id: int
    net: int = 0
    hands: int = 0
    hands_won: int = 0
    nights: int = 0
    nights_won: int = 0
    night_net: int = 0

    def by(self, measure: Measure) -> Fraction | None:
        """The value of that measure; None for a net per night without a night."""
        match measure:
            case Measure.NET:
                return Fraction(self.net)
            case Measure.PER_NIGHT:
                return Fraction(self.night_net, self.nights) if self.nights else None
            case Measure.NIGHTS_WON:
                return Fraction(self.nights_won)
            case Measure.HANDS_WON:
                return Fraction(self.hands_won)
            case Measure.HANDS:
                return Fraction(self.hands)


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place: 1 is the first, equals share the better one."""

    place: int
    tally: Tally
    value: Fraction


def of_game(lines: Iterable[Played], game: str | None) -> list[Played]:
    """The lines of that game; all of them for None."""
    return [line for line in lines if game is None or line.game == game]


def net_by_night(lines: Iterable[Played]) -> dict[Night, dict[int, int]]:
    """Each night's net by player id; what was played outside nights is left out."""
    found: dict[Night, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for line in lines:
        if line.night_id is not None:
            found[line.night_id][line.player_id] += line.net
    return found


def winners(nets: Mapping[int, int]) -> list[int]:
    """Who won a night: the highest net, if anybody has won chips at all; several where it is equal."""
    best = max(nets.values(), default=0)
    return [player_id for player_id, net in nets.items() if net == best] if best > 0 else []


def tallies(lines: Collection[Played], nights_over: Collection[Night]) -> dict[int, Tally]:
    """Everybody's sums by player id. A night can be won when it is over only."""
    nights = net_by_night(lines)
    won: dict[int, int] = defaultdict(int)
    for night_id in nights.keys() & set(nights_over):
        for player_id in winners(nights[night_id]):
            won[player_id] += 1
    by_player: dict[int, list[Played]] = defaultdict(list)
    for line in lines:
        by_player[line.player_id].append(line)
    in_nights: dict[int, list[int]] = defaultdict(list)
    for nets in nights.values():
        for player_id, net in nets.items():
            in_nights[player_id].append(net)
    return {
        player_id: Tally(
            player_id,
            net=sum(line.net for line in own),
            hands=sum(line.hands for line in own),
            hands_won=sum(line.hands_won for line in own),
            nights=len(in_nights.get(player_id, ())),
            nights_won=won.get(player_id, 0),
            night_net=sum(in_nights.get(player_id, ())),
        )
        for player_id, own in by_player.items()
    }


def ranked(found: Mapping[int, Tally], measure: Measure) -> list[Standing]:
    """By that measure, the highest first; whoever has no value of it is left out.

    Equals stand in the order of their ids, which says nothing.
    """
    valued = [(value, one) for one in found.values() if (value := one.by(measure)) is not None]
    valued.sort(key=lambda pair: (-pair[0], pair[1].player_id))
    standings: list[Standing] = []
    for number, (value, one) in enumerate(valued, 1):
        equal = standings and standings[-1].value == value
        standings.append(Standing(standings[-1].place if equal else number, one, value))
    return standings


def over_the_nights(
    lines: Iterable[Played], nights: Sequence[Night], player_ids: Iterable[int]
) -> dict[int, list[int]]:
    """Each player's net after each of those nights, added up from the first on."""
    nets = net_by_night(lines)
    return {
        player_id: list(accumulate(nets.get(night_id, {}).get(player_id, 0) for night_id in nights))
        for player_id in player_ids
    }


@dataclass(frozen=True, slots=True)
class Move:
    """How a night moved a player in the season's standings; ``before`` None: he had not played in it."""

    player_id: int
    before: int | None
    after: int
    net_after: int


def moves(lines: Collection[Played], night_id: Night, nights_over: Collection[Night]) -> list[Move]:
    """Places by net without that night and with it, of who played in it, the best first."""
    former = ranked(tallies([one for one in lines if one.night_id != night_id], nights_over), Measure.NET)
    before = {one.tally.player_id: one.place for one in former}
    there = {one.player_id for one in lines if one.night_id == night_id}
    return [
        Move(one.tally.player_id, before.get(one.tally.player_id), one.place, one.tally.net)
        for one in ranked(tallies(lines, nights_over), Measure.NET)
        if one.tally.player_id in there
    ]
