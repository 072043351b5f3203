/// Hand-written `encode(to:)` that a class inherits. It knows no property of the subclass.
package enum InheritedCode {
  private static let errors = PermanentTable<AutoCodingError?>()

  /// Refuses an object whose class adds properties to a superclass that has its own `encode(to:)`, and does not override
  /// it.
  ///
  /// - Parameters:
  ///   - address: The place of the reference.
  ///   - codec: The codec of its declared class.
  package static func check(_ address: UnsafeRawPointer, _ codec: RecordCodec) throws {
    let type: Any.Type = type(of: address.value(as: AnyObject.self))
    if let known = errors.value(for: type) {
      if let error = known { throw error }
    } else if codec.encodingDefault(of: address) == nil, let error = errors.insert(error(of: type, codec), for: type) {
      throw error
    }
  }

  private static func error(of type: Any.Type, _ codec: RecordCodec) -> AutoCodingError? {
    // A type with its own code needs no map. Without one, its properties cannot be coded in any case.
    guard let type = Conformances.cast(type, to: (any AutoCoding.Type).self),
      let map = try? codec.subclassCodec(type).map
    else { return nil }
    let problems: [AutoCodingError.Problem] = map._withUnsafeGuaranteedRef {
      Self.problems(of: type, properties: $0.properties)
    }
    return problems.isEmpty ? nil : AutoCodingError(type: type, problems: problems)
  }

  /// Returns the properties that an inherited `encode(to:)` leaves out, as far as that is certain: no class from that of
  /// the property on overrides anything that a superclass with the conformance declares.
  ///
  /// - Parameter type: A class whose `encode(to:)` is not AutoCoding's.
  package static func problems(
    of type: any AutoCoding.Type, properties: some Sequence<TypeMap.Property>
  ) -> [AutoCodingError.Problem] {
    let levels = levels(of: type)
    return properties.compactMap { property in
      guard property.exclusion == nil, let declaring = property.declaringType as? AnyClass,
        let index = levels.firstIndex(where: { $0 == declaring }), index > 0,
        ClassMethods.areMembersInherited(from: Array(levels[..<index]), by: Array(levels[index...]))
      else { return nil }
      let name = _typeName(declaring, qualified: false)
      return .init(
        .codableSuperclass, type: declaring, property: property.name, propertyType: property.type,
        explanation:
          "\(name) inherits an encode(to:) that was written for its superclass, and leaves the property out.",
        remedy: """
          Override init(from:) and encode(to:) in \(name); or delete those of the superclass, so that AutoCoding codes \
          both classes; or leave the property out: mark it @Transient.
          """)
    }
  }

  /// The problem of a property that a subclass adds to a class that is coded as its raw value.
  ///
  /// - Parameters:
  ///   - name: The property.
  ///   - declaring: The subclass.
  ///   - base: The class that conforms.
  package static func problem(
    ofProperty name: String, _ propertyType: Any.Type, in declaring: Any.Type, codedAsRawValueOf base: Any.Type
  ) -> AutoCodingError.Problem {
    let (subclass, base) = (_typeName(declaring, qualified: false), _typeName(base, qualified: false))
    return .init(
      .codableSuperclass, type: declaring, property: name, propertyType: propertyType,
      explanation: "\(subclass) is coded as the raw value of \(base), which leaves the property out.",
      remedy: """
        Leave the property out: mark it @Transient; or remove RawRepresentable from \(base), so that AutoCoding codes both \
        classes; or write init(from:) and encode(to:) in \(base), and override them in \(subclass).
        """)
  }

  /// The error for an object that AutoCoding encodes in place of one of a declared class with its own `init(from:)`, or that
  /// is coded as its raw value. A decoder makes an object of the declared class.
  package static func lossOfClass(
    _ type: any AutoCoding.Type, declared: Any.Type, isRawValue: Bool = false, codingPath: [any CodingKey] = []
  ) -> EncodingError {
    let (name, base) = (TypeLookup.name(of: type), TypeLookup.name(of: declared))
    let (reason, remedy) =
      isRawValue
      ? (
        "is coded as its raw value",
        "Remove RawRepresentable, so that data names the class; or declare the value as \(name)."
      )
      : (
        "has its own init(from:)",
        "Delete init(from:), so that AutoCoding decodes both classes; or declare the value as \(name); or use keyed archives."
      )
    return .invalidValue(
      type,
      .init(
        codingPath: codingPath,
        debugDescription:
          "\(base) \(reason), so an object of \(name) would be decoded as one of \(base). \(remedy)"))
  }

  /// Refuses an object of a subclass of a class that is coded as its raw value, in a place that declares the class.
  ///
  /// - Parameters:
  ///   - address: The place of the reference.
  ///   - codec: The codec of the declared class.
  package static func checkRawValue(_ address: UnsafeRawPointer, _ codec: RecordCodec) throws {
    guard codec.isClass, !Instance.isExactly(address.value(as: UnsafeRawPointer.self), codec.type),
      let dynamic = type(of: address.value(as: AnyObject.self)) as? any AutoCoding.Type, dynamic != codec.type
    else { return }
    // Refuses the subclass's properties first.
    guard try codec.subclassCodec(dynamic).encodingDefault(of: address) == .rawValue else { return }
    throw lossOfClass(dynamic, declared: codec.type, isRawValue: true)
  }

  /// The classes of a hierarchy that conform, base first. Only the first can declare an `encode(to:)` that the others
  /// override.
  package static func levels(of type: Any.Type) -> [AnyClass] {
    var levels: [AnyClass] = []
    var level: AnyClass? = type as? AnyClass
    while let current = level, Conformances.includes(current, (any AutoCoding.Type).self) {
      levels.insert(current, at: 0)
      level = _getSuperclass(current)
    }
    return levels
  }
}
