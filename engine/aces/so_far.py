"""What fewer than six own cards make with the joker: what their owner can no longer fall below."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from engine.aces.deal import HAND_CARDS
from engine.aces.options import AcesOptions
from engine.aces.ranking import rank, strength
from engine.aces.values import ACE
from engine.cards import JOKER, Card, card, rank_of, suit_of
from engine.game import Ranked

_RANKS: Final = range(2, ACE)


@lru_cache(maxsize=1024)  # every View of a seat asks again
def rank_so_far(cards: tuple[Card, ...], options: AcesOptions) -> Ranked:
    """The worst hand that one to six own cards can become, shown without what is still to come.

    Further cards only help, so that is what they make now. ``strength`` is that of the worst hand.
    ``InputError`` as ``ranking.check_own`` for what are no own cards.
    """
    worst = rank(min(_harmless(cards), key=lambda six: strength(six, options)), options)
    shown = tuple(c for c in worst.cards if c in cards or c == JOKER)
    return Ranked(worst.class_key, worst.strength, shown, worst.joker_as)


def _harmless(cards: Sequence[Card]) -> list[tuple[Card, ...]]:
    """Six cards each: these and others that pair nothing and suit nothing.

    The others are of one suit, the one held least: with the joker they make no flush, being at most four.
    No ace: it would pair the joker. Of the ranks left some make no straight.
    """
    held = {rank_of(c) for c in cards if c < JOKER}
    suits = [suit_of(c) for c in cards if c < JOKER]
    suit = min(range(4), key=suits.count)
    others = [card(r, suit) for r in _RANKS if r not in held]
    return [(*cards, *more) for more in combinations(others, HAND_CARDS - len(cards))]
