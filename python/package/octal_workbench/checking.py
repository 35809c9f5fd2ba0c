"""The independent checker of certificates."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from . import _native


@dataclass(frozen=True)
class Verdict:
    """What the checker says. It is true exactly if the claim is proved.

    Attributes
    ----------
    accepted : bool
        Whether no fault was found.
    proved : bool
        Whether that proves the claim.
    statement : str
        The claim and what was checked of it; or the reason of the refusal.
    """

    accepted: bool
    proved: bool
    statement: str

    def __bool__(self) -> bool:
        return self.proved

    def __str__(self) -> str:
        return self.statement if self.accepted else f"refused: {self.statement}"


def check(
    certificate: str | bytes | os.PathLike[str],
    *,
    threads: int | None = None,
    work: int | None = None,
) -> Verdict:
    """Checks a certificate by code that shares nothing with the engines.

    Parameters
    ----------
    certificate : str, bytes or path
        The text of a certificate, which has more than one line; or the name of a file.
    threads : int, optional
        At most this many; all processors if it is not given.
    work : int, optional
        The most steps of the check, about a nanosecond each; 2**37 if it is not given.

    Raises
    ------
    SearchLimit
        If the check takes more steps: the message names the number that is enough.
    OSError
        If the file cannot be read.
    """
    if isinstance(certificate, bytes):
        file = certificate
    elif isinstance(certificate, str) and "\n" in certificate:
        file = certificate.encode()
    else:
        file = Path(certificate).read_bytes()
    if threads is not None and threads < 1:
        raise ValueError(f"at least one thread is needed, not {threads}")
    return Verdict(*_native.check(file, threads or os.cpu_count() or 1, work))
