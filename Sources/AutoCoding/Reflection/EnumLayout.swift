import RuntimeShims

/// The cases of an enum in the order of their tags, with access to payloads.
package struct EnumLayout: Sendable {
  package struct Case: Sendable {
    package let name: String
    /// The type of the payload, a tuple if it has several values or a label; nil if the case has no payload.
    package let payload: Any.Type?
    /// Whether the payload is in a box on the heap.
    package let isIndirect: Bool
    /// The type of the payload if no argument of the enum's generic parameters were an Optional: all Optionals in it
    /// are declared. Nil if there is no payload, or if its declaration mentions no Optional.
    package let declaredPayload: Any.Type?
  }

  package let type: Any.Type
  package let cases: [Case]
  package let operations: ValueOperations

  /// Reads the layout of an enum.
  ///
  /// - Throws: ``ReflectionError``, with the reason why the type cannot be reflected.
  package init(reflecting type: Any.Type) throws {
    try RuntimeCheck.verified()
    try self.init(unchecked: type)
  }

  /// Like ``init(reflecting:)``, for ``RuntimeCheck`` itself.
  init(unchecked type: Any.Type) throws {
    self.type = type
    operations = ValueOperations(type)
    let metadata = Metadata(type)
    guard metadata.kind == .enumeration, let descriptor = metadata.descriptor else {
      throw ReflectionError(type, .notNominal)
    }
    guard let fields = descriptor.fields else { throw ReflectionError(type, .noReflectionMetadata) }
    let payloads = descriptor.payloadCaseCount
    guard fields.count == payloads + descriptor.emptyCaseCount else {
      throw ReflectionError(type, .inconsistentFields)
    }
    cases = try (0..<fields.count).map { index in
      let record = fields[index]
      guard !record.name.isEmpty else { throw ReflectionError(type, .noReflectionNames) }
      // Cases with payloads have the lowest tags. The metadata of a later case may still name a payload without
      // storage, such as `Void`.
      guard let name = record.mangledType else {
        guard index >= payloads else { throw ReflectionError(type, .inconsistentFields) }
        return Case(name: record.name, payload: nil, isIndirect: false, declaredPayload: nil)
      }
      guard let payload = metadata.type(named: name) else {
        throw ReflectionError(type, .unknownPayload(case: record.name))
      }
      guard index < payloads || ValueOperations(payload).size == 0 else {
        if Metadata(payload).holdsMetatypeWithoutSpace {
          throw ReflectionError(type, .metatypePayload(case: record.name))
        }
        throw ReflectionError(type, .unknownPayload(case: record.name))
      }
      return Case(
        name: record.name, payload: payload, isIndirect: record.isIndirectCase && index < payloads,
        declaredPayload: name.mentionsOptional ? metadata.declaredType(named: name) ?? payload : nil)
    }
  }

  /// Returns the layout of an enum without payloads; nil for any other type, and for an enum from C, whose cases
  /// reflection does not show.
  package static func plain(_ type: Any.Type) -> EnumLayout? {
    guard let layout = try? EnumLayout(reflecting: type), layout.cases.allSatisfy({ $0.payload == nil }),
      !layout.cases.isEmpty || layout.operations.size == 0
    else { return nil }
    return layout
  }

  /// Returns the values of an enum that has a plain layout, in the order of its cases; nil for any other type.
  package static func values<Value>(of type: Value.Type) -> [Value]? {
    plain(type).map { layout in layout.cases.indices.map { layout.value(ofCase: $0, as: type) } }
  }

  /// Returns the value of a case. Precondition: the enum is of that type, and the case has no payload.
  package func value<Value>(ofCase position: Int, as type: Value.Type) -> Value {
    operations.withTemporaryValue { memory in
      initialize(memory, case: position) { _ in }
      return memory.take(as: type)
    }
  }

  /// Returns the position of the case at the address. Precondition: the address holds a value of the enum.
  @inline(__always)
  package func position(of address: UnsafeRawPointer) -> Int {
    Int(operations.enumTag(address))
  }

  /// Calls `body` with the address of the payload. Precondition: the address holds the case, which has a payload.
  package func withPayload<Result>(
    of address: UnsafeRawPointer, case position: Int, _ body: (UnsafeRawPointer) throws -> Result
  ) rethrows -> Result {
    try operations.withPayload(of: address, case: position, isIndirect: cases[position].isIndirect, body)
  }

  /// Initializes the memory at the address with the case.
  ///
  /// `body` initializes the payload, if the case has one, at the address that it is given. If `body` throws, it must
  /// leave the payload uninitialized; the memory then stays uninitialized.
  package func initialize(
    _ address: UnsafeMutableRawPointer, case position: Int, _ body: (UnsafeMutableRawPointer) throws -> Void
  ) rethrows {
    let payload = cases[position].isIndirect ? cases[position].payload : nil
    let box = payload.map { swift_allocBox(Metadata($0).pointer) }
    do {
      try body(box?.buffer ?? address)
    } catch {
      if let box { swift_deallocBox(box.object) }
      throw error
    }
    if let box { address.initialize(with: box.object) }
    operations.injectTag(UInt32(position), at: address)
  }
}

