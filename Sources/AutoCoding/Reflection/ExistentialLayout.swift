import RuntimeShims

/// The constraints of an existential type such as `any P & Q`.
package struct ExistentialLayout: Sendable {
  package let type: Any.Type
  /// Whether there is no constraint, as for `Any`.
  package let isAny: Bool
  /// Whether the type requires a protocol or a superclass; `Any` and `AnyObject` do not.
  package let isConstrained: Bool
  private let isClassConstrained: Bool
  private let superclass: Any.Type?
  nonisolated(unsafe) private let protocols: [UnsafeRawPointer]

  /// Reads the constraints. Returns nil if the type is not an existential, or has constraints other than Swift
  /// protocols and a class.
  package init?(_ type: Any.Type) {
    // swift/ABI/Metadata.h, `TargetExistentialTypeMetadata`. An extended existential (kind 0x307) has another layout.
    let metadata = Metadata(type).pointer
    guard metadata.load(as: UInt.self) == 0x303 else { return nil }
    let flags = metadata.load(fromByteOffset: 8, as: UInt32.self)
    let count = Int(metadata.load(fromByteOffset: 12, as: UInt32.self))
    var next = metadata + 16
    if flags & 0x4000_0000 != 0 {
      superclass = Metadata(next.load(as: UnsafeRawPointer.self)).type
      next += 8
    } else {
      superclass = nil
    }
    isClassConstrained = flags & 0x8000_0000 == 0
    self.type = type
    var protocols: [UnsafeRawPointer] = []
    for index in 0..<count {
      let reference = next.load(fromByteOffset: index * 8, as: UInt.self)
      // The lowest bit marks an Objective-C protocol, whose conformances the Swift runtime cannot check.
      guard reference & 1 == 0, let descriptor = UnsafeRawPointer(bitPattern: reference) else { return nil }
      protocols.append(descriptor)
    }
    self.protocols = protocols
    isConstrained = !protocols.isEmpty || superclass != nil
    isAny = !isConstrained && !isClassConstrained
  }

  /// The descriptors of the protocols, if the type requires some and no superclass.
  var onlyProtocols: [UnsafeRawPointer]? { protocols.isEmpty || superclass != nil ? nil : protocols }

  /// The descriptor of the protocol, if the type requires exactly one protocol and no superclass.
  var onlyProtocol: UnsafeRawPointer? { protocols.count == 1 ? onlyProtocols?.first : nil }

  /// Returns whether the existential can hold values of a type.
  package func admits(_ candidate: Any.Type) -> Bool {
    let metadata = Metadata(candidate)
    if isClassConstrained, metadata.kind != .class { return false }
    if let superclass, !TypeLookup.isSubclass(candidate, of: superclass) { return false }
    return protocols.allSatisfy { swift_conformsToProtocol(metadata.pointer, $0) != nil }
  }

  /// Returns the value at the address. Precondition: the address holds a value of the existential type.
  package func value(at address: UnsafeRawPointer) -> Any {
    // Generic code would make an `Any` of it that holds the existential.
    if isAny { return address.value(as: Any.self) }
    func open<Value>(_: Value.Type) -> Any { address.value(as: Value.self) as Any }
    return _openExistential(type, do: open)
  }

  /// Initializes memory of the existential type with a value. Returns false if the type cannot hold the value.
  package func initialize(_ address: UnsafeMutableRawPointer, with value: Any) -> Bool {
    func close<Value>(_: Value.Type) -> Bool {
      guard let value = value as? Value else { return false }
      address.initialize(with: value)
      return true
    }
    return _openExistential(type, do: close)
  }
}
