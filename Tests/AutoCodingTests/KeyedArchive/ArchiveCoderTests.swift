import AutoCoding
import Dispatch
import Foundation
import Testing

private struct Request: Encodable {
  var name: String
  var sizes: [Int]
  var part: Part?
  struct Part: Encodable { var when: Date }
}

private struct Response: Decodable, Equatable {
  var name: String
  var sizes: [Int]
  var part: Part?
  struct Part: Decodable, Equatable { var when: Date }
}

private final class HalfObject: Encodable {
  let name = "object"
}

extension CodingUserInfoKey {
  fileprivate static let unit = CodingUserInfoKey(rawValue: "unit").unsafelyUnwrapped
}

/// Asks its coder how to code itself.
private struct Told: Codable, Equatable {
  var text: String

  init(_ text: String) { self.text = text }

  init(from decoder: any Decoder) throws {
    let unit = decoder.userInfo[.unit] as? String ?? "none"
    text = try decoder.singleValueContainer().decode(String.self) + "<" + unit
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text + ">" + (encoder.userInfo[.unit] as? String ?? "none"))
  }
}

private struct ToldOwner: AutoCoding {
  var one: Told
  var more: [String: [Told]]
  var choice: ToldChoice
  var object: ToldObject?
}

private enum ToldChoice: AutoCoding { case some(Told) }

private final class ToldObject: AutoCoding {
  let told: Told
  init(_ told: Told) { self.told = told }
}

private final class ThreadedNode: AutoCoding, DefaultInitializable {
  var number = 0
  var text = ""
  var next: ThreadedNode?
  var told: Told?
  init() {}
}

