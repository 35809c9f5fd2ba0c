"""What can go wrong. Each message says what would be right."""

from __future__ import annotations

import re


class OctalCodeError(ValueError):
    """A text that is no code.

    Attributes
    ----------
    column : int or None
        Where the text goes wrong, counted from 1.
    hint : str
        What would be right.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        found = re.match(r"column (\d+): (.*)", message, re.DOTALL)
        self.column: int | None = int(found[1]) if found else None
        text: str = found[2] if found else message
        # The message is what is wrong, and behind the last colon or the word `expected` what is right.
        hint = re.search(r"(expected .*)$", text) or re.search(r": ([^:]*)$", text)
        self.hint: str = hint[1] if hint else text


class PositionError(ValueError):
    """A text that is no position, board or move, or a move that the rules do not allow."""


class CertificateError(ValueError):
    """There is no certificate: nothing is proved, or neither form can hold the evidence."""


class SearchLimit(RuntimeError):
    """A value is not known within the limits, and no proved period gives it."""
