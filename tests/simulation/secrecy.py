"""No card reaches who may not know it: every message on the wire is read, and tables are drawn a second time.

On the wire a message about a hand may only spell cards that its reader's View of that hand shows. Drawn a
second time from a hand that differs in hidden cards alone (a twin), everything must come out the same:
texts, ids, alt texts, file names and the bytes of pictures.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from discord import ui

from bot.show.cards import card_text
from bot.show.hidden import hidden_text
from bot.show.pictures.emoji import emoji_name
from bot.tables.album import Album
from bot.tables.hidden import hidden_cards
from bot.tables.state import LiveHand, TableState
from bot.tables.table import Table
from engine.cards import HIDDEN, JOKER, Card
from engine.errors import EngineError
from engine.game import Event, Hand, Seat, Step, View
from engine.games import GAMES

_CARDS = {card_text(Card(number)): Card(number) for number in range(52)} | {
    emoji_name(Card(number), four_colours=four): Card(number)
    for number in range(52)
    for four in (False, True)
}
_SPELLED = re.compile(r"(?:10|[2-9JQKA])[♣♦♥♠]|(?<=<:)card4?_[2-9TJQKA][cdhs](?=:)")
_NUMBERS = re.compile(r"(?:(table|стол\w*|mesa) )?(?<![<#:\d])\b(\d{1,9})\b", re.IGNORECASE)
TWINS_TRIED = 4


class Hands:
    """Every hand that was ever seen on a table, by server, table number and hand number."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int, int], LiveHand] = {}

    def note(self, state: TableState) -> None:
        """A table as it is now."""
        if state.live is not None:
            self._known[state.server_id, state.number, state.live.number] = state.live

    def known(self, server_id: int, table: int, hand: int) -> LiveHand | None:
        """That hand as it was seen last."""
        return self._known.get((server_id, table, hand))

    def opened(self, server_id: int | None, reader: int | None) -> set[Card]:
        """Every card that somebody has seen of the hands of a server (None: of all)."""
        known = [live for key, live in self._known.items() if server_id in (None, key[0])]
        return set[Card]().union(*(shown(live, seat_of(live, reader)) for live in known))

    def about(self, text: str, server_id: int | None) -> list[LiveHand]:
        """The hands that a message's first line may name: one in a server, of direct messages one in each."""
        numbers = [(word, int(found)) for word, found in _NUMBERS.findall(text.split("\n", 1)[0])]
        for at, (_, table) in enumerate(numbers):
            for hand in [number for word, number in numbers[at + 1 :] if not word]:  # a table is no hand
                named = [live for key, live in self._known.items() if key[1:] == (table, hand)]
                if server_id is not None:
                    named = [live for live in [self.known(server_id, table, hand)] if live is not None]
                if named:
                    return named
        return []


def text_of(message: dict[str, Any]) -> str:
    """Everything that a message says."""
    found = [message.get("content") or "", *_displayed(message.get("components") or [])]
    return "\n".join(part for part in found if part)


def _displayed(components: list[dict[str, Any]]) -> Iterator[str]:
    for one in components:
        if one.get("type") == 10:
            yield one["content"]
        yield from _displayed(one.get("components") or [])


def spelled(body: object) -> set[Card]:
    """The cards that something on the wire spells anywhere, as letters or as emojis."""
    return {_CARDS[found] for found in _SPELLED.findall(json.dumps(body, ensure_ascii=False))}


def leaked(message: dict[str, Any], live: LiveHand, reader: int | None) -> list[str]:
    """The cards that a message about a hand spells though that user (None: everybody) may not know them."""
    seat = seat_of(live, reader)
    found = spelled(message) - shown(live, seat)
    if found:  # perhaps it tells of an earlier moment, in which a joker stood for another card
        for step in _played(live.hand, live.hand.decks):
            found -= {*_shown(step.hand.view(seat))}
    return sorted(map(card_text, found))


def seat_of(live: LiveHand, reader: int | None) -> Seat | None:
    """Where that user was dealt in; None for everybody and for who was not."""
    return next((one.seat for one in live.dealt if one.user_id == reader), None)


