"""Why opened hands rank as they do, in words: cards, joker, and the rule that decided, by its number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.history_items import WhyButton
from bot.locale import Text, listed, raw, say, say_as
from bot.show.cards import JOKER_MARK, card_text, cards_text, class_name, named_text, ranked_text
from bot.show.paper import Paper
from bot.show.scene import Scene
from bot.show.words import clipped, seat_name
from engine.cards import Card
from engine.game import Seat
from engine.reason import Making, Reason

TEXT_LENGTH_MOST: Final = 3900  # Discord takes 4 000


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand that was opened, and what it makes."""

    seat: Seat
    cards: tuple[Card, ...]
    making: Making


@dataclass(frozen=True, slots=True)
class Contest:
    """What some of the opened hands played for: ``chips`` of one of several pots, 0 for all there was.

    ``reasons`` between two seats, the better one first; equal ones among the ``best`` come first.
    """

    chips: int
    seats: tuple[Seat, ...]
    best: tuple[Seat, ...]
    reasons: tuple[tuple[Seat, Seat, Reason], ...]


@dataclass(frozen=True, slots=True)
class Opening:
    """Hands opened at once. ``followed``: what a tie led to (svara, replay, split), else empty."""

    game: str
    shown: tuple[Shown, ...]
    contests: tuple[Contest, ...]
    followed: str = ""


def why_key(hand_id: int, component_id: int, locale: str) -> WhyButton:
    """The button that explains why the opened hands rank as they do."""
    return WhyButton(
        hand_id,
        label=clipped(say_as("button", "Why?").to(locale)),
        style=discord.ButtonStyle.secondary,
        id=component_id,
    )


def why_view(scene: Scene, openings: Sequence[Opening], locale: str) -> ui.LayoutView:
    """The whole explanation; of many openings as many of the last as fit."""
    parts = [_opening_text(scene, one, locale) for one in openings]
    if len(parts) > 1:
        heads = (
            say("**Opening {number} of {count}**", number=number, count=len(parts)).to(locale)
            for number in range(1, len(parts) + 1)
        )
        parts = [f"{head}\n{part}" for head, part in zip(heads, parts, strict=True)]
    title = say("**Why the hands rank so**, hand {number}", number=scene.hand_number).to(locale)
    rules = say("-# The rules of each game: {/rules}. The numbers are those of its written rules.").to(locale)
    while len(parts) > 1 and len("\n\n".join((title, *parts, rules))) > TEXT_LENGTH_MOST:
        parts = parts[1:]
    text = "\n\n".join((title, *parts))
    if len(text) + len(rules) > TEXT_LENGTH_MOST:
        text = text[: TEXT_LENGTH_MOST - len(rules)].rpartition("\n")[0] + "\n…"
    box: ui.Container[Any] = ui.Container(ui.TextDisplay(f"{text}\n{rules}", id=2), id=1)
    view = Paper()
    view.add_item(box)
    return view


def _opening_text(scene: Scene, opening: Opening, locale: str) -> str:
    lines = [_shown_text(scene, opening.game, one) for one in opening.shown]
    made = {one.seat: one.making for one in opening.shown}
    for contest in opening.contests:
        if contest.chips:
            names = listed(seat_name(scene, seat) for seat in contest.seats)
            lines += [raw(""), say("**Pot {chips}**, for {names}:", chips=contest.chips, names=names)]
        else:
            lines.append(raw(""))
        lines += [_reason_text(scene, made, *one) for one in contest.reasons]
        if len(contest.best) > 1:
            lines.append(_tie_text(opening.followed))
    return "\n".join(line.to(locale) for line in lines)


def _shown_text(scene: Scene, game: str, one: Shown) -> Text:
    """A hand, what it makes, and what its joker has to do with that."""
    making = one.making
    words: dict[str, Any] = {
        "name": f"**{seat_name(scene, one.seat)}**",
        "cards": cards_text(one.cards),
        "hand": ranked_text(making.ranked),
        "joker": JOKER_MARK,
        "rule": making.joker_rule,
    }
    if making.ranked.joker_as:
        return say("{name} with {cards}: {hand} (the joker by {rule}).", **words)
    if not making.joker_rule:
        return say("{name} with {cards}: {hand}.", **words)
    if game == "aces":
        return say("{name} with {cards}: {hand}; the joker is not needed ({rule}).", **words)
    return say("{name} with {cards}: {hand}; {joker} stands for no other card ({rule}).", **words)


