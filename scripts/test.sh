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
check oxlint --deny-warnings src/holecard/live/pages
check oxfmt --check "src/holecard/live/pages/**/*.js"
check lint-imports
check mypy --strict src tests

# Two at once, for machines have two cores: what waits for servers and commands, and everything else.
waiting="tests/live tests/browser tests/cli"
report=$(mktemp)
printf '\n== pytest %s (its report follows the other one)\n' "$waiting"
.venv/bin/pytest $waiting >"$report" 2>&1 &
beside=$!
trap 'kill $beside 2>/dev/null || :; rm -f "$report"' EXIT
export HOLECARD_EVIDENCE=check # a record of tests by clause that is out of date fails
failed=0
check pytest $(printf -- '--ignore=%s ' $waiting) || failed=1
printf '\n== pytest %s\n' "$waiting"
wait $beside || failed=1
cat "$report"
[ $failed = 0 ] || exit 1

missing=$(scripts/setup.sh --missing)
if [ -n "$missing" ]; then
  printf '\n%s\n' "$missing"
  if [ "${CI-}" = true ]; then
    printf 'failed: under CI=true everything has to run\n'
    exit 1
  fi
fi
