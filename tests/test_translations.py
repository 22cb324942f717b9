"""Every language says all that the bot says, with the same fields and marks, in complete plural forms."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural

from bot.locale import ENGLISH
from bot.locale.catalogues import Catalogue
from tests.catalogue import TRANSLATED, complete, extracted, translations
from tests.foreign_words import strange

MARKUP = re.compile(r"<(?:t:|#|@&|@)[^<>]*>")  # Discord's timestamps, channels and mentions
FORMATS = ("**", "__", "~~", "||", "`")
# Discord's limits of what messages of a context are shown as: forms' titles and labels, buttons, menus.
LENGTHS_MOST = {
    "setting": 45,
    "terms": 45,
    "option": 45,
    "button": 80,
    "answer": 80,
    "temperament": 100,
    "menu": 150,
}
NUMBER_LENGTH = 13  # of what stands in a field there: a verb, or a billion chips
STRAY_SPACE = re.compile(r"^ | $|  | [,.;!?](?:\s|$)")
Key = tuple[str, str]
Catalogs = tuple[Catalog, Catalog]


@cache
def source() -> Catalog:
    """What the source says."""
    return extracted()


def key(message: Message) -> Key:
    """Context and English message, by which a translation is found."""
    return str(message.context or ""), _ids(message)[0]


def messages(catalogue: Catalog) -> dict[Key, Message]:
    """All but the header."""
    return {key(message): message for message in catalogue if message.id}


def _ids(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _forms(message: Message) -> tuple[str, ...]:
    """The translation in every form, as far as there is one."""
    string_: Any = message.string
    return tuple(filter(None, (string_,) if isinstance(string_, str) else string_ or ()))


def missing(catalogue: Catalog, said: Catalog) -> Iterator[str]:
    """What is said and not translated, or in other plural forms than the source has."""
    there = messages(catalogue)
    for found, message in messages(said).items():
        translated = there.get(found)
        if translated is None or _ids(translated) != _ids(message) or not complete(translated.string):
            yield f"{found}: not translated"
        elif translated.fuzzy:
            yield f"{found}: not certain (fuzzy)"


def outdated(catalogue: Catalog, said: Catalog) -> Iterator[str]:
    """What is translated and said no more."""
    known = messages(said).keys()
    yield from (f"{found}: not said any more" for found in messages(catalogue) if found not in known)
    yield from (f"{found}: obsolete" for found in catalogue.obsolete)


def other_fields(catalogue: Catalog, _said: Catalog) -> Iterator[str]:
    """Translations whose fields are not those of the English message; a form may leave the count out."""
    for found, message in messages(catalogue).items():
        ids = _ids(message)
        needed = Counter(_fields(ids[-1]))
        for form in _forms(message):
            try:
                fields = Counter(_fields(form))
            except ValueError:
                yield f"{found}: {form!r} is no message"
                continue
            if len(ids) > 1:
                del fields["count"], needed["count"]
            if set(fields) != set(needed):
                yield f"{found}: {sorted(fields)} for {sorted(needed)}"


def _fields(form: str) -> list[str]:
    """Fields and commands; a field with anything but its name would be formatted in English alone."""
    found = []
    for _text, name, spec, conversion in string.Formatter().parse(form):
        if name is not None:
            found.append(f"{name}{conversion or ''}{spec or ''}")
    return found


def other_marks(catalogue: Catalog, _said: Catalog) -> Iterator[str]:
    """Translations that open bold and do not close it, say a timestamp in another way, or add lines."""
    for found, message in messages(catalogue).items():
        english = _ids(message)[-1]
        for form in _forms(message):
            marks = [mark for mark in FORMATS if form.count(mark) != english.count(mark)]
            if marks:
                yield f"{found}: {marks} in {form!r}"
            if sorted(MARKUP.findall(form)) != sorted(MARKUP.findall(english)):
                yield f"{found}: {MARKUP.findall(form)}"
            if form.count("\n") != english.count("\n") or form.startswith("-#") != english.startswith("-#"):
                yield f"{found}: other lines in {form!r}"


def stray(catalogue: Catalog, _said: Catalog) -> Iterator[str]:
    """Spaces where no space belongs, and none where the English message begins or ends with one."""
    for found, message in messages(catalogue).items():
        english = _ids(message)[-1]
        for form in _forms(message):
            if (form[:1].isspace(), form[-1:].isspace()) != (english[:1].isspace(), english[-1:].isspace()):
                yield f"{found}: other spaces around {form!r}"
            elif STRAY_SPACE.search(form.strip()):
                yield f"{found}: a space too many in {form!r}"


def too_long(catalogue: Catalog, _said: Catalog) -> Iterator[str]:
    """Labels that Discord would refuse, so that the bot would cut them."""
    for found, message in messages(catalogue).items():
        most = LENGTHS_MOST.get(found[0], 10**6)
        for form in (*_ids(message), *_forms(message)):
            if len(re.sub(r"\{[^{}]*\}", "x" * NUMBER_LENGTH, form)) > most:
                yield f"{found}: {form!r} is longer than {most}"


def plural_forms(catalogue: Catalog, _said: Catalog) -> Iterator[str]:
    """Another number of forms, or another rule for them, than CLDR has for the language."""
    usual = get_plural(str(catalogue.locale))
    if (catalogue.num_plurals, catalogue.plural_expr) != (usual.num_plurals, usual.plural_expr):
        yield f"{catalogue.plural_forms} for {usual.plural_forms}"
    for found, message in messages(catalogue).items():
        forms: Any = message.string
        if message.pluralizable and len(forms) != usual.num_plurals:
            yield f"{found}: {len(forms)} forms for {usual.num_plurals}"


CHECKS: tuple[Callable[[Catalog, Catalog], Iterator[str]], ...] = (
    missing,
    outdated,
    other_fields,
    other_marks,
    stray,
    too_long,
    plural_forms,
)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("locale", TRANSLATED)
def test_every_text_is_translated(locale: str, check: Callable[[Catalog, Catalog], Iterator[str]]) -> None:
    """Nothing is missing, outdated, incomplete, or says other fields and marks than the English message."""
    assert list(check(translations(locale), source())) == []


def planted(
    *found: tuple[Any, Any], said: tuple[Any, ...] = (), context: str = ""
) -> tuple[Catalog, Catalog]:
    """A translation and a source that says its messages, or ``said``."""
    catalogue, english = Catalog(locale="ru"), Catalog()
    for ids, form in found:
        catalogue.add(ids, form, context=context or None)
    for ids in said or [ids for ids, _ in found]:
        english.add(ids, context=context or None)
    return catalogue, english


FIELD, MANY = "{name} bets", ("{count} chip of {name}", "{count} chips of {name}")
GOOD = (
    ("**{name}** folds <t:{at}:R>. {/table open}", "<t:{at}:R> **{name}** пас. {/table open}"),
    (MANY, ("фишка {name}", "{count} фишки {name}", "{count} фишек {name}")),
)


@pytest.mark.parametrize(
    ("check", "catalogues"),
    [
        (missing, planted((FIELD, "{name} ставит"), said=(FIELD, "other"))),
        (missing, planted((FIELD, ""))),
        (missing, planted((MANY, ("{count} фишка {name}", "", "{count} фишек {name}")))),
        (missing, planted((MANY[0], "{count} фишка {name}"), said=(MANY,))),
        (outdated, planted((FIELD, "{name} ставит"), said=("other",))),
        (other_fields, planted((FIELD, "ставит"))),
        (other_fields, planted((FIELD, "{nome} ставит"))),
        (other_fields, planted((FIELD, "{name!r} ставит"))),
        (other_fields, planted((FIELD, "{name ставит"))),
        (other_fields, planted((FIELD, "{name}, {name} и {other}"))),
        (other_fields, planted((MANY, ("{count} фишка {name}", "{count} фишки", "{count} фишек {name}")))),
        (other_fields, planted(("Use {/table open}", "Введите {/table close}"))),
        (other_marks, planted(("**{name}** bets", "**{name} ставит"))),
        (other_marks, planted(("bets <t:{at}:R>", "ставит <t:{at}:D>"))),
        (other_marks, planted(("one\ntwo", "один два"))),
        (stray, planted(("{name} bets", "{name} ставит "))),
        (stray, planted((" the rest", "остальное"))),
        (stray, planted(("{name} bets", "{name}  ставит"))),
        (stray, planted(("{name} bets.", "{name} ставит ."))),
        (too_long, planted(("Bet", "x" * 81), context="button")),
        (too_long, planted(("Bet {chips}", "x" * 68 + "{chips}"), context="button")),
        (plural_forms, planted((MANY, ("{count} фишка {name}", "{count} фишек {name}")))),
    ],
)
def test_each_fault_of_a_translation_is_found(
    check: Callable[[Catalog, Catalog], Iterator[str]], catalogues: Catalogs
) -> None:
    """A check that finds nothing anywhere would prove nothing; and a sound translation has no fault."""
    assert len(list(check(*catalogues))) == 1
    assert list(check(*planted(*GOOD))) == []


def test_another_rule_of_plurals_is_found() -> None:
    """The header's rule decides which form is said."""
    catalogue = Catalog(locale="ru")
    catalogue.mime_headers = [("Plural-Forms", "nplurals=2; plural=(n != 1);")]
    assert len(list(plural_forms(catalogue, Catalog()))) == 1


