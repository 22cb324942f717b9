"""Game nights: each opens, is told of and ends when its time has come, once, whatever happened meanwhile."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bot.clock import from_ms, to_ms
from bot.nights.schedule import LATE_MOST
from bot.rehearsal.routes import Asked
from bot.show.night import POSTS, mark

if TYPE_CHECKING:
    from tests.simulation.evening import Evening

SOON: Final = 200.0  # seconds without any trouble within which what is due is done
WAITING: Final = ("planned", "announced")
BEGUN: Final = ("open", "closing")
# What is said about a night with buttons, and in which states of the night they stand there.
PRESSED: Final = {"announcement": ("announced",), "reminder": ("announced",), "call": ("open",)}
WRITE_MESSAGES: Final = 1 << 11
_STEP: Final = mark(0, POSTS[0])
_REMINDS: Final = re.compile(r"\d+:\d+:\d+")  # the nonces of reminders by direct message
_NIGHTS: Final = """
    SELECT n.night_id, n.server_id, n.state, n.channel_id, n.planned_at_ms, n.announce_minutes,
      n.started_at_ms,
      EXISTS (SELECT 1 FROM players WHERE player_id = n.host_player_id AND user_id IS NOT NULL)
      OR EXISTS (SELECT 1 FROM night_answers WHERE night_id = n.night_id AND answer = 'yes'),
      (SELECT count(*) FROM tables WHERE night_id = n.night_id)
    FROM nights n"""


class _Night(NamedTuple):
    """A night as it is stored. ``hosted``: somebody is there who could host it."""

    night_id: int
    server_id: int
    state: str
    channel_id: int
    planned_ms: int
    announce_minutes: int
    started_ms: int
    hosted: int
    tables: int


class NightWatch:
    """One evening's nights. ``found``: what must not be, seen when something was sent."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self.found: list[str] = []
        self._disturbed = 0.0  # when, on the loop, something went wrong last
        # Times on the bot's clock at which it was not there.
        self._outages: list[tuple[datetime, datetime]] = []
        self._down_since: datetime | None = None
        self._posts: dict[tuple[int, str, int | None], list[tuple[int, int]]] = {}
        self._refused: set[tuple[int, str]] = set()  # by night and kind: what Discord has not taken
        self._reminded: dict[str, set[int]] = {}
        self._known_since: dict[int, float] = {}  # by night: when it was looked at first, on the loop
        self._possible_since: dict[int, float] = {}  # by night: when it was last not, on the loop
        self._started: dict[int, int] = {}  # by server: how often /night start was typed
        self._last: dict[int, str] = {}  # the state of each night when it was looked at last

    def disturbed(self) -> None:
        """Something goes wrong now: what is due may be late."""
        self._disturbed = asyncio.get_running_loop().time()

    @property
    def quiet_seconds(self) -> float:
        """For how long nothing has gone wrong."""
        return asyncio.get_running_loop().time() - self._disturbed

    def starts(self, server_id: int | None) -> None:
        """Somebody types /night start, which opens a table of its own."""
        self._started[server_id or 0] = self._started.get(server_id or 0, 0) + 1

    # ---- what is sent

    def sent(self, asked: Asked, made: Any) -> bool:
        """A message was posted: one about a night is the only one of its kind that stands. True for one."""
        match asked.method, asked.path.strip("/").split("/"):
            case "POST", ["channels", channel_id, "messages"] if isinstance(asked.body, dict):
                number, message_id = int(channel_id), int(made["id"])
            case "PATCH", ["channels", _, "messages", _] if isinstance(asked.body, dict):
                self._changes(asked.body.get("components") or [])
                return False
            case _:
                return False
        nonce, text = str(asked.body.get("nonce") or ""), str(asked.body.get("content") or "")
        if number in self._evening.wire.world.backend.dm_channels.values():
            if _REMINDS.fullmatch(nonce) and "<t:" in text:
                self._reminded.setdefault(nonce, set()).add(message_id)
                if len(self._reminded[nonce]) > 1:
                    self.found.append(f"somebody is reminded twice by direct message: {text}")
                return True
            return False
        marks = list(_marks(asked.body.get("components") or []))
        for mark_id in marks:
            self._posted(mark_id % _STEP, POSTS[mark_id // _STEP - 1], number, message_id)
        return bool(marks)

    def refused(self, asked: Asked) -> None:
        """Discord does not take a request: what was to be posted there may be given up."""
        if isinstance(asked.body, dict):
            for mark_id in _marks(asked.body.get("components") or []):
                self._refused.add((mark_id % _STEP, POSTS[mark_id // _STEP - 1]))

    def _changes(self, components: list[dict[str, Any]]) -> None:
        """A message is edited: one about a night that waits, or runs, can still be pressed."""
        for mark_id in _marks(components):
            night_id, what = mark_id % _STEP, POSTS[mark_id // _STEP - 1]
            with self._evening.books() as books:
                sql = "SELECT state FROM nights WHERE night_id = ?"
                state = books.execute(sql, (night_id,)).fetchone()[0]
            if state in PRESSED.get(what, ()) and "custom_id" not in str(components):
                self.found.append(f"the {what} of night {night_id} loses its buttons")

    def _posted(self, night_id: int, what: str, channel_id: int, message_id: int) -> None:
        with self._evening.books() as books:
            sql = "SELECT intended_ms FROM night_posts WHERE night_id = ? AND what = ?"
            intended = books.execute(sql, (night_id, what)).fetchone()
        posts = self._posts.setdefault((night_id, what, intended[0] if intended else None), [])
        if (channel_id, message_id) in posts:
            return
        messages = self._evening.wire.world.backend.messages
        if any(before in messages.get(channel, {}) for channel, before in posts):
            self.found.append(f"the {what} of night {night_id} is posted twice")
        posts.append((channel_id, message_id))
        self._evening.outcome.met[f"night: {what}"] += 1

    # ---- what is stored

    def check(self, books: sqlite3.Connection, *, end: bool = False) -> Iterator[str]:
        """At any moment; ``end``: hours after the last that anybody has done."""
        now = self._evening.host.clock.now()
        self._note_outage(now)
        for row in map(_Night._make, books.execute(_NIGHTS).fetchall()):
            before, self._last[row.night_id] = self._last.get(row.night_id), row.state
            yield from self._due(row, now)
            yield from self._changed(row, before)
            if row.tables > 1 + self._started.get(row.server_id, 0):
                yield f"night {row.night_id} has {row.tables} tables that nobody has opened"
            if end and row.state in BEGUN:
                yield f"night {row.night_id} does not end"
        yield from self._unsent(books, now)
        if end:
            yield from self._at_the_end(books)

    def _due(self, row: _Night, now: datetime) -> Iterator[str]:
        """What was due a while ago and could be done is done."""
        planned = from_ms(row.planned_ms)
        announced = planned - timedelta(minutes=row.announce_minutes)
        overdue_s, late_s = (now - planned).total_seconds(), (now - announced).total_seconds()
        calm_s = min(self.quiet_seconds, self._possible_seconds(row))
        if row.state in WAITING and min(overdue_s, calm_s) > SOON:
            yield f"night {row.night_id} does not begin, {overdue_s:.0f} s after its time"
        now_s = asyncio.get_running_loop().time()
        known_s = now_s - self._known_since.setdefault(row.night_id, now_s)
        if row.state == "planned" and min(late_s, known_s, self.quiet_seconds) > SOON and overdue_s < 0:
            yield f"night {row.night_id} is not announced"

    def _changed(self, row: _Night, before: str | None) -> Iterator[str]:
        """A night that was missed could not begin; none begins before its time unless somebody wishes it."""
        met, waited = self._evening.outcome.met, before in (None, *WAITING)
        if row.state == "missed" and waited:
            met["night: was missed"] += 1
            if self._is_possible(row) and not self._was_away(from_ms(row.planned_ms)):
                yield f"night {row.night_id} is missed though it could have begun"
        if row.state in (*BEGUN, "over") and waited:
            met["night: begins"] += 1
            early_s = (row.planned_ms - row.started_ms) / 1000
            if early_s > 0 and not self._started.get(row.server_id):
                yield f"night {row.night_id} begins {early_s:.0f} s before its time"
        if row.state == "over" and before != "over":
            met["night: ends"] += 1
        if row.state == "cancelled" and waited:
            met["night: is cancelled"] += 1

    def _possible_seconds(self, row: _Night) -> float:
        """For how long it has been possible, as often as that was looked at."""
        now = asyncio.get_running_loop().time()
        if not self._is_possible(row):
            self._possible_since[row.night_id] = now
        return now - self._possible_since.setdefault(row.night_id, now)

    def _is_possible(self, row: _Night) -> bool:
        return bool(row.hosted) and self._may_write(row.channel_id)

    def _unsent(self, books: sqlite3.Connection, now: datetime) -> Iterator[str]:
        """What was to be posted long ago, and nothing came of it."""
        sql = (
            "SELECT night_id, what FROM night_posts JOIN nights USING (night_id) WHERE message_id IS NULL"
            " AND given_up = 0 AND intended_ms < ?"
        )
        for night_id, what in books.execute(sql, (to_ms(now) - int(1000 * SOON),)).fetchall():
            if self.quiet_seconds > SOON:
                yield f"the {what} of night {night_id} is never posted"

    def _at_the_end(self, books: sqlite3.Connection) -> Iterator[str]:
        sql = "SELECT night_id, server_id, state, channel_id, planned_at_ms, event_id FROM nights"
        times = set[tuple[int, int]]()  # for which a server has a night
        late = set[int]()  # events of nights whose time came while nobody could move the event to it
        for night_id, server_id, state, channel_id, planned_ms, event_id in books.execute(sql):
            posts = [
                posts
                for (night, what, _), posts in self._posts.items()
                if (night, what) == (night_id, "summary")
            ]
            refused = (night_id, "summary") in self._refused or not self._may_write(channel_id)
            if state == "over" and not posts and not refused:
                yield f"night {night_id} is over without a summary"
            if state not in ("cancelled", "missed"):
                times.add((server_id, planned_ms))
                if any(since <= from_ms(planned_ms) <= until for since, until in self._outages):
                    late.add(event_id)
        for guild in self._evening.wire.world.backend.guilds.values():
            for event in guild.scheduled_events.values():
                begins = to_ms(datetime.fromisoformat(event.scheduled_start_time))
                if (guild.id, begins) not in times and event.id not in late:
                    yield f"the event {event.name} at {event.scheduled_start_time} is of no night"

    # ---- what keeps a night from beginning

    def _note_outage(self, now: datetime) -> None:
        if not self._evening.ready:
            self._down_since = self._down_since or now
            self.disturbed()
        elif self._down_since is not None:
            self._outages.append((self._down_since, now))
            self._down_since = None

    def _was_away(self, planned: datetime) -> bool:
        """True where the bot was not there while it could have begun the night."""
        slack = timedelta(seconds=SOON)
        return any(
            since <= planned + slack and until >= planned + LATE_MOST - slack
            for since, until in self._outages
        )

    def _may_write(self, channel_id: int) -> bool:
        backend = self._evening.wire.world.backend
        channel = backend.channels.get(channel_id)
        if channel is None or channel.guild_id is None:
            return False
        granted = backend.compute_permissions(channel.guild_id, backend.bot_user.id, channel_id)
        return bool(granted & WRITE_MESSAGES)


def _marks(components: list[dict[str, Any]]) -> Iterator[int]:
    for one in components:
        if one.get("type") == 10 and _STEP <= int(one.get("id") or 0) < (len(POSTS) + 1) * _STEP:
            yield int(one["id"])
        yield from _marks(one.get("components") or [])
