import AutoCoding
import Foundation

/// Makes the Foundation object that represents a value.
///
/// The walk passes nested structs, enums and objects to ``writeNested(_:as:)``, which represents them by one object
/// each: Foundation's archiver asks that object for its properties later.
struct CoderWriter: CodingWriter {
  private enum Container {
    case array
    case set
    /// A dictionary, of which keys and values come in turn.
    case dictionary
  }

  /// The only object for null. Different objects would be equal but have different hashes on Linux, and with many of
  /// them the archiver's table of objects stops the process.
  static let null = NSNull()

  private var containers: [(kind: Container, objects: [Any])] = []
  /// What represents the outermost value.
  private(set) var result = CoderObject()
  /// Whether a number is written as an object, as for an Optional or `Any`.
  private var boxesNumbers = false
  /// Whether the types of the values that are being written are not declared, so that a Bool must not become a number, nor a
  /// number a Bool.
  private var hasMixedTypes = false

  var rules: WritingRules {
    var rules = WritingRules()
    rules.keysAreValues = true
    rules.distinctLeaves = .all
    rules.writesTypeTags = false
    return rules
  }

  /// Returns what represents the value at an address.
  static func object(of address: UnsafeRawPointer, as codec: Codec) throws -> CoderObject {
    var writer = CoderWriter()
    try writer.encode(address, as: codec)
    return writer.result
  }

  /// Foundation's archivers represent nil by this text, so that its unarchivers take the text for nil. They leave it out of
  /// arrays, and assign the values of a dictionary to other keys.
  private static let nilText = "$null"

  /// Returns the object that represents a text.
  static func object(of text: String) throws -> NSString {
    guard text.utf8.count != nilText.utf8.count || text != nilText else {
      throw EncodingError.invalidValue(
        text,
        .init(
          """
          The text "$null" stands for nil in archives of Foundation, and would be read as nil; use another text, or \
          KeyedArchiveEncoder and KeyedArchiveDecoder.
          """))
    }
    return text as NSString
  }

  private mutating func put(_ value: Any?) {
    guard !containers.isEmpty else { return result = CoderObject(value) }
    containers[containers.count - 1].objects.append(value ?? Self.null)
  }

  private mutating func put(number: CoderObject.Number) {
    let object: Any? = hasMixedTypes ? ArchivedValue.distinct(number) : nil
    guard containers.isEmpty, !boxesNumbers else { return put(object ?? number.object) }
    result = CoderObject(number: number, object: object)
  }

  mutating func beginOptional() { boxesNumbers = true }

  // MARK: Leaves

  mutating func writeNull() throws { put(nil) }
  mutating func write(_ value: Bool) throws { put(number: .bool(value)) }
  mutating func write(_ value: Float) throws { put(number: .float(value)) }
  mutating func write(_ value: Double) throws { put(number: .double(value)) }
  mutating func write(_ value: String) throws { put(try Self.object(of: value)) }
  mutating func write(_ value: Date) throws { put(value as NSDate) }
  mutating func write(_ value: Data) throws { put(value as NSData) }
  mutating func write(_ value: URL) throws {
    // Foundation archives the texts of both.
    for text in [value.relativeString, value.baseURL?.relativeString ?? ""] { _ = try Self.object(of: text) }
    put(value.object)
  }
  mutating func write(_ value: UUID) throws { put(value as NSUUID) }

  /// Foundation's archives hold integers of up to 64 bits.
  mutating func write<Integer: FixedWidthInteger>(_ value: Integer) throws {
    if let value = Int64(exactly: value) { return put(number: .integer(value)) }
    #if canImport(ObjectiveC)
    if let value = UInt64(exactly: value) { return put(NSNumber(value: value)) }
    #endif
    throw refusal(
      value,
      """
      Foundation's archiver has no integer as large as \(value). \
      \(EncodingError.remedy(forLargeIntegersOf: Integer.self))
      """)
  }

  mutating func write(_ value: Decimal) throws {
    #if canImport(ObjectiveC)
    put(NSDecimalNumber(decimal: value))
    #else
    // Foundation's own class does not survive archiving.
    put(ArchivedValue(.decimal(value)))
    #endif
  }

  // MARK: Containers

  private mutating func begin(_ kind: Container, _ count: Int) {
    containers.append((kind, []))
    containers[containers.count - 1].objects.reserveCapacity(count)
  }

  private mutating func end() throws {
    guard let (kind, objects) = containers.popLast() else { return }
    switch kind {
    case .array: put(NSArray(array: objects))
    case .set:
      try refuseCollections(in: objects)
      let set = NSSet(array: objects)
      try refuseLoss(from: objects.count, to: set.count)
      put(set)
    case .dictionary:
      var dictionary: [NSObject: Any] = [:]
      for index in stride(from: 0, to: objects.count - 1, by: 2) {
        guard let key = objects[index] as? NSObject, !(key is NSNull) else {
          throw refusal(objects[index], "A key of the dictionary cannot be an object, or is null.")
        }
        dictionary[key] = objects[index + 1]
      }
      try refuseCollections(in: dictionary.keys)
      try refuseLostKeys(of: dictionary)
      try refuseLoss(from: objects.count / 2, to: dictionary.count)
      put(NSDictionary(dictionary: dictionary))
    }
  }

