"""Tables that play several games: whose game is next, and who picks it (rules D1 and D2).

Everything here is a pure function of the table's state; ``Course`` is what a table must remember of it.
A table of one game is the case of a single set of rules, so that a deal asks here in any case.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bot.show.scene import Rules
from engine.errors import InputError
from engine.game import Game, Seat, SeatStart, Setup
from engine.games import GAMES
from engine.seating import dealer_clockwise, dealt_in

if TYPE_CHECKING:
    from bot.tables.state import LiveHand, TableState

CHOICE: Final = "choice"
ROTATION: Final = "rotation"


@dataclass(frozen=True, slots=True)
class Course:
    """How far a mixed table has come. ``place`` counts in ``Terms.games``.

    ``place``: the game played last, in rotation the one whose turn it is · ``left``: hands that it still
    has in this turn, 0 before its first one · ``dealer`` of the hand ``hand_id``, where he was drawn or has
    picked · ``picked``: the place of the game that he picked.
    """

    place: int = 0
    left: int = 0
    hand_id: int = 0
    dealer: Seat | None = None
    picked: int | None = None


def starts(state: TableState) -> tuple[SeatStart, ...]:
    """Every seat of the table as the next hand would find it."""
    return tuple(
        SeatStart(seat, one.stack, one.state == "in") for seat, one in sorted(state.sittings.items())
    )


def game_of(state: TableState, rules: Rules) -> Game:
    """The game of these rules; a table may play one that only its room knows."""
    return state.game if rules.game == state.game.key else GAMES[rules.game]


def all_rules(state: TableState) -> tuple[Rules, ...]:
    """What may be played here: of a table of one game its own rules."""
    terms = state.terms
    return terms.games or (Rules(terms.game, terms.options, terms.house_rules),)


def reserve(state: TableState) -> int:
    """Chips that a player needs to be dealt into any hand here."""
    return min(game_of(state, one).reserve(one.options) for one in all_rules(state))


def dealer_of_next(state: TableState) -> Seat | None:
    """Who deals the next hand of a mixed table; None before the first one, where the lot has not fallen.

    The deal moves one dealt-in seat clockwise whatever the game.
    """
    following, course = state.next_hand, state.course
    ready = [one.seat for one in state.ready()]
    if following is None or len(ready) < state.game.seats_least:
        return None
    if state.last_dealer is not None:
        return dealer_clockwise(state.last_dealer, starts(state), reserve(state))
    return course.dealer if course.hand_id == following.hand_id and course.dealer in ready else None


def setup_for(state: TableState, rules: Rules, dealer: Seat) -> Setup | None:
    """The next hand with these rules and that dealer; None where it cannot be dealt.

    A dealer who is not dealt in for lack of chips may not pick that game.
    """
    game, seats = game_of(state, rules), starts(state)
    playing = dealt_in(seats, game.reserve(rules.options))
    if dealer not in playing or len(playing) < game.seats_least:
        return None
    try:
        setup = Setup(rules.game, rules.options, seats, dealer)
        game.start(setup)
    except InputError:
        return None
    return setup


def picked(state: TableState) -> int | None:
    """The place of the game that the dealer of the next hand has picked; None while he has not."""
    course, following = state.course, state.next_hand
    if following is None or course.hand_id != following.hand_id or course.picked is None:
        return None
    dealer = dealer_of_next(state)
    if dealer is None or course.dealer != dealer:  # who picked it deals no more
        return None
    return course.picked if setup_for(state, state.terms.games[course.picked], dealer) else None


def awaits_pick(state: TableState) -> bool:
    """True where the next hand's dealer has a choice and has not made it."""
    if state.terms.mixed != CHOICE or picked(state) is not None:
        return False
    dealer = dealer_of_next(state)
    if dealer is None or state.is_house(dealer):  # which takes the game as it comes
        return False
    return sum(setup_for(state, one, dealer) is not None for one in state.terms.games) > 1


def next_place(state: TableState, dealer: Seat | None = None) -> int | None:
    """The place of the game of the next hand; None where none can be dealt.

    What was picked; else the last game again, in rotation the one whose turn it is; where that cannot be
    dealt the first one after it that can.
    """
    dealer = dealer_of_next(state) if dealer is None else dealer
    if dealer is None:
        return None
    wanted, count = picked(state), len(state.terms.games)
    order = [(state.course.place + i) % count for i in range(count)]
    places = order if wanted is None else [wanted]
    return next((i for i in places if setup_for(state, state.terms.games[i], _moved(state, i, dealer))), None)


def next_setup(state: TableState, dealer: Seat) -> Setup | None:
    """The next hand of a mixed table; None where too few can be dealt in."""
    place = next_place(state, dealer)
    if place is None:
        return None
    return setup_for(state, state.terms.games[place], _moved(state, place, dealer))


def _moved(state: TableState, place: int, dealer: Seat) -> Seat:
    """In rotation nobody picks: who cannot be dealt into that game passes the deal on clockwise."""
    rules = state.terms.games[place]
    needed = game_of(state, rules).reserve(rules.options)
    playing = dealt_in(starts(state), needed)
    if state.terms.mixed == CHOICE or dealer in playing or len(playing) < state.game.seats_least:
        return dealer
    return dealer_clockwise(dealer, starts(state), needed)


def place_of(state: TableState) -> int:
    """The place of the game that is played or was played last."""
    now = (state.terms.game, state.terms.options)
    return next((i for i, one in enumerate(state.terms.games) if (one.game, one.options) == now), 0)


def after_hand(state: TableState, live: LiveHand) -> Course:
    """The course when a hand is over: in rotation the turn passes on when its game has had its hands."""
    place = place_of(state)
    if state.terms.mixed != ROTATION:
        return Course(place)
    left = state.course.left if state.course.place == place else 0
    dealt = len(state.game.start(live.hand.setup).view(None).order)
    left = (left or dealt) - 1
    return Course(place, left) if left else Course((place + 1) % len(state.terms.games))


def playing(state: TableState, setup: Setup) -> None:
    """From now on the table plays what that hand is set up for."""
    rules = next(one for one in state.terms.games if (one.game, one.options) == (setup.game, setup.options))
    state.game = game_of(state, rules)
    state.terms = replace(state.terms, game=rules.game, options=rules.options, house_rules=rules.name)
