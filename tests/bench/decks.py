"""Dealt decks as statistics see them: every card as likely at every position, beside every other, in a hand.

    python -m tests.bench.decks [DECKS]

Prints a p-value for each test of the true shuffle, which must not be too small, and of faulty ones, which
must be found out: a byte taken modulo without rejection, and a swap that never leaves a card in place.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator, Sequence
from math import erfc, sqrt

from engine.cards import PACK_52, Card
from engine.shuffle import hand_key, shuffled

DECKS = 40_000
P_LEAST = 1e-4  # below it a shuffle is called faulty
SEATS, HAND_CARDS = 6, 3  # hands as they are dealt, a card at a time
SEED = b"decks for statistics"

Shuffle = Callable[[bytes, int, Sequence[Card]], Sequence[Card]]


def keys(seed: bytes, count: int) -> Iterator[bytes]:
    """Keys as hands have them: each from a seed, ids and a word of its own."""
    for n in range(count):
        yield hand_key(hashlib.sha256(seed + n.to_bytes(8, "big")).digest(), n, 2**60 + n, [(1, str(n))])


def _bytes(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from hashlib.sha256(key + block.to_bytes(4, "big")).digest()
        block += 1


def modulo_biased(key: bytes, deck_number: int, pack: Sequence[Card]) -> Sequence[Card]:
    """The true shuffle but for the rejection: the first cards are drawn a little too often."""
    deck, stream = list(pack), _bytes(key)
    for i in range(len(deck) - 1, 0, -1):
        j = next(stream) % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def never_in_place(key: bytes, deck_number: int, pack: Sequence[Card]) -> Sequence[Card]:
    """One off: a card is never swapped with itself, so that all decks are one great cycle."""
    deck, stream = list(pack), _bytes(key)
    for i in range(len(deck) - 1, 0, -1):
        limit = 256 - 256 % i
        j = next(byte for byte in stream if byte < limit) % i
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def p_values(shuffle: Shuffle, count: int, seed: bytes = SEED) -> dict[str, float]:
    """By test, how likely counts as uneven as these are where the shuffle is fair.

    ``position``: each card at each position · ``adjacency``: each card right behind each other one ·
    ``pairs``: each two cards in one of the hands that are dealt.
    """
    pack = PACK_52
    size = len(pack)
    at = [[0] * size for _ in range(size)]
    behind = [[0] * size for _ in range(size)]
    together = [[0] * size for _ in range(size)]
    for key in keys(seed, count):
        deck = shuffle(key, 0, pack)
        before = -1
        for position, c in enumerate(deck):
            at[position][c] += 1
            if before >= 0:
                behind[before][c] += 1
            before = c
        for seat in range(SEATS):
            x, y, z = sorted(deck[seat : seat + SEATS * HAND_CARDS : SEATS])
            together[x][y] += 1
            together[x][z] += 1
            together[y][z] += 1
    pairs = [together[a][b] for a in range(size) for b in range(a + 1, size)]
    followed = [behind[a][b] for a in range(size) for b in range(size) if a != b]
    in_hands = SEATS * HAND_CARDS * (HAND_CARDS - 1) // 2
    # Every cell is a yes or no once a deck, so the sum of squares is on average the cells times (1 - p).
    free_pairs = len(pairs) * (1 - in_hands / len(pairs))
    squares = (size - 1) ** 2
    return {
        "position": _chance(
            _chi_square([n for row in at for n in row], count / size) * (size - 1) / size, squares
        ),
        "adjacency": _chance(_chi_square(followed, count / size), squares),
        "pairs": _chance(_chi_square(pairs, count * in_hands / len(pairs)), free_pairs),
    }


def _chi_square(counts: Sequence[int], expected: float) -> float:
    return sum((n - expected) ** 2 for n in counts) / expected


def _chance(chi_square: float, freedom: float) -> float:
    """The chance of so much or more, by Wilson and Hilferty: close where there are thousands of cells."""
    spread = 2 / (9 * freedom)
    return erfc(((chi_square / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread) / sqrt(2)) / 2


FAULTY: dict[str, Shuffle] = {"modulo-biased": modulo_biased, "never in place": never_in_place}


def main(arguments: Sequence[str]) -> int:
    """Print all p-values; exit 1 where the true shuffle looks faulty or a faulty one true."""
    count = int(arguments[0]) if arguments else DECKS
    print(f"{count} decks, p-values (below {P_LEAST} counts as faulty)")
    wrong = False
    for name, shuffle in {"true": shuffled, **FAULTY}.items():
        found = p_values(shuffle, count)
        print(f"{name:<15}", " ".join(f"{test} {p:.2g}" for test, p in found.items()))
        wrong |= (min(found.values()) < P_LEAST) != (name in FAULTY)
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
