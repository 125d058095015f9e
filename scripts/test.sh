#!/bin/sh
# Every check of the project, the quick ones first; stops at the first that fails. `make test` runs it after setup.
set -eu
cd "$(dirname "$0")/.."

check() {
  printf '\n== %s\n' "$*"
  program=$1
  shift
  ".venv/bin/$program" "$@"
}

check ruff check
check ruff format --check
check mypy --strict src tests
HOLECARD_EVIDENCE=check
export HOLECARD_EVIDENCE # a record of tests by clause that is out of date fails
check pytest

missing=$(scripts/setup.sh --missing)
if [ -n "$missing" ]; then
  printf '\n%s\n' "$missing"
  if [ "${CI-}" = true ]; then
    printf 'failed: under CI=true everything has to run\n'
    exit 1
  fi
fi
