/// What the status concludes of everything on this device.
public struct Conclusion: Sendable {
  /// The kinds of conclusion, the most urgent first.
  public enum Verdict: String, Sendable {
    /// Something needs a person.
    case stopped
    /// Nothing can leave just now: there is nowhere to send to, or the endpoint does not answer.
    case stalled
    /// Something is not yet in a list to be sent.
    case unqueued
    /// All goes on by itself.
    case waiting
    /// There is nothing to send, and nowhere to have sent it to.
    case nothing
    /// Everything arrived.
    case sent
  }

  /// Which.
  public let verdict: Verdict
  /// The same in words, the most important first.
  public let sentences: [String]

  /// Makes a conclusion.
  public init(_ verdict: Verdict, _ sentences: [String]) {
    self.verdict = verdict
    self.sentences = sentences
  }
}
