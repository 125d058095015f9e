# Both `make run` and `make test` set up what they need; see CONTRIBUTING.md.
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run play test setup bench soak evidence clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

run: setup ## open the house: tables of every game in the browser
	@.venv/bin/holecard serve

play: setup ## open a Down Under table in the terminal
	@.venv/bin/holecard play pa-down-under

test: setup ## run the linters, type checks and all tests
	@scripts/test.sh

setup: ## set up .venv and the system packages, and run nothing
	@scripts/setup.sh

bench: setup ## run the benchmarks
	@set -e; for file in bench/*.py; do echo "== $$file"; .venv/bin/python "$$file"; done

soak: setup ## run the long tests: 1,000 kills, 100,000 rounds, all triples of options, 10^9 simulated rounds
	@.venv/bin/python scripts/soak_kills.py
	@.venv/bin/python scripts/soak_memory.py
	@HOLECARD_SOAK=yes .venv/bin/pytest tests/lab/simulator/test_tapes.py
	@.venv/bin/python scripts/soak.py

evidence: setup ## run the clause tests and record which clauses each one exercises
	@HOLECARD_EVIDENCE=write .venv/bin/pytest -m clause tests

clean: ## remove everything that set-up, builds and tests made, including .venv
	rm -rf .venv build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
