"""What is on a picture, as plain data in the reader's language: made from a scene, so from the public View.

Two sketches that are equal make the same picture, to the byte.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

from bot.locale import ENGLISH, Text, frame, raw, say, say_as, say_many, signed
from bot.locale.numbers import short
from bot.show.cards import cards_text, named_text
from bot.show.lines import round_texts, sight_text, status_text
from bot.show.names import NAME_WIDTH_MOST, plain_name
from bot.show.pictures.ink import WIDTH, drawable
from bot.show.scene import Scene
from bot.show.words import clipped, joined
from engine.cards import HIDDEN, JOKER, Card
from engine.game import OFFER, Result, Seat, SeatView, View

OFF, SHOWDOWN, STREET = "off", "showdown", "street"  # when a server wants pictures
SEATS_MOST: Final = 10
ALT_LENGTH_MOST: Final = 1000  # Discord takes 1 024


@dataclass(frozen=True, slots=True)
class SeatSketch:
    """One seat of the table. ``net`` is what he won or lost, None while the hand goes on."""

    name: str
    cards: tuple[Card, ...]
    stack: int
    bet: int
    note: str  # folded, all-in, dark …
    deals: bool
    awaited: bool
    out: bool
    all_in: bool
    net: int | None = None


@dataclass(frozen=True, slots=True)
class TableSketch:
    """A table as it stands; ``seats`` clockwise, ``clockwise`` is the direction of play."""

    caption: str
    pot: str
    pots: tuple[int, ...]
    common: tuple[Card, ...]
    seats: tuple[SeatSketch, ...]
    clockwise: bool
    four_colours: bool
    locale: str = ENGLISH  # of its words and numbers


@dataclass(frozen=True, slots=True)
class HandSketch:
    """An opened hand: the cards of its combination, what their jokers stand for, and the other cards."""

    name: str
    best: tuple[Card, ...]
    joker_as: tuple[Card, ...]
    rest: tuple[Card, ...]
    combination: str
    gets: str  # in words, empty for who gets nothing
    net: int | None


@dataclass(frozen=True, slots=True)
class HandsSketch:
    """Hands below each other: a showdown, or examples. ``footer``: what the others won or lost.

    ``width`` in pixels: a message shows every picture about as wide, so letters look larger on a narrow one.
    """

    caption: str
    hands: tuple[HandSketch, ...]
    footer: str
    four_colours: bool
    locale: str = ENGLISH
    width: int = WIDTH


Sketch = TableSketch | HandsSketch


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn sketch as a message carries it: the file's name, what is on it in words, the PNG."""

    name: str
    alt: str
    png: bytes


def sketch_of(scene: Scene, locale: str, pictures: str, *, four_colours: bool = False) -> Sketch | None:
    """What a server that wants ``pictures`` then is shown of that scene; None where it is no picture."""
    view = scene.view
    if pictures == OFF or view is None or len(view.seats) > SEATS_MOST:
        return None
    if view.result is not None and view.result.opened:
        return _showdown(scene, view, view.result, locale, four_colours=four_colours)
    return _table(scene, view, locale, four_colours=four_colours) if pictures == STREET else None


def street_of(scene: Scene) -> tuple[object, ...]:
    """Two scenes of one street, or of one showdown, have it in common."""
    view = scene.view
    if view is None:
        return ()
    over = view.result.opened if view.result is not None else None
    return (scene.hand_id, view.deal, view.round, over)


def file_name(sketch: Sketch) -> str:
    """A name that only the same picture has, from what everybody may see."""
    return f"table-{hashlib.sha256(repr(sketch).encode('utf-8', 'replace')).hexdigest()[:16]}.png"


def shown_name(name: str, seat: Seat, width_most: int = NAME_WIDTH_MOST) -> str:
    """A name in letters that the font has; the seat's number where that leaves little."""
    return drawable(plain_name(name, width_most), f"#{seat}") if name else f"#{seat}"


# ---- the table


def _table(scene: Scene, view: View, locale: str, *, four_colours: bool) -> TableSketch:
    return TableSketch(
        caption=joined(_caption(scene, view), locale),
        pot=say("pot {chips}", chips=short(view.pot, locale)).to(locale) if view.result is None else "",
        pots=view.pots if len(view.pots) > 1 else (),
        common=view.common,
        seats=tuple(_seat(scene, view, one, locale) for one in sorted(view.seats, key=lambda one: one.seat)),
        clockwise=_is_clockwise(view),
        four_colours=four_colours,
        locale=locale,
    )


def _caption(scene: Scene, view: View) -> list[Text | str]:
    """Which moment it is: the picture stays while the street goes on."""
    parts: list[Text | str] = [say("Hand {number}", number=scene.hand_number)]
    if view.result is not None:
        return [*parts, say_as("hand", "over")]
    parts += round_texts(view)
    if view.turn is not None and view.turn.kind != OFFER:
        first = view.turn.seats[0]
        parts.append(say("when {name} is to act", name=shown_name(scene.name_of(first), first, 14)))
    return parts


