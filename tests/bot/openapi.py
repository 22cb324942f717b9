"""Request bodies against Discord's published OpenAPI description, where that file lies beside the project.

A small validator for the parts of JSON Schema that the description uses. Two leniences: ``oneOf`` is met by
at least one (its schemas overlap), and a snowflake may be a number, as Discord takes both.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

DESCRIPTION: Final = Path(__file__).resolve().parents[3] / "shared" / "discord-openapi.json"
_VERSION: Final = re.compile(r"^/api/v\d+")
_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "object": (dict,),
    "array": (list, tuple),
    "string": (str,),
    "boolean": (bool,),
    "null": (type(None),),
}


def is_here() -> bool:
    """True where the description can be read."""
    return DESCRIPTION.is_file()


def check_request(method: str, path: str, body: object) -> list[str]:
    """The faults of a JSON body for that call; ``path`` with or without ``/api/v10``, and without query.

    A call that the description does not know, or that takes no JSON body, is a fault too.
    """
    pure = _VERSION.sub("", path).split("?")[0]
    schema = _body_schema(method.lower(), pure)
    if schema is None:
        return [f"{method} {pure}: no such call with a JSON body"]
    return list(_faults(schema, body, "body"))


@cache
def _description() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    return found


@cache
def _calls() -> tuple[tuple[str, re.Pattern[str], Mapping[str, Any]], ...]:
    """(method, path pattern, schema); literal paths before those with parameters."""
    calls = []
    for path in sorted(_description()["paths"], key=lambda p: (p.count("{"), p)):
        pattern = re.compile(re.sub(r"\{[^/]*?\}", "[^/]+", re.sub(r"([.@$])", r"\\\1", path)))
        for method, call in _description()["paths"][path].items():
            content = call.get("requestBody", {}).get("content", {}) if isinstance(call, dict) else {}
            if "application/json" in content:
                calls.append((method, pattern, content["application/json"]["schema"]))
    return tuple(calls)


def _body_schema(method: str, path: str) -> Mapping[str, Any] | None:
    return next((s for m, pattern, s in _calls() if m == method and pattern.fullmatch(path)), None)


def _resolved(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    while "$ref" in schema:
        schema = _description()["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    return schema


def _faults(schema: Mapping[str, Any], value: object, where: str) -> Iterator[str]:
    schema = _resolved(schema)
    if not _has_type(schema, value):
        yield f"{where}: {type(value).__name__} is no {schema['type']}"
        return
    if "const" in schema and value != schema["const"]:
        yield f"{where}: {value!r} is not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where}: {value!r} is none of {schema['enum']!r}"
    for part in schema.get("allOf", ()):
        yield from _faults(part, value, where)
    for key in ("oneOf", "anyOf"):
        if key in schema:
            yield from _alternatives(schema[key], value, where)
    yield from _range_faults(schema, value, where)
    if isinstance(value, Mapping):
        yield from _object_faults(schema, value, where)
    elif isinstance(value, list | tuple) and "items" in schema:
        for number, item in enumerate(value):
            yield from _faults(schema["items"], item, f"{where}[{number}]")


def _alternatives(schemas: list[Mapping[str, Any]], value: object, where: str) -> Iterator[str]:
    """None where one fits; else the faults of the nearest, which for components is the one of its type."""
    tried = [list(_faults(schema, value, where)) for schema in schemas]
    if all(tried):
        yield from min(
            tried, key=lambda faults: (any(f.startswith(f"{where}.type:") for f in faults), len(faults))
        )


def _has_type(schema: Mapping[str, Any], value: object) -> bool:
    wanted = schema.get("type")
    if wanted is None:
        return True
    return any(_is(name, schema, value) for name in ([wanted] if isinstance(wanted, str) else wanted))


def _is(name: str, schema: Mapping[str, Any], value: object) -> bool:
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if name == "number":
        return isinstance(value, int | float) and not isinstance(value, bool)
    if name == "string" and schema.get("format") == "snowflake" and type(value) is int:
        return True
    return isinstance(value, _TYPES[name])


def _range_faults(schema: Mapping[str, Any], value: object, where: str) -> Iterator[str]:
    if isinstance(value, str):
        size, names = len(value), ("minLength", "maxLength")
        if "pattern" in schema and not re.search(schema["pattern"], value):
            yield f"{where}: {value!r} does not match {schema['pattern']}"
    elif isinstance(value, list | tuple):
        size, names = len(value), ("minItems", "maxItems")
        if schema.get("uniqueItems") and len({json.dumps(v, sort_keys=True) for v in value}) < size:
            yield f"{where}: items repeat"
    elif isinstance(value, int) and not isinstance(value, bool):
        size, names = value, ("minimum", "maximum")
    elif isinstance(value, Mapping):
        size, names = len(value), ("minProperties", "maxProperties")
    else:
        return
    least, most = (schema.get(name) for name in names)
    if least is not None and size < least:
        yield f"{where}: {size} < {names[0]} {least}"
    if most is not None and size > most:
        yield f"{where}: {size} > {names[1]} {most}"


def _object_faults(schema: Mapping[str, Any], value: Mapping[str, Any], where: str) -> Iterator[str]:
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{where}: {name} is missing"
    known = schema.get("properties", {})
    extra = schema.get("additionalProperties", True)
    for name, inner in value.items():
        if name in known:
            yield from _faults(known[name], inner, f"{where}.{name}")
        elif isinstance(extra, Mapping):
            yield from _faults(extra, inner, f"{where}.{name}")
        elif extra is False:
            yield f"{where}: {name} is unknown"
