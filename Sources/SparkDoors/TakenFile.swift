internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// One claimed file, open, on its way into the store.
final class TakenFile: Sendable {
  let id: CaptureID
  /// Where it goes back to when it cannot be kept; nil for a share's file, which goes with its share.
  let path: FilePath?
  let name: FileName
  let file: Descriptor
  /// As it was when it was found to be quiet, or when its claim was opened again.
  let status: FileStatus
  let leased: Bool
  let place: Claims.Place
  /// The share it belongs to.
  let share: TakenShare?
  /// The media type where the share tells it.
  let type: String?

  /// A file from the inbox itself.
  init(
    id: CaptureID, path: FilePath, file: consuming Descriptor, status: FileStatus, leased: Bool,
    place: Claims.Place
  ) {
    self.id = id
    self.path = path
    name = path.lastComponent ?? FileName([])
    self.file = file
    self.status = status
    self.leased = leased
    self.place = place
    share = nil
    type = nil
  }

  /// The file of a share at a place, from 1.
  init(
    share: TakenShare, place number: Int, file: consuming Descriptor, status: FileStatus,
    leased: Bool
  ) {
    id = ShareReader.id(share.record.id, place: number)
    path = nil
    name = share.record.files[number - 1]
    self.file = file
    self.status = status
    self.leased = leased
    place = Claims.Place(directory: share.directory, name: RawPath(String(number)), nest: nil)
    self.share = share
    type =
      share.record.text.contains(number)
      ? "text/plain" : share.record.links.contains(number) ? "text/uri-list" : nil
  }

  /// What stands in the inbox for a person: the file, or the share it came with.
  var shownPath: FilePath {
    path ?? share.map { FilePath(Array($0.name.bytes)) } ?? FilePath([])
  }

  /// Whether its very inode may become the object: ours alone, under one name, and held by a lease.
  var mayBeAdopted: Bool { leased && status.owner == Environment.user && status.links == 1 }

  /// Whether the lease still shuts writers out, where there is one.
  var isIntact: Bool { !leased || file.keepsLease() }
}

/// One claimed share.
final class TakenShare: Sendable {
  let record: ShareRecord
  /// The digest of the record's bytes, which are an object too.
  let digest: Digest
  /// The record's bytes.
  let bytes: [UInt8]
  /// Its directory among the claims, and its name there.
  let directory: Directory
  let name: RawPath

  init(record: ShareRecord, digest: Digest, bytes: [UInt8], directory: Directory, name: RawPath) {
    self.record = record
    self.digest = digest
    self.bytes = bytes
    self.directory = directory
    self.name = name
  }
}
