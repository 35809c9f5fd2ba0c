"""The package as a whole: tables, types, documentation."""

from __future__ import annotations

import doctest
import importlib
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import octal_workbench as ow

FOLDER = Path(ow.__file__).parent


def test_results() -> None:
    rows = ow.results(pandas=False)
    by_code = {row.code: row for row in rows}
    kayles = by_code["0.77"]
    assert (kayles.status, kayles.preperiod, kayles.period, kayles.name) == ("proved", 71, 12, "kayles")
    assert by_code["0.6"].preperiod is None and by_code["0.6"].verified_to >= 10**6
    assert len(rows) > 150
    frame = ow.results()
    assert list(frame.columns) == [f.name for f in fields(ow.PeriodRow)]
    assert len(frame) == len(rows)
    assert frame.set_index("code").loc["0.77", "period"] == 12


def test_results_agree_with_searches() -> None:
    for row in ow.results(pandas=False):
        if row.status == "proved" and row.verified_to < 2000:
            period = ow.Game(row.code).period()
            assert (period.preperiod, period.period, period.saltus) == (row.preperiod, row.period, row.saltus)
            assert (period.max_value, period.max_at) == (row.max_value, row.max_at) or row.saltus
            assert len(period.exceptions) == (row.exceptions or 0)
            assert str(ow.Game(row.code).standard_form.code) == row.standard_form


def test_census() -> None:
    rows = ow.census(pandas=False)
    codes = ow.census_codes(pandas=False)
    assert len(rows) == len({row.code for row in rows}) > 3000
    assert len(codes) == 2 * (1 + 7 * sum(8**i for i in range(5)))
    by_code = {row.code: row for row in rows}
    assert all(row.game in by_code and by_code[row.game].status == row.status for row in codes[::97])
    for row in codes[::2000]:
        if by_code[row.game].status == "proved":
            game, code = ow.Game(row.game).values(300), ow.Game(row.code).values(300)
            assert all(code[n] == game[n - row.shift] for n in range(5, 300) if 0 <= n - row.shift <= 300)
    frame = ow.census_codes()
    assert frame.set_index("code").loc["4.0", "game"] == "0.3"


def mypy(*arguments: str) -> None:
    ran = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_types() -> None:
    assert (FOLDER / "py.typed").exists()
    mypy("mypy", "--strict", "-p", "octal_workbench")


def test_the_stubs_are_those_of_the_module() -> None:
    mypy("mypy.stubtest", "octal_workbench._native")


def test_examples() -> None:
    names = ["octal_workbench", *(f"octal_workbench.{file.stem}" for file in FOLDER.glob("[a-z]*.py"))]
    tried = [doctest.testmod(importlib.import_module(name)) for name in names]
    assert all(result.failed == 0 for result in tried)
    assert sum(result.attempted for result in tried) > 10


def test_everything_public_is_documented() -> None:
    for name in ow.__all__:
        assert getattr(ow, name).__doc__, name
