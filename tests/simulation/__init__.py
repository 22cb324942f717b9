"""Whole evenings of a server from one seed: the real bot on an offline Discord, and all that goes wrong.

Time, network, disk and chance are all the simulation's own, so that a seed always plays the same evening.
"""
