"""Hands that are over, read back from the store: who may see what of them, and the proof of their shuffle."""
