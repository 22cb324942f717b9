"""Looks at everything that leaves the bot, at its log and at its books, and says what must not be."""

from __future__ import annotations

import logging
import sqlite3
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord
from aiohttp import web
from simcord.backend.errors import BackendError
from simcord.backend.models import Interaction

from bot.locale import locale_of
from bot.rehearsal.backing import made_at
from bot.rehearsal.calls import Fault
from bot.rehearsal.routes import Asked
from bot.show.scene import Phase
from bot.tables.state import LiveHand
from bot.tables.table import Table
from engine.game import Result
from tests.simulation import secrecy
from tests.simulation.bank import Bank
from tests.simulation.kept import REDRAWN, Kept, is_foreign
from tests.simulation.night_watch import NightWatch
from tests.simulation.oracle import stacks_expected, turns_answered
from tests.simulation.people import Act
from tests.simulation.reading import Reading

if TYPE_CHECKING:
    from tests.simulation.evening import Evening

ANSWER_SECONDS: Final = 3.0
SLOW_SECONDS: Final = (
    0.5  # by so much a request may be held up, and its press is answered in time all the same
)
COMING_BACK: Final = 10.0  # seconds in which tables come back one after the other, after a start
TOO_MANY: Final = 429
_UNKNOWN_INTERACTION: Final = BackendError(404, 10062, "Unknown interaction")
EPHEMERAL: Final = 1 << 6
SUGGESTIONS, FORM = 8, 9  # answers that are no messages
# discord.py's words about a lost gateway, and aiohttp's about a request that was given up
_PLANNED: Final = ("Attempting a reconnect", "Shard ID None session", "Unclosed connection")


@dataclass(frozen=True, slots=True)
class Sent:
    """A message on its way. ``reader``: the only user who reads it; ``server_id``: where, if it is in one."""

    message: dict[str, Any]
    reader: int | None
    server_id: int | None
    interaction: Interaction | None = None


