/// One option of a tool, as the parser and the help text know it.
public struct OptionDescription: Sendable {
  /// The name without hyphens; a name of one character is a short option.
  public let name: String
  /// What stands for the value in the help text; nil where the option takes none.
  public let metavariable: String?
  /// What it does, as a phrase in lower case without a full stop.
  public let help: String
  /// Whether it may be given more than once.
  var isRepeatable = false

  /// An option that is given or not: `--keep`, or `-q` when the name has one character.
  public static func flag(_ name: String, _ help: String) -> OptionDescription {
    OptionDescription(name: name, metavariable: nil, help: help)
  }

  /// A long option with a value: `--home DIR` or `--home=DIR`.
  public static func value(_ name: String, _ metavariable: String, _ help: String)
    -> OptionDescription
  {
    OptionDescription(name: name, metavariable: metavariable, help: help)
  }

  /// A long option with a value that may be given more than once.
  public static func values(_ name: String, _ metavariable: String, _ help: String)
    -> OptionDescription
  {
    OptionDescription(name: name, metavariable: metavariable, help: help, isRepeatable: true)
  }

  /// `-q`: notes and progress are left out; errors are not.
  public static let quiet = flag("q", "say nothing but errors")
  /// `-v`: more is said on standard error.
  public static let verbose = flag("v", "say more on standard error")
  /// `-0`: lists end with a zero byte, as `xargs -0` reads them.
  public static let zero = flag("0", "end each entry with a zero byte instead of a line break")

  var isShort: Bool { name.utf8.count == 1 }

  /// How a person types it: `--home`, `-q`.
  var spelling: String { (isShort ? "-" : "--") + name }

  static let help = flag("help", "print this text and exit")
  static let version = flag("version", "print the version and exit")
  static let home = value(
    "home", "DIR", "the store; else $SPARK_HOME, $XDG_DATA_HOME/spark or ~/.local/share/spark")
  static let endpoint = value("endpoint", "NAME", "work on this endpoint alone")
}
