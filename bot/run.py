"""The bot on Discord: opens what it needs, runs until it is told to stop, and closes it all again."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final

import aiohttp
import discord
from discord.ext import commands

from bot.client import DealerBot, ShardedBot
from bot.clock import SystemClock
from bot.secret import SecretError, check_value, find_secret
from bot.settings import Settings
from bot.shards import Shards
from bot.store import CannotOpen, Store, StoreError, meta, servers
from bot.tables.room import Room

log = logging.getLogger(__name__)

STOP_SECONDS_MAX: Final = 4.0  # for the tables and the gateway; the store takes moments

MakeCogs = Callable[[DealerBot, Store], Iterable[commands.Cog]]


async def run(settings: Settings, cogs: MakeCogs, *, void_live: bool) -> int:
    """Run until SIGTERM, SIGINT or a fault; the exit code: 0 after a clean stop, else 1 with one line."""
    clock = SystemClock()
    try:
        async with Store.open(settings.database, clock=clock) as store:
            shards = settings.shards
            await _check_served(store, shards)
            secret = await _secret(store, settings, void_live)
            client = (ShardedBot if len(shards.ids) > 1 else DealerBot)(
                clock=clock,
                store=store,
                room=lambda client: Room(store=store, clock=clock, discord=client, secret=secret),
                cogs=lambda client: cogs(client, store),
                heartbeat_file=settings.heartbeat_file,
                card_emojis=True,
                shards=shards,
            )
            client.add_listener(spare_collector, "on_ready")
            if void_live:
                await client.room.void_live()
            # Only now: had the hands not been voided, the next start must refuse again.
            await store.write(lambda tx: meta.put(tx, meta.SECRET_CHECK, check_value(secret)))
            assert settings.token is not None
            return await _on_gateway(client, settings.token.get_secret_value())
    except (StoreError, SecretError) as error:
        print(error, file=sys.stderr)
        return 1


async def spare_collector() -> None:
    """What is there when all is loaded stays: collections need not look at it again.

    A full one, which stops everything, else takes some tenths of a second every few thousand presses.
    """
    gc.collect()
    gc.freeze()


async def _check_served(store: Store, shards: Shards) -> None:
    """``CannotOpen`` where a server of this database belongs to another process."""
    strangers = [one for one in await store.read(servers.every) if not shards.serve(one)]
    if strangers:
        raise CannotOpen(
            f"the database {store.path} holds servers of other shards than {shards}"
            f" (count: {len(strangers)}, such as {strangers[0]}):"
            " make one for these shards with python -m bot split",
            code="other_shards",
        )


async def _secret(store: Store, settings: Settings, void_live: bool) -> bytes:
    known = await store.read(lambda tx: meta.get(tx, meta.SECRET_CHECK))
    return find_secret(settings.secret, settings.key_file, known, renew=void_live)


async def _on_gateway(client: DealerBot, token: str) -> int:
    """Connect and stay until a signal or a fault, then close the client."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):  # Windows: there Ctrl+C ends asyncio.run, which cancels this
            loop.add_signal_handler(number, stop.set)
    gateway = asyncio.create_task(client.start(token))
    told = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({gateway, told}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        told.cancel()
        await _close(client, gateway)
    if stop.is_set():
        log.info("stopped")
        return 0
    return _why_it_ended(gateway.exception() if not gateway.cancelled() else None)


async def _close(client: DealerBot, gateway: asyncio.Task[None]) -> None:
    try:
        async with asyncio.timeout(STOP_SECONDS_MAX):
            await client.close()
            await asyncio.wait({gateway})
    except TimeoutError:
        log.warning("stopped before everything was closed", extra={"fields": {"seconds": STOP_SECONDS_MAX}})
        gateway.cancel()
        await asyncio.wait({gateway})


def _why_it_ended(error: BaseException | None) -> int:
    match error:
        case discord.LoginFailure():
            line = "Discord refuses the token in DEALER_TOKEN: take the one of the application's Bot page"
        case aiohttp.ClientError() | OSError() | TimeoutError():
            line = f"Discord cannot be reached: {error}"
        case discord.DiscordException():
            line = f"Discord ended the connection: {error}"
        case None:
            line = "Discord ended the connection"
        case _:
            raise error
    print(line, file=sys.stderr)
    return 1
