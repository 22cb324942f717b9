"""python -m bot: what each command does, its exit code and its one line."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import discord
import pytest

import bot.__main__ as command_line
from bot.__main__ import main
from bot.clock import SystemClock
from bot.health import beat
from bot.settings import PREFIX, Settings
from bot.store import Store, players


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A database of its own, no other setting, and the logging of the test run put back."""
    for name in Settings.model_fields:
        monkeypatch.delenv(PREFIX + name.upper(), raising=False)
    monkeypatch.setenv("DEALER_DATABASE", str(tmp_path / "dealer.db"))
    root = logging.getLogger()
    kept, level = root.handlers[:], root.level
    yield
    root.handlers[:] = kept
    root.setLevel(level)


Capture = pytest.CaptureFixture[str]


def test_without_a_token_both_choices_are_named(capsys: Capture) -> None:
    """Exit 2 and one line: the token, or the rehearsal."""
    assert main([]) == 2
    line = capsys.readouterr().err
    assert "DEALER_TOKEN" in line and "python -m bot rehearse" in line
    assert line.count("\n") == 1


def test_a_wrong_setting_is_one_line_and_exit_2(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """It names the variable."""
    monkeypatch.setenv("DEALER_LOG_FORMAT", "xml")
    assert main([]) == 2
    assert capsys.readouterr().err == "DEALER_LOG_FORMAT takes text or json, not 'xml'\n"


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (discord.LoginFailure("no"), "Discord refuses the token in DEALER_TOKEN"),
        (OSError("no route"), "Discord cannot be reached: no route"),
    ],
)
def test_a_start_that_fails_is_one_line_and_exit_1(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, error: Exception, line: str
) -> None:
    """A refused token, or no network; the token is not repeated."""

    async def refuse(client: discord.Client, token: str) -> None:
        raise error

    monkeypatch.setenv("DEALER_TOKEN", "abc.def")
    monkeypatch.setattr(discord.Client, "login", refuse)
    assert main([]) == 1
    found = capsys.readouterr().err
    assert found.startswith(line) and found.count("\n") == 1
    assert "abc.def" not in found


