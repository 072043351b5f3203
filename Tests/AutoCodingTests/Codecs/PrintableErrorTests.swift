import AutoCoding
import Foundation
import Testing

private struct Silent: Error {}

private enum RefusedDate: PropertyTransformer {
  static func encode(_ date: Date) throws -> String { throw Silent() }
  static func decode(_ text: String) throws -> Date { throw Silent() }
}

private struct Stamp: AutoCoding {
  var at = Date(timeIntervalSinceReferenceDate: .nan)
  var title = ""
}

private struct RefusedStamp: AutoCoding {
  var at = Date(timeIntervalSinceReferenceDate: .nan)
  static var propertyRules: PropertyRules { ["at": .transformed(by: RefusedDate.self)] }
}

private struct NoModel {
  var dates = [Date(timeIntervalSinceReferenceDate: .nan)]
}

private struct Anything: AutoCoding {
  var any: Any
}

/// On Linux, `Date.description` stops the process for not-a-number, and apps print errors.
struct PrintableErrorTests {
  private func check(_ encode: () throws -> Any) {
    do {
      _ = try encode()
      Issue.record("No error")
    } catch {
      #expect("\(error)".contains("invalidValue") || !"\(error)".isEmpty)
      #expect(!String(reflecting: error).isEmpty)
      if case EncodingError.invalidValue(let value, _) = error { #expect(!"\(value)".isEmpty) }
    }
  }

  @Test("whatever date the value has that they are about")
  func dates() throws {
    let xml = AutoPropertyListEncoder()
    xml.outputFormat = .xml
    check { try xml.encode(Stamp()) }
    check { try AutoPropertyListEncoder().encode(Date(timeIntervalSinceReferenceDate: .nan)) }
    check { try AutoJSONEncoder().encode(RefusedStamp()) }
    check { try AutoJSONEncoder().encode(Anything(any: NoModel())) }
    let small = AutoPropertyListEncoder()
    small.limits.maximumObjectCount = 1
    check { try small.encode([Stamp()]) }
    let selecting = AutoJSONEncoder()
    selecting.includedProperties = ["unknown"]
    check { try selecting.encode(Stamp()) }
  }

  @Test("with the value itself, if it can be printed")
  func values() throws {
    let small = AutoPropertyListEncoder()
    small.limits.maximumObjectCount = 1
    do {
      _ = try small.encode(Stamp(at: Date(timeIntervalSinceReferenceDate: 0), title: "x"))
      Issue.record("No error")
    } catch EncodingError.invalidValue(let value, _) {
      #expect((value as? Stamp)?.title == "x")
    }
  }
}
