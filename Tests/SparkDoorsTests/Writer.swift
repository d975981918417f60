import SparkSystem
import SparkTestKit

/// A program that writes a file slowly: a shell script that gets the target as `$1`, a folder outside the
/// inbox as `$2` and the pause as `$3`, and that must end up with the target whole.
struct Writer: Sendable {
  let name: String
  let script: String

  /// What every writer has written in the end.
  static let whole = (1...6).map { TestFiles.noise(30_000, seed: UInt64($0)) }.flatMap { $0 }

  /// How long the longest pause is; `SPARK_TEST_PAUSE=20` is the full length.
  static let pause = Environment.text("SPARK_TEST_PAUSE") ?? "6"

  func start(_ store: Store, _ target: String) throws -> Running {
    let outside = store.scratch.file("outside")
    try TestFiles.makeDirectory(outside)
    for (number, start) in stride(from: 0, to: Self.whole.count, by: 30_000).enumerated() {
      try TestFiles.write(
        outside.appending("p\(number + 1)"), Array(Self.whole[start..<(start + 30_000)]))
    }
    try TestFiles.write(outside.appending("whole"), Self.whole)
    return try store.scratch.start(
      "bash", ["-euc", RawPath(script), "bash", store.file(target), outside, RawPath(Self.pause)])
  }

  private static func renaming(_ temporary: String) -> String {
    """
    d=${1%/*} n=${1##*/}; t="$d/\(temporary)"
    cat $2/p1 $2/p2 $2/p3 > "$t"; sleep 4; cat $2/p4 $2/p5 $2/p6 >> "$t"; sleep 3; mv "$t" "$1"
    """
  }

  static let all = [
    Writer(
      name: "a slow cp", script: "for p in 1 2 3 4 5 6; do cat $2/p$p; sleep 1; done > \"$1\""),
    Writer(
      name: "a pause in the middle",
      script: "exec 3> \"$1\"; cat $2/p[1-3] >&3; sleep $3; cat $2/p[4-6] >&3"),
    Writer(
      name: "a length first, then the bytes",
      script: "exec 3<> \"$1\"; truncate -s 180000 \"$1\"; sleep $3; cat $2/whole >&3"),
    Writer(
      name: "open, write, close again and again",
      script: "for p in 1 2 3 4 5 6; do cat $2/p$p >> \"$1\"; sleep 0.9; done"),
    Writer(
      name: "curl",
      script: """
        mkfifo $2/pipe; (for p in 1 2 3 4 5 6; do cat $2/p$p; sleep 1; done > $2/pipe) &
        curl -s -o "$1" file://$2/pipe
        """),
    Writer(name: "rsync", script: "rsync --bwlimit=30 $2/whole \"$1\""),
    Writer(name: "rsync in place", script: "rsync --inplace --bwlimit=30 $2/whole \"$1\""),
    Writer(name: "rsync, delayed", script: "rsync --delay-updates --bwlimit=30 $2/whole \"$1\""),
    Writer(name: "rsync's name, closed", script: renaming(".$n.Xk9aQz")),
    Writer(name: "Syncthing", script: renaming(".syncthing.$n.tmp")),
    Writer(name: "Syncthing on Windows", script: renaming("~syncthing~$n.tmp")),
    Writer(name: "Chromium", script: renaming("Unconfirmed 1.crdownload")),
    Writer(name: "Firefox", script: ": > \"$1\"; \(renaming("$n.part"))"),
    Writer(name: "Safari", script: renaming("$n.download")),
    Writer(name: "Nextcloud", script: renaming("$n.ocTransferId12.part")),
    Writer(name: "FTP", script: renaming("$n.filepart")),
    Writer(name: "wget or a script", script: renaming("$n.tmp")),
    Writer(name: "GNOME", script: renaming(".goutputstream-A1B2C3")),
    Writer(name: "Samba or a backup", script: renaming("$n.partial")),
  ]
}
