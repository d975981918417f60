/// Every name in an inbox that means something, relative to the inbox.
public enum InboxLayout {
  /// The importer's own directory.
  public static let privateDirectory = ".spark"
  /// Held while a batch is taken.
  public static let lock = ".spark/lock"
  /// Where claims stand.
  public static let claims = ".spark/claims"
  /// How the names begin, in the importer's own directory, of what is being discarded.
  public static let discardPrefix = "discard,"
  /// How the name of a whole share ends.
  public static let shareSuffix = ".share"
  /// A share's record, in the share.
  public static let shareRecord = "share"

  /// The most bytes that a file's name can have.
  private static let nameLimit = 255
  /// The one path whose plain claim would read as a share's.
  private static let sharePath = Array("share".utf8)
  private static let escapedSharePath = Array("%73hare".utf8)

  /// The claims that were taken for a tree.
  public static func claims(tree: CaptureID) -> String { ".spark/claims/\(tree.text)" }

  /// The name of a whole share, in view and as a claim.
  public static func shareName(_ id: CaptureID) -> String { id.text + shareSuffix }

  /// The name of the claim of a file at `path` below the inbox.
  public static func claimName(_ id: CaptureID, path: FilePath) -> ClaimName {
    var name = id.utf8
    name.reserveCapacity(name.count + path.bytes.count + 1)
    name.append(0x2E)
    if path.bytes == sharePath {
      name.append(contentsOf: escapedSharePath)
      return .flat(name)
    }
    for byte in path.bytes {
      switch byte {
      case 0x25: name.append(contentsOf: [0x25, 0x32, 0x35])
      case 0x2F: name.append(contentsOf: [0x25, 0x32, 0x46])
      default: name.append(byte)
      }
    }
    return name.count > nameLimit ? .nested : .flat(name)
  }

  /// What a claim's name says; nil when it is no claim.
  public static func parseClaim(_ name: [UInt8]) -> (id: CaptureID, kind: ClaimKind)? {
    guard let id = CaptureID(utf8: name.prefix(36)) else { return nil }
    guard name.count > 36 else { return (id, .nested) }
    guard name[36] == 0x2E else { return nil }
    let path = Array(name[37...])
    if path == sharePath { return (id, .share) }
    if path == escapedSharePath { return (id, .flat(FilePath(sharePath))) }
    guard let decoded = decodeClaimPath(path), isPlain(decoded) else { return nil }
    return (id, .flat(FilePath(decoded)))
  }

  private static func decodeClaimPath(_ path: [UInt8]) -> [UInt8]? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(path.count)
    var index = 0
    while index < path.count {
      guard path[index] == 0x25 else {
        decoded.append(path[index])
        index += 1
        continue
      }
      if path[index...].starts(with: "%25".utf8) {
        decoded.append(0x25)
      } else if path[index...].starts(with: "%2F".utf8) {
        decoded.append(0x2F)
      } else {
        return nil
      }
      index += 3
    }
    return decoded
  }

  /// Whether a path stays below the directory that it is opened in.
  private static func isPlain(_ path: [UInt8]) -> Bool {
    path.split(separator: 0x2F, omittingEmptySubsequences: false).allSatisfy { name in
      !name.isEmpty && !name.elementsEqual(".".utf8) && !name.elementsEqual("..".utf8)
    }
  }
}
