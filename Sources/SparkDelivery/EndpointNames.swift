internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// The names of a store's endpoints: each its own, and none that reads like something else.
struct EndpointNames {
  private let taken: Set<String>

  /// The names of all trees but one.
  init(_ trees: [EndpointTree], but number: Int?) throws(SparkError) {
    var names: Set<String> = ["nowhere"]
    for tree in trees where tree.number != number { names.insert(try tree.record().name) }
    taken = names
  }

  /// Refuses a name that cannot be one.
  func check(_ name: String) throws(SparkError) {
    let isPrintable = name.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0 != "/"
    }
    // A number names a tree by its number.
    let isNumber = name.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard isPrintable, !isNumber, name.utf8.count <= 255, !name.hasPrefix(" "), !name.hasSuffix(" ")
    else {
      throw refusal(.nameNotAllowed)
    }
    if taken.contains(name) { throw refusal(.nameTaken(name)) }
  }

  /// A name for a register at a path.
  func proposal(for path: FilePath) -> String {
    let last = path.lastComponent.flatMap { String(validating: $0.bytes, as: UTF8.self) }
    let base =
      last.flatMap { (try? check($0)) == nil && !taken.contains($0) ? nil : $0 } ?? "register"
    if !taken.contains(base) { return base }
    return (2...).lazy.map { "\(base)-\($0)" }.first { !taken.contains($0) } ?? base
  }

  private func refusal(_ why: PlaceSentence) -> SparkError {
    SparkError(.refused, "name", "endpoint", Sentence.place(why).text)
  }
}
