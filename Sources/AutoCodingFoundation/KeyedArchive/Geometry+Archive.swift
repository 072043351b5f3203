import AutoCoding
import Foundation

/// The kinds of `NSValue`, by their numbers under `NS.special` in archives.
private enum SpecialValue: Int {
  case point = 1
  case size, rectangle, range

  /// Checks that an object is of this kind and has exactly the given keys.
  func check(_ object: CodedObject, _ keys: String...) throws {
    let found = try object.requiredValue(Int.self, forKey: "NS.special")
    guard found == rawValue else {
      throw object.corrupted("whose NS.special is \(found); that of a \(self) is \(rawValue).")
    }
    try object.checkKeys(Set(keys).union(["NS.special"]))
  }

  /// Parses the numbers of a text such as `{1, 2}` or `{{1, 2}, {3, 4}}`.
  static func numbers(_ count: Int, _ key: String, of object: CodedObject) throws -> [CGFloat] {
    let text = try object.requiredValue(String.self, forKey: key)
    let bare = text.filter { !"{} ".contains($0) }
    let numbers = bare.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
    let expected = count == 2 ? "{,}" : "{{,},{,}}"
    guard numbers.count == count, text.filter({ "{},".contains($0) }) == expected else {
      throw object.corrupted("whose \(key) is '\(text.shortened)' instead of \(count) numbers.")
    }
    return numbers.map { CGFloat($0) }
  }
}

extension CGPoint: ArchivedAsObject {
  package static var archivedClassNames: Set<String> { ["NSValue"] }

  package init(archived object: CodedObject) throws {
    try SpecialValue.point.check(object, "NS.pointval")
    let numbers = try SpecialValue.numbers(2, "NS.pointval", of: object)
    self.init(x: numbers[0], y: numbers[1])
  }
}

extension CGSize: ArchivedAsObject {
  package static var archivedClassNames: Set<String> { ["NSValue"] }

  package init(archived object: CodedObject) throws {
    try SpecialValue.size.check(object, "NS.sizeval")
    let numbers = try SpecialValue.numbers(2, "NS.sizeval", of: object)
    self.init(width: numbers[0], height: numbers[1])
  }
}

extension CGRect: ArchivedAsObject {
  package static var archivedClassNames: Set<String> { ["NSValue"] }

  package init(archived object: CodedObject) throws {
    try SpecialValue.rectangle.check(object, "NS.rectval")
    let numbers = try SpecialValue.numbers(4, "NS.rectval", of: object)
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

extension NSRange: ArchivedAsObject {
  package static var archivedClassNames: Set<String> { ["NSValue"] }

  private static let keys = (location: "NS.rangeval.location", length: "NS.rangeval.length")

  package init(archived object: CodedObject) throws {
    try SpecialValue.range.check(object, Self.keys.location, Self.keys.length)
    self.init(
      location: try object.requiredValue(Int.self, forKey: Self.keys.location),
      length: try object.requiredValue(Int.self, forKey: Self.keys.length))
  }

  package var archivedObject: CodedObject? {
    CodedObject(
      ["NSValue", "NSObject"],
      [
        (Self.keys.location, .int(Int64(location))), (Self.keys.length, .int(Int64(length))),
        ("NS.special", .int(Int64(SpecialValue.range.rawValue))),
      ], boxedKeys: [Self.keys.location, Self.keys.length])
  }
}
