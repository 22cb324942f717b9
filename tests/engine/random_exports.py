"""Random hands of any game with a provable shuffle, as a random reader may take them away."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.errors import InputError
from engine.export import export
from engine.game import Action, Game, Hand, Seat, SeatStart, Setup
from engine.options import Options, OptionSpec, Value
from engine.proof import HandShuffle
from engine.seating import dealt_in
from engine.shuffle import shuffled
from tests.engine.strategies import random_action

WORDS = ("abacaxi", "удача", 'a "word" \\ with\nlines\t\x7f', "", "🂡")
WHOLE_ABOVE_LEAST_MOST = 6
STACK_RESERVES_MOST = 12


def random_options(game: Game, random: Random) -> Options:
    """Any options of the game."""
    while True:
        try:
            return game.options_type.from_mapping(
                {spec.name: _value(spec, random) for spec in game.options_type.specs()}
            )
        except InputError:  # two that do not go together
            continue


def _value(spec: OptionSpec, random: Random) -> Value:
    if spec.values:
        return random.choice(spec.values)
    return random.randint(spec.least, min(spec.most, spec.least + WHOLE_ABOVE_LEAST_MOST))


def _few(least: int, most: int, random: Random) -> int:
    """Every number may come, small ones more often."""
    return min(random.randint(least, most) for _ in range(3))


def random_start(game: Game, random: Random) -> Hand:
    """A hand that needs its deck: gaps between seats, short stacks, some who sit out."""
    while True:
        options = random_options(game, random)
        reserve = game.reserve(options)
        numbers = sorted(random.sample(range(1, 12), _few(2, game.seats_most(options), random)))
        seats = tuple(
            SeatStart(n, random.randint(reserve - 1, reserve * STACK_RESERVES_MOST), random.random() < 0.95)
            for n in numbers
        )
        playing = dealt_in(seats, reserve)
        try:
            return game.start(Setup(game.key, options, seats, random.choice(playing or (0,))))
        except InputError:  # too few can be dealt in, or nobody can post
            continue


def random_hand(game: Game, random: Random) -> tuple[Hand, HandShuffle]:
    """A hand that is over, dealt from a shuffle that can be proved."""
    hand = random_start(game, random)
    seats = [one.seat for one in hand.setup.seats]
    words = tuple((seat, random.choice(WORDS)) for seat in seats if random.random() < 0.3)
    shuffle = HandShuffle(random.randbytes(32), random.randrange(2**40), random.randrange(2**63), words)
    pack = game.pack(hand.setup.options)
    while hand.result is None:
        if hand.deck_needed is not None:
            hand = hand.deal(shuffled(shuffle.key, hand.deck_needed, pack)).hand
        else:
            hand = hand.act(_staying(hand, random)).hand
    return hand, shuffle


def _staying(hand: Hand, random: Random) -> Action:
    """A legal action; few leave, so that hands come to looks, side shows, shows, svaras and showdowns."""
    action = random_action(hand, random)
    if action.verb in ("fold", "pass", "pack", "decline", "refuse") and random.random() < 0.5:
        return random_action(hand, random)
    if any(choice.verb == "see" for choice in hand.options(action.seat)) and random.random() < 0.4:
        return Action(action.seat, "see")
    return action


def random_exports(game: Game, count: int, seed: int) -> Iterator[tuple[dict[str, Any], Seat | None]]:
    """So many exports, each for the public or a seat, three in ten with the proof, some with the seed."""
    random = Random(seed)
    for _ in range(count):
        hand, shuffle = random_hand(game, random)
        viewer = random.choice([None, *(one.seat for one in hand.setup.seats)])
        proof = shuffle if random.random() < 0.3 else None
        yield export(hand, viewer, proof, open_seed=random.random() < 0.2), viewer
