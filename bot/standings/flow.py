"""Which chips went from whom to whom: a look at collusion.

A pot mixes everybody's chips, so who lost to whom is a convention, and this is ours: in every hand each
loser's loss goes to that hand's winners in proportion to what they won, in whole chips by the largest
remainders (then the lower id), the losers in the order of their ids and each against what the winners have
not yet been given. So every loss and every win is given away exactly, hand for hand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter


@dataclass(frozen=True, slots=True)
class Pair:
    """What went between two players; ``net`` chips went from ``giver`` to ``taker`` on the whole, 0 or more.

    ``hands``: those in which something went, in either direction.
    """

    giver: int
    taker: int
    given: int
    back: int
    hands: int

    @property
    def net(self) -> int:
        """Chips that went from giver to taker, less what came back."""
        return self.given - self.back


def shares(nets: Mapping[int, int]) -> dict[tuple[int, int], int]:
    """(loser, winner) -> chips of one hand, whose nets (by player) add up to 0."""
    assert sum(nets.values()) == 0
    left = {player: net for player, net in sorted(nets.items()) if net > 0}
    if len(left) == 1:  # as most hands end
        (winner,) = left
        return {(loser, winner): -net for loser, net in sorted(nets.items()) if net < 0}
    found: dict[tuple[int, int], int] = {}
    for loser, net in sorted(nets.items()):
        if net >= 0:
            continue
        for winner, chips in _apportioned(-net, left).items():
            left[winner] -= chips
            if chips:
                found[loser, winner] = chips
    assert not any(left.values())
    return found


def _apportioned(loss: int, left: Mapping[int, int]) -> dict[int, int]:
    """The loss divided in proportion to ``left``, no part above what is left."""
    total = sum(left.values())
    parts = {winner: loss * chips // total for winner, chips in left.items()}
    by_remainder = sorted(left, key=lambda winner: (-(loss * left[winner] % total), winner))
    for winner in by_remainder[: loss - sum(parts.values())]:
        parts[winner] += 1
    return parts


class Flow:
    """Adds hands up, as many at a time as are at hand."""

    def __init__(self) -> None:
        self._went: dict[tuple[int, int], int] = defaultdict(int)
        self._hands: dict[tuple[int, int], int] = defaultdict(int)

    def add(self, nets: Iterable[tuple[int, int, int]]) -> None:
        """``nets``: (hand id, player id, net) of whole hands, hand after hand."""
        for _hand_id, rows in groupby(nets, key=itemgetter(0)):
            for (loser, winner), chips in shares({row[1]: row[2] for row in rows}).items():
                self._went[loser, winner] += chips
                self._hands[min(loser, winner), max(loser, winner)] += 1

    def pairs(self) -> list[Pair]:
        """All pairs between whom something went, the most one-sided first."""
        found = []
        for (one, other), count in self._hands.items():
            there, back = self._went.get((one, other), 0), self._went.get((other, one), 0)
            giver, taker = (one, other) if there >= back else (other, one)
            found.append(Pair(giver, taker, max(there, back), min(there, back), count))
        return sorted(found, key=lambda pair: (-pair.net, -pair.given, pair.giver, pair.taker))
