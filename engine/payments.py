"""What was paid in a hand, and what short stacks owe, claim and are asked for (rules B7.2, B7.4).

Circles are numbered through all deals of a hand as ``engine.pots`` says. ``deal_circle`` is the first
circle of a further deal, 0 in the first one: whoever had no chips left when it was dealt contests all that
was paid before it, and nothing of what is paid later (B6.4).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.game import Seat
from engine.pots import Claim, Payment, Stake, all_in_claim, stakes


@dataclass(frozen=True, slots=True)
class Lack:
    """What a seat's next payments fill first: its chips of that circle up to that worth (B7.2)."""

    seat: Seat
    circle: int
    worth: int


@dataclass(frozen=True, slots=True)
class Payments:
    """Everything paid in a hand so far, in order. Each method gives the payments after one more."""

    made: tuple[Payment, ...] = ()
    on_turns: frozenset[tuple[Seat, int]] = frozenset()  # who made a payment on a turn, in which circle
    lacks: tuple[Lack, ...] = ()

    @property
    def total(self) -> int:
        """All chips paid."""
        return sum([p.chips for p in self.made])

    def worth(self, seat: Seat, circle: int) -> int:
        """What the seat's chips in that circle measure: dark and blind ones double."""
        return sum([p.worth for p in self.made if p.seat == seat and p.circle == circle])

    def forced(self, seat: Seat, chips: int, circle: int) -> Payments:
        """After an ante or a post: no turn."""
        return replace(self, made=(*self.made, Payment(seat, chips, circle)))

    def paid(self, seat: Seat, chips: int, circle: int, weight: int = 1) -> Payments:
        """After a payment: it fills what the seat lacks, the oldest circle first, the rest is ``circle``'s.

        ``weight`` 2: paid dark or blind, so that half of a lack, rounded up, fills it.
        """
        lacking = [(lack.circle, self._missing(lack)) for lack in self._lacks_of(seat)]
        return self._filled(seat, chips, [one for one in lacking if one[1]], circle, weight)

    def paid_asked(
        self, seat: Seat, chips: int, asked: Sequence[tuple[int, int]], circle: int, weight: int = 1
    ) -> Payments:
        """After the payment of who was asked for what he lacks (``asked``), which goes nowhere else."""
        assert chips <= sum(-(-worth // weight) for _, worth in asked)
        return self._filled(seat, chips, asked, circle, weight)

    def _filled(
        self, seat: Seat, chips: int, lacking: Sequence[tuple[int, int]], circle: int, weight: int
    ) -> Payments:
        parts = []
        for older, worth in lacking:
            part = min(chips, -(-worth // weight))
            parts.append(Payment(seat, part, older, weight))
            chips -= part
        parts.append(Payment(seat, chips, circle, weight))
        made = (*self.made, *(p for p in parts if p.chips))
        return replace(self, made=made, on_turns=self.on_turns | {(seat, circle)})

    def _lacks_of(self, seat: Seat) -> list[Lack]:
        return sorted((one for one in self.lacks if one.seat == seat), key=lambda one: one.circle)

    def _missing(self, lack: Lack) -> int:
        return max(0, lack.worth - self.worth(lack.seat, lack.circle))

    def all_in(self, seat: Seat, deal_circle: int) -> Payments:
        """After that seat has gone all-in by a payment: what others now lack to it (B7.2)."""
        claim = self.claim(seat, deal_circle)
        if not claim.worth:
            return self
        there = {s for s, circle in self.on_turns if circle == claim.circle}
        there |= {p.seat for p in self.made if p.circle == claim.circle}
        lacks = {(one.seat, one.circle): one for one in self.lacks}
        for other in there - {seat}:
            lack = Lack(other, claim.circle, claim.worth)
            known = lacks.get((other, claim.circle))
            if self._missing(lack) and (known is None or known.worth < claim.worth):
                lacks[other, claim.circle] = lack
        return replace(self, lacks=tuple(lacks.values()))

    def claim(self, seat: Seat, deal_circle: int) -> Claim:
        """How far an all-in seat contests: at least the pot as it was dealt (B6.4, B7.2)."""
        at_least = Claim(seat, deal_circle)
        own = all_in_claim(seat, self.made) if any(p.seat == seat for p in self.made) else at_least
        return max(own, at_least, key=lambda claim: claim.reach)

    def asked(self, seat: Seat, all_in: Iterable[Seat], deal_circle: int) -> tuple[tuple[int, int], ...]:
        """What the only one who can still pay lacks, as (circle, worth), oldest first (B7.4).

        In each circle of an all-in hand that is still in, to the highest of them there. The circle of antes
        and posts counts while he has made no payment on a turn.
        """
        paid_on_turn = any(s == seat for s, _ in self.on_turns)
        highest: dict[int, int] = {}
        for claim in (self.claim(one, deal_circle) for one in all_in):
            highest[claim.circle] = max(highest.get(claim.circle, 0), claim.worth)
        lacking = ((circle, worth - self.worth(seat, circle)) for circle, worth in sorted(highest.items()))
        return tuple(
            (circle, worth) for circle, worth in lacking if worth > 0 and not (paid_on_turn and circle == 0)
        )

    def stakes(self, live: Iterable[tuple[Seat, bool]], deal_circle: int) -> tuple[Stake, ...]:
        """The pots as they stand; ``live``: the seats still in, in play order, and whether each is all-in."""
        if not self.made:
            return ()
        claims = [self.claim(seat, deal_circle) if all_in else Claim(seat) for seat, all_in in live]
        return stakes(self.made, claims)


NOTHING_PAID: Final = Payments()
