internal import Glibc

/// What went wrong, as a value: the kind, the operation, the path, the errno and whether trying
/// again can help.
public struct SparkError: Error, Sendable, Equatable {
  /// The kind of failure; callers decide by it, and by nothing else.
  public enum Code: Sendable {
    /// The file or directory is not there.
    case missing
    /// A name is taken.
    case exists
    /// The system did not permit it.
    case notPermitted
    /// No space or no quota is left.
    case full
    /// The file system is read-only.
    case readOnly
    /// The two places are on different file systems, or cannot be linked.
    case crossesFileSystems
    /// Something that is not what was asked for stands there: a link, a pipe, a directory.
    case wrongKind
    /// Someone else holds it.
    case busy
    /// The bytes are not what they must be.
    case damaged
    /// A record or an argument cannot be read.
    case malformed
    /// Spark's own rules forbid it.
    case refused
    /// The store or the endpoint is not set up for this.
    case configuration
    /// An input or output error.
    case io
  }

  /// The kind of failure.
  public let code: Code
  /// The system call or step that failed, as a verb: `open`, `link`.
  public let operation: String
  /// The path it failed on, for a message.
  public let path: String
  /// The errno, or 0 where no system call failed.
  public let errno: Int32
  /// A whole sentence that replaces the one made from operation, path and errno.
  public let sentence: String?

  /// Makes an error of Spark's own, with the sentence that the user shall see.
  public init(_ code: Code, _ operation: String, _ path: RawPath, _ sentence: String) {
    self.code = code
    self.operation = operation
    self.path = path.description
    self.errno = 0
    self.sentence = sentence
  }

  /// Makes the error of a failed system call.
  public init(_ operation: String, _ path: RawPath, errno: Int32) {
    self.code = Self.code(of: errno)
    self.operation = operation
    self.path = path.description
    self.errno = errno
    self.sentence = nil
  }

  /// Whether the same call may succeed later without a person doing anything.
  public var canRetry: Bool {
    switch code {
    case .busy, .io, .full, .readOnly: true
    default: false
    }
  }

  /// Whether the file system takes no file of this size, however much space it has.
  public var isTooLarge: Bool { errno == EFBIG }

  /// Whether the file system has no locks at all.
  public var hasNoLocks: Bool { errno == ENOLCK || errno == EOPNOTSUPP || errno == ENOSYS }

  /// The reason alone: "No space left on device".
  public var reason: String { sentence ?? String(cString: strerror(errno)) }

  /// One sentence that names the file.
  public var message: String { sentence ?? "cannot \(operation) \(path): \(reason)" }

  static func code(of errno: Int32) -> Code {
    switch errno {
    case ENOENT, ENOTCONN, ESTALE, ENODEV, ENXIO: .missing
    case EEXIST, ENOTEMPTY: .exists
    case EACCES, EPERM: .notPermitted
    case ENOSPC, EDQUOT, EFBIG: .full
    case EROFS: .readOnly
    case EXDEV, EMLINK, EOPNOTSUPP: .crossesFileSystems
    case ELOOP, ENOTDIR, EISDIR: .wrongKind
    case EAGAIN, EBUSY, ETXTBSY: .busy
    default: .io
    }
  }

  /// Two errors are equal when their codes are.
  public static func == (left: SparkError, right: SparkError) -> Bool { left.code == right.code }
}

/// The result of a shim call, or the error it stands for.
@discardableResult
func check<Value: BinaryInteger & SignedNumeric>(
  _ result: Value, _ operation: String, _ path: @autoclosure () -> RawPath
) throws(SparkError) -> Value {
  guard result >= 0 else { throw SparkError(operation, path(), errno: Int32(clamping: -result)) }
  return result
}

extension SparkError {
  /// The errno of a file that is not there.
  public static let noSuchFile = ENOENT
  /// The errno of a directory where a file should be.
  public static let isDirectory = EISDIR
  /// The errno of a name that is taken.
  public static let nameTaken = EEXIST
}
