"""Games are found by their values."""

from __future__ import annotations

import pytest

import octal_workbench as ow


def test_identify() -> None:
    values = ow.Game("0.137").values(40)
    found = ow.identify(values)
    assert found.exact and found.enough and found.deciding is not None
    [game] = found.games
    assert (game.code, game.name, game.shift, game.differences) == ("0.137", "dawsons-chess", 0, [])
    assert game.known is not None and game.known["row"]["period"] == 34
    assert ow.Cousin("0.07", -1) in game.equal
    for cousin in game.equal:
        # a(n) = G_code(n - shift)
        assert ow.Game(cousin.code).value(30 - cousin.shift) == values[30]
    wrong = list(values)
    wrong[20] += 1
    found = ow.identify(wrong, first=3)
    assert not found.exact and found.deciding is None
    assert [d.n for d in found.games[0].differences] == [23]


def test_lists_that_are_refused() -> None:
    with pytest.raises(ValueError, match="no values"):
        ow.identify([])
    with pytest.raises(ValueError, match="up to 64"):
        ow.identify([1, 2], first=65)
    assert not ow.identify([0, 1, 2]).enough
