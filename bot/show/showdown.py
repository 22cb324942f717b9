"""The end of a hand in words: the opened hands, who gets what and why, and what everybody won or lost."""

from __future__ import annotations

from collections.abc import Iterable

from bot.locale import Text, frame, listed, say, signed
from bot.show.cards import class_name, ranked_text
from bot.show.events import event_text
from bot.show.lines import Detail
from bot.show.scene import Scene
from bot.show.words import joined, seat_name
from engine.game import Pot, Result, Seat, View


def showdown_lines(scene: Scene, locale: str, detail: Detail = Detail.FULL) -> list[str]:
    """The lines of a hand that is over; empty for one that goes on."""
    view = scene.view
    if view is None or view.result is None:
        return []
    lines = _replayed_lines(scene, locale, detail)
    lines += _hand_lines(scene, view, view.result, locale, detail)
    lines += _pot_lines(scene, view, view.result, locale, detail)
    lines.append(net_line(scene, locale, detail))
    return [line for line in lines if line]


def net_line(scene: Scene, locale: str, detail: Detail = Detail.FULL) -> str:
    """What everybody who was dealt in won or lost, in chips."""
    view = scene.view
    assert view is not None and view.result is not None
    nets = []
    for one in view.seats:
        if one.status == "not_dealt" and not one.paid:
            continue
        net = view.result.won(one.seat) - one.paid
        name = seat_name(scene, one.seat, detail.name_width)
        nets.append(frame("{name} {net}", name=name, net=signed(net) if net else "±0"))
    return say("Won and lost: {nets}", nets=joined(nets, locale)).to(locale)


def _replayed_lines(scene: Scene, locale: str, detail: Detail) -> list[str]:
    """The hands that were tied in all-in pots, before new cards decided (rule B7.6)."""
    kinds = [event.kind for event in scene.events]
    if "replay" not in kinds or detail is not Detail.FULL:
        return []
    first = kinds.index("replay")
    start = max((place for place in range(first) if kinds[place] != "opened"), default=-1) + 1
    end = max((place for place in range(first, len(kinds)) if kinds[place] == "deck"), default=first)
    told = (event_text(e, scene) for e in scene.events[start:end] if e.kind in ("opened", "replay"))
    return [text.to(locale) for text in told if text is not None]


def _hand_lines(scene: Scene, view: View, result: Result, locale: str, detail: Detail) -> list[str]:
    if detail is Detail.BRIEF:
        return [say("To see the hands: {/hand show}.").to(locale)] if result.opened else []
    paid = {seat for pot in result.pots for seat, chips in pot.shares if chips}
    lines = []
    for seat in result.opened:
        ranked = view.seat(seat).ranked
        if ranked is not None and (detail is Detail.FULL or seat in paid):
            name = seat_name(scene, seat, detail.name_width)
            lines.append(say("{name}: {hand}", name=name, hand=ranked_text(ranked, scene.look)).to(locale))
    if detail is not Detail.FULL and any(seat not in paid for seat in result.opened):
        lines.append(say("To see the other hands: {/hand show}.").to(locale))
    return lines


def _pot_lines(scene: Scene, view: View, result: Result, locale: str, detail: Detail) -> list[str]:
    if detail is Detail.BRIEF:
        return [_total_line(scene, result, locale, detail)]
    lines = []
    for number, pot in enumerate(result.pots, start=1):
        name = (
            say("Pot {chips}", chips=pot.amount)
            if len(result.pots) == 1
            else say(
                "Pot {number} of {pots}, {chips}", number=number, pots=len(result.pots), chips=pot.amount
            )
        )
        why = _why(scene, view, pot, detail)
        shares = _shares(scene, pot.shares, locale, detail)
        lines.append(say("{pot}: {shares} ({why})", pot=name, shares=shares, why=why).to(locale))
    return lines


def _total_line(scene: Scene, result: Result, locale: str, detail: Detail) -> str:
    """All pots as one: what each got in all."""
    winners = dict.fromkeys(seat for pot in result.pots for seat, _chips in pot.shares)
    shares = _shares(scene, [(seat, result.won(seat)) for seat in winners], locale, detail)
    total = sum(pot.amount for pot in result.pots)
    return say("Pots {chips}: {shares}", chips=total, shares=shares).to(locale)


def _shares(scene: Scene, shares: Iterable[tuple[Seat, int]], locale: str, detail: Detail) -> str:
    return joined(
        (
            say("{name} gets {chips}", name=f"**{_short(scene, seat, detail)}**", chips=chips)
            for seat, chips in shares
        ),
        locale,
    )


def _short(scene: Scene, seat: Seat, detail: Detail) -> str:
    return seat_name(scene, seat, detail.name_width)


def _why(scene: Scene, view: View, pot: Pot, detail: Detail) -> Text:
    """Why the pot went where it went."""
    assert view.result is not None
    if len(pot.contestants) == 1:
        if len(view.result.pots) > 1:
            return say("nobody else plays for it")
        return say("everybody else is out")
    ranked = view.seat(pot.winners[0]).ranked
    best = class_name(ranked.class_key) if ranked is not None else say("the best hand")
    if len(pot.winners) == 1:
        return say("best hand: {combination}", combination=best)
    odd = [seat for seat, chips in pot.shares if chips > pot.amount // len(pot.winners)]
    if not odd:
        return say("equal hands share: {combination}", combination=best)
    names = listed(_short(scene, seat, detail) for seat in odd)
    return say(
        "equal hands share: {combination}; the odd chips go to {names}, next after the dealer",
        combination=best,
        names=names,
    )
