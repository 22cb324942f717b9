"""Teen Patti through table, store and screen: who has seen, side shows, shows, and what each costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.show.scene import Phase, Terms
from bot.store import hands
from bot.tables.people import Person
from engine.teen_patti.options import TeenPattiOptions
from tests.bot.show.scenes import stacked
from tests.flow.checks import Recorder
from tests.flow.decks import stack_decks
from tests.flow.doing import again_after_restart, does, sent
from tests.flow.evening import CHANNEL, Evening

NAMES = ("Ann", "Boris", "Carol", "Dana")
BEST_FIRST = ("As Ah Ad", "Ks Kh Kd", "Qs Qh Qd", "Js Jh Jd")


async def begin(
    friends: Evening,
    monkeypatch: pytest.MonkeyPatch,
    cards: Sequence[str] = BEST_FIRST[:3],
    chips: Sequence[int] = (100, 100, 100, 100),
    **options: Any,
) -> None:
    """The first hand of a table with these cards; turns go Ann, Boris, Carol …, the last one deals."""
    stack_decks(monkeypatch, stacked(*cards))
    world = friends.wire.world
    host = Person(world.guild.id, world.user("Ann").id, "Ann", "en", manager=True)
    rules = TeenPattiOptions(**{"direction": "cw", **options})
    await friends.room.open(host, world.channel(CHANNEL).id, Terms("teen_patti", rules, 6, 1, 1000))
    for name, stack, _ in zip(NAMES, chips, cards, strict=False):
        await friends.sit(name, chips=stack)
    friends.table.state.last_dealer = len(cards) - 1
    await friends.deal()
    assert friends.on_turn == "Ann"


async def see(friends: Evening, name: str, pays: str = "Play 2") -> None:
    """He sees his cards and pays."""
    await does(friends, name, "See my cards")
    await does(friends, name, pays)


async def all_see(friends: Evening, *names: str) -> None:
    """A circle in which everybody sees and pays the stake."""
    for name in names or NAMES[:3]:
        await see(friends, name)


async def late(friends: Evening, name: str, wish: str) -> str:
    """He presses a button of this turn that is not there, such as ``show:2``; what he is told."""
    message, turn = friends.screen, friends.turn.number
    custom_id = f"p:{friends.table.id}:{friends.live.hand_id}:{turn}:{wish}"
    button = {"type": 2, "style": 2, "label": "late", "custom_id": custom_id, "id": 2}
    message = replace(message, components=[{"type": 1, "id": 1, "components": [button]}])
    answer = await friends.wire.press(name, message, custom_id)
    assert answer.private
    return answer.text


def line(friends: Evening, name: str) -> str:
    """Somebody's line on the table's message."""
    return next(one for one in friends.screen.text.splitlines() if f"**{name}**" in one)


async def test_c2_1_a_blind_player_pays_half_of_what_who_has_seen_pays(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The buttons carry the half price, and the full one when he has seen; the table says who is what."""
    await begin(friends, monkeypatch)
    assert friends.labels()[:4] == ["See my cards (full price)", "Play 1 (blind)", "Play 2 (blind)", "Pack"]
    assert "stake **2**, blind **1**" in friends.screen.text
    assert all("· blind ·" in line(friends, name) for name in NAMES[:3])
    await does(friends, "Ann", "See my cards")
    assert friends.on_turn == "Ann" and "· has seen ·" in line(friends, "Ann")
    assert friends.labels()[:3] == ["Play 2", "Play 4", "Pack"]
    await does(friends, "Ann", "Play 4")
    assert friends.labels()[1:3] == ["Play 2 (blind)", "Play 3 (blind)"]
    await does(friends, "Boris", "Play 3 (blind)")
    assert "stake **6**, blind **3**" in friends.screen.text
    await again_after_restart(friends)


