"""Positions: sums of heaps under normal play (who cannot move loses)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from . import _native
from ._limits import LIMIT, MEMORY, WORK
from ._numbers import whole
from ._progress import Progress, reporter
from .errors import SearchLimit

if TYPE_CHECKING:
    from .game import Game


class Move(NamedTuple):
    """A move in one heap.

    Attributes
    ----------
    game : str
        The game of the heap.
    heap : int
        The heap, in tokens.
    parts : tuple of int
        The heaps that remain, at most three.
    """

    game: str
    heap: int
    parts: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.heap} → {'+'.join(map(str, self.parts)) or '0'}"

    def __repr__(self) -> str:
        return f"Move({self.game!r}, {self.heap}, {self.parts})"


class _Solution(NamedTuple):
    nim_sum: int
    moves: list[Move]
    total: int | None


@dataclass(frozen=True)
class Position:
    """A sum of heaps of one or more games.

    Parameters
    ----------
    text : str, Position or Game
        Such as ``"0.77: 3 4 5"`` or ``"kayles: 3 4 | nim: 2"``; or a game alone, if `heaps` are given.
        Heaps have up to 2**53 tokens.
    heaps : iterable of int, optional
        The heaps of the game.

    Raises
    ------
    PositionError
        If the text is no position.
    OctalCodeError
        If `heaps` are given and the text is no game.
    TypeError
        If the text is no text, or a heap is no whole number.

    Examples
    --------
    >>> position = Position("kayles: 3 4 5")
    >>> position.outcome, position.nim_sum
    ('N', 6)
    >>> position.play("5 -> 1+3").outcome
    'P'
    >>> Position("kayles", [3, 4, 5]) == Position("0.77: 3 4 5")
    True
    """

    text: str
    #: The games with their heaps.
    components: tuple[tuple[str, tuple[int, ...]], ...] = field(init=False, compare=False)

    def __init__(
        self, text: str | Position | Game, heaps: Iterable[int] | None = None
    ) -> None:
        if heaps is not None:
            # The module of games imports this one.
            from .game import Game

            sizes = tuple(whole(heap, "a heap") for heap in heaps)
            text = f"{Game(text)}: {_spaced(sizes)}"  # type: ignore[arg-type]
        elif not isinstance(text, (str, Position)):
            raise TypeError(f"name the game too, as in Position('kayles', [3, 4, 5]): found {text!r}")
        found = _native.components(str(text))
        components = tuple((game, tuple(heaps)) for game, heaps in found)
        canonical = " | ".join(f"{game}: {_spaced(heaps)}" for game, heaps in components)
        object.__setattr__(self, "text", canonical)
        object.__setattr__(self, "components", components)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Position({self.text!r})"

    def __reduce__(self) -> tuple[type[Position], tuple[str]]:
        return Position, (self.text,)

    @property
    def nim_sum(self) -> int:
        """The nim-sum of the Grundy values of all heaps."""
        return self._solve(0, MEMORY, False).nim_sum

    @property
    def outcome(self) -> str:
        """``"N"`` if the next player, who is to move, wins; else ``"P"``."""
        return "N" if self.nim_sum else "P"

    def winning_moves(
        self, *, most: int = 1000, memory: int = MEMORY, progress: Progress = False
    ) -> list[Move]:
        """All winning moves; equal heaps count once.

        Parameters
        ----------
        most : int
            The most moves to list.
        memory : int
            Bytes for the values of each game.
        progress : bool or callable
            ``True`` for a tqdm bar, or a function of the share that is done.

        Raises
        ------
        SearchLimit
            If there are more moves than `most`, the heaps are too large to look at all their moves,
            or a value is not known within the limits.
        """
        solution = self._solve(most, memory, progress)
        if solution.total is None:
            raise SearchLimit("not all moves of so large heaps can be looked at")
        if solution.total > most:
            raise SearchLimit(f"there are {solution.total} winning moves: ask for more than {most}")
        return solution.moves

    def play(self, move: str | Move, game: str | None = None) -> Position:
        """The position after a move.

        Parameters
        ----------
        move : str or Move
            Such as ``"4 -> 2+1"``; what is taken whole leaves 0.
        game : str, optional
            The game to play in, if several have such a heap. A :class:`Move` knows it.

        Raises
        ------
        PositionError
            If there is no such heap, or the rules do not allow the move.
        """
        if isinstance(move, Move) and game is None:
            game = move.game
        return Position(_native.play(self.text, game, str(move)))

    def _solve(self, most: int, memory: int, progress: Progress) -> _Solution:
        with reporter(progress, self.text) as report:
            nim_sum, moves, count = _native.solve(self.text, LIMIT, WORK, memory, most, report)
        listed = [Move(game, heap, tuple(parts)) for game, heap, parts in moves]
        return _Solution(nim_sum, listed, count)


def _spaced(heaps: tuple[int, ...]) -> str:
    return " ".join(map(str, heaps)) or "0"
