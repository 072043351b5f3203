/// The cases of an enum, in the order of their tags.
package struct EnumLayout: Sendable {
  package struct Case: Sendable {
    package let name: String
    package let isIndirect: Bool
    package let hasPayload: Bool
  }

  package let type: Any.Type
  package let cases: [Case]

  /// - Throws: ``ReflectionError``, with the reason why the type cannot be reflected on.
  package init(reflecting type: Any.Type) throws {
    try RuntimeCheck.verified()
    self.type = type
    let metadata = Metadata(type)
    guard metadata.kind == .enumeration, let descriptor = metadata.descriptor else {
      throw ReflectionError(type, .notNominal)
    }
    guard let fields = descriptor.fields else { throw ReflectionError(type, .noReflectionMetadata) }
    cases = (0..<fields.count).map { index in
      let record = fields[index]
      return Case(name: record.name, isIndirect: record.isIndirectCase, hasPayload: record.mangledType != nil)
    }
    guard cases.allSatisfy({ !$0.name.isEmpty }) else { throw ReflectionError(type, .noReflectionNames) }
    // Cases with payloads have the lowest tags, and so come first.
    let payloads = descriptor.payloadCaseCount
    guard cases.count == payloads + descriptor.emptyCaseCount,
      cases.prefix(payloads).allSatisfy(\.hasPayload)
    else { throw ReflectionError(type, .inconsistentFields) }
  }
}
