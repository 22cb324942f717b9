"""Tests of ``bot.store``."""
