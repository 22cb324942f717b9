"""What somebody does at a table of any game, what he has, and what must be the same after a restart."""

from __future__ import annotations

from collections.abc import Iterable

from bot.rehearsal.seen import Answer
from tests.flow.evening import CHANNEL, Evening

NAMES = ("Ann", "Boris", "Carol")


async def bet_made(friends: Evening, where: str = CHANNEL) -> None:
    """A table of Boris in that channel, its first hand, one bet made."""
    await friends.open_table("Boris", where)
    await friends.sit(*NAMES)
    await friends.deal("Boris")
    await friends.act("Bet")
    await friends.drawn()
    await friends.rest()


async def wallets(friends: Evening, names: Iterable[str] = NAMES) -> list[int]:
    """What everybody has in his wallet."""
    return [await friends.wallet(name) for name in names]


async def does(players: Evening, name: str, label: str) -> Answer:
    """Somebody presses the first button that begins so."""
    message = await players.drawn()
    full = next(button.label for button in message.buttons if button.label.startswith(label))
    answer = await players.wire.click(name, message, full)
    await players.rest()
    return answer


async def chooses(players: Evening, name: str, target: str) -> None:
    """Somebody names another player in the menu of the table's message."""
    message = await players.drawn()
    (menu,) = message.selects
    await players.wire.select(name, message, menu.custom_id, [str(players.sitting(target).seat)])
    await players.rest()


async def again_after_restart(players: Evening) -> None:
    """The process ends and starts: the same hand, turn, message and buttons."""
    before, screen = players.live, await players.drawn()
    await players.restart()
    await players.drawn()
    await players.rest()
    assert players.live.hand == before.hand and players.live.roots == before.roots
    assert players.screen.id == screen.id
    assert [b.custom_id for b in players.screen.buttons] == [b.custom_id for b in screen.buttons]
    assert [b.custom_id for b in players.screen.selects] == [b.custom_id for b in screen.selects]


def sent(players: Evening, name: str, hand: int = 1) -> list[str]:
    """The texts of somebody's direct messages about a hand."""
    return [one.text for one in players.cards_sent(name, hand)]
