"""A message as a person sees it, and what came of something a person did."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from simcord.backend.models import Interaction, Message
from simcord.components import walk_components
from simcord.enums import SELECT_TYPES, ComponentType
from simcord.results import InteractionResult

TEXT_DISPLAY = 10


@dataclass(frozen=True, slots=True)
class Control:
    """A button or menu of a message. `label` of a menu is its placeholder."""

    custom_id: str
    label: str
    disabled: bool
    kind: int = int(ComponentType.BUTTON)
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """One message at one moment; take it anew to see what became of it."""

    id: int
    channel_id: int
    author_id: int
    content: str
    components: list[dict[str, Any]]
    attachments: list[dict[str, Any]]
    pinged_user_ids: tuple[int, ...]
    ephemeral: bool
    edited: bool
    flags: int

    @classmethod
    def of(cls, message: Message) -> "Seen":
        return cls(
            id=message.id,
            channel_id=message.channel_id,
            author_id=message.author_id,
            content=message.content,
            components=message.components,
            attachments=message.attachments,
            pinged_user_ids=tuple(message.ping_user_ids),
            ephemeral=message.is_ephemeral,
            edited=message.edited_timestamp is not None,
            flags=message.flags,
        )

    @property
    def text(self) -> str:
        """The content and every text display, a line break between them."""
        parts = [c["content"] for c in walk_components(self.components) if c.get("type") == TEXT_DISPLAY]
        return "\n".join([self.content, *parts] if self.content else parts)

    @property
    def buttons(self) -> list[Control]:
        """Buttons that can be pressed or are shown greyed, in their order; links are left out."""
        found = [c for c in walk_components(self.components) if c.get("type") == ComponentType.BUTTON]
        return [
            Control(c["custom_id"], _label(c), bool(c.get("disabled")))
            for c in found
            if c.get("custom_id") is not None
        ]

    @property
    def selects(self) -> list[Control]:
        found = [c for c in walk_components(self.components) if c.get("type") in SELECT_TYPES]
        return [
            Control(
                c["custom_id"],
                c.get("placeholder") or "",
                bool(c.get("disabled")),
                c["type"],
                tuple(option["value"] for option in c.get("options") or ()),
            )
            for c in found
        ]

    def button(self, name: str) -> Control:
        """A button by custom_id or by its label. KeyError lists what is there."""
        for control in self.buttons:
            if name in (control.custom_id, control.label):
                return control
        raise KeyError(f"no button {name!r}, there are {[c.label or c.custom_id for c in self.buttons]}")


def _label(component: dict[str, Any]) -> str:
    return component.get("label") or (component.get("emoji") or {}).get("name") or ""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a form: a text input (`value` is its default) or a menu."""

    custom_id: str
    label: str
    kind: int
    value: str
    required: bool
    options: tuple[str, ...]


@dataclass
class Answer:
    """What Discord shows the person who did something; it fills as the bot goes on answering.

    `kind`: message, deferred, deferred_update, update, modal, autocomplete or None (no answer within 3 s).
    """

    interaction: Interaction
    result: InteractionResult

    @property
    def acknowledged(self) -> bool:
        return self.interaction.responded

    @property
    def kind(self) -> str | None:
        return self.interaction.response_kind

    @property
    def modal(self) -> dict[str, Any] | None:
        """The form as the bot sent it."""
        return self.interaction.modal

    @property
    def fields(self) -> list[Field]:
        return list(form_fields(self.interaction.modal)) if self.interaction.modal else []

    @property
    def messages(self) -> list[Seen]:
        """The answer and what followed it, as they are now; deleted ones are left out."""
        shown = [self.result.response, *self.result.followups]
        return [Seen.of(message._message) for message in shown if message is not None]

    @property
    def private(self) -> list[Seen]:
        """The messages only this person sees."""
        return [message for message in self.messages if message.ephemeral]

    @property
    def text(self) -> str:
        return "\n".join(message.text for message in self.messages)


def form_fields(modal: dict[str, Any]) -> Iterator[Field]:
    """The fields of a form in their order; texts between them are left out."""
    for row in modal.get("components") or []:
        inner = [row["component"]] if "component" in row else row.get("components") or []
        for control in inner:
            if "custom_id" in control:
                chosen = [o["value"] for o in control.get("options") or () if o.get("default")]
                yield Field(
                    custom_id=control["custom_id"],
                    label=row.get("label") or control.get("label") or "",
                    kind=control["type"],
                    value=control.get("value") or (chosen[0] if chosen else ""),
                    required=control.get("required", True),
                    options=tuple(option["value"] for option in control.get("options") or ()),
                )
