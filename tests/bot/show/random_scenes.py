"""Hypothesis strategies for tables at their worst: many seats, pots and cards, names that mean harm."""

from __future__ import annotations

from hypothesis import strategies as st

from bot.locale import Text, say
from bot.show.names import safe_name
from bot.show.scene import Phase, Practice, Scene, SeatScene, Terms
from bot.show.words import choice_verbs
from engine.aces.options import AcesOptions
from engine.cards import HIDDEN, JOKER, PACK_52, Card
from engine.game import ANSWER, BET, OFFER, Choice, Event, Pot, Ranked, Result, SeatView, Turn, View

CHIPS = st.integers(0, 1_000_000_000)
HARM = (
    "@everyone",
    "@here",
    "<@123456789012345678>",
    "<@&1>",
    "<#1>",
    "</bet:1>",
    "<t:0:R>",
    "<:a:1>",
    "**",
    "__",
    "||",
    "```",
    "~~",
    "[x](https://x.example)",
    "\n# ",
    "\n> ",
    "-# ",
    "{0}{name}",
    "\u202e",
    "\u200f",
    "\u0489" * 9,
    "\u3164",
    "👨‍👩‍👧‍👦",
    "漢字",
    "שלום",
    "مرحبا",
    "ÆØÅ",
    "ไทย",
    "\x00",
    "\ud800",
)
NAMES = st.one_of(
    st.text(max_size=32),
    st.lists(st.sampled_from(HARM), max_size=8).map(lambda parts: "".join(parts)[:32]),
    st.sampled_from(["@" * 32, "\\" * 32, "*" * 32, "𝕏" * 32, "W" * 32, "漢" * 32]),
)
VERBS = st.sampled_from([*choice_verbs(), "unheard_of"])
CARDS = st.lists(st.sampled_from([*PACK_52, JOKER, HIDDEN]), max_size=6).map(tuple)
CLASSES = st.sampled_from(
    ["five_aces", "straight_flush", "full_house", "straight", "two_pair", "high_card", "31", "trial", "odd"]
)


AT_FIXED_LIMIT = (("limit", 2), ("bets", 1), ("raises", 3), ("raises_most", 3))
AT_SEKA = (("price", 8), ("circles_max", 20), ("svara", 1), ("svara_max", 5), ("asked", 1), ("pay_most", 99))


@st.composite
def rankeds(draw: st.DrawFn) -> Ranked:
    """A combination, which need not be true."""
    cards: tuple[Card, ...] = draw(
        st.lists(st.sampled_from([*PACK_52, JOKER]), min_size=1, max_size=5).map(tuple)
    )
    jokers = cards.count(JOKER)
    return Ranked(draw(CLASSES), 1, cards, tuple(draw(st.sampled_from(PACK_52)) for _ in range(jokers)))


@st.composite
def choices(draw: st.DrawFn, seats: tuple[int, ...]) -> Choice:
    """A verb with amounts or targets."""
    least, more = draw(CHIPS), draw(st.integers(0, 1000))
    targets = draw(st.sampled_from([(), (), seats]))
    return Choice(
        draw(VERBS), least, least + more, draw(st.integers(1, 7)), targets, draw(st.sampled_from(["", "x"]))
    )


@st.composite
def results(draw: st.DrawFn, seats: tuple[int, ...]) -> Result:
    """Up to five pots, each with any winners."""
    some = st.lists(st.sampled_from(seats), min_size=1, unique=True).map(tuple)
    pots = []
    for _ in range(draw(st.integers(1, 5))):
        winners = draw(some)
        shares = tuple((seat, draw(CHIPS)) for seat in winners)
        contestants = draw(st.sampled_from([winners, seats]))
        pots.append(Pot(sum(chips for _, chips in shares), contestants, winners, shares))
    return Result(tuple(pots), draw(st.sampled_from([(), seats])), tuple((seat, 5) for seat in seats))


