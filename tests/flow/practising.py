"""What a person does at a practice table, and how the time of house players passes."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.rehearsal.seen import Answer
from bot.show.scene import Phase
from bot.tables.house_players import PAUSE_SECONDS_MOST
from tests.flow.evening import CHANNEL, Evening

STAYS = ("Check", "Call", "Refuse", "No, thanks", "Open", "Show", "Pay", "Play", "Pass", "Pack", "Fold")


async def practise(
    friends: Evening, who: str = "Ann", *, house_players: int | None = None, **options: Any
) -> str:
    """/table practice; what is answered."""
    if house_players is not None:
        options["house-players"] = house_players
    typed = asyncio.create_task(friends.wire.slash(who, CHANNEL, "table practice", **options))
    await friends.until(typed.done)
    answer = typed.result()
    await friends.until(lambda: answer.messages)
    await friends.drawn()
    await friends.rest()
    return answer.text


def is_awaited(friends: Evening, name: str) -> bool:
    """True while that person is on turn in a hand."""
    live = friends.table.state.live
    turn = live.hand.turn if live and friends.table.state.phase is Phase.HAND else None
    return turn is not None and friends.sitting(name).seat in turn.seats


async def until_awaited(friends: Evening, name: str = "Ann") -> bool:
    """Let house players act until that person is on turn: True; False where the hand is over before."""
    while friends.table.state.phase is Phase.HAND and not is_awaited(friends, name):
        await friends.time_passes(PAUSE_SECONDS_MOST)
    await friends.drawn()
    return is_awaited(friends, name)


async def presses(friends: Evening, name: str, *labels: str) -> Answer:
    """Somebody presses the first of these buttons that is there, whoever else may."""
    message = await friends.drawn()
    there = [button.label for button in message.buttons]
    found = next(text for label in labels for text in there if text.startswith(label))
    answer = await friends.wire.click(name, message, found)
    await friends.rest()
    return answer


async def play_hand(friends: Evening, name: str = "Ann", *labels: str) -> None:
    """Deal is pressed, and one person stays in (or what ``labels`` say) until the hand is over."""
    if friends.table.state.phase is not Phase.HAND:
        await presses(friends, name, "Deal")
        await friends.dealt()
    while await until_awaited(friends, name):
        await presses(friends, name, *(labels or STAYS))


async def more(friends: Evening, name: str, label: str) -> str:
    """Somebody presses More… and a button of its panel; what he is told."""
    panel = await presses(friends, name, "More…")
    answer = await friends.wire.click(name, panel.messages[-1], label)
    await friends.until(lambda: answer.messages)
    await friends.rest()
    return answer.text
