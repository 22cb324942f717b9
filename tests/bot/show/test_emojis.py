"""Cards as emojis in texts: their names, and that a message keeps its limits with them."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO

from hypothesis import given, settings
from PIL import Image

from bot.locale import LOCALES
from bot.show.cards import LETTERS, CardLook, card_text
from bot.show.hidden import TEXT_LENGTH_AIM as HIDDEN_LENGTH_AIM
from bot.show.hidden import HiddenCards, Revealed, hidden_text
from bot.show.layout import TEXT_LENGTH_AIM, table_texts, text_length
from bot.show.pictures.emoji import DECK, SIZE, emoji_name, emoji_png
from bot.show.scene import Scene
from engine.cards import HIDDEN, JOKER, PACK_52, parse_card
from engine.game import Ranked, SeatView
from tests.bot.discord_limits import check_message
from tests.bot.show.random_scenes import scenes
from tests.bot.show.scenes import play, said, shown, stacked
from tests.bot.show.test_layout_properties import full_showdown

# As long as a snowflake gets.
EMOJIS = CardLook(tuple(f"<:{emoji_name(card, four_colours=True)}:{10**19 + card}>" for card in DECK))
EMOJI = re.compile(r"<:card4?_(?:[2-9TJQKA][cdhs]|Jk|back):\d+>")


def test_a_deck_has_an_emoji_for_every_card_by_its_number() -> None:
    """So that a look can be read by the card."""
    assert list(DECK) == list(range(54)) and DECK[52:] == (JOKER, HIDDEN)


def test_emojis_are_named_by_their_card() -> None:
    """Only the suits that a deck of four colours has otherwise have another name there."""
    two = {emoji_name(card, four_colours=False) for card in DECK}
    four = {emoji_name(card, four_colours=True) for card in DECK}
    assert len(two) == len(four) == 54 and len(two | four) == 80
    assert emoji_name(parse_card("As"), four_colours=True) == "card_As"
    assert emoji_name(parse_card("Td"), four_colours=True) == "card4_Td"
    assert all(re.fullmatch(r"\w{2,32}", name) for name in two | four)


def test_emojis_are_drawn_as_discord_takes_them() -> None:
    """128 pixels square, each its own, far below 256 KiB."""
    pictures = {emoji_png(card, four_colours=four) for card in DECK for four in (False, True)}
    assert len(pictures) == 80 and max(map(len, pictures)) < 20_000
    with Image.open(BytesIO(next(iter(pictures)))) as image:
        assert image.size == (SIZE, SIZE)


def test_a_table_writes_its_cards_as_emojis() -> None:
    """All of them, hidden ones too; without emojis they are letters."""
    scene = play(stacked("2c 3c 4c 5c 6c 7c", "8c 9c Tc Jc Qc Kc"), 2).scene()
    text = said(shown(replace(scene, look=EMOJIS)))
    assert card_text(parse_card("4c"), EMOJIS) in text and card_text(HIDDEN, EMOJIS) in text
    assert not re.search(r"▒|🃏|[♠♥♦♣]", text)
    assert "<:card" not in said(shown(scene))


@given(scenes())
@settings(max_examples=30, deadline=None)
def test_a_message_keeps_every_limit_with_emojis(scene: Scene) -> None:
    """In every language; besides the cards it holds no emoji that somebody's name might bring."""
    for locale in LOCALES:
        body = shown(replace(scene, look=EMOJIS), locale)
        assert check_message(body) == []
    assert "<:" not in EMOJI.sub("", said(body)) and "<a:" not in said(body)


def test_a_long_message_does_without_emojis_before_anything_else() -> None:
    """What is told in letters stays the same."""
    scene = full_showdown("Ann", (1, 2))
    with_emojis = table_texts(replace(scene, look=EMOJIS), "en")
    assert with_emojis == table_texts(scene, "en") and text_length(with_emojis) <= TEXT_LENGTH_AIM
    assert text_length(table_texts(replace(scene, look=EMOJIS), "en")) > 1500


def test_a_private_message_does_without_emojis_where_it_grows_too_long() -> None:
    """A message of 2 000 letters at most."""
    ranked = Ranked("straight_flush", 1, PACK_52[:5])
    mine = SeatView(1, 100, "in", PACK_52[:6], ranked=ranked)
    few = HiddenCards("Home", 1, 1, 1, mine, (), "aces", "See my cards", look=EMOJIS)
    many = replace(few, revealed=tuple(Revealed("Bo", PACK_52[:6], ranked) for _ in range(6)))
    assert "<:card" in hidden_text(few, "en")
    assert "<:card" not in hidden_text(many, "en") and len(hidden_text(many, "ru")) <= HIDDEN_LENGTH_AIM
    assert hidden_text(many, "en") == hidden_text(replace(many, look=LETTERS), "en")
