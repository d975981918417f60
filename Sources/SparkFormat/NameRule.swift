/// Which names in an inbox are taken.
public enum NameRule {
  /// Says what a name means.
  ///
  /// `siblings` says whether the same directory holds a name: an empty file beside its own
  /// unfinished download is a placeholder. Letters count in either case.
  public static func classify(
    _ name: FileName, siblings: (FileName) -> Bool, size: Int64
  ) -> NameClass {
    let lower = name.bytes.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    if isLitter(lower) { return .litter }
    if isUnfinished(lower) || isRsyncTemporary(name.bytes) { return .unfinished }
    if lower.first == 0x2E { return isDoorTemporary(name.bytes) ? .doorTemporary : .hidden }
    if size == 0, placeholderSuffixes.contains(where: { siblings(FileName(name.bytes + $0)) }) {
      return .unfinished
    }
    return .take
  }

  private static let litterNames: Set<[UInt8]> = Set(
    [
      ".ds_store", "thumbs.db", "ehthumbs.db", "desktop.ini", "@eadir", ".directory", ".localized",
      ".spotlight-v100", ".fseventsd", ".trashes", ".appledouble", ".stfolder", ".stversions",
    ].map { Array($0.utf8) })
  private static let litterPrefixes = [
    "._", "~$", ".~lock.", ".trash-", ".nfs", ".fuse_hidden",
  ].map { Array($0.utf8) }
  private static let litterSuffixes = ["~", ".swp"].map { Array($0.utf8) }
  private static let unfinishedPrefixes = [
    ".syncthing.", "~syncthing~", ".goutputstream-",
  ].map { Array($0.utf8) }
  private static let unfinishedSuffixes = [
    ".part", ".partial", ".crdownload", ".download", ".filepart", ".tmp",
  ].map { Array($0.utf8) }
  /// Where `rsync --delay-updates` writes.
  private static let rsyncDirectory = Array(".~tmp~".utf8)
  private static let placeholderSuffixes = [
    ".part", ".partial", ".crdownload", ".download", ".filepart",
  ].map { Array($0.utf8) }

  private static func isLitter(_ lower: [UInt8]) -> Bool {
    if litterNames.contains(lower) { return true }
    if litterPrefixes.contains(where: { lower.starts(with: $0) }) { return true }
    // This one ends like a backup, but means that something is on its way.
    return litterSuffixes.contains { ends(lower, $0) } && !ends(lower, rsyncDirectory)
  }

  private static func isUnfinished(_ lower: [UInt8]) -> Bool {
    if unfinishedPrefixes.contains(where: { lower.starts(with: $0) }) { return true }
    if ends(lower, rsyncDirectory) { return true }
    return unfinishedSuffixes.contains { ends(lower, $0) && lower.count > $0.count }
  }

  /// `.name.XXXXXX`, with six letters and digits that are not all lower case.
  ///
  /// A random suffix nearly never is, a hidden file's extension nearly always.
  private static func isRsyncTemporary(_ name: [UInt8]) -> Bool {
    guard name.first == 0x2E, name.count >= 9, name[name.count - 7] == 0x2E else { return false }
    var allLower = true
    for byte in name.suffix(6) {
      switch byte {
      case 0x61...0x7A: break
      case 0x30...0x39, 0x41...0x5A: allLower = false
      default: return false
      }
    }
    return !allLower
  }

  /// `.<id>.share`, the hidden name under which `spark-share` writes.
  private static func isDoorTemporary(_ name: [UInt8]) -> Bool {
    name.count == 43 && CaptureID(utf8: name[1..<37]) != nil
      && name[37...].elementsEqual(InboxLayout.shareSuffix.utf8)
  }

  private static func ends(_ name: [UInt8], _ suffix: [UInt8]) -> Bool {
    name.count >= suffix.count && name[(name.count - suffix.count)...].elementsEqual(suffix)
  }
}
