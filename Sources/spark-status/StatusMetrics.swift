internal import SparkFormat
internal import SparkStore

/// The status in the text format of Prometheus.
enum StatusMetrics {
  static func text(_ summary: Summary, _ conclusion: Conclusion) -> String {
    let endpoints = summary.endpoints
    let inboxes = summary.inboxes
    var text = ""
    text += metric(
      "all_sent", "Whether everything captured on this device has arrived.",
      [
        ("", conclusion.verdict == .sent ? 1 : 0)
      ])
    text += metric(
      "stopped", "Whether something needs a person.",
      [
        ("", conclusion.verdict == .stopped ? 1 : 0)
      ])
    text += metric(
      "held_captures", "Captures without a receipt.",
      endpoints.map {
        (label("endpoint", $0.name), Int64($0.held))
      })
    text += metric(
      "held_bytes", "Their bytes.",
      endpoints.map {
        (label("endpoint", $0.name), $0.heldBytes)
      })
    text += metric(
      "rows", "Rows of the work list.",
      endpoints.flatMap { endpoint in
        State.allCases.filter { $0 != .done }.map { state in
          (
            label("endpoint", endpoint.name) + "," + label("state", state.rawValue),
            Int64(endpoint.rows[state, default: 0])
          )
        }
      })
    text += metric(
      "unqueued_captures", "Held captures without a row.",
      endpoints.map {
        (label("endpoint", $0.name), Int64($0.unqueued))
      })
    text += metric(
      "carriers", "Processes that are carrying.",
      endpoints.map {
        (label("endpoint", $0.name), Int64($0.carriers))
      })
    text += metric(
      "endpoint_silent", "Whether the endpoint does not answer.",
      endpoints.map {
        (label("endpoint", $0.name), $0.weather == nil ? 0 : 1)
      })
    text += metric(
      "last_landing_seconds", "When the last receipt was stored, in Unix seconds.",
      endpoints.compactMap { endpoint in
        endpoint.lastLanding.map { (label("endpoint", endpoint.name), $0.seconds) }
      })
    text += metric(
      "inbox_open", "Files, shares and claims not yet in the store.",
      inboxes.map {
        (label("inbox", $0.name), Int64($0.open))
      })
    text += metric(
      "inbox_unreadable", "Whether the inbox can't be read.",
      inboxes.map {
        (label("inbox", $0.name), $0.unreadable == nil ? 0 : 1)
      })
    text += metric(
      "retired_unsent", "Captures that were never sent, in endpoints that were signed out of.",
      [("", summary.retired.reduce(0) { $0 + Int64($1.unsent) })])
    return text
  }

  private static func metric(_ name: String, _ help: String, _ values: [(String, Int64)]) -> String
  {
    var text = "# HELP spark_\(name) \(help)\n# TYPE spark_\(name) gauge\n"
    for (labels, value) in values {
      text += "spark_\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(value)\n"
    }
    return text
  }

  private static func label(_ name: String, _ value: String) -> String {
    var quoted = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": quoted += "\\\\"
      case "\"": quoted += "\\\""
      case "\n": quoted += "\\n"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return "\(name)=\"\(quoted)\""
  }
}
