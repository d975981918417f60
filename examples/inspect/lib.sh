# Read by the scripts beside it. They use no Spark tool: bash, coreutils, recutils and layout.md are enough.
set -euo pipefail
home=${SPARK_HOME:-${XDG_DATA_HOME:-$HOME/.local/share}/spark}
tree=${SPARK_TREE:-$home/$(readlink "$home/current")}

# The value of a record's field, as it is written.
field() { sed -n "s/^$2: //p" "$1"; }

# Percent-decoding, once, into the variable `decoded`: names are bytes, and $(...) would eat a line feed at the end.
decode() {
  local text=${1//\\/\\\\}
  printf -v decoded '%b' "${text//\%/\\x}"
}

# The truths: every record in captures/ but the receipts, one a line (their names hold no blanks).
truths() { find "$tree/captures" -type f ! -name '*.*'; }
