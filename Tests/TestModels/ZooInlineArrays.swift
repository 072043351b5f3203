import AutoCoding

#if compiler(>=6.2) && !canImport(Darwin)
extension Zoo {
  /// `InlineArray` is no `Equatable`, so the elements are compared.
  package struct InlineArrays: AutoCoding, Equatable {
    let ints: [3 of Int]
    let texts: [2 of String]
    let bytes: InlineArray<16, UInt8>
    let none: [0 of Int]
    let optionals: [2 of Int?]
    let models: [2 of Lets]
    let nested: [2 of [2 of Bool]]
    let listed: [[1 of String]]
    let optional: [1 of Double]?

    private var lists: Twin.InlineArrays {
      Twin.InlineArrays(
        ints: ints.list, texts: texts.list, bytes: bytes.list, none: none.list, optionals: optionals.list,
        models: models.list.map { Twin.Lets(x: $0.x, name: $0.name, flag: $0.flag) }, nested: nested.list.map(\.list),
        listed: listed.map(\.list),
        optional: optional?.list)
    }

    package static func == (left: Self, right: Self) -> Bool { left.lists == right.lists }
  }
}

extension Zoo {
  static var inlineArrays: [any ZooSpecimen] {
    [
      Specimen(
        "InlineArray",
        [
          InlineArrays(
            ints: [1, -2, 3], texts: ["a", "text that is long enough for the heap"], bytes: .init(repeating: 7),
            none: [],
            optionals: [nil, 4],
            models: [.init(x: 1, name: "a", flag: true), .init(x: 2, name: "b", flag: false)],
            nested: [[true, false], [false, false]], listed: [["x"], ["y"]], optional: [0.5]),
          InlineArrays(
            ints: [0, 0, 0], texts: ["", ""], bytes: .init(repeating: 0), none: [], optionals: [nil, nil],
            models: [.init(x: 0, name: "", flag: false), .init(x: 0, name: "", flag: false)],
            nested: [[true, true], [true, true]], listed: [], optional: nil),
        ],
        [
          Twin.InlineArrays(
            ints: [1, -2, 3], texts: ["a", "text that is long enough for the heap"],
            bytes: Array(repeating: 7, count: 16),
            none: [], optionals: [nil, 4],
            models: [.init(x: 1, name: "a", flag: true), .init(x: 2, name: "b", flag: false)],
            nested: [[true, false], [false, false]], listed: [["x"], ["y"]], optional: [0.5]),
          Twin.InlineArrays(
            ints: [0, 0, 0], texts: ["", ""], bytes: Array(repeating: 0, count: 16), none: [], optionals: [nil, nil],
            models: [.init(x: 0, name: "", flag: false), .init(x: 0, name: "", flag: false)],
            nested: [[true, true], [true, true]], listed: [], optional: nil),
        ])
    ]
  }
}

extension InlineArray {
  fileprivate var list: [Element] { indices.map { self[$0] } }
}

extension Twin {
  package struct InlineArrays: Codable, Equatable {
    let ints: [Int]
    let texts: [String]
    let bytes: [UInt8]
    let none: [Int]
    let optionals: [Int?]
    let models: [Lets]
    let nested: [[Bool]]
    let listed: [[String]]
    let optional: [Double]?
  }
}
#else
extension Zoo {
  static var inlineArrays: [any ZooSpecimen] { [] }
}
#endif
