public import SparkSystem

/// Opens files of any size in little memory; one for each thread that opens, used again and again.
public final class FileOpener {
  private var buffers: [GroupBuffer] = []

  /// Makes one.
  public init() {}

  /// Opens a file with whichever identity fits, and hands its bytes to `sink` in order.
  ///
  /// `sink` sees authentic bytes only, but all of them only when this returns; on an error what it
  /// was given is the beginning of a file without its end. With more threads it is called on any of
  /// them, never twice at once. Returns how many bytes there were.
  @discardableResult
  public func open(
    _ source: borrowing Descriptor, identities: [Identity], threads: Int = 1,
    to sink: (UnsafeRawBufferPointer) throws(SparkError) -> Void
  ) throws(OpenError) -> Int64 {
    let header = try Self.header(source)
    let fileKey: FileKey
    do { fileKey = try header.fileKey(identities) } catch { throw .seal(error) }
    return try open(source, header, fileKey, threads, sink)
  }

  /// Opens a file with its passphrase.
  @discardableResult
  public func open(
    _ source: borrowing Descriptor, passphrase: [UInt8], threads: Int = 1,
    to sink: (UnsafeRawBufferPointer) throws(SparkError) -> Void
  ) throws(OpenError) -> Int64 {
    let header = try Self.header(source)
    let fileKey: FileKey
    do throws(SealError) {
      fileKey = try header.fileKey(passphrase: Passphrase(passphrase))
    } catch { throw .seal(error) }
    return try open(source, header, fileKey, threads, sink)
  }

  private func open(
    _ source: borrowing Descriptor, _ header: AgeHeader, _ fileKey: FileKey, _ threads: Int,
    _ sink: (UnsafeRawBufferPointer) throws(SparkError) -> Void
  ) throws(OpenError) -> Int64 {
    let plan = try OpenJob.Plan(source, header, fileKey)
    let threads = max(1, min(threads, plan.groups, 16))
    let slots = threads == 1 ? 1 : 2 * threads + 2
    while buffers.count < slots { buffers.append(GroupBuffer()) }
    let buffers = buffers
    let outcome = withoutActuallyEscaping(sink) { sink in
      withUnsafePointer(to: source) { source in
        let job = OpenJob(plan, source, sink)
        Workers.relay(
          plan.groups, threads: threads, slots: slots, { job.open($1, buffers[$0]) },
          then: [{ job.release($1, buffers[$0]) }])
        return job.end()
      }
    }
    return try outcome.get()
  }

  /// The header of a file, however long it is, within reason.
  static func header(_ source: borrowing Descriptor) throws(OpenError) -> AgeHeader {
    var limit = 4096
    while true {
      var bytes = [UInt8](repeating: 0, count: limit)
      do { try source.read(into: &bytes, at: 0) } catch { throw .system(error) }
      do { return try AgeHeader(parsing: bytes) } catch {
        if bytes.count < limit || limit >= 1 << 20 { throw .seal(error) }
      }
      limit *= 16
    }
  }
}
