import Foundation
import Testing
import ThirdPartyModels

@testable import AutoCoding

private protocol Placed: AutoCoding {}

extension ThirdPartyDirection {
  class Sign: AutoCoding {
    var text = ""
    required init() {}

    struct Post: AutoCoding, Equatable { var height = 1 }
    final class Lamp: Sign { var isLit = true }
  }

  fileprivate struct Map: Placed, Equatable { var scale = 1 }
  fileprivate enum Turn: Placed, Equatable { case left, by(degrees: Int) }
  fileprivate struct Secret: AutoCoding { var code = 1 }

  fileprivate struct Named: Placed {
    static var archivedTypeName: String { "Named" }
    var value = 1
  }

  struct Pair<Value: Codable & Equatable>: AutoCoding, Equatable { var value: Value }
}

extension ThirdPartyDirection.Map {
  fileprivate struct Legend: Placed, Equatable { var lines: [String] = [] }
}

extension Array {
  struct Slot: AutoCoding { var index = 0 }
}

/// Holds values of types that only the data names.
private struct Shelf: AutoCoding {
  var sign: ThirdPartyDirection.Sign
  var thing: any Placed
}

/// Names of types in extensions of another module's types.
struct ExtensionNameTests {
  @Test("the name has no extension in it")
  func names() {
    #expect(ThirdPartyDirection.Sign.archivedTypeName == "ThirdPartyModels.ThirdPartyDirection.Sign")
    #expect(ThirdPartyDirection.Sign.Post.archivedTypeName == "ThirdPartyModels.ThirdPartyDirection.Sign.Post")
    #expect(ThirdPartyDirection.Sign.Lamp.archivedTypeName == "ThirdPartyModels.ThirdPartyDirection.Sign.Lamp")
    #expect(ThirdPartyDirection.Map.archivedTypeName == "ThirdPartyModels.ThirdPartyDirection.Map")
    #expect(ThirdPartyDirection.Turn.archivedTypeName == "ThirdPartyModels.ThirdPartyDirection.Turn")
    #expect(ThirdPartyDirection.Secret.archivedTypeName == "ThirdPartyModels.ThirdPartyDirection.Secret")
    #expect(ThirdPartyDirection.Map.Legend.archivedTypeName == "ThirdPartyModels.ThirdPartyDirection.Map.Legend")
    #expect(ThirdPartyDirection.Named.archivedTypeName == "Named")
    #expect(
      ThirdPartyDirection.Pair<ThirdPartyDirection.Map>.archivedTypeName
        == "ThirdPartyModels.ThirdPartyDirection.Pair<ThirdPartyModels.ThirdPartyDirection.Map>")
    #expect([Int].Slot.archivedTypeName == "Swift.Array<Swift.Int>.Slot")
  }

  private func shelf(_ thing: any Placed) -> Shelf {
    let lamp = ThirdPartyDirection.Sign.Lamp()
    (lamp.text, lamp.isLit) = ("Exit", false)
    return Shelf(sign: lamp, thing: thing)
  }

  @Test("such types are found again by the name that was written", arguments: TestCoder.allCases)
  func roundTrips(coder: TestCoder) throws {
    let back = try coder.roundTrip(shelf(ThirdPartyDirection.Map(scale: 7)))
    let lamp = try #require(back.sign as? ThirdPartyDirection.Sign.Lamp)
    #expect(lamp.text == "Exit" && !lamp.isLit)
    #expect(back.thing as? ThirdPartyDirection.Map == .init(scale: 7))
    let turn = try coder.roundTrip(shelf(ThirdPartyDirection.Turn.by(degrees: 30)))
    #expect(turn.thing as? ThirdPartyDirection.Turn == .by(degrees: 30))
  }

  @Test("the text of JSON has the name", arguments: TestCoder.jsonLike)
  func written(coder: TestCoder) throws {
    #expect(
      try coder.jsonText(of: shelf(ThirdPartyDirection.Turn.left)) == """
        {"sign":{"$class":"ThirdPartyModels.ThirdPartyDirection.Sign.Lamp","isLit":false,"text":"Exit"},\
        "thing":{"$class":"ThirdPartyModels.ThirdPartyDirection.Turn","$value":{"left":{}}}}
        """)
  }

  @Test("the spelling that was written before is read", arguments: TestCoder.jsonLike)
  func earlierSpelling(coder: TestCoder) throws {
    let module = "(extension in AutoCodingTests):ThirdPartyModels.ThirdPartyDirection"
    let back = try coder.decode(
      Shelf.self,
      fromJSON: """
        {"sign": {"$class": "\(module).Sign.Lamp", "text": "Exit", "isLit": false},
         "thing": {"$class": "\(module).Map.Legend", "lines": ["a"]}}
        """)
    #expect((back.sign as? ThirdPartyDirection.Sign.Lamp)?.isLit == false)
    #expect(back.thing as? ThirdPartyDirection.Map.Legend == .init(lines: ["a"]))
  }

  @Test("a name that another module would have written is refused", arguments: TestCoder.jsonLike)
  func otherModule(coder: TestCoder) {
    for name in [
      "(extension in Other):ThirdPartyModels.ThirdPartyDirection.Map", "(extension in AutoCodingTests):Named",
    ] {
      #expect(throws: DecodingError.self) {
        try coder.decode(Shelf.self, fromJSON: #"{"sign": {"text": ""}, "thing": {"$class": "\#(name)"}}"#)
      }
    }
  }

  @Test("archives of the spelling before are read")
  func archives() throws {
    let data = try KeyedArchiveEncoder().encode(shelf(ThirdPartyDirection.Turn.left))
    let name = "ThirdPartyModels.ThirdPartyDirection.Sign.Lamp"
    let names = try classNames(in: data)
    #expect(names.contains(name) && !names.contains { $0.contains("extension") })

    let earlier = try renaming(data) { "(extension in AutoCodingTests):" + $0 }
    #expect(try classNames(in: earlier).contains("(extension in AutoCodingTests):" + name))
    let back = try KeyedArchiveDecoder().decode(Shelf.self, from: earlier)
    #expect((back.sign as? ThirdPartyDirection.Sign.Lamp)?.isLit == false)
    #expect(back.thing as? ThirdPartyDirection.Turn == .left)
    // As the declared class, and as one that is allowed.
    let root = try renaming(try KeyedArchiveEncoder().encode(ThirdPartyDirection.Map(scale: 3))) {
      "(extension in AutoCodingTests):" + $0
    }
    #expect(try KeyedArchiveDecoder().decode(ThirdPartyDirection.Map.self, from: root) == .init(scale: 3))
    #expect(
      try KeyedArchiveDecoder().decode(allowing: [ThirdPartyDirection.Map.self], from: root) as? ThirdPartyDirection.Map
        == .init(scale: 3))
  }

  private func classNames(in archive: Data) throws -> [String] {
    var names: [String] = []
    _ = try PropertyListTree(archive).mapStrings { text in
      names.append(text)
      return text
    }
    return names
  }

  /// The archive with other names for the classes of this file.
  private func renaming(_ archive: Data, _ name: (String) -> String) throws -> Data {
    try PropertyListTree(archive).mapStrings { $0.hasPrefix("ThirdPartyModels.") ? name($0) : $0 }.written()
  }
}

extension PropertyListTree {
  fileprivate func mapStrings(_ transform: (String) -> String) -> PropertyListTree {
    switch self {
    case .string(let text): .string(transform(text))
    case .array(let elements): .array(elements.map { $0.mapStrings(transform) })
    case .dictionary(let pairs):
      .dictionary(pairs.map { .init(key: $0.key, value: $0.value.mapStrings(transform)) })
    default: self
    }
  }
}
