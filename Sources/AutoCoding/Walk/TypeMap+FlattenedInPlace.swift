extension TypeMap.Storage {
  /// The map that decodes the record's object like this one, without a walk over flattened models; nil if there is none, or if
  /// a flattened model may have a `didDecode()`.
  var mapToDecodeInPlace: TypeMap.Storage? {
    guard let flattening, let map = flattening.mapInPlace,
      !flattening.parts.contains(where: { $0.record?.mayHaveDidDecode ?? true })
    else { return nil }
    return map
  }

  /// The map that encodes the record's object like this one, without a walk over flattened models; nil if there is none, or if
  /// a flattened model may have a `willEncode()` or an `encode(to:)`.
  var mapToEncodeInPlace: TypeMap.Storage? {
    guard let flattening, let map = flattening.mapInPlace,
      flattening.parts.allSatisfy({ $0.record?.isWrittenByProperties ?? false })
    else { return nil }
    return map
  }
}

extension TypeMap.Flattening.Part {
  /// ``codec``, if it is that of a model.
  fileprivate var record: RecordCodec? {
    codec.kind == .record ? unsafeDowncast(codec, to: RecordCodec.self) : nil
  }
}
