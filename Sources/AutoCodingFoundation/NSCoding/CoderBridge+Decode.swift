import AutoCoding
import Foundation

/// Decodes values from their Foundation representation. In all functions the address is uninitialized. Afterwards it
/// holds a value of the codec's type; if an error is thrown, it is still uninitialized.
extension CoderBridge {
  // MARK: Properties

  /// Assigns a source's values to the properties of an object that has its defaults.
  ///
  /// Precondition: `base` is the address of an object of the map's class or a subclass, which no other code is using.
  static func assignProperties(
    to base: UnsafeMutableRawPointer, map: TypeMap.Storage, from source: CoderSource
  ) throws {
    try withTemporaryMemory(size: map.layout.size, alignment: map.layout.alignment) { scratch in
      var assembly = try RecordAssembly(map, of: base, scratch: scratch)
      try decodeProperties(of: &assembly, map: map, from: source)
      try assembly.finish(of: base)
    }
  }

  static func decodeProperties(
    into address: UnsafeMutableRawPointer, map: TypeMap.Storage, from source: CoderSource
  ) throws {
    var assembly = try RecordAssembly(map, at: address)
    try decodeProperties(of: &assembly, map: map, from: source)
    try assembly.finish(at: address)
  }

  static func decodeProperties(
    of assembly: inout RecordAssembly, map: TypeMap.Storage, from source: CoderSource
  ) throws {
    try checkVersions(of: map, in: source)
    let plan = source.scope.plan(for: map)
    for index in map.readOperations.indices {
      let position = map.readOperations[index].position
      let operation = map.operation(at: position)
      let property = plan.properties[position]
      do {
        if try decodeIfThere(into: assembly.slot(position), operation, property, forKey: property.key, from: source) {
          assembly.commit(position)
          continue
        }
        for key in property.formerKeys
        where try decodeIfThere(into: assembly.slot(position), operation, property, forKey: key, from: source) {
          assembly.commit(position)
          break
        }
      } catch {
        throw error.prepending(operation.pointee.key)
      }
    }
  }

  /// Decodes a property. Returns false if there is nothing under the key, or null that a rule takes for that.
  @inline(__always)
  private static func decodeIfThere(
    into address: UnsafeMutableRawPointer, _ operation: UnsafePointer<PropertyOperation>,
    _ property: CoderPlan.Property, forKey key: CoderPlan.Key, from source: CoderSource
  ) throws -> Bool {
    operation.pointee.keepsDefaultForNull
      ? try decodeUnlessNull(into: address, operation, property, forKey: key, from: source)
      : try decode(into: address, operation, property, forKey: key, from: source)
  }

  /// As ``decodeIfThere``, for a property with that rule.
  @inline(never)
  private static func decodeUnlessNull(
    into address: UnsafeMutableRawPointer, _ operation: UnsafePointer<PropertyOperation>,
    _ property: CoderPlan.Property, forKey key: CoderPlan.Key, from source: CoderSource
  ) throws -> Bool {
    do {
      return try decode(into: address, operation, property, forKey: key, from: source)
    } catch {
      guard error.isOfMissingValue, operation.pointee.takesNullAsMissing else { throw error }
      return false
    }
  }

  /// Decodes a property. Returns false if there is nothing under the key.
  static func decode(
    into address: UnsafeMutableRawPointer, _ operation: UnsafePointer<PropertyOperation>,
    _ property: CoderPlan.Property, forKey key: CoderPlan.Key, from source: CoderSource
  ) throws -> Bool {
    let isOptional = operation.pointee.isOptional
    switch try source.found(
      under: key, kind: isOptional ? .optional : operation.pointee.kind, property.expectation)
    {
    case .missing: return false
    case .bool(let value): address.initialize(with: value)
    case .reference(let reference, let position):
      #if !canImport(ObjectiveC)
      if let type = property.objectType {
        if initializeKnownObject(address, operation, ofClass: type, entry: position, from: source) { return true }
      } else if property.isReadDirectly,
        try operation.pointee.withCodec({
          try decode(into: address, as: $0, entry: position, property.expectation, from: source)
        })
      {
        return true
      }
      #endif
      let object = try source.object(forKey: key.text, reference, property.expectation)
      #if !canImport(ObjectiveC)
      if let type = property.objectType, let object = object.flatMap({ exactObject($0, ofClass: type) }) {
        source.scope.remember(object, at: position)
        initialize(address, operation, with: object)
        return true
      }
      if property.isReadDirectly { source.scope.remember(object, at: position) }
      #endif
      try operation.pointee.withCodec { try decode(into: address, as: $0, from: object) }
    case .number(let number):
      if !isOptional, try decode(into: address, kind: operation.pointee.kind, from: number) { return true }
      try operation.pointee.withCodec { try decode(into: address, as: $0, from: number) }
    case .object(let object):
      try operation.pointee.withCodec { try decode(into: address, as: $0, from: object) }
    }
    return true
  }

  // MARK: Values

  /// Decodes a value from the object that represents it; nil represents null.
  static func decode(into address: UnsafeMutableRawPointer, as codec: Codec, from object: Any?) throws {
    switch codec.concrete {
    case .optional(let codec):
      guard let object, exactValue(object, as: NSNull.self) == nil else { return codec.initializeNull(address) }
      try decode(into: address, as: codec.wrapped, from: object)
      return codec.wrap(address)
    // Most objects do not need a reader.
    case .record(let codec):
      guard let object else { throw mismatch(codec.type, nil) }
      if try decode(into: address, as: codec, from: object) { return }
    default: break
    }
    var reader = CoderReader(object)
    try reader.decode(into: address, as: codec)
  }

