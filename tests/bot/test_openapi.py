"""The validator of request bodies, on a description of its own and on Discord's where that is here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bot import openapi

SMALL = {
    "paths": {
        "/things/{id}": {
            "post": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/x/Thing"}}}}}
        },
        "/things/@me": {
            "post": {"requestBody": {"content": {"application/json": {"schema": {"type": "null"}}}}}
        },
    },
    "components": {
        "schemas": {
            "Thing": {
                "type": "object",
                "required": ["kind"],
                "additionalProperties": False,
                "properties": {
                    "kind": {"type": "integer", "enum": [1, 2]},
                    "name": {"type": ["string", "null"], "minLength": 1, "maxLength": 3},
                    "parts": {
                        "type": "array",
                        "maxItems": 2,
                        "uniqueItems": True,
                        "items": {"$ref": "#/x/Part"},
                    },
                    "owner": {"type": "string", "format": "snowflake", "pattern": "^[0-9]+$"},
                    "size": {"type": "integer", "minimum": 0, "maximum": 9},
                },
            },
            "Part": {"oneOf": [{"$ref": "#/x/A"}, {"$ref": "#/x/B"}]},
            "A": {"type": "object", "properties": {"type": {"const": 1}, "a": {"type": "boolean"}}},
            "B": {"type": "object", "properties": {"type": {"const": 2}, "b": {"type": "number"}}},
        }
    },
}


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A description with everything that the validator knows."""
    file = tmp_path / "small.json"
    file.write_text(json.dumps(SMALL), encoding="utf-8")
    monkeypatch.setattr(openapi, "DESCRIPTION", file)
    for cached in (openapi._description, openapi._calls):
        cached.cache_clear()
        monkeypatch.setattr(openapi, cached.__name__, cached.__wrapped__)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({"kind": 1}, None),
        ({"kind": 1, "name": None, "parts": [{"type": 2, "b": 1.5}], "owner": 7, "size": 9}, None),
        ({}, "body: kind is missing"),
        ({"kind": 3}, "body.kind: 3 is none of [1, 2]"),
        ({"kind": True}, "body.kind: bool is no integer"),
        ({"kind": 1, "name": ""}, "body.name: 0 < minLength 1"),
        ({"kind": 1, "name": "four"}, "body.name: 4 > maxLength 3"),
        ({"kind": 1, "size": 10}, "body.size: 10 > maximum 9"),
        ({"kind": 1, "owner": "x"}, "body.owner: 'x' does not match ^[0-9]+$"),
        ({"kind": 1, "parts": [{"type": 1, "a": 0}]}, "body.parts[0].a: int is no boolean"),
        ({"kind": 1, "parts": [{"type": 1}, {"type": 1}]}, "body.parts: items repeat"),
        ({"kind": 1, "other": 1}, "body: other is unknown"),
        ([], "body: list is no object"),
    ],
)
def test_each_part_of_a_schema_bites(body: object, fault: str | None) -> None:
    """A sound body passes; each fault is named with its place."""
    assert openapi.check_request("POST", "/api/v10/things/5?x=1", body) == ([fault] if fault else [])


@pytest.mark.usefixtures("small")
def test_a_literal_path_goes_before_one_with_a_parameter() -> None:
    """``@me`` is not taken for an id; an unknown call is a fault."""
    assert openapi.check_request("POST", "/things/@me", None) == []
    assert openapi.check_request("GET", "/things/5", {}) == ["GET /things/5: no such call with a JSON body"]


@pytest.mark.skipif(not openapi.is_here(), reason="Discord's description is not beside the project")
def test_discords_own_description_is_understood() -> None:
    """A message with the new components passes, one with a label too long is named."""

    def message(label: str) -> dict[str, object]:
        button = {"type": 2, "style": 1, "label": label, "custom_id": "x"}
        return {"flags": 1 << 15, "components": [{"type": 1, "components": [button]}]}

    path = "/channels/1/messages"
    assert openapi.check_request("POST", path, message("x" * 80)) == []
    assert openapi.check_request("POST", path, message("x" * 81)) == [
        "body.components[0].components[0].label: 81 > maxLength 80"
    ]
    answer = {"type": 7, "data": message("x")}
    assert openapi.check_request("POST", "/interactions/1/token/callback", answer) == []
