"""Aces at the table: seats, dealer, deal and opener (rules A1.1, A1.4, A1.5, A2.1 to A2.4, P1, P3, P6)."""

from __future__ import annotations

import pytest

from engine.aces.deal import covered
from engine.aces.game import ACES
from engine.aces.options import AcesOptions
from engine.cards import HIDDEN, JOKER, PACK_52, card, parse_cards
from engine.errors import InputError
from engine.game import Event, SeatStart, Setup
from engine.seating import play_order
from tests.engine.aces.at_table import acts, dealt, deck_of, kinds, on_turn, setup, steps, table


def setup_code(start: Setup) -> str:
    """The code with which a setup is refused."""
    with pytest.raises(InputError) as error:
        ACES.start(start)
    return error.value.code


def test_a1_1_two_to_seven_players() -> None:
    """Seven seats are dealt, eight are refused, one alone too."""
    assert len(ACES.start(setup(*[100] * 7)).view(None).order) == 7
    assert setup_code(setup(*[100] * 8)) == "seats_too_many"
    assert setup_code(setup(100)) == "players_too_few"


def test_a1_1_the_joker_is_common_and_not_in_the_pack() -> None:
    """52 cards are shuffled; the joker lies in the middle from the start."""
    assert ACES.pack(AcesOptions()) == PACK_52
    start = ACES.start(setup(100, 100))
    assert start.view(None).common == (JOKER,)
    with pytest.raises(InputError) as error:
        start.deal((JOKER, *PACK_52[1:]))
    assert error.value.code == "deck_incomplete"


@pytest.mark.parametrize(
    ("deck", "code"),
    [
        (PACK_52[:-1], "deck_incomplete"),
        ((), "deck_incomplete"),
        ((*PACK_52, card(2, 0)), "card_twice"),
        ((PACK_52[1], *PACK_52[1:]), "card_twice"),
    ],
)
def test_p6_the_deck_is_one_whole_pack(deck: tuple[int, ...], code: str) -> None:
    """Cards that are missing, too many or twice are refused."""
    with pytest.raises(InputError) as error:
        ACES.start(setup(100, 100)).deal(deck)  # type: ignore[arg-type]
    assert error.value.code == code


def test_p6_one_deck_a_hand() -> None:
    """Deck 0 is needed before the deal, and none after it."""
    start = ACES.start(setup(100, 100))
    assert start.deck_needed == 0 and start.turn is None and start.view(None).round == 0
    hand = start.deal(PACK_52).hand
    assert hand.deck_needed is None
    with pytest.raises(InputError) as error:
        hand.deal(PACK_52)
    assert error.value.code == "deck_not_needed"


def test_p1_a1_4_play_order_is_clockwise_and_the_dealer_is_last() -> None:
    """The next seat clockwise is first; seats that are not dealt in are not in the order."""
    start = setup(100, 10, 100, 100, dealer=3)
    assert ACES.start(start).view(None).order == (4, 1, 3)
    assert play_order((1, 3, 4), 3, clockwise=False) == (1, 4, 3)


def test_a1_4_the_deal_passes_one_seat_clockwise() -> None:
    """From the highest seat it passes to the lowest."""
    first = acts(dealt(ACES.start(setup(*[100] * 3, dealer=2)).deal(PACK_52)), "bet fold fold")
    assert ACES.next_dealer(first, first.setup.seats) == 3
    second = acts(dealt(ACES.start(setup(*[100] * 3, dealer=3)).deal(PACK_52)), "bet fold fold")
    assert ACES.next_dealer(second, second.setup.seats) == 1


def test_p3_a_next_dealer_who_is_not_dealt_in_is_passed_over() -> None:
    """Short, sitting out or gone: the deal goes to the next who is dealt in, a new seat included."""
    over = acts(dealt(ACES.start(setup(*[100] * 4, dealer=1)).deal(PACK_52)), "bet fold fold fold")
    seats = (SeatStart(1, 100), SeatStart(2, 24), SeatStart(3, 100, plays=False), SeatStart(4, 25))
    assert ACES.next_dealer(over, seats) == 4
    assert ACES.next_dealer(over, (*seats[:3], SeatStart(6, 30))) == 6
    assert ACES.next_dealer(over, (SeatStart(4, 30), SeatStart(7, 30))) == 4
    with pytest.raises(InputError) as error:
        ACES.next_dealer(over, seats[:3])
    assert error.value.code == "players_too_few"


