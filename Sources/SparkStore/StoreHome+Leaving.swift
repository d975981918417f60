internal import SparkFormat
public import SparkSystem

extension StoreHome {
  /// Does `body` while nobody else moves a tree away or makes another one current.
  ///
  /// Held for a few names only, and never while anything is copied. Where directories cannot be
  /// locked it is done without: the order of steps alone then has to do.
  func whileSwitching<Result>(_ body: () throws(SparkError) -> Result) throws(SparkError)
    -> Result
  {
    let endpoints = try root.directory(RawPath(StoreLayout.endpoints))
    while (try? endpoints.lockItself()) == false { Pause.sleep(milliseconds: 2) }
    let result = try body()
    return withExtendedLifetime(endpoints) { result }
  }

  /// The tree that import serves; nil where a sign-out was begun and not finished: `current` then leads
  /// to a tree that is no longer there, and means nowhere.
  public func currentTreeIfAny() throws(SparkError) -> EndpointTree? {
    let number = try currentNumber()
    do { return try EndpointTree(home: self, number: number) } catch {
      guard error.code == .missing, try !root.exists(RawPath(StoreLayout.tree(number))) else {
        throw error
      }
      return nil
    }
  }

  /// Puts a tree out of reach by one rename, durably; nil when it is there no longer.
  ///
  /// No lock is taken: whoever is at work in it stops at its next step.
  public func retire(_ tree: EndpointTree) throws(SparkError) -> RetiredTree? {
    let id = try tree.record().tree
    let endpoints = try root.directory(RawPath(StoreLayout.endpoints))
    let retired = try root.directory(RawPath(StoreLayout.retired))
    let name = StoreLayout.retiredName(tree.number, id)
    let isDone = try whileSwitching { () throws(SparkError) -> Bool in
      guard try tree.isStanding() else { return false }
      return try endpoints.renameNew(RawPath(String(tree.number)), to: retired, RawPath(name))
    }
    guard isDone else { return nil }
    try retired.flush()
    try endpoints.flush()
    return try RetiredTree(self, name: name)
  }

  /// The trees that were left and not yet erased, by number.
  public func retiredTrees() throws(SparkError) -> [RetiredTree] {
    var found: [RetiredTree] = []
    for name in try root.directory(RawPath(StoreLayout.retired)).textNames() {
      do {
        if let tree = try RetiredTree(self, name: name) { found.append(tree) }
      } catch {
        // Another process has just erased it.
        if error.code != .missing { throw error }
      }
    }
    return found.sorted { ($0.number, $0.id) < ($1.number, $1.id) }
  }

  /// Makes a fresh tree with nowhere to send to current, unless another process already has.
  public func makeNowhereCurrent(after number: Int) throws(SparkError) {
    try whileSwitching { () throws(SparkError) in
      guard try currentNumber() == number, try currentTreeIfAny() == nil else { return }
      try setCurrent(makeTreeLocked(.nowhere(tree: CaptureID.fresh())))
    }
  }

  /// What a process left that died while it made a tree or made one current.
  public func deadDrafts(remove: Bool) throws(SparkError) -> [String] {
    try whileSwitching { () throws(SparkError) -> [String] in
      let endpoints = try root.directory(RawPath(StoreLayout.endpoints))
      let trees = try endpoints.textNames().filter { $0.hasPrefix(".new-") }
      let links = try root.textNames().filter { $0.hasPrefix(".current-") }
      if remove {
        for name in trees { try endpoints.removeTree(RawPath(name)) }
        for name in links { try root.removeTree(RawPath(name)) }
      }
      return trees.map { "\(StoreLayout.endpoints)/\($0)" } + links
    }
  }

  /// Makes a tree current, unless the one that was is being signed out of just now: what lies in the
  /// inbox has to be put out of reach first.
  public func switchCurrent(to tree: EndpointTree) throws(SparkError) {
    let isDone = try whileSwitching { () throws(SparkError) -> Bool in
      guard try currentTreeIfAny() != nil else { return false }
      try setCurrent(tree)
      return true
    }
    guard !isDone else { return }
    throw SparkError(.busy, "set", tree.root.path, "the endpoint was signed out of meanwhile")
  }
}
