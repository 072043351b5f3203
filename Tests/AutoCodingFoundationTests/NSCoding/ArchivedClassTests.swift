import AutoCodingFoundation
import Foundation
import Testing

class Stand: NSObject, NSSecureCoding {
  class var supportsSecureCoding: Bool { true }
  var number = 0
  override init() {}
  func encode(with coder: NSCoder) { coder.encode(number, forKey: "number") }
  required init?(coder: NSCoder) { number = coder.decodeInteger(forKey: "number") }
}

struct Fair: AutoCoding {
  var first: Stand?
  var stands: [Stand]
}

#if !canImport(ObjectiveC)
/// An implementation that no archive should name, and no reader could find.
private final class PrivateStand: Stand {
  override var classForKeyedArchiver: AnyClass? { Stand.self }
}

/// Its own class is the one it would have anyway.
final class NullStand: Stand {
  override var classForKeyedArchiver: AnyClass? { nil }
}

/// Classes that hand-written code names for its objects.
struct ArchivedClassTests {
  @Test("An archive names the class that NSKeyedArchiver would name")
  func named() throws {
    let stand = PrivateStand()
    stand.number = 7
    let data = try KeyedArchiveEncoder().encode(Fair(first: stand, stands: [stand, Stand()]))
    let back = try KeyedArchiveDecoder().decode(Fair.self, from: data)
    #expect(try #require(back.first).isMember(of: Stand.self))
    #expect(back.first === back.stands[0] && back.stands[0].number == 7 && back.stands[1].number == 0)

    let root = try KeyedArchiveEncoder().encode(Fair(first: nil, stands: [stand]))
    #expect(!root.contains(Data("PrivateStand".utf8)) && root.contains(Data("Stand".utf8)))
  }

  @Test("An object that names no other class is archived as its own class")
  func none() throws {
    let data = try KeyedArchiveEncoder().encode(Fair(first: NullStand(), stands: []))
    #expect(try KeyedArchiveDecoder().decode(Fair.self, from: data).first is NullStand)
  }
}

extension Data {
  fileprivate func contains(_ other: Data) -> Bool { range(of: other) != nil }
}
#endif
