"""The cogs: what people press and type."""
