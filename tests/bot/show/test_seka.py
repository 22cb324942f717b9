"""Seka in words: labels, prices, pots, ties, refusals and the panel with its many options."""

from __future__ import annotations

import pytest

from bot.locale import LOCALES
from bot.show.cards import class_name, ranked_text
from bot.show.draft import DRAFT_LENGTH_MOST, changed, fields_of, pack, unpack
from bot.show.panel import FIELDS_MOST, panel_message, panel_text
from bot.show.refusals import action_refused
from bot.show.rules import odds_text
from bot.show.words import choice_label
from bot.tables.terms import default_terms
from engine.cards import parse_cards
from engine.errors import IllegalAction
from engine.game import Action, Event, Step
from engine.seka.betting import SekaHand
from engine.seka.game import SEKA
from engine.seka.options import SekaOptions
from engine.seka.ranking import CLASSES, rank
from tests.bot.discord_limits import check_message
from tests.bot.show.scenes import Play, body_of, said, shown
from tests.engine.seka.at_table import ACES, ELEVEN, OTHER_TWENTY, TEN, TWENTY, acts, deck_of, steps, table

LABEL_READ_WHOLE = 38  # letters of a button that a phone shows
DEAREST = SekaOptions(1_000_000, 4, "same_rank", True, True, "winner", "none", 1000, svara_max=100)


def test_b1_3_every_class_has_a_name_that_reads() -> None:
    """Values are points; a seka with a joker is told from a clean one, and ranks are named."""
    names = [class_name(key).to("en") for key in CLASSES]
    points = [f"{value} points" for value in (31, 30, 21, 20, 11, 10)]
    assert names == ["seka of sekas", "seka", *points[:2], "22, two aces", *points[2:]]
    assert [class_name(value).to("ru") for value in ("31", "30")] == ["31 очко", "30 очков"]
    options = SekaOptions(jokers=3)
    made = [ranked_text(rank(parse_cards(row), options)).to("en") for row in ("Ks Kh Kd", "Jk Kh Kd")]
    assert made == ["**seka of kings** – K♠ K♥ K♦", "**dirty seka of kings** – 🃏 K♥ K♦, 🃏 as K♠"]
    assert (
        ranked_text(rank(parse_cards("Jk Jk Jk"), options))
        .to("en")
        .startswith("**seka of sekas** – 🃏 🃏 🃏")
    )


def test_b4_4_seeing_says_what_it_binds_to_in_a_label_that_is_read_whole() -> None:
    """Every label of a dark turn fits a phone."""
    hand = table(TWENTY, TEN, ACES, dark=True)
    labels = [choice_label(c, c.least, hand.view(None).seat(1)).to("en") for c in hand.options(1)]
    assert labels == ["See my cards (full price)", "Pay 1 (dark)", "Pass"]
    assert all(len(label) <= LABEL_READ_WHOLE for label in labels)


@pytest.mark.parametrize(
    ("moves", "seat", "verb", "told"),
    [
        ("1 see", 1, "see", "seen your cards already"),
        ("1 pay, 2 pay, 3 pay", 1, "look", "press Посмотреть карты"),
        ("1 see", 1, "look", "second circle"),
        ("1 see, 1 pay, 2 pay, 3 pay", 1, "open", "last two"),
        ("1 see, 1 pay, 2 pay, 3 pass", 1, "look", "open but not look"),
    ],
)
def test_every_refusal_says_why_and_what_is_possible(moves: str, seat: int, verb: str, told: str) -> None:
    """By its own code, with the prices of what can be done instead."""
    hand = acts(table(TWENTY, TEN, ACES, dark=True), moves)
    text = refused(hand, Action(seat, verb, 1, 2 if verb == "look" else None))
    assert told in text and "You can: " in text and "Pay 1" in text


def refused(hand: SekaHand, action: Action) -> str:
    """What somebody reads whose action is not possible."""
    with pytest.raises(IllegalAction) as caught:
        hand.verify(action)
    return action_refused(caught.value, Play(hand).scene(), action.seat, "Посмотреть карты").to("en")


def test_looks_that_the_table_or_the_stack_does_not_allow_are_explained() -> None:
    """Without looks, and with less than the price."""
    hand = acts(table(TWENTY, TEN, ACES, look=False), "1 pay, 2 pay, 3 pay")
    assert "without looks" in refused(hand, Action(1, "look", 1, 2))
    hand = acts(table(TWENTY, TEN, ACES, ELEVEN, stacks=[3, 50, 50, 50]), "1 pay, 2 pay 4, 3 pay, 4 pay")
    assert "less than a look costs" in refused(hand, Action(1, "look", 4, 2))