def test_a_lost_secret_refuses_to_start(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The second start finds the database but not its key."""

    async def refuse(client: discord.Client, token: str) -> None:
        raise discord.LoginFailure("no")

    monkeypatch.setenv("DEALER_TOKEN", "abc.def")
    monkeypatch.setattr(discord.Client, "login", refuse)
    assert main([]) == 1
    key_file = tmp_path / "dealer.key"
    key_file.unlink()
    capsys.readouterr()
    assert main([]) == 1
    line = capsys.readouterr().err
    assert "--void-live" in line and line.count("\n") == 1
    assert not key_file.exists()
    assert main(["--void-live"]) == 1  # goes on to the token that is refused
    assert key_file.exists()
    capsys.readouterr()
    assert main([]) == 1
    assert "refuses the token" in capsys.readouterr().err


async def _one_player(path: Path) -> None:
    async with Store.open(path, clock=SystemClock()) as store:
        await store.write(lambda tx: players.seen(tx, 1, 2, "Ann", "en"))


def test_audit_says_that_the_books_balance(capsys: Capture, tmp_path: Path) -> None:
    """Exit 0 with what was looked at."""
    asyncio.run(_one_player(tmp_path / "dealer.db"))
    assert main(["audit"]) == 0
    assert "the books balance: 1 transfers, 0 hands, 1 players, 1000 chips" in capsys.readouterr().out


def test_audit_of_nothing_is_one_line_and_exit_1(capsys: Capture) -> None:
    """It makes no database."""
    assert main(["audit"]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_backup_writes_a_database_that_opens(capsys: Capture, tmp_path: Path) -> None:
    """And says where the secret is."""
    asyncio.run(_one_player(tmp_path / "dealer.db"))
    target = tmp_path / "copy.db"
    assert main(["backup", str(target)]) == 0
    assert str(tmp_path / "dealer.key") in capsys.readouterr().out

    async def names() -> list[str]:
        async with Store.open(target, clock=SystemClock()) as store:
            return [row.name for row in await store.read(lambda tx: players.of_server(tx, 1))]

    assert asyncio.run(names()) == ["Ann"]
    assert main(["backup", str(target)]) == 1
    assert "exists" in capsys.readouterr().err


def test_what_makes_a_copy_says_where_the_secret_is(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file beside the database, or the setting; the setting's value is not told."""
    asyncio.run(_one_player(tmp_path / "dealer.db"))
    assert main(["split", str(tmp_path / "one.db")]) == 0
    assert f"{tmp_path / 'dealer.key'} to {tmp_path / 'one.key'}" in capsys.readouterr().out
    monkeypatch.setenv("DEALER_SECRET", "0123456789abcdef")
    for command, name in (("split", "two.db"), ("backup", "three.db")):
        assert main([command, str(tmp_path / name)]) == 0
        told = capsys.readouterr().out
        assert "DEALER_SECRET" in told and ".key" not in told and "0123" not in told


def test_forget_empties_a_person_of_every_server(capsys: Capture, tmp_path: Path) -> None:
    """With the bot stopped, for who can reach it no more; a wrong id and no database are one line."""
    assert main(["forget", "2"]) == 1
    assert "there is no database" in capsys.readouterr().err
    assert not (tmp_path / "dealer.db").exists()
    asyncio.run(_one_player(tmp_path / "dealer.db"))
    assert main(["forget", "2"]) == 0
    assert capsys.readouterr().out == "forgotten, servers: 1\n"
    assert main(["forget", "2"]) == 0
    assert capsys.readouterr().out == "nothing is kept about that id\n"
    assert main(["audit"]) == 0
    for wrong in ("Ann", str(2**63)):
        with pytest.raises(SystemExit):
            main(["forget", wrong])


def test_forget_and_split_beside_a_running_bot_are_refused(capsys: Capture, tmp_path: Path) -> None:
    """One line, exit 1, nothing changed and nothing made; audit and backup may run."""

    async def beside() -> None:
        async with Store.open(tmp_path / "dealer.db", clock=SystemClock()) as store:
            await store.write(lambda tx: players.seen(tx, 1, 2, "Ann", "en"))
            for refused, what in (("forget", "2"), ("split", str(tmp_path / "part.db"))):
                assert await asyncio.to_thread(main, [refused, what]) == 1
                told = capsys.readouterr().err
                assert told.count("\n") == 1 and "in use by another process" in told
            for command in (["audit"], ["backup", str(tmp_path / "copy.db")]):
                assert await asyncio.to_thread(main, command) == 0
            assert await store.read(lambda tx: players.by_user(tx, 1, 2)) is not None

    asyncio.run(beside())
    assert not (tmp_path / "part.db").exists() and (tmp_path / "copy.db").exists()


def test_health_follows_the_heartbeat(capsys: Capture, tmp_path: Path) -> None:
    """Exit 1 with the reason, exit 0 after a beat."""
    assert main(["health"]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    beat(tmp_path / "dealer.alive", SystemClock().now())
    assert main(["health"]) == 0


def test_rehearse_is_handed_its_folder_and_port(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The option goes before the setting; its exit code is passed on."""
    given: list[dict[str, object]] = []

    async def rehearse(**how: object) -> int:
        given.append(how)
        return 5

    module = ModuleType("bot.rehearsal.run")
    module.__dict__["rehearse"] = rehearse
    monkeypatch.setitem(sys.modules, "bot.rehearsal.run", module)
    monkeypatch.setenv("DEALER_REHEARSAL_PORT", "9000")
    assert main(["rehearse"]) == 5
    assert main(["rehearse", "--fresh", "--port", "0"]) == 5
    assert given == [
        {"data_dir": tmp_path, "port": 9000, "fresh": False},
        {"data_dir": tmp_path, "port": 0, "fresh": True},
    ]


def test_rehearse_without_its_extra_says_how_to_install_it(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit 1 and one line."""
    for name in [name for name in sys.modules if name.split(".")[0] == "simcord" or "bot.rehearsal" in name]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "simcord", None)
    assert main(["rehearse"]) == 1
    line = capsys.readouterr().err
    assert "rehearsal" in line and line.count("\n") == 1


@pytest.mark.parametrize("argv", [["shuffle"], ["backup"], ["rehearse", "--port", "x"]])
def test_wrong_arguments_exit_2(capsys: Capture, argv: list[str]) -> None:
    """As every command line does."""
    with pytest.raises(SystemExit) as caught:
        main(argv)
    assert caught.value.code == 2
    assert "python -m bot" in capsys.readouterr().err


def test_nothing_is_read_at_import() -> None:
    """Settings are built in main only."""
    assert not any(isinstance(value, Settings) for value in vars(command_line).values())
