# Every target sets up what it needs; see CONTRIBUTING.md.
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run play check test setup bench soak evidence clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

run: setup ## open the house: tables of every game in the browser
	@.venv/bin/holecard serve

play: setup ## open a Down Under table in the terminal
	@.venv/bin/holecard play pa-down-under

check: setup ## lint, types and the tests that need no server, no browser and no minutes: two minutes
	@scripts/test.sh --quick

test: setup ## lint, types and all tests: ten minutes on two cores
	@scripts/test.sh

setup: ## prepare .venv and the system packages, without running anything
	@scripts/setup.sh

bench: setup ## run the benchmarks
	@set -e; for file in bench/*.py; do echo "== $$file"; .venv/bin/python "$$file"; done

# The tests that do more with HOLECARD_SOAK=yes than in every run: see tests/kit/soak.py.
SOAKED = tests/cli/test_every_game.py tests/lab tests/live/table/test_secrecy.py

soak: setup ## what takes too long for every run: 1,000 kills, 100,000 rounds, all triples of options, 10^9 simulated rounds
	@.venv/bin/python scripts/soak_kills.py
	@.venv/bin/python scripts/soak_memory.py
	@HOLECARD_SOAK=yes .venv/bin/pytest -n 2 $(SOAKED)
	@.venv/bin/python scripts/soak.py

evidence: setup ## run the tests of clauses and record which ones each exercised
	@HOLECARD_EVIDENCE=write .venv/bin/pytest -n 2 -m clause tests

clean: ## remove what set-up, builds and tests left, .venv included
	rm -rf .venv build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
