#!/bin/sh
# Runs every check of the project, the quick ones first, and reports all failing tests. `make test` runs it after setup.
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

# Two runs at once, because most machines have two cores: tests that wait for servers and commands, and all others.
waiting="tests/live tests/browser tests/cli"
report=$(mktemp)
printf '\n== pytest %s (its report follows the other one)\n' "$waiting"
.venv/bin/pytest $waiting >"$report" 2>&1 &
beside=$!
trap 'kill $beside 2>/dev/null || :; rm -f "$report"' EXIT
export HOLECARD_EVIDENCE=check # fail if the record of tests by clause is out of date
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
