internal import SparkFormat
internal import SparkStore
internal import SparkSystem

/// An inbox that is open for one pass, checked to be one that nobody else can turn against its owner.
final class OpenInbox: Sendable {
  let inbox: Inbox
  let directory: Directory
  let status: FileStatus
  /// Whether a lease that was granted proves that nobody writes.
  let provesLeases: Bool
  /// `.spark/`; nil in an inbox that is not emptied.
  let own: Directory?

  /// Opens and checks; throws `refused` with the sentence.
  init(_ inbox: Inbox) throws(SparkError) {
    self.inbox = inbox
    do throws(SparkError) {
      directory = try Directory(path: inbox.path)
      status = try directory.status()
      provesLeases = try directory.fileSystem().provesLeases
    } catch {
      throw SparkError(
        .refused, "open", inbox.path,
        Sentence.inboxUnreadable(path: inbox.path.shown, why: error.reason).text)
    }
    own = inbox.keep ? nil : try Self.privateDirectory(inbox, directory, status)
  }

  private static func privateDirectory(
    _ inbox: Inbox, _ directory: Directory, _ status: FileStatus
  ) throws(SparkError) -> Directory {
    func refusal(_ why: InboxRefusal) -> SparkError {
      SparkError(
        .refused, "empty", inbox.path,
        Sentence.inboxRefused(path: inbox.path.shown, why: why).text)
    }
    let user = Environment.user
    guard status.owner == user else { throw refusal(.notOurs) }
    // Where others may write, only the sticky bit keeps them from swapping what is ours.
    if status.mode & 0o022 != 0, status.mode & 0o1000 == 0 { throw refusal(.notSticky) }
    let name = RawPath(InboxLayout.privateDirectory)
    do throws(SparkError) {
      if try directory.makeDirectory(name) { try directory.flush() }
      guard let found = try directory.statusIfAny(name), found.kind == .directory,
        found.owner == user
      else {
        throw refusal(.privateDirectoryNotOurs)
      }
      let own = try directory.directory(name)
      let standing = try own.status()
      guard standing.owner == user, standing.mode & 0o077 == 0 else {
        throw refusal(.privateDirectoryNotOurs)
      }
      try own.makeDirectory("claims")
      return own
    } catch {
      throw error.code == .refused ? error : notEmptied(inbox, error)
    }
  }

  private static func notEmptied(_ inbox: Inbox, _ error: SparkError) -> SparkError {
    SparkError(
      .refused, "empty", inbox.path,
      Sentence.inboxNotEmptied(path: inbox.path.shown, why: error.reason).text)
  }

  /// Does what writes into `.spark/`; failing there is the inbox's trouble, and no other inbox's.
  func emptying<Value: ~Copyable>(_ body: () throws(SparkError) -> Value) throws(SparkError)
    -> Value
  {
    do throws(SparkError) { return try body() } catch { throw Self.notEmptied(inbox, error) }
  }
}
