"""The results of the project as tables."""

from __future__ import annotations

import csv
from dataclasses import dataclass, fields
from typing import Any

from . import _native


@dataclass(frozen=True)
class PeriodRow:
    """A row of ``results/periods.csv``. What is unknown or does not apply is None.

    The columns are those of the program: see the page *results* of its guide.
    """

    code: str
    standard_form: str
    name: str | None
    status: str
    preperiod: int | None
    period: int | None
    saltus: int | None
    exceptions: int | None
    last_exception: int | None
    max_value: int | None
    max_at: int | None
    mask: str | None
    position_parity: int | None
    rare_count: int | None
    last_rare: int | None
    theorem: str | None
    verified_to: int
    certificate: str | None
    cousins: str | None
    stop: str | None
    digest: str | None


@dataclass(frozen=True)
class CodeRow:
    """A code of the census, and the game that it is.

    Attributes
    ----------
    code : str
        The code.
    game : str
        The code of the row of :func:`census` that it shares.
    shift : int
        The shift s with ``G(n) = H(n - s)``, G being the sequence of `code` and H that of `game`.
    status : str
        ``"proved"``, ``"observed"`` or ``"open"``.
    """

    code: str
    game: str
    shift: int
    status: str


def results(*, pandas: bool | None = None) -> Any:
    """All games that the project has studied, as it was when the package was built.

    Parameters
    ----------
    pandas : bool, optional
        ``True`` for a DataFrame, ``False`` for a list; if it is not given, a DataFrame if pandas is
        installed.

    Returns
    -------
    pandas.DataFrame or list of PeriodRow
    """
    return as_table(_native.periods_csv(), PeriodRow, pandas)


def census(*, pandas: bool | None = None) -> Any:
    """Every game whose code has at most five octal digits, as in ``results/census``.

    Parameters
    ----------
    pandas : bool, optional
        As in :func:`results`.

    Returns
    -------
    pandas.DataFrame or list of PeriodRow
    """
    return as_table(_native.census_csv(), PeriodRow, pandas)


def census_codes(*, pandas: bool | None = None) -> Any:
    """Every code of at most five octal digits, with the game of :func:`census` that it is.

    Parameters
    ----------
    pandas : bool, optional
        As in :func:`results`.

    Returns
    -------
    pandas.DataFrame or list of CodeRow
    """
    return as_table(_native.census_codes_csv(), CodeRow, pandas)


def as_table(text: str, kind: type[Any], pandas: bool | None) -> Any:
    """The rows of a file, as a DataFrame if it is wanted."""
    rows = [_row(row, kind) for row in csv.DictReader(text.splitlines())]
    if pandas is False:
        return rows
    try:
        import pandas as pd
    except ImportError:
        if pandas:
            raise
        return rows
    frame = pd.DataFrame(rows)
    integers = [f.name for f in fields(kind) if "int" in str(f.type)]
    return frame.astype({name: "Int64" for name in integers})


def _row(row: dict[str, str], kind: type[Any]) -> Any:
    def cell(name: str, of: str) -> object:
        text = row[name]
        if text == "" and "None" in of:
            return None
        return int(text) if "int" in of else text

    return kind(**{f.name: cell(f.name, str(f.type)) for f in fields(kind)})
