"""A hand as a record: write it, read it, replay it step by step, check that it holds.

JSON form of a whole hand::

    {"game": "aces", "options": {all, defaults included}, "dealer": seat,
     "seats": [{"seat", "stack_before", "stack_after", "dealt_in": false only for who was not}],
     "decks": [["As", …] in dealing order], "actions": [{"seat", "verb", "amount", "target"?, "dropped"?}],
     "pots": [{"amount", "contestants", "winners"}]}

Verbs are those of rule P5, pots stand oldest first (B7.5). Amounts and stacks are chips. Keys that are
not listed are ignored. Being short and sitting out by one's own wish read alike (P5): whoever was not
dealt in replays as sitting out, which no game may tell from being short once the cards are dealt.

An exported hand (``engine.export``) is the same with ``??`` for every card that its reader may not see,
and it may carry the ``proof`` of its shuffle (``engine.proof``). Where an action had two hands compared that
only their holders saw, ``dropped`` tells the seat that dropped, 0 for nobody; with the cards it is checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.cards import Card, parse_card, spell
from engine.errors import IllegalAction, InputError, RecordError
from engine.game import Action, Hand, Result, Seat, SeatStart, Setup, Step
from engine.games import game
from engine.proof import Proof, read_proof

NOT_DEALT: Final = "not_dealt"


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """One seat of a record; stacks in chips."""

    seat: Seat
    stack_before: int
    stack_after: int
    dealt_in: bool = True


@dataclass(frozen=True, slots=True)
class PotRecord:
    """A pot as the record has it."""

    amount: int
    contestants: tuple[Seat, ...]
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A record that is well formed; whether it is true, ``verify`` says."""

    setup: Setup
    seats: tuple[SeatRecord, ...]
    decks: tuple[tuple[Card, ...], ...]
    actions: tuple[Action, ...]
    pots: tuple[PotRecord, ...]
    proof: Proof | None = None


@dataclass(frozen=True, slots=True)
class Replayed:
    """One step of a replay: the start (no events), a deck dealt, or an action with its number from 1."""

    step: Step
    action: Action | None = None
    number: int = 0


def write(hand: Hand) -> dict[str, Any]:
    """The record of a hand that is over; ``RecordError`` (``record_unfinished``) of any other."""
    result = hand.result
    if result is None:
        raise RecordError("record_unfinished", "the hand is not over: there is no record of it yet")
    after = dict(result.stacks_after)
    dealt_in = _dealt_in(game(hand.setup.game).start(hand.setup))
    seats: list[dict[str, Any]] = []
    for start in hand.setup.seats:
        seat = {"seat": start.seat, "stack_before": start.stack, "stack_after": after[start.seat]}
        seats.append(seat if start.seat in dealt_in else {**seat, "dealt_in": False})
    return {
        "game": hand.setup.game,
        "options": hand.setup.options.to_mapping(),
        "dealer": hand.setup.dealer,
        "seats": seats,
        "decks": [[spell(c) for c in deck] for deck in hand.decks],
        "actions": [_write_action(action) for action in hand.actions],
        "pots": [
            {"amount": pot.amount, "contestants": list(pot.contestants), "winners": list(pot.winners)}
            for pot in result.pots
        ],
    }


def steps(setup: Setup, decks: Sequence[tuple[Card, ...]], actions: Sequence[Action]) -> Iterator[Replayed]:
    """Play a hand from its parts: the start, then each deck when it is needed and each action in turn.

    Stops where the parts stop, also in mid-hand. ``RecordError``: ``setup_refused deck_missing
    deck_refused action_illegal record_trailing``, an action with its number and reason, and
    ``card_needed`` where a hidden card decides.
    """
    try:
        hand = game(setup.game).start(setup)
    except InputError as error:
        raise RecordError("setup_refused", f"no hand can start so: {error}") from error
    yield Replayed(Step(hand, ()))
    decks_left, numbered = list(decks), iter(enumerate(actions, 1))
    while True:
        if hand.deck_needed is not None and decks_left:
            step = _deal(hand, decks_left.pop(0))
            yield Replayed(step)
        else:
            number, action = next(numbered, (0, None))
            if action is None:
                break
            step = _act(hand, number, action)
            yield Replayed(step, action, number)
        hand = step.hand
    if decks_left:
        raise RecordError("record_trailing", f"{len(decks_left)} of the decks are never dealt")


