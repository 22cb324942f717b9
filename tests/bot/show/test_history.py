"""Steps, lists and checks as messages: within Discord's limits in every language, whatever the hand."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.history.paging import step_page
from bot.history_items import Listing
from bot.locale import LOCALES, say
from bot.show.history import ListedHand, list_title, list_view, step_view
from bot.show.trust import Checked, Counted, Cut, Voided, checked_view, trust_view
from engine.games import GAMES, game
from tests.bot.discord_limits import check_message
from tests.bot.show.scenes import body_of
from tests.bot.show.test_why import WORST_NAME, past_of
from tests.engine.random_exports import random_hand

HEX = "0123456789abcdef" * 4
HUGE = 10**12


@pytest.mark.parametrize("key", list(GAMES))
def test_every_step_of_any_hand_fits_for_every_reader(key: str) -> None:
    """A page for each, with the buttons that lead to others."""
    random = Random(3)
    for _ in range(12):
        hand, _shuffle = random_hand(game(key), random)
        past = past_of(hand)
        seats = [one.seat for one in hand.setup.seats]
        for step in range(1, len(past.steps) + 1):
            page = step_page(past, random.choice([None, *seats]), step)
            for locale in LOCALES:
                body = body_of(step_view(page, locale))
                assert check_message(body) == []
        assert (step_page(past, None, 0).step, step_page(past, None, 10**6).step) == (1, len(past.steps))
        assert step_page(past, None, None).step == len(past.steps)


CHECKED = Checked(
    table_number=999_999,
    number=999_999,
    server_id=2**63 - 1,
    channel_id=2**63 - 1,
    message_id=2**63 - 1,
    hand_id=HUGE,
    committed_at_s=2_000_000_000,
    commitment=HEX,
    roots=(HEX,) * 40,
    cuts=tuple(Cut(WORST_NAME, seat) for seat in range(1, 11)),
    players=10,
    openings=52,
    own=6,
)


@pytest.mark.parametrize("locale", LOCALES)
def test_checks_fit_at_their_longest(locale: str) -> None:
    """Many decks, everybody cut, or a void hand with all words opened."""
    void = replace(
        CHECKED,
        seed=HEX,
        words=tuple((s, "W" * 40) for s in range(1, 11)),
        reason=say("it could not be shown."),
    )
    for checked in (CHECKED, replace(CHECKED, refused="x" * 500), replace(CHECKED, cuts=()), void):
        assert check_message(body_of(checked_view(checked, locale))) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_trust_fits_at_its_longest(locale: str) -> None:
    """Every reason, the last void hands with their seeds; what is proved and what is not stands there."""
    reason = say("its message could not be posted.")
    counted = Counted(HUGE, HUGE, ((reason, HUGE),) * 9, HUGE, HUGE)
    voided = [Voided(999_999, 999_999, HUGE, 2**63 - 1, reason, HEX if n else None) for n in range(3)]
    body = body_of(trust_view(counted, voided, "Cut", locale))
    assert check_message(body) == []
    text = body["components"][0]["components"][0]["content"]
    assert "…" not in text.splitlines()[-1] and text.count(HEX) == 2


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("by_pot", [False, True])
def test_lists_fit_at_their_longest(locale: str, by_pot: bool) -> None:
    """Ten lines, a title with every part, and buttons to turn the page."""
    hands = [ListedHand(999_999, 999_999, "aces", 2_000_000_000, HUGE, 9, void) for void in (False, True) * 5]
    listing = Listing(by_pot, HUGE, HUGE, HUGE, 999)
    title = list_title(by_pot=by_pot, table=999_999, night=999, player=WORST_NAME)
    assert check_message(body_of(list_view(hands, listing, locale, more=True, title=title))) == []
    assert check_message(body_of(list_view([], Listing(), locale, more=False, title=title))) == []
