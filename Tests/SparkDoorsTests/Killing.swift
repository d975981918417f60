import Glibc
import SparkSystem
import SparkTestKit

/// The same numbers for the same seed.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}

/// Kills a tool at random points and runs it again.
enum Killing {
  /// How many times a tool is killed.
  static let kills = Environment.text("SPARK_TEST_KILLS").flatMap { Int($0) } ?? 12

  /// Kills runs before these steps, each after some number of them, then after delays from nothing to a
  /// little more than a whole run takes; the last run is left alone and must end well.
  ///
  /// A step that a run does not meet lets that run finish, so the steps stand in the order of a run.
  static func untilDone(
    _ store: Store, _ call: ToolCall, _ generator: inout Seeded, steps: [(String, Range<Int>)]
  ) throws {
    var met = 0
    for (step, range) in steps {
      let skip = Int.random(in: range, using: &generator)
      let end = try store.scratch.run(try Hook.before(step, "kill", skip: skip, call))
      try checkEnd(end)
      met += end.signal == SIGKILL ? 1 : 0
    }
    try check(met >= steps.count / 2, "only \(met) of \(steps.count) steps were met")
    for kill in 0..<kills {
      let running = try store.scratch.start(call)
      // Most of a short run is its start; the range grows, so that all of it is met.
      usleep(UInt32.random(in: 0...UInt32(2000 + kill * 4000), using: &generator))
      running.signal(SIGKILL)
      try checkEnd(try running.wait())
    }
    let run = try store.scratch.run(call)
    try check(run.status == 0, "the last run ended with \(run)")
  }

  private static func checkEnd(_ end: ToolRun) throws {
    try check(end.signal == SIGKILL || end.status == 0 || end.status == 3, "\(end)")
  }
}
