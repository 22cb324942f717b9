"""The buttons and menus of a table's message: exactly what the engine offers, with the price on each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import discord
from discord import ui

from bot.buttons import (
    EXTEND,
    AmountButton,
    GameButton,
    HandButton,
    Play,
    PlayButton,
    TableButton,
    TargetMenu,
)
from bot.locale import Text, say, say_as
from bot.show.names import plain_name
from bot.show.scene import Phase, Scene
from bot.show.why import why_key
from bot.show.words import choice_label, clipped, rules_name, verb_name
from engine.game import BET, Choice, Seat, View

Item = ui.DynamicItem[Any]
Row = ui.ActionRow[Any]

KEYS_IN_ROW_MOST: Final = 5  # Discord
AMOUNTS_SHOWN_WHOLE: Final = 3  # so many amounts or fewer get a button each
FIRST_ROW_ID: Final = 100  # component ids: rows and what stands in them count from here
_STYLES: Final = {
    "fold": discord.ButtonStyle.danger,
    "pass": discord.ButtonStyle.danger,
    "pack": discord.ButtonStyle.danger,
    "raise": discord.ButtonStyle.success,
    "bet": discord.ButtonStyle.success,
    "decline": discord.ButtonStyle.secondary,
    "refuse": discord.ButtonStyle.secondary,
}


class Ids:
    """Explicit component ids, in order, so that the same scene makes the same message."""

    def __init__(self, first: int) -> None:
        self._next = first

    def take(self) -> int:
        """The next id."""
        self._next += 1
        return self._next - 1


def rows(scene: Scene, locale: str) -> list[Row]:
    """The rows under a table; none where its message is only a record."""
    if not scene.live or scene.phase is Phase.CLOSED:
        return []
    ids = Ids(FIRST_ROW_ID)
    about_hand: Iterable[Item] = []
    games: Iterable[Item] = []
    match scene.phase:
        case Phase.HAND if scene.view is not None and scene.view.turn is not None:
            return _hand_rows(scene, scene.view, ids, locale)
        case Phase.WAITING:
            about_hand = [
                *_table_keys(scene, ids, locale, "join", "leave"),
                *_between_keys(scene, ids, locale),
                *_table_keys(scene, ids, locale, *_back(scene)),
                *_reveal_keys(scene, ids, locale),
            ]
            games = list(_game_keys(scene, ids, locale))
            about_table = [
                *_table_keys(scene, ids, locale, "cards"),
                *_why_keys(scene, ids, locale),
                *_table_keys(scene, ids, locale, "more"),
            ]
        case Phase.PAUSE:
            about_hand = [
                *_between_keys(scene, ids, locale),
                *_table_keys(scene, ids, locale, "sit_out", *_back(scene)),
                *_reveal_keys(scene, ids, locale),
            ]
            games = list(_game_keys(scene, ids, locale))
            about_table = [
                *_table_keys(scene, ids, locale, "join", "cards"),
                *_why_keys(scene, ids, locale),
                *_table_keys(scene, ids, locale, "more"),
            ]
        case Phase.DEALING:
            about_table = [
                *_table_keys(scene, ids, locale, "cards"),
                _extend_key(scene, ids, locale, disabled=True),
                *_table_keys(scene, ids, locale, "more"),
            ]
        case _:
            about_table = [*_table_keys(scene, ids, locale, "cards", "more")]
    return [*_in_rows(games, ids), *_in_rows(about_hand, ids), *_in_rows(about_table, ids)]


def _in_rows(keys: Iterable[Item], ids: Ids) -> Iterator[Row]:
    keys = list(keys)
    for start in range(0, len(keys), KEYS_IN_ROW_MOST):
        row: Row = ui.ActionRow(*keys[start : start + KEYS_IN_ROW_MOST], id=ids.take())
        yield row


_TABLE_KEYS: Final[dict[str, tuple[Text, discord.ButtonStyle]]] = {
    "join": (say_as("button", "Join"), discord.ButtonStyle.success),
    "leave": (say_as("button", "Leave"), discord.ButtonStyle.secondary),
    "cards": (say_as("button", "My cards"), discord.ButtonStyle.secondary),
    "more": (say_as("button", "More…"), discord.ButtonStyle.secondary),
    "sit_out": (say_as("button", "Sit out"), discord.ButtonStyle.secondary),
    "back": (say_as("button", "Back"), discord.ButtonStyle.success),
}
_LABELS: Final[dict[str, Text]] = {
    **{what: label for what, (label, _) in _TABLE_KEYS.items()},
    "deal": say_as("button", "Deal"),
    "cut": say_as("button", "Cut"),
    "see": verb_name("see"),
}


def label_of(what: str, locale: str) -> str:
    """What a button of a table's message is called in that language.

    For private texts that name it: they say it in the server's language, as it stands there, and all else in
    the reader's.
    """
    return clipped(_LABELS[what].to(locale))


def _back(scene: Scene) -> tuple[str, ...]:
    """The way back, where somebody sits out."""
    return ("back",) if any(one.state == "out" for one in scene.seats) else ()


def _table_keys(scene: Scene, ids: Ids, locale: str, *whats: str) -> Iterator[Item]:
    for what in whats:
        label, style = _TABLE_KEYS[what]
        yield TableButton(scene.table_id, what, label=clipped(label.to(locale)), style=style, id=ids.take())


def _between_keys(scene: Scene, ids: Ids, locale: str) -> Iterator[Item]:
    """Deal and Cut, for the hand that comes next."""
    if not scene.next_hand_id:
        return
    waits = scene.phase is Phase.WAITING
    deal = _LABELS["deal"] if waits else say_as("button", "Deal now")
    for what, label, style in (
        ("deal", deal, discord.ButtonStyle.primary),
        ("cut", _LABELS["cut"], discord.ButtonStyle.secondary),
    ):
        yield HandButton(
            scene.table_id,
            scene.next_hand_id,
            what,
            label=clipped(label.to(locale)),
            style=style,
            id=ids.take(),
        )


def _game_keys(scene: Scene, ids: Ids, locale: str) -> Iterator[Item]:
    """The games of dealer's choice: one that the dealer may not pick now is greyed (rule D1)."""
    following = scene.next_game
    if following is None or not scene.next_hand_id:
        return
    for place, (rules, possible) in enumerate(zip(scene.terms.games, following.picks, strict=False)):
        yield GameButton(
            scene.table_id,
            scene.next_hand_id,
            place,
            label=clipped(rules_name(rules).to(locale)),
            style=discord.ButtonStyle.success if place == following.picked else discord.ButtonStyle.secondary,
            disabled=not possible,
            id=ids.take(),
        )


