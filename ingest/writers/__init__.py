"""The writers, one module a format with `write(matches, file)`; adding a format is adding a module here."""

from ingest.errors import SaidError


class UnwritableError(SaidError):
    """A record that a format cannot hold."""
