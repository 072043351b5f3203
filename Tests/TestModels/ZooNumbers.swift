import AutoCoding

extension Zoo {
  package struct Bools: AutoCoding, Equatable {
    let yes: Bool
    let no: Bool
    let maybe: Bool?
  }

  package struct Integers: AutoCoding, Equatable {
    let int: Int
    let int8: Int8
    let int16: Int16
    let int32: Int32
    let int64: Int64
    let uint: UInt
    let uint8: UInt8
    let uint16: UInt16
    let uint32: UInt32
    let uint64: UInt64
  }

  package struct OptionalIntegers: AutoCoding, Equatable {
    let int: Int?
    let int8: Int8?
    let int16: Int16?
    let int32: Int32?
    let int64: Int64?
    let uint: UInt?
    let uint8: UInt8?
    let uint16: UInt16?
    let uint32: UInt32?
    let uint64: UInt64?
  }

  package struct Floats: AutoCoding, Equatable {
    let float: Float
    let double: Double
    let optionalFloat: Float?
    let optionalDouble: Double?
  }
}

extension Twin {
  package struct Bools: Codable, Equatable {
    let yes: Bool
    let no: Bool
    let maybe: Bool?
  }

  package struct Integers: Codable, Equatable {
    let int: Int
    let int8: Int8
    let int16: Int16
    let int32: Int32
    let int64: Int64
    let uint: UInt
    let uint8: UInt8
    let uint16: UInt16
    let uint32: UInt32
    let uint64: UInt64
  }

  package struct OptionalIntegers: Codable, Equatable {
    let int: Int?
    let int8: Int8?
    let int16: Int16?
    let int32: Int32?
    let int64: Int64?
    let uint: UInt?
    let uint8: UInt8?
    let uint16: UInt16?
    let uint32: UInt32?
    let uint64: UInt64?
  }

  package struct Floats: Codable, Equatable {
    let float: Float
    let double: Double
    let optionalFloat: Float?
    let optionalDouble: Double?
  }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
extension Zoo {
  /// Swift 6.3.1 without optimization crashes if a `Float16?` follows a `Float16` (returned in a register).
  package struct HalfFloats: AutoCoding, Equatable {
    let half: Float16
    let list: [Float16]
    let optional: Float16?
  }
}

extension Twin {
  package struct HalfFloats: Codable, Equatable {
    let half: Float16
    let list: [Float16]
    let optional: Float16?
  }
}
#endif

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Zoo {
  package struct BigIntegers: AutoCoding, Equatable {
    let signed: Int128
    let unsigned: UInt128
    let optional: Int128?
    let list: [UInt128]
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Twin {
  package struct BigIntegers: Codable, Equatable {
    let signed: Int128
    let unsigned: UInt128
    let optional: Int128?
    let list: [UInt128]
  }
}

extension Zoo {
  private static func bools<R>(_ make: (Bool, Bool, Bool?) -> R) -> [R] {
    [make(true, false, nil), make(false, true, false), make(true, true, true)]
  }

  private static func integers<R>(
    _ make: (Int, Int8, Int16, Int32, Int64, UInt, UInt8, UInt16, UInt32, UInt64) -> R
  ) -> [R] {
    [
      make(1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
      make(.min, .min, .min, .min, .min, .min, .min, .min, .min, .min),
      make(.max, .max, .max, .max, .max, .max, .max, .max, .max, .max),
      make(9_007_199_254_740_993, -1, -1, -1, -9_007_199_254_740_993, 0, 0, 0, 0, 9_007_199_254_740_993),
    ]
  }

  private static func optionalIntegers<R>(
    _ make: (Int?, Int8?, Int16?, Int32?, Int64?, UInt?, UInt8?, UInt16?, UInt32?, UInt64?) -> R
  ) -> [R] {
    [
      make(1, nil, 3, nil, 5, nil, 7, nil, 9, nil),
      make(nil, .min, nil, .max, nil, .max, nil, .max, nil, .max),
      make(nil, nil, nil, nil, nil, nil, nil, nil, nil, nil),
      make(0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    ]
  }

  private static func floats<R>(_ make: (Float, Double, Float?, Double?) -> R) -> [R] {
    [
      make(1.5, 0.1, nil, nil), make(-0.0, -0.0, 0, 0), make(0.1, 1e-7, 16_777_216, 123_456_789.123_456_78),
      make(.greatestFiniteMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, -.greatestFiniteMagnitude),
      make(.leastNonzeroMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude, .leastNormalMagnitude),
      make(1e10, 1e22, 1e20, 9_007_199_254_740_992), make(.pi, .pi, .ulpOfOne, .ulpOfOne),
    ]
  }

  private static func infinities<R>(_ make: (Float, Double, Float?, Double?) -> R) -> [R] {
    [make(.infinity, -.infinity, nil, nil), make(1, 1, nil, .infinity), make(1, 1, -.infinity, nil)]
  }

  private static var halfFloats: [any ZooSpecimen] {
    #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
    @Sendable func samples<R>(_ make: (Float16, [Float16], Float16?) -> R) -> [R] {
      [
        make(1.5, [1, -0.0, .leastNonzeroMagnitude], 0.1), make(.greatestFiniteMagnitude, [], nil), make(.pi, [.pi], 0),
      ]
    }
    return [Specimen("Float16", samples(HalfFloats.init), samples(Twin.HalfFloats.init))]
    #else
    return []
    #endif
  }

  private static var bigIntegers: [any ZooSpecimen] {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return [] }
    @Sendable func samples<R>(_ make: (Int128, UInt128, Int128?, [UInt128]) -> R) -> [R] {
      [make(1, 2, nil, []), make(.min, .max, .max, [.min, .max]), make(-1, 0, .min, [18_446_744_073_709_551_616])]
    }
    return [Specimen("128-bit integers", samples(BigIntegers.init), samples(Twin.BigIntegers.init))]
  }

  static var numbers: [any ZooSpecimen] {
    [
      Specimen("Bool", bools(Bools.init), bools(Twin.Bools.init)),
      Specimen("integers", integers(Integers.init), integers(Twin.Integers.init)),
      Specimen(
        "optional integers", optionalIntegers(OptionalIntegers.init), optionalIntegers(Twin.OptionalIntegers.init)),
      Specimen("Float and Double", floats(Floats.init), floats(Twin.Floats.init)),
      Specimen("infinities", infinities(Floats.init), infinities(Twin.Floats.init)),
    ] + halfFloats + bigIntegers
  }
}
