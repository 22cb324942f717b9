"""Hand histories in TOML: written, read back whole, and refused with the reason where they do not hold."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import phh, toml
from engine.cards import spell
from engine.cli import BAD_INPUT, DONE, NOT_HELD, main
from engine.errors import EngineError, InputError, RecordError
from engine.export import export
from engine.games import game, registered
from engine.phh import About
from engine.record import read, verify, write
from engine.simulate import hands
from tests.engine.exported import EXPORT, FOLDED, HAND, OPENED, SHOWN, SHUFFLE
from tests.engine.random_exports import random_exports
from tests.engine.toy import TOY

HANDS_EACH = 1000
NAME = 'Ann "the\n\\ hand" \x7f\u202e удача'
ABOUT = About(12, "3", (2026, 2, 28), {1: NAME, 2: "Boris"})
PUBLIC = phh.write(read(EXPORT), ABOUT)
SEEDED = phh.write(read(OPENED))
Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize("key", ["aces", "seka", "teen_patti"])
def test_exports_of_a_thousand_random_hands_round_trip(key: str) -> None:
    """Any house rules, seats and reader, with words of any letters: what is read is what was exported."""
    verbs: set[str] = set()
    for exported, _ in random_exports(game(key), HANDS_EACH, seed=1):
        record = read(exported)
        history = phh.read(phh.write(record))
        assert history.record == record
        verbs |= {action.verb for action in record.actions}
    played = {
        "aces": "check bet call raise fold",
        "seka": "see pay look open pass join decline",
        "teen_patti": "see play side_show show pack accept refuse",
    }
    assert verbs == set(played[key].split())


@pytest.mark.parametrize("key", ["aces", "seka", "teen_patti"])
def test_what_is_read_back_holds_for_its_reader(key: str) -> None:
    """Proof, play, stacks and pots, and every line and field that is told besides."""
    for exported, _ in random_exports(game(key), 40, seed=2):
        record = read(exported)
        assert phh.read(phh.write(record)).verify() == verify(record)


def test_whole_records_round_trip_too() -> None:
    """With every card known, and a game of no name of its own in the standard."""
    with registered(TOY):
        for variant in (game("aces"), TOY):
            for hand in hands(variant, variant.options_type(), 4, 30, "1"):
                record = read(write(hand))
                history = phh.read(phh.write(record))
                assert history.record == record and history.verify().result == hand.result


def test_a_history_has_the_shape_of_the_standard() -> None:
    """Its field names and lines, our own fields behind an underscore, and plain TOML for anybody."""
    told = tomllib.loads(PUBLIC)
    standard = "variant antes blinds_or_straddles bring_in small_bet big_bet starting_stacks actions"
    optional = "finishing_stacks winnings seats players hand table year month day"
    assert [name for name in told if name[0] != "_"] == [*standard.split(), *optional.split()]
    assert told["players"] == [NAME, "Boris", "", ""] and told["seats"] == [1, 2, 3, 4]
    assert (told["hand"], told["table"], told["year"], told["month"], told["day"]) == (12, "3", 2026, 2, 28)
    assert told["antes"] == [1, 1, 1, 1] and (told["small_bet"], told["big_bet"]) == (1, 2)
    lines = told["actions"]
    assert lines[0] == "d db Jk" and lines[3] == "d dh p3 ??" and lines[13:17] == LINES_OF_ROUND_1
    shown = "".join(map(spell, HAND.view(SHOWN).seat(SHOWN).cards))
    assert f"p{SHOWN} sm {shown}" in lines


LINES_OF_ROUND_1 = ["p2 cbr 1", "p3 f", "p4 cc", "p1 cc"]


def test_names_are_told_only_where_they_were_asked_for() -> None:
    """They are personal: without them the players are seats."""
    assert "players" not in tomllib.loads(phh.write(read(EXPORT), About(12, "3")))


def test_players_stand_in_play_order_and_who_sits_out_behind_them() -> None:
    """The next after the dealer is p1; Teen Patti goes counter-clockwise."""
    hand = next(hands(game("teen_patti"), game("teen_patti").options_type(), 5, 1, "3"))
    told = tomllib.loads(phh.write(read(write(hand))))
    assert told["seats"] == list(hand.view(None).order) and told["seats"][-1] == told["_dealer"]
    record = write(next(hands(game("aces"), game("aces").options_type(), 3, 1, "1")))
    record["seats"].append({"seat": 9, "stack_before": 3, "stack_after": 3, "dealt_in": False})
    told = tomllib.loads(phh.write(read(record)))
    assert told["seats"][-1] == 9 and told["_not_dealt_in"] == [9] and told["antes"][-1] == 0


@given(st.recursive(st.booleans() | st.integers(-(2**70), 2**70) | st.text(), st.lists, max_leaves=20))
def test_any_value_is_read_back_from_toml(value: Any) -> None:
    """Texts of any letters, numbers of any size, lists in lists."""
    whole = tomllib.loads(f"a = {toml.spell(value)}\nb.c = {toml.spell([{'d': 1}])}")["a"]
    assert whole == json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))


# ---- what does not hold


def test_a_folded_hand_is_no_part_of_a_history() -> None:
    """Its closed cards stand for the public as ``??``, and nowhere else in the file."""
    hidden = [spell(c) for c in HAND.view(FOLDED).seat(FOLDED).cards[:2]]
    assert not any(re.search(rf"\b{card}\b", PUBLIC) for card in hidden)
    own = phh.write(read(export(HAND, FOLDED, SHUFFLE)))
    assert all(re.search(rf"\bd dh p{FOLDED} {card}\b", own) for card in hidden)


@pytest.mark.parametrize(
    ("text", "old", "new", "code", "reason"),
    [
        (PUBLIC, "d dh p1 Ac", "d dh p1 2c", "opening_differs", "the record has 2c, its opening Ac"),
        (PUBLIC, "d dh p3 ??", "d dh p3 2c", "opening_missing", "2c has no opening"),
        (PUBLIC, 'card = "Ac"', 'card = "2c"', "opening_false", "the opening of 2c misses the root"),
        (PUBLIC, "p1 sm AcAd", "p1 sm AcAs", "history_differs", "action line 37: the file says p1 sm AcAs"),
        (PUBLIC, '"p3 f"', '"p3 cc"', "action_illegal", "action 5 of seat 4: seat 4 is not on turn"),
        (PUBLIC, '"p2 cbr 1"', '"p2 cbr 3"', "action_illegal", "action 1 of seat 2: bet takes 1 to 1"),
        (PUBLIC, '"p2 cbr 1"', '"p2 cc"', "action_illegal", "action 2 of seat 3: "),
        (PUBLIC, '  "p4 cbr 2",\n', "", "action_illegal", "action "),
        (PUBLIC, "d db Jk", "d db As", "history_differs", "action line 1: the file says d db As"),
        (PUBLIC, "antes = [1,", "antes = [2,", "history_differs", "antes: the file says [2, 1, 1, 1]"),
        (PUBLIC, "winnings = [22", "winnings = [23", "history_differs", "winnings: "),
        (PUBLIC, "big_bet = 2", "big_bet = 4", "history_differs", "big_bet: the file says 4, play gives 2"),
        (PUBLIC, "finishing_stacks = [115", "finishing_stacks = [116", "stack_wrong", "says 116, play gives"),
        (PUBLIC, "{amount = 22", "{amount = 21", "pots_wrong", "pot 1: the record says 21 chips"),
        (PUBLIC, "hand_id = 17", "hand_id = 18", "", ""),  # a public export binds it to nothing
        (SEEDED, "hand_id = 17", "hand_id = 18", "deck_differs", "does not follow from seed, ids and words"),
        (SEEDED, f'seed = "{b"s".hex()}', 'seed = "00', "seed_swapped", "not the one that the commitment"),
        (SEEDED, "abacaxi", "abacate", "deck_differs", "does not follow"),
    ],
)
def test_a_forged_history_is_refused_with_the_reason(
    text: str, old: str, new: str, code: str, reason: str, tmp_path: Path, capsys: Capture
) -> None:
    """A card, an action, an opening, a seed, or what is told besides; by the command too."""
    assert old in text
    forged = text.replace(old, new, 1)
    file = tmp_path / "hand.phh"
    file.write_text(forged, encoding="utf-8")
    if not code:
        assert main(["verify", str(file)]) == DONE
        return
    with pytest.raises(RecordError) as refused:
        phh.read(forged).verify()
    assert refused.value.code == code and reason in str(refused.value)
    for command in ("verify", "replay"):
        assert main([command, str(file)]) == NOT_HELD
        out, err = capsys.readouterr()
        assert out == "" and reason in err and err.count("\n") == 1


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('["Ac", "Qd"', '["2c", "Qd"', "the record has 2c, its opening Ac"),
        ('"verb": "fold"', '"verb": "check"', "action 2 of seat 3: "),
        (f'"seed": "{b"s".hex()}', '"seed": "00', "the seed is not the one that the commitment binds to"),
    ],
)
def test_a_forged_record_in_json_is_refused_with_the_reason(
    old: str, new: str, reason: str, tmp_path: Path, capsys: Capture
) -> None:
    """The same for the other form of an export; cut short anywhere it is no JSON at all."""
    text = json.dumps(OPENED)
    assert old in text
    file = tmp_path / "hand.json"
    file.write_text(text.replace(old, new, 1))
    assert main(["verify", str(file)]) == NOT_HELD
    assert reason in capsys.readouterr().err
    for length in range(1, len(text), 97):
        file.write_text(text[:length])
        assert main(["verify", str(file)]) == BAD_INPUT
        assert "is no JSON" in capsys.readouterr().err


def test_a_history_cut_short_anywhere_is_refused(tmp_path: Path, capsys: Capture) -> None:
    """At every line and in the middle of every line; the command says why, with exit code 2."""
    lines = SEEDED.splitlines(keepends=True)
    cuts = ["".join(lines[:n]) for n in range(1, len(lines))]
    for text in [*cuts, *(cut + lines[n][: len(lines[n]) // 2] for n, cut in enumerate(cuts, 1))]:
        with pytest.raises(EngineError) as refused:
            phh.read(text)
        assert refused.value.code in ("record_truncated", "toml_malformed")
    file = tmp_path / "hand.phh"
    file.write_text(cuts[-1], encoding="utf-8")
    assert main(["verify", str(file)]) == BAD_INPUT
    assert "the file is cut short: its last line, _whole = true, is missing" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new", "error", "text"),
    [
        ('variant = "aces"', 'variant = "whist"', InputError, "unknown game 'whist'"),
        ('variant = "aces"', "variant = 3", RecordError, "variant must be a text"),
        ("_options.unit = 1", "_options.unit = 0", InputError, "option unit takes"),
        ("_options.unit = 1", "_options.blind = 1", InputError, "unknown option 'blind'"),
        ("seats = [1, 2, 3, 4]", "seats = [1, 2, 3]", RecordError, "lists of one length"),
        ("seats = [1, 2, 3, 4]", "seats = [1, 2, 3, true]", RecordError, "seats must be a list of whole"),
        ("seats = [1, 2, 3, 4]", "seats = [1, 2, 3, 3]", RecordError, "distinct seats"),
        ("_dealer = 4", "_dealer = 5", RecordError, "with the dealer among them"),
        ('"p3 f"', "3", RecordError, "actions must be a list of texts"),
        ('"p3 f"', '"p3 f f"', RecordError, "action line 15: 'p3 f f' is no line"),
        ('"p3 f"', '"p9 f"', RecordError, "action line 15: there is no player p9"),
        ('"p3 f"', '"d deck 2"', RecordError, "action line 15: deck 2 does not come next"),
        ("d dh p1 Ac", "d dh p1 1c", RecordError, "action line 2: unknown card '1c'"),
        ("_whole = true", "_undealt = []\n_whole = true", RecordError, "_undealt must be a list"),
        ("_whole = true", "_undealt = [3]\n_whole = true", RecordError, "_undealt must be lists of cards"),
        ("_whole = true", f"a = {'9' * 5000}\n_whole = true", InputError, "no TOML that can be read"),
        ("_whole = true", f"a = {'[' * 5000}\n_whole = true", InputError, "no TOML that can be read"),
        ('"p2 cbr 1"', f'"p2 cbr {"9" * 30}"', RecordError, "is no line of a hand history"),
        ('commitment = "', 'commitment = "x', RecordError, "proof: commitment"),
    ],
)
def test_what_is_no_history_is_not_read(
    old: str, new: str, error: type[EngineError], text: str, tmp_path: Path, capsys: Capture
) -> None:
    """A part that is missing or of the wrong kind is named; exit code 2."""
    assert old in PUBLIC
    forged = PUBLIC.replace(old, new, 1)
    with pytest.raises(error) as refused:
        phh.read(forged)
    assert text in str(refused.value)
    file = tmp_path / "hand.phh"
    file.write_text(forged, encoding="utf-8")
    assert main(["verify", str(file)]) == BAD_INPUT
    assert text in capsys.readouterr().err


def test_comments_and_further_fields_change_nothing() -> None:
    """The standard allows both."""
    noted = PUBLIC.replace('"p3 f"', '"p3   f  # he thought long"').replace(
        "hand = 12", 'hand = 12\nevent = "x"'
    )
    history = phh.read("# a comment\n" + noted)
    assert history.record == read(EXPORT) and history.verify().result == HAND.result


def test_a_history_is_replayed_as_its_seat_saw_it(tmp_path: Path, capsys: Capture) -> None:
    """The file of who folded shows his closed cards to him alone."""
    file = tmp_path / "hand.phh"
    file.write_text(phh.write(read(export(HAND, FOLDED, SHUFFLE))), encoding="utf-8")
    first = spell(HAND.view(FOLDED).seat(FOLDED).cards[0])
    assert main(["replay", str(file), "--seat", str(FOLDED)]) == DONE
    assert f"seat {FOLDED} {first}" in capsys.readouterr().out
    assert main(["replay", str(file)]) == DONE
    assert f"seat {FOLDED} {first}" not in capsys.readouterr().out
