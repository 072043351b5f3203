#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ModelDifference where Value: Encodable {
  /// Returns the difference as a JSON merge patch (RFC 7396), for a `PATCH` request: the members that have changed.
  ///
  /// ```swift
  /// request.httpBody = try ModelDifference(from: original, to: edited).jsonMergePatch()
  /// ```
  ///
  /// JSON objects are compared member by member. Any other value that has changed is written as a whole, arrays with
  /// all their elements. A value that is nil or no longer present is null. A merge patch cannot set a dictionary's
  /// value to null: null removes the key.
  ///
  /// ``AutoJSONDecoder/update(_:from:)-(_,Data)`` applies such a patch to models within models, and replaces dictionaries,
  /// enums, tuples and types with handwritten `Codable` code as a whole, so a patch that changes one in part is for a server.
  /// Objects are written as they are at the time of the call. ``JSONValue/apply(mergePatch:)`` applies any patch.
  ///
  /// - Parameter encoder: The encoder that writes both values.
  /// - Throws: Any error that the encoder throws; `EncodingError.invalidValue` if the values are not JSON objects.
  public func jsonMergePatch(by encoder: AutoJSONEncoder = AutoJSONEncoder()) throws -> Data {
    let before = try JSONValue(encoding: old, by: encoder)
    let after = try JSONValue(encoding: new, by: encoder)
    guard case .object = before, case .object = after else {
      throw EncodingError.invalidValue(
        PrintableValue.of(new),
        .init(
          codingPath: [],
          debugDescription:
            "A \(Value.self) is not written as a JSON object, and only members of objects can be patched."))
    }
    return try encoder.withoutSelection.encode(before.mergePatch(to: after))
  }
}
