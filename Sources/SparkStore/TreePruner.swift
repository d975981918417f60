internal import SparkFormat
public import SparkSystem

/// Sweeps one tree: what nobody needs any more, and never a byte that is held.
public struct TreePruner {
  private let tree: EndpointTree
  private let isRehearsal: Bool
  private let say: (PruneItem) throws(SparkError) -> Void

  /// Works on this tree, and hands on each thing; with `isRehearsal` nothing is changed.
  public init(
    _ tree: EndpointTree, isRehearsal: Bool, say: @escaping (PruneItem) throws(SparkError) -> Void
  ) {
    self.tree = tree
    self.isRehearsal = isRehearsal
    self.say = say
  }

  /// Rows that landed, discards that were not finished, what dead processes left, objects that nothing
  /// names.
  ///
  /// False when a record cannot be read, and therefore no object was looked at.
  public func run() throws(SparkError) -> Bool {
    try sweepDiscards()
    try sweepRows()
    try sweepLitter()
    return try ObjectSweep(tree, isRehearsal: isRehearsal, say: say).run()
  }

  private func shown(_ path: String, _ name: [UInt8]) -> String {
    "\(StoreLayout.tree(tree.number))/\(path)/\(FileName(name).encoded)"
  }

  private func sweepDiscards() throws(SparkError) {
    let discards = try Discards(tree)
    for id in try discards.ids() {
      try say(
        PruneItem(
          .unfinishedDiscard, shown(TreeLayout.journal, Array(TreeLayout.discardName(id).utf8))))
    }
    if !isRehearsal { try discards.finishAll() }
  }

  private func sweepRows() throws(SparkError) {
    for id in try DoneRows.expired(tree) {
      if !isRehearsal { try tree.outbox.directory(.done).remove(RawPath(id.utf8)) }
      try say(PruneItem(.landedRow, shown(TreeLayout.state(.done), id.utf8)))
    }
  }

  private func sweepLitter() throws(SparkError) {
    let litter = Litter(tree: tree)
    if try litter.isClean() { return }
    // A file is made before it is locked, so one that seems dead may be about to live.
    Pause.sleep(milliseconds: 50)
    if isRehearsal { return try sweep(litter) }
    _ = try tree.whileLocked(.exclusive) { () throws(SparkError) in try sweep(litter) }
  }

  private func sweep(_ litter: Litter) throws(SparkError) {
    let carriers = try litter.dead(TreeLayout.carriers)
    let carried = try litter.deadDirectories()
    for name in carriers { try say(PruneItem(.temporary, shown(TreeLayout.carriers, name))) }
    for (path, name) in carried { try say(PruneItem(.temporary, shown(path, name))) }
    if !isRehearsal, !carriers.isEmpty || !carried.isEmpty { try litter.recoverCarriers() }
    for name in try litter.deadEntries() {
      if !isRehearsal { try litter.removeEntry(name) }
      try say(PruneItem(.temporary, shown(TreeLayout.journal, name)))
    }
    // Temporaries have no lock of their own; whoever lives may have some.
    if try litter.hasLiving() { return }
    for name in try tree.tmp.names() {
      let size = try tree.tmp.statusIfAny(RawPath(name))?.size ?? 0
      if !isRehearsal { try tree.tmp.removeTree(RawPath(name)) }
      try say(PruneItem(.temporary, shown(TreeLayout.tmp, name), bytes: size))
    }
  }
}
