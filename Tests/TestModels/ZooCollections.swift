import AutoCoding

extension Zoo {
  /// Written in an order that no two values need have in common.
  package struct Several: AutoCoding, Equatable {
    let models: Set<Lets>
    let modes: Set<Mode>
    let byMode: [Mode: Int]
    let byText: [StringRaw: String]
    let byModel: [Lets: [Lets]]
  }

  package struct Arrays: AutoCoding, Equatable {
    let ints: [Int]
    let bytes: [UInt8]
    let bools: [Bool]
    let doubles: [Double]
    let floats: [Float]
    let strings: [String]
    let optionals: [Int?]
    let nested: [[String]]
    let optional: [Int]?
    let models: [Lets]
    let maps: [[String: Int]]
    let empties: [Empty]
    let deep: [[[Bool?]]?]
  }

  package struct OtherArrays: AutoCoding, Equatable {
    let contiguous: ContiguousArray<Int>
    let contiguousTexts: ContiguousArray<String>?
    let slice: ArraySlice<Int>
    let texts: ArraySlice<String>
    let models: ContiguousArray<Lets>
    let slices: [ArraySlice<Lets>]
    let optional: ArraySlice<Int?>?
  }

  package struct Sets: AutoCoding, Equatable {
    let ints: Set<Int>
    let strings: Set<String>
    let models: Set<Lets>
    let optional: Set<UInt8>?
    let nested: [Set<Int>]
    let sets: Set<Set<Int>>
    let optionals: Set<Int?>
  }
}

extension Twin {
  /// Written in an order that no two values need have in common.
  package struct Several: Codable, Equatable {
    let models: Set<Lets>
    let modes: Set<Mode>
    let byMode: [Mode: Int]
    let byText: [StringRaw: String]
    let byModel: [Lets: [Lets]]
  }

  package struct Arrays: Codable, Equatable {
    let ints: [Int]
    let bytes: [UInt8]
    let bools: [Bool]
    let doubles: [Double]
    let floats: [Float]
    let strings: [String]
    let optionals: [Int?]
    let nested: [[String]]
    let optional: [Int]?
    let models: [Lets]
    let maps: [[String: Int]]
    let empties: [Empty]
    let deep: [[[Bool?]]?]
  }

  package struct OtherArrays: Codable, Equatable {
    let contiguous: ContiguousArray<Int>
    let contiguousTexts: ContiguousArray<String>?
    let slice: [Int]
    let texts: [String]
    let models: ContiguousArray<Lets>
    let slices: [[Lets]]
    let optional: [Int?]?
  }

  package struct Sets: Codable, Equatable {
    let ints: Set<Int>
    let strings: Set<String>
    let models: Set<Lets>
    let optional: Set<UInt8>?
    let nested: [Set<Int>]
    let sets: Set<Set<Int>>
    let optionals: Set<Int?>
  }
}

extension Zoo {
  private static func arrays<R, L, E>(
    _ lets: [L], _ empty: E,
    _ make: (
      [Int], [UInt8], [Bool], [Double], [Float], [String], [Int?], [[String]], [Int]?, [L], [[String: Int]], [E],
      [[[Bool?]]?]
    ) -> R
  ) -> [R] {
    [
      make(
        [1, .min, .max], [0, 255], [true, false], [1.5, -0.0, 1e300], [0.1], ["", "😀"], [1, nil], [["a"], []], [1],
        lets, [["camelKey": 1], [:]], [empty, empty], [[[true, nil], []], nil]),
      make([], [], [], [], [], [], [], [], nil, [], [], [], []),
      make(
        Array(0..<300), Array(repeating: 7, count: 300), [true], [], [], ["a"], [nil], [[]], [], [], [[:]], [], [nil]),
    ]
  }

  private static func otherArrays() -> [OtherArrays] {
    let lets = lets(Lets.init)
    return [
      OtherArrays(
        contiguous: [1, .min], contiguousTexts: ["a", ""], slice: [1, 2, 3, 4][1..<3], texts: ["a", "b"][1...],
        models: ContiguousArray(lets), slices: [lets[1...], lets[..<1]], optional: [nil, 1]),
      OtherArrays(
        contiguous: [], contiguousTexts: nil, slice: [], texts: [], models: [], slices: [], optional: nil),
    ]
  }

  /// `ArraySlice` has no `Codable` of its own; it is written as an array.
  private static func otherArrayTwins() -> [Twin.OtherArrays] {
    let lets = lets(Twin.Lets.init)
    return [
      Twin.OtherArrays(
        contiguous: [1, .min], contiguousTexts: ["a", ""], slice: [2, 3], texts: ["b"], models: ContiguousArray(lets),
        slices: [Array(lets[1...]), Array(lets[..<1])], optional: [nil, 1]),
      Twin.OtherArrays(
        contiguous: [], contiguousTexts: nil, slice: [], texts: [], models: [], slices: [], optional: nil),
    ]
  }

  /// Sets with more than one element are written in the order they happen to have; twins get the same instances.
  private static let manyInts = Set(0..<20)
  private static let manyStrings: Set<String> = ["a", "", "😀"]
  private static let setOfSets: Set<Set<Int>> = [[1, 2], []]
  private static let setOfOptionals: Set<Int?> = [1, nil]

  private static func sets<R, L>(
    _ lets: [L], _ make: (Set<Int>, Set<String>, Set<L>, Set<UInt8>?, [Set<Int>], Set<Set<Int>>, Set<Int?>) -> R
  ) -> [R] {
    [
      make(manyInts, manyStrings, Set(lets.prefix(1)), [255], [manyInts, []], setOfSets, setOfOptionals),
      make([], [], [], nil, [], [], []),
    ]
  }

  private static func severals() -> [Several] {
    let lets = lets(Lets.init)
    return [
      Several(
        models: Set(lets), modes: [.on, .off, .standby], byMode: [.on: 1, .off: 2, .standby: 3],
        byText: [.plain: "", .emoji: "e"], byModel: [lets[0]: lets, lets[1]: []])
    ]
  }

  private static func severalTwins() -> [Twin.Several] {
    let lets = lets(Twin.Lets.init)
    return [
      Twin.Several(
        models: Set(lets), modes: [.on, .off, .standby], byMode: [.on: 1, .off: 2, .standby: 3],
        byText: [.plain: "", .emoji: "e"], byModel: [lets[0]: lets, lets[1]: []])
    ]
  }

  static var collections: [any ZooSpecimen] {
    [
      Specimen(
        "Array", arrays(lets(Lets.init), Empty(), Arrays.init),
        arrays(lets(Twin.Lets.init), Twin.Empty(), Twin.Arrays.init)),
      Specimen("ContiguousArray and ArraySlice", otherArrays(), otherArrayTwins()),
      Specimen(
        "several models in Set and Dictionary", severals(), severalTwins(), isOrdered: false),
      Specimen("Set", sets(lets(Lets.init), Sets.init), sets(lets(Twin.Lets.init), Twin.Sets.init)),
    ]
  }
}
