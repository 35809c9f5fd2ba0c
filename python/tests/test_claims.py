"""Claims are judged as the program judges them."""

from __future__ import annotations

import pandas as pd
import pytest

import octal_workbench as ow

ROWS: list[dict[str, object]] = [
    {"code": "0.07", "statement": "period", "claimed": 34},
    {"code": "0.137", "statement": "exceptions", "claimed": "0 14 16 17 34 51"},
    {"code": "0.161", "statement": "equals", "claimed": "0.36"},
    {"code": "0.77", "statement": "misere-order", "claimed": 40},
    {"code": "0.77", "statement": "period", "claimed": 24},
]
VERDICTS = ["confirmed", "contradicted", "contradicted", "confirmed", "sharpened"]


def test_claims() -> None:
    judged = ow.claims(ROWS, pandas=False)
    assert [claim.verdict for claim in judged] == VERDICTS
    assert [claim.first_difference for claim in judged[:3]] == [None, 31, 519]
    frame = ow.claims(pd.DataFrame(ROWS))
    assert list(frame.verdict) == VERDICTS and list(frame.claim_id) == ["1", "2", "3", "4", "5"]


def test_wrong_claims() -> None:
    assert ow.claims([], pandas=False) == []
    with pytest.raises(ValueError, match="claim 1"):
        ow.claims([{**ROWS[0], "colour": "red"}])
    with pytest.raises(ValueError, match="line 2"):
        ow.claims([{**ROWS[0], "statement": "perod"}])
    with pytest.raises(ValueError):
        ow.claims([{**ROWS[0], "code": "0.8x"}])
    with pytest.raises(ValueError):
        ow.claims([{**ROWS[0], "id": "a"}, {**ROWS[1], "id": "a"}])
