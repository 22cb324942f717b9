"""Keeps discord.py from looking through all that it knows of rate limits at every new channel.

It keeps a bucket for each route and channel, and whenever it makes one looks for those that nobody has used
for five minutes (``HTTPClient.get_ratelimit`` of 2.7). A thousand tables have some eight thousand, so that
waking up they took a tenth of all processor time. Once a minute is soon enough.
"""

from __future__ import annotations

import asyncio
from typing import Final

from discord.http import HTTPClient

SWEEP_SECONDS: Final = 60.0


def sweep_seldom(http: HTTPClient) -> None:
    """From now on this client throws unused buckets away at most once a minute."""
    sweep, due = http._try_clear_expired_ratelimits, 0.0

    def seldom() -> None:
        nonlocal due
        now = asyncio.get_running_loop().time()  # the time that the buckets themselves go by
        if now >= due:
            due = now + SWEEP_SECONDS
            sweep()

    http._try_clear_expired_ratelimits = seldom  # type: ignore[method-assign]