def shown(live: LiveHand, seat: Seat | None) -> set[Card]:
    """The cards that everybody has seen of a hand, and that seat."""
    found = {*_shown(live.hand.view(None)), *_shown(live.hand.view(seat))}
    return found.union(*(event.cards for event in live.events))


def _shown(view: View) -> Iterator[Card]:
    yield from view.common
    for one in view.seats:
        yield from one.cards
        if one.ranked is not None:
            yield from one.ranked.joker_as


# ---- twins


def twin_of(hand: Hand, viewer: Seat | None, dice: Random) -> Hand | None:
    """The same hand with other cards where that viewer knows none; None where chance found no such hand."""
    events, view = _replayed(hand, hand.decks)[1], hand.view(viewer)
    known = {card for card in _shown(view) if card != HIDDEN}
    for event in events:
        if event.audience is None or viewer in event.audience:
            known.update(event.cards)
    for _ in range(TWINS_TRIED):
        decks = tuple(_mixed(deck, known, dice) for deck in hand.decks)
        try:
            twin, retold = _replayed(hand, decks)
        except EngineError:
            continue  # what was done would not have been possible: no twin
        if twin.view(viewer) == view and _heard(retold, viewer) == _heard(events, viewer):
            return twin
    return None


def _mixed(deck: tuple[Card, ...], known: set[Card], dice: Random) -> tuple[Card, ...]:
    places = [at for at, card in enumerate(deck) if card not in known and card != JOKER]
    others = [deck[at] for at in places]
    dice.shuffle(others)
    mixed = list(deck)
    for at, card in zip(places, others, strict=True):
        mixed[at] = card
    return tuple(mixed)


def _replayed(hand: Hand, decks: tuple[tuple[Card, ...], ...]) -> tuple[Hand, tuple[Event, ...]]:
    again: Hand = GAMES[hand.setup.game].start(hand.setup)
    events: list[Event] = []
    for step in _played(hand, decks):
        again = step.hand
        events.extend(step.events)
    return again, tuple(events)


def _played(hand: Hand, decks: tuple[tuple[Card, ...], ...]) -> Iterator[Step]:
    """Every deal and action of a hand, with these decks."""
    again: Hand = GAMES[hand.setup.game].start(hand.setup)
    to_deal, to_do = list(decks), list(hand.actions)
    while to_deal or to_do:
        if again.deck_needed is not None and to_deal:
            step = again.deal(to_deal.pop(0))
        elif to_do:
            step = again.act(to_do.pop(0))
        else:
            return
        again = step.hand
        yield step


def _heard(events: tuple[Event, ...], viewer: Seat | None) -> list[Event]:
    return [one for one in events if one.audience is None or viewer in one.audience]


def depends_on_hidden(table: Table, dice: Random) -> str | None:
    """Draw a table, and somebody's own cards, from a twin: what has changed, None where nothing has.

    Each with an album of its own: the table's gives back the picture of a street that it has drawn once.
    """
    state, live = table.state, table.state.live
    if live is None:
        return None
    twin = twin_of(live.hand, None, dice)
    if twin is not None:
        drawn = Album(table).sheet()
        state.live = replace(live, hand=twin)
        again = Album(table).sheet()
        state.live = live
        same = _components(drawn.view) == _components(again.view)
        if not same or drawn.picture != again.picture:
            return f"what everybody sees of table {state.number} depends on hidden cards"
    one = dice.choice(live.dealt)
    twin = twin_of(live.hand, one.seat, dice)
    if twin is not None:
        texts = {
            hidden_text(hidden_cards(table.desk, state, each, one), one.locale)
            for each in (live, replace(live, hand=twin))
        }
        if len(texts) > 1:
            return f"what {one.name} is told at table {state.number} depends on cards hidden from him"
    return None


def _components(view: ui.LayoutView) -> object:
    found: object = view.to_components()  # type: ignore[no-untyped-call]
    return found
