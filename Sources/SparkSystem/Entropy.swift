
/// Random numbers that nobody can guess.
public enum Entropy {
  /// Two random numbers.
  public static func pair() -> (UInt64, UInt64) {
    var generator = SystemRandomNumberGenerator()
    return (generator.next(), generator.next())
  }
}
