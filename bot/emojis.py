"""The cards as emojis of the application: uploaded once, slowly, in the background; until then letters do.

What is uploaded is remembered, so that the next start knows it before the gateway, and compared with what
Discord has, so that only what is missing is sent. A failure is tried again later, and harms nothing.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from typing import Final

import aiohttp
import discord

from bot.clock import Clock
from bot.show.cards import CardLook
from bot.show.pictures.emoji import DECK, emoji_name, emoji_png
from bot.store import Store, StoreError, meta
from engine.cards import Card

log = logging.getLogger(__name__)

UPLOAD_EVERY_SECONDS: Final = 2.0  # 80 of them, beside everything else that counts against the limits
RETRY_SECONDS: Final = (60, 300, 1800)
WANTED: Final[Mapping[str, tuple[Card, bool]]] = {  # in this order: first what most servers look at
    emoji_name(card, four_colours=four): (card, four) for four in (False, True) for card in DECK
}


class CardEmojis:
    """Uploads what is missing; ``tell`` hears of a deck (of four colours or not) once it is whole.

    ``uploads`` False: another process of this application does, and what it has uploaded is found.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        client: discord.Client,
        tell: Callable[[bool, CardLook], None],
        *,
        uploads: bool = True,
    ) -> None:
        self._store, self._clock, self._client, self._tell = store, clock, client, tell
        self._uploads = uploads
        self._known: dict[str, int] = {}
        self._work: asyncio.Task[None] | None = None

    async def load(self) -> None:
        """What was uploaded earlier, by this application."""
        kept = await self._store.read(lambda tx: meta.get(tx, self._key))
        self._known = {name: int(number) for name, number in json.loads(kept or b"{}").items()}
        self._tell_whole()

    def start(self) -> None:
        """Begin in the background."""
        if self._work is None:
            self._work = asyncio.create_task(self._keep_trying())

    async def close(self) -> None:
        """Stop; what is missing comes after the next start."""
        if self._work is not None:
            self._work.cancel()
            await asyncio.gather(self._work, return_exceptions=True)

    @property
    def _key(self) -> str:
        return f"emojis:{self._client.application_id}"

    async def _keep_trying(self) -> None:
        for seconds in (*RETRY_SECONDS, None):
            try:
                await self._upload()
                if self._known.keys() == WANTED.keys():
                    return
            except (discord.DiscordException, aiohttp.ClientError, OSError, StoreError) as error:
                log.info("cards stay letters for now", extra={"fields": {"why": repr(error)}})
            except Exception as error:  # whatever is wrong with a drawing, cards stay letters
                log.warning("cards stay letters", exc_info=error)
                return
            if seconds is not None:
                await self._clock.sleep(seconds)

    async def _upload(self) -> None:
        there = {one.name: one.id for one in await self._client.fetch_application_emojis()}
        await self._remember({name: number for name, number in there.items() if name in WANTED})
        for name, (card, four_colours) in WANTED.items():
            if name not in self._known and self._uploads:
                png = await asyncio.to_thread(emoji_png, card, four_colours=four_colours)
                made = await self._client.create_application_emoji(name=name, image=png)
                await self._remember({**self._known, name: made.id})
                await self._clock.sleep(UPLOAD_EVERY_SECONDS)

    async def _remember(self, known: dict[str, int]) -> None:
        if known != self._known:
            self._known = known
            kept = json.dumps(known, sort_keys=True).encode()
            await self._store.write(lambda tx: meta.put(tx, self._key, kept))
        self._tell_whole()

    def _tell_whole(self) -> None:
        for four_colours in (False, True):
            names = [emoji_name(card, four_colours=four_colours) for card in DECK]
            whole = all(name in self._known for name in names)
            emojis = tuple(f"<:{name}:{self._known[name]}>" for name in names) if whole else ()
            self._tell(four_colours, CardLook(emojis))
