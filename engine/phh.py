"""A hand as a hand history in TOML, in the shape of the PHH standard: written, read, and checked.

``engine/PHH.md`` describes the fields. Nothing in a file is believed: what it tells besides the cards and
actions (antes, bets, winnings, what was opened) is compared with what play gives.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine import toml
from engine.cards import HIDDEN, Card, parse_card, spell
from engine.errors import InputError, RecordError
from engine.game import Hand, Seat, Setup
from engine.games import game
from engine.phh_lines import clean, dealt_counts, read_lines, write_lines
from engine.proof import write_proof
from engine.record import Record, Replayed, steps, verify
from engine.record import read as read_record

_FIRST_LINE: Final = re.compile(r"\s*(?:#|[A-Za-z_][A-Za-z0-9_.]*\s*=)")


@dataclass(frozen=True, slots=True)
class About:
    """What a file tells besides the hand itself; all of it may be left out and none of it is checked."""

    hand: int | None = None
    table: str | None = None
    day: tuple[int, int, int] | None = None  # year, month, day (UTC)
    names: Mapping[Seat, str] | None = None  # of the players, as they wrote them


@dataclass(frozen=True, slots=True)
class History:
    """A file that was read: the record in it and what it tells besides, which ``verify`` compares."""

    record: Record
    players: tuple[Seat, ...]
    told: Mapping[str, Any]

    def verify(self) -> Hand:
        """As ``record.verify``, then ``history_differs``: a line or field that play does not give."""
        hand = verify(self.record)
        lines = [clean(line) for line in self.told["actions"]]
        played = _steps(self.record)
        true = list(write_lines(played, self.players))
        for number, (said, given) in enumerate(zip(lines, true, strict=False), 1):
            if said != given:
                raise _differs(f"action line {number}", said, given)
        if len(lines) != len(true):
            raise _differs("the number of action lines", len(lines), len(true))
        for name, value in _derived(played, self.players).items():
            if name in self.told and self.told[name] != value:
                raise _differs(name, self.told[name], value)
        return hand


def _differs(what: str, said: object, played: object) -> RecordError:
    return RecordError("history_differs", f"{what}: the file says {said}, play gives {played}")


def looks_so(text: str) -> bool:
    """True for a text that begins as TOML and not as JSON does."""
    return _FIRST_LINE.match(text) is not None


def write(record: Record, about: About | None = None) -> str:
    """The file of a record that holds; ``RecordError`` as ``record.verify`` of any other."""
    verify(record)
    about, played = about or About(), _steps(record)
    players = _in_play_order(record, played[0].step.hand)
    by_seat = {one.seat: one for one in record.seats}
    derived = _derived(played, players)
    fields: dict[str, object] = {"variant": record.setup.game}
    fields |= {name: value for name, value in derived.items() if name != "winnings"}
    fields["starting_stacks"] = [by_seat[seat].stack_before for seat in players]
    fields["actions"] = list(write_lines(played, players))
    fields["finishing_stacks"] = [by_seat[seat].stack_after for seat in players]
    fields["winnings"] = derived["winnings"]
    fields["seats"] = list(players)
    fields |= _about_fields(about, players)
    fields["_dealer"] = record.setup.dealer
    if out := [seat for seat in players if not by_seat[seat].dealt_in]:
        fields["_not_dealt_in"] = out
    fields |= {f"_options.{name}": value for name, value in record.setup.options.to_mapping().items()}
    fields["_pots"] = [
        {"amount": pot.amount, "contestants": list(pot.contestants), "winners": list(pot.winners)}
        for pot in record.pots
    ]
    fields |= _undealt_field(record, played)
    if record.proof is not None:
        fields |= {f"_proof.{name}": value for name, value in write_proof(record.proof).items()}
    fields["_whole"] = True
    return "".join(f"{name} = {toml.spell(value)}\n" for name, value in fields.items())


def _about_fields(about: About, players: Sequence[Seat]) -> dict[str, object]:
    fields: dict[str, object] = {}
    if about.names is not None:
        fields["players"] = [about.names.get(seat, "") for seat in players]
    if about.hand is not None:
        fields["hand"] = about.hand
    if about.table is not None:
        fields["table"] = about.table
    if about.day is not None:
        fields |= dict(zip(("year", "month", "day"), about.day, strict=True))
    return fields


def _steps(record: Record) -> list[Replayed]:
    return [*steps(record.setup, record.decks, record.actions)]


def _in_play_order(record: Record, start: Hand) -> tuple[Seat, ...]:
    """Who is dealt in, as cards fall, then the others of the table."""
    order = start.view(None).order
    return (*order, *(one.seat for one in record.seats if one.seat not in order))


def _derived(played: Sequence[Replayed], players: Sequence[Seat]) -> dict[str, Any]:
    """The fields that follow from the rest: forced payments, the bets' sizes, and what everybody got."""
    hand = played[-1].step.hand
    result = hand.result
    assert result is not None
    paid = {"ante": dict.fromkeys(players, 0), "post": dict.fromkeys(players, 0)}
    for replayed in played:
        for event in replayed.step.events:
            if event.kind in paid and event.seat is not None:
                paid[event.kind][event.seat] += event.amount
    return {
        "antes": list(paid["ante"].values()),
        "blinds_or_straddles": list(paid["post"].values()),
        **_SIZES.get(hand.setup.game, _no_sizes)(hand.setup),
        "winnings": [result.won(seat) for seat in players],
    }


