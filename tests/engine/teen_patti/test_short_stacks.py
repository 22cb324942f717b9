"""Teen Patti with all-in players (rules C6, B7.1 to B7.5, P2, P4)."""

from __future__ import annotations

from engine.game import Event
from engine.teen_patti.betting import TeenPattiHand
from tests.engine.teen_patti.at_table import (
    ROWS,
    acts,
    dealt,
    kinds,
    offered,
    on_turn,
    pots,
    setup,
    step,
    table,
)

WORST_FIRST = tuple(reversed(ROWS[:3]))  # seat 3 has the best hand, seat 1 the worst


def test_p4_all_in_by_the_boot() -> None:
    """Who has nothing left has no turn; when at most one can pay the hands are opened at once (B7.4)."""
    hand = table(90, 1, 90)
    assert hand.view(None).seat(2).status == "all_in"
    assert on_turn(acts(hand, "play")) == 3
    last = dealt(setup(1, 90, 1))
    assert last.hand.result is not None and last.hand.result.opened == (1, 2, 3)
    assert pots(last.hand) == [(3, (1, 2, 3), (1,))]


def test_b7_2_contests_as_much_of_his_circle_as_he_paid() -> None:
    """Blind payments count double: seat 1 paid 1 blind, so 2 of each that saw, the rest is the next pot."""
    hand = acts(table(2, 90, 90, rows=ROWS[:3]), "play see play:4 see play:8 show")
    assert pots(hand) == [(3 + 1 + 2 + 2, (1, 2, 3), (1,)), (2 + 6 + 8, (2, 3), (2,))]


def test_b7_2_half_of_the_cap_rounded_up_for_blind_payments() -> None:
    """Seat 1 saw and paid 3 of it; of a blind payment two chips are his."""
    hand = acts(table(90, 90, 4, rows=WORST_FIRST, limit="none"), "play:4 play:4 see")
    assert offered(hand)["play"] == (3, 3)
    hand = acts(hand, "play show")
    assert pots(hand) == [(3 + 2 + 2 + 3, (1, 2, 3), (3,)), (2 + 2 + 4, (1, 2), (2,))]


def test_b7_2_what_others_lack_is_taken_from_their_next_payments() -> None:
    """Seat 1 paid 2 in the circle in which seat 3 goes all-in with 4: his next payment fills it first."""
    hand = acts(table(90, 90, 5, rows=WORST_FIRST), "see play see play:4 see play")
    assert hand.view(None).seat(3).status == "all_in"
    hand = acts(hand, "play:4 play:4 show")
    # Circle 1: 2 and 2 more of seat 1, 4, 4. Circle 2: the rest of 4 and the 4 of seat 2. Then the show's 4.
    assert pots(hand) == [(3 + 12, (1, 2, 3), (3,)), (2 + 4 + 4, (1, 2), (2,))]


def test_b7_2_blind_half_of_what_he_lacks() -> None:
    """Seat 1 lacks 2: one blind chip fills it."""
    hand = acts(table(90, 90, 5, rows=WORST_FIRST), "play see play:4 see play play:2")
    assert on_turn(hand) == 2 and hand.view(None).pots == (3 + 1 + 1 + 4 + 4, 1)


def test_b7_2_the_boot_of_the_dealer_counts_as_one_of_each() -> None:
    """A dealer whom it takes all his chips contests all of it, and one boot is what he paid."""
    start = setup(90, 90, 3, ante="dealer")
    hand = acts(dealt(start, *WORST_FIRST).hand, "play play show")
    assert pots(hand) == [(3, (1, 2, 3), (3,)), (1 + 1 + 1, (1, 2), (2,))]


def test_b7_2_posts_are_a_circle_of_their_own() -> None:
    """A short second poster contests the posts only; the first poster fills up to him."""
    start = setup(90, 2, 90, ante="blinds")
    hand = dealt(start, ROWS[1], ROWS[0], ROWS[2]).hand
    assert hand.view(None).pots == (3,) and on_turn(hand) == 3
    hand = acts(hand, "see play see play show")
    # Seat 1 lacks one chip to the post of two; seat 3 has no chips there and lacks nothing.
    assert pots(hand) == [(3 + 1, (1, 2, 3), (2,)), (2 + 1 + 2, (1, 3), (1,))]


