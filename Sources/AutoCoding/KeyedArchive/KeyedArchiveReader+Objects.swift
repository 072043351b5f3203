/// Objects with an identity.
extension KeyedArchiveReader {
  struct CodecKey: Hashable {
    let archivedClass: String
    let declared: ObjectIdentifier
  }

  @inline(__always)
  mutating func readNested(into address: UnsafeMutableRawPointer, as codec: Codec) throws -> Bool {
    guard let codec = codec.record, codec.isObject else { return false }
    try readReference(into: address, as: codec)
    return true
  }

  private mutating func readReference(into address: UnsafeMutableRawPointer, as declared: RecordCodec) throws {
    guard try isUID(current) else { throw mismatch(declared.type) }
    let uid = try list.uid(current)
    let number: Int
    if let known = objectTable.number(of: uid) {
      number = known
      try checkClass(of: number, declared)
      guard objectTable.graph.isThere(number) else {
        throw corrupted(
          "An object of \(declared.type) contains itself, which its own code cannot decode. Leave the reference out.")
      }
    } else {
      number = try makeObject(uid, declared)
    }
    objectTable.addEdge(to: number)
    objectTable.graph.store(number, at: address)
  }

  /// Creates the object of a UID at its first reference.
  private mutating func makeObject(_ uid: UInt32, _ declared: RecordCodec) throws -> Int {
    let record = try object(of: uid)
    guard try isDictionary(record) else { throw mismatch(declared.type) }
    let pairs = try list.dictionary(record)
    guard let found = try archivedClass(of: pairs) else { throw corrupted("An object has no $class.") }
    if found.foundation == .null { throw mismatch(declared.type) }
    if record == target { throw ArchivePath.foundInArchive }
    // A dictionary is what `Codable` code has written.
    let isRecord = found.foundation != .dictionary
    let codec = isRecord ? try self.codec(of: found, declared) : .passUnretained(declared)
    return try codec._withUnsafeGuaranteedRef { codec in
      let wrapped = isRecord ? try wrappedValue(in: pairs, as: codec) : nil
      let isMadeAtOnce = !isRecord || codec.decodingDefault == nil || wrapped != nil
      let number = try objectTable.add(codec, uid: uid, record: record, isMadeAtOnce: isMadeAtOnce)
      if keyCheck != nil { noteObject(number) }
      if isMadeAtOnce { try make(number, codec, of: wrapped ?? current) }
      return number
    }
  }

  /// Returns the codec of the class of an object to create: the declared class or a subclass.
  ///
  /// Codecs are immortal, so they are not retained.
  @inline(__always)
  private mutating func codec(of found: ArchivedClass, _ declared: RecordCodec) throws -> Unmanaged<RecordCodec> {
    let identity = UnsafeRawPointer(Unmanaged.passUnretained(declared).toOpaque())
    if found.contents.lastDeclared == identity, let known = found.contents.lastCodec { return known }
    let codec = Unmanaged.passUnretained(try findCodec(of: found, declared))
    found.contents.lastDeclared = identity
    found.contents.lastCodec = codec
    return codec
  }

  @inline(never)
  private mutating func findCodec(of found: ArchivedClass, _ declared: RecordCodec) throws -> RecordCodec {
    guard found.foundation == nil, let type = Conformances.cast(declared.type, to: (any AutoCoding.Type).self) else {
      throw refusal(found, declared.type)
    }
    if found.name == TypeNames.name(of: type) { return declared }
    let key = CodecKey(archivedClass: found.name, declared: ObjectIdentifier(declared))
    if let known = codecs[key] { return known }
    var codec = declared
    if !TypeNames.isName(found.name, of: type) {
      codec = try declared.subclassCodec(try TypeNames.subclass(named: found.name, of: type))
    }
    codecs[key] = codec
    return codec
  }

  /// Refuses an existing object if its class does not match the one declared here.
  private mutating func checkClass(of number: Int, _ declared: RecordCodec) throws {
    let type = objectTable.graph.type(of: number)
    guard type == declared.type || TypeLookup.isSubclass(type, of: declared.type) else {
      throw DecodingError.typeMismatch(
        declared.type,
        .init(
          """
          Expected an object of \(TypeLookup.name(of: declared.type)), but the archive has one of \
          \(TypeLookup.name(of: type)), which is not allowed here.
          """))
    }
  }

  /// Returns the value that a custom `encode(to:)` of the class wrote, which `init(from:)` reads, custom or not.
  /// Returns nil if the record has the object's properties.
  @inline(__always)
  private mutating func wrappedValue(in pairs: PropertyListReader.Pairs, as codec: RecordCodec) throws -> UInt32? {
    guard codec.decodingDefault != nil else { return try value(of: "$$value", in: pairs) }
    // Such a record has only this value and the class.
    return pairs.count == 2 ? try value(of: "$$value", in: pairs) : nil
  }

