"""Tables of several games: dealer's choice and rotation (rules D1 and D2), through restarts."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest

from bot.show.draft import mixed_terms
from bot.show.scene import Phase, Rules
from bot.store import hands, tables
from bot.tables.people import Person
from engine.aces.options import AcesOptions
from engine.errors import InputError
from engine.games import GAMES
from engine.seka.options import SekaOptions
from engine.teen_patti.options import TeenPattiOptions
from tests.flow.evening import CHANNEL, Evening

NAMES = ("Ann", "Boris", "Carol")
ACES, SEKA, TEEN_PATTI = (
    Rules("aces", AcesOptions()),
    Rules("seka", SekaOptions()),
    Rules("teen_patti", TeenPattiOptions(direction="cw", jokers=1), "Fridays"),
)
LABELS = ("Aces, Straights and Flushes", "Seka", "Teen Patti “Fridays”")
OUT = ("Pass", "Pack", "Check", "Fold")


async def begin(
    friends: Evening, mixed: str, *games: Rules, chips: tuple[int, ...] = (100, 100, 100), stake: int = 1
) -> None:
    """A table of these games with these stacks."""
    world = friends.wire.world
    host = Person(world.guild.id, world.user("Ann").id, "Ann", "en", manager=True)
    terms = mixed_terms(mixed, games or (ACES, SEKA, TEEN_PATTI), stake)
    await friends.room.open(host, world.channel(CHANNEL).id, terms)
    for name, stack in zip(NAMES, chips, strict=False):
        await friends.sit(name, chips=stack)


def dealer_of(friends: Evening) -> str:
    """Who deals the next hand, as the table says it."""
    following = friends.table.scene().next_game
    assert following is not None and following.dealer is not None
    return friends.table.state.sittings[following.dealer].name


async def ends(friends: Evening, *, dealer: str = "") -> None:
    """The hand that runs is played to its end as cheaply as may be."""
    await friends.play_out(*OUT)
    assert friends.table.state.phase is Phase.PAUSE


async def played(friends: Evening) -> list[tuple[str | None, int | None]]:
    """Game and dealer of every hand so far, as the store knows them."""
    rows = await friends.store.read(lambda tx: hands.recent(tx, friends.table.id))
    return [(row.game, row.dealer) for row in reversed(rows)]


async def test_d1_the_dealer_picks_among_the_games_before_each_deal(friends: Evening) -> None:
    """One evening through all three games, with a restart at each step; every hand knows its game."""
    await begin(friends, "choice")
    assert "**Dealer's choice**" in friends.screen.text and "Teen Patti “Fridays”" in friends.screen.text
    await friends.press("Carol", "Deal")
    await friends.drawn()
    dealers = []
    for label, game in zip(LABELS, (ACES, SEKA, TEEN_PATTI), strict=True):
        dealer = dealer_of(friends)
        dealers.append(friends.sitting(dealer).seat)
        assert f"{dealer} deals next and picks the game" in friends.screen.text
        other = next(name for name in NAMES if name != dealer)
        assert f"{dealer} deals the next hand" in (await friends.press(other, label)).text
        await friends.restart()
        assert dealer_of(friends) == dealer and "picks the game" in (await friends.drawn()).text
        await friends.press(dealer, label)
        await friends.restart()
        assert f"{dealer} deals next and has picked **{label}**" in (await friends.drawn()).text
        assert friends.table.state.phase is Phase.PAUSE
        await friends.time_passes(13)
        await friends.dealt()
        assert (friends.live.hand.setup.game, friends.live.hand.setup.options) == (game.game, game.options)
        assert friends.live.hand.setup.dealer == dealers[-1]
        assert f"**Dealer's choice: {label.split(' “')[0]}**" in friends.screen.text
        hand = friends.live.hand
        await friends.restart()
        await friends.drawn()
        assert friends.live.hand == hand and friends.table.state.terms.options == game.options
        await ends(friends)
    counted = await friends.store.read(lambda tx: tx.rows("SELECT DISTINCT game FROM plays ORDER BY hand_id"))
    assert [row["game"] for row in counted] == ["aces", "seka", "teen_patti"]  # what standings read
    assert await played(friends) == [
        (rules.game, seat) for rules, seat in zip((ACES, SEKA, TEEN_PATTI), dealers, strict=True)
    ]
    assert [after % 3 for after in dealers[1:]] == [(before + 1) % 3 for before in dealers[:-1]]  # clockwise


async def test_d1_a_restart_while_the_picked_game_is_dealt(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hand is closed for words and its message is not stored yet: it is the picked game that goes on."""
    await begin(friends, "choice")
    await friends.press("Ann", "Deal")
    await friends.drawn()
    dealer = dealer_of(friends)
    await friends.press(dealer, LABELS[2])

    async def stops(*_: object) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr("bot.tables.dealing.dealt", stops)
        await friends.press(dealer, "Deal now")
        await friends.rest()
        assert friends.table.state.phase is Phase.DEALING
        await friends.stop()
    await friends.start()
    await friends.dealt()
    assert friends.live.hand.setup.options == TEEN_PATTI.options
    assert "Dealer's choice: Teen Patti" in friends.screen.text
    await ends(friends)


