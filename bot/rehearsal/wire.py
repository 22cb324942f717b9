"""The offline Discord behind real HTTP and a real websocket on loopback, so that the bot runs unmodified.

async with WireDiscord(World.new()) as discord:
    point_discord_at(discord)           # then start the bot, here or in a child process
    await discord.until(lambda: discord.gateway.connected)
    opened = await discord.slash("Ann", "card-room", "table open", game="aces")
    await discord.click("Boris", discord.messages("card-room")[-1], "Join")
"""

from types import TracebackType
from typing import Self

from aiohttp import web

from bot.rehearsal.actors import Actors
from bot.rehearsal.calls import Calls, Fault
from bot.rehearsal.gateway import HEARTBEAT_MILLISECONDS, Gateway
from bot.rehearsal.limits import Limiter
from bot.rehearsal.point import point_discord_at
from bot.rehearsal.rest import Rest
from bot.rehearsal.routes import Routes
from bot.rehearsal.world import World

__all__ = ["WireDiscord", "point_discord_at"]

LOOPBACK = "127.0.0.1"
BODY_BYTES_MAX = 30 * 2**20


class WireDiscord(Actors):
    """A world behind loopback addresses. `limiter.enabled`, `faults`, `calls` and `gateway` are for tests.

    `token`: what the bot must log in with; None takes any. `port=0` takes a free one.
    """

    def __init__(
        self,
        world: World,
        *,
        port: int = 0,
        token: str | None = None,
        limits: bool = True,
        heartbeat_milliseconds: int = HEARTBEAT_MILLISECONDS,
    ) -> None:
        self.limiter = Limiter(enabled=limits)
        self.gateway = Gateway(world, token=token, heartbeat_milliseconds=heartbeat_milliseconds)
        self.rest = Rest(world, Routes(world, lambda: self.gateway_url), limiter=self.limiter, token=token)
        super().__init__(world, self.rest)
        self._port = port
        self._runner: web.AppRunner | None = None

    @property
    def calls(self) -> Calls:
        return self.rest.calls

    @property
    def faults(self) -> list[Fault]:
        return self.rest.faults

    @property
    def api_url(self) -> str:
        return f"http://{LOOPBACK}:{self._port}/api/v10"

    @property
    def gateway_url(self) -> str:
        return f"ws://{LOOPBACK}:{self._port}/gateway"

    def application(self) -> web.Application:
        """What answers the bot's requests and holds its gateway, to be served anywhere."""
        app = web.Application(client_max_size=BODY_BYTES_MAX)
        app.router.add_route("*", "/api/v10/{tail:.*}", self.rest.handle)
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        return app

    async def __aenter__(self) -> Self:
        self._runner = web.AppRunner(self.application(), access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, LOOPBACK, self._port)
        await site.start()
        self._port = self._runner.addresses[0][1]
        self.gateway.url = self.gateway_url
        self.world.keep_saved()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.rest.closing.set()
        self.gateway.refusing = True
        await self.gateway.drop(code=1001)
        if self._runner is not None:
            await self._runner.cleanup()
        self.world.save_now()
