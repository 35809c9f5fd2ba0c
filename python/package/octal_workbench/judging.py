"""Published claims, judged."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from . import _native
from ._limits import LIMIT, MEMORY
from .tables import as_table

#: The columns of a claim.
COLUMNS = ("id", "code", "statement", "claimed", "convention", "source", "note")
#: Option values looked at for each game, about one a nanosecond.
WORK_FOR_CLAIMS = 9_000_000_000


@dataclass(frozen=True)
class ClaimVerdict:
    """What is true of a claim.

    Attributes
    ----------
    claim_id, code, statement, claimed, convention, source : str
        The claim.
    verdict : str
        ``"confirmed"``, ``"contradicted"``, ``"sharpened"`` (true, but something smaller is true as
        well) or ``"out_of_reach"``.
    computed : str
        What is known instead.
    first_difference : int or None
        The first heap that contradicts the claim.
    verified_to : int
        The last heap whose value was computed.
    """

    claim_id: str
    code: str
    statement: str
    claimed: str
    convention: str | None
    source: str | None
    verdict: str
    computed: str
    first_difference: int | None
    verified_to: int


def claims(
    rows: Iterable[Mapping[str, object]],
    *,
    limit: int = LIMIT,
    work: int = WORK_FOR_CLAIMS,
    memory: int = MEMORY,
    pandas: bool | None = None,
) -> Any:
    """Judges claims about periods, exceptions, values, equalities, misère quotients.

    Parameters
    ----------
    rows : iterable of mappings, or DataFrame
        Claims with the columns `code`, `statement` and `claimed`, and perhaps `id`, `convention`,
        `source`, `note`, as the page *octal-codes* of the project describes them.
    limit : int
        The last heap to compute.
    work : int
        Option values to look at for each game, about one a nanosecond.
    memory : int
        Bytes for the values of each game.
    pandas : bool, optional
        ``True`` for a DataFrame, ``False`` for a list; if it is not given, a DataFrame if pandas is
        installed.

    Returns
    -------
    pandas.DataFrame or list of ClaimVerdict
        In the order of the claims.

    Raises
    ------
    ValueError
        If a claim cannot be read: the message names the line and what would be right.

    Examples
    --------
    >>> [found] = claims([{"code": "0.07", "statement": "period", "claimed": 34}], pandas=False)
    >>> found.verdict
    'confirmed'
    """
    to_dict = getattr(rows, "to_dict", None)
    table = _csv(to_dict("records") if callable(to_dict) else rows)
    judged = _native.judge_claims(table, limit, work, memory)
    return as_table(judged.decode(), ClaimVerdict, pandas)


def _csv(rows: Iterable[Mapping[str, object]]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for number, row in enumerate(rows, start=1):
        unknown = set(row) - set(COLUMNS)
        if unknown:
            raise ValueError(f"claim {number}: found {sorted(unknown)}, the columns are {', '.join(COLUMNS)}")
        writer.writerow({"id": number, **row})
    return text.getvalue()
