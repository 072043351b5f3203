extension TypeMap {
  /// A stored property, and how it is coded.
  public struct Property: Sendable, CustomStringConvertible {
    /// Why a property is neither written nor read.
    public struct Exclusion: Hashable, Sendable, CustomStringConvertible {
      /// The reason, as a type map prints it.
      public let description: String
      /// The type whose `unEncodedProperties` or `propertyRules` exclude the property; nil if it is excluded for
      /// another reason.
      public let excludingType: Any.Type?

      /// Whether a rule excludes the property, rather than `unEncodedProperties`.
      let isByRule: Bool

      /// The property is named in `unEncodedProperties` of a type.
      public static func unEncoded(by type: Any.Type) -> Exclusion {
        Exclusion("unEncodedProperties of \(_typeName(type, qualified: false))", by: type)
      }
      /// The property is excluded in `propertyRules` of a type.
      public static func excluded(by type: Any.Type) -> Exclusion {
        Exclusion("propertyRules of \(_typeName(type, qualified: false))", by: type, isByRule: true)
      }
      /// The property is marked with ``Transient``.
      public static let transient = Exclusion("@Transient")
      /// The type's nested `CodingKeys` has no case for the property.
      public static let codingKeys = Exclusion("no case in CodingKeys")
      /// The property is a weak reference, which only formats that keep identity can write.
      public static let weakReference = Exclusion("weak; only keyed archives keep it")
      /// The property is the registrar that `@Observable` adds.
      public static let observationRegistrar = Exclusion("part of @Observable")

      private init(_ description: String, by type: Any.Type? = nil, isByRule: Bool = false) {
        self.description = description
        excludingType = type
        self.isByRule = isByRule
      }

      /// Whether two properties are excluded for the same reason, and by the same type.
      public static func == (first: Exclusion, second: Exclusion) -> Bool {
        first.description == second.description && first.excludingType == second.excludingType
      }

      /// Hashes the reason.
      public func hash(into hasher: inout Hasher) { hasher.combine(description) }
    }

    /// The name in the source, without the decorations that wrappers add to the storage.
    public let name: String
    /// The class or struct that declares the property.
    public let declaringType: Any.Type
    /// The type of the stored value.
    public let type: Any.Type
    /// The keys that lead to the property: its own, after those of the objects around it if the key has dots. An index in
    /// an array is a number.
    public let keyPath: [String]
    /// Older key paths that are still read, in the order in which they are tried.
    public let formerKeyPaths: [[String]]
    /// Why the property is left out, or nil if it is coded.
    public let exclusion: Exclusion?
    /// Whether the property's own properties are coded in the object around it, as `.flattened` in `propertyRules`
    /// says; for a dictionary, whether it has all keys of that object that nothing else has.
    public let isFlattened: Bool
    /// What `propertyRules` says that the property is for, or nil.
    public let documentation: String?

    /// The property's place and type, and its key or why it is left out: `Person.name: String, key "title"`.
    public var description: String {
      let place = "\(_typeName(declaringType, qualified: false)).\(name): \(_typeName(type, qualified: false))"
      let standIn = defaultValue.map { ", default \($0)" } ?? ""
      if let exclusion { return "\(place), left out: \(exclusion)\(standIn)" }
      let former = formerKeys.map { "\"\($0)\"" }.joined(separator: ", ")
      let transformed = transformer.map { ", transformed by \(_typeName($0, qualified: false))" } ?? ""
      let direction = direction.map { ", \($0.rawValue)" } ?? ""
      let coding = isFlattened ? "flattened" : "key \"\(key)\""
      let notes = notes.map { ", " + $0 }.joined()
      return "\(place), \(coding)" + (former.isEmpty ? "" : ", formerly \(former)") + transformed + direction
        + notes + standIn
    }

    /// The key that the property is written and read under. It has dots if it leads into nested objects.
    public var key: String { paths.first?.joined ?? "" }
    /// Older keys that are still read, as ``key``, in the order in which they are tried.
    public var formerKeys: [String] { paths.dropFirst().map(\.joined) }

    /// The current path and former paths, with the steps that are indices in arrays.
    package let paths: [PropertyPath]
    /// Bytes from the start of the struct or object.
    package let offset: Int
    /// How the property is coded; nil if it is left out.
    package let codec: Codec?
    /// Whether the storage is a property wrapper's.
    package let isWrapper: Bool
    /// The transformer that `propertyRules` gives the property.
    package let transformer: (any PropertyTransformer.Type)?
    /// Whether the property is only written, or only read; nil if it is both or none.
    package let direction: PropertyRule.Direction?
    /// Whether a rule requires the key.
    let isRequired: Bool
    /// What other rules say, in words.
    let notes: [String]
    /// The default that `propertyRules` gives the property.
    package let defaultValue: DefaultValue?

    package init(
      name: String, declaringType: Any.Type, type: Any.Type, path: PropertyPath, formerPaths: [PropertyPath],
      exclusion: Exclusion?, offset: Int, codec: Codec?, isWrapper: Bool,
      transformer: (any PropertyTransformer.Type)? = nil, defaultValue: DefaultValue? = nil,
      direction: PropertyRule.Direction? = nil, documentation: String? = nil, isFlattened: Bool = false,
      isRequired: Bool = false, notes: [String] = []
    ) {
      self.direction = direction
      self.documentation = documentation
      self.isFlattened = isFlattened
      self.isRequired = isRequired
      self.notes = notes
      self.defaultValue = defaultValue
      self.isWrapper = isWrapper
      self.transformer = transformer
      self.name = name
      self.declaringType = declaringType
      self.type = type
      paths = [path] + formerPaths
      keyPath = path.steps
      formerKeyPaths = formerPaths.map(\.steps)
      self.exclusion = exclusion
      self.offset = offset
      self.codec = codec
    }
  }
}

extension [TypeMap.Property] {
  /// The properties that are not left out. A property is costly to copy, and none is copied if all are coded.
  package var coded: [TypeMap.Property] {
    allSatisfy { $0.exclusion == nil } ? self : filter { $0.exclusion == nil }
  }
}
