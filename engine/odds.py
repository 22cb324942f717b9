"""The chance to win that a hand has against those still in, as far as one seat may know.

Everything comes from that seat's View. Cards that it shows of the deck in play are where they are; every
other card of the pack may be anywhere: in the closed hands of others, among the viewer's own unseen cards,
or still to come. All such deals are equally likely, whatever was bet. Where there are few of them all are
looked at, else a sample.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Final, Protocol

from engine.cards import HIDDEN, Card
from engine.errors import InputError
from engine.game import Game, Judge, Ranked, Seat, SeatView, View
from engine.games import game as game_named
from engine.options import Options

IN_HAND: Final = frozenset({"in", "all_in"})
STAYING: Final = ("call", "pay", "play", "join")  # verbs that pay the price and no more


class Chance(Protocol):
    """Where chance comes from, such as ``random.Random``: numbers from 0 up to but not including 1."""

    def random(self) -> float:
        """The next one."""


@dataclass(frozen=True, slots=True)
class Odds:
    """``win`` is the share of the pot to be expected if all hands were opened: a tie of two counts half.

    ``against`` how many other hands · ``deals`` looked at · ``exact``: they were all there are.
    """

    win: float
    against: int
    deals: int
    exact: bool


@dataclass(frozen=True, slots=True)
class Hint:
    """What a player should weigh on his turn, or with ``price`` None while he waits.

    ``ranked`` is what he holds, None while he has not seen it; ``pot`` in chips, without the ``price`` in
    chips that staying costs; ``needs`` the chance that makes the price worth its chips.
    """

    ranked: Ranked | None
    odds: Odds
    pot: int
    price: int | None = None

    @property
    def needs(self) -> float:
        """The price as a part of the pot that it makes."""
        return self.price / (self.pot + self.price) if self.price else 0.0


def hint(view: View, options: Options, chance: Chance, deals_most: int) -> Hint:
    """Odds, price and pot of the View's seat; ``InputError`` as ``odds``."""
    found = odds(view, options, chance, deals_most)
    assert view.viewer is not None
    choices = view.choices_of(view.viewer)
    price = next((c.least for c in choices if c.verb in STAYING), 0) if choices else None
    return Hint(view.seat(view.viewer).ranked, found, view.pot, price)


def odds(
    view: View, options: Options, chance: Chance, deals_most: int, against: Sequence[Seat] | None = None
) -> Odds:
    """The chance of the View's seat against all others still in, or only those of ``against``.

    At most ``deals_most`` deals are looked at. ``InputError`` (``not_in_hand``) where that seat has no hand.
    """
    mine = next((one for one in view.seats if one.seat == view.viewer), None)
    if mine is None or mine.status not in IN_HAND or not mine.cards:
        raise InputError("not_in_hand", "only who is still in has a chance to win")
    others = [
        one
        for one in view.seats
        if one is not mine and one.status in IN_HAND and (against is None or one.seat in against)
    ]
    if not others:
        return Odds(1.0, 0, 1, exact=True)
    game = game_named(view.game)
    known = [_known(one) for one in (mine, *others)]
    missing = [game.hand_cards - len(cards) for cards in known]
    pool = unseen_cards(view, game.pack(options))
    judge = judge_of(game, options)
    deals = _ways(len(pool), missing)
    exact = deals <= deals_most
    deals = min(deals, deals_most)
    dealt = _every(pool, missing) if exact else _sampled(pool, missing, chance, deals)
    won = 0.0
    for parts in dealt:
        best = judge([cards + part for cards, part in zip(known, parts, strict=True)])
        if 0 in best:
            won += 1 / len(best)
    return Odds(won / deals, len(others), deals, exact)


def unseen_cards(view: View, pack: Sequence[Card]) -> list[Card]:
    """The cards of the pack that the viewer cannot place, in the pack's order."""
    seen = Counter(c for one in view.seats if one.deck == view.deal for c in one.cards)
    seen.update(view.common)
    unseen = []
    for c in pack:
        if seen[c]:
            seen[c] -= 1
        else:
            unseen.append(c)
    return unseen


def judge_of(game: Game, options: Options) -> Judge:
    """The game's own judge, or one that compares every two hands."""
    if game.judge is not None:
        return game.judge(options)
    return _by_comparing(game.compare, options)


def _by_comparing(
    compare: Callable[[tuple[Card, ...], tuple[Card, ...], Options], int], options: Options
) -> Judge:
    def best(hands: Sequence[tuple[Card, ...]]) -> Sequence[int]:
        return [
            place
            for place, mine in enumerate(hands)
            if all(compare(mine, other, options) >= 0 for other in hands)
        ]

    return best


def _known(one: SeatView) -> tuple[Card, ...]:
    return tuple([c for c in one.cards if c != HIDDEN])


def _ways(cards: int, missing: Sequence[int]) -> int:
    """In how many ways so many cards can fill what is missing of each hand."""
    ways = 1
    for count in missing:
        ways *= comb(cards, count)
        cards -= count
    return ways


def _every(pool: Sequence[Card], missing: Sequence[int]) -> Iterator[Sequence[tuple[Card, ...]]]:
    """What each hand lacks, in every way there is; alike jokers count as different cards."""
    if not missing:
        yield ()
        return
    count, *others = missing
    for places in combinations(range(len(pool)), count):
        part = tuple([pool[place] for place in places])
        left = [c for place, c in enumerate(pool) if place not in places] if any(others) else pool
        for parts in _every(left, others):
            yield part, *parts


def _sampled(
    pool: list[Card], missing: Sequence[int], chance: Chance, deals: int
) -> Iterator[Sequence[tuple[Card, ...]]]:
    """The same for so many deals drawn evenly. The pool is shuffled as far as it is dealt."""
    cards, needed, draw = len(pool), sum(missing), chance.random
    ends, top = [], 0
    for count in missing:
        ends.append((top, top + count))
        top += count
    for _ in range(deals):
        for place in range(needed):
            other = place + int(draw() * (cards - place))
            pool[place], pool[other] = pool[other], pool[place]
        yield [tuple(pool[begin:end]) for begin, end in ends]