def test_the_dealer_must_be_dealt_in() -> None:
    """A short seat or one that the table has not cannot deal."""
    assert setup_code(setup(100, 24, 100, dealer=2)) == "dealer_not_dealt_in"
    assert setup_code(setup(100, 100, dealer=5)) == "dealer_not_dealt_in"


@pytest.mark.parametrize("numbers", [(2, 1), (1, 1), (0, 1)])
def test_seats_ascend_from_one(numbers: tuple[int, int]) -> None:
    """Clockwise is the order of the numbers."""
    seats = tuple(SeatStart(number, 100) for number in numbers)
    assert setup_code(Setup("aces", AcesOptions(), seats, numbers[0])) == "seats_order"


def test_a_stack_is_not_negative_and_options_are_the_games_own() -> None:
    """Other faults of a setup have codes too."""
    assert setup_code(setup(100, 100, -1, dealer=1)) == "stack_negative"
    seats = setup(100, 100).seats
    assert setup_code(Setup("seka", AcesOptions(), seats, 1)) == "options_foreign"


def test_a2_1_two_closed_and_one_open_one_at_a_time() -> None:
    """The first street falls card by card from the next after the dealer; antes come before it."""
    step = ACES.start(setup(100, 100, dealer=1)).deal(deck_of("2c 3c 4c", "5d 6d 7d"))
    c = {text: parse_cards(text) for text in ("2c", "3c", "4c", "5d", "6d", "7d")}
    two, one = frozenset({2}), frozenset({1})
    assert step.events == (
        Event("ante", 2, 1),
        Event("ante", 1, 1),
        Event("deck"),
        Event("hidden_card", 2, cards=c["2c"], audience=two),
        Event("hidden_card", 1, cards=c["5d"], audience=one),
        Event("hidden_card", 2, cards=c["3c"], audience=two),
        Event("hidden_card", 1, cards=c["6d"], audience=one),
        Event("open_card", 2, cards=c["4c"]),
        Event("open_card", 1, cards=c["7d"]),
        Event("round", 1, 1),
    )


def test_a2_1_then_open_open_closed() -> None:
    """In the end three closed and three open cards each."""
    hand = table("2c 3d Ks", "4c 5d 9h")
    kinds_seen, patterns = [], []
    for _ in range(4):
        patterns.append([c != HIDDEN for c in hand.view(None).seat(1).cards])
        first, second = steps(hand, "check check")
        kinds_seen.append({e.kind for e in kinds(second.events, "open_card", "hidden_card")})
        assert not kinds(first.events, "open_card", "hidden_card")
        hand = dealt(second)
    assert kinds_seen == [{"open_card"}, {"open_card"}, {"hidden_card"}, set()]
    assert patterns == [
        [False, False, True],
        [False, False, True, True],
        [False, False, True, True, True],
        [False, False, True, True, True, False],
    ]
    assert hand.result is not None


def test_a2_1_p6_dealing_skips_who_has_folded() -> None:
    """The next street starts with the next after the dealer who is still in, from the top of the deck."""
    hand = table("2c 3d 8s", "4c 5d 9h", "6c 7d Th")
    deck = hand.decks[0]
    assert on_turn(hand) == 3
    step = steps(hand, "bet fold call")[-1]
    assert [(e.seat, e.cards) for e in kinds(step.events, "open_card")] == [(2, deck[9:10]), (3, deck[10:11])]


def test_a1_5_no_burn_cards() -> None:
    """Seven players who stay to the end use exactly the first 42 cards of the deck."""
    hand = dealt(ACES.start(setup(*[100] * 7)).deal(PACK_52[::-1]))
    over = acts(hand, "check " * 7 * 4)
    held = [c for s in over.view(None).seats for c in s.cards]
    assert over.result is not None and sorted(held) == sorted(PACK_52[-42:])
    assert over.view(None).seat(1).cards == PACK_52[::-1][0:42:7]


