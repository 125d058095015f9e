#!/bin/sh
# The checks of the project. `make test` runs all of them after setup; `make check` runs `scripts/test.sh --quick`,
# which leaves out what needs a server, a browser or minutes. It reports everything that fails, not just the first.
set -eu
cd "$(dirname "$0")/.."

heading() { printf '\n== %s\n' "$*"; }

check() {
  heading "$*"
  program=$1
  shift
  ".venv/bin/$program" "$@"
}

check ruff check
check ruff format --check
check oxlint --deny-warnings src/holecard/live/pages
check oxfmt --check "src/holecard/live/pages/**/*.js"
check lint-imports

# Types are checked beside the tests, and reported after them.
types=$(mktemp)
.venv/bin/mypy --strict src tests >"$types" 2>&1 &
beside=$!
trap 'kill $beside 2>/dev/null || :; rm -f "$types"' EXIT
if [ $# = 0 ]; then # once here, on the other core, or each process of the tests would compile them for itself
  heading "compile the lab's kernels"
  .venv/bin/python scripts/kernels.py
fi
failed=0
export HOLECARD_EVIDENCE=check # fail if the record of tests by clause is out of date
check pytest -n 4 "$@" || failed=1 # on two cores: while one waits for a server or a browser, the others work
heading mypy --strict src tests
wait $beside || failed=1
cat "$types"
[ $failed = 0 ] || exit 1
[ $# = 0 ] || exit 0

missing=$(scripts/setup.sh --missing)
if [ -n "$missing" ]; then
  printf '\n%s\n' "$missing"
  if [ "${CI-}" = true ]; then
    printf 'failed: under CI=true everything has to run\n'
    exit 1
  fi
fi
