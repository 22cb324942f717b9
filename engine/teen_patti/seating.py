"""Who is dealt in, who deals, and what is put in before the first turn (rules C1.2, C1.3, P3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.errors import InputError
from engine.game import Seat, SeatStart
from engine.seating import enough_players, play_order
from engine.teen_patti.options import TeenPattiOptions


class Seed(NamedTuple):
    """What is put into the pot before the first turn; places count in play order.

    ``paid`` what leaves the stacks · ``counted`` what each place counts as having paid (B7.2) · ``first``
    the place of the first turn (C1.4).
    """

    kind: str  # of its events: ``ante`` or ``post``
    paid: tuple[tuple[int, int], ...]
    counted: tuple[tuple[int, int], ...]
    first: int


def is_clockwise(options: TeenPattiOptions) -> bool:
    """Which way cards and turns go (C1.2)."""
    return options.direction == "cw"


def seated(options: TeenPattiOptions, seats: Sequence[SeatStart], dealer: Seat) -> tuple[Seat, ...]:
    """The seats dealt in, in play order, where ``dealer`` deals if he can: who deals is the last (C1.3).

    With blinds whoever cannot pay the second post is passed over and not dealt in; where that comes to the
    dealer, the deal passes on first and everybody is looked at afresh. ``InputError`` ``players_too_few``.
    """
    playing = enough_players(seats, options.boot)
    stacks = {s.seat: s.stack for s in seats}
    for _ in playing:
        order = play_order(playing, dealer, clockwise=is_clockwise(options))
        if options.ante != "blinds":
            return order
        posts = (i for i, seat in enumerate(order) if i and stacks[seat] >= 2 * options.boot)
        second = next(posts, None)
        if second is not None:
            return (order[0], *order[second:])
        dealer = order[0]
    raise InputError(
        "players_too_few",
        f"nobody can post {2 * options.boot} chips, twice the boot, before the cards",
        reserve=2 * options.boot,
    )


def seed(options: TeenPattiOptions, stacks: Sequence[int]) -> Seed:
    """What is put in by the places with these stacks (C1.3)."""
    boot, places = options.boot, range(len(stacks))
    each = tuple((place, boot) for place in places)
    if options.ante == "blinds":
        posts = ((0, boot), (1, 2 * boot))
        return Seed("post", posts, posts, 2 % len(stacks))
    if options.ante == "dealer" and stacks[-1] >= boot * len(stacks):
        return Seed("ante", ((len(stacks) - 1, boot * len(stacks)),), each, 0)
    return Seed("ante", each, each, 0)
