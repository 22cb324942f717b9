"""The shuffle that players can check: commitment, key, decks, and openings of single cards.

Before a hand: a seed is fixed and its commitment shown. At the deal: the hand's id, the id of its
message and the words that players added make the key, the key makes every deck, and the deck's root is
shown before its first card. Later each opened card comes with an *opening* that leads to that root.

How anybody recomputes it
-------------------------
``H`` is SHA-256, ``M(k, m)`` is HMAC-SHA256 with key k, ``||`` joins bytes, ``u32`` and ``u64`` are
unsigned big-endian integers of 4 and 8 bytes. ``D(x)`` is the ASCII text ``dealers-choice/1/x`` and one
zero byte. Digests and salts are 32 bytes, written in lower-case hexadecimal.

* seed        ``M(secret, D(seed) || nonce)``
* commitment  ``H(D(commitment) || seed)``
* key         ``M(seed, D(key) || u64(hand id) || u64(message id) || u32(number of words) || words)``,
  the words in ascending order of seats, each ``u32(seat) || u32(length) || text``: its UTF-8 bytes
  exactly as recorded, and their number.
* stream      of deck k: the bytes of ``M(key, D(deck) || u32(k) || u32(block))`` for block 0, 1, 2 …
* deck        start with the pack in the game's order. For i from its last index down to 1: take the
  stream's next byte until one is below ``256 - 256 % (i + 1)`` (the others are dropped, so that no card
  is likelier than another), let j be that byte modulo ``i + 1``, and swap the cards at i and j.
  Index 0 is the top card, which is dealt first.
* salt        of position p in deck k: ``M(key, D(salt) || u32(k) || u32(p))``
* leaf        ``H(D(leaf) || u32(k) || u32(p) || card || salt)``, the card as its two letters (``As``)
* root        leaves for every position, then ``H(D(pad))`` up to a power of two; a node is
  ``H(D(node) || left || right)``; the root is the last one.
* opening     the card, its salt, and the other node of each pair from the leaf up (the path): bit b of
  the position says whether the opened side of pair b is the left one (0) or the right one (1).

The pack of the 52 is in the order 2c 2d 2h 2s 3c … As, and jokers follow.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import HIDDEN, Card, parse_card, spell
from engine.errors import InputError, RecordError
from engine.game import Seat

DIGEST_BYTES: Final = 32
PACK_MOST: Final = 256  # one byte of the stream must reach every card
PATH_MOST: Final = 8
U32_MOST: Final = 2**32 - 1
U64_MOST: Final = 2**64 - 1
assert 2**PATH_MOST == PACK_MOST

_HEX_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_OPENING_KEYS: Final = frozenset({"deck", "position", "card", "salt", "path"})


def _domain(name: str) -> bytes:
    return b"dealers-choice/1/" + name.encode() + b"\0"


_SEED: Final = _domain("seed")
_COMMITMENT: Final = _domain("commitment")
_KEY: Final = _domain("key")
_DECK: Final = _domain("deck")
_SALT: Final = _domain("salt")
_LEAF: Final = _domain("leaf")
_NODE: Final = _domain("node")
_PAD: Final = hashlib.sha256(_domain("pad")).digest()


def _u32(number: int) -> bytes:
    if not 0 <= number <= U32_MOST:
        raise RecordError("proof_number", f"{number} does not fit into 32 bits", number=number)
    return number.to_bytes(4, "big")


def _u64(number: int) -> bytes:
    if not 0 <= number <= U64_MOST:
        raise RecordError("proof_number", f"{number} does not fit into 64 bits", number=number)
    return number.to_bytes(8, "big")


def _mac(key: bytes, *parts: bytes) -> bytes:
    return hmac.digest(key, b"".join(parts), "sha256")


def _hash(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def seed_of(secret: bytes, nonce: bytes) -> bytes:
    """The seed of one hand, 32 bytes, from the installation's secret and the hand's stored nonce."""
    assert secret and nonce
    return _mac(secret, _SEED, nonce)


def commitment(seed: bytes) -> bytes:
    """32 bytes that bind to the seed and tell nothing about it; shown (as hex) before the hand."""
    return _hash(_COMMITMENT, seed)


def hand_key(seed: bytes, hand_id: int, message_id: int, words: Sequence[tuple[Seat, str]]) -> bytes:
    """The key of all decks of one hand, 32 bytes; the order in which words are given does not matter.

    ``RecordError``: a number that does not fit (``proof_number``), a seat with two words or a word that
    is no text (``proof_words``).
    """
    parts = [_KEY, _u64(hand_id), _u64(message_id), _u32(len(words))]
    seats = {seat for seat, _ in words}
    if len(seats) != len(words):
        raise RecordError("proof_words", "a seat stands twice among the words")
    for seat, word in sorted(words):
        try:
            text = word.encode()
        except UnicodeEncodeError:
            raise RecordError("proof_words", f"the word of seat {seat} is no text", seat=seat) from None
        parts += (_u32(seat), _u32(len(text)), text)
    return _mac(seed, *parts)


def _stream(key: bytes, deck_number: int) -> Iterator[int]:
    head = _DECK + _u32(deck_number)
    block = 0
    while True:
        yield from _mac(key, head, _u32(block))
        block += 1


def shuffled(key: bytes, deck_number: int, pack: Sequence[Card]) -> tuple[Card, ...]:
    """The pack in the order in which deck ``deck_number`` of this key is dealt, top card first."""
    assert 0 < len(pack) <= PACK_MOST
    deck = list(pack)
    stream = _stream(key, deck_number)
    for i in range(len(deck) - 1, 0, -1):
        limit = 256 - 256 % (i + 1)
        j = next(byte for byte in stream if byte < limit) % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


@dataclass(frozen=True, slots=True)
class Opening:
    """One card of a deck with what leads from it to the deck's root."""

    deck_number: int
    position: int
    card: Card
    salt: bytes
    path: tuple[bytes, ...]


