"""Compares the verified checker with `octal check` on certificates of misère quotients and altered copies.

    python3 program/agreement.py OCTAL COPIES [SEED]

OCTAL is the program, COPIES how many altered copies are made of files in ../results/misere, which are all
checked as well. Prints how many files both accept and both refuse, and each file of which they disagree,
which is kept; then the exit code is 1.
"""

import gzip
import pathlib
import random
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
RESULTS = HERE.parent.parent / "results" / "misere"
VERIFIED = HERE / "octal-check-verified"
# Larger files are checked, but not altered: one of them takes minutes.
LARGEST_ALTERED = 40_000


def text_of(path):
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode()


def change_number(words, at_random):
    """Another number for one of a line."""
    places = [i for i, word in enumerate(words) if word.isdigit()]
    if places:
        i = at_random.choice(places)
        step = at_random.choice([1, 1, 1, 2, 3, 10])
        words[i] = str(max(0, int(words[i]) + at_random.choice([-1, 1]) * step))


def change_list(words, at_random):
    """One word fewer, one twice, or two exchanged."""
    i, j = at_random.randrange(len(words)), at_random.randrange(len(words))
    kind = at_random.randrange(3)
    if kind == 0:
        del words[i]
    elif kind == 1:
        words.insert(i, words[i])
    else:
        words[i], words[j] = words[j], words[i]


def as_partial(lines):
    """The partial quotient that the certificate has."""
    rest = [line for line in lines if line.split(" ")[0] not in LETTERS]
    return ["claim partial" if line.startswith("claim ") else line for line in rest]


LETTERS = {"preperiod", "period", "last-rogue", "c", "q", "p", "alpha", "K1", "K0", "B", "a", "b", "v:"}


def renamed(lines, at_random):
    """Two elements with their numbers exchanged, everywhere."""
    order = next(int(line.split(" ")[1]) for line in lines if line.startswith("order "))
    x, y = at_random.randrange(order), at_random.randrange(order)
    name = {str(x): str(y), str(y): str(x)}
    result = []
    for line in lines:
        words = line.split(" ")
        if words[0] == "action":
            row = words[2:]
            if max(x, y) < len(row):
                row[x], row[y] = row[y], row[x]
            words[2:] = [name.get(word, word) for word in row]
        elif words[0] == "phi:":
            words[1:] = [name.get(word, word) for word in words[1:]]
        elif words[0] == "P:":
            words[1:] = sorted((name.get(word, word) for word in words[1:]), key=int)
        result.append(" ".join(words))
    return result


def altered(text, at_random):
    lines = text.splitlines()
    kind = at_random.randrange(8)
    if kind == 0:
        lines = as_partial(lines)
    elif kind == 1:
        lines = renamed(lines, at_random)
    for _ in range(at_random.choice([0, 1, 1, 1, 2]) if kind < 2 else 1):
        # The lines of numbers one by one: letters as often as lists.
        letters = [i for i, line in enumerate(lines) if line.split(" ")[0] in LETTERS]
        i = at_random.choice(letters if letters and kind in (2, 3, 4) else range(len(lines)))
        words = lines[i].split(" ")
        (change_list if kind == 7 else change_number)(words, at_random)
        lines[i] = " ".join(words)
    return "\n".join(lines) + "\n"


def main():
    octal, copies = sys.argv[1], int(sys.argv[2])
    at_random = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="agreement"))
    originals = {path.name: text_of(path) for path in sorted(RESULTS.glob("*.txt*"))}
    texts = dict(originals)
    small = [name for name, text in originals.items() if len(text) <= LARGEST_ALTERED]
    # Of each kind as many.
    kinds = {}
    for name in small:
        kinds.setdefault(originals[name].splitlines()[2], []).append(name)
    for i in range(copies):
        name = at_random.choice(kinds[at_random.choice(sorted(kinds))])
        texts[f"{i}-{name}"] = altered(originals[name], at_random)
    counts = {(True, True): 0, (False, False): 0}
    disagree = 0
    for name, text in texts.items():
        path = folder / name.removesuffix(".gz")
        path.write_text(text)
        one = subprocess.run([octal, "check", path], capture_output=True)
        if one.returncode not in (0, 1, 2):
            sys.exit(f"{path}: `octal check` ended with {one.returncode}")
        command = f"ulimit -s unlimited; exec '{VERIFIED}' '{path}'"
        other = subprocess.run(["bash", "-c", command], capture_output=True)
        if other.returncode not in (0, 1):
            sys.exit(f"{path}: the verified checker ended with {other.returncode}")
        verdicts = (one.returncode == 0, other.returncode == 0)
        if verdicts in counts:
            counts[verdicts] += 1
            path.unlink()
        else:
            disagree += 1
            print(f"{path}: octal check {'accepts' if verdicts[0] else 'refuses'} it: {one.stderr.decode()}")
    print(f"{len(texts)} files: both accept {counts[True, True]}, both refuse {counts[False, False]}, "
          f"they disagree on {disagree}")
    sys.exit(1 if disagree else 0)


main()
