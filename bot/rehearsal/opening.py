"""What a newcomer finds: one person at a practice table, opened by the bot's own command."""

from simcord.backend.errors import BackendError, SetupError

from bot.rehearsal.actors import Actors
from bot.rehearsal.world import CHANNELS

COMMAND = "table practice"
SECONDS_MOST = 10.0


async def open_practice_table(actors: Actors, who: str) -> bool:
    """That person types /table practice where nobody has said anything yet; True when a table stands there.

    False: the world is not new, or its bot has no such command.
    """
    where, world = CHANNELS[0], actors.world
    if any(actors.messages(channel.id) for channel in world.backend.channels.values()):
        return False
    if COMMAND not in [name for name, _ in actors.commands(world.user(who).id, world.channel(where).id)]:
        return False
    try:
        await actors.slash(who, where, COMMAND)
        await actors.until(
            lambda: any(message.buttons for message in actors.messages(where)), timeout_seconds=SECONDS_MOST
        )
    except (BackendError, SetupError, TimeoutError):  # the person can still type it himself
        return False
    return True
