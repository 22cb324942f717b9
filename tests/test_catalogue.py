"""Every text that a person reads in Discord is in the catalogue (invariant 6): the source itself is read."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests import catalogue

ROOT = Path(__file__).parent.parent
# Where texts for people are made or sent. The rehearsal is a program of its own with a page of its own.
FOLDERS = (
    "bot/show",
    "bot/show/pictures",
    "bot/tables",
    "bot/nights",
    "bot/standings",
    "bot/history",
    "cogs",
)
SOURCES = [
    *sorted(path for folder in FOLDERS for path in (ROOT / folder).glob("*.py")),
    *sorted((ROOT / "bot").glob("*_items.py")),
    *(ROOT / "bot" / name for name in ("buttons.py", "reporter.py", "invite.py", "client.py", "tree.py")),
]

CATALOGUED = {"say": 0, "say_many": 0, "say_as": 1, "locale_str": 0}  # the place of the message
FRAMES = {"frame"}  # parts put together: no words of its own
# Arguments that people see, of calls that make or send something for Discord.
SEEN_KEYWORDS = {"label", "placeholder", "title", "content", "description", "hint", "text"}
SEEN_FIRST = {
    "TextDisplay",
    "send_message",
    "send",
    "SelectOption",
    "answer",
    "answer_all",
}
CARDS = re.compile(r"(?:(?:[2-9TJQKA][cdhs]|Jk)\s*)+")
WORD = re.compile(r"[^\W\d_]{2,}")
_TYPED = re.compile(r"(?<![\w/<{])/([a-z][a-z-]+(?: [a-z-]+)?)")
_NAMED = re.compile(r"\{/([^{}]*)\}")
# A field, a word before it or none, and what looks like several of a thing; verbs follow who does them.
COUNTED = re.compile(r"\{(\w+)\}(?:\*\*)? (?:([a-z-]+) )?([a-z]+s|people|children)\b")
VERBS = frozenset(
    ("is", "has", "was", "as", "takes", "costs", "goes", "begins", "stands", "decides", "brings", "shows")
)
NO_ADJECTIVES = frozenset(
    ("and", "or", "in", "on", "of", "at", "to", "with", "that", "min", "s", "h", *VERBS)
)
NAMED = frozenset(("name", "manager", "number", "verb", "server", "title"))  # no numbers of things
# Where a text names a button: after these words, in bold, or in brackets.
BUTTON_NAMED = (
    r"(?i:\bpress(?:es)?|\bunder|\banswers?) (?:\*\*)?(?:{one_of})\b|\*\*(?:{one_of})\*\*|\((?:{one_of})\)"
)
NO_BUTTON = "**Play** with the buttons"
# As public as the button, of the same private panel, or the description of a command's option.
NAMED_AS_READ = (
    "Nobody sits here yet: press Join.",
    "Only who answers I'm in or Maybe may sit",
    "Seats are for those who answer I'm in or Maybe.",
    "You sit out: you are not dealt in until you press I am back.",
)
SENTENCE = re.compile(r"(?=.*[^\W\d_]{3})[^\W\d_]+[,.:;!?]? +[^\W\d_]+")


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _literal(node: ast.expr) -> str | None:
    """What a literal says, its fields left out; None for anything that is no literal."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return " ".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
    return None


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _fields(message: str) -> set[str]:
    """The fields that need a parameter; commands, such as ``{/table open}``, need none."""
    named = {name for _, name, _, _ in string.Formatter().parse(message) if name is not None}
    return {name for name in named if not name.startswith("/")}


def _given(call: ast.Call, own: set[str]) -> set[str] | None:
    """The names of the parameters; None where they come from a mapping."""
    if any(keyword.arg is None for keyword in call.keywords):
        return None
    return {str(keyword.arg) for keyword in call.keywords} - own


def uncatalogued(tree: ast.AST) -> Iterator[str]:
    """Literals with words that are given to Discord as they stand."""
    for call in _calls(tree):
        seen = [keyword.value for keyword in call.keywords if keyword.arg in SEEN_KEYWORDS]
        if _name(call) in SEEN_FIRST:
            seen += call.args
        for value in seen:
            words = _literal(value)
            if words is not None and WORD.search(words) and _name(call) not in CATALOGUED:
                yield f"line {value.lineno}: {_name(call)}(… {words[:60]!r} …)"


def sentences(tree: ast.Module) -> Iterator[str]:
    """Literals of several words that are neither catalogued, nor for developers: logs, errors, docstrings."""
    allowed: set[int] = set()
    for node in ast.walk(tree):
        developers = isinstance(node, ast.Raise | ast.Assert) or (
            isinstance(node, ast.Call)
            and (_name(node) in (*CATALOGUED, "command") or _is_for_developers(node))
        )
        if developers:
            allowed.update(id(inner) for inner in ast.walk(node))
        if isinstance(node, ast.Expr):  # a docstring
            allowed.add(id(node.value))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant | ast.JoinedStr) and id(node) not in allowed:
            words = _literal(node)
            if words is not None and SENTENCE.search(words) and not CARDS.fullmatch(words):
                yield f"line {node.lineno}: {words[:60]!r}"
                allowed.update(id(inner) for inner in ast.walk(node))


def _is_for_developers(call: ast.Call) -> bool:
    """Logs, what is printed where the bot runs, and the reasons that the store keeps in English."""
    owner = call.func.value if isinstance(call.func, ast.Attribute) else None
    logs = isinstance(owner, ast.Name) and owner.id == "log"
    return logs or _name(call) == "print" or (isinstance(owner, ast.Name) and owner.id == "hands")


