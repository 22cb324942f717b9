"""Game nights as people read them: the announcement with its answers, the reminder, the call to the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.locale import Text, frame, listed, say, say_as, say_many, strung
from bot.night_items import ANSWERS, NightAnswer, NightJoin
from bot.show.names import plain_name, safe_name
from bot.show.paper import Paper
from bot.show.scene import Terms
from bot.show.words import buy_in_text, clipped, joined, terms_game, terms_stake
from bot.show.words import lines as lines_of

NAMES_LENGTH_MOST: Final = 900  # of one answer; three of them and the rest fit into Discord's 4 000
MENTIONS_MOST: Final = 100  # Discord
NAME_LENGTH_MOST: Final = 60
LATER_DATES_MOST: Final = 4  # of one weekly game in a list
POSTS: Final = ("announcement", "moved", "reminder", "call", "missed", "cancelled", "summary")
ACCENT: Final = discord.Colour(0x2E7D32)
_MARK_STEP: Final = 10_000_000
_TEXT_ID, _ANSWERS_ID, _BOX_ID, _ROW_ID = 2, 3, 1, 10

_LABELS: Final = {
    "yes": (say_as("button", "I'm in"), discord.ButtonStyle.success),
    "maybe": (say_as("button", "Maybe"), discord.ButtonStyle.primary),
    "no": (say_as("button", "Can't"), discord.ButtonStyle.secondary),
}
_HEADS: Final = {
    "yes": say_as("answer", "In"),
    "maybe": say_as("answer", "Maybe"),
    "no": say_as("answer", "Can't"),
}


@dataclass(frozen=True, slots=True)
class NightScene:
    """A night as everybody may see it. Names are as people wrote them; ``planned_s`` is Unix seconds."""

    night_id: int
    name: str
    state: str
    planned_s: int
    terms: Terms
    answers: tuple[tuple[str, str], ...]  # answer and name, who said it first first
    number: int | None = None
    channel_id: int = 0
    event_url: str = ""

    def names(self, answer: str) -> list[str]:
        """Who answered so."""
        return [name for said, name in self.answers if said == answer]


def mark(night_id: int, what: str) -> int:
    """The component id that every post about a night carries: by it the post is found again."""
    assert night_id < _MARK_STEP
    return (1 + POSTS.index(what)) * _MARK_STEP + night_id


def title(name: str) -> Text:
    """What the night is called."""
    return say("Game night: {name}", name=safe_name(name, NAME_LENGTH_MOST)) if name else say("Game night")


def plain_title(name: str) -> Text:
    """The same for labels, and for names of Discord's events, where nothing is formatted."""
    return say("Game night: {name}", name=plain_name(name, NAME_LENGTH_MOST)) if name else say("Game night")


def when_text(planned_s: int) -> str:
    """The time as everybody's own clock shows it, and how long it is until then."""
    return f"<t:{planned_s}:F> (<t:{planned_s}:R>)"


def announcement(scene: NightScene, locale: str) -> ui.LayoutView:
    """The message with the date and who comes; with buttons while it has not begun."""
    waits = scene.state in ("planned", "announced")
    box: ui.Container[Any] = ui.Container(accent_colour=ACCENT if waits else None, id=_BOX_ID)
    heading = say("**{title}**", title=title(scene.name)).to(locale)
    lines = [heading, when_text(scene.planned_s), _terms_line(scene.terms, locale)]
    guests = guests_text(scene.terms.guests)
    lines += [guests.to(locale)] if guests else []
    lines += [scene.event_url] if scene.event_url and waits else []
    if not waits:
        lines.append(_STATES[scene.state].to(locale))
    box.add_item(ui.TextDisplay("\n".join(lines), id=mark(scene.night_id, "announcement")))
    box.add_item(ui.TextDisplay(answers_text(scene, locale), id=_ANSWERS_ID))
    if waits:
        box.add_item(_answer_row(scene.night_id, "a", locale))
    return _message(box)


def answers_text(scene: NightScene, locale: str) -> str:
    """One line an answer: how many and who."""
    found = []
    for answer in ANSWERS:
        names = scene.names(answer)
        head = say("**{answer} ({count})**", answer=_HEADS[answer], count=len(names)).to(locale)
        found.append(f"{head} {_names(names).to(locale)}".rstrip())
    return "\n".join(found)


def reminder(scene: NightScene, user_ids: Sequence[int], locale: str) -> ui.LayoutView:
    """One mention of who said yes or maybe, with the answers to change."""
    text = say(
        "{mentions}\n**{title}** begins {time}.",
        mentions=_mentions(user_ids),
        title=title(scene.name),
        time=f"<t:{scene.planned_s}:R>",
    )
    display: ui.TextDisplay[Any] = ui.TextDisplay(text.to(locale), id=mark(scene.night_id, "reminder"))
    return _message(display, _answer_row(scene.night_id, "r", locale))


def reminder_dm(scene: NightScene, server_name: str) -> Text:
    """The same as a direct message."""
    return say(
        "**{title}** on {server} begins {time} in <#{channel}>.",
        title=title(scene.name),
        server=safe_name(server_name, NAME_LENGTH_MOST),
        time=f"<t:{scene.planned_s}:R>",
        channel=scene.channel_id,
    )


def call(scene: NightScene, user_ids: Sequence[int], locale: str) -> ui.LayoutView:
    """The table is open: who said yes is called."""
    text = say(
        "{mentions}\n**{title}** has begun: the table is open in <#{channel}>.",
        mentions=_mentions(user_ids),
        title=title(scene.name),
        channel=scene.channel_id,
    )
    display: ui.TextDisplay[Any] = ui.TextDisplay(text.to(locale).strip(), id=mark(scene.night_id, "call"))
    label = clipped(say_as("button", "Join").to(locale))
    button = NightJoin(scene.night_id, label=label, style=discord.ButtonStyle.success, id=_ROW_ID + 1)
    row: ui.ActionRow[Any] = ui.ActionRow(button, id=_ROW_ID)
    return _message(display, row)


