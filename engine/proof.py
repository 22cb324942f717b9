"""What an exported hand shows of its shuffle, and the check of it (``engine.shuffle`` says how it is made).

JSON form: ``{commitment, hand_id, message_id, words [{seat, word}], roots, openings, nonce?, seed?}``,
one root a deck, digests as hexadecimal text. The seed is there only where it was opened for all.
Whether commitment and roots are the ones that were shown at the table, only a reader who saw them knows.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engine.cards import HIDDEN, Card, spell
from engine.errors import RecordError
from engine.game import Seat
from engine.shuffle import (
    U32_MOST,
    U64_MOST,
    DeckProof,
    Opening,
    check_opening,
    commitment,
    hand_key,
    read_digest,
    read_number,
    read_opening,
    shuffled,
    write_opening,
)

_HEX: Final = re.compile(r"(?:[0-9a-f]{2})+")

Place = tuple[int, int]
"""A card's deck number and its position there, 0 for the top."""


@dataclass(frozen=True, slots=True)
class HandShuffle:
    """All that makes one hand's decks. Secret until the seed is opened: its repr leaves the seed out."""

    seed: bytes = field(repr=False)
    hand_id: int
    message_id: int
    words: tuple[tuple[Seat, str], ...]
    nonce: bytes | None = None

    @property
    def key(self) -> bytes:
        """The key of every deck of the hand, see ``hand_key``."""
        return hand_key(self.seed, self.hand_id, self.message_id, self.words)

    def prove(
        self, decks: Sequence[Sequence[Card]], places: Collection[Place], open_seed: bool = False
    ) -> Proof:
        """The proof of these whole decks that opens the cards at ``places``."""
        proofs = [DeckProof(self.key, number, deck) for number, deck in enumerate(decks)]
        return Proof(
            commitment=commitment(self.seed),
            hand_id=self.hand_id,
            message_id=self.message_id,
            words=tuple(sorted(self.words)),
            roots=tuple(proof.root for proof in proofs),
            openings=tuple(proofs[number].opening(position) for number, position in sorted(places)),
            nonce=self.nonce,
            seed=self.seed if open_seed else None,
        )


@dataclass(frozen=True, slots=True)
class Proof:
    """The public side of a hand's shuffle, with openings for the cards that its reader may know."""

    commitment: bytes
    hand_id: int
    message_id: int
    words: tuple[tuple[Seat, str], ...]
    roots: tuple[bytes, ...]
    openings: tuple[Opening, ...]
    nonce: bytes | None = None
    seed: bytes | None = None

    def check(self, decks: Sequence[Sequence[Card]], pack: Sequence[Card]) -> None:
        """``RecordError`` where these decks are not those of the proof; ``pack`` is the game's, in order.

        Every card that is not hidden must be opened, or follow from the seed. Codes: ``proof_roots
        opening_false opening_differs opening_missing seed_swapped deck_differs root_differs``.
        """
        if len(self.roots) != len(decks):
            raise RecordError("proof_roots", f"the proof has {len(self.roots)} roots for {len(decks)} decks")
        self._check_openings(decks)
        if self.seed is not None:
            self._check_seed(self.seed, decks, pack)
            return
        opened = {(o.deck_number, o.position) for o in self.openings}
        for place, shown in _known(decks):
            if place not in opened:
                raise RecordError("opening_missing", f"{_at(place)}: {spell(shown)} has no opening")

    def _check_openings(self, decks: Sequence[Sequence[Card]]) -> None:
        for opening in self.openings:
            place = (opening.deck_number, opening.position)
            if opening.deck_number >= len(decks) or opening.position >= len(decks[opening.deck_number]):
                raise RecordError("opening_false", f"{_at(place)}: an opening for no card of the hand")
            if not check_opening(opening, self.roots[opening.deck_number]):
                raise RecordError(
                    "opening_false", f"{_at(place)}: the opening of {spell(opening.card)} misses the root"
                )
            shown = decks[opening.deck_number][opening.position]
            if shown != opening.card:
                raise RecordError(
                    "opening_differs",
                    f"{_at(place)}: the record has {spell(shown)}, its opening {spell(opening.card)}",
                )

    def _check_seed(self, seed: bytes, decks: Sequence[Sequence[Card]], pack: Sequence[Card]) -> None:
        if commitment(seed) != self.commitment:
            raise RecordError("seed_swapped", "the seed is not the one that the commitment binds to")
        key = hand_key(seed, self.hand_id, self.message_id, self.words)
        true_decks = [shuffled(key, number, pack) for number in range(len(decks))]
        for (number, position), shown in _known(decks):
            if position >= len(pack) or true_decks[number][position] != shown:
                raise RecordError(
                    "deck_differs",
                    f"{_at((number, position))}: {spell(shown)} does not follow from seed, ids and words",
                )
        for number, root in enumerate(self.roots):
            if DeckProof(key, number, true_decks[number]).root != root:
                raise RecordError(
                    "root_differs", f"the root of deck {number} does not follow from seed, ids and words"
                )


