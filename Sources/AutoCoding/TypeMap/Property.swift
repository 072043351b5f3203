extension TypeMap {
  /// A stored property, and how it is coded.
  public struct Property: Sendable, CustomStringConvertible {
    /// Why a property is neither written nor read.
    public enum Exclusion: Sendable, CustomStringConvertible {
      /// It is named in `unEncodedProperties` of this type.
      case unEncoded(by: Any.Type)
      /// It is excluded in `propertyRules` of this type.
      case excluded(by: Any.Type)
      /// It is marked with ``Transient``.
      case transient
      /// The type's nested `CodingKeys` has no case for it.
      case codingKeys
      /// It is a weak reference, which only formats that keep identity can write.
      case weakReference
      /// It is the registrar that `@Observable` adds.
      case observationRegistrar

      /// The reason, as a type map prints it.
      public var description: String {
        switch self {
        case .unEncoded(let type): "unEncodedProperties of \(_typeName(type, qualified: false))"
        case .excluded(let type): "propertyRules of \(_typeName(type, qualified: false))"
        case .transient: "@Transient"
        case .codingKeys: "no case in CodingKeys"
        case .weakReference: "weak; kept by keyed archives alone"
        case .observationRegistrar: "part of @Observable"
        }
      }
    }

    /// The name in the source, without the decorations that wrappers add to the storage.
    public let name: String
    /// The class or struct that declares the property.
    public let declaringType: Any.Type
    /// The type of the stored value.
    public let type: Any.Type
    /// The keys that lead to the property: its own, after those of the objects around it where the key has dots.
    public let keyPath: [String]
    /// Older key paths that are still read, in the order in which they are tried.
    public let formerKeyPaths: [[String]]
    /// Why the property is left out, or nil where it is coded.
    public let exclusion: Exclusion?

    /// The property's place and type, and its key or why it is left out: `Person.name: String, key "title"`.
    public var description: String {
      let place = "\(_typeName(declaringType, qualified: false)).\(name): \(_typeName(type, qualified: false))"
      if let exclusion { return "\(place), left out: \(exclusion)" }
      let former = formerKeys.map { "\"\($0)\"" }.joined(separator: ", ")
      let transformed = transformer.map { ", transformed by \(_typeName($0, qualified: false))" } ?? ""
      return "\(place), key \"\(key)\"" + (former.isEmpty ? "" : ", formerly \(former)") + transformed
    }

    /// The key that the property is written and read under; with dots where it leads into nested objects.
    public var key: String { keyPath.joined(separator: ".") }
    /// Older keys that are still read, as ``key``, in the order in which they are tried.
    public var formerKeys: [String] { formerKeyPaths.map { $0.joined(separator: ".") } }

    /// Bytes from the start of the struct or object.
    package let offset: Int
    /// How the property is coded; nil where it is left out.
    package let codec: Codec?
    /// Whether the storage is a property wrapper's.
    package let isWrapper: Bool
    /// What `propertyRules` transforms the property by.
    package let transformer: (any PropertyTransformer.Type)?

    package init(
      name: String, declaringType: Any.Type, type: Any.Type, path: PropertyPath, formerPaths: [PropertyPath],
      exclusion: Exclusion?, offset: Int, codec: Codec?, isWrapper: Bool,
      transformer: (any PropertyTransformer.Type)? = nil
    ) {
      self.isWrapper = isWrapper
      self.transformer = transformer
      self.name = name
      self.declaringType = declaringType
      self.type = type
      keyPath = path.steps
      formerKeyPaths = formerPaths.map(\.steps)
      self.exclusion = exclusion
      self.offset = offset
      self.codec = codec
    }
  }
}

/// What a property is to a format that codes records in one go: the leaves that are commonest, and what is made of others.
package enum PropertyForm: UInt8, Sendable {
  case bool, int, double, string, date
  case optionalBool, optionalInt, optionalString
  /// A struct, object or enum.
  case record
  /// An `Array` whose elements can be reached in place.
  case array
  /// An Optional of anything else; ``PropertyOperation/wrappedForm`` says of what.
  case optional
  case other

  fileprivate init(_ codec: Codec) {
    switch codec.kind {
    case .bool: self = .bool
    case .int: self = .int
    case .double: self = .double
    case .string: self = .string
    case .date: self = .date
    case .record: self = .record
    case .sequence where codec.hasElementsInPlace: self = .array
    default: self = .other
    }
  }

  /// The form of an Optional of this one, where there is one of its own.
  fileprivate var optional: PropertyForm {
    switch self {
    case .bool: .optionalBool
    case .int: .optionalInt
    case .string: .optionalString
    default: .optional
    }
  }
}