def _no_sizes(setup: Setup) -> dict[str, int]:
    return {}


def _aces_sizes(setup: Setup) -> dict[str, int]:
    unit = game(setup.game).stake(setup.options)
    return {"bring_in": 0, "small_bet": unit, "big_bet": 2 * unit}


_SIZES: Final[dict[str, Callable[[Setup], dict[str, int]]]] = {
    "aces": _aces_sizes,
    "seka": lambda setup: {"min_bet": game("seka").stake(setup.options)},
    "teen_patti": lambda setup: {"min_bet": 2 * game("teen_patti").stake(setup.options)},
}


def _undealt_field(record: Record, played: Sequence[Replayed]) -> dict[str, object]:
    rests = [deck[count:] for deck, count in zip(record.decks, dealt_counts(played), strict=True)]
    if all(c == HIDDEN for rest in rests for c in rest):
        return {}
    return {"_undealt": [[spell(c) for c in rest] for rest in rests]}


# ---- reading


def read(text: str) -> History:
    """The file's record and what it tells besides.

    ``InputError``: ``toml_malformed``, or an unknown game, option or value. ``RecordError``:
    ``record_truncated`` where the end is missing, ``record_malformed`` and ``proof_malformed`` as
    ``record.read``.
    """
    try:
        given = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError("toml_malformed", f"no TOML that can be read: {error}") from error
    if given.get("_whole") is not True:
        raise RecordError(
            "record_truncated", "the file is cut short: its last line, _whole = true, is missing"
        )
    variant, seats, lines = given.get("variant"), _whole_numbers(given, "seats"), given.get("actions")
    if not isinstance(variant, str):
        raise _malformed("variant", "a text")
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise _malformed("actions", "a list of texts")
    stacks = _seats(given, seats)
    told = read_lines(variant, lines, seats)
    record = read_record(
        {
            "game": variant,
            "options": given.get("_options"),
            "dealer": given.get("_dealer"),
            "seats": stacks,
            "decks": [],
            "actions": [],
            "pots": given.get("_pots"),
            "proof": given.get("_proof"),
        }
    )
    decks = _decks(record, told.dealt, given.get("_undealt"))
    return History(replace(record, decks=decks, actions=told.actions), seats, given)


def _whole_numbers(given: Mapping[str, Any], name: str) -> tuple[int, ...]:
    values = given.get(name)
    if not isinstance(values, list) or any(type(value) is not int for value in values):
        raise _malformed(name, "a list of whole numbers")
    return tuple(values)


def _seats(given: Mapping[str, Any], seats: Sequence[Seat]) -> list[dict[str, Any]]:
    """The seats as a record has them, clockwise."""
    before, after = (_whole_numbers(given, name) for name in ("starting_stacks", "finishing_stacks"))
    if not len(seats) == len(before) == len(after):
        raise _malformed("seats, starting_stacks and finishing_stacks", "lists of one length")
    out = _whole_numbers(given, "_not_dealt_in") if "_not_dealt_in" in given else ()
    return [
        {"seat": seat, "stack_before": chips, "stack_after": left, "dealt_in": seat not in out}
        for seat, chips, left in sorted(zip(seats, before, after, strict=True))
    ]


def _decks(record: Record, dealt: Sequence[tuple[Card, ...]], rests: object) -> tuple[tuple[Card, ...], ...]:
    """Whole decks: what was dealt, then what the file says of the rest, else hidden cards."""
    size = len(game(record.setup.game).pack(record.setup.options))
    if rests is None:
        return tuple((*cards, *[HIDDEN] * (size - len(cards))) for cards in dealt)
    if not isinstance(rests, list) or len(rests) != len(dealt):
        raise _malformed("_undealt", "a list with the rest of every deck")
    return tuple((*cards, *_cards(rest)) for cards, rest in zip(dealt, rests, strict=True))


def _cards(given: object) -> tuple[Card, ...]:
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        raise _malformed("_undealt", "lists of cards")
    return tuple(map(parse_card, given))


def _malformed(what: str, wanted: str) -> RecordError:
    return RecordError("record_malformed", f"hand history: {what} must be {wanted}")
