"""Ranks all 20 358 520 hands of Aces one by one, compares the numbers with ``odds`` and hashes the order.

    python -m tests.bench.all_hands [name=on ...]

The hash is SHA-256 over the place of every hand in the order (the worst is 0, ties share one), four
bytes each, little-endian, hands in the order of ``itertools.combinations``: it pins the whole order,
however strengths are numbered. Takes about twenty seconds.
"""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from hashlib import sha256
from itertools import combinations

from engine.aces.odds import HANDS, counts
from engine.aces.options import AcesOptions
from engine.aces.ranking import strength
from engine.aces.values import class_of
from engine.cards import PACK_52

USUAL_ORDER = "2bbec3e4165db1187c0778a3c3b241985929935785684a912e7c5919fa6ab0fe"


def main(given: list[str]) -> int:
    """Print the number of distinct strengths and the hash; exit 1 where a count or the hash differs."""
    options = AcesOptions.from_mapping(dict(pair.split("=", 1) for pair in given))
    strengths = array("I", (strength(hand, options) for hand in combinations(PACK_52, 6)))
    assert len(strengths) == HANDS
    by_strength = Counter(strengths)
    tally = dict.fromkeys(counts(options), 0)
    for value, hands in by_strength.items():
        tally[class_of(value)] += hands
    place = {value: i for i, value in enumerate(sorted(by_strength))}
    places = array("I", map(place.__getitem__, strengths))
    if sys.byteorder == "big":
        places.byteswap()
    order = sha256(places).hexdigest()
    print(f"{len(place)} strengths, order {order}")
    good = tally == counts(options) and (bool(given) or order == USUAL_ORDER)
    for key, hands in tally.items():
        print(f"{hands:>10} {key}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
