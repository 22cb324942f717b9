"""Structured logs on standard error: ``key=value`` text or one JSON object a line.

Fields are given as ``extra={"fields": {…}}``. What is logged never holds cards, seeds or tokens; as a
second net every secret that is given to ``configure`` is replaced wherever it would appear, and so is the
token in the address of an interaction's answer, which the network library quotes.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Final, Literal, TextIO

REDACTED: Final = "[redacted]"
_ADDRESS: Final = re.compile(r"((?:interactions|webhooks)/\d+/)[\w.~%-]+")


class _Line(logging.Formatter):
    """A record as one line; a traceback follows its line in text and is a field in JSON."""

    def __init__(self, secrets: Iterable[str]) -> None:
        super().__init__()
        # Also as JSON writes them, which escapes quotes and the like.
        written = {form for secret in secrets if secret for form in (secret, json.dumps(secret)[1:-1])}
        self._secrets = sorted(written, key=len, reverse=True)

    def format(self, record: logging.LogRecord) -> str:
        line = self.line(record, self.trace(record))
        for secret in self._secrets:
            line = line.replace(secret, REDACTED)
        return _ADDRESS.sub(rf"\1{REDACTED}", line)

    def line(self, record: logging.LogRecord, trace: str) -> str:
        """The line of one record, before anything is redacted."""
        raise NotImplementedError

    def trace(self, record: logging.LogRecord) -> str:
        """The traceback of a record, empty where it has none."""
        return self.formatException(record.exc_info) if record.exc_info else ""


class TextLine(_Line):
    """``2026-01-02T20:00:00.000Z INFO bot.client: gateway ready guilds=3``"""

    def line(self, record: logging.LogRecord, trace: str) -> str:
        parts = [f"{_time_of(record)} {record.levelname} {record.name}: {record.getMessage()}"]
        parts += [f"{key}={_word(value)}" for key, value in _fields_of(record).items()]
        return " ".join(parts) + (f"\n{trace}" if trace else "")


class JsonLine(_Line):
    """One JSON object a line with ``time level logger message``, the fields, and ``trace``."""

    def line(self, record: logging.LogRecord, trace: str) -> str:
        line: dict[str, object] = {
            "time": _time_of(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= _fields_of(record)
        if trace:
            line["trace"] = trace
        return json.dumps(line, ensure_ascii=False, default=str)


def configure(
    level: str, style: Literal["text", "json"], secrets: Iterable[str] = (), stream: TextIO | None = None
) -> None:
    """Send every logger's records of at least ``level`` to ``stream`` (standard error).

    The Discord library tells at ``info`` about every request that it holds back; it is heard from
    ``warning`` on unless the level is ``debug``.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLine(secrets) if style == "json" else TextLine(secrets))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    logging.getLogger("discord").setLevel(logging.INFO if level == "debug" else logging.WARNING)
    logging.getLogger("aiosqlite").setLevel(logging.WARNING)  # at debug it tells every statement's values
    logging.getLogger("asyncio").setLevel(logging.WARNING)


def _time_of(record: logging.LogRecord) -> str:
    moment = datetime.fromtimestamp(record.created, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _fields_of(record: logging.LogRecord) -> Mapping[str, object]:
    fields = getattr(record, "fields", None)
    return fields if isinstance(fields, dict) else {}


def _word(value: object) -> str:
    text = str(value)
    plain = text and all(c.isprintable() and c not in ' "=' for c in text)
    return text if plain else json.dumps(text, ensure_ascii=False)
