"""What is posted about game nights: within Discord's limits whatever people are called, and found again."""

from __future__ import annotations

import re
from typing import Any

import pytest
from discord import ui
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.buttons import ITEMS
from bot.locale import LOCALES
from bot.night_items import ANSWERS, NIGHT_ITEMS
from bot.panel_items import PANEL_ITEMS
from bot.setting_items import SETTING_ITEMS
from bot.show.night import (
    LATER_DATES_MOST,
    POSTS,
    ListedNight,
    NightScene,
    announcement,
    call,
    line,
    list_text,
    mark,
    reminder,
)
from bot.standing_items import STANDING_ITEMS
from engine.aces.options import AcesOptions
from tests.bot import openapi
from tests.bot.discord_limits import check_message
from tests.bot.show.scenes import body_of, keys_of, terms_of

ALL_ITEMS = (*ITEMS, *PANEL_ITEMS, *NIGHT_ITEMS, *SETTING_ITEMS, *STANDING_ITEMS)
NAMES = st.text(min_size=1, max_size=32)
PEOPLE = list(range(10**18, 10**18 + 300))


@st.composite
def scenes(draw: st.DrawFn) -> NightScene:
    """A night with any people and any name."""
    said = draw(st.lists(st.tuples(st.sampled_from(ANSWERS), NAMES), max_size=30))
    return NightScene(
        night_id=draw(st.integers(1, 10**6)),
        name=draw(st.text(max_size=40)),
        state=draw(st.sampled_from(["announced", "open", "closing", "over", "cancelled", "missed"])),
        planned_s=draw(st.integers(10**9, 2 * 10**9)),
        terms=terms_of(AcesOptions()),
        answers=tuple(said) * draw(st.integers(1, 15)),
        channel_id=10**18,
        event_url=draw(st.sampled_from(["", "https://discord.com/events/1/2"])),
    )


def posts(scene: NightScene, locale: str) -> dict[str, ui.LayoutView]:
    """Everything that is posted about a night."""
    return {
        "announcement": announcement(scene, locale),
        "reminder": reminder(scene, PEOPLE, locale),
        "call": call(scene, PEOPLE, locale),
        **{what: line(scene, what, PEOPLE, locale) for what in ("moved", "missed", "cancelled")},
    }


def ids_of(components: list[dict[str, Any]]) -> list[int]:
    """The component ids of a message, all of them."""
    found = [one["id"] for one in components if "id" in one]
    return found + [deep for one in components for deep in ids_of(one.get("components", []))]


@given(scenes())
@settings(max_examples=60, deadline=None)
def test_all_posts_keep_discords_limits(scene: NightScene) -> None:
    """With hundreds of answers and the worst names."""
    for locale in LOCALES:
        for view in posts(scene, locale).values():
            body = body_of(view)
            assert check_message(body) == []
            if openapi.is_here():
                assert openapi.check_request("POST", "/channels/1/messages", body) == []


@given(scenes())
@settings(max_examples=20, deadline=None)
def test_a_post_carries_its_mark_and_no_others(scene: NightScene) -> None:
    """By it the next process finds what this one has sent."""
    marks = {what: mark(scene.night_id, what) for what in POSTS}
    assert len(set(marks.values())) == len(POSTS)
    for what, view in posts(scene, "en").items():
        carried = set(ids_of(body_of(view)["components"])) & set(marks.values())
        assert carried == {marks[what]}


@given(scenes())
@settings(max_examples=20, deadline=None)
def test_every_button_is_of_one_family(scene: NightScene) -> None:
    """No custom id is read by two templates."""
    templates = [item.__discord_ui_compiled_template__ for item in ALL_ITEMS]
    for view in posts(scene, "en").values():
        for custom_id in keys_of(body_of(view)).values():
            assert sum(bool(re.fullmatch(template, custom_id)) for template in templates) == 1


@pytest.mark.parametrize("name", ["@everyone", "<@1>", "**bold**", "[a](http://b.c)", "a\nb"])
def test_a_name_is_only_a_name(name: str) -> None:
    """It mentions nobody, formats nothing and breaks no line."""
    scene = NightScene(1, name, "announced", 10**9, terms_of(AcesOptions()), (("yes", name),))
    text = str(body_of(announcement(scene, "en")))
    assert name not in text


def test_who_is_too_many_is_counted() -> None:
    """The names that do not fit are told as a number."""
    scene = NightScene(
        1, "", "announced", 10**9, terms_of(AcesOptions()), tuple(("yes", f"Player {n}") for n in range(300))
    )
    assert re.search(r"In \(300\)\*\* Player 0, .* and \d+ more", str(body_of(announcement(scene, "en"))))


def test_dates_of_one_weekly_game_stand_together_in_the_list() -> None:
    """Its rhythm is said once; dates that come once each say theirs."""
    weekly = [ListedNight("Fridays", 10**9 + n, 5, "planned", 1, "Europe/Berlin", "20:00") for n in range(9)]
    once = [ListedNight("Party", 10**9 + 100 + n, 5, "planned", 0, "", "") for n in range(2)]
    told = list_text([weekly[0], once[0], *weekly[1:], once[1]]).to("en")
    assert told.count("Europe/Berlin") == 1 and told.count("Party") == 2
    assert told.count("<t:") == 1 + LATER_DATES_MOST + 2
    assert told.index(f"<t:{weekly[1].planned_s}:f>") < told.index("Party")
