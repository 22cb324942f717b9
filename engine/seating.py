"""Who is dealt in, who deals and who comes next (rules P1, P3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.errors import InputError
from engine.game import Game, Seat, SeatStart, Setup


def dealt_in(seats: Iterable[SeatStart], reserve: int) -> tuple[Seat, ...]:
    """The seats that play and hold at least ``reserve`` chips, in the order given."""
    return tuple(s.seat for s in seats if s.plays and s.stack >= reserve)


def next_clockwise(after: Seat, seats: Sequence[Seat]) -> Seat:
    """The first of ``seats`` clockwise after a seat number, which itself need not be taken any more."""
    assert seats
    return min((s for s in seats if s > after), default=min(seats))


def next_in_play(after: Seat, seats: Sequence[Seat], *, clockwise: bool = True) -> Seat:
    """As ``next_clockwise``, or the other way round (rule C1.2)."""
    if clockwise:
        return next_clockwise(after, seats)
    return max((s for s in seats if s < after), default=max(seats))


def play_order(seats: Sequence[Seat], dealer: Seat, *, clockwise: bool = True) -> tuple[Seat, ...]:
    """The seats from the next after the dealer to the dealer himself, who is last (rule P1)."""
    here = seats.index(dealer)
    if clockwise:
        return (*seats[here + 1 :], *seats[: here + 1])
    return (*reversed(seats[:here]), *reversed(seats[here:]))


def check_setup(setup: Setup, game: Game) -> tuple[Seat, ...]:
    """The seats dealt in, clockwise; ``InputError`` where the setup cannot be dealt.

    Codes: ``options_foreign seats_order stack_negative seats_too_many players_too_few dealer_not_dealt_in``.
    """
    options = setup.options
    if setup.game != game.key or not isinstance(options, game.options_type):
        raise InputError("options_foreign", f"the setup and its options are not of {game.key}", game=game.key)
    numbers = [s.seat for s in setup.seats]
    if numbers != sorted(set(numbers)) or (numbers and numbers[0] < 1):
        raise InputError("seats_order", f"seats must be distinct, positive and ascending, not {numbers}")
    for s in setup.seats:
        if s.stack < 0:
            raise InputError("stack_negative", f"the stack of seat {s.seat} is below zero", seat=s.seat)
    most = game.seats_most(options)
    if len(numbers) > most:
        raise InputError("seats_too_many", f"{game.key} seats at most {most}, not {len(numbers)}", most=most)
    playing = enough_players(setup.seats, game.reserve(options))
    if setup.dealer not in playing:
        raise InputError(
            "dealer_not_dealt_in",
            f"seat {setup.dealer} cannot deal: it is not dealt in, only {', '.join(map(str, playing))}",
            dealer=setup.dealer,
        )
    return playing


def enough_players(seats: Iterable[SeatStart], reserve: int) -> tuple[Seat, ...]:
    """As ``dealt_in``; ``InputError`` (``players_too_few``) where a hand would lack two players (P3)."""
    playing = dealt_in(seats, reserve)
    if len(playing) < 2:
        raise InputError(
            "players_too_few",
            f"a hand needs two players with at least {reserve} chips each, here are {len(playing)}",
            reserve=reserve,
        )
    return playing


def dealer_clockwise(dealer: Seat, seats: Iterable[SeatStart], reserve: int) -> Seat:
    """The next dealer: one seat clockwise, passing over who is not dealt in (rules A1.4, P3)."""
    return next_clockwise(dealer, enough_players(seats, reserve))
