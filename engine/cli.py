"""The command line of the engine: rank, compare, odds, simulate, replay and verify, in English.

Exit codes: 0 done · 1 a record that does not hold · 2 bad input. On 1 and 2 one line on standard
error says why.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

from engine import phh
from engine.cards import HIDDEN, Card, parse_cards, spell
from engine.errors import EngineError, InputError, RecordError
from engine.game import Game, Hand, Ranked
from engine.games import game
from engine.options import Options
from engine.record import Record, read, verify, write
from engine.simulate import hands
from engine.tell import pots_text, ranked_text, tell, verdict

DONE, NOT_HELD, BAD_INPUT = 0, 1, 2
DIGITS_MOST: Final = 18

T = TypeVar("T")


class _Parser(argparse.ArgumentParser):
    """Reports a wrong command line as every other bad input is."""

    def __init__(self, **given: Any) -> None:
        super().__init__(allow_abbrev=False, **given)

    def error(self, message: str) -> NoReturn:
        raise InputError("usage", message)


def main(arguments: Sequence[str]) -> int:
    """Run one command; the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        given = _parser().parse_args(arguments)
        given.run(given)
        sys.stdout.flush()
    except EngineError as error:
        sys.stdout.flush()
        print(" ".join(f"python -m engine: {error}".split()), file=sys.stderr)
        return NOT_HELD if isinstance(error, RecordError) else BAD_INPUT
    except BrokenPipeError:  # the reader, such as head, has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return DONE


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m engine", description="Card games: hands, odds and records.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    house = _Parser(add_help=False)
    house.add_argument("-o", dest="options", action="append", default=[], metavar="name=value")
    form = _Parser(add_help=False)
    form.add_argument("--json", action="store_true", help="answer in JSON")

    one = commands.add_parser("rank", parents=[house, form], help="what the cards of one hand make")
    one.set_defaults(run=_rank)
    one.add_argument("game", metavar="GAME")
    one.add_argument("cards", metavar="CARDS", help='such as "As Kd 9h 7c 4d 2s"')

    one = commands.add_parser("compare", parents=[house, form], help="the better hand: a, b or tie")
    one.set_defaults(run=_compare)
    one.add_argument("given", nargs="*", metavar="GAME CARDS CARDS", help="not with --jsonl")
    one.add_argument("--jsonl", action="store_true", help="read game, options, a, b a line of standard input")

    one = commands.add_parser("odds", parents=[house, form], help="the exact number of hands by class")
    one.set_defaults(run=_odds)
    one.add_argument("game", metavar="GAME")

    one = commands.add_parser("simulate", parents=[house], help="random legal play from one seed")
    one.set_defaults(run=_simulate)
    one.add_argument("game", metavar="GAME")
    one.add_argument("--seats", type=_whole, required=True, metavar="N")
    one.add_argument("--hands", type=_whole, required=True, metavar="K")
    one.add_argument("--seed", required=True, metavar="S")
    one.add_argument("--stack", type=_whole, metavar="CHIPS", help="to begin with (40 times the reserve)")
    one.add_argument("--jsonl", action="store_true", help="a whole record a line instead of a summary")

    one = commands.add_parser("replay", help="tell a recorded hand step by step")
    one.set_defaults(run=_replay)
    one.add_argument(
        "file", metavar="FILE", help="a hand history (TOML), a record (JSON) or one a line; -: standard input"
    )
    one.add_argument("--seat", type=_whole, metavar="N", help="as that seat may see it, else as the public")

    one = commands.add_parser("verify", help="check that a record or an exported hand holds")
    one.set_defaults(run=_verify)
    one.add_argument(
        "file", metavar="FILE", help="a hand history (TOML), a record (JSON) or one a line; -: standard input"
    )
    return parser


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS_MOST):
        raise argparse.ArgumentTypeError(f"not a whole number: {text!r}")
    return int(text)


def _options(variant: Game, given: Sequence[str]) -> Options:
    values: dict[str, object] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals:
            raise InputError("usage", f"option {pair!r} must be given as name=value")
        if name in values:
            raise InputError("usage", f"option {name} is given twice")
        values[name] = value
    return variant.options_type.from_mapping(values)


def _hands_of(variant: Game, options: Options, *texts: str) -> list[tuple[Card, ...]]:
    """The hands spelled so: each complete, and all out of one pack."""
    given = [parse_cards(text) for text in texts]
    for cards in given:
        if len(cards) != variant.hand_cards:
            raise InputError(
                "cards_count",
                f"a hand of {variant.key} has {variant.hand_cards} cards, not {len(cards)}",
            )
    pack = Counter(variant.pack(options))
    for c, times in Counter(c for cards in given for c in cards).items():
        if c == HIDDEN or not pack[c]:
            raise InputError("card_foreign", f"{variant.key} deals no card {spell(c)}", card=spell(c))
        if times > pack[c]:
            raise InputError(
                "card_twice", f"card {spell(c)} is given {times} times, the pack has {pack[c]}", card=spell(c)
            )
    return given


def _ranked_json(ranked: Ranked) -> dict[str, Any]:
    return {
        "class": ranked.class_key,
        "cards": [spell(c) for c in ranked.cards],
        "joker_as": [spell(c) for c in ranked.joker_as],
    }


def _rank(given: argparse.Namespace) -> None:
    variant = game(given.game)
    options = _options(variant, given.options)
    (cards,) = _hands_of(variant, options, given.cards)
    ranked = variant.rank(cards, options)
    print(json.dumps(_ranked_json(ranked)) if given.json else ranked_text(ranked))


