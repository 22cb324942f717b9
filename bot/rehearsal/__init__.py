"""The rehearsal: an offline Discord on loopback, its page, and the production bot beside it."""
