/// The page of an export, which tells somebody who has never heard of Spark what lies there and how to
/// check it; as text and for a browser.
public struct ExportPage: Sendable {
  /// A part of it.
  enum Block: Sendable {
    case heading(String)
    case text(String)
    /// What a person types, or what is printed.
    case code([String])
    /// Names with what they are.
    case list([(String, String)])
  }

  private let blocks: [Block]
  private let language: Language

  /// Makes the page about these facts.
  public init(_ facts: ExportFacts, _ language: Language) {
    self.language = language
    blocks =
      switch language {
      case .english: ExportPage.english(facts)
      case .korean: ExportPage.korean(facts)
      }
  }

  /// As text.
  public var text: String {
    var lines: [String] = []
    for block in blocks {
      switch block {
      case .heading(let text): lines += [text, String(repeating: "=", count: text.count), ""]
      case .text(let text): lines += Self.wrapped(text) + [""]
      case .code(let code): lines += code.map { "    " + $0 } + [""]
      case .list(let items):
        for (name, what) in items {
          lines += ["  \(name)"] + Self.wrapped(what).map { "      " + $0 }
        }
        lines.append("")
      }
    }
    return lines.dropLast().map { $0 + "\n" }.joined()
  }

  private static func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > 72 {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + (line.isEmpty ? [] : [line])
  }

  /// For a browser: one file that fetches nothing.
  public var html: String {
    let (code, title) =
      language == .korean ? ("ko", blocks.first?.title) : ("en", blocks.first?.title)
    var page = """
      <!DOCTYPE html>
      <html lang="\(code)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(Self.escaped(title ?? ""))</title>
      <style>
      body { font: 1rem/1.5 sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
      pre { background: #f2f2f2; padding: .7rem; overflow-x: auto; white-space: pre-wrap; word-break: break-all; }
      dt { font-family: monospace; font-weight: bold; }
      </style>
      </head>
      <body>

      """
    var isFirst = true
    for block in blocks {
      switch block {
      case .heading(let text):
        page += isFirst ? "<h1>\(Self.escaped(text))</h1>\n" : "<h2>\(Self.escaped(text))</h2>\n"
      case .text(let text): page += "<p>\(Self.escaped(text))</p>\n"
      case .code(let code):
        page += "<pre>\(code.map(Self.escaped).joined(separator: "\n"))</pre>\n"
      case .list(let items):
        page += "<dl>\n"
        for (name, what) in items {
          page += "<dt>\(Self.escaped(name))</dt><dd>\(Self.escaped(what))</dd>\n"
        }
        page += "</dl>\n"
      }
      isFirst = false
    }
    return page + "</body>\n</html>\n"
  }

  private static func escaped(_ text: String) -> String {
    var safe = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": safe += "&amp;"
      case "<": safe += "&lt;"
      case ">": safe += "&gt;"
      case "\"": safe += "&quot;"
      default: safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }
}

extension ExportPage.Block {
  fileprivate var title: String? {
    if case .heading(let text) = self { text } else { nil }
  }
}
