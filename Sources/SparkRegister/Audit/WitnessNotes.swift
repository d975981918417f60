internal import SparkFormat
public import SparkStore
internal import SparkSystem

/// What witnesses have signed of a register's log; it lies beside the log.
public struct WitnessNotes: Sendable {
  /// A checkpoint with the signatures of the log and of a witness.
  public struct Note: Sendable {
    /// The file's name: the first four bytes of the witness's key's hash.
    public let name: String
    /// The checkpoint, whose log's signature was checked; nil for one that cannot be read.
    public let signed: SignedCheckpoint?
  }

  /// The notes, by name.
  public let notes: [Note]

  /// Reads the notes beside a log, which are none where there is no folder for them.
  init(_ log: Directory, key: NoteKey) throws(SparkError) {
    let folder: Directory
    do { folder = try log.directory(RawPath(RegisterLayout.witnesses)) } catch {
      guard error.code == .missing else { throw error }
      notes = []
      return
    }
    var notes: [Note] = []
    for name in try folder.textNames() {
      let bytes = try folder.contentsIfAny(RawPath(name), limit: 1 << 20) ?? []
      notes.append(Note(name: name, signed: try? SignedCheckpoint(bytes, key: key)))
    }
    self.notes = notes
  }
}
