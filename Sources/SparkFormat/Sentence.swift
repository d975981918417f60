/// Everything that Spark says to people about captures.
///
/// The text in each language stands in a file of its own. Names and paths are given in the form
/// that is safe to show.
public enum Sentence: Hashable, Sendable {
  // What the status concludes.

  /// Nothing is open anywhere.
  case allSent(name: String)
  /// A send recorded so many captures.
  case recorded(name: String, count: Int)
  /// Where captures go from now on.
  case goesTo(name: String, address: String)
  /// So many captures that were kept before are in the list now.
  case queued(Int)
  /// So many blocked rows are in the list again.
  case waitingAgain(Int)
  /// The system lost hints about an inbox.
  case hintsLost
  /// The system watches no more folders.
  case watchLimit
  /// A directory's receipts come from nobody else.
  case selfWitness(name: String)
  /// No row waits.
  case nothingWaiting
  /// So many rows wait.
  case waiting(Int)
  /// So many rows are blocked.
  case needsYou(Int)
  /// An import kept so many captures.
  case taken(count: Int, size: ByteCount)
  /// So many files in inboxes are not taken.
  case notYetTaken(Int)
  /// So many captures have no row.
  case notQueued(Int)
  /// So many captures are held.
  case held(count: Int, size: ByteCount)
  /// So many rows are being carried.
  case sending(Int)
  /// So many captures have to be sealed before they can be sent.
  case notSealed(Int)
  /// When the last receipt was stored.
  case lastLanding(Timestamp)
  /// So many more things like the last ones happened.
  case andMore(Int)
  /// A capture that nothing has stopped.
  case notBlocked(String)
  /// How a stopped capture comes back into the list.
  case retryHint(String)
  /// So many captures were sealed.
  case sealed(name: String, count: Int)
  /// A copy can be opened only by a generation whose secret is locked.
  case lockedGeneration(Int)
  /// A backup, or something else that takes long, holds the tree's lock.
  case treeIsBusy
  /// An endpoint does not answer; times are local and short.
  case stalledSince(name: String, since: Timestamp)
  /// When an endpoint is asked again.
  case nextTry(Timestamp)
  /// There is no sink for what is held.
  case noConnection
  /// There is no endpoint yet.
  case nowhere

  // The ceiling.

  /// The ceiling of an endpoint in a cloud.
  case ceilingCloud(held: ByteCount, ceiling: ByteCount)
  /// The ceiling of a paired register or a directory.
  case ceilingNear(held: ByteCount, ceiling: ByteCount, name: String)
  /// The ceiling where there is no endpoint.
  case ceilingNowhere(held: ByteCount, ceiling: ByteCount)
  /// A file that no ceiling as it is can let in.
  case fileTooLarge(size: ByteCount, ceiling: ByteCount)

  // Verdicts.

  /// Tried too often.
  case exhausted
  /// 401.
  case unpaired(name: String)
  /// 402.
  case lapsed
  /// 403.
  case revoked
  /// 404.
  case missing
  /// The generation it was sealed under is gone.
  case staleKey(generation: Int)
  /// The object is gone.
  case fileLost
  /// The id is taken at the other side.
  case conflict(name: String)
  /// The object no longer matches its name.
  case damaged
  /// The other side takes nothing that large.
  case tooLargeForRegister(name: String, size: ByteCount)

  // Discarding and carrying.

  /// Asked before a capture is discarded.
  case discardAsks(capture: String, name: String)
  /// Said after it.
  case discarded
  /// A connection broke; `network` is the one that the endpoint is on.
  case connectionDropped(network: String = "Tailscale")
  /// Said before an orphan is removed.
  case orphan

  /// What the erasers say.
  case erasing(ErasingSentence)

  // Registers.

  /// There is no register where it should be.
  case registerAbsent(name: String, path: String)
  /// There is another register.
  case registerOther(name: String, path: String)
  /// No space there.
  case registerFull(name: String)
  /// No writing there.
  case registerReadOnly(name: String)
  /// What was read back is not what was written.
  case registerUnequal(name: String)
  /// Something else is wrong there.
  case registerTrouble(name: String, why: String)

  // Taking files.

  /// Not an ordinary file.
  case notRegular(SpecialFile)
  /// No permission to read.
  case unreadable
  /// Someone is still writing.
  case stillWritten
  /// The name says that it is not finished.
  case unfinishedName
  /// The name begins with a dot.
  case hiddenName
  /// A mount below the inbox.
  case otherFileSystem
  /// No permission to take it away.
  case cannotRemove(why: String)
  /// The store could not take it in.
  case notKept(why: String)
  /// The store's disk is full.
  case diskFull
  /// The store's disk is nearly full.
  case diskFloor
  /// A share that can't be read.
  case shareUnreadable(why: String)
  /// A share's id that was used before.
  case shareKnown
  /// An inbox that can't be read.
  case inboxUnreadable(path: String, why: String)
  /// An inbox that nothing can be taken out of.
  case inboxNotEmptied(path: String, why: String)
  /// An inbox that is not safe to use.
  case inboxRefused(path: String, why: InboxRefusal)
  /// An inbox that serves another endpoint.
  case inboxOtherEndpoint(path: String)
  /// Claims of another store or tree.
  case claimsOfAnotherStore(path: String)

  // Homes.

  /// A home in a place that the system empties.
  case purgeable(path: String, why: PurgeablePlace)
  /// A home on a file system without locks.
  case locksDoNotWork(path: String)
  /// A store of a version that is not known.
  case unknownStoreVersion(String)
  /// No store.
  case noStoreYet(path: String)

  // Finding captures.

  /// Not an id and not the beginning of one.
  case notAnID(String)
  /// The beginning of several ids.
  case notTheOnlyID(String)
  /// Nothing has this id.
  case noSuchCapture(String)

  // Verifying.

  /// What is wrong.
  case flaw(Flaw)
  /// It was wrong, and is mended.
  case mended(Flaw)
  /// What was looked at, and that nothing is wrong.
  case allWell(captures: Int, objects: Int, size: ByteCount)
  /// What was looked at, and how much is wrong.
  case notWell(findings: Int, captures: Int, objects: Int, size: ByteCount)

  // Places.

  /// What is said about places.
  case place(PlaceSentence)

  // Keys.

  /// What is said about key generations.
  case keys(KeySentence)

  // The audit trail.

  /// What is said about a register's log and its receipts.
  case trail(TrailSentence)

  /// The sentence in a language.
  public func text(_ language: Language) -> String {
    switch language {
    case .english: english
    case .korean: korean
    }
  }
}
