internal import SparkCommand
internal import SparkDoors
internal import SparkFormat
internal import SparkStore
internal import SparkSystem

@main enum Main {
  static func main() {
    Tool.main(description) { arguments, output in
      let text = arguments.bytes("text")
      let url = arguments.bytes("url")
      if arguments.operands.isEmpty, text == nil, url == nil {
        throw CommandError.usage("there is nothing to share; name files, -, --text or --url")
      }
      guard arguments.operands.filter({ $0 == [UInt8(ascii: "-")] }).count <= 1 else {
        throw CommandError.usage("standard input can be shared once only")
      }
      let writer = try ShareWriter(inbox: inbox(arguments))
      do throws(SparkError) {
        for file in arguments.operands { try add(file, arguments.bytes("name"), to: writer) }
        if let text { try writer.add(text: text, name: FileName("text.txt")) }
        if let url { try writer.add(link: url, name: FileName("link.url")) }
        try writer.finish(title: arguments.text("title"))
      } catch {
        writer.cancel()
        throw CommandError.spark(error, hint: "nothing was shared")
      }
      try output.line(writer.id.text)
      return .done
    }
  }

  private static func inbox(_ arguments: Arguments) throws(SparkError) -> RawPath {
    if let named = arguments.bytes("inbox") { return RawPath(named) }
    return try StoreHome.path(option: arguments.bytes("home")).appending(StoreLayout.inbox)
  }

  private static func add(_ file: [UInt8], _ name: [UInt8]?, to writer: ShareWriter)
    throws(SparkError)
  {
    if file == [UInt8(ascii: "-")] {
      return try writer.add(FileName(name ?? Array("stdin".utf8)), Descriptor.standardInput())
    }
    let source = try Descriptor(named: RawPath(file))
    guard try source.status().kind != .directory else {
      throw SparkError(
        .wrongKind, "share", RawPath(file), "\(RawPath(file).shown) is a folder; share its files")
    }
    guard let last = FilePath(file).lastComponent else { return }
    try writer.add(last, source)
  }

  private static let description = CommandDescription(
    name: "spark-share", summary: "put files, text or an address into an inbox as one share",
    synopsis: [
      "[--inbox DIR] [--text TEXT] [--url URL] [--title TEXT] [--name NAME] [--] [FILE|-]..."
    ],
    options: [
      .value("inbox", "DIR", "the inbox; else the store's own"),
      .value("text", "TEXT", "share this text"),
      .value("url", "URL", "share this address"),
      .value("title", "TEXT", "what the share is called"),
      .value("name", "NAME", "the name of what comes from standard input; else stdin"),
    ],
    exits: [
      (.cannotCreate, "the inbox is read-only"),
      (.io, "the inbox or a file cannot be read or written, or there is no room"),
      (.notPermitted, "the inbox or a file is not open to this user"),
    ],
    details: """
      The share is written whole under a hidden name, flushed, and renamed into view; then its id is
      printed. An id on standard output means that the share is durable. - is standard input. Neither
      the store nor a network is touched: spark-import takes the share from the inbox.
      """)
}