def test_b7_3_a_show_opens_all_in_hands_too() -> None:
    """Two who can still pay are two left."""
    hand = acts(table(2, 90, 90), "play see play see")
    assert "show" in offered(hand) and "side_show" not in offered(hand)
    assert kinds(step(hand, "show").events, "opened")[0].seat == 1


def test_b7_4_the_last_who_can_pay_is_asked_first() -> None:
    """He may see, then pays exactly what he lacks, blind half of it, or packs."""
    hand = acts(table(90, 9, rows=WORST_FIRST[:2], limit="none"), "play see play:8")
    view = hand.view(None)
    assert on_turn(hand) == 1 and view.fact("asked") == 1 and view.price == 3
    assert set(offered(hand)) == {"see", "play", "pack"} and offered(hand)["play"] == (3, 3)
    seen = acts(hand, "see")
    assert offered(seen)["play"] == (6, 6) and set(offered(seen)) == {"play", "pack"}
    over = acts(seen, "play")
    assert pots(over) == [(2 + 1 + 6 + 8, (1, 2), (2,))]


def test_b7_4_who_lacks_nothing_is_not_asked() -> None:
    """A blind payment of 2 is more than the 3 of the all-in player."""
    last = step(table(90, 8, rows=WORST_FIRST[:2]), "play see play:4 play:2 play:3")
    assert last.hand.view(None).seat(2).status == "all_in" and last.hand.result is not None
    assert kinds(last.events, "asked") == []


def test_b7_4_packing_leaves_the_pot_to_the_all_in_hand() -> None:
    """Or, where there are more, they are opened."""
    hand = acts(table(90, 9, rows=WORST_FIRST[:2], limit="none"), "play see play:8 pack")
    assert hand.result is not None and hand.result.opened == () and pots(hand) == [(11, (2,), (2,))]
    many = acts(table(5, 90, 7, rows=ROWS[:3], limit="none"), "see play:4 play:2 see play:6 pack")
    assert many.result is not None and many.result.opened == (1, 3)


def test_b7_4_beyond_circles_max_too() -> None:
    """The question comes before the opening of the last circle."""
    hand = acts(table(90, 9, limit="none", circles_max=1), "play see play:8")
    assert hand.result is None and hand.view(None).fact("asked") == 1


def test_b7_4_posts_count_only_for_who_made_no_payment_on_a_turn() -> None:
    """The first poster, asked before any turn, fills up to the all-in post of two boots."""
    step_ = dealt(setup(90, 20, boot=10, ante="blinds"), *WORST_FIRST[:2])
    hand = step_.hand
    assert kinds(step_.events, "asked") == [Event("asked", 1)]
    assert offered(hand)["play"] == (5, 5) and offered(acts(hand, "see"))["play"] == (10, 10)
    assert pots(acts(hand, "play")) == [(35, (1, 2), (2,))]
    paid = acts(table(90, 20, 40, boot=10, ante="blinds", limit="none"), "see play play:20 play:20")
    assert paid.result is None or paid.view(None).fact("asked") == 0


def test_b7_5_a_pot_that_nobody_else_contests_returns_unopened() -> None:
    """Its claimant is its only contestant; the event is a refund."""
    done = step(table(90, 4, rows=WORST_FIRST[:2], limit="none"), "see play:8 play")
    assert pots(done.hand) == [(2 + 3 + 6, (1, 2), (2,)), (2, (1,), (1,))]
    assert kinds(done.events, "refund") == [Event("refund", 1, 2)]


def test_b7_2_the_lack_stays_where_the_asker_drops_by_his_own_side_show() -> None:
    """He went all-in with the price of 4; seat 1, who paid 2 in that circle, still fills it up."""
    rows = (ROWS[1], ROWS[0], ROWS[4])
    hand = acts(table(90, 90, 5, rows=rows), "see play see play:4 see side_show accept")
    assert [one.status for one in hand.view(None).seats] == ["in", "in", "folded"]
    after = acts(hand, "play:4")
    assert isinstance(after, TeenPattiHand)
    assert [(p.chips, p.circle) for p in after.payments.made if p.seat == 1] == [
        (1, 0),
        (2, 1),
        (2, 1),
        (2, 2),
    ]