def typed(tree: ast.AST) -> Iterator[str]:
    """Commands that are named by their English name, or that there are not."""
    for call in _calls(tree):
        if _name(call) not in CATALOGUED and _name(call) != "command":
            continue
        for form in call.args:
            text = _literal(form) or ""
            if _name(call) == "command":
                text = f"{{/{text}}}"
            yield from (f"line {call.lineno}: /{path} stands as it is" for path in _TYPED.findall(text))
            named = _NAMED.findall(text)
            yield from (f"line {call.lineno}: no command {path}" for path in named if path not in _paths())


@cache
def _paths() -> frozenset[str]:
    """Every command and group of the bot, such as ``table open`` and ``table``."""
    return frozenset(path for path, _command, _where in catalogue.commands_of_cogs())


def without_plural(tree: ast.AST) -> Iterator[str]:
    """Messages where a number that chooses no plural form stands before what it counts: "{most} chips"."""
    for call in _calls(tree):
        if _name(call) not in CATALOGUED:
            continue
        counted = {"count"} if _name(call) == "say_many" else set()
        for form in call.args:
            for field, between, noun in COUNTED.findall(_literal(form) or ""):
                if field not in NAMED | counted and between not in NO_ADJECTIVES and noun not in VERBS:
                    yield f"line {call.lineno}: {{{field}}} {between} {noun}"


def unsound(tree: ast.AST) -> Iterator[str]:
    """Messages that no tool could find, or whose fields and parameters are not the same."""
    for kind in (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
        if any(keyword.arg == "group_name" for keyword in kind.keywords):  # ``name`` is enough
            yield f"line {kind.lineno}: the name of a group is no text of its own"
    for call in _calls(tree):
        name = _name(call)
        if (
            name in FRAMES
            and call.args
            and WORD.search(re.sub(r"\{[^}]*\}", "", _literal(call.args[0]) or ""))
        ):
            yield f"line {call.lineno}: {name} with words of its own"
        if name == "rename" and any(_name(inner) == "locale_str" for inner in _calls(call)):
            yield f"line {call.lineno}: the name of an option is no text of its own"
        if name not in CATALOGUED:
            continue
        place = CATALOGUED[name]
        forms = call.args[place : place + (2 if name == "say_many" else 1)]
        if not forms or not all(isinstance(form, ast.Constant) for form in forms):
            yield f"line {call.lineno}: the message of {name} is not written out"
            continue
        given = _given(call, set())
        if name == "locale_str" or given is None:
            continue
        needed = set().union(*(_fields(str(form.value)) for form in forms if isinstance(form, ast.Constant)))
        counted = {"count"} if name == "say_many" else set()
        if needed - counted != given - counted:
            yield f"line {call.lineno}: fields {sorted(needed)}, parameters {sorted(given)}"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_text_reaches_discord_outside_the_catalogue(path: Path) -> None:
    """Neither as an argument that people see, nor as a sentence that stands anywhere else."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert [*uncatalogued(tree), *sentences(tree)] == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_messages_are_written_out_with_the_parameters_that_they_name(path: Path) -> None:
    """So that translators find them, and no text breaks when it is put into words."""
    assert list(unsound(ast.parse(path.read_text(encoding="utf-8")))) == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_number_of_things_chooses_their_form(path: Path) -> None:
    """By ``say_many`` or ``chips_text``: "1 chips" is wrong, and Russian has three forms."""
    assert list(without_plural(ast.parse(path.read_text(encoding="utf-8")))) == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_commands_are_named_as_their_reader_types_them(path: Path) -> None:
    """A message names a command as ``{/table open}``, and only one that there is."""
    assert list(typed(ast.parse(path.read_text(encoding="utf-8")))) == []


@pytest.mark.parametrize(
    ("source", "check"),
    [
        ('answer(it, "Not now")', uncatalogued),
        ('ui.TextDisplay(f"Table {n}")', uncatalogued),
        ('Button(label="Join")', uncatalogued),
        ('x = "You have no seat"', sentences),
        ('x = "As Kd are cards"', sentences),
        ('say(f"{n} chips")', unsound),
        ('say("{n} chips", m=1)', unsound),
        ('say("chips", n=1)', unsound),
        ('frame("{n} chips", n=1)', unsound),
        ('rename(game_key=locale_str("game"))', unsound),
        ('class Cog(GroupCog, name="hand", group_name=locale_str("hand")): ...', unsound),
        ('say("Up to {most} chips.", most=1)', without_plural),
        ('say("**{n}** house players", n=1)', without_plural),
        ('say_as("menu", "{count} hands", count=1)', without_plural),
        ('say_many("{count} chip of {n} pots", "{count} chips", 1, n=2)', without_plural),
        ('say("Use /table open.")', typed),
        ('say("Use {/table opens}.")', typed),
        ('command("bank statements", page=2)', typed),
    ],
)
def test_the_checks_find_what_they_are_for(source: str, check: Callable[[ast.Module], Iterator[str]]) -> None:
    """A check that finds nothing anywhere would prove nothing."""
    assert len(list(check(ast.parse(source)))) == 1


def test_a_private_text_names_a_button_of_a_public_message_by_a_field() -> None:
    """It is filled in the server's language: no translation can say how the button is called there."""
    said = [message for message in catalogue.extracted() if message.id]
    labels = [str(one.id) for one in said if one.context == "button" and "{" not in str(one.id)]
    one_of = "|".join(map(re.escape, sorted(labels, key=len, reverse=True)))
    named = re.compile(BUTTON_NAMED.replace("{one_of}", one_of))
    forms = [form for one in said for form in ((one.id,) if isinstance(one.id, str) else one.id)]
    found = [form for form in forms if named.search(form.replace(NO_BUTTON, ""))]
    assert sorted(found) == sorted(NAMED_AS_READ)
