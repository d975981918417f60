internal import CSparkShim
internal import Glibc

/// The process's surroundings: variables, arguments, user, processors.
public enum Environment {
  /// A variable's bytes; nil where it is unset or empty.
  public static func bytes(_ name: String) -> [UInt8]? {
    guard let value = getenv(name) else { return nil }
    let all = UnsafeBufferPointer(start: value, count: strlen(value)).map { UInt8(bitPattern: $0) }
    return all.isEmpty ? nil : all
  }

  /// A variable as text; nil where it is unset or empty.
  public static func text(_ name: String) -> String? {
    bytes(name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The arguments after the program's name, as bytes: Swift's own list repairs invalid UTF-8, and
  /// the file could then not be opened.
  public static func arguments() -> [[UInt8]] {
    let count = Int(CommandLine.argc)
    guard count > 1 else { return [] }
    return (1..<count).compactMap { place in
      CommandLine.unsafeArgv[place].map { argument in
        UnsafeBufferPointer(start: argument, count: strlen(argument)).map { UInt8(bitPattern: $0) }
      }
    }
  }

  /// The effective user's number.
  public static let user: UInt32 = spark_user()

  /// How many processors this process may use.
  public static var processors: Int { max(1, Int(spark_processors())) }

  /// Whether an open file can be given a name, which takes /proc.
  static let linksOpenFiles = resolved("/proc/self/fd") != nil

  /// The current directory's path.
  public static func currentDirectory() -> RawPath {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return RawPath(
      UnsafeBufferPointer(start: path, count: strlen(path)).map { UInt8(bitPattern: $0) })
  }

  /// A path that does not depend on the current directory.
  public static func absolute(_ path: RawPath) -> RawPath {
    path.bytes.first == UInt8(ascii: "/") ? path : currentDirectory().appending(path.bytes)
  }

  /// A path with every link followed, or nil when it leads nowhere.
  public static func resolved(_ path: RawPath) -> RawPath? {
    guard let real = path.withPointer({ realpath($0, nil) }) else { return nil }
    defer { free(real) }
    return RawPath(
      UnsafeBufferPointer(start: real, count: strlen(real)).map { UInt8(bitPattern: $0) })
  }

  /// Gets the process ready: a lease's SIGIO and a closed pipe must not end it, and a batch may
  /// hold many files open.
  ///
  /// Returns how many it may hold.
  @discardableResult
  public static func prepareProcess() -> Int {
    _ = spark_ignore()
    return max(64, Int(spark_open_files()))
  }
}
