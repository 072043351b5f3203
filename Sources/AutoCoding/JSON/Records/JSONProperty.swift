/// The form of a property for coding a record in one pass: the most common leaves, and everything built from others.
enum JSONForm: UInt8, Sendable {
  case bool, int, double, string, date
  case optionalBool, optionalInt, optionalString
  /// An enum that is coded as its raw value; ``JSONProperty/cases`` are its cases.
  case rawValue, optionalRawValue
  /// A struct, object or enum.
  case record
  /// An `Array` whose elements can be reached in place.
  case array
  /// An Optional of anything else; ``JSONProperty/wrappedForm`` says of what.
  case optional
  case other

  init(_ codec: Codec) {
    switch codec.kind {
    case .bool: self = .bool
    case .int: self = .int
    case .double: self = .double
    case .string: self = .string
    case .date: self = .date
    case .record:
      self = JSONCases.prepared(for: unsafeDowncast(codec, to: RecordCodec.self)) == nil ? .record : .rawValue
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

/// A property for coding a record in one pass: trivially copied, in a flat table that is never freed.
struct JSONProperty {
  /// The key as JSON text with its colon, and at least 32 bytes after that; those of one type lie side by side.
  let key: UnsafePointer<UInt8>
  /// The bytes of ``key``, with the colon.
  let keyCount: Int
  /// Bytes from the start of the struct or object.
  let offset: Int
  /// The property's index in its map's operations.
  let position: Int
  /// What the walk knows of the property.
  let operation: UnsafePointer<PropertyOperation>
  let form: JSONForm
  /// Of an Optional: the form of what it wraps. Otherwise ``form``.
  let wrappedForm: JSONForm
  /// Whether nil is left out, unless a default of the type says otherwise.
  let omitsNil: Bool
  /// The cases of ``JSONForm/rawValue``.
  let cases: UnsafePointer<JSONCases>?

  init(
    _ operation: UnsafePointer<PropertyOperation>, key: UnsafePointer<UInt8>, keyCount: Int, _ style: JSONStyle
  ) {
    self.key = key
    omitsNil = operation.pointee.omitsNil && !style.contains(.nulls)
    self.keyCount = keyCount
    self.operation = operation
    offset = operation.pointee.offset
    position = operation.pointee.position
    let wrappedForm = operation.pointee.withWrappedCodec { JSONForm($0) }
    self.wrappedForm = wrappedForm
    let isOptional = operation.pointee.isOptional
    form =
      operation.pointee.isOptionalLeaf || isOptional && wrappedForm == .rawValue
      ? wrappedForm.optional : isOptional ? .optional : wrappedForm
    cases =
      wrappedForm != .rawValue
      ? nil
      : operation.pointee.withWrappedCodec { JSONCases.prepared(for: unsafeDowncast($0, to: RecordCodec.self)) }
  }
}