def _reveal_keys(scene: Scene, ids: Ids, locale: str) -> Iterator[Item]:
    """Show my hand, where somebody won without opening."""
    result = scene.view.result if scene.view is not None else None
    if result is None or result.opened:
        return
    yield HandButton(
        scene.table_id,
        scene.hand_id,
        "reveal",
        label=clipped(say_as("button", "Show my hand").to(locale)),
        style=discord.ButtonStyle.secondary,
        id=ids.take(),
    )


def _why_keys(scene: Scene, ids: Ids, locale: str) -> Iterator[Item]:
    """Why the opened hands rank as they do."""
    result = scene.view.result if scene.view is not None else None
    if result is not None and len(result.opened) > 1:
        yield why_key(scene.hand_id, ids.take(), locale)


def _extend_key(scene: Scene, ids: Ids, locale: str, *, disabled: bool = False) -> Item:
    """More time; while the hand is being dealt it tells which hand the message is of (``EXTEND``)."""
    return HandButton(
        scene.table_id,
        scene.hand_id,
        EXTEND,
        label=clipped(say_as("button", "+30 s").to(locale)),
        style=discord.ButtonStyle.secondary,
        disabled=disabled,
        id=ids.take(),
    )


def _hand_rows(scene: Scene, view: View, ids: Ids, locale: str) -> list[Row]:
    assert view.turn is not None
    keys: list[Item] = []
    menus: list[Item] = []
    houses = {one.seat for one in scene.seats if one.is_house}
    alone = houses.issuperset(view.turn.seats)  # nobody could press them
    for seat, choice in () if alone else _offered(view):
        if choice.targets:
            menus.append(_target_menu(scene, view, choice, ids, locale))
        else:
            keys += _choice_keys(scene, view, seat, choice, ids, locale)
    always = list(_table_keys(scene, ids, locale, "cards"))
    if not scene.extended:
        always.append(_extend_key(scene, ids, locale, disabled=alone))
    always += _table_keys(scene, ids, locale, "more")
    menu_rows: list[Row] = [ui.ActionRow(menu, id=ids.take()) for menu in menus]
    # What is always there has a row of its own: its place does not move with the choices.
    return [*_in_rows(keys, ids), *menu_rows, *_in_rows(always, ids)]


