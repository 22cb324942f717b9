"""Hands that are over: one step after another, as their reader saw them, and lists to choose from.

A page's scene holds the View of its reader: it is for that person alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.history_items import ListButton, Listing, StepButton
from bot.locale import Text, command, frame, raw, say, say_as, strung
from bot.show.cards import cards_text, ranked_text
from bot.show.events import event_text
from bot.show.lines import DEALER_MARK, TURN_MARK, middle_line, pot_lines, sight_text, status_text, title_line
from bot.show.paper import Paper
from bot.show.scene import Scene
from bot.show.showdown import showdown_lines
from bot.show.why import why_key
from bot.show.words import clipped, game_name, joined, seat_name
from engine.cards import HIDDEN
from engine.game import Event, Seat, SeatView, View

TEXT_LENGTH_MOST: Final = 3900  # Discord takes 4 000
_BOX_ID, _TEXT_ID, _ROW_ID, _KEY_ID = 1, 2, 100, 101


@dataclass(frozen=True, slots=True)
class StepPage:
    """One step of a hand. ``events`` of that step that its reader may know; ``put_in`` by who acted in it.

    ``over_at_s``: when the hand was over, Unix seconds; ``void``: why it has no end.
    """

    scene: Scene
    reader: Seat | None
    step: int
    steps: int
    over_at_s: int
    events: tuple[Event, ...] = ()
    put_in: int = 0
    timed_out: bool = False
    void: Text | None = None


@dataclass(frozen=True, slots=True)
class ListedHand:
    """A line of a list; ``pot``: all its chips."""

    table_number: int
    number: int
    game: str | None
    over_at_s: int
    pot: int
    cuts: int
    void: bool


def step_view(page: StepPage, locale: str) -> ui.LayoutView:
    """The message for one step, with the buttons that lead to others."""
    text = "\n".join(_step_lines(page, locale))
    if len(text) > TEXT_LENGTH_MOST:
        text = text[:TEXT_LENGTH_MOST].rpartition("\n")[0] + "\n…"
    box: ui.Container[Any] = ui.Container(ui.TextDisplay(text, id=_TEXT_ID), id=_BOX_ID)
    box.add_item(ui.ActionRow(*_step_keys(page, locale), id=_ROW_ID))
    view = Paper()
    view.add_item(box)
    return view


def _step_lines(page: StepPage, locale: str) -> list[str]:
    view = page.scene.view
    assert view is not None
    where = say("step {step} of {steps}", step=page.step, steps=page.steps)
    lines = [
        title_line(page.scene, locale),
        f"-# {joined([where, f'<t:{page.over_at_s}:f>'], locale)}",
        middle_line(page.scene, locale),
        *pot_lines(page.scene, locale),
        *(_seat_line(page, view, one, locale) for one in view.seats),
        "",
        *_told(page, view, locale),
    ]
    if view.result is not None:
        lines += ["", *showdown_lines(page.scene, locale)]
    elif page.void is not None and page.step == page.steps:
        lines.append(say("Here the hand was void: {reason}", reason=page.void).to(locale))
    kept = [line for place, line in enumerate(lines) if line or (place and lines[place - 1])]
    return kept if kept[-1] else kept[:-1]


def _seat_line(page: StepPage, view: View, one: SeatView, locale: str) -> str:
    name = seat_name(page.scene, one.seat)
    mine = say_as("one player", "you") if one.seat == page.reader else ""
    awaited = view.turn is not None and one.seat in view.turn.seats
    marks = (TURN_MARK if awaited else "", DEALER_MARK if one.seat == view.dealer else "")
    known = any(c != HIDDEN for c in one.cards)
    cards = cards_text(one.cards) if known or one.status in ("in", "all_in") else ""
    parts: list[Text | str] = [" ".join((*filter(None, marks), f"**{name}**")), mine, cards]
    parts.append(status_text(one, view.game))
    if view.result is None:
        parts.append(sight_text(one, view))
    parts.append(raw(one.stack))
    if view.result is None and one.bet:
        parts.append(say("bet {chips}", chips=one.bet))
    return joined(parts, locale)


def _told(page: StepPage, view: View, locale: str) -> list[str]:
    """What happened in the step: everybody's part, and what its reader alone was shown."""
    told: list[Text] = []
    if any(event.kind == "deck" for event in page.events):
        told.append(say("The cards are dealt."))
    for event in page.events:
        if event.audience is None:
            text = None if event.kind == "opened" and view.result is not None else _public(page, event)
        else:
            text = _private(page, view, event)
        if text is not None:
            told.append(text)
    return [text.to(locale) for text in told]


