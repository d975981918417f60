import SparkCommand
import SparkDelivery
import SparkStore

/// Reads what `--witness` takes: a witness's public key as spark-audit prints it, or none.
enum WitnessReader {
  static func read(_ text: String?) throws -> EndpointRequest.WitnessChange? {
    guard let text else { return nil }
    if text == "none" { return EndpointRequest.WitnessChange.none }
    guard let key = NoteKey(text), key.kind == .witness else {
      throw CommandError.usage("--witness takes a witness's public key, or none")
    }
    return .add(key.text)
  }
}
