/// Finds the codec of a type.
enum CodecDiscovery {
  /// Why a type has no codec.
  struct Failure: Error {
    let code: AutoCodingError.Code
    let explanation: String
    private let remedy: Remedy

    private enum Remedy {
      /// What to do, whatever the property is.
      case complete(String)
      /// Leave the property out, or follow the advice if there is any.
      case leaveOut(or: String?)
      /// Transform the property, leave it out, or follow the advice if there is any.
      case transform(or: String?)
    }

    init(_ explanation: String, remedy: String, code: AutoCodingError.Code = .notCodable) {
      self.code = code
      self.explanation = explanation
      self.remedy = .complete(remedy)
    }

    /// - Parameter advice: What makes the type codable, as a sentence without its end.
    init(_ explanation: String, leaveOutOr advice: String? = nil) {
      code = .notCodable
      self.explanation = explanation
      remedy = .leaveOut(or: advice)
    }

    /// - Parameter advice: What makes the type codable, as a sentence without its end; nil if nothing does. A transformer can
    ///   take its place.
    init(_ explanation: String, transformOr advice: String?) {
      code = .notCodable
      self.explanation = explanation
      remedy = .transform(or: advice)
    }

    /// What to do about a property that can be left out in some way.
    func remedy(_ exclusion: PropertyCandidate.PossibleExclusion = .namedOrTransient) -> String {
      switch (remedy, exclusion) {
      case (.complete(let text), _): text
      case (.leaveOut(let advice?), .namedOrTransient):
        "\(advice), or leave the property out: name it in unEncodedProperties or mark it @Transient."
      case (.leaveOut(nil), .namedOrTransient): "Name the property in unEncodedProperties or mark it @Transient."
      case (.leaveOut(let advice?), .named):
        "\(advice), or leave the property out: name it in unEncodedProperties."
      case (.leaveOut(nil), .named): "Name the property in unEncodedProperties."
      case (.leaveOut(let advice?), .none): "\(advice), or write init(from:) and encode(to:) for the enum."
      case (.leaveOut(nil), .none): "Remove it from the case, or write init(from:) and encode(to:) for the enum."
      case (.transform(let advice), .none):
        """
        \(advice ?? "Remove it from the case"), register a transformer of the type by TypeMap.registerTransformers(_:), or \
        write init(from:) and encode(to:) for the enum.
        """
      case (.transform(let advice), let exclusion):
        """
        \(advice.map { "\($0), state" } ?? "State") a transformer by .transformed(by:) in propertyRules, or leave the property \
        out: name it in unEncodedProperties, \(exclusion == .named ? "" : "mark it @Transient, ")or make it .excluded in \
        propertyRules.
        """
      }
    }
  }

  static func codec(for type: Any.Type) throws -> Codec {
    if let leaf = Codec.leaf(for: type) { return leaf }
    if let type = Conformances.cast(type, to: (any ComposedType.Type).self) { return try type.makeCodec(codec(for:)) }
    if let type = Conformances.cast(type, to: (any CodedPropertyWrapper.Type).self) {
      return try wrapperCodec(of: type)
    }
    if let type = Conformances.cast(type, to: (any TransformedProperty.Type).self) {
      return try type.makeCodec(codec(for:))
    }
    if let type = Conformances.cast(type, to: (any AutoCoding.Type).self) {
      return try modelCodec(of: type)
    }
    if let access = codableAccess(to: type) {
      return try CGFloatCodec(type, access: access, codec: codec(for:)) ?? CodableCodec(type: type, access: access)
    }
    if let codec = CodableCodec.nsCoding(type) { return codec }
    // A `Codable` conformance that the program declares for `Result` takes precedence.
    if let type = Conformances.cast(type, to: (any ResultType.Type).self) { return try type.makeCodec(codec(for:)) }
    if let layout = ExistentialLayout(type) {
      return ExistentialCodec(
        layout: layout, codecOfModel: { try Discovery.modelCodec(for: $0) },
        decode: { try $0.decode(into: $1, from: $2) })
    }
    if Metadata(type).kind == .tuple { return try tupleCodec(for: type) }
    throw failure(for: type)
  }

