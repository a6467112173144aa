# Everyday commands. On Windows the lines work as they are, with .venv\Scripts\ for .venv/bin/.
BIN := .venv/bin

.PHONY: setup check test slow coverage bench demo dashboard constraints

setup:
	python3 -m venv .venv
	$(BIN)/pip install -c constraints.txt -e '.[test]'

check:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -n 2 --dist worksteal

test:
	$(BIN)/python -m pytest -n 2 --dist worksteal

slow:
	$(BIN)/python -m pytest -m slow

# Jitted code is invisible to coverage, so this runs the engine's tests as plain Python.
coverage:
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -k test_engine
	$(BIN)/coverage report --include='engine/*'

bench:
	set -e; for bench in kernel pipeline startup questions simulator; do echo "== $$bench"; $(BIN)/python -m benchmarks.$$bench; done

demo:
	$(BIN)/danpu demo

dashboard:
	$(BIN)/danpu dashboard

# Needs uv. One file for every supported Python and platform; it names no host.
constraints:
	uv pip compile pyproject.toml --universal --python-version 3.11 --all-extras --no-header --no-annotate -o constraints.txt
