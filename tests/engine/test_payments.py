"""What short stacks owe, claim and are asked for (rules B6.4, B7.2, B7.4)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.payments import NOTHING_PAID, Lack, Payments
from engine.pots import Claim, Payment, Stake


def antes(*seats: int, chips: int = 1) -> Payments:
    """Everybody has put his ante in circle 0."""
    payments = NOTHING_PAID
    for seat in seats:
        payments = payments.forced(seat, chips, 0)
    return payments


def test_b7_2_a_payment_fills_lacks_oldest_circle_first() -> None:
    """Four for circle 1, three of the five for circle 2, nothing is left for circle 3."""
    lacks = (Lack(1, 2, 6), Lack(1, 1, 5))
    payments = Payments((Payment(1, 1, 1), Payment(1, 1, 2)), lacks=lacks).paid(1, 7, 3)
    assert payments.made[2:] == (Payment(1, 4, 1), Payment(1, 3, 2))
    assert payments.paid(1, 3, 4).made[4:] == (Payment(1, 2, 2), Payment(1, 1, 4))


def test_b7_2_dark_half_of_a_lack_rounded_up_fills_it() -> None:
    """Three chips for a lack of five, then it is filled though they are worth six."""
    payments = Payments(lacks=(Lack(1, 1, 5),)).paid(1, 4, 2, weight=2)
    assert payments.made == (Payment(1, 3, 1, 2), Payment(1, 1, 2, 2))
    assert payments.paid(1, 2, 3).made[2:] == (Payment(1, 2, 3),)


def test_b7_2_who_has_paid_in_his_circle_or_has_chips_there_lacks() -> None:
    """Seat 3 has had no turn and lacks nothing; seat 2 lacks three; seat 4 is all-in with five."""
    payments = antes(2, 3, 4).paid(2, 2, 1).paid(4, 5, 1).all_in(4, 0)
    assert payments.lacks == (Lack(2, 1, 5),)
    deeper = payments.paid(3, 8, 1).all_in(3, 0)
    assert set(deeper.lacks) == {Lack(2, 1, 8), Lack(4, 1, 8)}


def test_b7_2_a_turn_whose_chips_all_filled_an_older_lack_counts_as_a_payment_there() -> None:
    """Seat 2 paid on its turn in circle 2, all of it for circle 1: it lacks seat 4's whole payment."""
    payments = Payments(lacks=(Lack(2, 1, 5),)).paid(2, 5, 2).paid(4, 3, 2).all_in(4, 0)
    assert Lack(2, 2, 3) in payments.lacks


def test_b6_4_who_has_nothing_at_a_further_deal_contests_what_was_paid_before_it() -> None:
    """His last chip lies in circle 2, the deal begins with circle 4; nobody lacks anything to him."""
    payments = antes(1, 2).paid(1, 4, 2).paid(2, 9, 3)
    assert payments.claim(1, 4) == Claim(1, 4)
    assert payments.claim(1, 0) == Claim(1, 2, 4)
    assert payments.all_in(1, 4).lacks == () and payments.asked(2, [1], 4) == ()
    assert payments.stakes([(1, True), (2, False)], 4) == (Stake(15, (1, 2)),)


def test_b7_4_asked_for_the_highest_in_each_circle_of_an_all_in_hand() -> None:
    """Circles 1 and 2; what is paid so goes nowhere else."""
    payments = antes(1, 2, 3, 4).paid(1, 2, 1).paid(2, 5, 1).paid(3, 4, 1).paid(4, 3, 2)
    asked = payments.asked(1, [2, 3, 4], 0)
    assert asked == ((1, 3), (2, 3))
    assert payments.paid_asked(1, 4, asked, 2).made[-2:] == (Payment(1, 3, 1), Payment(1, 1, 2))


def test_b7_4_antes_and_posts_count_until_he_has_paid_on_a_turn() -> None:
    """Seat 2 is all-in by a post of two."""
    payments = antes(1).forced(2, 2, 0)
    assert payments.asked(1, [2], 0) == ((0, 1),)
    assert payments.paid(1, 1, 1).asked(1, [2], 0) == ()


@given(
    st.lists(
        st.tuples(st.integers(1, 4), st.integers(1, 9), st.integers(1, 4), st.sampled_from((1, 2))),
        max_size=12,
    ),
    st.lists(st.builds(Lack, st.integers(1, 4), st.integers(1, 3), st.integers(1, 20)), max_size=4),
)
def test_every_chip_paid_lies_in_some_circle(
    rows: list[tuple[int, int, int, int]], lacks: list[Lack]
) -> None:
    """Whatever is lacking, a payment is split without loss and no lack is filled beyond a chip's rounding."""
    payments = Payments(lacks=tuple({(one.seat, one.circle): one for one in lacks}.values()))
    for seat, chips, circle, weight in sorted(rows, key=lambda row: row[2]):
        before = payments
        payments = payments.paid(seat, chips, circle + 3, weight)
        assert payments.total == before.total + chips
        for lack in payments.lacks:
            assert payments.worth(lack.seat, lack.circle) <= lack.worth + 1
