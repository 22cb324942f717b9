"""Hidden cards on their way to their owners: the only caller of a seat's View.

One direct message per player and hand, changed when he gets another hidden card. A message that cannot
be delivered moves nothing: its owner is told privately at his next press and has My cards.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from bot.locale import say
from bot.newest import Newest
from bot.show.hidden import HiddenCards, Revealed, hidden_text
from bot.show.keys import label_of
from bot.store import Tx, hands, players
from bot.tables import characters
from bot.tables.desk import Desk
from bot.tables.post import REQUEST_FAILED
from bot.tables.state import LiveHand, Sitting, TableState
from engine.cards import HIDDEN
from engine.game import Action, View
from engine.house import decide
from engine.odds import IN_HAND, Chance, Hint, hint

log = logging.getLogger(__name__)

QUIET_SECONDS: Final = 6 * 3600  # only the first message of an evening makes a sound
HINT_HANDS: Final = 8000  # looked at for one hint, those of all players
NEW_DM_SECONDS: Final = 2.0


class Mailbox:
    """Direct messages to players, for all tables: who takes them, and when one last made a sound."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._opening = asyncio.Lock()
        self._next_opening = 0.0  # by the clock's seconds
        self._channels = Newest[int, int]()  # by player id
        self._sounded = Newest[int, float]()
        self._closed = Newest[int, bool]()  # players who got no message: whether they know

    async def channel(self, player_id: int, user_id: int) -> int:
        """The DM channel of a player, remembered; new ones are opened one in two seconds."""
        if player_id in self._channels:
            return self._channels[player_id]
        async with self._opening:
            row = await self._desk.store.read(lambda tx: players.get(tx, player_id))
            found = row.dm_channel_id
            if found is None:
                clock = self._desk.clock
                if (wait := self._next_opening - clock.seconds()) > 0:
                    await clock.sleep(wait)
                self._next_opening = clock.seconds() + NEW_DM_SECONDS
                found = opened = await self._desk.post.open_dm(user_id)
                await self._desk.store.write(lambda tx: players.set_dm_channel(tx, player_id, opened))
        self._channels[player_id] = found
        return found

    async def greet(self, state: TableState, sitting: Sitting) -> None:
        """The first message of an evening, when a player sits down: tells him, and us, whether DMs arrive."""
        if not self.makes_sound(sitting.player_id):
            return
        where = {"number": state.number, "channel": state.channel_id}
        text = say("You sit at table {number} in <#{channel}>. Your hidden cards will come here.", **where)
        if state.terms.practice is not None:
            text = say(
                "You sit at practice table {number} in <#{channel}>. Your hidden cards will come here.",
                **where,
            )
        try:
            channel = await self.channel(sitting.player_id, sitting.user_id)
            await self._desk.post.send_dm(
                channel, text.to(sitting.locale), f"sit:{sitting.sitting_id}", silent=False
            )
        except REQUEST_FAILED as error:
            self.failed(sitting.player_id)
            log.info("a player takes no messages player=%s error=%r", sitting.player_id, error)

    def failed(self, player_id: int) -> None:
        """A message did not arrive: the player is to be told, once until one arrives again."""
        self._closed.setdefault(player_id, False)

    def arrived(self, player_id: int) -> None:
        """A message arrived: he takes them."""
        self._closed.pop(player_id, None)

    def to_be_told(self, player_id: int) -> bool:
        """True once for a player whose messages do not arrive."""
        if self._closed.get(player_id, True):
            return False
        self._closed[player_id] = True
        return True

    def makes_sound(self, player_id: int) -> bool:
        """True for the first message in a while; it counts as sent."""
        now = self._desk.clock.seconds()
        last = self._sounded.get(player_id)
        if last is None or now - last > QUIET_SECONDS:
            self._sounded[player_id] = now
            return True
        return False


def hidden_cards(desk: Desk, state: TableState, live: LiveHand, sitting: Sitting) -> HiddenCards:
    """What one player may know of his own cards, and of others' that were revealed to him."""
    view: View = live.hand.view(sitting.seat)
    public = live.hand.view(None)
    revealed = tuple(
        Revealed(_name(live, theirs.seat), theirs.cards, theirs.ranked)
        for theirs, seen in zip(view.seats, public.seats, strict=True)
        if theirs.seat != sitting.seat and theirs.cards != seen.cards
    )
    return HiddenCards(
        server_name=desk.server_name(state.server_id),
        channel_id=state.channel_id,
        table_number=state.number,
        practice=state.terms.practice is not None,
        hand_number=live.number,
        seat_view=view.seat(sitting.seat),
        common=view.common,
        game=view.game,
        see=label_of("see", desk.server_locale(state.server_id)),
        revealed=revealed,
        look=desk.card_look(state.server_id),
    )


