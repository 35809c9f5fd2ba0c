"""Misère play: who makes the last move loses."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import escape
from typing import Any, NamedTuple

from . import _native
from ._limits import MEMORY, MISERE_LIMIT, MISERE_WORK
from .errors import CertificateError, PositionError, SearchLimit
from .position import Move

#: Canonical forms are nested as deep as heaps are large.
LARGEST_GENUS = 1000
#: Relations and elements of P in the table of a notebook.
MOST_SHOWN = 60


class Genus(NamedTuple):
    """The genus of a heap.

    Attributes
    ----------
    heap : int
        The heap.
    normal : int
        Its Grundy value.
    misere : tuple of int
        Its misère nim-values with 0, 1, 2, … heaps ``*2`` beside it; the last two are repeated for
        ever.
    symbol : str
        The symbol, such as ``"2^20"``.
    short : str
        The symbol as short as can be: ``"2"`` for a nim-heap.
    tame : bool
        Whether the heap is tame. The quotient decides whether the game is.
    """

    heap: int
    normal: int
    misere: tuple[int, ...]
    symbol: str
    short: str
    tame: bool

    def __str__(self) -> str:
        return self.symbol


class _Limits(NamedTuple):
    #: Whether the quotient of the whole game is wanted.
    whole: bool
    heaps: int
    work: int
    memory: int


class MisereQuotient:
    """What is known of the misère play of a game.

    Attributes
    ----------
    game : str
        The code.
    status : str
        ``"proved"``: of the whole game, or to be infinite; ``"partial"``: of the heaps that were asked
        for; or ``"open"``.
    order : int, float or None
        How many elements the quotient has, ``inf`` if infinitely many: of the whole game if it is
        proved, else of the heaps computed.
    p_portion : int or None
        How many of them are in P; None if ``theorem`` is ``"I"``.
    preperiod, period : int or None
        Of the pretending function.
    last_change : int or None
        The last heap at which the partial quotient changes.
    heaps : int
        The heaps up to this one were verified.
    kernel : int, float or None
        The order of the kernel.
    last_rogue : int or None
        The last heap whose value is not in the kernel, 0 if there is none.
    tame : bool or None
        Whether the quotient is that of misère Nim; None if it is so as far as is known.
    tame_to : int or None
        The last heap with a tame partial quotient, if a later one is wild.
    theorem : str or None
        The theorem that proves it: ``"M"``, ``"K"``, or ``"K+period"``; ``"I"`` or ``"N"`` if it
        proves that the quotient is infinite.
    stop : str
        Why the search ended, with the limit that ended it: ``"proof"``, ``"infinite"``,
        ``"heaps 10000"``.
    """

    game: str
    status: str
    order: int | float | None
    p_portion: int | None
    preperiod: int | None
    period: int | None
    last_change: int | None
    heaps: int
    kernel: int | float | None
    last_rogue: int | None
    tame: bool | None
    tame_to: int | None
    theorem: str | None
    stop: str

    def __init__(self, quotient: _native.Quotient, limits: _Limits) -> None:
        record = quotient.record()
        self.game = record.pop("code")
        for name in ("order", "kernel"):
            setattr(self, name, _order(record.pop(name)))
        for name, value in record.items():
            setattr(self, name, value)
        self._quotient = quotient
        self._limits = limits

    def __reduce__(self) -> tuple[object, tuple[str, _Limits]]:
        """The elements are not pickled: the same quotient is computed again."""
        return _within, (self.game, self._limits)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MisereQuotient):
            return NotImplemented
        # The text says everything, also of a code whose digits repeat for ever.
        return self._quotient.certificate() == other._quotient.certificate()

    def __hash__(self) -> int:
        return hash((self.game, self.order, self.p_portion, self.heaps))

    def value(self, heap: int) -> str:
        """The value of a heap in letters, one for each generator; ``"*g"`` for an element of the
        kernel with Grundy value g, where misère play is normal play.

        Raises
        ------
        SearchLimit
            If the value is not known.
        """
        value = self._quotient.value(heap.__index__())
        if value is None:
            raise SearchLimit(
                f"heap {heap} of {self.game} is not known: the quotient is verified to heap {self.heaps}"
            )
        return value

    @property
    def staircase(self) -> list[tuple[int, int, int]]:
        """The heaps at which the partial quotient changes, each with its order and the size of P."""
        return self._quotient.staircase()

    @property
    def generators(self) -> dict[str, int]:
        """The letters, and the heaps that they stand for."""
        return dict(self._quotient.presentation()[0])

    @property
    def relations(self) -> list[tuple[str, str]]:
        """Pairs of equal words, which rewrite every word into the least one of its value."""
        return self._quotient.presentation()[1]

    @property
    def p_elements(self) -> list[str]:
        """The elements of P, in letters."""
        return self._quotient.presentation()[2]

    def certificate(self) -> str:
        """The certificate: a text from which a stranger can check the quotient.

        Returns
        -------
        str
            :func:`octal_workbench.check` checks it.

        Raises
        ------
        CertificateError
            If the digits of the code repeat for ever.
        """
        if "[" in self.game:
            raise CertificateError("certificates are for finite codes: the digits of this one repeat for ever")
        return self._quotient.certificate()

    def __str__(self) -> str:
        if self.theorem == "I":
            return f"infinite, proved (Theorem I), known to heap {self.heaps}"
        order = "unknown" if self.order is None else self.order
        how = f"proved (Theorem {self.theorem})" if self.theorem else f"{self.status}, to heap {self.heaps}"
        return f"order {order}, |P| = {self.p_portion}, {how}"

    def __repr__(self) -> str:
        return f"<MisereQuotient of {self.game}: {self}>"

    def _rows(self) -> list[tuple[str, str]]:
        generators, relations, p = self._quotient.presentation()
        lists = [
            ("generators", [f"{letter} = {heap}" for letter, heap in generators]),
            ("relations", [f"{left} = {right}" for left, right in relations]),
            ("P", p),
        ]
        shown = [(name, ", ".join(items)) for name, items in lists if len(items) <= MOST_SHOWN]
        return [("quotient", str(self)), *shown]

    def _repr_html_(self) -> str:
        cells = "".join(
            f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in self._rows()
        )
        return f"<table><caption>{escape(self.game)}, misère</caption>{cells}</table>"

    def _repr_latex_(self) -> str:
        rows = "".join(f"{name} & ${_tex(value)}$ \\\\\n" for name, value in self._rows()[1:])
        return f"\\begin{{tabular}}{{ll}}\n{rows}\\end{{tabular}}"


class _Heap(NamedTuple):
    size: int
    times: int
    value: str
    others: str
    winning: list[list[int]] | None


@dataclass(frozen=True)
class MiserePosition:
    """A sum of heaps of one game under misère play.

    Parameters
    ----------
    text : str
        Such as ``"0.77: 5 9 12"`` or ``"kayles: 3 4"``.
    quotient : MisereQuotient, optional
        That of the game, if it is at hand; else it is computed as far as the largest heap asks for it.

    Raises
    ------
    PositionError
        If the text is no position, or of several games: their quotients say nothing of their sum.
    SearchLimit
        If the value of a heap is not known within the limits.

    Examples
    --------
    >>> position = MiserePosition("kayles: 1 1")
    >>> position.outcome, position.value
    ('N', '1')
    >>> position.winning_moves()
    [Move('0.77', 1, ())]
    """

    text: str
    quotient: MisereQuotient = field(compare=False, repr=False)
    #: The value of the position in letters.
    value: str = field(init=False, compare=False)
    #: ``"N"`` if the next player, who is to move, wins; else ``"P"``.
    outcome: str = field(init=False, compare=False)
    _heaps: list[_Heap] = field(init=False, compare=False, repr=False)

    def __init__(self, text: str, quotient: MisereQuotient | None = None) -> None:
        components = [(game, heaps) for game, heaps in _native.components(text) if heaps]
        if len(components) > 1:
            raise PositionError("misère play of several games at once: their quotients do not tell it")
        game, sizes = components[0] if components else _native.components(text)[0]
        if quotient is not None and quotient.game != game:
            raise PositionError(f"the quotient is that of {quotient.game}, and the heaps are of {game}")
        quotient = quotient or misere_quotient(game, limit=min(MISERE_LIMIT, max(sizes, default=0)))
        value, is_p, rows = quotient._quotient.position(list(sizes))
        facts: dict[str, Any] = {
            "text": f"{game}: {' '.join(map(str, sizes)) or '0'}",
            "quotient": quotient,
            "value": value,
            "outcome": "P" if is_p else "N",
            "_heaps": [_Heap(*row) for row in rows],
        }
        for name, fact in facts.items():
            object.__setattr__(self, name, fact)

    def winning_moves(self) -> list[Move]:
        """All winning moves; equal heaps count once.

        Raises
        ------
        SearchLimit
            If a heap is too large to look at all its moves.
        """
        moves = []
        for heap in self._heaps:
            if heap.winning is None:
                raise SearchLimit(f"the moves of heap {heap.size} are too many to look at")
            moves += [Move(self.quotient.game, heap.size, tuple(parts)) for parts in heap.winning]
        return moves

    def play(self, move: str | Move) -> MiserePosition:
        """The position after a move, such as ``"5 -> 1+3"``.

        Raises
        ------
        PositionError
            If there is no such heap, or the rules do not allow the move.
        """
        return MiserePosition(_native.play(self.text, None, str(move)), self.quotient)

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[type[MiserePosition], tuple[str]]:
        return MiserePosition, (self.text,)


def misere_quotient(
    game: str,
    *,
    heap: int | None = None,
    limit: int = MISERE_LIMIT,
    work: int = MISERE_WORK,
    memory: int = MEMORY,
) -> MisereQuotient:
    """The quotient of a code: see :meth:`octal_workbench.Game.misere_quotient`."""
    heaps = (limit if heap is None else heap).__index__()
    if heaps < 0:
        raise ValueError(f"a heap has at least 0 tokens, not {heaps}")
    return _within(game, _Limits(heap is None, heaps, work, memory))


def _within(game: str, limits: _Limits) -> MisereQuotient:
    quotient, raised = _native.misere_quotient(game, *limits)
    if raised is not None:
        raise raised
    return MisereQuotient(quotient, limits)


def misere_genus(game: str, n: int, *, memory: int = MEMORY) -> list[Genus]:
    """The genera of a code: see :meth:`octal_workbench.Game.misere_genus`."""
    if not 0 <= n.__index__() <= LARGEST_GENUS:
        raise ValueError(f"symbols are computed for heaps of 0 to {LARGEST_GENUS} tokens, not {n}")
    rows, stop, raised = _native.misere_genus(game, n.__index__(), memory)
    if raised is not None:
        raise raised
    if stop is not None:
        raise SearchLimit(f"only heaps up to {len(rows) - 1} are computed ({stop})")
    return [
        Genus(heap, normal, tuple(misere), symbol, short, tame)
        for heap, (normal, misere, symbol, short, tame) in enumerate(rows)
    ]


def _tex(words: str) -> str:
    """Words such as ``a^12b`` for TeX."""
    return re.sub(r"\^(\d+)", r"^{\1}", words)


def _order(text: str | None) -> int | float | None:
    if text is None:
        return None
    return float("inf") if text == "infinite" else int(text)
