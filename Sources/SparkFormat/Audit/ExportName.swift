/// The names of the files of an export, and the one that a capture's bytes get.
public enum ExportName {
  /// The record, as the register holds it.
  public static let record = "record"
  /// The receipt, as the store holds it.
  public static let receipt = "receipt"
  /// The log's line, without a line feed.
  public static let entry = "entry"
  /// The proof that the line stands in the log.
  public static let proof = "proof.tlog-proof"
  /// The signed checkpoint that the proof leads to.
  public static let checkpoint = "checkpoint"
  /// The log's public key.
  public static let publicKey = "public-key"
  /// What witnesses have signed.
  public static let witnesses = "witnesses"
  /// The page as text.
  public static let readme = "README.txt"
  /// The page for a browser.
  public static let page = "index.html"
  /// The script that checks it all.
  public static let check = "check"
  /// The sealed copy.
  public static let sealed = "sealed"
  /// The bytes, where their own name is of no use.
  public static let bytes = "bytes"

  private static let taken: Set<String> = [
    record, receipt, entry, proof, checkpoint, publicKey, witnesses, "readme.txt", page, check,
    sealed, bytes,
  ]

  /// What a capture's bytes are called: their name where every system takes it and no shell reads more
  /// into it, else `bytes`.
  public static func safe(_ name: FileName) -> String {
    guard (1...200).contains(name.bytes.count), name.encoded.utf8.elementsEqual(name.bytes),
      let text = String(validating: name.bytes, as: UTF8.self),
      !taken.contains(text.lowercased()), text.first != ".", text.first != "-", text.last != ".",
      text.unicodeScalars.allSatisfy({ !unsafe.contains($0) })
    else { return bytes }
    return text
  }

  private static let unsafe: Set<Unicode.Scalar> = Set("/\\:*?\"'`$<>|&;!#~".unicodeScalars)
}
