internal import SparkFormat
internal import SparkSystem

/// Makes an endpoint's tree under a hidden name and renames it into view.
enum TreeMaker {
  /// Makes `endpoints/1` when there is no tree yet.
  static func makeFirst(_ root: Directory) throws(SparkError) {
    let endpoints = try root.directory(RawPath(StoreLayout.endpoints))
    if try endpoints.exists("1") { return }
    _ = try make(endpoints, root, number: 1, EndpointRecord.nowhere(tree: CaptureID.fresh()))
  }

  /// Makes a tree with this number; false when another process made it first.
  ///
  /// Durable.
  static func make(_ endpoints: Directory, _ root: Directory, number: Int, _ record: EndpointRecord)
    throws(SparkError) -> Bool
  {
    let draft = RawPath(".new-\(CaptureID.fresh().text)")
    try endpoints.makeDirectory(draft)
    let tree = try endpoints.directory(draft)
    for name in TreeLayout.fixedDirectories { try tree.makeDirectory(RawPath(name)) }
    try tree.create(RawPath(TreeLayout.lock), [], mode: 0o600)
    try tree.create(RawPath(TreeLayout.endpoint), record.serialized, mode: 0o600)
    try tree.flushFileSystem()
    guard try endpoints.renameNew(draft, to: endpoints, RawPath(String(number))) else {
      try endpoints.removeTree(draft)
      return false
    }
    try endpoints.flush()
    try root.flush()
    return true
  }
}
