"""Forged presses: whatever a custom id says, nobody gets what is not his, and the books balance."""

from __future__ import annotations

import asyncio
import copy
import json
import random
import re
from typing import Any

import pytest
from simcord.actors import _component_interaction

from bot.rehearsal.seen import Answer
from bot.show.cards import cards_text
from bot.show.scene import Phase
from bot.store import audit
from engine.cards import HIDDEN, Card
from tests.flow.checks import Recorder, reader_of
from tests.flow.evening import CHANNEL, Evening
from tests.flow.test_hostile import stacks_match
from tests.hostile.sending import Sender, is_unclaimed

NAMES = ("Ann", "Boris", "Carol")
ONLOOKER = "Dana"
HUGE = 10**17
STEPS = 70
VERBS = {
    "aces": ("fold", "check", "call", "bet", "raise"),
    "seka": ("pass", "pay", "look", "open", "see", "join", "decline"),
    "teen_patti": ("pack", "play", "see", "side_show", "show", "accept", "refuse"),
}
ABOUT_HAND = ("deal", "cut", "extend", "reveal", "see", "nonsense")
ABOUT_TABLE = (
    "cards",
    "more",
    "sit_out",
    "back",
    "top_up",
    "rules",
    "history",
    "wait",
    "unwait",
    "pause",
    "close",
)


async def presses(friends: Evening, name: str, custom_id: str, values: list[str] | None = None) -> Answer:
    """Somebody sends a press of a button or menu that never was on the table's message."""
    kind = 2 if values is None else 3
    actor, channel = friends.wire._actor(name, friends.table.state.channel_id)
    message_id = friends.table.screen.message_id
    stored = copy.copy(friends.wire.world.backend.get_message(channel.id, message_id))
    item: dict[str, Any] = {"type": kind, "style": 2, "label": "forged", "custom_id": custom_id, "id": 2}
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": kind, "id": 2}
    if values is not None:
        item = {"type": kind, "custom_id": custom_id, "id": 2, "options": [{"label": "a", "value": "a"}]}
        data["values"] = values
    stored.components = [{"type": 1, "id": 1, "components": [item]}]
    sending = asyncio.create_task(_component_interaction(actor, stored, data))
    backend = friends.wire.world.backend
    for _ in range(40):
        await backend.changes.after(backend.changes.version, timeout_seconds=0.02)
        if sending.done() or await is_unclaimed(friends, max(backend.interactions)):
            break
    if not sending.done():  # nobody claims it: the reporter does
        await friends.clock.advance(1.6)
    return friends.wire._answer(await sending)


class Forger:
    """Invents custom ids near those that mean something."""

    def __init__(self, friends: Evening, game: str, dice: random.Random) -> None:
        self.friends, self.game, self.dice = friends, game, dice

    def number(self, true: int) -> int:
        """Mostly the true one."""
        return self.dice.choice((true,) * 6 + (true + 1, max(true - 1, 0), 0, HUGE))

    def press(self) -> tuple[str, list[str] | None]:
        """A custom id, and the chosen values where it is a menu's."""
        state, dice = self.friends.table.state, self.dice
        live, following = state.live, state.next_hand
        table = self.number(state.table_id)
        hand = self.number(live.hand_id if live else 0)
        turn = live.hand.turn if live else None
        number = self.number(turn.number if turn else 0)
        verb = dice.choice(VERBS[self.game])
        choices = live.hand.view(None).choices_of(turn.seats[0]) if live and turn else ()
        limits = next(((c.least, c.most) for c in choices if c.verb == verb), (0, 0))
        amount = dice.choice((*limits, *limits, max(limits[0] - 1, 0), limits[1] + 1, 1, HUGE))
        match dice.randrange(6):
            case 0 | 1:
                return f"p:{table}:{hand}:{number}:{verb}:{amount}", None
            case 2:
                target = dice.choice(("1", "2", "3", "9", "-1", "0", "٣", "²", "", "1e3"))
                return f"l:{table}:{hand}:{number}:{verb}:{limits[0]}", [target]
            case 3:
                return f"o:{table}:{hand}:{number}:{verb}", None
            case 4:
                what = dice.choice(ABOUT_HAND)
                of_next = following.hand_id if following and dice.random() < 0.6 else hand
                return f"h:{table}:{of_next}:{what}", None
            case _:
                return f"t:{table}:{dice.choice(ABOUT_TABLE[:-2])}", None


