internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// The bytes of a capture in an export: as they were captured where they can be had, and the sealed copy
/// where that is what the register holds.
struct ExportContents {
  /// What became of them.
  private(set) var bytes = ExportBytes.whole
  /// The file that holds them; nil when they are not in it.
  private(set) var file: String?
  /// The file whose digest the entry names; nil when it is not in it.
  private(set) var object: String?
  /// The truth, where it is not sealed or could be opened.
  private(set) var truth: CaptureRecord?

  init(_ source: ExportSource, _ folder: Directory) throws(SparkError) {
    let capture = source.capture
    truth =
      capture.isSealed
      ? try CaptureOpener(source.found.tree).truth(capture) : capture
    let isSealed = source.receipt.tag != nil
    if isSealed,
      try Self.put(
        folder, ExportName.sealed,
        { write throws(SparkError) in
          try source.stream(source.receipt.object, to: write)
        })
    {
      object = ExportName.sealed
    }
    guard let truth else {
      bytes = object == nil ? .lost : .sealed
      return
    }
    let name = ExportName.safe(truth.name)
    let isThere = try Self.put(folder, name) { write throws(SparkError) in
      guard capture.isSealed else { return try source.stream(truth.object, to: write) }
      do throws(SparkError) {
        try CaptureOpener(source.found.tree).stream(capture, to: write)
      } catch {
        guard error.code == .notPermitted else { throw error }
        return false
      }
      return true
    }
    if isThere {
      file = name
      if !isSealed { object = name }
    } else if object != nil {
      bytes = .sealed
    } else {
      bytes = try ObjectReader.isPruned(source.found) ? .pruned : .lost
    }
  }

  /// Writes a file, durably; takes it away again, and is false, when there is nothing to write.
  private static func put(
    _ folder: Directory, _ name: String,
    _ fill: (([UInt8]) throws(SparkError) -> Void) throws(SparkError) -> Bool
  ) throws(SparkError) -> Bool {
    let file = try folder.newFile(RawPath(name), mode: 0o644)
    guard try fill({ bytes throws(SparkError) in try file.write(bytes) }) else {
      try folder.remove(RawPath(name))
      return false
    }
    try file.flush()
    return true
  }
}
