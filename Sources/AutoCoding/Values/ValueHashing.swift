#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Hashes a value with all objects that it refers to, so that values that ``ValueComparison`` finds equal have the same
/// hash.
///
/// What has no order, and what may be equal to a value of another type, adds little to the hash: the number of
/// elements, or nothing. An object is hashed once, from a queue, so chains of references need no stack and cycles end.
///
/// Precondition of all: addresses hold values of the codec's type, which no code changes meanwhile.
struct ValueHashing: ~Copyable {
  private typealias Object = (address: UnsafeRawPointer, codec: Unmanaged<RecordCodec>)

  private var hasher: Hasher
  /// The object that was met first. Most values lead to one object or none, and need no tables.
  private var first: Object?
  private var known = AddressTable()
  /// The objects that were met after the first; the first `hashed` of them are hashed.
  private var objects: [Object] = []
  private var hashed = 0
  /// Whether the parts of objects other than the first count.
  private let followsReferences: Bool

  init(_ hasher: Hasher, followsReferences: Bool = true) {
    self.hasher = hasher
    self.followsReferences = followsReferences
  }

  /// Returns a hasher into which a value and all that it leads to were combined.
  mutating func hash(_ address: UnsafeRawPointer, as codec: Codec) throws -> Hasher {
    try combine(address, as: codec)
    if let first { try combineParts(of: first) }
    while hashed < objects.count {
      hashed += 1
      try combineParts(of: objects[hashed - 1])
    }
    return hasher
  }

  private mutating func combineParts(of object: Object) throws {
    try object.codec._withUnsafeGuaranteedRef { codec in
      try codec.map._withUnsafeGuaranteedRef { try combineParts(object.address, as: $0) }
    }
  }

  // MARK: Values

  private mutating func combine(_ address: UnsafeRawPointer, as codec: Codec) throws {
    switch codec.concrete {
    case .optional(let codec):
      let isNil = codec.isNil(address) || codec.holdsNull(address)
      hasher.combine(isNil)
      if !isNil { try combine(address, as: codec.wrapped) }
    case .record(let codec): try combineRecord(address, as: codec)
    case .tuple(let codec): try combineParts(address, as: codec.map)
    case .sequence(let codec):
      var number = 0
      try codec.withElements(of: address) { first, count in
        number = count
        guard !codec.isSet else { return }
        for index in 0..<count { try combine(first + index &* codec.stride, as: codec.element) }
      }
      hasher.combine(number)
    case .dictionary(let codec): hasher.combine(codec.count(of: address))
    case .conversion(let codec):
      try codec.withRepresentation(of: address) { try combine($0, as: codec.representation) }
    // A number in an `Any` may be equal to one of another type.
    case .existential: break
    case .codable(let codec): combineByOwnCode(address, as: codec, codec.access)
    default: combineLeaf(address, kind: codec.kind)
    }
  }

  private mutating func combineRecord(_ address: UnsafeRawPointer, as codec: RecordCodec) throws {
    if codec.isObject { return try combineReference(address, as: codec) }
    switch codec.decodingDefault {
    case nil: return combineByOwnCode(address, as: codec, codec.access)
    case .rawValue: return try combine(address, as: codec.rawValue)
    case .structure: break
    }
    try NestedLevel.checkStack()
    try codec.map._withUnsafeGuaranteedRef { map in
      guard let cases = map.cases else { return try combineParts(address, as: map) }
      try cases._withUnsafeGuaranteedRef { cases in
        let position = cases.position(of: address)
        hasher.combine(position)
        guard let payload = cases.payload(at: position) else { return }
        try payload._withUnsafeGuaranteedRef { payload in
          try cases.withPayload(of: address, case: position) { try combineParts($0, as: payload) }
        }
      }
    }
  }

  private mutating func combineReference(_ address: UnsafeRawPointer, as declared: RecordCodec) throws {
    let object = address.value(as: UnsafeRawPointer.self)
    if object == first?.address { return hasher.combine(0) }
    if let number = known[object] { return hasher.combine(number) }
    let type: AnyClass = ValueComparison.dynamicClass(of: object)
    let codec = try ValueComparison.codec(of: type, declared: declared).takeUnretainedValue()
    hasher.combine(ObjectIdentifier(type))
    guard codec.decodingDefault == .structure else {
      return withUnsafePointer(to: object) { combineByOwnCode($0, as: codec, codec.access) }
    }
    if first == nil { return first = (object, .passUnretained(codec)) }
    guard followsReferences else { return }
    objects.append((object, .passUnretained(codec)))
    known.insert(objects.count, for: object)
  }

  private mutating func combineParts(_ address: UnsafeRawPointer, as map: TypeMap.Storage) throws {
    for index in map.operations.indices {
      let operation = map.operation(at: index)
      do {
        try operation.pointee.withCodec { try combine(address + operation.pointee.offset, as: $0) }
      } catch {
        throw error.prepending(operation.pointee.key)
      }
    }
  }

  // MARK: Leaves

  private mutating func combineLeaf(_ address: UnsafeRawPointer, kind: Codec.Kind) {
    withUnsafeMutablePointer(to: &hasher) { _ = kind.withLeafType(LeafHashing(address: address, hasher: $0)) }
  }

  /// Combines a leaf into a hasher. A leaf that does not equal itself adds nothing.
  private struct LeafHashing: LeafVisitor {
    let address: UnsafeRawPointer
    let hasher: UnsafeMutablePointer<Hasher>

    func visit<Value: Codable & Hashable>(_ type: Value.Type) {
      if type == Date.self, address.value(as: Date.self).timeIntervalSinceReferenceDate.isNaN { return }
      if type == Decimal.self, address.value(as: Decimal.self).isNaN { return }
      address.assumingMemoryBound(to: type).pointee.hash(into: &hasher.pointee)
    }

    func visit<Number: BinaryFloatingPoint & LosslessStringConvertible & Codable>(number type: Number.Type) {
      let value = address.value(as: type)
      if !value.isNaN { value.hash(into: &hasher.pointee) }
    }
  }

  /// Combines the hash of a type with handwritten code, whose `==` decides whether values are equal. A value that does not
  /// equal itself adds nothing.
  private mutating func combineByOwnCode(_ address: UnsafeRawPointer, as codec: Codec, _ access: CodableAccess) {
    // On Linux, `NSDecimalNumber.hash` never returns.
    if codec.type is AnyClass, let number = Self.number(codec.boxedValue(at: address)) { return hasher.combine(number) }
    if let type = access.hashable(codec.type) { return Self.combine(address, as: type, into: &hasher) }
    // A subclass may have a hash.
    guard codec.type is AnyClass,
      let value = codec.boxedValue(at: address) as? any Hashable, value.isEqual(to: value)
    else { return }
    value.hash(into: &hasher)
  }

  /// Returns the number that an object of Foundation is; nil for any other object. It has few digits, since Foundation finds
  /// numbers equal whose last ones differ.
  private static func number(_ object: Any) -> Float? {
    if let bool = FoundationObject.bool(object) { return bool ? 1 : 0 }
    return switch FoundationObject.number(object) {
    case .integer(let value): Float(value)
    case .float(let value): value
    case .double(let value): Float(value)
    case .decimal(let value): Float("\(value)")
    default: nil
    }
  }

  private static func combine<Value: Hashable>(
    _ address: UnsafeRawPointer, as type: Value.Type, into hasher: inout Hasher
  ) {
    let value = address.assumingMemoryBound(to: type)
    if value.pointee == value.pointee { value.pointee.hash(into: &hasher) }
  }
}
