"""Pots as they stand, odd chips, payout (rules P2, B7.2, B7.5)."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.game import Event, Pot
from engine.pots import Claim, Payment, Stake, all_in_claim, payout, settle, split, stakes


def paid(*rows: tuple[int, int, int] | tuple[int, int, int, int]) -> tuple[Payment, ...]:
    """Payments from (seat, chips, circle[, weight]) rows."""
    return tuple(Payment(*row) for row in rows)


def test_p2_odd_chips_go_one_each_in_play_order() -> None:
    """Eleven chips for three: the two next after the dealer get four."""
    assert split(11, (5, 1, 3)) == ((5, 4), (1, 4), (3, 3))


def test_p2_nothing_is_odd_where_it_divides() -> None:
    """A pot that divides is shared evenly."""
    assert split(12, (2, 4)) == ((2, 6), (4, 6))


def test_one_pot_while_nobody_is_all_in() -> None:
    """Unequal payments of players who can still pay are one pot (B3.3)."""
    payments = paid((1, 2, 0), (2, 2, 0), (3, 2, 0), (1, 5, 1), (2, 9, 1))
    assert stakes(payments, (Claim(1), Claim(2), Claim(3))) == (Stake(20, (1, 2, 3)),)


def test_b7_2_all_in_contests_circles_before_and_as_much_of_his_own() -> None:
    """Seat 2 is all-in with 3 in circle 2: all of circles 0 and 1, and 3 from each of circle 2."""
    payments = paid(
        (1, 1, 0), (2, 1, 0), (3, 1, 0), (1, 4, 1), (2, 4, 1), (3, 9, 1), (1, 5, 2), (2, 3, 2), (3, 8, 2)
    )
    claims = (Claim(1), all_in_claim(2, payments), Claim(3))
    assert stakes(payments, claims) == (Stake(3 + 17 + 9, (1, 2, 3)), Stake(2 + 5, (1, 3)))


def test_b7_2_a_payment_before_his_counts_as_one_after_it() -> None:
    """The order inside a circle changes nothing."""
    early = paid((1, 5, 1), (2, 3, 1), (3, 8, 1))
    late = paid((2, 3, 1), (3, 8, 1), (1, 5, 1))
    claims = (Claim(1), Claim(2, 1, 3), Claim(3))
    assert stakes(early, claims) == stakes(late, claims) == (Stake(9, (1, 2, 3)), Stake(7, (1, 3)))


def test_b7_2_a_dark_payment_is_measured_double_half_rounded_up() -> None:
    """All-in with 5 seen: from a dark payment of 4 (worth 8) he contests 3."""
    payments = paid((1, 4, 1, 2), (2, 5, 1))
    assert stakes(payments, (Claim(1), all_in_claim(2, payments))) == (Stake(3 + 5, (1, 2)), Stake(1, (1,)))


def test_b7_2_all_in_dark_contests_double_of_seen_payments() -> None:
    """All-in dark with 3: worth 6, so 6 of a seen payment of 8."""
    payments = paid((1, 8, 1), (2, 3, 1, 2))
    assert stakes(payments, (Claim(1), all_in_claim(2, payments))) == (Stake(9, (1, 2)), Stake(2, (1,)))


def test_b7_2_several_all_in_make_several_pots() -> None:
    """Two all-in hands of one circle and one of an earlier: three pots, and one for who can pay."""
    payments = paid((1, 1, 0), (2, 1, 0), (3, 1, 0), (4, 1, 0), (2, 2, 1), (3, 5, 1), (4, 9, 1))
    claims = (all_in_claim(1, payments), all_in_claim(2, payments), all_in_claim(3, payments), Claim(4))
    assert stakes(payments, claims) == (
        Stake(4, (1, 2, 3, 4)),
        Stake(6, (2, 3, 4)),
        Stake(6, (3, 4)),
        Stake(4, (4,)),
    )


def test_b7_2_pots_with_the_same_contestants_are_one() -> None:
    """All-in hands with the same reach share their pots."""
    payments = paid((1, 3, 1), (2, 3, 1), (3, 7, 1))
    claims = (all_in_claim(1, payments), all_in_claim(2, payments), Claim(3))
    assert stakes(payments, claims) == (Stake(9, (1, 2, 3)), Stake(4, (3,)))


def test_b7_5_chips_that_nobody_contests_go_to_the_newest_pot() -> None:
    """Seat 3 has passed after paying more than both all-in hands: his rest is in the second pot."""
    payments = paid((1, 2, 1), (2, 5, 1), (3, 9, 1), (3, 4, 2))
    claims = (all_in_claim(1, payments), all_in_claim(2, payments))
    assert stakes(payments, claims) == (Stake(6, (1, 2)), Stake(14, (2,)))


def test_b7_5_each_pot_to_its_best_and_a_lone_claimant_unasked() -> None:
    """The best of all takes the first pot only, where the second is not his to contest."""
    order = {1: 3, 2: 1, 3: 2}

    def best(seats: tuple[int, ...]) -> tuple[int, ...]:
        assert len(seats) > 1, "a lone claimant is compared with nobody"
        return (max(seats, key=lambda s: order[s]),)

    pots = settle((Stake(9, (1, 2, 3)), Stake(6, (2, 3)), Stake(2, (2,))), best)
    assert [pot.winners for pot in pots] == [(1,), (3,), (2,)]
    assert payout(pots) == (
        Event("pot", amount=9),
        Event("won", 1, 9),
        Event("pot", amount=6),
        Event("won", 3, 6),
        Event("pot", amount=2),
        Event("refund", 2, 2),
    )


def test_who_is_left_alone_wins_and_is_not_refunded() -> None:
    """The only pot of a hand is won, also by its only contestant."""
    pots = settle((Stake(7, (4,)),), lambda seats: ())
    assert pots == (Pot(7, (4,), (4,), ((4, 7),)),)
    assert payout(pots)[-1] == Event("won", 4, 7)


payments_any = st.lists(
    st.builds(Payment, st.integers(1, 5), st.integers(1, 20), st.integers(0, 3), st.sampled_from((1, 2))),
    min_size=1,
    max_size=20,
)


@given(payments_any, st.data())
def test_stakes_hold_every_chip_and_are_nested(payments: list[Payment], data: st.DataObject) -> None:
    """Whatever was paid by whom: no chip is lost, and each pot's contestants contest the one before."""
    payers = sorted({p.seat for p in payments})
    live = data.draw(st.lists(st.sampled_from(payers), min_size=1, unique=True).map(sorted))
    all_in = data.draw(st.sets(st.sampled_from(live)))
    claims = [all_in_claim(s, payments) if s in all_in else Claim(s) for s in live]
    standing = stakes(payments, claims)
    assert sum(s.amount for s in standing) == sum(p.chips for p in payments)
    assert all(s.amount > 0 for s in standing)
    for older, newer in pairwise(standing):
        assert set(newer.contestants) < set(older.contestants)


@given(st.lists(st.integers(1, 20), min_size=2, max_size=6))
def test_stakes_of_one_circle_are_the_side_pots_of_poker(amounts: list[int]) -> None:
    """All all-in in one circle: layer by layer, as side pots are counted everywhere."""
    payments = [Payment(seat, chips, 1) for seat, chips in enumerate(amounts, 1)]
    standing = stakes(payments, [all_in_claim(p.seat, payments) for p in payments])
    layers, below = [], 0
    for top in sorted(set(amounts)):
        contestants = tuple(p.seat for p in payments if p.chips >= top)
        layers.append(Stake((top - below) * len(contestants), contestants))
        below = top
    assert list(standing) == layers