def _seat(scene: Scene, view: View, one: SeatView, locale: str) -> SeatSketch:
    over = view.result is not None
    out = one.status in ("folded", "not_dealt")
    sight = "" if over else sight_text(one, view, counted=False)
    return SeatSketch(
        name=shown_name(scene.name_of(one.seat), one.seat),
        cards=() if out else one.cards,
        stack=one.stack,
        bet=0 if over else one.bet,
        note=joined([status_text(one, view.game), sight], locale, ", "),
        deals=one.seat == view.dealer,
        awaited=view.turn is not None and one.seat in view.turn.seats,
        out=out,
        all_in=one.status == "all_in",
        net=_net(view.result, one) if view.result is not None else None,
    )


def _net(result: Result, one: SeatView) -> int | None:
    return None if one.status == "not_dealt" and not one.paid else result.won(one.seat) - one.paid


def _is_clockwise(view: View) -> bool:
    """Whether play goes round by rising numbers; two seats tell nothing."""
    rises = sum(a < b for a, b in zip(view.order, (*view.order[1:], *view.order[:1]), strict=True))
    return len(view.order) < 3 or rises == len(view.order) - 1


# ---- the showdown


def _showdown(scene: Scene, view: View, result: Result, locale: str, *, four_colours: bool) -> HandsSketch:
    hands = [_hand(scene, view, result, view.seat(seat), locale) for seat in result.opened]
    others = [one for one in view.seats if one.seat not in result.opened]
    pots = [short(pot.amount, locale) for pot in result.pots]
    name = (
        say("pot {chips}", chips=pots[0]) if len(pots) == 1 else say("pots {chips}", chips=" + ".join(pots))
    )
    return HandsSketch(
        caption=joined([say("Hand {number}", number=scene.hand_number), name], locale),
        hands=tuple(hands),
        footer=joined([_other(scene, result, one) for one in others], locale),
        four_colours=four_colours,
        locale=locale,
    )


def _other(scene: Scene, result: Result, one: SeatView) -> Text | str:
    net = _net(result, one)
    name = shown_name(scene.name_of(one.seat), one.seat)
    return "" if net is None else frame("{name} {net}", name=name, net=net_text(net))


def net_text(net: int) -> Text:
    """What somebody won or lost, with its sign."""
    return signed(net) if net else raw("±0")


def _hand(scene: Scene, view: View, result: Result, one: SeatView, locale: str) -> HandSketch:
    ranked, gets = one.ranked, result.won(one.seat)
    best = ranked.cards if ranked is not None else one.cards
    return HandSketch(
        name=shown_name(scene.name_of(one.seat), one.seat),
        best=best,
        joker_as=ranked.joker_as if ranked is not None else (),
        rest=_without((*one.cards, *view.common), best),
        combination=named_text(ranked).to(locale) if ranked is not None else "",
        gets=say("gets {chips}", chips=short(gets, locale)).to(locale) if gets else "",
        net=_net(result, one),
    )


def _without(cards: tuple[Card, ...], used: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that are left; a common joker that nobody needs is left out, the caption's game has it."""
    left = list(cards)
    for card in used:
        if card in left:
            left.remove(card)
    return tuple(card for card in left if card != JOKER or JOKER not in used)


# ---- for who cannot see it


def alt_text(sketch: Sketch, locale: str) -> str:
    """The picture in words."""
    if isinstance(sketch, HandsSketch):
        told = [say("Picture of the showdown. {caption}", caption=sketch.caption).to(locale)]
        told += [_hand_in_words(hand, locale) for hand in sketch.hands]
        told.append(sketch.footer)
    else:
        told = [say("Picture of the table. {caption}", caption=sketch.caption).to(locale)]
        told.append(joined([sketch.pot, cards_text(sketch.common)], locale))
        told += [_seat_in_words(seat, locale) for seat in sketch.seats]
    return clipped(". ".join(filter(None, told)), ALT_LENGTH_MOST)


def _hand_in_words(hand: HandSketch, locale: str) -> str:
    cards = cards_text((*hand.best, *hand.rest))
    net = net_text(hand.net) if hand.net is not None else ""
    return f"{hand.name}: {joined([hand.combination, cards, hand.gets, net], locale, ', ')}"


def _seat_in_words(seat: SeatSketch, locale: str) -> str:
    hidden = sum(card == HIDDEN for card in seat.cards)
    parts: list[Text | str] = [
        cards_text(card for card in seat.cards if card != HIDDEN),
        say_many("{count} closed card", "{count} closed cards", hidden) if hidden else "",
        seat.note,
        raw(seat.stack),
        say("bet {chips}", chips=seat.bet) if seat.bet else "",
        net_text(seat.net) if seat.net is not None else "",
        say_as("one player", "deals") if seat.deals else "",
        say_as("one player", "to act") if seat.awaited else "",
    ]
    return f"{seat.name}: {joined(parts, locale, ', ')}"
