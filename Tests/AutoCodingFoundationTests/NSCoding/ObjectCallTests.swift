import AutoCodingFoundation
import Foundation
import Testing

/// An object with both calls.
class CallingObject: AutoCodingObject {
  var saves = 0
  var limit = 10
  var other: CallingObject?
  var part: CallingPart?
  @Transient var word: String?
  @Transient var decoded = 0
  override func willEncode() throws {
    saves += 1
    if saves > limit { throw CocoaError(.coderInvalidValue) }
  }
  override func didDecode(in context: DecodingContext) throws {
    decoded += 1
    word = CodingUserInfoKey(rawValue: "word").flatMap { context.userInfo[$0] as? String }
  }
}

struct CallingPart: AutoCoding {
  var text: String
  func willEncode() throws { if text == "bad" { throw CocoaError(.coderInvalidValue) } }
  mutating func didDecode(in context: DecodingContext) throws { text += "\(context.userInfo.count)" }
}

/// The older form, and none at all.
final class PlainCalling: CallingObject {
  var plain = 0
  override func didDecode() throws { plain += 1 }
}

final class OldCalling: AutoCodingObject {
  var calls = 0
  override func didDecode() throws { calls += 1 }
}

final class NotCalling: AutoCodingObject {
  var text = "t"
}

/// AutoCodingObject: calls before encoding and after decoding.
struct ObjectCallTests {
  private func sample() -> CallingObject {
    let object = CallingObject()
    object.other = CallingObject()
    object.part = CallingPart(text: "p")
    return object
  }

  @Test("Foundation's archivers call an object once, and write what the call has changed")
  func foundation() throws {
    let object = sample()
    for round in 1...2 {
      let back = try #require(try foundationObject(CallingObject.self, from: foundationArchive(object)))
      #expect(object.saves == round && object.other?.saves == round)
      #expect(back.saves == round && back.other?.saves == round && back.decoded == 1 && back.other?.decoded == 1)
      #expect(back.word == nil && back.part?.text == "p0")
    }
  }

  @Test("keyed archives call an object once, and pass userInfo on")
  func keyedArchives() throws {
    let object = sample()
    let archive = try KeyedArchiveEncoder().encode([object, object])
    #expect(object.saves == 1 && object.other?.saves == 1)
    let decoder = KeyedArchiveDecoder()
    decoder.userInfo = try [#require(CodingUserInfoKey(rawValue: "word")): "w"]
    let back = try decoder.decode([CallingObject].self, from: archive)
    #expect(back[0] === back[1] && back[0].saves == 1 && back[0].decoded == 1)
    #expect(back[0].word == "w" && back[0].other?.word == "w" && back[0].part?.text == "p1")
  }

  @Test("JSON calls an object each time that it is written")
  func json() throws {
    let object = sample()
    let data = try AutoJSONEncoder().encode(object)
    #expect(object.saves == 1 && object.other?.saves == 1)
    let decoder = AutoJSONDecoder()
    decoder.userInfo = try [#require(CodingUserInfoKey(rawValue: "word")): "w"]
    let back = try decoder.decode(CallingObject.self, from: data)
    #expect(back.word == "w" && back.saves == 1 && back.decoded == 1)
  }

  @Test("what willEncode() throws fails the archiver")
  func errors() throws {
    let object = sample()
    object.limit = 0
    #expect(throws: (any Error).self) { try foundationArchive(object) }
    #expect(throws: CocoaError.self) { try KeyedArchiveEncoder().encode(object) }
    object.limit = 10
    object.part?.text = "bad"
    #expect(throws: (any Error).self) { try foundationArchive(object) }
    #expect(throws: CocoaError.self) { try KeyedArchiveEncoder().encode(object) }
    #expect(throws: CocoaError.self) { try AutoJSONEncoder().encode(object) }
  }

  @Test("the default didDecode(in:) calls didDecode(), and an override replaces it")
  func forms() throws {
    for round in 0..<2 {
      let old = try #require(try foundationObject(OldCalling.self, from: foundationArchive(OldCalling())))
      #expect(old.calls == 1, "\(round)")
      #expect(try AutoJSONDecoder().decode(OldCalling.self, from: AutoJSONEncoder().encode(OldCalling())).calls == 1)
      let plain = try AutoJSONDecoder().decode(PlainCalling.self, from: AutoJSONEncoder().encode(PlainCalling()))
      #expect(plain.plain == 0 && plain.decoded == 1)
      let back = try AutoJSONDecoder().decode(NotCalling.self, from: AutoJSONEncoder().encode(NotCalling()))
      #expect(back.text == "t")
    }
  }
}
