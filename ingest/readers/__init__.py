"""The readers, the most specific first; adding a format is adding a module here that has FORMAT, UNIT, RULES, VERSION, WHY, `sniff` and `read`."""

from types import ModuleType

from ingest.readers import danpu, guandan_world, njupt_client, njupt_server

READERS: tuple[ModuleType, ...] = (danpu, njupt_server, njupt_client, guandan_world)
