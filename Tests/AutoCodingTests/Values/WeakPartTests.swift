import AutoCoding
import Testing

final class WeakTarget: AutoCoding, DefaultInitializable {
  var name = ""
  init() {}
  init(_ name: String) { self.name = name }
}

struct WeakLink: AutoCoding {
  var label = ""
  weak var target: WeakTarget?
}

enum WeakChoice: AutoCoding {
  case nothing
  case link(WeakLink)
}

final class WeakLinks: AutoCoding, DefaultInitializable {
  var targets: [WeakTarget] = []
  var link = WeakLink()
  var links: [WeakLink] = []
  var optional: WeakLink?
  var named: [String: WeakLink] = [:]
  var pair = (1, WeakLink())
  var choice = WeakChoice.nothing
  var any: Any?
  init() {}

  /// All links, each of which leads to the first target.
  static func sample() -> WeakLinks {
    let links = WeakLinks()
    links.targets = [WeakTarget("a"), WeakTarget("b")]
    let link = WeakLink(label: "x", target: links.targets[0])
    links.link = link
    links.links = [link, link]
    links.optional = link
    links.named = ["x": link]
    links.pair.1 = link
    links.choice = .link(link)
    links.any = link
    return links
  }

  var found: [WeakTarget?] {
    let chosen = if case .link(let link) = choice { link.target } else { nil as WeakTarget? }
    return [link.target] + links.map(\.target)
      + [optional?.target, named["x"]?.target, pair.1.target, chosen, (any as? WeakLink)?.target]
  }
}

struct WeakRoot: AutoCoding {
  var links: [WeakLink]
  var targets: [WeakTarget]
  weak var first: WeakTarget?
}

/// Weak references in structs.
struct WeakPartTests {
  private func check(_ back: WeakLinks, _ original: WeakLinks) {
    #expect(back.targets[0] !== original.targets[0])
    #expect(back.found.count == 8)
    #expect(back.found.allSatisfy { $0 === back.targets[0] })
    #expect(back.link.label == "x" && back.links.count == 2)
  }

  @Test("A copy's lead to copies")
  func copies() throws {
    let links = WeakLinks.sample()
    check(try ModelValue.copy(of: links), links)
  }

  @Test("An archive's lead to the objects in it")
  func archives() throws {
    let links = WeakLinks.sample()
    let data = try KeyedArchiveEncoder().encode(links)
    check(try KeyedArchiveDecoder().decode(WeakLinks.self, from: data), links)
  }

  @Test("Those of the root, which come before the objects")
  func roots() throws {
    let targets = [WeakTarget("a"), WeakTarget("b")]
    let root = WeakRoot(links: targets.map { WeakLink(target: $0) }, targets: targets, first: targets[1])
    let archived = try KeyedArchiveDecoder().decode(WeakRoot.self, from: KeyedArchiveEncoder().encode(root))
    for back in [try ModelValue.copy(of: root), archived] {
      #expect(back.targets[0] !== targets[0])
      #expect(back.links[0].target === back.targets[0] && back.links[1].target === back.targets[1])
      #expect(back.first === back.targets[1])
    }
  }

  @Test("An object that nothing else refers to")
  func others() throws {
    let target = WeakTarget("a")
    let link = WeakLink(label: "x", target: target)
    #expect(try ModelValue.copy(of: link).target === target)
    let back = try KeyedArchiveDecoder().decode(WeakLink.self, from: KeyedArchiveEncoder().encode(link))
    #expect(back.label == "x" && back.target == nil)
  }

  @Test("An object of another class is refused, and nothing is left of the struct")
  func otherClass() throws {
    struct Other: AutoCoding {
      var targets: [WeakTarget]
      weak var first: WeakTarget?
      static var archivedTypeName: String { "AutoCodingTests.WeakSource" }
    }
    final class Stranger: AutoCoding, DefaultInitializable {
      init() {}
    }
    struct Source: AutoCoding {
      var targets: [WeakTarget]
      var strangers: [Stranger]
      weak var first: Stranger?
      static var archivedTypeName: String { "AutoCodingTests.WeakSource" }
    }
    struct Reader: AutoCoding {
      var targets: [WeakTarget]
      var strangers: [Stranger]
      weak var first: WeakTarget?
      static var archivedTypeName: String { "AutoCodingTests.WeakSource" }
    }
    let stranger = Stranger()
    let source = Source(targets: [WeakTarget("a")], strangers: [stranger], first: stranger)
    let data = try KeyedArchiveEncoder().encode(source)
    #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode(Reader.self, from: data) }
    #expect(try KeyedArchiveDecoder().decode(Other.self, from: data).first == nil)
  }
}
