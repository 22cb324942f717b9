"""What is on pictures: only what everybody may see, whole, within its bounds, readable, in every language."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from PIL import Image, ImageChops, ImageStat

from bot.locale import LOCALES
from bot.pictures import draw
from bot.show.pictures import colours, ink, oval
from bot.show.pictures.deck import card_colour, card_sprite
from bot.show.pictures.ink import Canvas, drawable
from bot.show.pictures.sketch import (
    ALT_LENGTH_MOST,
    OFF,
    SEATS_MOST,
    SHOWDOWN,
    STREET,
    HandsSketch,
    Sketch,
    TableSketch,
    alt_text,
    file_name,
    shown_name,
    sketch_of,
)
from bot.show.scene import Scene
from engine.cards import HIDDEN, JOKER, PACK_52
from engine.games import GAMES
from tests.bot.discord_limits import ALT_TEXT_MOST
from tests.bot.show.random_scenes import scenes
from tests.bot.show.scenes import Play, play, stacked, waiting

BYTES_MOST = 60_000
NAMES = ("W" * 32, "Борис", "漢字漢字", "Zoë 👍", "שלום", "@everyone", "Ann", "Щ" * 32, "", "x" * 32)


def dealt(game: str, seats: int, seed: int = 1) -> Play:
    """A hand with cards by chance."""
    pack = list(GAMES[game].pack(GAMES[game].options_type()))
    Random(seed).shuffle(pack)
    made = play(tuple(pack), seats, GAMES[game], stack=1000)
    made.names = NAMES
    return made


def shown_down(seats: int, seed: int = 1) -> Play:
    """A hand of Aces that everybody has played to its end."""
    made = dealt("aces", seats, seed)
    while made.hand.turn is not None:
        made.cheapest()
    return made


def sketched(scene: Scene, locale: str = "en", pictures: str = STREET, **look: bool) -> Sketch:
    """The picture that there must be."""
    made = sketch_of(scene, locale, pictures, **look)
    assert made is not None
    return made


def chunks(png: bytes) -> Iterator[bytes]:
    """The kinds of the parts of a PNG."""
    place = 8
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        yield png[place + 4 : place + 8]
        place += 12 + length


# ---- hidden cards


@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_a_picture_does_not_depend_on_hidden_cards(rounds: int) -> None:
    """Two hands that differ in closed cards and in the rest of the deck: same bytes, name and words."""
    hands = ("2c 3c 4c 5c 6c 7c", "8c 9c Tc Jc Qc Kc", "2d 3d 4d 5d 6d 7d")
    others = ("As Ks 4c 5c 6c 7c", "Ah Kh Tc Jc Qc Kc", "8d 9d 4d 5d 6d 7d")
    pictures = []
    for cards in (hands, others):
        made = play(stacked(*cards), 3).cheapest(3 * rounds)
        view = made.hand.view(None)
        assert all(HIDDEN in one.cards for one in view.seats)
        sketch = sketched(made.scene())
        pictures.append((draw(sketch), file_name(sketch), alt_text(sketch, "en")))
    assert pictures[0] == pictures[1]


def test_a_hand_that_everybody_left_shows_no_card_of_the_winner() -> None:
    """He need not open; the picture has his open cards only."""
    made = dealt("aces", 3).act("bet", 1).act("fold").act("fold")
    sketch = sketched(made.scene())
    assert isinstance(sketch, TableSketch)
    (winner,) = [seat for seat in sketch.seats if not seat.out]
    assert winner.cards.count(HIDDEN) == 2 and winner.net == 2
    assert sketch_of(made.scene(), "en", SHOWDOWN) is None


@pytest.mark.parametrize("sketch", [sketched(dealt("aces", 4).scene()), sketched(shown_down(3).scene())])
def test_a_file_tells_nothing_but_its_picture(sketch: Sketch) -> None:
    """No words, time or program in it; the same sketch makes the same bytes."""
    png = draw(sketch)
    assert set(chunks(png)) == {b"IHDR", b"PLTE", b"IDAT", b"IEND"}
    card_sprite.cache_clear()
    assert draw(sketch) == png


# ---- when


def test_a_picture_comes_when_the_server_wants_one() -> None:
    """Off never, at showdown only then, per street always."""
    going, over = dealt("aces", 3).scene(), shown_down(3).scene()
    kinds = {
        wanted: [type(sketch_of(scene, "en", wanted)) for scene in (going, over)]
        for wanted in (OFF, SHOWDOWN, STREET)
    }
    nothing = type(None)
    assert kinds == {
        OFF: [nothing, nothing],
        SHOWDOWN: [nothing, HandsSketch],
        STREET: [TableSketch, HandsSketch],
    }
    assert sketch_of(waiting(), "en", STREET) is None


# ---- sizes


def everything() -> Iterator[Scene]:
    """Every game at every size, and showdowns."""
    for key, game in GAMES.items():
        for seats in range(2, game.seats_most(game.options_type()) + 1):
            yield dealt(key, seats).scene()
    for seats in range(2, 8):
        yield shown_down(seats).scene()


def test_pictures_of_every_size_are_small_files_as_wide_as_a_phone_needs() -> None:
    """At most 1080 wide, no taller than one and a half times that, under 60 KB; every language and deck."""
    for number, scene in enumerate(everything()):
        sketch = sketched(scene, LOCALES[number % 3], four_colours=bool(number % 2))
        png = draw(sketch)
        assert len(png) < BYTES_MOST
        with Image.open(BytesIO(png)) as image:
            assert image.width <= ink.WIDTH and image.height <= 1.5 * image.width
            assert image.width == ink.WIDTH or isinstance(sketch, HandsSketch)


@pytest.mark.parametrize("game", ["seka", "teen_patti"])
@pytest.mark.parametrize("locale", LOCALES)
def test_a_showdown_of_three_cards_is_a_narrow_picture(game: str, locale: str) -> None:
    """A phone shows every picture about as wide: on this one letters and cards are a third larger."""
    made = dealt(game, 2)
    made.names = ("Ann", "Boris")
    while made.hand.turn is not None:
        choices = made.hand.options(made.hand.turn.seats[0])
        chosen = next(c for verb in ("open", "show", "pay", "play") for c in choices if c.verb == verb)
        made.act(chosen.verb, chosen.least)
    with Image.open(BytesIO(draw(sketched(made.scene(), locale, SHOWDOWN)))) as image:
        assert image.width <= 0.75 * ink.WIDTH


def test_every_game_fits_around_the_table() -> None:
    """No game seats more than a picture has places for."""
    assert max(game.seats_most(game.options_type()) for game in GAMES.values()) <= SEATS_MOST


@given(scenes())
@settings(max_examples=25, deadline=None)
def test_whatever_stands_on_a_table_can_be_drawn(scene: Scene) -> None:
    """In each language, with words for it that Discord takes."""
    for locale in LOCALES:
        sketch = sketch_of(scene, locale, STREET)
        if sketch is not None:
            alt = alt_text(sketch, locale)
            assert 0 < len(alt) <= ALT_LENGTH_MOST < ALT_TEXT_MOST
            assert file_name(sketch) == file_name(replace(sketch))
    if sketch is not None:
        assert draw(sketch).startswith(b"\x89PNG")


# ---- places


@pytest.mark.parametrize("seats", range(1, SEATS_MOST + 1))
def test_seats_stand_clockwise_and_apart(seats: int) -> None:
    """Seen from above, each next seat lies further round to the right; no two plates touch."""
    sides = oval._SIDES[seats]
    row = oval.SEAT + oval.BET_ROW
    middle = max(oval.MIDDLE_LEAST, sides[1] * row)
    top = oval.CAPTION + row
    places = [(x, y) for x, y, _ in oval._places(sides, top, middle)]
    centre = ink.WIDTH / 2, top + middle / 2 - oval.SEAT / 2 + oval.BET_ROW / 2
    assert len(places) == seats
    around = [(x - centre[0], y - centre[1]) for x, y in places]
    if seats > 2:  # on a screen y grows downwards: clockwise is a positive cross product
        crosses = [a[0] * b[1] - a[1] * b[0] for a, b in zip(around, around[1:] + around[:1], strict=True)]
        assert all(cross > 0 for cross in crosses), places
    for number, (x, y) in enumerate(places):
        for other_x, other_y in places[:number]:
            assert abs(x - other_x) >= oval.BLOCK or abs(y - other_y) >= row - oval.BET_ROW
        assert oval.BLOCK / 2 <= x <= ink.WIDTH - oval.BLOCK / 2


def test_the_way_round_is_that_of_the_game() -> None:
    """Teen Patti is played to the right unless the house has it otherwise (rule C1.2)."""
    for game, clockwise in (("aces", True), ("seka", True), ("teen_patti", False)):
        sketch = sketched(dealt(game, 4).scene())
        assert isinstance(sketch, TableSketch) and sketch.clockwise is clockwise


# ---- readable


def test_no_letter_is_smaller_than_a_phone_can_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """1080 pixels become some 370: letters of 30 pixels are 10 there."""
    sizes: set[int] = set()
    text = Canvas.text

    def noted(
        self: Canvas, at: tuple[float, float], text_: str, size: int = ink.SMALL, *a: Any, **k: Any
    ) -> float:
        sizes.add(size)
        return text(self, at, text_, size, *a, **k)

    monkeypatch.setattr(Canvas, "text", noted)
    for scene in (dealt("teen_patti", 10).scene(), shown_down(7).scene()):
        draw(sketched(scene))
    assert min(*sizes, *ink.SMALLER) >= 30


def contrast(one: colours.Colour, other: colours.Colour) -> float:
    """The ratio of the web's guidelines for accessible content: 4.5 is asked of text, 3 of large text."""

    def light(colour: colours.Colour) -> float:
        parts = [c / 255 for c in colour]
        linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    lights = sorted((light(one), light(other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def test_letters_stand_out_from_their_ground() -> None:
    """By 4.5 to 1, on plates, paper and felt, and ranks on the white of a card."""
    for ground in (colours.PAPER, colours.PLATE, colours.PLATE_OUT):
        for colour in (colours.INK, colours.FAINT, colours.TURN, colours.UP, colours.DOWN):
            assert contrast(colour, ground) >= 4.5
    assert contrast(colours.INK, colours.FELT) >= 4.5
    for card in (*PACK_52[:4], JOKER):
        for four in (False, True):
            assert contrast(card_colour(card, four_colours=four), colours.FACE) >= 4.5


def test_the_file_has_the_colours_that_were_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of plates, paper, cards and letters as they are, and every mixture along an edge nearly so."""
    drawn = list[Image.Image]()
    png = Canvas.png

    def seen(self: Canvas) -> bytes:
        drawn.append(self.image.copy())
        return png(self)

    monkeypatch.setattr(Canvas, "png", seen)
    for four_colours in (False, True):
        for made in (shown_down(7), dealt("teen_patti", 10)):
            sketch = sketched(made.scene(), four_colours=four_colours)
            kept = Image.open(BytesIO(draw(sketch))).convert("RGB")
            off = ImageStat.Stat(ImageChops.difference(drawn[-1], kept))
            assert max(off.rms) < 3 and max(high for _low, high in off.extrema) < 50


def test_four_colours_tell_every_suit_apart() -> None:
    """Two colours tell two kinds."""
    assert len({card_colour(card, four_colours=True) for card in PACK_52[:4]}) == 4
    assert len({card_colour(card, four_colours=False) for card in PACK_52[:4]}) == 2


def test_every_card_looks_different() -> None:
    """In either deck, whole and dimmed."""
    for look in ({}, {"four_colours": True}, {"dim": True}):
        looks = {card_sprite(card, 64, 88, **look).tobytes() for card in (*PACK_52, JOKER, HIDDEN)}
        assert len(looks) == 54


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Борис 👍", "Борис"),
        ("漢字", "#3"),
        ("", "#3"),
        ("Zoë 漢", "Zoë"),
        ("👍👍 Al", "#3"),
        ("W" * 32, "W" * 19 + "…"),
    ],
)
def test_names_keep_the_letters_that_can_be_drawn(name: str, shown: str) -> None:
    """Where that leaves little, the seat's number stands there."""
    assert shown_name(name, 3) == shown


def test_what_the_font_has_not_is_left_out() -> None:
    """Never an empty box."""
    assert drawable("♠ Ann ▶ 漢", "?") == "♠ Ann ▶"


def test_chips_are_written_short() -> None:
    """As the picture's language writes them, with their sign where they were won or lost."""
    canvas = Canvas(10, "ru")
    assert [canvas.chips(n) for n in (0, 99_999, 1_250_000)] == ["0", "99\u00a0999", "1,2M"]
    assert [canvas.chips(n, net=True) for n in (5, -5, 0)] == ["+5", "−5", "±0"]


# ---- a showdown


def test_a_showdown_tells_every_hand_with_its_combination_and_joker() -> None:
    """Combination first, what the joker stands for, the name, who gets what; in the order opened."""
    made = shown_down(3)
    result = made.hand.result
    assert result is not None
    sketch = sketched(made.scene())
    assert isinstance(sketch, HandsSketch) and len(sketch.hands) == 3
    view = made.hand.view(None)
    for seat, hand in zip(result.opened, sketch.hands, strict=True):
        ranked = view.seat(seat).ranked
        assert ranked is not None
        assert (hand.best, hand.joker_as) == (ranked.cards, ranked.joker_as)
        own = sorted((*view.seat(seat).cards, JOKER))
        assert sorted((*hand.best, *hand.rest)) == (own if JOKER in (*hand.best, *hand.rest) else own[:-1])
        assert bool(hand.gets) == bool(result.won(seat))
        assert hand.combination in alt_text(sketch, "en")
    assert sum(hand.net or 0 for hand in sketch.hands) == 0


def test_who_has_folded_stands_below_the_hands() -> None:
    """With what it cost him."""
    made = dealt("aces", 3).act("bet", 1).act("fold")
    while made.hand.turn is not None:
        made.cheapest()
    sketch = sketched(made.scene())
    assert isinstance(sketch, HandsSketch)
    assert len(sketch.hands) == 2 and sketch.footer == "Борис −1"
