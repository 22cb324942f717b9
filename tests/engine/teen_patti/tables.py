"""Random tables of Teen Patti for tests: options that fit, short stacks, and hands dealt from them."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import strategies as st

from engine.cards import JOKER, Card, rank_of
from engine.game import SeatStart, Setup
from engine.teen_patti.game import TEEN_PATTI
from engine.teen_patti.options import TeenPattiOptions
from tests.engine.strategies import Played, play

VERBS = ("see", "play", "side_show", "show", "pack", "accept", "refuse")


def random_options(random: Random) -> TeenPattiOptions:
    """Every listed value as likely as any; small numbers, so that limits are met."""
    values: dict[str, object] = {
        spec.name: random.choice(spec.values) for spec in TeenPattiOptions.specs() if spec.values
    }
    boot = random.randint(1, 5)
    values |= {
        "boot": boot,
        "spread_max": 2 * (boot + random.randint(0, 6)),
        "circles_max": random.choice([1, 2, 4, 30]),
        "blind_turns_max": random.choice([0, 0, 1, 2, 3]),
    }
    return TeenPattiOptions.from_mapping(values)


def random_setup(random: Random, options: TeenPattiOptions, players_most: int = 10) -> Setup:
    """A table at which a hand can be dealt: gaps between numbers, most stacks short, some who sit out."""
    boot = options.boot
    numbers = sorted(random.sample(range(1, 13), random.randint(2, players_most)))
    deep = random.choice([3, 6, 10, 20, 60])
    stacks = {number: boot + random.randint(0, deep * boot) for number in numbers}
    two = random.sample(numbers, 2)
    for number in set(numbers) - set(two):
        if random.random() < 0.1:
            stacks[number] = random.randint(0, boot)
    stacks[two[0]] += boot  # one at least can post
    out = {number for number in numbers if number not in two and random.random() < 0.1}
    seats = tuple(SeatStart(number, stacks[number], number not in out) for number in numbers)
    dealt = [s.seat for s in seats if s.plays and s.stack >= boot]
    return Setup("teen_patti", options, seats, random.choice(dealt))


def random_deck(random: Random, pack: tuple[Card, ...], players: int) -> tuple[Card, ...]:
    """Mostly few ranks on top, so that good and equal hands are common; jokers among them."""
    few = set(random.sample(range(2, 15), min(13, players + 1)))
    top = [c for c in pack if c == JOKER or rank_of(c) in few]
    if random.random() < 0.3:
        top = list(pack)
    rest = list((Counter(pack) - Counter(top)).elements())
    return (*random.sample(top, len(top)), *random.sample(rest, len(rest)))


randoms = st.integers(0, 2**64 - 1).map(Random)
setups = randoms.map(lambda random: random_setup(random, random_options(random)))


def _played(random: Random) -> Played:
    setup = random_setup(random, random_options(random))
    return play(TEEN_PATTI.start(setup), TEEN_PATTI.pack(setup.options), random)


played = randoms.map(_played)
