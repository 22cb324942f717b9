"""Hands that are over: shown, listed, exported, checked and explained, to each reader what he may see."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.rehearsal.seen import Answer, Seen
from bot.show.cards import JOKER_MARK, cards_text
from bot.store import Tx, hands
from bot.tables.voiding import NOT_SHOWN, void
from engine.cards import Card, parse_cards, spell
from engine.cli import BAD_INPUT, DONE, NOT_HELD, main
from tests.engine.seka.at_table import ACES, TEN, TWENTY
from tests.flow.doing import chooses, does
from tests.flow.evening import CHANNEL, Evening
from tests.flow.test_forged import presses
from tests.flow.test_seka import all_pay
from tests.flow.test_seka import begin as begin_seka
from tests.flow.test_teen_patti import begin as begin_teen_patti

NAMES = ("Ann", "Boris", "Carol")
Capture = pytest.CaptureFixture[str]


async def asked(friends: Evening, who: str, command: str, /, where: str = CHANNEL, **options: Any) -> Answer:
    """What somebody is answered who types a command, privately."""
    answer = await friends.wire.slash(who, where, command, **options)
    await friends.until(lambda: answer.messages)
    assert all(message.ephemeral for message in answer.messages)
    return answer


def file_of(friends: Evening, answer: Answer) -> tuple[str, str]:
    """Name and text of the file that came with an answer."""
    (attachment,) = answer.messages[-1].attachments
    made = friends.wire.world.backend.cdn.get(attachment["url"])
    assert made is not None
    return attachment["filename"], made.decode()


async def all_steps(friends: Evening, who: str, **options: Any) -> list[str]:
    """Every step of a hand as somebody sees it."""
    await friends.rest()
    shown = (await asked(friends, who, "hand show", **options)).messages[-1]
    texts = [shown.text]
    while not next(one for one in shown.buttons if one.label == "Next").disabled:
        answer = await friends.wire.click(who, shown, "Next")
        await friends.until(lambda answer=answer: answer.kind)  # type: ignore[misc]
        shown = pressed(friends, shown)
        texts.append(shown.text)
    return texts


def pressed(friends: Evening, message: Seen) -> Seen:
    """The message as it is after a press."""
    return Seen.of(friends.wire.world.backend.get_message(message.channel_id, message.id))


def tells(texts: list[str], cards: tuple[Card, ...] | str) -> bool:
    """True where one of these texts shows one of these cards; what a joker stands for is no card."""
    known = parse_cards(cards) if isinstance(cards, str) else cards
    held = [re.sub(rf"{JOKER_MARK} as \S+", "", text) for text in texts]
    return any(cards_text((c,)) in text for c in known for text in held)


async def aces_hand(friends: Evening) -> dict[str, tuple[Card, ...]]:
    """A hand of Aces in which Carol folds and the others show; everybody's cards."""
    await friends.open_table()
    await friends.sit(*NAMES)
    await friends.deal()
    while friends.table.state.phase == "hand":
        bets = any(label.startswith("Call") for label in friends.labels())
        carols = ("Fold",) if bets else ("Check",)
        await friends.act(*(carols if friends.on_turn == "Carol" else ("Bet", "Call", "Check")))
        await friends.drawn()
    hand = friends.live.hand
    return {one.name: hand.view(one.seat).seat(one.seat).cards for one in friends.live.dealt}


async def test_a_hand_is_stepped_through_as_its_reader_saw_it(friends: Evening) -> None:
    """His own cards from the first step on; others' when they were opened; folded ones never."""
    cards = await aces_hand(friends)
    closed = cards["Carol"][:2]
    ann, carol, dana = [await all_steps(friends, name) for name in ("Ann", "Carol", "Dana")]
    assert len(ann) == len(carol) == len(dana) == 1 + len(friends.live.hand.actions)
    assert tells(ann[:1], cards["Ann"][:2]) and not tells(ann[:-1], cards["Boris"][:2])
    assert tells(ann[-1:], cards["Boris"][:2]) and not tells(ann, closed)
    assert all(tells([text], closed) for text in carol) and not tells(dana, closed)
    assert not tells(dana[:-1], (*cards["Ann"][:2], *cards["Boris"][:2]))
    assert "· you ·" in ann[0] and "· you ·" not in dana[0]
    assert "step 1 of " in ann[0] and "The cards are dealt." in ann[0]
    assert "Carol folds." in "\n".join(dana) and "Won and lost" in dana[-1]


