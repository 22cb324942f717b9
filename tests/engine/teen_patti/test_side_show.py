"""Teen Patti: side shows (rules C4.1 to C4.4, P3, P5)."""

from __future__ import annotations

import pytest

from engine.cards import HIDDEN, parse_cards
from engine.errors import IllegalAction, InputError
from engine.game import ANSWER, Action, Event
from engine.teen_patti.game import TEEN_PATTI
from tests.engine.teen_patti.at_table import ROWS, acts, kinds, offered, on_turn, refused, stake, step, table

ALL_SEE = "see play see play see play"  # three players, the first circle; seat 1 is next


def test_c4_1_he_pays_exactly_the_stake_and_asks_the_previous_player() -> None:
    """The question goes to the previous one; the action names no target, its event does."""
    hand = acts(table(90, 90, 90), ALL_SEE)
    assert offered(hand)["side_show"] == (2, 2)
    view = hand.view(None)
    assert (view.fact("side_show_with"), view.fact("side_show_forced")) == (3, 0)
    asked = step(hand, "side_show")
    assert asked.events == (Event("action", 1, 2, "side_show", target=3),)
    assert asked.hand.actions[-1] == Action(1, "side_show", 2)
    turn = asked.hand.turn
    assert turn is not None and (turn.kind, turn.seats, turn.asker) == (ANSWER, (3,), 1)
    assert set(offered(asked.hand)) == {"accept", "refuse"} and asked.hand.view(None).fact("forced") == 0


def test_c4_1_the_previous_who_is_in_and_can_pay() -> None:
    """Who packed or is all-in is passed over."""
    packed = acts(table(90, 90, 90, 90), "see play see play see play see pack")
    assert packed.view(None).fact("side_show_with") == 3
    short = acts(table(90, 90, 90, 3), "see play see play see play see play")
    assert short.view(None).seat(4).status == "all_in" and short.view(None).fact("side_show_with") == 3


def test_c4_1_nobody_who_can_still_pay_may_be_blind() -> None:
    """A blind all-in player does not matter; a blind one who can pay does."""
    hand = acts(table(90, 90, 90), "see play see play play")
    assert refused(hand, "side_show", 2) == "side_show_against_blind"
    assert refused(acts(table(90, 90, 90), "play play play"), "side_show", 2) == "side_show_unseen"
    short = acts(table(90, 90, 90, 2), "see play see play see play play")
    assert "side_show" in offered(short)


def test_c4_1_three_must_be_able_to_pay() -> None:
    """With two left it is a show."""
    hand = acts(table(90, 90), "see play see")
    assert refused(hand, "side_show", 2) == "side_show_too_few"


def test_c5_2_who_has_less_than_the_price_cannot_ask() -> None:
    """He may pay what he has."""
    hand = acts(table(6, 90, 90), "see play see play:4 see play")
    assert on_turn(hand) == 1 and refused(hand, "side_show", 4) == "side_show_short"
    assert offered(hand)["play"] == (3, 3)


def test_c4_3_accepted_both_see_and_the_lower_packs() -> None:
    """The table learns who dropped, and the turn passes to the next after the asker; the stake stays."""
    hand = acts(table(90, 90, 90, rows=(ROWS[0], ROWS[1], ROWS[2])), f"{ALL_SEE} side_show")
    done = step(hand, "accept")
    both = frozenset({1, 3})
    assert done.events[1:] == (
        Event("looked", 1, cards=parse_cards(ROWS[0]), audience=both),
        Event("looked", 3, cards=parse_cards(ROWS[2]), audience=both),
        Event("dropped", 3),
    )
    after = done.hand
    assert on_turn(after) == 2 and stake(after) == 2
    assert after.view(None).seat(3).status == "folded"
    assert after.view(1).seat(3).cards == parse_cards(ROWS[2])
    assert after.view(3).seat(1).cards == parse_cards(ROWS[0])
    assert after.view(2).seat(1).cards == after.view(None).seat(3).cards == (HIDDEN,) * 3
    over = acts(after, "pack")
    assert over.view(3).seat(1).cards == parse_cards(ROWS[0]), "it stays until the hand ends"


def test_c4_3_the_asker_packs_where_he_is_lower_or_equal() -> None:
    """Equal hands there are with ``suits = split`` only."""
    rows = ("Jc 9d 4s", "Ah Kd 2c", "Js 9h 4d")
    hand = acts(table(90, 90, 90, rows=rows, suits="split"), f"{ALL_SEE} side_show accept")
    assert hand.view(None).seat(1).status == "folded" and on_turn(hand) == 2
    higher = acts(table(90, 90, 90, rows=rows), f"{ALL_SEE} side_show accept")
    assert higher.view(None).seat(1).status == "folded", "clubs are below spades"


def test_c4_4_refused_the_turn_passes_on() -> None:
    """The asker has paid; nobody learns anything."""
    done = step(acts(table(90, 90, 90), f"{ALL_SEE} side_show"), "refuse")
    assert done.events == (Event("action", 3, word="refuse"),)
    assert on_turn(done.hand) == 2 and done.hand.view(None).seat(1).bet == 2


