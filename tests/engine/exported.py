"""A hand of Aces with a provable shuffle, and its public exports, for the tests of exports and proofs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.aces.options import AcesOptions
from engine.cards import PACK_52, spell
from engine.export import export
from engine.game import Action, Hand, Seat, SeatStart, Setup
from engine.games import game
from engine.proof import HandShuffle
from engine.shuffle import shuffled

Json = dict[str, Any]

SHUFFLE: Final = HandShuffle(b"s" * 32, 17, 1_234_567_890, ((1, "abacaxi"), (4, "удача")), b"n" * 16)
FOLDED, SHOWN = 3, 1  # seats of HAND: one folds when it first faces a bet, one is there at the showdown


def play_out(verb_of: Callable[[Seat, frozenset[str]], str]) -> Hand:
    """Four seats with 100 chips, seat 4 deals; ``verb_of(seat, verbs)`` chooses every action."""
    seats = tuple(SeatStart(seat, 100) for seat in (1, 2, 3, 4))
    setup = Setup("aces", AcesOptions(), seats, 4)
    hand = game("aces").start(setup).deal(shuffled(SHUFFLE.key, 0, PACK_52)).hand
    while hand.result is None:
        assert hand.turn is not None
        (seat,) = hand.turn.seats
        choices = {choice.verb: choice for choice in hand.options(seat)}
        verb = verb_of(seat, frozenset(choices))
        hand = hand.act(Action(seat, verb, choices[verb].least)).hand
    return hand


def _bet_and_call(seat: Seat, verbs: frozenset[str]) -> str:
    return "bet" if "bet" in verbs else "fold" if seat == FOLDED else "call"


HAND: Final = play_out(_bet_and_call)
EXPORT: Final = export(HAND, None, SHUFFLE)
OPENED: Final = export(HAND, None, SHUFFLE, open_seed=True)


def cards_of(seat: Seat) -> list[str]:
    """The cards of that seat in HAND, spelled, in dealing order."""
    return [spell(c) for c in HAND.view(seat).seat(seat).cards]
