"""Whole evenings through real discord.py: the bot in this process, an offline Discord on loopback."""
