"""Games and their values."""

from __future__ import annotations

import itertools
import os
import pickle
import re
import signal
import threading
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import octal_workbench as ow

from definition import grundy

octal_codes = st.builds(
    lambda d0, rest: d0 + "." + rest,
    st.sampled_from(["0", "4", "4!"]),
    st.lists(
        st.sampled_from([*"01234567", "4!", "5!", "6!", "7!"]), min_size=1, max_size=5
    ).map("".join),
)
hexadecimal_codes = st.builds(
    lambda d0, rest: d0 + "." + rest,
    st.sampled_from(["0", "8", "c"]),
    st.lists(st.sampled_from([*"0123456789abcdef"]), min_size=1, max_size=3).map("".join),
)


@settings(max_examples=150, deadline=None)
@given(octal_codes)
def test_values_are_those_of_the_definition(code: str) -> None:
    values = ow.Game(code).values(60)
    assert values.dtype == np.uint8
    assert values.tolist() == grundy(code, 60)


@settings(max_examples=40, deadline=None)
@given(hexadecimal_codes)
def test_three_heaps(code: str) -> None:
    assert ow.Game(code).values(24).tolist() == grundy(code, 24)


@settings(max_examples=60, deadline=None)
@given(octal_codes)
def test_cousins_have_the_same_sequence(code: str) -> None:
    game = ow.Game(code)
    values = game.values(40).tolist()
    cousins = game.cousins()
    assert game.standard_form == game or (game.standard_form.code, game.standard_form.shift) in cousins
    for cousin in cousins:
        others = ow.Game(cousin.code).values(60).tolist()
        first = max(cousin.shift, 0)
        assert values[first:] == [others[n - cousin.shift] for n in range(first, 41)]


def test_cousins_of_dawsons_chess() -> None:
    cousins = list(map(str, ow.Game("0.137").cousins()))
    assert cousins[:4] == ["0.07 shift -1", "0.4 shift -2", "0.42 shift -2", "0.071 shift -1"]
    assert len(cousins) == 12
    assert str(ow.Game("0.07").cousins()[0]) == "0.137 shift 1"


def test_what_is_no_number_and_no_text() -> None:
    game = ow.Game("0.77")
    for n in (1e3, "10", None):
        with pytest.raises(TypeError, match=re.escape(f"a heap is a whole number such as 1000, not {n!r}")):
            game.values(n)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="a heap is a whole number"):
            game.value(n)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="such as '0.137' or 'kayles', not by 0.137"):
        ow.Game(0.137)  # type: ignore[arg-type]
    assert game.value(np.int64(5)) == 4


def test_spellings_of_one_game() -> None:
    spellings = [".137", "0·137", "0.1370", "dawsons-chess", "Dawson's Chess"]
    games = {ow.Game(text) for text in spellings}
    assert games == {ow.Game("0.137")}
    game = games.pop()
    assert (game.code, game.shift, game.name) == ("0.137", 0, "dawsons-chess")
    assert str(ow.Game("couples-are-forever")) == "0.6 shift 1"
    assert repr(ow.Game(game)) == "Game('0.137')"
    # Equal sequences are not equal games.
    assert ow.Game("0.07") != ow.Game("0.137 shift 1")
    assert ow.Game("0.07") != "0.07"
    with pytest.raises(AttributeError):
        game.code = "0.77"


@pytest.mark.parametrize(
    ("text", "column", "hint"),
    [
        ("137", 1, "write `0.137`"),
        ("1.37", 1, "a move that takes nothing must split the heap"),
        ("0.13x", 5, "expected"),
        ("  0.1!", 6, "4, 5, 6, 7, c, d, e or f"),
        ("kayels", 1, "did you mean `kayles`?"),
        ("", 1, "kayles"),
        ("0.1 shift x", 11, "expected s of G(n) = G_CODE(n − s)"),
    ],
)
def test_texts_that_are_no_game(text: str, column: int, hint: str) -> None:
    with pytest.raises(ow.OctalCodeError) as caught:
        ow.Game(text)
    assert isinstance(caught.value, ValueError)
    assert caught.value.column == column
    assert hint in caught.value.hint


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=20))
def test_any_text_is_a_game_or_an_error(text: str) -> None:
    try:
        game = ow.Game(text)
    except ow.OctalCodeError as error:
        assert str(error)
    else:
        assert ow.Game(str(game)) == game


