public import SparkSystem

/// Where the built executables are: `SPARK_BIN`, else beside the running tests.
public enum BuiltTools {
  static let directory: RawPath = {
    if let given = Environment.bytes("SPARK_BIN") {
      return Environment.resolved(RawPath(given)) ?? RawPath(given)
    }
    let own = Environment.resolved("/proc/self/exe") ?? "."
    return RawPath(own.bytes[..<(own.bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
  }()

  /// A tool of the build by its name; any other program as it is, looked for in `PATH`.
  public static func path(_ program: String) throws -> RawPath {
    guard program.hasPrefix("spark-") else { return RawPath(program) }
    let path = directory.appending(program)
    guard TestFiles.exists(path) else {
      throw TestKitError("\(path.text) was not built; SPARK_BIN may say where it is")
    }
    return path
  }
}
