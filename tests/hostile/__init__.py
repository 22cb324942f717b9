"""Payloads that no honest client sends, to the real bot on an offline Discord with two servers."""
