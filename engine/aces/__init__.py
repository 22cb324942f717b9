"""Aces, Straights and Flushes: seven-card stud with one common joker (rules A0 to A4)."""
