import AutoCoding
import Foundation
import Testing

/// Errors of values in models that Foundation's encoders encode in nested containers.
struct NestedErrorTests {
  private struct Deep: AutoCoding, Codable {
    var numbers: [Double]
    var single = 1.0
    var set: Set<Double> = []
  }

  private struct Inner: AutoCoding {
    var deep: Deep
    var list: [Deep] = []
    var optional: Deep?
  }

  private struct Outer: AutoCoding {
    var name = "n"
    var inner: Inner
  }

  private struct DeepTwin: Codable {
    var numbers: [Double]
    var single = 1.0
    var set: Set<Double> = []
  }

  private struct InnerTwin: Codable {
    var deep: DeepTwin
    var list: [DeepTwin] = []
    var optional: DeepTwin?
  }

  private struct OuterTwin: Codable {
    var name = "n"
    var inner: InnerTwin
  }

  private func path(_ encode: () throws -> Data) -> [String]? {
    do {
      _ = try encode()
      return nil
    } catch EncodingError.invalidValue(_, let context) {
      return context.codingPath.map(\.stringValue)
    } catch {
      return ["\(error)"]
    }
  }

  @Test("are those of the compiler's code, and stop no program")
  func errors() {
    let bad = [Double.infinity]
    let values: [(Inner, InnerTwin)] = [
      (Inner(deep: Deep(numbers: bad)), InnerTwin(deep: DeepTwin(numbers: bad))),
      (Inner(deep: Deep(numbers: [], single: .nan)), InnerTwin(deep: DeepTwin(numbers: [], single: .nan))),
      (Inner(deep: Deep(numbers: [], set: [.nan])), InnerTwin(deep: DeepTwin(numbers: [], set: [.nan]))),
      (
        Inner(deep: Deep(numbers: []), list: [Deep(numbers: [1]), Deep(numbers: [1, -.infinity])]),
        InnerTwin(deep: DeepTwin(numbers: []), list: [DeepTwin(numbers: [1]), DeepTwin(numbers: [1, -.infinity])])
      ),
      (
        Inner(deep: Deep(numbers: []), optional: Deep(numbers: bad)),
        InnerTwin(deep: DeepTwin(numbers: []), optional: DeepTwin(numbers: bad))
      ),
    ]
    for _ in 0..<4 {
      for (inner, twin) in values {
        let encoder = JSONEncoder()
        let found = path { try encoder.encode(Outer(inner: inner)) }
        #expect(found == path { try encoder.encode(OuterTwin(inner: twin)) })
        #expect(found == path { try AutoJSONEncoder().encode(Outer(inner: inner)) })
        #expect(
          path { try encoder.encode(["key": [Outer(inner: inner)]]) }
            == path { try encoder.encode(["key": [OuterTwin(inner: twin)]]) })
        #expect(path { try encoder.encode(Outer(inner: Inner(deep: Deep(numbers: [1])))) } == nil)
      }
    }
  }
}
