extension PlaceSentence {
  /// The sentence in English.
  var english: String {
    switch self {
    case .noHome: "There is no HOME. Name the store with --home."
    case .notAStore(let path):
      "\(path) is not empty and holds no store. Name another directory."
    case .currentBroken(let path): "\(path) does not point to endpoints/<number>."
    case .recordUnreadable(let path, let why): "\(path) cannot be read: \(why)"
    case .noSuchEndpoint(let name): "There is no endpoint named \(name)."
    case .nameNotAllowed:
      "A name has no / and no control characters, and is neither empty nor a number."
    case .nameTaken(let name): "There is another endpoint named \(name)."
    case .endpointGone: "The endpoint was moved away meanwhile."
    case .ownInboxIsEmptied:
      "The store's own inbox is emptied. --keep needs another directory."
    case .inboxOverlapsStore(let path, let store):
      "\(path) cannot be an inbox: the store is \(store)."
    case .shareTooLarge(let limit): "One share holds at most \(limit) files."
    case .directoriesOnly: "This version sends to directories only."
    case .registerParentAbsent(let path):
      "The directory above \(path) is not there, so no register is made. Is the disk mounted?"
    case .notARegister(let path):
      "\(path) is not empty and holds no register. Name another directory."
    case .registerVersion(let path):
      "\(path) is a register of a version that this program does not know."
    case .registerVanished(let path): "\(path) vanished while it was made."
    case .registerTaken(let name):
      "\(name) is the endpoint for this register. --new makes it current again."
    case .registerIsSealed(let path):
      "The register at \(path) takes sealed copies only. Add ?seal=yes to its file:// address."
    case .registerIsPlain(let path):
      "The register at \(path) holds captures as they are. Leave ?seal=yes out, "
        + "or name another directory."
    case .registerIsOther(let name, let path):
      "Another register is at \(path) than the one \(name) is. Nothing was changed. "
        + "Sign out of \(name) first (spark-signout), or add --new for a second endpoint."
    case .registerNotMoved(let name, let path):
      "\(name) is not at \(path), where no register is. Nothing was changed. "
        + "Copy the register there first, sign out of \(name) (spark-signout), "
        + "or add --new for a second endpoint."
    case .registerOverlapsStore(let path):
      "\(path) is in the store, or the store is in it. "
        + "A register is a second copy and needs a place of its own."
    case .registerOverlapsInbox(let path, let inbox):
      "\(path) is in the inbox \(inbox), or the inbox is in it. "
        + "A register is a second copy and needs a place of its own."
    }
  }
}
