import AutoCoding

extension Zoo {
  package struct Names: AutoCoding, Equatable {
    let myURLValue: Int
    let `default`: Int
    let _underscored: Int
    let __twice_: Int
    let größe: Int
    let 名前: Int
    let 🙂: Int
    let `init`: Int
    let `self`: Int
    let `Type`: Int
    let encoder: Int
    let value1st: Int
    let already_snake: Int
    let aVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryLongPropertyNameThatFitsNoSmallString: Int
  }

  package struct RawNames: AutoCoding, Equatable {
    let `with space`: Int
    let `1st`: String
    let `a.b-c/d`: Bool?
    let `ends with ü`: [Int]
  }

  package struct Many: AutoCoding, Equatable {
    var a0 = 0, a1 = 1, a2 = 2, a3 = 3, a4 = 4, a5 = 5, a6 = 6, a7 = 7, a8 = 8, a9 = 9
    var b0 = true, b1 = "b1", b2 = 2.5, b3: Int? = 3, b4 = [4], b5: UInt8 = 5, b6: Float = 6, b7 = false, b8 = "",
      b9 = 9
    var c0 = 0, c1 = 1, c2 = 2, c3 = 3, c4 = 4, c5 = 5, c6 = 6, c7 = 7, c8 = 8, c9 = 9
    var d0 = 0, d1 = 1, d2 = 2, d3 = 3, d4 = 4, d5 = 5, d6 = 6, d7 = 7, d8 = 8, d9 = 9
    var e0 = 0, e1 = 1, e2 = 2, e3 = 3, e4 = 4, e5 = 5, e6 = 6, e7 = 7, e8 = 8, e9 = 9
    var f0 = 0, f1 = 1, f2 = 2, f3 = 3, f4 = 4, f5 = 5, f6 = 6, f7 = 7, f8 = 8, f9 = 9
    var g0 = 0, g1 = 1, g2 = 2, g3 = 3, g4 = 4, g5 = 5, g6 = 6, g7 = 7, g8 = 8, g9 = 9
  }
}

extension Twin {
  package struct Names: Codable, Equatable {
    let myURLValue: Int
    let `default`: Int
    let _underscored: Int
    let __twice_: Int
    let größe: Int
    let 名前: Int
    let 🙂: Int
    let `init`: Int
    let `self`: Int
    let `Type`: Int
    let encoder: Int
    let value1st: Int
    let already_snake: Int
    let aVeryVeryVeryVeryVeryVeryVeryVeryVeryVeryLongPropertyNameThatFitsNoSmallString: Int
  }

  package struct RawNames: Codable, Equatable {
    let `with space`: Int
    let `1st`: String
    let `a.b-c/d`: Bool?
    let `ends with ü`: [Int]
  }

  package struct Many: Codable, Equatable {
    var a0 = 0, a1 = 1, a2 = 2, a3 = 3, a4 = 4, a5 = 5, a6 = 6, a7 = 7, a8 = 8, a9 = 9
    var b0 = true, b1 = "b1", b2 = 2.5, b3: Int? = 3, b4 = [4], b5: UInt8 = 5, b6: Float = 6, b7 = false, b8 = "",
      b9 = 9
    var c0 = 0, c1 = 1, c2 = 2, c3 = 3, c4 = 4, c5 = 5, c6 = 6, c7 = 7, c8 = 8, c9 = 9
    var d0 = 0, d1 = 1, d2 = 2, d3 = 3, d4 = 4, d5 = 5, d6 = 6, d7 = 7, d8 = 8, d9 = 9
    var e0 = 0, e1 = 1, e2 = 2, e3 = 3, e4 = 4, e5 = 5, e6 = 6, e7 = 7, e8 = 8, e9 = 9
    var f0 = 0, f1 = 1, f2 = 2, f3 = 3, f4 = 4, f5 = 5, f6 = 6, f7 = 7, f8 = 8, f9 = 9
    var g0 = 0, g1 = 1, g2 = 2, g3 = 3, g4 = 4, g5 = 5, g6 = 6, g7 = 7, g8 = 8, g9 = 9
  }
}

extension Zoo {
  private static func names<R>(
    _ make: (Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int) -> R
  ) -> [R] {
    [make(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)]
  }

  private static func rawNames<R>(_ make: (Int, String, Bool?, [Int]) -> R) -> [R] {
    [make(1, "2", true, [4]), make(.min, "", nil, [])]
  }

  static var unusualStructs: [any ZooSpecimen] {
    [
      Specimen("struct unusual names", names(Names.init), names(Twin.Names.init)),
      Specimen("struct raw identifiers", rawNames(RawNames.init), rawNames(Twin.RawNames.init)),
      Specimen(
        "struct many properties", [Many(), Many(b1: "changed", b3: nil, g9: .min)],
        [Twin.Many(), Twin.Many(b1: "changed", b3: nil, g9: .min)]),
    ]
  }
}
