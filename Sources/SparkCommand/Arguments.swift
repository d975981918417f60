/// A tool's arguments, read by its description; values and operands stay bytes.
public struct Arguments: Sendable {
  private var flags: Set<String> = []
  private var values: [String: [UInt8]] = [:]
  private var lists: [String: [[UInt8]]] = [:]
  /// What is not an option, in order.
  public private(set) var operands: [[UInt8]] = []

  /// What the command line asks for.
  enum Request: Sendable {
    case run(Arguments)
    case help
    case version
  }

  /// Whether a flag or a value was given.
  public func has(_ name: String) -> Bool { flags.contains(name) || values[name] != nil }

  /// An option's value.
  public func bytes(_ name: String) -> [UInt8]? { values[name] }

  /// An option's value as text; invalid UTF-8 is repaired, so this names no file.
  public func text(_ name: String) -> String? {
    values[name].map { String(decoding: $0, as: UTF8.self) }
  }

  /// The values of an option that may be given more than once, as text, in order.
  public func texts(_ name: String) -> [String] {
    (lists[name] ?? []).map { String(decoding: $0, as: UTF8.self) }
  }

  /// An option's value as a whole number, 0 or more; anything else is a usage error.
  public func number(_ name: String) throws(CommandError) -> Int64? {
    guard let bytes = values[name] else { return nil }
    let digits = bytes.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard digits, let number = Int64(String(decoding: bytes, as: UTF8.self)) else {
      throw .usage("--\(name) takes a whole number, not \(Self.quoted(bytes))")
    }
    return number
  }

  /// Reads a command line.
  ///
  /// Options may stand anywhere before `--`; a lone `-` is an operand.
  static func parse(_ arguments: [[UInt8]], by description: CommandDescription)
    throws(CommandError) -> Request
  {
    var parsed = Arguments()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == Array("--".utf8) {
        parsed.operands += rest
        break
      } else if argument.starts(with: "--".utf8) {
        let option = try parsed.readLong(argument.dropFirst(2), &rest, description)
        if option == OptionDescription.help.name { return .help }
        if option == OptionDescription.version.name { return .version }
      } else if argument.count > 1, argument.first == UInt8(ascii: "-") {
        try parsed.readShort(argument.dropFirst(), description)
      } else {
        parsed.operands.append(argument)
      }
    }
    for name in [OptionDescription.home.name, OptionDescription.endpoint.name]
    where parsed.values[name]?.isEmpty == true {
      throw .usage("--\(name) needs a value")
    }
    return .run(parsed)
  }

  private mutating func readLong(
    _ argument: ArraySlice<UInt8>, _ rest: inout ArraySlice<[UInt8]>,
    _ description: CommandDescription
  ) throws(CommandError) -> String {
    let parts = argument.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(decoding: parts[0], as: UTF8.self)
    guard let option = description.option(name), !option.isShort else {
      throw .usage("unknown option --\(name)")
    }
    let attached = parts.count == 2 ? Array(parts[1]) : nil
    if option.metavariable == nil {
      if attached != nil { throw .usage("--\(name) takes no value") }
      flags.insert(name)
    } else {
      guard let value = attached ?? rest.popFirst() else { throw .usage("--\(name) needs a value") }
      if option.isRepeatable {
        lists[name, default: []].append(value)
        return name
      }
      // The last one could win, but then what the first one carried would be lost in silence.
      if values.updateValue(value, forKey: name) != nil { throw .usage("--\(name) is given twice") }
    }
    return name
  }

  private mutating func readShort(_ letters: ArraySlice<UInt8>, _ description: CommandDescription)
    throws(CommandError)
  {
    for letter in String(decoding: letters, as: UTF8.self) {
      let name = String(letter)
      guard let option = description.option(name), option.isShort else {
        throw .usage("unknown option -\(name)")
      }
      flags.insert(name)
    }
  }

  private static func quoted(_ bytes: [UInt8]) -> String {
    "\"" + String(decoding: bytes, as: UTF8.self) + "\""
  }
}
