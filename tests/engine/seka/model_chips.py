"""The chips of the slow model: each by itself, and who contests which (rules B7.2 and B7.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

Seat = int


class Chip(NamedTuple):
    """One chip in the middle."""

    of: Seat
    circle: int
    dark: bool


class Middle:
    """Stacks, the middle, and what players lack; ``inside`` are those still in, in play order."""

    def __init__(self, stacks: Mapping[Seat, int], dealer: Seat):
        self.stacks = dict(stacks)
        around = sorted(stacks)
        here = around.index(dealer) + 1
        self.order = around[here:] + around[:here]  # the dealer is last (P1)
        self.inside: list[Seat] = []
        self.chips: list[Chip] = []
        self.circle = 0  # 0 holds the antes
        self.deal_begins = 0  # the last circle before the present deal
        self.paid_on_turn: set[tuple[Seat, int]] = set()
        self.debts: dict[tuple[Seat, int], int] = {}

    def put(self, seat: Seat, amount: int, circle: int, dark: bool = False) -> None:
        """Chips from a stack into a circle."""
        assert amount <= self.stacks[seat]
        self.stacks[seat] -= amount
        self.chips += [Chip(seat, circle, dark)] * amount

    def worth(self, seat: Seat, circle: int) -> int:
        """What he has there, dark chips double."""
        return sum(2 if c.dark else 1 for c in self.chips if (c.of, c.circle) == (seat, circle))

    def fill(self, seat: Seat, amount: int, circle: int, dark: bool) -> None:
        """A payment: first what he lacks, the oldest circle first (B7.2)."""
        for other, old in sorted(self.debts):
            if other == seat:
                lack = max(0, self.debts[seat, old] - self.worth(seat, old))
                some = min(amount, (lack + 1) // 2 if dark else lack)
                self.put(seat, some, old, dark)
                amount -= some
        self.put(seat, amount, circle, dark)

    def pay_on_turn(self, seat: Seat, amount: int, dark: bool) -> None:
        """A payment on a turn; who goes all-in by it leaves others a lack (B7.2)."""
        self.fill(seat, amount, self.circle, dark)
        self.paid_on_turn.add((seat, self.circle))
        if self.stacks[seat]:
            return
        his, reach = self.reach(seat)
        if his > self.deal_begins or not self.deal_begins:
            for other in self.order:
                there = (other, his) in self.paid_on_turn or self.worth(other, his)
                if other != seat and there and self.worth(other, his) < reach:
                    self.debts[other, his] = max(reach, self.debts.get((other, his), 0))

    def reach(self, seat: Seat) -> tuple[int, int]:
        """His circle and what he has there; in a svara at least the pot as dealt (B6.4)."""
        his = max((c.circle for c in self.chips if c.of == seat), default=-1)
        if self.deal_begins and his <= self.deal_begins:
            return self.deal_begins, 10**12
        return his, self.worth(seat, his)

    def contests(self, seat: Seat) -> list[bool]:
        """For every chip in the middle whether he contests it (B7.2)."""
        if self.stacks[seat]:
            return [True] * len(self.chips)
        his, cap = self.reach(seat)
        taken = dict.fromkeys(self.order, 0)
        found = []
        for chip in self.chips:
            found.append(chip.circle < his or (chip.circle == his and taken[chip.of] < cap))
            if chip.circle == his:
                taken[chip.of] += 2 if chip.dark else 1
        return found

    def standing(self) -> list[tuple[int, list[Seat]]]:
        """The pots as they stand, oldest first (B7.2, B7.5)."""
        by_seat = {s: self.contests(s) for s in self.inside}
        pots: dict[tuple[Seat, ...], int] = {}
        for i in range(len(self.chips)):
            who = tuple(s for s in self.inside if by_seat[s][i])
            pots[who] = pots.get(who, 0) + 1
        nobodys = pots.pop((), 0)
        ordered = sorted(pots, key=len, reverse=True)
        if nobodys:
            pots[ordered[-1]] += nobodys
        return [(pots[who], list(who)) for who in ordered]
