"""What a person does on the page, from the page's JSON to the actors."""

import base64
import binascii
import secrets
from typing import Any

from simcord.backend.errors import BackendError, SetupError
from simcord.enums import ComponentType, OptionType

from bot.rehearsal.actors import Actors
from bot.rehearsal.gateway import Gateway
from bot.rehearsal.process import BotProcess
from bot.rehearsal.seen import Answer, Seen

FORMS_KEPT = 100
FAILED = "This interaction failed"
ENTITY_MENUS = (
    ComponentType.USER_SELECT,
    ComponentType.ROLE_SELECT,
    ComponentType.MENTIONABLE_SELECT,
    ComponentType.CHANNEL_SELECT,
)
SNOWFLAKE_OPTIONS = (OptionType.USER, OptionType.CHANNEL, OptionType.ROLE, OptionType.MENTIONABLE)


class Actions:
    """Each kind of action by its name; what cannot be done is answered with an `error` for the person."""

    def __init__(self, actors: Actors, gateway: Gateway, bot: BotProcess | None) -> None:
        self._actors = actors
        self._gateway = gateway
        self._bot = bot
        self._forms: dict[str, Answer] = {}
        self._kinds = {
            "slash": self._slash,
            "autocomplete": self._autocomplete,
            "click": self._click,
            "select": self._select,
            "form": self._form,
            "send": self._send,
            "delete": self._delete,
            "thread": self._thread,
            "dms": self._dms,
            "locale": self._locale,
            "server_locale": self._server_locale,
            "bot": self._bot_process,
            "gateway": self._gateway_switch,
        }

    async def do(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Carry out one action. Its answer may have `error`, `form` with `token`, or `choices`."""
        action = self._kinds.get(str(asked.get("kind")))
        if action is None:
            return {"error": f"there is no action {asked.get('kind')!r}"}
        try:
            made: dict[str, Any] = await action(asked)
        except (SetupError, BackendError, ValueError, KeyError, binascii.Error) as error:
            return {
                "error": str(error.args[0] if isinstance(error, KeyError) and error.args else error)[:300]
            }
        return made

    async def _slash(self, asked: dict[str, Any]) -> dict[str, Any]:
        who, where = int(asked["as"]), int(asked["channel"])
        options = self._options(who, where, asked)
        return self._told(await self._actors.slash(who, where, asked["command"], **options))

    async def _autocomplete(self, asked: dict[str, Any]) -> dict[str, Any]:
        who, where = int(asked["as"]), int(asked["channel"])
        filled = self._options(who, where, asked)
        filled.pop(asked["option"], None)
        typed = str(asked["typed"])
        choices = await self._actors.autocomplete(
            who, where, asked["command"], asked["option"], typed, **filled
        )
        return {"choices": choices}

    def _options(self, who: int, where: int, asked: dict[str, Any]) -> dict[str, Any]:
        """Options from the page, all texts, as the command declares them."""
        declared = {o["name"]: o["type"] for o in self._actors.options(who, where, asked["command"])}
        return {
            name: _option_value(declared.get(name, OptionType.STRING), value)
            for name, value in (asked.get("options") or {}).items()
        }

    async def _click(self, asked: dict[str, Any]) -> dict[str, Any]:
        return self._told(await self._actors.click(int(asked["as"]), self._seen(asked), asked["custom_id"]))

    async def _select(self, asked: dict[str, Any]) -> dict[str, Any]:
        message = self._seen(asked)
        kinds = {control.custom_id: control.kind for control in message.selects}
        kind = kinds.get(asked["custom_id"], ComponentType.STRING_SELECT)
        values = [_entity(kind, value) for value in asked["values"]]
        return self._told(await self._actors.select(int(asked["as"]), message, asked["custom_id"], values))

    async def _form(self, asked: dict[str, Any]) -> dict[str, Any]:
        shown = self._forms.get(asked["token"])
        if shown is None:
            return {"error": "this form is no longer open"}
        kinds = {form_field.custom_id: form_field.kind for form_field in shown.fields}
        values = {
            custom_id: [_entity(kinds[custom_id], item) for item in value]
            if isinstance(value, list)
            else value
            for custom_id, value in asked["values"].items()
        }
        told = self._told(await self._actors.submit(int(asked["as"]), shown, values))
        if "error" not in told:
            self._forms.pop(asked["token"], None)
        return told

    async def _send(self, asked: dict[str, Any]) -> dict[str, Any]:
        files = [(str(f["name"]), base64.b64decode(f["data"])) for f in asked.get("files") or []]
        channel_id = int(asked["channel"])
        reply = self._seen({**asked, "message": asked["reply"]}) if asked.get("reply") else None
        await self._actors.send(
            int(asked["as"]), channel_id, str(asked["content"]), files=files, reply_to=reply
        )
        return {}

    async def _delete(self, asked: dict[str, Any]) -> dict[str, Any]:
        """One's own message, or as the server's owner anybody's."""
        message, who = self._seen(asked), int(asked["as"])
        if who not in (message.author_id, self._actors.world.guild.owner_id):
            return {"error": "only the server's owner deletes what others wrote"}
        self._actors.delete(message)
        return {}

    async def _thread(self, asked: dict[str, Any]) -> dict[str, Any]:
        who, where = int(asked["as"]), int(asked["channel"])
        made = self._actors.world.backend.create_thread(where, str(asked["name"])[:100] or "thread", who)
        return {"channel": str(made.id)}

    async def _dms(self, asked: dict[str, Any]) -> dict[str, Any]:
        self._actors.close_dms(int(asked["as"]), closed=bool(asked["closed"]))
        return {}

    async def _locale(self, asked: dict[str, Any]) -> dict[str, Any]:
        self._actors.speak(int(asked["as"]), str(asked["locale"]))
        return {}

    async def _server_locale(self, asked: dict[str, Any]) -> dict[str, Any]:
        self._actors.speak_on_server(str(asked["locale"]))
        return {}

    async def _bot_process(self, asked: dict[str, Any]) -> dict[str, Any]:
        if self._bot is None:
            return {"error": "the bot does not run in a process of its own"}
        steps = {"start": self._bot.start, "stop": self._bot.stop, "kill": self._bot.kill}
        await steps[asked["do"]]()
        return {}

    async def _gateway_switch(self, asked: dict[str, Any]) -> dict[str, Any]:
        if asked["on"]:
            self._gateway.restore()
        else:
            await self._gateway.cut()
        return {}

    def _seen(self, asked: dict[str, Any]) -> Seen:
        message = self._actors.world.backend.get_message(int(asked["channel"]), int(asked["message"]))
        return Seen.of(message)

    def _told(self, answer: Answer) -> dict[str, Any]:
        if not answer.acknowledged:
            return {"error": FAILED}
        if answer.modal is None:
            return {}
        token = secrets.token_hex(8)
        self._forms[token] = answer
        while len(self._forms) > FORMS_KEPT:
            del self._forms[next(iter(self._forms))]
        return {"form": answer.modal, "token": token}


def _option_value(kind: int, value: Any) -> Any:
    """A text of the page as an option of this kind. ValueError says what it takes."""
    if kind == OptionType.INTEGER:
        return int(str(value).strip())
    if kind == OptionType.NUMBER:
        return float(str(value).strip().replace(",", "."))
    if kind == OptionType.BOOLEAN:
        return value in (True, "true")
    if kind in SNOWFLAKE_OPTIONS:
        return int(value)
    if kind == OptionType.ATTACHMENT:
        return (str(value["name"]), base64.b64decode(value["data"]))
    return value


def _entity(kind: int, value: Any) -> Any:
    """Ids of people, roles and channels as numbers, files as name and bytes, texts as they are."""
    if kind in ENTITY_MENUS:
        return int(value)
    if kind == ComponentType.FILE_UPLOAD:
        return (str(value["name"]), base64.b64decode(value["data"]))
    return value