def _deal(hand: Hand, deck: tuple[Card, ...]) -> Step:
    try:
        return hand.deal(deck)
    except InputError as error:
        raise RecordError("deck_refused", f"deck {hand.deck_needed}: {error}") from error


def _act(hand: Hand, number: int, action: Action) -> Step:
    if hand.deck_needed is not None:
        raise RecordError("deck_missing", f"deck {hand.deck_needed} is missing before action {number}")
    if hand.result is not None:
        raise RecordError("record_trailing", f"action {number} comes after the end of the hand")
    try:
        return hand.act(action)
    except IllegalAction as error:
        text = f"action {number} of seat {action.seat}: {error}"
        raise RecordError("action_illegal", text, number=number) from error
    except InputError as error:
        text = f"what follows action {number} cannot be told: {error}"
        raise RecordError("card_needed", text, number=number) from error


def replay(record: Record) -> Hand:
    """The hand at its end; ``RecordError`` as ``steps``, or ``record_truncated`` where it is not over."""
    *_, last = steps(record.setup, record.decks, record.actions)
    hand = last.step.hand
    if hand.deck_needed is not None:
        raise RecordError("deck_missing", f"deck {hand.deck_needed} is missing")
    if hand.result is None:
        raise RecordError(
            "record_truncated", f"the record is cut short: not over after {len(record.actions)} actions"
        )
    return hand


def verify(record: Record) -> Hand:
    """The hand at its end where proof, play, stacks and pots hold; else ``RecordError``: the first reason.

    Codes: those of ``Proof.check`` and ``replay``, then ``dealt_in_wrong stack_wrong pots_wrong``.
    """
    variant = game(record.setup.game)
    if record.proof is not None:
        record.proof.check(record.decks, variant.pack(record.setup.options))
    hand = replay(record)
    assert hand.result is not None
    dealt_in = _dealt_in(variant.start(record.setup))
    after = dict(hand.result.stacks_after)
    for one in record.seats:
        if one.dealt_in != (one.seat in dealt_in):
            raise RecordError("dealt_in_wrong", f"seat {one.seat} cannot be dealt in", seat=one.seat)
        if one.stack_after != after[one.seat]:
            raise RecordError(
                "stack_wrong",
                f"stack of seat {one.seat}: the record says {one.stack_after}, play gives {after[one.seat]}",
                seat=one.seat,
            )
    _check_pots(record.pots, hand.result)
    return hand


def _check_pots(told: Sequence[PotRecord], result: Result) -> None:
    true = [PotRecord(pot.amount, pot.contestants, pot.winners) for pot in result.pots]
    if len(told) != len(true):
        raise RecordError("pots_wrong", f"the record has {len(told)} pots, play gives {len(true)}")
    for number, (said, played) in enumerate(zip(told, true, strict=True), 1):
        if said != played:
            raise RecordError(
                "pots_wrong",
                f"pot {number}: the record says {_pot_text(said)}, play gives {_pot_text(played)}",
            )


def _pot_text(pot: PotRecord) -> str:
    contestants, winners = (" ".join(map(str, seats)) for seats in (pot.contestants, pot.winners))
    return f"{pot.amount} chips between {contestants}, won by {winners}"


def _dealt_in(start: Hand) -> frozenset[Seat]:
    return frozenset(one.seat for one in start.view(None).seats if one.status != NOT_DEALT)


