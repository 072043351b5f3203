#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decodes values from archives that ``KeyedArchiveEncoder`` or `NSKeyedArchiver` wrote, on any platform.
///
/// ```swift
/// let library = try KeyedArchiveDecoder().decode(Library.self, from: data)
/// ```
///
/// The archive is trusted with nothing: an object is made only of a class that is declared where it stands, or of a
/// conforming subclass; whatever else the archive names is an error. Objects that were shared are shared again, cycles are
/// closed where a class in them is ``DefaultInitializable``, and `didDecode()` and `Hashable` code run when the whole
/// graph is there, on objects before those that refer to them.
public final class KeyedArchiveDecoder {
  /// Limits on what is decoded. The defaults refuse nothing for its size.
  public var limits = CodingLimits()

  /// Makes a decoder with default limits.
  public init() {}

  /// Whether data of a newer ``AutoCoding/archiveVersion`` than a type's is read by the properties that the type knows. It is
  /// an error by default.
  public var acceptsNewerVersions = false

  /// The types that the archive may name in a property of type `Any`, besides those that the properties of the decoded type
  /// lead to and those that are registered. None by default.
  ///
  /// Subclasses of these types, and the types of their properties, are allowed with them.
  public var allowedTypes: [any AutoCoding.Type] = []

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The type of the archive's root, or a superclass.
  ///   - data: A binary property list. XML property lists are refused.
  /// - Throws: ``AutoCodingError`` where a type cannot be decoded; `DecodingError` where the archive is damaged, exceeds a
  ///   limit, or is not of the type.
  /// - Complexity: O(*n*) in the number of values.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    let codec = try Discovery.codec(for: type)
    let value = try decode(from: data, root: codec, allowing: allowedTypes) { reader in
      try codec.boxedValue { try reader.readRoot(into: $0, as: codec) }
    }
    guard let value = value as? Value else {
      throw DecodingError.typeMismatch(
        type, .init(codingPath: [], debugDescription: "The archive's root is no \(type)."))
    }
    return value
  }

  /// Decodes models of several types, and values like JSON's: what ``KeyedArchiveEncoder`` made of a dictionary or array
  /// of them, or one model.
  ///
  /// - Parameters:
  ///   - types: The types of which there may be values, besides those of their properties, those of ``allowedTypes`` and
  ///     those that are registered.
  ///   - data: A binary property list.
  /// - Throws: As ``decode(_:from:)`` does; `DecodingError.dataCorrupted` for a class that is not allowed, naming it and
  ///   those that are.
  public func decode(allowing types: [any AutoCoding.Type], from data: Data) throws -> Any {
    let codec = try Discovery.codec(for: Any.self)
    return try decode(from: data, root: codec, allowing: allowedTypes + types) { reader in
      try codec.boxedValue { try reader.readRoot(into: $0, as: codec) }
    }
  }

  private func decode(
    from data: Data, root: Codec, allowing types: [any AutoCoding.Type],
    _ read: (inout KeyedArchiveReader) throws -> Any
  ) throws -> Any {
    let context = CoderContext(
      name: "KeyedArchiveDecoder", allowedTypes: types, acceptsNewerVersions: acceptsNewerVersions
    ) { try Discovery.codec(for: $0) }
    return try withExtendedLifetime(context) {
      let scope = TypeScope.enter(root: .passUnretained(root), context: context)
      defer { scope.end() }
      return try data.withUnsafeBytes { bytes in
        var reader = try KeyedArchiveReader(
          PropertyListReader(bytes, limits: limits), limits: limits, acceptsNewerVersions: acceptsNewerVersions)
        return try read(&reader)
      }
    }
  }
}
