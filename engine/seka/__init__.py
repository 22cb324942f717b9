"""Seka: its rules are in RULES.md beside this file."""
