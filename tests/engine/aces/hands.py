"""Six own cards for tests: any, and such as make interesting hands more often than chance does."""

from __future__ import annotations

from itertools import product
from random import Random

from hypothesis import strategies as st

from engine.aces.options import AcesOptions
from engine.cards import PACK_52, Card, rank_of, suit_of

Own = tuple[Card, ...]

ALL_OPTIONS = tuple(
    AcesOptions(joker_fully_wild=wild, double_ace_flush=double, natural_beats_joker=natural)
    for wild, double, natural in product((False, True), repeat=3)
)
"""Every set of options that ranking knows."""


def option_names(options: AcesOptions) -> str:
    """The switches that are on, for the names of tests."""
    return "+".join(name for name, value in options.to_mapping().items() if value is True) or "usual"


def random_hands(random: Random, number: int) -> list[Own]:
    """Hands of which a third are any, a third of few ranks, a third of one suit but two cards."""
    hands = []
    for i in range(number):
        pack = list(PACK_52)
        if i % 3 == 1:
            ranks = random.sample(range(2, 15), 4)
            pack = [c for c in PACK_52 if rank_of(c) in ranks]
        elif i % 3 == 2:
            pack = [c for c in PACK_52 if suit_of(c) == i % 4]
            pack = random.sample(pack, 4) + random.sample(PACK_52, 8)
            pack = list(dict.fromkeys(pack))[:6]
        hands.append(tuple(random.sample(pack, 6)))
    return hands


def _six_of(pack: tuple[Card, ...]) -> st.SearchStrategy[Own]:
    return st.lists(st.sampled_from(pack), min_size=6, max_size=6, unique=True).map(tuple)


own_cards: st.SearchStrategy[Own] = st.one_of(
    _six_of(PACK_52),
    st.sets(st.integers(2, 14), min_size=2, max_size=4).flatmap(
        lambda ranks: _six_of(tuple(c for c in PACK_52 if rank_of(c) in ranks))
    ),
    st.integers(0, 3).flatmap(lambda suit: _six_of(tuple(c for c in PACK_52 if suit_of(c) == suit))),
)
ranking_options = st.sampled_from(ALL_OPTIONS)
