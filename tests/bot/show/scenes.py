"""Tables to show: hands with known cards, scenes around them, and what a message says and offers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from discord import ui

from bot.show.layout import table_message
from bot.show.scene import Phase, Scene, SeatScene, Terms
from engine.aces.game import ACES
from engine.aces.options import AcesOptions
from engine.cards import PACK_52, Card, parse_cards
from engine.game import Action, Event, Game, Hand, SeatStart, Setup
from engine.options import Options
from tests.bot.discord_limits import NEW_COMPONENTS_FLAG, nested

NAMES = ("Ann", "Boris", "Carol", "Dora", "Emil", "Fay", "Gus")
ROOT = "ab" * 32
COMMITMENT = "cd" * 32
DEADLINE_S = 1_700_000_000


def stacked(*hands: str) -> tuple[Card, ...]:
    """A deck that gives these hands, in play order, while nobody folds."""
    dealt = [parse_cards(hand) for hand in hands]
    first = [hand[i] for i in range(len(dealt[0])) for hand in dealt]
    return (*first, *(c for c in PACK_52 if c not in first))


@dataclass
class Play:
    """A hand being played, and its table."""

    hand: Hand
    names: Sequence[str] = NAMES
    events: list[Event] = field(default_factory=list)
    table: dict[str, Any] = field(default_factory=dict)

    def act(self, verb: str, amount: int = 0, target: int | None = None) -> Play:
        """The first awaited seat does something."""
        assert self.hand.turn is not None
        step = self.hand.act(Action(self.hand.turn.seats[0], verb, amount, target))
        return self._after(step.hand, step.events)

    def cheapest(self, times: int = 1) -> Play:
        """The awaited seat checks or calls, so many times."""
        for _ in range(times):
            assert self.hand.turn is not None
            choices = self.hand.options(self.hand.turn.seats[0])
            choice = next(c for c in choices if c.verb in ("check", "call"))
            self.act(choice.verb, choice.least)
        return self

    def deal(self, deck: tuple[Card, ...]) -> Play:
        """Deal a further deck."""
        step = self.hand.deal(deck)
        return self._after(step.hand, step.events)

    def _after(self, hand: Hand, events: Sequence[Event]) -> Play:
        self.hand = hand
        self.events += [event for event in events if event.audience is None]
        return self

    def scene(self, **changes: Any) -> Scene:
        """The table as everybody may see it."""
        over = self.hand.result is not None
        view = self.hand.view(None)
        given: dict[str, Any] = {
            "table_id": 7,
            "number": 3,
            "phase": Phase.PAUSE if over else Phase.HAND,
            "terms": terms_of(self.hand.setup.options),
            "host_name": self.names[0],
            "seats": tuple(
                SeatScene(one.seat, 900 + one.seat, self.names[one.seat - 1], one.stack) for one in view.seats
            ),
            "hand_id": 41,
            "hand_number": 12,
            "view": view,
            "events": tuple(self.events),
            "deadline_s": DEADLINE_S,
            "root": ROOT,
            "next_hand_id": 42 if over else 0,
            "next_commitment": COMMITMENT if over else "",
        }
        return Scene(**{**given, **self.table, **changes})


def terms_of(options: Options, **changes: Any) -> Terms:
    """Usual terms for these options."""
    given: dict[str, Any] = {"seats_most": 7, "buy_in_least": 50, "buy_in_most": 200, **changes}
    return Terms(options.game, options, **given)


def play(
    deck: tuple[Card, ...], seats: int, game: Game = ACES, options: Options | None = None, stack: int = 100
) -> Play:
    """A dealt hand; seat 1 deals, so seat 2 is the first in play order."""
    setup = Setup(
        game.key,
        options if options is not None else game.options_type(),
        tuple(SeatStart(seat, stack) for seat in range(1, seats + 1)),
        dealer=1,
    )
    return Play(game.start(setup)).deal(deck)


def waiting(**changes: Any) -> Scene:
    """A table of three on which no hand was dealt yet."""
    given: dict[str, Any] = {
        "table_id": 7,
        "number": 3,
        "phase": Phase.WAITING,
        "terms": terms_of(AcesOptions(), house_rules="Fridays"),
        "host_name": "Ann",
        "seats": tuple(SeatScene(i, 900 + i, NAMES[i - 1], 100) for i in (1, 2, 3)),
        "next_hand_id": 41,
        "next_commitment": COMMITMENT,
    }
    return Scene(**{**given, **changes})


def body_of(view: ui.LayoutView) -> dict[str, Any]:
    """The JSON body that the view is sent as."""
    components: list[dict[str, Any]] = view.to_components()  # type: ignore[no-untyped-call]
    return {"flags": NEW_COMPONENTS_FLAG, "components": components}


def shown(scene: Scene, locale: str = "en") -> dict[str, Any]:
    """The body of a table's message."""
    return body_of(table_message(scene, locale))


def said(body: dict[str, Any]) -> str:
    """All texts of a message."""
    return "\n".join(one["content"] for one in nested(body["components"]) if one["type"] == 10)


def rows_of(body: dict[str, Any]) -> list[list[str]]:
    """The labels of the buttons and menus, row by row."""
    rows = [one for one in nested(body["components"]) if one["type"] == 1]
    return [[key.get("label") or key["placeholder"] for key in row["components"]] for row in rows]


def keys_of(body: dict[str, Any]) -> dict[str, str]:
    """The custom id behind each label."""
    return {
        key.get("label") or key["placeholder"]: key["custom_id"]
        for key in nested(body["components"])
        if key["type"] in (2, 3)
    }
