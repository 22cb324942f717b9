"""/settings, and who counts as a manager."""

from __future__ import annotations

from typing import Any

from tests.flow.conftest import all_is_well  # noqa: F401 - holds after every test
from tests.flow.evening import CHANNEL, Evening


async def _told(friends: Evening, who: str, command: str, **options: Any) -> str:
    answer = await friends.wire.slash(who, CHANNEL, command, **options)
    return answer.messages[-1].text


async def test_without_options_the_settings_are_shown(friends: Evening) -> None:
    """The defaults of a server that never changed one."""
    told = await _told(friends, "Ann", "settings")
    assert "Somebody new starts with 1000 chips." in told
    assert "Managers: whoever may manage the server." in told
    assert "within 60 min" in told


async def test_who_may_not_manage_the_server_changes_nothing(friends: Evening) -> None:
    """He is told who may."""
    assert (await _told(friends, "Boris", "settings", starting_chips=5)).startswith("Only managers")
    assert "1000 chips" in await _told(friends, "Ann", "settings")


async def test_somebody_new_gets_what_is_set(friends: Evening) -> None:
    """Who was there before keeps what he has."""
    await _told(friends, "Boris", "bank balance")
    assert "250 chips" in await _told(friends, "Ann", "settings", starting_chips=250)
    assert await _told(friends, "Boris", "bank balance") == "Boris: 1000 chips in the wallet."
    assert await _told(friends, "Carol", "bank balance") == "Carol: 250 chips in the wallet."


async def test_a_manager_role_counts_at_once_and_until_it_is_taken_back(friends: Evening) -> None:
    """Beside whoever may manage the server, who is never locked out."""
    backend, server_id = friends.wire.world.backend, friends.wire.world.guild.id
    role = backend.create_role(server_id, "Croupier")
    backend.add_member_role(server_id, friends.wire.world.user("Boris").id, role.id)
    grant = {"member": "Carol", "chips": 5, "reason": "x"}
    assert (await _told(friends, "Boris", "bank grant", **grant)).startswith("Only managers")
    assert f"<@&{role.id}>" in await _told(friends, "Ann", "settings", manager_role="Croupier")
    assert (await _told(friends, "Boris", "bank grant", **grant)).startswith("Boris grants Carol")
    assert (await _told(friends, "Ann", "bank grant", **grant)).startswith("Ann grants Carol")
    assert "<@&" not in await _told(friends, "Ann", "settings", no_manager_role=True)
    assert (await _told(friends, "Boris", "bank grant", **grant)).startswith("Only managers")
