"""The private panels: terms that survive in custom ids, and what More… offers to whom."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.locale import LOCALES
from bot.panel_items import PANEL_ITEMS
from bot.show.draft import DRAFT_LENGTH_MOST, DraftError, changed, field_of, fields_of, pack, unpack
from bot.show.more import Standing, more_panel
from bot.show.panel import panel_message, panel_text, with_choice
from bot.show.scene import Terms
from engine.aces.options import AcesOptions
from tests.bot import openapi
from tests.bot.discord_limits import check_message
from tests.bot.show.scenes import body_of, keys_of, rows_of, said, terms_of

USUAL = terms_of(AcesOptions())
LAST_ROW = ["Open the table", "Practise with house players", "Cancel"]
CHIPS = st.integers(1, 1_000_000_000)


@st.composite
def any_terms(draw: st.DrawFn) -> Terms:
    """Terms of a table of aces."""
    options = AcesOptions(draw(st.integers(1, 10**6)), *(draw(st.booleans()) for _ in range(4)))
    turn, pause, nudge = (draw(st.integers(0, 600)) for _ in range(3))
    chips, hints = (draw(CHIPS), draw(CHIPS)), draw(st.booleans())
    return Terms("aces", options, draw(st.integers(2, 10)), *chips, turn, pause, nudge, hints=hints)


@given(any_terms())
def test_terms_survive_in_a_custom_id(terms: Terms) -> None:
    """Packing and unpacking gives the same terms, within a custom id and the items' templates."""
    draft = pack(terms)
    assert unpack(draft) == terms
    assert len(draft) <= DRAFT_LENGTH_MOST
    templates = [item.__discord_ui_compiled_template__ for item in PANEL_ITEMS]
    for custom_id in keys_of(body_of(panel_message(terms, "en", "joker_fully_wild"))).values():
        assert sum(bool(re.fullmatch(t, custom_id)) for t in templates) == 1


@given(any_terms())
@settings(max_examples=20, deadline=None)
def test_the_panel_keeps_discords_limits(terms: Terms) -> None:
    """With any field chosen, in every language."""
    for locale in LOCALES:
        for chosen in (None, "unit", "joker_fully_wild", "no such field"):
            body = body_of(panel_message(terms, locale, chosen))
            assert check_message(body) == []
            if openapi.is_here():
                assert openapi.check_request("POST", "/channels/1/messages", body) == []


@pytest.mark.parametrize(
    "draft",
    [
        "",
        "poker.7.1",
        "aces",
        pack(USUAL) + ".0",
        pack(USUAL)[:-2],
        pack(USUAL)[:-1] + "9",
        "aces.!",
        "aces.7..1",
    ],
)
def test_an_old_draft_is_refused(draft: str) -> None:
    """Unknown games, missing or further fields, values out of range."""
    with pytest.raises(DraftError):
        unpack(draft)


def test_the_panel_explains_every_value() -> None:
    """One line a field, with what its value does."""
    lines = panel_text(USUAL, "en").splitlines()
    assert lines[:3] == ["**New table: Aces, Straights and Flushes**", "1/2 fixed limit · buy-in 50–200", ""]
    assert "Unit: **1 chip**. Ante 1; bets of 1 in rounds 1 and 2, 2 later." in lines
    assert "Natural beats joker: **off**. Equal hands split the pot, with the joker or without." in lines
    assert "Seconds per decision: **45**" in lines
    body = body_of(panel_message(USUAL, "en"))
    assert rows_of(body) == [["Change…"], LAST_ROW]
    assert said(body) == panel_text(USUAL, "en")


def test_a_value_is_chosen_from_a_menu() -> None:
    """The chosen field's values stand in a menu, the present one marked; numbers need a form instead."""
    body = body_of(panel_message(USUAL, "en", "natural_beats_joker"))
    assert rows_of(body)[1] == ["Natural beats joker"]
    menu = body["components"][2]["components"][0]
    assert [(o["label"], o["default"]) for o in menu["options"]] == [("off", True), ("on", False)]
    assert menu["options"][1]["description"] == "Of equal hands one that needs no joker wins."
    assert rows_of(body_of(panel_message(USUAL, "en", "unit")))[1] == LAST_ROW
    place = [field.name for field in fields_of(USUAL)].index("natural_beats_joker")
    assert with_choice(USUAL, place, 1) == terms_of(AcesOptions(natural_beats_joker=True))
    place = [field.name for field in fields_of(USUAL)].index("hints")
    assert not with_choice(USUAL, place, 0).hints and with_choice(USUAL, place, 1).hints
    for wrong in ((99, 0), (place, 2), (0, 0)):
        with pytest.raises(DraftError):
            with_choice(USUAL, *wrong)


def test_a1_3_buy_ins_follow_the_stake() -> None:
    """Twice the unit, twice the chips that a hand can cost, twice the buy-ins."""
    terms = changed(USUAL, "unit", 2)
    assert (terms.buy_in_least, terms.buy_in_most) == (100, 400)
    assert changed(USUAL, "turn_seconds", 60).turn_seconds == 60
    assert (field_of(USUAL, "unit").least, field_of(USUAL, "unit").most) == (1, 1_000_000)
    with pytest.raises(DraftError):
        field_of(USUAL, "nothing")


@pytest.mark.parametrize(
    ("standing", "rows"),
    [
        (Standing("", leads=False), [["Join", "My cards"], ["Rules", "History", "Show the table anew"]]),
        (
            Standing("in", leads=False),
            [["Sit out", "Top up", "Leave", "My cards"], ["Rules", "History", "Show the table anew"]],
        ),
        (
            Standing("out", leads=True),
            [
                ["I am back", "Top up", "Leave", "My cards"],
                ["Rules", "History", "Show the table anew"],
                ["Pause", "Close the table"],
            ],
        ),
        (
            Standing("leaving", leads=True, paused=True),
            [["My cards"], ["Rules", "History", "Show the table anew"], ["Go on", "Close the table"]],
        ),
    ],
)
def test_more_offers_what_fits_the_person(standing: Standing, rows: list[list[str]]) -> None:
    """By his seat, and by whether he leads the table."""
    body = body_of(more_panel(7, 3, standing, "en"))
    assert rows_of(body) == rows
    assert check_message(body) == []
    assert said(body).startswith("**Table 3**\n")
    assert ("/table kick" in said(body)) == standing.leads
