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
        "Correct the name, or add the case. It has \(names).")
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

  /// Whether a key of a dictionary may be a raw value of a type.
  static func isRawValue(_ key: DynamicKey, of type: Any.Type) -> Bool {
    func isRawValue<Model: RawRepresentable>(_: Model.Type) -> Bool {
      Model.RawValue.self == String.self || Model.RawValue.self == Int.self && key.intValue != nil
    }
    return Conformances.cast(type, to: (any RawRepresentable.Type).self).map { isRawValue($0) } ?? false
  }
}

/// What ``UnknownCase`` finds for the raw values of a type. It is looked for when the first of them is unknown, and kept,
/// since this takes as long as to decode dozens of values.
struct KeptUnknownCase: Sendable {
  // The value is not returned: generic code would look up the metadata of its Optional.
  private let slot = FormatSlot()

  /// Returns the address of the case, which stays valid; nil if the type's rules name none.
  ///
  /// - Parameter type: The type: always the same one.
  @inline(__always)
  func address<Value>(of type: Value.Type) -> UnsafeRawPointer? {
    guard let known = slot.prepared else { return find(type) }
    return known == slot.nothing ? nil : known
  }

  @inline(never)
  private func find<Value>(_ type: Value.Type) -> UnsafeRawPointer? {
    guard let value = UnknownCase.value(of: type) else {
      slot.keepNothing()
      return nil
    }
    let address = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    address.initialize(to: value)
    slot.keep(address)
    return UnsafeRawPointer(address)
  }
}
