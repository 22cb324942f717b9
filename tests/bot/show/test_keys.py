"""The buttons of a hand are the engine's choices, whatever the game; played here with the toy."""

from __future__ import annotations

import re

import pytest

from bot.buttons import ITEMS
from bot.show.keys import button_amounts
from engine.cards import parse_cards
from engine.game import Choice
from tests.bot.discord_limits import nested
from tests.bot.show.scenes import Play, keys_of, play, rows_of, said, shown, stacked
from tests.engine.toy import TOY

ALWAYS = ["My cards", "+30 s", "More…"]


def toy(*cards: str, stack: int = 100) -> Play:
    """A hand of the toy with one closed card each; seat 2 begins."""
    return play(stacked(*cards), len(cards), TOY, stack=stack)


def test_a_dark_player_reads_what_seeing_binds_him_to() -> None:
    """The price is his dark one, and seeing names the full price."""
    body = shown(toy("9s", "5d", "Kc").scene())
    assert rows_of(body) == [
        ["See my cards (full price)", "Pay 1 (dark)", "Pay 2 (dark)", "Pass"],
        ALWAYS,
    ]
    assert "▶ **Boris** · ▒▒ · dark · 98 · to act" in said(body)
    assert keys_of(body)["Pay 2 (dark)"] == "p:7:41:1:pay:2"


def test_many_amounts_become_usual_steps_and_a_form() -> None:
    """The least, the double, and Other… for what lies between and beyond."""
    hand = toy("9s", "5d", "Kc").act("see").act("pay", 4).act("see")
    body = shown(hand.scene())
    assert rows_of(body)[0] == ["Pay 4", "Pay 8", "Pay: up to 8…", "Pass"]
    assert keys_of(body)["Pay: up to 8…"] == f"o:7:41:{hand.hand.turn.number if hand.hand.turn else 0}:pay"


def test_a_choice_of_a_player_is_a_menu() -> None:
    """A side show names whom it asks, with his chips; its answer is two buttons for the asked."""
    hand = toy("9s", "5d", "Kc").act("see").act("pay", 2).act("see")
    body = shown(hand.scene())
    assert rows_of(body)[1] == ["Side show 2: whom?"]
    menu = next(one for one in nested(body["components"]) if one["type"] == 3)
    assert [(o["label"], o["value"]) for o in menu["options"]] == [("Boris", "2")]
    body = shown(hand.act("side_show", 2, target=2).scene())
    assert rows_of(body) == [["Accept", "Refuse"], ALWAYS]
    assert "Carol pays 2 and asks Boris for a side show." in said(body)


def test_an_offer_to_several_stands_once() -> None:
    """A tie: the two others may buy in; both are marked, the price stands on one button."""
    hand = toy("9s", "9d", "5c", "4c")
    for _ in range(2):
        hand.act("see").act("pay", 2)
    hand.act("pass").act("pass").act("open", 2)
    body = shown(hand.scene())
    assert rows_of(body) == [["Play for the pot 7", "No, thanks"], ALWAYS]
    assert said(body).count("▶ ") == 2
    assert said(body).count("may answer, closes <t:1700000000:R>") == 2
    after = shown(hand.act("join", 7).scene())
    assert rows_of(after) == rows_of(body)
    assert said(after).count("▶ ") == 1


def test_every_custom_id_is_one_of_the_items() -> None:
    """What a button carries is understood after a restart."""
    templates = [item.__discord_ui_compiled_template__ for item in ITEMS]
    for scene in (toy("9s", "5d", "Kc").scene(), toy("9s", "5d", "Kc").act("pass").act("pass").scene()):
        for custom_id in keys_of(shown(scene)).values():
            assert sum(bool(re.fullmatch(t, custom_id)) for t in templates) == 1


@pytest.mark.parametrize(
    ("choice", "amounts", "form"),
    [
        (Choice("check"), (0,), False),
        (Choice("call", 3, 3), (3,), False),
        (Choice("pay", 4, 6), (4, 5, 6), False),
        (Choice("pay", 4, 8, 2), (4, 6, 8), False),
        (Choice("pay", 4, 9), (4, 8), True),
        (Choice("pay", 5, 25, 4), (5, 13), True),
        (Choice("pay", 10, 15), (10,), True),
    ],
)
def test_the_amounts_on_buttons_are_allowed(choice: Choice, amounts: tuple[int, ...], form: bool) -> None:
    """All where there are three or fewer, else the least and about the double."""
    assert button_amounts(choice) == (amounts, form)
    assert all(choice.allows(amount) for amount in amounts)


def test_the_deck_of_the_toy_is_as_told() -> None:
    """The helper deals each hand to its seat in play order."""
    hand = toy("9s", "5d", "Kc").hand
    assert [p.cards for p in hand.players] == [parse_cards(c) for c in ("9s", "5d", "Kc")]  # type: ignore[attr-defined]