def _known(decks: Sequence[Sequence[Card]]) -> list[tuple[Place, Card]]:
    return [
        ((number, position), shown)
        for number, deck in enumerate(decks)
        for position, shown in enumerate(deck)
        if shown != HIDDEN
    ]


def _at(place: Place) -> str:
    return f"deck {place[0]}, position {place[1]}"


def write_proof(proof: Proof) -> dict[str, Any]:
    """The JSON form, see the module."""
    written: dict[str, Any] = {
        "commitment": proof.commitment.hex(),
        "hand_id": proof.hand_id,
        "message_id": proof.message_id,
        "words": [{"seat": seat, "word": word} for seat, word in proof.words],
        "roots": [root.hex() for root in proof.roots],
        "openings": [write_opening(opening) for opening in proof.openings],
    }
    if proof.nonce is not None:
        written["nonce"] = proof.nonce.hex()
    if proof.seed is not None:
        written["seed"] = proof.seed.hex()
    return written


def read_proof(given: object) -> Proof:
    """The proof that ``write_proof`` wrote; ``RecordError`` (``proof_malformed``) says what is wrong."""
    if not isinstance(given, Mapping):
        raise RecordError("proof_malformed", "proof is no object")
    for name in ("commitment", "hand_id", "message_id", "words", "roots", "openings"):
        if name not in given:
            raise RecordError("proof_malformed", f"proof has no {name}")
    for name in ("words", "roots", "openings"):
        if not isinstance(given[name], list):
            raise RecordError("proof_malformed", f"proof: {name} is no list")
    nonce, seed = given.get("nonce"), given.get("seed")
    if nonce is not None and not (isinstance(nonce, str) and _HEX.fullmatch(nonce)):
        raise RecordError("proof_malformed", "proof: nonce is no hexadecimal text")
    return Proof(
        commitment=read_digest(given["commitment"], "proof: commitment"),
        hand_id=read_number(given["hand_id"], U64_MOST, "proof: hand_id"),
        message_id=read_number(given["message_id"], U64_MOST, "proof: message_id"),
        words=tuple(_read_word(word) for word in given["words"]),
        roots=tuple(read_digest(root, "proof: a root") for root in given["roots"]),
        openings=tuple(read_opening(opening) for opening in given["openings"]),
        nonce=None if nonce is None else bytes.fromhex(nonce),
        seed=None if seed is None else read_digest(seed, "proof: seed"),
    )


def _read_word(given: object) -> tuple[Seat, str]:
    if not isinstance(given, Mapping) or not isinstance(given.get("word"), str):
        raise RecordError("proof_malformed", "proof: a word is not given as seat and word")
    return read_number(given.get("seat"), U32_MOST, "proof: the seat of a word"), given["word"]
