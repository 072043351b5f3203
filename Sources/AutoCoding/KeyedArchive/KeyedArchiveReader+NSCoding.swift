/// Objects that code themselves.
///
/// They are created as soon as they are met, by code that may use everything it decodes. So models inside them are read
/// completely, each like the root of an archive.
extension KeyedArchiveReader {
  /// State shared by all readers of one archive.
  final class NSCodingTable {
    var objects: [UInt32: AnyObject] = [:]
    /// The objects whose creation is in progress.
    var awaited: Set<UInt32> = []
    /// The models that were passed to objects that code themselves.
    var models: Set<UInt32> = []
  }

  var nsCodingTable: NSCodingTable {
    mutating get {
      if let madeNSCodingTable { return madeNSCodingTable }
      let made = NSCodingTable()
      madeNSCodingTable = made
      return made
    }
  }

  mutating func readNSCoding(into address: UnsafeMutableRawPointer, as access: NSCodingAccess) throws {
    guard !access.type.isArchivedAsValue else {
      let object = try access.type.object(of: nsCodingValue(allowing: []))
      guard TypeLookup.isSubclass(type(of: object), of: access.type) else { throw mismatch(access.type) }
      return address.initialize(with: object)
    }
    let object = try nsCodingObject(allowing: [access.type])
    address.initialize(with: object)
  }

  /// Returns the self-coding object to which the current value refers.
  private mutating func nsCodingObject(allowing classes: [any NSCodingClass.Type]) throws -> AnyObject {
    let declared: Any.Type = classes.first ?? AnyObject.self
    guard try isUID(current) else { throw mismatch(declared) }
    let uid = try list.uid(current)
    if let known = nsCodingTable.objects[uid] {
      guard classes.contains(where: { TypeLookup.isSubclass(type(of: known), of: $0) }) else {
        throw mismatch(declared)
      }
      return known
    }
    let record = try object(of: uid)
    guard try isDictionary(record) else { throw mismatch(declared) }
    let pairs = try list.dictionary(record)
    guard let found = try archivedClass(of: pairs), found.foundation != .null,
      let type = nsCodingType(named: found.name, allowing: classes)
    else { throw mismatch(declared) }
    if record == target { throw ArchivePath.foundInArchive }
    guard nsCodingTable.awaited.insert(uid).inserted else {
      throw corrupted(
        "An object of \(type) contains itself, which its own code cannot decode. Leave the reference out.")
    }
    defer { nsCodingTable.awaited.remove(uid) }
    let level = try NestedLevel.enter(toDecodeWithin: limits)
    defer { extendLifetime(level) }
    let object = try ArchiveRecord.reading(&self, pairs) { try type.decodeByHand(from: $0) }
    nsCodingTable.objects[uid] = object
    return object
  }

  private func nsCodingType(
    named name: String, allowing classes: [any NSCodingClass.Type]
  ) -> (any NSCodingClass.Type)? {
    for type in classes where type.hasOwnNSCoding {
      if type.nsCodingNames.first == name { return type }
      if let found = type.nsCodingClass(named: name), found.hasOwnNSCoding, TypeLookup.isSubclass(found, of: type) {
        return found
      }
    }
    return nil
  }

  /// Refuses an archive in which a model would become two objects: one inside a self-coding object, and one elsewhere.
  func checkNSCodingModels() throws {
    if let models = madeNSCodingTable?.models, let uid = objectTable.firstMet(of: models) { throw sharedModel(uid) }
  }

  fileprivate func sharedModel(_ uid: UInt32) -> DecodingError {
    corrupted(
      """
      Object \(uid) is a model that is referenced by an object with its own init(coder:), and by another object as well. \
      Such a model cannot be decoded as one shared object.
      """)
  }

  // MARK: Values within them

  /// Reads the current value of whatever kind.
  fileprivate mutating func nsCodingValue(allowing classes: [AnyClass]) throws -> NSCodingValue {
    let level = try NestedLevel.enter(toDecodeWithin: limits)
    defer { extendLifetime(level) }
    if let leaf = try readNarrowLeaf() { return .leaf(leaf) }
    let object = try resolved()
    guard try isDictionary(object) else { throw mismatch(AnyObject.self) }
    switch try archivedClass(of: try list.dictionary(object))?.foundation {
    case .set: return .set(try nsCodingElements(allowing: classes))
    case .dictionary:
      let elements = try nsCodingElements(allowing: classes, begin: { try $0.beginDictionary() })
      return .dictionary(
        stride(from: 0, to: elements.count - 1, by: 2).map { (key: elements[$0], value: elements[$0 + 1]) })
    case nil: return .object(try allowedObject(classes))
    default: return .array(try nsCodingElements(allowing: classes))
    }
  }

