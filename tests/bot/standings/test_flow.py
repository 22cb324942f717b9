"""Who lost to whom."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from bot.standings.flow import Flow, shares

NETS = (
    st.lists(st.integers(-50, 50), min_size=1, max_size=6)
    .map(lambda nets: [*nets, -sum(nets)])
    .map(lambda nets: dict(enumerate(nets, 1)))
)


@given(NETS)
def test_every_loss_and_every_win_is_given_away_exactly(nets: dict[int, int]) -> None:
    """In whole chips: rows add up to the losses, columns to the wins."""
    found = shares(nets)
    lost: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for (loser, winner), chips in found.items():
        assert chips > 0 and nets[loser] < 0 < nets[winner]
        lost[loser] += chips
        won[winner] += chips
    assert dict(lost) == {player: -net for player, net in nets.items() if net < 0}
    assert dict(won) == {player: net for player, net in nets.items() if net > 0}


@given(NETS)
def test_the_first_loser_pays_in_proportion(nets: dict[int, int]) -> None:
    """Less than a chip away from his exact share of each winner."""
    losers = [player for player, net in sorted(nets.items()) if net < 0]
    if losers:
        total = sum(net for net in nets.values() if net > 0)
        for winner in (player for player, net in nets.items() if net > 0):
            exact = -nets[losers[0]] * nets[winner] / total
            assert abs(shares(nets).get((losers[0], winner), 0) - exact) < 1


def test_the_largest_remainder_gets_the_odd_chip_then_the_lower_id() -> None:
    """1 chip to two equal winners goes to the lower id; 2 : 1 of 4 is 3 and 1."""
    assert shares({1: 1, 2: 1, 3: -1, 4: -1}) == {(3, 1): 1, (4, 2): 1}
    assert shares({1: 4, 2: 2, 3: -4, 4: -2}) == {(3, 1): 3, (3, 2): 1, (4, 1): 1, (4, 2): 1}


def test_pairs_are_added_over_hands_and_the_most_one_sided_stands_first() -> None:
    """There, back and how many hands."""
    rows = [(1, 1, -5), (1, 2, 5), (2, 1, 2), (2, 2, -2), (3, 1, -1), (3, 3, 1), (4, 1, 0), (4, 2, 0)]
    flow = Flow()
    flow.add(rows[:4])
    flow.add(rows[4:])
    found = [(one.giver, one.taker, one.given, one.back, one.net, one.hands) for one in flow.pairs()]
    assert found == [(1, 2, 5, 2, 3, 2), (1, 3, 1, 0, 1, 1)]
