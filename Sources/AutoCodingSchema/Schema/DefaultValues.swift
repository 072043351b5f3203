import AutoCoding

/// The values that the properties of a type have if their keys are missing, as JSON.
final class DefaultValues {
  private let map: TypeMap.Storage
  private let coder: SchemaCoder
  /// The values that `init()` gives, by position.
  private lazy var initial: [JSONValue?] = initialValues()

  init(of map: TypeMap.Storage, coder: SchemaCoder) {
    self.map = map
    self.coder = coder
  }

  /// Returns the default of a property; nil if it has none, or another one each time, or one that cannot be encoded.
  func value(at position: Int) -> JSONValue? {
    let operation = map.operations[position]
    let operations = operation.memory
    /// Returns the value that `make` initializes, if it is the same twice.
    func twice(_ make: (UnsafeMutableRawPointer) -> Bool) -> JSONValue? {
      func once() -> JSONValue? {
        operations.withTemporaryValue { memory in
          guard make(memory) else { return nil }
          defer { operations.destroy(memory) }
          return JSONText.value(at: memory, as: operation.codec, by: coder)
        }
      }
      guard let value = once(), once() == value else { return nil }
      return value
    }
    if let value = map.defaultValue(at: position) {
      return twice {
        value.initialize($0)
        return true
      }
    }
    if operation.isWrapper, let wrapper = operation.codec.wrapper { return twice { wrapper.initializeDefault($0) } }
    return initial.indices.contains(position) ? initial[position] : nil
  }

  private func initialValues() -> [JSONValue?] {
    guard case .defaults(let type) = map.construction else { return [] }
    return zip(values(of: type), values(of: type)).map { $0 == $1 ? $0 : nil }
  }

  private func values(of type: any DefaultInitializable.Type) -> [JSONValue?] {
    DefaultInstance.read(of: type) { base in
      map.operations.map { JSONText.value(at: base + $0.offset, as: $0.codec, by: coder) }
    } ?? []
  }
}

extension SchemaBuilder {
  /// Returns a value as JSON; nil if it cannot be encoded, or not read back.
  func value(at address: UnsafeRawPointer, as codec: Codec) -> JSONValue? {
    JSONText.value(at: address, as: codec, by: coder)
  }
}

/// Encodes values that are known by their codecs.
private enum JSONText {
  /// Returns the value at an address as JSON; nil if it cannot be encoded, or not read back.
  static func value(at address: UnsafeRawPointer, as codec: Codec, by coder: SchemaCoder) -> JSONValue? {
    switch codec.concrete {
    case .optional(let codec):
      return codec.isNil(address) ? .null : value(at: address, as: codec.wrapped, by: coder)
    case .conversion(let codec):
      var result: JSONValue?
      try? codec.withRepresentation(of: address) { result = value(at: $0, as: codec.representation, by: coder) }
      return result
    case .sequence(let codec) where codec.codable == nil:
      var elements: [JSONValue?] = []
      do {
        try codec.withElements(of: address) { first, count in
          elements = (0..<count).map { value(at: first + $0 * codec.stride, as: codec.element, by: coder) }
        }
      } catch {
        return nil
      }
      let encoded = elements.compactMap { $0 }
      return encoded.count == elements.count ? .array(encoded) : nil
    default:
      guard let value = codec.boxedValue(at: address) as? any Encodable else { return nil }
      return coder.value(value)
    }
  }
}