def _reason_text(scene: Scene, made: dict[Seat, Making], better: Seat, other: Seat, reason: Reason) -> Text:
    mine, theirs = made[better], made[other]
    words: dict[str, Any] = {
        "name": seat_name(scene, better),
        "other": seat_name(scene, other),
        "rule": reason.rule,
        "combination": class_name(mine.ranked.class_key),
        "mine": named_text(mine.ranked) if reason.key in _WHOLE else class_name(mine.ranked.class_key),
        "theirs": named_text(theirs.ranked) if reason.key in _WHOLE else class_name(theirs.ranked.class_key),
    }
    if reason.cards is not None:
        words["card"], words["lower"] = map(card_text, reason.cards)
    return _SENTENCES[reason.key](words)


_WHOLE: Final = frozenset({"order"})  # the whole combination is compared, so it is named with its top card
_SENTENCES: Final[dict[str, Callable[[dict[str, Any]], Text]]] = {
    "class": lambda words: say("{name} beats {other}: {mine} is above {theirs} (rule {rule}).", **words),
    "group": lambda words: say(
        "{name} beats {other}: {combination} against {combination}, "
        "and the higher rank decides, {card} over {lower} (rule {rule}).",
        **words,
    ),
    "second_group": lambda words: say(
        "{name} beats {other}: {combination} against {combination}, with "
        "the same first part; the second part decides, {card} over {lower} (rule {rule}).",
        **words,
    ),
    "kicker": lambda words: say(
        "{name} beats {other}: {combination} against {combination}, the "
        "same but for the kicker, which decides, {card} over {lower} (rule {rule}).",
        **words,
    ),
    "top": lambda words: say(
        "{name} beats {other}: {combination} against {combination}, "
        "and the top card decides, {card} over {lower} (rule {rule}).",
        **words,
    ),
    "card": lambda words: say(
        "{name} beats {other}: {combination} against {combination}, and "
        "the first card that differs decides, {card} over {lower} (rule {rule}).",
        **words,
    ),
    "order": lambda words: say("{name} beats {other}: {mine} is above {theirs} (rule {rule}).", **words),
    "clean": lambda words: say(
        "{name} beats {other}: {combination} against {combination}, and "
        "a clean one, without a joker, beats one with a joker (rule {rule}).",
        **words,
    ),
    "natural": lambda words: say(
        "{name} beats {other}: their five cards are equal, and one that needs no joker wins (rule {rule}).",
        **words,
    ),
    "lowest": lambda words: say(
        "{name} beats {other}: {combination} against {combination}, with "
        "the same top card; the lowest card decides, {card} over {lower} (rule {rule}).",
        **words,
    ),
    "middle": lambda words: say(
        "{name} beats {other}: {combination} against {combination}, with "
        "the same top and lowest card; the middle card decides, {card} over {lower} (rule {rule}).",
        **words,
    ),
    "suit": lambda words: say(
        "{name} beats {other}: their ranks are equal, and the suit decides, "
        "{card} over {lower} (rule {rule}).",
        **words,
    ),
    "joker": lambda words: say(
        "{name} and {other} are equal: {combination} against {combination}, and "
        "where a joker is held no cards are compared (rule {rule}).",
        **words,
    ),
    "equal": lambda words: say(
        "{name} and {other} are equal: {combination} against {combination}, and "
        "nothing else decides (rule {rule}).",
        **words,
    ),
}


def _tie_text(followed: str) -> Text:
    """What came of hands that are equal."""
    return _TIES.get(followed, _ASKER_LEAVES)


_ASKER_LEAVES: Final = say("Equal hands: who paid for the show leaves the pot to the other (rule C5.3).")
_TIES: Final[dict[str, Text]] = {
    "split": say("Equal hands split the pot (rule P2)."),
    "svara": say("Equal hands play on for the pot: svara (rule B6.2)."),
    "replay": say("Equal hands get new cards, which decide (rule B7.6)."),
}
