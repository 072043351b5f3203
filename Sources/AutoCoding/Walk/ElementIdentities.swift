/// The type of an `id`, which may be in a property wrapper.
private enum IdentityType {
  static func of<Value: Identifiable>(_: Value.Type) -> Any.Type { Value.ID.self }

  /// Returns the type of the property that is stored as a type.
  static func wrapped(in type: Any.Type) -> Any.Type {
    func wrapped<Wrapper: CodedPropertyWrapper>(_: Wrapper.Type) -> Any.Type { Wrapper.WrappedValue.self }
    if let type = Conformances.cast(type, to: (any CodedPropertyWrapper.Type).self) { return wrapped(type) }
    return Conformances.cast(type, to: (any TransformedProperty.Type).self)?.wrappedType ?? type
  }
}

/// An `id`. All that are compared are of one type.
enum ElementIdentity: Hashable {
  // Without a box, whose comparison takes longer than to read the value.
  case int(Int)
  case string(String)
  case other(AnyHashable)

  /// The `id` of the property that is stored as a value; nil if it has none.
  init?(_ value: Any) {
    let identity =
      if let wrapper = value as? any CodedPropertyWrapper {
        wrapper.wrappedValue as? AnyHashable
      } else {
        ((value as? any TransformedProperty)?.anyWrappedValue ?? value) as? AnyHashable
      }
    switch identity?.base {
    case nil: return nil
    case let number as Int: self = .int(number)
    case let text as String: self = .string(text)
    default:
      guard let identity else { return nil }
      self = .other(identity)
    }
  }
}

/// The `id` of an element, which may be nil.
struct FoundIdentity {
  let identity: ElementIdentity?
}

/// The `id` of an element, as far as it was found.
struct IdentitySearch {
  unowned(unsafe) let map: TypeMap.Storage
  /// The position of the property.
  let position: Int
  var found: ElementIdentity?
  /// The rank of the key under which it was found.
  var rank: Int?

  init(_ map: TypeMap.Storage, _ position: Int) {
    self.map = map
    self.position = position
  }

  /// Whether a value under a key of a rank counts: the newest key wins; for one key, the first or the last value.
  func isNewer(_ other: Int, keepingFirst: Bool) -> Bool {
    rank.map { other < $0 || other == $0 && !keepingFirst } ?? true
  }

  /// Forgets what was found under a key.
  mutating func forget(_ position: Int, rank: Int) {
    guard position == self.position, rank == self.rank else { return }
    (found, self.rank) = (nil, nil)
  }

  /// Reads the next value as the `id`.
  func value(from reader: inout some CodingReader) throws -> ElementIdentity? {
    let codec = map.operation(at: position).pointee.codec
    switch codec.kind {
    case .int: return .int(try reader.readInteger(as: Int.self))
    case .string: return .string(try reader.readString())
    case .optional where try reader.readNull(): return nil
    default: return ElementIdentity(try codec.boxedValue { try reader.decode(into: $0, as: codec) })
    }
  }
}

/// The existing elements of an array by their `id`.
struct ElementIdentities {
  /// The map of the elements' type.
  let map: Unmanaged<TypeMap.Storage>
  /// The position of the property `id`.
  let position: Int
  /// The `id` of each element that was not taken; nil for others.
  private var identities: [ElementIdentity?] = []
  /// No element before this index is left.
  private var firstLeft = 0
  /// The indices of elements by their `id`, the first one last; some may have been taken. Nil until elements are not in the
  /// same order as in the data.
  private var places: [ElementIdentity: [Int]]?

  /// Returns nil if the elements have no `id` among the properties that are read.
  init?(of codec: SequenceCodec, _ first: UnsafeRawPointer, _ count: Int) throws {
    var element = codec.element
    while let codec = element.optional { element = codec.wrapped }
    guard let record = element.record, record.isOverlaid,
      let type = Conformances.cast(record.type, to: (any Identifiable.Type).self)
    else {
      return nil
    }
    map = try record.map
    let found: Int? = map._withUnsafeGuaranteedRef { map in
      let properties = map.codedProperties
      // A superclass may have a private `id` besides, which the protocol does not mean.
      guard let position = properties.lastIndex(where: { $0.name == "id" }), map.operations.indices.contains(position),
        properties[position].direction != .encodedOnly,
        IdentityType.wrapped(in: map.operation(at: position).pointee.codec.type) == IdentityType.of(type)
      else { return nil }
      return position
    }
    guard let found else { return nil }
    position = found
    identities.reserveCapacity(count)
    for index in 0..<count {
      let address = first + index &* codec.stride
      guard codec.element.overlaidRecord(at: address) != nil else {
        identities.append(nil)
        continue
      }
      let base = record.isClass ? address.value(as: UnsafeRawPointer.self) : address
      identities.append(map._withUnsafeGuaranteedRef { Self.identity(of: $0.operation(at: found), in: base) })
    }
  }

  /// Returns the value of the property `id` of an element.
  private static func identity(
    of operation: UnsafePointer<PropertyOperation>, in base: UnsafeRawPointer
  ) -> ElementIdentity? {
    let (codec, address) = (operation.pointee.codec, base + operation.pointee.offset)
    switch codec.kind {
    case .int: return .int(address.value(as: Int.self))
    case .string: return .string(address.value(as: String.self))
    case .optional where unsafeDowncast(codec, to: OptionalCodec.self).isNil(address): return nil
    default: return ElementIdentity(codec.boxedValue(at: address))
    }
  }

  /// Returns the index of the first element that has an `id` and was not taken; nil if there is none.
  mutating func place(of identity: ElementIdentity?) -> Int? {
    guard let identity else { return nil }
    while firstLeft < identities.count, identities[firstLeft] == nil { firstLeft += 1 }
    guard firstLeft < identities.count else { return nil }
    // Most data has the elements in the same order.
    if identities[firstLeft] == identity { return firstLeft }
    return otherPlace(of: identity)
  }

  @inline(never)
  private mutating func otherPlace(of identity: ElementIdentity) -> Int? {
    var known = places.take() ?? [:]
    defer { places = known }
    if known.isEmpty {
      for index in identities.indices.reversed() {
        if let identity = identities[index] { known[identity, default: []].append(index) }
      }
    }
    while let place = known[identity]?.last {
      if identities[place] != nil { return place }
      known[identity]?.removeLast()
    }
    return nil
  }

  /// Takes the element at an index.
  mutating func take(_ place: Int) { identities[place] = nil }
}
