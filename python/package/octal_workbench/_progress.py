"""Progress bars, if they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Union

#: ``True`` for a tqdm bar, or a function of the share that is done, from 0 to 1.
Progress = Union[bool, Callable[[float], object]]


@contextmanager
def reporter(progress: Progress, name: str) -> Iterator[Callable[[float], object] | None]:
    """What the engines call several times a second."""
    if callable(progress):
        yield progress
    elif progress:
        try:
            from tqdm.auto import tqdm
        except ImportError as error:
            raise ImportError("progress=True needs the package tqdm: pip install tqdm") from error
        with tqdm(total=1.0, desc=name, bar_format="{desc} {bar} {percentage:.0f}%") as bar:
            yield lambda share: bar.update(share - bar.n)
    else:
        yield None
