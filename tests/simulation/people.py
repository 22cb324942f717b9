"""People who do anything at any time: sensible, late, twice, or with what is not theirs."""

from __future__ import annotations

import asyncio
import contextvars
import re
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Final

from simcord.backend.errors import BackendError, SetupError
from simcord.backend.models import Interaction
from simcord.enums import ComponentType

from bot.rehearsal.seen import Answer, Control, Seen
from bot.show.scene import Phase
from bot.tables.table import Table

if TYPE_CHECKING:
    from tests.simulation.evening import Evening

NAMES: Final = ("Ann", "Boris", "Carol", "Dana", "*Eve*", "Finn_", "Gita")
WORDS: Final = {name: re.compile(rf"(?<![^\W_]){name.strip('*_')}(?![^\W_])") for name in NAMES}
CHANNELS: Final = ("card-room", "chat")
ELSEWHERE: Final = "back-room"  # a channel of another server, where everybody is called otherwise
ROLE: Final = "dealers"  # a role of the server that some hold
PLACES: Final = (*CHANNELS * 3, ELSEWHERE)
LOCALES: Final = ("en-US", "ru", "pt-BR")
GAMES: Final = ("aces", "aces", "aces", "seka", "seka", "teen_patti", "teen_patti", "choice", "rotation")
LEAVES: Final = ("fold", "pass", "pack")
SEEN_KEPT: Final = 40
COMMANDS: Final = (
    *("table leave", "table sit-out", "table show", "table close", "table pause"),
    *("table back",) * 4,
    *("table resume",) * 3,
    *("check", "call", "bet", "raise", "fold", "cards"),
    *("bank check", "bank balance", "bank statement", "help", "night list", "night end"),
)
_NUMBERS: Final = re.compile(r"\d+")
# What a client of Discord refuses to send, or what is gone when it is looked at.
_CANNOT: Final = (SetupError, BackendError, KeyError)


@dataclass(frozen=True, slots=True)
class Kept:
    """A message that somebody has looked at, perhaps long ago."""

    who: str
    message: Seen


@dataclass(frozen=True, slots=True)
class Act:
    """An interaction as it was sent: a command with its options, or a custom id with what was chosen.

    Of a form ``name`` is "form" with what opened it, and ``given`` has what was "written".
    """

    name: str = ""
    given: Mapping[str, Any] = field(default_factory=dict)


_SENDING: Final = contextvars.ContextVar[tuple[str, Act]]("what a task sends")


