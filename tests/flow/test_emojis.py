"""The cards' emojis: uploaded slowly in the background, once; whatever fails, cards are letters."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.emojis import RETRY_SECONDS, UPLOAD_EVERY_SECONDS, WANTED, CardEmojis
from bot.rehearsal.calls import Fault
from bot.show.cards import LETTERS
from tests.flow.evening import UNTIL_SECONDS, Evening

CREATE, LIST = "POST /applications/{id}/emojis", "GET /applications/{id}/emojis"


class Uploading:
    """The emojis of an evening's bot, beside what an evening has."""

    def __init__(self, friends: Evening) -> None:
        self.friends = friends
        self.emojis = self.made()

    def made(self, *, uploads: bool = True) -> CardEmojis:
        """As the next process makes them."""
        evening = self.friends
        tell = evening.room.set_card_look
        return CardEmojis(evening.store, evening.clock, evening.bot, tell, uploads=uploads)

    async def next_process(self, *, uploads: bool = True) -> None:
        """End this one's uploads, and start those of another."""
        await self.emojis.close()
        self.emojis = self.made(uploads=uploads)
        for four_colours in (False, True):
            self.friends.room.set_card_look(four_colours, LETTERS)
        await self.emojis.load()

    def created(self) -> int:
        """How many uploads Discord was asked for."""
        return self.friends.wire.calls.by_route()[CREATE]

    async def until_created(self, count: int) -> None:
        """Let time pass until so many uploads were tried."""
        while self.created() < count:
            await self.friends.time_passes(UPLOAD_EVERY_SECONDS)

    async def tried(self, count: int) -> None:
        """Wait until so many uploads were tried, while no time passes."""
        async with asyncio.timeout(UNTIL_SECONDS):
            while self.created() < count:
                await self.friends.rest()

    @property
    def names(self) -> list[str]:
        """What the application has."""
        return [one.name for one in self.friends.wire.world.backend.application_emojis.values()]


@pytest.fixture
async def uploading(friends: Evening) -> AsyncIterator[Uploading]:
    """Emojis that are not started yet."""
    made = Uploading(friends)
    yield made
    await made.emojis.close()


async def test_every_card_is_uploaded_once_and_then_stands_in_texts(uploading: Uploading) -> None:
    """One in two seconds; the table shows letters until its deck is whole, then emojis."""
    friends = uploading.friends
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    await friends.deal()
    uploading.emojis.start()
    await uploading.until_created(3)
    await friends.act("Check")
    assert "<:card" not in (await friends.drawn()).text
    await uploading.until_created(len(WANTED))
    await friends.rest()
    assert sorted(uploading.names) == sorted(WANTED) and uploading.created() == 80
    friends.table.screen.changed()
    assert "<:card_Jk:" in (await friends.drawn()).text


async def test_the_next_start_knows_them_and_uploads_nothing(uploading: Uploading) -> None:
    """It asks for the list once."""
    uploading.emojis.start()
    await uploading.until_created(len(WANTED))
    await uploading.friends.rest()
    await uploading.next_process()
    assert uploading.friends.room._card_looks[False] != LETTERS
    mark = uploading.friends.wire.calls.total
    uploading.emojis.start()
    await uploading.friends.time_passes(60)
    assert uploading.friends.wire.calls.by_route(mark) == {LIST: 1}


async def test_only_what_is_missing_is_uploaded(uploading: Uploading) -> None:
    """Also where somebody has deleted one, or the process ended in the middle."""
    uploading.emojis.start()
    await uploading.until_created(5)
    await uploading.friends.rest()
    emojis = uploading.friends.wire.world.backend.application_emojis
    del emojis[next(iter(emojis))]
    await uploading.next_process()
    uploading.emojis.start()
    await uploading.until_created(len(WANTED) + 1)
    await uploading.friends.time_passes(60)
    assert sorted(uploading.names) == sorted(WANTED) and uploading.created() == 81


async def test_a_failure_leaves_letters_and_is_tried_again_later(uploading: Uploading) -> None:
    """Not at once, and not for ever."""
    friends = uploading.friends
    friends.wire.faults.append(Fault("POST", "/applications/*/emojis", status=400, code=30008, times=None))
    uploading.emojis.start()
    for tries, seconds in enumerate(RETRY_SECONDS, start=1):
        await uploading.tried(tries)
        await friends.time_passes(seconds - 1)
        assert uploading.created() == tries
        await friends.time_passes(2)
    await uploading.tried(1 + len(RETRY_SECONDS))
    await friends.time_passes(86_400)
    assert uploading.created() == 1 + len(RETRY_SECONDS)
    assert friends.room._card_looks == {False: LETTERS, True: LETTERS}


async def test_another_shards_process_finds_what_the_first_has_uploaded(uploading: Uploading) -> None:
    """It uploads none itself."""
    await uploading.next_process(uploads=False)
    uploading.emojis.start()
    await uploading.friends.time_passes(1)
    assert uploading.created() == 0 and uploading.names == []
    backend = uploading.friends.wire.world.backend
    for name in WANTED:
        backend.create_application_emoji(name)
    await uploading.friends.time_passes(RETRY_SECONDS[0] + 1)
    assert uploading.created() == 0 and uploading.friends.room._card_looks[True] != LETTERS
