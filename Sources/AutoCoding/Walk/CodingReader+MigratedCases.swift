/// Enums whose properties a migration has changed.
extension CodingReader {
  /// Decodes the case of an enum from its collected members.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  mutating func decodeCase(
    _ properties: ArchivedProperties, into address: UnsafeMutableRawPointer, map: TypeMap.Storage,
    cases: TypeMap.Cases
  ) throws {
    let members = properties.members.compactMap { member in
      cases.index.match(member.key).map { ($0.position, member) }
    }
    for (key, value) in properties.members where cases.index.match(key) == nil {
      try passOver(key, value, in: cases.index)
    }
    guard let (position, member) = members.first else { return try cases.initializeUnknown(address, map) }
    if let (other, _) = members.dropFirst().first { throw map.ambiguousCase(position, other) }
    try trackedPath.within(cases.index.keys[position]) {
      try reading(placeOf: member.value) { reader in
        switch member.value.content {
        case .archived(let raw):
          try reader.reading(raw) { try $0.decodePayload(into: address, case: position, cases: cases) }
        case .nested(let properties):
          try cases.layout.initialize(address, case: position) { memory in
            guard let payload = cases.payloads[position] else {
              for (key, value) in properties.members { try reader.passOver(key, value, in: .empty) }
              return
            }
            var assembly = try RecordAssembly(payload, at: memory)
            try reader.decodeProperties(properties, of: &assembly, map: payload)
            try assembly.finish(at: memory)
          }
        case .set(let value):
          throw DecodingError.typeMismatch(
            [String: Any].self,
            .init("The migration set a \(type(of: value.value)) as the payload of a case. Use encode(nested:forKey:)."))
        }
      }
    }
  }
}
