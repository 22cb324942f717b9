"""What a table has to do of itself, and nobody would ask for again: it is done in the end."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final

from bot.store import Refused, StoreError

if TYPE_CHECKING:
    from bot.tables.table import Table

log = logging.getLogger(__name__)

STORE_AGAIN_SECONDS: Final = 10.0


async def in_the_end(table: Table, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Do it; where the store fails (a full disk), do it again until it works.

    What the store refuses would be refused again: that is raised.
    """
    while True:
        try:
            await work()
            return
        except Refused:
            raise
        except StoreError as error:
            log.error("the store failed, the table tries again table=%s error=%r", table.id, error)
            await table.desk.clock.sleep(STORE_AGAIN_SECONDS)
