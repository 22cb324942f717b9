"""A hand told in plain English, step by step, as the public or one seat may see it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from engine.cards import HIDDEN, Card, spell_all
from engine.game import Event, Hand, Pot, Ranked, Seat, View
from engine.options import spell_value
from engine.record import Record, Replayed, steps

_VERBS: Final = {
    "check": "checks",
    "bet": "bets",
    "call": "calls with",
    "raise": "raises with",
    "fold": "folds",
    "see": "looks at the own cards",
    "pay": "pays",
    "look": "pays for a look,",
    "open": "opens for",
    "pass": "passes",
    "join": "joins for",
    "decline": "does not join",
    "play": "plays",
    "side_show": "asks for a side show for",
    "show": "asks for a show for",
    "pack": "packs",
    "accept": "accepts",
    "refuse": "refuses",
}
_DEALT: Final = ("hidden_card", "open_card")


def tell(record: Record, viewer: Seat | None) -> Iterator[str]:
    """The lines of a record that holds; hidden cards of others are ``??``."""
    yield from _opening_lines(record)
    for replayed in steps(record.setup, record.decks, record.actions):
        hand = replayed.step.hand
        view = hand.view(viewer)
        if replayed.action is None and hand.decks and view.common:
            yield f"in the middle: {spell_all(view.common)}"
        yield from _step_lines(replayed, view)
    assert hand.result is not None
    for one, (seat, after) in zip(record.setup.seats, hand.result.stacks_after, strict=True):
        yield f"seat {seat} ends with {chips(after)} ({after - one.stack:+d})"


def _opening_lines(record: Record) -> Iterator[str]:
    setup = record.setup
    values = " ".join(f"{name}={spell_value(v)}" for name, v in setup.options.to_mapping().items())
    yield f"{setup.game}, dealer seat {setup.dealer}, {values}"
    for one in record.seats:
        yield f"seat {one.seat} has {chips(one.stack_before)}" + ("" if one.dealt_in else ", not dealt in")


def _step_lines(replayed: Replayed, view: View) -> Iterator[str]:
    falling: dict[Seat, list[Card]] = {}
    sees = replayed.action is not None and replayed.action.verb == "see"  # told again, not dealt
    for event in replayed.step.events:
        known = event.audience is None or view.viewer in event.audience
        if event.kind in _DEALT and event.seat is not None and not sees:
            falling.setdefault(event.seat, []).extend(event.cards if known else [HIDDEN] * len(event.cards))
            continue
        yield from _dealt_line(falling)
        if known:
            line = _TOLD.get(event.kind, _other)(event, view)
            yield f"{replayed.number}. {line}" if event.kind == "action" else line
    yield from _dealt_line(falling)


def _dealt_line(falling: dict[Seat, list[Card]]) -> Iterator[str]:
    if falling:
        yield "dealt: " + ", ".join(f"seat {seat} {spell_all(cards)}" for seat, cards in falling.items())
        falling.clear()


def _action(event: Event, view: View) -> str:
    parts = [f"seat {event.seat} {_VERBS.get(event.word, event.word)}"]
    if event.amount:
        parts.append(chips(event.amount))
    if event.target is not None:
        parts.append(f"at seat {event.target}")
    if view.result is None and event.amount:
        parts.append(f"(pot {view.pot})")
    return " ".join(parts)


def _opened(event: Event, view: View) -> str:
    assert event.seat is not None
    ranked = view.seat(event.seat).ranked
    return f"seat {event.seat} shows {spell_all(event.cards)}" + (
        f": {ranked_text(ranked)}" if ranked else ""
    )


def _other(event: Event, view: View) -> str:
    parts = [event.kind.replace("_", " "), event.word]
    parts += [f"seat {seat}" for seat in (event.seat, event.target) if seat is not None]
    parts += [chips(event.amount)] if event.amount else []
    return " ".join(part for part in (*parts, spell_all(event.cards)) if part)


_TOLD: Final[dict[str, Callable[[Event, View], str]]] = {
    "ante": lambda event, view: f"seat {event.seat} antes {chips(event.amount)}",
    "post": lambda event, view: f"seat {event.seat} posts {chips(event.amount)}",
    "deck": lambda event, view: f"deck {event.amount} is dealt",
    "round": lambda event, view: f"round {event.amount}: seat {event.seat} begins",
    "action": _action,
    "hidden_card": lambda event, view: f"seat {event.seat} sees {spell_all(event.cards)}",
    "looked": lambda event, view: f"compared: seat {event.seat} has {spell_all(event.cards)}",
    "svara": lambda event, view: (
        f"svara: seat {event.seat} is tied"
        + (f", joining costs {chips(event.amount)}" if event.amount else "")
    ),
    "replay": lambda event, view: f"pot of {chips(event.amount)}: seat {event.seat} is tied, new cards",
    "asked": lambda event, view: f"seat {event.seat} is asked for what it lacks",
    "opened": _opened,
    "dropped": lambda event, view: f"seat {event.seat} drops out",
    "refund": lambda event, view: f"seat {event.seat} gets {chips(event.amount)} back",
    "pot": lambda event, view: f"pot of {chips(event.amount)}",
    "won": lambda event, view: f"seat {event.seat} wins {chips(event.amount)}",
}


def chips(amount: int) -> str:
    """``1 chip``, ``2 chips``."""
    return f"{amount} chip" if amount == 1 else f"{amount} chips"


def ranked_text(ranked: Ranked) -> str:
    """``full house, 7s 7h 7c As Jk, the joker as Ah``."""
    parts = [ranked.class_key.replace("_", " "), spell_all(ranked.cards)]
    if ranked.joker_as:
        parts.append(f"the joker as {spell_all(ranked.joker_as)}")
    return ", ".join(parts)


def pots_text(pots: Iterable[Pot]) -> str:
    """``pot of 12 chips to seat 3``, several joined."""
    return ", ".join(
        f"pot of {chips(pot.amount)} to {' and '.join(f'seat {seat}' for seat in pot.winners)}"
        for pot in pots
    )


def verdict(record: Record, hand: Hand) -> str:
    """One line about a record that holds, with what its proof shows."""
    assert hand.result is not None
    count = len(hand.actions)
    line = (
        f"holds: {record.setup.game}, dealer seat {record.setup.dealer}, "
        f"{count} action{'' if count == 1 else 's'}, {pots_text(hand.result.pots)}"
    )
    proof = record.proof
    if proof is None:
        return line
    played = sum(one.dealt_in for one in record.seats)
    return (
        f"{line}; its shuffle holds: {len(proof.openings)} cards opened, "
        f"{len(proof.words)} of {played} players cut, seed {'opened' if proof.seed else 'not opened'}, "
        f"hand {proof.hand_id}, message {proof.message_id}, commitment {proof.commitment.hex()}, "
        f"roots {' '.join(root.hex() for root in proof.roots)}: compare them with those shown at the table"
    )
