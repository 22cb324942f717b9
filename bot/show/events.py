"""What happened in a hand, as sentences: for the last lines on the table and for its history."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from bot.locale import Text, say
from bot.show.cards import cards_text
from bot.show.names import NAME_WIDTH_MOST
from bot.show.scene import Scene
from bot.show.words import done_text, seat_name
from engine.game import Event, Seat

EVENTS_ON_TABLE: Final = 4
_OF_SHOWDOWN: Final = ("refund",)
_BESIDE: Final = frozenset(("opened", "svara", "replay", "deck"))  # between two deals: not counted


def event_text(event: Event, scene: Scene, put_in: int = 0, width_most: int = NAME_WIDTH_MOST) -> Text | None:
    """One public event as a sentence, None where the table shows it elsewhere.

    ``put_in``: all chips that the seat has put in during the round, this event included.
    """
    if event.audience is not None:
        return None
    who = seat_name(scene, event.seat, width_most) if event.seat is not None else ""
    other = seat_name(scene, event.target, width_most) if event.target is not None else ""
    match event.kind:
        case "action":
            return done_text(event.word, who, event.amount, put_in, other)
        case "post":
            return say("{name} posts {chips}.", name=who, chips=event.amount)
        case "deck" if event.amount > 0:
            return say("New cards are dealt from deck {number}.", number=event.amount + 1)
        case "round" if event.seat is not None and not (scene.view is not None and scene.view.rounds):
            return say("Circle {number} begins with {name}.", number=event.amount, name=who)
        case "svara":
            return say("{name} is tied: svara.", name=who)
        case "replay":
            return say("{name} is tied for {chips}: new cards decide.", name=who, chips=event.amount)
        case "asked":
            return say("{name} may pay what the all-in hands have paid more.", name=who)
        case "round" if event.seat is not None:
            return say("Round {number}: {name} opens.", number=event.amount, name=who)
        case "looked" if event.target is not None:
            return say("{name} and {other} compare their cards.", name=who, other=other)
        case "opened":
            return say("{name} opens {cards}.", name=who, cards=cards_text(event.cards, scene.look))
        case "dropped":
            return say("{name} drops out.", name=who)
        case "refund":
            return say("{name} gets {chips} back.", name=who, chips=event.amount)
        case _:
            return None


def last_events(scene: Scene, width_most: int = NAME_WIDTH_MOST, most: int = EVENTS_ON_TABLE) -> list[Text]:
    """The last sentences of the betting, oldest first; what the showdown shows itself is left out."""
    found: list[Text] = []
    counted = 0
    told = list(enumerate(_with_put_in(scene.events)))
    for place, (event, put_in) in reversed(told):
        text = event_text(event, scene, put_in, width_most) if event.kind not in _OF_SHOWDOWN else None
        if text is not None:
            timed_out = place in scene.timed_out
            found.append(say("Time ran out: {what}", what=text) if timed_out else text)
            counted += event.kind not in _BESIDE
        if counted == most:
            break
    return found[::-1]


def _with_put_in(events: Iterable[Event]) -> Iterator[tuple[Event, int]]:
    """Each event with the chips that its seat has put in during the round, this event included."""
    put_in: dict[Seat, int] = {}
    for event in events:
        if event.kind == "round":
            put_in.clear()
        if event.kind in ("action", "post") and event.seat is not None:
            put_in[event.seat] = put_in.get(event.seat, 0) + event.amount
        yield event, put_in.get(event.seat or 0, 0)
