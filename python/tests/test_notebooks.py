"""The notebooks, executed again, show what they show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parent.parent / "examples").glob("*.ipynb"))


def shown(notebook: Any) -> list[Any]:
    """The outputs of all cells: texts as they are, of pictures only that they are there."""
    outputs = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            outputs.append((cell["id"], output.get("text"), data.get("text/plain"), "image/png" in data))
    return outputs


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path: Path) -> None:
    stored = nbformat.read(path, as_version=4)
    expected = shown(stored)
    assert len(expected) >= 5
    NotebookClient(stored, timeout=600, kernel_name="python3").execute()
    assert shown(stored) == expected


def test_there_are_two() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["teaching", "tour"]
