/// A coded property as the walk uses it: trivially copied, in a flat table that is never freed.
package struct PropertyOperation: @unchecked Sendable {
  /// The kind of the property's codec; of the wrapped codec if ``isOptionalLeaf``.
  package let kind: Codec.Kind
  /// Whether the property is an Optional of a leaf, which the walk reads in place.
  package let isOptionalLeaf: Bool
  /// Whether the property is one of the most common leaves, or an Optional of one, and no rule recovers from errors.
  package let isCommonLeaf: Bool
  /// Whether the property's type is Optional: a missing key is nil.
  package let isOptional: Bool
  /// Whether a value that cannot be decoded is nil.
  package let isNilForUndecodable: Bool
  /// Whether a value that cannot be decoded leaves the default.
  package let keepsDefaultForUndecodable: Bool
  /// Whether null is read as if the key were missing.
  package let keepsDefaultForNull: Bool
  /// Whether the property is nil or keeps its default instead of an error.
  package var recovers: Bool { isNilForUndecodable || keepsDefaultForUndecodable }
  /// Whether elements that cannot be decoded are left out.
  package let skipsUndecodable: Bool
  /// Whether nil is left out. A generic parameter that happens to be Optional writes null, as `Codable` does.
  package let omitsNil: Bool
  /// Whether the property is a wrapper that has a default for a missing key.
  package let isWrapper: Bool
  /// Whether the property is a number or boolean that is always written, and that property lists and archives hold inline.
  package let isInlineLeaf: Bool
  /// Whether the property may be left out although it is not nil: a wrapper, or a default that is omitted.
  package let mayBeLeftOut: Bool
  /// Whether the property is `lazy`: nothing is written if its value was not computed.
  package let isLazy: Bool
  /// Whether the property is `lazy` and its type Optional: null is a nil that was computed.
  package let isLazyOptional: Bool
  /// Whether the property is a `var`.
  package let isVariable: Bool
  package private(set) var offset: Int
  /// The property's index in its map's operations.
  package fileprivate(set) var position = 0
  package let key: PropertyKey
  package let formerKeys: UnsafeBufferPointer<PropertyKey>
  /// The operations on memory of the property's type.
  package let memory: ValueOperations
  // Both are immortal, and passed on without being retained.
  @usableFromInline let codecReference: Unmanaged<Codec>
  private let wrappedReference: Unmanaged<Codec>
  private let codableReference: Unmanaged<CodableAccess>?
  private let omissionReference: Unmanaged<OmittedDefault>?

  /// How the property's type is coded.
  package var codec: Codec { codecReference._withUnsafeGuaranteedRef { $0 } }

  /// Returns the same property of a struct that is itself at an offset.
  package func moved(by offset: Int) -> PropertyOperation {
    var moved = self
    moved.offset += offset
    return moved
  }

  /// Returns the key of a rank: 0 for the current one, 1 for the first of the former ones.
  package func key(ofRank rank: Int) -> PropertyKey {
    rank > 0 && rank <= formerKeys.count ? formerKeys[rank - 1] : key
  }

  /// Calls `body` with the codec, unretained.
  @inlinable @inline(__always)
  package func withCodec<Result>(_ body: (Codec) throws -> Result) rethrows -> Result {
    try codecReference._withUnsafeGuaranteedRef(body)
  }

  /// Calls `body` with the codec of what an Optional wraps, unretained. If the property is not Optional, that is its
  /// own codec.
  @inline(__always)
  package func withWrappedCodec<Result>(_ body: (Codec) throws -> Result) rethrows -> Result {
    try wrappedReference._withUnsafeGuaranteedRef(body)
  }

  /// Whether the Optional at the address is nil. Precondition: ``isOptionalLeaf``.
  @inline(__always)
  package func isNilLeaf(_ address: UnsafeRawPointer) -> Bool {
    switch kind {
    case .string: address.assumingMemoryBound(to: String?.self).pointee == nil
    case .int: address.assumingMemoryBound(to: Int?.self).pointee == nil
    case .double: address.assumingMemoryBound(to: Double?.self).pointee == nil
    case .bool: address.assumingMemoryBound(to: Bool?.self).pointee == nil
    default: memory.enumTag(address) != 0
    }
  }

  /// Makes the Optional at the address nil. Precondition: ``isOptional``.
  @inline(__always)
  package func initializeNil(_ address: UnsafeMutableRawPointer) {
    guard isOptionalLeaf else { return memory.injectTag(1, at: address) }
    switch kind {
    case .string: address.initialize(with: nil as String?)
    case .int: address.initialize(with: nil as Int?)
    case .double: address.initialize(with: nil as Double?)
    case .bool: address.initialize(with: nil as Bool?)
    default: memory.injectTag(1, at: address)
    }
  }

  /// Initializes the Optional at the address with the value for which null stands. Precondition: ``isOptional``.
  @inline(__always)
  package func initializeNull(_ address: UnsafeMutableRawPointer) {
    if isLazyOptional { initializeWrappedNil(address) } else { initializeNil(address) }
  }

  /// Whether the property is `lazy`, has a value at one address, and none at the other.
  ///
  /// In optimized code, a second call of a class's `lazy` getter reads the storage without a check, since only AutoCoding
  /// could have made it nil again. So an existing object must never lose such a value.
  package func losesLazyValue(_ address: UnsafeRawPointer, to other: UnsafeRawPointer) -> Bool {
    isLazy && memory.enumTag(address) == 0 && memory.enumTag(other) != 0
  }

  @inline(never)
  private func initializeWrappedNil(_ address: UnsafeMutableRawPointer) {
    // The wrapped Optional is at the same address.
    withWrappedCodec { ValueOperations($0.type).injectTag(1, at: address) }
    memory.injectTag(0, at: address)
  }

  /// Whether the value at the address is left out: by its wrapper, or since it is the default. A nil that is left out is not.
  @inline(__always)
  package func isLeftOut(_ address: UnsafeRawPointer) -> Bool { mayBeLeftOut && findsLeftOut(address) }

  @inline(never)
  private func findsLeftOut(_ address: UnsafeRawPointer) -> Bool {
    if let omissionReference,
      omissionReference._withUnsafeGuaranteedRef({ omission in withCodec { omission.isDefault(address, as: $0) } }),
      !OmittedDefault.areWritten
    {
      return true
    }
    return isWrapper && withCodec { $0.wrapper?.isLeftOut(address) ?? false }
  }

  /// Whether a value that equals the default is left out.
  package var omitsDefault: Bool { omissionReference != nil }

  /// Calls `body` with the property's own conformance, or returns nil if its type has none.
  @inline(__always)
  package func withCodable(_ body: (CodableAccess) throws -> Void) rethrows -> Void? {
    try codableReference?._withUnsafeGuaranteedRef(body)
  }

  package init(
    offset: Int, key: PropertyKey, formerKeys: [PropertyKey], codec: Codec, wrapped: Codec?, omitsNil: Bool,
    isLazy: Bool, isLazyOptional: Bool, recoveries: Set<ErrorRecovery>, omission: OmittedDefault? = nil,
    isVariable: Bool
  ) {
    self.isVariable = isVariable
    isNilForUndecodable = recoveries.contains(.nilForProperty)
    keepsDefaultForUndecodable = recoveries.contains(.defaultForProperty)
    keepsDefaultForNull = recoveries.contains(.defaultForNull)
    skipsUndecodable = recoveries.contains(.skippedByProperty)
    isWrapper = codec.wrapper?.hasDefault ?? false
    mayBeLeftOut = isWrapper || omission != nil
    // What reads a leaf in place does not recover from errors.
    let isOptionalLeaf = omitsNil && recoveries.isEmpty && wrapped?.kind.isLeaf ?? false
    self.kind = isOptionalLeaf ? wrapped?.kind ?? codec.kind : codec.kind
    self.isOptionalLeaf = isOptionalLeaf
    isCommonLeaf = recoveries.isEmpty && [.bool, .int, .double, .string].contains(kind)
    self.isOptional = codec.kind == .optional
    isInlineLeaf = codec.kind != .optional && kind.isInlineLeaf && !mayBeLeftOut
    self.isLazy = isLazy
    self.isLazyOptional = isLazyOptional
    let wrapped = wrapped ?? codec
    self.omitsNil = omitsNil
    self.offset = offset
    self.key = key
    let former = UnsafeMutableBufferPointer<PropertyKey>.allocate(capacity: formerKeys.count)
    _ = former.initialize(from: formerKeys)
    self.formerKeys = UnsafeBufferPointer(former)
    self.memory = ValueOperations(codec.type)
    codecReference = .passRetained(codec)
    wrappedReference = .passRetained(wrapped)
    codableReference = codec.codable.map { .passRetained($0) }
    omissionReference = omission.map { .passRetained($0) }
  }
}

extension TypeMap.Storage {
  /// Returns the operations at the positions that fulfil a condition: the same table if all do, otherwise a new table,
  /// which is never freed.
  static func operations(
    in all: UnsafeBufferPointer<PropertyOperation>, where isIncluded: (Int) -> Bool
  ) -> UnsafeBufferPointer<PropertyOperation> {
    let positions = all.indices.filter(isIncluded)
    guard positions.count < all.count else { return all }
    let table = UnsafeMutableBufferPointer<PropertyOperation>.allocate(capacity: positions.count)
    _ = table.initialize(from: positions.map { all[$0] })
    return UnsafeBufferPointer(table)
  }
}

extension UnsafeMutableBufferPointer<PropertyOperation> {
  /// Sets the position of each operation.
  package func number() {
    for index in indices { self[index].position = index }
  }
}
