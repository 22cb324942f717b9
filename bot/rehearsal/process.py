"""The bot's process: started, asked to stop, killed, and watched."""

import asyncio
import contextlib
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

STOP_SECONDS = 5.0
LOG_LINES_SHOWN = 12


class BotProcess:
    """One child at a time. `changed` is called whenever it starts or ends."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], log: Path, changed: Callable[[], None]
    ) -> None:
        self._command = list(command)
        self._environment = {**os.environ, **environment}
        self._log = log
        self._changed = changed
        self._process: asyncio.subprocess.Process | None = None
        self._watch: asyncio.Task[None] | None = None
        self.exit_code: int | None = None

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        """Start it, unless it runs. Its output is added to the log file."""
        if self.running:
            return
        self.exit_code = None
        with self._log.open("ab") as log:
            # A session of its own: Ctrl+C in the terminal is the parent's, who stops the child in order.
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                env=self._environment,
                stdin=asyncio.subprocess.PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._watch = asyncio.create_task(self._wait(self._process))
        self._changed()

    async def stop(self) -> None:
        """SIGTERM; after `STOP_SECONDS` SIGKILL."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):  # it ended in between
            process.terminate()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await process.wait()
        except TimeoutError:
            await self.kill()
        await self._ended()

    async def kill(self) -> None:
        """SIGKILL, as a crash would end it."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        await self._ended()

    def last_lines(self) -> str:
        """The end of the log, for a person."""
        if not self._log.exists():
            return ""
        lines = self._log.read_text(errors="replace").splitlines()
        return "\n".join(lines[-LOG_LINES_SHOWN:])

    async def _wait(self, process: asyncio.subprocess.Process) -> None:
        self.exit_code = await process.wait()
        self._changed()

    async def _ended(self) -> None:
        if self._watch is not None:
            await self._watch
