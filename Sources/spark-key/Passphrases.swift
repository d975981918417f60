import SparkCommand
import SparkFormat
import SparkSeal
import SparkStore
import SparkSystem

/// Where passphrases come from: files that are named, else the terminal.
struct Passphrases {
  private let keys: RawPath?
  private let file: RawPath?
  private let name: String

  init(_ arguments: Arguments, name: String) {
    keys = arguments.bytes("passphrase-file").map { RawPath($0) }
    file = arguments.bytes("file-passphrase-file").map { RawPath($0) }
    self.name = name
  }

  func answer(_ question: PassphraseQuestion) throws(SparkError) -> [UInt8] {
    let source =
      switch question {
      case .keys, .newKeys: keys
      case .file, .newFile: file ?? keys
      }
    let passphrase: [UInt8]
    if let source {
      passphrase = try read(source)
    } else {
      switch question {
      case .keys: passphrase = try ask(.asks(name: name))
      case .newKeys: passphrase = try askTwice(.asksNew(name: name))
      case .file(let path): passphrase = try ask(.asksFile(path: path.shown))
      case .newFile(let path): passphrase = try askTwice(.asksNewFile(path: path.shown))
      }
    }
    if passphrase.isEmpty { throw error(.emptyPassphrase) }
    return passphrase
  }

  /// A file's only line; the line feed that an editor puts behind it is not part of it.
  private func read(_ path: RawPath) throws(SparkError) -> [UInt8] {
    var bytes = try Descriptor(named: path).rest(limit: 4096)
    if bytes.last == 0x0A { bytes.removeLast() }
    if bytes.contains(where: { $0 == 0x0A || $0 == 0 }) {
      throw error(.passphraseLines(path: path.shown))
    }
    return bytes
  }

  private func askTwice(_ sentence: KeySentence) throws(SparkError) -> [UInt8] {
    let first = try ask(sentence)
    if first.isEmpty { throw error(.emptyPassphrase) }
    guard try ask(.asksAgain) == first else { throw error(.passphrasesDiffer) }
    return first
  }

  private func ask(_ sentence: KeySentence) throws(SparkError) -> [UInt8] {
    guard let line = try Terminal.readHidden(Sentence.keys(sentence).text) else {
      throw error(.noTerminal)
    }
    return line
  }

  private func error(_ sentence: KeySentence) -> SparkError {
    SparkError(.configuration, "ask for", "a passphrase", Sentence.keys(sentence).text)
  }
}
