"""Discord's limits on what a bot sends, as a table of our own, and checkers that name what is exceeded.

Source: Discord's developer documentation (messages, components, interactions, application commands).
Each checker takes a JSON body and returns one line per fault, so an empty list is a sound body.
Texts are counted in UTF-16 units, the longest of the ways in which Discord may count.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

Body = Mapping[str, Any]

COMPONENTS_MOST: Final = 40  # nested ones included
TEXT_MOST: Final = 4000  # of all TextDisplays of a message together
CONTENT_MOST: Final = 2000
NONCE_MOST: Final = 25
EMBEDS_MOST: Final = 10
FILES_MOST: Final = 10
ROWS_MOST: Final = 5  # in a message without the new components
BUTTONS_IN_ROW_MOST: Final = 5
CUSTOM_ID_MOST: Final = 100
LABEL_MOST: Final = 80
PLACEHOLDER_MOST: Final = 150
SELECT_OPTIONS_MOST: Final = 25
OPTION_TEXT_MOST: Final = 100
GALLERY_MOST: Final = 10
ALT_TEXT_MOST: Final = 1024
SECTION_TEXTS_MOST: Final = 3
MODAL_TITLE_MOST: Final = 45
MODAL_PARTS_MOST: Final = 5
INPUT_LABEL_MOST: Final = 45
INPUT_DESCRIPTION_MOST: Final = 100
INPUT_PLACEHOLDER_MOST: Final = 100
INPUT_VALUE_MOST: Final = 4000
CHOICES_MOST: Final = 25
COMMAND_NAME_MOST: Final = 32
COMMAND_DESCRIPTION_MOST: Final = 100
COMMAND_OPTIONS_MOST: Final = 25
COMMAND_TEXT_MOST: Final = 8000  # all names, descriptions and values of a command together
COMMANDS_MOST: Final = 100
NEW_COMPONENTS_FLAG: Final = 1 << 15
COMPONENT_ID_MOST: Final = 2**31 - 1

ROW, BUTTON, SELECT, INPUT = 1, 2, 3, 4
OTHER_SELECTS: Final = (5, 6, 7, 8)
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 11, 12, 13, 14, 17, 18
NEW_ONLY: Final = (SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)
IN_CONTAINER: Final = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
LINK_STYLE, PREMIUM_STYLE = 5, 6
_COMMAND_NAME: Final = re.compile(r"[-_'\w]{1,32}")
_SUBCOMMANDS: Final = (1, 2)


def length(text: str) -> int:
    """The length of a text in UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def nested(components: Sequence[Body]) -> Iterator[Body]:
    """All components, those inside others and accessories included."""
    for one in components:
        yield one
        yield from nested(one.get("components") or ())
        for inner in ("accessory", "component"):
            if one.get(inner):
                yield from nested([one[inner]])


def check_message(body: Body) -> list[str]:
    """The faults of a message as it is created or edited."""
    components = body.get("components") or []
    new = bool((body.get("flags") or 0) & NEW_COMPONENTS_FLAG)
    faults = [*_text("content", body.get("content") or "", CONTENT_MOST)]
    faults += _text("nonce", str(body.get("nonce") or ""), NONCE_MOST)
    faults += _count("embeds", body.get("embeds") or (), EMBEDS_MOST)
    faults += _count("attachments", body.get("attachments") or (), FILES_MOST)
    if new and (body.get("content") or body.get("embeds")):
        faults.append("content or embeds beside the new components")
    if not new:
        faults += _count("rows", components, ROWS_MOST)
        faults += [
            f"component {c['type']} needs the flag" for c in nested(components) if c["type"] in NEW_ONLY
        ]
    faults += _check_tree(components)
    faults += [fault for one in nested(components) for fault in _check_component(one)]
    return faults


def check_interaction_answer(body: Body) -> list[str]:
    """The faults of an answer to an interaction: a message, a form, choices, or an empty one."""
    kind, data = body.get("type"), body.get("data") or {}
    if kind in (4, 7):
        return check_message(data)
    if kind == 9:
        return check_modal(data)
    if kind == 8:
        return _check_choices(data.get("choices") or ())
    return [] if kind in (1, 5, 6) else [f"answer of type {kind}"]


def check_modal(body: Body) -> list[str]:
    """The faults of a form."""
    parts = body.get("components") or []
    faults = _text("title", body.get("title") or "", MODAL_TITLE_MOST, least=1)
    faults += _text("custom_id", body.get("custom_id") or "", CUSTOM_ID_MOST, least=1)
    faults += _count("parts", parts, MODAL_PARTS_MOST, least=1)
    faults += [f"component {p['type']} in a form" for p in parts if p["type"] not in (ROW, TEXT, LABEL)]
    faults += _check_tree(parts)
    return faults + [fault for one in nested(parts) for fault in _check_component(one)]


