"""What people can press and type: thin layers that read, check, hand over and answer."""

from collections.abc import Iterator

from discord.ext import commands

from bot.client import DealerBot
from bot.cooldowns import Cooldowns
from bot.history.archive import Archive
from bot.standings.messages import Messages
from bot.standings.posting import summary_sender
from bot.store import Store
from cogs.bank import BankCog
from cogs.exports import ExportCog
from cogs.help import HelpCog
from cogs.hint import HintCog
from cogs.history import HistoryCog
from cogs.house_rules import HouseRulesCog
from cogs.keyboard import KeyboardCog
from cogs.night import NightCog
from cogs.opening import Opening
from cogs.people import People
from cogs.play import PlayCog
from cogs.privacy import PrivacyCog
from cogs.seasons import SeasonCog
from cogs.settings import SettingsCog
from cogs.standings import StandingsCog
from cogs.table import TableCog
from cogs.trust import TrustCog


def make_cogs(client: DealerBot, store: Store) -> Iterator[commands.Cog]:
    """All cogs of a client, which is told where presses go."""
    cooldowns = Cooldowns(client.clock)
    people = People(store, cooldowns, client.room)
    client.presses = play = PlayCog(client.reporter, client.room, people)
    client.panel_presses = opening = Opening(client.reporter, client.room, people)
    yield play
    yield KeyboardCog(play)
    yield HintCog(client.room, people)
    yield TableCog(people, play, opening)
    yield HouseRulesCog(store, people, play, opening)
    yield BankCog(store, people)
    client.setting_presses = settings = SettingsCog(client.reporter, store, people, client.nights)
    yield settings
    room = client.room
    messages = Messages(store, room.games, room.desk.around, client.charts)
    client.nights.telling.summary = summary_sender(messages, client.nights.desk)
    client.night_presses = night = NightCog(client.reporter, client.nights, people, play, messages)
    yield night
    client.standing_presses = standings = StandingsCog(client.reporter, people, messages)
    client.season_presses = seasons = SeasonCog(client.reporter, client.clock, store, people, messages)
    yield standings
    yield seasons
    client.privacy_presses = about_me = PrivacyCog(client.reporter, store, client.farewells, cooldowns)
    yield about_me
    yield ExportCog(store, people, messages)
    archive = Archive(room.desk)
    client.history_presses = history = HistoryCog(client.reporter, people, archive)
    yield history
    yield TrustCog(people, archive)
    client.rules_presses = finding_out = HelpCog(client.reporter, client.room, people, client.charts)
    yield finding_out