def test_c4_4_refused_the_asker_may_have_to_bet_again() -> None:
    """In the same turn he pays as ever or packs and may not ask again; the pot when it began limits him."""
    hand = acts(table(90, 90, 90, refused="bet_again", limit="pot"), f"{ALL_SEE} side_show refuse")
    assert on_turn(hand) == 1 and set(offered(hand)) == {"play", "pack"}
    assert hand.view(None).fact("again") == 1
    assert offered(hand)["play"] == (2, 8), "nine lay in the middle"
    assert refused(hand, "side_show", 2) == "side_show_once"
    assert hand.silence(1) == Action(1, "pack")
    after = acts(hand, "play:6")
    assert on_turn(after) == 2 and stake(after) == 6 and after.view(None).seat(1).bet == 8


def test_c4_4_an_asker_who_is_all_in_by_the_price_passes_on() -> None:
    """There is nothing left to bet again."""
    hand = acts(table(5, 90, 90, refused="bet_again"), f"{ALL_SEE} side_show refuse")
    assert hand.view(None).seat(1).status == "all_in" and on_turn(hand) == 2


def test_p3_no_answer_is_a_refusal() -> None:
    """Unless it cannot be refused: then it is an ``accept`` of the asked player (P5)."""
    hand = acts(table(90, 90, 90), f"{ALL_SEE} side_show")
    assert hand.silence(3) == Action(3, "refuse")
    forced = acts(hand, "refuse play play side_show refuse play play side_show")
    assert forced.silence(3) == Action(3, "accept")


def test_c4_2_the_third_offer_received_cannot_be_refused() -> None:
    """From anybody, and every later one neither; accepted ones count."""
    hand = acts(table(90, 90, 90), f"{ALL_SEE} side_show refuse play play side_show refuse play play")
    assert (hand.view(None).fact("offers:3"), hand.view(None).fact("side_show_forced")) == (2, 1)
    hand = acts(hand, "side_show")
    assert set(offered(hand)) == {"accept"} and hand.view(None).fact("forced") == 1
    assert refused(hand, "refuse") == "refuse_forced"
    after = acts(hand, "accept")
    assert after.actions[-1] == Action(3, "accept")


def test_c4_2_the_third_from_the_same_asker() -> None:
    """Two from one and one from another are not three of one."""
    rows = (ROWS[4], ROWS[3], ROWS[2], ROWS[0])  # seat 4 has the best
    by_rule = {}
    for rule in ("received", "same_asker"):
        hand = acts(table(90, 90, 90, 90, rows=rows, third_offer=rule), "see play " * 4)
        hand = acts(hand, "side_show refuse play play play")  # seat 1 asks seat 4
        hand = acts(hand, "side_show accept")  # again, and drops
        hand = acts(hand, "side_show")  # now seat 2 asks seat 4: his third
        assert on_turn(hand) == 4
        by_rule[rule] = hand.view(None).fact("forced")
    assert by_rule == {"received": 1, "same_asker": 0}
    hand = acts(table(90, 90, 90, third_offer="same_asker"), ALL_SEE)
    hand = acts(hand, "side_show refuse play play side_show refuse play play side_show")
    assert hand.view(None).fact("forced") == 1


def test_c4_2_a_row_is_broken_by_a_whole_circle_without_an_offer() -> None:
    """Three in a row force; with a circle between them the count begins again."""
    hand = acts(table(90, 90, 90, third_offer="consecutive"), ALL_SEE)
    twice = acts(hand, "side_show refuse play play side_show refuse play play")
    assert acts(twice, "side_show").view(None).fact("forced") == 1
    broken = acts(twice, "play play play side_show")
    assert broken.view(None).fact("forced") == 0 and broken.view(None).fact("offers:3") == 3
    again = acts(broken, "refuse play play side_show refuse play play side_show")
    assert again.view(None).fact("forced") == 1


def test_exports_tell_who_dropped() -> None:
    """Where the cards are known what is told must be true; where they are hidden it must be told."""
    hand = acts(table(90, 90, 90), f"{ALL_SEE} side_show")
    with pytest.raises(IllegalAction) as false:
        hand.act(Action(3, "accept", dropped=1))
    assert false.value.code == "dropped_false"
    assert kinds(hand.act(Action(3, "accept", dropped=3)).events, "dropped") == [Event("dropped", 3)]
    hidden = TEEN_PATTI.start(hand.setup).deal((HIDDEN,) * 52).hand
    hidden = acts(hidden, f"{ALL_SEE} side_show")
    for told in (None, 0, 2):
        with pytest.raises(InputError) as needed:
            hidden.act(Action(3, "accept", dropped=told))
        assert needed.value.code == "card_hidden"
    assert hidden.act(Action(3, "accept", dropped=1)).hand.view(None).seat(1).status == "folded"
