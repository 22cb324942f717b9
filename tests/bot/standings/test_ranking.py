"""Who stands where."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from bot.standings.ranking import Measure, moves, over_the_nights, ranked, tallies, winners
from bot.store.standings import PlayedRow

NIGHTS = (1, 2, 3)
LINES = st.lists(
    st.builds(
        PlayedRow,
        player_id=st.integers(1, 6),
        night_id=st.sampled_from([None, *NIGHTS]),
        game=st.sampled_from(["aces", "seka"]),
        hands=st.integers(1, 9),
        hands_won=st.integers(0, 1),
        net=st.integers(-3, 3),
    ),
    max_size=30,
    unique_by=lambda line: (line.player_id, line.night_id, line.game),
)


def _line(player_id: int, net: int, night_id: int | None = 1, hands: int = 1) -> PlayedRow:
    return PlayedRow(player_id, night_id, "aces", hands, int(net > 0), net)


def _places(lines: list[PlayedRow], measure: Measure) -> list[tuple[int, int]]:
    return [(one.tally.player_id, one.place) for one in ranked(tallies(lines, NIGHTS), measure)]


def test_equals_share_the_better_place() -> None:
    """1, 2, 2, 4."""
    lines = [_line(1, 5), _line(2, 3), _line(3, 3), _line(4, -11)]
    assert _places(lines, Measure.NET) == [(1, 1), (2, 2), (3, 2), (4, 4)]


def test_zeros_count() -> None:
    """Whoever broke even stands between winners and losers, and equals of nothing share a place."""
    lines = [_line(1, 4), _line(2, 0), _line(3, 0), _line(4, -4)]
    assert _places(lines, Measure.NET) == [(1, 1), (2, 2), (3, 2), (4, 4)]
    assert _places([_line(1, 0), _line(2, 0)], Measure.NIGHTS_WON) == [(1, 1), (2, 1)]


def test_net_per_night_is_compared_exactly_and_needs_a_night() -> None:
    """Thirds are thirds; hands outside nights count to the net but not to the average."""
    lines = [
        *[_line(1, net, night) for night, net in zip(NIGHTS, (1, 0, 0), strict=True)],
        *[_line(2, net, night) for night, net in zip(NIGHTS, (0, 0, 1), strict=True)],
        _line(1, 100, None),
        _line(3, 50, None),
    ]
    found = ranked(tallies(lines, NIGHTS), Measure.PER_NIGHT)
    assert [(one.tally.player_id, one.place, one.value) for one in found] == [
        (1, 1, Fraction(1, 3)),
        (2, 1, Fraction(1, 3)),
    ]


def test_a_night_is_won_by_the_highest_net_above_nothing() -> None:
    """By several where it is equal, by nobody where all are even."""
    assert winners({1: 4, 2: 4, 3: -8}) == [1, 2]
    assert winners({1: 0, 2: 0}) == []
    assert winners({}) == []


def test_nights_are_won_by_nights_that_are_over_only() -> None:
    """Neither hands outside nights nor a night that goes on."""
    lines = [_line(1, 9, None), _line(1, -3, 1), _line(2, 3, 1), _line(1, 5, 2), _line(2, -5, 2)]
    found = tallies(lines, [1])
    assert (found[1].nights_won, found[2].nights_won) == (0, 1)
    assert (found[1].nights, found[1].net, found[1].night_net) == (2, 11, 2)


@given(LINES)
def test_tallies_are_a_slow_recomputation(lines: list[PlayedRow]) -> None:
    """Each number from its own definition, line by line."""
    found = tallies(lines, (1, 2))
    assert found.keys() == {line.player_id for line in lines}
    for player_id, tally in found.items():
        own = [line for line in lines if line.player_id == player_id]
        assert tally.net == sum(line.net for line in own)
        assert tally.hands == sum(line.hands for line in own)
        assert tally.hands_won == sum(line.hands_won for line in own)
        assert tally.nights == len({line.night_id for line in own} - {None})
        won = 0
        for night in (1, 2):
            nets = {
                other: sum(line.net for line in lines if (line.player_id, line.night_id) == (other, night))
                for other in {line.player_id for line in lines if line.night_id == night}
            }
            won += player_id in nets and nets[player_id] == max(nets.values()) > 0
        assert tally.nights_won == won


@given(LINES, st.sampled_from(list(Measure)))
def test_a_place_is_one_more_than_how_many_are_better(lines: list[PlayedRow], measure: Measure) -> None:
    """That is what 1, 2, 2, 4 means."""
    standings = ranked(tallies(lines, NIGHTS), measure)
    for one in standings:
        assert one.place == 1 + sum(other.value > one.value for other in standings)
    assert [one.place for one in standings] == sorted(one.place for one in standings)


def test_lines_of_a_chart_add_up_over_the_nights() -> None:
    """A night that somebody missed leaves him where he was."""
    lines = [_line(1, 5, 1), _line(1, -2, 3), _line(2, -5, 1), _line(1, 100, None)]
    assert over_the_nights(lines, NIGHTS, [1, 2]) == {1: [5, 5, 3], 2: [-5, -5, -5]}


def test_a_night_moves_those_who_played_in_it() -> None:
    """From the place without it to the place with it; who is new has none before."""
    lines = [
        _line(1, 10, 1),
        _line(2, -10, 1),
        _line(2, 30, 2),
        _line(3, -30, 2),
        _line(4, 5, 1),
        _line(5, -5, 1),
    ]
    found = moves(lines, 2, NIGHTS)
    assert [(one.player_id, one.before, one.after, one.net_after) for one in found] == [
        (2, 4, 1, 20),
        (3, None, 5, -30),
    ]
