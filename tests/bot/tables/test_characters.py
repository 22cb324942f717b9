"""House players by their ids: names that differ at one table, temperaments that last."""

from __future__ import annotations

import pytest

from bot.tables.characters import HOUSE_PLAYERS_MOST, NAMES, character, temperament_of
from engine.house import Temperament


def seated(count: int, temperament: str = "") -> list[int]:
    """The ids of so many who sat down one after another."""
    found: list[int] = []
    for _ in range(count):
        found.append(character(found, temperament).user_id)
    return found


def test_without_a_wish_all_temperaments_sit_there_equally_often() -> None:
    """Every third one is of the same."""
    found = [temperament_of(user_id) for user_id in seated(HOUSE_PLAYERS_MOST)]
    assert {found.count(one) for one in Temperament} == {HOUSE_PLAYERS_MOST // len(Temperament)}


@pytest.mark.parametrize("temperament", Temperament)
def test_a_wished_temperament_is_everybodys(temperament: Temperament) -> None:
    """Each with a name of its own, as an id below zero that says both."""
    found = seated(HOUSE_PLAYERS_MOST, temperament.value)
    assert {temperament_of(user_id) for user_id in found} == {temperament}
    assert max(found) < 0 and len(set(found)) == len(NAMES)


def test_a_name_that_is_free_again_is_given_again() -> None:
    """Who has left makes room for the next one."""
    first, second, third = seated(3)
    assert character([first, third], "").name == NAMES[1]
    assert character([first, second, third], "").name == NAMES[3]


def test_ids_in_the_books_keep_their_meaning() -> None:
    """Names and temperaments are never moved: what is stored must mean the same for ever."""
    assert [one.value for one in Temperament][:3] == ["rock", "regular", "maniac"]
    assert (character([], "maniac").user_id, NAMES[0], NAMES[8]) == (-21, "Bolt", "Widget")
