#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Values of dynamic type, and values that decode themselves.
extension KeyedArchiveReader {
  mutating func readExistential(into address: UnsafeMutableRawPointer, as codec: Codec) throws {
    let codec = unsafeDowncast(codec, to: ExistentialCodec.self)
    try codec.initialize(address, with: try readDynamic(as: codec))
  }

  /// Reads a model or a JSON-like value.
  ///
  /// - Parameter codec: What is declared of the value; nil for `Any`.
  mutating func readDynamic(as codec: ExistentialCodec? = nil) throws -> Any {
    let object = try resolved()
    if try list.kind(of: object) == .dictionary {
      let pairs = try list.dictionary(object)
      guard let found = try archivedClass(of: pairs) else { throw corrupted("An object has no $class.") }
      if found.foundation == nil {
        let isDeclared = codec?.isDeclared ?? false
        let type = try isDeclared ? TypeNames.type(readAs: found.name) : TypeScope.type(readAs: found.name)
        guard codec?.admits(type) ?? true else {
          throw DecodingError.dataCorrupted(
            .init(
              """
              The archive names the class \(found.shownName), which does not have the protocols or the superclass that the \
              value is declared with. Correct the data, or declare the value as a type that it has.
              """
            ))
        }
        return try readModel(type, pairs)
      }
    }
    guard codec?.isAny ?? true else { throw mismatch((any AutoCoding).self) }
    return try readPlain(object)
  }

  private mutating func readModel(_ type: any AutoCoding.Type, _ pairs: PropertyListReader.Pairs) throws -> Any {
    let codec = try Discovery.modelCodec(for: type)
    let scope = TypeScope.enterValue(.passUnretained(codec))
    defer { scope.end() }
    guard !codec.isObject, let wrapped = try value(of: "$$value", in: pairs) else {
      return try codec.boxedValue { try decode(into: $0, as: codec) }
    }
    return try reading(wrapped) { reader in
      try codec.boxedValue { try reader.decode(into: $0, as: codec) }
    }
  }

  private mutating func readPlain(_ object: UInt32) throws -> Any {
    if let leaf = try readLeaf() {
      if case .bigInteger(let digits) = leaf, let value = Self.wideInteger(digits) { return value }
      if let value = try leaf.leafValue { return value }
    }
    guard try isDictionary(object) else { throw mismatch(Any.self) }
    switch try archivedClass(of: try list.dictionary(object))?.foundation {
    case .array, .set: return try nested { try $0.readPlainArray() }
    case .dictionary: return try nested { try $0.readPlainDictionary() }
    default: throw mismatch(Any.self)
    }
  }

  /// Returns an integer of more than 64 bits, of which no archive has more than `Int128` holds; nil on systems without it.
  private static func wideInteger(_ digits: String) -> Any? {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
    return Int128(digits)
  }

  /// Reads a leaf of any kind. Returns nil, and reads nothing, for collections and objects of other classes.
  private mutating func readLeaf() throws -> CodedTree? {
    let object = try resolved()
    let kind = try list.kind(of: object)
    if kind == .dictionary { return try readLeaf(of: archivedClass(of: try list.dictionary(object))?.foundation) }
    if try isNull(object) { return .null }
    switch kind {
    case .bool, .integer, .real: return try number(at: object)
    case .string: return .string(try string(object))
    case .date: return .date(try readDate())
    case .data: return .data(try readData())
    default: return nil
    }
  }

  private mutating func number(at object: UInt32) throws -> CodedTree {
    switch try list.kind(of: object) {
    case .bool: return .bool(try list.bool(object))
    case .real: return try list.float(object).map(CodedTree.float) ?? .double(try list.real(object))
    default: break
    }
    let value = try list.integer(object)
    if let value = value.exactly(Int64.self) { return .int(value) }
    if let value = value.exactly(UInt64.self) { return .uint(value) }
    guard let digits = value.digits else { throw mismatch(Any.self) }
    return .bigInteger(digits)
  }

  /// Reads a leaf that is an object of a class.
  private mutating func readLeaf(of foundationClass: FoundationClass?) throws -> CodedTree? {
    switch foundationClass {
    case .date: return .date(try readDate())
    case .data: return .data(try readData())
    case .url: return .url(try readURL())
    case .uuid: return .uuid(try readUUID())
    case .decimal: return .decimal(try readDecimal())
    case .string: return .string(try readString())
    case .null: return .null
    case .number: return try number(at: numberObject())
    case .array, .set, .dictionary, nil: return nil
    }
  }

  /// Reads a leaf like ``readLeaf()``, but refuses integers of more than 64 bits.
  mutating func readNarrowLeaf() throws -> CodedTree? {
    guard let leaf = try readLeaf() else { return nil }
    if case .bigInteger = leaf { return .uint(try readInteger(as: UInt64.self)) }
    return leaf
  }

  private mutating func readPlainArray() throws -> [Any] {
    var values: [Any] = []
    _ = try beginArray()
    while try hasNextElement() {
      do {
        values.append(try readDynamic())
      } catch {
        throw error.prepending(DynamicKey(index: values.count))
      }
    }
    return values
  }