@pytest.mark.parametrize(
    ("rows", "opener"),
    [
        (("2c 3c 8d 8s 8h", "2d 3d As Ah Kd", "2h 3h Ad Kc Qc"), 1),  # trips before a pair of aces
        (("2c 3c 8d 8s 9h", "2d 3d As Kh Qd", "2h 3h 5d 5c Qc"), 1),  # the higher pair
        (("2c 3c 8d 8s 9h", "2d 3d 8c 8h Td", "2h 3h Ad Kc Qc"), 2),  # then its kicker
        (("2c 3c Kd Qs Jh", "2d 3d As 7h 5d", "2h 3h Ad 7c 6c"), 3),  # ace high, kickers from the top
        (("2c 3c Td Js Qh", "2d 3d 9s 9h 4d", "2h 3h Kd 7c 6c"), 2),  # three to a straight are nothing
        (("2c 3c Tc 4c Qc", "2d 3d Ks 9h 4d", "2h 3h Jd 7c 6c"), 2),  # three of a suit are nothing
    ],
)
def test_a2_2_the_best_open_hand_opens(rows: tuple[str, ...], opener: int) -> None:
    """In round 3, by three open cards: trips, pair, high cards, kickers; no straights, flushes or suits."""
    hand = acts(table(*rows), "check check check " * 2)
    assert on_turn(hand) == opener
    assert hand.view(None).fact("opener") == opener


def test_a2_2_equal_open_hands_nearest_after_the_dealer() -> None:
    """Suits do not decide: of two aces the first in play order opens, wherever the dealer sits."""
    assert on_turn(table("2c 3c Kc", "2d 3d Ac", "2h 3h As")) == 2
    dealt_by_two = ACES.start(setup(100, 100, 100, dealer=2)).deal(
        deck_of("2h 3h As", "2c 3c Kc", "2d 3d Ac")
    )
    assert on_turn(dealt(dealt_by_two)) == 3


def test_a2_2_no_bring_in() -> None:
    """The opener of round 1 may check."""
    hand = table("2c 3c Kc", "2d 3d Ac")
    assert hand.options(2)[0].verb == "check"


def test_a2_2_only_players_still_in_open() -> None:
    """Who has folded the best open hand does not open the next round."""
    hand = table("2c 3c Ac Ad", "2d 3d Kc 9d", "2h 3h Qs Jd")
    hand = acts(hand, "check bet call fold")
    assert hand.view(None).round == 2 and on_turn(hand) == 2


def test_a2_3_the_joker_does_not_count_in_open_hands() -> None:
    """A pair of kings opens before ace high, unless the option makes the joker an ace there."""
    rows = ("2c 3c Kc Kd 4s", "2d 3d Ac Jd 9s")
    assert on_turn(acts(table(*rows), "check check")) == 1
    counted = acts(table(*rows, open_hand_counts_joker=True), "check check")
    assert on_turn(counted) == 2


def test_a2_3_with_the_joker_two_pair_and_four_of_a_kind_count() -> None:
    """Trips of aces with the joker are four, before kings full of nothing; a pair with it is not two pair."""
    rows = ("2c 3c Kc Kd Ks", "2d 3d Ac Ad As", "2h 3h Qc Qd Ah")
    hand = acts(table(*rows, open_hand_counts_joker=True), "check check check " * 2)
    assert on_turn(hand) == 2
    two_pair = ("2c 3c Kc Qd Js", "2d 3d 5c 5d As", "2h 3h Ac 9d 8h")
    hand = acts(table(*two_pair, open_hand_counts_joker=True), "check check check " * 2)
    assert on_turn(hand) == 2  # aces and fives


def test_a2_4_the_same_open_cards_decide_round_4() -> None:
    """The closed card changes nothing, folding does."""
    rows = ("2c 3c Ac Ad 4s Ah", "2d 3d Kc Kd 9s", "2h 3h Qs Jd 5s")
    hand = acts(table(*rows), "check check check " * 3)
    assert hand.view(None).round == 4 and on_turn(hand) == 1
    hand = acts(acts(table(*rows), "check check check " * 2), "check bet call fold")
    assert hand.view(None).round == 4 and on_turn(hand) == 2


def test_covered_hides_closed_cards_only() -> None:
    """As others see a hand at each stage of its deal."""
    cards = parse_cards("2c 3c 4c 5c 6c 7c")
    assert covered(cards) == (HIDDEN, HIDDEN, *cards[2:5], HIDDEN)
    assert covered(cards[:3]) == (HIDDEN, HIDDEN, cards[2])
    assert covered(()) == ()