def _public(page: StepPage, event: Event) -> Text | None:
    text = event_text(event, page.scene, page.put_in)
    if text is not None and event.kind == "action" and page.timed_out:
        return say("Time ran out: {what}", what=text)
    return text


def _private(page: StepPage, view: View, event: Event) -> Text | None:
    """A hand that was shown to this reader: by a look or a side show."""
    if event.kind != "looked" or event.seat is None or event.seat == page.reader:
        return None
    ranked = view.seat(event.seat).ranked
    shown = ranked_text(ranked) if ranked is not None else raw(cards_text(event.cards))
    return say("To you alone {name} showed {cards}.", name=seat_name(page.scene, event.seat), cards=shown)


_PLACES: Final = (
    ("f", say_as("button", "First")),
    ("p", say_as("button", "Back one")),
    ("n", say_as("button", "Next")),
    ("l", say_as("button", "Last")),
)


def _step_keys(page: StepPage, locale: str) -> list[ui.Button[Any] | ui.DynamicItem[Any]]:
    steps = {"f": 1, "p": max(1, page.step - 1), "n": min(page.steps, page.step + 1), "l": page.steps}
    keys: list[Any] = [
        StepButton(
            page.scene.hand_id,
            steps[place],
            place,
            label=clipped(label.to(locale)),
            style=discord.ButtonStyle.primary if place == "n" else discord.ButtonStyle.secondary,
            disabled=steps[place] == page.step,
            id=_KEY_ID + number,
        )
        for number, (place, label) in enumerate(_PLACES)
    ]
    view = page.scene.view
    if view is not None and view.result is not None and len(view.result.opened) > 1:
        keys.append(why_key(page.scene.hand_id, _KEY_ID + len(_PLACES), locale))
    return keys


# ---- lists


def list_view(
    hands: Sequence[ListedHand], listing: Listing, locale: str, *, more: bool, title: Text
) -> ui.LayoutView:
    """A page of hands with the buttons to turn it."""
    lines = [frame("**{title}**", title=title), *map(_listed_line, hands)]
    if not hands:
        lines.append(
            say("None yet.")
            if listing.table_id
            else say("None yet. Practice hands are listed where you name their table.")
        )
    else:
        example = command("hand show", number=hands[0].number, table=hands[0].table_number)
        lines.append(frame("-# {hint}", hint=say("To step through one: {command}", command=example)))
    box: ui.Container[Any] = ui.Container(
        ui.TextDisplay("\n".join(line.to(locale) for line in lines), id=_TEXT_ID), id=_BOX_ID
    )
    keys = _list_keys(listing, locale, more=more)
    if keys:
        box.add_item(ui.ActionRow(*keys, id=_ROW_ID))
    view = Paper()
    view.add_item(box)
    return view


def list_title(*, by_pot: bool, table: int | None, night: int | None, player: str | None) -> Text:
    """What a list holds."""
    parts = [
        say("Hands with the biggest pots") if by_pot else say("The last hands"),
        say("table {number}", number=table) if table is not None else "",
        say("night {number}", number=night) if night is not None else "",
        player or "",
    ]
    return strung(parts, " · ")


def _listed_line(hand: ListedHand) -> Text:
    parts: list[Text | str] = [
        say("table {table}, **hand {number}**", table=hand.table_number, number=hand.number),
        game_name(hand.game) if hand.game is not None else "",
        say_as("one hand", "void") if hand.void else say("pot {chips}", chips=hand.pot),
        say_as("one hand", "cut") if hand.cuts else "",
        f"<t:{hand.over_at_s}:f>",
    ]
    return strung(parts, " · ")


def _list_keys(listing: Listing, locale: str, *, more: bool) -> list[Any]:
    if listing.page == 1 and not more:
        return []
    turned = (
        (listing.page - 1, say_as("button", "Newer"), listing.page == 1),
        (listing.page + 1, say_as("button", "Older"), not more),
    )
    if listing.by_pot:
        turned = (
            (listing.page - 1, say_as("button", "Bigger"), listing.page == 1),
            (listing.page + 1, say_as("button", "Smaller"), not more),
        )
    return [
        ListButton(
            Listing(listing.by_pot, listing.table_id, listing.night_id, listing.player_id, page),
            label=clipped(label.to(locale)),
            style=discord.ButtonStyle.secondary,
            disabled=disabled,
            id=_KEY_ID + place,
        )
        for place, (page, label, disabled) in enumerate(turned)
    ]
