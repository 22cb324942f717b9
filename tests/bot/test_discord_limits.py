"""Every limit of the table bites, and sound bodies pass."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.discord_limits import (
    NEW_COMPONENTS_FLAG,
    check_command,
    check_commands,
    check_interaction_answer,
    check_message,
    check_modal,
)


def button(**changes: Any) -> dict[str, Any]:
    """A sound button."""
    return {"type": 2, "style": 1, "label": "Fold", "custom_id": "p:1", **changes}


def row(*inside: dict[str, Any]) -> dict[str, Any]:
    """A row of components."""
    return {"type": 1, "components": list(inside)}


def menu(**changes: Any) -> dict[str, Any]:
    """A sound menu."""
    return {"type": 3, "custom_id": "m", "options": [{"label": "a", "value": "1"}], **changes}


def box(*inside: dict[str, Any]) -> dict[str, Any]:
    """A message of the new components."""
    return {"flags": NEW_COMPONENTS_FLAG, "components": [{"type": 17, "components": list(inside)}]}


def text(content: str) -> dict[str, Any]:
    """A text of the new components."""
    return {"type": 10, "content": content}


OPTION = {"label": "a", "value": "1"}


def test_sound_messages_have_no_faults() -> None:
    """At the limits themselves nothing is found."""
    full_row = row(*(button(custom_id=f"b{i}", label="x" * 80, id=10 + i) for i in range(5)))
    assert check_message(box(text("x" * 4000), full_row, row(menu()))) == []
    assert check_message({"content": "x" * 2000, "nonce": "9" * 25}) == []


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({"content": "x" * 2001}, "content 2001 > 2000"),
        ({"content": "🃏" * 1001}, "content 2002 > 2000"),
        ({"nonce": "9" * 26}, "nonce 26 > 25"),
        ({"components": [row(button(custom_id=f"{i}")) for i in range(6)]}, "rows 6 > 5"),
        ({"components": [text("x")]}, "component 10 needs the flag"),
        ({**box(text("x")), "content": "x"}, "content or embeds beside the new components"),
        (box(text("x" * 2000), text("x" * 2001)), "text 4001 > 4000"),
        (box(text("")), "text 0 < 1"),
        (box(*(text("x") for _ in range(40))), "components 41 > 40"),
        (box(row(*(button(custom_id=f"{i}") for i in range(6)))), "row 6 > 5"),
        (box(row()), "row 0 < 1"),
        (box(row(button(), menu())), "a menu or input shares its row"),
        (box(row(text("x"))), "component 10 in a row"),
        (box(button()), "component 2 in a container"),
        (box(row(button(label="x" * 81))), "button label 81 > 80"),
        (box(row(button(custom_id="x" * 101))), "custom_id 101 > 100"),
        (box(row(button(custom_id=""))), "button without custom_id"),
        (box(row(button(label=""))), "button without label and emoji"),
        (box(row(button(style=5))), "link button needs a url and no custom_id"),
        (box(row(button(), button())), "custom_id 'p:1' twice"),
        (box(row(button(id=5), button(id=5, custom_id="q"))), "id 5 twice"),
        (box(row(button(id=2**31))), "component id 2147483648"),
        (box(row(menu(options=[]))), "menu 0 < 1"),
        (box(row(menu(options=[{**OPTION, "value": f"{i}"} for i in range(26)]))), "menu 26 > 25"),
        (box(row(menu(placeholder="x" * 151))), "placeholder 151 > 150"),
        (box(row(menu(options=[{**OPTION, "label": "x" * 101}]))), "option label 101 > 100"),
        (box(row(menu(options=[{**OPTION, "value": "x" * 101}]))), "option value 101 > 100"),
        (box(row(menu(options=[{**OPTION, "description": "x" * 101}]))), "option description 101 > 100"),
        (box(row(menu(options=[OPTION, OPTION]))), "option value '1' twice"),
        (box(row(menu(max_values=2))), "menu takes 1 to 2 of 1"),
        (box(row(menu(custom_id=""))), "menu without custom_id"),
        (box({"type": 9, "components": [text("x")]}), "section without accessory"),
        (box({"type": 12, "items": []}), "gallery 0 < 1"),
    ],
)
def test_each_limit_of_a_message_bites(body: dict[str, Any], fault: str) -> None:
    """One over the limit is named."""
    assert fault in check_message(body)


def modal(**changes: Any) -> dict[str, Any]:
    """A sound form."""
    part = {"type": 18, "label": "Chips", "component": {"type": 4, "custom_id": "a", "style": 1}}
    return {"title": "Join", "custom_id": "j", "components": [part], **changes}


def part(label: dict[str, Any] | None = None, field: dict[str, Any] | None = None) -> dict[str, Any]:
    """A form with one changed field."""
    component = {"type": 4, "custom_id": "a", "style": 1, **(field or {})}
    return modal(components=[{"type": 18, "label": "Chips", "component": component, **(label or {})}])


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        (modal(title="x" * 46), "title 46 > 45"),
        (modal(title=""), "title 0 < 1"),
        (modal(custom_id="x" * 101), "custom_id 101 > 100"),
        (modal(components=[text(f"{i}") for i in range(6)]), "parts 6 > 5"),
        (modal(components=[{"type": 17, "components": [text("x")]}]), "component 17 in a form"),
        (part(label={"label": "x" * 46}), "label 46 > 45"),
        (part(label={"description": "x" * 101}), "description 101 > 100"),
        (part(field={"placeholder": "x" * 101}), "input placeholder 101 > 100"),
        (part(field={"value": "x" * 4001}), "input value 4001 > 4000"),
        (part(field={"min_length": 5, "max_length": 4}), "input takes 5 to 4 letters"),
        (
            modal(components=[row({"type": 4, "custom_id": "a", "style": 1, "label": "x" * 46})]),
            "input label 46 > 45",
        ),
    ],
)
def test_each_limit_of_a_form_bites(body: dict[str, Any], fault: str) -> None:
    """One over the limit is named."""
    assert check_modal(modal()) == []
    assert fault in check_modal(body)


def command(**changes: Any) -> dict[str, Any]:
    """A sound command."""
    return {"name": "table", "description": "Tables", "type": 1, **changes}


def option(**changes: Any) -> dict[str, Any]:
    """A sound option of a command."""
    return {"name": "stake", "description": "Chips", "type": 4, **changes}


LONG = [{"name": "x" * 100, "value": i} for i in range(25)]
MANY = [option(name=f"o{i}", choices=LONG) for i in range(3)]


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        (command(name="x" * 33), "command name 33 > 32"),
        (command(name="Table"), "command name 'Table' is not lower case without spaces"),
        (
            command(name_localizations={"ru": "мой стол"}),
            "command name 'мой стол' is not lower case without spaces",
        ),
        (command(description="x" * 101), "description of table 101 > 100"),
        (command(description=""), "description of table 0 < 1"),
        (command(options=[option(name=f"o{i}") for i in range(26)]), "options of table 26 > 25"),
        (command(options=[option(), option()]), "table: option stake twice"),
        (
            command(options=[option(name_localizations={"ru": "b"}), option(name="b")]),
            "table: option b twice in ru",
        ),
        (command(description_localizations={"ru": "x" * 101}), "description of table 101 > 100"),
        (
            command(
                options=[option(choices=[{"name": "x", "name_localizations": {"ru": "x" * 101}, "value": 1}])]
            ),
            "choice name 101 > 100",
        ),
        (
            command(options=[option(), option(name="b", required=True)]),
            "table: a required option behind an optional one",
        ),
        (
            command(options=[option(choices=[{"name": f"{i}", "value": i} for i in range(26)])]),
            "choices 26 > 25",
        ),
        (command(options=[option(choices=[{"name": "x" * 101, "value": 1}])]), "choice name 101 > 100"),
        (command(options=[*MANY, option(choices=LONG)]), "command text 10202 > 8000"),
        (
            command(
                options=[
                    *MANY,
                    option(
                        choices=[
                            {**one, "name": "x", "name_localizations": {"ru": one["name"]}} for one in LONG
                        ]
                    ),
                ]
            ),
            "command text 10202 > 8000",
        ),
    ],
)
def test_each_limit_of_a_command_bites(body: dict[str, Any], fault: str) -> None:
    """One over the limit is named."""
    assert check_command(command(options=[option(required=True), option(name="b")])) == []
    assert fault in check_command(body)


def test_commands_are_checked_together() -> None:
    """At most a hundred, no name twice."""
    assert check_commands([command(name=f"c{i}") for i in range(100)]) == []
    assert check_commands([command(), command()]) == ["command table twice"]
    assert "commands 101 > 100" in check_commands([command(name=f"c{i}") for i in range(101)])


@pytest.mark.parametrize(
    ("answer", "faults"),
    [
        ({"type": 6}, []),
        ({"type": 5, "data": {"flags": 64}}, []),
        ({"type": 4, "data": {"content": "x" * 2001}}, ["content 2001 > 2000"]),
        ({"type": 7, "data": box(text(""))}, ["text 0 < 1"]),
        ({"type": 8, "data": {"choices": [{"name": "", "value": "a"}]}}, ["choice name 0 < 1"]),
        ({"type": 9, "data": modal(title="x" * 46)}, ["title 46 > 45"]),
        ({"type": 3}, ["answer of type 3"]),
    ],
)
def test_answers_are_checked_by_their_kind(answer: dict[str, Any], faults: list[str]) -> None:
    """A message, a form, choices, an empty one."""
    assert check_interaction_answer(answer) == faults