  /// Creates an object from a value by its class's `init(from:)`.
  private mutating func make(_ number: Int, _ codec: RecordCodec, of value: UInt32) throws {
    let value = try reading(value) { reader in
      try codec.boxedValue { try reader.readCodable(into: $0, as: codec.access) }
    }
    objectTable.graph.set(value as AnyObject, at: number)
  }

  // MARK: Properties

  mutating func isComplete(_ codec: Codec) -> Bool {
    if objectTable.graph.isWhole || !codec.refersToObjects { return true }
    objectTable.isIncomplete = true
    return false
  }

  /// Reads the properties of all objects, including those met on the way.
  private mutating func readProperties() throws {
    let graph = objectTable.graph
    var number = 0
    while number < graph.count {
      objectTable.begin(number, frameDepth: frames.count + 1)
      do {
        try readProperties(of: number)
      } catch {
        throw error.prepending(try path(to: number))
      }
      number += 1
    }
  }

  private mutating func readProperties(of number: Int) throws {
    current = objectTable.record(of: number)
    let pairs = try list.dictionary(current)
    // Any number of objects may have the same dictionary.
    try spendSearch(among: pairs.count)
    try objectTable.graph.fill(number) { assembly, map in
      begin(.record(pairs))
      try readProperties(of: &assembly, map: map)
    }
  }

  // MARK: The whole

  /// Reads the root value and everything that it refers to.
  ///
  /// - Parameter memory: The memory for the value. It stays uninitialized if an error is thrown.
  mutating func readRoot(into memory: UnsafeMutableRawPointer, as codec: Codec) throws {
    self.root = current
    self.rootCodec = codec
    let root = current
    try decode(into: memory, as: codec)
    let isIncomplete = objectTable.isIncomplete
    var isThere = true
    do {
      try readProperties()
      try completeObjects()
      try checkNSCodingModels()
      if isIncomplete {
        codec.destroyValue(at: memory)
        isThere = false
        current = root
        try decode(into: memory, as: codec)
      }
    } catch {
      if isThere { codec.destroyValue(at: memory) }
      throw error
    }
    objectTable.graph.release()
  }

  /// Completes all objects, each after those that it refers to.
  mutating func completeObjects() throws {
    let graph = objectTable.graph
    if let number = objectTable.impossibleCycle() {
      let type = graph.codec(of: number).type
      let error = DecodingError.dataCorrupted(
        .init(
          """
          The object of class \(TypeLookup.name(of: type)) at this path contains itself: the references form a \
          cycle, and no class in it has an init() to make an object before the objects that it refers to. Conform \
          \(_typeName(type, qualified: false)) to DefaultInitializable.
          """))
      throw error.prepending(try path(to: number))
    }
    graph.complete()
    if graph.hasWeakReferences {
      for number in 0..<graph.count {
        guard let map = graph.map(of: number), !map.weakReferences.isEmpty else { continue }
        let pairs = try list.dictionary(objectTable.record(of: number))
        do {
          try findWeakReferences(of: map, in: pairs) { graph.setWeakReference($0, of: number, to: $1) }
        } catch {
          throw error.prepending(try path(to: number))
        }
      }
    }
    if let order = objectTable.childrenFirst() {
      for number in order { try completeObject(Int(number)) }
    } else {
      for number in 0..<graph.count { try completeObject(number) }
    }
  }

  private mutating func completeObject(_ number: Int) throws {
    do {
      if objectTable.hasPostponed {
        for property in objectTable.postponed[UInt32(truncatingIfNeeded: number)] ?? [] {
          current = property.value
          try objectTable.graph.replace(property.position, of: number) { try decode(into: $0, as: $1) }
        }
      }
      if !postponedMembers.isEmpty {
        for member in postponedMembers[UInt32(truncatingIfNeeded: number)] ?? [] {
          try objectTable.graph.replace(member.position, of: number) { address, _ in
            try member.decode(&self, address)
          }
        }
      }
      try objectTable.graph.didDecode(number)
    } catch {
      throw error.prepending(try path(to: number))
    }
  }

  /// Returns the path from the root to an object. It is found by reading everything up to the object once more.
  private func path(to number: Int) throws -> [any CodingKey] {
    guard target == nil else { return [] }
    var steps: [[any CodingKey]] = []
    var number = number
    var length = 0
    while length < ArchivePath.maximumLength {
      var reader = try reader()
      reader.target = objectTable.record(of: number)
      let parent = objectTable.parent(of: number)
      let step = ArchivePath.of {
        if parent == ObjectTable.none {
          guard let rootCodec else { return }
          try rootCodec.discardingValue { try reader.decode(into: $0, as: rootCodec) }
        } else {
          let codec = objectTable.graph.codec(of: Int(parent))
          // Stands for the parent object; any UID will do.
          _ = try reader.objectTable.add(codec, uid: 0, record: objectTable.record(of: Int(parent)))
          reader.objectTable.begin(0, frameDepth: 1)
          try reader.readProperties(of: 0)
        }
      }
      steps.append(step)
      length += max(step.count, 1)
      guard parent != ObjectTable.none else { break }
      number = Int(parent)
    }
    return Array(steps.reversed().joined())
  }
}
