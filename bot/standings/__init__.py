"""Standings: who stands where, what a night came to, who lost to whom, and all of it to take away."""
