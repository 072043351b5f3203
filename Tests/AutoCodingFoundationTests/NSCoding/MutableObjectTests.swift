import AutoCodingFoundation
import Foundation
import Testing

/// Has Foundation's mutable objects.
final class MutableHolder: AutoCodingObject {
  var list = NSMutableArray(array: [1, "a"])
  var table = NSMutableDictionary(dictionary: ["k": 2])
  var set = NSMutableSet(array: [3])
  var text = NSMutableString(string: "t")
  var data = NSMutableData(data: Data([4]))
  var maybe: NSMutableArray?
}

class Flagged: AutoCodingObject {
  var value = true
}

final class Priced: AutoCodingObject {
  var value: Decimal = 7
}

/// Properties of mutable classes of Foundation, from the archives of both archivers.
struct MutableObjectTests {
  @Test("are read by both unarchivers, as mutable objects")
  func archives() throws {
    let value = MutableHolder()
    value.maybe = NSMutableArray(array: ["m"])
    let archives = [
      try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true),
      try KeyedArchiveEncoder().encode(value),
    ]
    for (index, data) in archives.enumerated() {
      let copies = [
        try NSKeyedUnarchiver.unarchivedObject(ofClass: MutableHolder.self, from: data),
        try KeyedArchiveDecoder().decode(MutableHolder.self, from: data),
      ]
      for copy in copies {
        let copy = try #require(copy, "\(index)")
        #expect(copy.list == [1, "a"] && copy.table == ["k": 2] && copy.set == NSMutableSet(array: [3]), "\(index)")
        #expect(copy.text == "t" && copy.data == NSMutableData(data: Data([4])) && copy.maybe == ["m"], "\(index)")
        copy.list.add(2)
        copy.text.append("u")
        copy.maybe?.removeAllObjects()
        #expect(copy.list.count == 3 && copy.text == "tu" && copy.maybe?.count == 0, "\(index)")
      }
    }
  }

  @Test("a Bool is no decimal number for an unarchiver, either")
  func decimals() throws {
    for data in [
      try NSKeyedArchiver.archivedData(withRootObject: Flagged(), requiringSecureCoding: true),
      try KeyedArchiveEncoder().encode(Flagged()),
    ] {
      let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
      unarchiver.decodingFailurePolicy = .setErrorAndReturn
      unarchiver.setClass(Priced.self, forClassName: String(reflecting: Flagged.self))
      _ = unarchiver.decodeObject(of: Priced.self, forKey: NSKeyedArchiveRootObjectKey)
      #expect(unarchiver.error.map { "\($0)".contains("Expected to decode Decimal") } == true)
    }
  }
}
