public import SparkSystem

/// Seals files of any size in little memory; one for each thread that seals, used again and again.
public final class FileSealer {
  private var buffers: [GroupBuffer] = []

  /// Makes one.
  public init() {}

  /// Seals the first `size` bytes of a file into another, from its beginning, and hashes what it
  /// writes in the same pass.
  ///
  /// Nothing is flushed. With more
  /// threads the chunks of a large file are sealed on several processors; for many files it is
  /// better to give each to one thread.
  public func seal(
    _ source: borrowing Descriptor, size: Int64, to file: borrowing Descriptor,
    recipients: [Recipient], also: [Stanza] = [], threads: Int = 1
  ) throws(SparkError) -> Sealed {
    do throws(OpenError) {
      return try withUnsafePointer(to: source) { source throws(OpenError) in
        try seal(.plain(source), size, file, Recipients(recipients, also), threads)
      }
    } catch { throw Self.error(error, source) }
  }

  /// Opens a sealed file and seals its bytes anew, chunk by chunk, so that they are nowhere else but in memory.
  ///
  /// The rest is as for ``seal(_:size:to:recipients:also:threads:)``.
  public func sealAgain(
    _ source: borrowing Descriptor, opening identities: [Identity], to file: borrowing Descriptor,
    recipients: [Recipient], also: [Stanza] = [], threads: Int = 1
  ) throws(SparkError) -> Sealed {
    do throws(OpenError) {
      let header = try FileOpener.header(source)
      let fileKey: FileKey
      do { fileKey = try header.fileKey(identities) } catch { throw .seal(error) }
      let opening = try OpenJob.Plan(source, header, fileKey)
      return try withUnsafePointer(to: source) { source throws(OpenError) in
        try seal(
          .sealed(source, opening), opening.plainSize, file, Recipients(recipients, also), threads)
      }
    } catch { throw Self.error(error, source) }
  }

  /// What was written.
  public struct Sealed: Sendable {
    /// The BLAKE2b-256 of the sealed bytes.
    public let digest: [UInt8]
    /// How many they are.
    public let size: Int64
    /// The BLAKE2b-256 of the plain bytes that were read.
    public let plainDigest: [UInt8]
  }

  private struct Recipients {
    let recipients: [Recipient]
    let also: [Stanza]

    init(_ recipients: [Recipient], _ also: [Stanza]) {
      self.recipients = recipients
      self.also = also
    }
  }

  private func seal(
    _ source: SealJob.Source, _ size: Int64, _ file: borrowing Descriptor,
    _ recipients: Recipients, _ threads: Int
  ) throws(OpenError) -> Sealed {
    let fileKey = FileKey.fresh()
    let header: AgeHeader
    do { header = try Age.header(fileKey, recipients.recipients, recipients.also) } catch {
      // Whom it is for is at fault, not the file.
      throw .system(
        SparkError(.configuration, "seal", file.path, "nothing can be sealed: \(error.reason)"))
    }
    let nonce = Age.freshNonce()
    let plan = SealJob.Plan(
      size: max(0, size), head: header.encoded + nonce, key: PayloadKey(fileKey, nonce: nonce))
    // Each hash is one thread's at a time: more than a few threads would only wait for them.
    let threads = max(1, min(threads, plan.groups, 4))
    let slots = threads == 1 ? 1 : 2 * threads + 2
    while buffers.count < slots { buffers.append(GroupBuffer()) }
    let buffers = buffers
    return try withUnsafePointer(to: file) { file throws(OpenError) in
      let job = SealJob(plan, source, file)
      Workers.relay(
        plan.groups, threads: threads, slots: slots, { job.seal($1, buffers[$0]) },
        then: [{ job.hash($1, buffers[$0]) }, { job.hashPlain($1, buffers[$0]) }])
      return try job.result()
    }
  }

  private static func error(_ error: OpenError, _ source: borrowing Descriptor) -> SparkError {
    switch error {
    case .system(let error): error
    case .seal(let error):
      SparkError(
        .damaged, "seal", source.path,
        "\(source.path.description) cannot be sealed: \(error.reason)")
    }
  }
}
