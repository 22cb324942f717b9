"""Golden playthroughs: one text file a game, with everybody's view and choices at every step.

    python -m tests.engine.playthrough

writes them anew. Each holds a few hands by script; a change of a game's behaviour shows as a difference.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from engine.cards import HIDDEN, spell_all
from engine.game import Action, Choice, Event, Game, Hand, SeatStart, SeatView, Setup, View
from engine.games import game
from engine.options import Value, spell_value
from engine.record import steps
from engine.shuffle import shuffled


class Script(NamedTuple):
    """One hand: seats 1, 2, … with these stacks, decks from the seed, and what is done in it.

    A move is ``verb``, ``verb:amount`` or ``verb>target``; the least amount where none is given. It is the
    first awaited seat's, or after ``3/`` that of seat 3.
    """

    options: dict[str, Value]
    stacks: tuple[int, ...]
    dealer: int
    seed: str
    moves: str


GOLDEN: Final[dict[str, tuple[Script, ...]]] = {
    "aces": (
        Script(
            {},
            (40, 40, 24, 40),
            4,
            "1",
            "check bet raise call call check check check bet call fold check bet call",
        ),
        Script({"unit": 2, "open_hand_counts_joker": True}, (90, 90), 1, "2", "bet call " * 4),
    ),
    "seka": (
        Script(  # a look, an opening of two, a svara with two joiners, of whom one sees and passes
            {"jokers": 2, "ante": 2, "svara_price": "1/3"},
            (60, 60, 60, 60),
            4,
            "0",
            "pass pay pay:10 pay:11 look>4 open join join see pass pay pass pass",
        ),
        Script(  # short stacks: three pots, one of them tied and replayed, one returned
            {"ante": 2, "max_bet": "none", "circles_max": 3},
            (9, 14, 30, 60),
            4,
            "0",
            "pass pay:5 pay pay:58 pay pay",
        ),
        Script(  # eight players who look at their neighbours from the first circle on
            {
                "jokers": 4,
                "joker_no_duplicate": True,
                "compare_cards": True,
                "look_first_circle": True,
                "look_target": "next",
                "look_tie": "both_stay",
            },
            (40,) * 8,
            3,
            "3",
            "see look>5 look>7 look>8 look>1 look>3 pass open",
        ),
    ),
    "teen_patti": (
        Script(  # side shows: refused, refused, forced; then a show between two who have seen
            {"jokers": 1, "limit": "pot"},
            (60, 60, 60, 0),
            1,
            "1",
            "play see play:4 see play see side_show refuse play play side_show refuse play play"
            " side_show accept show",
        ),
        Script(  # blinds and short stacks: a refused asker bets again, the last who can pay is asked
            {"ante": "blinds", "boot": 2, "direction": "cw", "refused": "bet_again", "limit": "none"},
            (30, 11, 3, 40),
            4,
            "2",
            "play:3 see play see play see play side_show refuse play:8 play play play:20 play",
        ),
        Script(  # jokers, blind against seen by the other table, suits that decide nothing
            {"jokers": 2, "show": "pagat", "suits": "split", "blind_turns_max": 2, "ante": "dealer"},
            (20, 20, 20),
            2,
            "3",
            "play see play pack play play see play show",
        ),
    ),
}


def path_of(key: str) -> Path:
    """Where the file of a game lies."""
    return Path(__file__).parent / key / "playthrough.txt"


def told(key: str) -> str:
    """The text of a game's file."""
    lines = []
    for number, script in enumerate(GOLDEN[key], 1):
        hand = played(game(key), script)
        options = hand.setup.options.to_mapping().items()
        lines += [f"# Hand {number}", " ".join([key, *(f"{k}={spell_value(v)}" for k, v in options)])]
        lines += [*_hand(hand), ""]
    return "\n".join(lines)


def played(variant: Game, script: Script) -> Hand:
    """The hand of a script, at its end."""
    options = variant.options_type.from_mapping(script.options)
    seats = tuple(SeatStart(i, stack) for i, stack in enumerate(script.stacks, 1))
    hand = variant.start(Setup(variant.key, options, seats, script.dealer))
    key, moves = sha256(script.seed.encode()).digest(), iter(script.moves.split())
    while hand.result is None:
        if hand.deck_needed is not None:
            hand = hand.deal(shuffled(key, hand.deck_needed, variant.pack(options))).hand
            continue
        assert hand.turn is not None
        move = next(moves, None)
        assert move is not None, (
            f"the script ends before the hand: {hand.turn}, {hand.options(hand.turn.seats[0])}"
        )
        hand = hand.act(_action(hand, move)).hand
    assert next(moves, None) is None, "the hand ends before the script"
    return hand


