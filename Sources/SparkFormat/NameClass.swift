/// What a name in an inbox says about the file.
public enum NameClass: Sendable {
  /// It can be taken.
  case take
  /// Its name says that it is not finished; it is waited for.
  case unfinished
  /// A desktop left it; it is left alone and not spoken of.
  case litter
  /// A hidden file; it is left alone and named in the status.
  case hidden
  /// A share that a door is still writing.
  case doorTemporary
}