class Leaks:
    """Looks for cards in what is sent to people who may not know them."""

    def __init__(self, friends: Evening, recorder: Recorder) -> None:
        self.friends, self.recorder, self.mark = friends, recorder, 0
        self.known: dict[int | None, set[Card]] = {}
        self.hands: list[int] = []
        self.looked_at = 0

    def learn(self) -> None:
        """What everybody may know by now."""
        live = self.friends.table.state.live
        if live is None:
            return
        if live.hand_id not in self.hands:
            self.hands.append(live.hand_id)
            self.known = {None: self.known.get(None, set())}  # the former hand's record stays
        for viewer in (None, *(one.seat for one in live.dealt)):
            view = live.hand.view(viewer)
            cards = {card for one in view.seats for card in one.cards if card != HIDDEN}
            self.known.setdefault(viewer, set()).update(cards, view.common)

    def check(self) -> None:
        """Every body since the last look."""
        live = self.friends.table.state.live
        self.learn()
        if live is None:
            return
        deck = {card for cards in live.hand.decks for card in cards}
        for request in self.recorder.requests[self.mark :]:
            if request.message is None:
                continue
            reader = reader_of(request, self.friends)
            told = re.sub(r"🃏 as \S+", "", json.dumps(request.body, ensure_ascii=False))
            for card in deck - self.known[None] - self.known.get(reader, set()):
                self.looked_at += 1
                assert cards_text((card,)) not in told, (reader, request)
        self.mark = len(self.recorder.requests)


@pytest.mark.parametrize("game", VERBS)
async def test_an_evening_of_forged_presses(friends: Evening, recorder: Recorder, game: str) -> None:
    """Three play, all four forge: hands go on, nothing is lost or shown to who may not see it."""
    dice = random.Random(1)
    await friends.open_table(game=game)
    await friends.sit(*NAMES)
    await friends.deal()
    forger, leaks = Forger(friends, game, dice), Leaks(friends, recorder)
    leaks.learn()
    for _ in range(STEPS):
        if not friends.tables:
            break
        step = dice.random()
        if step < 0.6:
            custom_id, values = forger.press()
            answer = await presses(friends, dice.choice((*NAMES, ONLOOKER)), custom_id, values)
            assert answer.kind, custom_id
        elif step < 0.9 and friends.table.state.phase is Phase.HAND:
            message = await friends.drawn()
            buttons = [one.custom_id for one in message.buttons if one.custom_id.startswith("p:")]
            menus = [(one.custom_id, one.options) for one in message.selects]
            if menus and dice.random() < 0.5:
                custom_id, seats = dice.choice(menus)
                await presses(friends, friends.on_turn, custom_id, [dice.choice(seats)])
            else:
                await presses(friends, friends.on_turn, dice.choice(buttons))
        else:
            await friends.time_passes(dice.choice((3, 12, 48)))
            for one in friends.table.state.sittings.values():
                if one.state != "in":
                    await friends.command(one.name, "table back")
        await friends.rest()
        leaks.check()
    await stacks_match(friends)
    report = await friends.store.read(audit.check)
    assert report.clean and leaks.looked_at > 1000


PANELS = (
    "n:open:aces",
    "n:open:aces.zzzzzzzzzz.1.1.1.1.1.1.1.1",
    "n:open:nogame.1.1.1",
    "n:open:....",
    "n:cancel:x",
    "s:s0:nonsense:aces:1:1",
    "s:n999999999:net:-:1:9999",
    "s:a0:net:nogame:0:1",
    "z:start:999999999999:x",
    "z:start:1:@everyone",
    "z:end:999999999",
    "z:no",
    "j:n:0:0:0:0",
    "j:p:1:0:0:999999",
    "y:1:0:f",
    "y:1:999999:l",
    "s:s0:net:-:1:0",
    "r:aces:0:0",
    "na:999999999999999999:yes",
    "nr:0:no",
    "nj:7",
    "t:1:nonsense",
    "p:١:1:1:call:1",
    "p:-1:1:1:call:1",
    "t:9999999999999999999:join",
    "",
    "x" * 100,
)
MENUS = (
    ("n:change:aces.7.1.2.3.4.5.1", ["nonsense"]),
    ("n:set:0:aces.7.1.2.3.4.5.1", ["99"]),
    ("m:a0:-:1", ["nonsense"]),
    ("l:1:1:1:look:1", ["1"]),
    ("s:change", ["starting_chips"]),
    ("s:set:starting_chips", ["1"]),
)


async def test_whatever_else_a_custom_id_says(friends: Evening) -> None:
    """Panels, standings, seasons and nights: a private answer to each, and nothing happens."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    await friends.deal()
    await friends.play_out()
    for custom_id, values in (*((one, None) for one in PANELS), *MENUS):
        answer = await presses(friends, "Boris", custom_id, values)
        assert answer.kind in ("message", "update", "deferred_update"), custom_id
    assert len(friends.tables) == 1
    await friends.drawn()
    await stacks_match(friends)


async def test_a_form_takes_nothing_from_anybody_else(friends: Evening) -> None:
    """Whoever knows its id: neither his chips nor those of who opened it move; its owner still sends it."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    asked = asyncio.create_task(friends.wire.slash("Ann", CHANNEL, "table top-up"))
    await friends.until(asked.done)
    form = asked.result()
    (field,) = form.fields
    for name in ("Boris", ONLOOKER):
        answer = await Sender(friends, name, CHANNEL).form(form.modal["custom_id"], {field.custom_id: "50"})  # type: ignore[index]
        assert "from an earlier time" in answer.text
    await friends.rest()
    assert friends.stacks() == {"Ann": 100, "Boris": 100}
    await friends.wire.submit("Ann", form, {field.custom_id: "50"})
    await friends.rest()
    assert friends.stacks() == {"Ann": 150, "Boris": 100}
