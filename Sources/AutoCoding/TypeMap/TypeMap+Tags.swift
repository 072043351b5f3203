extension TypeMap {
  /// How data names the classes of a hierarchy whose base class has a type key in `typeRules`, as seen from one class.
  package final class Tags: Sendable {
    package let key: PropertyKey
    /// The class that gives the type key.
    package let base: any AutoCoding.Type
    /// The class that these tags belong to.
    package let type: any AutoCoding.Type
    /// The tags, in the order of the rule.
    package let types: [(tag: String, type: any AutoCoding.Type)]
    /// Whether an object whose tag is missing or unknown is of the declared class; otherwise that is an error.
    package let takesUnknown: Bool
    /// The property that has the tag of its object, and is written in its place; nil if there is none.
    private let holder: Holder?
    private let typesByTag: [String: any AutoCoding.Type]
    /// The tag that is written for ``type``, the first of its tags; nil if it is not listed.
    package let tag: String?
    /// Whether there are listed classes below ``type``.
    private let hasSubclasses: Bool

    /// A property whose key is the type key.
    package struct Holder: Sendable {
      let name: String
      let text: @Sendable (UnsafeRawPointer) throws -> String?

      /// - Parameter text: Returns the text of the property, given the address of the object's storage; nil if it has none.
      package init(name: String, text: @escaping @Sendable (UnsafeRawPointer) throws -> String?) {
        (self.name, self.text) = (name, text)
      }
    }

    package init(
      key: PropertyKey, base: any AutoCoding.Type, of type: any AutoCoding.Type,
      types: [(tag: String, type: any AutoCoding.Type)], takesUnknown: Bool, holder: Holder? = nil
    ) {
      self.key = key
      self.base = base
      self.type = type
      self.types = types
      self.takesUnknown = takesUnknown
      self.holder = holder
      typesByTag = Dictionary(types.map { ($0.tag, $0.type) }) { first, _ in first }
      tag = types.first { $0.type == type }?.tag
      hasSubclasses = types.contains { $0.type != type && TypeLookup.isSubclass($0.type, of: type) }
    }

    /// Whether objects that are declared as a class are named by their tags: it is of the hierarchy.
    package func cover(_ declared: Any.Type) -> Bool { TypeLookup.isSubclass(declared, of: base) }

    // MARK: Writing

    /// The key under which the tag is written beside the properties; nil if one of them holds it.
    package var ownKey: PropertyKey? { holder == nil ? key : nil }

    /// Whether what ``writtenTag(of:codingPath:)`` returns is the same for all objects, and no error.
    var isConstant: Bool { holder == nil && (tag != nil || takesUnknown && type == base) }

    /// Returns the tag to write before the properties of an object of ``type``; nil if it needs none.
    ///
    /// - Parameter base: The storage of the object.
    /// - Throws: `EncodingError.invalidValue` if a decoder would not find the class.
    package func writtenTag(
      of base: UnsafeRawPointer, codingPath: @autoclosure () -> [any CodingKey] = []
    ) throws -> String? {
      guard let holder else { return try tagToWrite(codingPath()) }
      let (text, tag) = (try holder.text(base), try tagToWrite(codingPath()))
      if let tag, let text, text == tag || typesByTag[text].map({ $0 == type }) ?? false { return nil }
      // A decoder takes such an object for one of the base class again.
      if takesUnknown, type == self.base, text.map({ typesByTag[$0] == nil }) ?? true { return nil }
      throw mismatch(text, in: holder, codingPath())
    }

    private func tagToWrite(_ codingPath: @autoclosure () -> [any CodingKey]) throws -> String? {
      if let tag { return tag }
      if takesUnknown, type == base { return nil }
      let name = TypeLookup.name(of: type)
      let alternative = type == base ? ", or let unknownType be .base" : ""
      throw EncodingError.invalidValue(
        type,
        .init(
          codingPath: codingPath(),
          debugDescription: """
            \(name) is not one of the classes that \(TypeLookup.name(of: base)) lists in typeRules (\(known)), so there is \
            no value for the key "\(key.stringValue)". Add it to their types\(alternative).
            """))
    }

    /// The error for a property that has the tag of another class, or of none.
    private func mismatch(_ text: String?, in holder: Holder, _ codingPath: [any CodingKey]) -> EncodingError {
      let found = text.map { "'\($0.shortened)'" } ?? "nil"
      let needed = tag.map { "has to be '\($0)'" } ?? "must not be a tag of another class (\(known))"
      return .invalidValue(
        text as Any,
        .init(
          codingPath: codingPath + [key],
          debugDescription: """
            The property '\(holder.name)' of \(TypeLookup.name(of: type)) is \(found), but its key "\(key.stringValue)" is the \
            typeKey in typeRules of \(TypeLookup.name(of: base)), so it \(needed): a decoder would not find the class. Set it, \
            make it a computed property, or leave it out.
            """))
    }

    // MARK: Reading

    /// Returns the class of an object that is declared as ``type``.
    ///
    /// - Parameters:
    ///   - tag: The tag that the data has; nil if it has none.
    ///   - keys: Keys of the object, for errors.
    /// - Throws: `DecodingError`, with the key in its path if there is a tag.
    package func type(tagged tag: String?, keys: @autoclosure () -> [String]) throws -> any AutoCoding.Type {
      guard let tag else {
        if takesUnknown || !hasSubclasses { return type }
        throw DecodingError.keyNotFound(
          key,
          .init(
            """
            The data does not name the class of the object (\(known)): the key "\(key.stringValue)" is missing, which is the \
            typeKey in typeRules of \(TypeLookup.name(of: base)). \(keys().asKeysOfObject) Correct the data or the typeKey. \
            \(remedy)
            """))
      }
      guard let found = typesByTag[tag] else {
        if takesUnknown { return type }
        throw DataRefusal(
          .unknownType,
          """
          The data names the class '\(tag.shortened)', which is not one of those that \(TypeLookup.name(of: base)) lists in \
          typeRules (\(known)), by the typeKey "\(key.stringValue)". \(keys().asKeysOfObject)
          """,
          remedy: "Add the class to the types, or correct the typeKey if another key names it. \(remedy)"
        ).decodingError(codingPath: [key])
      }
      guard TypeLookup.isSubclass(found, of: type) else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: [key],
            debugDescription: """
              The data names the class '\(tag)', \(TypeLookup.name(of: found)), which is not a subclass of \
              \(TypeLookup.name(of: type)), by the typeKey "\(key.stringValue)". Declare the value as a common superclass of \
              both, or correct the data.
              """))
      }
      return found
    }

    /// The error for data that names a class in the way of hierarchies without a type key.
    package func refusal(ofName name: String) -> DecodingError {
      DataRefusal(
        .unknownType,
        """
        The data names the class '\(name.shortened)' under "\(TypeNames.classKey)", but the classes of \
        \(TypeLookup.name(of: base)) are named under "\(key.stringValue)".
        """,
        remedy: "Name the class by its tag in the data."
      ).decodingError(codingPath: [DynamicKey(TypeNames.classKey)])
    }

    private var remedy: String {
      "If unknownType is .base, such an object is decoded as \(TypeLookup.name(of: type))."
    }

    var known: String { types.map { "'\($0.tag)'" }.listed }
  }
}

extension TypeMap.Tags: CustomStringConvertible {
  /// A line of the printed map.
  package var description: String {
    let names = types.map { "\"\($0.tag)\" is \(_typeName($0.type, qualified: false))" }.joined(separator: ", ")
    let rest = takesUnknown ? "; anything else is the declared class" : ""
    return
      "type key: \"\(key.stringValue)\"\(key.hasIntegerTags ? ", with integers," : "") of \(_typeName(base, qualified: false)): \(names)\(rest)"
  }
}
