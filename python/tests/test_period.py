"""Periods, their exceptions, their certificates."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

import octal_workbench as ow

from definition import grundy
from test_game import octal_codes


def test_the_line_of_the_readme() -> None:
    line = (
        "import octal_workbench as ow; g = ow.Game('0.137'); p = g.period(); "
        "print(p.preperiod, p.period, list(p.exceptions))"
    )
    ran = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True)
    assert ran.stdout == "52 34 [0, 14, 16, 17, 31, 34, 51]\n"


def test_a_proved_period() -> None:
    period = ow.Game("0.07").period()
    assert (period.status, period.preperiod, period.period, period.saltus) == ("proved", 53, 34, 0)
    assert period.theorem == "Guy-Smith window"
    assert (period.max_value, period.stop) == (9, "proof")
    assert np.asarray(period.exceptions).dtype == np.uint64
    assert str(period) == "period 34 from heap 53 on, proved (Guy-Smith window)"
    values = grundy("0.07", period.verified_to)
    assert values.index(max(values)) == period.max_at
    assert period.rare is not None and period.mask == period.rare.mask
    shifted = ow.Game("0.07 shift 5").period()
    assert (shifted.preperiod, shifted.max_at) == (58, period.max_at + 5)


@settings(max_examples=60, deadline=None)
@given(octal_codes)
def test_periods_are_those_of_the_definition(code: str) -> None:
    """A proved period holds up to heap 90, and its exceptions are those that a plain search finds."""
    period = ow.Game(code).period(limit=3000)
    if period.status != "proved":
        assert period.preperiod is None
        return
    n0, p, saltus = period.preperiod, period.period, period.saltus
    assert n0 is not None and p is not None and saltus is not None
    values = grundy(code, 90)
    assert all(values[n + p] == values[n] + saltus for n in range(n0, 91 - p))
    if n0 + p <= 90:
        pattern = {n: values[n0 + (n - n0) % p] for n in range(n0)}
        if saltus == 0:
            assert list(period.exceptions) == [n for n in range(n0) if pattern[n] != values[n]]


def test_rare_heaps() -> None:
    rare = ow.Game("0.137").rare()
    assert rare is not None
    # Only place 3 splits, so heap n is counted as n - 3.
    by_mask = [
        n
        for n, v in enumerate(grundy("0.137", 100))
        if ((v & rare.mask).bit_count() + (n - 3 if rare.position_parity else 0)) % 2 == 0
    ]
    assert [n for n in rare.heaps if n <= 100] == by_mask
    assert rare.count is None or rare.count == len(rare.heaps)
    assert ow.Game("0.333").rare() is None


def test_open_games() -> None:
    period = ow.Game("0.6").period(limit=20_000)
    assert (period.status, period.preperiod, period.period) == ("open", None, None)
    assert (period.verified_to, period.stop) == (20_000, "heaps")
    assert len(period.exceptions) == 0
    with pytest.raises(ow.CertificateError, match="nothing to certify"):
        period.certificate()


def test_growing_values() -> None:
    period = ow.Game("nim").period()
    assert (period.preperiod, period.period, period.saltus) == (0, 1, 1)
    assert ow.check(period.certificate()).proved


def test_certificates_are_accepted_and_changed_ones_refused(tmp_path: Path) -> None:
    text = ow.Game("0.17").period().certificate()
    verdict = ow.check(text)
    assert verdict and verdict.accepted and "0.17: preperiod 33, period 34" in verdict.statement
    file = tmp_path / "certificate.txt"
    file.write_text(text)
    assert ow.check(file) == ow.check(str(file)) == ow.check(text.encode()) == verdict
    changed = ow.check(text.replace("preperiod 33", "preperiod 32"))
    assert not changed and not changed.accepted and str(changed).startswith("refused: ")
    assert not ow.check(b"\xff\x00")
    assert not ow.check("\n")
    with pytest.raises(OSError):
        ow.check(tmp_path / "missing")
    with pytest.raises(ValueError):
        ow.check(text, threads=0)
    with pytest.raises(ow.SearchLimit, match="allow work="):
        ow.check(text, work=100)
    with pytest.raises(ow.CertificateError, match="ask for that of 0.17 alone"):
        ow.Game("0.17 shift 1").period().certificate()


def test_pickles() -> None:
    for code in ["0.137", "0.6", "nim"]:
        period = ow.Game(code).period(limit=5000)
        again = pickle.loads(pickle.dumps(period))
        assert again == period and hash(again) == hash(period)
        assert (again.exceptions, again.rare, repr(again)) == (period.exceptions, period.rare, repr(period))
    period = ow.Game("0.137").period()
    assert pickle.loads(pickle.dumps(period)).certificate() == period.certificate()
    with pytest.raises(ow.CertificateError):
        pickle.loads(pickle.dumps(ow.Game("0.6").period(limit=5000))).certificate()
    assert copy.deepcopy(period) == period
    assert period != "period" and period != ow.Game("0.07").period()


def test_tables_in_notebooks() -> None:
    period = ow.Game("0.137").period()
    html, latex = period._repr_html_(), period._repr_latex_()
    assert html.startswith("<table>") and "<td>0, 14, 16, 17, 31, 34, 51</td>" in html
    assert latex.startswith("\\begin{tabular}{ll}") and "period & 34 \\\\" in latex
