"""Numbers of things, as English counts them."""


def count(n: int, one: str, many: str | None = None) -> str:
    """So many of a thing.

    >>> count(1, "deal"), count(2, "deal"), count(0, "match", "matches")
    ('1 deal', '2 deals', '0 matches')
    """
    return f"{n} {one if n == 1 else many or one + 's'}"