def check_commands(bodies: Sequence[Body]) -> list[str]:
    """The faults of all commands as they are synced."""
    faults = _count("commands", bodies, COMMANDS_MOST)
    for kind in sorted({body.get("type", 1) for body in bodies}):
        alike = [body for body in bodies if body.get("type", 1) == kind]
        faults += [f"command {name} twice{where}" for name, where in _repeated(alike)]
    return faults + [fault for body in bodies for fault in check_command(body)]


def check_command(body: Body) -> list[str]:
    """The faults of one application command, its options and their choices included."""
    total = _command_text(body)
    faults = _check_named(body, chat=body.get("type", 1) == 1)
    return faults + ([f"command text {total} > {COMMAND_TEXT_MOST}"] if total > COMMAND_TEXT_MOST else [])


def _check_named(body: Body, *, chat: bool) -> list[str]:
    name, options = str(body.get("name") or ""), body.get("options") or ()
    faults = []
    for one in (name, *(body.get("name_localizations") or {}).values()):
        faults += _text("command name", one, COMMAND_NAME_MOST, least=1)
        if chat and (not _COMMAND_NAME.fullmatch(one) or one != one.lower()):
            faults.append(f"command name {one!r} is not lower case without spaces")
    if chat:
        for one in (body.get("description") or "", *(body.get("description_localizations") or {}).values()):
            faults += _text(f"description of {name}", one, COMMAND_DESCRIPTION_MOST, least=1)
    faults += _count(f"options of {name}", options, COMMAND_OPTIONS_MOST)
    faults += _check_choices(body.get("choices") or ())
    required = [bool(one.get("required")) for one in options if one.get("type") not in _SUBCOMMANDS]
    if required != sorted(required, reverse=True):
        faults.append(f"{name}: a required option behind an optional one")
    faults += [f"{name}: option {one} twice{where}" for one, where in _repeated(options)]
    return faults + [fault for one in options for fault in _check_named(one, chat=True)]


def _repeated(siblings: Sequence[Body]) -> list[tuple[str, str]]:
    """Names that two siblings share, by default or in a language, where who has none keeps the default."""
    locales = sorted({locale for one in siblings for locale in one.get("name_localizations") or {}})
    found = []
    for locale in ("", *locales):
        names = [str((one.get("name_localizations") or {}).get(locale, one.get("name"))) for one in siblings]
        where = f" in {locale}" if locale else ""
        found += [(name, where) for name, times in Counter(names).items() if times > 1]
    return found


def _command_text(body: Body) -> int:
    """The length that counts: of every name and description the longest of all languages."""
    own = _longest(body, "name") + _longest(body, "description")
    for choice in body.get("choices") or ():
        own += _longest(choice, "name") + length(str(choice.get("value")))
    return own + sum(map(_command_text, body.get("options") or ()))


def _longest(body: Body, key: str) -> int:
    every = (str(body.get(key) or ""), *(body.get(f"{key}_localizations") or {}).values())
    return max(map(length, every))


def _check_choices(choices: Sequence[Body]) -> list[str]:
    faults = _count("choices", choices, CHOICES_MOST)
    for one in choices:
        for name in (one.get("name") or "", *(one.get("name_localizations") or {}).values()):
            faults += _text("choice name", name, OPTION_TEXT_MOST, least=1)
        if isinstance(one.get("value"), str):
            faults += _text("choice value", one["value"], OPTION_TEXT_MOST, least=1)
    return faults


def _check_tree(components: Sequence[Body]) -> list[str]:
    """What concerns all components of a message or form together."""
    every = list(nested(components))
    faults = _count("components", every, COMPONENTS_MOST)
    text = sum(length(c.get("content") or "") for c in every if c["type"] == TEXT)
    if text > TEXT_MOST:
        faults.append(f"text {text} > {TEXT_MOST}")
    for name in ("custom_id", "id"):
        times = Counter(c[name] for c in every if c.get(name))
        faults += [f"{name} {value!r} twice" for value, n in times.items() if n > 1]
    return faults


