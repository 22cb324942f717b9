"""The settings: where they come from, what they take, and how a wrong one is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.settings import PREFIX, Settings, SettingsError, load_settings


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of the machine that runs the tests."""
    for name in Settings.model_fields:
        monkeypatch.delenv(PREFIX + name.upper(), raising=False)


def test_defaults_are_a_database_in_data_and_no_token() -> None:
    """Without any variable everything has a sensible value but the token."""
    settings = load_settings()
    assert settings.token is None
    assert settings.database == Path("data/dealer.db")
    assert settings.key_file == Path("data/dealer.key")
    assert settings.heartbeat_file == Path("data/dealer.alive")
    assert (settings.log_level, settings.log_format, settings.rehearsal_port) == ("info", "text", 8124)


def test_variables_are_read_with_their_prefix(monkeypatch: pytest.MonkeyPatch) -> None:
    """DEALER_… sets each; upper case is fine for words."""
    given = {
        "TOKEN": "abc.def",
        "DATABASE": "elsewhere/cards.db",
        "LOG_LEVEL": "DEBUG",
        "LOG_FORMAT": "json",
        "REHEARSAL_PORT": "0",
        "SECRET_FILE": "keys/one.key",
    }
    for name, value in given.items():
        monkeypatch.setenv(PREFIX + name, value)
    settings = load_settings()
    assert settings.token is not None and settings.token.get_secret_value() == "abc.def"
    assert settings.database == Path("elsewhere/cards.db")
    assert (settings.log_level, settings.log_format, settings.rehearsal_port) == ("debug", "json", 0)
    assert settings.key_file == Path("keys/one.key")


def test_an_empty_variable_counts_as_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a compose file passes what its user did not fill in."""
    monkeypatch.setenv("DEALER_TOKEN", "")
    assert load_settings().token is None


@pytest.mark.parametrize(
    ("name", "value", "takes"),
    [
        ("DEALER_LOG_LEVEL", "loud", "debug, info, warning or error, not 'loud'"),
        ("DEALER_LOG_FORMAT", "xml", "text or json, not 'xml'"),
        ("DEALER_REHEARSAL_PORT", "70000", "a port from 1 to 65535, or 0 for any free one, not '70000'"),
        ("DEALER_REHEARSAL_PORT", "many", "a port from 1 to 65535, or 0 for any free one, not 'many'"),
    ],
)
def test_a_wrong_value_is_one_line_that_names_it(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, takes: str
) -> None:
    """The variable, what it takes, and what it was."""
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert str(caught.value) == f"{name} takes {takes}"


@pytest.mark.parametrize(("name", "value"), [("DEALER_TOKEN", "to ken"), ("DEALER_SECRET", "hush-hush")])
def test_a_wrong_secret_value_is_not_repeated(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """The line names the variable, never what is in it."""
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert str(caught.value).startswith(f"{name} takes ")
    assert value not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_secret_and_secret_file_exclude_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two sources of the secret would leave open which one counts."""
    monkeypatch.setenv("DEALER_SECRET", "s" * 32)
    monkeypatch.setenv("DEALER_SECRET_FILE", "a.key")
    with pytest.raises(SettingsError, match="DEALER_SECRET and DEALER_SECRET_FILE"):
        load_settings()


def test_settings_do_not_show_their_secrets() -> None:
    """Printing them by accident tells nothing."""
    settings = Settings(token="abc.def", secret="s3cret-s3cret-s3cret")  # type: ignore[arg-type]
    assert "abc.def" not in repr(settings)
    assert "s3cret" not in repr(settings)
