# Every target sets up what it needs; see CONTRIBUTING.md.
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run play check test docs dist setup bench soak evidence clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

run: setup ## open the house: tables of every game in the browser
	@.venv/bin/holecard serve

play: setup ## open a Down Under table in the terminal
	@.venv/bin/holecard play pa-down-under

check: setup ## run the linters, type checks and the quick tests: two minutes
	@scripts/test.sh --quick

test: setup ## run the linters, type checks and all tests: ten to fifteen minutes on two cores
	@scripts/test.sh

docs: setup ## build the documentation, which the house then serves under /docs/
	@.venv/bin/python -m sphinx -q -W --keep-going -d build/doctrees -b html docs src/holecard/live/site
	@echo "The documentation is in src/holecard/live/site/index.html. The house serves it under /docs/."

dist: docs ## build a release in dist/, and try it with every Python here, or with those of PYTHONS="3.11 3.14"
	@rm -rf dist
	@.venv/bin/python -m hatchling build
	@.venv/bin/python scripts/try_release.py $(PYTHONS)

setup: ## set up .venv and the system packages, and run nothing
	@scripts/setup.sh

bench: setup ## run the benchmarks
	@set -e; for file in bench/*.py; do echo "== $$file"; .venv/bin/python "$$file"; done

# The tests that do more with HOLECARD_SOAK=yes than in every run: see tests/kit/soak.py.
SOAKED = tests/browser/test_pictures.py tests/cli/test_every_game.py tests/cli/test_render.py tests/lab \
	tests/live/store/test_processes.py tests/live/store/test_restart.py tests/live/table tests/live/web \
	tests/plugins tests/properties tests/referee/test_random_rounds.py tests/rl tests/rng tests/school

soak: setup ## run the long tests: kills, takeovers, 100,000 rounds, 10^6 messages, 10^6 random requests, all triples of options, 10^9 simulated rounds
	@.venv/bin/python scripts/soak_kills.py
	@.venv/bin/python scripts/soak_takeovers.py
	@.venv/bin/python scripts/soak_memory.py
	@.venv/bin/python scripts/soak_secrecy.py
	@.venv/bin/python scripts/soak_fuzz.py
	@HOLECARD_SOAK=yes .venv/bin/pytest -n 2 $(SOAKED)
	@.venv/bin/python scripts/soak.py

evidence: setup ## run the clause tests and record which clauses each one exercises
	@HOLECARD_EVIDENCE=write .venv/bin/pytest -n 2 -m clause tests

clean: ## remove everything that set-up, builds and tests made, including .venv
	rm -rf .venv build dist src/holecard/live/site docs/changelog.md docs/contributing.md docs/security.md docs/*/generated .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
