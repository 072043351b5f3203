/// The elements of a set, or the keys and values of a dictionary, copied to stable addresses.
struct Members {
  let keyCodec: Codec
  /// Nil for a set.
  let valueCodec: Codec?
  private let keys: ElementList
  private let values: ElementList

  /// - Parameter collection: A set or dictionary of the codec's type.
  init(of collection: Any, as codec: Codec) throws {
    let parts = codec.children
    keyCodec = parts.first ?? codec
    valueCodec = parts.dropFirst().first
    let (keys, values) = (ElementList(of: keyCodec), ElementList(of: valueCodec ?? keyCodec))
    (self.keys, self.values) = (keys, values)
    try ValueComparison.withAddress(of: collection) { address in
      switch codec.concrete {
      case .dictionary(let codec):
        try codec.forEach(of: address) { key, value in
          keys.append(key)
          values.append(value)
        }
      case .sequence(let codec):
        try codec.withElements(of: address) { first, count in
          for index in 0..<count { keys.append(first + index * codec.stride) }
        }
      default: break
      }
    }
  }

  var count: Int { keys.count }
  func key(_ index: Int) -> UnsafeRawPointer { keys[index] }
  func value(_ index: Int) -> UnsafeRawPointer { values[index] }
}

/// Values of one codec.
private final class ElementList {
  private var buffer: ElementBuffer

  init(of codec: Codec) { buffer = ElementBuffer(of: codec.type, announced: nil) }

  var count: Int { buffer.count }
  subscript(index: Int) -> UnsafeRawPointer { buffer[index] }

  func append(_ address: UnsafeRawPointer) { buffer.append(copying: address) }
}

// MARK: - By hash

/// A collection in which an equal element is found by its hash. Those that do not equal themselves, as not-a-number, are
/// found among one another.
private protocol Matching {
  /// Calls `body` with the addresses of each key of `a` and the equal key of `b`, and of their values if the collection
  /// has any. Returns false if a key has no equal, or if `body` returns false.
  static func match(
    _ a: UnsafeRawPointer, _ b: UnsafeRawPointer,
    _ body: (UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer?, UnsafeRawPointer?) throws -> Bool
  ) throws -> Bool
}

extension Set: Matching {
  static func match(
    _ a: UnsafeRawPointer, _ b: UnsafeRawPointer,
    _ body: (UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer?, UnsafeRawPointer?) throws -> Bool
  ) throws -> Bool {
    let (elements, other) = (a.value(as: Self.self), b.value(as: Self.self))
    guard elements.count == other.count else { return false }
    var strangers: [Index]?
    for element in elements {
      func isMatch(_ index: Index) throws -> Bool {
        try withUnsafePointer(to: element) { element in
          try withUnsafePointer(to: other[index]) { try body(element, $0, nil, nil) }
        }
      }
      if let index = other.firstIndex(of: element) {
        guard try isMatch(index) else { return false }
      } else {
        guard element != element else { return false }
        var candidates = strangers ?? other.indices.filter { other[$0] != other[$0] }
        guard let position = try candidates.firstIndex(where: isMatch) else { return false }
        candidates.remove(at: position)
        strangers = candidates
      }
    }
    return true
  }
}

extension Dictionary: Matching {
  static func match(
    _ a: UnsafeRawPointer, _ b: UnsafeRawPointer,
    _ body: (UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer?, UnsafeRawPointer?) throws -> Bool
  ) throws -> Bool {
    let (members, other) = (a.value(as: Self.self), b.value(as: Self.self))
    guard members.count == other.count else { return false }
    var strangers: [Index]?
    for (key, value) in members {
      func isMatch(_ index: Index) throws -> Bool {
        let member = other[index]
        return try withUnsafePointer(to: key) { key in
          try withUnsafePointer(to: member.key) { otherKey in
            try withUnsafePointer(to: value) { value in
              try withUnsafePointer(to: member.value) { try body(key, otherKey, value, $0) }
            }
          }
        }
      }
      if let index = other.index(forKey: key) {
        guard try isMatch(index) else { return false }
      } else {
        guard key != key else { return false }
        var candidates = strangers ?? other.indices.filter { other[$0].key != other[$0].key }
        guard let position = try candidates.firstIndex(where: isMatch) else { return false }
        candidates.remove(at: position)
        strangers = candidates
      }
    }
    return true
  }
}

extension ValueComparison {
  /// Calls `Matching.match`. Precondition: the codec is that of a set or dictionary.
  static func matchMembers(
    _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, as codec: Codec,
    _ body: (UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer?, UnsafeRawPointer?) throws -> Bool
  ) throws -> Bool {
    guard let type = Conformances.cast(codec.type, to: (any Matching.Type).self) else { return false }
    return try type.match(a, b, body)
  }
}
