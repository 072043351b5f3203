/// The case of an enum that `typeRules` name for data of unknown cases.
enum UnknownCase {
  /// Returns the position of the case; nil if the type's rules name none.
  ///
  /// - Parameter isCodedAsName: Whether values are coded as the name of their case alone; see ``OpenEnum``.
  /// - Throws: ``AutoCodingError`` if the enum has no such case, or one with values although it has no case key.
  static func position(
    in layout: EnumLayout, of type: any AutoCoding.Type, isCodedAsName: Bool = false
  ) throws(AutoCodingError) -> Int? {
    let rules = type.typeRules
    guard let name = rules.unknownCase else { return nil }
    guard let position = layout.cases.firstIndex(where: { $0.name.withoutBackticks == name }) else {
      let names = layout.cases.map { "'\($0.name.withoutBackticks)'" }.joined(separator: ", ")
      throw problem(
        type, "the unknown case '\(name)' in typeRules (\(rules.location)), but no case of that name",
        "It has \(names).")
    }
    // With a case key, what is wrong with the values is reported where their keys are.
    guard rules.caseKey != nil || isCodedAsName || layout.cases[position].payload.map({ $0 == Void.self }) ?? true
    else {
      throw problem(
        type, "the unknown case '\(name)' in typeRules (\(rules.location)), which has values",
        """
        Name a case without values. In an enum with a caseKey, it may have one, which takes the whole object. If no other \
        case has values, it may have a String or an Int, which takes a name that no case has.
        """)
    }
    return position
  }

  private static func problem(
    _ type: Any.Type, _ explanation: String, _ remedy: String
  ) -> AutoCodingError {
    AutoCodingError(
      .init(.invalidRule, type: type, explanation: "It has \(explanation).", remedy: remedy))
  }

  /// Returns the case as a value, for an enum that is coded as its raw value; nil if its rules name none.
  static func value<Value>(of type: Value.Type) -> Value? {
    guard Metadata(type).kind == .enumeration, let model = Conformances.cast(type, to: (any AutoCoding.Type).self),
      model.typeRules.unknownCase != nil, let layout = try? EnumLayout(reflecting: type),
      let position = try? position(in: layout, of: model),
      layout.cases[position].payload.map({ $0 == Void.self }) ?? true
    else { return nil }
    return layout.value(ofCase: position, as: type)
  }

  /// Whether the rules of a type name a case.
  static func isNamed(by type: Any.Type) -> Bool {
    Metadata(type).kind == .enumeration
      && Conformances.cast(type, to: (any AutoCoding.Type).self)?.typeRules.unknownCase != nil
  }

  /// Returns the case for a key of a dictionary that is a raw value; nil if it can be none, or if the rules name no case.
  static func value<Value>(of type: Value.Type, forKey key: DynamicKey) -> Value? {
    func isRawValue<Model: RawRepresentable>(_: Model.Type) -> Bool {
      Model.RawValue.self == String.self || Model.RawValue.self == Int.self && key.intValue != nil
    }
    guard let model = Conformances.cast(type, to: (any RawRepresentable.Type).self), isRawValue(model) else {
      return nil
    }
    return value(of: type)
  }
}
