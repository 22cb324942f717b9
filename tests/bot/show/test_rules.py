"""The rules as people read them: short enough, with this table's options and the exact odds."""

from __future__ import annotations

from itertools import product

import pytest

from bot.locale import LOCALES
from bot.show.options import option_name, value_meaning
from bot.show.rules import play_text, ranking_text, rules_pages, rules_text
from engine.aces.options import AcesOptions
from engine.games import GAMES
from engine.teen_patti.options import TeenPattiOptions
from tests.bot.discord_limits import check_message


@pytest.mark.parametrize("switches", list(product((False, True), repeat=4)))
def test_every_page_fits_a_message(switches: tuple[bool, ...]) -> None:
    """In every language, under every combination of options."""
    for locale in LOCALES:
        for page in rules_pages(AcesOptions(1_000_000, *switches)):
            assert check_message({"content": page.to(locale)}) == []


def test_a4_5_the_exact_counts_stand_in_the_ranking() -> None:
    """Best first, with their share of all hands."""
    lines = ranking_text(AcesOptions()).to("en").splitlines()
    assert lines[0].endswith("all 20,358,520 hands")
    assert lines[1] == "1. five aces: 1,128 (0.00554%)"
    assert lines[10] == "10. high card: 1,485,960 (7.3%)"
    russian = ranking_text(AcesOptions()).to("ru").splitlines()
    assert russian[1].endswith("1\u00a0128 (0,00554\u00a0%)")
    assert ranking_text(AcesOptions()).to("pt_BR").splitlines()[10].endswith("1.485.960 (7,3%)")


def test_the_stake_and_unusual_options_stand_out() -> None:
    """Amounts are those of the table."""
    text = rules_text(AcesOptions(unit=2, natural_beats_joker=True)).to("en")
    assert "You need 50 before the deal" in text
    assert "**Natural beats joker: on**. Of equal hands one that needs no joker wins." in text
    assert "\nJoker fully wild: off." in text
    assert "any card that is not in your hand" in rules_text(AcesOptions(joker_fully_wild=True)).to("en")


@pytest.mark.parametrize("key", GAMES)
def test_every_game_is_explained(key: str) -> None:
    """Paragraph by paragraph under its name, in every language within a message."""
    for locale in LOCALES:
        for page in rules_pages(GAMES[key].options_type()):
            assert check_message({"content": page.to(locale)}) == []
    assert len(play_text(GAMES[key].options_type()).to("en").splitlines()) >= 5


def test_c5_1_the_rules_tell_who_may_ask_for_a_show() -> None:
    """The one tradition or the other."""
    told = play_text(TeenPattiOptions(boot=5)).to("en")
    assert "a blind player may not ask one who has seen" in told and "(10 at first)" in told
    assert "who has seen may not ask a blind player" in play_text(TeenPattiOptions(show="pagat")).to("en")


@pytest.mark.parametrize("key", GAMES)
def test_every_option_and_value_has_words(key: str) -> None:
    """No option shows its key, and every listed value explains itself."""
    for spec in GAMES[key].options_type.specs():
        assert "_" not in option_name(spec).to("en")
        assert option_name(spec).to("en")[0].isupper()
        for value in spec.values or (spec.default,):
            assert value_meaning(spec, value) is not None
