"""Presses and commands by everybody in every state: what must come of each, and a table that forgets them.

What a press may do follows from a few facts (who is seated, dealt in, on turn, leads; what the table does),
read from the table and the engine before it. Everything runs as ever, but no write is kept: each job is
undone when it has been checked, and the state in memory is put back, so that one evening serves them all.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from bot.rehearsal.seen import Answer, Seen
from bot.show.scene import Phase
from bot.store import Store, Tx
from bot.tables.dealing import next_dealer
from bot.tables.state import Sitting, TableState
from bot.tables.table import Table
from engine.errors import IllegalAction
from tests.flow.checks import Recorder
from tests.flow.evening import Evening

CHANGES, FORM, PRIVATE = "changes", "form", "private"
VERBS = ("fold", "check", "call", "bet", "raise")
ABOUT_TABLE = (
    *("join", "leave", "cards", "more", "sit_out", "back", "top_up", "rules", "history", "show"),
    *("close", "pause", "resume", "wait", "unwait", "nonsense"),
    *("add_house", "remove_house", "hurry", "take_time"),  # refused: it is no practice table
)
ABOUT_HAND = ("deal", "cut", "extend", "reveal", "nonsense")
OTHER = "Carol"  # whom kick and host name
_COMMANDS: dict[str, tuple[str, dict[str, Any]]] = {
    "table join": ("join with chips", {"chips": 100}),
    "table leave": ("leave", {}),
    "table sit-out": ("sit_out", {}),
    "table back": ("back", {}),
    "table top-up": ("top_up with chips", {"chips": 1}),
    "table show": ("show", {}),
    "table close": ("close", {}),
    "table pause": ("pause", {}),
    "table resume": ("resume", {}),
    "table kick": ("kick", {"player": OTHER}),
    "table host": ("host", {"player": OTHER}),
    "cards": ("cards", {}),
    **{verb: (verb, {}) for verb in VERBS},
}


class _Undone(Exception):
    """Carries a job's result out of the transaction that is taken back."""

    def __init__(self, result: object) -> None:
        super().__init__()
        self.result = result


@contextlib.contextmanager
def nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every job runs, its chips are counted, and then it is taken back."""
    write = Store.write

    async def tried(store: Store, job: Callable[[Tx], Awaitable[Any]]) -> Any:
        async def counted(tx: Tx) -> None:
            result = await job(tx)
            assert await tx.value("SELECT sum(balance) FROM accounts") == 0
            raise _Undone(result)

        try:
            await write(store, counted)
        except _Undone as undone:
            return undone.result
        raise AssertionError("a job was kept")

    with monkeypatch.context() as patch:
        patch.setattr(Store, "write", tried)
        yield


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody as the table knows him at this moment."""

    name: str
    manager: bool
    table: Table

    @property
    def sitting(self) -> Sitting | None:
        """His sitting, None where he has no seat."""
        found = self.table.state.sittings.values()
        return next((one for one in found if one.name == self.name), None)

    @property
    def leads(self) -> bool:
        """The host or a manager."""
        return self.manager or (
            self.sitting is not None and self.sitting.player_id == self.table.state.host_player_id
        )


def outcome(what: str, who: Who) -> str:
    """What must come of that wish of that person: a change, a form, or a private sentence."""
    state, mine = who.table.state, who.sitting
    if state.phase is Phase.CLOSED:
        return PRIVATE
    seated = mine is not None
    changes = {
        **{verb: _may_play(state, mine, verb) for verb in VERBS},
        "deal": state.phase in (Phase.WAITING, Phase.PAUSE) and mine in state.ready(),
        "extend": _on_turn(state, mine) and state.live is not None and not state.live.extended,
        "reveal": state.phase is Phase.PAUSE and _may_reveal(state, mine),
        "join with chips": not seated,
        "leave": mine is not None and mine.state != "leaving",
        "sit_out": mine is not None and mine.state == "in",
        "back": mine is not None and mine.state != "in",
        "top_up with chips": mine is not None and mine.stack < state.terms.buy_in_most,
        "close": who.leads,
        "pause": who.leads and state.phase in (Phase.HAND, Phase.PAUSE, Phase.WAITING),
        "resume": who.leads and state.phase is Phase.PAUSED,
        "kick": who.leads,
        "host": who.leads,
    }
    forms = {
        "join": not seated,
        "top_up": mine is not None and mine.stack < state.terms.buy_in_most,
        "cut": seated and state.phase in (Phase.WAITING, Phase.PAUSE),
    }
    if changes.get(what):
        return CHANGES
    return FORM if forms.get(what) else PRIVATE


