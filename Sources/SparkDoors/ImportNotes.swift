internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// `inboxes/<name>.notes`: what could not be taken at the last look, for the status to say.
struct ImportNotes {
  let home: StoreHome

  init(_ home: StoreHome) { self.home = home }

  /// Replaces the notes of an inbox.
  ///
  /// They are no truth: the next look writes them anew, so nothing is flushed.
  func write(_ report: ImportReport, of inbox: Inbox) throws(SparkError) {
    let policies = try home.root.directory(RawPath(StoreLayout.inboxes))
    let name = RawPath("\(inbox.name).notes")
    let own = (report.notes + report.waitingNotes).filter { $0.inbox == inbox.name }
    if own.isEmpty {
      try policies.remove(name)
      return
    }
    let time = Timestamp.now()
    var bytes: [UInt8] = []
    for note in own {
      bytes += NoteRecord(path: note.path, sentence: note.sentence, time: time).serialized
    }
    let draft = RawPath(".\(inbox.name).notes.new")
    do throws(SparkError) {
      try policies.remove(draft)
      try policies.create(draft, bytes, mode: 0o600)
      try policies.replace(draft, to: policies, name)
    } catch {
      _ = try? policies.remove(draft)
      // On a full disk the status does without reasons; it still counts the files.
      if error.code != .full && error.code != .exists && error.code != .missing { throw error }
    }
  }

  /// The notes of an inbox.
  func read(_ inbox: Inbox) throws(SparkError) -> [NoteRecord] {
    let name = RawPath(StoreLayout.inboxNotes(inbox.name))
    guard let bytes = try home.root.contentsIfAny(name) else { return [] }
    return (try? NoteRecord.parseMany(bytes)) ?? []
  }
}
