"""Bring a file's schema up to date: all pending scripts in one transaction, or none."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from bot.store.connection import APPLICATION_ID, Connection
from bot.store.errors import CannotOpen

_NAME: Final = re.compile(r"(\d{4})_\w+\.sql")


@dataclass(frozen=True, slots=True)
class Migration:
    """One numbered script."""

    number: int
    name: str
    sql: str


@cache
def migrations() -> tuple[Migration, ...]:
    """Every script of this version, by number from 1 without a gap."""
    found: list[Migration] = []
    for file in resources.files("bot.store.migrations").iterdir():
        match = _NAME.fullmatch(file.name)
        if match:
            found.append(Migration(int(match[1]), file.name, file.read_text(encoding="utf-8")))
    found.sort(key=lambda migration: migration.number)
    assert [migration.number for migration in found] == list(range(1, len(found) + 1))
    return tuple(found)


async def check_is_ours(connection: Connection) -> int:
    """The schema's number, 0 for a new file; reads only.

    ``CannotOpen`` with one line for a corrupt or foreign file and for a schema newer than this program.
    """
    try:
        application = await _number(connection, "PRAGMA application_id")
        version = await _number(connection, "PRAGMA user_version")
        objects = await _number(connection, "SELECT count(*) FROM sqlite_schema")
        if application != APPLICATION_ID and (application, version, objects) != (0, 0, 0):
            raise CannotOpen("the file is a database of another program", code="foreign")
        verdict = [row[0] for row in await connection.rows("PRAGMA quick_check(1)")]
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):
            raise
        raise CannotOpen(
            f"the file is no sound database ({error}): restore a backup", code="corrupt"
        ) from error
    if verdict != ["ok"]:
        first = " ".join(str(verdict[0]).split())
        raise CannotOpen(f"the database is damaged ({first}): restore a backup", code="corrupt")
    check_not_newer(version)
    return version


def check_not_newer(version: int) -> None:
    """``CannotOpen`` for a schema that a later version of this program has made."""
    newest = len(migrations())
    if version > newest:
        raise CannotOpen(
            f"the database has schema {version}, this program knows {newest}: run a newer version",
            code="newer",
        )


def check_is_newest(version: int) -> None:
    """``CannotOpen`` for any schema but the one that this program works on; for what does not migrate."""
    check_not_newer(version)
    if version < len(migrations()):
        raise CannotOpen(
            f"the database has schema {version}, this program works on {len(migrations())}:"
            " start the bot once, which brings it up to date",
            code="older",
        )


async def migrate(connection: Connection, version: int) -> None:
    """Run every script after ``version`` in one transaction and note the new number in the file."""
    pending = migrations()[version:]
    if not pending:
        return
    script = "\n".join(migration.sql for migration in pending)
    await connection.script(
        f"BEGIN IMMEDIATE;\n{script}\n"
        f"PRAGMA application_id = {APPLICATION_ID};\n"
        f"PRAGMA user_version = {pending[-1].number};\nCOMMIT;"
    )


async def _number(connection: Connection, sql: str) -> int:
    (row,) = await connection.rows(sql)
    return int(row[0])
