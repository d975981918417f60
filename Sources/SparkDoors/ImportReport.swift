public import SparkFormat
internal import SparkStore

/// What a pass over the inboxes came to.
public struct ImportReport: Sendable {
  /// Something that stays where it is, and why.
  public struct Note: Sendable {
    /// The inbox's name.
    public let inbox: String
    /// The path below the inbox; empty for the inbox itself.
    public let path: FilePath
    /// Why, as a sentence.
    public let sentence: String
  }

  /// How many captures are now durable that were not before.
  public internal(set) var taken = 0
  /// Their bytes.
  public internal(set) var bytes: Int64 = 0
  /// How many files are waited for.
  public internal(set) var waiting = 0
  /// When the longest-waiting ones may be ready, in milliseconds; 0 when time alone does not help.
  public internal(set) var readyAfter = 0
  /// What cannot be taken; at most ``noteLimit`` for each inbox, the rest is only counted.
  public internal(set) var notes: [Note] = []
  /// What is waited for, and why; limited as ``notes``.
  public internal(set) var waitingNotes: [Note] = []
  /// How many cannot be taken.
  public internal(set) var refused = 0

  /// A ceiling that refuses 100,000 files needs no 100,000 sentences.
  public static let noteLimit = 100

  /// Makes an empty report.
  public init() {}

  /// Something may be taken later; `after` is how many milliseconds later, 0 when time alone does not help.
  mutating func wait(
    _ inbox: Inbox, _ path: FilePath, after: Int = 0, _ sentence: Sentence = .stillWritten
  ) {
    waiting += 1
    readyAfter = max(readyAfter, after)
    Self.add(Note(inbox: inbox.name, path: path, sentence: sentence.text), to: &waitingNotes)
  }

  mutating func refuse(_ inbox: Inbox, _ path: FilePath, _ sentence: String) {
    refused += 1
    Self.add(Note(inbox: inbox.name, path: path, sentence: sentence), to: &notes)
  }

  private static func add(_ note: Note, to notes: inout [Note]) {
    let same = notes.reduce(0) { $0 + ($1.inbox == note.inbox ? 1 : 0) }
    if same < noteLimit { notes.append(note) }
  }

  /// Adds what another pass came to.
  public mutating func add(_ other: ImportReport) {
    taken += other.taken
    bytes += other.bytes
    waiting += other.waiting
    readyAfter = max(readyAfter, other.readyAfter)
    notes += other.notes
    waitingNotes += other.waitingNotes
    refused += other.refused
  }
}
