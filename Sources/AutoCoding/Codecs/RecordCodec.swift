/// A type that conforms to AutoCoding as a part of others: a struct, an object or an enum.
///
/// The type's own map is made when its first value is coded, so recursive types terminate.
package class RecordCodec: Codec, @unchecked Sendable {
  /// The type's conformance: ``Codec/codable`` without the Optional.
  package let access: CodableAccess
  /// Which of AutoCoding's defaults `init(from:)` is; nil if it was written by hand.
  package let decodingDefault: CodingProbe.Default?
  /// The codec of the raw value, if that is the default.
  package let rawValue: Codec
  /// The kind of the raw value, if it is all that a value stores.
  package let storedRawValue: Codec.Kind?
  /// Whether values are references to objects that are coded by their properties or by hand, and so have an identity.
  package let isObject: Bool
  /// Whether values are objects.
  package let isClass: Bool
  /// Whether values are objects that are decoded by their properties, and that data names by `$class` if at all.
  package let isUntaggedObject: Bool
  /// Whether values are objects of a class that is named by a tag: `typeRules` of the class or of one above it has a type
  /// key.
  package let hasTypeKey: Bool
  /// Whether values can name their type among their properties if nothing declares it.
  let isNamedAmongProperties: Bool
  /// The map of a type whose values are written by their properties or cases; set when the first value was written.
  private let knownMap = AtomicReference<TypeMap.Storage>()
  /// The root codec at the last use of this codec, if it leads to this one; see ``TypeScope``.
  let lastRoot = AtomicReference<Codec>()
  /// The root codec at the last use of this codec that does not lead to this one.
  let lastOtherRoot = AtomicReference<Codec>()
  /// The step to this codec's type from a root that does not lead to it; see ``TypeScope``.
  let firstStep = AtomicReference<DeclaredStep>()
  /// What a format prepares for an enum that is coded as its raw value.
  package let casesSlot = FormatSlot()
  private let resolve: @Sendable () throws -> Unmanaged<TypeMap.Storage>
  private let codecOfModel: @Sendable (any AutoCoding.Type) throws -> RecordCodec

  fileprivate init(
    type: Any.Type, access: CodableAccess, decodingDefault: CodingProbe.Default?, rawValue: Codec?,
    resolve: @escaping @Sendable () throws -> Unmanaged<TypeMap.Storage>,
    codecOfModel: @escaping @Sendable (any AutoCoding.Type) throws -> RecordCodec
  ) {
    self.codecOfModel = codecOfModel
    self.access = access
    self.decodingDefault = decodingDefault
    self.rawValue = rawValue ?? CodableCodec(type: type, access: access)
    storedRawValue = rawValue?.conversion.flatMap { $0.storesRepresentation ? $0.representation.kind : nil }
    self.resolve = resolve
    isClass = type is AnyClass
    isObject = type is AnyClass && decodingDefault != .rawValue
    hasTypeKey = Self.hasTypeKey(type)
    isUntaggedObject = isObject && decodingDefault == .structure && !hasTypeKey
    isNamedAmongProperties = type is AnyClass || Metadata(type).kind == .structure
    super.init(type: type, kind: .record, codable: access)
  }

  private static func hasTypeKey(_ type: Any.Type) -> Bool {
    var level: AnyClass? = type as? AnyClass
    while let current = level {
      if let model = Conformances.cast(current, to: (any AutoCoding.Type).self), model.typeRules.typeKey != nil {
        return true
      }
      level = _getSuperclass(current)
    }
    return false
  }

  package override var children: [Codec] { (try? map)?._withUnsafeGuaranteedRef(\.codecs) ?? [] }

  private let resolvedMap = AtomicReference<TypeMap.Storage>()

  /// The type's map, unretained: it is immortal.
  @inline(__always)
  package var map: Unmanaged<TypeMap.Storage> {
    get throws { try resolvedMap.value ?? resolveMap() }
  }

  /// The type's map, if values are structs that are read by their properties and this is known already.
  @inline(__always)
  package var knownStructure: Unmanaged<TypeMap.Storage>? { structure.value }

  private let structure = AtomicReference<TypeMap.Storage>()

  @inline(never)
  private func resolveMap() throws -> Unmanaged<TypeMap.Storage> {
    let map = try resolve()
    map._withUnsafeGuaranteedRef {
      if case .structure = $0.shape, decodingDefault == .structure { structure.store($0) }
    }
    map._withUnsafeGuaranteedRef { resolvedMap.store($0) }
    return map
  }

  /// The type's map, if the value at the address is of exactly this type and is written by its properties or cases;
  /// nil if that is not so, or not known yet.
  @inline(__always)
  package func knownMap(ofValueAt address: UnsafeRawPointer) -> Unmanaged<TypeMap.Storage>? {
    guard let map = knownMap.value else { return nil }
    if isClass, !Instance.isExactly(address.value(as: UnsafeRawPointer.self), type) { return nil }
    return map
  }

  /// As ``knownMap(ofValueAt:)``, for an object in a format with references. Nil also if `init(from:)` was written by hand: it
  /// reads what an encoder writes, which is no record of such a format.
  @inline(__always)
  package func knownMap(ofObject object: UnsafeRawPointer) -> Unmanaged<TypeMap.Storage>? {
    decodingDefault == nil ? nil : withUnsafePointer(to: object) { knownMap(ofValueAt: $0) }
  }

  /// Whether values of exactly this type are known to be written by their properties or cases alone.
  package var isWrittenByProperties: Bool { knownMap.value != nil }

  /// Records that values of exactly this type are written by the properties or cases of the map.
  ///
  /// A type with its own `willEncode()` stays unpublished, so that each value takes the way on which it is called.
  func publish(_ map: TypeMap.Storage) {
    if knownMap.value == nil, !mayHaveWillEncode { knownMap.store(map) }
  }

  /// Like ``publish(_:)``, if the value at the address is of exactly this type, and is written by its properties or cases.
  @inline(never)
  func publishMap(ofValueAt address: UnsafeRawPointer) {
    guard knownMap.value == nil, decodingDefault == .structure, !mayHaveWillEncode,
      !isClass || Instance.isExactly(address.value(as: UnsafeRawPointer.self), type),
      encodingDefault(of: address) == .structure, let map = try? map
    else { return }
    map._withUnsafeGuaranteedRef { publish($0) }
  }

  /// Set if data had anything but an object in place of a model, such as null.
  let isNullAtTimes = AtomicReference<RecordCodec>()

  /// Whether the type leads only to values that can be encoded in nested containers: 1 if so, -1 if not, 0 if this is
  /// not known yet.
  let nesting = AtomicCount()
  /// How many values could not be encoded so though the type can.
  let nestingFailures = AtomicCount()

  /// Set once it is known that values are written as their raw values, without a `willEncode()`.
  let writesRawValues = AtomicReference<RecordCodec>()

  /// Records that values are written as their raw values, unless the type has its own `willEncode()`, or is a class: an
  /// object may be of a subclass.
  func publishRawValues() {
    if writesRawValues.value == nil, !isClass, !mayHaveWillEncode { writesRawValues.store(immortal: self) }
  }

  /// Returns the codec of a subclass, for an object that is declared as this codec's class.
  package func subclassCodec(_ type: any AutoCoding.Type) throws -> RecordCodec { try codecOfModel(type) }

  /// Returns the codec of the class that data names for an object of this codec's class.
  ///
  /// - Throws: `DecodingError` at the class key if there is no subclass of that name, or if data cannot name it.
  package func subclassCodec(named name: String) throws -> RecordCodec {
    guard let declared = Conformances.cast(type, to: (any AutoCoding.Type).self) else { return self }
    do {
      return try codec(ofSubclass: TypeNames.subclass(named: name, of: declared), named: name)
    } catch {
      throw error.prepending(TypeNames.classPropertyKey)
    }
  }

  /// Returns the codec of a subclass that data names.
  ///
  /// - Throws: `DecodingError` if data cannot name it.
  package func codec(ofSubclass type: any AutoCoding.Type, named name: @autoclosure () -> String) throws -> RecordCodec
  {
    let codec = try subclassCodec(type)
    guard codec.decodingDefault != nil else {
      throw DataRefusal(
        .unknownType, "The class '\(name())' has its own init(from:), so data cannot name it.",
        remedy: "Let AutoCoding decode the class, or declare the value as this class."
      ).decodingError()
    }
    return codec
  }

  /// Returns which of AutoCoding's defaults the value's `encode(to:)` is; nil if it was written by hand. It is found
  /// with the first value of a type, because only a value can tell.
  package func encodingDefault(of address: UnsafeRawPointer) -> CodingProbe.Default? { nil }

  /// Set once it is known that the type does not implement `didDecode`.
  fileprivate let hasDefaultDidDecode = AtomicReference<RecordCodec>()
  /// Set once it is known that the type does not implement `willEncode()`.
  fileprivate let hasDefaultWillEncode = AtomicReference<RecordCodec>()

  /// Whether ``didDecode(_:in:)`` may have an effect.
  @inline(__always)
  package var mayHaveDidDecode: Bool { hasDefaultDidDecode.value == nil }

  /// Whether ``willEncode(_:)`` may have an effect.
  @inline(__always)
  package var mayHaveWillEncode: Bool { hasDefaultWillEncode.value == nil }

  /// Learns what the codec of the type's values by themselves knows of the calls before and after coding.
  @inline(never)
  func learnCalls() {
    guard let model = Conformances.cast(type, to: (any AutoCoding.Type).self), let other = try? codecOfModel(model)
    else { return }
    if !other.mayHaveDidDecode { hasDefaultDidDecode.store(immortal: self) }
    if !other.mayHaveWillEncode { hasDefaultWillEncode.store(immortal: self) }
  }

  /// Calls the type's `didDecode(in:)` or `didDecode()`.
  ///
  /// - Parameter context: The context to pass; nil for that of the current thread's decoder.
  package func didDecode(_ address: UnsafeMutableRawPointer, in context: DecodingContext? = nil) throws {}

  /// Calls the type's `willEncode()`.
  package func willEncode(_ address: UnsafeRawPointer) throws {}
}

