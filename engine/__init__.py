"""The rules of the games: pure, deterministic, standard library only.

No Discord, no database, no clock and no randomness of its own: decks and choices are arguments.
"""