/// A coded property as the walk meets it: trivially copied, in a flat table that is never freed.
package struct PropertyOperation: @unchecked Sendable {
  package let form: PropertyForm
  /// Of an Optional: the form of what it wraps. Otherwise ``form``.
  package let wrappedForm: PropertyForm
  /// The kind of the property's codec; of the wrapped codec where ``isOptionalLeaf``.
  package let kind: Codec.Kind
  /// Whether the property is an Optional of a leaf, which the walk reads in place.
  package let isOptionalLeaf: Bool
  /// Whether the property's type is Optional: a missing key is nil.
  package let isOptional: Bool
  /// Whether nil is left out. A generic parameter that happens to be Optional writes null, as `Codable` has it.
  package let omitsNil: Bool
  /// Whether the property is a wrapper that may have something to say of its key.
  package let isWrapper: Bool
  /// Whether the property is a `var`.
  package let isVariable: Bool
  package let offset: Int
  /// The property's index in its map's operations.
  package fileprivate(set) var position = 0
  package let key: PropertyKey
  /// As ``PropertyKey/quoted``, with at least 32 bytes after the colon; those of one type lie side by side.
  package fileprivate(set) var quotedKey: UnsafePointer<UInt8>
  /// The bytes of ``quotedKey``, with the colon.
  package let quotedKeyCount: Int
  package let formerKeys: UnsafeBufferPointer<PropertyKey>
  /// What can be done with the memory of the property's type.
  package let memory: ValueOperations
  // Both are immortal, and passed on without being retained.
  private let codecReference: Unmanaged<Codec>
  private let wrappedReference: Unmanaged<Codec>
  private let codableReference: Unmanaged<CodableAccess>?

  /// How the property's type is coded.
  package var codec: Codec { codecReference._withUnsafeGuaranteedRef { $0 } }

  /// Calls `body` with the codec, unretained.
  @inline(__always)
  package func withCodec<Result>(_ body: (Codec) throws -> Result) rethrows -> Result {
    try codecReference._withUnsafeGuaranteedRef(body)
  }

  /// Calls `body` with the codec of what an Optional wraps, unretained; of any other property with its own.
  @inline(__always)
  package func withWrappedCodec<Result>(_ body: (Codec) throws -> Result) rethrows -> Result {
    try wrappedReference._withUnsafeGuaranteedRef(body)
  }

  /// Whether the Optional at the address is nil. Precondition: ``isOptionalLeaf``.
  @inline(__always)
  package func isNilLeaf(_ address: UnsafeRawPointer) -> Bool {
    switch kind {
    case .string: address.assumingMemoryBound(to: String?.self).pointee == nil
    case .int: address.assumingMemoryBound(to: Int?.self).pointee == nil
    case .double: address.assumingMemoryBound(to: Double?.self).pointee == nil
    case .bool: address.assumingMemoryBound(to: Bool?.self).pointee == nil
    default: memory.enumTag(address) != 0
    }
  }

  /// Makes the Optional at the address nil. Precondition: ``isOptional``.
  @inline(__always)
  package func initializeNil(_ address: UnsafeMutableRawPointer) {
    guard isOptionalLeaf else { return memory.injectTag(1, at: address) }
    switch kind {
    case .string: address.initialize(with: nil as String?)
    case .int: address.initialize(with: nil as Int?)
    case .double: address.initialize(with: nil as Double?)
    case .bool: address.initialize(with: nil as Bool?)
    default: memory.injectTag(1, at: address)
    }
  }

  /// Whether the property is a wrapper at the address that is left out.
  package func isLeftOutWrapper(_ address: UnsafeRawPointer) -> Bool {
    isWrapper && withCodec { $0.wrapper?.isLeftOut(address) ?? false }
  }

  /// Calls `body` with the property's own conformance, or returns nil where its type has none.
  @inline(__always)
  package func withCodable(_ body: (CodableAccess) throws -> Void) rethrows -> Void? {
    try codableReference?._withUnsafeGuaranteedRef(body)
  }

  package init(
    offset: Int, key: PropertyKey, formerKeys: [PropertyKey], codec: Codec, wrapped: Codec?, omitsNil: Bool,
    isVariable: Bool
  ) {
    self.isVariable = isVariable
    isWrapper = codec.wrapper?.hasDefault ?? false
    let isOptionalLeaf = omitsNil && wrapped?.kind.isLeaf ?? false
    self.kind = isOptionalLeaf ? wrapped?.kind ?? codec.kind : codec.kind
    self.isOptionalLeaf = isOptionalLeaf
    self.isOptional = codec.kind == .optional
    let wrapped = wrapped ?? codec
    wrappedForm = PropertyForm(wrapped)
    form = isOptionalLeaf ? wrappedForm.optional : isOptional ? .optional : wrappedForm
    self.omitsNil = omitsNil
    self.offset = offset
    self.key = key
    quotedKey = key.quoted
    quotedKeyCount = key.quotedCount + 1
    let former = UnsafeMutableBufferPointer<PropertyKey>.allocate(capacity: formerKeys.count)
    _ = former.initialize(from: formerKeys)
    self.formerKeys = UnsafeBufferPointer(former)
    self.memory = ValueOperations(codec.type)
    codecReference = .passRetained(codec)
    wrappedReference = .passRetained(wrapped)
    codableReference = codec.codable.map { .passRetained($0) }
  }
}

extension UnsafeMutableBufferPointer<PropertyOperation> {
  /// Tells operations their positions, and copies their keys to memory of their own, which is never freed.
  package func settle() {
    let room = 32
    var next = UnsafeMutablePointer<UInt8>.allocate(capacity: reduce(0) { $0 + $1.quotedKeyCount + room } + room)
    for index in indices {
      let count = self[index].quotedKeyCount
      next.initialize(repeating: 0, count: count + room)
      next.update(from: self[index].quotedKey, count: count)
      self[index].quotedKey = UnsafePointer(next)
      self[index].position = index
      next += count + room
    }
  }
}
