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
  /// ``AutoJSONDecoder/update(_:from:)`` applies such a patch to models within models, but replaces dictionaries and
  /// enums as a whole. A patch that changes part of one of these is therefore only for servers. Objects are written as
  /// they are at the time of the call.
  ///
  /// - Parameter encoder: The encoder that writes both values.
  /// - Throws: Any error that the encoder throws; `EncodingError.invalidValue` if the values are not JSON objects.
  public func jsonMergePatch(by encoder: AutoJSONEncoder = AutoJSONEncoder()) throws -> Data {
    let (before, after) = (try encoder.encode(old), try encoder.encode(new))
    guard let patch = try JSONMergePatch.bytes(from: [UInt8](before), to: [UInt8](after)) else {
      throw EncodingError.invalidValue(
        new,
        .init(
          codingPath: [],
          debugDescription:
            "A \(Value.self) is not written as a JSON object, and only members of objects can be patched."))
    }
    return Data(patch)
  }
}

/// Makes merge patches from JSON texts, as RFC 7396 defines them.
package enum JSONMergePatch {
  private typealias Entries = [(key: String, value: Range<Int>)]

  /// Returns the text of the patch that turns `old` into `new`; nil if one of them is not an object.
  package static func bytes(from old: [UInt8], to new: [UInt8]) throws -> [UInt8]? {
    guard let before = try members(of: old[...]), let after = try members(of: new[...]) else { return nil }
    var patch: [UInt8] = []
    _ = try append(from: before, of: old, to: after, of: new, into: &patch, depth: 0)
    return patch
  }

  /// Appends the patch of an object, and returns whether it has members.
  private static func append(
    from before: Entries, of old: [UInt8], to after: Entries, of new: [UInt8], into patch: inout [UInt8], depth: Int
  ) throws -> Bool {
    let values = Dictionary(before.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    let keys = Set(after.map(\.key))
    var isEmpty = true
    func appendKey(_ key: String) throws {
      patch.append(isEmpty ? .openBrace : .comma)
      isEmpty = false
      patch += try AutoJSONEncoder().encode(key)
      patch.append(.colon)
    }
    for (key, range) in after {
      guard let former = values[key] else {
        try appendKey(key)
        patch += new[range]
        continue
      }
      if old[former] == new[range] { continue }
      let length = patch.count
      let wasEmpty = isEmpty
      if depth < maximumDepth, let inner = try members(of: old[former]), let outer = try members(of: new[range]) {
        try appendKey(key)
        // The same members in another order are no difference.
        if try !append(from: inner, of: old, to: outer, of: new, into: &patch, depth: depth + 1) {
          patch.removeLast(patch.count - length)
          isEmpty = wasEmpty
        }
      } else {
        try appendKey(key)
        patch += new[range]
      }
    }
    for (key, _) in before where !keys.contains(key) {
      try appendKey(key)
      patch += "null".utf8
    }
    if isEmpty { patch.append(.openBrace) }
    patch.append(.closeBrace)
    return !isEmpty
  }

  /// Objects that are nested deeper are written as a whole.
  private static let maximumDepth = 200

  /// Returns the members of an object, with the places of their values in the whole text; nil for any other value.
  private static func members(of text: ArraySlice<UInt8>) throws -> Entries? {
    try text.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(options: JSONDecodingOptions(), text: bytes)
      reader.skipSpace()
      guard reader.next < reader.end, reader.next.pointee == .openBrace else { return nil }
      var members: Entries = []
      _ = try reader.beginDictionary()
      while let key = try reader.nextKey() {
        reader.skipSpace()
        let begin = reader.offset
        try reader.skipValue()
        members.append((key, text.startIndex + begin..<text.startIndex + reader.offset))
      }
      return members
    }
  }
}
