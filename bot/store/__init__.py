"""The store: the ledger, tables, hands and people in one SQLite file. The only package that speaks SQL.

``Store.open`` gives a ``Store``; ``store.write(job)`` and ``store.read(job)`` hand the job a ``Tx``. The
functions of ``ledger players servers tables waiting hands nights meta audit`` take that ``tx`` first, so that
one job composes several of them in one transaction. A job awaits nothing but its ``tx``.
"""

from bot.store.connection import Tx
from bot.store.errors import CannotOpen, NotEnoughChips, Refused, StoreError
from bot.store.store import Store

__all__ = ["CannotOpen", "NotEnoughChips", "Refused", "Store", "StoreError", "Tx"]
