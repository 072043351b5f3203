import AutoCodingFoundation
import Foundation
import Testing

/// What apps show of errors.
struct LocalizedErrorTests {
  private func shown(_ body: () throws -> Void) -> any Error {
    do {
      try body()
      return CancellationError()
    } catch {
      return error
    }
  }

  @Test func types() throws {
    let error = shown { _ = try TypeMap(reflecting: RefusedParts.self) }
    #expect(error.localizedDescription == "\(error)")
    #expect(error.localizedDescription.contains("RefusedParts.action"))
    let localized = try #require(error as? any LocalizedError)
    let problems = try #require(error as? AutoCodingError).problems
    #expect(problems.count == 2)
    #expect(localized.failureReason == problems.map(\.explanation).joined(separator: "\n"))
    let remedies = Set(problems.map(\.remedy))
    #expect(Set(localized.recoverySuggestion?.split(separator: "\n").map(String.init) ?? []) == remedies)
  }

  @Test func text() throws {
    let error = shown { _ = try AutoJSONDecoder().decode([Int].self, from: Data("[1,\n x]".utf8)) }
    guard case DecodingError.dataCorrupted(let context) = error, let place = context.underlyingError else {
      Issue.record("\(error)")
      return
    }
    #expect(place.localizedDescription == "\(place)")
    #expect(place.localizedDescription.hasSuffix("(line 2, column 2, byte 5)"), "\(place)")
    #expect((place as? any LocalizedError)?.failureReason == (place as? AutoJSONError)?.reason)
  }

  @Test func refusals() throws {
    let error = shown { _ = try KeyedArchiveDecoder().decode(Int.self, from: Data("no archive".utf8)) }
    guard case DecodingError.dataCorrupted(let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(context.underlyingError?.localizedDescription == context.debugDescription)
  }

  @Test func stores() throws {
    let error = shown { _ = try FileStore(directory: URL(fileURLWithPath: "/dev/null/nowhere")) }
    let storage = try #require(error as? StorageError)
    #expect(error.localizedDescription == storage.description)
    #expect(storage.failureReason == storage.explanation)
    #expect(storage.recoverySuggestion == storage.remedy)
  }
}

private struct RefusedParts: AutoCoding {
  var action: () -> Void = {}
  var other: UnsafePointer<Int>?
}
