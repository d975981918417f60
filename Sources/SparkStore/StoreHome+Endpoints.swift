public import SparkFormat
public import SparkSystem

extension StoreHome {
  /// Makes one more tree, durably, under a number that was never used before.
  ///
  /// Its record is whole from the first moment on: a tree is renamed into view.
  public func makeTree(_ record: EndpointRecord) throws(SparkError) -> EndpointTree {
    try whileSwitching { () throws(SparkError) in try makeTreeLocked(record) }
  }

  /// As ``makeTree(_:)``, for whoever keeps others from making one already.
  func makeTreeLocked(_ record: EndpointRecord) throws(SparkError) -> EndpointTree {
    let endpoints = try root.directory(RawPath(StoreLayout.endpoints))
    while true {
      let number = try lastNumber() + 1
      if try TreeMaker.make(endpoints, root, number: number, record) {
        return try EndpointTree(home: self, number: number)
      }
    }
  }

  /// The highest number that a tree has or had.
  private func lastNumber() throws(SparkError) -> Int {
    var last = 0
    for place in [StoreLayout.endpoints, StoreLayout.retired] {
      for name in try root.directory(RawPath(place)).textNames() {
        last = max(last, Int(name.prefix { ("0"..."9").contains($0) }) ?? 0)
      }
    }
    return last
  }

  /// Makes `current` point to a tree, durably; nobody else may do so meanwhile.
  func setCurrent(_ tree: EndpointTree) throws(SparkError) {
    let draft = RawPath(".current-\(CaptureID.fresh().text)")
    try root.linkSymbolically(draft, to: StoreLayout.tree(tree.number))
    try root.replace(draft, to: root, RawPath(StoreLayout.current))
    try root.flush()
  }
}

extension EndpointTree {
  /// Replaces the endpoint's record, durably.
  ///
  /// Needs the tree's exclusive lock.
  public func replaceRecord(_ record: EndpointRecord) throws(SparkError) {
    try root.replaceDurably(
      RawPath(TreeLayout.endpoint), record.serialized, temporary: tmp,
      unique: CaptureID.fresh().text)
  }
}
