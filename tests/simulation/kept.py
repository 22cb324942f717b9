"""What was acknowledged is kept: settings and answers to invitations, over a kill too; and rights hold.

Of every setting of a server, and every answer of a person to a night, it is known what may be stored:
what was acknowledged last, and what somebody who may has wished for since.
"""

from __future__ import annotations

import asyncio
import functools
import re
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final

from simcord.backend.models import Interaction

from bot.locale import LOCALES, NAMES, locale_of
from bot.show.keys import label_of
from bot.store.servers import ServerRow
from tests.simulation.people import ROLE, Act

if TYPE_CHECKING:
    from tests.simulation.evening import Evening

Key = tuple[str, int, Any]
EVER: Final = float("-inf")
STILL_SENT: Final = 180.0  # so many seconds a request that was made may be on its way, with all its retries
REDRAWN: Final = 7  # the answer to a press that changes its message
COLUMNS: Final = tuple(f.name for f in fields(ServerRow) if f.name not in ("server_id", "top_up_week"))
DEFAULTS: Final = {name: getattr(ServerRow(0), name) for name in COLUMNS}
_OPTIONS: Final = {
    "return_minutes": "return_stack_minutes",
    "top_up": "top_up_chips",
    "keep_days": "hands_kept_days",
}
_CYRILLIC: Final = re.compile(r"[А-Яа-яё]")
_WORDS: Final = re.compile(r"[^\W\d_]{3,}")
_NO_WORDS: Final = re.compile(r"<[^>]*>|https?://\S+|`[^`]*`")  # mentions, times, emojis, addresses, files
_BUTTONS: Final = ("join", "cards", "deal", "cut", "see", "back")  # which private texts name as they stand


@dataclass(slots=True)
class Wish:
    """A value that somebody wished for at a moment of the loop, and when he was told that it counts."""

    value: Any
    sent: float
    acknowledged: float | None = None


class Kept:
    """One evening's wishes."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._wishes: dict[Key, list[Wish]] = {}
        self._by_interaction: dict[int, list[tuple[Key, Wish]]] = {}
        self._roles: set[int] = set()  # that may have been a server's manager role
        self._leaving: set[int] = set()  # people who have asked to be forgotten

    def may_manage(self, server_id: int, user_id: int) -> bool:
        """True for who owns the server or holds a role that may be its manager role."""
        guild = self._evening.wire.world.backend.guilds[server_id]
        member = guild.members.get(user_id)
        return user_id == guild.owner_id or (member is not None and bool(self._roles & set(member.role_ids)))

    def begins(self, interaction: Interaction, act: Act) -> None:
        """An interaction was sent: what it may change."""
        if act.name.startswith("v:yes:"):
            self._leaving.add(interaction.user_id)
        now = asyncio.get_running_loop().time()
        for key, value in self._wished(interaction, act):
            wish = Wish(value, now)
            self._of(key).append(wish)
            self._by_interaction.setdefault(interaction.id, []).append((key, wish))

    def _of(self, key: Key) -> list[Wish]:
        default = DEFAULTS[key[2]] if key[0] == "setting" else None
        return self._wishes.setdefault(key, [Wish(default, EVER, EVER)])

    def _wished(self, interaction: Interaction, act: Act) -> Iterator[tuple[Key, Any]]:
        parts, server_id = act.name.split(":"), interaction.guild_id
        if parts[0] in ("na", "nr"):
            yield ("answer", int(parts[1]), interaction.user_id), parts[2]
        if server_id is None or not self.may_manage(server_id, interaction.user_id):
            return
        if act.name == "night schedule" and "zone" in act.given:
            yield ("setting", server_id, "zone"), act.given["zone"]  # asked once
        elif act.name in ("settings", "form s:change") or act.name.startswith(("s:set:", "s:role")):
            for column, value in _settings_in(act):
                if column == "manager_role_id" and value is not None:
                    roles = self._evening.wire.world.backend.guilds[server_id].roles.values()
                    value = next((one.id for one in roles if one.name == ROLE), None)
                    self._roles |= {value} if value is not None else set()
                yield ("setting", server_id, column), value

    def answered(self, interaction_id: int, kind: int | None, message: Mapping[str, Any]) -> None:
        """The bot answers: what that acknowledges is stored by now, and what was wished before it is not."""
        now = asyncio.get_running_loop().time()
        for key, wish in self._by_interaction.get(interaction_id, ()):
            proves = (
                '"s:change"' in str(message).replace("'", '"') if key[0] == "setting" else kind == REDRAWN
            )
            if proves and wish.acknowledged is None:
                wish.acknowledged = now
                self._wishes[key] = [one for one in self._of(key) if not _is_before(one, wish)]

    def check(self, books: sqlite3.Connection, *, calm: bool) -> Iterator[str]:
        """What is stored is what was wished for; ``calm``: nothing that was can count any more."""
        stored = _stored(books)
        for key in {*self._wishes, *stored}:
            wishes = self._of(key)
            allowed = [one.value for one in wishes]
            value = stored.get(key, wishes[0].value if key[0] == "setting" else None)
            if value is None and key[0] == "answer" and key[2] in self._leaving:
                continue
            if value not in allowed:
                yield f"{key} is {value!r}, though {allowed} were wished for"
            if calm:
                since = [one.acknowledged for one in wishes if one.value == value and one.acknowledged]
                self._wishes[key] = [Wish(value, EVER, max(since, default=EVER))]

    def language(self, server_id: int) -> str | None:
        """The language of a server's public messages; None where it was changed a moment ago."""
        wishes = self._of(("setting", server_id, "locale"))
        now = asyncio.get_running_loop().time()
        if len(wishes) > 1 or (wishes[0].acknowledged or EVER) > now - STILL_SENT:
            return None
        guild = self._evening.wire.world.backend.guilds[server_id]
        return wishes[0].value or locale_of(guild.preferred_locale)


