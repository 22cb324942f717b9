"""The table in words: its title, its terms, the middle, and one line a player."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from bot.locale import Text, frame, listed, raw, say, say_as, say_many, strung
from bot.show.cards import cards_text
from bot.show.names import NAME_WIDTH_MOST, safe_name
from bot.show.options import option_name, value_text
from bot.show.scene import NextGame, Phase, Scene, SeatScene, Terms
from bot.show.words import (
    buy_in_text,
    game_name,
    joined,
    mixed_name,
    rules_name,
    seat_name,
    stake_text,
    terms_stake,
)
from engine.cards import JOKER
from engine.game import ANSWER, OFFER, SeatView, View
from engine.options import OptionSpec

TURN_MARK: Final = "▶"
DEALER_MARK: Final = "(D)"
CUT_MARK: Final = "✂"
HOUSE_MARK: Final = "🤖"


class Detail(IntEnum):
    """How much of a hand is told; less where a message grows too long."""

    FULL = 0
    PAID = 1  # of the opened hands only those that were paid
    SHORT = 2  # short names besides
    BRIEF = 3  # no hands, no events, all pots as one

    @property
    def name_width(self) -> int:
        """The columns that a name may take."""
        return NAME_WIDTH_MOST if self < Detail.SHORT else 8


def title_line(scene: Scene, locale: str) -> str:
    """The game, the table, and the hand with its round."""
    parts: list[Text | str] = [
        f"**{_title(scene).to(locale)}**",
        _table(scene),
    ]
    view = scene.view
    if scene.hand_number and (view is not None or scene.phase is Phase.DEALING):
        parts.append(say("hand {number}", number=scene.hand_number))
    if view is not None and view.result is None:
        parts += round_texts(view)
    between = scene.terms.mixed and view is None and scene.phase is not Phase.DEALING
    parts.append(terms_stake(scene.terms) if between else stake_text(scene.terms.options))
    return joined(parts, locale)


def _table(scene: Scene) -> Text:
    if scene.terms.practice is not None:
        return say("practice table {number}", number=scene.number)
    return say("table {number}", number=scene.number)


def _title(scene: Scene) -> Text:
    """The game of the hand on the table; at a table of several games also that there are others."""
    mixed = scene.terms.mixed
    if not mixed:
        return game_name(scene.terms.game)
    if scene.view is None and scene.phase is not Phase.DEALING:
        return mixed_name(mixed)
    return say("{mixed}: {game}", mixed=mixed_name(mixed), game=game_name(scene.terms.game))


def next_game_line(scene: Scene, following: NextGame, locale: str) -> str:
    """Who deals next and what, at a table of several games (rule D1)."""
    time = f"<t:{scene.deadline_s}:R>" if scene.deadline_s is not None else ""
    parts: list[Text | str] = []
    if following.dealer is None or following.rules is None:
        return ""
    words: dict[str, Text | str] = {
        "name": seat_name(scene, following.dealer),
        "game": frame("**{game}**", game=rules_name(following.rules)),
        "time": time,
    }
    if following.awaited and time:
        parts.append(say("{name} deals next and picks the game; else it is {game}, {time}.", **words))
    elif following.awaited:
        parts.append(say("{name} deals next and picks the game.", **words))
    elif following.picked is not None:
        parts.append(say("{name} deals next and has picked {game}.", **words))
    else:
        parts.append(say("{name} deals next: {game}.", **words))
    if time and not following.awaited:
        parts.append(say("Next hand {time}.", time=time))
    return joined(parts, locale, " ")


def round_texts(view: View) -> list[Text | str]:
    """The round or circle that is played, and the svara."""
    if view.rounds:
        return [say("round {round} of {rounds}", round=view.round, rounds=view.rounds), _svara_text(view)]
    return [_circle_text(view) if view.round else "", _svara_text(view)]


def _circle_text(view: View) -> Text:
    most = dict(view.facts).get("circles_max")
    if most:
        return say("circle {circle} of {most}", circle=view.round, most=most)
    return say("circle {circle}", circle=view.round)


def _svara_text(view: View) -> Text | str:
    facts = dict(view.facts)
    if number := facts.get("svara", view.deal):
        if most := facts.get("svara_max"):
            return say("svara {number} of {most}", number=number, most=most)
        return say("svara {number}", number=number)
    return ""


def terms_line(scene: Scene, locale: str) -> str:
    """Who hosts, how many sit, and what was agreed; options only where they differ from the usual."""
    terms = scene.terms
    taken = sum(one.state != "left" for one in scene.seats)
    return joined(
        [
            say("practice chips, which count nowhere") if terms.practice is not None else "",
            say("host {name}", name=safe_name(scene.host_name)) if scene.host_name else "",
            say_many("{taken} of {count} seat", "{taken} of {count} seats", terms.seats_most, taken=taken),
            buy_in_text(terms),
            say("{seconds} s per decision", seconds=terms.turn_seconds),
            _house_rules(terms),
            *([] if terms.games else unusual_options(terms)),
            listed(rules_name(one) for one in terms.games) if terms.games else "",
        ],
        locale,
    )


def _house_rules(terms: Terms) -> Text | str:
    if terms.games or not terms.house_rules:
        return ""
    return say("house rules “{name}”", name=safe_name(terms.house_rules))


def unusual_options(terms: Terms) -> list[Text]:
    """Every option that differs from its default, but the stake, which the title tells."""
    values = terms.options.to_mapping()
    return [
        say("{option}: {value}", option=option_name(spec), value=value_text(spec, values[spec.name]))
        for spec in terms.options.specs()
        if values[spec.name] != spec.default and not _is_stake(spec)
    ]


def _is_stake(spec: OptionSpec) -> bool:
    return spec.name in ("unit", "ante", "boot") and isinstance(spec.default, int)


def middle_line(scene: Scene, locale: str) -> str:
    """The pot, the common cards and the state of the betting while a hand goes on."""
    view = scene.view
    if view is None:
        return ""
    parts: list[Text | str] = []
    if view.result is None:
        parts.append(_pot_text(view))
    if view.common == (JOKER,):
        parts.append(say("{joker} is everybody's card", joker=cards_text(view.common, scene.look)))
    elif view.common:
        parts.append(say("in the middle {cards}", cards=cards_text(view.common, scene.look)))
    facts = dict(view.facts)
    if view.result is None and view.turn is not None:
        if "limit" in facts:
            parts.append(say("bets of {chips}", chips=facts["limit"]))
        if facts.get("bets") and "raises_most" in facts:
            parts.append(
                say("raises {made} of {most}", made=facts.get("raises", 0), most=facts["raises_most"])
            )
        if "limit" not in facts and view.price:
            parts.append(_price_text(view))
    return joined(parts, locale)


def _price_text(view: View) -> Text:
    """What the next payment costs: for who has seen, and for the one on turn where that is another sum."""
    assert view.turn is not None
    if view.turn.kind == OFFER:
        return say("to play for the pot costs **{chips}**", chips=view.price)
    seen, most = dict(view.facts).get("price", view.price), dict(view.facts).get("pay_most", 0)
    if dict(view.facts).get("asked"):
        return say("the all-in hands have paid **{chips}** more", chips=view.price)
    if blind := dict(view.facts).get("blind_price"):
        return say("stake **{chips}**, blind **{blind}**", chips=dict(view.facts)["stake"], blind=blind)
    sight = view.seat(view.turn.seats[0]).sight
    if seen != view.price and sight == "dark":
        return say("price **{chips}**, dark **{dark}**", chips=seen, dark=view.price)
    if most > seen:
        return say("price **{chips}**, at most {most}", chips=seen, most=most)
    return say("price **{chips}**", chips=seen)


def pot_lines(scene: Scene, locale: str, detail: Detail = Detail.FULL) -> list[str]:
    """Who plays for which pot, where there are several; empty where one is all that there is."""
    view = scene.view
    if view is None or len(view.pots) < 2 or not view.contestants or detail is Detail.BRIEF:
        return []
    return [
        say(
            "Pot {number}: {chips}, for {names}",
            number=number,
            chips=chips,
            names=listed(seat_name(scene, seat, detail.name_width) for seat in seats),
        ).to(locale)
        for number, (chips, seats) in enumerate(zip(view.pots, view.contestants, strict=True), start=1)
    ]


def _pot_text(view: View) -> Text:
    if len(view.pots) < 2:
        return say("**pot {chips}**", chips=view.pot)
    return say("**pot {chips}** ({parts})", chips=view.pot, parts=strung(map(raw, view.pots), " + "))


def seat_lines(scene: Scene, locale: str, detail: Detail = Detail.FULL) -> list[str]:
    """One line a player, in the order of the seats; who left in mid-hand keeps his line until its end."""
    view = scene.view
    if view is None:
        return [_waiting_line(one, locale, detail) for one in scene.seats]
    people = {one.seat: one for one in scene.seats}
    lines = [_hand_line(scene, view, one, people.get(one.seat), locale, detail) for one in view.seats]
    dealt = {one.seat for one in view.seats}
    lines += [_waiting_line(one, locale, detail) for one in scene.seats if one.seat not in dealt]
    return lines


def _name(person: SeatScene | None, seat: int, detail: Detail) -> str:
    name = safe_name(person.name, detail.name_width) if person is not None else f"#{seat}"
    return f"**{name}** {HOUSE_MARK}" if person is not None and person.is_house else f"**{name}**"


def _waiting_line(one: SeatScene, locale: str, detail: Detail) -> str:
    cut = CUT_MARK if one.cut else ""
    return joined([f"{one.seat} {_name(one, one.seat, detail)}", raw(one.stack), _state(one), cut], locale)


def _hand_line(
    scene: Scene, view: View, one: SeatView, person: SeatScene | None, locale: str, detail: Detail
) -> str:
    playing = view.result is None
    awaited = view.turn is not None and one.seat in view.turn.seats
    marks = (TURN_MARK if awaited else "", DEALER_MARK if one.seat == view.dealer else "")
    head = " ".join((*filter(None, marks), _name(person, one.seat, detail)))
    stack: Text | str = raw(one.stack if playing or person is None else person.stack)
    if person is not None and person.state == "left":
        stack = ""  # he has taken it along
    parts: list[Text | str] = [head]
    if one.status == "folded" or (not playing and not one.opened):
        parts.append(status_text(one, view.game))
    else:
        parts += [cards_text(one.cards, scene.look), status_text(one, view.game)]
    parts += [sight_text(one, view) if playing else "", _answer(one, view, awaited=awaited), stack]
    if playing and one.bet:
        parts.append(say("bet {chips}", chips=one.bet))
    if awaited and person is not None and person.is_house:
        parts.append(say_as("one player", "thinks"))
    elif awaited and scene.deadline_s is not None and scene.phase is Phase.HAND:
        parts.append(_clock(view, scene.deadline_s))
    if person is not None:
        parts += [_state(person), CUT_MARK if person.cut else ""]
    return joined(parts, locale)


def _clock(view: View, deadline_s: int) -> Text:
    assert view.turn is not None
    if view.turn.kind == OFFER:
        return say("may answer, closes {time}", time=f"<t:{deadline_s}:R>")
    if view.turn.kind == ANSWER:
        return say("to answer, time ends {time}", time=f"<t:{deadline_s}:R>")
    return say("to act, time ends {time}", time=f"<t:{deadline_s}:R>")


_OUT: Final = {"teen_patti": say_as("one player", "packed")}


def status_text(one: SeatView, game: str) -> Text | str:
    """Whether a seat is out, all-in or not in the hand; empty where it plays."""
    if one.status == "folded":
        return _OUT.get(game, say_as("one player", "folded"))
    if one.status == "all_in":
        return say("all-in")
    if one.status == "not_dealt":
        return say_as("one player", "not in this hand")
    return ""


def sight_text(one: SeatView, view: View, *, counted: bool = True) -> Text | str:
    """Whether who plays has seen the cards; with the blind turns that are left where they are ``counted``."""
    if one.status not in ("in", "all_in"):
        return ""
    if one.sight == "dark":
        return say_as("one player", "dark")
    if one.sight == "blind":
        left = dict(view.facts).get(f"blind_turns:{one.seat}")
        if left is not None and counted:
            return say_many("blind, {count} blind turn left", "blind, {count} blind turns left", left)
        return say_as("one player", "blind")
    if one.sight == "seen" and view.game != "seka":  # there all but one have always seen
        return say_as("one player", "has seen")
    return ""


def _answer(one: SeatView, view: View, *, awaited: bool) -> Text | str:
    """How a seat stands to an offer to play for a tied pot."""
    if view.turn is None or view.turn.kind != OFFER or awaited:
        return ""
    if one.last_verb == "join":
        return say_as("one player", "joins")
    if one.last_verb == "decline":
        return say_as("one player", "stays out")
    return say_as("one player", "tied") if one.status in ("in", "all_in") else ""


def _state(one: SeatScene) -> Text | str:
    if one.state == "out" and one.missed:
        return say_as("one player", "sits out after two missed turns")
    if one.state == "out":
        return say_as("one player", "sits out")
    if one.state == "leaving":
        return say_as("one player", "leaves after the hand")
    if one.state == "left":
        return say_as("one player", "has left")
    if one.state == "short":
        return say_as("one player", "too few chips: top up")
    return ""
