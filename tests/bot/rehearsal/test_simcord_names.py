"""Every name of simcord 3.2.1 that the rehearsal uses and simcord does not promise to keep.

When simcord is raised, what breaks here is what has to be looked at.
"""

import importlib
import importlib.metadata
import inspect

import pytest

NAMES = [
    "simcord._clock:Clock.now",
    "simcord._clock:Clock.advance",
    "simcord.actors:MemberActor",
    "simcord.actors:_component_interaction",
    "simcord.backend.access:channel_accessible",
    "simcord.backend.access:message_accessible",
    "simcord.backend.cdn:CDN_BASE",
    "simcord.backend.cdn:CdnStore.get",
    "simcord.backend.errors:BackendError",
    "simcord.backend.errors:SetupError",
    "simcord.backend.models:Channel",
    "simcord.backend.models:Guild",
    "simcord.backend.models:GuildEmoji",
    "simcord.backend.models:Interaction",
    "simcord.backend.models:Message.visible_to",
    "simcord.backend.models:User",
    "simcord.backend.serializers:guild_create_payload",
    "simcord.backend.serializers:member_payload",
    "simcord.backend.serializers:message_payload",
    "simcord.backend.serializers:user_payload",
    "simcord.backend.state:Backend.create_thread",
    "simcord.backend.state:Backend.emit",
    "simcord.backend.state:Backend.get_dm_channel",
    "simcord.backend.state:Backend.register_commands",
    "simcord.backend.state:Backend.store_attachments",
    "simcord.backend.state:Backend.visible_commands",
    "simcord.builders:ChannelHandle",
    "simcord.builders:GuildHandle",
    "simcord.builders:RoleHandle",
    "simcord.builders:UserHandle",
    "simcord.components:walk_components",
    "simcord.enums:SELECT_TYPES",
    "simcord.enums:ChannelType",
    "simcord.enums:ComponentType",
    "simcord.enums:OptionType",
    "simcord.http.router:dispatch",
    "simcord.intents:censor_message",
    "simcord.intents:prune_guild_create",
    "simcord.intents:required_intent",
    "simcord.interactions:command_leaves",
    "simcord.results:InteractionResult",
    "simcord.results:ResponseMessage",
]
ASKED_OF_AN_ENVIRONMENT = [
    "_begin_operation",
    "_end_operation",
    "_mark_mutation",
    "_notify_dispatch_observers",
    "_settle_internal",
    "_message_states",
    "strict_sync",
    "backend",
    "bot",
]


def test_simcord_is_the_version_this_was_written_for() -> None:
    """The pin in pyproject.toml and what is installed agree."""
    assert importlib.metadata.version("simcord") == "3.2.1"


@pytest.mark.parametrize("name", NAMES)
def test_name_is_there(name: str) -> None:
    """Each name can be reached."""
    module, _, path = name.partition(":")
    found = importlib.import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    assert found is not None


def test_actors_ask_an_environment_for_no_more_than_ours_has() -> None:
    """simcord's actors use nothing of their environment that our stand-in for it lacks."""
    import re

    from simcord import _modal, actors, builders, interactions, results

    asked: set[str] = set()
    for module in (actors, builders, interactions, _modal, results):
        asked |= set(re.findall(r"\b(?:_env|env)\.(\w+)", inspect.getsource(module)))
    assert asked <= set(ASKED_OF_AN_ENVIRONMENT)


def test_private_attributes_are_where_we_read_them() -> None:
    """What is read from simcord's handles, results and stores by attribute."""
    from bot.rehearsal.backing import WallClock, WorldBackend

    backend = WorldBackend(WallClock())
    assert backend.images._blobs == {}
    for attribute in (
        "subscribers",
        "interactions",
        "interaction_tokens",
        "application_emojis",
        "dm_channels",
    ):
        assert hasattr(backend, attribute)
    for handle, attribute in (("InteractionResult", "_interaction"), ("ResponseMessage", "_message")):
        source = inspect.getsource(getattr(importlib.import_module("simcord.results"), handle))
        assert f"self.{attribute} = " in source
