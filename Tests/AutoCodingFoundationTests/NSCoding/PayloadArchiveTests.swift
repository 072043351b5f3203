import AutoCodingFoundation
import Foundation
import Testing

class PackedItem: AutoCodingObject {
  var number = 1
}

final class PackedLargeItem: PackedItem {
  var size = 2
}

final class PackedPart: AutoCoding, DefaultInitializable {
  var number = 1
  init() {}
}

/// A class with handwritten `NSSecureCoding` code.
final class PackedStamp: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var year = 1
  override init() {}
  func encode(with coder: NSCoder) { coder.encode(year, forKey: "year") }
  init?(coder: NSCoder) { year = coder.decodeInteger(forKey: "year") }
}

enum PackedChoice: AutoCoding {
  case none
  case item(PackedItem)
  case named(item: PackedItem)
  case part(PackedPart)
  case stamp(PackedStamp)
}

/// Names each class before the enum does.
final class PackedBefore: AutoCodingObject {
  var aItem: PackedItem = PackedLargeItem()
  var aPart = PackedPart()
  var aStamp = PackedStamp()
  var choices: [PackedChoice] = []
  var result: Result<PackedItem, ListProblem> = .failure(.small)
}

/// Names each class after the enum.
final class PackedAfter: AutoCodingObject {
  var choices: [PackedChoice] = []
  var result: Result<PackedItem, ListProblem> = .failure(.small)
  var zItem: PackedItem = PackedLargeItem()
  var zPart = PackedPart()
  var zStamp = PackedStamp()
}

/// Enums with one object in a case, in archives.
struct PayloadArchiveTests {
  /// Both kinds of archives, read by both unarchivers.
  private func copies<Object: AutoCodingObject>(of object: Object) throws -> [Object] {
    let archives = [try foundationArchive(object), try KeyedArchiveEncoder().encode(object)]
    return try archives.flatMap { data in
      [
        try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data)),
        try KeyedArchiveDecoder().decode(Object.self, from: data),
      ]
    }
  }

  private func description(of choice: PackedChoice) -> String {
    switch choice {
    case .none: "none"
    case .item(let item): "item \(item.number) \((item as? PackedLargeItem)?.size ?? 0)"
    case .named(let item): "named \(item.number)"
    case .part(let part): "part \(part.number)"
    case .stamp(let stamp): "stamp \(stamp.year)"
    }
  }

  private func choices(_ item: PackedItem, _ part: PackedPart, _ stamp: PackedStamp) -> [PackedChoice] {
    (item.number, part.number, stamp.year) = (5, 6, 7)
    return [.item(item), .none, .named(item: item), .part(part), .stamp(stamp), .item(PackedItem())]
  }

  private let expected = ["item 5 2", "none", "named 5", "part 6", "stamp 7", "item 1 0"]

  @Test("of classes that the archive names before")
  func before() throws {
    let object = PackedBefore()
    object.choices = choices(object.aItem, object.aPart, object.aStamp)
    object.result = .success(object.aItem)
    for copy in try copies(of: object) {
      #expect(copy.choices.map(description) == expected)
      guard case .item(let first) = copy.choices[0], case .success(let second) = copy.result else {
        Issue.record("another case")
        continue
      }
      #expect(first === copy.aItem && second === copy.aItem)
    }
  }

  @Test("of classes that the archive names after")
  func after() throws {
    let object = PackedAfter()
    object.choices = choices(object.zItem, object.zPart, object.zStamp)
    object.result = .success(object.zItem)
    for copy in try copies(of: object) {
      #expect(copy.choices.map(description) == expected)
      #expect(copy.zItem is PackedLargeItem && copy.zItem.number == 5 && copy.zStamp.year == 7)
    }
  }
}
