"""The command line ``python -m engine``: answers, exit codes, and one line on standard error."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from engine.cli import BAD_INPUT, DONE, NOT_HELD, main
from engine.export import export
from engine.games import game
from engine.proof import HandShuffle
from engine.record import write
from engine.shuffle import shuffled
from engine.simulate import Lots, hands, random_action

ROOT = Path(__file__).parents[2]
FLUSH, TWO_PAIR = "As Ks Qs 7s 9d 2c", "9c 9h 5c 5d Kd 3h"

Capture = pytest.CaptureFixture[str]


def run(*arguments: str, given: str | bytes = "") -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, with the standard library only and from the checkout."""
    done = subprocess.run(
        [sys.executable, "-S", "-s", "-m", "engine", *arguments],
        input=given if isinstance(given, bytes) else given.encode(),
        capture_output=True,
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
        timeout=60,
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def refused(capsys: Capture, *arguments: str) -> str:
    """The one line on standard error of a command line that is bad input."""
    assert main(arguments) == BAD_INPUT
    out, err = capsys.readouterr()
    assert out == ""
    return one_line(err)


def one_line(err: str) -> str:
    """What a refusal says, after the program's name."""
    assert err.startswith("python -m engine: ") and err.count("\n") == 1 and err.endswith("\n")
    return err.removeprefix("python -m engine: ").rstrip("\n")


def answer(capsys: Capture, *arguments: str) -> str:
    """What a command that is done prints."""
    assert main(arguments) == DONE
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_it_works_from_a_clean_checkout_with_nothing_installed() -> None:
    """No site packages, no locale, a process of its own."""
    done = run("rank", "aces", FLUSH)
    assert (done.returncode, done.stdout, done.stderr) == (0, "flush, As Ks Qs Jk 7s, the joker as Js\n", "")


def test_exit_codes_of_the_process() -> None:
    """2 with one line for bad input, 1 with one line for a record that does not hold, 0 for one that does."""
    bad = run("rank", "aces", "Xx")
    assert (bad.returncode, bad.stdout) == (2, "") and "unknown card 'Xx'" in one_line(bad.stderr)
    usage = run("deal")
    assert (usage.returncode, usage.stdout) == (2, "") and "invalid choice: 'deal'" in one_line(usage.stderr)
    record = write(next(hands(game("aces"), game("aces").options_type(), 3, 1, "1")))
    good = run("verify", "-", given=json.dumps(record))
    assert (good.returncode, good.stderr) == (0, "") and good.stdout.startswith("- holds: aces, ")
    record["pots"][0]["amount"] += 1
    false = run("verify", "-", given=json.dumps(record))
    assert (false.returncode, false.stdout) == (1, "") and "pot 1" in one_line(false.stderr)


def test_a_reader_that_has_enough_is_no_error() -> None:
    """Piped into something that stops reading, simulate stops quietly."""
    command = [
        sys.executable,
        "-m",
        "engine",
        "simulate",
        "aces",
        "--seats",
        "4",
        "--hands",
        "100",
        "--seed",
        "1",
    ]
    with subprocess.Popen(
        [*command, "--jsonl"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


def test_rank_says_class_cards_and_what_the_joker_is(capsys: Capture) -> None:
    """A36: A-K-Q-7 of a suit and the joker are a flush with the jack."""
    assert json.loads(answer(capsys, "rank", "aces", FLUSH, "--json")) == {
        "class": "flush",
        "cards": ["As", "Ks", "Qs", "Jk", "7s"],
        "joker_as": ["Js"],
    }
    assert answer(capsys, "rank", "aces", TWO_PAIR).startswith("two pair, ")
    plain = json.loads(answer(capsys, "rank", "aces", "7c 7d 7h 7s Jd Jh", "--json"))
    assert plain["class"] == "four_of_a_kind"


def test_rank_takes_options(capsys: Capture) -> None:
    """A44: the double ace flush, as its option says."""
    plain = answer(capsys, "rank", "aces", FLUSH, "-o", "double_ace_flush=off")
    assert plain == answer(capsys, "rank", "aces", FLUSH)
    double = json.loads(answer(capsys, "rank", "aces", FLUSH, "-o", "double_ace_flush=on", "--json"))
    assert double["joker_as"] == ["As"]


@pytest.mark.parametrize(
    ("a", "b", "result"),
    [(FLUSH, TWO_PAIR, "a"), (TWO_PAIR, FLUSH, "b"), ("Kc Kd 9h 7s 4d 2c", "Kh Ks 9d 7c 5d 3c", "tie")],
)
def test_compare_says_a_b_or_tie(capsys: Capture, a: str, b: str, result: str) -> None:
    """In words and in JSON."""
    assert answer(capsys, "compare", "aces", a, b) == f"{result}\n"
    told = json.loads(answer(capsys, "compare", "aces", a, b, "--json"))
    assert told["result"] == result
    assert {told["a"]["class"], told["b"]["class"]} <= {"flush", "two_pair", "pair"}


def test_compare_answers_line_by_line() -> None:
    """As the examples are written: keys that are not needed are ignored, empty lines too."""
    lines = [
        {"id": "A1", "game": "aces", "options": {}, "a": FLUSH, "b": TWO_PAIR, "result": "?", "why": "…"},
        {"game": "aces", "a": TWO_PAIR, "b": FLUSH},
        {"game": "aces", "options": {"natural_beats_joker": True}, "a": FLUSH, "b": TWO_PAIR},
    ]
    done = run("compare", "--jsonl", given="\n\n".join(json.dumps(line) for line in lines))
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (0, "")
    assert [one["result"] for one in told] == ["a", "b", "a"]
    assert told[0]["a"]["class"] == "flush" and told[0]["b"]["class"] == "two_pair"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("{", "line 2 is no JSON"),
        ("[]", "line 2: not an object"),
        ('{"game": "aces", "a": "As"}', "line 2: b is missing"),
        ('{"game": "aces", "a": "As", "b": "Kd", "options": 3}', "line 2: options is no object"),
        ('{"game": "whist", "a": "As", "b": "Kd"}', "line 2: unknown game 'whist'"),
        ('{"game": "aces", "a": "As", "b": "Kd"}', "line 2: a hand of aces has 6 cards, not 1"),
        ('{"game": "aces", "a": "As", "b": "Kd", "options": {"unit": [1]}}', "line 2: option unit takes"),
        (f'{{"game": "aces", "a": "{FLUSH}", "b": "{FLUSH}"}}', "line 2: card "),
        (b"\xff", "line 2 is no UTF-8 text"),
        ("[" * 100_000, "line 2 is no JSON that can be read"),
        ('{"a": ' + "9" * 5_000 + "}", "line 2 is no JSON that can be read"),
    ],
    ids=["json", "list", "missing", "options", "game", "few", "value", "twice", "bytes", "deep", "long"],
)
def test_a_bad_line_of_compare_is_named(line: str | bytes, text: str) -> None:
    """The lines before it are answered."""
    first = json.dumps({"game": "aces", "a": FLUSH, "b": TWO_PAIR}).encode()
    done = run(
        "compare", "--jsonl", given=first + b"\n" + (line if isinstance(line, bytes) else line.encode())
    )
    assert done.returncode == BAD_INPUT and done.stdout.count("\n") == 1
    assert one_line(done.stderr).startswith(text)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ([], "the following arguments are required: COMMAND"),
        (["deal"], "invalid choice: 'deal'"),
        (["rank"], "the following arguments are required: GAME, CARDS"),
        (["rank", "whist", FLUSH], "unknown game 'whist': there are aces"),
        (["rank", "seka", "As Ks"], "a hand of seka has 3 cards, not 2"),
        (["rank", "aces", "As Ks Qs 7s 9d 1c"], "unknown card '1c'"),
        (["rank", "aces", "as Ks Qs 7s 9d 2c"], "unknown card 'as'"),
        (["rank", "aces", "As Ks Qs 7s 9d As"], "card As is given twice"),
        (["rank", "aces", "As Ks Qs 7s 9d 2c 3c"], "a hand of aces has 6 cards, not 7"),
        (["rank", "aces", "As Ks"], "a hand of aces has 6 cards, not 2"),
        (["rank", "aces", ""], "a hand of aces has 6 cards, not 0"),
        (["rank", "aces", "As Ks Qs 7s 9d Jk"], "aces deals no card Jk"),
        (["rank", "aces", "As Ks Qs 7s 9d ??"], "aces deals no card ??"),
        (["rank", "aces", FLUSH, "extra"], "unrecognized arguments: extra"),
        (["rank", "aces", FLUSH, "-o", "wild=on"], "unknown option 'wild' for aces"),
        (
            ["rank", "aces", FLUSH, "-o", "joker_fully_wild=yes"],
            "option joker_fully_wild takes off, on, not 'yes'",
        ),
        (["rank", "aces", FLUSH, "-o", "unit=0"], "option unit takes a whole number from 1"),
        (["rank", "aces", FLUSH, "-o", "unit=" + "9" * 5_000], "option unit takes a whole number from 1"),
        (["rank", "aces", FLUSH, "-o", "unit"], "option 'unit' must be given as name=value"),
        (["rank", "aces", FLUSH, "-o", "unit=1", "-o", "unit=2"], "option unit is given twice"),
        (["compare", "aces", FLUSH], "compare takes GAME CARDS CARDS, not 2 arguments"),
        (["compare", "aces", FLUSH, "9c 9h 5c 5d Kd As"], "card As is given 2 times, the pack has 1"),
        (["compare", "--jsonl", "aces"], "compare --jsonl takes its games"),
        (["odds", "whist"], "unknown game 'whist'"),
        (["simulate", "aces", "--seats", "3"], "the following arguments are required: --hands, --seed"),
        (
            ["simulate", "aces", "--seats", "8", "--hands", "1", "--seed", "1"],
            "aces takes 2 to 7 seats, not 8",
        ),
        (
            ["simulate", "aces", "--seats", "1", "--hands", "1", "--seed", "1"],
            "aces takes 2 to 7 seats, not 1",
        ),
        (["simulate", "aces", "--seats", "-3", "--hands", "1", "--seed", "1"], "--seats: not a whole number"),
        (
            ["simulate", "aces", "--seats", "3", "--hands", "x", "--seed", "1"],
            "--hands: not a whole number: 'x'",
        ),
        (
            ["simulate", "aces", "--seats", "3", "--hands", "1", "--seed", "1", "--stack", "24"],
            "aces needs a stack of 25 chips, not 24",
        ),
        (["replay", "nowhere.json"], "cannot read nowhere.json"),
        (["verify", "."], "cannot read ."),
        (["verify", "a\0b"], "cannot read a"),
    ],
)
def test_bad_input_is_named_in_one_line(capsys: Capture, arguments: list[str], text: str) -> None:
    """Exit 2, nothing on standard output."""
    assert text in refused(capsys, *arguments)


