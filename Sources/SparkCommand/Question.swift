internal import SparkSystem

/// Asks a person at the terminal.
public enum Question {
  /// Whether there is a person to be asked: standard input and standard error are a terminal.
  public static var canBeAsked: Bool {
    StandardInput.isTerminal && StandardStream.error.isTerminal
  }

  /// Asks; anything but a yes is a no.
  public static func ask(_ text: String) throws -> Bool {
    try StandardStream.error.write(Array("\(Printable.text(text)) [y/N] ".utf8))
    let answer = try StandardInput.line() ?? []
    let yes = ["y", "yes", "\u{C608}", "\u{B124}"]
    return yes.contains(
      String(decoding: answer, as: UTF8.self).lowercased().filter { !$0.isWhitespace })
  }
}