  /// Decodes a number or Bool. Returns false if the codec is of another kind.
  static func decode(
    into address: UnsafeMutableRawPointer, kind: Codec.Kind, from number: NSNumber
  ) throws -> Bool {
    func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws {
      guard let value = CoderNumber.integer(number, as: type) else { throw misfit(type, number) }
      address.initialize(with: value)
    }
    switch kind {
    case .bool:
      guard let value = CoderNumber.bool(number) else { throw mismatch(Bool.self, number) }
      address.initialize(with: value)
    case .int: try integer(Int.self)
    case .int8: try integer(Int8.self)
    case .int16: try integer(Int16.self)
    case .int32: try integer(Int32.self)
    case .int64: try integer(Int64.self)
    case .uint: try integer(UInt.self)
    case .uint8: try integer(UInt8.self)
    case .uint16: try integer(UInt16.self)
    case .uint32: try integer(UInt32.self)
    case .uint64: try integer(UInt64.self)
    case .int128:
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { try integer(Int128.self) }
    case .uint128:
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { try integer(UInt128.self) }
    case .float:
      guard let value = CoderNumber.float(number) else { throw misfit(Float.self, number) }
      address.initialize(with: value)
    case .double:
      guard let value = CoderNumber.double(number) else { throw misfit(Double.self, number) }
      address.initialize(with: value)
    default: return false
    }
    return true
  }

  static func decimal(of object: Any) -> Decimal? {
    if case .decimal(let value)? = (object as? ArchivedValue)?.contents { return value }
    guard let number = CoderNumber.number(object), FoundationObject.bool(number) == nil else { return nil }
    // On Apple platforms, an `NSDecimalNumber` may have more digits than any other number type can hold.
    if let exact = number as? NSDecimalNumber { return exact.decimalValue }
    if CoderNumber.mayBeCutOff(number, bitWidth: 64) { return nil }
    return Decimal(exactDigits: CoderNumber.digits(of: number))
  }

  /// Returns the object of a Foundation class that a value is, or that stands for it: on Linux, an unarchiver makes Swift's
  /// values of some.
  static func foundationObject(_ value: Any?) -> NSObject? {
    switch value {
    case let object as NSObject: object
    case let text as String: NSString(string: text)
    case let data as Data: NSData(data: data)
    case let elements as [Any]: NSArray(array: elements)
    case let elements as Set<AnyHashable>: NSSet(set: elements)
    case let members as [AnyHashable: Any]: NSDictionary(dictionary: members)
    default: nil
    }
  }

  static func elements(of object: Any) throws -> [Any]? {
    if let array = exactValue(object, as: NSArray.self) { return (0..<array.count).map { array.object(at: $0) } }
    return switch object {
    case let array as NSArray: array.map { $0 }
    case let set as NSCountedSet: try countedElements(of: set)
    case let set as NSSet: set.allObjects
    case let set as NSOrderedSet: set.array
    case let array as [Any]: array
    default: nil
    }
  }

  /// Returns each element as often as it was counted. The count comes from the data, so it must not exhaust memory.
  private static func countedElements(of set: NSCountedSet) throws -> [Any] {
    var elements: [Any] = []
    for element in set {
      let count = set.count(for: element)
      guard count <= 1 << 18 + 256 * set.count - elements.count else {
        throw DecodingError.dataCorrupted(.init("An NSCountedSet expands to far more values than it has."))
      }
      elements.append(contentsOf: repeatElement(element, count: count))
    }
    return elements
  }

  static func pairs(of object: Any) -> [(key: Any, value: Any)]? {
    switch object {
    case let dictionary as NSDictionary: dictionary.map { ($0.key, $0.value) }
    case let dictionary as [AnyHashable: Any]: dictionary.map { ($0.key.base, $0.value) }
    default: nil
    }
  }

  // MARK: Errors

  static func mismatch(_ expected: Any.Type, _ found: Any?) -> DecodingError {
    let noun: String
    switch found {
    case nil, is NSNull: noun = "null"
    case let archived as ArchivedValue: noun = archived.description
    case is String: noun = "a string"
    case is Date: noun = "a date"
    case is Data: noun = "data"
    case is NSArray, is NSSet, is NSOrderedSet: noun = "an array or set"
    case is NSDictionary: noun = "a dictionary"
    case let value?: noun = CoderNumber.number(value) != nil ? "a number" : "an object of \(type(of: value))"
    }
    let context = DecodingError.Context("Expected to decode \(expected) but found \(noun) instead.")
    return noun == "null" ? .valueNotFound(expected, context) : .typeMismatch(expected, context)
  }

  static func misfit(_ type: Any.Type, _ number: NSNumber) -> DecodingError {
    let bitWidth = (type as? any FixedWidthInteger.Type)?.bitWidth ?? 64
    let explanation =
      CoderNumber.mayBeCutOff(number, bitWidth: bitWidth)
      ? """
      Foundation's unarchiver reads only 64 bits of an integer that the archive has in 128. Read the archive with \
      KeyedArchiveDecoder.
      """ : "The number \(number) does not fit in \(type)."
    return .dataCorrupted(.init(explanation))
  }

  static func unexpected(_ name: String?, _ archived: Any.Type?, _ expected: Any.Type?) -> DecodingError {
    let found = name ?? archived.map { ModelName.of($0).name } ?? "no name"
    let place = expected.map { "; expected \(TypeLookup.name(of: $0))" } ?? ""
    return .dataCorrupted(
      .init("The archive has an object of '\(found.shortened)', which is not allowed here\(place)."))
  }
}

extension Error {
  /// Whether it is the error of null in place of a value. Never inlined, so that the caller does not look up the size of the
  /// error.
  @inline(never)
  fileprivate var isOfMissingValue: Bool {
    guard case .valueNotFound(_, let context)? = self as? DecodingError else { return false }
    return context.codingPath.isEmpty
  }
}
