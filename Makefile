# Both `make run` and `make test` set up what they need; see CONTRIBUTING.md.
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run play test setup bench soak evidence clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

run: setup ## open the house: tables of every game in the browser
	@.venv/bin/holecard serve

play: setup ## open a Down Under table in the terminal
	@.venv/bin/holecard play pa-down-under

test: setup ## lint, types and all tests
	@scripts/test.sh

setup: ## prepare .venv and the system packages, without running anything
	@scripts/setup.sh

bench: setup ## run the benchmarks
	@set -e; for file in bench/*.py; do echo "== $$file"; .venv/bin/python "$$file"; done

soak: setup ## what takes too long for every run: 1,000 kills, 100,000 rounds, all triples of options, 10^9 simulated rounds
	@.venv/bin/python scripts/soak_kills.py
	@.venv/bin/python scripts/soak_memory.py
	@HOLECARD_SOAK=yes .venv/bin/pytest tests/lab/simulator/test_tapes.py
	@.venv/bin/python scripts/soak.py

evidence: setup ## run the tests of clauses and record which ones each exercised
	@HOLECARD_EVIDENCE=write .venv/bin/pytest -m clause tests

clean: ## remove what set-up, builds and tests left, .venv included
	rm -rf .venv build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
