#if !canImport(ObjectiveC)
import AutoCodingFoundation
import Foundation
import Testing

/// An object whose part uses the coder of the object.
final class WholeOfParts: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  // Used by one test only.
  nonisolated(unsafe) static var coder: NSCoder?
  let number: Int

  override init() { number = 7 }

  func encode(with coder: NSCoder) {
    coder.encode(number, forKey: "number")
    coder.encode(PartOfWhole(), forKey: "part")
  }

  required init?(coder: NSCoder) {
    Self.coder = coder
    defer { Self.coder = nil }
    number = coder.decodeObject(of: PartOfWhole.self, forKey: "part")?.found ?? -1
  }
}

final class PartOfWhole: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var found = 0

  override init() {}
  func encode(with coder: NSCoder) { coder.encode(1, forKey: "one") }
  required init?(coder: NSCoder) {
    guard let outer = WholeOfParts.coder else { return nil }
    found = outer.containsValue(forKey: "number") ? outer.decodeInteger(forKey: "number") : -1
  }
}

private final class Holder: AutoCoding, DefaultInitializable {
  var whole: WholeOfParts? = WholeOfParts()
}

/// An object that encodes a collection as it is.
final class CollectionLister: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var list: NSObject = NSNull()

  init(_ list: NSObject) { self.list = list }
  func encode(with coder: NSCoder) { coder.encode(list, forKey: "list") }
  required init?(coder: NSCoder) { nil }
}

private final class ListHolder: AutoCoding, DefaultInitializable {
  var lister: CollectionLister?
}

/// Coders within coders.
struct NestedCoderTests {
  @Test("the coder of an object cannot decode while a part of the object is decoded") func outerCoder() throws {
    let archive = try KeyedArchiveEncoder().encode(Holder())
    #expect { try KeyedArchiveDecoder().decode(Holder.self, from: archive) } throws: { error in
      guard case DecodingError.dataCorrupted(let context) = error else { return false }
      return context.codingPath.map(\.stringValue) == ["whole", "number"]
        && context.debugDescription.contains("while an object within its own")
    }
  }

  private func encode(_ list: NSObject) throws {
    let holder = ListHolder()
    holder.lister = CollectionLister(list)
    _ = try KeyedArchiveEncoder().encode(holder)
  }

  @Test("collections are nested as deeply as the limit allows") func depth() throws {
    func nested(_ depth: Int) -> NSArray { (0..<depth).reduce(NSArray()) { list, _ in NSArray(object: list) } }
    try encode(nested(300))
    #expect(throws: EncodingError.self) { try encode(nested(700)) }
  }
}
#endif
