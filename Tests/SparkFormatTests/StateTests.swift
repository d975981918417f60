import SparkFormat
import Testing

@Test func carriedStates() {
  #expect(State.allCases.filter(\.isCarried) == [.uploading, .recording])
}