extension Metadata {
  /// Returns the type that a field's mangled name denotes in this type. Precondition: the type is a struct or enum.
  fileprivate func type(named name: MangledName) -> Any.Type? {
    type(named: name, arguments: pointer + 16)
  }

  /// Returns what ``type(named:)`` would if this enum's generic arguments that are Optionals were `Int` instead; nil if
  /// that cannot be told. Precondition: the type is an enum.
  fileprivate func declaredType(named name: MangledName) -> Any.Type? {
    guard let descriptor, descriptor.isGeneric else { return type(named: name) }
    guard let counts = descriptor.enumArgumentCounts else { return nil }
    // The types come first, and then their conformances.
    var arguments = (0..<counts.all).map { (pointer + 16).load(fromByteOffset: $0 * 8, as: UnsafeRawPointer.self) }
    for index in arguments.indices.prefix(counts.types) where Metadata(arguments[index]).kind == .optional {
      arguments[index] = Metadata(Int.self).pointer
    }
    return arguments.withUnsafeBytes { bytes in bytes.baseAddress.flatMap { type(named: name, arguments: $0) } }
  }

  private func type(named name: MangledName, arguments: UnsafeRawPointer) -> Any.Type? {
    guard let descriptor else { return nil }
    let found = swift_getTypeByMangledNameInContext(
      name.start.assumingMemoryBound(to: CChar.self), name.count, descriptor.pointer,
      arguments.assumingMemoryBound(to: UnsafeRawPointer?.self))
    return found.map { Metadata($0).type }
  }
}

extension ValueOperations {
  /// Calls `body` with the address of an enum's payload. Precondition: the address holds the case, which has a payload.
  ///
  /// - Parameter isIndirect: Whether the payload is in a box on the heap.
  @inline(__always)
  package func withPayload<Result>(
    of address: UnsafeRawPointer, case position: Int, isIndirect: Bool, _ body: (UnsafeRawPointer) throws -> Result
  ) rethrows -> Result {
    // Projecting a payload destroys the enum, so use a copy. A copy of the bytes owns nothing and need not be
    // destroyed.
    try withTemporaryValue { copy in
      if isBitwiseTakable {
        copy.copyMemory(from: address, byteCount: size)
      } else {
        self.copy(from: address, to: copy)
      }
      defer {
        if !isBitwiseTakable {
          injectTag(UInt32(position), at: copy)
          destroy(copy)
        }
      }
      projectPayload(copy)
      guard isIndirect else { return try body(copy) }
      return try body(swift_projectBox(UnsafeRawPointer(copy).value(as: UnsafeMutableRawPointer.self)))
    }
  }
}
