#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CodedTree {
  /// Decodes a value that a migration has set as another type.
  ///
  /// Values keep their kind in the data model: `Data` is not text, and infinity is a number. There are two exceptions,
  /// as in JSON and property lists: text is read as a URL, and integers as `Decimal`.
  ///
  /// - Throws: `DecodingError` if the value does not match the type.
  package func migrated<Value: Decodable>(to type: Value.Type, limits: CodingLimits) throws -> Value {
    let source = MigratedValueSource(self, userInfo: DecodingContext.current.userInfo, limits: limits)
    return try source.withRootDecoder { try $0.decode(type) }
  }
}

/// A source that reads a value set by a migration.
final class MigratedValueSource: TreeContainerSource {
  override func readLeaf(_ kind: Codec.Kind, at position: Int, into address: UnsafeMutableRawPointer) throws {
    switch (kind, self[position]) {
    case (.url, .string(let text)):
      guard let url = URL(string: text) else {
        throw DecodingError.dataCorrupted(.init("Expected the text of a URL, found \"\(text.shortened)\"."))
      }
      address.initialize(with: url)
    case (.decimal, .int(let value)): address.initialize(with: Decimal(value))
    case (.decimal, .uint(let value)): address.initialize(with: Decimal(value))
    // The code of these types decodes something other than a number or text, and its errors would not name the type.
    case (.url, .url), (.decimal, .decimal): try super.readLeaf(kind, at: position, into: address)
    case (.url, let tree) where !tree.hasParts: throw mismatch(URL.self, at: position, codingPath: [])
    case (.decimal, let tree) where !tree.hasParts: throw mismatch(Decimal.self, at: position, codingPath: [])
    case (.data, let tree) where !tree.hasParts && !tree.isData: throw mismatch(Data.self, at: position, codingPath: [])
    default: try super.readLeaf(kind, at: position, into: address)
    }
  }
}

extension CodedTree {
  fileprivate var hasParts: Bool {
    switch self {
    case .array, .dictionary, .object: true
    default: false
    }
  }

  fileprivate var isData: Bool { if case .data = self { true } else { false } }
}