/// Keyed archives: what the coders take, and who may use them.
struct ArchiveCoderTests {
  @Test("what is only Encodable is encoded, what is only Decodable is decoded")
  func halves() throws {
    let encoder = KeyedArchiveEncoder()
    let decoder = KeyedArchiveDecoder()
    let request = Request(name: "a", sizes: [1, 2], part: .init(when: Date(timeIntervalSinceReferenceDate: 5)))
    let response = Response(name: "a", sizes: [1, 2], part: .init(when: Date(timeIntervalSinceReferenceDate: 5)))
    #expect(try decoder.decode(Response.self, from: encoder.encode(request)) == response)
    #expect(try decoder.decode([Response].self, from: encoder.encode([request, request])) == [response, response])
    #expect(try decoder.decode([String: Response].self, from: encoder.encode(["k": request])) == ["k": response])
    #expect(try decoder.decode(Response?.self, from: encoder.encode(Optional(request))) == response)
    #expect(try decoder.decode(Response?.self, from: encoder.encode(Request?.none)) == nil)
    #expect(try decoder.decode([String: String].self, from: encoder.encode(HalfObject())) == ["name": "object"])
    // What a model of this library wrote has a class, which the type would have to declare.
    struct Model: AutoCoding { var name = "a", sizes = [1] }
    #expect(throws: DecodingError.self) { try decoder.decode(Response.self, from: encoder.encode(Model())) }
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode(Response.self, from: encoder.encode(["name": 1]))
    }
    #expect("\(String(describing: error))".contains("name"))
  }

  @Test("userInfo reaches the code of types, wherever they are")
  func userInfo() throws {
    let encoder = KeyedArchiveEncoder()
    let decoder = KeyedArchiveDecoder()
    encoder.userInfo[.unit] = "out"
    decoder.userInfo[.unit] = "in"
    #expect(encoder.userInfo[.unit] as? String == "out")
    let expected = Told("t>out<in")
    #expect(try decoder.decode(Told.self, from: encoder.encode(Told("t"))) == expected)
    let told = Told("t")
    let owner = ToldOwner(one: told, more: ["k": [told]], choice: .some(told), object: ToldObject(told))
    let back = try decoder.decode(ToldOwner.self, from: encoder.encode(owner))
    #expect(back.one == expected && back.more == ["k": [expected]] && back.object?.told == expected)
    if case .some(let told) = back.choice { #expect(told == expected) }
    // Types with one half, and each call with the options that it begins with.
    struct Half: Encodable { var told: Told }
    struct OtherHalf: Decodable { var told: Told }
    #expect(try decoder.decode(OtherHalf.self, from: encoder.encode(Half(told: told))).told == expected)
    encoder.userInfo = [:]
    #expect(try decoder.decode(Told.self, from: encoder.encode(told)) == Told("t>none<in"))
    #expect(try KeyedArchiveDecoder().decode(Told.self, from: encoder.encode(told)) == Told("t>none<none"))
  }

  @Test("userInfo sets the depth, as it does for every coder")
  func depth() throws {
    let nested: [[[Int]]] = [[[1]]]
    indirect enum Deep: AutoCoding { case leaf, within(Deep) }
    let deep = (0..<20).reduce(Deep.leaf) { deep, _ in .within(deep) }
    let encoder = KeyedArchiveEncoder()
    let data = try encoder.encode(deep)
    encoder.userInfo[.maximumDepth] = 5
    #expect(throws: EncodingError.self) { try encoder.encode(deep) }
    #expect(try KeyedArchiveDecoder().decode([[[Int]]].self, from: encoder.encode(nested)) == nested)
    let decoder = KeyedArchiveDecoder()
    decoder.userInfo[.maximumDepth] = 5
    #expect(throws: DecodingError.self) { try decoder.decode(Deep.self, from: data) }
  }

  @Test("one encoder and one decoder, used by many threads while options change")
  func threads() throws {
    func isSendable<Value: Sendable>(_: Value) -> Bool { true }
    let encoder = KeyedArchiveEncoder()
    let decoder = KeyedArchiveDecoder()
    #expect(isSendable(encoder) && isSendable(decoder))
    let failures = Counter()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for round in 0..<60 {
        if thread == 0 {
          encoder.userInfo[.unit] = "u\(round % 2)"
          encoder.limits.maximumDepth = 512 + round % 3
          decoder.acceptsNewerVersions = round % 2 == 0
          decoder.limits.maximumDepth = 512 + round % 5
        }
        let first = ThreadedNode()
        var last = first
        for number in 1...(5 + thread * 3) {
          let node = ThreadedNode()
          (node.number, node.text, node.told) = (number * 1000 + thread, "thread \(thread) round \(round)", Told("t"))
          last.next = node
          last = node
        }
        last.next = first
        defer { last.next = nil }
        do {
          let back = try decoder.decode(ThreadedNode.self, from: encoder.encode(first))
          var (node, number) = (back.next, 1)
          while let current = node, current !== back {
            if current.number != number * 1000 + thread || current.text != "thread \(thread) round \(round)" {
              failures.add(1)
            }
            (node, number) = (current.next, number + 1)
          }
          if number != 6 + thread * 3 { failures.add(1) }
          // What refers to itself has to be taken apart.
          back.next = nil
        } catch {
          failures.add(1)
        }
      }
    }
    #expect(failures.now == 0)
  }

  @Test("code of a value's own may encode with the same encoder")
  func reentrancy() throws {
    struct Sealed: Encodable {
      let encoder: KeyedArchiveEncoder
      let depth: Int
      func encode(to other: any Encoder) throws {
        var container = other.singleValueContainer()
        let inner = depth == 0 ? Data() : try encoder.encode(Sealed(encoder: encoder, depth: depth - 1))
        try container.encode(inner)
      }
    }
    let encoder = KeyedArchiveEncoder()
    var data = try encoder.encode(Sealed(encoder: encoder, depth: 3))
    for _ in 0..<3 { data = try KeyedArchiveDecoder().decode(Data.self, from: data) }
    #expect(try KeyedArchiveDecoder().decode(Data.self, from: data) == Data())
  }
}