def _check_component(one: Body) -> list[str]:
    kind = one["type"]
    faults = _text("custom_id", one.get("custom_id") or "", CUSTOM_ID_MOST)
    if (one.get("id") or 0) > COMPONENT_ID_MOST:
        faults.append(f"component id {one['id']}")
    if kind == BUTTON:
        faults += _check_button(one)
    elif kind == ROW:
        faults += _check_row(one.get("components") or ())
    elif kind == SELECT or kind in OTHER_SELECTS:
        faults += _check_select(one)
    elif kind == INPUT:
        faults += _check_input(one)
    elif kind == LABEL:
        faults += _text("label", one.get("label") or "", INPUT_LABEL_MOST, least=1)
        faults += _text("description", one.get("description") or "", INPUT_DESCRIPTION_MOST)
    elif kind == TEXT:
        faults += _text("text", one.get("content") or "", TEXT_MOST, least=1)
    elif kind == SECTION:
        faults += _count("section", one.get("components") or (), SECTION_TEXTS_MOST, least=1)
        faults += [] if one.get("accessory") else ["section without accessory"]
    elif kind == GALLERY:
        faults += _count("gallery", one.get("items") or (), GALLERY_MOST, least=1)
        for item in one.get("items") or ():
            faults += _text("alt text", item.get("description") or "", ALT_TEXT_MOST)
    elif kind == CONTAINER:
        inside = one.get("components") or ()
        faults += _count("container", inside, COMPONENTS_MOST, least=1)
        faults += [f"component {c['type']} in a container" for c in inside if c["type"] not in IN_CONTAINER]
    return faults


def _check_button(one: Body) -> list[str]:
    faults = _text("button label", one.get("label") or "", LABEL_MOST)
    style = one.get("style")
    if style not in (LINK_STYLE, PREMIUM_STYLE) and not one.get("custom_id"):
        faults.append("button without custom_id")
    if style == LINK_STYLE and (one.get("custom_id") or not one.get("url")):
        faults.append("link button needs a url and no custom_id")
    if style != PREMIUM_STYLE and not one.get("label") and not one.get("emoji"):
        faults.append("button without label and emoji")
    return faults


def _check_row(inside: Sequence[Body]) -> list[str]:
    faults = _count("row", inside, BUTTONS_IN_ROW_MOST, least=1)
    kinds = [c["type"] for c in inside]
    if any(kind != BUTTON for kind in kinds) and len(kinds) > 1:
        faults.append("a menu or input shares its row")
    return faults + [f"component {kind} in a row" for kind in kinds if kind not in (2, 3, 4, *OTHER_SELECTS)]


def _check_select(one: Body) -> list[str]:
    faults = _text("placeholder", one.get("placeholder") or "", PLACEHOLDER_MOST)
    faults += [] if one.get("custom_id") else ["menu without custom_id"]
    least, most = one.get("min_values", 1), one.get("max_values", 1)
    if one["type"] != SELECT:
        return faults
    options = one.get("options") or ()
    faults += _count("menu", options, SELECT_OPTIONS_MOST, least=1)
    for option in options:
        faults += _text("option label", option.get("label") or "", OPTION_TEXT_MOST, least=1)
        faults += _text("option value", option.get("value") or "", OPTION_TEXT_MOST, least=1)
        faults += _text("option description", option.get("description") or "", OPTION_TEXT_MOST)
    twice = [v for v, times in Counter(o.get("value") for o in options).items() if times > 1]
    faults += [f"option value {value!r} twice" for value in twice]
    if not 0 <= least <= most <= len(options):
        faults.append(f"menu takes {least} to {most} of {len(options)}")
    if sum(bool(o.get("default")) for o in options) > most:
        faults.append("more options chosen than the menu takes")
    return faults


def _check_input(one: Body) -> list[str]:
    faults = _text("input label", one.get("label") or "", INPUT_LABEL_MOST)
    faults += _text("input placeholder", one.get("placeholder") or "", INPUT_PLACEHOLDER_MOST)
    faults += _text("input value", one.get("value") or "", INPUT_VALUE_MOST)
    least, most = one.get("min_length") or 0, one.get("max_length") or INPUT_VALUE_MOST
    if not 0 <= least <= most <= INPUT_VALUE_MOST:
        faults.append(f"input takes {least} to {most} letters")
    return faults


def _text(what: str, text: str, most: int, least: int = 0) -> list[str]:
    size = length(text)
    if size > most:
        return [f"{what} {size} > {most}"]
    return [f"{what} {size} < {least}"] if size < least else []


def _count(what: str, items: Sequence[Any], most: int, least: int = 0) -> list[str]:
    if len(items) > most:
        return [f"{what} {len(items)} > {most}"]
    return [f"{what} {len(items)} < {least}"] if len(items) < least else []
