internal import SparkFormat

/// The contents of an export: the keyring and all statements.
///
/// As bytes they are an age identity file as well: the statements stand in comments, each line behind
/// `#> `, so that `sed -n 's/^#> //p'` gives them back.
struct KeyExport: Sendable {
  static let format = "# spark-export 1"
  private static let mark = "#> "

  var keyring: Keyring
  var chain: KeyChain

  init(keyring: Keyring, chain: KeyChain) {
    self.keyring = keyring
    self.chain = chain
  }

  init(parsing bytes: [UInt8]) throws(KeyFault) {
    let lines = try Keyring.lines(bytes)
    guard lines.first == KeyExport.format else { throw .unreadable("it is no export") }
    let start = lines.firstIndex { $0.hasPrefix(KeyExport.mark) } ?? lines.count
    keyring = try Keyring(parsing: Array((lines[1..<start].joined(separator: "\n") + "\n").utf8))
    var records = ""
    for line in lines[start...] {
      guard let line = line.dropping(KeyExport.mark) else {
        throw .unreadable("a line is none of an export's")
      }
      records += line + "\n"
    }
    chain = KeyChain()
    for record in StatementRecord.split(Array(records.utf8)) {
      try chain.add(Statement(checking: record))
    }
  }

  var serialized: [UInt8] {
    var bytes = Array((KeyExport.format + "\n").utf8) + keyring.serialized
    for statement in chain.statements {
      for line in statement.bytes.dropLast().split(
        separator: 0x0A, omittingEmptySubsequences: false)
      {
        bytes += Array(KeyExport.mark.utf8) + line + [0x0A]
      }
    }
    return bytes
  }
}
