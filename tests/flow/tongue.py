"""Evenings in any language: everything that the bot sent with who reads it, and presses without words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.locale import locale_of
from bot.rehearsal.seen import Answer, Control, Seen
from bot.rehearsal.wire import WireDiscord
from tests.flow.checks import Recorder, Request
from tests.flow.evening import CHANNEL, Evening
from tests.foreign_words import words

CODES = {"en": "en-US", "ru": "ru", "pt_BR": "pt-BR"}
SHOWN = ("content", "label", "placeholder", "description", "title", "name")
CUT_LENGTH_LEAST = 45  # Discord's shortest limit, of a form's labels
EPHEMERAL = 64
MESSAGE, UPDATE, CHOICES, FORM = 4, 7, 8, 9


@dataclass(frozen=True, slots=True)
class Reading:
    """A text of the bot, the language that its reader speaks, where it was read, and as what."""

    locale: str
    text: str
    where: str
    key: str = "content"

    @property
    def is_cut(self) -> bool:
        """True for a label that was longer than Discord takes."""
        return self.key != "content" and self.text.endswith("…") and len(self.text) >= CUT_LENGTH_LEAST


def names_of(wire: WireDiscord) -> frozenset[str]:
    """The words in the names of people, channels, roles and the server."""
    backend = wire.world.backend
    named = [name or "" for user in backend.users.values() for name in (user.name, user.global_name)]
    for guild in backend.guilds.values():
        named += [guild.name, *(role.name for role in guild.roles.values())]
    named += [channel.name or "" for channel in backend.channels.values()]
    return frozenset(word for name in named for word in words(name))


def readings(recorder: Recorder, wire: WireDiscord, server: str) -> Iterator[Reading]:
    """Everything that people could read so far; the server's public texts are in ``server``."""
    for one in recorder.requests:
        locale = _reader(one, wire, server)
        if locale is not None:
            for key, text in _texts(one.body):
                yield Reading(locale, text, f"{one.method} {one.route}", key)


def _reader(one: Request, wire: WireDiscord, server: str) -> str | None:
    """The language of who reads a request's texts; None where nobody does."""
    world, backend = wire.world, wire.world.backend
    if one.path.endswith("/commands") or not isinstance(one.body, dict):
        return None
    if one.path.startswith(("/interactions/", "/webhooks/")):
        asked = next(each for each in backend.interactions.values() if each.token in one.path)
        if _is_private(one, asked, wire):
            return locale_of(world.locales.get(asked.user_id, "en-US"))
        return server
    for user_id, channel_id in backend.dm_channels.items():
        if one.path.startswith(f"/channels/{channel_id}/"):
            return locale_of(world.locales.get(user_id, "en-US"))
    return server


def _is_private(one: Request, asked: Any, wire: WireDiscord) -> bool:
    body = one.body
    kind = body.get("type") if one.path.startswith("/interactions/") else None
    if kind in (CHOICES, FORM):
        return True
    if kind == UPDATE:
        source = wire.world.backend.messages[asked.channel_id].get(asked.source_message_id)
        return source is None or source.is_ephemeral
    data = body.get("data") or {} if kind == MESSAGE else body
    return bool((data.get("flags") or 0) & EPHEMERAL) or bool(asked.ephemeral)


def _texts(body: Any, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(body, dict):
        for name, value in body.items():
            yield from _texts(value, name)
    elif isinstance(body, list):
        for value in body:
            yield from _texts(value, key)
    elif isinstance(body, str) and body and key in SHOWN:
        yield key, body


def speak(wire: WireDiscord, server: str, **people: str) -> None:
    """The languages of the server and of people; before the bot connects, for the server."""
    wire.world.guild.preferred_locale = CODES[server]
    for name, locale in people.items():
        wire.speak(name, CODES[locale])


# ---- doing without words


def key(message: Seen, *parts: str) -> Control:
    """The first button whose custom_id has one of these parts, the first part that is there."""
    for part in parts:
        for button in message.buttons:
            if part in button.custom_id.split(":") and not button.disabled:
                return button
    raise KeyError(f"none of {parts} in {[button.custom_id for button in message.buttons]}")


async def presses(friends: Evening, name: str, *parts: str) -> Answer:
    """Somebody presses that button of the table's message."""
    message = await friends.drawn()
    answer = await friends.wire.click(name, message, key(message, *parts).custom_id)
    await friends.rest()
    return answer


async def types(friends: Evening, who: str, command: str, /, **options: Any) -> Answer:
    """Somebody types a command in the channel, and waits for its answer."""
    answer = await friends.wire.slash(who, CHANNEL, command, **options)
    await friends.until(lambda: answer.messages or answer.modal)
    await friends.rest()
    return answer


async def sit(friends: Evening, *names: str, chips: int = 100) -> None:
    """Join with the button, and send the form with that buy-in."""
    for name in names:
        form = await presses(friends, name, "join")
        answer = await friends.wire.submit(name, form, {form.fields[0].custom_id: str(chips)})
        await friends.until(lambda answer=answer: answer.private)  # type: ignore[misc]


async def deal(friends: Evening, name: str = "Ann") -> None:
    """Press Deal, and wait until the cards are sent."""
    await presses(friends, name, "deal")
    await friends.dealt()


async def play_out(friends: Evening, *verbs: str) -> None:
    """Who is on turn does the first of these that is offered, until the hand is over."""
    while friends.table.state.phase == "hand":
        await presses(friends, friends.on_turn, *verbs)


async def chooses(friends: Evening, name: str, target: str) -> None:
    """Somebody names another player in the menu of the table's message."""
    message = await friends.drawn()
    (menu,) = message.selects
    await friends.wire.select(name, message, menu.custom_id, [str(friends.sitting(target).seat)])
    await friends.rest()
