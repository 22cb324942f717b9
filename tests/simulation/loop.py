"""An event loop whose time is counted, not waited for, and on which programs can be killed.

Where nothing is left to do now, time jumps to the next timer. There is no socket and no thread: the order
of all that happens follows from the order in which it was asked for, so that a seed plays the same again.
"""

from __future__ import annotations

import asyncio
import collections
import contextvars
import weakref
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import Any, TypeVar

Result = TypeVar("Result")

_PROGRAM: contextvars.ContextVar[Program | None] = contextvars.ContextVar("program", default=None)


class Program:
    """One run of a program on the loop: all tasks and timers that began in it.

    ``kill`` is a power cut: nothing of it runs again, no ``finally`` and no ``except`` either.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.alive = True
        self.steps_left: int | None = None  # it dies before its next callback when this is 0
        self.at_death: list[Callable[[], None]] = []
        # Each with when it began, in seconds of the loop.
        self.tasks: weakref.WeakKeyDictionary[asyncio.Task[Any], float] = weakref.WeakKeyDictionary()
        self.dead = asyncio.Event()
        self.held: list[asyncio.Handle] = []  # callbacks that were due after its death
        self._kept: list[asyncio.Task[Any]] = []

    @classmethod
    def current(cls) -> Program | None:
        """The program whose callback is running."""
        return _PROGRAM.get()

    def start(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Run something as a part of it."""
        context = contextvars.copy_context()
        context.run(_PROGRAM.set, self)
        return context.run(asyncio.create_task, work)

    def kill(self) -> None:
        """It is no more, from this callback on."""
        if not self.alive:
            return
        self.alive = False
        asyncio.get_running_loop().call_soon(self.dead.set, context=contextvars.Context())
        self._kept = list(self.tasks)  # else the collector would run their ends, at a time of its own
        for task in self._kept:
            task._log_destroy_pending = False  # type: ignore[attr-defined]
        for end in self.at_death:
            end()
        self.at_death.clear()

    async def bury(self) -> None:
        """When the evening is over and nothing of it is looked at any more: let its tasks end."""
        self.alive, self.steps_left = True, None
        loop = asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        loop.due_again(self.held)
        for _ in range(5):
            waiting = self.running()
            for task in waiting:
                task.cancel()
            if waiting:
                await asyncio.wait(waiting, timeout=60)
        self._kept.clear()

    def running(self) -> list[asyncio.Task[Any]]:
        """Its tasks that are not done."""
        return [task for task in self.tasks if not task.done()]

    def older_than(self, seconds: float) -> list[asyncio.Task[Any]]:
        """Those of them that began so long ago or longer."""
        before = asyncio.get_running_loop().time() - seconds
        return [task for task in self.running() if self.tasks[task] <= before]


class VirtualLoop(asyncio.BaseEventLoop):
    """``asyncio.Runner(loop_factory=VirtualLoop)``: it begins at 0 seconds."""

    _ready: collections.deque[asyncio.Handle]
    _scheduled: list[asyncio.TimerHandle]

    def __init__(self) -> None:
        super().__init__()
        self._seconds = 0.0
        self._selector = _Jump(self)
        self._ready = _Ready(self)
        self.set_task_factory(_make_task)  # type: ignore[arg-type]

    def time(self) -> float:
        """Seconds since the loop was made."""
        return self._seconds

    def jump(self, seconds: float | None) -> None:
        """Nothing is left to do for so long."""
        if seconds is None:
            raise RuntimeError("everybody waits for ever")
        self._seconds += seconds

    def due_again(self, handles: list[asyncio.Handle]) -> None:
        """Call these after all."""
        self._ready.extend(handles)
        handles.clear()

    def timers_of(self, program: Program) -> list[asyncio.TimerHandle]:
        """What a program will be called back for."""
        return [one for one in self._scheduled if not one.cancelled() and _program_of(one) is program]

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        """Do it at once: there is no thread."""
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 - handed on to who waits
            future.set_exception(error)
        return future

    def _process_events(self, events: list[Any]) -> None:
        """There are none."""

    def _write_to_self(self) -> None:
        """Nobody sleeps who could be woken."""


class _Jump:
    """Stands where a loop asks the operating system to wait."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop

    def select(self, timeout: float | None) -> list[Any]:
        """Time passes."""
        self._loop.jump(timeout)
        return []


class _Ready(collections.deque[asyncio.Handle]):
    """The callbacks that are due; those of a dead program are never called."""

    def __init__(self, loop: VirtualLoop) -> None:
        super().__init__()
        self._nothing = asyncio.Handle(_make_task, (), loop)
        self._nothing.cancel()

    def popleft(self) -> asyncio.Handle:
        """The next one; one that does nothing instead of one of a dead program."""
        handle = super().popleft()
        program = _program_of(handle)
        if program is None:
            return handle
        if program.steps_left is not None and program.alive:
            program.steps_left -= 1
            if program.steps_left < 0:
                program.kill()
        if program.alive:
            return handle
        program.held.append(handle)
        return self._nothing


def _program_of(handle: asyncio.Handle) -> Program | None:
    context: contextvars.Context | None = handle._context  # type: ignore[attr-defined]
    return context.get(_PROGRAM) if context is not None else None


def _make_task(
    loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Result], **named: Any
) -> asyncio.Task[Result]:
    task = asyncio.Task(work, loop=loop, **named)
    program = Program.current()
    if program is not None:
        program.tasks[task] = loop.time()
    return task
