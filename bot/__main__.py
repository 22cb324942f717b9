"""python -m bot: the bot on Discord, and what its owner does with it by command line.

Here the parts are put together: the only module of this package that knows the cogs.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bot import health, logs
from bot.clock import SystemClock
from bot.settings import Settings, SettingsError, load_settings
from bot.store import Refused, Store, StoreError, Tx, audit, players, privacy
from bot.store.backup import backup
from bot.store.split import split

EXIT_FAULT: Final = 1
EXIT_USAGE: Final = 2
VIOLATIONS_SHOWN: Final = 50
ID_MOST: Final = 2**63 - 1  # as the database keeps it

_NO_TOKEN: Final = (
    "no token: set DEALER_TOKEN to run on Discord, or try the bot without Discord: python -m bot rehearse"
)
_NO_REHEARSAL: Final = (
    'the rehearsal is not installed: pip install "dealers-choice[rehearsal]" (here: ".[rehearsal]")'
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code: 0 well, 1 a fault, 2 a wrong setting or argument."""
    arguments = _parser().parse_args(argv)
    try:
        settings = load_settings()
    except SettingsError as error:
        return _fail(str(error), EXIT_USAGE)
    logs.configure(settings.log_level, settings.log_format, _secrets(settings))
    match arguments.command:
        case "rehearse":
            return _rehearse(settings, arguments.port, fresh=arguments.fresh)
        case "audit":
            return asyncio.run(_audit(settings))
        case "backup":
            return asyncio.run(_backup(settings, arguments.file))
        case "split":
            return asyncio.run(_split(settings, arguments.file))
        case "forget":
            return asyncio.run(_forget(settings, arguments.user_id))
        case "health":
            return _health(settings)
        case _:
            return _run(settings, void_live=arguments.void_live)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Dealer's Choice: a Discord bot that deals card games. Settings are read from the "
        "environment (DEALER_…), see the README.",
    )
    parser.add_argument(
        "--void-live",
        action="store_true",
        help="void the hands in play before starting: after the secret was lost or changed",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    rehearse = commands.add_parser("rehearse", help="try the bot in a local browser page, without Discord")
    rehearse.add_argument("--fresh", action="store_true", help="start over: forget its server and its tables")
    rehearse.add_argument("--port", type=_port, help="of the page (default: DEALER_REHEARSAL_PORT, 8124)")
    commands.add_parser("audit", help="prove that the books balance; may run beside the bot")
    copy = commands.add_parser("backup", help="copy the database to a new file; may run beside the bot")
    copy.add_argument("file", type=Path, metavar="FILE")
    part = commands.add_parser(
        "split", help="write the servers of DEALER_SHARD_IDS to a new database; with the bot stopped"
    )
    part.add_argument("file", type=Path, metavar="FILE")
    forget = commands.add_parser("forget", help="forget a person in every server; with the bot stopped")
    forget.add_argument("user_id", type=_id, metavar="USER_ID", help="Discord's id of the person")
    commands.add_parser("health", help="exit 0 where the bot of this database is up, 1 where it is not")
    return parser


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"a port is a whole number up to 65535, not {text!r}")
    return int(text)


def _id(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(ID_MOST)) and int(text) <= ID_MOST):
        raise argparse.ArgumentTypeError(f"Discord's ids are whole numbers, not {text!r}")
    return int(text)


def _secrets(settings: Settings) -> list[str]:
    return [one.get_secret_value() for one in (settings.token, settings.secret) if one is not None]


def _run(settings: Settings, *, void_live: bool) -> int:
    if settings.token is None:
        return _fail(_NO_TOKEN, EXIT_USAGE)
    # Only here: loading the whole bot takes a second, which the other commands need not wait for.
    from bot.run import run
    from cogs import make_cogs

    return asyncio.run(run(settings, make_cogs, void_live=void_live))


def _rehearse(settings: Settings, port: int | None, *, fresh: bool) -> int:
    logging.getLogger("discord").setLevel(logging.ERROR)  # simcord builds a client to look into, at import
    try:
        from bot.rehearsal.run import rehearse
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.split(".")[0] == "simcord":
            return _fail(_NO_REHEARSAL, EXIT_FAULT)
        raise
    chosen = settings.rehearsal_port if port is None else port
    return asyncio.run(rehearse(data_dir=settings.database.parent, port=chosen, fresh=fresh))


async def _audit(settings: Settings) -> int:
    try:
        report = await audit.run(settings.database)
    except StoreError as error:
        return _fail(str(error), EXIT_FAULT)
    for violation in report.violations[:VIOLATIONS_SHOWN]:
        print(violation)
    checked = f"{report.transfers} transfers, {report.hands} hands, {report.players} players"
    if report.clean:
        practice = f", {report.practice_chips} practice chips" if report.practice_chips else ""
        print(f"the books balance: {checked}, {report.chips} chips{practice}")
        return 0
    return _fail(f"{len(report.violations)} violations in {checked}", EXIT_FAULT)


async def _backup(settings: Settings, target: Path) -> int:
    try:
        size_bytes = await backup(settings.database, target)
    except StoreError as error:
        return _fail(str(error), EXIT_FAULT)
    kept = settings.key_file if settings.secret is None else "that of DEALER_SECRET"
    print(f"{target}: {size_bytes} bytes. The secret is not in it: keep {kept} apart.")
    return 0


async def _split(settings: Settings, target: Path) -> int:
    try:
        kept, others = await split(settings.database, target, settings.shards.serve)
    except StoreError as error:
        return _fail(str(error), EXIT_FAULT)
    print(f"{target}: servers of shards {settings.shards}: {kept}, left out: {others}.")
    if settings.secret is None:
        print(f"Copy the secret beside it: {settings.key_file} to {target.with_suffix('.key')}, mode 0600.")
    else:
        print("Start its process with the same DEALER_SECRET.")
    return 0


async def _forget(settings: Settings, user_id: int) -> int:
    """For people who can reach the bot no more; the process must be stopped, for it owns the file."""

    async def job(tx: Tx) -> int:
        rows = await privacy.rows_of(tx, user_id)
        for row in rows:
            await players.forget(tx, row.player_id)
        return len({abs(row.server_id) for row in rows})

    if not settings.database.exists():
        return _fail(f"there is no database {settings.database}", EXIT_FAULT)
    try:
        async with Store.open(settings.database, clock=SystemClock()) as store:
            count = await store.write(job)
    except Refused as error:
        return _fail(f"{error}: nothing was changed. Start the bot and close that table first", EXIT_FAULT)
    except StoreError as error:
        return _fail(str(error), EXIT_FAULT)
    print(f"forgotten, servers: {count}" if count else "nothing is kept about that id")
    return 0


def _health(settings: Settings) -> int:
    reason = health.sick_because(settings.heartbeat_file, SystemClock().now())
    if reason is not None:
        return _fail(reason, EXIT_FAULT)
    print("healthy")
    return 0


def _fail(line: str, code: int) -> int:
    print(line, file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
