import AutoCoding

extension Zoo {
  package enum StringRaw: String, AutoCoding, CaseIterable {
    case plain, spaced = "a b", empty = "", emoji = "👩‍🚀"
  }

  package enum DoubleRaw: Double, AutoCoding, CaseIterable {
    case zero = 0, half = 0.5, big = 1e300, small = -1e-300
  }

  package enum FloatRaw: Float, AutoCoding, CaseIterable {
    case zero = 0, third = 0.3333, big = 1e30
  }

  package enum IntRaw: Int, AutoCoding, CaseIterable {
    case min = -9223372036854775808, minusOne = -1, zero, one, max = 9223372036854775807
  }

  package enum Int8Raw: Int8, AutoCoding, CaseIterable {
    case min = -128, minusOne = -1, zero, max = 127
  }

  package enum Int16Raw: Int16, AutoCoding, CaseIterable {
    case min = -32768, minusOne = -1, zero, max = 32767
  }

  package enum Int32Raw: Int32, AutoCoding, CaseIterable {
    case min = -2147483648, minusOne = -1, zero, max = 2147483647
  }

  package enum Int64Raw: Int64, AutoCoding, CaseIterable {
    case min = -9223372036854775808, minusOne = -1, zero, max = 9223372036854775807
  }

  package enum UIntRaw: UInt, AutoCoding, CaseIterable {
    case zero, one, max = 18446744073709551615
  }

  package enum UInt8Raw: UInt8, AutoCoding, CaseIterable {
    case zero, one, max = 255
  }

  package enum UInt16Raw: UInt16, AutoCoding, CaseIterable {
    case zero, one, max = 65535
  }

  package enum UInt32Raw: UInt32, AutoCoding, CaseIterable {
    case zero, one, max = 4294967295
  }

  package enum UInt64Raw: UInt64, AutoCoding, CaseIterable {
    case zero, one, max = 18446744073709551615
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Zoo {
  package enum Int128Raw: Int128, AutoCoding, CaseIterable {
    case min = -170141183460469231731687303715884105728, zero = 0, max = 170141183460469231731687303715884105727
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Zoo {
  package enum UInt128Raw: UInt128, AutoCoding, CaseIterable {
    case zero, max = 340282366920938463463374607431768211455
  }
}

extension Twin {
  package enum StringRaw: String, Codable, CaseIterable {
    case plain, spaced = "a b", empty = "", emoji = "👩‍🚀"
  }

  package enum DoubleRaw: Double, Codable, CaseIterable {
    case zero = 0, half = 0.5, big = 1e300, small = -1e-300
  }

  package enum FloatRaw: Float, Codable, CaseIterable {
    case zero = 0, third = 0.3333, big = 1e30
  }

  package enum IntRaw: Int, Codable, CaseIterable {
    case min = -9223372036854775808, minusOne = -1, zero, one, max = 9223372036854775807
  }

  package enum Int8Raw: Int8, Codable, CaseIterable {
    case min = -128, minusOne = -1, zero, max = 127
  }

  package enum Int16Raw: Int16, Codable, CaseIterable {
    case min = -32768, minusOne = -1, zero, max = 32767
  }

  package enum Int32Raw: Int32, Codable, CaseIterable {
    case min = -2147483648, minusOne = -1, zero, max = 2147483647
  }

  package enum Int64Raw: Int64, Codable, CaseIterable {
    case min = -9223372036854775808, minusOne = -1, zero, max = 9223372036854775807
  }

  package enum UIntRaw: UInt, Codable, CaseIterable {
    case zero, one, max = 18446744073709551615
  }

  package enum UInt8Raw: UInt8, Codable, CaseIterable {
    case zero, one, max = 255
  }

  package enum UInt16Raw: UInt16, Codable, CaseIterable {
    case zero, one, max = 65535
  }

  package enum UInt32Raw: UInt32, Codable, CaseIterable {
    case zero, one, max = 4294967295
  }

  package enum UInt64Raw: UInt64, Codable, CaseIterable {
    case zero, one, max = 18446744073709551615
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Twin {
  package enum Int128Raw: Int128, Codable, CaseIterable {
    case min = -170141183460469231731687303715884105728, zero = 0, max = 170141183460469231731687303715884105727
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Twin {
  package enum UInt128Raw: UInt128, Codable, CaseIterable {
    case zero, max = 340282366920938463463374607431768211455
  }
}

extension Zoo {
  static var rawEnums: [any ZooSpecimen] {
    var specimens: [any ZooSpecimen] = [
      Specimen(cases: "enum of String", StringRaw.self, Twin.StringRaw.self),
      Specimen(cases: "enum of Double", DoubleRaw.self, Twin.DoubleRaw.self),
      Specimen(cases: "enum of Float", FloatRaw.self, Twin.FloatRaw.self),
      Specimen(cases: "enum of Int", IntRaw.self, Twin.IntRaw.self),
      Specimen(cases: "enum of Int8", Int8Raw.self, Twin.Int8Raw.self),
      Specimen(cases: "enum of Int16", Int16Raw.self, Twin.Int16Raw.self),
      Specimen(cases: "enum of Int32", Int32Raw.self, Twin.Int32Raw.self),
      Specimen(cases: "enum of Int64", Int64Raw.self, Twin.Int64Raw.self),
      Specimen(cases: "enum of UInt", UIntRaw.self, Twin.UIntRaw.self),
      Specimen(cases: "enum of UInt8", UInt8Raw.self, Twin.UInt8Raw.self),
      Specimen(cases: "enum of UInt16", UInt16Raw.self, Twin.UInt16Raw.self),
      Specimen(cases: "enum of UInt32", UInt32Raw.self, Twin.UInt32Raw.self),
      Specimen(cases: "enum of UInt64", UInt64Raw.self, Twin.UInt64Raw.self),
    ]
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      specimens += [
        Specimen(cases: "enum of Int128", Int128Raw.self, Twin.Int128Raw.self),
        Specimen(cases: "enum of UInt128", UInt128Raw.self, Twin.UInt128Raw.self),
      ]
    }
    return specimens
  }
}