  private mutating func readPlainDictionary() throws -> [String: Any] {
    var values: [String: Any] = [:]
    _ = try beginDictionary()
    while try hasNextElement() {
      let key = try readString()
      guard try hasNextElement() else { break }
      do {
        guard values.updateValue(try readDynamic(), forKey: key) == nil else {
          throw DictionaryCodec.equalKeys(of: String.self)
        }
      } catch {
        throw error.prepending(DynamicKey(key))
      }
    }
    return values
  }

  // MARK: Types with their own code

  mutating func readCodable(into address: UnsafeMutableRawPointer, as access: CodableAccess) throws {
    if let access = access as? NSCodingAccess { return try readNSCoding(into: address, as: access) }
    guard let keyCheck, let report = keyCheck.report else {
      return try decodingOwn { try access.decode(into: address, in: $0) }
    }
    let count = report.count
    let place = KeyCheck.KeyLocation(keys: Int(try resolved()), index: -1)
    try decodingOwn { try access.decode(into: address, in: $0) }
    if keyCheck.met.insert(place).inserted { report.prepend(path, from: count) } else { report.forget(from: count) }
  }

  /// Reads a root without a codec by its type's own code.
  mutating func readOwn<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decodingOwn { try $0.decode(type) }
  }

  /// Calls `decode` with a decoder of the next value.
  private mutating func decodingOwn<Value>(_ decode: (ContainerDecoder) throws -> Value) throws -> Value {
    let tree = try readTree()
    let source = source(of: tree)
    let value = try source.withRootDecoder(.nothing, decode)
    spareSource = source
    return value
  }

  private mutating func source(of tree: CodedTree) -> TreeContainerSource {
    // Copies of this reader have the same one.
    guard let spare = spareSource.takeReusable() else {
      return TreeContainerSource(tree, userInfo: options.userInfo, limits: limits)
    }
    spare.restart(with: tree)
    return spare
  }

  private mutating func readTree() throws -> CodedTree {
    let object = try resolved()
    guard try list.kind(of: object) == .dictionary else {
      if let leaf = try readLeaf() { return leaf }
      guard try list.kind(of: object) == .array else { throw mismatch(Any.self) }
      return try nested { try $0.readTreeElements() }
    }
    let pairs = try list.dictionary(object)
    guard let found = try archivedClass(of: pairs) else { throw corrupted("An object has no $class.") }
    if let leaf = try readLeaf(of: found.foundation) { return leaf }
    switch found.foundation {
    case .dictionary: return try nested { try $0.readTreeMembers() }
    case nil: return try nested { .object(CodedObject([found.name], try $0.readTreeMembers(of: pairs))) }
    default: return try nested { try $0.readTreeElements() }
    }
  }

  /// Reads a dictionary. If its keys are neither texts nor integers, it becomes an array in which each key precedes its value,
  /// as in `Codable`.
  private mutating func readTreeMembers() throws -> CodedTree {
    var members: [(key: String, value: CodedTree)] = []
    members.reserveCapacity(min(try beginDictionary() ?? 0, Self.mostReserved))
    while try hasNextElement() {
      guard try members.count > 0 || isTreeKey() else { return try readTreePairs() }
      let key = try readTreeKey()
      guard try hasNextElement() else { break }
      do {
        members.append((key, try readTree()))
      } catch {
        throw error.prepending(DynamicKey(key))
      }
    }
    return .dictionary(members)
  }

  /// The most values that room is made for at once: parts that are shared have many without their own data.
  private static var mostReserved: Int { 64 }

  private mutating func isTreeKey() throws -> Bool {
    let kind = try list.kind(of: try resolved())
    return kind == .integer || kind == .string
  }

  /// Reads a dictionary whose first key is next.
  private mutating func readTreePairs() throws -> CodedTree {
    var elements: [CodedTree] = []
    repeat {
      do {
        elements.append(try readTree())
      } catch {
        throw error.prepending(DynamicKey(index: elements.count))
      }
    } while try hasNextElement()
    return .array(elements)
  }

  private mutating func readTreeElements() throws -> CodedTree {
    var elements: [CodedTree] = []
    elements.reserveCapacity(min(try beginArray() ?? 0, Self.mostReserved))
    while try hasNextElement() {
      do {
        elements.append(try readTree())
      } catch {
        throw error.prepending(DynamicKey(index: elements.count))
      }
    }
    return .array(elements)
  }

  /// Integer keys are strings in a tree, as in `Codable`.
  private mutating func readTreeKey() throws -> String {
    if try list.kind(of: try resolved()) == .integer { return try list.integer(try resolved()).text }
    return try readString()
  }

  /// Reads the properties of an object that a hand-written `encode(with:)` wrote.
  private mutating func readTreeMembers(
    of pairs: PropertyListReader.Pairs
  ) throws -> [(key: String, value: CodedTree)] {
    var tree: [(key: String, value: CodedTree)] = []
    for index in 0..<pairs.count {
      let key = try string(try list.key(index, of: pairs))
      guard key != "$class" else { continue }
      try spend()
      let value = try list.value(index, of: pairs)
      let name = ArchiveKeys.unescaped(key)
      do {
        tree.append((name, try reading(value) { try $0.readTree() }))
      } catch {
        throw error.prepending(DynamicKey(name))
      }
    }
    return tree
  }
}
