"""``python -m engine`` with Teen Patti: every command."""

from __future__ import annotations

import json
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from engine import cli
from tests.engine.teen_patti.test_ranking import EXAMPLES


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command prints that succeeds."""
    assert cli.main(arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_rank_and_compare(capsys: pytest.CaptureFixture[str]) -> None:
    """Class, cards, and what the joker stands for; the better of two."""
    ranked = json.loads(answer(capsys, "rank", "teen_patti", "2s 3d Jk", "-o", "jokers=1", "--json"))
    assert ranked == {"class": "run", "cards": ["Jk", "3d", "2s"], "joker_as": ["As"]}
    assert answer(capsys, "compare", "teen_patti", "9c 9d 5s", "9h 9s 5h") == "a\n"
    assert answer(capsys, "compare", "teen_patti", "9c 9d 5s", "9h 9s 5h", "-o", "suits=split") == "tie\n"


def test_c7_the_examples_line_by_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As they are written."""
    text = "\n".join(map(json.dumps, EXAMPLES)).encode()
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text)))
    answers = [json.loads(line) for line in answer(capsys, "compare", "--jsonl").splitlines()]
    assert [one["result"] for one in answers] == [one["result"] for one in EXAMPLES]


def test_c7_6_odds(capsys: pytest.CaptureFixture[str]) -> None:
    """By class key, with the total."""
    told = json.loads(answer(capsys, "odds", "teen_patti", "-o", "a23_suited=color", "--json"))
    assert told == {
        "trial": 52,
        "round": 44,
        "run": 720,
        "color": 1100,
        "pair": 3744,
        "high_card": 16440,
        "total": 22100,
    }


@pytest.mark.parametrize("ante", ["each", "dealer", "blinds"])
def test_simulate_verify_and_replay(capsys: pytest.CaptureFixture[str], tmp_path: Path, ante: str) -> None:
    """Records of random hands hold, and are told as the public may see them."""
    simulated = answer(
        capsys,
        *("simulate", "teen_patti", "--seats", "5", "--hands", "40", "--seed", "7", "--stack", "30"),
        *("--jsonl", "-o", f"ante={ante}", "-o", "jokers=2", "-o", "limit=pot"),
    )
    file = tmp_path / "hands.jsonl"
    file.write_text(simulated, "utf-8")
    verified = answer(capsys, "verify", str(file)).splitlines()
    assert len(verified) == 40 and all(" holds: teen_patti, dealer seat " in line for line in verified)
    told = answer(capsys, "replay", str(file))
    assert "looks at the own cards" in told and "dealt: " in told
    closed = [line for line in told.splitlines() if line.startswith("dealt: ")]
    assert closed and all(set(line.split()) & {"??"} for line in closed)
    verbs = {action["verb"] for line in simulated.splitlines() for action in json.loads(line)["actions"]}
    assert {"see", "play", "pack", "show"} <= verbs
