import AutoCoding
import Foundation

/// Reads values from the Foundation objects that represent them.
///
/// The coder has decoded nested structs, enums and objects already, so the walk reads them by ``readNested(into:as:)``.
struct CoderReader: CodingReader {
  private var object: Any
  /// The elements, or the keys and values in turn, of the containers that are being read.
  private var containers: [(objects: [Any], next: Int)] = []

  init(_ object: Any?) { self.object = object ?? NSNull() }

  var rules: ReadingRules {
    var rules = ReadingRules()
    rules.keysAreValues = true
    return rules
  }

  // MARK: Leaves

  private func found<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw CoderBridge.mismatch(Value.self, object) }
    return value
  }

  private func number<Value>(_ convert: (NSNumber) -> Value?) throws -> Value {
    guard let number = CoderNumber.number(object) else { throw CoderBridge.mismatch(Value.self, object) }
    guard let value = convert(number) else { throw CoderBridge.misfit(Value.self, number) }
    return value
  }

  mutating func readNull(forDefault: Bool) throws -> Bool {
    !forDefault && exactValue(object, as: NSNull.self) != nil
  }
  mutating func readBool() throws -> Bool { try found(CoderNumber.number(object).flatMap(CoderNumber.bool)) }
  mutating func readInteger<Integer: FixedWidthInteger>(as type: Integer.Type) throws -> Integer {
    try number { CoderNumber.integer($0, as: type) }
  }
  mutating func readFloat() throws -> Float { try number(CoderNumber.float) }
  mutating func readDouble() throws -> Double { try number(CoderNumber.double) }
  // Casting to String is slow because it searches for a conversion, so try the exact type first.
  mutating func readString() throws -> String {
    try found(exactValue(object, as: NSString.self).map { $0 as String } ?? object as? String)
  }
  mutating func readDate() throws -> Date {
    try found(exactValue(object, as: NSDate.self).map { $0 as Date } ?? object as? Date)
  }
  mutating func readData() throws -> Data { try found((object as? NSData).map { $0 as Data } ?? object as? Data) }
  mutating func readURL() throws -> URL { try found(URL(anyObject: object)) }
  mutating func readUUID() throws -> UUID { try found((object as? NSUUID).map { $0 as UUID } ?? object as? UUID) }
  mutating func readDecimal() throws -> Decimal { try found(CoderBridge.decimal(of: object)) }

  // MARK: Containers

  mutating func beginArray(isOrdered: Bool) throws -> Int? {
    let objects = try found(try CoderBridge.elements(of: object))
    containers.append((objects, 0))
    return objects.count
  }

  mutating func hasNextElement() throws -> Bool {
    guard let (objects, next) = containers.last, next < objects.count else {
      containers.removeLast(containers.isEmpty ? 0 : 1)
      return false
    }
    object = objects[next]
    containers[containers.count - 1].next += 1
    return true
  }

  /// Reads an array of text without the walk, which is not specialized for this reader.
  private mutating func readTexts(of codec: SequenceCodec, into address: UnsafeMutableRawPointer) throws -> Bool {
    guard codec.element.kind == .string else { return false }
    var texts: [String] = []
    texts.reserveCapacity(try beginArray() ?? 0)
    while try hasNextElement() {
      do {
        texts.append(try readString())
      } catch {
        throw error.prepending(DynamicKey(index: texts.count))
      }
    }
    address.initialize(with: texts)
    return true
  }

  private mutating func beginPairs(of type: Any.Type) throws -> Int {
    guard let pairs = CoderBridge.pairs(of: object) else { throw CoderBridge.mismatch(type, object) }
    containers.append((pairs.flatMap { [$0.key, $0.value] }, 0))
    return pairs.count
  }

  mutating func beginDictionary() throws -> Int? { try beginPairs(of: [AnyHashable: Any].self) }

  mutating func nextKey(isText: Bool) throws -> String? {
    guard try hasNextElement() else { return nil }
    let key = try readString()
    _ = try hasNextElement()
    return key
  }

  mutating func skipValue() throws {}

  // MARK: Records

  mutating func readNested(into address: UnsafeMutableRawPointer, as codec: Codec) throws -> Bool {
    switch codec.concrete {
    case .sequence(let codec): try readTexts(of: codec, into: address)
    case .record(let codec): try CoderBridge.decode(into: address, as: codec, from: object)
    default: false
    }
  }

  /// Begins a tuple with labels, which was decoded already, or what `Codable` code wrote for it.
  mutating func beginRecord(of type: Any.Type?) throws {
    if object is ArchivedValue {
      containers.append(([], 0))
    } else {
      _ = try beginPairs(of: type ?? [String: Any].self)
    }
  }

  mutating func nextProperty(in keys: PropertyIndex, expecting expected: Int) throws -> PropertyIndex.Match? {
    while let key = try nextKey() {
      if let match = keys.match(key) { return match }
    }
    return nil
  }

  /// Reads a tuple with labels.
  mutating func readRecord(preparedIn slot: RecordSlot, into address: UnsafeMutableRawPointer) throws -> Bool {
    guard let archived = object as? ArchivedValue, let map = slot.owner as? TypeMap.Storage else { return false }
    guard case .decoded(let value) = archived.contents, value.type == map.type else {
      throw CoderBridge.mismatch(map.type, object)
    }
    value.copy(to: address)
    containers.removeLast()
    return true
  }

  // MARK: Values of dynamic types, and types with their own Codable code

  mutating func readExistential(into address: UnsafeMutableRawPointer, as codec: Codec) throws {
    let codec = unsafeDowncast(codec, to: ExistentialCodec.self)
    try codec.initialize(address, with: try CoderBridge.dynamicValue(of: object, as: codec))
  }

  mutating func readCodable(into address: UnsafeMutableRawPointer, as access: CodableAccess) throws {
    guard let access = access as? NSCodingAccess else {
      return try access.decode(into: address, from: try CoderBridge.tree(of: object).decoder())
    }
    let object = CoderBridge.foundationObject(object)?.asMutable(ifOnlyAmong: [access.type]) ?? object as AnyObject
    guard CoderBridge.isKind(type(of: object), of: access.type) else {
      throw CoderBridge.mismatch(access.type, object)
    }
    address.initialize(with: object)
  }
}
