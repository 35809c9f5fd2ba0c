"""Treblecross: one-dimensional Tic-Tac-Toe in which both players write X."""

from __future__ import annotations

from dataclasses import dataclass

from . import _native


@dataclass(frozen=True)
class Solution:
    """A board that is solved.

    Attributes
    ----------
    outcome : str
        ``"N"`` if the player to move wins, ``"P"`` if the other does, ``"none"`` if nobody can.
    cells : tuple of int
        All winning cells, counted from 1, ascending.
    reason : str
        Why they win.
    nim_sum : int or None
        The nim-sum of the clean runs; None where somebody threatens to complete three.
    """

    outcome: str
    cells: tuple[int, ...]
    reason: str
    nim_sum: int | None


@dataclass(frozen=True)
class BoardRow:
    """An empty board.

    Attributes
    ----------
    cells : int
        Its cells; it is heap ``cells + 2`` of 0.007.
    value : int
        The Grundy value of that heap.
    outcome : str
        As in :class:`Solution`.
    winning_cells : tuple of int
        All winning first cells, counted from 1, ascending.
    """

    cells: int
    value: int
    outcome: str
    winning_cells: tuple[int, ...]


def moves(board: str) -> Solution:
    """Solves a board.

    Parameters
    ----------
    board : str
        ``.`` for an empty cell, and ``X``.

    Raises
    ------
    PositionError
        If the text is no board, or has three X in a row.

    Examples
    --------
    >>> moves(".....X.").cells
    (1, 2, 3)
    """
    outcome, cells, reason, nim_sum = _native.treblecross_moves(board)
    return Solution(outcome, tuple(cells), reason, nim_sum)


def table(n: int) -> list[BoardRow]:
    """The empty boards of 0 to n cells.

    Examples
    --------
    >>> table(9)[9].winning_cells
    (1, 4, 5, 6, 9)
    """
    rows = _native.treblecross_table(n)
    return [BoardRow(i, value, outcome, tuple(c)) for i, (value, outcome, c) in enumerate(rows)]
