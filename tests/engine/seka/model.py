"""Seka once more, slowly: a hand as a script that follows RULES sentence by sentence.

It keeps every chip by itself and asks its questions one after another: for a deck, or for a decision of
some seats. It shares no code with ``engine.seka`` but the names of options.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.cards import Card
from engine.seka.options import SekaOptions
from tests.engine.seka import brute_force
from tests.engine.seka.model_chips import Middle, Seat

Offer = tuple[str, int, int, tuple[Seat, ...]]  # verb, least, most, targets
Offers = dict[Seat, set[Offer]]


class Answer(NamedTuple):
    """A decision: P5's words."""

    seat: Seat
    verb: str
    amount: int = 0
    target: Seat | None = None


@dataclass
class Question:
    """What the script waits for: a deck (no offers), or one of the seats that have offers."""

    offers: Offers


Script = Generator[Question, "Answer | Sequence[Card]", None]
Asks = Generator[Question, "Answer | Sequence[Card]", str]


class Model(Middle):
    """Feed it with ``send``; ``question`` is None when the hand is over."""

    def __init__(self, options: SekaOptions, stacks: Mapping[Seat, int], dealt: set[Seat], dealer: Seat):
        super().__init__(stacks, dealer)
        self.options = options
        self.circle_of_deal = 0
        self.price = 0
        self.inside = [s for s in self.order if s in dealt]
        self.ever = set(self.inside)
        self.cards: dict[Seat, tuple[Card, ...]] = {}
        self.dark: Seat | None = None
        self.sees: dict[Seat, set[Seat]] = {s: set() for s in self.order}
        self.open: set[Seat] = set()
        self.pots: list[tuple[int, list[Seat], list[Seat]]] = []
        self.script: Script = self.hand()
        self.question: Question | None = next(self.script)

    def send(self, given: Answer | Sequence[Card]) -> None:
        """Go on to the next question."""
        try:
            self.question = self.script.send(given)
        except StopIteration:
            self.question = None

    def hand(self) -> Script:
        """Antes, deals and svaras until the pot has gone."""
        for seat in self.inside:
            self.put(seat, self.options.ante, 0)
        svaras = 0
        while True:
            if (yield from self.one_deal()) != "opened":
                return
            short = [s for s in self.inside if not self.stacks[s]]
            if short:
                yield from self.replays()
                return
            tied = self.best(self.inside, self.inside)
            if len(tied) == 1 or svaras == self.options.svara_max:
                self.pay([(len(self.chips), self.inside, tied)])
                return
            svaras += 1
            yield from self.offer(tied)

    # -- one deal ------------------------------------------------------------------------------------

    def one_deal(self) -> Asks:
        """Deal, then circles; "opened" or "taken"."""
        self.give((yield Question({})), self.inside)
        first = self.inside[0]
        self.dark = first if self.options.dark and self.stacks[first] else None
        for seat in self.inside:
            self.sees[seat].discard(seat)
            for other in self.order:
                self.sees[other].discard(seat)
        for seat in self.inside:
            if seat != self.dark:
                self.sees[seat].add(seat)
        self.price = self.options.ante
        self.deal_begins = self.circle
        self.circle_of_deal = 0
        while True:
            outcome = yield from self.check_over()
            if outcome:
                return outcome
            if self.circle_of_deal == self.options.circles_max:
                self.open |= set(self.inside)
                return "opened"
            self.circle += 1
            self.circle_of_deal += 1
            for seat in [s for s in self.inside if self.stacks[s]]:
                if seat not in self.inside or not self.stacks[seat]:
                    continue
                if (yield from self.turn(seat)) == "opened":
                    self.open |= set(self.inside)
                    return "opened"
                outcome = yield from self.check_over()
                if outcome:
                    return outcome

    def check_over(self) -> Asks:
        """One left, or at most one who can still pay (B3.5, B7.4)."""
        if len(self.inside) == 1:
            self.pay([(len(self.chips), self.inside, self.inside)])
            return "taken"
        rich = [s for s in self.inside if self.stacks[s]]
        if len(rich) > 1:
            return ""
        if rich:
            yield from self.ask_last(rich[0])
            if len(self.inside) == 1:
                self.pay([(len(self.chips), self.inside, self.inside)])
                return "taken"
        self.open |= set(self.inside)
        return "opened"

    def turn(self, seat: Seat) -> Asks:
        """B3.2 to B6.1: one turn of one seat."""
        while True:
            dark = seat == self.dark
            least, most = self.limits(dark)
            stack = self.stacks[seat]
            offers: set[Offer] = {("pass", 0, 0, ())}
            if stack < least:
                offers.add(("pay", stack, stack, ()))
            else:
                offers.add(("pay", least, min(stack, most), ()))
            if dark:
                offers.add(("see", 0, 0, ()))
            rich = [s for s in self.inside if self.stacks[s]]
            in_time = self.circle_of_deal >= 2 or self.options.look_first_circle
            if not dark and in_time and len(rich) == 2:
                offers.add(("open", min(stack, self.price), min(stack, self.price), ()))
            if not dark and in_time and len(rich) > 2 and self.options.look and stack >= self.price:
                offers.add(("look", self.price, self.price, self.targets(seat, rich)))
            said = yield Question({seat: offers})
            assert isinstance(said, Answer)
            if said.verb == "see":
                self.dark = None
                self.sees[seat].add(seat)
                continue
            if said.verb == "pass":
                self.inside.remove(seat)
                return ""
            self.pay_on_turn(seat, said.amount, dark)
            worth = 2 * said.amount if dark else said.amount
            if worth >= self.price:
                self.price = worth
            if said.verb == "look":
                assert said.target is not None
                self.look(seat, said.target)
            return "opened" if said.verb == "open" else ""

    def limits(self, dark: bool) -> tuple[int, int]:
        """Least and most of a payment by who has enough (B3.4, B4.3)."""
        one = self.options.max_bet
        most = 10**12
        if one == "pot":
            most = len(self.chips)
        elif one != "none":
            most = int(one[0]) * self.options.ante
        if not dark:
            return self.price, max(most, self.price)
        if self.options.dark_price == "full_double":
            least = self.price
        elif self.circle_of_deal == 1:
            least = self.options.ante
        else:
            least = (self.price + 1) // 2
        return least, max(least, most // 2)

    def targets(self, seat: Seat, rich: list[Seat]) -> tuple[Seat, ...]:
        """Whom he may look at (B5.1)."""
        place = rich.index(seat)
        after = rich[place + 1 :] + rich[:place]
        if self.options.look_target == "next":
            return (after[0],)
        if self.options.look_target == "previous":
            return (after[-1],)
        return tuple(sorted(after))

    def look(self, looker: Seat, target: Seat) -> None:
        """B5.2 and what a dark one learns (B4.4)."""
        one, other = self.cards[looker], self.cards[target]
        blocked = brute_force.blocked_by((one, other), self.options)
        better = brute_force.compare(one, other, blocked, self.options)
        self.sees[looker].add(target)
        if target != self.dark and target in self.sees[target]:
            self.sees[target].add(looker)
        if better > 0:
            self.inside.remove(target)
        elif better < 0 or self.options.look_tie == "looker_drops":
            self.inside.remove(looker)
        elif self.options.look_tie == "target_drops":
            self.inside.remove(target)

    def ask_last(self, seat: Seat) -> Asks:
        """B7.4: what the last one who can pay lacks."""
        lacks: dict[int, int] = {}
        for other in self.inside:
            if other != seat:
                his, reach = self.reach(other)
                if his > self.deal_begins:
                    lacks[his] = max(lacks.get(his, 0), reach - self.worth(seat, his))
        owed = [(circle, lack) for circle, lack in sorted(lacks.items()) if lack > 0]
        if not owed:
            return ""
        while True:
            dark = seat == self.dark
            parts = [(circle, (lack + 1) // 2 if dark else lack) for circle, lack in owed]
            amount = min(self.stacks[seat], sum(part for _, part in parts))
            offers: set[Offer] = {("pay", amount, amount, ()), ("pass", 0, 0, ())}
            said = yield Question({seat: offers | ({("see", 0, 0, ())} if dark else set())})
            assert isinstance(said, Answer)
            if said.verb == "see":
                self.dark = None
                self.sees[seat].add(seat)
                continue
            if said.verb == "pass":
                self.inside.remove(seat)
                return ""
            for circle, part in parts:
                some = min(part, amount)
                self.put(seat, some, circle, dark)
                amount -= some
            assert amount == 0
            return ""

    # -- the end -------------------------------------------------------------------------------------

    def best(self, among: Sequence[Seat], opened: Sequence[Seat]) -> list[Seat]:
        """Those that no other beats, jokers blocked by all that was opened (B2.6)."""
        blocked = brute_force.blocked_by([self.cards[s] for s in opened], self.options)

        def beats(a: Seat, b: Seat) -> bool:
            return brute_force.compare(self.cards[a], self.cards[b], blocked, self.options) > 0

        return [s for s in among if not any(beats(other, s) for other in among)]

    def give(self, deck: Answer | Sequence[Card], seats: Sequence[Seat]) -> None:
        """Three cards each, one at a time."""
        assert not isinstance(deck, Answer)
        top = iter(deck)
        hands: dict[Seat, list[Card]] = {s: [] for s in seats}
        for _ in range(3):
            for seat in seats:
                hands[seat].append(next(top))
        self.cards |= {s: tuple(hand) for s, hand in hands.items()}
        self.open -= set(seats)

    def offer(self, tied: list[Seat]) -> Script:
        """B6.2, B6.3: who may joins for his share."""
        parts = {"1/2": 2, "1/3": 3, "1": 1}[self.options.svara_price]
        price = (len(self.chips) + parts - 1) // parts
        whom = {"nobody": set[Seat](), "dealt_in": self.ever, "whole_table": set(self.order)}
        waiting = [
            s
            for s in self.order
            if s in whom[self.options.svara_join] and s not in tied and self.stacks[s] >= price
        ]
        self.circle += 1
        joined = set(tied)
        self.inside = [s for s in self.order if s in joined]
        while waiting:
            offers: Offers = {s: {("join", price, price, ()), ("decline", 0, 0, ())} for s in waiting}
            said = yield Question(offers)
            assert isinstance(said, Answer)
            waiting.remove(said.seat)
            if said.verb == "join":
                self.fill(said.seat, price, self.circle, dark=False)
                joined.add(said.seat)
                self.inside = [s for s in self.order if s in joined]
        self.ever |= joined

    def replays(self) -> Script:
        """B7.6: with an all-in hand ties are replayed pot by pot."""
        opened = list(self.inside)
        pots = [(amount, who, self.best(who, opened)) for amount, who in self.standing()]
        settled = []
        for amount, who, first in pots:
            winners = first
            for _ in range(self.options.svara_max):
                if len(winners) > 1:
                    self.give((yield Question({})), winners)
                    self.open |= set(winners)
                    winners = self.best(winners, winners)
            settled.append((amount, who, winners))
        self.pay(settled)

    def pay(self, pots: list[tuple[int, list[Seat], list[Seat]]]) -> None:
        """Pots to their winners, odd chips in play order (P2)."""
        self.pots = [(amount, list(who), list(winners)) for amount, who, winners in pots]
        for amount, _, winners in self.pots:
            each, odd = divmod(amount, len(winners))
            for i, seat in enumerate(winners):
                self.stacks[seat] += each + (i < odd)
        self.chips = []
