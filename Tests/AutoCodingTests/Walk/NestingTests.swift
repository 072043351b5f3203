import AutoCoding
import Foundation
import Testing

private final class Link: AutoCoding {
  var next: Link?
  var box: LinkBox?
  var all: [Link] = []

  static func chain(_ count: Int) -> Link {
    let first = Link()
    var last = first
    for _ in 1..<count {
      let link = Link()
      last.next = link
      last = link
    }
    return first
  }
}

private struct LinkBox: AutoCoding {
  var link: Link
}

private struct Deep: AutoCoding, DefaultInitializable {
  var inner: [Deep] = []
}

/// Nesting.
struct NestingTests {
  private func path(_ error: (any Error)?) -> [String] {
    switch error {
    case let EncodingError.invalidValue(_, context)?: context.codingPath.map(\.stringValue)
    case let DecodingError.dataCorrupted(context)?: context.codingPath.map(\.stringValue)
    default: ["no path: \(String(describing: error))"]
    }
  }

  private func explanation(_ error: (any Error)?) -> String {
    switch error {
    case let EncodingError.invalidValue(_, context)?: context.debugDescription
    case let DecodingError.dataCorrupted(context)?: context.debugDescription
    default: String(describing: error)
    }
  }

  /// Runs on a thread with a stack of 512 KB.
  private func onSmallStack<Result>(_ body: @escaping () -> Result) -> Result? {
    try? TestThread.run(stackSize: 512 << 10, body)
  }

  @Test("a cycle is an error with the path at which it closes")
  func cycles() throws {
    let own = Link()
    own.next = own
    let around = Link.chain(3)
    around.next?.next?.box = LinkBox(link: around)
    let listed = Link()
    listed.all = [Link(), listed]
    defer {
      own.next = nil
      around.next?.next?.box = nil
      listed.all = []
    }
    let cases: [(Link, [String])] = [
      (own, ["next"]), (around, ["next", "next", "box", "link"]), (listed, ["all", "Index 1"]),
    ]
    for (link, expected) in cases {
      let json = #expect(throws: EncodingError.self) { try JSONEncoder().encode(link) }
      #expect(path(json) == expected)
      #expect(explanation(json).contains("form a cycle"))
      let tokens = #expect(throws: EncodingError.self) { try TokenWriter.tokens(of: link) }
      #expect(path(tokens) == expected)
      #expect(explanation(tokens).contains("form a cycle"))
      let inArray = #expect(throws: EncodingError.self) { try JSONEncoder().encode([link]) }
      #expect(path(inArray) == ["Index 0"] + expected)
      let smallStack = onSmallStack { Swift.Result { try JSONEncoder().encode(link) } }
      guard case .failure(let error)? = smallStack else {
        Issue.record("no error on a small stack")
        continue
      }
      #expect(path(error) == expected)
    }
    // A shared object that is no cycle is written twice.
    let shared = Link()
    let parent = Link()
    parent.all = [shared, shared]
    #expect(try JSONDecoder().decode(Link.self, from: JSONEncoder().encode(parent)).all.count == 2)
  }

