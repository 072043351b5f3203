import AutoCoding
import Foundation
import Testing

/// Expects that a type is refused at every first touch, with an error that holds all of some words.
func expectRefused<Model: AutoCoding>(
  _ value: Model, _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
) {
  let attempts: [(String, () throws -> Void)] = [
    ("TypeMap", { _ = try TypeMap(reflecting: Model.self) }),
    ("encode", { _ = try JSONEncoder().encode(value) }),
    ("decode", { _ = try jsonValue(Model.self, "{}") }),
    ("property list", { try unwrappingPropertyListErrors { _ = try PropertyListEncoder().encode(value) } }),
  ]
  for (name, attempt) in attempts {
    let error = #expect(throws: AutoCodingError.self, "\(name) of \(Model.self)", sourceLocation: sourceLocation) {
      try attempt()
    }
    let text = error.map { String(describing: $0) } ?? ""
    for word in words {
      #expect(text.contains(word), "\(name): \(text)", sourceLocation: sourceLocation)
    }
  }
}

/// `PropertyListEncoder` puts whatever a value throws into an error of its own.
private func unwrappingPropertyListErrors(_ work: () throws -> Void) throws {
  do {
    try work()
  } catch EncodingError.invalidValue(_, let context) {
    throw context.underlyingError ?? EncodingError.invalidValue(0, context)
  }
}
