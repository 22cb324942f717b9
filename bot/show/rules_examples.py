"""Example hands for the rules: the engine says what they make under the options of the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.locale import Text, frame, say
from bot.show.cards import JOKER_MARK, cards_text
from bot.show.pictures.ink import drawable
from bot.show.pictures.sketch import ALT_LENGTH_MOST, HandSketch, HandsSketch
from bot.show.rules import class_explained, counts_of
from bot.show.words import clipped
from engine.cards import JOKER, Card, parse_cards
from engine.game import Ranked
from engine.games import GAMES
from engine.options import Options

ROWS_MOST: Final = 5  # of one picture: more of them would be small on a phone
_COMMON: Final[Mapping[str, tuple[Card, ...]]] = {"aces": (JOKER,)}  # everybody's card (A1.1)

# Hands that between them make every class under any options; the first that makes a class stands for it.
# Of Aces these are the six own cards.
_HANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "aces": (
        "As Ah Ad Ac Kd 7c",
        "9h 8h 7h 6h Kc 2d",
        "Qs Qh Qd Qc 8s 3d",
        "7s 7h 7d Ac Kd 2s",
        "Ks Ts 6s 3s Qd 8h",
        "9c 8d 7h 6s Kd 2c",
        "As Ad Kh 9c 6s 3d",
        "Ks Kh 7d 7c 9s 4h",
        "As Kh Td 8c 5s 2h",
        "Ks Jh 9d 6c 4s 2h",
        "8s 8h 8d Kc 5h 2s",
    ),
    "seka": (
        "Jk Jk Jk",
        "Ks Kh Kd",
        "Ah Qh Th",
        "Ks Qs Ts",
        "As Ad Qh",
        "Ac Jc Kd",
        "Qd Td Ks",
        "Ah Ks Jd",
        "Ks Qh Td",
    ),
    "teen_patti": ("As Ah Ad", "Ah Kh Qh", "Qs Jd Tc", "Kd 9d 4d", "8s 8h Kc", "As Jd 6c"),
}


@dataclass(frozen=True, slots=True)
class Example:
    """A hand by its own cards, and what is said of it where it makes that class.

    ``joker_as``: where its jokers stand for these cards too; empty where that is the same to the words.
    """

    cards: str
    makes: str
    words: Text
    joker_as: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """An example hand: what it makes, its cards that do not count there, and the words beside it.

    ``place`` among the classes, 0 where it is no example of a class.
    """

    ranked: Ranked
    rest: tuple[Card, ...]
    words: Text
    place: int = 0

    @property
    def label(self) -> Text:
        """What stands beside the cards."""
        return frame("{place}. {words}", place=self.place, words=self.words) if self.place else self.words


@dataclass(frozen=True, slots=True)
class Rows:
    """Example hands below each other, as many as one picture takes."""

    caption: Text
    rows: tuple[Row, ...]


def class_rows(options: Options) -> tuple[Rows, ...]:
    """A hand of every class that can occur, the best class first."""
    found: dict[str, Row] = {}
    for cards in _HANDS.get(options.game, ()):
        row = row_of(cards, options, frame(""))
        found.setdefault(row.ranked.class_key, row)
    kept = [key for key, count in counts_of(options).items() if count and key in found]
    rows = [replace(found[key], place=n, words=class_explained(key)) for n, key in enumerate(kept, start=1)]
    return pictures_of(say("What beats what"), rows)


def example_rows(examples: Iterable[Example], options: Options) -> Iterator[Row]:
    """Those of the examples whose words are true under these options."""
    for one in examples:
        row = row_of(one.cards, options, one.words)
        if row.ranked.class_key == one.makes and parse_cards(one.joker_as) in ((), row.ranked.joker_as):
            yield row


def row_of(cards: str, options: Options, words: Text) -> Row:
    """A hand by its own cards; ``InputError`` where the game has no such hand."""
    own = parse_cards(cards)
    ranked = GAMES[options.game].rank(own, options)
    rest = Counter((*own, *_COMMON.get(options.game, ()))) - Counter(ranked.cards)
    return Row(ranked, tuple(rest.elements()), words)


def pictures_of(caption: Text, rows: Sequence[Row]) -> tuple[Rows, ...]:
    """The rows in as few pictures as will do, each about as long as the others."""
    if not rows:
        return ()
    pictures = -(-len(rows) // ROWS_MOST)
    length = -(-len(rows) // pictures)
    return tuple(Rows(caption, tuple(rows[start : start + length])) for start in range(0, len(rows), length))


def sketch_of_rows(rows: Rows, locale: str, *, four_colours: bool) -> HandsSketch:
    """The rows as a picture."""
    hands = (
        HandSketch(
            name="",
            best=row.ranked.cards,
            joker_as=row.ranked.joker_as,
            rest=row.rest,
            combination=drawable(row.label.to(locale), ""),
            gets="",
            net=None,
        )
        for row in rows.rows
    )
    # Over the classes the page itself says what they are.
    caption = "" if rows.rows[0].place else rows.caption.to(locale)
    return HandsSketch(caption, tuple(hands), "", four_colours, locale)


def lines_of_rows(rows: Rows) -> tuple[Text, ...]:
    """The rows in words, where there is no picture of them."""
    return tuple(_line(row) for row in rows.rows)


def alt_of_rows(rows: Rows, locale: str) -> str:
    """The picture in words."""
    title = say("Picture of example hands. {caption}", caption=rows.caption)
    told = (text.to(locale) for text in (title, *lines_of_rows(rows)))
    return clipped(". ".join(told), ALT_LENGTH_MOST)


def _line(row: Row) -> Text:
    cards: Text | str = cards_text(row.ranked.cards)
    if row.rest:
        cards = frame("{cards} ({rest})", cards=cards, rest=cards_text(row.rest))
    if row.ranked.joker_as:
        stands_for = cards_text(row.ranked.joker_as)
        cards = say("{cards}, {joker} as {stands_for}", cards=cards, joker=JOKER_MARK, stands_for=stands_for)
    return frame("{label} · {cards}", label=row.label, cards=cards)
