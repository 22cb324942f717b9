"""The small game: everything that the contract carries and Aces does not use."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import HIDDEN, PACK_52, Card, parse_cards
from engine.errors import IllegalAction, InputError
from engine.game import ANSWER, BET, OFFER, Action, Event, Hand, SeatStart, Setup, Step
from engine.games import GAMES, game, registered
from tests.engine import contract
from tests.engine.strategies import Played, play, played, shuffled
from tests.engine.toy import TOY, ToyOptions

VERBS = ("see", "pay", "pass", "side_show", "accept", "refuse", "open", "join", "decline")


def deck(top: str) -> tuple[Card, ...]:
    """A pack that begins with these cards."""
    first = parse_cards(top)
    return (*first, *(c for c in PACK_52 if c not in first))


def toy(cards: str, *stacks: int, dealer: int = 0, **options: int) -> Hand:
    """A dealt hand of seats 1, 2, … ; cards fall in play order. The last seat deals by default."""
    seats = tuple(SeatStart(i, stack) for i, stack in enumerate(stacks, 1))
    setup = Setup("toy", ToyOptions(**options), seats, dealer or len(stacks))
    return TOY.start(setup).deal(deck(cards)).hand


def acts(hand: Hand, *moves: str) -> Step:
    """Carry out moves spelled "seat verb [amount] [>target]"; the last step."""
    step = Step(hand, ())
    for move in moves:
        seat, verb, *rest = move.split()
        amount = next((int(word) for word in rest if word.isdigit()), 0)
        target = next((int(word[1:]) for word in rest if word[0] == ">"), None)
        step = step.hand.act(Action(int(seat), verb, amount, target))
    return step


def test_dark_cards_stay_out_of_their_own_view_until_seen() -> None:
    """Who has not seen finds no card of his own in his View; seeing is an action that keeps the turn."""
    hand = toy("Ah Kd 7c", 50, 50, 50)
    assert [s.cards for s in hand.view(1).seats] == [(HIDDEN,)] * 3
    assert hand.view(1).seat(1).sight == "dark"
    see = next(c for c in hand.options(1) if c.verb == "see")
    assert see.binds_to == "seen_price"
    step = acts(hand, "1 see")
    assert step.events[1] == Event("hidden_card", 1, cards=parse_cards("Ah"), audience=frozenset({1}))
    assert step.hand.view(1).seat(1).cards == parse_cards("Ah")
    assert step.hand.view(2).seat(1).cards == step.hand.view(None).seat(1).cards == (HIDDEN,)
    assert step.hand.view(None).seat(1).sight == "seen"
    assert step.hand.turn is not None and step.hand.turn.seats == (1,)
    assert [c.least for c in step.hand.options(1) if c.verb == "pay"] == [2]


def test_payments_are_not_equalised() -> None:
    """A dark payment doubles into the price; nobody is asked to match what others have in."""
    hand = acts(toy("Ah Kd 7c", 50, 50, 50), "1 pay 2", "2 see", "2 pay 8").hand
    assert hand.view(None).price == 4  # seat 3 is dark: half of 8
    hand = acts(hand, "3 pay 4", "1 pay 4").hand
    assert [s.paid for s in hand.view(None).seats] == [2 + 2 + 4, 2 + 8, 2 + 4]


def test_another_player_must_answer() -> None:
    """A side show asks the previous player; his turn is an answer, and silence is a no."""
    hand = acts(toy("Ah Kd 7c", 50, 50, 50), "1 pay 1", "2 see", "2 side_show 2 >1").hand
    turn = hand.turn
    assert turn is not None and (turn.kind, turn.seats, turn.asker) == (ANSWER, (1,), 2)
    assert hand.silence(1) == Action(1, "refuse")
    refused = acts(hand, "1 refuse").hand
    assert refused.turn is not None and refused.turn.seats == (3,)
    assert refused.view(None).seat(1).status == "in"


def test_a_look_shows_cards_to_the_two_until_the_hand_ends() -> None:
    """Accepted: both see both, the lower one drops, and it stays in their Views only."""
    hand = acts(toy("Ah Kd 7c 2c", 50, 50, 50, 50), "1 pay 1", "2 see", "2 side_show 2 >1").hand
    step = acts(hand, "1 accept")
    both = frozenset({1, 2})
    assert step.events[1:4] == (
        Event("looked", 2, cards=parse_cards("Kd"), audience=both),
        Event("looked", 1, cards=parse_cards("Ah"), audience=both),
        Event("dropped", 2),
    )
    over = acts(step.hand, "3 pass", "4 pass").hand
    assert over.result is not None and over.result.opened == ()
    for hand in (step.hand, over):
        assert [s.cards for s in hand.view(2).seats][:2] == [parse_cards("Ah"), parse_cards("Kd")]
        assert [s.cards for s in hand.view(3).seats] == [(HIDDEN,)] * 4


def test_an_offer_is_open_to_several_in_any_order_and_keeps_its_number() -> None:
    """A tie offers a svara to the others; each answers once, the number stays until the offer closes."""
    tied = acts(
        toy("7h 7d 2c 3c", 50, 50, 50, 50),
        *("1 see", "1 pay 2", "2 see", "2 pay 2", "3 pass", "4 pass", "1 open 2"),
    ).hand
    turn = tied.turn
    assert turn is not None and (turn.kind, turn.seats, turn.price) == (OFFER, (3, 4), 7)
    assert {tied.silence(3).verb, tied.silence(4).verb} == {"decline"}
    later = acts(tied, "4 join 7").hand
    assert later.turn is not None and (later.turn.number, later.turn.seats) == (turn.number, (3,))
    with pytest.raises(IllegalAction) as twice:
        later.act(Action(4, "decline"))
    assert twice.value.code == "not_awaited"
    one, other = acts(later, "3 decline").hand, acts(tied, "3 decline", "4 join 7").hand
    assert one.view(None) == other.view(None)


def test_a_further_deal_within_the_hand() -> None:
    """After the offer a further deck is needed; the new cards are dark again, the pot stays."""
    hand = acts(
        toy("7h 7d 2c 3c", 50, 50, 50, 50),
        *("1 see", "1 pay 2", "2 see", "2 pay 2", "3 pass", "4 pass", "1 open 2", "3 join 7", "4 decline"),
    ).hand
    assert hand.turn is None and hand.deck_needed == 1
    with pytest.raises(InputError) as short:
        hand.deal(PACK_52[:-1])
    assert short.value.code == "deck_incomplete"
    hand = hand.deal(deck("Kh Qd Jc")).hand
    view = hand.view(1)
    assert (view.deal, view.pot) == (1, 21) and view.turn is not None and view.turn.kind == BET
    assert [s.cards for s in view.seats] == [(HIDDEN,)] * 4
    assert hand.view(4).seat(4).cards == (HIDDEN,), "seat 4 never saw his own"
    over = acts(hand, "1 pay 1", "2 pass", "3 see", "3 open 2").hand
    assert over.result is not None
    assert over.result.pots[0].winners == (1,) and over.result.pots[0].amount == 24


def test_a_second_tie_is_split() -> None:
    """No third deal: equal hands of the svara share, the odd chip to the first in play order."""
    hand = acts(toy("7h 7d 2c", 50, 50, 9), "1 see", "1 pay 3", "2 see", "2 pay 3", "3 pass", "1 open 3").hand
    assert hand.deck_needed == 1, "seat 3 cannot pay 8 and is not asked"
    hand = hand.deal(deck("9h 9d")).hand
    over = acts(hand, "1 pay 2", "2 see", "2 open 4").hand
    assert over.result is not None
    assert over.result.pots[0].shares == ((1, 11), (2, 10))


def test_pots_with_all_in_players() -> None:
    """Short stacks contest what they reached; the rest is another pot (B7.2, B7.5)."""
    hand = acts(toy("Ah Kd 7c", 4, 50, 50, circles_max=1), "1 see", "1 pay 2").hand
    assert hand.view(None).seat(1).status == "all_in"
    hand = acts(hand, "2 see", "2 pay 4", "3 see").hand
    over = acts(hand, "3 pay 6").hand
    assert over.result is not None
    assert [(p.amount, p.contestants, p.winners) for p in over.result.pots] == [
        (12, (1, 2, 3), (1,)),
        (6, (2, 3), (2,)),
    ]
    assert dict(over.result.stacks_after) == {1: 12, 2: 50, 3: 42}


def test_the_last_one_left_may_show_once() -> None:
    """All others passed: the pot unseen; showing is his to choose and moves nothing."""
    over = acts(toy("Ah Kd", 50, 50), "1 pass").hand
    assert over.result is not None and over.result.pots[0].winners == (2,)
    assert over.view(None).seat(2).cards == (HIDDEN,)
    shown = over.show(2).hand
    assert shown.view(None).seat(2).cards == parse_cards("Kd")
    for seat, hand in ((1, over), (2, shown)):
        with pytest.raises(IllegalAction) as refused:
            hand.show(seat)
        assert refused.value.code == "show_not_offered"


def test_a_game_is_registered_for_a_while_only() -> None:
    """The registry knows the toy inside the block, and names what it knows outside."""
    with registered(TOY):
        assert game("toy") is TOY and "toy" in GAMES
    with pytest.raises(InputError) as unknown:
        game("toy")
    assert unknown.value.code == "game_unknown" and "aces" in str(unknown.value)


@given(played(TOY))
def test_random_hands_hold_the_contract(hand: Played) -> None:
    """Chips, turns, replay and immutability in whatever is played."""
    contract.check_hand(hand, TOY)


@given(st.lists(st.integers(6, 40), min_size=2, max_size=4), st.integers(0, 2**64 - 1))
def test_random_hands_of_equal_cards_hold_it_too(stacks: list[int], seed: int) -> None:
    """Everybody holds a seven: openings end in offers and further deals as often as not."""
    seats = tuple(SeatStart(i, stack) for i, stack in enumerate(stacks, 1))
    start = TOY.start(Setup("toy", ToyOptions(circles_max=1), seats, 1))
    step = start.deal(deck("7h 7d 7c 7s"))
    later = play(step.hand, PACK_52, Random(seed))
    hand = Played((start, *later.hands), (step, *later.steps))
    contract.check_hand(hand, TOY)


@settings(max_examples=25)
@given(played(TOY), st.data())
def test_what_is_listed_is_accepted_and_nothing_else(hand: Played, data: st.DataObject) -> None:
    """Every verb, seat, amount and target in every state of a random hand."""
    contract.check_offered_is_accepted(data.draw(st.sampled_from(hand.hands)), TOY, VERBS)


@given(played(TOY, stack_most=10))
def test_views_show_only_what_was_seen(hand: Played) -> None:
    """A seat knows its own card from ``see`` on and the other one from a side show on, never more."""
    knows: dict[int, set[int]] = {}
    for state, step in zip(hand.hands[1:], hand.steps, strict=True):
        for event in step.events:
            if event.kind == "deck":
                for seat in state.view(None).order:
                    fresh = {s.seat for s in state.view(None).seats if s.status in ("in", "all_in")}
                    knows[seat] = knows.get(seat, set()) - fresh
            elif event.cards and event.audience is not None and event.seat is not None:
                for seat in event.audience:
                    knows[seat].add(event.seat)
        for seat, others in knows.items():
            for one, public in zip(state.view(seat).seats, state.view(None).seats, strict=True):
                known = HIDDEN not in one.cards
                assert known == (one.seat in others or public.opened or not one.cards)


@given(st.integers(0, 2**32), st.integers(2, 6))
def test_two_deals_look_alike_until_they_are_opened(seed: int, seats: int) -> None:
    """Hands that differ in hidden cards only give the same public Views while nothing is opened."""
    starts = tuple(SeatStart(i, 40) for i in range(1, seats + 1))
    setup = Setup("toy", ToyOptions(), starts, 1)
    one = play(TOY.start(setup), PACK_52, Random(seed))
    hand = TOY.start(setup).deal(shuffled(PACK_52, Random(seed + 1))).hand
    for state, action in zip(one.hands[1:], one.last.actions, strict=False):
        assert hand.view(None) == state.view(None)
        if action.verb in ("accept", "open") or hand.turn is None:
            break
        hand = hand.act(action).hand
        if hand.result or any(s.opened for s in hand.view(None).seats):
            break
