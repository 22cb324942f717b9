"""Who may sit at a table that is not for everybody: a role, or those who answered for its night.

``Terms.guests``: "" everybody, "answers", or "role:" and the role's id.
"""

from __future__ import annotations

from bot.locale import say
from bot.show.scene import Terms
from bot.store import Tx, nights
from bot.tables.people import Person, Refusal

EVERYBODY = ""
ANSWERS = "answers"


def of_role(role_id: int) -> str:
    """As ``Terms.guests`` keeps it."""
    return f"role:{role_id}"


async def check_guest(
    tx: Tx, table_id: int, host_player_id: int, terms: Terms, person: Person, player_id: int
) -> None:
    """Refusal for who is not invited; the host always is."""
    if terms.guests == EVERYBODY or player_id == host_player_id:
        return
    if terms.guests == ANSWERS:
        night_id = await nights.of_table(tx, table_id)
        said = {} if night_id is None else {a.player_id: a.answer for a in await nights.answers(tx, night_id)}
        if said.get(player_id) not in ("yes", "maybe"):
            raise Refusal(say("This table is for those who answered that they come to the night."))
        return
    role_id = int(terms.guests.removeprefix("role:"))
    if role_id not in person.role_ids:
        raise Refusal(say("This table is for members with the role <@&{role}>.", role=role_id))