  /// Throws if an element or key is a collection. An archiver on Linux finds sets and dictionaries by `isEqual`, which stops
  /// the process for two of them whose elements or keys are collections.
  private func refuseCollections(in objects: some Sequence) throws {
    #if !canImport(ObjectiveC)
    for object in objects where object is NSArray || object is NSSet || object is NSDictionary {
      throw refusal(
        object,
        """
        Foundation on Linux cannot archive a set of collections, or a dictionary with collections as keys. Encode it with \
        KeyedArchiveEncoder.
        """)
    }
    #endif
  }

  /// Throws if a key is not found in the dictionary: it is not equal to itself, or to its value in Swift. An archiver on Linux
  /// compares dictionaries, which stops the process for such a key.
  private func refuseLostKeys(of dictionary: [NSObject: Any]) throws {
    #if !canImport(ObjectiveC)
    for key in dictionary.keys {
      let isLost =
        switch key {
        case let link as NSURL: link.baseURL != nil
        case let date as NSDate: date.timeIntervalSinceReferenceDate.isNaN
        default: false
        }
      guard !isLost else {
        throw refusal(
          key,
          """
          Foundation on Linux cannot archive a dictionary with a relative URL, or a date that is not a number, as a key. Encode \
          it with KeyedArchiveEncoder.
          """)
      }
    }
    #endif
  }

  /// Throws if elements were lost: Foundation may treat values as equal that Swift distinguishes.
  private func refuseLoss(from count: Int, to found: Int) throws {
    guard count != found else { return }
    throw refusal(count, "Some of the \(count) elements are equal as Foundation's objects.")
  }

  private func refusal(_ value: Any, _ explanation: String) -> EncodingError {
    .invalidValue(value, .init(explanation))
  }

  mutating func beginArray(count: Int, isOrdered: Bool) throws { begin(isOrdered ? .array : .set, count) }
  mutating func endArray() throws { try end() }
  mutating func beginDictionary(count: Int) throws { begin(.dictionary, 2 * count) }
  mutating func writeKey(_ key: String, isText: Bool) throws { try write(key) }
  mutating func endMembers() throws { try end() }

  // MARK: Records

  mutating func writeNested(_ address: UnsafeRawPointer, as codec: Codec) throws -> Bool {
    guard let codec = codec.record, let object = try CoderBridge.object(ofRecord: address, as: codec) else {
      return false
    }
    if let number = object.number { put(number: number) } else { put(object.object) }
    return true
  }

  /// Represents a tuple with labels, which the walk writes like a record.
  mutating func writeRecord(preparedIn slot: RecordSlot, at base: UnsafeRawPointer) throws -> Bool {
    guard let map = slot.owner as? TypeMap.Storage else { return false }
    put(CoderBridge.structure(base, of: map.type, map: map))
    return true
  }

  mutating func beginRecord(of type: Any.Type, named name: String?) throws {
    begin(.dictionary, 0)
    guard let name else { return }
    try write(TypeNames.classKey)
    try write(name)
  }
  mutating func writeKey(_ key: PropertyKey) throws { try write(key.stringValue) }

  // MARK: Values of dynamic types, and types with their own Codable code

  mutating func writeExistential(_ address: UnsafeRawPointer, as codec: Codec) throws {
    let codec = unsafeDowncast(codec, to: ExistentialCodec.self)
    let scope = TypeScope.hidingOthers(context: CoderBridge.context)
    defer { scope.end() }
    boxesNumbers = true
    try withMixedTypes { try $0.writeDynamic(codec.contents(at: address), as: codec) }
  }

  private mutating func withMixedTypes(_ body: (inout CoderWriter) throws -> Void) rethrows {
    let outer = hasMixedTypes
    hasMixedTypes = true
    defer { hasMixedTypes = outer }
    try body(&self)
  }

  mutating func writeModel(at address: UnsafeRawPointer, named name: String, as codec: Codec) throws {
    let object = try Self.object(of: address, as: codec).object ?? Self.null
    // Objects of all other classes must record the name of the value's type.
    if object is ArchivedValue || codec.type is AnyClass && object is any NSObject & NSCoding { return put(object) }
    put(CoderBridge.wrapped(object, address, of: codec.type))
  }

  mutating func writeCodable(_ value: any Encodable) throws {
    if let value = value as? NSCodingObject { return put(value.object) }
    let tree = try CodedTree(encoding: value)
    try withMixedTypes { try $0.write(tree) }
  }
}