  @Test("the limit holds at n - 1, n and n + 1, and is an option")
  func limit() throws {
    func outcome(_ count: Int, limit: Int?) -> (tokens: Bool, json: Bool) {
      let chain = Link.chain(count)
      let encoder = JSONEncoder()
      if let limit { encoder.userInfo[.maximumDepth] = limit }
      return ((try? TokenWriter.tokens(of: chain)) != nil, (try? encoder.encode(chain)) != nil)
    }
    // Foundation's JSON has a limit of its own, 512 containers within each other; an empty array is one.
    #expect(outcome(510, limit: nil) == (true, true))
    #expect(outcome(511, limit: nil).tokens && outcome(512, limit: nil).tokens && !outcome(513, limit: nil).tokens)
    #expect(outcome(9, limit: 10).json && outcome(10, limit: 10).json && !outcome(11, limit: 10).json)
    #expect(outcome(505, limit: 505).json && !outcome(506, limit: 505).json)

    let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode(Link.chain(513)) }
    #expect(explanation(error).contains("More than 512 values"))
    #expect(path(error).count == 512)
    // The next call starts anew.
    #expect(outcome(510, limit: nil) == (true, true))
  }

  @Test("decoding is limited as well")
  func decoding() throws {
    func text(_ depth: Int) -> Data {
      Data((String(repeating: #"{"inner":["#, count: depth) + String(repeating: "]}", count: depth)).utf8)
    }
    let decoder = JSONDecoder()
    decoder.userInfo[.maximumDepth] = 20
    #expect((try? decoder.decode(Deep.self, from: text(19))) != nil)
    #expect((try? decoder.decode(Deep.self, from: text(20))) != nil)
    let error = #expect(throws: DecodingError.self) { try decoder.decode(Deep.self, from: text(21)) }
    #expect(path(error).count == 40 && explanation(error).contains("More than 20 values"))

    func tokens(_ depth: Int) -> [Token] {
      Array([[Token]](repeating: [.record(""), .key("inner"), .array(count: 1)], count: depth).joined())
        + Array([[Token]](repeating: [.endArray, .end], count: depth).joined())
    }
    #expect((try? TokenReader.value(Deep.self, from: tokens(512))) != nil)
    #expect(throws: DecodingError.self) { try TokenReader.value(Deep.self, from: tokens(513)) }
  }

  @Test("a thread with a small stack gets an error, not an overflow")
  func smallStack() throws {
    let chain = Link.chain(512)
    let results = onSmallStack {
      (Swift.Result { try JSONEncoder().encode(chain) }, Swift.Result { try TokenWriter.tokens(of: chain) })
    }
    for failed in [results.map { $0.0.map { _ in () } }, results.map { $0.1.map { _ in () } }] {
      if case .failure(let error)? = failed { #expect(explanation(error).contains("stack is too small")) }
    }
    let data = Data((String(repeating: #"{"inner":["#, count: 250) + String(repeating: "]}", count: 250)).utf8)
    let decoded = onSmallStack { Swift.Result { _ = try JSONDecoder().decode(Deep.self, from: data) } }
    if case .failure(let error)? = decoded { #expect(explanation(error).contains("stack is too small")) }
  }

  @Test("the stack has room for the path of that error", arguments: [320, 480, 512, 544, 576, 608, 640])
  func pathOnSmallStack(_ kilobytes: Int) throws {
    let chain = Link.chain(505)
    let cycle = Link.chain(3)
    cycle.next?.next?.next = cycle
    defer { cycle.next = nil }
    let data = Data((String(repeating: #"{"inner":["#, count: 250) + String(repeating: "]}", count: 250)).utf8)
    let results = try TestThread.run(stackSize: kilobytes << 10) {
      [
        Swift.Result { _ = try JSONEncoder().encode(chain) },
        Swift.Result { _ = try JSONDecoder().decode(Deep.self, from: data) },
        Swift.Result { _ = try JSONEncoder().encode(cycle) },
      ]
    }
    for case .failure(let error) in results.prefix(2) {
      #expect(explanation(error).contains("stack is too small"))
      #expect(path(error).count > 20)
    }
    if case .failure(let error) = results[2] {
      #expect(explanation(error).contains("form a cycle") && path(error) == ["next", "next", "next"])
    } else {
      Issue.record("no error for a cycle")
    }
  }

  @Test("so it has for errors of the coder at any depth", arguments: [320, 512, 768])
  func coderErrorOnSmallStack(_ kilobytes: Int) throws {
    for depth in stride(from: 5, through: 255, by: 5) {
      let start = String(repeating: #"{"inner":["#, count: depth)
      let data = Data((start + #"{"inner":5}"# + String(repeating: "]}", count: depth)).utf8)
      let result = try TestThread.run(stackSize: kilobytes << 10) {
        Swift.Result { _ = try JSONDecoder().decode(Deep.self, from: data) }
      }
      switch result {
      case .failure(DecodingError.typeMismatch(_, let context)): #expect(context.codingPath.count == 2 * depth + 1)
      case .failure(let error): #expect(explanation(error).contains("stack is too small"))
      case .success: Issue.record("a number was read as an array")
      }
    }
  }
}