  private mutating func nsCodingElements(
    allowing classes: [AnyClass], begin: (inout Self) throws -> Int? = { try $0.beginArray() }
  ) throws -> [NSCodingValue] {
    var values: [NSCodingValue] = []
    _ = try begin(&self)
    while try hasNextElement() { values.append(try nsCodingValue(allowing: classes)) }
    return values
  }

  /// Returns the object to which the current value refers: a self-coding one or a model.
  private mutating func allowedObject(_ classes: [AnyClass]) throws -> AnyObject {
    let declared = classes.compactMap { Conformances.cast($0, to: (any AutoCoding.Type).self) }
    if !declared.isEmpty, let found = try archivedClass(of: try list.dictionary(try resolved())) {
      for type in declared {
        guard
          TypeNames.isName(found.name, of: type) || (try? TypeNames.subclass(named: found.name, of: type)) != nil
        else { continue }
        return try model(as: try Discovery.modelCodec(for: type)) as AnyObject
      }
    }
    return try nsCodingObject(allowing: classes.compactMap { Conformances.cast($0, to: (any NSCodingClass.Type).self) })
  }

  /// Reads the current value completely, with everything that it refers to.
  fileprivate mutating func model(as codec: Codec) throws -> Any {
    guard codec.refersToObjects else { return try codec.boxedValue { try decode(into: $0, as: codec) } }
    var reader = KeyedArchiveReader(within: self)
    reader.madeNSCodingTable = nsCodingTable
    reader.current = current
    reader.keyCheck = keyCheck?.nested(at: path)
    let value = try codec.boxedValue { try reader.readRoot(into: $0, as: codec) }
    budget = reader.budget
    keyCheck?.met.formUnion(reader.keyCheck?.met ?? [])
    for uid in reader.objectTable.uids {
      guard nsCodingTable.models.insert(uid).inserted else { throw sharedModel(uid) }
    }
    return value
  }
}

/// The record of an object that decodes itself.
private final class ArchiveRecord: NSCodingReader {
  private var reader: KeyedArchiveReader
  /// Nil once the record is invalid.
  private var keys: ArchiveRecordKeys?
  /// Whether a value is being read, which may call code that has kept the coder.
  private var isReading = false

  private init(_ reader: KeyedArchiveReader, _ keys: ArchiveRecordKeys) {
    self.reader = reader
    self.keys = keys
  }

  /// Calls `body` with a record that is invalidated afterwards, since what it reads does not outlive the call.
  ///
  /// The record owns the reader in the meantime. With two copies, one could refer to memory that the other has freed.
  static func reading(
    _ reader: inout KeyedArchiveReader, _ pairs: PropertyListReader.Pairs,
    _ body: (any NSCodingReader) throws -> AnyObject
  ) throws -> AnyObject {
    let keys = try ArchiveRecordKeys(of: pairs, in: &reader)
    let record = ArchiveRecord(reader, keys)
    defer {
      record.keys = nil
      reader = record.reader
    }
    return try body(record)
  }

  private func value(of key: String) throws -> UInt32? {
    try keys?.value(of: ArchiveKeys.escaped(key))
  }

  /// Calls `read` with the reader.
  ///
  /// - Throws: `DecodingError` if the reader is in use.
  private func reading<Value>(_ read: (inout KeyedArchiveReader) throws -> Value) throws -> Value {
    guard !isReading else {
      throw DecodingError.dataCorrupted(
        .init(
          """
          A coder was used while an object within its own was being decoded. Decode the value in the init(coder:) that \
          the coder was passed to.
          """))
    }
    isReading = true
    defer { isReading = false }
    return try read(&reader)
  }

  func contains(_ key: String) -> Bool { (try? value(of: key)) ?? nil != nil }

  func value(forKey key: String, allowing classes: [AnyClass]) throws -> NSCodingValue? {
    guard let value = try value(of: key) else { return nil }
    return try reading { reader in
      try reader.spend()
      return try reader.reading(under: key) { try $0.reading(value) { try $0.nsCodingValue(allowing: classes) } }
    }
  }

  func model(forKey key: String, as codec: Codec) throws -> Any? {
    guard let value = try value(of: key) else { return nil }
    return try reading { reader in
      try reader.spend()
      return try reader.reading(under: key) { reader in
        try reader.reading(value) { reader in
          if codec.kind != .optional, try reader.readNull() { return nil }
          return try reader.model(as: codec)
        }
      }
    }
  }
}