def _on_turn(state: TableState, mine: Sitting | None) -> bool:
    turn = state.live.hand.turn if state.live is not None and state.phase is Phase.HAND else None
    return mine is not None and turn is not None and mine.seat in turn.seats


def _may_play(state: TableState, mine: Sitting | None, verb: str) -> bool:
    if mine is None or state.live is None or not _on_turn(state, mine):
        return False
    return any(choice.verb == verb for choice in state.live.hand.view(None).choices_of(mine.seat))


def _may_reveal(state: TableState, mine: Sitting | None) -> bool:
    if mine is None or state.live is None:
        return False
    try:
        state.live.hand.show(mine.seat)
    except IllegalAction:
        return False
    return True


def digest(table: Table) -> object:
    """What a press may change, so that two states can be compared."""
    state, live, following = table.state, table.state.live, table.state.next_hand
    return (
        state.phase,
        tuple(replace(one, name="", locale="") for _, one in sorted(state.sittings.items())),
        live and (live.hand_id, live.actions, live.extended, live.hand),
        following and (following.number, following.words, following.ready),
        (state.host_player_id, state.closing, state.pausing, state.waiting),
    )


class Matrix:
    """Presses of one evening at one table."""

    def __init__(self, friends: Evening, recorder: Recorder, managers: frozenset[str]) -> None:
        self.friends, self.recorder = friends, recorder
        self._managers = managers
        self.cells: Counter[str] = Counter()

    @property
    def table(self) -> Table:
        """The one table, closed or not."""
        (table,) = self.friends.room._tables.values()
        return table

    def buttons(self) -> dict[str, str]:
        """Every custom id that means something now, and the wish behind it."""
        table, live = self.table, self.table.state.live
        following, turn = table.state.next_hand, live.hand.turn if live else None
        hand_id, number = (live.hand_id if live else 0), (turn.number if turn else 0)
        found = {f"t:{table.id}:{what}": what for what in ABOUT_TABLE}
        for what in ABOUT_HAND:
            of_next = what in ("deal", "cut")
            found[
                f"h:{table.id}:{(following.hand_id if following else 0) if of_next else hand_id}:{what}"
            ] = what
        choices = live.hand.view(None).choices_of(turn.seats[0]) if live and turn else ()
        least = {choice.verb: choice.least for choice in choices}
        for verb in VERBS:
            found[f"p:{table.id}:{hand_id}:{number}:{verb}:{least.get(verb, 0)}"] = verb
        if number:
            found[f"p:{table.id}:{hand_id}:{number - 1}:check:0"] = "an earlier turn"
        found[f"p:{table.id}:{hand_id + 1000}:{number}:check:0"] = "another hand"
        found[f"p:{table.id + 1000}:{hand_id}:{number}:check:0"] = "another table"
        found[f"o:{table.id}:{hand_id}:{number}:pay"] = "no such amount"
        return found

    def commands(self) -> dict[str, tuple[str, dict[str, Any]]]:
        """Every command about a table, but those that open another; all are known here."""
        viewer, channel = self.friends.wire.world.user("Ann").id, self.table.state.channel_id
        roots = {"table", "cards", *VERBS}
        there = {
            name
            for name, _ in self.friends.wire.commands(viewer, channel)
            if name.split()[0] in roots and name not in ("table open", "table practice")
        }
        assert there == set(_COMMANDS)
        return _COMMANDS

    async def run(
        self, state: str, people: tuple[str, ...], message: Seen, *, commands: bool = True, hand: bool = False
    ) -> None:
        """Every button on that message and every command, by each of these people.

        ``hand``: only what is about the hand; ``commands`` False: only buttons.
        """
        for name in people:
            for custom_id, what in self.buttons().items():
                if not (hand and custom_id.startswith("t:")):
                    await self._button(state, name, message, custom_id, what)
            for command, (what, options) in self.commands().items() if commands else ():
                if not hand or what in VERBS:
                    await self._command(state, name, command, what, options)
        screen = self.table.screen
        screen.changed()  # the message as it is, after all that was taken back
        await self.friends.until(lambda: screen.drawn == screen.wanted)

    async def _button(self, state: str, name: str, message: Seen, custom_id: str, what: str) -> None:
        who = Who(name, name in self._managers, self.table)
        expected, cell = outcome(what, who), f"{state}: {name} presses {custom_id}"
        if expected == CHANGES and what == "deal" and self._starts_a_hand(who):
            return  # the evening itself does that
        pressed = replace(message, components=[_row(custom_id)])
        async with self._present(name), self._forgotten() as before:
            answer = await self._later(self.friends.wire.press(name, pressed, custom_id))
            after = await self._settled()
            carried = ("update", "deferred_update")
            self._check(cell, answer, expected, before, after, carried if expected == CHANGES else ())
        if expected == CHANGES:
            async with self._present(name), self._forgotten():
                twice = (self.friends.wire.press(name, pressed, custom_id) for _ in range(2))
                first, second = await self._later(asyncio.gather(*twice))
                assert await self._settled() == after, f"{cell}: two taps are one"
                assert "deferred_update" in (first.kind, second.kind), cell
                assert sum(bool(one.private) for one in (first, second)) <= 1, f"{cell}: the second is quiet"
            self.cells["double taps"] += 1
        self.cells[expected] += 1

    async def _command(self, state: str, name: str, command: str, what: str, options: dict[str, Any]) -> None:
        expected = outcome(what, Who(name, name in self._managers, self.table))
        where = self.table.state.channel_id
        async with self._present(name), self._forgotten() as before:
            answer = await self._later(self.friends.wire.slash(name, where, command, **options))
            after = await self._settled()
            cell = f"{state}: {name} types /{command}"
            self._check(cell, answer, expected, before, after, ("message",) if expected == CHANGES else ())
        self.cells[expected] += 1

    def _check(
        self, cell: str, answer: Answer, expected: str, before: object, after: object, kinds: tuple[str, ...]
    ) -> None:
        """One answer in time, with the right effect or a private sentence."""
        path = f"/interactions/{answer.interaction.id}/"
        assert sum(one.path.startswith(path) for one in self.recorder.requests) == 1, f"{cell}: one answer"
        self.recorder.requests.clear()
        if expected == CHANGES:
            assert answer.kind in kinds, f"{cell}: {answer.kind} {answer.text}"
            assert after != before, f"{cell}: something changes; {answer.text}"
            return
        assert after == before, f"{cell}: nothing changes; {answer.kind} {answer.text}"
        if expected == FORM:
            assert answer.kind == "modal", f"{cell}: {answer.kind} {answer.text}"
            return
        assert answer.kind == "message", f"{cell}: {answer.kind} {answer.text}"
        assert answer.text and answer.messages == answer.private, f"{cell}: privately; {answer.text}"

    def _starts_a_hand(self, who: Who) -> bool:
        state = self.table.state
        if state.phase is Phase.WAITING or state.last_hand is None:
            return True
        return who.sitting is not None and who.sitting.seat == next_dealer(state, self.table.desk.chance)

    async def _later(self, work: Any) -> Any:
        """Two seconds and more after the last one, so that it is no double tap."""
        self.friends.wire.world.backend.clock.advance(3)
        return await work

    @contextlib.asynccontextmanager
    async def _present(self, name: str) -> AsyncIterator[None]:
        """A press of who has left was sent while he still was a member."""
        members, user = self.friends.wire.world.guild.members, self.friends.wire.world.user(name)
        was_there = user.id in members
        if not was_there:
            self.friends.wire.world.backend.add_member(self.friends.wire.world.guild.id, user.id)
        try:
            yield
        finally:
            if not was_there:
                del members[user.id]

    @contextlib.asynccontextmanager
    async def _forgotten(self) -> AsyncIterator[object]:
        """The state as it was comes back."""
        table = self.table
        saved = replace(table.state, sittings=dict(table.state.sittings))
        yield digest(table)
        if digest(table) != digest_of(saved, table):
            await self.friends.until(lambda: table.screen.drawn == table.screen.wanted)
            table.state = saved
            table.clock.start()

    async def _settled(self) -> object:
        """The state when the answer's work is done."""
        table = self.table
        async with table.lock:
            return digest(table)


def digest_of(state: TableState, table: Table) -> object:
    """The digest of a state that is put aside."""
    present, table.state = table.state, state
    try:
        return digest(table)
    finally:
        table.state = present


def _row(custom_id: str) -> dict[str, Any]:
    button = {"type": 2, "style": 2, "label": "pressed", "custom_id": custom_id, "id": 2}
    return {"type": 1, "id": 1, "components": [button]}
