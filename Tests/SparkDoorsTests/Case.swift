import SparkSystem
import SparkTestKit

/// One line of a table of cases: it gets an inbox and a store of its own, and its store is verified at
/// its end.
///
/// Cases wait far more than they work, so a table's cases run at the same time, on threads of their own.
struct Case: Sendable {
  let name: String
  /// Hashing gigabytes once more takes as long as the case itself.
  let verifies: Bool
  let body: @Sendable (Store) throws -> Void

  init(
    _ name: String, verifies: Bool = true, _ body: @escaping @Sendable (Store) throws -> Void
  ) {
    self.name = name
    self.verifies = verifies
    self.body = body
  }

  /// Runs all cases; what failed, each with its name.
  static func failures(of cases: [Case], atOnce: Int = 24) -> [String] {
    Workers.map(cases.count, threads: atOnce, context: {}) { _, place in cases[place].failure() }
      .compactMap { $0 }
  }

  private func failure() -> String? {
    do {
      let store = try Store()
      try body(store)
      if verifies { try store.verify() }
      return nil
    } catch let error as SparkError { return "\(name): \(error.message)" } catch {
      return "\(name): \(error)"
    }
  }
}

/// What did not hold, and where.
struct Failure: Error, CustomStringConvertible {
  let description: String
}

/// Ends a case when something does not hold.
func check(_ holds: Bool, _ what: @autoclosure () throws -> String, line: Int = #line) throws {
  if !holds { throw Failure(description: "line \(line): \(try what())") }
}

/// Waits until a condition holds that costs something to look at; ends the case when it never does.
func wait(for what: String, timeout: Double = 45, _ condition: () throws -> Bool) throws {
  let end = Clock.monotonic() + Int64(timeout * 1e9)
  while try !condition() {
    if Clock.monotonic() > end { throw Failure(description: "waited in vain until \(what)") }
    pause(seconds: 0.1)
  }
}

/// Ends a case when two values differ.
func check<Value: Equatable>(_ value: Value, is expected: Value, line: Int = #line) throws {
  if value != expected {
    throw Failure(description: "line \(line): \(value) instead of \(expected)")
  }
}