async def test_d1_without_a_pick_it_is_the_last_game_again(friends: Evening) -> None:
    """Before any hand the host's first; for one decision time, or until the dealer presses Deal now."""
    await begin(friends, "choice", SEKA, ACES)
    await friends.press("Carol", "Deal")
    assert "else it is **Seka**" in (await friends.drawn()).text
    await friends.time_passes(30)
    assert friends.table.state.phase is Phase.PAUSE  # 45 seconds per decision
    await friends.time_passes(16)
    await friends.dealt()
    await ends(friends)
    await friends.press(dealer_of(friends), LABELS[0])
    await friends.press(dealer_of(friends), "Deal now")
    await friends.dealt()
    await ends(friends)
    assert f"else it is **{LABELS[0]}**" in friends.screen.text
    await friends.time_passes(46)
    await friends.dealt()
    await ends(friends)
    assert [game for game, _ in await played(friends)] == ["seka", "aces", "aces"]


async def test_d1_the_dealer_may_think_again_but_not_gain_time(friends: Evening) -> None:
    """The first pick starts the usual pause; another one changes the game alone."""
    await begin(friends, "choice")
    await friends.press("Ann", "Deal")
    await friends.drawn()
    await friends.press(dealer_of(friends), "Seka")
    await friends.time_passes(6)
    await friends.press(dealer_of(friends), LABELS[2])
    await friends.time_passes(7)
    await friends.dealt()
    assert friends.live.hand.setup.game == "teen_patti"


async def test_d1_a_dealer_without_the_reserve_may_not_pick_that_game(friends: Evening) -> None:
    """The button is greyed and a late press says what it takes; who has it may."""
    await begin(friends, "choice", ACES, SEKA, chips=(100, 100, 100))
    state = friends.table.state
    for name, stack in (("Ann", 100), ("Boris", 20), ("Carol", 100)):
        state.update(friends.sitting(name), stack=stack)
    state.last_dealer = friends.sitting("Ann").seat
    friends.table.screen.changed()
    message = await friends.drawn()
    assert dealer_of(friends) == "Boris"
    aces, seka = message.button(LABELS[0]), message.button("Seka")
    assert aces.disabled and not seka.disabled
    answer = await friends.wire.press("Boris", message, aces.custom_id)
    assert "cannot be dealt now" in answer.text and "25 chips" in answer.text
    state.last_dealer = friends.sitting("Boris").seat
    friends.table.screen.changed()
    assert not (await friends.drawn()).button(LABELS[0]).disabled
    for name in NAMES:
        state.update(friends.sitting(name), stack=100)