def _settings_in(act: Act) -> Iterator[tuple[str, Any]]:
    """The columns that an interaction sets, and to what."""
    if act.name == "settings":
        for option, value in act.given.items():
            if option in ("manager_role", "no_manager_role"):
                yield "manager_role_id", None if option == "no_manager_role" else value
            else:
                yield _OPTIONS.get(option, option), int(value) if option == "four_colours" else value
        return
    chosen, written = act.given.get("chosen", ""), act.given.get("written", "")
    if act.name == "form s:change":
        yield chosen, int(written) if written.isdecimal() else written
    elif act.name.startswith("s:role"):
        yield "manager_role_id", chosen or None
    elif act.name == "s:set:locale":
        yield "locale", None if chosen == "discord" else chosen
    else:
        yield act.name.removeprefix("s:set:"), int(chosen) if chosen.isdecimal() else chosen


def _is_before(one: Wish, other: Wish) -> bool:
    return one.acknowledged is not None and one.acknowledged <= other.sent and one is not other


def _stored(books: sqlite3.Connection) -> dict[Key, Any]:
    found: dict[Key, Any] = {}
    sql = f"SELECT server_id, {', '.join(COLUMNS)} FROM servers WHERE server_id > 0"
    for server_id, *values in books.execute(sql):
        found |= {("setting", server_id, name): value for name, value in zip(COLUMNS, values, strict=True)}
    sql = (
        "SELECT night_id, user_id, answer FROM night_answers JOIN players USING (player_id)"
        " WHERE user_id IS NOT NULL"
    )
    return found | {("answer", night, user): answer for night, user, answer in books.execute(sql)}


@functools.cache
def _own_names() -> re.Pattern[str]:
    """What is not translated for its reader: languages, and the buttons on a table's message."""
    buttons = [label_of(what, locale) for what in _BUTTONS for locale in LOCALES]
    return re.compile("|".join(map(re.escape, [*NAMES.values(), *buttons])))


def is_foreign(text: str, language: str) -> bool:
    """True where a text is not of that language, by its letters: Russian has others than the rest."""
    plain = _own_names().sub("", _NO_WORDS.sub("", text))
    if not _WORDS.search(plain):
        return False
    return bool(_CYRILLIC.search(plain)) != (language == "ru")
