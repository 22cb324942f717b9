"""Teen Patti: seats, dealer, boot and deal (rules C1.1 to C1.4, P1, P3, P6)."""

from __future__ import annotations

import pytest

from engine.cards import HIDDEN, JOKER, PACK_52, parse_cards
from engine.errors import InputError
from engine.game import Event, SeatStart, Setup
from engine.teen_patti.game import TEEN_PATTI
from engine.teen_patti.options import TeenPattiOptions
from tests.engine.teen_patti.at_table import acts, dealt, kinds, offered, on_turn, pots, setup, table


def setup_code(start: Setup) -> str:
    """The code with which a setup is refused."""
    with pytest.raises(InputError) as error:
        TEEN_PATTI.start(start)
    return error.value.code


def paid(start: Setup) -> list[int]:
    """What each seat has put in when the cards are dealt."""
    return [one.paid for one in dealt(start).hand.view(None).seats]


def test_c1_1_two_to_ten_players() -> None:
    """Ten seats are dealt, eleven are refused, one alone too."""
    assert len(TEEN_PATTI.start(setup(*[9] * 10)).view(None).order) == 10
    assert setup_code(setup(*[9] * 11)) == "seats_too_many"
    assert setup_code(setup(9)) == "players_too_few"


def test_c1_1_the_pack_has_52_cards_and_the_jokers() -> None:
    """None, one or two."""
    for jokers in (0, 1, 2):
        pack = TEEN_PATTI.pack(TeenPattiOptions(jokers=jokers))
        assert pack == (*PACK_52, *[JOKER] * jokers)
        start = TEEN_PATTI.start(setup(9, 9, jokers=jokers))
        assert start.deck_needed == 0 and start.deal(pack).hand.deck_needed is None
        with pytest.raises(InputError):
            start.deal((*pack, JOKER))


def test_c1_2_deal_and_play_go_counter_clockwise() -> None:
    """By default; with ``direction = cw`` the other way round. The dealer is last."""
    start = Setup("teen_patti", TeenPattiOptions(), setup(9, 9, 9, 9).seats, 3)
    hand = dealt(start).hand
    assert hand.view(None).order == (2, 1, 4, 3) and on_turn(hand) == 2
    assert on_turn(acts(hand, "play")) == 1
    assert table(9, 9, 9, 9, dealer=3).view(None).order == (4, 1, 2, 3)


def test_c1_2_p6_three_closed_cards_one_at_a_time() -> None:
    """From the next after the dealer; everybody may know of them, nobody which they are."""
    step = dealt(setup(9, 9), "Ah Kd 2c", "As Ks Qs")
    fallen = kinds(step.events, "hidden_card")
    assert [(e.seat, e.cards) for e in fallen] == [
        (seat, parse_cards(card))
        for seat, card in zip((1, 2) * 3, ("Ah", "As", "Kd", "Ks", "2c", "Qs"), strict=True)
    ]
    assert {e.audience for e in fallen} == {frozenset()}


def test_c1_2_the_winner_deals() -> None:
    """Who won the oldest pot; of several the first in play order."""
    hand = acts(table(9, 9, 9, dealer=3), "pack play see pack")
    assert hand.result is not None and pots(hand)[0][2] == (2,)
    assert TEEN_PATTI.next_dealer(hand, hand.setup.seats) == 2
    split = acts(table(9, 9, rows=("Ah Kd 2c", "As Ks 2d"), suits="split"), "see show")
    assert pots(split)[0][2] == (1, 2)
    assert TEEN_PATTI.next_dealer(split, split.setup.seats) == 1


def test_c1_2_the_winner_of_the_oldest_pot_deals() -> None:
    """A short winner of the first pot, not who wins the next one."""
    hand = acts(table(2, 30, 30), "play see play:4 see play:4 show")
    assert [(amount, winners) for amount, _, winners in pots(hand)] == [(8, (1,)), (8, (2,))]
    assert TEEN_PATTI.next_dealer(hand, hand.setup.seats) == 1


def test_c1_2_p3_the_deal_may_rotate_and_passes_over_who_is_not_dealt_in() -> None:
    """One seat on in play order; a winner who left is followed by the next in play order."""
    seats = setup(9, 9, 9, 9).seats
    for direction, following in (("cw", 4), ("ccw", 2)):
        options = TeenPattiOptions.from_mapping({"direction": direction, "next_dealer": "rotate"})
        hand = acts(dealt(Setup("teen_patti", options, seats, 3)).hand, "pack pack pack")
        assert TEEN_PATTI.next_dealer(hand, seats) == following
        without = tuple(s for s in seats if s.seat != following)
        assert TEEN_PATTI.next_dealer(hand, without) == 1
    won = acts(table(9, 9, 9), "play pack pack")
    gone = (SeatStart(1, 9, plays=False), SeatStart(2, 0), SeatStart(3, 9), SeatStart(4, 9))
    assert TEEN_PATTI.next_dealer(won, gone) == 3
    with pytest.raises(InputError):
        TEEN_PATTI.next_dealer(won, gone[:3])


