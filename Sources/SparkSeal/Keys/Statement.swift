public import SparkFormat
internal import SparkSystem

/// A statement whose signature is its root's.
public struct Statement: Equatable, Sendable {
  /// What it says.
  public let record: StatementRecord
  /// Its bytes, as they were read; the next statement names their digest.
  public let bytes: [UInt8]
  /// The digest of its bytes.
  public let digest: Digest
  /// The generation's public key.
  public let recipient: Recipient

  /// The generation's number.
  public var generation: Int { record.generation }

  /// How records name the generation.
  public var pin: KeyPin {
    KeyPin(
      root: record.root, generation: record.generation, recipient: record.recipient,
      statement: digest)
  }

  /// Reads a statement and checks its signature.
  ///
  /// Whether the root is the right one is for the chain to say.
  public init(checking bytes: [UInt8]) throws(KeyFault) {
    let record: StatementRecord
    do { record = try StatementRecord(parsing: bytes) } catch { throw .unreadable(error.message) }
    guard RootKey.verifies(record.signature, of: record.signed, by: record.root) else {
      throw .signedByOther(record.generation)
    }
    guard (record.generation == 1) == (record.previous == nil) else {
      throw .unreadable("Previous is in all but the first")
    }
    do { recipient = try Recipient(parsing: record.recipient) } catch {
      throw .unreadable("Recipient is no age recipient")
    }
    self.record = record
    self.bytes = bytes
    digest = Digest(Blake2b256.hash(bytes))
  }

  /// Makes the statement that follows another, or the first.
  public init(
    _ recipient: Recipient, after previous: Statement?, time: Timestamp, signedBy root: RootKey
  ) {
    record = StatementRecord(
      generation: (previous?.generation ?? 0) + 1, recipient: recipient.text, time: time,
      root: root.publicKey, previous: previous?.digest, sign: root.sign)
    bytes = record.serialized
    digest = Digest(Blake2b256.hash(bytes))
    self.recipient = recipient
  }
}
