"""House rules that a server keeps under a name: saving those of a table, and finding them again."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.locale import Text, listed, say
from bot.show.draft import MIXED, changed, mixed_terms, stake_of
from bot.show.names import safe_name
from bot.show.scene import Rules, Terms
from bot.show.words import game_name
from bot.store import Store, Tx, house_rules, players
from bot.store.house_rules import HouseRulesRow
from bot.tables.people import Person, Refusal
from bot.tables.terms import default_terms, read_terms, unfit, write_settings
from engine.errors import EngineError, InputError
from engine.game import Game
from engine.games import GAMES, game

if TYPE_CHECKING:
    from bot.tables.table import Table

log = logging.getLogger(__name__)

USUAL_GAME: Final = "aces"
NAME_LENGTH_MOST: Final = 20  # as wide as names are shown
KEPT_MOST: Final = 20  # by one server: all of them fit a menu
_KEPT_SETTINGS: Final = (
    *("seats_most", "buy_in_least", "buy_in_most"),
    *("turn_seconds", "pause_seconds", "nudge_seconds", "hints"),
)


def checked_name(typed: str) -> str:
    """The name as it is kept; Refusal where it is none."""
    name = " ".join(typed.split())
    letters = all(sign.isalnum() or sign == " " for sign in name)
    if not (name and letters and len(name) <= NAME_LENGTH_MOST):
        raise Refusal(
            say("A name has letters, numbers and spaces, up to {most} in all.", most=NAME_LENGTH_MOST)
        )
    return name


def terms_of(row: HouseRulesRow) -> Terms:
    """The terms of a table with these rules; EngineError where the present version knows them no more."""
    terms = read_terms(game(row.game), row.options, row.settings)
    return replace(terms, house_rules=row.name, rules_id=row.rules_id)


def readable(rows: Sequence[HouseRulesRow]) -> list[tuple[HouseRulesRow, Terms]]:
    """Kept rules with their terms; those that the present version cannot read are left out."""
    found = []
    for row in rows:
        try:
            found.append((row, terms_of(row)))
        except EngineError as error:
            log.warning("house rules cannot be read rules=%s reason=%s", row.rules_id, error.code)
    return found


async def kept(store: Store, server_id: int) -> tuple[Rules, ...]:
    """The house rules of a server, by name."""
    rows = await store.read(lambda tx: house_rules.of_server(tx, server_id))
    return tuple(Rules(row.game, terms.options, row.name, row.rules_id) for row, terms in readable(rows))


async def found(store: Store, server_id: int, name: str) -> Terms:
    """The terms of the house rules of that name; Refusal lists the names that there are."""
    row = await store.read(lambda tx: house_rules.by_name(tx, server_id, name))
    fits = readable([row]) if row is not None else []
    if fits:
        return fits[0][1]
    kept_here = [one.name for one in await kept(store, server_id)]
    if not kept_here:
        raise Refusal(say("This server keeps no house rules yet. Save a table's with {/house-rules save}."))
    raise Refusal(
        say(
            "There are no house rules “{name}”. There are: {names}.",
            name=safe_name(name),
            names=listed(kept_here),
        )
    )


async def wished(
    store: Store,
    games: Mapping[str, Game],
    server_id: int,
    game_key: str | None,
    stake: int | None,
    name: str | None,
) -> Terms:
    """The terms of a game, of several (a word of ``MIXED``), or of the house rules of that name.

    At a table of several games those house rules hold for their own. Refusal where wishes do not go together.
    """
    terms = await found(store, server_id, name) if name is not None else None
    try:
        if game_key in MIXED:
            rules = [_kept_or_usual(key, terms) for key in GAMES]
            return mixed_terms(game_key, rules, stake or (stake_of(terms) if terms is not None else 1))
        if terms is None:
            wanted = games[game_key or USUAL_GAME]
            given = {} if stake is None else {wanted.stake_option: stake}
            return default_terms(wanted, wanted.options_type.from_mapping(given))
        if game_key not in (None, terms.game):
            raise Refusal(
                say(
                    "The house rules “{name}” are of {game}.",
                    name=terms.house_rules,
                    game=game_name(terms.game),
                )
            )
        return terms if stake is None else changed(terms, game(terms.game).stake_option, stake)
    except InputError as error:
        raise unfit(error) from None


def _kept_or_usual(key: str, kept: Terms | None) -> Rules:
    if kept is not None and kept.game == key:
        return Rules(key, kept.options, kept.house_rules, kept.rules_id)
    return Rules(key, GAMES[key].options_type())


async def save(table: Table, person: Person, typed: str) -> Text:
    """Keep the rules of a table under a name: by its host or a manager, in place only of his own."""
    name, terms, store = checked_name(typed), table.state.terms, table.desk.store
    settings = write_settings(terms)

    async def job(tx: Tx) -> HouseRulesRow:
        mine = await players.seen(tx, person.server_id, person.user_id, person.name, person.locale)
        if not person.manager and not table.state.is_host(person.user_id):
            raise Refusal(say("Only the table's host or a manager can do that."))
        there = await house_rules.of_server(tx, person.server_id)
        former = await house_rules.by_name(tx, person.server_id, name)
        _check_may(person, mine.player_id, former)
        if former is None and len(there) >= KEPT_MOST:
            raise Refusal(
                say(
                    "This server keeps as many house rules as it may, {most}. Delete some first.",
                    most=KEPT_MOST,
                )
            )
        return await house_rules.save(
            tx,
            server_id=person.server_id,
            name=name,
            game=terms.game,
            options=terms.options.to_mapping(),
            settings={key: settings[key] for key in _KEPT_SETTINGS},
            saved_by=mine.player_id,
        )

    row = await store.write(job)
    return say("Saved as “{name}”. Use them with {/table open}.", name=row.name)


async def delete(store: Store, person: Person, name: str) -> Text:
    """Forget house rules: by who saved them, or a manager. Tables keep the copy that they play by."""
    await found(store, person.server_id, name)

    async def job(tx: Tx) -> str:
        mine = await players.seen(tx, person.server_id, person.user_id, person.name, person.locale)
        row = await house_rules.by_name(tx, person.server_id, name)
        _check_may(person, mine.player_id, row)
        await house_rules.delete(tx, person.server_id, name)
        return row.name if row is not None else name

    deleted = await store.write(job)
    return say("The house rules “{name}” are deleted. Open tables go on with them.", name=deleted)


def _check_may(person: Person, player_id: int, row: HouseRulesRow | None) -> None:
    if row is not None and not person.manager and row.saved_by != player_id:
        raise Refusal(
            say("“{name}” were saved by somebody else: only he or a manager can change them.", name=row.name)
        )
