"""Games, their values and their periods."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _native
from ._limits import LIMIT, MEMORY, MISERE_LIMIT, MISERE_WORK, WORK
from ._numbers import whole
from ._progress import Progress, reporter
from .errors import SearchLimit
from .misere import Genus, MisereQuotient, misere_genus, misere_quotient
from .period import Period, Rare

#: Where memory is too small for all values, a proof is looked for up to this heap.
LAST_HEAP_FOR_A_PROOF = 1 << 26
#: Values of a first block, when they are iterated over.
BLOCK = 1 << 12


class Cousin(NamedTuple):
    """A code with the sequence of a game: ``G(n) = G_code(n - shift)`` for every n >= max(shift, 0).

    Attributes
    ----------
    code : str
        The code.
    shift : int
        The shift, which may be negative.
    """

    code: str
    shift: int

    def __str__(self) -> str:
        return f"{self.code} shift {self.shift}" if self.shift else self.code


class Game:
    """An octal game, or any other that a code describes.

    Parameters
    ----------
    text : str or Game
        A code in any spelling (``"0.137"``, ``".137"``, ``"4!.0"``, ``"0.3[37]"``, ``"S(1,2,3)"``),
        a name (``"kayles"``), or either with a shift (``"0.6 shift 1"``: G(n) = G_0.6(n - 1)).

    Raises
    ------
    OctalCodeError
        If the text is no game; it has the column and what would be right.

    Notes
    -----
    ``==`` compares codes and shifts. Two codes with equal sequences are different games.
    What was computed is kept in the object, also if Ctrl-C ends a call: see :attr:`computed`.

    Examples
    --------
    >>> Game("dawsons-chess") == Game(".1370")
    True
    >>> Game("0.07").standard_form
    Game('0.137 shift 1')
    """

    __slots__ = ("_sequence", "code", "name", "shift")

    #: The code in canonical spelling.
    code: str
    #: s with G(n) = G_code(n - s).
    shift: int
    #: The usual name, or None.
    name: str | None
    _sequence: _native.Sequence | None

    def __init__(self, text: str | Game) -> None:
        if not isinstance(text, (str, Game)):
            raise TypeError(f"a game is named by a text such as '0.137' or 'kayles', not by {text!r}")
        code, shift, name = _native.game(str(text))
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "shift", shift)
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "_sequence", None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a game cannot be changed: {name}")

    def __str__(self) -> str:
        return f"{self.code} shift {self.shift}" if self.shift else self.code

    def __repr__(self) -> str:
        return f"Game({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.code, self.shift) == (other.code, other.shift)

    def __hash__(self) -> int:
        return hash((self.code, self.shift))

    def __reduce__(self) -> tuple[type[Game], tuple[str]]:
        return Game, (str(self),)

    @property
    def standard_form(self) -> Game:
        """The game to which the shift rule brings this one: ``G(n)`` is the same for all n."""
        return Game(_native.standard_form(str(self)))

    def cousins(self) -> list[Cousin]:
        """The codes of equal games: those of up to three digits, and the standard form.

        Returns
        -------
        list of Cousin
            The rules prove that each has the sequence of this game, up to its shift.

        Examples
        --------
        >>> [str(cousin) for cousin in Game("0.137").cousins()[:2]]
        ['0.07 shift -1', '0.4 shift -2']
        """
        return [Cousin(code, shift) for code, shift in _native.cousins(str(self))]

    @property
    def computed(self) -> npt.NDArray[Any]:
        """The values that are known by now, from heap 0 on; none before the first call."""
        sequence = self._sequence
        if sequence is None:
            return np.zeros(0, dtype=np.uint8)
        values = sequence.values(sequence.verified_to)
        assert values is not None
        return values

    def values(
        self, n: int, *, memory: int = MEMORY, progress: Progress = False
    ) -> npt.NDArray[Any]:
        """``G(0), …, G(n)``.

        Parameters
        ----------
        n : int
            The last heap.
        memory : int
            Bytes that the values may take.
        progress : bool or callable
            ``True`` for a tqdm bar, or a function of the share that is done.

        Returns
        -------
        ndarray
            n + 1 values, index n holds ``G(n)``: of type uint8, uint16 or uint64, the narrowest one.

        Raises
        ------
        SearchLimit
            If the values do not fit into the memory allowed, or one exceeds 65535 before a period is
            proved.
        """
        n = _heap(n)
        if n >= memory:
            raise SearchLimit(f"{n + 1} values take more than {memory} bytes: allow more memory")
        values = self._reach(n, memory, progress).values(n)
        assert values is not None
        if values.nbytes > memory:
            raise SearchLimit(f"the values of {self} take {values.nbytes} bytes: allow more memory")
        return values

    def value(self, n: int, *, memory: int = MEMORY, progress: Progress = False) -> int:
        """``G(n)``, from a proved period if n is beyond what is computed.

        Raises
        ------
        SearchLimit
            If the value is not known within the memory allowed.
        """
        value = self._reach(_heap(n), memory, progress).value(n)
        assert value is not None
        return value

    def iter_values(self, *, memory: int = MEMORY) -> Iterator[int]:
        """``G(0), G(1), …`` without end, computed in blocks that double.

        Raises
        ------
        SearchLimit
            At the first value that is not known within the memory allowed.
        """
        begin = 0
        for block in (BLOCK << i for i in itertools.count()):
            sequence = self._reach(block - 1, memory, False)
            if sequence.status()[0] == "proved":
                break
            values = sequence.values(block - 1)
            assert values is not None
            yield from values[begin:].tolist()
            begin = block
        for n in itertools.count(begin):
            value = sequence.value(n)
            assert value is not None
            yield value

    def period(
        self,
        *,
        limit: int | None = None,
        work: int | None = None,
        memory: int = MEMORY,
        progress: Progress = False,
    ) -> Period:
        """The period, if it can be proved.

        Parameters
        ----------
        limit : int, optional
            The last heap to compute; 2**27 if it is not given.
        work : int, optional
            How many option values to look at, about one a nanosecond; if neither this nor `limit` is
            given, 2·10**10.
        memory : int
            Bytes for the values.
        progress : bool or callable
            ``True`` for a tqdm bar, or a function of the share that is done.

        Returns
        -------
        Period
            Its status is ``"proved"``, ``"observed"`` or ``"open"``: an open one is no error.
        """
        heaps = LIMIT if limit is None else _heap(limit)
        if limit is None and work is None:
            work = WORK
        known = self._sequence
        if known is None or known.stop != "proof":
            known = self._search(heaps, work, memory, progress)
        return Period(str(self), known)

    def rare(self, *, limit: int | None = None, memory: int = MEMORY) -> Rare | None:
        """The sparse space and the rare heaps that :meth:`period` has found; None without splits."""
        return self.period(limit=limit, memory=memory).rare

    def misere_genus(self, n: int, *, memory: int = MEMORY) -> list[Genus]:
        """The genus symbols of heaps 0 to n, by misère canonical forms.

        Parameters
        ----------
        n : int
            The last heap.
        memory : int
            Bytes that the forms may take; wild games have very many.

        Raises
        ------
        SearchLimit
            If the forms do not fit into the memory allowed.
        """
        return misere_genus(str(self), n, memory=memory)

    def misere_quotient(
        self,
        *,
        heap: int | None = None,
        limit: int = MISERE_LIMIT,
        work: int = MISERE_WORK,
        memory: int = MEMORY,
    ) -> MisereQuotient:
        """The misère quotient, if it can be proved.

        Parameters
        ----------
        heap : int, optional
            Only the partial quotient of the heaps up to this one.
        limit : int
            The last heap to take in.
        work : int
            How many elements of monoids to look at, about one a nanosecond.
        memory : int
            Bytes for monoids.

        Returns
        -------
        MisereQuotient
            Its status is ``"proved"``, ``"partial"`` or ``"open"``: an open one is no error.

        Examples
        --------
        >>> Game("0.75").misere_quotient()
        <MisereQuotient of 0.75: order 8, |P| = 2, proved (Theorem K+period)>
        """
        return misere_quotient(str(self), heap=heap, limit=limit, work=work, memory=memory)

    def compare(self, values: npt.ArrayLike, *, memory: int = MEMORY) -> int | None:
        """The first heap at which an array is wrong, or None.

        Parameters
        ----------
        values : array_like
            What is said to be ``G(0), G(1), …``: whole numbers, index n for heap n.

        Raises
        ------
        TypeError
            If the array has more than one dimension or other numbers.
        """
        array = np.asarray(values)
        if array.ndim != 1 or not (array.size == 0 or np.issubdtype(array.dtype, np.integer)):
            raise TypeError("a list of whole numbers in one dimension is wanted")
        if array.size == 0:
            return None
        # A negative value is no Grundy value; it must not become a large one.
        negative = np.flatnonzero(array < 0)
        array = array[: negative[0]] if negative.size else array
        sequence = self._reach(max(array.size, 1) - 1, memory, False)
        wrong = sequence.first_difference(np.ascontiguousarray(array, dtype=np.uint64))
        return int(negative[0]) if wrong is None and negative.size else wrong

    def _search(
        self, heaps: int, work: int | None, memory: int, progress: Progress
    ) -> _native.Sequence:
        """Searches, and keeps what is computed, also if it is interrupted."""
        with reporter(progress, str(self)) as report:
            sequence, raised = _native.search(str(self), heaps, work, memory, report)
        kept = self._sequence
        if kept is None or sequence.stop == "proof" or kept.verified_to < sequence.verified_to:
            object.__setattr__(self, "_sequence", sequence)
        if raised is not None:
            raise raised
        return sequence

    def _reach(self, n: int, memory: int, progress: Progress) -> _native.Sequence:
        """A sequence that has the values of heaps 0 to n, computed or by its period."""
        known = self._sequence
        if known is None or known.value(n) is None:
            last = n if n - self.shift < memory else min(memory, LAST_HEAP_FOR_A_PROOF) + self.shift
            known = self._search(last, None, memory, progress)
        if known.value(n) is None:
            raise SearchLimit(
                f"G({n}) of {self} is not known: no period is proved up to heap "
                f"{known.verified_to} ({known.stop}): ask for smaller heaps, or allow more memory"
            )
        return known


def _heap(n: int) -> int:
    """A heap, from 0 to 2**63 - 1."""
    n = whole(n, "a heap")
    if not 0 <= n < 1 << 63:
        raise ValueError(f"a heap has from 0 to 2**63 - 1 tokens, not {n}")
    return n
