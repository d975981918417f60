internal import SparkFormat

/// The script of an export that checks it with the coreutils alone.
enum ExportCheck {
  /// The script; `bytes` is the file whose digest the log's entry names, nil where there is none.
  static func script(object: String?) -> String {
    text.replacing("@OBJECT@", with: object ?? "")
  }

  // Base64 is read and bytes are written by the shell itself: nothing but sha256sum, b2sum, wc, tail and cat
  // is run. Arithmetic and printf with octal escapes are in every POSIX shell.
  private static let text = #"""
    #!/bin/sh
    # Checks this folder: that bytes, record and entry belong together, and that the entry leads to the root
    # in the checkpoint. Needs a POSIX shell and the coreutils, and nothing else. Ends with 0 when all of it
    # holds, else with 1 and the reason.
    #
    # The signature below the checkpoint it does not check; README.txt says what does.
    LC_ALL=C
    export LC_ALL
    cd "$(dirname "$0")" || exit 1
    object='@OBJECT@'

    fail() {
      echo "check: FAILED: $*" >&2
      exit 1
    }

    # A digest of 64 digits as octal escapes for printf.
    from_hex() {
      rest=$1
      escapes=
      while [ -n "$rest" ]; do
        tail=${rest#??}
        value=$((0x${rest%"$tail"}))
        escapes="$escapes\\$((value / 64))$((value / 8 % 8))$((value % 8))"
        rest=$tail
      done
    }

    # 32 bytes in base64 as octal escapes for printf; canonical base64 only.
    alphabet=ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/
    from_base64() {
      rest=$1
      [ ${#rest} -eq 44 ] || fail "a hash in $2 has another length"
      case $rest in *[!A-Za-z0-9+/=]* | *=?*) fail "a hash in $2 is no base64" ;; esac
      rest=${rest%=}
      escapes=
      bits=0
      count=0
      while [ -n "$rest" ]; do
        tail=${rest#?}
        before=${alphabet%%"${rest%"$tail"}"*}
        bits=$((bits * 64 + ${#before}))
        count=$((count + 6))
        rest=$tail
        if [ $count -ge 8 ]; then
          count=$((count - 8))
          value=$((bits >> count))
          bits=$((bits & ((1 << count) - 1)))
          escapes="$escapes\\$((value / 64))$((value / 8 % 8))$((value % 8))"
        fi
      done
      [ $bits -eq 0 ] || fail "a hash in $2 is no base64"
    }

    # The hash over two subtrees, both as escapes; gives escapes.
    node() {
      # shellcheck disable=SC2059
      hash=$(printf "\\001$1$2" | sha256sum)
      from_hex "${hash%% *}"
    }

    digest_of() {
      digest=$(b2sum -l 256 <"$1") || fail "$1 cannot be read"
      digest=${digest%% *}
    }

    number() {
      case $1 in '' | *[!0-9]* | 0?* | ????????????????*) fail "$2 has no number where one should be" ;; esac
    }

    # 1. The entry is about this record and these bytes, and the receipt says the same.
    entry=$(cat entry) || fail "entry cannot be read"
    case $entry in "spark-entry 1 recorded "*) ;; *) fail "entry does not say that something was recorded" ;; esac
    digest_of record
    record=$digest
    case " $entry " in *" record=blake2b-256:$record "*) ;; *) fail "entry is about another record" ;; esac
    if [ -n "$object" ]; then
      digest_of "$object"
      case " $entry " in *" object=blake2b-256:$digest "*) ;; *) fail "entry is about other bytes than $object" ;; esac
      size=$(wc -c <"$object")
      case " $entry " in *" bytes=$((size)) "*) ;; *) fail "entry is about another size than that of $object" ;; esac
    fi
    found=
    key=$(cat public-key) || fail "public-key cannot be read"
    while IFS= read -r line; do
      case $line in
      "Record: blake2b-256:$record") found=${found}r ;;
      "Entry: $entry") found=${found}e ;;
      "RegisterKey: $key") found=${found}k ;;
      esac
    done <receipt
    case $found in *r*k*e* | *r*e*k*) ;; *) fail "the receipt is about something else" ;; esac

    # 2. The entry leads to the root, for a proof and the checkpoint that is in it.
    check_proof() { # PROOF CHECKPOINT
      leaf=$({ printf '\000' && cat entry; } | sha256sum) || fail "entry cannot be read"
      from_hex "${leaf%% *}"
      now=$escapes
      lines=0
      place=
      while IFS= read -r line; do
        lines=$((lines + 1))
        case $lines in
        1) [ "$line" = "c2sp.org/tlog-proof@v1" ] || fail "$1 is no tlog-proof" ;;
        2)
          case $line in "index "*) place=${line#index } ;; *) fail "$1 has no index" ;; esac
          number "$place" "$1"
          # The size is in the checkpoint, whose second line it is.
          { IFS= read -r origin && IFS= read -r size && IFS= read -r root; } <"$2" || fail "$2 is cut"
          number "$size" "$2"
          [ "$place" -lt "$size" ] || fail "$1 is about an entry beyond the end of the log"
          last=$((size - 1))
          ;;
        *)
          [ -n "$line" ] || break
          from_base64 "$line" "$1"
          [ "$last" -gt 0 ] || fail "$1 is too long"
          if [ $((place & 1)) -eq 1 ] || [ "$place" -eq "$last" ]; then
            node "$escapes" "$now"
            while [ $((place & 1)) -eq 0 ] && [ "$place" -ne 0 ]; do
              place=$((place >> 1))
              last=$((last >> 1))
            done
          else
            node "$now" "$escapes"
          fi
          now=$escapes
          place=$((place >> 1))
          last=$((last >> 1))
          ;;
        esac
      done <"$1"
      [ -n "$place" ] || fail "$1 is cut"
      [ "$last" -eq 0 ] || fail "$1 is too short"
      from_base64 "$root" "$2"
      [ "$now" = "$escapes" ] || fail "entry does not lead to the root in $2"
      inner=$(tail -n +$((lines + 1)) "$1" | sha256sum)
      outer=$(sha256sum <"$2")
      [ "${inner%% *}" = "${outer%% *}" ] || fail "the checkpoint in $1 is not $2"
      [ "$origin" = "${key%%+*}" ] || fail "$2 is of another log than public-key"
      echo "check: entry is number $number of the $size in $2"
    }

    while IFS= read -r line; do
      case $line in "index "*) number=${line#index } && break ;; esac
    done <proof.tlog-proof
    number "$number" proof.tlog-proof
    check_proof proof.tlog-proof checkpoint
    for proof in witnesses/*.tlog-proof; do
      [ -e "$proof" ] || continue
      check_proof "$proof" "${proof%.tlog-proof}.checkpoint"
    done

    echo "check: all of it holds; whether the key in public-key has signed it, README.txt says how to check"

    """#
}

extension String {
  /// The text with every place of another one filled in.
  fileprivate func replacing(_ text: String, with other: String) -> String {
    var result = ""
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(text) {
        result += other
        rest = rest.dropFirst(text.count)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result
  }
}
