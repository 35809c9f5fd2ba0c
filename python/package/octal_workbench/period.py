"""Periods: what is proved of a sequence."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from html import escape
from typing import Any

from . import _native
from .errors import CertificateError


@dataclass(frozen=True)
class Rare:
    """A sparse space, and the heaps that are rare in it.

    Attributes
    ----------
    mask : int
        The mask m: heap n is rare if the number of ones of ``G(n) & m`` is even.
    position_parity : bool
        Whether the parity of n - s is added, s being any place at which the game splits heaps.
    count : int or None
        How many heaps are rare; None if infinitely many are.
    last : int or None
        The last one, if any.
    heaps : array of unsigned 64-bit integers
        The rare heaps among those computed.
    """

    mask: int
    position_parity: bool
    count: int | None
    last: int | None
    heaps: array[int]


class Period:
    """What a search has found out about the period of a game.

    Attributes
    ----------
    game : str
        The game: its code, and its shift if it has one.
    status : str
        ``"proved"`` by a theorem; ``"observed"``: the values computed repeat, and no theorem applies;
        or ``"open"``.
    preperiod, period, saltus : int or None
        ``G(n + period) = G(n) + saltus`` for every n >= preperiod: both least. None if open.
    theorem : str or None
        The theorem that proves it.
    exceptions : array of unsigned 64-bit integers
        The heaps below the preperiod that break the pattern, ascending.
    max_value, max_at : int
        The largest value and the first heap that has it: of the whole sequence if the period is proved
        and the saltus 0, else of the heaps computed.
    rare : Rare or None
        The sparse space; None for a game without splits.
    verified_to : int
        The last heap whose value was computed.
    stop : str
        Why the search ended: ``"proof"``, ``"heaps"``, ``"work"``, ``"memory"``,
        ``"value too large"`` or ``"interrupted"``.
    """

    game: str
    status: str
    preperiod: int | None
    period: int | None
    saltus: int | None
    theorem: str | None
    exceptions: array[int]
    max_value: int
    max_at: int
    rare: Rare | None
    verified_to: int
    stop: str

    def __init__(self, game: str, sequence: _native.Sequence) -> None:
        self.game = game
        self.status, self.theorem = sequence.status()
        self.preperiod, self.period, self.saltus = sequence.period() or (None, None, None)
        self.exceptions = _numbers(sequence.exceptions())
        self.max_value, self.max_at = sequence.max_value()
        self.rare = _rare(sequence)
        self.verified_to, self.stop = sequence.verified_to, sequence.stop
        self._sequence: _native.Sequence | None = sequence
        self._certificate: bytes | CertificateError | None = None

    @property
    def mask(self) -> int | None:
        """The mask of the sparse space, if there is one."""
        return self.rare.mask if self.rare else None

    def certificate(self) -> str:
        """The certificate: a text from which a stranger can check the period.

        Returns
        -------
        str
            The format is that of the program ``octal``; :func:`octal_workbench.check` checks it.

        Raises
        ------
        CertificateError
            If nothing is proved, the game has a shift, or the evidence is too large.
        """
        if self._certificate is None:
            assert self._sequence is not None
            try:
                self._certificate = self._sequence.certificate()
            except CertificateError as error:
                self._certificate = error
        if isinstance(self._certificate, CertificateError):
            raise CertificateError(*self._certificate.args)
        return self._certificate.decode("ascii")

    def __getstate__(self) -> dict[str, Any]:
        """The values are not pickled, but the certificate that they yield is."""
        try:
            self.certificate()
        except CertificateError:
            pass
        return {**self.__dict__, "_sequence": None}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Period):
            return NotImplemented
        return self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash((self.game, self.preperiod, self.period, self.saltus, self.verified_to))

    def _facts(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name[0] != "_"}

    def __str__(self) -> str:
        if self.period is None:
            return f"no period known up to heap {self.verified_to}"
        saltus = f" with saltus {self.saltus}" if self.saltus else ""
        how = f"proved ({self.theorem})" if self.theorem else self.status
        return f"period {self.period}{saltus} from heap {self.preperiod} on, {how}"

    def __repr__(self) -> str:
        return f"<Period of {self.game}: {self}>"

    def _rows(self) -> list[tuple[str, str]]:
        exceptions = f"{len(self.exceptions)}"
        if 0 < len(self.exceptions) <= 20:
            exceptions = ", ".join(map(str, self.exceptions))
        rows = [
            ("status", self.status),
            ("preperiod", "" if self.preperiod is None else str(self.preperiod)),
            ("period", "" if self.period is None else str(self.period)),
            ("saltus", "" if self.saltus is None else str(self.saltus)),
            ("exceptions", exceptions),
            ("largest value", f"{self.max_value} at heap {self.max_at}"),
            ("computed to heap", str(self.verified_to)),
        ]
        return [row for row in rows if row[1]]

    def _repr_html_(self) -> str:
        cells = "".join(
            f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>"
            for name, value in self._rows()
        )
        return f"<table><caption>{escape(self.game)}</caption>{cells}</table>"

    def _repr_latex_(self) -> str:
        rows = "".join(f"{name} & {value} \\\\\n" for name, value in self._rows())
        return f"\\begin{{tabular}}{{ll}}\n{rows}\\end{{tabular}}"


def _numbers(data: bytes) -> array[int]:
    numbers = array("Q")
    numbers.frombytes(data)
    return numbers


def _rare(sequence: _native.Sequence) -> Rare | None:
    space = sequence.space()
    if space is None:
        return None
    mask, position_parity = space
    count, last = sequence.rare_count() or (None, None)
    return Rare(mask, position_parity, count, last, _numbers(sequence.rare_heaps()))