async def test_the_buttons_lead_to_any_step_also_after_a_restart(friends: Evening) -> None:
    """First, back one, next, last: what does not lead elsewhere is greyed; who presses sees his own cards."""
    cards = await aces_hand(friends)
    last = 1 + len(friends.live.hand.actions)
    await friends.rest()
    message = (await asked(friends, "Carol", "hand show")).messages[-1]
    assert [(b.label, b.disabled) for b in message.buttons] == [
        ("First", True), ("Back one", True), ("Next", False), ("Last", False),
    ]  # fmt: skip
    await friends.restart()
    for label, step in (("Last", last), ("Back one", last - 1), ("Next", last), ("First", 1)):
        answer = await friends.wire.click("Carol", message, label)
        await friends.until(lambda answer=answer: answer.kind)  # type: ignore[misc]
        message = pressed(friends, message)
        assert f"step {step} of {last}" in message.text
    assert tells([message.text], cards["Carol"][:2])
    forged = await presses(friends, "Dana", f"y:{friends.live.hand_id}:999999:l")
    await friends.until(lambda: forged.messages)
    assert forged.private and f"step {last} of {last}" in forged.text
    assert not tells([forged.text], cards["Carol"][:2])


async def test_a_look_stays_with_the_two_who_compared(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In steps and file of both; the third and everybody else learn who dropped."""
    await begin_seka(friends, monkeypatch, (TWENTY, TEN, ACES))
    await all_pay(friends, "Ann", "Boris", "Carol")
    await chooses(friends, "Ann", "Boris")
    await does(friends, "Carol", "Pass")
    await friends.drawn()
    for name, sees in (
        ("Ann", TWENTY + " " + TEN),
        ("Boris", TWENTY + " " + TEN),
        ("Carol", ACES),
        ("Dana", ""),
    ):
        texts = await all_steps(friends, name)
        _, text = file_of(friends, await asked(friends, name, "hand export"))
        for row in (TWENTY, TEN, ACES):
            in_file = set(re.findall(r'"d dh p\d (..)"', text)) & set(row.split())
            assert (tells(texts, row), bool(in_file)) == (row in sees, row in sees)
        assert "Boris drops out." in "\n".join(texts)
        assert ("To you alone" in "\n".join(texts)) == (name in ("Ann", "Boris"))


async def test_who_packs_blind_never_learns_his_cards(
    friends: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What he did not see at the table he does not see afterwards either."""
    await begin_teen_patti(friends, monkeypatch)
    for name in ("Ann", "Boris"):
        await does(friends, name, "Pack")
    await friends.drawn()
    dealt = friends.live.hand.decks[0][:9]
    for name in NAMES:
        texts = await all_steps(friends, name)
        _, text = file_of(friends, await asked(friends, name, "hand export"))
        assert not tells(texts, dealt)
        assert "d dh p1 ??" in text and not re.search(r"d dh p\d [^?]", text)


async def test_an_export_is_replayed_and_checked_without_the_bot(
    friends: Evening, tmp_path: Path, capsys: Capture
) -> None:
    """As its reader saw the hand; without names unless they are asked for; a forged one is refused."""
    cards = await aces_hand(friends)
    await friends.rest()
    name, text = file_of(friends, await asked(friends, "Carol", "hand export", number=1, table=1))
    assert name == "table-1-hand-1.phh" and "players = " not in text and "Carol" not in text
    assert spell(cards["Carol"][0]) in text and "_proof.seed" not in text
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    assert main(["verify", str(file)]) == DONE
    said = capsys.readouterr().out
    assert "its shuffle holds" in said and friends.live.roots[0] in said
    assert main(["replay", str(file), "--seat", str(friends.sitting("Carol").seat)]) == DONE
    assert spell(cards["Carol"][0]) in capsys.readouterr().out
    named = file_of(friends, await asked(friends, "Ann", "hand export", names=True))[1]
    assert "Carol" in named and not all(spell(c) in named.split("_options")[0] for c in cards["Carol"][:2])
    shown = re.search(r'"d dh p1 (..)"', text)
    assert shown is not None
    other = next(c for c in ("2c", "3d", "4h") if c != shown[1] and f' {c}"' not in text)
    for forged, code, reason in (
        (text.replace(shown[0], f'"d dh p1 {other}"', 1), NOT_HELD, "its opening"),
        (text.replace(' cc"', ' f"', 1), NOT_HELD, "action "),
        (text.replace("_whole = true\n", ""), BAD_INPUT, "cut short"),
        (text[: len(text) // 2], BAD_INPUT, "no TOML"),
    ):
        file.write_text(forged, encoding="utf-8")
        assert main(["verify", str(file)]) == code
        assert reason in capsys.readouterr().err


async def test_a_check_is_told_in_plain_words_with_its_proof(friends: Evening) -> None:
    """Promise, who cut, message, deck, cards and play; and the file that shows all of it."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    promise = re.search(r"[0-9a-f]{64}", friends.screen.text)
    form = await friends.press("Boris", "Cut")
    await friends.wire.submit("Boris", form, {form.fields[0].custom_id: "abacaxi"})
    await friends.deal()
    root, message_id = friends.live.roots[0], friends.screen.id
    await friends.play_out()
    await friends.rest()
    answer = await asked(friends, "Ann", "hand verify")
    await friends.until(lambda: len(answer.messages) > 1)
    text = answer.messages[0].text
    assert promise is not None and promise[0] in text and root in text and str(message_id) in text
    assert "1 of 2 (Boris)" in text and "dealt to you: 6" in text and "❌" not in text
    assert "only you can see" in text
    _, proof = file_of(friends, answer)
    assert 'word = "abacaxi"' in proof and root in proof
    assert "Nobody added a word" not in text


async def test_a_void_hand_is_shown_with_its_seed(friends: Evening) -> None:
    """Why, how far it came, and all that its deck is made of; there is no file of it. /trust counts it."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    await friends.deal()
    await friends.act("Bet")
    await friends.drawn()
    hand_id = friends.live.hand_id
    async with friends.table.lock:
        await void(friends.table, NOT_SHOWN)
    seed = re.search(r"Its seed was ([0-9a-f]{64})", (await friends.drawn()).text)
    await friends.rest()
    assert seed is not None
    assert "Here the hand was void: it could not be shown" in (await all_steps(friends, "Ann"))[-1]
    checked = (await asked(friends, "Boris", "hand verify")).messages[-1]
    assert seed[1] in checked.text and f"hand id {hand_id}" in checked.text and not checked.attachments
    assert "it has no end" in (await asked(friends, "Ann", "hand export")).text
    trust = (await asked(friends, "Dana", "trust")).text
    assert seed[1] in trust and "Void: 1." in trust and "• void 1: it could not be shown" in trust
    assert "can look at the deck" in trust and "by posting the hand's message anew" in trust


async def test_trust_counts_what_was_played_and_cut(friends: Evening) -> None:
    """Hands played, those with a word, and the one that is promised."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    for hand in range(2):
        if hand:
            form = await friends.press("Boris", "Cut")
            await friends.wire.submit("Boris", form, {form.fields[0].custom_id: "abacaxi"})
        await friends.press("Ann", "Deal now" if hand else "Deal")
        if hand and friends.table.state.phase == "pause":
            await friends.press("Boris", "Deal now")
        await friends.dealt()
        await friends.play_out()
        await friends.rest()
    text = (await asked(friends, "Ann", "trust")).text
    assert "Hands that were played: 2. Void: 0. Promised and not over yet: 1." in text
    assert "added a word (Cut): 1 of 2." in text


async def test_why_explains_the_opened_hands(friends: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the table's message and on the last step of the hand, privately, with the rules' numbers."""
    await begin_seka(friends, monkeypatch, (TWENTY, TEN))
    await all_pay(friends, "Ann", "Boris")
    await does(friends, "Ann", "Open")
    await friends.rest()
    answer = await friends.press("Dana", "Why?")
    await friends.until(lambda: answer.messages)
    (told,) = answer.messages
    assert told.ephemeral and "Ann beats Boris: 20 points is above 10 points (rule B1.3)." in told.text
    assert "**Ann** with" in told.text
    shown = (await asked(friends, "Carol", "hand show")).messages[-1]
    last = await friends.wire.click("Carol", shown, "Last")
    await friends.until(lambda: last.kind)
    again = await friends.wire.click("Carol", pressed(friends, shown), "Why?")
    await friends.until(lambda: again.messages)
    assert again.messages[-1].text == told.text


async def test_nothing_is_explained_where_nobody_opened(friends: Evening) -> None:
    """There is no such button, and a forged press tells nothing."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    await friends.deal()
    await friends.act("Bet")
    await friends.act("Fold")
    await friends.drawn()
    await friends.rest()
    assert "Why?" not in friends.labels()
    answer = await presses(friends, "Ann", f"w:{friends.live.hand_id}")
    await friends.until(lambda: answer.messages)
    assert "No hands were opened" in answer.text


async def test_a_hand_in_play_is_no_history(friends: Evening) -> None:
    """Neither by its number nor by its id."""
    await friends.open_table()
    await friends.sit("Ann", "Boris")
    await friends.deal()
    assert "No hand is over yet at table 1." in (await asked(friends, "Ann", "hand show")).text
    assert "There was no table 7" in (await asked(friends, "Ann", "hand verify", table=7)).text
    for custom_id in (f"y:{friends.live.hand_id}:1:f", f"w:{friends.live.hand_id}"):
        answer = await presses(friends, "Ann", custom_id)
        await friends.until(lambda answer=answer: answer.messages)  # type: ignore[misc]
        assert "not over yet" in answer.text


async def test_a_hand_whose_course_is_gone_says_so(friends: Evening) -> None:
    """What a server does not keep any longer cannot be shown."""
    await aces_hand(friends)
    await friends.rest()
    hand_id = friends.live.hand_id

    async def empty(tx: Tx) -> None:
        await tx.rows("UPDATE hands SET emptied_at_ms = 1 WHERE hand_id = ?", hand_id)
        for table in ("hand_actions", "hand_words", "hand_decks"):
            await tx.rows(f"DELETE FROM {table} WHERE hand_id = ?", hand_id)

    await friends.store.write(empty)
    for command in ("hand show", "hand export", "hand verify"):
        assert "not kept any more" in (await asked(friends, "Ann", command)).text
    assert "no longer kept: 1." in (await asked(friends, "Ann", "trust")).text
    assert await friends.store.read(lambda tx: hands.roots(tx, hand_id)) == []
