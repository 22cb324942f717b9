"""The shuffle that players can check (DESIGN, Trust): what it binds to and that it favours nobody."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import HIDDEN, JOKER, PACK_52, Card, parse_card, spell, spell_all
from engine.errors import InputError, RecordError
from engine.shuffle import (
    DeckProof,
    Opening,
    check_opening,
    commitment,
    hand_key,
    read_opening,
    seed_of,
    shuffled,
    write_opening,
)

SECRET, NONCE = b"secret of the installation", bytes(range(16))
SEED = seed_of(SECRET, NONCE)
WORDS = ((3, "abacaxi"), (1, "удача"))
KEY = hand_key(SEED, 17, 1_234_567_890_123_456_789, WORDS)
DECK = shuffled(KEY, 0, PACK_52)

Pack = Sequence[Card]
Shuffle = Callable[[bytes, int, Pack], tuple[Card, ...]]


def test_vectors_are_pinned() -> None:
    """What others compute from the description must stay what it is."""
    assert SEED.hex() == "312915d278c928002a32844bc470a3099bcb88fb1c90c135a278dacdace2ad9d"
    assert commitment(SEED).hex() == "6dedc4714b938e4da906d1bce9170af02cfd8d6d497d1d425c4a4c9e3db9d0b2"
    assert KEY.hex() == "b55db516d0f5080bc2f221f35661710dbcd61f92c0e2f2e51081fd7630c259b8"
    assert spell_all(DECK[:10]) == "9c 2s Ac 9d Ad 6d Qc 5d Qs Jh"
    assert spell_all(shuffled(KEY, 1, PACK_52)[:10]) == "Ac 7h 8c 2h Kd 5c 9h Tc Td 6s"
    proof = DeckProof(KEY, 0, DECK)
    assert proof.root.hex() == "c916987ebee4b0d6333a3f8382fd188bde5e7aec1ba178c5b905cebee35ab085"
    assert proof.opening(5).salt.hex() == "dbad33284942b4b84dda86b9bebd966a127e96658ae3a2141bea8f70b9616d30"


def test_vectors_follow_from_the_description() -> None:
    """Seed, key, deck and root, computed again from the module's description alone."""

    def domain(name: str) -> bytes:
        return f"dealers-choice/1/{name}".encode("ascii") + b"\x00"

    def mac(key: bytes, message: bytes) -> bytes:
        return hmac.new(key, message, hashlib.sha256).digest()

    def sha(message: bytes) -> bytes:
        return hashlib.sha256(message).digest()

    def big(number: int, size: int = 4) -> bytes:
        return number.to_bytes(size, "big")

    seed = mac(SECRET, domain("seed") + NONCE)
    first, third = "удача".encode(), b"abacaxi"
    words = big(1) + big(len(first)) + first + big(3) + big(len(third)) + third
    key = mac(seed, domain("key") + big(17, 8) + big(1_234_567_890_123_456_789, 8) + big(2) + words)
    stream = [*b"".join(mac(key, domain("deck") + big(0) + big(block)) for block in range(9))]
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    for i in range(51, 0, -1):
        while (byte := stream.pop(0)) >= 256 - 256 % (i + 1):
            pass
        j = byte % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    level = [
        sha(domain("leaf") + big(0) + big(p) + c.encode() + mac(key, domain("salt") + big(0) + big(p)))
        for p, c in enumerate(deck)
    ] + [sha(domain("pad"))] * 12
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=True)
        level = [sha(domain("node") + left + right) for left, right in pairs]
    assert (seed, sha(domain("commitment") + seed), key) == (SEED, commitment(SEED), KEY)
    assert " ".join(deck) == spell_all(DECK)
    assert level == [DeckProof(KEY, 0, DECK).root]


@given(key=st.binary(min_size=32, max_size=32), number=st.integers(0, 9), jokers=st.integers(0, 4))
def test_a_deck_is_a_permutation_of_its_pack(key: bytes, number: int, jokers: int) -> None:
    """No card is lost or made, jokers included."""
    pack = (*PACK_52[32:], *[JOKER] * jokers)
    assert sorted(shuffled(key, number, pack)) == sorted(pack)


