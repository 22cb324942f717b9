"""``python -m engine`` with Seka: every command."""

from __future__ import annotations

import json
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from engine import cli
from engine.export import export
from engine.games import game
from engine.simulate import hands
from tests.engine.seka.test_odds import B8, TOTALS
from tests.engine.seka.test_ranking import EXAMPLES

Capture = pytest.CaptureFixture[str]


def answer(capsys: Capture, *arguments: str) -> str:
    """What a command prints that succeeds."""
    assert cli.main(arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_rank_says_the_combination_and_the_joker(capsys: Capture) -> None:
    """As text and as JSON."""
    told = json.loads(answer(capsys, "rank", "seka", "Ks Qs Jk", "--json"))
    assert told == {"class": "31", "cards": ["Jk", "Ks", "Qs"], "joker_as": ["As"]}
    assert answer(capsys, "rank", "seka", "Ks Jd Th") == "10, Ks\n"
    assert answer(capsys, "rank", "seka", "Jk Jk Jk", "-o", "jokers=3") == "three sevens, Jk Jk Jk\n"


def test_the_examples_line_by_line(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each as it is written."""
    text = "\n".join(map(json.dumps, EXAMPLES)).encode()
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text)))
    told = [json.loads(line) for line in answer(capsys, "compare", "--jsonl").splitlines()]
    assert [one["result"] for one in told] == [one["result"] for one in EXAMPLES]


def test_b2_5_compare_names_what_the_hands_make_against_each_other(capsys: Capture) -> None:
    """The joker may not be the ace opposite."""
    line = ("compare", "seka", "Ks Qs Jk", "As Td Jh", "--json", "-o", "joker_no_duplicate=on")
    told = json.loads(answer(capsys, *line))
    assert (told["result"], told["a"]["class"], told["a"]["joker_as"]) == ("a", "30", ["Js"])


def test_more_jokers_than_the_pack_has_are_refused(capsys: Capture) -> None:
    """One by default; with none the joker is foreign."""
    assert cli.main(("rank", "seka", "Ks Jk Jk")) == 2
    assert "the pack has 1" in capsys.readouterr().err
    assert cli.main(("rank", "seka", "Ks Qs Jk", "-o", "jokers=0")) == 2
    assert "deals no card Jk" in capsys.readouterr().err


@pytest.mark.parametrize("jokers", range(5))
def test_b8_odds(capsys: Capture, jokers: int) -> None:
    """Counts by class key and the total."""
    told = json.loads(answer(capsys, "odds", "seka", "-o", f"jokers={jokers}", "--json"))
    assert told == {**{key: row[jokers] for key, row in B8.items()}, "total": TOTALS[jokers]}


@pytest.mark.parametrize("stack", ["6", "200"])
def test_simulate_verify_and_replay(capsys: Capture, tmp_path: Path, stack: str) -> None:
    """Records of random hands hold and are told; the same seed gives the same hands."""
    line = ("simulate", "seka", "--seats", "6", "--hands", "40", "--seed", "7", "--stack", stack, "--jsonl")
    simulated = answer(capsys, *line)
    assert simulated == answer(capsys, *line)
    file = tmp_path / "hands.jsonl"
    file.write_text(simulated, "utf-8")
    assert answer(capsys, "verify", str(file)).count(" holds: seka, ") == 40
    told = answer(capsys, "replay", str(file), "--seat", "3")
    assert told.count("seka, dealer seat ") == 40
    record = json.loads(simulated.splitlines()[0])
    assert list(record) == ["game", "options", "dealer", "seats", "decks", "actions", "pots"]
    assert record["options"] == game("seka").options_type.from_mapping({}).to_mapping()


def test_exports_verify_and_replay(capsys: Capture, tmp_path: Path) -> None:
    """Without the cards of a look, from its outcome."""
    seka = game("seka")
    exported = [json.dumps(export(h, None)) for h in hands(seka, seka.options_type(), 5, 150, "3", 60)]
    looks = [line for line in exported if '"dropped"' in line]
    assert looks
    file = tmp_path / "exports.jsonl"
    file.write_text("\n".join(exported), "utf-8")
    assert answer(capsys, "verify", str(file)).count(" holds: seka, ") == 150
    assert "pays for a look" in answer(capsys, "replay", str(file))
