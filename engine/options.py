"""House rules as data: one frozen dataclass a game, that checks itself and describes its own menus."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Self

from engine.errors import InputError

Value = bool | int | str


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """What one option takes: listed values, or whole numbers from ``least`` to ``most``."""

    name: str
    rule: str
    default: Value
    values: tuple[Value, ...] = ()
    least: int = 0
    most: int = 0

    def takes(self) -> str:
        """What it takes, in English, for error lines."""
        if self.values:
            return ", ".join(spell_value(v) for v in self.values)
        return f"a whole number from {self.least} to {self.most}"

    def accepts(self, value: object) -> bool:
        """True where the value is of the right type and in range."""
        if self.values:
            return any(type(value) is type(v) and value == v for v in self.values)
        return type(value) is int and self.least <= value <= self.most

    def parse(self, text: str) -> Value:
        """A value from its spelling; ``InputError`` (``option_value``) says what would do."""
        for v in self.values:
            if text == spell_value(v):
                return v
        digits = not self.values and text.isascii() and text.isdigit() and len(text) <= len(str(self.most))
        if digits and self.accepts(int(text)):
            return int(text)
        raise value_error(self, text)


def spell_value(value: Value) -> str:
    """``on``/``off`` for switches, else the value as text."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def value_error(spec: OptionSpec, value: object) -> InputError:
    """The error for a value that an option does not take."""
    return InputError(
        "option_value",
        f"option {spec.name} takes {spec.takes()}, not {value!r}",
        option=spec.name,
        value=str(value),
        takes=spec.takes(),
    )


def switch(rule: str) -> Any:
    """A field that is off or on, off by default."""
    return field(default=False, metadata={"rule": rule, "default": False, "values": (False, True)})


def choice(rule: str, *values: str | int) -> Any:
    """A field with listed values; the first is the default."""
    return field(default=values[0], metadata={"rule": rule, "default": values[0], "values": values})


def whole(rule: str, default: int, least: int, most: int) -> Any:
    """A field that holds a whole number from ``least`` to ``most``."""
    assert least <= default <= most
    return field(default=default, metadata={"rule": rule, "default": default, "least": least, "most": most})


@dataclass(frozen=True)
class Options:
    """Base of every game's options. Fields are made with ``switch``, ``choice`` and ``whole``."""

    game: ClassVar[str] = ""

    def __post_init__(self) -> None:
        for spec in self.specs():
            value = getattr(self, spec.name)
            if not spec.accepts(value):
                raise value_error(spec, value)
        self.check()

    def check(self) -> None:
        """Where options depend on each other a game refuses the pair here (``InputError``)."""

    @classmethod
    def specs(cls) -> tuple[OptionSpec, ...]:
        """One spec a field, in the order of the fields."""
        return tuple(
            OptionSpec(
                f.name,
                f.metadata["rule"],
                f.metadata["default"],
                tuple(f.metadata.get("values", ())),
                f.metadata.get("least", 0),
                f.metadata.get("most", 0),
            )
            for f in fields(cls)
        )

    @classmethod
    def from_mapping(cls, given: Mapping[str, object]) -> Self:
        """Options from JSON-like values; an unknown name is an ``InputError`` (``option_unknown``)."""
        specs = {spec.name: spec for spec in cls.specs()}
        values: dict[str, Any] = {}
        for name, value in given.items():
            if name not in specs:
                raise InputError(
                    "option_unknown",
                    f"unknown option {name!r} for {cls.game}: it has {', '.join(specs)}",
                    option=name,
                )
            spec = specs[name]
            spelled = isinstance(value, str) and not spec.accepts(value)
            values[name] = spec.parse(str(value)) if spelled else value
        return cls(**values)

    def to_mapping(self) -> dict[str, Value]:
        """All options, defaults included, as JSON-like values."""
        return {spec.name: getattr(self, spec.name) for spec in self.specs()}
