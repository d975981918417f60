/// What a directory entry is, when it is no ordinary file.
public enum SpecialFile: Hashable, Sendable {
  /// A pipe.
  case pipe
  /// A socket.
  case socket
  /// A device.
  case device
  /// A symbolic link.
  case symbolicLink
}
