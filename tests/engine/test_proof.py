"""The proof of an exported hand: whatever was changed is refused with its reason (DESIGN, Trust)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import HIDDEN, PACK_52, spell
from engine.errors import EngineError, InputError, RecordError
from engine.export import export
from engine.game import Seat
from engine.proof import read_proof, write_proof
from engine.record import read, verify
from engine.shuffle import DeckProof, commitment, shuffled, write_opening
from tests.engine.exported import EXPORT, FOLDED, HAND, OPENED, SHOWN, SHUFFLE, Json, cards_of

OTHER_SEED = b"t" * 32
DECK = HAND.decks[0]
Change = Callable[[Json], object]


def place_of(seat: Seat, index: int) -> int:
    """Where in the deck a seat's card of that number stands."""
    return [spell(c) for c in DECK].index(cards_of(seat)[index])


def forge(place: int, text: str) -> Change:
    """Put another card there."""
    return lambda e: e["decks"][0].__setitem__(place, text)


def forge_and_open(e: Json) -> None:
    """Two cards of a showdown are exchanged, with openings from a deck that has them so."""
    i, j = place_of(1, 0), place_of(2, 0)
    deck = [*DECK]
    deck[i], deck[j] = deck[j], deck[i]
    proof = DeckProof(SHUFFLE.key, 0, deck)
    e["decks"][0][i], e["decks"][0][j] = e["decks"][0][j], e["decks"][0][i]
    e["proof"]["openings"] = [write_opening(proof.opening(o["position"])) for o in e["proof"]["openings"]]


SPARE = spell(DECK[51])
HIDDEN_PLACE = place_of(FOLDED, 0)


def forgeries() -> Iterator[tuple[str, Json, Change, str, str]]:
    """Name, an export, what is changed in it, and the code and text of the refusal."""
    first, proof = place_of(SHOWN, 0), "proof"
    at = f"deck 0, position {first}"
    yield "card", EXPORT, forge(first, SPARE), "opening_differs", f"{at}: the record has {SPARE}"
    yield "card hidden", EXPORT, forge(first, "??"), "opening_differs", f"{at}: the record has ??"
    yield (
        "hidden card named",
        EXPORT,
        forge(HIDDEN_PLACE, SPARE),
        "opening_missing",
        f"{SPARE} has no opening",
    )
    yield "card with openings", EXPORT, forge_and_open, "opening_false", "misses the root"
    yield (
        "opening dropped",
        EXPORT,
        lambda e: e[proof]["openings"].pop(0),
        "opening_missing",
        "has no opening",
    )
    yield (
        "opening of another deck",
        EXPORT,
        lambda e: e[proof]["openings"][0].update(deck=1),
        "opening_false",
        "",
    )
    yield (
        "opening past the deck",
        EXPORT,
        lambda e: e[proof]["openings"][0].update(position=60),
        "opening_false",
        "",
    )
    yield "root", EXPORT, lambda e: e[proof].update(roots=["0" * 64]), "opening_false", "misses the root"
    yield "root dropped", EXPORT, lambda e: e[proof].update(roots=[]), "proof_roots", "0 roots for 1 decks"
    yield (
        "action",
        EXPORT,
        lambda e: e["actions"][1].update(verb="raise", amount=2),
        "action_illegal",
        "action 3",
    )
    yield "action dropped", EXPORT, lambda e: e["actions"].pop(), "record_truncated", "cut short"
    yield "deck cut", EXPORT, lambda e: e["decks"][0].pop(), "deck_refused", "the deck lacks"
    yield "deck dropped", EXPORT, lambda e: e["decks"].clear(), "proof_roots", "1 roots for 0 decks"
    yield "pot", EXPORT, lambda e: e["pots"][0].update(amount=1), "pots_wrong", "pot 1"

    yield "seed", OPENED, lambda e: e[proof].update(seed=OTHER_SEED.hex()), "seed_swapped", "commitment"
    yield (
        "seed and commitment",
        OPENED,
        lambda e: e[proof].update(seed=OTHER_SEED.hex(), commitment=commitment(OTHER_SEED).hex()),
        "deck_differs",
        "does not follow from seed, ids and words",
    )
    yield "commitment", OPENED, lambda e: e[proof].update(commitment="0" * 64), "seed_swapped", "commitment"
    yield "word", OPENED, lambda e: e[proof]["words"][0].update(word="abacaxi!"), "deck_differs", "words"
    yield "word dropped", OPENED, lambda e: e[proof]["words"].pop(), "deck_differs", "words"
    yield (
        "word doubled",
        OPENED,
        lambda e: e[proof]["words"].append(e[proof]["words"][0]),
        "proof_words",
        "twice",
    )
    yield "message", OPENED, lambda e: e[proof].update(message_id=5), "deck_differs", "ids"
    yield "hand id", OPENED, lambda e: e[proof].update(hand_id=18), "deck_differs", "ids"
    yield "hidden card by the seed", OPENED, forge(HIDDEN_PLACE, SPARE), "deck_differs", f"{SPARE} does not"
    yield (
        "root that no card opens",
        OPENED,
        lambda e: e[proof].update(roots=["0" * 64], openings=[]),
        "root_differs",
        "root of deck 0",
    )


