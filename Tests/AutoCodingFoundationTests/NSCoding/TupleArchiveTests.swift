import AutoCodingFoundation
import Foundation
import Testing

struct Paired: AutoCoding, Equatable {
  var a = 1
  var b = 2
}

final class TuplesOfTuples: AutoCodingObject {
  var other: ((a: Int, b: Int), (c: Int, d: String)) = ((0, 0), (0, ""))
  var sameLabels: ((a: Int, b: Int), (a: Double, b: Double)) = ((0, 0), (0, 0))
}

final class TuplesBesideModels: AutoCodingObject {
  var pair: (Paired, (a: Int, b: Int)) = (Paired(), (0, 0))
  var first: [((a: Int, b: Int), Paired)] = []
  var second: [(Paired, (c: Int, d: Int))] = []
  var optional: (Paired?, (a: Int, b: Int)?) = (nil, nil)
  var object: (PackedItem, (item: PackedItem, count: Int)) = (PackedItem(), (PackedItem(), 0))
  var dynamic: (any AutoCoding, (a: Int, b: Int)) = (Paired(), (0, 0))
}

/// The same with elements of other types.
final class NewerTuples: AutoCodingObject {
  var other: ((a: Double, b: Double), (c: Int, d: String)) = ((0, 0), (0, ""))
}

/// Tuples with labels beside others and models, in archives.
struct TupleArchiveTests {
  private func copies<Object: AutoCodingObject>(of object: Object) throws -> [Object] {
    let archives = [try foundationArchive(object), try KeyedArchiveEncoder().encode(object)]
    return try archives.map { try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: $0)) }
  }

  @Test("tuples of tuples")
  func tuples() throws {
    let object = TuplesOfTuples()
    object.other = ((1, 2), (3, "x"))
    object.sameLabels = ((1, 2), (3.5, 4))
    for copy in try copies(of: object) {
      #expect(copy.other.0 == (1, 2) && copy.other.1 == (3, "x"))
      #expect(copy.sameLabels.0 == (1, 2) && copy.sameLabels.1 == (3.5, 4))
    }
  }

  @Test("tuples of tuples and models")
  func models() throws {
    let object = TuplesBesideModels()
    let pair = Paired(a: 7, b: 8)
    object.pair = (pair, (3, 4))
    object.first = [((3, 4), pair), ((5, 6), Paired())]
    object.second = [(pair, (3, 4))]
    object.optional = (nil, (3, 4))
    object.object.0.number = 9
    object.object.1 = (object.object.0, 10)
    object.dynamic = (pair, (3, 4))
    for copy in try copies(of: object) {
      #expect(copy.pair.0 == pair && copy.pair.1 == (3, 4))
      #expect(copy.first.map(\.0.b) == [4, 6] && copy.first.map(\.1) == [pair, Paired()])
      #expect(copy.second[0].0 == pair && copy.second[0].1 == (3, 4))
      #expect(copy.optional.0 == nil && copy.optional.1?.b == 4)
      #expect(copy.object.0.number == 9 && copy.object.1.item === copy.object.0 && copy.object.1.count == 10)
      #expect(copy.dynamic.0 as? Paired == pair && copy.dynamic.1 == (3, 4))
    }
  }

  @Test("a tuple whose elements had another type is known by its labels")
  func newer() throws {
    let object = TuplesOfTuples()
    object.other = ((1, 2), (3, "x"))
    let found = try foundationObject(
      NewerTuples.self, from: foundationArchive(object),
      classes: ["AutoCodingFoundationTests.TuplesOfTuples": NewerTuples.self])
    let newer = try #require(found)
    #expect(newer.other.0 == (1, 2) && newer.other.1 == (3, "x"))
  }
}
