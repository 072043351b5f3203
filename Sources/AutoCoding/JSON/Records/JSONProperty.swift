/// The form of a property for coding a record in one pass. The most common leaves have a form each.
enum JSONForm: UInt8, Sendable {
  case bool, int, double, string, date
  case optionalBool, optionalInt, optionalString
  /// An enum that is coded as its raw value, or may be, with the cases ``JSONProperty/cases``.
  case rawValue, optionalRawValue
  /// A struct, object or enum.
  case record
  /// An `Array` whose elements can be reached in place.
  case array
  /// An integer of up to 64 bits that is no `Int`.
  case integer
  case float
  /// An Optional of any other form, which is ``JSONProperty/wrappedForm``.
  case optional
  /// No property, but a member with the same value in each record, which is part of ``JSONProperty/key``.
  case constant
  case other

  init(_ codec: Codec) {
    switch codec.kind {
    case .bool: self = .bool
    case .int: self = .int
    case .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64: self = .integer
    case .float: self = .float
    case .double: self = .double
    case .string: self = .string
    case .date: self = .date
    case .record:
      self = JSONCases.prepared(for: unsafeDowncast(codec, to: RecordCodec.self)) == nil ? .record : .rawValue
    case .codable where codec.codable?.plainEnum != nil: self = .rawValue
    case .sequence where codec.hasElementsInPlace: self = .array
    default: self = .other
    }
  }

  /// The form of an Optional of this one; `.optional` if none is specific to it.
  var optional: JSONForm {
    switch self {
    case .bool: .optionalBool
    case .int: .optionalInt
    case .string: .optionalString
    case .rawValue: .optionalRawValue
    default: .optional
    }
  }
}

/// A property, or a constant member, for coding a record in one pass: a trivial type, in a flat table that is never freed.
struct JSONProperty {
  /// The key as JSON text with its colon, followed by at least 32 bytes. The keys of one type are adjacent.
  let key: UnsafePointer<UInt8>
  /// The bytes of ``key``, with the colon.
  let keyCount: Int
  /// Bytes from the start of the struct or object.
  let offset: Int
  /// The property's index in its map's operations.
  let position: Int
  /// The property's entry in its map's operations. A constant member has none: do not use it.
  let operation: UnsafePointer<PropertyOperation>
  let form: JSONForm
  /// The form for encoding: ``form``, or `.other` if the value may be left out.
  let writtenForm: JSONForm
  /// For an Optional: the form of the wrapped value. Otherwise the same as ``form``.
  let wrappedForm: JSONForm
  /// The kind of the value; for an Optional, of the wrapped one.
  let wrappedKind: Codec.Kind
  /// Whether the value is a dictionary or set, or an Optional of one.
  let wrapsCollection: Bool
  /// ``Codec/mayNeedPath`` of the value.
  let mayNeedPath: Bool
  /// Whether nil is left out, unless a default of the type says otherwise.
  let omitsNil: Bool
  /// The cases of ``JSONForm/rawValue``, if the type conforms to AutoCoding.
  private let ownCases: UnsafePointer<JSONCases>?
  /// The slot for the cases of an enum that is only `Codable`.
  private let casesSlot: FormatSlot?

  /// The cases of ``JSONForm/rawValue``; nil until they are prepared.
  @inline(__always)
  var cases: UnsafePointer<JSONCases>? { ownCases ?? casesSlot.flatMap { JSONCases.prepared(in: $0) } }

  /// Makes a member with the same value in each record.
  ///
  /// - Parameter text: The key and the value, with a comma.
  init(constant text: UnsafePointer<UInt8>, count: Int, of map: TypeMap.Storage) {
    key = text
    keyCount = count
    offset = 0
    position = 0
    operation = map.operation(at: 0)
    form = .constant
    writtenForm = .constant
    wrappedForm = .constant
    wrappedKind = .record
    wrapsCollection = false
    mayNeedPath = false
    omitsNil = false
    ownCases = nil
    casesSlot = nil
  }

  init(
    _ operation: UnsafePointer<PropertyOperation>, key: UnsafePointer<UInt8>, keyCount: Int, _ style: JSONStyle
  ) {
    self.key = key
    omitsNil = operation.pointee.omitsNil && (!style.contains(.nulls) || operation.pointee.isLazy)
    self.keyCount = keyCount
    self.operation = operation
    offset = operation.pointee.offset
    position = operation.pointee.position
    // What reads a value in place does not recover from errors.
    let isReadByWalk = operation.pointee.isNilForUndecodable || operation.pointee.skipsUndecodable
    let wrappedForm = isReadByWalk ? .other : operation.pointee.withWrappedCodec { JSONForm($0) }
    self.wrappedForm = wrappedForm
    wrappedKind = operation.pointee.withWrappedCodec { $0.kind }
    let isOptional = operation.pointee.isOptional
    form =
      operation.pointee.isOptionalLeaf || isOptional && wrappedForm == .rawValue
      ? wrappedForm.optional : isOptional ? .optional : wrappedForm
    writtenForm = operation.pointee.mayBeLeftOut ? .other : form
    wrapsCollection =
      !isReadByWalk && operation.pointee.withWrappedCodec { $0.kind == .dictionary || $0.kind == .sequence }
    mayNeedPath = operation.pointee.withWrappedCodec(\.mayNeedPath)
    casesSlot = operation.pointee.withWrappedCodec { $0.codable?.plainEnum?.casesSlot }
    ownCases =
      wrappedForm != .rawValue || casesSlot != nil
      ? nil
      : operation.pointee.withWrappedCodec { JSONCases.prepared(for: unsafeDowncast($0, to: RecordCodec.self)) }
  }
}