def test_b6_2_a_svara_tells_who_is_tied_what_joining_costs_and_who_has_answered() -> None:
    """On the lines of the players; and the price of it on the button."""
    steps_made = steps(table(TWENTY, OTHER_TWENTY, TEN, ELEVEN), "1 pay, 2 pay, 3 pass, 4 pass, 1 open")
    hand = steps_made[-1].hand
    assert isinstance(hand, SekaHand)
    text = said(shown(Play(hand, events=_public(steps_made)).scene()))
    assert "svara 1 of 5" in text and "to play for the pot costs **4**" in text
    assert "Ann is tied: svara.\nBoris is tied: svara." in text
    lines = said(shown(Play(acts(hand, "3 join")).scene())).splitlines()
    found = {name: next(line for line in lines if f"**{name}**" in line) for name in ("Ann", "Carol", "Dora")}
    assert "tied" in found["Ann"] and "joins" in found["Carol"] and "may answer" in found["Dora"]


def test_b6_2_where_nobody_may_join_the_tied_hands_are_told_with_the_new_deal() -> None:
    """No offer stands in between, so the lines of the players show the new cards already."""
    made = steps(table(TWENTY, OTHER_TWENTY), "1 pay, 2 pay, 1 open")
    made.append(made[-1].hand.deal(deck_of(TEN, ELEVEN)))
    text = said(shown(Play(made[-1].hand, events=_public(made)).scene()))
    assert "Ann opens K♦ 10♦ J♣.\nBoris opens J♥ 10♥ K♣.\nAnn is tied: svara." in text
    assert "▒▒ ▒▒ ▒▒" in text and "New cards are dealt from deck 2." in text


def test_b7_6_the_replay_of_an_all_in_pot_tells_both_deals() -> None:
    """First the tied hands, then those that decided."""
    made = steps(table(TWENTY, OTHER_TWENTY, stacks=[3, 50]), "1 pay, 2 pay, 1 open")
    made.append(made[-1].hand.deal(deck_of(TEN, ELEVEN)))
    text = said(shown(Play(made[-1].hand, events=_public(made)).scene()))
    assert "Boris opens J♥ 10♥ K♣.\nAnn is tied for 5: new cards decide." in text
    assert "Ann: **10 points**" in text and "Boris: **11 points**" in text


def _public(made: list[Step]) -> list[Event]:
    return [event for step in made for event in step.events if event.audience is None]


def test_b7_4_who_is_asked_for_what_is_missing_reads_the_sum() -> None:
    """The table tells what the all-in hands have paid more."""
    made = steps(table(TWENTY, TEN, stacks=[10, 50], max_bet="none"), "1 pay 9")
    hand = made[-1].hand
    assert isinstance(hand, SekaHand) and hand.view(None).fact("asked")
    text = said(shown(Play(hand, events=list(made[-1].events)).scene()))
    assert "the all-in hands have paid **9** more" in text
    assert "Boris may pay what the all-in hands have paid more." in text


def test_the_panel_with_all_options_keeps_discords_limits() -> None:
    """In every language, with every field's values open; the draft survives in a custom id."""
    for options in (SekaOptions(), DEAREST):
        terms = default_terms(SEKA, options)
        assert unpack(pack(terms)) == terms and len(pack(terms)) <= DRAFT_LENGTH_MOST
        assert len(fields_of(terms)) <= FIELDS_MOST
        for locale in LOCALES:
            for chosen in (None, *(field.name for field in fields_of(terms))):
                assert check_message(body_of(panel_message(terms, locale, chosen))) == []
            assert check_message({"content": odds_text(options).to(locale)}) == []


def test_the_panel_explains_what_is_not_as_usual() -> None:
    """The usual values take one short line each."""
    text = panel_text(default_terms(SEKA, SekaOptions(svara_join="nobody")), "en")
    assert "Who may join a svara: **nobody**. The tied play it out alone." in text
    assert "\nDark price: **half the price**\n" in text


def test_a_new_ante_scales_usual_buy_ins_and_more_jokers_bring_their_seats() -> None:
    """As a table of that stake opened anew would have them; a lower number of seats that was chosen stays."""
    terms = default_terms(SEKA, SekaOptions())
    assert changed(terms, "ante", 5) == default_terms(SEKA, SekaOptions(ante=5))
    assert changed(changed(terms, "ante", 7), "ante", 1) == terms
    assert changed(terms, "jokers", 4) == default_terms(SEKA, SekaOptions(jokers=4))
    assert changed(changed(terms, "seats_most", 4), "jokers", 4).seats_most == 4
    assert changed(terms, "jokers", 0).seats_most == 6
