"""/privacy in words: what is kept of a person and why, and the question before somebody is forgotten."""

from __future__ import annotations

from typing import Any

from discord import ButtonStyle, ui

from bot.locale import Text, say, say_as, say_many
from bot.privacy_items import DELETE, EVERYWHERE, EXPORT, NO, YES, PrivacyButton
from bot.show.paper import Paper
from bot.show.words import clipped, lines

_TEXT_ID, _ROW_ID = 1, 10


def privacy_view(server_id: int, hands_kept_days: int, elsewhere: int, locale: str) -> ui.LayoutView:
    """What is kept, and the buttons. ``server_id`` 0: asked outside servers, about all of them.

    ``elsewhere``: of how many other servers this bot knows the person.
    """
    parts = [*_kept(hands_kept_days), *_elsewhere(server_id, elsewhere)]
    buttons: list[ui.Item[Any]] = [
        _button(EXPORT, server_id, say_as("button", "Export my data"), 1, locale),
        _button(DELETE, server_id, say_as("button", "Delete me"), 2, locale, ButtonStyle.danger),
    ]
    if server_id != EVERYWHERE and elsewhere:
        text = say_as("button", "Delete me in every server")
        buttons.append(_button(DELETE, EVERYWHERE, text, 3, locale, ButtonStyle.danger))
    return _view(lines(*parts), buttons, locale)


def question_view(server_id: int, chips: int, seats: int, locale: str) -> ui.LayoutView:
    """Is the person to be forgotten? ``chips`` in wallets and stacks that go back to the house."""
    parts = [
        say("**Shall I forget you in this server?**")
        if server_id != EVERYWHERE
        else say("**Shall I forget you in every server that I deal in?**"),
        say("Your name, your Discord id and your language are deleted, and where your cards were sent."),
        say("Your chips ({chips}) go back to the house.", chips=chips),
        say(
            "What was played stays in the books without your name: standings show “former player”. "
            "Messages that stand in channels stay there; whoever may manage messages can delete them."
        ),
    ]
    if seats:
        parts.append(
            say("You leave every table now; a hand that you are dealt into is played to its end first.")
        )
    parts.append(say("This cannot be taken back."))
    buttons: list[ui.Item[Any]] = [
        _button(YES, server_id, say_as("button", "Yes, delete me"), 1, locale, ButtonStyle.danger),
        _button(NO, EVERYWHERE, say_as("button", "Keep everything"), 2, locale),
    ]
    return _view(lines(*parts), buttons, locale)


def told_view(text: Text, locale: str) -> ui.LayoutView:
    """The question once it was answered: no buttons any more."""
    return _view(text, [], locale)


def _kept(hands_kept_days: int) -> tuple[Text, ...]:
    hands = say("• What you did in hands, so that they can go on after a restart, be shown and verified.")
    if hands_kept_days:
        hands = say_many(
            "• What you did in hands, so that they can go on after a restart, be shown and verified: "
            "for {count} day.",
            "• What you did in hands, so that they can go on after a restart, be shown and verified: "
            "for {count} days.",
            hands_kept_days,
        )
    return (
        say("**What I keep about you, and why**"),
        say("• Your Discord id, your name as it is shown here and your language: to know your seat."),
        say("• Every movement of your chips with its reason: so that the books can be checked."),
        hands,
        say("• How your hands ended: for standings and records, also when what you did in them is gone."),
        say("• Where your cards were sent by direct message: so that the next card comes to the same place."),
        say(
            "• When and where you sat, waited or were the host, seasons that you began or ended, "
            "your answers to game nights and how you are reminded, house rules that you saved."
        ),
        say(
            "I read no messages and keep none. Chips are play chips: there is no money anywhere. "
            "Whoever runs this bot can read its database, and nobody of another server can."
        ),
    )


def _elsewhere(server_id: int, elsewhere: int) -> tuple[Text, ...]:
    if not elsewhere:
        return () if server_id != EVERYWHERE else (say("I keep nothing about you in any server."),)
    if server_id == EVERYWHERE:
        return (say_many("I know you from {count} server.", "I know you from {count} servers.", elsewhere),)
    return (
        say_many(
            "I know you from {count} other server too.",
            "I know you from {count} other servers too.",
            elsewhere,
        ),
    )


def _button(
    what: str,
    server_id: int,
    text: Text,
    place: int,
    locale: str,
    style: ButtonStyle = ButtonStyle.secondary,
) -> ui.Item[Any]:
    return PrivacyButton(what, server_id, label=clipped(text.to(locale)), style=style, id=_ROW_ID + place)


def _view(text: Text, buttons: list[ui.Item[Any]], locale: str) -> ui.LayoutView:
    view = Paper()
    view.add_item(ui.TextDisplay(text.to(locale), id=_TEXT_ID))
    if buttons:
        row: ui.ActionRow[Any] = ui.ActionRow(id=_ROW_ID)
        for button in buttons:
            row.add_item(button)
        view.add_item(row)
    return view
