internal import SparkCommand
internal import SparkFormat
internal import SparkStore

/// The status as one JSON object, as `--help` describes it.
enum StatusJSON {
  static func text(_ summary: Summary, _ conclusion: Conclusion) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("verdict", conclusion.verdict.rawValue)
      json.array("sentences") { for sentence in conclusion.sentences { $0.element(sentence) } }
      json.array("endpoints") { for endpoint in summary.endpoints { write(endpoint, to: &$0) } }
      json.array("inboxes") { for inbox in summary.inboxes { write(inbox, to: &$0) } }
      json.array("retired") { json in
        for tree in summary.retired {
          json.object { json in
            json.member("number", tree.number)
            json.member("name", tree.name)
            json.member("unsent", tree.unsent)
          }
        }
      }
    }
    return json.text
  }

  private static func write(_ endpoint: EndpointCounts, to json: inout JSONWriter) {
    json.object { json in
      json.member("number", endpoint.number)
      json.member("name", endpoint.name)
      json.member("kind", endpoint.kind?.rawValue)
      json.member("address", endpoint.address)
      json.member("nowhere", endpoint.isNowhere)
      json.member("held", endpoint.held)
      json.member("heldBytes", endpoint.heldBytes)
      if case .bytes(let ceiling) = endpoint.ceiling {
        json.member("ceiling", ceiling)
      } else {
        json.null("ceiling")
      }
      json.object("states") { json in
        for state in State.allCases where state != .done {
          json.member(state.rawValue, endpoint.rows[state, default: 0])
        }
      }
      json.member("sending", endpoint.sending)
      json.member("carriers", endpoint.carriers)
      json.member("unqueued", endpoint.unqueued)
      json.member("lastLanding", endpoint.lastLanding?.text)
      if let witnessed = endpoint.witnessed {
        json.object("witnessed") { json in
          json.member("entries", witnessed.signed.size)
          json.array("witnesses") { for name in witnessed.names { $0.element(name) } }
        }
      } else {
        json.null("witnessed")
      }
      switch endpoint.keys {
      case .notNeeded, .ready: json.null("keys")
      case .waits(let sentence), .verdict(let sentence): json.member("keys", sentence.text)
      }
      json.member("discarding", endpoint.discarding)
      json.array("blocked") { for blocked in endpoint.blocked { write(blocked, to: &$0) } }
      guard let weather = endpoint.weather else { return json.null("weather") }
      json.object("weather") { json in
        json.member("since", weather.since.text)
        json.member("attempts", weather.attempts)
        json.member("due", weather.due.text)
        json.member("verdict", weather.verdict)
        json.member("sentence", weather.sentence)
      }
    }
  }

  private static func write(_ blocked: BlockedCapture, to json: inout JSONWriter) {
    json.object { json in
      json.member("id", blocked.id.text)
      json.member("name", blocked.name?.encoded)
      json.member("reason", blocked.reason?.rawValue)
      json.member("sentence", blocked.sentence)
    }
  }

  private static func write(_ inbox: InboxCounts, to json: inout JSONWriter) {
    json.object { json in
      json.member("name", inbox.name)
      json.member("path", inbox.path.shown)
      json.member("notYetTaken", inbox.notYetTaken)
      json.member("shares", inbox.shares)
      json.member("claims", inbox.claims)
      json.member("unreadable", inbox.unreadable)
      json.array("notes") { json in
        for note in inbox.notes {
          json.object { json in
            json.member("path", note.path.encoded)
            json.member("sentence", note.sentence)
            json.member("time", note.time.text)
          }
        }
      }
    }
  }
}
