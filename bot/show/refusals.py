"""Why an action is not possible, in a sentence for the one who tried: whose turn it is, what it costs."""

from __future__ import annotations

from typing import Final

from bot.locale import Text, listed, say, strung
from bot.show.scene import Scene
from bot.show.words import choice_label, seat_name, verb_name
from engine.errors import EngineError
from engine.game import BET, Choice, Seat, SeatView

_BY_CODE: Final[dict[str, Text]] = {
    "fold_while_free": say("Nobody has bet: you can check for nothing, so there is no need to fold."),
    "check_facing_bet": say("There is a bet, so you cannot check."),
    "call_without_bet": say("There is no bet to call."),
    "bet_already": say("Somebody has bet already: you can raise instead."),
    "raise_without_bet": say("There is no bet to raise: you can bet instead."),
    "raises_used_up": say("All raises of this round have been made."),
    "blind_turns_used_up": say("You may not pay blind any more: see your cards first, or pack."),
    "refuse_forced": say("You cannot refuse this side show: the rules of this table forbid it."),
    "fill_up_first": say("You are only asked for what the all-in hands have paid more."),
    "side_show_once": say("You have asked for a side show in this turn already."),
    "side_show_unseen": say("Only who has seen his cards may ask for a side show."),
    "side_show_too_few": say("A side show takes three who can still pay."),
    "side_show_against_blind": say("A side show takes that nobody who can still pay is blind."),
    "side_show_short": say("You have less than a side show costs."),
    "show_too_many": say("A show takes exactly two who can still pay."),
    "show_against_seen": say("A blind player may not ask for a show against one who has seen."),
    "show_against_blind": say("Who has seen may not ask for a show against a blind player."),
    "show_short": say("You have less than a show costs."),
    "show_not_offered": say("You have nothing to show now."),
    "target_not_offered": say("You cannot choose that player now."),
    "seen_already": say("You have seen your cards already."),
    "too_early": say("Looks and openings begin with the second circle."),
    "two_left": say("Only two can still pay, so you can open but not look."),
    "three_left": say("Only the last two who can still pay may open."),
    "looks_off": say("This table plays without looks."),
    "look_too_dear": say("You have less than a look costs."),
}


def action_refused(error: EngineError, scene: Scene, seat: Seat | None, see: str) -> Text:
    """The refusal of an engine, for the player at ``seat`` (None: he plays in no seat of this hand).

    ``see``: what the button that shows him his cards is called at the table.
    """
    if error.code == "hand_over":
        return hand_over()
    if error.code == "not_awaited":
        return not_your_turn(scene)
    if error.code == "amount_out_of_range":
        reason = _amount(error)
    elif error.code == "verb_not_offered":
        verb = verb_name(str(error.params.get("verb", "")))
        reason = say("{verb} is not possible now.", verb=verb)
    elif error.code == "see_first":
        reason = say("You play without having seen your cards: press {button} first.", button=see)
    else:
        reason = _BY_CODE.get(error.code) or say("That is not possible now.")
    offered = possible_now(scene, seat)
    return say("{reason} {what_to_do}", reason=reason, what_to_do=offered) if offered is not None else reason


def hand_over() -> Text:
    """For a press on a hand that is over."""
    return say("That hand is over. The next one comes by itself.")


def old_press(scene: Scene, seat: Seat | None = None) -> Text:
    """For a press that was meant for an earlier turn."""
    reason = say("That button belongs to an earlier turn; nothing has changed.")
    view = scene.view
    if view is None or view.turn is None:
        return reason
    what_now = possible_now(scene, seat) or _turn_of(scene, view.turn.seats)
    return say("{reason} {what_to_do}", reason=reason, what_to_do=what_now)


def not_in_hand(back: str | None) -> Text:
    """For who is not dealt in, and when he will be; ``back``: the button's label for who sits out."""
    if back is not None:
        return say("You are not in this hand and sit out: press {button} to be dealt in again.", button=back)
    return say("You are not in this hand. You are dealt in at the next one.")


def not_your_turn(scene: Scene) -> Text:
    """Whose turn it is."""
    view = scene.view
    if view is None or view.turn is None:
        return say("Nobody is on turn now.")
    turn = _turn_of(scene, view.turn.seats)
    return turn if len(view.turn.seats) == 1 else say("It is not your turn. {turn}", turn=turn)


def possible_now(scene: Scene, seat: Seat | None) -> Text | None:
    """What that seat can do now with the prices, None where it is not awaited."""
    view = scene.view
    if view is None or view.turn is None or seat is None or seat not in view.turn.seats:
        return None
    player = view.seat(seat) if view.turn.kind == BET else None
    return say("You can: {choices}.", choices=strung(priced_text(c, player) for c in view.choices_of(seat)))


def priced_text(choice: Choice, player: SeatView | None) -> Text:
    """What somebody can do, with its price or the range of it; ``player`` None: his seat is not looked at."""
    if choice.least == choice.most:
        return choice_label(choice, choice.least, player)
    verb = verb_name(choice.verb)
    if choice.step == 1:
        return say("{verb} {least} to {most}", verb=verb, least=choice.least, most=choice.most)
    return say(
        "{verb} {least} to {most} in steps of {step}",
        verb=verb,
        least=choice.least,
        most=choice.most,
        step=choice.step,
    )


def _amount(error: EngineError) -> Text:
    numbers = {name: error.params.get(name, 0) for name in ("least", "most", "step")}
    verb = verb_name(str(error.params.get("verb", "")))
    if numbers["least"] == numbers["most"]:
        return say("{verb} costs exactly {chips}.", verb=verb, chips=numbers["least"])
    if numbers["step"] not in (0, 1):
        return say("{verb} takes from {least} to {most} in steps of {step}.", verb=verb, **numbers)
    return say(
        "{verb} takes from {least} to {most}.", verb=verb, least=numbers["least"], most=numbers["most"]
    )


def _turn_of(scene: Scene, seats: tuple[Seat, ...]) -> Text:
    if len(seats) == 1:
        return say("It is {name}'s turn.", name=seat_name(scene, seats[0]))
    return say("On turn: {names}.", names=listed(seat_name(scene, seat) for seat in seats))
