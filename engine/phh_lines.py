"""The action lines of a hand history: from a hand that replays to lines, and from lines to decks and actions.

    d db Jk              the common card, which no deck holds
    d deck 1             a further deck is taken: what is dealt from here on comes from it
    d dh p1 As           the next card of the deck, to player 1; ``??`` where the reader may not know it
    p1 f                 fold, pass, pack
    p1 cc · p1 cbr 4     check or call; bet or raise so that 4 chips in all are put in this round (limits)
    p1 VERB [AMOUNT] [p2] [drop p2]   any other verb of rule P5 with its chips and whom it names; ``drop``
                         says who dropped of two who compared, ``drop -`` nobody
    p1 sm AsKdTh         the hand is opened

Players are numbered from 1 in the order of the document's lists. ``#`` begins a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import Card, parse_card, spell
from engine.errors import InputError, RecordError
from engine.game import Action, Event, Hand, Seat
from engine.record import Replayed

FOLDS: Final = {"aces": "fold", "seka": "pass", "teen_patti": "pack"}
LIMIT_GAMES: Final = frozenset({"aces"})  # calls and raises as the standard writes them
DEALT: Final = ("hidden_card", "open_card")
_PLAYER: Final = r"p([1-9][0-9]{0,2})"
_AMOUNT: Final = r"[0-9]{1,18}"
_DEALT_TO: Final = re.compile(rf"d dh {_PLAYER} (\S\S)")
_DECK: Final = re.compile(r"d deck ([1-9][0-9]{0,8})")
_DONE: Final = re.compile(
    rf"{_PLAYER} ([a-z_]{{1,20}})(?: ({_AMOUNT}))?(?: {_PLAYER})?(?: drop (?:{_PLAYER}|-))?"
)
_TOLD_ONLY: Final = re.compile(rf"d db (?:\S\S)+|{_PLAYER} sm (?:\S\S)+")  # they follow from the rest


@dataclass(frozen=True, slots=True)
class Told:
    """What lines tell: the cards dealt from each deck, top first, and the actions."""

    dealt: tuple[tuple[Card, ...], ...]
    actions: tuple[Action, ...]


def clean(line: str) -> str:
    """The line without its comment and with single spaces."""
    return " ".join(line.partition("#")[0].split())


def write_lines(played: Iterable[Replayed], players: Sequence[Seat]) -> Iterator[str]:
    """The lines of a hand, step by step; every seat of it is among the players."""
    named = {seat: f"p{number}" for number, seat in enumerate(players, 1)}
    before: Hand | None = None
    for replayed in played:
        hand = replayed.step.hand
        if replayed.action is not None:
            assert before is not None
            yield _action_line(hand.setup.game, before, replayed.action, named)
        elif before is not None:
            yield from _deck_lines(hand)
        yield from _event_lines(replayed, named)
        before = hand


def dealt_counts(played: Iterable[Replayed]) -> list[int]:
    """How many cards fall from each deck."""
    counts: list[int] = []
    for replayed in played:
        counts += [0] * (len(replayed.step.hand.decks) - len(counts))
        if counts:
            counts[-1] += sum(len(event.cards) for event in _falling(replayed))
    return counts


def _falling(replayed: Replayed) -> Iterator[Event]:
    """The events of cards that fall: who sees his own is told of them again."""
    if replayed.action is None or replayed.action.verb != "see":
        yield from (event for event in replayed.step.events if event.kind in DEALT)


def _deck_lines(hand: Hand) -> Iterator[str]:
    number = len(hand.decks) - 1
    if number:
        yield f"d deck {number}"
    elif common := hand.view(None).common:
        yield "d db " + "".join(map(spell, common))


def _event_lines(replayed: Replayed, named: dict[Seat, str]) -> Iterator[str]:
    falls = {id(event) for event in _falling(replayed)}
    for event in replayed.step.events:
        if id(event) in falls and event.seat is not None:
            yield from (f"d dh {named[event.seat]} {spell(c)}" for c in event.cards)
        elif event.kind == "opened" and event.seat is not None:
            yield f"{named[event.seat]} sm {''.join(map(spell, event.cards))}"


def _action_line(game: str, before: Hand, action: Action, named: dict[Seat, str]) -> str:
    who = named[action.seat]
    if action.verb == FOLDS.get(game):
        return f"{who} f"
    if game in LIMIT_GAMES and action.verb in ("check", "call"):
        return f"{who} cc"
    if game in LIMIT_GAMES and action.verb in ("bet", "raise"):
        return f"{who} cbr {before.view(None).seat(action.seat).bet + action.amount}"
    parts = [who, action.verb]
    parts += [str(action.amount)] if action.amount else []
    parts += [named[action.target]] if action.target is not None else []
    if action.dropped is not None:
        parts += ["drop", named[action.dropped] if action.dropped else "-"]
    return " ".join(parts)


def read_lines(game: str, lines: Sequence[str], players: Sequence[Seat]) -> Told:
    """What the lines tell; ``RecordError`` (``record_malformed``) names the first that is none."""
    reader = _Reader(game, players)
    for number, line in enumerate(lines, 1):
        reader.take(number, clean(line))
    return Told(tuple(map(tuple, reader.dealt)), tuple(reader.actions))


class _Reader:
    """Takes line after line; in a limit game it keeps what everybody has put in: what a call moves."""

    def __init__(self, game: str, players: Sequence[Seat]) -> None:
        self._game, self._players = game, players
        self.dealt: list[list[Card]] = []
        self.actions: list[Action] = []
        self._put_in: dict[Seat, int] = {}

    def take(self, number: int, line: str) -> None:
        """One line, cleaned."""
        if found := _DEALT_TO.fullmatch(line):
            self._seat(number, found[1])
            self._deal(number, found[2])
        elif found := _DECK.fullmatch(line):
            if int(found[1]) != max(1, len(self.dealt)):
                raise _malformed(number, f"deck {found[1]} does not come next")
            self.dealt += [[]] if self.dealt else [[], []]
        elif not _TOLD_ONLY.fullmatch(line):
            found = _DONE.fullmatch(line)
            if found is None:
                raise _malformed(number, f"{line!r} is no line of a hand history")
            self.actions.append(self._action(number, found))

    def _deal(self, number: int, spelled: str) -> None:
        try:
            c = parse_card(spelled)
        except InputError as error:
            raise _malformed(number, str(error)) from error
        if not self.dealt:
            self.dealt.append([])
        self.dealt[-1].append(c)
        self._put_in.clear()  # a street is dealt before each round

    def _seat(self, number: int, player: str) -> Seat:
        if int(player) > len(self._players):
            raise _malformed(number, f"there is no player p{player}")
        return self._players[int(player) - 1]

    def _action(self, number: int, found: re.Match[str]) -> Action:
        who, word, chips, target, dropped = found.groups()
        seat, amount = self._seat(number, who), int(chips or 0)
        if word == "f" and self._game in FOLDS:
            return Action(seat, FOLDS[self._game])
        if word in ("cc", "cbr") and self._game in LIMIT_GAMES:
            return self._limit_action(number, seat, amount if word == "cbr" else None)
        drops = None if " drop " not in found[0] else self._seat(number, dropped) if dropped else 0
        return Action(seat, word, amount, self._seat(number, target) if target else None, drops)

    def _limit_action(self, number: int, seat: Seat, raise_to: int | None) -> Action:
        level, mine = max(self._put_in.values(), default=0), self._put_in.get(seat, 0)
        to = level if raise_to is None else raise_to
        if to < mine:
            raise _malformed(number, f"{to} is less than {mine}, which is put in already")
        self._put_in[seat] = to
        if raise_to is None:
            return Action(seat, "call" if level > mine else "check", to - mine)
        return Action(seat, "raise" if level else "bet", to - mine)


def _malformed(number: int, text: str) -> RecordError:
    return RecordError("record_malformed", f"action line {number}: {text}", number=number)
