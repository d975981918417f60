internal import SparkFormat
internal import SparkSystem

/// The `captures/<yyyy>/<mm>` directories that a batch needs, made and open.
struct MonthDirectories: Sendable {
  private var open: [String: Directory] = [:]
  private let fallback: Directory

  /// Makes and opens those for the given times; with `durable`, new ones are flushed at once.
  init(_ tree: EndpointTree, _ times: [Timestamp], durable: Bool) throws(SparkError) {
    fallback = tree.captures
    for time in times {
      let (year, month) = time.yearMonth
      let key = "\(year)/\(month)"
      if open[key] != nil { continue }
      let yearMade = try tree.captures.makeDirectory(RawPath(year))
      if yearMade, durable { try tree.captures.flush() }
      let yearDirectory = try tree.captures.directory(RawPath(year))
      let monthMade = try yearDirectory.makeDirectory(RawPath(month))
      if monthMade, durable { try yearDirectory.flush() }
      open[key] = try yearDirectory.directory(RawPath(month))
    }
  }

  subscript(_ time: Timestamp) -> Directory {
    let (year, month) = time.yearMonth
    return open["\(year)/\(month)"] ?? fallback
  }

  func flush() throws(SparkError) {
    for directory in open.values { try directory.flush() }
  }
}
