#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decodes a ``CodedTree``, for types whose `Codable` code a format has to call.
class TreeContainerSource: MemoryContainerSource<CodedTree> {
  init(_ tree: CodedTree, userInfo: [CodingUserInfoKey: Any], limits: CodingLimits) {
    super.init(tree, options: JSONDecodingOptions(limits: limits), userInfo: userInfo, walksModels: false)
  }

  override func elements(in value: CodedTree) -> [CodedTree]? {
    if case .array(let elements) = value { elements } else { nil }
  }
  override func members(in value: CodedTree) -> [(key: String, value: CodedTree)]? {
    switch value {
    case .dictionary(let pairs): pairs
    // The payload of an enum's case, which has no class: an archive shows its parts in place of a name.
    case .object(let object) where object.className.hasPrefix("("): object.values
    default: nil
    }
  }
  override func noun(of value: CodedTree) -> String { value.noun }
  override func isNull(_ value: CodedTree) -> Bool { if case .null = value { true } else { false } }

  /// The types whose code was asked for objects of classes that they have not declared.
  private var undeclared: [Int: Any.Type] = [:]

  override func value<Value: Decodable>(_ type: Value.Type, ofObjectAt position: Int) throws -> Value? {
    guard position != Self.null, case .object(let object) = self[position] else { return nil }
    if let value: Value = try object.foundationValue() { return value }
    // Code that asks for keys is not told of the class. Code that asks for another type, as an Optional's does, is.
    if object.isDeclared(by: type) {
      replace(position, by: .dictionary(object.values))
    } else {
      undeclared[position] = type
    }
    return nil
  }

  override func mismatch(_ type: Any.Type, at position: Int, codingPath: [any CodingKey]) -> DecodingError {
    if type == [String: Any].self, let declared = undeclared[position], case .object(let object) = self[position] {
      return CodedObject.refusal(ofClass: object.className, as: declared, codingPath: codingPath)
    }
    return super.mismatch(type, at: position, codingPath: codingPath)
  }

  override func readString(at position: Int) throws -> String {
    guard case .string(let text) = self[position] else { throw mismatch(String.self, at: position) }
    return text
  }

  override func walk(_ codec: Codec, at position: Int, into address: UnsafeMutableRawPointer) throws {
    try readLeaf(codec.kind, at: position, into: address)
  }

  override func readLeaf(_ kind: Codec.Kind, at position: Int, into address: UnsafeMutableRawPointer) throws {
    switch kind {
    case .bool:
      guard case .bool(let value) = self[position] else { throw mismatch(Bool.self, at: position) }
      address.initialize(with: value)
    case .int: address.initialize(with: try integer(Int.self, position))
    case .int8: address.initialize(with: try integer(Int8.self, position))
    case .int16: address.initialize(with: try integer(Int16.self, position))
    case .int32: address.initialize(with: try integer(Int32.self, position))
    case .int64: address.initialize(with: try integer(Int64.self, position))
    case .uint: address.initialize(with: try integer(UInt.self, position))
    case .uint8: address.initialize(with: try integer(UInt8.self, position))
    case .uint16: address.initialize(with: try integer(UInt16.self, position))
    case .uint32: address.initialize(with: try integer(UInt32.self, position))
    case .uint64: address.initialize(with: try integer(UInt64.self, position))
    case .int128:
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        address.initialize(with: try integer(Int128.self, position))
      }
    case .uint128:
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        address.initialize(with: try integer(UInt128.self, position))
      }
    case .float: address.initialize(with: try floating(Float.self, position))
    case .double: address.initialize(with: try floating(Double.self, position))
    case .string: address.initialize(with: try readString(at: position))
    case .date:
      if case .date(let value) = self[position] { return address.initialize(with: value) }
      address.initialize(with: try Date(from: decoder(position)))
    case .data:
      if case .data(let value) = self[position] { return address.initialize(with: value) }
      address.initialize(with: try Data(from: decoder(position)))
    case .url:
      if case .url(let value) = self[position] { return address.initialize(with: value) }
      address.initialize(with: try URL(from: decoder(position)))
    case .uuid:
      if case .uuid(let value) = self[position] { return address.initialize(with: value) }
      address.initialize(with: try UUID(from: decoder(position)))
    case .decimal:
      if case .decimal(let value) = self[position] { return address.initialize(with: value) }
      address.initialize(with: try Decimal(from: decoder(position)))
    case .optional, .sequence, .dictionary, .record, .existential, .tuple, .conversion, .codable:
      throw mismatch(Any.self, at: position)
    }
  }

  override func dynamicLeaf(at position: Int) throws -> Any? {
    switch self[position] {
    case .null: return Optional<Any>.none as Any
    case .bool(let value): return value
    case .int(let value): return Int(exactly: value) ?? value as Any
    case .uint(let value): return value
    case .bigInteger(let digits):
      guard let value = Double(digits) else { throw DecodingError.numberOutOfRange(digits) }
      return value
    case .float(let value): return value
    case .double(let value): return value
    case .string(let value): return value
    case .date(let value): return value
    case .data(let value): return value
    case .url(let value): return value
    case .uuid(let value): return value
    case .decimal(let value): return value
    case .array, .dictionary, .object: return nil
    }
  }

  private func decoder(_ position: Int) -> ContainerDecoder {
    ContainerDecoder(source: self, position: position, path: nil)
  }

  private func integer<Integer: FixedWidthInteger>(_ type: Integer.Type, _ position: Int) throws -> Integer {
    let exact: Integer? =
      switch self[position] {
      case .int(let value): Integer(exactly: value)
      case .uint(let value): Integer(exactly: value)
      case .bigInteger(let digits): Integer(digits)
      case .float(let value): Integer(exactly: value)
      case .double(let value): Integer(exactly: value)
      default: throw mismatch(type, at: position)
      }
    guard let exact else { throw doesNotFit(type, position) }
    return exact
  }

  private func floating<Number: BinaryFloatingPoint & LosslessStringConvertible>(
    _ type: Number.Type, _ position: Int
  ) throws -> Number {
    switch self[position] {
    case .float(let value): return Number(value)
    case .double(let value):
      let number = Number(value)
      // A finite number must not become infinite; rounding to the nearest value is what the type means.
      if number.isInfinite && !value.isInfinite { break }
      return number
    case .int(let value): if let number = Number(exactly: value) { return number }
    case .uint(let value): if let number = Number(exactly: value) { return number }
    case .bigInteger(let digits): if let number = Number(digits) { return number }
    default: throw mismatch(type, at: position)
    }
    throw doesNotFit(type, position)
  }

  private func doesNotFit(_ type: Any.Type, _ position: Int) -> DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: "Number \(self[position]) does not fit in \(type)."))
  }
}

extension CodedTree {
  /// A decoder of the tree.
  package func decoder(
    codingPath: [any CodingKey] = [], userInfo: [CodingUserInfoKey: Any] = [:], limits: CodingLimits = CodingLimits()
  ) -> any Decoder {
    ContainerDecoder(
      source: TreeContainerSource(self, userInfo: userInfo, limits: limits), position: ContainerSource.root,
      path: .of(codingPath))
  }
}
