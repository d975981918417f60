public import SparkSystem

/// Seals files of any size in little memory; one for each thread that seals, used again and again.
public final class FileSealer {
  private var buffers: [GroupBuffer] = []

  /// Makes one.
  public init() {}

  /// Seals the first `size` bytes of a file into another, from its beginning, and hashes what it
  /// writes in the same pass.
  ///
  /// Returns the BLAKE2b-256 and the size of the sealed bytes; nothing is flushed. With more
  /// threads the chunks of a large file are sealed on several processors; for many files it is
  /// better to give each to one thread.
  public func seal(
    _ source: borrowing Descriptor, size: Int64, to file: borrowing Descriptor,
    recipients: [Recipient], also: [Stanza] = [], threads: Int = 1
  ) throws(SparkError) -> (digest: [UInt8], size: Int64) {
    let fileKey = FileKey.fresh()
    let header: AgeHeader
    do { header = try Age.header(fileKey, recipients, also) } catch {
      throw SparkError(.configuration, "seal", source.path, error.reason)
    }
    let nonce = Age.freshNonce()
    let plan = SealJob.Plan(
      size: max(0, size), head: header.encoded + nonce, key: PayloadKey(fileKey, nonce: nonce))
    // The hash is one thread's at a time: more than a few would only wait for it.
    let threads = max(1, min(threads, plan.groups, 4))
    let slots = threads == 1 ? 1 : 2 * threads + 2
    while buffers.count < slots { buffers.append(GroupBuffer()) }
    let buffers = buffers
    let job = withUnsafePointer(to: source) { source in
      withUnsafePointer(to: file) { file in
        let job = SealJob(plan, source, file)
        Workers.relay(plan.groups, threads: threads, slots: slots) {
          job.seal($1, buffers[$0])
        } then: {
          job.hash($1, buffers[$0])
        }
        return job
      }
    }
    return try job.result()
  }
}
