"""What /privacy tells is what is kept: nothing that the export gives is passed over."""

from __future__ import annotations

import pytest

from bot.locale import LOCALES
from bot.show.privacy import privacy_view
from bot.store import privacy
from tests.bot.discord_limits import check_message
from tests.bot.show.scenes import body_of

TOLD = {  # by what it is called in the export, the words that tell of it
    "transfers": "movement of your chips",
    "transfers_made": "movement of your chips",
    "sittings": "where you sat",
    "tables_hosted": "the host",
    "nights_hosted": "the host",
    "series_hosted": "the host",
    "waiting": "waited",
    "hands": "how your hands ended",
    "results": "how your hands ended",
    "actions": "did in hands",
    "words": "did in hands",
    "cards_sent": "where your cards were sent",
    "night_answers": "answers to game nights",
    "house_rules": "house rules that you saved",
    "seasons_started": "seasons that you began or ended",
    "seasons_ended": "seasons that you began or ended",
    "asked_to_be_forgotten": "",  # until it is done
}


@pytest.mark.parametrize("days", [0, 30])
def test_everything_that_is_kept_is_told(days: int) -> None:
    """Each kind of it in words of its own; also where hands are kept for some days only."""
    told = str(body_of(privacy_view(1, days, 0, "en"))).lower()
    assert privacy._KEPT.keys() == TOLD.keys()
    assert [what for what, words in TOLD.items() if words not in told] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_all_of_it_fits_one_message(locale: str) -> None:
    """With every button."""
    assert check_message(body_of(privacy_view(1, 30, 3, locale))) == []