@pytest.mark.parametrize(
    "other",
    [
        hand_key(SEED, 18, 1_234_567_890_123_456_789, WORDS),
        hand_key(SEED, 17, 1_234_567_890_123_456_788, WORDS),
        hand_key(SEED, 17, 1_234_567_890_123_456_789, WORDS[:1]),
        hand_key(SEED, 17, 1_234_567_890_123_456_789, ((3, "abacaxi"), (1, "удача "))),
        hand_key(SEED, 17, 1_234_567_890_123_456_789, ((1, "abacaxi"), (3, "удача"))),
        hand_key(commitment(SEED), 17, 1_234_567_890_123_456_789, WORDS),
    ],
    ids=["hand", "message", "a word less", "a word changed", "words swapped", "seed"],
)
def test_every_part_of_the_key_changes_the_deck(other: bytes) -> None:
    """Ids, words and seed all count."""
    assert shuffled(other, 0, PACK_52) != DECK


def test_words_cannot_be_moved_over_a_boundary() -> None:
    """Lengths are part of the encoding: the same bytes split otherwise are another key."""
    assert hand_key(SEED, 1, 1, [(1, "ab"), (2, "c")]) != hand_key(SEED, 1, 1, [(1, "a"), (2, "bc")])


def test_words_count_in_any_order() -> None:
    """The order in which words arrived is no part of the key."""
    assert hand_key(SEED, 17, 1_234_567_890_123_456_789, WORDS[::-1]) == KEY


def test_further_decks_differ() -> None:
    """A svara's deck is not the first one again."""
    assert len({shuffled(KEY, number, PACK_52) for number in range(6)}) == 6


@pytest.mark.parametrize(
    ("hand_id", "words", "code"),
    [
        (2**64, (), "proof_number"),
        (-1, (), "proof_number"),
        (1, ((2**32, "a"),), "proof_number"),
        (1, ((1, "a"), (1, "b")), "proof_words"),
        (1, ((1, "\ud800"),), "proof_words"),
    ],
)
def test_a_key_of_nonsense_is_refused(hand_id: int, words: tuple[tuple[int, str], ...], code: str) -> None:
    """Numbers that do not fit and words that are no text have a reason, not a crash."""
    with pytest.raises(RecordError) as refused:
        hand_key(SEED, hand_id, 1, words)
    assert refused.value.code == code


# 51 degrees of freedom: a fair shuffle stays below 95 in all but one of 5 000 tables. In the last place,
# which the first draw fills, bytes taken modulo 52 add about 3 for every 1 000 deals.
CHI_SQUARE_MOST = 95.0
DEALS = 20_000


def worst_chi_square(shuffle: Shuffle) -> float:
    """Over the top, middle and last place: how far the cards that fall there are from equally likely."""
    places = (0, 26, 51)
    counts = {place: Counter[Card]() for place in places}
    for deal in range(DEALS):
        deck = shuffle(hashlib.sha256(deal.to_bytes(4, "big")).digest(), 0, PACK_52)
        for place in places:
            counts[place][deck[place]] += 1
    expected = DEALS / 52
    return max(sum((counts[place][c] - expected) ** 2 / expected for c in PACK_52) for place in places)


def biased(key: bytes, deck_number: int, pack: Pack) -> tuple[Card, ...]:
    """The planted fault: the same shuffle that takes every byte modulo, without dropping any."""
    deck = list(pack)
    stream = hashlib.shake_256(key).digest(len(deck))
    for i in range(len(deck) - 1, 0, -1):
        j = stream[i] % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


def test_no_card_is_likelier_than_another_at_a_place() -> None:
    """A fair shuffle passes the chi-square check."""
    assert worst_chi_square(shuffled) < CHI_SQUARE_MOST


def test_the_chi_square_check_catches_a_modulo_bias() -> None:
    """The check above would see what rejection sampling is there to avoid."""
    assert worst_chi_square(biased) > CHI_SQUARE_MOST


