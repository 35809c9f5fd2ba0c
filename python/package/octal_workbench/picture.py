"""Pictures of sequences, with matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._limits import MEMORY
from .game import Game
from .period import Rare

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: The kinds of pictures.
KINDS = ("sequence", "histogram", "rare", "periodic")
#: The last heap of a picture, unless a call says otherwise.
LAST = 1000


def plot(
    game: Game | str,
    *,
    kind: str = "sequence",
    n: int = LAST,
    fold: int | None = None,
    ax: Axes | None = None,
    memory: int = MEMORY,
) -> Axes:
    """Draws a sequence on a matplotlib axis.

    Parameters
    ----------
    game : Game or str
        The game, or its code or name.
    kind : str
        ``"sequence"``: G(n) against n; ``"histogram"``: how often each value occurs; ``"rare"``: how
        many heaps up to n are rare; ``"periodic"``: one period a row, so that a true period makes
        columns, with a mark at each heap where ``G(n + fold) != G(n)``.
    n : int
        The last heap.
    fold : int, optional
        The period of the kind ``"periodic"``, right or wrong; that of the game if it is not given.
    ax : Axes, optional
        Where to draw; the current axis if it is not given.
    memory : int
        Bytes for the values.

    Returns
    -------
    Axes
        The axis, to be changed or saved.

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    ValueError
        If there is no such kind, or nothing to draw: no period to fold at, no rare heaps.
    SearchLimit
        If the values are not known within the memory allowed.
    """
    if kind not in KINDS:
        raise ValueError(f"there is no kind of picture {kind!r}: the kinds are {', '.join(KINDS)}")
    if fold is not None and kind != "periodic":
        raise ValueError("only the kind 'periodic' is folded")
    game = Game(game)
    if ax is None:
        try:
            import matplotlib.pyplot as plt
        except ImportError as error:
            raise ImportError("a picture needs the package matplotlib: pip install matplotlib") from error
        ax = plt.gca()
    if kind == "sequence":
        _sequence(ax, game.values(n, memory=memory))
    elif kind == "histogram":
        _histogram(ax, game.values(n, memory=memory))
    elif kind == "rare":
        _rare(ax, game, n, memory)
    else:
        _periodic(ax, game, n, fold, memory)
    name = f"{game} ({game.name})" if game.name else str(game)
    ax.set_title(f"{name}, heaps 0 to {n}")
    return ax


def _sequence(ax: Axes, values: np.ndarray[Any, Any]) -> None:
    ax.plot(np.arange(len(values)), values, ".", markersize=3)
    ax.set(xlabel="heap n (tokens)", ylabel="G(n)")


def _histogram(ax: Axes, values: np.ndarray[Any, Any]) -> None:
    counts = np.unique(values, return_counts=True)
    ax.bar(*counts)
    ax.set(xlabel="value", ylabel="heaps")


def _rare(ax: Axes, game: Game, n: int, memory: int) -> None:
    rare = game.rare(limit=n, memory=memory)
    if rare is None:
        raise ValueError(f"{game} splits no heaps: it has no rare ones")
    heaps = np.flatnonzero(_is_rare(rare, game.values(n, memory=memory)))
    ax.step([0, *heaps, n], [0, *range(1, len(heaps) + 1), len(heaps)], where="post")
    ax.set(xlabel="heap n (tokens)", ylabel="rare heaps up to n")


def _is_rare(rare: Rare, values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Which heaps are rare, also beyond those that the search for a period has computed."""
    bits = (values.astype(np.uint64) & np.uint64(rare.mask)).tolist()
    parity = np.array([value.bit_count() for value in bits])
    if rare.position_parity:
        parity += np.arange(len(values))
    # The place s is known by its parity alone: that of any rare heap.
    known = [heap for heap in rare.heaps if heap < len(values)]
    return (parity - parity[known[0]]) % 2 == 0 if known else np.zeros(len(values), dtype=bool)


def _periodic(ax: Axes, game: Game, n: int, fold: int | None, memory: int) -> None:
    saltus = 0
    if fold is None:
        period = game.period(memory=memory)
        if period.period is None or period.saltus is None:
            raise ValueError(f"{game} has no known period: give one to fold at")
        fold, saltus = period.period, period.saltus
    if not 0 < fold <= n:
        raise ValueError(f"heaps 0 to {n} cannot be folded at {fold}")
    values = game.values(n, memory=memory).astype(np.int64)
    rows = -(-len(values) // fold)
    cells = np.full(rows * fold, np.nan)
    cells[: len(values)] = values
    corners = (-0.5, fold - 0.5, rows * fold, 0)
    ax.imshow(cells.reshape(rows, fold), aspect="auto", interpolation="nearest", extent=corners)
    breaks = np.flatnonzero(values[fold:] != values[:-fold] + saltus)
    ax.plot(breaks % fold, breaks // fold * fold + fold / 2, "rx", markersize=3)
    ax.set(xlabel=f"n mod {fold}", ylabel="first heap of the row")
