#!/bin/sh
# Every check of the project, the quick ones first; tests that fail are all told of. `make test` runs it after setup.
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

# Two at once, for machines have two cores: the house and its pages wait more than they work.
house=$(mktemp)
printf '\n== pytest tests/live tests/browser (its report follows the other one)\n'
.venv/bin/pytest tests/live tests/browser >"$house" 2>&1 &
house_tests=$!
trap 'kill $house_tests 2>/dev/null || :; rm -f "$house"' EXIT
export HOLECARD_EVIDENCE=check # a record of tests by clause that is out of date fails
failed=0
check pytest --ignore=tests/live --ignore=tests/browser || failed=1
printf '\n== pytest tests/live tests/browser\n'
wait $house_tests || failed=1
cat "$house"
[ $failed = 0 ] || exit 1

missing=$(scripts/setup.sh --missing)
if [ -n "$missing" ]; then
  printf '\n%s\n' "$missing"
  if [ "${CI-}" = true ]; then
    printf 'failed: under CI=true everything has to run\n'
    exit 1
  fi
fi