def line(scene: NightScene, what: str, user_ids: Sequence[int], locale: str) -> ui.LayoutView:
    """That a night was moved, missed or cancelled, to those who had answered that they come."""
    words = {"title": title(scene.name), "time": f"<t:{scene.planned_s}:F>"}
    text = {
        "moved": say("**{title}** is at another time: {time}.", **words),
        "missed": say("**{title}** of {time} was missed: it could not begin in time.", **words),
        "cancelled": say("**{title}** of {time} is cancelled.", **words),
    }[what]
    written = f"{_mentions(user_ids)}\n{text.to(locale)}".strip()
    display: ui.TextDisplay[Any] = ui.TextDisplay(written, id=mark(scene.night_id, what))
    return _message(display)


def event_text(scene: NightScene, locale: str) -> str:
    """What Discord's event says about a night."""
    return _terms_line(scene.terms, locale)


def event_place(channel_name: str) -> str:
    """Where Discord's event is."""
    return f"#{channel_name}"


def guests_text(guests: str) -> Text | None:
    """Who may sit at such a table; None: everybody."""
    if guests == "answers":
        return say("Seats are for those who answer I'm in or Maybe.")
    if guests.startswith("role:"):
        return say("Seats are for <@&{role}>.", role=guests.removeprefix("role:"))
    return None


def answered_text(answer: str, planned_s: int) -> Text:
    """What a person is told whose answer is not seen on the message that he pressed."""
    if answer == "no":
        return say("Noted: you cannot come.")
    noted = say("Noted: you are in.") if answer == "yes" else say("Noted: you come perhaps.")
    return say("{noted} It begins {time}.", noted=noted, time=f"<t:{planned_s}:R>")


_STATES: Final = {
    "open": say("It has begun."),
    "closing": say("It ends after the hands that are being played."),
    "over": say("It is over."),
    "cancelled": say("It is cancelled."),
    "missed": say("It was missed: it could not begin in time."),
}


def _terms_line(terms: Terms, locale: str) -> str:
    return joined([terms_game(terms), terms_stake(terms), buy_in_text(terms)], locale)


def _names(names: Sequence[str]) -> Text:
    shown: list[Text | str] = []
    length = 0
    for name in names:
        safe = safe_name(name)
        length += len(safe) + 2
        if length > NAMES_LENGTH_MOST:
            shown.append(say_many("{count} more", "{count} more", len(names) - len(shown)))
            break
        shown.append(safe)
    return listed(shown)


def _mentions(user_ids: Sequence[int]) -> str:
    return " ".join(f"<@{user_id}>" for user_id in user_ids[:MENTIONS_MOST])


def _answer_row(night_id: int, where: str, locale: str) -> ui.ActionRow[Any]:
    row: ui.ActionRow[Any] = ui.ActionRow(id=_ROW_ID)
    for component_id, answer in enumerate(ANSWERS, start=_ROW_ID + 1):
        label, style = _LABELS[answer]
        look: dict[str, Any] = {"label": clipped(label.to(locale)), "style": style, "id": component_id}
        row.add_item(NightAnswer(night_id, where, answer, **look))
    return row


def _message(*items: ui.Item[Any]) -> ui.LayoutView:
    message = Paper()
    for item in items:
        message.add_item(item)
    return message


@dataclass(frozen=True, slots=True)
class ListedNight:
    """One line of /night list."""

    name: str
    planned_s: int
    channel_id: int
    state: str
    every_weeks: int  # 0: once
    zone: str
    local_time: str


def list_text(coming: Sequence[ListedNight]) -> Text:
    """The dates that come, those of a weekly game together, and the night that runs."""
    if not coming:
        return say("No game night is scheduled. A manager can do that with {/night schedule}.")
    games: dict[object, list[ListedNight]] = {}
    for one in coming:
        rhythm = (one.every_weeks, one.name, one.channel_id, one.zone, one.local_time)
        games.setdefault(rhythm if one.every_weeks else one, []).append(one)
    return lines_of(say("**Game nights**"), *(line for dates in games.values() for line in _dates(dates)))


def _dates(dates: Sequence[ListedNight]) -> Iterator[Text]:
    """The next date of a weekly game with all that is known of it, below it the dates after that."""
    yield _listed_night(dates[0])
    later = [f"<t:{one.planned_s}:f>" for one in dates[1 : 1 + LATER_DATES_MOST]]
    if later:
        yield frame("-# {dates}", dates=strung(later, " · "))


def _listed_night(one: ListedNight) -> Text:
    if one.state in ("open", "closing"):
        return say("▶ {title} in <#{channel}>", title=title(one.name), channel=one.channel_id)
    if one.every_weeks == 1:
        rhythm = say("every week at {time}, {zone}", time=one.local_time, zone=one.zone)
    elif one.every_weeks:
        rhythm = say_many(
            "every {count} week at {time}, {zone}",
            "every {count} weeks at {time}, {zone}",
            one.every_weeks,
            time=one.local_time,
            zone=one.zone,
        )
    else:
        rhythm = say("once")
    return say(
        "<t:{when}:F> · {title} in <#{channel}> · {rhythm}",
        when=one.planned_s,
        title=title(one.name),
        channel=one.channel_id,
        rhythm=rhythm,
    )
