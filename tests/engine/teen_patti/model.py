"""Teen Patti once more, slowly: a hand as a script that follows rules P, C and B7 sentence by sentence.

Every chip in the middle is kept by itself. It shares no code with ``engine.teen_patti`` but the names of
options.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from itertools import count
from typing import NamedTuple

from engine.cards import Card
from engine.game import SeatStart
from engine.teen_patti.options import TeenPattiOptions
from tests.engine.teen_patti import brute_force

Seat = int
Offers = set[tuple[str, int]]


class Chip(NamedTuple):
    """One chip in the middle; ``worth`` is 2 for a blind one."""

    of: Seat
    circle: int
    worth: int


class Question(NamedTuple):
    """Who must decide what: pairs of verb and amount."""

    seat: Seat
    offers: Offers


Script = Generator[Question, tuple[str, int], None]
Asks = Generator[Question, tuple[str, int], bool]


def seats_in_play_order(
    options: TeenPattiOptions, seats: Sequence[SeatStart], dealer: Seat
) -> list[Seat] | None:
    """C1.3: who is dealt in, the dealer last; None where no hand can be dealt."""
    stacks = {s.seat: s.stack for s in seats if s.plays and s.stack >= options.boot}
    circle = sorted(stacks, reverse=options.direction == "ccw")
    for _ in circle:
        here = circle.index(dealer) + 1
        order = circle[here:] + circle[:here]
        if len(order) < 2:
            return None
        if options.ante != "blinds":
            return order
        while order[1] != dealer and stacks[order[1]] < 2 * options.boot:
            del order[1]
        if stacks[order[1]] >= 2 * options.boot:
            return order
        dealer = order[0]
    return None


class Model:
    """Answer ``question`` with ``decide``; it is None when the hand is over."""

    def __init__(self, options: TeenPattiOptions, seats: Sequence[SeatStart], order: list[Seat]) -> None:
        self.options = options
        self.order = order  # the dealer is last (P1)
        self.stacks = {s.seat: s.stack for s in seats}
        self.inside = list(order)
        self.seen: set[Seat] = set()
        self.blind_payments = dict.fromkeys(order, 0)
        self.chips: list[Chip] = []
        self.turns_paid: set[tuple[Seat, int]] = set()
        self.debts: dict[tuple[Seat, int], int] = {}
        self.offers_made: list[tuple[Seat, Seat, int]] = []
        self.circle = 0
        self.s = 2 * options.boot
        self.first = order[0]
        self.knows: dict[Seat, set[Seat]] = {seat: set() for seat in order}
        self.opened: list[Seat] = []
        self.pots: list[tuple[int, list[Seat], list[Seat]]] = []
        self.over = False
        self.cards: dict[Seat, tuple[Card, ...]] = {}
        self.script: Script | None = None
        self.question: Question | None = None

    def deal(self, deck: Sequence[Card]) -> None:
        """P6: one at a time, from the next after the dealer."""
        n = len(self.order)
        self.cards = {seat: tuple(deck[i : 3 * n : n]) for i, seat in enumerate(self.order)}
        self.script = self.hand()
        self.question = next(self.script, None)

    def decide(self, verb: str, amount: int) -> None:
        """Go on to the next question."""
        assert self.script is not None
        try:
            self.question = self.script.send((verb, amount))
        except StopIteration:
            self.question = None

    def hand(self) -> Script:
        """The seed, then circle after circle."""
        self.seed()
        if (yield from self.is_over()):
            return
        for circle in count(1):
            if circle > self.options.circles_max:  # C2.5
                self.showdown()
                return
            self.circle = circle
            here = self.order.index(self.first)
            for seat in self.order[here:] + self.order[:here]:
                if seat not in self.able():
                    continue
                yield from self.one_turn(seat)
                if self.over or (yield from self.is_over()):
                    return

    def seed(self) -> None:
        """C1.3; the circle of antes and posts is 0."""
        boot, n, dealer = self.options.boot, len(self.order), self.order[-1]
        taken = dict.fromkeys(self.order, boot)
        counted = dict(taken)
        if self.options.ante == "dealer" and self.stacks[dealer] >= boot * n:
            taken = {dealer: boot * n}
        elif self.options.ante == "blinds":
            taken = counted = {self.order[0]: boot, self.order[1]: 2 * boot}
            self.first = self.order[2 % n]
        for seat, chips in taken.items():
            self.stacks[seat] -= chips
        self.chips += [Chip(seat, 0, 1) for seat, chips in counted.items() for _ in range(chips)]
        for seat in self.order:
            if not self.stacks[seat]:
                self.went_all_in(seat)

    def able(self) -> list[Seat]:
        """Still in and can still pay (P4)."""
        return [seat for seat in self.inside if self.stacks[seat]]

    def worth(self, seat: Seat, circle: int) -> int:
        """What his chips there measure."""
        return sum(chip.worth for chip in self.chips if (chip.of, chip.circle) == (seat, circle))

    def claim(self, seat: Seat) -> tuple[int, int]:
        """B7.2: the last circle that holds a chip of his, and what he paid there."""
        last = max(chip.circle for chip in self.chips if chip.of == seat)
        return last, self.worth(seat, last)

    def went_all_in(self, seat: Seat) -> None:
        """B7.2: who paid in his circle, or has chips there, owes what he lacks to him."""
        circle, worth = self.claim(seat)
        there = {s for s, c in self.turns_paid if c == circle}
        there |= {chip.of for chip in self.chips if chip.circle == circle}
        for other in there:
            if self.worth(other, circle) < worth:
                self.debts[other, circle] = max(worth, self.debts.get((other, circle), 0))

    def pay(self, seat: Seat, amount: int) -> None:
        """Chip by chip: first into the oldest circle where he lacks something, else into this one."""
        each = 1 if seat in self.seen else 2
        for _ in range(amount):
            mine = [(c, worth) for (s, c), worth in self.debts.items() if s == seat]
            owed = [c for c, worth in mine if self.worth(seat, c) < worth]
            self.chips.append(Chip(seat, min(owed, default=self.circle), each))
        self.stacks[seat] -= amount
        self.turns_paid.add((seat, self.circle))
        self.blind_payments[seat] += seat not in self.seen
        if not self.stacks[seat]:
            self.went_all_in(seat)

    def play_amounts(self, seat: Seat, pot: int) -> Iterable[int]:
        """C2.1, C2.3, B7.1."""
        stack, seen = self.stacks[seat], seat in self.seen
        price = self.s if seen else self.s // 2
        if stack < price:
            return [stack]
        high = {"fixed": 2 * self.s, "spread": self.options.spread_max, "pot": pot, "none": 2 * stack}
        limit = high[self.options.limit]
        allowed = range(price, max(price, limit if seen else limit // 2) + 1)
        return [x for x in allowed if x <= stack and not (seen and x % 2)]

    def may_pay(self, seat: Seat) -> bool:
        """C2.5: after so many blind payments he may only see or pack."""
        most = self.options.blind_turns_max
        return seat in self.seen or not most or self.blind_payments[seat] < most

    def one_turn(self, seat: Seat) -> Script:
        """C2, C3, C4, C5: a turn, with all that happens in it."""
        pot, asked_already = len(self.chips), False
        while True:
            offers: Offers = {("pack", 0)}
            if seat not in self.seen:
                offers.add(("see", 0))
            if self.may_pay(seat):
                offers |= {("play", x) for x in self.play_amounts(seat, pot)}
                if not asked_already:
                    offers |= self.shows(seat)
            verb, amount = yield Question(seat, offers)
            if verb == "see":
                self.seen.add(seat)
                self.knows[seat].add(seat)
                continue
            if verb == "pack":
                self.inside.remove(seat)
                return
            self.pay(seat, amount)
            if verb == "show":
                self.showdown(seat)
                return
            if verb == "play":
                worth = amount if seat in self.seen else 2 * amount
                if worth >= self.s:
                    self.s = worth
                return
            accepted = yield from self.side_show(seat)
            if accepted or self.options.refused == "pass_on" or not self.stacks[seat]:
                return
            asked_already = True

    def shows(self, seat: Seat) -> Offers:
        """C4.1, C5.1, C5.2: what may be asked for at its full price."""
        able, seen = self.able(), seat in self.seen
        if len(able) >= 3:
            allowed = seen and set(able) <= self.seen and self.stacks[seat] >= self.s
            return {("side_show", self.s)} if allowed else set()
        if len(able) < 2:
            return set()
        other_seen = next(s for s in able if s != seat) in self.seen
        table = {
            ("strict", True, True): self.s,
            ("strict", False, False): self.s // 2,
            ("strict", True, False): 2 * self.s,
            ("pagat", True, True): self.s,
            ("pagat", False, False): self.s // 2,
            ("pagat", False, True): self.s // 2,
        }
        price = table.get((self.options.show, seen, other_seen))
        return {("show", price)} if price is not None and self.stacks[seat] >= price else set()

    def side_show(self, asker: Seat) -> Asks:
        """C4.2, C4.3: True where it was accepted."""
        around = self.order * 2
        here = around.index(asker, len(self.order))
        asked = next(s for s in reversed(around[:here]) if s in self.able() and s != asker)
        self.offers_made.append((asker, asked, self.circle))
        answers: Offers = {("accept", 0)} if self.is_forced() else {("accept", 0), ("refuse", 0)}
        verb, _ = yield Question(asked, answers)
        if verb == "refuse":
            return False
        self.knows[asker].add(asked)
        self.knows[asked].add(asker)
        keys = [brute_force.key(self.cards[s], self.options) for s in (asker, asked)]
        self.inside.remove(asked if max(keys) == keys[0] != keys[1] else asker)
        return True

    def is_forced(self) -> bool:
        """C4.2: is the last offer made one that cannot be refused?"""
        asker, asked, _ = self.offers_made[-1]
        circles = [c for a, b, c in self.offers_made if b == asked]
        if self.options.third_offer == "same_asker":
            return sum(offer[:2] == (asker, asked) for offer in self.offers_made) >= 3
        if self.options.third_offer == "consecutive":
            row = 0
            for circle, before in zip(circles, [circles[0], *circles], strict=False):
                row = 1 if circle > before + 1 else row + 1
            return row >= 3
        return len(circles) >= 3

    def is_over(self) -> Asks:
        """C2.4, B7.4: right after an action and after the antes."""
        able = self.able()
        if len(self.inside) == 1:
            self.pay_out(None)
            return True
        if len(able) > 1:
            return False
        if able:
            yield from self.ask_last(able[0])
        if len(self.inside) == 1:
            self.pay_out(None)
        else:
            self.showdown()
        return True

    def lacking(self, seat: Seat) -> list[tuple[int, int]]:
        """B7.4: chips that he lacks to the highest all-in hand of each circle, oldest circle first."""
        claims = [self.claim(s) for s in self.inside if s != seat]
        each = 1 if seat in self.seen else 2
        needed = []
        for circle in sorted({c for c, _ in claims}):
            if circle == 0 and any(s == seat for s, _ in self.turns_paid):
                continue
            gap = max(w for c, w in claims if c == circle) - self.worth(seat, circle)
            chips = 0
            while chips * each < gap:
                chips += 1
            if chips:
                needed.append((circle, chips))
        return needed

    def ask_last(self, seat: Seat) -> Script:
        """B7.4: he may see, then pays what he lacks, or passes."""
        while needed := self.lacking(seat):
            amount = min(self.stacks[seat], sum(chips for _, chips in needed))
            offers: Offers = {("pack", 0)}
            if seat not in self.seen:
                offers.add(("see", 0))
            if self.may_pay(seat):
                offers.add(("play", amount))
            verb, _ = yield Question(seat, offers)
            if verb == "see":
                self.seen.add(seat)
                self.knows[seat].add(seat)
                continue
            if verb == "pack":
                self.inside.remove(seat)
                return
            places = [circle for circle, chips in needed for _ in range(chips)][:amount]
            self.chips += [Chip(seat, circle, 1 if seat in self.seen else 2) for circle in places]
            self.stacks[seat] -= amount
            return

    def showdown(self, asker: Seat | None = None) -> None:
        """All hands still in are opened."""
        self.opened = [seat for seat in self.order if seat in self.inside]
        self.pay_out(asker)

    def contestants(self) -> list[tuple[Seat, ...]]:
        """B7.2: who contests each chip, in play order."""
        reach = {s: None if self.stacks[s] else self.claim(s) for s in self.order if s in self.inside}
        before: dict[tuple[Seat, int], int] = {}
        found = []
        for chip in self.chips:
            below = before.get((chip.of, chip.circle), 0)
            before[chip.of, chip.circle] = below + chip.worth
            who = [
                seat
                for seat, to in reach.items()
                if to is None or chip.circle < to[0] or (chip.circle == to[0] and below < to[1])
            ]
            found.append(tuple(who))
        return found

    def pay_out(self, asker: Seat | None) -> None:
        """B7.5, P2, C5.3: chips with the same contestants are a pot, each to its best hand."""
        heaps: dict[tuple[Seat, ...], int] = {}
        homeless = 0
        for who in self.contestants():
            if who:
                heaps[who] = heaps.get(who, 0) + 1
            else:
                homeless += 1
        oldest_first = sorted(heaps, key=lambda who: -len(who))
        heaps[oldest_first[-1]] += homeless
        for who in oldest_first:
            winners = list(who)
            if len(who) > 1:
                keys = {seat: brute_force.key(self.cards[seat], self.options) for seat in who}
                winners = [seat for seat in who if keys[seat] == max(keys.values())]
                if len(winners) > 1 and self.options.tie_show == "asker_loses" and asker in winners:
                    winners.remove(asker)
            self.pots.append((heaps[who], list(who), winners))
        for amount, _, winners in self.pots:
            for i, seat in enumerate(winners):
                self.stacks[seat] += amount // len(winners) + (i < amount % len(winners))
        self.over = True
