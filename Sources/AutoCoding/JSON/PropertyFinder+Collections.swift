/// Finds the records that a value has in collections.
extension PropertyFinder {
  /// Calls `body` with the records that a value is, or has in collections, and with their parts, except for elements
  /// that are like others. Without a value, or an element, it is called with the declared type.
  ///
  /// - Returns: Whether any of them was found.
  func forEachRecord(
    in codec: Codec, at address: UnsafeRawPointer?, _ parts: SelectedParts,
    _ body: (RecordCodec, UnsafeRawPointer?, SelectedParts) throws -> Finding, others: (Codec) throws -> Finding
  ) throws -> Finding {
    func found(in codec: Codec, at address: UnsafeRawPointer?, _ parts: SelectedParts) throws -> Finding {
      try forEachRecord(in: codec, at: address, parts, body, others: others)
    }
    switch codec.concrete {
    case .optional(let codec):
      return try found(in: codec.wrapped, at: address.flatMap { codec.isNil($0) ? nil : $0 }, parts)
    case .conversion(let codec) where codec.wrapper != nil:
      guard let address else { return try found(in: codec.representation, at: nil, parts) }
      var finding = Finding(isFound: false)
      try codec.withRepresentation(of: address) { finding = try found(in: codec.representation, at: $0, parts) }
      return finding
    case .sequence(let codec):
      var elements = Elements(of: codec.element)
      if let address {
        try codec.withElements(of: address) { first, count in
          for index in 0..<count where !elements.areSettled {
            try elements.add(first + index * codec.stride) { try found(in: codec.element, at: $0, parts) }
          }
        }
      }
      return try elements.finding ?? found(in: codec.element, at: nil, parts)
    case .dictionary(let codec):
      let values = parts.values(ofObject: codec.isKeyed)
      var elements = Elements(of: codec.value)
      if let address {
        try codec.forEach(of: address) { _, value in
          if !elements.areSettled { try elements.add(value) { try found(in: codec.value, at: $0, values) } }
        }
      }
      return try elements.finding ?? found(in: codec.value, at: nil, values)
    case .record(let codec): return try body(codec, address, parts)
    default: return try others(codec)
    }
  }

  /// What a path led to in the elements of a collection.
  private struct Elements {
    /// Nil if there were none.
    private(set) var finding: Finding?
    private let areObjects: Bool
    /// The classes whose objects need not be looked at.
    private var settledClasses: Set<ObjectIdentifier> = []

    init(of codec: Codec) { areObjects = codec.record?.isClass ?? false }

    var areSettled: Bool { finding?.likes == .all }

    mutating func add(_ element: UnsafeRawPointer, _ find: (UnsafeRawPointer) throws -> Finding) rethrows {
      let type: AnyClass? =
        areObjects ? ValueComparison.dynamicClass(of: element.value(as: UnsafeRawPointer.self)) : nil
      if let type, settledClasses.contains(ObjectIdentifier(type)) { return }
      let found = try find(element)
      if let type, found.likes == .ofClass { settledClasses.insert(ObjectIdentifier(type)) }
      finding = Finding(
        isFound: found.isFound || finding?.isFound ?? false, likes: found.likes == .all ? .all : .none)
    }
  }
}
