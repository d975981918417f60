internal import SparkFormat
public import SparkSystem

/// Finds one capture by its id, or by the beginning of it.
public enum CaptureFinder {
  /// A capture and the tree it stands in.
  public struct Found: Sendable {
    /// The tree.
    public let tree: EndpointTree
    /// The truth.
    public let truth: Captures.Found
  }

  /// Finds a capture in these trees; an id may be cut short where it stays the only one.
  ///
  /// At least eight digits are needed. Throws `missing` when there is none, `malformed` when the text is no id or not the only one.
  public static func find(_ text: [UInt8], in trees: [EndpointTree]) throws(SparkError) -> Found {
    let shown = FileName(text).encoded
    guard isBeginning(text) else {
      throw SparkError(.malformed, "find", RawPath(text), Sentence.notAnID(shown).text)
    }
    if let id = CaptureID(utf8: text) {
      for tree in trees {
        if let truth = try Captures(tree).find(id) { return Found(tree: tree, truth: truth) }
      }
    } else {
      var matches: [(EndpointTree, CaptureID)] = []
      for tree in trees {
        for id in try ids(beginning: text, in: Captures(tree)) { matches.append((tree, id)) }
      }
      if matches.count > 1 {
        throw SparkError(.malformed, "find", RawPath(text), Sentence.notTheOnlyID(shown).text)
      }
      if let (tree, id) = matches.first, let truth = try Captures(tree).find(id) {
        return Found(tree: tree, truth: truth)
      }
    }
    throw SparkError(.missing, "find", RawPath(text), Sentence.noSuchCapture(shown).text)
  }

  private static func isBeginning(_ text: [UInt8]) -> Bool {
    guard (8...36).contains(text.count) else { return false }
    let rest = Array("00000000-0000-0000-0000-000000000000".utf8)
    return CaptureID(utf8: text + rest[text.count...]) != nil
  }

  private static func ids(beginning text: [UInt8], in captures: Captures) throws(SparkError)
    -> [CaptureID]
  {
    var found: [CaptureID] = []
    for month in try captures.months() {
      try unsafe captures.month(month).forEachRawEntry { name, _ throws(SparkError) in
        if unsafe name.starts(with: text), let id = unsafe CaptureID(lent: name) {
          found.append(id)
        }
        return true
      }
    }
    return found
  }
}
