"""Tables to take away."""

from __future__ import annotations

import csv
import io
import zipfile

from hypothesis import given
from hypothesis import strategies as st

from bot.standings.csvs import FILE_BYTES_MOST, csv_bytes, defused, ledger_csv, packed, standings_csv
from bot.standings.ranking import Measure, ranked, tallies
from bot.store.standings import LedgerRow, PlayedRow

TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=20)
CELLS = st.one_of(st.none(), st.integers(), TEXTS)
ROWS = st.lists(st.lists(CELLS, min_size=3, max_size=3), max_size=8)


def _read(made: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(made.decode("utf-8-sig"), newline="")))


@given(ROWS)
def test_what_is_written_is_read_again(rows: list[list[str | int | None]]) -> None:
    """Quotes, commas, line breaks, any script; texts but for the apostrophe that defuses a formula."""
    head, *read = _read(csv_bytes(("a", "b", "c"), rows))
    assert head == ["a", "b", "c"]
    wanted = [
        ["" if one is None else defused(one) if isinstance(one, str) else str(one) for one in row]
        for row in rows
    ]
    assert read == wanted


@given(TEXTS)
def test_no_text_is_a_formula(text: str) -> None:
    """Neither at once nor behind blanks; what is none stays as it is."""
    made = defused(text)
    assert made in (text, f"'{text}")
    assert made.lstrip()[:1] not in tuple("=+-@")
    if text[:1].isalnum():
        assert made == text


def test_lines_end_as_the_standard_says() -> None:
    """CRLF, after a byte order mark."""
    made = csv_bytes(("a",), [("x",)])
    assert made == b"\xef\xbb\xbfa\r\nx\r\n"


def test_a_negative_number_is_a_number() -> None:
    """Only what people wrote is defused; a former player has no name."""
    lines = [PlayedRow(1, 1, "aces", 3, 1, -7), PlayedRow(2, 1, "aces", 3, 1, 7)]
    made = standings_csv(ranked(tallies(lines, [1]), Measure.NET), {1: "=cmd()"})
    assert _read(made)[1:] == [
        ["1", "2", "former_player", "7", "3", "1", "1", "1", "7", "7.00"],
        ["2", "1", "'=cmd()", "-7", "3", "1", "1", "0", "-7", "-7.00"],
    ]


def test_the_ledger_names_accounts_and_owners() -> None:
    """House and pots have none."""
    row = LedgerRow(5, 0, "bet", 3, "stack", 1, "pot", None, 2, 9, None, None, "")
    (line,) = _read(ledger_csv([row], {1: "Ann"}))[1:]
    assert ",".join(line) == "5,1970-01-01T00:00:00+00:00,bet,3,stack,1,Ann,pot,,,2,9,,,,"


def test_a_big_file_is_packed() -> None:
    """So that Discord takes it."""
    small = b"x"
    assert packed("a.csv", small) == ("a.csv", small)
    big = b"line\r\n" * (FILE_BYTES_MOST // 5)
    name, made = packed("a.csv", big)
    assert name == "a.csv.zip" and len(made) < FILE_BYTES_MOST
    assert zipfile.ZipFile(io.BytesIO(made)).read("a.csv") == big