@st.composite
def views(draw: st.DrawFn, seats: tuple[int, ...]) -> View:
    """The public View of some game at some moment; it need not be reachable."""
    result = draw(st.one_of(st.none(), results(seats)))
    shown = tuple(
        SeatView(
            seat,
            draw(CHIPS),
            draw(st.sampled_from(["in", "folded", "all_in", "not_dealt"])),
            draw(CARDS),
            opened=draw(st.booleans()),
            bet=draw(CHIPS),
            paid=draw(CHIPS),
            sight=draw(st.sampled_from(["", "dark", "blind", "seen"])),
            ranked=draw(st.one_of(st.none(), rankeds())),
        )
        for seat in seats
    )
    awaited = draw(st.lists(st.sampled_from(seats), min_size=1, unique=True).map(tuple))
    turn = Turn(draw(st.integers(1, 999)), draw(st.sampled_from([BET, ANSWER, OFFER])), awaited, draw(CHIPS))
    offered = draw(st.lists(choices(seats), min_size=1, max_size=4, unique_by=lambda c: c.verb).map(tuple))
    pots = draw(st.lists(CHIPS, max_size=5).map(tuple))
    return View(
        game=draw(st.sampled_from(["aces", "seka", "toy"])),
        viewer=None,
        dealer=draw(st.sampled_from(seats)),
        deal=draw(st.integers(0, 5)),
        round=draw(st.integers(0, 99)),
        rounds=draw(st.sampled_from([0, 4])),
        pots=pots,
        contestants=draw(st.sampled_from([(), (seats,) * len(pots)])),
        price=draw(CHIPS),
        common=draw(st.sampled_from([(), (JOKER,), (JOKER, PACK_52[0])])),
        order=seats,
        seats=shown,
        turn=None if result is not None else draw(st.sampled_from([None, turn])),
        choices=tuple((seat, offered) for seat in awaited),
        facts=draw(st.sampled_from([(), AT_FIXED_LIMIT, AT_SEKA])),
        result=result,
    )


@st.composite
def events(draw: st.DrawFn, seats: tuple[int, ...]) -> Event:
    """Something public that happened."""
    kinds = ["action", "action", "post", "deck", "round", "looked", "opened", "dropped", "refund", "won", "x"]
    kinds += ["svara", "replay", "asked"]
    return Event(
        draw(st.sampled_from(kinds)),
        draw(st.sampled_from([None, *seats])),
        draw(CHIPS),
        draw(VERBS),
        draw(st.sampled_from([None, *seats])),
        draw(CARDS),
    )


@st.composite
def notes(draw: st.DrawFn) -> Text | None:
    """A note about somebody, or none."""
    name = draw(NAMES)
    return draw(st.sampled_from([None, say("{name} is the host now.", name=safe_name(name))]))


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """A table of up to ten in any phase; some people may have come or gone since the deal."""
    seats = tuple(range(1, draw(st.integers(2, 10)) + 1))
    states = st.sampled_from(["in", "out", "leaving", "left", "short"])
    people = tuple(
        SeatScene(
            seat,
            draw(st.sampled_from([900 + seat, 900 + seat, -seat])),  # some are house players
            draw(NAMES),
            draw(CHIPS),
            draw(states),
            draw(st.booleans()),
        )
        for seat in seats
    )
    gone = draw(st.sampled_from([0, 1]))
    return Scene(
        table_id=draw(st.integers(1, 10**18 - 1)),
        number=draw(st.integers(1, 10**6)),
        phase=draw(st.sampled_from(Phase)),
        terms=Terms(
            *("aces", AcesOptions(unit=10**6, joker_fully_wild=True), 10, 1, 10**9),
            house_rules=draw(NAMES),
            practice=draw(st.sampled_from([None, Practice()])),
        ),
        host_name=draw(NAMES),
        seats=people[gone:],
        hand_id=draw(st.integers(1, 10**18 - 1)),
        hand_number=draw(st.integers(0, 10**6)),
        view=draw(st.one_of(st.none(), views(seats))),
        events=draw(st.lists(events(seats), max_size=8).map(tuple)),
        deadline_s=draw(st.sampled_from([None, 1_700_000_000])),
        extended=draw(st.booleans()),
        root=draw(st.sampled_from(["", "ab" * 32])),
        next_hand_id=draw(st.sampled_from([0, 10**18 - 1])),
        next_commitment=draw(st.sampled_from(["", "cd" * 32])),
        note=draw(notes()),
        live=draw(st.booleans()),
    )
