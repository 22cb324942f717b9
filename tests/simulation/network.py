"""A network in memory between the bot's HTTP client and the offline Discord: every byte takes its time."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from random import Random
from typing import Any

import aiohttp
from aiohttp import ClientRequest, web
from aiohttp.client_proto import ResponseHandler

from tests.simulation.loop import Program

MILLISECOND = 0.001
_APART = 1e-6  # bytes that are sent later arrive later


class _End(asyncio.Transport):
    """One end of a connection. What is written arrives at the other end after ``delay_seconds``."""

    other: _End

    def __init__(
        self, protocol: asyncio.Protocol, context: contextvars.Context, delay_seconds: float
    ) -> None:
        super().__init__()
        self._loop = asyncio.get_running_loop()
        self._protocol, self._context, self._delay = protocol, context, delay_seconds
        self._last = 0.0
        self._closing = self._over = False

    def call(self, function: Callable[..., object], *args: object) -> None:
        """Call something of this end's program."""
        self._loop.call_soon(function, *args, context=self._context)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send."""
        if not self._closing:
            self._send(self.other._arrives, bytes(data))

    def close(self) -> None:
        """Hang up; what was written still arrives."""
        if not self._closing:
            self._closing = True
            self._send(self.other._hung_up)
            self.call(self._ends)

    def abort(self) -> None:
        """Hang up."""
        self.close()

    def is_closing(self) -> bool:
        """True after it was hung up."""
        return self._closing

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Nothing is known of it."""
        return default

    def get_protocol(self) -> asyncio.BaseProtocol:
        """Who reads at this end."""
        return self._protocol

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Another one reads."""
        assert isinstance(protocol, asyncio.Protocol)
        self._protocol = protocol

    def can_write_eof(self) -> bool:
        """Never: HTTP hangs up instead."""
        return False

    def get_write_buffer_size(self) -> int:
        """All is on its way."""
        return 0

    def _send(self, arrive: Callable[..., object], *args: object) -> None:
        self._last = max(self._last + _APART, self._loop.time() + self._delay)
        self._loop.call_at(self._last, arrive, *args, context=self.other._context)

    def _arrives(self, data: bytes) -> None:
        if not self._over:
            self._protocol.data_received(data)

    def _hung_up(self) -> None:
        if not self._over:
            self._protocol.eof_received()
            self._closing = True
            self._ends()

    def _ends(self) -> None:
        if not self._over:
            self._over = True
            self._protocol.connection_lost(None)


class Network:
    """Connects clients with one server. ``down``: nobody gets through."""

    def __init__(self, server: web.Server, chance: Random) -> None:
        self._server, self._chance = server, chance
        self._context = contextvars.copy_context()  # of who serves
        self.down = False

    def connect(self, client: asyncio.Protocol) -> None:
        """A new connection for a program's client."""
        delay = self._chance.uniform(2, 40) * MILLISECOND
        server = self._server()
        assert isinstance(server, asyncio.Protocol)
        here = _End(client, contextvars.copy_context(), delay)
        there = _End(server, self._context, delay)
        here.other, there.other = there, here
        program = Program.current()
        if program is not None:
            program.at_death.append(here.close)
        there.call(server.connection_made, there)
        client.connection_made(here)


class Connector(aiohttp.BaseConnector):
    """Gives an HTTP client connections of the network, whatever address it asks for."""

    allowed_protocol_schema_set = frozenset({"", "http", "ws"})

    def __init__(self, network: Network) -> None:
        super().__init__(force_close=True, limit=0)
        self._network = network
        program = Program.current()
        if program is not None:
            program.at_death.append(self._forget)

    def _forget(self) -> None:
        self._closed = True  # else its end would complain

    async def _create_connection(
        self,
        req: ClientRequest,
        traces: list[Any],
        timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109 - as aiohttp has it
    ) -> ResponseHandler:
        await asyncio.sleep(MILLISECOND)
        if self._network.down:
            raise ConnectionRefusedError("the network is down")
        client = self._factory()
        self._network.connect(client)
        return client
