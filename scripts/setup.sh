#!/bin/sh
# Sets up this checkout: the system packages that tests use, and .venv with the project installed in it.
#
#   scripts/setup.sh            set up; if everything is in place, it does nothing and needs no network
#   scripts/setup.sh --missing  list what cannot run on this machine, one line each
set -eu
cd "$(dirname "$0")/.."

# The extras that the commands, the tests and the benchmarks need.
EXTRAS=lab,dist,rl,live,test,docs,bench

# `python3` first, because this machine or the user's version manager chose it. Then the newest version that
# constraints.txt is tested with. One that was not built with optimisation comes after all others.
PYTHONS="python3 python3.14 python3.13 python3.12 python3.11"

# command|Debian package|what is not run without it. For a command that Debian keeps off PATH: a pattern for its path
SYSTEM="
tmux|tmux|the tests that drive the table in a real terminal
/usr/lib/postgresql/*/bin/initdb|postgresql|the tests of the house on PostgreSQL
chromium|chromium|the tests that play in a real browser
/usr/sbin/nginx|nginx-light|the test of the house behind a proxy with TLS
systemd-analyze|systemd|the check of the systemd unit
"

export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1
stamp=.venv/.setup
checkout=$(pwd -P)
wanted="$checkout $(cat pyproject.toml constraints.txt scripts/setup.sh | cksum)"
apt_updated=

say() { printf 'setup: %s\n' "$*" >&2; }

# --- system packages ------------------------------------------------------------------------------------------------

# Whether a command in SYSTEM exists. A pattern without a match stays unexpanded and is not a command.
has() {
  for found in $1; do
    ! command -v "$found" >/dev/null || return 0
  done
  return 1
}

# Prints the lines of SYSTEM whose command is missing.
missing_commands() {
  printf '%s' "$SYSTEM" | while IFS='|' read -r command package purpose; do
    [ -z "$command" ] || has "$command" || printf '%s|%s|%s\n' "$command" "$package" "$purpose"
  done
}

report_missing() {
  missing_commands | while IFS='|' read -r command package purpose; do
    printf 'not run: %s (no %s; Debian package %s)\n' "$purpose" "$command" "$package"
  done
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi
}

may_install() {
  command -v apt-get >/dev/null && as_root true 2>/dev/null
}

# Installs one package without asking; returns false if that is not possible here.
install_package() {
  may_install || return 1
  say "installing the system package $1"
  if [ -z "$apt_updated" ]; then
    apt_updated=yes
    as_root apt-get update -q </dev/null >&2 || say "apt-get update failed; trying with the lists at hand"
  fi
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$1" </dev/null >&2
}

install_missing_commands() {
  for package in $(missing_commands | cut -d '|' -f 2 | sort -u); do
    install_package "$package" || true # what is still missing is reported at the end
  done
}

# The same browser without a window: the tests then take a third less time in it. They run in the other one too, so
# this is tried once, and nothing is missing without it.
install_quicker_browser() {
  if has chromium && ! has chromium-headless-shell; then
    install_package chromium-headless-shell || true
  fi
}

# --- the Python environment -----------------------------------------------------------------------------------------

# Every Python on PATH, in order of preference: a version manager may put a broken stub before one that works.
candidates() (
  IFS=:
  for name in $(printf '%s' "$PYTHONS" | tr ' ' ':'); do
    for folder in $PATH; do
      [ ! -x "$folder/$name" ] || printf '%s\n' "$folder/$name"
    done
  done
)

# Whether a Python was built with optimisation by profile, as distributions build theirs. A version manager may have
# compiled one without it, and then everything here takes a fifth longer.
is_optimised() {
  "$1" -c 'import sys, sysconfig
arguments = sysconfig.get_config_var("CONFIG_ARGS") or ""
sys.exit(sys.base_prefix != "/usr" and "--enable-optimizations" not in arguments)' </dev/null 2>/dev/null
}

# Makes .venv with the first Python that can, optimised ones first. Otherwise sets venv_packages to the Debian packages
# that are missing.
create_venv() {
  venv_packages=
  create_venv_if is_optimised || create_venv_if :
}

create_venv_if() {
  while IFS= read -r python; do
    version=$("$python" -c 'import ssl, sys; print("%d.%d" % sys.version_info[:2])' </dev/null 2>/dev/null) || continue
    case $version in 2.* | 3.? | 3.10) continue ;; esac
    "$1" "$python" || continue
    if ! "$python" -c 'import ensurepip, venv' </dev/null 2>/dev/null; then
      say "$python is Python $version, but has no venv"
      venv_packages=${venv_packages:-python$version-venv}
    elif "$python" -m venv --clear .venv </dev/null; then
      say "using $python (Python $version)"
      return 0
    fi
  done <<LIST
$(candidates)
LIST
  venv_packages=${venv_packages:-python3 python3-venv}
  return 1
}

find_python_and_create_venv() {
  create_venv && return
  say "no Python 3.11 or newer that can make a virtual environment; missing Debian package: $venv_packages"
  if may_install; then
    for package in $venv_packages; do
      install_package "$package" || break
    done
    create_venv && return
    say "still none after that: put a complete Python 3.11 or newer on PATH, then repeat"
  else
    say "install it with: apt-get install $venv_packages (as root), then repeat"
  fi
  exit 1
}

alive() {
  [ -x .venv/bin/holecard ] && .venv/bin/python -c 'import rich' 2>/dev/null
}

pip() { .venv/bin/python -m pip "$@"; }

install_project() {
  say "installing the project and its dependencies into .venv"
  # Install the build backend first, so that the project is built with the pinned one.
  pip install -qq -c constraints.txt hatchling
  pip install -qq -c constraints.txt --no-build-isolation -e ".[$EXTRAS]"
}

# tests/package/test_wheel.py installs the wheel into an empty environment from here, without network.
fill_wheelhouse() {
  .venv/bin/python -c 'import tomllib
with open("pyproject.toml", "rb") as file:
    print(*tomllib.load(file)["project"]["dependencies"], sep="\n")' >.venv/base-requirements.txt
  mkdir -p .venv/wheelhouse
  set -- -qq --only-binary :all: -c constraints.txt -r .venv/base-requirements.txt -d .venv/wheelhouse
  pip download --no-index --find-links .venv/wheelhouse "$@" 2>/dev/null || pip download "$@"
}

prepare_environment() {
  prepared=$(cat "$stamp" 2>/dev/null) || prepared=
  if alive; then
    [ "$prepared" != "$wanted" ] || return 0
    # An environment that was moved or copied still points to its old place: make a new one.
    case $prepared in "$checkout "*) ;; *) find_python_and_create_venv ;; esac
  else
    find_python_and_create_venv
  fi
  printf '%s incomplete\n' "$checkout" >"$stamp"
  install_quicker_browser
  install_project
  fill_wheelhouse
  printf '%s\n' "$wanted" >"$stamp"
  say "ready: .venv/bin/holecard"
}

case ${1-} in
  --missing) report_missing ;;
  '')
    install_missing_commands
    prepare_environment
    # pip compiles what it copies, but not sources that it links to. Without this, commands only start more slowly.
    .venv/bin/python -m compileall -qq src || true
    report_missing >&2
    ;;
  *)
    say "unknown argument $1"
    exit 2
    ;;
esac
