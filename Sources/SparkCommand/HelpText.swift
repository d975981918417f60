extension CommandDescription {
  private static let width = 80

  /// What `--help` prints, 80 columns wide.
  public var helpText: String {
    var lines = ["\(name) - \(summary)", ""]
    for (place, form) in synopsis.enumerated() {
      let lead = (place == 0 ? "usage: " : "       ") + name
      lines += Self.entry(lead, form, indent: lead.count + 1)
    }
    if !details.isEmpty { lines += [""] + Self.paragraphs(details) }
    lines += ["", "Options:"]
    let spellings = options.map { option in
      "  " + option.spelling + (option.metavariable.map { " " + $0 } ?? "")
    }
    let indent = min(24, (spellings.map(\.count).max() ?? 0) + 2)
    for (spelling, option) in zip(spellings, options) {
      lines += Self.entry(spelling, option.help, indent: indent)
    }
    lines += ["", "Exit status:"]
    for exit in exits { lines += Self.entry("  \(exit.status.rawValue)", exit.meaning, indent: 6) }
    lines.append("Anything else means failure.")
    return lines.map { $0 + "\n" }.joined()
  }

  /// A term and its text in a column of its own, below the term where that is too long.
  private static func entry(_ term: String, _ text: String, indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    let wrapped = wrap(text, width: width - indent).map { margin + $0 }
    guard let first = wrapped.first else { return [term] }
    guard term.count < indent else { return [term] + wrapped }
    return [term + first.dropFirst(term.count)] + wrapped.dropFirst()
  }

  private static func paragraphs(_ text: String) -> [String] {
    var lines: [String] = []
    var paragraph: [Substring] = []
    func close() {
      lines += wrap(paragraph.joined(separator: " "), width: width)
      paragraph = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty || line.first == " " {
        close()
        lines.append(String(line))
      } else {
        paragraph.append(line)
      }
    }
    close()
    return lines
  }

  private static func wrap(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }
}
