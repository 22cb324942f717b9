"""What no other test draws in every language keeps Discord's limits in each, at its fullest."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import product

import pytest
from discord import ui

from bot.locale import LOCALES, Text, say
from bot.show import offer, privacy, seasons
from bot.show.cards import class_name
from bot.show.hidden import HiddenCards, Revealed, hidden_text
from bot.show.more import Standing, more_panel
from bot.show.night import ListedNight, list_text
from bot.show.scene import Practice
from bot.show.settings import LABELS, VALUES, SettingsScene, settings_panel
from bot.show.statement import LINES_A_PAGE, statement_text
from bot.store.seasons import SeasonRow
from bot.store.statement import StatementLine
from engine.cards import JOKER, parse_cards
from engine.game import Ranked, SeatView
from tests.bot.discord_limits import check_message
from tests.bot.show.scenes import body_of

WORST = "*@" * 16
LONG = "W" * 32
MOST = 10**9
NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
SET = SettingsScene(
    zone="America/Argentina/ComodRivadavia",
    locale="pt_BR",
    starting_chips=MOST,
    top_up_chips=MOST,
    manager_role_id=10**18,
    nudge_seconds=300,
    return_stack_minutes=10_080,
    pictures="street",
    four_colours=1,
    hands_kept_days=3650,
)


def season(number: int, ends_at_ms: int | None = 10**12) -> SeasonRow:
    """A season with the longest name."""
    return SeasonRow(number, 1, number, WORST, 10**11, ends_at_ms)


def views(locale: str) -> Iterator[ui.LayoutView]:
    """Panels, questions and offers."""
    for chosen in ("", *LABELS):
        yield settings_panel(SET, locale, chosen)
    states = ("", "in", "out", "leaving", "waiting", "short")
    for state, leads, paused, practice in product(states, (False, True), (False, True), (None, Practice())):
        yield more_panel(10**17, MOST, Standing(state, leads, paused, practice, 3), locale)
    yield offer.offer_message(10**17, MOST, 10**18, NOON, locale)
    yield offer.full_table_panel(10**17, say("All seats are taken."), waits=True, locale=locale)
    yield privacy.privacy_view(10**18, 3650, 5, locale)
    yield privacy.question_view(10**18, MOST, 10, locale)
    yield seasons.confirm_start(WORST, 10**9, False, locale)
    yield seasons.confirm_end(season(1, None), begun=True, locale=locale)


def answers() -> Iterator[Text]:
    """Long answers that are one text."""
    every = [season(number) for number in range(1, 60)]
    yield seasons.list_text(every, 10**12)
    yield list_text([ListedNight(WORST, 10**9, 10**18, "open", n % 3, SET.zone, "20:00") for n in range(12)])
    corrected = StatementLine(1, 10**12, "wallet", -MOST, MOST, "correction", LONG * 4, 1, None, None)
    yield statement_text(LONG, [corrected] * LINES_A_PAGE, {1: LONG}, page=1, more=True)


def hidden() -> HiddenCards:
    """Seven cards that make the longest combination, and four others' that were revealed."""
    made = Ranked("full_house", 1, parse_cards("As Ah Jk Ks Kh"), parse_cards("Ad"))
    mine = SeatView(1, MOST, "in", parse_cards("As Ah Ks Kh 2c 3c"), ranked=made)
    others = (Revealed(WORST, parse_cards("As Ah Ad"), made),) * 4
    return HiddenCards(WORST, 10**18, 10**6, 10**6, mine, (JOKER,), "teen_patti", "W" * 80, others)


@pytest.mark.parametrize("locale", LOCALES)
def test_panels_and_answers_keep_discords_limits(locale: str) -> None:
    """Buttons, menus, texts; nothing is so long that it would be cut."""
    for view in views(locale):
        assert check_message(body_of(view)) == []
        labels = [one.label or "" for one in view.walk_children() if isinstance(one, ui.Button)]
        assert not [label for label in labels if label.endswith("…") and len(label) > 20]
    for text in (*(one.to(locale) for one in answers()), hidden_text(hidden(), locale)):
        assert check_message({"content": text}) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_no_language_says_two_values_or_combinations_alike(locale: str) -> None:
    """So that a menu offers no choice twice, and a showdown tells hands apart."""
    for values in VALUES.values():
        said = [text.to(locale) for text in values.values()]
        assert len(set(said)) == len(said)
    labels = [text.to(locale) for text in LABELS.values()]
    assert len(set(labels)) == len(labels)
    aces = "five_aces five_of_a_kind straight_flush four_of_a_kind full_house flush straight three_of_a_kind"
    teen_patti = "trial round run color pair high_card"
    for classes in (f"{aces} two_pair pair high_card", teen_patti, "three_sevens seka 22"):
        said = [class_name(one).to(locale) for one in classes.split()]
        assert len(set(said)) == len(said)