def _compared(variant: Game, options: Options, a: str, b: str) -> dict[str, Any]:
    first, second = _hands_of(variant, options, a, b)
    order = variant.compare(first, second, options)
    if variant.rank_opened is not None:
        a_ranked, b_ranked = variant.rank_opened((first, second), options)
    else:
        a_ranked, b_ranked = variant.rank(first, options), variant.rank(second, options)
    return {
        "result": "a" if order > 0 else "b" if order < 0 else "tie",
        "a": _ranked_json(a_ranked),
        "b": _ranked_json(b_ranked),
    }


def _compare(given: argparse.Namespace) -> None:
    if given.jsonl:
        if given.given or given.options:
            raise InputError("usage", "compare --jsonl takes its games, cards and options from its lines")
        for number, line in enumerate(sys.stdin.buffer, 1):
            if line.strip():
                print(json.dumps(_compared_line(_decoded(line, f"line {number}"), number)), flush=True)
        return
    if len(given.given) != 3:
        raise InputError("usage", f"compare takes GAME CARDS CARDS, not {len(given.given)} arguments")
    key, a, b = given.given
    variant = game(key)
    answer = _compared(variant, _options(variant, given.options), a, b)
    print(json.dumps(answer) if given.json else answer["result"])


def _compared_line(line: str, number: int) -> dict[str, Any]:
    asked = _json(line, f"line {number}")
    try:
        if not isinstance(asked, Mapping):
            raise InputError("line_malformed", "not an object with game, options, a and b")
        for name in ("game", "a", "b"):
            if not isinstance(asked.get(name), str):
                raise InputError("line_malformed", f"{name} is missing or no text")
        values = asked.get("options", {})
        if not isinstance(values, Mapping):
            raise InputError("line_malformed", "options is no object")
        variant = game(asked["game"])
        return _compared(variant, variant.options_type.from_mapping(values), asked["a"], asked["b"])
    except EngineError as error:
        raise InputError("line_refused", f"line {number}: {error}") from error


def _odds(given: argparse.Namespace) -> None:
    variant = game(given.game)
    counts = variant.counts(_options(variant, given.options))
    total = sum(counts.values())
    if given.json:
        print(json.dumps({**counts, "total": total}))
        return
    for key, count in (*counts.items(), ("total", total)):
        print(f"{key:<16} {count:>12} {100 * count / total:>10.4f} %")


def _simulate(given: argparse.Namespace) -> None:
    variant = game(given.game)
    options = _options(variant, given.options)
    for hand in hands(variant, options, given.seats, given.hands, given.seed, given.stack):
        if given.jsonl:
            print(json.dumps(write(hand)))
        else:
            assert hand.result is not None
            print(f"dealer seat {hand.setup.dealer}, {pots_text(hand.result.pots)}")


def _replay(given: argparse.Namespace) -> None:
    for number, (name, record, check) in enumerate(_records(given.file)):
        if given.seat is not None and given.seat not in [one.seat for one in record.seats]:
            raise InputError("seat_unknown", f"{name} has no seat {given.seat}")
        _held(name, record, check)
        if number:
            print()
        for line in tell(record, given.seat):
            print(line)


def _verify(given: argparse.Namespace) -> None:
    for name, record, check in _records(given.file):
        print(f"{name} {_held(name, record, check)}")


def _held(name: str, record: Record, check: Callable[[], Hand]) -> str:
    """The verdict on a record that holds."""
    try:
        return verdict(record, check())
    except RecordError as error:
        raise RecordError(error.code, f"{name} does not hold: {error}", **error.params) from error


def _records(file: str) -> Iterator[tuple[str, Record, Callable[[], Hand]]]:
    """The records of a file, each with what to call it and its check: a hand history, or JSON."""
    text = _text(file)
    if phh.looks_so(text):
        history = _readable(file, lambda: phh.read(text))
        yield file, history.record, history.verify
        return
    for name, part in _json_parts(file, text):
        record = _readable(name, partial(read, part))
        yield name, record, partial(verify, record)


def _json_parts(file: str, text: str) -> list[tuple[str, Any]]:
    """One record, or one a line."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise InputError("file_empty", f"{file} holds no record")
    try:
        return [(file, _json(text, file))]
    except InputError:
        if len(lines) == 1 or not _is_json(lines[0][1]):
            raise
    return [(name, _json(line, name)) for name, line in ((f"{file} line {n}", line) for n, line in lines)]


def _readable(name: str, reader: Callable[[], T]) -> T:
    try:
        return reader()
    except EngineError as error:
        raise InputError("record_unreadable", f"{name}: {error}") from error


def _is_json(line: str) -> bool:
    try:
        _json(line, "")
    except InputError:
        return False
    return True


def _text(file: str) -> str:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a name with a zero byte
        raise InputError("file_unreadable", f"cannot read {file}: {error}") from error
    return _decoded(data, file)


def _decoded(data: bytes, name: str) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise InputError("file_unreadable", f"{name} is no UTF-8 text") from error


def _json(text: str, name: str) -> Any:
    """JSON, or an ``InputError`` that names the place."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        line = f" line {error.lineno}" if "\n" in text.strip() else ""
        raise InputError(
            "json_malformed", f"{name}{line} is no JSON: {error.msg} at column {error.colno}"
        ) from error
    except (ValueError, RecursionError) as error:
        raise InputError("json_malformed", f"{name} is no JSON that can be read: {error}") from error