class People:
    """What people do. Each ``do_...`` begins one thing and says in a line what; it goes on beside others."""

    def __init__(self, evening: Evening, dice: Random) -> None:
        self._evening, self._dice = evening, dice
        self.sent: dict[int, str] = {}  # what each interaction was
        self.acts: dict[int, Act] = {}
        stage = evening.wire._stage
        self._noted, stage._notify_dispatch_observers = stage._notify_dispatch_observers, self._begins
        self._busy: set[asyncio.Task[None]] = set()
        self._seen: list[Kept] = []  # messages with buttons, private ones too
        for name in NAMES:
            evening.wire.speak(name, dice.choice(LOCALES))

    @property
    def busy(self) -> bool:
        """True while somebody still waits for something."""
        return bool(self._busy)

    # ---- doing

    def begin(self, what: str, work: Coroutine[Any, Any, object]) -> str:
        """Let it happen beside everything else."""
        task = asyncio.create_task(self._done(what, work))
        self._busy.add(task)
        task.add_done_callback(self._busy.discard)
        return what

    async def _done(self, what: str, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        except _CANNOT as error:
            self._evening.note(f"could not {what}: {type(error).__name__}")

    async def sends(self, what: str, send: Callable[[], Awaitable[Answer]], act: Act) -> Answer:
        """One interaction; nobody answers it while the bot, or its way to Discord, is gone."""
        _SENDING.set((what, act))
        answer = await send()
        self._keep(answer.interaction.user_id, answer)
        return answer

    def _begins(self, interaction: Interaction) -> None:
        """Discord has one of them, and tells the bot of it."""
        self._noted(interaction)
        self.sent[interaction.id], self.acts[interaction.id] = _SENDING.get()
        self._evening.watch.begins(interaction, self.acts[interaction.id])
        if not self._evening.ready:
            self._evening.watch.excuse(interaction)

    def _keep(self, user_id: int, answer: Answer) -> None:
        name = self._evening.wire.world.name(user_id)
        self._seen += [Kept(name, one) for one in answer.messages if one.buttons or one.selects]
        del self._seen[:-SEEN_KEPT]

    async def presses(self, who: str, message: Seen, control: Control, value: str = "") -> Answer:
        """A button, or that value of a menu, else any; a form that opens is filled in and sent."""
        what = f"{who} presses {control.label or control.custom_id}"
        wire, custom_id = self._evening.wire, control.custom_id
        options = (ROLE, "") if control.kind == ComponentType.ROLE_SELECT else control.options
        chosen = value or (self._dice.choice(options) if options else "")
        if options:
            act, values = Act(custom_id, {"chosen": chosen}), [chosen] if chosen else []
            answer = await self.sends(what, lambda: wire.select(who, message, custom_id, values), act)
        else:
            answer = await self.sends(what, lambda: wire.press(who, message, custom_id), Act(custom_id))
        if answer.modal is not None and self._dice.random() < 0.9:
            of = Act(f"form {custom_id}", {"chosen": chosen})
            await self._fills_in(who, answer, of, twice=self._dice.random() < 0.1)
        return answer

    async def _fills_in(self, who: str, form: Answer, of: Act, *, twice: bool) -> None:
        numbers = [int(found) for found in _NUMBERS.findall(str(form.modal))]
        values = {}
        for one in form.fields:
            if one.value.isdecimal() and self._dice.random() < 0.6:
                values[one.custom_id] = str(self._dice.choice([n for n in numbers if n < 10_000] or [1]))
            elif not one.value:
                values[one.custom_id] = self._dice.choice(("word", "@everyone", "12"))
        wire = self._evening.wire
        what = f"{who} sends {values or 'the form'}"
        written = [values.get(one.custom_id, one.value) for one in form.fields]
        act = Act(of.name, {**of.given, "written": "".join(written[:1])})
        times = 2 if twice else 1
        await asyncio.gather(
            *(self.sends(what, lambda: wire.submit(who, form, values), act) for _ in range(times))
        )

    async def types(self, who: str, where: str, command: str, **options: Any) -> Answer:
        """A command with these options."""
        what = f"{who} types /{command} {options or ''} in {where}"
        wire = self._evening.wire
        return await self.sends(
            what, lambda: wire.slash(who, where, command, **options), Act(command, options)
        )

    # ---- what they see

    def tables(self) -> list[Table]:
        """The open tables."""
        return [table for table in self._evening.tables() if not table.closed]

    def message_of(self, table: Table) -> Seen | None:
        """The table's message, None where it is gone."""
        try:
            found = self._evening.wire.messages(table.state.channel_id)
        except KeyError:
            return None
        return next((one for one in found if one.id == table.screen.message_id), None)

    def look(self) -> None:
        """Everybody looks at the tables; somebody may press later what he sees now."""
        for table in self.tables():
            message = self.message_of(table)
            if message is not None and message.buttons:
                self._seen.append(Kept(self._dice.choice(NAMES), message))
        del self._seen[:-SEEN_KEPT]

    # ---- the things they do

    def do_play(self) -> str:
        """At one table who is on turn does what a button of the newest message offers, once or more."""
        hands = [one for one in self.tables() if one.state.phase is Phase.HAND and one.state.live]
        if not hands:
            return self.do_seat()
        table, times = self._dice.choice(hands), self._dice.choice((1, 1, 2, 4, 8))
        return self.begin(f"play {times} turns at table {table.state.number}", self._plays_on(table, times))

    async def _plays_on(self, table: Table, times: int) -> None:
        for _ in range(times):
            turn = self._next_play(table)
            if turn is None:
                return
            who, message, control = turn
            twice = self._dice.random() < 0.15
            await asyncio.gather(*(self.presses(who, message, control) for _ in range(1 + twice)))
            await asyncio.sleep(self._dice.choice((0.2, 0.5, 2)))

    def _next_play(self, table: Table) -> tuple[str, Seen, Control] | None:
        """Who is on turn, and what he presses; seldom to leave the hand, often the most that is offered."""
        live, message = table.state.live, self.message_of(table)
        if live is None or live.hand.turn is None or message is None:
            return None
        sitting = live.sitting(self._dice.choice(live.hand.turn.seats))
        controls = (*message.buttons, *message.selects)
        plays = [one for one in controls if one.custom_id[:2] in ("p:", "o:", "l:")]
        if sitting is None or sitting.is_house or not plays:
            return None
        who = self._evening.wire.world.name(sitting.user_id)
        stays = [one for one in plays if one.custom_id.split(":")[4] not in LEAVES]
        if self._dice.random() < 0.25:
            return who, message, max(plays, key=_amount)
        return who, message, self._dice.choice(plays if self._dice.random() < 0.2 else stays or plays)

    def do_seat(self) -> str:
        """Somebody sits down, deals, or picks the game of a hand."""
        tables = self.tables()
        if not tables:
            return self.do_open()
        table = self._dice.choice(tables)
        message = self.message_of(table)
        if message is None:
            who, where = self._dice.choice(NAMES), self._dice.choice(PLACES)
            return self.begin(f"type /table show as {who}", self.types(who, where, "table show"))
        called = self._evening.wire.world.name
        seated = [called(one.user_id) for one in table.state.sittings.values() if not one.is_house]
        others = [name for name in NAMES if name not in seated]
        wishes = [one for one in message.buttons if one.custom_id[:2] in ("h:", "g:")]
        deals = [one for one in wishes if one.custom_id.endswith(":deal") or one.custom_id[0] == "g"]
        wishes += deals * 4
        players = len(table.state.sittings)
        if wishes and seated and players > 1 and self._dice.random() < 0.15 * players:
            who, control = self._dice.choice(seated), self._dice.choice(wishes)
        else:
            joins = [one for one in message.buttons if one.custom_id.endswith(":join")]
            if not joins or not others:
                return self.do_play() if table.state.phase is Phase.HAND else "nobody sits down"
            who, control = self._dice.choice(others), joins[0]
        return self.begin(f"press {control.label} as {who}", self.presses(who, message, control))

    def do_open(self) -> str:
        """Somebody opens a table, perhaps after some changes of its terms."""
        if len(self.tables()) >= 3:
            return self.do_play()
        who, where = self._dice.choice(NAMES), self._dice.choice(PLACES)
        options = {"game": self._dice.choice(GAMES), "stake": self._dice.choice((1, 2, 5))}
        return self.begin(f"open {options} as {who} in {where}", self._opens(who, where, options))

    async def _opens(self, who: str, where: str, options: dict[str, Any]) -> None:
        await self.opens_with(who, await self.types(who, where, "table open", **options))

    async def opens_with(self, who: str, answer: Answer, *, as_it_is: bool = False) -> None:
        """Change none, some or all of the terms on a panel, whatever they are, and open the table."""
        menus = [menu for panel in answer.messages[-1:] for menu in panel.selects[:1]]
        fields = [name for menu in menus for name in menu.options if self._dice.random() < _changed(name)]
        for name in self._dice.sample(
            fields, min(len(fields), 0 if as_it_is else self._dice.choice((0, 3, 10, 25)))
        ):
            for place, value in enumerate((name, "")):  # the field, then any of its values
                for panel in answer.messages[-1:]:
                    for menu in panel.selects[place : place + 1]:
                        if value in ("", *menu.options):
                            await self.presses(who, panel, menu, value)
        for panel in answer.messages[-1:]:
            for button in [one for one in panel.buttons if one.custom_id.startswith("n:open:")]:
                await self.presses(who, panel, button)

    def do_anything(self) -> str:
        """Somebody presses something of a message that he sees now, or has seen long ago."""
        if not self._seen:
            return "nobody has seen anything"
        kept = self._dice.choice(self._seen)
        who = kept.who if kept.message.ephemeral else self._dice.choice(NAMES)
        controls = [*kept.message.buttons, *kept.message.selects]
        control = self._dice.choice(controls)
        return self.begin(f"press {control.label} as {who}", self.presses(who, kept.message, control))

    def do_type(self) -> str:
        """Somebody types a command, sensible or not."""
        who, where = self._dice.choice(NAMES), self._dice.choice(PLACES)
        command = self._dice.choice(COMMANDS)
        return self.begin(f"type /{command} as {who}", self.types(who, where, command))

    def do_chips(self) -> str:
        """Somebody sits down or tops up by command, or a manager gives chips."""
        who, where = self._dice.choice(NAMES), self._dice.choice(PLACES)
        chips = self._dice.choice((1, 20, 50, 100, 250))
        command = self._dice.choice(("table join", "table top-up", "bank grant"))
        options: dict[str, Any] = {"chips": chips}
        if command == "bank grant":
            options |= {"member": self._dice.choice(NAMES), "reason": "for the evening"}
        return self.begin(f"type /{command} {chips} as {who}", self.types(who, where, command, **options))

    def do_manage(self) -> str:
        """A manager, or who would like to be one, sends somebody away or makes him the host."""
        who, where = self._dice.choice(("Ann", "Boris", *NAMES)), self._dice.choice(PLACES)
        command, other = (
            self._dice.choice(("table kick", "table kick", "table host")),
            self._dice.choice(NAMES),
        )
        return self.begin(f"type /{command} {other} as {who}", self.types(who, where, command, player=other))

    def do_talk(self) -> str:
        """The channel fills up."""
        where = self._dice.choice(PLACES)
        return self.begin(f"talk in {where}", self._talks(self._dice.choice(NAMES), where))

    async def _talks(self, who: str, where: str) -> None:
        for number in range(6):
            await self._evening.wire.send(who, where, f"talk {number}")


def _changed(field: str) -> float:
    """How likely that field of a panel is changed: where nobody can pay to sit down nothing is played."""
    return 0.1 if field.startswith("buy_in") else 1


def _amount(control: Control) -> int:
    """The chips that a button of a hand moves."""
    last = control.custom_id.split(":")[-1]
    return int(last) if last.isdecimal() else 0