def _write_action(action: Action) -> dict[str, Any]:
    written = {"seat": action.seat, "verb": action.verb, "amount": action.amount}
    for name, seat in (("target", action.target), ("dropped", action.dropped)):
        if seat is not None:
            written[name] = seat
    return written


def read(given: object) -> Record:
    """A record from its JSON form.

    ``RecordError`` (``record_malformed``, ``proof_malformed``) names the part that is missing or of the
    wrong kind; ``InputError`` an unknown game, option, value or card.
    """
    if not isinstance(given, Mapping):
        raise _malformed("a record", "an object")
    key = given.get("game")
    if not isinstance(key, str):
        raise _malformed("game", "a text")
    options = given.get("options")
    if not isinstance(options, Mapping):
        raise _malformed("options", "an object")
    seats = tuple(_read_seat(one) for one in _list(given, "seats"))
    dealer = _whole(given, "dealer", "dealer")
    numbers = [one.seat for one in seats]
    if len(set(numbers)) != len(numbers) or dealer not in numbers:
        raise _malformed("seats", "distinct seats with the dealer among them")
    starts = tuple(SeatStart(one.seat, one.stack_before, one.dealt_in) for one in seats)
    return Record(
        setup=Setup(key, game(key).options_type.from_mapping(options), starts, dealer),
        seats=seats,
        decks=tuple(_read_deck(deck) for deck in _list(given, "decks")),
        actions=tuple(_read_action(n, action) for n, action in enumerate(_list(given, "actions"), 1)),
        pots=tuple(_read_pot(pot) for pot in _list(given, "pots")),
        proof=read_proof(given["proof"]) if given.get("proof") is not None else None,
    )


def _malformed(what: str, wanted: str) -> RecordError:
    return RecordError("record_malformed", f"record: {what} must be {wanted}")


def _list(given: Mapping[str, Any], name: str) -> list[Any]:
    if not isinstance(given.get(name), list):
        raise _malformed(name, "a list")
    return list(given[name])


def _whole(given: Mapping[str, Any], name: str, what: str) -> int:
    value = given.get(name)
    if type(value) is not int or value < 0:
        raise _malformed(what, "a whole number from 0")
    return value


def _seats(given: Mapping[str, Any], name: str) -> tuple[Seat, ...]:
    seats = _list(given, name)
    if any(type(seat) is not int for seat in seats):
        raise _malformed(name, "a list of seats")
    return tuple(seats)


def _read_seat(given: object) -> SeatRecord:
    if not isinstance(given, Mapping) or type(given.get("dealt_in", True)) is not bool:
        raise _malformed("seats", "objects with seat, stack_before, stack_after and perhaps dealt_in")
    seat, before, after = (_whole(given, name, f"seats: {name}") for name in _SEAT_NUMBERS)
    return SeatRecord(seat, before, after, given.get("dealt_in", True))


_SEAT_NUMBERS: Final = ("seat", "stack_before", "stack_after")


def _read_deck(given: object) -> tuple[Card, ...]:
    if not isinstance(given, list) or not all(isinstance(text, str) for text in given):
        raise _malformed("decks", "lists of cards")
    return tuple(parse_card(text) for text in given)


def _read_action(number: int, given: object) -> Action:
    if not isinstance(given, Mapping) or not isinstance(given.get("verb"), str):
        raise _malformed(f"action {number}", "an object with seat, verb, amount and perhaps target")
    what = f"action {number}"
    target, dropped = (
        None if given.get(name) is None else _whole(given, name, f"{what}: {name}")
        for name in ("target", "dropped")
    )
    return Action(
        _whole(given, "seat", f"{what}: seat"),
        given["verb"],
        _whole(given, "amount", f"{what}: amount"),
        target,
        dropped,
    )


def _read_pot(given: object) -> PotRecord:
    if not isinstance(given, Mapping):
        raise _malformed("pots", "objects with amount, contestants and winners")
    return PotRecord(
        _whole(given, "amount", "pots: amount"), _seats(given, "contestants"), _seats(given, "winners")
    )
