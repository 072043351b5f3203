#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The decoder that every format passes to a type's own `Codable` code.
struct ContainerDecoder: Decoder {
  /// Its caller or its path keeps it alive.
  let reference: Unmanaged<ContainerSource>
  /// The position of the value.
  let position: Int
  let path: ContainerPath

  /// - Parameter path: A path of the source's, which is ended after the last use of the decoder by the library, or is kept.
  @inline(__always)
  init(source: ContainerSource, position: Int, path: ContainerPath) {
    reference = .passUnretained(source)
    self.position = position
    self.path = path
  }

  /// Returns the decoder if it is one of these. Its type is compared first: a cast that fails takes longer.
  @inline(__always)
  init?(_ decoder: any Decoder) {
    guard type(of: decoder) == ContainerDecoder.self, let decoder = decoder as? ContainerDecoder else { return nil }
    self = decoder
  }

  var source: ContainerSource { reference.takeUnretainedValue() }

  /// Calls `body` with the source, which is not retained.
  @inline(__always)
  func withSource<Result>(_ body: (ContainerSource) throws -> Result) rethrows -> Result {
    try reference._withUnsafeGuaranteedRef(body)
  }

  var codingPath: [any CodingKey] { path.keys }
  var userInfo: [CodingUserInfoKey: Any] { source.userInfo }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard position != ContainerSource.null, try locating({ try $0.open(position, path: path) }) else {
      throw mismatch([String: Any].self)
    }
    return keyedContainerMaker(for: type)._withUnsafeGuaranteedRef { $0.container(of: self) }
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard position != ContainerSource.null, let found = try locating({ try $0.elements(of: position) }) else {
      throw mismatch([Any].self)
    }
    return UnkeyedContainerDecoder(decoder: self, next: found.first, elementCount: found.count)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { SingleValueContainerDecoder(decoder: self) }

  /// Decodes the elements of an array of values that code themselves.
  func elements(as codec: SequenceCodec, _ array: any ElementwiseCodable.Type) throws -> ElementBuffer {
    guard position != ContainerSource.null, let found = try locating({ try $0.elements(of: position) }) else {
      throw mismatch([Any].self)
    }
    var elements = ElementBuffer(of: codec.element.type, announced: found.count)
    try array.decodeElements(found, into: &elements, from: self)
    return elements
  }

  @inline(never)
  private func mismatch(_ type: Any.Type) -> DecodingError {
    source.mismatch(type, at: position, codingPath: codingPath)
  }

  /// Calls `work` with the source, and adds the path to its errors.
  @inline(__always)
  private func locating<Value>(_ work: (ContainerSource) throws -> Value) throws -> Value {
    do {
      return try withSource(work)
    } catch {
      throw ContainerPath.locating(error, at: path)
    }
  }

  // MARK: Leaves

  var isNull: Bool {
    get throws { try locating { position == ContainerSource.null ? true : try $0.isNull(position) } }
  }

  // Code that tries one type after the other calls these, so they check first whether the value is of another kind.

  @inline(__always)
  func string() throws -> String {
    guard position != ContainerSource.null, !withSource({ $0.isOther(than: .string, at: position) }) else {
      throw mismatch(String.self)
    }
    return try locating { try $0.readString(at: position) }
  }

  /// Reads a number or boolean.
  ///
  /// - Parameter zero: Any value of the type.
  @inline(__always)
  func leaf<Value: BitwiseCopyable>(_ kind: Codec.Kind, _ zero: Value) throws -> Value {
    guard position != ContainerSource.null, !withSource({ $0.isOther(than: kind, at: position) }) else {
      throw mismatch(Value.self)
    }
    return try locating { try $0.leaf(kind, at: position, zero) }
  }

  // MARK: Values

  /// Decodes the value; `type` may be a subclass of the requested class.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try withSource { try $0.decode(type, at: position, endsPath: false) { path } }
  }

  /// Returns the value if it is a date or data that the caller's custom strategy decodes; otherwise nil.
  func custom<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    if type == Date.self, case .custom(let decode) = source.options.values.dates,
      !source.hasNative(type, at: position)
    {
      try refuseNull(type)
      return try decode(self) as? Value
    }
    if type == Data.self, case .custom(let decode) = source.options.values.data, !source.hasNative(type, at: position) {
      try refuseNull(type)
      return try decode(self) as? Value
    }
    return nil
  }

  /// The caller's strategies are not asked what null is, as in `JSONDecoder`.
  private func refuseNull(_ type: Any.Type) throws {
    if try isNull { throw mismatch(type) }
  }

  /// Returns the value; nil for an array or object.
  func dynamicLeaf() throws -> Any? {
    try locating { position == ContainerSource.null ? Optional<Any>.none as Any : try $0.dynamicLeaf(at: position) }
  }

  /// Calls `body` with every member's key, as it is in the data, and a decoder of the member.
  func forEachMember(_ body: (String, ContainerDecoder) throws -> Void) throws {
    guard position != ContainerSource.null, try locating({ try $0.beginObject(position) }) else {
      throw mismatch([String: Any].self)
    }
    try withSource { source in
      try source.forEachMember(of: position) { key, position in
        try source.withDecoder(at: position, source.paths.appending(name: key, to: path)) { try body(key, $0) }
      }
    }
  }
}

extension ContainerDecoder: DynamicLeafDecoder, ValueDecoder {}
