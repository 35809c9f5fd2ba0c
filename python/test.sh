#!/usr/bin/env bash
# Installs the package into a fresh virtual environment and runs its tests there; then builds a wheel
# and uses it in another one. The environments are made in the folder given, or in a temporary one.
set -euo pipefail
cd "$(dirname "$0")"

# An installation would change a lock file that is not current.
cargo metadata --locked --format-version 1 > /dev/null

folder=${1:-$(mktemp -d)}
python3 -m venv --clear "$folder/tests"
"$folder/tests/bin/pip" install --quiet '.[test]'
"$folder/tests/bin/python" -m pytest

python3 -m venv --clear "$folder/wheel"
"$folder/tests/bin/pip" wheel --quiet --no-deps --wheel-dir "$folder/wheels" .
"$folder/wheel/bin/pip" install --quiet "$folder"/wheels/octal_workbench-*.whl
cd "$folder"
wheel/bin/python -c "
import octal_workbench as ow
g = ow.Game('0.137'); p = g.period()
assert (p.preperiod, p.period, list(p.exceptions)) == (52, 34, [0, 14, 16, 17, 31, 34, 51])
assert ow.check(p.certificate())
"
echo "the wheel works on its own"
