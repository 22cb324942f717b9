"""The settings of a process, read from the environment: every name begins with ``DEALER_``.

They are read by ``load_settings`` in main and handed on; nothing reads the environment at import.
A variable that is set but empty counts as not set.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Literal

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.shards import COUNT_MOST, Shards

PREFIX: Final = "DEALER_"
SECRET_CHARACTERS_LEAST: Final = 16

_TAKES: Final = {
    "token": "a bot token without spaces",
    "database": "the path of the database file",
    "secret": f"at least {SECRET_CHARACTERS_LEAST} characters, better 64 random hexadecimal digits",
    "secret_file": "the path of the key file",
    "log_level": "debug, info, warning or error",
    "log_format": "text or json",
    "shard_count": f"a number of shards from 1 to {COUNT_MOST}",
    "shard_ids": "shards below DEALER_SHARD_COUNT, as in 0,2-3",
    "rehearsal_port": "a port from 1 to 65535, or 0 for any free one",
}
_QUOTED: Final = frozenset(
    {"log_level", "log_format", "rehearsal_port", "shard_count", "shard_ids"}
)  # may stand in an error line


class SettingsError(Exception):
    """A variable that cannot be used; its text is one line that names it and says what it takes."""


class Settings(BaseSettings):
    """What a process is started with. Paths are relative to the working directory."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, frozen=True, extra="ignore", hide_input_in_errors=True
    )

    token: SecretStr | None = None
    database: Path = Path("data/dealer.db")
    secret: SecretStr | None = None
    secret_file: Path | None = None
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["text", "json"] = "text"
    rehearsal_port: int = Field(default=8124, ge=0, le=65535)
    shard_count: int = Field(default=1, ge=1, le=COUNT_MOST)
    shard_ids: str | None = None

    @field_validator("log_level", "log_format", mode="before")
    @classmethod
    def _in_lower_case(cls, value: Any) -> Any:
        return value.strip().lower() if isinstance(value, str) else value

    @field_validator("token")
    @classmethod
    def _one_word(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and len(value.get_secret_value().split()) != 1:
            raise ValueError("spaces in the token")
        return value

    @field_validator("secret")
    @classmethod
    def _long_enough(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and len(value.get_secret_value()) < SECRET_CHARACTERS_LEAST:
            raise ValueError("too short a secret")
        return value

    @property
    def shards(self) -> Shards:
        """Which servers this process serves."""
        return Shards.parse(self.shard_count, self.shard_ids)

    @property
    def key_file(self) -> Path:
        """Where the installation's secret lies if it is not in the settings: else beside the database."""
        return self.secret_file or self.database.with_suffix(".key")

    @property
    def heartbeat_file(self) -> Path:
        """What the running bot touches and ``health`` looks at: beside the database."""
        return self.database.with_suffix(".alive")


def load_settings() -> Settings:
    """The settings of the environment; ``SettingsError`` names the first variable that is wrong."""
    try:
        settings = Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0])
        value = f", not {first['input']!r}" if name in _QUOTED else ""
        raise SettingsError(f"{PREFIX}{name.upper()} takes {_TAKES[name]}{value}") from None
    try:
        _ = settings.shards
    except ValueError as error:
        raise SettingsError(
            f"{PREFIX}SHARD_IDS takes {_TAKES['shard_ids']}, not {settings.shard_ids!r}: {error}"
        ) from None
    if settings.secret is not None and settings.secret_file is not None:
        raise SettingsError(f"{PREFIX}SECRET and {PREFIX}SECRET_FILE are both set: keep one of them")
    return settings