extension Codec {
  /// Whether the value at an address is a model with its own `encode(to:)`.
  @inline(__always)
  package func isEncodedByHand(_ address: UnsafeRawPointer) -> Bool {
    guard kind == .record else { return false }
    let codec = unsafeDowncast(self, to: RecordCodec.self)
    return !codec.isWrittenByProperties && codec.writesRawValues.value == nil
      && codec.encodingDefault(of: address) == nil
  }
}

extension RecordCodec {
  /// Calls the type's `didDecode` for a value that was decoded, and destroys the value if that throws.
  ///
  /// - Parameter context: The context of `didDecode(in:)`; nil for that of the thread's coder.
  @inline(__always)
  package func finish(_ address: UnsafeMutableRawPointer, in context: DecodingContext? = nil) throws {
    guard mayHaveDidDecode else { return }
    do {
      try didDecode(address, in: context)
    } catch {
      ValueOperations(type).destroy(address)
      throw error
    }
  }
}

private let encodingDefaults = PermanentTable<CodingProbe.Default?>()

extension RecordCodec {
  /// What ``encodingDefault(of:)`` found for values of exactly this type; nil if none was asked about.
  package var knownEncodingDefault: CodingProbe.Default?? { encodingDefaults.value(for: type) }
}

private final class TypedRecordCodec<Value: AutoCoding>: RecordCodec, @unchecked Sendable {
  private let isLoadedInPlace = Conformances.includes(Value.self, (any LoadedInPlace.Type).self)

