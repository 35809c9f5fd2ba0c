"""The arrays are those that the program `octal` writes."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import octal_workbench as ow

BUILT = Path(__file__).parents[2] / "target" / "release" / "octal"


def program() -> str:
    """The program: that of the variable OCTAL, the one installed, or the one built beside the package."""
    found = os.environ.get("OCTAL") or shutil.which("octal") or (str(BUILT) if BUILT.exists() else None)
    if found is None:
        pytest.skip("the program octal is neither installed nor built: cargo build --release")
    return found


@pytest.mark.parametrize(("code", "n"), [("0.77", 1000), ("0.106", 100_000), ("0.07 shift 2", 500), ("nim", 70_000)])
def test_npy(code: str, n: int, tmp_path: Path) -> None:
    file = tmp_path / "values.npy"
    subprocess.run([program(), "values", code, "-n", str(n), "--format", "npy", "-o", file], check=True)
    assert np.array_equal(np.load(file), ow.Game(code).values(n))
