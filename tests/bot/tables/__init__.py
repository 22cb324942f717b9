"""Tests of bot.tables without a Discord."""