def test_types_of_arrays() -> None:
    assert ow.Game("0.77").values(0).tolist() == [0]
    assert ow.Game("0.07").values(1000).dtype == np.uint8
    nim = ow.Game("nim")
    assert nim.values(255).dtype == np.uint8
    assert nim.values(256).dtype == np.uint16
    assert nim.values(70_000).dtype == np.uint64
    assert nim.values(70_000).tolist() == list(range(70_001))
    assert ow.Game("nim shift 3").values(5).tolist() == [0, 0, 0, 0, 1, 2]
    # Arrays are the caller's own.
    game = ow.Game("0.77")
    game.values(5)[0] = 9
    assert game.values(5)[0] == 0


def test_values_beyond_those_computed() -> None:
    game = ow.Game("0.137")
    values = game.values(5000)
    assert all(values[n + 34] == values[n] for n in range(52, 5000 - 34))
    assert game.values(5000).tolist() == ow.Game("0.137").values(5000).tolist()
    n = 52 + (10**15 - 52) % 34
    assert game.value(10**15) == values[n] == 2
    assert ow.Game("nim").value(10**15) == 10**15
    assert ow.Game("0.137 shift 7").value(10**15 + 7) == 2


def test_values_without_end() -> None:
    for code in ["0.77", "0.6", "nim", "0.07 shift 2"]:
        game = ow.Game(code)
        assert list(itertools.islice(game.iter_values(), 9000)) == game.values(8999).tolist()


@pytest.mark.parametrize("n", [-1, 2**63, 10**40])
def test_heaps_that_are_none(n: int) -> None:
    for call in [ow.Game("0.77").value, ow.Game("0.77").values]:
        with pytest.raises(ValueError, match="a heap has from 0"):
            call(n)


def test_limits_of_memory() -> None:
    with pytest.raises(ow.SearchLimit, match="memory"):
        ow.Game("0.6").values(10**6, memory=10**5)
    with pytest.raises(ow.SearchLimit, match="allow more memory"):
        ow.Game("0.6").value(10**15, memory=10**5)
    with pytest.raises(ow.SearchLimit, match="allow more memory"):
        ow.Game("0.77").values(10**15)
    # A proof takes less memory than the values.
    assert ow.Game("0.77").value(10**15, memory=10**5) == ow.Game("0.77").value(71 + (10**15 - 71) % 12)


def test_comparing_arrays() -> None:
    game = ow.Game("0.77")
    right = grundy("0.77", 300)
    assert game.compare(right) is None
    assert game.compare(np.array(right, dtype=np.uint8)) is None
    assert game.compare([]) is None
    for heap in [0, 1, 150, 300]:
        wrong = list(right)
        wrong[heap] += 1
        assert game.compare(wrong) == heap
    assert game.compare([0, 1, -1]) == 2
    assert game.compare([0, 2, -1]) == 1
    assert game.compare([0, 2**40]) == 1
    for bad in [[[0, 1]], [0.5], ["0"]]:
        with pytest.raises(TypeError):
            game.compare(bad)


def test_pickles() -> None:
    for text in ["0.137", "0.6 shift 1", "4!.0", "0.3[37]"]:
        game = ow.Game(text)
        game.value(20)
        copy = pickle.loads(pickle.dumps(game))
        assert copy == game and hash(copy) == hash(game)
        assert copy.values(30).tolist() == game.values(30).tolist()


def test_threads() -> None:
    """Many threads use one game, and the GIL is free meanwhile."""
    game, found = ow.Game("0.6"), {}
    expected = ow.Game("0.6").values(20_000).tolist()

    def work(i: int) -> None:
        found[i] = game.values(20_000 - i).tolist()

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(found[i] == expected[: 20_001 - i] for i in range(8))


def test_other_threads_run_meanwhile() -> None:
    ticks = []
    done = threading.Event()

    def tick() -> None:
        while not done.wait(0.02):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=tick)
    thread.start()
    ow.Game("0.007").period(limit=2**40, work=2_000_000_000)
    done.set()
    thread.join()
    assert len(ticks) > 5


def test_an_interrupt_stops_a_search_and_keeps_what_is_computed() -> None:
    # What runs in the background of a script is told to ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    game = ow.Game("0.007")
    sent = []

    def interrupt() -> None:
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.5, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        game.period(limit=2**40)
    stopped = time.monotonic()
    timer.join()
    assert stopped - sent[0] < 1
    kept = game.computed
    assert len(kept) > 1000
    assert kept[:1001].tolist() == ow.Game("0.007").values(1000).tolist()


def test_progress() -> None:
    shares: list[float] = []
    game = ow.Game("0.007")
    game.period(limit=2**40, work=2_000_000_000, progress=shares.append)
    assert shares and all(0 <= share <= 1 for share in shares)
    assert shares == sorted(shares)
    ow.Game("0.77").period(progress=True)

    def stop(share: float) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        ow.Game("0.007").period(limit=2**40, progress=stop)
