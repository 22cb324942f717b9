"""What every game's hands must hold, as checks that each game's tests run on random hands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.cards import HIDDEN, Card
from engine.errors import IllegalAction, InputError
from engine.game import Game, Hand
from tests.engine.strategies import Played, every_action


def check_hand(played: Played, game: Game) -> None:
    """Chips, turns, replay and immutability."""
    check_chips(played)
    check_always_on(played)
    check_replay(played, game)
    check_old_hands_untouched(played)


def check_chips(played: Played) -> None:
    """Stacks and middle are the chips of the setup in every public View, and the shares are the pots."""
    total = sum(s.stack for s in played.setup.seats)
    for hand in played.hands:
        view = hand.view(None)
        assert sum(s.stack for s in view.seats) + view.pot == total
    result = played.last.result
    assert result is not None
    assert sum(chips for _, chips in result.stacks_after) == total
    for pot in result.pots:
        assert sum(chips for _, chips in pot.shares) == pot.amount
        assert set(pot.winners) <= set(pot.contestants)


def check_always_on(played: Played) -> None:
    """Somebody can act, or a deck is needed, or the hand is over: exactly one of the three."""
    for hand in played.hands:
        states = (hand.turn is not None, hand.deck_needed is not None, hand.result is not None)
        assert sum(states) == 1
        if hand.turn:
            assert all(hand.options(seat) for seat in hand.turn.seats)
            assert hand.view(None).choices == tuple((s, hand.options(s)) for s in hand.turn.seats)
            for seat in hand.turn.seats:
                hand.verify(hand.silence(seat))


def check_replay(played: Played, game: Game) -> None:
    """Setup, decks and actions give the same hand, views, and the events of every step again."""
    last = played.last
    hand, decks, actions = game.start(last.setup), iter(last.decks), iter(last.actions)
    for step in played.steps:
        again = hand.deal(next(decks)) if hand.deck_needed is not None else hand.act(next(actions))
        assert again.events == step.events
        hand = again.hand
    assert hand == last
    assert next(decks, None) is None and next(actions, None) is None


def check_old_hands_untouched(played: Played) -> None:
    """A hand gives the same step when it is asked again later."""
    for hand, following, step in zip(played.hands[:-1], played.hands[1:], played.steps, strict=True):
        if hand.deck_needed is not None:
            assert hand.deal(following.decks[-1]) == step
        else:
            assert hand.act(following.actions[-1]) == step


def check_offered_is_accepted(hand: Hand, game: Game, verbs: tuple[str, ...]) -> None:
    """``act`` takes what ``options`` lists and refuses all else, with a code and without an effect."""
    seats = tuple(s.seat for s in hand.setup.seats)
    for action, legal in every_action(hand, verbs, seats):
        if legal:
            step = hand.act(action)
            assert step.hand.actions == (*hand.actions, action)
        else:
            with pytest.raises(IllegalAction) as refused:
                hand.act(action)
            assert refused.value.code
    if hand.deck_needed is None:
        with pytest.raises(InputError):
            hand.deal(game.pack(hand.setup.options))


def check_views_hide(played: Played, may_know: dict[int, frozenset[int]] | None = None) -> None:
    """No View shows what its viewer may not know; the public one shows nothing that a seat does not see.

    ``may_know``: by seat, whose cards a look or the like has shown it; by default only its own.
    """
    for hand in played.hands:
        public = hand.view(None)
        for one in public.seats:
            mine = hand.view(one.seat)
            assert replace(mine, viewer=None, seats=()) == replace(public, seats=())
            for other, seen in zip(public.seats, mine.seats, strict=True):
                allowed = (may_know or {}).get(one.seat, frozenset({one.seat}))
                if other.seat not in allowed:
                    assert seen == other
                assert covers(seen.cards, other.cards)


def covers(known: tuple[Card, ...], public: tuple[Card, ...]) -> bool:
    """The two are the same hand, of which the public may see less."""
    return len(known) == len(public) and all(p in (HIDDEN, k) for k, p in zip(known, public, strict=True))