async def test_d1_who_leaves_before_the_deal_picks_no_more(friends: Evening) -> None:
    """The next one clockwise deals, and what the former has picked does not bind him."""
    await begin(friends, "choice")
    await friends.press("Ann", "Deal")
    await friends.drawn()
    await friends.press(dealer_of(friends), "Seka")
    await friends.time_passes(13)
    await friends.dealt()
    await ends(friends)
    former = dealer_of(friends)
    await friends.press(former, LABELS[2])
    await friends.command(former, "table leave")
    await friends.drawn()
    assert dealer_of(friends) != former and friends.table.scene().next_game is not None
    assert "picks the game; else it is **Seka**" in friends.screen.text
    await friends.time_passes(46)
    await friends.dealt()
    assert friends.live.hand.setup.game == "seka"


async def test_d1_in_rotation_each_game_has_as_many_hands_as_seats(friends: Evening) -> None:
    """The games take turns over restarts, the deal goes on clockwise through them, nobody picks."""
    await begin(friends, "rotation", SEKA, TEEN_PATTI, chips=(100, 100))
    await friends.press("Ann", "Deal")
    for number in range(5):
        await friends.dealt()
        await ends(friends)
        if number % 2:
            await friends.restart()
            await friends.drawn()
        following = ("Teen Patti “Fridays”" if number in (1, 2) else "Seka") if number != 0 else "Seka"
        assert f"deals next: **{following}**" in friends.screen.text
        assert not any(label.startswith("Teen Patti") for label in friends.labels())
        await friends.time_passes(13)
    rows = await played(friends)
    assert [game for game, _ in rows[:5]] == ["seka", "seka", "teen_patti", "teen_patti", "seka"]
    assert all(one != other for (_, one), (_, other) in pairwise(rows))


async def test_d1_in_rotation_a_game_that_cannot_be_dealt_is_passed_over(friends: Evening) -> None:
    """Two who lack the reserve of Aces play the others."""
    await begin(friends, "rotation", ACES, SEKA, chips=(100, 100))
    for name in NAMES[:2]:
        friends.table.state.update(friends.sitting(name), stack=20)
    assert friends.table.scene().next_game is not None
    friends.table.state.last_dealer = 1
    following = friends.table.scene().next_game
    assert following is not None and following.rules is not None and following.rules.game == "seka"
    for name in NAMES[:2]:
        friends.table.state.update(friends.sitting(name), stack=100)


async def test_d2_a_mixed_table_seats_as_many_as_the_strictest_and_has_one_stake(friends: Evening) -> None:
    """Unit, ante and boot are the base; no more seats than the strictest game, and its reserve as buy-in."""
    await begin(friends, "choice", stake=2)
    terms = friends.table.state.terms
    assert [getattr(one.options, GAMES[one.game].stake_option) for one in terms.games] == [2, 2, 2]
    strictest = min(GAMES[one.game].seats_most(one.options) for one in terms.games)
    assert terms.seats_most == strictest < 10
    row = await friends.store.read(lambda tx: tables.get(tx, friends.table.id))
    assert [one["name"] for one in row.settings["games"]] == ["", "", "Fridays"]
    spread = Rules("teen_patti", TeenPattiOptions(limit="spread", spread_max=4))
    with pytest.raises(InputError) as refused:
        mixed_terms("choice", (ACES, spread), 5)
    assert refused.value.code == "spread_max_unfit"


async def test_ledger_and_stacks_agree_after_a_mixed_evening(friends: Evening) -> None:
    """Chips stay on the table whatever was played; a table that closes in a hand pays everybody out."""
    await begin(friends, "rotation", SEKA, TEEN_PATTI, ACES)
    await friends.press("Ann", "Deal")
    for _ in range(4):
        await friends.dealt()
        await ends(friends)
        assert sum(friends.stacks().values()) == 300
        await friends.time_passes(13)
    await friends.dealt()
    wallets = sum([await friends.wallet(name) for name in NAMES])
    await friends.command("Ann", "table close")
    await friends.restart()
    table = friends.table
    while not table.closed:
        await friends.act(*OUT)
    assert sum([await friends.wallet(name) for name in NAMES]) == wallets + 300
