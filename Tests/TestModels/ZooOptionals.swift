import AutoCoding

extension Zoo {
  typealias MaybeInt = Int?
}

extension Twin {
  typealias MaybeInt = Int?
}

extension Zoo {
  package struct Optionals: AutoCoding, Equatable {
    let int: Int?
    let text: String?
    let model: Lets?
    let list: [Int]?
    let map: [String: Int]?
    let mode: Mode?
    let empty: Empty?
    let implicit: MaybeInt
    let spelled: Optional<Double>
    let tail: Bool
  }

  package struct NestedOptionals: AutoCoding, Equatable {
    let int: Int??
    let text: String??
    let model: Lets??
    let triple: Bool???
    let list: [Int??]
    let map: [String: Int??]
    let raw: StringRaw??
    let tail: UInt8
  }
}

extension Twin {
  package struct Optionals: Codable, Equatable {
    let int: Int?
    let text: String?
    let model: Lets?
    let list: [Int]?
    let map: [String: Int]?
    let mode: Mode?
    let empty: Empty?
    let implicit: MaybeInt
    let spelled: Optional<Double>
    let tail: Bool
  }

  package struct NestedOptionals: Codable, Equatable {
    let int: Int??
    let text: String??
    let model: Lets??
    let triple: Bool???
    let list: [Int??]
    let map: [String: Int??]
    let raw: StringRaw??
    let tail: UInt8
  }
}

extension Zoo {
  private static func optionals<R, L, M, E>(
    _ lets: L, _ mode: M, _ empty: E,
    _ make: (Int?, String?, L?, [Int]?, [String: Int]?, M?, E?, Int?, Double?, Bool) -> R
  ) -> [R] {
    [
      make(.min, "😀", lets, [1], ["camelKey": 1], mode, empty, .max, -0.0, true),
      make(nil, nil, nil, nil, nil, nil, nil, nil, nil, false),
      make(0, "", lets, [], [:], mode, nil, 0, .greatestFiniteMagnitude, true),
    ]
  }

  private static func nestedOptionals<R, L, Raw>(
    _ lets: L, _ raw: Raw, _ make: (Int??, String??, L??, Bool???, [Int??], [String: Int??], Raw??, UInt8) -> R
  ) -> [R] {
    [
      make(.min, "😀", lets, true, [1, .some(nil), nil], ["a": 1], raw, 255),
      make(nil, nil, nil, nil, [], [:], nil, 1),
      make(.some(nil), .some(nil), .some(nil), .some(nil), [nil], ["a": nil], .some(nil), 2),
      make(0, "", lets, .some(.some(nil)), [], ["a": .some(nil)], raw, 3),
    ]
  }

  private static let letsOne = lets(Lets.init)[0]
  private static let letsTwin = lets(Twin.Lets.init)[0]

  static var optionals: [any ZooSpecimen] {
    [
      Specimen(
        "Optional", optionals(letsOne, Mode.off, Empty(), Optionals.init),
        optionals(letsTwin, Twin.Mode.off, Twin.Empty(), Twin.Optionals.init)),
      Specimen(
        "nested Optional", nestedOptionals(letsOne, StringRaw.spaced, NestedOptionals.init),
        nestedOptionals(letsTwin, Twin.StringRaw.spaced, Twin.NestedOptionals.init)),
    ]
  }
}
