"""The production bot in a process of its own, killed at random and at named points, and started again."""
