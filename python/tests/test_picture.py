"""Pictures show what they say."""

from __future__ import annotations

import matplotlib

matplotlib.use("agg")

import numpy as np
import pytest
from matplotlib.figure import Figure

import octal_workbench as ow


def axis() -> object:
    return Figure().add_subplot()


def test_sequence() -> None:
    ax = ow.plot("kayles", n=100, ax=axis())  # type: ignore[arg-type]
    (line,) = ax.lines
    assert np.array_equal(line.get_ydata(), ow.Game("kayles").values(100))
    assert ax.get_title() == "0.77 (kayles), heaps 0 to 100"


def test_histogram() -> None:
    ax = ow.plot("0.137", kind="histogram", n=500, ax=axis())  # type: ignore[arg-type]
    assert sum(bar.get_height() for bar in ax.patches) == 501  # type: ignore[attr-defined]


def test_rare() -> None:
    ax = ow.plot("0.137", kind="rare", n=500, ax=axis())  # type: ignore[arg-type]
    rare = ow.Game("0.137").rare()
    assert rare is not None and rare.count is None
    steps = dict(zip(ax.lines[0].get_xdata(), ax.lines[0].get_ydata()))
    assert [heap for heap in steps if 0 < heap <= rare.heaps[-1]] == list(rare.heaps)
    # Infinitely many heaps are rare: 0.137 has period 34, so they go on behind those computed.
    assert max(steps) == 500 and steps[500] > len(rare.heaps)
    with pytest.raises(ValueError):
        ow.plot("nim", kind="rare", ax=axis())  # type: ignore[arg-type]


def test_periodic() -> None:
    ax = ow.plot("0.07", kind="periodic", n=1000, ax=axis())  # type: ignore[arg-type]
    values = ow.Game("0.07").values(1000).astype(int)
    assert len(ax.lines[0].get_xdata()) == int((values[34:] != values[:-34]).sum())
    wrong = ow.plot("0.07", kind="periodic", n=1000, fold=33, ax=axis())  # type: ignore[arg-type]
    assert len(wrong.lines[0].get_xdata()) > 500
    with pytest.raises(ValueError):
        ow.plot("0.007", kind="periodic", n=100, fold=101, ax=axis())  # type: ignore[arg-type]


def test_current_axis_and_wrong_kinds() -> None:
    ow.plot("0.77", n=10)
    with pytest.raises(ValueError):
        ow.plot("0.77", kind="pie")
    with pytest.raises(ValueError):
        ow.plot("0.77", fold=3)
