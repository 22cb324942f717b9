"""The bot: tables in Discord channels, the chip ledger, and what people see."""
