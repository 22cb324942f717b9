"""Whatever stands on a table, its message keeps Discord's limits, mentions nobody and is plain data."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings

from bot.locale import LOCALES, frame
from bot.show.layout import TEXT_LENGTH_AIM, TEXT_LENGTH_MOST, table_texts, text_length
from bot.show.scene import Phase, Scene, SeatScene
from engine.cards import PACK_52
from engine.game import Pot, Ranked, Result, SeatView, View
from tests.bot import openapi
from tests.bot.discord_limits import check_message
from tests.bot.show.random_scenes import scenes
from tests.bot.show.scenes import said, shown, waiting

MENTION = re.compile(r"<@[!&]?\d|<#\d|<id:|@everyone|@here|</|<a?:\w+:\d")
UNFORMATTED = re.compile(r"(?<!\\)[{}]")
MASKED_LINK = re.compile(r"(?<!\\)\]\(|https?://")


@given(scenes())
@settings(max_examples=40, deadline=None)
def test_a_message_keeps_every_limit_in_every_language(scene: Scene) -> None:
    """Our own table of limits, and Discord's description where it is here."""
    for locale in LOCALES:
        body = shown(scene, locale)
        assert check_message(body) == []
        if openapi.is_here():
            assert openapi.check_request("POST", "/channels/1/messages", body) == []


@given(scenes())
@settings(max_examples=40, deadline=None)
def test_a_message_mentions_and_links_nothing(scene: Scene) -> None:
    """Names cannot ping, link, name a channel or leave a placeholder open."""
    body = shown(scene)
    for text in said(body).splitlines():
        assert not MENTION.search(text), text
        assert not UNFORMATTED.search(text), text
        assert not MASKED_LINK.search(text), text
    for bidi in "\u202a\u202b\u202d\u202e\u200e\u200f":
        assert bidi not in said(body)


@given(scenes())
@settings(max_examples=15, deadline=None)
def test_a_message_is_a_function_of_its_scene(scene: Scene) -> None:
    """The same scene makes the same message; an equal one too."""
    assert shown(scene) == shown(scene) == shown(replace(scene))


def full_showdown(name: str, winners: tuple[int, ...]) -> Scene:
    """Ten opened hands and five pots."""
    seats = tuple(range(1, 11))
    ranked = Ranked("straight_flush", 1, PACK_52[:5], ())
    pots = (Pot(10**10, seats, winners, tuple((seat, 10**9) for seat in winners)),) * 5
    view = View(
        game="aces",
        viewer=None,
        dealer=1,
        deal=0,
        round=4,
        rounds=4,
        pots=(),
        price=0,
        common=(),
        order=seats,
        seats=tuple(
            SeatView(s, 10**9, "in", PACK_52[:6], opened=True, paid=10**9, ranked=ranked) for s in seats
        ),
        turn=None,
        result=Result(pots, seats, ()),
    )
    people = tuple(SeatScene(seat, seat, name, 10**9, "leaving", cut=True) for seat in seats)
    return waiting(phase=Phase.PAUSE, seats=people, view=view, root="ab" * 32, deadline_s=1)


@pytest.mark.parametrize("name", ["@" * 32, "*" * 32, "W" * 32])
def test_the_fullest_showdown_tells_the_totals(name: str) -> None:
    """Five pots shared by ten: who got how much in all, the nets and the proofs are still there."""
    scene = full_showdown(name, tuple(range(1, 11)))
    text = said(shown(scene))
    assert text_length(table_texts(scene, "en")) <= TEXT_LENGTH_AIM
    assert "To see the hands: /hand show." in text
    assert text.count("gets 5,000,000,000") == 10
    assert text.count("+4,000,000,000") == 10
    assert "cd" * 32 in text
    assert "ab" * 32 in text


def test_a_long_showdown_leaves_out_unpaid_hands_first() -> None:
    """A little over the aim, only the hands that were not paid are left out."""
    scene = full_showdown("W" * 32, (1, 2, 3, 4, 5, 6))
    text = said(shown(scene))
    assert text_length(table_texts(scene, "en")) <= TEXT_LENGTH_AIM
    assert "To see the other hands: /hand show." in text
    assert text.count("**straight flush") == 6
    assert text.count("Pot 5 of 5") == 1


def test_a_message_without_end_is_cut_at_lines() -> None:
    """A note longer than everything: the lines that fit stay, an ellipsis says that there was more."""
    scene = waiting(note=frame("\n".join(["word " * 30] * 60)))
    assert text_length(table_texts(scene, "en")) <= TEXT_LENGTH_MOST
    assert "\n…" in said(shown(scene))
    assert check_message(shown(scene)) == []
