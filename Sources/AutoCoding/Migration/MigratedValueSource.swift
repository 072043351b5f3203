#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CodedTree {
  /// Decodes what a migration has set as a value of another type.
  ///
  /// Values of the data model stay what they are: `Data` is no text, and infinity is a number. The exceptions are exact: text
  /// is read as a URL, as JSON and property lists write one, and integers as `Decimal`.
  ///
  /// - Throws: `DecodingError` if the value is not what the type asks for.
  package func migrated<Value: Decodable>(to type: Value.Type, limits: CodingLimits) throws -> Value {
    let source = MigratedValueSource(self, userInfo: [:], limits: limits)
    return try ContainerDecoder(source: source, position: ContainerSource.root, path: nil).decode(type)
  }
}

/// A source over what a migration has set.
private final class MigratedValueSource: TreeContainerSource {
  override func readLeaf(_ kind: Codec.Kind, at position: Int, into address: UnsafeMutableRawPointer) throws {
    switch (kind, self[position]) {
    case (.url, .string(let text)):
      guard let url = URL(string: text) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: [], debugDescription: "Expected the text of a URL, found \"\(text.prefix(100))\"."))
      }
      address.initialize(with: url)
    case (.decimal, .int(let value)): address.initialize(with: Decimal(value))
    case (.decimal, .uint(let value)): address.initialize(with: Decimal(value))
    // What these types decode by themselves is not a number or text, and their errors would not name them.
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