def test_odds_are_counted_by_class(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """A45: every class and the total; the counts themselves are proven with the ranking."""
    counts = {key: i + 1 for i, key in enumerate(game("aces").classes)}
    total = sum(counts.values())
    monkeypatch.setattr("engine.aces.odds.counts", lambda options: counts)
    assert json.loads(answer(capsys, "odds", "aces", "--json")) == {**counts, "total": total}
    lines = answer(capsys, "odds", "aces").splitlines()
    assert [line.split()[0] for line in lines] == [*counts, "total"]
    assert lines[-1].split() == ["total", str(total), "100.0000", "%"]


SIMULATE = ("simulate", "aces", "--seats", "4", "--hands", "6", "--seed", "1", "--stack", "30")


def test_simulate_writes_whole_records(capsys: Capture, tmp_path: Path) -> None:
    """A record a line, its options whole; the same again from the same seed; verify and replay read them."""
    lines = answer(capsys, *SIMULATE, "-o", "natural_beats_joker=on", "--jsonl")
    assert lines == answer(capsys, *SIMULATE, "-o", "natural_beats_joker=on", "--jsonl")
    records = [json.loads(line) for line in lines.splitlines()]
    assert len(records) == 6
    assert records[0]["options"] == {
        "unit": 1,
        "open_hand_counts_joker": False,
        "joker_fully_wild": False,
        "double_ace_flush": False,
        "natural_beats_joker": True,
    }
    file = tmp_path / "hands.jsonl"
    file.write_text(lines)
    held = answer(capsys, "verify", str(file)).splitlines()
    assert len(held) == 6 and held[5].startswith(f"{file} line 6 holds: aces, dealer seat ")
    assert answer(capsys, "replay", str(file)).count("\n\n") == 5
    assert answer(capsys, *SIMULATE).count("\n") == 6


HAND = next(hands(game("aces"), game("aces").options_type(), 3, 1, "2"))


def save(path: Path, given: Any) -> str:
    """The file's name after it was written."""
    path.write_text(json.dumps(given, indent=1))
    return str(path)


def test_replay_tells_a_hand_as_the_public_or_a_seat_may_see_it(capsys: Capture, tmp_path: Path) -> None:
    """Closed cards are ?? for everybody but their owner until they are opened."""
    file = save(tmp_path / "hand.json", write(HAND))
    public = answer(capsys, "replay", file).splitlines()
    own = answer(capsys, "replay", file, "--seat", "2").splitlines()
    dealt = next(line for line in public if line.startswith("dealt:"))
    assert dealt.count("??") == 6
    assert next(line for line in own if line.startswith("dealt:")).count("??") == 4
    assert public[0].startswith("aces, dealer seat ") and "unit=1" in public[0]
    assert sum(line.startswith(tuple("123456789")) for line in public) == len(HAND.actions)
    assert any(line.startswith("seat 2 ends with ") for line in public)
    assert len(own) == len(public)


def test_replay_refuses_a_seat_that_is_not_there(capsys: Capture, tmp_path: Path) -> None:
    """Exit 2, it names file and seat."""
    file = save(tmp_path / "hand.json", write(HAND))
    assert refused(capsys, "replay", file, "--seat", "4") == f"{file} has no seat 4"


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_record_that_does_not_hold_is_exit_1(capsys: Capture, tmp_path: Path, command: str) -> None:
    """One line with the file and the reason; nothing is told of it."""
    record = deepcopy(write(HAND))
    record["actions"].pop()
    file = save(tmp_path / "hand.json", record)
    assert main([command, file]) == NOT_HELD
    out, err = capsys.readouterr()
    assert out == "" and one_line(err).startswith(f"{file} does not hold: the record is cut short")


def test_the_line_of_a_bad_record_is_named(capsys: Capture, tmp_path: Path) -> None:
    """In a file of many: those before it are verified, the line is named."""
    records = [write(hand) for hand in hands(game("aces"), game("aces").options_type(), 3, 3, "1")]
    records[1]["seats"][0]["stack_after"] += 1
    file = tmp_path / "hands.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records))
    assert main(["verify", str(file)]) == NOT_HELD
    out, err = capsys.readouterr()
    assert out.count("\n") == 1 and one_line(err).startswith(f"{file} line 2 does not hold: stack of seat 1")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "holds no record"),
        ("{", "is no JSON"),
        ('{\n"game": "aces",\n"dealer" 3}', "line 3 is no JSON: Expecting ':' delimiter at column 10"),
        ("3", "record: a record must be an object"),
        ("{}", "record: game must be a text"),
        ('{"game": "whist"}\n{"game": "whist"}', "line 1: record: options"),
        ('{}\n{"game"', "line 2 is no JSON"),
    ],
)
def test_a_file_without_a_record_is_bad_input(
    capsys: Capture, tmp_path: Path, text: str, reason: str
) -> None:
    """Exit 2, it names the file, the line and what is wrong."""
    file = tmp_path / "hand.json"
    file.write_text(text)
    said = refused(capsys, "verify", str(file))
    assert str(file) in said and reason in said


def test_an_exported_hand_is_verified_and_replayed(capsys: Capture, tmp_path: Path) -> None:
    """Its verdict counts the openings and names commitment and roots, to be compared with the table's."""
    shuffle = HandShuffle(b"s" * 32, 5, 6, ((1, "abacaxi"),))
    lots, hand = Lots("1"), game("aces").start(HAND.setup)
    hand = hand.deal(shuffled(shuffle.key, 0, game("aces").pack(HAND.setup.options))).hand
    while hand.result is None:
        hand = hand.act(random_action(hand, lots)).hand
    exported = export(hand, 1, shuffle)
    file = save(tmp_path / "export.json", exported)
    said = answer(capsys, "verify", file)
    proof = exported["proof"]
    assert f"{len(proof['openings'])} cards opened, 1 of 3 players cut, seed not opened" in said
    assert proof["commitment"] in said and proof["roots"][0] in said
    assert "seat 1 ends with" in answer(capsys, "replay", file, "--seat", "1")
    proof["openings"][0]["salt"] = "0" * 64
    assert main(["verify", save(tmp_path / "export.json", exported)]) == NOT_HELD
    assert "misses the root" in one_line(capsys.readouterr().err)
