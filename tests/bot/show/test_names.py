"""A name can do nothing but name."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.show.names import plain_name, safe_name
from tests.bot.show.random_scenes import NAMES


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("Ann", "Ann"),
        ("**Ann**", r"\*\*Ann\*\*"),
        ("`a` ~~b~~ ||c||", r"\`a\` \~\~b\~\~ \|\|c\|\|"),
        ("@everyone", "@\u200beveryone"),
        ("<@123>", "\\<@\u200b123\\>"),
        ("[x](https://y.z)", r"\[x\]\(https\:\/\/y\.z\)"),
        ("# - > 1.", r"\# \- \> 1\."),
        ("a\nb\tc\u2028d", "a b c d"),
        ("\u202eevil\u202c", "evil"),
        ("", "—"),
        (" \u200b\u3164\u2800\x00 ", "—"),
        ("\u0301\u0489", "—"),
        ("e\u0301\u0301\u0301\u0301", "é\u0301\u0301"),
        ("Ольга 🃏", "Ольга 🃏"),
        ("x" * 21, "x" * 19 + "…"),
        ("漢" * 11, "漢" * 9 + "…"),
        ("שלום", "\u2068שלום\u2069"),
    ],
)
def test_a_name_is_made_harmless(name: str, safe: str) -> None:
    """Markdown, mentions, links, invisible and reordering characters; cut by columns, never empty."""
    assert safe_name(name) == safe


def test_labels_need_no_escapes() -> None:
    """A label is not formatted: the same letters without backslashes."""
    assert plain_name("**Ann**") == "**Ann**"
    assert plain_name("\u202e\u200b") == "—"


@given(st.one_of(NAMES, st.text(max_size=100)), st.integers(2, 40))
def test_no_name_escapes(name: str, width: int) -> None:
    """Whatever it is: something to see, within its width, without raw punctuation or control."""
    plain, safe = plain_name(name, width), safe_name(name, width)
    body = plain.strip("\u2068\u2069")
    assert body.strip()
    marks = ("Mn", "Me")
    seen = [c for c in body if unicodedata.category(c) not in marks]
    assert sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in seen) <= width
    assert not re.search(r"(?<!\\)[`*_~|<>\[\]()#]", safe.replace("\\\\", ""))
    assert not re.search("@[^\u200b]|@$", safe)
    assert all(unicodedata.category(c) not in ("Cc", "Cs", "Co", "Cn") for c in safe)
