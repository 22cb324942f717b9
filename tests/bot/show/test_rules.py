"""The rules as people read them: short enough, with this table's options, and true of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.locale import LOCALES, Text
from bot.rules_items import Chapter
from bot.show.options import option_name, value_meaning
from bot.show.pictures.ink import WIDTH
from bot.show.pictures.rows import draw_hands, narrowed
from bot.show.rules import counts_of, odds_text, options_lines, ranking_text
from bot.show.rules_examples import (
    ROWS_MOST,
    Rows,
    alt_of_rows,
    class_rows,
    lines_of_rows,
    pictures_of,
    sketch_of_rows,
)
from bot.show.rules_play import play_texts
from bot.show.rules_special import deciding_texts, special_blocks
from bot.show.rules_view import PAGES, Book, page_blocks, rules_view
from bot.show.scene import Rules
from engine.aces.options import AcesOptions
from engine.cards import JOKER
from engine.games import GAMES
from engine.options import Options
from engine.seka.options import SekaOptions
from engine.teen_patti.options import TeenPattiOptions
from tests.bot.discord_limits import ALT_TEXT_MOST, check_message, length
from tests.bot.show.scenes import body_of as sent

LONGEST_NAME = "W" * 32
SECOND_ROOM = 1.4  # a text may become so much longer in another language


@st.composite
def options_of_any_game(draw: st.DrawFn) -> Options:
    """Any options that a table can have."""
    options_type = draw(st.sampled_from([one.options_type for one in GAMES.values()]))
    values: dict[str, Any] = {}
    for spec in options_type.specs():
        drawn = st.sampled_from(spec.values) if spec.values else st.integers(spec.least, spec.most)
        values[spec.name] = draw(drawn)
    if options_type is TeenPattiOptions and values["limit"] == "spread":
        values["spread_max"] = 2 * max(values["boot"], values["spread_max"] // 2)
    return options_type(**values)


def book_of(options: Options, page: int) -> Book:
    """A page at a table of several games, all under the longest names."""
    shelf = tuple(
        Rules(key, options if key == options.game else one.options_type(), LONGEST_NAME)
        for key, one in GAMES.items()
    )
    rules = next(one for one in shelf if one.game == options.game)
    return Book(Chapter(options.game, 10**18 - 1, page), rules, 10**6, shelf=shelf)


def body_of(options: Options, page: int, locale: str, *, pictures: bool) -> dict[str, Any]:
    """The message of a page as it is sent."""
    blocks = page_blocks(options, page, "en")
    shown = [one for one in blocks if isinstance(one, Rows)] if pictures else []
    files = {rows: f"hands-{place}.png" for place, rows in enumerate(shown, start=1)}
    view = rules_view(book_of(options, page), blocks, files, locale)
    return sent(view)


def rows_of(options: Options) -> Iterator[Rows]:
    """The example hands of all pages."""
    for page in range(1, len(PAGES) + 1):
        yield from (one for one in page_blocks(options, page, "en") if isinstance(one, Rows))


def told(options: Options, page: int) -> str:
    """A page in English, its example hands in words."""
    parts: list[Text] = []
    for block in page_blocks(options, page, "en"):
        parts += [block] if isinstance(block, Text) else lines_of_rows(block)
    return "\n".join(part.to("en") for part in parts)


@given(options_of_any_game(), st.integers(1, len(PAGES)), st.booleans())
def test_every_page_fits_a_message(options: Options, page: int, pictures: bool) -> None:
    """In every language, under any options, with its pictures and without; in English with room for more."""
    for locale in LOCALES:
        body = body_of(options, page, locale, pictures=pictures)
        assert check_message(body) == []
        if locale == "en":
            assert SECOND_ROOM * sum(map(length, _texts(body["components"]))) <= 4000


def _texts(components: list[dict[str, Any]]) -> Iterator[str]:
    for one in components:
        yield one.get("content", "")
        yield from _texts(one.get("components", []))


@settings(max_examples=40)
@given(options_of_any_game())
def test_every_class_that_can_occur_has_one_example_and_no_other(options: Options) -> None:
    """The best first; the engine says what each makes."""
    rows = [row for one in class_rows(options) for row in one.rows]
    assert [row.ranked.class_key for row in rows] == [
        key for key, count in counts_of(options).items() if count
    ]
    assert [row.place for row in rows] == list(range(1, len(rows) + 1))


@settings(max_examples=40)
@given(options_of_any_game())
def test_examples_are_hands_of_the_game(options: Options) -> None:
    """Their cards are in the pack, as many as a hand has, and no more jokers than the table plays with."""
    game = GAMES[options.game]
    common = (JOKER,) if options.game == "aces" else ()
    pack = (*game.pack(options), *common)
    for rows in rows_of(options):
        assert 1 <= len(rows.rows) <= ROWS_MOST
        for row in rows.rows:
            cards = [*row.ranked.cards, *row.rest]
            assert len(cards) == game.hand_cards + len(common)
            assert all(cards.count(one) <= pack.count(one) for one in cards)


@settings(max_examples=40)
@given(options_of_any_game())
def test_words_fit_beside_the_cards_and_alt_texts_their_limit(options: Options) -> None:
    """In every language; in English where they are longer by two fifths too."""
    for rows in rows_of(options):
        for locale in LOCALES:
            assert length(alt_of_rows(rows, locale)) <= ALT_TEXT_MOST
            sketch = sketch_of_rows(rows, locale, four_colours=False)
            assert narrowed(sketch).width < WIDTH
            if locale == "en":
                longer = [replace(one, combination=_longer(one.combination)) for one in sketch.hands]
                assert narrowed(replace(sketch, hands=tuple(longer))).width < WIDTH


def _longer(words: str) -> str:
    return words + " " + "n" * round((SECOND_ROOM - 1) * len(words))


def test_pictures_are_about_as_long_as_each_other() -> None:
    """Ten rows are five and five, none are none."""
    pictures = class_rows(AcesOptions())
    assert [len(one.rows) for one in pictures] == [5, 5]
    assert pictures_of(pictures[0].caption, []) == ()


@pytest.mark.parametrize("switches", list(product((False, True), repeat=4)))
def test_a3_the_joker_is_told_as_the_table_plays_it(switches: tuple[bool, ...]) -> None:
    """What it may not be is shown where it is a bug, what it may be where it is wild."""
    options = AcesOptions(1, *switches)
    page = told(options, 3)
    wild = options.joker_fully_wild
    assert ("no third king" in page) is not wild and ("no fourth eight" in page) is not wild
    assert ("It makes two pair a full house" in page) is wild
    assert ("any card that is not in your hand" in page) is wild
    assert ("an ace, even a second one" in page) is options.double_ace_flush
    assert "straights the higher: 6, not the ace. · 🃏 5♣ 4♦ 3♠ 2♥ (K♦ J♥), 🃏 as 6♠" in page


def test_a1_3_the_reserve_is_said_in_chips_of_this_table() -> None:
    """In the plural form that the number takes."""
    assert "You need 50 chips before the deal" in told(AcesOptions(unit=2), 1)


def test_a4_5_the_exact_counts_stand_in_the_ranking() -> None:
    """Best first, with their share of all hands."""
    lines = ranking_text(AcesOptions()).to("en").splitlines()
    assert "20,358,520" in lines[0]
    assert lines[1] == "1. five aces: 1,128 (0.00554%)"
    assert lines[10] == "10. high card: 1,485,960 (7.3%)"
    russian = ranking_text(AcesOptions()).to("ru").splitlines()
    assert russian[1].endswith("1\u00a0128 (0,00554\u00a0%)")
    assert ranking_text(AcesOptions()).to("pt_BR").splitlines()[10].endswith("1.485.960 (7,3%)")


def test_unusual_options_stand_out() -> None:
    """Those alone are bold."""
    lines = [line.to("en") for line in options_lines(AcesOptions(unit=2, natural_beats_joker=True))]
    assert "**Natural beats joker: on**. Of equal hands one that needs no joker wins." in lines
    assert any(line.startswith("Joker fully wild: off.") for line in lines)
    assert sum(line.startswith("**") for line in lines) == 2
    assert told(AcesOptions(), 4).startswith("All options are as usual.\n- Unit: 1 chip.")
    assert "\n- **Joker fully wild: on**" in told(AcesOptions(joker_fully_wild=True), 4)


@pytest.mark.parametrize("key", GAMES)
def test_every_game_is_explained(key: str) -> None:
    """Each of its pages has its own words and, where cards are told of, pictures."""
    options = GAMES[key].options_type()
    assert len(play_texts(options, "en")) >= 5 and deciding_texts(options)
    assert any(isinstance(one, Rows) for one in special_blocks(options, "en"))


def test_b4_b5_b6_seka_tells_what_is_not_played_here() -> None:
    """A table without dark play, looks or svaras says so."""
    page = told(SekaOptions(dark=False, look=False, svara_max=0), 3)
    assert "Nobody plays dark" in page and "Nobody may look" in page and "None here" in page
    assert "Each joiner pays a third of what was in the pot." in told(SekaOptions(svara_price="1/3"), 3)
    assert "joiner" not in told(SekaOptions(svara_join="nobody"), 3)


def test_b1_4_jokers_are_shown_as_far_as_the_table_has_them() -> None:
    """None without jokers, two in a hand only where there are two."""
    assert "joker" not in told(SekaOptions(jokers=0), 3) + told(SekaOptions(jokers=0), 2)
    assert "Two jokers" not in told(SekaOptions(jokers=1), 3)
    assert "Two jokers: a dirty seka of the third card." in told(SekaOptions(jokers=2), 3)


def test_c5_1_the_rules_tell_who_may_ask_for_a_show() -> None:
    """The one tradition or the other."""
    usual = TeenPattiOptions(boot=5)
    assert "a blind player may not ask one who has seen" in told(usual, 3)
    assert "(10 at first)" in told(usual, 1)
    assert "who has seen may not ask a blind player" in told(TeenPattiOptions(show="pagat"), 3)


def test_c7_2_the_place_of_a_2_3_is_shown() -> None:
    """Second or first among runs; of one suit a round or only a color."""
    assert "The second best run. · A♦ 3♠ 2♣" in told(TeenPattiOptions(), 3)
    first = told(TeenPattiOptions(a23_place="first", a23_suited="color"), 3)
    assert "The best run. · A♦ 3♠ 2♣" in first and "only a color. · A♥ 3♥ 2♥" in first


@pytest.mark.parametrize("key", GAMES)
def test_every_option_and_value_has_words(key: str) -> None:
    """No option shows its key, and every listed value explains itself."""
    for spec in GAMES[key].options_type.specs():
        assert "_" not in option_name(spec).to("en")
        assert option_name(spec).to("en")[0].isupper()
        for value in spec.values or (spec.default,):
            assert value_meaning(spec, value) is not None


def test_circulating_tables_are_put_right() -> None:
    """Where one is known to be wrong."""
    assert "fits no pack" in odds_text(SekaOptions()).to("en")
    assert "not in 0.02 %" in odds_text(TeenPattiOptions()).to("en")


def test_example_hands_are_drawn_in_the_servers_colours() -> None:
    """The same picture every time, another one with four colours."""
    rows = class_rows(SekaOptions())[0]
    two, four = (draw_hands(sketch_of_rows(rows, "en", four_colours=many)) for many in (False, True))
    assert two != four and two == draw_hands(sketch_of_rows(rows, "en", four_colours=False))
