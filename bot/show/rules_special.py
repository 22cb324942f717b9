"""What is special about each game, and what decides between equal combinations, with example hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.locale import Text, say
from bot.show.keys import label_of
from bot.show.rules_examples import Example, Row, Rows, example_rows, pictures_of, row_of
from bot.show.rules_play import meaning, paragraph
from engine.aces.options import AcesOptions
from engine.options import Options
from engine.seka.options import SekaOptions
from engine.teen_patti.options import TeenPattiOptions

Block = Text | Rows  # a paragraph, or a picture


def special_blocks(options: Options, locale: str) -> tuple[Block, ...]:
    """What the game has beside others; empty for a game without words. ``locale``: as for ``play_texts``."""
    told = _SPECIAL.get(options.game)
    return told(options, locale) if told is not None else ()


def deciding_texts(options: Options) -> tuple[Text, ...]:
    """What decides between hands of one class."""
    told = _DECIDING.get(options.game)
    return told(options) if told is not None else ()


# ---- Aces, Straights and Flushes

_JOKER_AND_ACES: Final = (
    Example("As Kd Qc 9h 7s 4d", "pair", say("With an ace it makes a pair of aces.")),
    Example("9s 8d 7h 5c Kd 2s", "straight", say("It fills a straight, also in the middle."), "6s"),
    Example("2h 3s 4d 5c Kd Jh", "straight", say("Of two straights the higher: 6, not the ace."), "6s"),
    Example("Ah Kh Qh 7h 9c 2d", "flush", say("In a flush the highest card that you lack."), "Jh"),
    Example("Ah Kh Qh 7h 9c 2d", "flush", say("In a flush an ace, even a second one."), "Ah"),
    Example("Ks Kh 7d 7c 9s 4h", "two_pair", say("Two pair stay two pair: no third king.")),
    Example("Ks Kh 7d 7c 9s 4h", "full_house", say("It makes two pair a full house.")),
    Example("8s 8h 8d Kc 5h 2s", "three_of_a_kind", say("Three stay three: no fourth eight.")),
    Example("8s 8h 8d Kc 5h 2s", "four_of_a_kind", say("It makes three of a kind four.")),
    Example("Js Jh Jd Jc 5h 2s", "five_of_a_kind", say("It is the fifth to four of a kind.")),
)


def _aces(options: Options, _locale: str) -> tuple[Block, ...]:
    assert isinstance(options, AcesOptions)
    joker = say(
        "**The joker** is an ace, or the one card that completes a straight, a flush or a straight flush,"
        " even one that somebody else holds; nothing else: no second king, no third seven."
    )
    if options.joker_fully_wild:
        joker = say("**The joker** is any card that is not in your hand, or the fifth to four of a kind.")
    own = say(
        "Everybody uses it in his own way, and nobody has to. It takes the place of one card only: A-K-Q-7 of"
        " a suit and the joker are a flush, no royal one."
    )
    shown = list(example_rows(_JOKER_AND_ACES, options))
    return (
        joker,
        paragraph(own, meaning(options, "double_ace_flush")),
        *pictures_of(say("What the joker may be"), shown),
    )


def _aces_decide(options: Options) -> tuple[Text, ...]:
    decide = say(
        "Of two hands of one class the higher group decides, of a full house the three, then the other"
        " cards from the top. A-2-3-4-5 is the lowest straight, K-A-2-3-4 is none."
    )
    return (paragraph(decide, meaning(options, "natural_beats_joker")),)


# ---- Seka

_COUNTED: Final = (
    Example("Kc Kd Qs", "10", say("A pair counts nothing, only two aces do.")),
    Example("Qd Td As", "20", say("Two of a suit count, the odd ace does not.")),
    Example("Ks Kh Jk", "seka", say("A pair and a joker: a dirty seka.")),
    Example("Qh Th Jk", "31", say("Two of a suit and a joker: 31.")),
    Example("As Kd Jk", "22", say("An ace, another suit and a joker: 22.")),
    Example("Qs Jd Jk", "21", say("Two suits without an ace and a joker: 21.")),
    Example("Td Jk Jk", "seka", say("Two jokers: a dirty seka of the third card.")),
)


def _seka(options: Options, locale: str) -> tuple[Block, ...]:
    assert isinstance(options, SekaOptions)
    dark = paragraph(
        say(
            "**Dark.** Only the next after the dealer may play without having seen his cards."
            " **{button}** is an action of his turn: from then on he pays the full price like everybody.",
            button=label_of("see", locale),
        ),
        meaning(options, "dark_price"),
    )
    look = paragraph(
        say(
            "**Look.** Who has seen may look at another hand for the price. Both find both hands under"
            " **{button}**, the lower one drops, the table learns only who.",
            button=label_of("cards", locale),
        ),
        *(meaning(options, name) for name in ("look_target", "look_tie", "look_first_circle")),
    )
    svara = paragraph(
        say(
            "**Svara.** Equal hands at an opening: the pot stays and the tied get new cards. All who may join"
            " are asked at once, for one decision time; silence is a no."
        ),
        *(meaning(options, name) for name in ("svara_join", "svara_price", "svara_max")),
    )
    if options.svara_join == "nobody":
        svara = paragraph(
            say("**Svara.** Equal hands at an opening: the pot stays and the tied get new cards."),
            meaning(options, "svara_join"),
            meaning(options, "svara_max"),
        )
    held = [one for one in _COUNTED if one.cards.count("Jk") <= options.jokers]
    return (
        *((dark,) if options.dark else (say("**Dark.** Nobody plays dark at this table."),)),
        *((look,) if options.look else (say("**Look.** Nobody may look at this table."),)),
        *((svara,) if options.svara_max else (say("**Svara.** None here: equal hands split the pot."),)),
        *pictures_of(say("What cards make"), list(example_rows(held, options))),
    )


def _seka_decide(options: Options) -> tuple[Text, ...]:
    assert isinstance(options, SekaOptions)
    clean = say("Of sekas the higher rank wins.")
    if options.jokers and options.seka_clean == "any":
        clean = say(
            "A clean seka, one without a joker, beats every dirty one; else the higher rank wins. Dirty sekas"
            " of one rank are equal."
        )
    elif options.jokers:
        clean = say(
            "Of sekas the higher rank wins; of one rank a clean one, without a joker, beats a dirty one."
            " Dirty sekas of one rank are equal."
        )
    told = [clean, meaning(options, "compare_cards")]
    if options.jokers:
        told.append(meaning(options, "joker_no_duplicate"))
    return (paragraph(*told),)


# ---- Teen Patti

_RUNS: Final = ("As Kd Qc", "Ad 2c 3s", "Ks Qd Jc")
_RUN_PLACES: Final = (say("The best run."), say("The second best run."), say("The third best run."))
_ORDERS: Final = (
    Example("Ks Ad 2c", "high_card", say("K-A-2 is no run, only a high card.")),
    Example("Ah 2h 3h", "round", say("A-2-3 of one suit is a round.")),
    Example("Ah 2h 3h", "color", say("A-2-3 of one suit is only a color.")),
)
_JOKERS: Final = (
    Example("7s 7d Jk", "trial", say("A pair and a joker: a trial.")),
    Example("Jh Th Jk", "round", say("Two in order of a suit and a joker: a round.")),
    Example("3d 2h Jk", "run", say("2, 3 and a joker: A-2-3."), "As"),
    Example("Ah 9h Jk", "color", say("Two of a suit and a joker: a color."), "Kh"),
    Example("9s 5d Jk", "pair", say("Else a pair of the higher card.")),
    Example("6c Jk Jk", "trial", say("Two jokers: a trial of the third card.")),
)


def _teen_patti(options: Options, locale: str) -> tuple[Block, ...]:
    assert isinstance(options, TeenPattiOptions)
    pictures = list(_orders(options))
    held = [one for one in _JOKERS if one.cards.count("Jk") <= options.jokers]
    if options.jokers:
        pictures += pictures_of(say("What a joker makes"), list(example_rows(held, options)))
    return (
        paragraph(
            say(
                "**Blind and seen.** Who is blind pays half of what others pay. Who has seen his cards pays"
                " the full stake from that turn on."
            ),
            meaning(options, "blind_turns_max"),
        ),
        _side_show(options, locale),
        _show(options),
        *pictures,
    )


def _side_show(options: TeenPattiOptions, locale: str) -> Text:
    refused = say("After a refusal the turn passes on, and what was paid stays in the pot.")
    if options.refused == "bet_again":
        refused = say("After a refusal the one that asked pays again or packs.")
    return paragraph(
        say(
            "**Side show.** Where three or more can still pay and none of them is blind, one may pay the"
            " stake and ask the player before to compare. If that one accepts, both find both hands under"
            " **{button}**, and the lower one packs; of equal hands the one that asked.",
            button=label_of("cards", locale),
        ),
        refused,
        meaning(options, "third_offer"),
    )


def _show(options: TeenPattiOptions) -> Text:
    show = say(
        "**Show.** Of the last two who can still pay, one may pay for a show: both hands are opened. It"
        " costs the stake, two blind players half of it; seen against blind costs twice the stake, and a"
        " blind player may not ask one who has seen."
    )
    if options.show == "pagat":
        show = say(
            "**Show.** Of the last two who can still pay, one may pay for a show: both hands are opened. It"
            " costs the stake, a blind player half of it; who has seen may not ask a blind player."
        )
    return paragraph(show, meaning(options, "tie_show")) if options.suits == "split" else show


def _orders(options: TeenPattiOptions) -> tuple[Rows, ...]:
    """How runs stand to each other, and what A-2-3 is."""
    runs = [row_of(cards, options, _RUN_PLACES[0]) for cards in _RUNS]
    runs.sort(key=lambda row: -row.ranked.strength)
    rows = [Row(row.ranked, row.rest, words) for row, words in zip(runs, _RUN_PLACES, strict=True)]
    return pictures_of(say("Runs"), [*rows, *example_rows(_ORDERS, options)])


def _teen_patti_decide(options: Options) -> tuple[Text, ...]:
    assert isinstance(options, TeenPattiOptions)
    told = [
        say("Within a class the higher cards decide, from the top; of pairs the pair, then the third card."),
        meaning(options, "suits"),
    ]
    if options.jokers and options.clean == "class":
        told.append(say("A hand without a joker beats every one of its class that has one."))
    elif options.jokers:
        told.append(say("A hand without a joker beats the same ranks with one."))
    return (paragraph(*told),)


_SPECIAL: Final[Mapping[str, Callable[[Options, str], tuple[Block, ...]]]] = {
    "aces": _aces,
    "seka": _seka,
    "teen_patti": _teen_patti,
}
_DECIDING: Final[Mapping[str, Callable[[Options], tuple[Text, ...]]]] = {
    "aces": _aces_decide,
    "seka": _seka_decide,
    "teen_patti": _teen_patti_decide,
}
