# Read by every example's test: a scratch directory, the built tools in PATH, and a way to say what differs.
#
# SPARK_BIN       the directory of the executables (else .build/debug of this checkout, else .build/release)
# SPARK_TEST_DIR  where scratch directories are made (else /var/tmp)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

if [ -z "${SPARK_BIN-}" ]; then
  for SPARK_BIN in "$here/../../.build/debug" "$here/../../.build/release" ""; do
    [ -x "$SPARK_BIN/spark-import" ] && break
  done
fi
[ -n "$SPARK_BIN" ] || { echo "no built tools; run tools/build, or set SPARK_BIN" >&2; exit 69; }
PATH=$(cd "$SPARK_BIN" && pwd):$PATH

scratch=$(mktemp -d "${SPARK_TEST_DIR:-/var/tmp}/spark-example.XXXXXX")
children=()
clean_up() {
  [ ${#children[@]} -eq 0 ] || kill "${children[@]}" 2>/dev/null || true
  wait
  rm -rf "$scratch"
}
trap clean_up EXIT

export SPARK_HOME=$scratch/spark SPARK_CONFIG=$scratch/config SPARK_ALLOW_PURGEABLE=1 LC_ALL=C.UTF-8
cd "$scratch"

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

same() { # WHAT EXPECTED SEEN
  [ "$2" = "$3" ] || fail "$1: expected '$2', saw '$3'"
}

# Waits up to 20 s until a command succeeds.
until_true() {
  local tries
  for ((tries = 0; tries < 200; tries++)); do
    "$@" && return
    sleep 0.1
  done
  fail "never came true: $*"
}

# The names of all captures of the current tree, one a line, as their records write them.
captured_names() { sed -n 's/^Name: //p' "$SPARK_HOME"/current/captures/*/*/*[0-9a-f] 2>/dev/null | sort; }
