"""Practice tables as they are shown: marked everywhere, and quiet on a house player's turn."""

from __future__ import annotations

from dataclasses import replace

from bot.show.more import Standing, more_panel
from bot.show.scene import Practice, Scene
from tests.bot.discord_limits import check_message
from tests.bot.show.scenes import body_of, play, rows_of, said, shown, stacked, waiting


def practised(*house_seats: int) -> Scene:
    """A hand that has just been dealt at a practice table, house players on those seats."""
    scene = play(stacked("As Ah Kd", "Qd Qc 9h", "3s 5h Td"), 3).scene()
    seats = tuple(replace(one, user_id=-1) if one.seat in house_seats else one for one in scene.seats)
    return replace(scene, seats=seats, terms=replace(scene.terms, practice=Practice()))


def awaited(scene: Scene) -> int:
    """Who is on turn."""
    assert scene.view is not None and scene.view.turn is not None
    return scene.view.turn.seats[0]


def test_the_heading_says_that_it_is_practice() -> None:
    """In a hand beside the table's number, between hands in its terms too."""
    scene = practised()
    assert "practice table 3" in said(shown(scene))
    between = waiting(terms=scene.terms)
    assert "practice chips, which count nowhere" in said(shown(between))


def test_house_players_bear_a_mark() -> None:
    """Behind their names, and nobody else does."""
    scene = practised(2)
    marked = [line for line in said(shown(scene)).splitlines() if "🤖" in line]
    assert len(marked) == 1 and scene.name_of(2) in marked[0]


def test_on_a_house_players_turn_there_is_nothing_to_press_for_it() -> None:
    """The table says that it thinks, without a clock; only what people may always press is there."""
    scene = practised()
    on_turn = practised(awaited(scene))
    body = shown(on_turn)
    assert "thinks" in said(body) and "time ends" not in said(body)
    assert rows_of(body) == [["My cards", "+30 s", "More…"]]
    assert rows_of(shown(scene))[0][0] == "Check"


def test_more_offers_house_players_to_who_leads() -> None:
    """The pace as it is not now; without house players only to add one; nothing of it to others."""
    leads = Standing("in", leads=True, practice=Practice(), house_players=3)
    body = body_of(more_panel(7, 3, leads, "en"))
    assert rows_of(body)[-1] == ["Add house player", "Remove house player", "Hurry"]
    assert "**Practice table 3**" in said(body) and check_message(body) == []
    hurried = replace(leads, practice=Practice(hurry=True))
    assert rows_of(body_of(more_panel(7, 3, hurried, "en")))[-1][-1] == "Take your time"
    alone = replace(leads, house_players=0)
    assert rows_of(body_of(more_panel(7, 3, alone, "en")))[-1] == ["Add house player"]
    other = replace(leads, leads=False)
    assert rows_of(body_of(more_panel(7, 3, other, "en")))[-1] == ["Rules", "History", "Show the table anew"]
