import AutoCoding
import Foundation
import Testing

// What is found out about a type is kept for the life of the process, so it must not depend on who asks first. No other
// test uses these types.

private enum Grade: String, AutoCoding {
  case low, high
}

private struct Grades: AutoCoding {
  var grades: [Grade]
}

private struct Grading: AutoCoding {
  var grade: Grade
}

@Suite("First uses of types")
struct FirstUseTests {
  @Test("the first raw value that is read counts as little for the depth as the others")
  func rawValues() throws {
    let decoder = AutoJSONDecoder()
    decoder.limits.maximumDepth = 1
    for _ in 0..<3 {
      #expect(try decoder.decode(Grades.self, from: Data(#"{"grades":["low","high"]}"#.utf8)).grades == [.low, .high])
    }
    for coder in TestCoder.allCases {
      let data = try coder.encode(Grading(grade: .high), limits: CodingLimits(maximumDepth: 1))
      #expect(try coder.decode(Grading.self, from: data, limits: CodingLimits(maximumDepth: 1)).grade == .high)
    }
  }
}
