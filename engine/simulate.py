"""Random legal play from one seed, the same on every Python version.

Stacks are carried from hand to hand and the deal passes by the game's own rule. A seat that is too
short for the next hand sits that hand out and is topped up to the first stack for the one after it;
where fewer than two could be dealt in, all who are short are topped up at once. So every run gives
the number of hands that it was asked for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from engine.errors import InputError
from engine.game import Action, Choice, Game, Hand, Seat, SeatStart, Setup
from engine.options import Options
from engine.shuffle import shuffled

RESERVES_BY_DEFAULT: Final = 40

T = TypeVar("T")


class Lots:
    """A stream of fair random numbers that follows from its seed alone (SHA-256 in counter mode)."""

    __slots__ = ("_count", "_seed")

    def __init__(self, seed: str) -> None:
        self._seed = hashlib.sha256(
            b"dealers-choice/1/simulate\0" + seed.encode(errors="surrogateescape")
        ).digest()
        self._count = 0

    def key(self) -> bytes:
        """The next 32 bytes."""
        self._count += 1
        return hashlib.sha256(self._seed + self._count.to_bytes(8, "big")).digest()

    def below(self, bound: int) -> int:
        """A whole number from 0 up to but not including ``bound`` (at least 1)."""
        assert 0 < bound <= 2**256
        limit = 2**256 - 2**256 % bound
        while (number := int.from_bytes(self.key(), "big")) >= limit:
            pass
        return number % bound

    def random(self) -> float:
        """A number from 0 up to but not including 1."""
        return self.below(2**53) / 2**53

    def pick(self, among: Sequence[T]) -> T:
        """One of them, each as likely as any other."""
        return among[self.below(len(among))]


def hands(
    game: Game, options: Options, seats: int, count: int, seed: str, stack: int | None = None
) -> Iterator[Hand]:
    """``count`` hands that are over, at a table of ``seats`` seats that begin with ``stack`` chips each.

    Without ``stack`` it is 40 times the game's reserve. ``InputError``: ``seats_out_of_range
    stack_short``.
    """
    reserve = game.reserve(options)
    stack = RESERVES_BY_DEFAULT * reserve if stack is None else stack
    most = game.seats_most(options)
    if not game.seats_least <= seats <= most:
        raise InputError(
            "seats_out_of_range", f"{game.key} takes {game.seats_least} to {most} seats, not {seats}"
        )
    if stack < reserve:
        raise InputError("stack_short", f"{game.key} needs a stack of {reserve} chips, not {stack}")
    return _hands(game, options, dict.fromkeys(range(1, seats + 1), stack), count, Lots(seed))


def _hands(game: Game, options: Options, stacks: dict[Seat, int], count: int, lots: Lots) -> Iterator[Hand]:
    reserve, stack = game.reserve(options), next(iter(stacks.values()))
    hand: Hand | None = None
    sat_out: set[Seat] = set()
    for _ in range(count):
        short = {seat for seat, chips in stacks.items() if chips < reserve}
        back = short if len(stacks) - len(short) < game.seats_least else short & sat_out
        stacks.update(dict.fromkeys(back, stack))
        sat_out = short - back
        starts = tuple(SeatStart(seat, chips) for seat, chips in stacks.items())
        dealer = lots.pick(list(stacks)) if hand is None else game.next_dealer(hand, starts)
        hand = _play(game, game.start(Setup(game.key, options, starts, dealer)), lots)
        yield hand
        assert hand.result is not None
        stacks = dict(hand.result.stacks_after)


def _play(game: Game, hand: Hand, lots: Lots) -> Hand:
    pack, key = game.pack(hand.setup.options), lots.key()
    while hand.result is None:
        if hand.deck_needed is not None:
            hand = hand.deal(shuffled(key, hand.deck_needed, pack)).hand
        else:
            hand = hand.act(random_action(hand, lots)).hand
    return hand


def random_action(hand: Hand, lots: Lots) -> Action:
    """An action that is legal now: seat, verb, amount and target each drawn evenly from what is offered."""
    assert hand.turn is not None
    seat = lots.pick(hand.turn.seats)
    choice: Choice = lots.pick(hand.options(seat))
    amount = choice.least + choice.step * lots.below((choice.most - choice.least) // choice.step + 1)
    return Action(seat, choice.verb, amount, lots.pick(choice.targets) if choice.targets else None)
