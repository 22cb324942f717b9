"""Every opening of hands within a hand that is over, with what decided it: public things only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from bot.history.past import Past
from bot.show.why import Contest, Opening, Shown
from engine.cards import Card
from engine.game import Event, Game, Pot, Seat
from engine.options import Options
from engine.reason import Making, Reason


def openings_of(past: Past, games: Mapping[str, Game]) -> tuple[Opening, ...]:
    """The openings in order; empty where none was opened or nothing of the hand is kept."""
    groups = [group for replayed in past.steps if (group := _opened(replayed.step.events))]
    if not groups:
        return ()
    last = past.steps[-1].step.hand
    game, options = games[last.setup.game], last.setup.options
    followed = [_what_followed(events) for _, events in groups]
    pots = last.result.pots if last.result is not None else ()
    # Hands are opened once for all pots; what follows a replay is new cards for one tied pot (B7.6).
    for_all = next((place for place, what in enumerate(followed) if what != "svara"), len(groups))
    return tuple(
        _opening(game, options, hands, what, pots if place == for_all else (), shared=_shared(pots, hands))
        for place, ((hands, _), what) in enumerate(zip(groups, followed, strict=True))
    )


def _opened(events: Sequence[Event]) -> tuple[dict[Seat, tuple[Card, ...]], Sequence[Event]] | None:
    hands = {event.seat: event.cards for event in events if event.kind == "opened" and event.seat}
    return (hands, events) if hands else None


def _what_followed(events: Sequence[Event]) -> str:
    kinds = {event.kind for event in events}
    return "svara" if "svara" in kinds else "replay" if "replay" in kinds else ""


def _shared(pots: Sequence[Pot], hands: Mapping[Seat, object]) -> bool:
    """True where some of these hands share a pot in the end."""
    return any(len(set(pot.winners) & hands.keys()) > 1 for pot in pots)


def _opening(
    game: Game,
    options: Options,
    hands: Mapping[Seat, tuple[Card, ...]],
    followed: str,
    pots: Sequence[Pot],
    *,
    shared: bool,
) -> Opening:
    assert game.makings is not None
    seats = tuple(hands)
    made = dict(zip(seats, game.makings([hands[seat] for seat in seats], options), strict=True))
    played_for = [(pot.amount, tuple(s for s in pot.contestants if s in hands)) for pot in pots]
    contests = [(amount, some) for amount, some in played_for if len(some) > 1] or [(0, seats)]
    seen: set[tuple[Seat, ...]] = set()
    found = []
    for amount, some in contests:
        if some not in seen:
            seen.add(some)
            found.append(_contest(game, options, made, some, amount if len(contests) > 1 else 0))
    return Opening(
        game=game.key,
        shown=tuple(Shown(seat, hands[seat], made[seat]) for seat in seats),
        contests=tuple(found),
        followed=followed or ("split" if shared else ""),
    )


def _contest(
    game: Game, options: Options, made: Mapping[Seat, Making], seats: tuple[Seat, ...], chips: int
) -> Contest:
    """Who is best among some hands, and for every other one what put it behind a better one."""
    assert game.decide is not None

    def between(a: Seat, b: Seat) -> Reason:
        assert game.decide is not None
        return game.decide(made[a], made[b], options)

    best = tuple(a for a in seats if all(between(a, b).order >= 0 for b in seats if b != a))
    ties = tuple((a, b, between(a, b)) for a, b in pairwise(best))
    beaten = []
    for other in seats:
        if other not in best:
            better = next(a for a in (*best, *seats) if a != other and between(a, other).order > 0)
            beaten.append((better, other, between(better, other)))
    return Contest(chips, seats, best, (*ties, *beaten))