def _action(hand: Hand, move: str) -> Action:
    found = re.fullmatch(r"(?:(\d+)/)?([a-z_]+)(?::(\d+))?(?:>(\d+))?", move)
    assert found is not None and hand.turn is not None, move
    seat, verb, amount, target = found.groups()
    who = int(seat or hand.turn.seats[0])
    least = next((choice.least for choice in hand.options(who) if choice.verb == verb), 0)
    return Action(who, verb, int(amount or least), int(target) if target else None)


def _hand(hand: Hand) -> Iterator[str]:
    seats = ", ".join(f"seat {s.seat} {s.stack}{'' if s.plays else ' sits out'}" for s in hand.setup.seats)
    yield f"dealer seat {hand.setup.dealer}; {seats}"
    dealt = 0
    for replayed in steps(hand.setup, hand.decks, hand.actions):
        state, action = replayed.step.hand, replayed.action
        if action is not None:
            amount = f" {action.amount}" if action.amount else ""
            target = "" if action.target is None else f" at seat {action.target}"
            yield f"\n{replayed.number}. seat {action.seat} {action.verb}{amount}{target}"
        elif len(state.decks) > dealt:
            dealt = len(state.decks)
            yield f"\ndeck {dealt - 1}: {spell_all(state.decks[-1])}"
        yield from (f"  {_event(event)}" for event in replayed.step.events)
        yield from (f"  {line}" for line in _state(state))
    assert hand.result is not None
    for pot in hand.result.pots:
        shares = ", ".join(f"seat {seat} {chips}" for seat, chips in pot.shares)
        yield f"  pot {pot.amount} of {_seats(pot.contestants)}: {shares}"
    yield "  stacks after: " + ", ".join(f"seat {s} {chips}" for s, chips in hand.result.stacks_after)


def _event(event: Event) -> str:
    parts = [event.kind]
    parts += [f"seat {event.seat}"] if event.seat is not None else []
    parts += [event.word] if event.word else []
    parts += [str(event.amount)] if event.amount else []
    parts += [f"at seat {event.target}"] if event.target is not None else []
    parts += [spell_all(event.cards)] if event.cards else []
    if event.audience is not None:
        parts.append(f"(for {_seats(sorted(event.audience)) or 'nobody'})")
    return " ".join(parts)


def _state(hand: Hand) -> Iterator[str]:
    """The public View, whose cards each seat knows beyond it, and what may be done."""
    view = hand.view(None)
    facts = " ".join(f"{name}={value}" for name, value in view.facts)
    yield f"| round {view.round} of {view.rounds}, pots {list(view.pots)}, price {view.price}; {facts}"
    for one in view.seats:
        yield f"| {_seat(one)}"
        known = [other for other in hand.view(one.seat).seats if other.cards != view.seat(other.seat).cards]
        for other in known:
            makes = f" ({other.ranked.class_key})" if other.ranked else ""
            yield f"|   knows seat {other.seat}: {spell_all(other.cards)}{makes}"
    yield from _turn(view)


def _seat(one: SeatView) -> str:
    parts = [f"seat {one.seat}: {one.status}", one.sight, f"stack {one.stack} bet {one.bet} paid {one.paid}"]
    parts += [one.last_verb, spell_all(one.cards) if set(one.cards) - {HIDDEN} else ""]
    parts += [one.ranked.class_key] if one.ranked else []
    return " ".join(part for part in parts if part)


def _turn(view: View) -> Iterator[str]:
    turn = view.turn
    if turn is None:
        return
    asker = "" if turn.asker is None else f", asked by seat {turn.asker}"
    yield f"| turn {turn.number}: {turn.kind} of {_seats(turn.seats)}, price {turn.price}{asker}"
    for seat, choices in view.choices:
        yield f"|   seat {seat}: {', '.join(map(_choice, choices))}"


def _choice(choice: Choice) -> str:
    amounts = f"{choice.least}–{choice.most}" if choice.least < choice.most else f"{choice.least or ''}"
    parts = [choice.verb, amounts, f"by {choice.step}" if choice.step > 1 else ""]
    parts += [f"at {_seats(choice.targets)}"] if choice.targets else []
    parts += [f"({choice.binds_to})"] if choice.binds_to else []
    return " ".join(part for part in parts if part)


def _seats(seats: Iterable[int]) -> str:
    return " ".join(f"seat {seat}" for seat in seats)


def main() -> int:
    """Write every file anew."""
    for key in GOLDEN:
        path_of(key).write_text(told(key), "utf-8")
        print(f"{path_of(key)} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
