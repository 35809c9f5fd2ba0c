"""Misère play against brute force."""

from __future__ import annotations

import pickle
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import octal_workbench as ow

Heaps = tuple[int, ...]


def options(digits: list[int], heap: int) -> set[Heaps]:
    """What a move leaves of a heap, by the definition of the digits after the point."""
    left: set[Heaps] = set()
    for taken, digit in enumerate(digits, start=1):
        rest = heap - taken
        if rest < 0:
            continue
        if digit & 1 and rest == 0:
            left.add(())
        if digit & 2 and rest > 0:
            left.add((rest,))
        if digit & 4:
            left |= {(a, rest - a) for a in range(1, rest // 2 + 1)}
    return left


def wins(digits: list[int]) -> object:
    """Whether the player to move wins: who makes the last move loses."""

    def moves(position: Heaps) -> set[Heaps]:
        found: set[Heaps] = set()
        for i, heap in enumerate(position):
            for parts in options(digits, heap):
                found.add(tuple(sorted(position[:i] + parts + position[i + 1 :])))
        return found

    @cache
    def next_wins(position: Heaps) -> bool:
        after = moves(position)
        return not after or any(not next_wins(left) for left in after)

    next_wins.moves = moves  # type: ignore[attr-defined]
    return next_wins


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(0, 7), min_size=1, max_size=3),
    st.lists(st.integers(0, 7), min_size=0, max_size=3),
)
def test_positions_are_those_of_brute_force(digits: list[int], heaps: list[int]) -> None:
    code = "0." + "".join(map(str, digits))
    next_wins = wins(digits)
    position = tuple(sorted(heap for heap in heaps if heap))
    text = f"{code}: {' '.join(map(str, position)) or '0'}"
    solved = ow.MiserePosition(text)
    assert solved.outcome == ("N" if next_wins(position) else "P")  # type: ignore[operator]
    for move in solved.winning_moves():
        assert solved.play(move).outcome == "P"
    good = {left for left in next_wins.moves(position) if not next_wins(left)}  # type: ignore[attr-defined,operator]
    found = set()
    for move in solved.winning_moves():
        rest = list(position)
        rest.remove(move.heap)
        found.add(tuple(sorted([*rest, *move.parts])))
    assert found == good


def test_kayles() -> None:
    quotient = ow.Game("kayles").misere_quotient()
    assert (quotient.status, quotient.order, quotient.p_portion, quotient.theorem) == ("proved", 40, 9, "K+period")
    assert (quotient.preperiod, quotient.period, quotient.tame) == (71, 12, False)
    assert quotient.heaps >= quotient.last_rogue
    assert quotient.generators["a"] == 1
    assert len(quotient.p_elements) <= quotient.p_portion
    assert quotient.value(10**12).startswith("*")
    assert ow.check(quotient.certificate())
    position = ow.MiserePosition("kayles: 5 9 12", quotient)
    assert [str(move) for move in position.winning_moves()]
    assert all(position.play(move).outcome == "P" for move in position.winning_moves())


def test_partial_and_open_quotients() -> None:
    partial = ow.Game("0.75").misere_quotient(heap=3)
    assert partial.status == "partial" and partial.heaps == 3
    open_game = ow.Game("0.07").misere_quotient(limit=20)
    assert open_game.status == "open" and open_game.stop == "heaps 20" and open_game.theorem is None
    assert [order for _, order, _ in open_game.staircase][-1] == open_game.order
    with pytest.raises(ow.SearchLimit):
        open_game.value(21)


def test_an_infinite_quotient() -> None:
    quotient = ow.Game("0.76").misere_quotient()
    assert (quotient.status, quotient.order, quotient.theorem) == ("proved", float("inf"), "I")
    assert quotient.p_portion is None
    assert (quotient.heaps, quotient.kernel, quotient.tame, quotient.stop) == (11, None, False, "infinite")
    assert str(quotient) == "infinite, proved (Theorem I), known to heap 11"
    assert ow.check(quotient.certificate())
    assert quotient.value(11) and len(quotient.p_elements) == quotient.staircase[-1][2] == 9
    nim = ow.Game("nim").misere_quotient()
    assert (nim.order, nim.p_portion, nim.theorem, nim.tame) == (float("inf"), 2, "N", True)
    assert nim == ow.Game("nim").misere_quotient()
    with pytest.raises(ow.CertificateError, match="finite codes"):
        nim.certificate()


def test_genus() -> None:
    genera = ow.Game("0.77").misere_genus(10)
    assert [g.normal for g in genera] == ow.Game("0.77").values(10).tolist()
    assert [g.heap for g in genera] == list(range(11))
    # Winning Ways, chapter 13: Kayles rows of 1 and 2 pins are nim-heaps, 5 pins are the first wild ones.
    assert [g.short for g in genera[:5]] == ["0", "1", "2", "3", "1"]
    assert not all(g.tame for g in genera)
    with pytest.raises(ValueError):
        ow.Game("0.77").misere_genus(-1)
    with pytest.raises(ow.SearchLimit):
        ow.Game("0.07").misere_genus(200, memory=1 << 20)


def test_wrong_input() -> None:
    with pytest.raises(ow.PositionError):
        ow.MiserePosition("0.77: 1 2 | nim: 3")
    with pytest.raises(ow.PositionError):
        ow.MiserePosition("0.75: 3", ow.Game("0.77").misere_quotient(heap=3))
    with pytest.raises(ow.PositionError):
        ow.MiserePosition("0.9x: 3")
    with pytest.raises(ValueError):
        ow.Game("0.77 shift 1").misere_quotient()
    with pytest.raises(ValueError):
        ow.Game("0.77").misere_quotient(heap=-1)
    with pytest.raises(ow.SearchLimit):
        ow.MiserePosition("0.07: 1000000")
    with pytest.raises(ow.PositionError):
        ow.MiserePosition("0.77: 3").play("3 -> 3")


def test_objects() -> None:
    position = ow.MiserePosition("0.77: 1 2")
    again = pickle.loads(pickle.dumps(position))
    assert again == position and again.value == position.value
    quotient = ow.Game("0.75").misere_quotient()
    assert "order 8" in quotient._repr_html_()
    assert "relations & $a^{2} = 1, b^{3} = b," in quotient._repr_latex_()
    assert pickle.loads(pickle.dumps(quotient)) == quotient != ow.Game("0.75").misere_quotient(heap=3)
