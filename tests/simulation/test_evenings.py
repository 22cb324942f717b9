"""Simulated evenings: a fixed set, and some that nobody has played yet."""

from __future__ import annotations

import secrets

import pytest

from tests.simulation.evening import Outcome, play

FIXED = range(1, 11)
FRESH = 4


def is_well(outcome: Outcome) -> None:
    """Nothing was found; else its steps, and how to play it again."""
    again = f"python -m tests.simulation --seeds 1 --first {outcome.seed}"
    lines = "\n".join([*outcome.trace, f"seed {outcome.seed}, step {outcome.steps}", again])
    assert outcome.problem is None, lines


@pytest.mark.parametrize("seed", FIXED)
def test_an_evening_of_anything_ends_well(seed: int) -> None:
    """People, managers and Discord do anything at any time; nothing is lost, shown, forgotten or stuck."""
    is_well(play(seed))


@pytest.mark.parametrize("number", range(FRESH))
def test_an_evening_that_nobody_has_played_ends_well(number: int) -> None:
    """Seeds by chance: a failing one is printed."""
    is_well(play(secrets.randbelow(10**9)))


def test_a_seed_always_plays_the_same_evening() -> None:
    """Step for step, whatever has been played before."""
    first = play(7, steps=60)
    play(8, steps=20)
    assert play(7, steps=60).trace == first.trace
