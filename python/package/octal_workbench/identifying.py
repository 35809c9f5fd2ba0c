"""Games sought by their values."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from . import _native
from ._numbers import whole
from .game import Cousin


@dataclass(frozen=True)
class Difference:
    """A value that is not that of its heap.

    Attributes
    ----------
    n : int
        The index of the value.
    found : int
        The value.
    heap : int
        The heap that it stands for; negative below the heaps of the game.
    right : int
        The value of this heap.
    """

    n: int
    found: int
    heap: int
    right: int


@dataclass(frozen=True)
class IdentifiedGame:
    """A game that has given values a(n), or nearly.

    Attributes
    ----------
    code, name : str
        The game; the name may be None.
    shift : int
        ``a(n) = G_code(n - shift)``.
    equal : list of Cousin
        Its other codes, each with its shift.
    differences : list of Difference
        The values that differ.
    known : dict or None
        What is known of one of the first five games, as ``octal known CODE --format json`` prints it: who
        settled it (``"settled"``), who searched it (``"limits"``), and our result (``"row"``).
    """

    code: str
    name: str | None
    shift: int
    equal: list[Cousin]
    differences: list[Difference]
    known: dict[str, Any] | None


@dataclass(frozen=True)
class Identification:
    """The games that have given values, or those that are nearest.

    Attributes
    ----------
    exact : bool
        True if the games have all values.
    enough : bool
        True if there are at least eight values.
    deciding : int or None
        How many first values exclude all other games, if the games are exact.
    games : list of IdentifiedGame
        The games, those with names first.
    """

    exact: bool
    enough: bool
    deciding: int | None
    games: list[IdentifiedGame]


def identify(values: Iterable[int], *, first: int = 0) -> Identification:
    """The games that have given values, at any first heap up to 16 before or after their index.

    Parameters
    ----------
    values : iterable of int
        The values a(first), a(first + 1), ...
    first : int
        The index of the first value, at most 64.

    Returns
    -------
    Identification
        Among all octal codes of up to five digits with 0 or 4 before the point, hexadecimal codes of up to
        three, subtraction sets with elements up to 12, and the games of the catalogue.

    Raises
    ------
    ValueError
        If there are no values, more than 2**20, or the first index is too large.

    Examples
    --------
    >>> found = identify([1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2])
    >>> found.exact, found.games[0].name, found.games[0].shift
    (True, 'dawsons-chess', -1)
    """
    numbers = [whole(value, "a value") for value in values]
    found = json.loads(_native.identify(numbers, whole(first, "first")))
    return Identification(
        exact=found["exact"],
        enough=found["enough"],
        deciding=found["deciding"],
        games=[_game(game) for game in found["games"]],
    )


def _game(game: dict[str, Any]) -> IdentifiedGame:
    return IdentifiedGame(
        code=game["code"],
        name=game["name"],
        shift=game["shift"],
        equal=[_cousin(text) for text in game["equal"]],
        differences=[Difference(**difference) for difference in game["differences"]],
        known=game["known"],
    )


def _cousin(text: str) -> Cousin:
    code, _, shift = text.partition(" shift ")
    return Cousin(code, int(shift or 0))
