"""What the fast Discord says, in Discord's words; only what discord.py reads."""

from __future__ import annotations

import time
from typing import Any, Final

DISCORD_EPOCH_MS: Final = 1_420_070_400_000
BOT_ID: Final = 900_000_000_000_000_001
APPLICATION_ID: Final = 900_000_000_000_000_002
COMPONENTS_V2: Final = 1 << 15
EVERYBODY: Final = str((1 << 53) - 1)  # all permissions
BOT: Final = {
    "id": str(BOT_ID),
    "username": "Dealer",
    "discriminator": "0",
    "avatar": None,
    "bot": True,
    "global_name": None,
}


def text_length(components: list[dict[str, Any]]) -> int:
    """Letters in all texts of a message."""
    length = sum(len(one.get("content") or "") for one in components)
    return length + sum(text_length(one.get("components") or []) for one in components)


def buttons(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The buttons of a message, in their order."""
    found = [one for one in components if one["type"] == 2]
    for one in components:
        found += buttons(one.get("components") or [])
    return found


def snowflake() -> int:
    """The first id of this moment."""
    return (int(time.time() * 1000) - DISCORD_EPOCH_MS) << 22


def message_payload(
    channel_id: int, message_id: int, components: list[dict[str, Any]], content: str = ""
) -> dict[str, Any]:
    """A message of the bot."""
    return {
        "id": str(message_id),
        "channel_id": str(channel_id),
        "type": 0,
        "author": BOT,
        "content": content,
        "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "flags": COMPONENTS_V2 if components else 0,
        "components": components,
    }


def member_payload(user_id: int, name: str) -> dict[str, Any]:
    """A member without roles."""
    return {
        "user": {
            "id": str(user_id),
            "username": name.lower(),
            "global_name": name,
            "discriminator": "0",
            "avatar": None,
        },
        "nick": None,
        "roles": [],
        "joined_at": "2026-01-01T00:00:00+00:00",
        "deaf": False,
        "mute": False,
        "flags": 0,
        "permissions": "2147483647",
    }


def channel_payload(server_id: int, channel_id: int) -> dict[str, Any]:
    """A text channel."""
    return {
        "id": str(channel_id),
        "type": 0,
        "name": f"cards-{channel_id % 1000}",
        "guild_id": str(server_id),
        "position": 0,
        "permission_overwrites": [],
        "nsfw": False,
        "parent_id": None,
        "permissions": EVERYBODY,
    }


def guild_payload(server_id: int, channel_ids: list[int]) -> dict[str, Any]:
    """A server in which the bot may do everything."""
    everyone = {
        "id": str(server_id),
        "name": "@everyone",
        "color": 0,
        "hoist": False,
        "position": 0,
        "permissions": EVERYBODY,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    me = {**member_payload(BOT_ID, "Dealer"), "user": BOT}
    return {
        "id": str(server_id),
        "name": "Card Club",
        "owner_id": "1",
        "roles": [everyone],
        "emojis": [],
        "stickers": [],
        "features": [],
        "channels": [channel_payload(server_id, one) for one in channel_ids],
        "members": [me],
        "member_count": 200,
        "threads": [],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
        "preferred_locale": "en-US",
        "unavailable": False,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "premium_tier": 0,
        "nsfw_level": 0,
        "system_channel_flags": 0,
        "afk_timeout": 300,
    }


def application_payload() -> dict[str, Any]:
    """The bot's application."""
    return {
        "id": str(APPLICATION_ID),
        "name": "Dealer",
        "description": "",
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0",
        "owner": {**BOT, "bot": False, "id": "1"},
        "flags": 0,
        "team": None,
    }
