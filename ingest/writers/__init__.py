"""The writers, one module a format with `write(matches, file)`; adding a format is adding a module here."""

from ingest.errors import Said


class UnwritableError(ValueError):
    """A record that a format cannot hold; `said` is why, in both languages."""

    def __init__(self, said: Said) -> None:
        super().__init__(said.en)
        self.said = said
