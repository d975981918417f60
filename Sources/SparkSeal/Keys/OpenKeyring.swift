internal import SparkFormat
internal import SparkSystem

/// A keyring with what it takes to close it again as it was.
struct OpenKeyring {
  static let standardWorkFactor = 18
  var keyring: Keyring
  private let passphrase: [UInt8]
  private let workFactor: Int

  /// A new one.
  init(_ keyring: Keyring, passphrase: [UInt8], workFactor: Int = standardWorkFactor) {
    self.keyring = keyring
    self.passphrase = passphrase
    self.workFactor = workFactor
  }

  /// Opens a keyring's file.
  init(_ bytes: [UInt8], _ path: RawPath, _ passphrase: [UInt8]) throws(SparkError) {
    var opened = try Self.open(bytes, path, passphrase)
    defer { opened.wipe() }
    do throws(KeyFault) { keyring = try Keyring(parsing: opened) } catch {
      throw Self.damaged(path, error)
    }
    self.passphrase = passphrase
    // Whoever chose another factor than the usual one keeps it.
    let factor = (try? AgeHeader(parsing: bytes))?.stanzas.first?.arguments.last.flatMap { Int($0) }
    workFactor = factor ?? Self.standardWorkFactor
  }

  /// The keyring's file.
  func sealed() throws(SparkError) -> [UInt8] {
    try Self.seal(keyring.serialized, passphrase, workFactor)
  }

  /// Other bytes under another passphrase, as hard to guess.
  func sealed(_ bytes: [UInt8], passphrase: [UInt8]) throws(SparkError) -> [UInt8] {
    try Self.seal(bytes, passphrase, workFactor)
  }

  private static func seal(_ bytes: [UInt8], _ passphrase: [UInt8], _ workFactor: Int)
    throws(SparkError)
    -> [UInt8]
  {
    var bytes = bytes
    defer { bytes.wipe() }
    do { return try Age.seal(bytes, passphrase: passphrase, workFactor: workFactor) } catch {
      throw SparkError(.refused, "seal", "the keys", .emptyPassphrase)
    }
  }

  /// Opens a file that a passphrase protects, armored or not.
  static func open(_ bytes: [UInt8], _ path: RawPath, _ passphrase: [UInt8]) throws(SparkError)
    -> [UInt8]
  {
    do throws(SealError) {
      let binary = Armor.begins(bytes) ? try Armor.decode(bytes) : bytes
      return try Age.open(binary, passphrase: passphrase)
    } catch {
      if case .noMatch = error {
        throw SparkError(.notPermitted, "open", path, .wrongPassphrase(path: path.display))
      }
      throw SparkError(
        .damaged, "open", path, .keyFileDamaged(path: path.display, why: error.reason))
    }
  }

  static func damaged(_ path: RawPath, _ fault: KeyFault) -> SparkError {
    let why = if case .unreadable(let why) = fault { why } else { "\(fault)" }
    return SparkError(.damaged, "read", path, .keyFileDamaged(path: path.display, why: why))
  }
}
