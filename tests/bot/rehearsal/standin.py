"""A little bot that does one of each thing a bot can do, to try the offline Discord with."""

import io
import logging
import re
import time
from typing import Any, Self

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.rehearsal.wire import WireDiscord

TURN_SECONDS = 45
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c49444154789c6360f8cf00000301010018dd8db00000000049454e44ae426082"
)


class TableView(ui.LayoutView):
    """A table message: text, a countdown, a picture, and buttons that outlive the process."""

    def __init__(self, table: int, seats: list[str], *, picture: bool = False) -> None:
        super().__init__(timeout=None)
        ends = int(time.time()) + TURN_SECONDS
        lines = [f"### Table {table}", *(f"▶ **{name}** 100" for name in seats), f"-# to act <t:{ends}:R>"]
        box: ui.Container[Any] = ui.Container(accent_colour=discord.Colour(0x2E7D32))
        box.add_item(ui.TextDisplay("\n".join(lines)))
        if picture:
            box.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://cards.png")))
        box.add_item(ui.Separator())
        box.add_item(ui.Section("More about this table", accessory=Press(table, "rules")))
        row: ui.ActionRow[Any] = ui.ActionRow()
        for verb in ("join", "name", "menu"):
            row.add_item(Press(table, verb))
        box.add_item(row)
        self.add_item(box)


STYLES = {"join": discord.ButtonStyle.success, "rules": discord.ButtonStyle.secondary}


class Press(ui.DynamicItem[ui.Button[Any]], template=r"t:(?P<table>\d+):(?P<verb>\w+)"):
    """Every button of the bot: its table and its verb stand in the custom_id."""

    def __init__(self, table: int, verb: str) -> None:
        style = STYLES.get(verb, discord.ButtonStyle.primary)
        super().__init__(ui.Button(label=verb.title(), style=style, custom_id=f"t:{table}:{verb}"))
        self.table = table
        self.verb = verb

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["table"]), match["verb"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        bot: StandIn = interaction.client
        seats = bot.seats.setdefault(self.table, [])
        if self.verb == "join":
            seats.append(interaction.user.display_name)
            await interaction.response.edit_message(view=TableView(self.table, seats))
        elif self.verb == "name":
            await interaction.response.send_modal(NameForm())
        elif self.verb == "menu":
            await interaction.response.send_message("Choose", view=Menus(), ephemeral=True)
        elif self.verb == "rules":
            await interaction.response.send_message(f"locale {interaction.locale}", ephemeral=True)
        elif self.verb == "silent":
            return


class NameForm(ui.Modal, title="Who are you?"):
    """A form with a text, an input and a menu."""

    about: ui.TextDisplay[Any] = ui.TextDisplay("Say a **name**.")
    name: ui.Label[Any] = ui.Label(
        text="Name", description="as others see it", component=ui.TextInput(default="Al", max_length=20)
    )
    colour: ui.Label[Any] = ui.Label(
        text="Colour",
        component=ui.Select(options=[discord.SelectOption(label=c, value=c) for c in ("red", "black")]),
    )

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        name: Any = self.name.component
        colour: Any = self.colour.component
        await interaction.response.send_message(f"{name.value} is {colour.values[0]}", ephemeral=True)


class Menus(ui.View):
    """One menu of each kind, private."""

    @ui.select(cls=ui.Select, options=[discord.SelectOption(label=c, value=c) for c in ("one", "two")])
    async def text(self, interaction: discord.Interaction[Any], select: ui.Select[Any]) -> None:
        await interaction.response.send_message(f"text {select.values[0]}", ephemeral=True)

    @ui.select(cls=ui.UserSelect, placeholder="Who")
    async def user(self, interaction: discord.Interaction[Any], select: ui.UserSelect[Any]) -> None:
        await interaction.response.send_message(f"user {select.values[0].display_name}", ephemeral=True)

    @ui.select(cls=ui.RoleSelect, placeholder="Role")
    async def role(self, interaction: discord.Interaction[Any], select: ui.RoleSelect[Any]) -> None:
        await interaction.response.send_message(f"role {select.values[0].name}", ephemeral=True)

    @ui.select(cls=ui.ChannelSelect, placeholder="Where")
    async def channel(self, interaction: discord.Interaction[Any], select: ui.ChannelSelect[Any]) -> None:
        await interaction.response.send_message(f"channel {select.values[0].name}", ephemeral=True)


class StandIn(commands.Bot):
    """The bot: `/table open`, `/deal`, `/say`, `/slow`, `/silent`."""

    def __init__(self) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True)
        super().__init__(command_prefix=[], intents=intents)
        self.seats: dict[int, list[str]] = {}

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Press)
        every: list[Any] = [table_group, deal, say, silent]
        for command in every:
            self.tree.add_command(command)
        await self.tree.sync()
        emojis = await self.fetch_application_emojis()
        if not emojis:
            await self.create_application_emoji(name="ace", image=PIXEL)


table_group = app_commands.Group(name="table", description="Tables", guild_only=True)


@table_group.command(name="open", description="Open a table")
@app_commands.choices(game=[app_commands.Choice(name=name, value=name) for name in ("aces", "seka")])
async def table_open(
    interaction: discord.Interaction[Any],
    game: app_commands.Choice[str],
    number: int = 1,
    picture: bool = False,
) -> None:
    files = [discord.File(io.BytesIO(PIXEL), "cards.png", description="three cards")] if picture else []
    await interaction.response.send_message(view=TableView(number, [], picture=picture), files=files)


@app_commands.command(description="Send somebody a card")
async def deal(interaction: discord.Interaction[Any], who: discord.Member, card: str) -> None:
    try:
        await who.send(f"Your card: {card}")
    except discord.Forbidden as error:
        await interaction.response.send_message(f"no DM: {error.code}", ephemeral=True)
        return
    await interaction.response.send_message(f"Dealt to {who.mention}")


@deal.autocomplete("card")
async def cards(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
    names = [card for card in ("As", "Kh", "Kd") if card.lower().startswith(typed.lower())]
    return [app_commands.Choice(name=card, value=card) for card in names]


@app_commands.command(description="Write some messages to the channel")
async def say(
    interaction: discord.Interaction[Any], text: str, times: app_commands.Range[int, 1, 20] = 1
) -> None:
    await interaction.response.defer(ephemeral=True)
    channel: Any = interaction.channel
    for number in range(times):
        await channel.send(f"{text} {number}")
    await interaction.edit_original_response(content="said")


@app_commands.command(description="Say nothing at all")
async def silent(interaction: discord.Interaction[Any]) -> None:
    logging.getLogger(__name__).debug("not answering")


async def open_table(wire: WireDiscord) -> None:
    """Ann opens a table in the channel."""
    await wire.slash("Ann", "card-room", "table open", game="aces")
