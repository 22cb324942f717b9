"""The house style, read from the source: import directions, sizes, where time, chance and SQL may stand."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("engine", "bot", "cogs")
FILE_LINES_MOST = 400
FUNCTION_LINES_MOST = 60

MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for package in PACKAGES
    for path in sorted((ROOT / package).rglob("*.py"))
}
TESTS = sorted((ROOT / "tests").rglob("*.py"))

# Reached otherwise than by an import.
ENTRANCES = {
    "bot.__main__": "started by a person",
    "engine.__main__": "started by a person",
    "bot.rehearsal.child": "started by the rehearsal as a process of its own",
    "bot.store.migrations": "a folder of scripts, read as resources",
    "engine.export": "how a hand leaves the bot; `verify` reads what it writes",
}
# Puts the parts together, so it alone looks outward.
OUTWARD = {"bot.__main__"}
SQL = re.compile(
    r"\b(SELECT .+ FROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM|CREATE TABLE|PRAGMA)\b", re.DOTALL
)
NOW = {("datetime", "now"), ("datetime", "utcnow"), ("date", "today"), ("time", "time"), ("utils", "utcnow")}


@cache
def tree_of(name: str) -> ast.Module:
    """The source of a module; read when a test asks for it, not whenever tests are collected."""
    return ast.parse(MODULES[name].read_text(encoding="utf-8"))


@cache
def imports_of(name: str) -> frozenset[str]:
    """The modules and names that a module imports, in full."""
    return frozenset(_imports(name))


def _imports(name: str) -> Iterator[str]:
    package = name if MODULES[name].name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(tree_of(name)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parents, *([base] if base else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _tops(name: str) -> set[str]:
    return {imported.split(".")[0] for imported in imports_of(name)}


def _modules_of(package: str) -> list[str]:
    return [name for name in MODULES if name == package or name.startswith(package + ".")]


@pytest.mark.parametrize("name", _modules_of("engine"))
def test_the_engine_imports_only_itself_and_the_standard_library(name: str) -> None:
    """Invariant 5: it knows no Discord, no SQL, no clock."""
    assert _tops(name) <= {"engine", *sys.stdlib_module_names}
    assert not _tops(name) & {"sqlite3", "time", "socket", "asyncio"}


@pytest.mark.parametrize("name", [name for name in _modules_of("bot") if name not in OUTWARD])
def test_the_bot_does_not_import_the_cogs(name: str) -> None:
    """cogs -> bot -> engine, never back."""
    assert "cogs" not in _tops(name)


@pytest.mark.parametrize("name", list(MODULES))
def test_nothing_imports_the_tests(name: str) -> None:
    """What the program needs is in the program."""
    assert "tests" not in _tops(name)


@pytest.mark.parametrize("name", [name for name in MODULES if not name.startswith("bot.store")])
def test_only_the_store_speaks_sql(name: str) -> None:
    """Neither the words nor the drivers stand elsewhere."""
    assert not _tops(name) & {"sqlite3", "aiosqlite"}
    literals = (n.value for n in ast.walk(tree_of(name)) if isinstance(n, ast.Constant))
    assert [text for text in literals if isinstance(text, str) and SQL.search(text)] == []


@pytest.mark.parametrize("name", [name for name in _modules_of("bot.show") if name != "bot.show"])
def test_what_people_see_knows_no_table_and_no_store(name: str) -> None:
    """It reads Views and scenes."""
    assert [
        one for one in imports_of(name) if one.startswith(("bot.tables", "bot.store", "bot.client"))
    ] == []


@pytest.mark.parametrize("name", list(MODULES))
def test_every_module_is_imported_or_started(name: str) -> None:
    """What nobody uses is deleted."""
    others = (imports_of(other) for other in MODULES if other != name)
    packages = (other.startswith(name + ".") for other in MODULES)
    assert name in ENTRANCES or any(packages) or any(name in found for found in others)


@pytest.mark.parametrize(
    "name", [name for name in MODULES if name != "bot.clock" and not name.startswith("bot.rehearsal")]
)
def test_the_time_comes_from_the_clock(name: str) -> None:
    """So that tests move it by hand."""
    asked = [
        f"line {node.lineno}"
        for node in ast.walk(tree_of(name))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and (getattr(node.func.value, "id", getattr(node.func.value, "attr", "")), node.func.attr) in NOW
    ]
    assert asked == []


CHANCE = {
    "engine.simulate": "plays from a seed that its user names",
    "bot.tables.room": "SystemRandom only",
}


@pytest.mark.parametrize("name", [name for name in MODULES if name not in CHANCE])
def test_chance_is_handed_over(name: str) -> None:
    """No shuffle on the global generator, and none that could be told beforehand."""
    assert "random" not in _tops(name)


def test_the_room_takes_the_systems_chance_only() -> None:
    """Its default is the generator of the operating system."""
    assert {one for one in imports_of("bot.tables.room") if one.startswith("random")} == {
        "random",
        "random.SystemRandom",
    }


# Who may look at a hand as one seat knows it; everybody else asks for what all may know.
LOOK_AT_SEATS = {
    "bot.tables.hidden": "hidden cards go to their owner; house players decide",
    "bot.history.past": "hands that are over, as their reader may see them",
}


@pytest.mark.parametrize("name", [one for one in MODULES if not one.startswith("engine")])
def test_a_seats_view_is_asked_for_in_one_place(name: str) -> None:
    """Of a hand in play; and a house player is never asked elsewhere."""
    calls = [node for node in ast.walk(tree_of(name)) if isinstance(node, ast.Call) and len(node.args) == 1]
    asked = [
        ast.unparse(call)
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr == "view"
        if not (isinstance(call.args[0], ast.Constant) and call.args[0].value is None)
    ]
    assert name in LOOK_AT_SEATS or asked == []
    assert name == "bot.tables.hidden" or "engine.house.decide" not in imports_of(name)


@pytest.mark.parametrize("path", [*MODULES.values(), *TESTS], ids=lambda path: str(path.relative_to(ROOT)))
def test_files_hold_one_thing(path: Path) -> None:
    """At most 400 lines."""
    assert len(path.read_text(encoding="utf-8").splitlines()) <= FILE_LINES_MOST


@pytest.mark.parametrize("name", list(MODULES))
def test_functions_are_short(name: str) -> None:
    """Under 60 lines."""
    functions = [n for n in ast.walk(tree_of(name)) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    lengths = {function.name: (function.end_lineno or 0) - function.lineno + 1 for function in functions}
    assert {one: length for one, length in lengths.items() if length >= FUNCTION_LINES_MOST} == {}


@pytest.mark.parametrize("name", list(MODULES))
def test_every_module_says_what_it_is(name: str) -> None:
    """In its first line."""
    assert ast.get_docstring(tree_of(name))


def _effects(tree: ast.Module) -> Iterator[int]:
    """Lines of calls at import whose result nobody keeps."""
    for node in tree.body:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            yield node.lineno


@pytest.mark.parametrize("name", list(MODULES))
def test_importing_does_nothing(name: str) -> None:
    """What happens, happens in functions."""
    assert list(_effects(tree_of(name))) == []


def test_messages_are_made_on_paper() -> None:
    """Of no other view: the library would keep it."""
    makes = re.compile(r"\bui\.(?:Layout)?View\(|\((?:discord\.)?ui\.(?:Layout)?View\)")
    assert [name for name, path in MODULES.items() if makes.search(path.read_text(encoding="utf-8"))] == [
        "bot.show.paper"
    ]
