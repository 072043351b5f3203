extension Codec {
  /// A codec as the subclass of its kind, for code that takes values of several kinds apart.
  package enum Concrete {
    case leaf(Kind)
    case optional(OptionalCodec)
    case sequence(SequenceCodec)
    case dictionary(DictionaryCodec)
    case record(RecordCodec)
    case existential(ExistentialCodec)
    case tuple(TupleCodec)
    case conversion(ConversionCodec)
    case codable(CodableCodec)
  }

  /// This codec as the subclass of its kind. It takes less time than casts, which search the superclasses.
  @inline(__always)
  package var concrete: Concrete {
    switch kind {
    case .optional: .optional(unsafeDowncast(self, to: OptionalCodec.self))
    case .sequence: .sequence(unsafeDowncast(self, to: SequenceCodec.self))
    case .dictionary: .dictionary(unsafeDowncast(self, to: DictionaryCodec.self))
    case .record: .record(unsafeDowncast(self, to: RecordCodec.self))
    case .existential: .existential(unsafeDowncast(self, to: ExistentialCodec.self))
    case .tuple: .tuple(unsafeDowncast(self, to: TupleCodec.self))
    case .conversion: .conversion(unsafeDowncast(self, to: ConversionCodec.self))
    case .codable: .codable(unsafeDowncast(self, to: CodableCodec.self))
    default: .leaf(kind)
    }
  }

  /// This codec, if it is of the kind; otherwise nil.
  @inline(__always)
  package var record: RecordCodec? { kind == .record ? unsafeDowncast(self, to: RecordCodec.self) : nil }
  /// This codec, if it is of the kind; otherwise nil.
  @inline(__always)
  package var optional: OptionalCodec? { kind == .optional ? unsafeDowncast(self, to: OptionalCodec.self) : nil }
  /// This codec, if it is of the kind; otherwise nil.
  @inline(__always)
  package var dictionary: DictionaryCodec? {
    kind == .dictionary ? unsafeDowncast(self, to: DictionaryCodec.self) : nil
  }
  /// This codec, if it is of the kind; otherwise nil.
  @inline(__always)
  package var conversion: ConversionCodec? {
    kind == .conversion ? unsafeDowncast(self, to: ConversionCodec.self) : nil
  }
}
