"""Numbers drawn many at once are as random as the bytes that they are made of."""

from __future__ import annotations

from random import Random

from bot.tables.desk import DRAWN_AT_ONCE, Dice


class Bytes(Random):
    """Counts how often bytes are asked for."""

    asked = 0

    def randbytes(self, n: int) -> bytes:
        self.asked += 1
        return super().randbytes(n)


def test_numbers_are_even_from_0_to_below_1_and_asked_for_in_bulk() -> None:
    """Ten tenths of twenty thousand hold about as many each; one visit brings a thousand."""
    chance = Bytes(1)
    dice = Dice(chance)
    drawn = [dice.random() for _ in range(20 * DRAWN_AT_ONCE)]
    assert chance.asked == 20
    assert 0 <= min(drawn) < 0.001 and 0.999 < max(drawn) < 1
    tenths = [sum(int(one * 10) == tenth for one in drawn) for tenth in range(10)]
    assert all(abs(count / len(drawn) - 0.1) < 0.01 for count in tenths)
    assert len(set(drawn)) == len(drawn)


def test_the_same_bytes_make_the_same_numbers() -> None:
    """So that an evening can be played again from its seed."""
    one, other = Dice(Random(5)), Dice(Random(5))
    assert [one.random() for _ in range(5)] == [other.random() for _ in range(5)]
