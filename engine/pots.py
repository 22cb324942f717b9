"""Payments, pots as they stand, and how they are shared (rules P2, B7.2, B7.5).

A payment belongs to a circle: 0 holds antes and posts, then circles or betting rounds are numbered as they
come, through all deals of the hand. A claim says how far one hand still in contests the chips: everything
in the circles before ``circle``, and in that circle from each player as much as ``worth``. Claims of one
hand are totally ordered, so pots are nested: everybody contests the oldest, fewer each later one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.game import Event, Pot, Seat

ENDLESS: Final = sys.maxsize  # the circle of a claim on everything


@dataclass(frozen=True, slots=True)
class Payment:
    """Chips that one seat put in a circle. ``weight`` 2: paid dark or blind, measured double."""

    seat: Seat
    chips: int
    circle: int
    weight: int = 1

    @property
    def worth(self) -> int:
        """What the chips measure."""
        return self.chips * self.weight


@dataclass(frozen=True, slots=True)
class Claim:
    """How far a seat contests the chips; without more a claim on everything (he can still pay)."""

    seat: Seat
    circle: int = ENDLESS
    worth: int = 0

    @property
    def reach(self) -> tuple[int, int]:
        """Orders claims: who reaches further contests whatever the other does."""
        return self.circle, self.worth


@dataclass(frozen=True, slots=True)
class Stake:
    """A pot as it stands: its chips and the seats that contest it, in play order."""

    amount: int
    contestants: tuple[Seat, ...]


def all_in_claim(seat: Seat, payments: Iterable[Payment]) -> Claim:
    """The claim of an all-in seat: up to the last circle that holds a chip of his (rule B7.2)."""
    own = [p for p in payments if p.seat == seat and p.chips]
    circle = max(p.circle for p in own)
    return Claim(seat, circle, sum(p.worth for p in own if p.circle == circle))


def stakes(payments: Sequence[Payment], claims: Sequence[Claim]) -> tuple[Stake, ...]:
    """The pots as they stand, oldest first; ``claims`` of the hands still in, in play order.

    Chips that nobody claims go to the newest pot that somebody contests (rule B7.5).
    """
    assert claims
    levels = sorted({claim.reach for claim in claims})
    if len(levels) == 1:  # nobody reaches further: it is one pot
        total = sum([p.chips for p in payments])
        return (Stake(total, tuple([claim.seat for claim in claims])),) if total else ()
    amounts = [0] * len(levels)
    unclaimed = 0
    for group in _grouped(payments):
        below = 0
        for i, (circle, worth) in enumerate(levels):
            reached = _within(group, circle, worth)
            amounts[i] += reached - below
            below = reached
        unclaimed += sum(p.chips for p in group) - below
    amounts[max((i for i, chips in enumerate(amounts) if chips), default=len(levels) - 1)] += unclaimed
    return tuple(
        Stake(chips, tuple(c.seat for c in claims if c.reach >= level))
        for level, chips in zip(levels, amounts, strict=True)
        if chips
    )


def _grouped(payments: Sequence[Payment]) -> Iterable[list[Payment]]:
    """The payments of each seat in each circle, in the order in which they were made."""
    groups: dict[tuple[Seat, int], list[Payment]] = {}
    for p in payments:
        groups.setdefault((p.seat, p.circle), []).append(p)
    return groups.values()


def _within(group: Sequence[Payment], circle: int, worth: int) -> int:
    """How many chips of one seat in one circle a claim reaches; a half is rounded up (rule B7.2)."""
    if group[0].circle != circle:
        return sum(p.chips for p in group) if group[0].circle < circle else 0
    reached = 0
    for p in group:
        chips = min(p.chips, -(-worth // p.weight))
        reached += chips
        worth = max(0, worth - chips * p.weight)
    return reached


def split(amount: int, winners: Sequence[Seat]) -> tuple[tuple[Seat, int], ...]:
    """Equal shares of a pot; odd chips go one each to the winners in play order (rule P2).

    ``winners`` stand in play order, the first being the next after the dealer.
    """
    each, odd = divmod(amount, len(winners))
    return tuple((seat, each + (i < odd)) for i, seat in enumerate(winners))


def settle(
    standing: Iterable[Stake], best: Callable[[tuple[Seat, ...]], tuple[Seat, ...]]
) -> tuple[Pot, ...]:
    """Each pot to the best of its contestants; ``best`` keeps play order. A lone claimant gets his back."""
    settled = []
    for stake in standing:
        alone = len(stake.contestants) == 1
        winners = stake.contestants if alone else best(stake.contestants)
        assert winners and set(winners) <= set(stake.contestants)
        settled.append(Pot(stake.amount, stake.contestants, winners, split(stake.amount, winners)))
    return tuple(settled)


def payout(pots: Sequence[Pot]) -> tuple[Event, ...]:
    """The events of an ended hand: each ``pot``, then what came of it.

    ``won`` names a winner and his chips. Where there are several pots and one has no other contestant it
    is a ``refund``.
    """
    events = []
    for pot in pots:
        events.append(Event("pot", amount=pot.amount))
        back = len(pots) > 1 and len(pot.contestants) == 1
        events += [Event("refund" if back else "won", seat, chips) for seat, chips in pot.shares]
    return tuple(events)