def house_action(live: LiveHand, sitting: Sitting, chance: Chance) -> Action:
    """What a house player does on its turn: it knows what a person in its seat would."""
    view: View = live.hand.view(sitting.seat)
    return decide(view, live.hand.setup.options, characters.temperament_of(sitting.user_id), chance)


def own_hint(live: LiveHand, sitting: Sitting, chance: Chance) -> Hint:
    """What a player may reckon with, from his View alone. Takes a while: for a thread."""
    view: View = live.hand.view(sitting.seat)
    hands_in = sum(one.status in IN_HAND for one in view.seats)
    return hint(view, live.hand.setup.options, chance, HINT_HANDS // max(1, hands_in))


def _name(live: LiveHand, seat: int) -> str:
    sitting = live.sitting(seat)
    return sitting.name if sitting else ""


class HiddenMessages:
    """The direct messages of one table's hand."""

    def __init__(self, desk: Desk, mailbox: Mailbox) -> None:
        self._desk, self._mailbox = desk, mailbox
        # By hand and player: the text, and whether only who has a message already gets it.
        self._wanted: dict[tuple[int, int], tuple[str, bool]] = {}
        self._sent: dict[tuple[int, int], tuple[str, bool]] = {}
        self._tasks: dict[tuple[int, int], asyncio.Task[None]] = {}

    def deliver(self, state: TableState, live: LiveHand, seats: frozenset[int]) -> None:
        """See that these seats get their newest hidden cards. Never waits."""
        for sitting in live.dealt:
            if sitting.seat not in seats or sitting.is_house:
                continue
            cards = hidden_cards(self._desk, state, live, sitting)
            key = (live.hand_id, sitting.player_id)
            unseen = all(card == HIDDEN for card in cards.seat_view.cards)
            if unseen and len(live.roots) < 2:
                continue  # plays without having seen them
            self._wanted[key] = hidden_text(cards, sitting.locale), unseen
            running = self._tasks.get(key)
            if running is None or running.done():
                task = asyncio.create_task(self._send(key, sitting))
                self._tasks[key] = task
                task.add_done_callback(lambda done, key=key: self._over(key, done))  # type: ignore[misc]

    def _over(self, key: tuple[int, int], task: asyncio.Task[None]) -> None:
        if self._tasks.get(key) is task:
            del self._tasks[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("hidden cards not delivered hand=%s player=%s", *key, exc_info=error)

    def forget(self, hand_id: int) -> None:
        """That hand is over: nothing of it, or of an earlier one, is kept here."""
        for kept in (self._wanted, self._sent):
            for key in [key for key in kept if key[0] <= hand_id]:
                del kept[key]

    async def close(self) -> None:
        """Stop sending; what was not sent stands under My cards."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _send(self, key: tuple[int, int], sitting: Sitting) -> None:
        while (wanted := self._wanted.get(key)) is not None and self._sent.get(key) != wanted:
            try:
                await self._send_one(key, sitting, *wanted)
            except REQUEST_FAILED as error:
                self._mailbox.failed(sitting.player_id)
                log.info("hidden cards not delivered hand=%s player=%s error=%r", *key, error)
                return
            if key in self._wanted:  # else the hand is over
                self._sent[key] = wanted
            self._mailbox.arrived(sitting.player_id)

    async def _send_one(self, key: tuple[int, int], sitting: Sitting, text: str, only_change: bool) -> None:
        """Send or change the message; ``only_change``: who has none of this hand gets none."""
        hand_id, player_id = key
        store, post = self._desk.store, self._desk.post
        known = await store.read(lambda tx: hands.hidden_message(tx, hand_id, player_id))
        if known is not None:
            await post.edit_dm(known.channel_id, known.message_id, text)
            return
        if only_change:
            return
        channel = await self._mailbox.channel(player_id, sitting.user_id)
        silent = not self._mailbox.makes_sound(player_id)
        message = await post.send_dm(channel, text, f"{hand_id}:{player_id}", silent=silent)

        async def remember(tx: Tx) -> None:
            await hands.set_hidden_message(tx, hand_id, player_id, channel, message)

        await store.write(remember)
