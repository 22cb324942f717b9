"""The stand-in bot as a process of its own: `python -m tests.bot.rehearsal API_URL GATEWAY_URL`."""

import asyncio
import os
import signal
import sys

from bot.rehearsal.child import main

from .standin import StandIn


async def serve() -> None:
    """Run until SIGTERM."""
    bot = StandIn()
    task = asyncio.create_task(bot.start(os.environ["DEALER_TOKEN"]))
    stopping = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopping.set)
    await stopping.wait()
    await bot.close()
    await asyncio.wait([task])


def run(_: list[str]) -> int:
    asyncio.run(serve())
    return 0


sys.exit(main(sys.argv[1:], run))