class Watch(logging.Handler):
    """One evening's watch. ``found``: what must not be, in the order in which it was seen."""

    def __init__(self, evening: Evening) -> None:
        super().__init__(logging.ERROR)
        self._evening = evening
        self.found: list[str] = []
        self.hands = secrecy.Hands()
        self.excused: set[int] = set()  # interactions that something planned has kept from their answer
        self._answered: set[int] = set()  # the interactions that the bot has given an answer to
        self._taken: set[int] = set()  # and those whose answer was taken; one that is refused needs another
        self._from_the_dead: Asked | None = None
        self.stale: set[str] = set()  # messages that a killed process has drawn last, by a slow request
        self._looked_at = 0  # interactions up to here are judged
        self._settled: set[int] = set()  # hands whose payments are checked
        self.kept, self.nights = Kept(evening), NightWatch(evening)
        self._bank, self._reading = Bank(evening), Reading(evening)
        routes, rest = evening.wire.rest.routes, evening.wire.rest
        self._answer, self._suffer = routes.answer, rest._suffer
        routes.answer = self._asked  # type: ignore[method-assign]
        rest._suffer = self._suffered  # type: ignore[method-assign]

    def emit(self, record: logging.LogRecord) -> None:
        """An error in the log: none is planned but those about a gateway that was cut."""
        text, error = record.getMessage(), record.exc_info[1] if record.exc_info else None
        killed = any(not one.alive for one in self._evening.host.programs)
        if killed and text.startswith("Unclosed"):
            return  # nobody could close it
        if not text.startswith(_PLANNED) and not _is_no_answer(error):
            if error is not None:
                self._evening.note("".join(traceback.format_exception(error)))
            self.found.append(f"logged: {record.name}: {text} {error!r}")

    # ---- what is sent

    def begins(self, interaction: Interaction, act: Act) -> None:
        """Somebody sends an interaction."""
        self.kept.begins(interaction, act)
        self._reading.begins(interaction, act)
        if act.name == "night start":
            self.nights.starts(interaction.guild_id)

    def _asked(self, asked: Asked) -> Any:
        self._read(asked)
        (self.stale.add if asked is self._from_the_dead else self.stale.discard)(asked.path.strip("/"))
        parts = asked.path.strip("/").split("/")
        if parts[0] != "interactions":
            try:
                made = self._answer(asked)
            except BackendError:
                self.nights.refused(asked)
                raise
            about_night = self.nights.sent(asked, made)
            if asked.method == "POST" and asked.path.endswith("/messages"):
                self._evening.trouble.posted(about_night=about_night)
            return made
        interaction = self._evening.wire.world.backend.interactions[int(parts[1])]
        late = self._age(interaction) > ANSWER_SECONDS
        if late:
            self._complain(interaction, "is answered too late")
            raise _UNKNOWN_INTERACTION
        if interaction.id in self._taken:
            self._complain(interaction, "is answered twice")
        self._answered.add(interaction.id)
        name = self._evening.people.acts.get(interaction.id, Act()).name
        self._evening.outcome.met[f"/{name}"] += name.replace(" ", "").replace("-", "").isalpha()
        made = self._answer(asked)
        self._taken.add(interaction.id)
        return made

    async def _suffered(self, fault: Fault, asked: Asked) -> web.Response | None:
        parts = asked.path.strip("/").split("/")
        held_up = fault.status is None and not fault.never and fault.delay_seconds <= SLOW_SECONDS
        if parts[0] == "interactions" and not held_up:
            self.excused.add(int(parts[1]))
        program = self._evening.host.program
        made = await self._suffer(fault, asked)
        if made is None and not program.alive:
            self._from_the_dead = asked  # carried out next
        return made

    def _read(self, asked: Asked) -> None:
        """No card in a message for who may not know it, no foreign word, and what it says is stored."""
        self.note_hands()
        sent = self._sent(asked)
        if sent is None:
            if secrecy.spelled(asked.body):
                self.found.append(f"cards in what is no message: {asked.method} {asked.path}: {asked.body}")
            return
        text = secrecy.text_of(sent.message)
        self.found += self._leaks(asked, sent, text)
        language = self._language(sent)
        if language is not None and is_foreign(text, language) and not self._only_retires(asked, text):
            self.found.append(f"this is not in {language}: {asked.method} {asked.path}: {text}")
        if sent.interaction is not None:
            kind = asked.body.get("type") if asked.path.startswith("/interactions/") else None
            self.kept.answered(sent.interaction.id, kind, sent.message)
            self.found += self._reading.check(sent.interaction, text, asked.files)

    def _leaks(self, asked: Asked, sent: Sent, text: str) -> Iterator[str]:
        """Cards of the hand that a message names; where it names none, those that nobody has seen in any."""
        told = f"told to {sent.reader or 'everybody'}: {asked.path}: {text}"
        named = self.hands.about(text, sent.server_id)
        leaks = [(live, secrecy.leaked(sent.message, live, sent.reader)) for live in named]
        if leaks and all(cards for _, cards in leaks):
            yield f"{leaks[0][1]} of hand {leaks[0][0].number} is {told}"
        if not named and not self._is_lesson(sent):
            unknown = secrecy.spelled(sent.message) - self.hands.opened(sent.server_id, sent.reader)
            if unknown:
                yield f"cards that nobody has seen are {told}"

    def _is_lesson(self, sent: Sent) -> bool:
        """True where the cards are examples of a game's rules."""
        asked = self._evening.people.acts.get(sent.interaction.id, Act()) if sent.interaction else Act()
        return asked.name == "rules" or asked.name.startswith("r:")

    def _only_retires(self, asked: Asked, text: str) -> bool:
        """True where buttons are taken off a message that keeps its words, of whatever time they are."""
        match asked.method, asked.path.strip("/").split("/"):
            case "PATCH", ["channels", channel_id, "messages", message_id]:
                messages = self._evening.wire.world.backend.messages[int(channel_id)]
                before = {"components": messages[int(message_id)].components}
                return "custom_id" not in str(asked.body) and secrecy.text_of(before) == text
        return False

    def _language(self, sent: Sent) -> str | None:
        """In which language a message has to be, None where that is not known."""
        world = self._evening.wire.world
        if sent.reader is not None:
            return locale_of(world.locales[sent.reader])
        return None if sent.server_id is None else self.kept.language(sent.server_id)

    def _sent(self, asked: Asked) -> Sent | None:
        """The message that a request sends or changes; None where it is none."""
        body, parts = asked.body, asked.path.strip("/").split("/")
        backend = self._evening.wire.world.backend
        if not isinstance(body, dict) or asked.method not in ("POST", "PATCH"):
            return None
        if parts[0] == "channels" and "messages" in parts:
            owners = {channel: user for user, channel in backend.dm_channels.items()}
            channel, reader = backend.channels.get(int(parts[1])), owners.get(int(parts[1]))
            if reader is not None:
                return Sent(body, reader, self._server_named(secrecy.text_of(body)))
            return Sent(body, None, channel.guild_id if channel else None)
        if parts[0] == "interactions":
            interaction = backend.interactions[int(parts[1])]
            message = body.get("data") if body.get("type") in (4, REDRAWN, SUGGESTIONS, FORM) else None
            changes = body.get("type") == REDRAWN
        elif parts[0] == "webhooks" and parts[2] in backend.interaction_tokens:
            interaction = backend.interactions[backend.interaction_tokens[parts[2]]]
            message, changes = body, asked.method == "PATCH"
        else:
            return None
        if message is None:
            return None
        private = bool((message.get("flags") or 0) & EPHEMERAL) or interaction.guild_id is None
        private = private or body.get("type") in (SUGGESTIONS, FORM)
        if changes:
            private = private or self._is_private(interaction)
        reader = interaction.user_id if private else None
        return Sent(message, reader, interaction.guild_id, interaction)

    def _server_named(self, text: str) -> int | None:
        """The server whose name a direct message begins with."""
        guilds = self._evening.wire.world.backend.guilds.values()
        return next((one.id for one in guilds if text.startswith(f"**{one.name}**")), None)

    def _is_private(self, interaction: Interaction) -> bool:
        """True where the message that an answer changes is for one reader."""
        messages = self._evening.wire.world.backend.messages.get(interaction.channel_id, {})
        changed = messages.get(interaction.message_id or interaction.source_message_id or 0)
        return changed is not None and changed.is_ephemeral

    def note_hands(self) -> None:
        """Remember the hands on the tables as they are now."""
        for table in self._evening.tables():
            self.hands.note(table.state)

    # ---- answers

    def excuse_the_young(self) -> None:
        """The bot, or its way to Discord, is gone now: presses of this moment need no answer."""
        self.nights.disturbed()
        for interaction in self._interactions():
            if interaction.id not in self._answered and self._age(interaction) <= ANSWER_SECONDS:
                self.excused.add(interaction.id)

    def excuse(self, interaction: Interaction) -> None:
        """It was sent while nobody could answer it."""
        self.excused.add(interaction.id)

    def _interactions(self) -> list[Interaction]:
        found = self._evening.wire.world.backend.interactions
        return [one for number, one in found.items() if number > self._looked_at]

    def _age(self, interaction: Interaction) -> float:
        backend = self._evening.wire.world.backend
        return float((backend.clock.now() - made_at(interaction.id)).total_seconds())

    def check_answers(self) -> None:
        """Every interaction whose time is over has one answer."""
        for interaction in self._interactions():
            if self._age(interaction) <= ANSWER_SECONDS + 0.1:
                break
            self._looked_at = interaction.id
            if interaction.id not in self._answered:
                self._complain(interaction, "is never answered")

    def _complain(self, interaction: Interaction, what: str) -> None:
        if interaction.id not in self.excused:
            pressed = self._evening.people.sent.get(interaction.id, interaction.command_name or "")
            self.found.append(f"a press {what}: {pressed}")

    # ---- books and tables

    def check_books(self, *, calm: bool = False, end: bool = False) -> None:
        """All chips are there, in the ledger and on the tables, and what is acknowledged is stored.

        ``calm``: nothing is under way. ``end``: nobody has done anything for hours.
        """
        with self._evening.books() as books:
            if not books.execute("SELECT 1 FROM sqlite_master WHERE name = 'farewells'").fetchone():
                return  # the first start has just begun
            self.found += _wrong_in(books)
            for table in self._evening.tables():
                if self._evening.host.up and not table.lock.locked() and not table.closed:
                    self.found.extend(_differs(books, table))
                    self.found.extend(self._played_late(books, table.state.live))
            self.found += self._bank.check(books)
            self.found += self.kept.check(books, calm=calm)
            self.found += self.nights.found
            self.found += self.nights.check(books, end=end)
            if end:
                self.found += self._bank.at_the_end(books)

    def _played_late(self, books: sqlite3.Connection, live: LiveHand | None) -> list[str]:
        """Presses that counted though they were of an earlier turn or another hand."""
        if live is None or not live.actions:
            return []
        turns, acts = turns_answered(live.hand), self._evening.people.acts
        rows = books.execute(
            "SELECT seq, interaction_id FROM hand_actions WHERE hand_id = ? AND interaction_id IS NOT NULL",
            (live.hand_id,),
        )
        found = []
        for seq, interaction_id in rows:
            name = acts.get(interaction_id, Act()).name
            parts = name.split(":")
            if parts[0] in ("p", "l") and (int(parts[2]), int(parts[3])) != (live.hand_id, turns[seq - 1]):
                found.append(f"the press {name} counted on turn {turns[seq - 1]}")
        return found

    def _count(self, game: str, result: Result) -> None:
        """Remember what has happened in a hand."""
        met = self._evening.outcome.met
        met[game] += 1
        met["showdowns"] += bool(result.opened)
        met["several pots"] += len(result.pots) > 1
        met["shared pots"] += any(len(pot.winners) > 1 for pot in result.pots)
        met["odd chips"] += any(pot.amount % len(pot.winners) for pot in result.pots)

    def check_tables(self) -> None:
        """Somebody can act and his time runs, or the hand is over; and it was paid as the rules say."""
        for table in self._evening.tables():
            state, live = table.state, table.state.live
            if live is not None and live.hand.result is not None and live.hand_id not in self._settled:
                self._settled.add(live.hand_id)
                self._count(live.hand.setup.game, live.hand.result)
                after = dict(live.hand.result.stacks_after)
                expected = stacks_expected(live.hand)
                if after != expected:
                    self.found.append(f"hand {live.hand_id} was paid {after}, by the rules {expected}")
            if not self._evening.host.up or table.lock.locked() or table.clock.stands or table.closed:
                continue
            if state.phase is Phase.HAND:
                turn = live.hand.turn if live is not None else None
                if turn is None:
                    self.found.append(f"nobody can act at table {state.number}")
                elif (
                    state.deadline is None
                    and self._evening.ready
                    and self.nights.quiet_seconds > COMING_BACK
                    and not all(map(state.is_house, turn.seats))
                ):
                    self.found.append(f"nobody's time runs at table {state.number}")