class DeckProof:
    """The root of one deck and the openings of its cards. Holds secrets: never log or show it whole."""

    __slots__ = ("_deck", "_deck_number", "_key", "_levels")

    def __init__(self, key: bytes, deck_number: int, deck: Sequence[Card]) -> None:
        """``deck`` in dealing order; all of its cards must be known."""
        assert 0 < len(deck) <= PACK_MOST and HIDDEN not in deck
        self._key = key
        self._deck_number = deck_number
        self._deck = tuple(deck)
        level = [_leaf(deck_number, p, c, self._salt(p)) for p, c in enumerate(self._deck)]
        level += [_PAD] * ((1 << (len(level) - 1).bit_length()) - len(level))
        self._levels = [level]
        while len(level) > 1:
            level = [_hash(_NODE, level[i], level[i + 1]) for i in range(0, len(level), 2)]
            self._levels.append(level)

    def _salt(self, position: int) -> bytes:
        return _mac(self._key, _SALT, _u32(self._deck_number), _u32(position))

    @property
    def root(self) -> bytes:
        """32 bytes that bind to every card of the deck and tell nothing about any."""
        return self._levels[-1][0]

    def opening(self, position: int) -> Opening:
        """What opens the card at that position (0 is the top); ``InputError`` where there is none."""
        if not 0 <= position < len(self._deck):
            raise InputError("position_unknown", f"the deck has no position {position}", position=position)
        path = tuple(level[(position >> b) ^ 1] for b, level in enumerate(self._levels[:-1]))
        return Opening(self._deck_number, position, self._deck[position], self._salt(position), path)


def _leaf(deck_number: int, position: int, card: Card, salt: bytes) -> bytes:
    return _hash(_LEAF, _u32(deck_number), _u32(position), spell(card).encode(), salt)


def check_opening(opening: Opening, root: bytes) -> bool:
    """True where that card stood at that position of that deck when the root was made."""
    position = opening.position
    if opening.card == HIDDEN or len(opening.salt) != DIGEST_BYTES or len(opening.path) > PATH_MOST:
        return False
    if not (0 <= position < 1 << len(opening.path) and 0 <= opening.deck_number <= U32_MOST):
        return False
    node = _leaf(opening.deck_number, position, opening.card, opening.salt)
    for b, other in enumerate(opening.path):
        if len(other) != DIGEST_BYTES:
            return False
        node = _hash(_NODE, other, node) if position >> b & 1 else _hash(_NODE, node, other)
    return hmac.compare_digest(node, root)


def write_opening(opening: Opening) -> dict[str, object]:
    """``{deck, position, card, salt, path}`` for JSON, digests as hexadecimal text."""
    return {
        "deck": opening.deck_number,
        "position": opening.position,
        "card": spell(opening.card),
        "salt": opening.salt.hex(),
        "path": [node.hex() for node in opening.path],
    }


def read_opening(given: object) -> Opening:
    """The opening that ``write_opening`` wrote; ``RecordError`` (``proof_malformed``) says what is wrong."""
    if not isinstance(given, Mapping) or set(given) != _OPENING_KEYS:
        raise _malformed("an opening has deck, position, card, salt and path")
    card, path = given["card"], given["path"]
    if not isinstance(card, str) or not isinstance(path, list) or len(path) > PATH_MOST:
        raise _malformed("an opening's card is text and its path a list of digests")
    try:
        opened = parse_card(card)
    except InputError:
        raise _malformed(f"an opening has the unknown card {card!r}") from None
    if opened == HIDDEN:
        raise _malformed("an opening has a hidden card")
    return Opening(
        read_number(given["deck"], U32_MOST, "an opening's deck"),
        read_number(given["position"], PACK_MOST - 1, "an opening's position"),
        opened,
        read_digest(given["salt"], "an opening's salt"),
        tuple(read_digest(node, "an opening's path") for node in path),
    )


def read_digest(given: object, what: str) -> bytes:
    """32 bytes from 64 lower-case hex digits; ``RecordError`` (``proof_malformed``) names ``what``."""
    if not isinstance(given, str) or not _HEX_DIGEST.fullmatch(given):
        raise _malformed(f"{what} is not 64 lower-case hexadecimal digits")
    return bytes.fromhex(given)


def read_number(given: object, most: int, what: str) -> int:
    """A whole number from 0 to ``most``; ``RecordError`` (``proof_malformed``) names ``what``."""
    if type(given) is not int or not 0 <= given <= most:
        raise _malformed(f"{what} is no whole number from 0 to {most}")
    return given


def _malformed(text: str) -> RecordError:
    return RecordError("proof_malformed", text)