  /// The codec of a model itself, even if a property of its type is coded as the value that it wraps.
  static func modelCodec(of type: any AutoCoding.Type) throws -> RecordCodec {
    try checkSuperclasses(of: type)
    let codec = recordCodec(
      of: type, rawValue: try OpenEnum.codec(of: type) ?? rawValueCodec(of: type),
      resolve: { try TypeMap.storage(for: type) },
      codecOfModel: { try Discovery.modelCodec(for: $0) })
    // Coding a raw value needs no map, which would be checked.
    if codec.decodingDefault == .rawValue { try Discovery.checkRawValue(of: type) }
    return codec
  }

  private static func wrapperCodec<Wrapper: CodedPropertyWrapper>(of type: Wrapper.Type) throws -> Codec {
    if let codec = try propertyWrapperCodec(of: type, wrapped: { try codec(for: Wrapper.WrappedValue.self) }) {
      return codec
    }
    throw Failure(
      "Its wrapper has its own makeWrapper(from:), but '\(_typeName(Wrapper.WrappedValue.self, qualified: false))' "
        + "is not Encodable.",
      remedy: "Make the wrapper Encodable.")
  }

  private static func tupleCodec(for type: Any.Type) throws -> Codec {
    let elements = try TypeMirror(reflecting: type).children
    var record = RecordBuilder()
    var names: Set<String> = []
    let isKeyed = elements.isEmpty || elements.contains { !$0.label.isEmpty }
    for (index, element) in elements.enumerated() {
      let child = TypeMirror.Child(
        label: element.label, type: element.type, offset: element.offset, isVariable: true, ownership: .strong,
        isDeclaredOptional: true)
      let name = element.label.isEmpty ? "_\(index)" : element.label.withoutBackticks
      guard names.insert(name).inserted || !isKeyed else {
        throw Failure(
          "Two elements of \(type) have the key \"\(name)\".", remedy: "Give one of them another label.",
          code: .duplicateKey)
      }
      record.add(PropertyCandidate(child, declaringType: type, level: 0, name: name), describedAs: name)
    }
    if let failure = record.failure { throw failure }
    return TupleCodec(
      type: type, map: record.storage(ofElementsOf: type),
      isKeyed: isKeyed)
  }

  /// Returns the codec of a type's raw value if the standard library codes raw values of that type.
  static func rawValueCodec(of model: any AutoCoding.Type) -> ConversionCodec? {
    func access<Model: AutoCoding>(_: Model.Type) -> CodableAccess { ValueAccess<Model>() }
    func codec<Value: RawRepresentable>(_: Value.Type) -> ConversionCodec? {
      guard let representation = Codec.leaf(for: Value.RawValue.self), representation.kind.isRawValue else {
        return nil
      }
      return conversionCodec(ofRawValuesOf: Value.self, representation: representation, codable: access(model))
    }
    return Conformances.cast(model, to: (any RawRepresentable.Type).self).flatMap { codec($0) }
  }

  /// Refuses a class whose superclass is `Codable` by itself: any encoder calls the superclass's code, which leaves out
  /// the subclass's properties.
  static func checkSuperclasses(of type: Any.Type) throws {
    guard let type = type as? AnyClass else { return }
    var above: AnyClass? = _getSuperclass(type)
    while let superclass = above {
      if isCodableByItself(superclass) { throw superclassFailure(superclass, of: type) }
      above = _getSuperclass(superclass)
    }
  }

  static func isCodableByItself(_ type: Any.Type) -> Bool {
    (Conformances.includes(type, (any Encodable.Type).self) || Conformances.includes(type, (any Decodable.Type).self))
      && !Conformances.includes(type, (any AutoCoding.Type).self)
  }

  static func superclassFailure(_ superclass: Any.Type, of type: Any.Type) -> Failure {
    let above = _typeName(superclass, qualified: false)
    let below = _typeName(type, qualified: false)
    return Failure(
      "Superclass \(above) of \(below) is Codable without AutoCoding; its code leaves the properties of \(below) out.",
      remedy: "Declare '\(above): AutoCoding' in place of Codable.", code: .codableSuperclass)
  }
}

extension Codec.Kind {
  /// Whether the standard library codes enums and option sets with a raw value of this type as the raw value.
  fileprivate var isRawValue: Bool { rawValue <= Codec.Kind.string.rawValue }
}
