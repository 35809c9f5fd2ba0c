"""The rules in plain Python: what everything is held against. Shares nothing with the package."""

from __future__ import annotations

from functools import cache
from itertools import product


def digits(code: str) -> list[tuple[int, bool]]:
    """The digits of a finite code, each with whether two heaps must differ."""
    found: list[tuple[int, bool]] = []
    for c in code.replace(".", ""):
        if c == "!":
            found[-1] = (found[-1][0], True)
        else:
            found.append((int(c, 16), False))
    return found


@cache
def options(code: str, n: int) -> tuple[tuple[int, ...], ...]:
    """What the moves of heap n leave, each once, larger heaps last."""
    found = set()
    for k, (digit, unequal) in enumerate(digits(code)):
        left = n - k
        if left < 0:
            continue
        if digit & 1 and left == 0:
            found.add(())
        if digit & 2 and left > 0:
            found.add((left,))
        if digit & 4:
            found |= {(a, left - a) for a in range(1, left // 2 + 1) if not (unequal and 2 * a == left)}
        if digit & 8:
            three = product(range(1, left), repeat=2)
            found |= {tuple(sorted((a, b, left - a - b))) for a, b in three if a + b < left}
    return tuple(sorted(found))


def grundy(code: str, last: int) -> list[int]:
    """G(0), ..., G(last): the least value that no option has."""
    values: list[int] = []
    for n in range(last + 1):
        seen = set()
        for parts in options(code, n):
            value = 0
            for part in parts:
                value ^= values[part]
            seen.add(value)
        values.append(next(v for v in range(len(seen) + 1) if v not in seen))
    return values


@cache
def next_player_wins(code: str, heaps: tuple[int, ...]) -> bool:
    """Whether some option is lost for the player who then moves."""
    for i, heap in enumerate(heaps):
        rest = heaps[:i] + heaps[i + 1 :]
        for parts in options(code, heap):
            if not next_player_wins(code, tuple(sorted(rest + parts))):
                return True
    return False


@cache
def board_wins(board: str) -> bool:
    """Whether the player to move wins a Treblecross board on which nobody has won."""
    return any(cell_wins(board, i) for i in range(len(board)))


def cell_wins(board: str, i: int) -> bool:
    """Whether an X in cell i wins; cells from 0 on."""
    if board[i] == "X":
        return False
    after = board[:i] + "X" + board[i + 1 :]
    if "XXX" in after:
        return True
    return "." in after and not board_wins(after)