def _is_no_answer(error: BaseException | None) -> bool:
    """What a request ends with that Discord does not answer, or with an error of its own."""
    if isinstance(error, discord.HTTPException):
        return error.status == TOO_MANY or error.status >= 500
    return isinstance(error, aiohttp.ClientError | TimeoutError)


def _wrong_in(books: sqlite3.Connection) -> list[str]:
    """What the ledger's own numbers contradict."""
    found = []
    for server, total in books.execute("SELECT server_id, sum(balance) FROM accounts GROUP BY server_id"):
        if total:
            found.append(f"the accounts of server {server} add up to {total}")
    wrong = books.execute(
        "SELECT account_id, balance FROM accounts a WHERE balance <> "
        "(SELECT coalesce(sum(amount), 0) FROM transfers WHERE credit = a.account_id) - "
        "(SELECT coalesce(sum(amount), 0) FROM transfers WHERE debit = a.account_id)"
    )
    found += [f"account {account} holds {balance}, not what its transfers make" for account, balance in wrong]
    gone = books.execute(
        "SELECT sitting_id, balance FROM sittings JOIN accounts USING (sitting_id) "
        "WHERE left_at_ms IS NOT NULL AND balance <> 0"
    )
    found += [f"sitting {sitting} has ended and still holds {chips}" for sitting, chips in gone]
    strange = books.execute(
        "SELECT transfer_id, t.reason FROM transfers t JOIN accounts d ON d.account_id = t.debit "
        "JOIN accounts c ON c.account_id = t.credit WHERE t.hand_id IS NULL AND ("
        "  d.kind = 'stack' AND (c.kind <> 'wallet' OR c.player_id <> d.player_id) "
        "  OR c.kind = 'stack' AND (d.kind <> 'wallet' OR c.player_id <> d.player_id) "
        "  OR d.kind = 'wallet' AND c.kind = 'wallet')"
    )
    found += [f"transfer {transfer} ({reason}) takes chips to another" for transfer, reason in strange]
    return found


def _differs(books: sqlite3.Connection, table: Table) -> list[str]:
    """Where the table in memory is not what a restart would find."""
    found, state = [], table.state
    rows = books.execute(
        "SELECT seat, balance FROM sittings JOIN accounts USING (sitting_id) "
        "WHERE table_id = ? AND left_at_ms IS NULL",
        (state.table_id,),
    )
    stored, shown = dict(rows.fetchall()), {seat: one.stack for seat, one in state.sittings.items()}
    if stored != shown:
        found.append(f"table {state.number} shows the stacks {shown}, the ledger holds {stored}")
    live = state.live
    if live is not None:
        query = "SELECT count(*) FROM hand_actions WHERE hand_id = ?"
        (actions,) = books.execute(query, (live.hand_id,)).fetchone()
        if actions != live.actions:
            found.append(f"hand {live.hand_id} shows {live.actions} actions, {actions} are stored")
    return found