def _offered(view: View) -> Iterator[tuple[Seat | None, Choice]]:
    """Every choice once; with its seat where the label may speak of how that seat stands."""
    assert view.turn is not None
    alone = view.turn.kind == BET
    seen: set[tuple[str, int, int]] = set()
    for seat, choices in view.choices:
        for choice in choices:
            key = (choice.verb, choice.least, choice.most)
            if key not in seen:
                seen.add(key)
                yield (seat if alone else None), choice


def _choice_keys(
    scene: Scene, view: View, seat: Seat | None, choice: Choice, ids: Ids, locale: str
) -> Iterator[Item]:
    assert view.turn is not None
    player = view.seat(seat) if seat is not None else None
    amounts, more = button_amounts(choice)
    for amount in amounts:
        yield PlayButton(
            Play(scene.table_id, scene.hand_id, view.turn.number, choice.verb, amount),
            label=clipped(choice_label(choice, amount, player).to(locale)),
            style=_STYLES.get(choice.verb, discord.ButtonStyle.primary),
            id=ids.take(),
        )
    if more:
        yield AmountButton(
            scene.table_id,
            scene.hand_id,
            view.turn.number,
            choice.verb,
            label=clipped(
                say_as("button", "{verb}: up to {most}…", verb=verb_name(choice.verb), most=choice.most).to(
                    locale
                )
            ),
            style=discord.ButtonStyle.secondary,
            id=ids.take(),
        )


def button_amounts(choice: Choice) -> tuple[tuple[int, ...], bool]:
    """The amounts that get a button, and whether others stay for the form.

    All where there are few; else the least and the double of it, rounded up to an amount that is allowed.
    """
    count = (choice.most - choice.least) // choice.step + 1
    if count <= AMOUNTS_SHOWN_WHOLE:
        return tuple(choice.least + i * choice.step for i in range(count)), False
    double = choice.least + -(-choice.least // choice.step) * choice.step
    usual = (choice.least, double) if choice.least < double <= choice.most else (choice.least,)
    return usual, True


def _target_menu(scene: Scene, view: View, choice: Choice, ids: Ids, locale: str) -> Item:
    assert view.turn is not None
    name = verb_name(choice.verb)
    prompt = say_as("menu", "{verb} {chips}: whom?", verb=name, chips=choice.least)
    if not choice.least:
        prompt = say_as("menu", "{verb}: whom?", verb=name)
    return TargetMenu(
        Play(scene.table_id, scene.hand_id, view.turn.number, choice.verb, choice.least),
        placeholder=clipped(prompt.to(locale)),
        options=[
            discord.SelectOption(
                label=plain_name(scene.name_of(seat) or f"#{seat}"),
                value=str(seat),
                description=clipped(say("{chips} left", chips=view.seat(seat).stack).to(locale)),
            )
            for seat in choice.targets
        ],
        id=ids.take(),
    )
