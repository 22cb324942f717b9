"""The attack: payloads in handfuls, and after each of them what must hold."""

from __future__ import annotations

import asyncio
import collections
import json
import logging
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from simcord.components import walk_components

from bot.store import Tx, audit
from bot.tables.play import HOUSE, SILENCE
from bot.tables.table import Table
from tests.flow.checks import Recorder
from tests.flow.evening import CHANNEL, Evening
from tests.hostile.clubs import RIVAL_CHANNEL, two_clubs_open, typed
from tests.hostile.custom_ids import Smith, families_of
from tests.hostile.payloads import Payloads, Sent

HANDFUL: Final = 10
ANSWER_ROUNDS: Final = 400
TEND_EVERY: Final = 5  # handfuls
KNOWN_BY_ITSELF: Final = (SILENCE, HOUSE, "absent")  # sources of actions that nobody sent


@dataclass
class Outcome:
    """What was sent and what came of it. ``faults`` are what must not have happened."""

    payloads: int = 0
    transfers: int = 0
    actions: int = 0
    hands: int = 0
    kinds: collections.Counter[str] = field(default_factory=collections.Counter)
    faults: list[str] = field(default_factory=list)


class Errors(logging.Handler):
    """Every error in the log, with its traceback."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []
        self.setFormatter(logging.Formatter("%(name)s: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        fields = getattr(record, "fields", "")
        self.found.append(f"{self.format(record)} {fields}")


class Attack:
    """One run."""

    def __init__(self, friends: Evening, recorder: Recorder, seed: int) -> None:
        self.friends, self._recorder = friends, recorder
        self._dice = random.Random(seed)
        self._smith = Smith(random.Random(seed + 1), families_of(friends.bot))
        self._payloads = Payloads(friends.wire.world, random.Random(seed + 2), self._smith)
        self._senders: dict[int, Sent] = {}
        self._last = {"transfers": 0, "actions": 0}
        self._looked_at: set[int] = set()
        self._awaited: set[int] = set()
        self.errors, self.outcome = Errors(), Outcome()

    async def run(self, payloads: int) -> Outcome:
        """Send so many."""
        root, loop = logging.getLogger(), asyncio.get_running_loop()
        root.addHandler(self.errors)
        # Minutes of play go by in a second here, so Discord's limit of requests a minute means nothing.
        limiter = self.friends.bot.ws._rate_limiter
        limiter.max = limiter.remaining = 10**9
        loop.set_exception_handler(lambda _, about: self.errors.found.append(f"loop: {about}"))
        try:
            handfuls = 0
            while self.outcome.payloads < payloads and not self.outcome.faults:
                if handfuls % TEND_EVERY == 0:
                    await self._tend()
                handfuls += 1
                await self._handful(min(HANDFUL, payloads - self.outcome.payloads))
        finally:
            loop.set_exception_handler(None)
            root.removeHandler(self.errors)
        self.outcome.hands = await self._value("SELECT count(*) FROM hands WHERE state = 'over'")
        return self.outcome

    async def _handful(self, count: int) -> None:
        await self._learn()
        self._note_awaited()
        sent = self._honest()[:count]
        sent += [self._payloads.make() for _ in range(count - len(sent))]
        self._dice.shuffle(sent)
        gateway = self.friends.wire.gateway
        for one in sent:
            self._senders[one.number] = one
            gateway._sessions[0].send("INTERACTION_CREATE", one.payload)
        await self._answered(sent)
        if self._dice.random() < 0.3:
            await self.friends.time_passes(self._dice.choice((2, 13, 50)))
        self.outcome.payloads += count
        await self._check(sent)

    def _honest(self) -> list[Sent]:
        """Who is on turn plays, at some of the tables."""
        found = []
        for table in self.friends.room.everywhere():
            live, channel_id = table.state.live, table.state.channel_id
            stored = self.friends.wire.world.backend.messages[channel_id].get(table.screen.message_id)
            if live is None or stored is None or live.hand.turn is None or self._dice.random() < 0.5:
                continue
            sitting = live.sitting(live.hand.turn.seats[0])
            controls = [one for one in walk_components(stored.components) if one.get("type") == 2]
            ids = [one["custom_id"] for one in controls if str(one.get("custom_id")).startswith("p:")]
            if ids and sitting is not None and not sitting.is_house:
                found.append(self._payloads.honest(stored, self._dice.choice(ids), sitting.user_id))
        return found

    async def _answered(self, sent: list[Sent]) -> None:
        """Wait until all are answered, or nothing more happens; who claims none is answered after 1.5 s."""
        changes = self.friends.wire.world.backend.changes
        for number in range(ANSWER_ROUNDS):
            await changes.after(changes.version, timeout_seconds=0.01)
            if not self._unanswered(sent):
                break
            if number % 4 == 3:
                await self.friends.clock.advance(0.8)
        await self.friends.rest()

    def _unanswered(self, sent: list[Sent]) -> list[Sent]:
        records = self.friends.wire.world.backend.interactions
        return [one for one in sent if not one.excused and not records[one.number].responded]

    # ---- the ground

    async def _tend(self) -> None:
        """Hands go on in both servers: open what is closed, seat people, deal."""
        friends = self.friends
        await friends.time_passes(61)
        places = {
            CHANNEL: ("Ann", ("Ann", "Boris", "Carol")),
            RIVAL_CHANNEL: ("Rita", ("Rita", "Sam", "Tim")),
        }
        for where, (host, names) in places.items():
            channel = friends.wire.world.channel(where)
            here = [one for one in friends.room.everywhere() if one.state.channel_id == channel.id]
            if len(here) < 2:
                await friends.time_passes(600)
                game = self._dice.choice(("aces", "seka", "teen_patti", "choice"))
                answer = await typed(self.friends, friends.wire.slash(host, where, "table open", game=game))
                panel = answer.messages[-1] if answer.messages else None
                if panel is not None and panel.buttons:
                    await typed(self.friends, friends.wire.click(host, panel, panel.buttons[0].custom_id))
            for table in here:
                for name in names:
                    user_id = friends.wire.world.user(name).id
                    if table.state.of_user(user_id) is None and table.state.free_seat() is not None:
                        number = table.state.number
                        joins = friends.wire.slash(name, where, "table join", chips=100, table=number)
                        await typed(self.friends, joins)
                await self._deal(table)
        await self._catch_up()

    async def _deal(self, table: Table) -> None:
        """Whoever sits there first presses Deal, where it is offered."""
        shown = [one for one in self.friends.wire.messages(table.state.channel_id) if not table.closed]
        for message in [one for one in shown if one.id == table.screen.message_id]:
            for button in [one for one in message.buttons if one.custom_id.endswith(":deal")]:
                people = (one for one in table.state.sittings.values() if not one.is_house)
                first = next(people, None)
                if first is not None:
                    await typed(
                        self.friends, self.friends.wire.click(first.user_id, message, button.custom_id)
                    )

    async def _learn(self) -> None:
        """What means something to the bot by now, and what it has shown."""
        self._smith.numbers = await self._numbers()
        world = self.friends.wire.world
        found = [
            message
            for message in world.all_messages()
            if any("custom_id" in one for one in walk_components(message.components))
        ]
        self._payloads.messages = found[-60:]
        for interaction in list(world.backend.interactions.values())[-3 * HANDFUL :]:
            if interaction.modal is not None and interaction.id not in self._looked_at:
                self._looked_at.add(interaction.id)
                self._payloads.note_form(interaction)

    async def _numbers(self) -> list[int]:
        async def job(tx: Tx) -> list[int]:
            found = {0, 1, 2, 3}
            for name, table in (
                *(("table_id", "tables"), ("hand_id", "hands"), ("player_id", "players")),
                *(("night_id", "nights"), ("season_id", "seasons"), ("server_id", "servers")),
            ):
                rows = await tx.rows(f"SELECT {name} AS n FROM {table} ORDER BY {name} DESC LIMIT 6")
                found.update(row["n"] for row in rows)
            return sorted(abs(one) for one in found)

        numbers = await self.friends.store.read(job)
        live = [one.state.live for one in self.friends.room.everywhere() if one.state.live is not None]
        turns = [one.hand.turn.number for one in live if one.hand.turn is not None]
        hands = [one.hand_id for one in live]
        return [*numbers, *hands * 4, *turns * 4]

    # ---- what must hold

    async def _check(self, sent: list[Sent]) -> None:
        faults = self.outcome.faults
        if self.errors.found:
            faults += [f"in the log: {one}" for one in self.errors.found]
        faults += [f"not answered: {one.about}" for one in self._unanswered(sent)]
        gateway = self.friends.wire.gateway
        if not gateway.connected or gateway.identified != 1 or gateway.resumed:
            faults.append("the bot lost its connection")
        self._note_awaited()
        faults += self._mentions()
        faults += await self._moved()
        report = await self.friends.store.read(audit.check)
        faults += [f"the books: {one}" for one in report.violations]
        if faults:
            faults += [f"sent: {one.about}" for one in sent]

    def _mentions(self) -> list[str]:
        """Whom the bot's messages may ping: people who are awaited at a table, nobody else."""
        found = [*self._recorder.faults()]
        for one in self._recorder.requests:
            self.outcome.kinds[one.route] += 1
            if one.message is None:
                continue
            allowed = one.message.get("allowed_mentions")
            if allowed is None:
                found.append(f"no allowed_mentions: {one.route} {json.dumps(one.body)[:300]}")
                continue
            called = {int(user_id) for user_id in allowed.get("users", ())}
            wide = any(allowed.get(name) for name in ("parse", "roles", "replied_user"))
            if wide or called - self._awaited:
                found.append(f"mentions: {one.route} {allowed}")
        self._recorder.requests.clear()
        return found

    def _note_awaited(self) -> None:
        """People at tables, whom a nudge or the offer of a seat may call."""
        for state in [table.state for table in self.friends.room.everywhere()]:
            self._awaited |= {one.user_id for one in state.sittings.values()}
            self._awaited |= {one.user_id for one in state.waiting}

    async def _catch_up(self) -> None:
        """What the ground's own keepers moved is no matter of the attack."""
        self._last["transfers"] = await self._value("SELECT coalesce(max(transfer_id), 0) FROM transfers")

    async def _value(self, sql: str) -> int:
        async def job(tx: Tx) -> int:
            return int(await tx.value(sql) or 0)

        return await self.friends.store.read(job)

    async def _moved(self) -> list[str]:
        """Every new transfer and action follows from a wish of who owns the chips, or of a manager there."""

        async def job(tx: Tx) -> tuple[list[Any], list[Any], list[Any]]:
            transfers = await tx.rows(
                "SELECT t.transfer_id, t.key, t.reason, t.server_id, d.kind AS d_kind, p.user_id,"
                " c.kind AS c_kind FROM transfers t JOIN accounts d ON d.account_id = t.debit"
                " JOIN accounts c ON c.account_id = t.credit"
                " LEFT JOIN players p ON p.player_id = coalesce(d.player_id, c.player_id)"
                " WHERE t.transfer_id > ? ORDER BY t.transfer_id",
                self._last["transfers"],
            )
            actions = await tx.rows(
                "SELECT a.interaction_id, a.source, a.seat, h.server_id, p.user_id FROM hand_actions a"
                " JOIN hands h USING (hand_id) JOIN json_each(h.seats_json) s ON s.value ->> 'seat' = a.seat"
                " JOIN players p ON p.player_id = s.value ->> 'player_id'"
                " WHERE a.interaction_id > ? ORDER BY a.interaction_id",
                self._last["actions"],
            )
            gone = await tx.rows(
                "SELECT player_id, server_id FROM players WHERE user_id IS NULL AND server_id > 0"
            )
            return list(transfers), list(actions), list(gone)

        transfers, actions, gone = await self.friends.store.read(job)
        found = [fault for row in transfers if (fault := self._why_not(row))]
        self.outcome.transfers += len(transfers)
        if transfers:
            self._last["transfers"] = transfers[-1]["transfer_id"]
        for row in actions:
            self._last["actions"] = row["interaction_id"]
            sent = self._senders.get(row["interaction_id"])
            self.outcome.actions += sent is not None
            if sent is None:
                continue  # by the keepers of the ground
            if row["source"] in KNOWN_BY_ITSELF or row["user_id"] not in (
                sent.user_id,
                None,
            ):  # None: forgotten
                found.append(f"an action that is not his: {sent.about} seat {row['seat']}")
            elif sent.guild_id != abs(row["server_id"]):
                found.append(f"an action from elsewhere: {sent.about}")
        if gone and not any("v:yes:" in str(one.payload.get("data")) for one in self._senders.values()):
            found.append("somebody was forgotten who did not ask")
        return found

    def _why_not(self, row: Any) -> str | None:
        """What is wrong with a transfer; None where it may be."""
        word, _, rest = row["key"].partition(":")
        if word not in ("join", "top_up", "interaction") or not rest.split(":")[0].isdecimal():
            return None  # the hand's own result, a stack that goes back to its owner, starting chips
        sent = self._senders.get(int(rest.split(":")[0]))
        if sent is None:
            return None
        if sent.guild_id != abs(row["server_id"]):
            return f"moved in another server: {row['key']} by {sent.about}"
        if word == "interaction":
            guild = self.friends.wire.world.backend.guilds[abs(row["server_id"])]
            return None if guild.owner_id == sent.user_id else f"moved by no manager: {sent.about}"
        return None if row["user_id"] == sent.user_id else f"moved somebody else's chips: {sent.about}"


async def attack(database: Path, payloads: int, seed: int, *, charts: bool = False) -> Outcome:
    """A run on a new database. Without ``charts`` none is drawn: that costs, and has tests of its own."""
    async with two_clubs_open(database, seed) as friends:
        recorder = Recorder(friends.wire)
        if not charts:
            friends.charts_become(None)
        outcome = await Attack(friends, recorder, seed).run(payloads)
        friends.wire.rest.closing.set()
    if not outcome.faults and not (await audit.run(database)).clean:
        outcome.faults.append("the books do not balance")
    return outcome
