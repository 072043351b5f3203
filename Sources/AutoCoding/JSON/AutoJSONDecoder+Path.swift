#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decoding of a part of a text.
extension AutoJSONDecoder {
  /// Decodes the value at a path in a text.
  ///
  /// ```swift
  /// let items = try AutoJSONDecoder().decode([Item].self, from: data, at: "data.items")
  /// ```
  ///
  /// Text before the value is skipped, and has to be JSON. Text behind it is not
  /// read, unless a later duplicate of a key on the path counts or is an error (``duplicateKeys``).
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - data: JSON text, as for ``decode(_:from:)-(_,Data)``.
  ///   - path: Keys as they are in the text, with dots between them, as in ``AutoCoding/propertyKeys``. A number
  ///     is an index if the text has an array there. An empty path leads to the root.
  /// - Throws: As ``decode(_:from:)-(_,Data)``; `DecodingError.keyNotFound` if the path leads to nothing.
  /// - Complexity: O(n) for n bytes up to the end of the value.
  public func decode<T: Decodable>(_ type: T.Type, from data: Data, at path: String) throws -> T {
    try data.withUnsafeBytes { try decode(type, from: $0, at: path) }
  }

  /// Decodes the value at a path in a text.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - text: JSON text.
  ///   - path: As for ``decode(_:from:at:)-(_,Data,_)``.
  /// - Throws: As ``decode(_:from:at:)-(_,Data,_)``.
  public func decode<T: Decodable>(_ type: T.Type, from text: String, at path: String) throws -> T {
    var text = text
    return try text.withUTF8 { try decode(type, from: UnsafeRawBufferPointer($0), at: path) }
  }

  private func decode<T: Decodable>(_ type: T.Type, from bytes: UnsafeRawBufferPointer, at path: String) throws -> T {
    let path = try PathInData(path)
    return try withReader(of: bytes) { try $0.value(type, at: path) }
  }
}

extension JSONReader {
  /// Reads the value at a path in the text.
  fileprivate mutating func value<T: Decodable>(_ type: T.Type, at path: PathInData) throws -> T {
    guard !path.steps.isEmpty else { return try document(type) }
    let keys = try seek(path)
    do {
      return try part(type)
    } catch {
      throw error.prepending(keys)
    }
  }

  /// Reads the next value, which is a part of the text.
  private mutating func part<T: Decodable>(_ type: T.Type) throws -> T {
    let route = try ContainerDispatch.of(type, isDirect: true, isWithin: false, in: options.context)
    let scope = TypeScope.enter(root: route.codec, context: options.context)
    defer { scope.end() }
    if case .walk(let reference) = route {
      let value = try reference._withUnsafeGuaranteedRef { codec in
        pathTracking.begin(codec)
        return try self.value(type, as: codec)
      }
      try finishPart()
      return value
    }
    if T.self == JSONValue.self {
      let value = try anyJSON(as: type)
      try finishPart()
      return value
    }
    let source = try containerSource(JSONWalkedMembers(of: type))
    defer { leave(source) }
    try finishPart()
    return try source.withRootDecoder { try $0.decode(type) }
  }

  /// Ends a value within an array or object.
  private mutating func finishPart() throws {
    skipSpace()
    guard next < end, [.comma, .closeBrace, .closeBracket].contains(next.pointee) else {
      throw unexpected("',' or the end of an array or object")
    }
  }
}
