"""Numbers that a caller gives."""

from __future__ import annotations

import operator


def whole(n: object, what: str) -> int:
    """A whole number: an int, or anything that stands for one, such as a number of NumPy."""
    try:
        return operator.index(n)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{what} is a whole number such as 1000, not {n!r}") from None
