"""Octal games: Grundy sequences, proved periods, winning moves, certificates.

An octal game is played with heaps of tokens; a code such as ``0.137`` says what may remain when
tokens are taken from a heap. ``G(n)`` is the Grundy value of a heap of n tokens.

>>> import octal_workbench as ow
>>> game = ow.Game("0.137")
>>> game.values(10)
array([0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3], dtype=uint8)
>>> period = game.period()
>>> period.preperiod, period.period, list(period.exceptions)
(52, 34, [0, 14, 16, 17, 31, 34, 51])
>>> game.value(10**15)
2
>>> ow.Position("0.77: 3 4 5").winning_moves()
[Move('0.77', 5, (1, 3))]
"""

from . import treblecross
from .checking import Verdict, check
from .errors import CertificateError, OctalCodeError, PositionError, SearchLimit
from .game import Cousin, Game
from .identifying import Difference, Identification, IdentifiedGame, identify
from .judging import ClaimVerdict, claims
from .misere import Genus, MiserePosition, MisereQuotient
from .period import Period, Rare
from .position import Move, Position
from .picture import plot
from .tables import CodeRow, PeriodRow, census, census_codes, results

__all__ = [
    "CertificateError",
    "ClaimVerdict",
    "CodeRow",
    "Cousin",
    "Difference",
    "Game",
    "Genus",
    "Identification",
    "IdentifiedGame",
    "MiserePosition",
    "MisereQuotient",
    "Move",
    "OctalCodeError",
    "Period",
    "PeriodRow",
    "Position",
    "PositionError",
    "Rare",
    "SearchLimit",
    "Verdict",
    "census",
    "census_codes",
    "check",
    "claims",
    "identify",
    "plot",
    "results",
    "treblecross",
]
