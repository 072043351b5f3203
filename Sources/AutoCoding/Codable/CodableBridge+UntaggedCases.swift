/// Enums whose cases data does not name: the first case that the value fits is taken.
extension CodableBridge {
  @inline(never)
  static func encodeUntaggedCase(
    at address: UnsafeRawPointer, cases: TypeMap.Cases, _ codecs: [Codec?], to encoder: any Encoder
  ) throws {
    let position = cases.layout.position(of: address)
    guard let codec = codecs[position] else {
      var container = encoder.singleValueContainer()
      return try container.encodeNil()
    }
    try cases.layout.withPayload(of: address, case: position) { payload in
      try EncodableSlot.lending { lifetime in
        try EncodableSlot(address: payload, codec: codec, lifetime: lifetime).encode(to: encoder)
      }
    }
  }

  @inline(never)
  static func decodeUntaggedCase(
    into address: UnsafeMutableRawPointer, cases: TypeMap.Cases, _ codecs: [Codec?], from decoder: any Decoder
  ) throws {
    let reported = ContainerDecoder(decoder)?.source.reportCount ?? 0
    var failures: [(any Error)?] = []
    for (position, codec) in codecs.enumerated() {
      let start = ThreadState.attemptedWork
      let ownFailures = ThreadState.ownCodeFailures
      do {
        try cases.layout.initialize(address, case: position) { memory in
          switch codec?.kind {
          // Coders are faster at their overloads for these types.
          case .bool: memory.initialize(with: try decoder.singleValueContainer().decode(Bool.self))
          case .int: memory.initialize(with: try decoder.singleValueContainer().decode(Int.self))
          case .double: memory.initialize(with: try decoder.singleValueContainer().decode(Double.self))
          case .string: memory.initialize(with: try decoder.singleValueContainer().decode(String.self))
          case nil: if try !decoder.singleValueContainer().decodeNil() { throw cases.mismatch(Void.self) }
          default: if let codec { try decode(into: memory, as: codec, from: decoder) }
          }
        }
        return
      } catch {
        let isUnfit = isRecoverable(error, by: .otherCase, since: ownFailures)
        failures.append(try cases.failure(error, isUnfit: isUnfit, since: start))
        ContainerDecoder(decoder)?.source.forgetReports(from: reported)
      }
    }
    throw cases.nothingFits(failures, codingPath: decoder.codingPath)
  }
}