  init(
    rawValue: Codec?, resolve: @escaping @Sendable () throws -> Unmanaged<TypeMap.Storage>,
    codecOfModel: @escaping @Sendable (any AutoCoding.Type) throws -> RecordCodec
  ) {
    super.init(
      type: Value.self, access: ValueAccess<Value>(), decodingDefault: CodingProbe.decodingDefault(of: Value.self),
      rawValue: rawValue, resolve: resolve, codecOfModel: codecOfModel)
  }

  override func encodingDefault(of address: UnsafeRawPointer) -> CodingProbe.Default? {
    // Only an object may be of another type than its variable, which is asked without retaining it.
    let isOfThisType = !isClass || Instance.isExactly(address.value(as: UnsafeRawPointer.self), Value.self)
    if isOfThisType, let known = encodingDefaults.value(for: Value.self) { return known }
    let value = address.value(as: Value.self)
    let type = Swift.type(of: value)
    if let known = encodingDefaults.value(for: type) { return known }
    return encodingDefaults.insert(CodingProbe.encodingDefault(of: value), for: type)
  }

  private let calls = ModelCalls()

  override func didDecode(_ address: UnsafeMutableRawPointer, in context: DecodingContext? = nil) throws {
    if isLoadedInPlace, LoadingInPlace.type == type { return }
    do {
      let isDefault = try ThreadState.callingOwnCode {
        try calls.didDecode(address.assumingMemoryBound(to: Value.self), in: context)
      }
      if isDefault { hasDefaultDidDecode.store(immortal: self) }
    } catch {
      ThreadState.ownCodeFailures &+= 1
      throw error
    }
  }

  override func willEncode(_ address: UnsafeRawPointer) throws {
    if try calls.willEncode(address.assumingMemoryBound(to: Value.self)) { hasDefaultWillEncode.store(immortal: self) }
  }
}

/// The codec of a type that conforms to AutoCoding.
///
/// - Parameter rawValue: The codec of the type's raw value, if it is of one of the standard library's raw types.
func recordCodec(
  of type: any AutoCoding.Type, rawValue: Codec?,
  resolve: @escaping @Sendable () throws -> Unmanaged<TypeMap.Storage>,
  codecOfModel: @escaping @Sendable (any AutoCoding.Type) throws -> RecordCodec
) -> RecordCodec {
  func codec<Value: AutoCoding>(_: Value.Type) -> RecordCodec {
    TypedRecordCodec<Value>(rawValue: rawValue, resolve: resolve, codecOfModel: codecOfModel)
  }
  return codec(type)
}