@pytest.mark.parametrize(
    ("locale", "counts"),
    [
        ("ru", {1: 0, 2: 1, 5: 2, 11: 2, 21: 0, 101: 0, 111: 2, 112: 2, 122: 1}),
        ("pt_BR", {0: 0, 1: 0, 2: 2, 21: 2, 999_999: 2, 1_000_000: 1}),  # "um milhão de fichas"
    ],
)
def test_a_count_chooses_its_form(locale: str, counts: dict[int, int]) -> None:
    """Of the chips, as the file says them."""
    forms: Any = messages(translations(locale))["", "{count} chip"].string
    catalogue = Catalogue(locale)
    for count, form in counts.items():
        assert catalogue.form("{count} chip", plural="{count} chips", count=count) == forms[form], count


def test_what_a_catalogue_lacks_is_said_in_english_and_noted(caplog: pytest.LogCaptureFixture) -> None:
    """Once in the log, however often it is said."""
    catalogue = Catalogue("ru")
    for _ in range(2):
        assert catalogue.form("never said {n}", context="a test") == "never said {n}"
        assert catalogue.form("one never", plural="many nevers", count=2) == "many nevers"
    assert catalogue.missing == {("a test", "never said {n}"), ("", "one never")}
    assert [record.getMessage() for record in caplog.records] == ["a text is not translated"] * 2
    assert not Catalogue(ENGLISH).missing


@pytest.mark.parametrize(
    ("locale", "text", "found"),
    [
        ("ru", "Ann ставит 2 chips. Пот 5", {"chips"}),
        ("ru", "Ann xyzzy 2", {"xyzzy"}),
        ("pt_BR", "Boris bets 2.", {"bets"}),
        ("pt_BR", "Vez de Boris", set()),
        ("en", "Ann ставит 2.", {"ставит"}),
        ("en", "**Ann** bets 2. <t:1:R> `ставит`", set()),
    ],
)
def test_a_word_of_another_language_is_found(locale: str, text: str, found: set[str]) -> None:
    """The check bites; names, markup and code are no words."""
    assert strange(locale, text, frozenset(("ann", "boris"))) == found
