"""Random tables of any of the three games, with all options, short stacks and gaps between seats."""

from __future__ import annotations

from random import Random

from engine.aces.game import ACES
from engine.aces.options import AcesOptions
from engine.game import Game, SeatStart, Setup
from engine.options import Options
from tests.engine.seka import random_hands as seka
from tests.engine.teen_patti import tables as teen_patti


def random_options(game: Game, random: Random) -> Options:
    """Every option drawn."""
    if game.key == "seka":
        return seka.random_options(random)
    if game.key == "teen_patti":
        return teen_patti.random_options(random)
    drawn = {s.name: random.choice(s.values) for s in AcesOptions.specs() if s.values}
    return AcesOptions.from_mapping({**drawn, "unit": random.randint(1, 3)})


def random_setup(game: Game, random: Random) -> Setup:
    """A table at which a hand can be dealt."""
    if game.key == "teen_patti":
        options = teen_patti.random_options(random)
        return teen_patti.random_setup(random, options)
    if game.key == "seka":
        setup = None
        while setup is None:
            setup = seka.random_setup(random)
        return setup
    aces = random_options(ACES, random)
    reserve = ACES.reserve(aces)
    numbers = sorted(random.sample(range(1, 12), random.randint(2, ACES.seats_most(aces))))
    seats = tuple(SeatStart(n, reserve + random.randint(0, 9)) for n in numbers)
    return Setup("aces", aces, seats, random.choice(numbers))
