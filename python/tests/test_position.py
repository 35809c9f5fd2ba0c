"""Positions and boards against search from the rules."""

from __future__ import annotations

import pickle
from functools import reduce
from operator import xor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import octal_workbench as ow

from definition import board_wins, cell_wins, grundy, next_player_wins, options
from test_game import octal_codes

heaps = st.lists(st.integers(1, 7), min_size=1, max_size=4)


@settings(max_examples=80, deadline=None)
@given(octal_codes, heaps)
def test_outcomes_and_winning_moves(code: str, heaps: list[int]) -> None:
    position = ow.Position(f"{code}: {' '.join(map(str, heaps))}")
    values = grundy(code, 7)
    assert position.nim_sum == reduce(xor, (values[n] for n in heaps))
    assert (position.outcome == "N") == next_player_wins(code, tuple(sorted(heaps)))
    found = {(m.heap, tuple(sorted(m.parts))) for m in position.winning_moves()}
    right = set()
    for n in set(heaps):
        rest = list(heaps)
        rest.remove(n)
        for parts in options(code, n):
            if not next_player_wins(code, tuple(sorted(rest + list(parts)))):
                right.add((n, parts))
    assert found == right
    for move in position.winning_moves():
        assert position.play(move).outcome == "P"


def test_sums_of_games() -> None:
    position = ow.Position("kayles: 3 4 | nim: 2 | 0.77: 1")
    assert position.components == (("0.77", (3, 4, 1)), ("0.[3]", (2,)))
    assert str(position) == "0.77: 3 4 1 | 0.[3]: 2" == str(ow.Position(position))
    assert position == ow.Position("0.77: 3 4 1 | nim: 2")
    assert position.nim_sum == 3 ^ 1 ^ 1 ^ 2
    assert position.play("2 -> 0", game="nim").outcome == "N"
    assert position.play("3 -> 1+1").components[0] == ("0.77", (1, 1, 4, 1))
    assert pickle.loads(pickle.dumps(position)) == position
    assert repr(position) == "Position('0.77: 3 4 1 | 0.[3]: 2')"


def test_large_heaps() -> None:
    position = ow.Position("0.77: 3 5 1000000000000")
    assert position.nim_sum == 3 ^ 4 ^ ow.Game("0.77").value(10**12)
    few = ow.Position("0.77: 1 1000000000000")
    with pytest.raises(ow.SearchLimit):
        ow.Position("0.6: 5 1000000000000").winning_moves(memory=10**6)
    if few.nim_sum:
        with pytest.raises(ow.SearchLimit, match="winning moves: ask for more than 3"):
            few.winning_moves(most=3)


@pytest.mark.parametrize("text", ["", "0.77: x", "0.77: -1", "0.777777x: 3", "0.77: 99999999999999999999"])
def test_texts_that_are_no_position(text: str) -> None:
    with pytest.raises(ow.PositionError):
        ow.Position(text)


def test_moves_that_are_not_allowed() -> None:
    position = ow.Position("0.77: 3 4 | 0.07: 4")
    for move in ["5 -> 1", "3 -> 3", "4", "3 -> 1+1+1", "4 -> 2"]:
        with pytest.raises(ow.PositionError):
            position.play(move)
    assert str(position.play("4 -> 2", game="0.07")) == "0.77: 3 4 | 0.07: 2"
    assert str(position.play(ow.Move("0.77", 4, (2,)))) == "0.77: 3 2 | 0.07: 4"


@pytest.mark.parametrize("cells", range(3, 9))
def test_boards(cells: int) -> None:
    for bits in range(2**cells):
        board = "".join("X" if bits >> i & 1 else "." for i in range(cells))
        if "XXX" in board:
            continue
        solution = ow.treblecross.moves(board)
        assert (solution.outcome == "N") == board_wins(board), board
        winning = tuple(i + 1 for i in range(cells) if cell_wins(board, i))
        assert solution.cells == winning, board
        assert solution.reason or not solution.cells


def test_empty_boards() -> None:
    table = ow.treblecross.table(12)
    assert [row.cells for row in table] == list(range(13))
    values = grundy("0.007", 14)
    for row in table:
        assert row.value == values[row.cells + 2]
        if row.cells >= 3:
            assert (row.outcome == "N") == board_wins("." * row.cells)
            board = "." * row.cells
            winning = tuple(i + 1 for i in range(row.cells) if cell_wins(board, i))
            assert row.winning_cells == winning
        else:
            assert (row.outcome, row.winning_cells) == ("none", ())


@pytest.mark.parametrize("board", ["", "..O", "XXX", ".XXX."])
def test_texts_that_are_no_board(board: str) -> None:
    with pytest.raises(ow.PositionError):
        ow.treblecross.moves(board)


def test_a_game_and_its_heaps() -> None:
    expected = ow.Position("0.77: 3 4 5")
    assert ow.Position("kayles", [3, 4, 5]) == ow.Position(ow.Game("kayles"), (3, 4, 5)) == expected
    with pytest.raises(TypeError, match=r"name the game too, as in Position\('kayles', \[3, 4, 5\]\)"):
        ow.Position([3, 4, 5])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a heap is a whole number"):
        ow.Position("kayles", [3, 4.5])  # type: ignore[list-item]
    with pytest.raises(ow.PositionError):
        ow.Position("kayles", [-3])
