"""Tests of bot/nights."""
