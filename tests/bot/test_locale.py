"""Texts, numbers, lists and dates as each language writes them."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.locale import (
    LOCALES,
    Text,
    average,
    command,
    day,
    either,
    frame,
    listed,
    locale_of,
    moment,
    numbers,
    option,
    percent,
    raw,
    say,
    say_many,
    signed,
    strung,
)
from bot.locale.catalogues import Catalogue

GAP = "\u00a0"
BIG = frame("{chips} <t:{at}:R> <#{at}> {table} {number}", chips=1234567, at=1234567, table=4321, number=8765)


def in_all(text: Text) -> list[str]:
    """In English, Russian and Portuguese."""
    return [text.to(locale) for locale in LOCALES]


@pytest.mark.parametrize(
    ("text", "english", "russian", "portuguese"),
    [
        (raw(999), "999", "999", "999"),
        (raw(12345), "12,345", f"12{GAP}345", "12.345"),
        (raw(-12345), "−12,345", f"−12{GAP}345", "−12.345"),
        (signed(12345), "+12,345", f"+12{GAP}345", "+12.345"),
        (signed(-7), "−7", "−7", "−7"),
        (signed(0), "0", "0", "0"),
        (average(-1234.56), "−1,234.6", f"−1{GAP}234,6", "−1.234,6"),
        (average(0.25), "+0.2", "+0,2", "+0,2"),
        (percent(1, 81), "1.23%", f"1,23{GAP}%", "1,23%"),
        (percent(1, 4), "25%", f"25{GAP}%", "25%"),
        (percent(3, 20_358_520), "0.0000147%", f"0,0000147{GAP}%", "0,0000147%"),
        (listed(["Ann"]), "Ann", "Ann", "Ann"),
        (listed(["Ann", "Bo", "Cy"]), "Ann, Bo, and Cy", "Ann, Bo и Cy", "Ann, Bo e Cy"),
        (either(["Ann", "Bo"]), "Ann or Bo", "Ann или Bo", "Ann ou Bo"),
        (strung(["Ann", "", raw(1000)]), "Ann, 1,000", f"Ann, 1{GAP}000", "Ann, 1.000"),
        (strung([raw(1), raw(2)], " + "), "1 + 2", "1 + 2", "1 + 2"),
        (
            day(date(2026, 11, 6)),
            "Friday, November 6, 2026",
            "пятница, 6 ноября 2026\u202fг.",
            "sexta-feira, 6 de novembro de 2026",
        ),
        (
            moment(datetime(2026, 11, 6, 20)),  # noqa: DTZ001 - a time on a wall clock
            "Fri, Nov 6, 2026 20:00",
            "пт, 6 нояб. 2026\u202fг. 20:00",
            "sex., 6 de nov. de 2026 20:00",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",  # what a Text prints names addresses
)
def test_each_language_writes_in_its_own_way(text: Text, english: str, russian: str, portuguese: str) -> None:
    """Groups, points, signs, the last "and", the order of a date."""
    assert in_all(text) == [english, russian, portuguese]


def test_numbers_that_name_something_are_written_plainly() -> None:
    """Of a table, a hand, and in Discord's markup: they are typed, or read by Discord."""
    assert BIG.to("en") == "1,234,567 <t:1234567:R> <#1234567> 4321 8765"
    assert BIG.to("pt_BR") == "1.234.567 <t:1234567:R> <#1234567> 4321 8765"


@given(st.integers(-(10**12), 10**12), st.sampled_from(LOCALES))
def test_a_number_keeps_its_digits(number: int, locale: str) -> None:
    """Whatever stands between them."""
    written = raw(number).to(locale)
    assert "".join(letter for letter in written if letter.isdigit()) == str(abs(number))
    assert written.startswith("−") == (number < 0)
    assert signed(number).to(locale).lstrip("+") == written


def test_parts_of_a_text_are_in_its_readers_language() -> None:
    """Also where a list is part of a part."""
    text = frame(
        "{names}: {chips}",
        names=listed([say("Seka"), "Ann"]),
        chips=say_many("{count} chip", "{count} chips", 2),
    )
    assert in_all(text) == ["Seka and Ann: 2 chips", "Сека и Ann: 2 фишки", "Seka e Ann: 2 fichas"]


def test_texts_that_say_the_same_are_equal() -> None:
    """Before anybody reads them: what is on a message is compared with what should be."""
    parts: list[Text | str] = ["Ann", say("Seka")]
    for make in (listed, either, strung):
        assert make(parts) == make(iter(parts)) != make(["Ann"])
    assert strung(["Ann"]) != listed(["Ann"]) and signed(5) == signed(5) != average(5)
    assert command("bank statement", page=2) == command("bank statement", page=2)


def test_a_command_is_named_as_its_reader_types_it() -> None:
    """In a message, with options, and an option alone."""
    catalogue = Catalogue("ru")
    table, open_ = (catalogue.form(word, context="command") for word in ("table", "open"))
    assert {table, open_}.isdisjoint({"table", "open"})
    assert frame("use {/table open}.").to("ru") == f"use /{table} {open_}."
    assert frame("use {/table open}.").to("en") == "use /table open."
    page = catalogue.form("page", context="option")
    assert option("page").to("ru") == page != "page"
    assert command("bank statement", page=1234).to("en") == "/bank statement page:1234"
    assert command("bank statement", page=2).to("ru").endswith(f" {page}:2")


def test_a_name_that_looks_like_a_field_stays_a_name() -> None:
    """What people write is never read as a message."""
    name = "{/table open} {0} {name}"
    assert say("{name} bets {chips}.", name=name, chips=1).to("en") == f"{name} bets 1."


@pytest.mark.parametrize(
    ("discord", "locale"),
    [
        ("en-US", "en"),
        ("en-GB", "en"),
        ("ru", "ru"),
        ("pt-BR", "pt_BR"),
        ("de", "en"),
        ("zh-CN", "en"),
        ("", "en"),
    ],
)
def test_a_discord_locale_means_a_language(discord: str, locale: str) -> None:
    """English where there is none."""
    assert locale_of(discord) == locale


def test_a_language_that_is_not_spoken_reads_english() -> None:
    """A code of an older database, or none at all."""
    assert say_many("{count} chip", "{count} chips", 1200).to("de") == "1,200 chips"


def test_a_number_is_written_short_where_there_is_little_room() -> None:
    """At most six letters and a sign, rounded towards zero, so that it is never more than there is."""
    given = (0, 999, 99_999, 150_000, 1_290_000, 999_999_999, 10**10, -1_290_000)
    english = ["0", "999", "99,999", "150k", "1.2M", "999M", "10G", "−1.2M"]
    assert [numbers.short(n, "en") for n in given] == english
    assert [numbers.short(n, "ru") for n in given[2:5]] == [f"99{GAP}999", "150k", "1,2M"]
    assert [numbers.signed_short(n, "pt_BR") for n in (12_345, -12_345, 0)] == ["+12.345", "−12.345", "0"]
