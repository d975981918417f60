/// What a tool is: its name, its options, its exit statuses and the text that explains it.
public struct CommandDescription: Sendable {
  /// The executable's name: `spark-import`.
  public let name: String
  /// What it does, in one line.
  public let summary: String
  /// The forms of the command line, each without the tool's name.
  public let synopsis: [String]
  /// All options, with those that every tool has.
  public let options: [OptionDescription]
  /// The exit statuses with their meaning, ascending.
  public let exits: [(status: ExitStatus, meaning: String)]
  /// More text: paragraphs are wrapped, lines that begin with a space are kept as they are.
  public let details: String

  /// Describes a tool.
  ///
  /// `--help` and `--version` are added, `--home` and `--endpoint` where the tool
  /// uses them, and the statuses that every tool has unless `exits` tells them better.
  public init(
    name: String, summary: String, synopsis: [String], options: [OptionDescription] = [],
    exits: [(ExitStatus, String)] = [], details: String = "", usesHome: Bool = true,
    usesEndpoint: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.synopsis = synopsis
    self.details = details
    self.options =
      options + (usesEndpoint ? [.endpoint] : []) + (usesHome ? [.home] : []) + [.help, .version]
    let common: [(ExitStatus, String)] = [
      (.done, "done"), (.usage, "the command line is wrong"), (.io, "reading or writing failed"),
    ]
    let missing = common.filter { entry in !exits.contains { $0.0 == entry.0 } }
    self.exits = (exits + missing).sorted { $0.0.rawValue < $1.0.rawValue }
      .map { (status: $0.0, meaning: $0.1) }
  }

  func option(_ name: String) -> OptionDescription? { options.first { $0.name == name } }
}