@pytest.mark.parametrize("size", [1, 2, 20, 24, 32, 33, 52])
def test_every_opening_leads_to_the_root(size: int) -> None:
    """Whole packs and packs that fill no power of two; written and read again."""
    deck = DECK[:size]
    proof = DeckProof(KEY, 3, deck)
    for position, c in enumerate(deck):
        opening = read_opening(json.loads(json.dumps(write_opening(proof.opening(position)))))
        assert opening == proof.opening(position)
        assert (opening.deck_number, opening.position, opening.card) == (3, position, c)
        assert check_opening(opening, proof.root)


def flipped(digest: bytes) -> bytes:
    """The digest with one bit changed."""
    return bytes((digest[0] ^ 1, *digest[1:]))


@given(position=st.integers(0, 51), data=st.data())
def test_any_change_to_an_opening_is_refused(position: int, data: st.DataObject) -> None:
    """Card, position, deck, salt, path and root are all bound."""
    proof = DeckProof(KEY, 0, DECK)
    true = proof.opening(position)
    step = data.draw(st.integers(0, 5))
    path = true.path
    forged = [
        replace(true, card=data.draw(st.sampled_from([c for c in (*PACK_52, JOKER) if c != true.card]))),
        replace(true, card=HIDDEN),
        replace(true, position=data.draw(st.integers(-1, 300).filter(lambda p: p != position))),
        replace(true, deck_number=data.draw(st.integers(-1, 5).filter(bool))),
        replace(true, salt=flipped(true.salt)),
        replace(true, salt=true.salt + b"\0"),
        replace(true, path=(*path[:step], flipped(path[step]), *path[step + 1 :])),
        replace(true, path=path[:step]),
        replace(true, path=(*path, path[0])),
        replace(true, path=(*path[:step], b"", *path[step + 1 :])),
    ]
    assert check_opening(true, proof.root)
    assert not check_opening(true, flipped(proof.root))
    assert [o for o in forged if check_opening(o, proof.root)] == []


def test_a_root_of_one_deck_opens_no_other() -> None:
    """The same cards as another deck of the hand have another root."""
    assert DeckProof(KEY, 1, DECK).root != DeckProof(KEY, 0, DECK).root


def test_equal_decks_of_two_hands_have_different_roots() -> None:
    """Salts come from the key: nobody finds cards by hashing guesses."""
    assert DeckProof(SEED, 0, DECK).root != DeckProof(KEY, 0, DECK).root


def test_a_position_outside_the_deck_is_refused() -> None:
    """There is no opening of a padding leaf."""
    with pytest.raises(InputError, match="no position 52"):
        DeckProof(KEY, 0, DECK).opening(52)


GOOD = write_opening(DeckProof(KEY, 0, DECK).opening(7))


@pytest.mark.parametrize(
    "given_",
    [
        None,
        [],
        {},
        {**GOOD, "more": 1},
        {**GOOD, "card": "Xx"},
        {**GOOD, "card": "??"},
        {**GOOD, "card": 3},
        {**GOOD, "deck": "0"},
        {**GOOD, "deck": True},
        {**GOOD, "deck": 2**32},
        {**GOOD, "position": -1},
        {**GOOD, "position": 256},
        {**GOOD, "salt": "00"},
        {**GOOD, "salt": "G" * 64},
        {**GOOD, "salt": "A" * 64},
        {**GOOD, "path": "00"},
        {**GOOD, "path": [None]},
        {**GOOD, "path": ["0" * 64] * 9},
    ],
)
def test_a_malformed_opening_is_refused(given_: object) -> None:
    """Whatever a file holds, the answer is a RecordError with a reason."""
    with pytest.raises(RecordError) as refused:
        read_opening(given_)
    assert refused.value.code == "proof_malformed" and str(refused.value)


@given(card=st.sampled_from([*PACK_52, JOKER]), position=st.integers(0, 255), deck=st.integers(0, 2**32 - 1))
def test_openings_round_trip(card: Card, position: int, deck: int) -> None:
    """Write, JSON, read."""
    opening = Opening(deck, position, parse_card(spell(card)), SEED, (KEY, SEED))
    assert read_opening(json.loads(json.dumps(write_opening(opening)))) == opening
