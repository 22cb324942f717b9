"""A hand as one seat or the public may take it away: the record with all other cards hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.cards import HIDDEN, spell
from engine.game import Hand, Seat
from engine.proof import HandShuffle, Place, write_proof
from engine.record import steps, write

DEALT_EVENTS: Final = ("hidden_card", "open_card")


def export(
    hand: Hand, viewer: Seat | None, shuffle: HandShuffle | None = None, open_seed: bool = False
) -> dict[str, Any]:
    """The record as that seat, or with None the public, may have it: all other cards are ``??``.

    An action that had two hands compared for their holders only tells who dropped (``Action.dropped``), as
    the table learned it: without the cards a reader could not replay it.

    With ``shuffle`` it carries the proof: openings for the cards it shows, and the seed where that is
    to be opened (then nothing about the decks is secret any more).
    """
    written = write(hand)
    places = visible_places(hand, viewer)
    written["decks"] = [
        [spell(c) if (number, position) in places else spell(HIDDEN) for position, c in enumerate(deck)]
        for number, deck in enumerate(hand.decks)
    ]
    for number, dropped in _compared(hand).items():
        written["actions"][number - 1]["dropped"] = dropped
    if shuffle is not None:
        written["proof"] = write_proof(shuffle.prove(hand.decks, places, open_seed))
    return written


def _compared(hand: Hand) -> dict[int, Seat]:
    """Numbers of the actions that had two hands compared, each with who dropped, 0 for nobody."""
    compared = {}
    for replayed in steps(hand.setup, hand.decks, hand.actions):
        events = replayed.step.events
        if any(event.kind == "looked" for event in events):
            compared[replayed.number] = next((e.seat for e in events if e.kind == "dropped" and e.seat), 0)
    return compared


def visible_places(hand: Hand, viewer: Seat | None) -> frozenset[Place]:
    """Where in the decks the cards stand that the viewer saw at any time of the hand.

    Every card that a game deals is told by an event, in dealing order: that gives its place. Only
    ``see`` tells cards again, to their owner, that were dealt before.
    """
    dealt: dict[Seat, list[Place]] = {}
    used = [0] * len(hand.decks)
    visible: set[Place] = set()
    for replayed in steps(hand.setup, hand.decks, hand.actions):
        deck_number = len(replayed.step.hand.decks) - 1
        sees = replayed.action is not None and replayed.action.verb == "see"
        for event in replayed.step.events:
            if event.kind in DEALT_EVENTS and event.seat is not None and not sees:
                places = [(deck_number, used[deck_number] + i) for i in range(len(event.cards))]
                used[deck_number] += len(places)
                kept = dealt.get(event.seat, [])
                dealt[event.seat] = [p for p in kept if p[0] == deck_number] + places
        visible |= _seen(replayed.step.hand, viewer, dealt)
    return frozenset(visible | _seen(hand, viewer, dealt))  # the winner may have shown his cards (A2.7)


def _seen(hand: Hand, viewer: Seat | None, dealt: Mapping[Seat, Sequence[Place]]) -> set[Place]:
    seen: set[Place] = set()
    for one in hand.view(viewer).seats:
        for (number, position), shown in zip(dealt.get(one.seat, ()), one.cards, strict=False):
            if shown != HIDDEN:
                assert hand.decks[number][position] == shown
                seen.add((number, position))
    return seen
