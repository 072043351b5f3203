#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ModelDifference where Value: Encodable {
  /// The difference as a JSON merge patch (RFC 7396), for a `PATCH` request: what has changed, by keys.
  ///
  /// ```swift
  /// request.httpBody = try ModelDifference(from: original, to: edited).jsonMergePatch()
  /// ```
  ///
  /// Objects are entered, and anything else is there as a whole, arrays with all their elements. A value that is nil or gone
  /// is null. A merge patch has no way to make a value null that is one in a dictionary of Optionals: it removes the key.
  /// ``AutoJSONDecoder/update(_:from:)-(_,Data)`` takes such a patch for models within models; dictionaries and enums it
  /// replaces as a whole, so a patch that changes one in part is for a server. Objects are written as they are at the time
  /// of the call. ``JSONValue/apply(mergePatch:)`` takes any patch.
  ///
  /// - Parameter encoder: What both values are written with: its keys, and its options.
  /// - Throws: What the encoder throws; `EncodingError.invalidValue` if the values are no JSON objects.
  public func jsonMergePatch(by encoder: AutoJSONEncoder = AutoJSONEncoder()) throws -> Data {
    let before = try JSONValue(encoding: old, by: encoder)
    let after = try JSONValue(encoding: new, by: encoder)
    guard case .object = before, case .object = after else {
      throw EncodingError.invalidValue(
        new,
        .init(
          codingPath: [],
          debugDescription:
            "A \(Value.self) is not written as a JSON object, and only members of objects can be patched."))
    }
    return try encoder.encode(before.mergePatch(to: after))
  }
}