def test_c1_3_everybody_puts_the_boot() -> None:
    """The minimum bet is twice the boot, blind the boot."""
    start = setup(90, 90, 90, boot=5)
    assert paid(start) == [5, 5, 5]
    hand = dealt(start).hand
    assert hand.view(None).pots == (15,) and hand.view(None).fact("stake") == 10
    assert offered(hand)["play"] == (5, 10)
    assert [(e.kind, e.seat, e.amount) for e in dealt(start).events[:3]] == [
        ("ante", seat, 5) for seat in (1, 2, 3)
    ]


def test_c1_3_the_dealer_puts_the_boot_for_all() -> None:
    """Boot times players dealt in; when he cannot, everybody pays his own."""
    step = dealt(setup(90, 90, 15, ante="dealer", boot=5))
    assert [one.paid for one in step.hand.view(None).seats] == [0, 0, 15]
    assert kinds(step.events, "ante") == [Event("ante", 3, 15)]
    assert paid(setup(90, 90, 14, ante="dealer", boot=5)) == [5, 5, 5]
    assert paid(setup(90, 3, 10, ante="dealer", boot=5)) == [0, 0, 10], "seat 2 is not dealt in"


def test_c1_3_c1_4_blinds() -> None:
    """The next after the dealer posts one boot, the next two; then the first turn. No turn is used up."""
    step = dealt(setup(90, 90, 90, 90, ante="blinds", boot=5, blind_turns_max=1))
    hand = step.hand
    assert [one.paid for one in hand.view(None).seats] == [5, 10, 0, 0]
    assert kinds(step.events, "post") == [Event("post", 1, 5), Event("post", 2, 10)]
    assert on_turn(hand) == 3 and hand.view(None).fact("stake") == 10
    assert hand.view(None).fact("blind_turns:1") == 1
    assert acts(hand, "play play").view(None).round == 1
    assert on_turn(acts(hand, "play play")) == 1
    assert acts(hand, "play play play play").view(None).round == 2


def test_c1_3_with_two_players_the_dealer_is_the_second_poster() -> None:
    """And the other one has the first turn."""
    hand = table(90, 90, ante="blinds")
    assert [one.paid for one in hand.view(None).seats] == [1, 2] and on_turn(hand) == 1


@pytest.mark.parametrize("ante", ["each", "dealer", "blinds"])
def test_c1_3_who_cannot_pay_his_boot_is_not_dealt_in(ante: str) -> None:
    """Whatever the form; somebody else must deal."""
    view = TEEN_PATTI.start(setup(90, 4, 90, 90, boot=5, ante=ante)).view(None)
    assert [one.status for one in view.seats] == ["in", "not_dealt", "in", "in"]
    assert TEEN_PATTI.reserve(TeenPattiOptions(boot=5)) == 5
    assert setup_code(setup(90, 4, 90, boot=5, ante=ante, dealer=2)) == "dealer_not_dealt_in"


def test_c1_3_who_cannot_pay_his_post_is_not_dealt_in() -> None:
    """The next in play order posts in his place, also when that is the dealer."""
    start = setup(5, 9, 10, 90, boot=5, ante="blinds")
    assert [one.status for one in TEEN_PATTI.start(start).view(None).seats] == ["in", "not_dealt", "in", "in"]
    hand = dealt(start).hand
    assert [one.paid for one in hand.view(None).seats] == [5, 0, 10, 0] and on_turn(hand) == 4
    assert paid(setup(50, 9, 9, 90, boot=5, ante="blinds")) == [5, 0, 0, 10]


def test_c1_3_the_deal_passes_on_where_the_dealer_cannot_post() -> None:
    """To the next in play order; everybody is looked at afresh, and the record names who dealt."""
    hand = TEEN_PATTI.start(setup(50, 9, 9, boot=5, ante="blinds", dealer=3))
    assert hand.setup.dealer == 1
    assert hand.view(None).order == (2, 1), "seat 2 posts one boot, seat 3 could not post two"
    assert TEEN_PATTI.start(setup(50, 9, boot=5, ante="blinds", dealer=2)).view(None).order == (2, 1)
    assert setup_code(setup(9, 9, 9, boot=5, ante="blinds")) == "players_too_few"
    won = acts(table(50, 50, boot=5, ante="blinds"), "pack")
    assert pots(won)[0][2] == (2,)
    seats = (SeatStart(1, 50), SeatStart(2, 9))
    assert TEEN_PATTI.next_dealer(won, seats) == 1


def test_c1_4_nobody_looks_before_he_chooses_to() -> None:
    """His own View hides his cards too."""
    hand = table(9, 9, 9)
    for viewer in (None, 1, 2, 3):
        view = hand.view(viewer)
        assert {one.cards for one in view.seats} == {(HIDDEN,) * 3}
        assert {one.sight for one in view.seats} == {"blind"} and not any(one.ranked for one in view.seats)


def test_options_that_do_not_fit_are_refused() -> None:
    """A spread limit is even and at least twice the boot, where that limit is played (C2.3)."""
    for value in (7, 18):
        with pytest.raises(InputError) as refused:
            TeenPattiOptions(boot=10, limit="spread", spread_max=value)
        assert refused.value.code == "spread_max_unfit"
        TeenPattiOptions(boot=10, limit="pot", spread_max=value)
    assert TeenPattiOptions(boot=10, limit="spread", spread_max=20).minimum_bet == 20