async def test_c3_1_nobody_is_sent_cards_before_he_sees_them(
    friends: Evening, monkeypatch: pytest.MonkeyPatch, recorder: Recorder
) -> None:
    """Seeing is an action of his turn, which everybody learns of; only then comes his message."""
    await begin(friends, monkeypatch)
    assert [sent(friends, name) for name in NAMES[:3]] == [[], [], []]
    assert "You play blind" in (await friends.press("Boris", "My cards")).text
    assert "'s turn" in (await does(friends, "Boris", "See my cards")).text
    await does(friends, "Ann", "See my cards")
    (text,) = sent(friends, "Ann")
    assert "A♠ A♥ A♦" in text and "trial of aces" in text
    assert "Ann has seen the cards." in (await friends.drawn()).text
    public = [one for one in recorder.requests if one.message and "t:" in str(one.message)]
    assert public and not any("A♠" in str(one.message) for one in public)
    assert [sent(friends, name) for name in NAMES[1:3]] == [[], []]
    await again_after_restart(friends)
    assert len(sent(friends, "Ann")) == 1 and sent(friends, "Boris") == []
    await friends.time_passes(47)
    assert "packed" in line(friends, "Ann") and friends.on_turn == "Boris"


async def test_what_is_not_allowed_is_not_offered_and_says_why(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is asked for a side show by, or of, a blind player; a late press tells the reason."""
    await begin(friends, monkeypatch)
    wanted = {
        "side_show:2": "Only who has seen his cards may ask for a side show.",
        "show:2": "A show takes exactly two who can still pay.",
        "refuse:0": "not possible now",
    }
    for verb, reason in wanted.items():
        told = await late(friends, "Ann", verb)
        assert reason in told and "You can: See my cards" in told
    await see(friends, "Ann")
    await does(friends, "Boris", "See my cards")
    assert not any("how" in label for label in friends.labels())
    assert "nobody who can still pay is blind" in await late(friends, "Boris", "side_show:2")
    assert "from 2 to 4 in steps of 2" in await late(friends, "Boris", "play:3")
    assert friends.on_turn == "Boris" and friends.live.actions == 3


async def test_c4_2_a_side_show_is_refused(friends: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """The neighbour before is asked with Accept and Refuse; the price is paid, nobody sees anything."""
    await begin(friends, monkeypatch)
    await all_see(friends)
    assert friends.labels()[:4] == ["Play 2", "Play 4", "Side show 2", "Pack"]
    await does(friends, "Ann", "Side show 2")
    assert friends.on_turn == "Carol" and friends.labels()[:2] == ["Accept", "Refuse"]
    assert "Ann pays 2 and asks Carol for a side show." in friends.screen.text
    assert "Carol, do you accept the side show with Ann?" in friends.screen.text
    assert "'s turn" in (await does(friends, "Ann", "Accept")).text
    await again_after_restart(friends)
    assert "Carol, do you accept" in friends.screen.text
    await does(friends, "Carol", "Refuse")
    assert friends.on_turn == "Boris" and "Carol refuses the side show." in friends.screen.text
    for name in NAMES[:3]:
        assert "showed you" not in (await friends.press(name, "My cards")).text


async def test_c4_3_a_side_show_is_accepted(
    friends: Evening, monkeypatch: pytest.MonkeyPatch, recorder: Recorder
) -> None:
    """Both see both hands under My cards until the hand ends, over a restart too; all learn who drops."""
    await begin(friends, monkeypatch)
    await all_see(friends)
    await does(friends, "Ann", "Side show 2")
    await does(friends, "Carol", "Accept")
    assert friends.on_turn == "Boris" and "packed" in line(friends, "Carol")
    assert "Carol drops out." in friends.screen.text
    for _ in range(2):
        cards = {name: (await friends.press(name, "My cards")).text for name in NAMES[:3]}
        assert "Carol showed you: Q♠ Q♥ Q♦" in cards["Ann"]
        assert "Ann showed you: A♠ A♥ A♦" in cards["Carol"] and "out of this hand" in cards["Carol"]
        assert "showed you" not in cards["Boris"]
        await again_after_restart(friends)
    assert [len(sent(friends, name)) for name in NAMES[:3]] == [1, 1, 1]  # a message that changed
    assert "Carol showed you" in sent(friends, "Ann")[0] and "showed you" not in sent(friends, "Boris")[0]
    public = [str(one.message) for one in recorder.requests if one.message and "t:" in str(one.message)]
    assert public and not any("Q♠" in text or "A♠" in text for text in public)


async def test_c4_2_a_third_offer_cannot_be_refused(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He is told so, has only Accept, and his silence accepts; a late Refuse says why."""
    await begin(friends, monkeypatch)
    await all_see(friends)
    for asked in range(2):
        await does(friends, "Ann", "Side show 2")
        await does(friends, "Carol", "Refuse")
        await does(friends, "Boris", "Play 2")
        await does(friends, "Carol", "Play 2")
        assert asked == 1 or "Side show 2" in friends.labels()
    await does(friends, "Ann", "Side show 2")
    assert friends.on_turn == "Carol" and friends.labels()[0] == "Accept"
    assert "Refuse" not in friends.labels()
    assert "Carol, you cannot refuse this side show with Ann." in friends.screen.text
    told = await late(friends, "Carol", "refuse:0")
    assert "You cannot refuse this side show" in told and "You can: Accept" in told
    await again_after_restart(friends)
    assert "Refuse" not in friends.labels()
    await friends.time_passes(47)
    rows = await friends.store.read(lambda tx: hands.actions(tx, friends.live.hand_id))
    assert (rows[-1].verb, rows[-1].source) == ("accept", "silence")
    assert "packed" in line(friends, "Carol") and friends.on_turn == "Boris"


async def test_p3_silence_to_an_offer_is_no(friends: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """One decision time for the answer, with a nudge that says what is asked."""
    await begin(friends, monkeypatch)
    await all_see(friends)
    await does(friends, "Ann", "Side show 2")
    await friends.time_passes(11)
    nudges = [
        one.text for one in friends.wire.messages(CHANNEL) if "you are asked for a side show" in one.text
    ]
    assert len(nudges) == 1
    await friends.time_passes(36)
    rows = await friends.store.read(lambda tx: hands.actions(tx, friends.live.hand_id))
    assert (rows[-1].verb, rows[-1].source) == ("refuse", "silence")
    assert friends.on_turn == "Boris"


async def test_c4_4_with_bet_again_the_asker_pays_once_more(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the refusal it is his turn again, without another side show."""
    await begin(friends, monkeypatch, refused="bet_again")
    await all_see(friends)
    await does(friends, "Ann", "Side show 2")
    await does(friends, "Carol", "Refuse")
    await again_after_restart(friends)
    assert friends.on_turn == "Ann" and friends.labels()[:3] == ["Play 2", "Play 4", "Pack"]
    await does(friends, "Ann", "Play 2")
    assert friends.on_turn == "Boris"


@pytest.mark.parametrize(
    ("table", "ann", "boris", "label"),
    [
        ("strict", "seen", "seen", "Show 2"),
        ("strict", "blind", "blind", "Show 1 (blind)"),
        ("strict", "seen", "blind", "Show 4"),
        ("strict", "blind", "seen", ""),
        ("pagat", "seen", "seen", "Show 2"),
        ("pagat", "blind", "blind", "Show 1 (blind)"),
        ("pagat", "seen", "blind", ""),
        ("pagat", "blind", "seen", "Show 1 (blind)"),
    ],
)
async def test_c5_1_each_show_price(
    friends: Evening, monkeypatch: pytest.MonkeyPatch, table: str, ann: str, boris: str, label: str
) -> None:
    """The asker's price is on his button and goes into the pot; what is not allowed says why."""
    await begin(friends, monkeypatch, BEST_FIRST[:2], show=table)
    for name, sight in (("Ann", ann), ("Boris", boris)):
        if sight == "seen":
            await see(friends, name)
        else:
            await does(friends, name, "Play 1 (blind)")
    shows = [text for text in friends.labels() if text.startswith("Show")]
    assert shows == ([label] if label else [])
    if not label:
        assert "may not ask for a show" in await late(friends, "Ann", "show:2")
        return
    paid = friends.live.hand.view(None).seat(1).paid
    theirs = friends.live.hand.view(None).seat(2).paid
    await does(friends, "Ann", label)
    price = int(label.split()[1])
    assert friends.table.state.phase is Phase.PAUSE
    assert "**trial of aces**" in friends.screen.text and "best hand: trial" in friends.screen.text
    assert friends.stacks() == {"Ann": 100 + theirs, "Boris": 100 - theirs}
    assert friends.table.state.live is not None
    assert friends.table.state.live.hand.view(None).seat(1).paid == paid + price
    assert "A♠ A♥ A♦" in friends.screen.text and "K♠ K♥ K♦" in friends.screen.text


async def test_b7_2_all_in_pots_pay_each_only_what_he_played_for(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The poorest has the best hand: the main pot is his, the rest goes to the better of the others."""
    await begin(friends, monkeypatch, chips=(3, 100, 100))
    await does(friends, "Ann", "Play 2 (blind)")
    assert "all-in" in line(friends, "Ann")
    await does(friends, "Boris", "Play 2 (blind)")
    await does(friends, "Carol", "Play 2 (blind)")
    await does(friends, "Boris", "Play 4 (blind)")
    text = friends.screen.text
    assert "Pot 1:" in text and "for Ann, Boris, and Carol" in text
    await again_after_restart(friends)
    await does(friends, "Carol", "Show 4 (blind)")
    assert friends.table.state.phase is Phase.PAUSE
    assert "Pot 1 of 2" in friends.screen.text
    assert friends.stacks() == {"Ann": 9, "Boris": 100 - 3 - 4 + 8, "Carol": 100 - 7}


async def test_c2_5_blind_turns_run_out(friends: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table tells how many are left; then a player sees or packs, and a late press says so."""
    await begin(friends, monkeypatch, blind_turns_max=1)
    assert "blind, 1 blind turn left" in line(friends, "Ann")
    for name in NAMES[:3]:
        await does(friends, name, "Play 1 (blind)")
    assert "blind, 0 blind turns left" in line(friends, "Ann")
    assert friends.labels()[:2] == ["See my cards (full price)", "Pack"]
    assert "You may not pay blind any more" in await late(friends, "Ann", "play:1")


async def test_c2_3_without_a_limit_the_form_says_the_least_the_most_and_the_step(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Price, double, and a form for more; an odd amount of who has seen is refused with the step."""
    await begin(friends, monkeypatch, limit="none")
    await does(friends, "Ann", "See my cards")
    assert friends.labels()[:4] == ["Play 2", "Play 4", "Play: up to 98…", "Pack"]
    form = await friends.press("Ann", "Play: up to 98…")
    assert "From 2 to 98 in steps of 2." in str(form.modal)
    answer = await friends.wire.submit("Ann", form, {form.fields[0].custom_id: "7"})
    assert "steps of 2" in answer.text
    form = await friends.press("Ann", "Play: up to 98…")
    await friends.wire.submit("Ann", form, {form.fields[0].custom_id: "98"})
    await friends.rest()
    assert friends.on_turn == "Boris" and "bet 98" in (await friends.drawn()).text


async def test_the_last_one_left_may_show_and_deals_next(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C1.2: who won deals; he was blind, and nobody saw his cards, until he shows them."""
    await begin(friends, monkeypatch)
    await does(friends, "Ann", "Pack")
    await does(friends, "Boris", "Pack")
    assert friends.table.state.phase is Phase.PAUSE and "Q♠" not in friends.screen.text
    await friends.press("Carol", "Show my hand")
    assert "Q♠ Q♥ Q♦" in (await friends.drawn()).text
    await friends.time_passes(13)
    await friends.dealt()
    assert friends.live.hand.setup.dealer == friends.sitting("Carol").seat
