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
    rows = [_row(row) for row in csv.DictReader(_native.periods_csv().splitlines())]
    if pandas is False:
        return rows
    try:
        import pandas as pd
    except ImportError:
        if pandas:
            raise
        return rows
    frame = pd.DataFrame(rows)
    integers = [f.name for f in fields(PeriodRow) if "int" in str(f.type)]
    return frame.astype({name: "Int64" for name in integers})


def _row(row: dict[str, str]) -> PeriodRow:
    def cell(name: str, kind: str) -> object:
        text = row[name]
        if text == "" and "None" in kind:
            return None
        return int(text) if "int" in kind else text

    cells: dict[str, Any] = {f.name: cell(f.name, str(f.type)) for f in fields(PeriodRow)}
    return PeriodRow(**cells)