@pytest.mark.parametrize(
    ("exported", "change", "code", "text"), [f[1:] for f in forgeries()], ids=[f[0] for f in forgeries()]
)
def test_a_forged_export_is_refused_with_its_reason(
    exported: Json, change: Change, code: str, text: str
) -> None:
    """Cards, actions, seed, words, ids, roots: each change is found."""
    forged = deepcopy(exported)
    change(forged)
    with pytest.raises(RecordError) as refused:
        verify(read(forged))
    assert refused.value.code == code
    assert text in str(refused.value)


def test_a_showdown_that_hides_a_card_cannot_be_told() -> None:
    """Without a proof too: an open or opened card that is missing is named as the reason."""
    closed, up = deepcopy(export(HAND, None)), deepcopy(export(HAND, None))
    forge(place_of(SHOWN, 0), "??")(closed)
    forge(place_of(SHOWN, 3), "??")(up)
    for forged in (closed, up):
        with pytest.raises(RecordError) as refused:
            verify(read(forged))
        assert refused.value.code == "card_needed"


@pytest.mark.parametrize(
    "change",
    [
        lambda p: p.pop("commitment"),
        lambda p: p.update(commitment="00"),
        lambda p: p.update(hand_id=-1),
        lambda p: p.update(message_id=2**64),
        lambda p: p.update(words={}),
        lambda p: p["words"].append(["1", "x"]),
        lambda p: p["words"].append({"seat": "1", "word": "x"}),
        lambda p: p["words"].append({"seat": 1, "word": 2}),
        lambda p: p.update(roots="00"),
        lambda p: p.update(openings=None),
        lambda p: p["openings"].append({}),
        lambda p: p.update(nonce="0"),
        lambda p: p.update(nonce=0),
        lambda p: p.update(seed="00"),
    ],
)
def test_a_malformed_proof_is_not_read(change: Change) -> None:
    """Whatever a file holds, the answer is a RecordError with a reason."""
    proof = deepcopy(EXPORT["proof"])
    change(proof)
    with pytest.raises(RecordError) as refused:
        read_proof(proof)
    assert refused.value.code == "proof_malformed" and str(refused.value)


def test_the_seed_is_there_only_where_it_was_opened() -> None:
    """An export without an opened seed holds no byte of it or of the key."""
    text = json.dumps(EXPORT)
    assert "seed" not in EXPORT["proof"] and SHUFFLE.seed.hex() not in text and SHUFFLE.key.hex() not in text
    assert OPENED["proof"]["seed"] == SHUFFLE.seed.hex()


def test_a_seed_is_not_printed() -> None:
    """A log that holds a HandShuffle by mistake does not hold its seed."""
    assert "seed" not in repr(SHUFFLE) and repr(SHUFFLE.seed) not in repr(SHUFFLE)


def leaves(given_: object) -> Iterator[tuple[Any, Any]]:
    """Every place in a JSON value: the container and the key or index."""
    pairs: list[tuple[Any, Any]] = []
    if isinstance(given_, dict):
        pairs = [*given_.items()]
    elif isinstance(given_, list):
        pairs = [*enumerate(given_)]
    for key, value in pairs:
        yield given_, key
        yield from leaves(value)


JSON_VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=4), st.just("??")),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=4,
)


@settings(max_examples=150, deadline=None)
@given(part=st.sampled_from([*OPENED]), value=JSON_VALUES, drop=st.booleans(), data=st.data())
def test_whatever_a_file_holds_the_answer_is_a_verdict(
    part: str, value: object, drop: bool, data: st.DataObject
) -> None:
    """Any value in any place of an export, or none: it holds or it is refused with a reason, no crash."""
    forged = deepcopy(OPENED)
    container, key = data.draw(st.sampled_from([(forged, part), *leaves(forged[part])]))
    if drop:
        del container[key]
    else:
        container[key] = value
    try:
        verify(read(forged))
    except EngineError as error:
        assert error.code and str(error)


def test_a_place_outside_the_decks_has_no_opening() -> None:
    """Opening a card that is not there is an error of the caller."""
    with pytest.raises(InputError):
        SHUFFLE.prove(HAND.decks, {(0, 52)})


def test_each_deck_of_a_hand_has_its_own_root() -> None:
    """Two decks, a card opened of each; the decks cannot change places."""
    decks = [shuffled(SHUFFLE.key, number, PACK_52) for number in (0, 1)]
    places = {(0, 3), (1, 7)}
    masked = [
        [c if (number, position) in places else HIDDEN for position, c in enumerate(deck)]
        for number, deck in enumerate(decks)
    ]
    for open_seed in (False, True):
        proof = read_proof(json.loads(json.dumps(write_proof(SHUFFLE.prove(decks, places, open_seed)))))
        proof.check(masked, PACK_52)
        with pytest.raises(RecordError):
            proof.check(masked[::-1], PACK_52)
